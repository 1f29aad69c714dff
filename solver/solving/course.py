"""Which iterations a solve is made of, and when it is done."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.cfr import Minimiser
from solver.cfr.averages import average_strategy
from solver.cfr.kernels import padded
from solver.cfr.sequence_learning import SequenceLearning
from solver.cfr.short_floats import Kept
from solver.configuration import Learning
from solver.sequences import Cuts, Deals, DrawPaths, hand_tables


class Course:
    """The iterations of a solve: on separate decks and then, for a shared deck, on deals of one.

    Deals follow from their numbers, so that a solve that is resumed goes on with the same ones.

    Args:
        minimiser: learns on separate decks; given up when one deck begins, to make room.
        abstraction: what is seen of the cards.
        learning: how many iterations of which kind.

    Attributes:
        separate: how many iterations were on separate decks, None while all are.
    """

    def __init__(self, minimiser: Minimiser, abstraction: Abstraction, learning: Learning):
        self.separate: int | None = None
        self._minimiser = minimiser
        self._abstraction = abstraction
        self._learning = learning
        self._one_deck: SequenceLearning | None = None

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return (self.separate or self._minimiser.iteration) + self.deals

    @property
    def deals(self) -> int:
        """Iterations on one deck."""
        return 0 if self._one_deck is None else self._one_deck.iteration

    @property
    def total(self) -> int:
        """Iterations in all, if no target is reached before."""
        separate = self._learning.iterations if self.separate is None else self.separate
        return separate + (self._learning.deals if self._learning.deck == "shared" else 0)

    @property
    def at_an_end(self) -> bool:
        """Whether all iterations of the present kind are done."""
        end = self._learning.iterations if self.separate is None else self.total
        return self.iteration >= end

    def iterate(self) -> None:
        """Do one iteration of the present kind."""
        (self._one_deck or self._minimiser).iterate()

    def advance(self, on_target: bool = False) -> bool:
        """Go over to one deck if it is time for that.

        Args:
            on_target: whether separate decks need no further iterations.

        Returns:
            Whether all is done.
        """
        if self.separate is not None:
            return self.at_an_end
        if not (self.at_an_end or on_target):
            return False
        if self._learning.deck == "separate":
            return True
        self.begin_one_deck()
        return False

    def begin_one_deck(self) -> None:
        """Learn on deals of one deck from now on, with what separate decks have taught."""
        self.make_room(self._minimiser.iteration).begin_with(self._minimiser)

    def go_to(self, iteration: int) -> None:
        """Have so many iterations done, `separate` of them on separate decks."""
        if self._one_deck is None:
            self._minimiser.iteration = iteration
        else:
            assert self.separate is not None
            self._one_deck.iteration = iteration - self.separate

    def make_room(self, separate: int) -> SequenceLearning:
        """Have room for what one deck teaches, and nothing in it yet.

        Args:
            separate: iterations that were on separate decks.
        """
        self.separate = separate
        tree, learning = self._minimiser.tree, self._learning
        paths = DrawPaths.of(tree)
        tables = hand_tables(self._abstraction).split(paths, learning.blockers)
        self._one_deck = SequenceLearning(
            tree,
            tables.widths[::-1],
            [padded(size) for size in tables.sizes[::-1]],
            Deals(tables, paths, learning.sequences, Cuts()).buckets,
            threads=self._minimiser.threads,
            bits=learning.bits,
        )
        return self._one_deck

    def rows(self) -> Iterator[tuple[str, Kept]]:
        """All that is learned, by name."""
        learned = self._one_deck or self._minimiser
        kinds = {"regrets": learned.regrets, "totals": learned.totals}
        if self._one_deck is not None:
            kinds["baselines"] = self._one_deck.baseline_rows()
        elif self._minimiser.predicted is not None:
            kinds["predicted"] = self._minimiser.predicted
        for name, levels in kinds.items():
            for number, rows in enumerate(levels):
                yield f"{name}_{number}", rows

    def strategy(self) -> list[NDArray[np.float16]]:
        """The average strategy; regrets and sums are given up, level by level, to make room."""
        learned = self._one_deck or self._minimiser
        return average_strategy(learned.tree, learned.totals, learned.regrets, give_up=True)
