"""Equities by walking through every card that can be dealt, hands compared by another program."""

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
from pokerkit import StandardLowHand

from solver.cards import format_cards


@cache
def low_hand(cards):
    return StandardLowHand(format_cards(cards))


def winners(hands):
    ranked = [low_hand(tuple(sorted(hand))) for hand in hands]
    best = max(ranked)
    return tuple(player for player, hand in enumerate(ranked) if hand == best)


def kept_by(policy, hand, draws_left):
    hand = sorted(hand)
    mask = int(policy.keep(np.array([hand], np.uint8), draws_left)[0])
    return frozenset(card for i, card in enumerate(hand) if mask >> i & 1)


def brute_force(matchup):
    """Probability of each set of winners, as exact fractions."""
    seen = set(matchup.dead).union(*matchup.hands)
    deck = frozenset(range(52)) - seen
    out = Counter()

    @cache
    def play(draws_left, player, hands, piles, own):
        """Distribution of the winners from here, as a tuple of (winners, probability)."""
        stub, earlier, current = piles
        if draws_left == 0:
            return ((winners(hands), Fraction(1)),)
        if player == len(hands):
            return begin(draws_left - 1, 0, hands, (stub, earlier | current, frozenset()))
        if len(hands[player]) == 5:
            return begin(draws_left, player + 1, hands, (stub, earlier, current | own))
        if not stub:
            again = (earlier, frozenset(), current) if earlier else (current, earlier, earlier)
            return play(draws_left, player, hands, again, own)
        total = Counter()
        for card in stub:
            given = (*hands[:player], hands[player] | {card}, *hands[player + 1 :])
            after = play(draws_left, player, given, (stub - {card}, earlier, current), own)
            for who, chance in after:
                total[who] += chance / len(stub)
        return tuple(total.items())

    def begin(draws_left, player, hands, piles):
        """The player throws cards away."""
        own = frozenset()
        if draws_left and player < len(hands) and len(hands[player]) == 5:
            keeps = kept_by(matchup.policies[player], hands[player], draws_left)
            own = hands[player] - keeps
            hands = (*hands[:player], keeps, *hands[player + 1 :])
        return play(draws_left, player, hands, piles, own)

    hands = tuple(frozenset(hand) for hand in matchup.hands)
    piles = (deck, frozenset(matchup.dead), frozenset())
    for who, chance in begin(matchup.draws, 0, hands, piles):
        out[who] += chance
    return out


def equities(chances, players):
    return [
        float(sum(chance / len(who) for who, chance in chances.items() if player in who))
        for player in range(players)
    ]


def with_stub(hands, stub):
    """Dead cards that leave exactly `stub` to be drawn."""
    known = {card for hand in hands for card in hand}
    assert not known & set(stub)
    return tuple(card for card in range(52) if card not in known and card not in stub)
