"""What a traversal adds on average, by plain enumeration: the twin of solver/multiway/_learn.pyx.

Hands are single cards. Every deal of the small deck is looked at, as arrays over all of them;
public histories are followed one action after the other.
"""

from itertools import permutations

import numpy as np

from solver.multiway.cards import DealtCards
from solver.multiway.game import MultiwayGame
from solver.multiway.history import MultiwayState, start
from solver.multiway.learner import strategy
from solver.multiway.memory import Layout, Memory

ANY = None


def single_cards(rounds, deck, buckets):
    """Hands of one card, the lowest wins; cards are grouped in pairs, buckets differ by round."""
    cards = np.arange(deck)
    bucket = np.stack([(cards // 2 + number) % buckets for number in range(rounds)])
    keep = np.zeros((rounds - 1, 6, deck), np.uint8)
    keep[:, 0] = 1
    sizes = (buckets,) * rounds
    return DealtCards(deck, 1, bucket.astype(np.int16), cards.astype(np.int16), keep, sizes)


def mini_game(**settings):
    """Three seats, one draw of one card, and all that is needed to play it."""
    game = MultiwayGame(**{"seats": 3, "bets": (1, 2), "draws": (1,), "cap": 2, **settings})
    cards = single_cards(game.rounds, 7, 4)
    return game, cards, Layout(game, Memory(), cards.buckets)


class Enumeration:
    """All deals of a game of single cards with at most one draw.

    Args:
        layout: where numbers stand.
        cards: the deck.
        cells: what all strategies are matched from.
        learner: seat whose regrets are counted.
        part: in which it tries all its actions, counted as traversals count them; elsewhere it
            draws actions, but no folds, at even chances.
        others: what the others' strategies are matched from, if not `cells`.
    """

    def __init__(self, layout, cards, cells, learner, part=ANY, others=None):
        self.layout, self.cards, self.learner, self.part = layout, cards, learner, part
        self.cells, self.others = cells, cells if others is None else others
        seats = layout.game.seats
        need = min(cards.deck, 2 * seats) if layout.game.draws else seats
        deals = np.array(list(permutations(range(cards.deck), need)))
        self.hands, self.next = deals[:, :seats], deals[:, seats:]
        self.regrets = np.zeros(layout.cells)

    def value(self, state: MultiwayState | None = None, weight=None) -> float:
        """Mean of what the learner wins; regrets are added up on the way."""
        state = state or start(self.layout)
        weight = np.ones(len(self.hands)) if weight is None else weight
        held = self.hands.copy()
        found = self._walk(state, held, weight, 1.0)
        return float((weight * found).mean() / weight.mean())

    def _walk(self, state, held, others, drawn):
        """Value of every deal, given what the others do.

        `others` is their reach, `drawn` the chance of the learner's drawn actions."""
        if state.over:
            return self._payoff(state, held)
        seat, n = state.seat, len(state.actions)
        mine = seat == self.learner
        source = (self.cells if mine else self.others)[state.cells]
        by_bucket = strategy(source, n)
        bucket = self.cards.bucket[state.round][held[:, seat]]
        chance = by_bucket[bucket]
        number = 2 * state.round + state.drawing
        tried = mine and self.part == number
        free = sum(action != "f" for action in state.actions)
        each = []
        for place, action in enumerate(state.actions):
            after = held
            if action == "1":
                after = held.copy()
                after[:, seat] = self.next[:, seat]
            reach = others if mine else others * chance[:, place]
            further = drawn if tried or not mine else drawn / free
            each.append(self._walk(state.play(action), after, reach, further))
        values = np.stack(each, axis=1)
        mean = (chance * values).sum(axis=1)
        if tried:
            gain = drawn * others[:, None] * (values - mean[:, None]) / len(held)
            cells = self.regrets[state.cells].reshape(-1, n)
            np.add.at(cells, bucket, gain)
        return mean

    def _payoff(self, state, held):
        paid = state.paid
        if self.learner not in state.seats:
            return np.full(len(held), -paid[self.learner])
        low = np.stack([self.cards.low_class[held[:, seat]] for seat in state.seats], axis=1)
        best = low == low.min(axis=1, keepdims=True)
        won = best[:, state.seats.index(self.learner)] / best.sum(axis=1)
        return sum(paid) * won - paid[self.learner]
