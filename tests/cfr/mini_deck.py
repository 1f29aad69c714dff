"""Draw games with a small deck, which can be solved with their real cards.

One draw of at most one card. The lowest hand wins, pairs and triplets count against it, suits do
not count; of equal hands the one that threw away the lower card wins, a pat hand before all. Who
draws a card throws away his highest, or one of a pair. So buckets forget nothing: before the draw a
hand is its ranks, after it its ranks and the card thrown away, both ordered from the best.

A cut gives each seat half of the deck, which is never too little.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb, prod

import numpy as np
from extensive import ExtensiveForm, Paths
from naive import Table
from plain_game import Spot

from solver.game import Game, PrivateChain

GAME = Game(forced_bets=(1, 1), live=False, bets=(1, 2), cap=1, draws=(1,))

Hand = tuple[int, ...]
"""Ranks, ascending."""
Final = tuple[Hand, int]
"""A hand after the draw, and the rank thrown away or `PAT`."""
PAT = -1
Counts = tuple[int, ...]
"""Cards of each rank."""


@dataclass(frozen=True)
class MiniDeck:
    """Some ranks in some suits, and the number of cards in a hand."""

    ranks: int
    suits: int
    cards: int

    @property
    def counts(self) -> Counts:
        return (self.suits,) * self.ranks

    @cached_property
    def hands(self) -> list[Hand]:
        """All hands, the best first."""
        every = combinations_with_replacement(range(self.ranks), self.cards)
        return sorted((hand for hand in every if ways(self.counts, hand)), key=badness)

    @cached_property
    def number(self) -> dict[Hand, int]:
        return {hand: number for number, hand in enumerate(self.hands)}

    @cached_property
    def finals(self) -> dict[Final, int]:
        """Numbers of the hands after the draw, the best first."""
        pat = [(hand, PAT) for hand in self.hands]
        drawn = {self.drawn(hand, rank) for hand in self.hands for rank in range(self.ranks)}
        every = sorted([*pat, *drawn], key=lambda final: (badness(final[0]), final[1]))
        return {final: number for number, final in enumerate(every)}

    def drawn(self, hand: Hand, rank: int) -> Final:
        """What becomes of a hand when a card of some rank is drawn."""
        return tuple(sorted((*without_one(hand), rank))), thrown(hand)

    def chain(self, counts: Counts) -> PrivateChain:
        """Chain of a player who is dealt and draws from some cards of the deck.

        Hands that these cards do not hold are never there; their rows say nothing.
        """
        initial = np.array([ways(counts, hand) for hand in self.hands], float)
        pat, draw = np.zeros((2, len(initial), len(self.finals)))
        draw[:, 0] = 1
        for number, hand in enumerate(self.hands):
            pat[number, self.finals[hand, PAT]] = 1
            if initial[number]:
                draw[number] = 0
                for rank, count in enumerate(without(counts, hand)):
                    if count:
                        share = count / (sum(counts) - self.cards)
                        draw[number, self.finals[self.drawn(hand, rank)]] = share
        return PrivateChain(initial / initial.sum(), ((pat, draw),))

    def sequences(
        self, counts: Counts, number: int, random: np.random.Generator
    ) -> list[np.ndarray]:
        """Buckets of random orders of some cards in both rounds, for each own draw path."""
        first, after = np.empty((1, number), np.int32), np.empty((2, number), np.int32)
        left = np.repeat(np.arange(self.ranks), counts)
        for n in range(number):
            order = [int(rank) for rank in random.permutation(left)[: self.cards + 1]]
            hand = tuple(sorted(order[: self.cards]))
            first[0, n] = self.number[hand]
            after[:, n] = self.finals[hand, PAT], self.finals[self.drawn(hand, order[-1])]
        return [first, after]

    def halves(self) -> Iterator[tuple[Counts, float]]:
        """Every half of the deck by its ranks, with its probability."""
        size = self.ranks * self.suits // 2
        for counts in product(range(self.suits + 1), repeat=self.ranks):
            if sum(counts) == size:
                yield counts, ways(self.counts, cards_of(counts)) / comb(2 * size, size)

    def other_half(self, counts: Counts) -> Counts:
        return without(self.counts, cards_of(counts))


def badness(hand: Hand) -> tuple[int, list[int]]:
    groups = Counter(hand)
    return max(groups.values()), sorted(groups, key=lambda rank: (-groups[rank], -rank))


def thrown(hand: Hand) -> int:
    """Rank of the card that is thrown away when one is drawn."""
    several = [rank for rank in hand if hand.count(rank) > 1]
    return several[0] if several else max(hand)


def without_one(hand: Hand) -> Hand:
    """What is left of a hand then."""
    place = hand.index(thrown(hand))
    return hand[:place] + hand[place + 1 :]


def without(counts: Counts, cards: Hand) -> Counts:
    return tuple(count - cards.count(rank) for rank, count in enumerate(counts))


def cards_of(counts: Counts) -> Hand:
    return tuple(rank for rank, count in enumerate(counts) for _ in range(count))


def ways(counts: Counts, hand: Hand) -> int:
    """How many hands of these ranks there are in some cards."""
    return prod(comb(count, hand.count(rank)) for rank, count in enumerate(counts))


class RealCards(ExtensiveForm):
    """All hands of the game dealt from one deck; a path of buckets tells a seat's cards."""

    def __init__(self, deck: MiniDeck):
        self.deck = deck
        super().__init__(GAME, (deck.chain(deck.counts),) * 2)

    def deals(self) -> Iterator[tuple[int, int, float]]:
        counts, cards = self.deck.counts, self.deck.cards
        whole = comb(sum(counts), cards) * comb(sum(counts) - cards, cards)
        for first, second in product(self.deck.hands, repeat=2):
            chance = ways(counts, first) * ways(without(counts, first), second) / whole
            if chance:
                yield self.deck.number[first], self.deck.number[second], chance

    def redraws(self, spot: Spot, paths: Paths, count: int) -> Iterator[tuple[int, float]]:
        deck, hands = self.deck, [self.deck.hands[path[0]] for path in paths]
        hand = hands[spot.actor]
        if count == 0:
            yield deck.finals[hand, PAT], 1.0
            return
        left = without(without(deck.counts, hands[0]), hands[1])
        if spot.actor == 1:
            after, card = list(deck.finals)[paths[0][1]]
            if card != PAT:  # seat 0 has drawn a card already
                drawn = Counter(after) - Counter(without_one(hands[0]))
                left = without(left, tuple(drawn))
        for rank, cards in enumerate(left):
            if cards:
                yield deck.finals[deck.drawn(hand, rank)], cards / sum(left)

    def exploitability(self, strategies: Table) -> float:
        """Mean gain of best responses, in thousandths of an ante."""
        return 500 * sum(self.best_response(seat, strategies) for seat in (0, 1))
