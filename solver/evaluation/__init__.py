"""How good a strategy is: best responses, in its own buckets or finer ones, and matches."""

from solver.evaluation.baselines import BASELINES, AlwaysCall, RuleBook, baseline
from solver.evaluation.batch_play import BatchPlay, Decisions
from solver.evaluation.best_responses import BestResponses
from solver.evaluation.deals import DealScore, exploit_on_deals, play_over_deals
from solver.evaluation.every_hand import EveryHandCheck, every_hand
from solver.evaluation.exploitability import ExploitabilityCheck, finer_buckets, own_buckets
from solver.evaluation.exploiter import (
    Exploiter,
    ExploiterSettings,
    measure_exploiter,
)
from solver.evaluation.exploiter_player import LastRoundExploiter
from solver.evaluation.exploiter_score import ExploiterScore, Situation
from solver.evaluation.last_round import Sight
from solver.evaluation.lifting import LiftedStrategy
from solver.evaluation.local import LocalBestResponse
from solver.evaluation.luck import DrawLuck
from solver.evaluation.match import MatchResult, play_match
from solver.evaluation.players import Player, SolutionPlayer
from solver.evaluation.score import Estimate, Score

__all__ = [
    "BASELINES",
    "AlwaysCall",
    "BatchPlay",
    "BestResponses",
    "DealScore",
    "Decisions",
    "DrawLuck",
    "Estimate",
    "EveryHandCheck",
    "ExploitabilityCheck",
    "Exploiter",
    "ExploiterScore",
    "ExploiterSettings",
    "LastRoundExploiter",
    "LiftedStrategy",
    "LocalBestResponse",
    "MatchResult",
    "Player",
    "RuleBook",
    "Score",
    "Sight",
    "Situation",
    "SolutionPlayer",
    "baseline",
    "every_hand",
    "exploit_on_deals",
    "finer_buckets",
    "measure_exploiter",
    "own_buckets",
    "play_match",
    "play_over_deals",
]
