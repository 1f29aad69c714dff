"""Games that can be solved: descriptions, public trees, private chains, public histories."""

from solver.game.betting import BET, CALL, CHECK, FOLD, RAISE, BettingTree, betting_tree
from solver.game.chains import PrivateChain, private_chain
from solver.game.description import BIG_BLIND, BUTTON, SEAT_NAMES, Game, heads_up
from solver.game.public_state import (
    ACTION_NAMES,
    PublicState,
    action_name,
    read_history,
    start,
    state_at,
)
from solver.game.tree import (
    DrawLevel,
    PublicTree,
    RoundLevel,
    level_slots,
    public_tree,
    require_countable,
)

__all__ = [
    "ACTION_NAMES",
    "BET",
    "BIG_BLIND",
    "BUTTON",
    "CALL",
    "CHECK",
    "FOLD",
    "RAISE",
    "SEAT_NAMES",
    "BettingTree",
    "DrawLevel",
    "Game",
    "PrivateChain",
    "PublicState",
    "PublicTree",
    "RoundLevel",
    "action_name",
    "betting_tree",
    "heads_up",
    "level_slots",
    "private_chain",
    "public_tree",
    "read_history",
    "require_countable",
    "start",
    "state_at",
]
