"""Simulated equities: random deals, played from the first draw to the showdown."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.cards import all_combinations, low_class
from solver.cards.combinations import binomials
from solver.equity import _deals
from solver.equity.matchup import FirstDraw, masks_of
from solver.equity.policies import DrawPolicy, StandPat
from solver.equity.result import Equity

BATCH = 1 << 15
"""Deals between two estimates: a few hundredths of a second."""


class Dealer:
    """Deals a matchup again and again; the same seed gives the same deals.

    Args:
        draw: where the deals begin.
        seed: of the random numbers.
    """

    def __init__(self, draw: FirstDraw, seed: int) -> None:
        self._kept, self._kept_count = _padded(draw.kept)
        self._thrown, self._thrown_count = _padded(draw.discarded)
        self._stub = np.array(draw.stub, np.uint8)
        self._dead = np.array(draw.dead, np.uint8)
        self._policy, self._keeps = _tables(draw.policies, draw.draws_left)
        words = np.random.SeedSequence(seed).generate_state(4, np.uint64)
        self._state = words.astype(np.uint64)

    def deal(self, deals: int) -> NDArray[np.uint8]:
        """Final hands, shape (deals, players, 5), each ascending."""
        hands = np.empty((deals, len(self._kept), 5), np.uint8)
        _deals.play(
            self._kept,
            self._kept_count,
            self._thrown,
            self._thrown_count,
            self._stub,
            self._dead,
            self._policy,
            self._keeps,
            binomials(),
            self._state,
            hands,
        )
        return hands


def simulate(
    draw: FirstDraw, trials: int, standard_error: float | None, seed: int
) -> Iterator[Equity]:
    """Estimates that become better and better; the last one is the result.

    Args:
        draw: where the deals begin.
        trials: deals at most.
        standard_error: stop as soon as no player's is above this.
        seed: of the random numbers.
    """
    dealer = Dealer(draw, seed)
    players = len(draw.kept)
    tally = np.zeros(2**players, np.int64)
    left = trials
    while left > 0:
        hands = dealer.deal(min(left, BATCH))
        left -= len(hands)
        classes = low_class(hands)
        best = classes.min(axis=1)
        winners = (classes == best[:, None]) @ (1 << np.arange(players))
        tally += np.bincount(winners, minlength=len(tally))
        estimate = Equity.of_tally(tally, exact=False)
        yield estimate
        errors = estimate.standard_error
        if standard_error is not None and errors is not None and max(errors) <= standard_error:
            return


def _padded(cards: tuple[tuple[int, ...], ...]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    out = np.zeros((len(cards), 5), np.uint8)
    for row, of_player in zip(out, cards, strict=True):
        row[: len(of_player)] = of_player
    return out, np.array([len(of_player) for of_player in cards], np.int32)


def _tables(
    policies: tuple[DrawPolicy, ...], draws_left: int
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Masks of the policies for all hands at the draws after the first, each table once.

    Returns:
        Row of the table by later draw and player, -1 for standing pat, shape (draws, players);
        the tables, shape (tables, 2,598,960).
    """
    hands = all_combinations(5)
    later = range(draws_left - 1, 0, -1)
    rows = np.full((len(later), len(policies)), -1, np.int32)
    tables: list[NDArray[np.uint8]] = []
    for place, left in enumerate(later):
        known: list[tuple[DrawPolicy, int]] = []
        for player, policy in enumerate(policies):
            if isinstance(policy, StandPat):
                continue
            row = next((row for other, row in known if other == policy), None)
            if row is None:
                row = len(tables)
                tables.append(masks_of(policy, hands, left))
                known.append((policy, row))
            rows[place, player] = row
    return rows, np.stack(tables) if tables else np.empty((0, len(hands)), np.uint8)
