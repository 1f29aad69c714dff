"""The reference policy as a way to draw in equity calculations."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction, checked_draws_left
from solver.cards import HANDS
from solver.equity import keeps_of_hands


@dataclass(frozen=True, eq=False)
class ReferencePolicy:
    """Draw as the reference player whom an abstraction was fitted to; a `DrawPolicy`.

    Attributes:
        abstraction: whose reference policy is followed.
    """

    abstraction: Abstraction

    def keep(self, hands: NDArray[np.uint8], draws_left: int) -> NDArray[np.uint8]:
        """Cards kept of each hand; see `solver.equity.DrawPolicy`.

        Raises:
            ConfigurationError: not 1 to 3 draws left.
        """
        left = checked_draws_left(draws_left, 1)
        counts = self.abstraction.policy[left]
        keeps = self.abstraction.keeps[left][counts, np.arange(HANDS)]
        return keeps_of_hands(hands, keeps)

    def __str__(self) -> str:
        return "reference policy"
