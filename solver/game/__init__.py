"""Games that can be solved: descriptions, public trees, private chains, public histories."""

from solver.game.betting import BettingTree, betting_tree
from solver.game.chains import PrivateChain, private_chain
from solver.game.description import BIG_BLIND, BUTTON, SEAT_NAMES, Game, heads_up
from solver.game.tree import (
    DrawLevel,
    PublicTree,
    RoundLevel,
    level_slots,
    public_tree,
    require_countable,
)

__all__ = [
    "BIG_BLIND",
    "BUTTON",
    "SEAT_NAMES",
    "BettingTree",
    "DrawLevel",
    "Game",
    "PrivateChain",
    "PublicTree",
    "RoundLevel",
    "betting_tree",
    "heads_up",
    "level_slots",
    "private_chain",
    "public_tree",
    "require_countable",
]
