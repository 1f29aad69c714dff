"""Which iterations a solve is made of, and when it is done."""

from solver.abstraction import Abstraction
from solver.cfr import Minimiser
from solver.cfr.cut_learning import CutLearning, continued_rule
from solver.configuration import Learning
from solver.cuts import Cuts, SharedDeck


class Course:
    """The iterations of a solve: on separate decks and then, for a shared deck, on cuts.

    Cuts follow from their numbers, so that a solve that is resumed goes on with the same ones.

    Args:
        minimiser: is updated.
        abstraction: what it sees of the cards.
        learning: how many iterations of which kind.

    Attributes:
        separate: how many iterations were on separate decks, None while all are.
    """

    def __init__(self, minimiser: Minimiser, abstraction: Abstraction, learning: Learning):
        self.separate: int | None = None
        self._minimiser = minimiser
        self._abstraction = abstraction
        self._learning = learning
        self._cuts: CutLearning | None = None

    @property
    def total(self) -> int:
        """Iterations in all, if no target is reached before."""
        separate = self._learning.iterations if self.separate is None else self.separate
        return separate + (self._learning.cuts if self._learning.deck == "shared" else 0)

    @property
    def at_an_end(self) -> bool:
        """Whether all iterations of the present kind are done."""
        end = self._learning.iterations if self.separate is None else self.total
        return self._minimiser.iteration >= end

    def iterate(self) -> None:
        """Do one iteration of the present kind."""
        if self._cuts is None:
            self._minimiser.iterate()
        else:
            self._cuts.iterate()

    def advance(self, on_target: bool = False) -> bool:
        """Go over to cuts if it is time for that.

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
        self.go_on_with_cuts(self._minimiser.iteration)
        return False

    def go_on_with_cuts(self, separate: int) -> None:
        """Learn on cuts from now on.

        Args:
            separate: iterations that were on separate decks.
        """
        self.separate = separate
        game = self._minimiser.tree.game
        self._cuts = CutLearning(
            self._minimiser,
            SharedDeck(self._abstraction, game, Cuts()),
            continued_rule(separate),
            done=self._minimiser.iteration - separate,
        )
