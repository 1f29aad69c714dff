"""The games of the benchmark: small enough to be dealt out hand by hand."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solver.abstraction import build_abstraction
from solver.cards import suit_classes
from solver.game import Game, PrivateChain


class Dealt(NamedTuple):
    """A game and how its cards fall; both seats have the same chain."""

    game: Game
    chain: PrivateChain


def one_card() -> Dealt:
    """Kuhn's betting with three cards, each seat dealt from a deck of its own; equal cards tie.

    Kuhn poker itself deals both cards from one deck; private chains are independent.
    """
    game = Game(forced_bets=(1, 1), live=False, bets=(1,), cap=1, draws=())
    return Dealt(game, PrivateChain(np.full(3, 1 / 3), ()))


def tiny_draw() -> Dealt:
    """Antes, a bet of 1, one draw of at most a card, a bet of 2; three buckets."""
    game = Game(forced_bets=(1, 1), live=False, bets=(1, 2), cap=2, draws=(1,))
    draw = np.array([[0.4, 0.3, 0.3], [0.3, 0.3, 0.4], [0.25, 0.25, 0.5]])
    return Dealt(game, PrivateChain(np.array([0.2, 0.3, 0.5]), ((np.eye(3), draw),)))


def single_draw() -> Dealt:
    """2-7 single draw with blinds, two bets a round and two cards at most; five buckets.

    Hands are grouped as with one draw left in triple draw, and dealt from a full deck.
    """
    game = Game(bets=(1, 2), cap=2, draws=(2,))
    abstraction = build_abstraction(final=5, earlier=5, draws=(3, 2, 1))
    deals = suit_classes(5).count
    initial = np.bincount(abstraction.buckets[1], weights=deals, minlength=5) / deals.sum()
    return Dealt(game, PrivateChain(initial, (tuple(abstraction.transitions[1][:3]),)))


GAMES: dict[str, Callable[[], Dealt]] = {
    "one-card": one_card,
    "tiny-draw": tiny_draw,
    "single-draw": single_draw,
}
