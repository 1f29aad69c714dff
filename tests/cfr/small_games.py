"""Small games and random chains for the tests of solver.cfr."""

import numpy as np
from places import places

from solver.cfr.short_floats import decode
from solver.game import Game, PrivateChain

GAMES = {
    "one round": Game(forced_bets=(1, 1), live=False, bets=(1,), cap=2, draws=()),
    "antes": Game(forced_bets=(0.5, 0.5), live=False, bets=(1, 2), cap=2, draws=(1,)),
    "blinds": Game(bets=(1, 2), cap=2, draws=(2,)),
    "two draws": Game(bets=(1, 1, 2), cap=1, draws=(2, 1)),
    "free draws": Game(bets=(1, 1, 2), cap=1, draws=(0, 2), draw_rule="free"),
    "triple draw": Game(cap=1, draws=(1, 1, 0)),
}

TINY = Game(forced_bets=(1, 1), live=False, bets=(1, 2), cap=2, draws=(1,))
"""Antes, a bet of 1, one draw of at most a card, a bet of 2."""

_TINY_CHAIN = PrivateChain(
    np.array([0.2, 0.3, 0.5]),
    ((np.eye(3), np.array([[0.4, 0.3, 0.3], [0.3, 0.3, 0.4], [0.25, 0.25, 0.5]])),),
)
TINY_CHAINS = (_TINY_CHAIN, _TINY_CHAIN)
TINY_VALUE = -0.065131
"""Value of the tiny game to seat 0, from issue 2."""


def still_chain(game, initial):
    """A chain in which drawing changes nothing."""
    still = np.eye(len(initial))
    draws = tuple((still,) * (limit + 1) for limit in game.draws)
    return PrivateChain(np.array(initial, float), draws)


def random_chain(rng, game, buckets):
    """A chain for one seat; `buckets` are the numbers of buckets in each round."""
    draws = tuple(
        tuple(rng.dirichlet(np.ones(after), before) for _ in range(limit + 1))
        for limit, before, after in zip(game.draws, buckets, buckets[1:], strict=False)
    )
    return PrivateChain(rng.dirichlet(np.ones(buckets[0])), draws)


def random_chains(game, buckets, seed=0):
    """Different chains for both seats."""
    rng = np.random.default_rng(seed)
    buckets = buckets[: game.rounds]
    return random_chain(rng, game, buckets), random_chain(rng, game, buckets)


def table_of(tree, chains, rows):
    """Numbers of the kernel by history, as float64 arrays (actions, buckets)."""
    return {
        history: decode(
            rows[place.level][place.rows, : chains[0].buckets[place.level // 2]]
        ).astype(float)
        for history, place in places(tree).items()
    }
