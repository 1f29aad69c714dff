"""Exact equities where the next draw is the last one, by counting every way to deal it."""

import numpy as np
from numpy.typing import NDArray

from solver.cards import all_combinations, low_class
from solver.cards.combinations import binomials
from solver.equity import _exact
from solver.equity.matchup import FirstDraw

OUTCOME_LIMIT = 300_000_000
"""Most outcomes that are counted one by one, for three players and more: about a second."""


def exact_tally(draw: FirstDraw) -> NDArray[np.int64] | None:
    """Number of outcomes by set of winners, or None where counting is out of reach.

    Two players' outcomes are never listed pair by pair, so their number does not matter. Out of
    reach are matchups with a choice after the first draw, with a stub too small for it (it
    would be reshuffled), or with more than `OUTCOME_LIMIT` outcomes for three or more players.

    Returns:
        Shape (2 ** players,), as for `Equity.of_tally`.
    """
    players = len(draw.kept)
    if not draw.is_last or draw.outcomes == 0:
        return None
    if players == 2:
        return _sweep(draw)
    if draw.outcomes > OUTCOME_LIMIT:
        return None
    return _enumerate(draw)


def _sweep(draw: FirstDraw) -> NDArray[np.int64]:
    """Two players, in time proportional to the sum of their outcomes, not to the product.

    Both players' draws are passed once, best first. For a draw of the first player the draws of
    the second that are better and share no card follow by inclusion and exclusion over its
    cards, from running counts of the second player's draws by the card sets they contain.
    """
    sides = []
    for player in (0, 1):
        places, classes = _draws(draw, player)
        order = np.argsort(classes, kind="stable")
        sides.append((places[order], classes[order]))
    if len(sides[0][1]) > len(sides[1][1]):
        return _sweep_sides(sides[1], sides[0], len(draw.stub))[[0, 2, 1, 3]]
    return _sweep_sides(sides[0], sides[1], len(draw.stub))


_Side = tuple[NDArray[np.uint8], NDArray[np.uint16]]


def _sweep_sides(fewer: _Side, more: _Side, stub: int) -> NDArray[np.int64]:
    shared = min(fewer[0].shape[1], more[0].shape[1])
    sizes = binomials()[: shared + 1, stub]
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    counts = np.zeros(first[-1], np.int32)
    tally = np.zeros(4, np.int64)
    _exact.sweep(*fewer, *more, binomials(), first, counts, tally)
    tally[1] = len(fewer[1]) * _pairs_for_each(fewer, more, stub) - tally[2] - tally[3]
    return tally


def _pairs_for_each(fewer: _Side, more: _Side, stub: int) -> int:
    """Draws of one player that share no card with a given draw of the other."""
    return int(binomials()[more[0].shape[1], stub - fewer[0].shape[1]])


def _enumerate(draw: FirstDraw) -> NDArray[np.int64]:
    """Any number of players, outcome by outcome."""
    sets, classes = [], []
    for player in range(len(draw.kept)):
        places, low = _draws(draw, player)
        sets.append((np.uint64(1) << places.astype(np.uint64)).sum(axis=1, dtype=np.uint64))
        classes.append(low)
    first = np.cumsum([0] + [len(low) for low in classes]).astype(np.int64)
    tally = np.zeros(2 ** len(draw.kept), np.int64)
    _exact.enumerate_deals(np.concatenate(sets), np.concatenate(classes), first, tally)
    return tally


def _draws(draw: FirstDraw, player: int) -> _Side:
    """All draws of a player from the whole stub.

    Returns:
        Places in the stub of the cards drawn, shape (draws, cards), and low classes of the
        hands that they complete, shape (draws,).
    """
    kept, count, stub = draw.kept[player], draw.drawn[player], np.array(draw.stub, np.uint8)
    places = all_combinations(count)[: binomials()[count, len(stub)]]
    hands = np.empty((len(places), 5), np.uint8)
    hands[:, : len(kept)] = kept
    hands[:, len(kept) :] = stub[places]
    return places, low_class(hands)
