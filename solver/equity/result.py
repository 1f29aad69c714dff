"""What an equity calculation finds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Equity:
    """Shares of the pot, one entry a player, from 0 to 1.

    Attributes:
        equity: mean share of the pot; a pot tied by k players counts 1/k for each of them.
        win: how often the player alone has the best hand.
        tie: how often the player shares the best hand.
        standard_error: of each entry of `equity`, at least 1 / `outcomes`; None if exact.
        exact: whether all outcomes were counted; otherwise deals were drawn at random.
        outcomes: outcomes counted or deals simulated.
    """

    equity: tuple[float, ...]
    win: tuple[float, ...]
    tie: tuple[float, ...]
    standard_error: tuple[float, ...] | None
    exact: bool
    outcomes: int

    @classmethod
    def of_tally(cls, tally: NDArray[np.int64], exact: bool) -> "Equity":
        """From the number of outcomes by set of winners.

        Args:
            tally: shape (2 ** players,); bit p of the place says that player p is a winner.
            exact: whether these are all outcomes, equally likely.
        """
        players = len(tally).bit_length() - 1
        outcomes = int(tally.sum())
        sets = np.arange(len(tally))
        winners = (sets[:, None] >> np.arange(players)) & 1
        share = winners / np.maximum(winners.sum(axis=1), 1)[:, None]
        mean = tally @ share / outcomes
        win = tally @ (share == 1) / outcomes
        tie = tally @ ((share > 0) & (share < 1)) / outcomes
        error = None
        if not exact:
            variance = tally @ (share - mean) ** 2 / outcomes
            # What never happened in n deals may still happen about once in n.
            deviation = np.sqrt(variance / max(outcomes - 1, 1))
            error = tuple(np.maximum(deviation, 1 / outcomes).tolist())
        return cls(
            tuple(mean.tolist()), tuple(win.tolist()), tuple(tie.tolist()), error, exact, outcomes
        )
