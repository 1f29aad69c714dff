"""Many hands at once between two players who follow a solution, and spots out of them.

`trainer.spots.dealing.Dealer` plays one hand and is easy to follow; this plays thousands in the
time of a hundred of those. Both deal from one shuffled deck.
"""

from solver.evaluation import BatchPlay, Decisions
from solver.game import PublicTree
from trainer.spots.situations import Features, public_features
from trainer.spots.spot import Spot


class SelfPlay(BatchPlay):
    """A batch of hands whose decisions can be asked as spots."""

    def spot(self, decisions: Decisions, place: int) -> Spot:
        """One of the decisions with the cards as they were dealt."""
        return Spot(*self.cards(decisions, place))


def features_of_decisions(tree: PublicTree, decisions: Decisions) -> Features:
    """What both players see."""
    return public_features(tree, decisions.level, decisions.instance, decisions.decision)
