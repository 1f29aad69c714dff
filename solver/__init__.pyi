"""Types of the public interface; `__init__.py` imports the same when it is asked for."""

from solver import abstraction as abstraction
from solver import cards as cards
from solver import equity as equity
from solver import evaluation as evaluation
from solver import game as game
from solver import plots as plots
from solver import solution as solution
from solver import subgames as subgames
from solver import table as table
from solver.abstraction import Abstraction as Abstraction
from solver.abstraction import AbstractionConfig as AbstractionConfig
from solver.abstraction import build_abstraction as build_abstraction
from solver.cards import format_hand as format_hand
from solver.cards import parse_hand as parse_hand
from solver.configuration import Configuration as Configuration
from solver.configuration import Learning as Learning
from solver.configuration import preset_names as preset_names
from solver.configuration import read_configuration as read_configuration
from solver.errors import CardError as CardError
from solver.errors import ConfigurationError as ConfigurationError
from solver.errors import HistoryError as HistoryError
from solver.errors import MemoryNeedError as MemoryNeedError
from solver.errors import RulesError as RulesError
from solver.errors import SolutionError as SolutionError
from solver.errors import TripleDrawError as TripleDrawError
from solver.game import Game as Game
from solver.game import PublicState as PublicState
from solver.game import heads_up as heads_up
from solver.game import public_tree as public_tree
from solver.game import read_history as read_history
from solver.solution import ActionAdvice as ActionAdvice
from solver.solution import Advice as Advice
from solver.solution import Solution as Solution
from solver.solution import Subgame as Subgame
from solver.solution import Summary as Summary
from solver.solution import load as load
from solver.solving import SolveProgress as SolveProgress
from solver.solving import solve as solve
from solver.subgames import NodeLock as NodeLock
from solver.subgames import read_lock as read_lock

__all__ = [
    "Abstraction",
    "AbstractionConfig",
    "ActionAdvice",
    "Advice",
    "CardError",
    "Configuration",
    "ConfigurationError",
    "Game",
    "HistoryError",
    "Learning",
    "MemoryNeedError",
    "NodeLock",
    "PublicState",
    "RulesError",
    "Solution",
    "SolutionError",
    "SolveProgress",
    "Subgame",
    "Summary",
    "TripleDrawError",
    "__version__",
    "abstraction",
    "build_abstraction",
    "cards",
    "equity",
    "evaluation",
    "format_hand",
    "game",
    "heads_up",
    "load",
    "parse_hand",
    "plots",
    "preset_names",
    "public_tree",
    "read_configuration",
    "read_history",
    "read_lock",
    "solution",
    "solve",
    "subgames",
    "table",
]

__version__: str
