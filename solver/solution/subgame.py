"""What can follow a public state, solved by itself and read like a solution."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.cards import HANDS, parse_hand
from solver.cfr import Exploitability
from solver.errors import ConfigurationError, HistoryError
from solver.game import SEAT_NAMES, PrivateChain
from solver.game.public_state import PublicState, read_on
from solver.game.subtree import subtree
from solver.solution.advisor import Advice, advise
from solver.solution.readable import Readable
from solver.solution.values import Evaluator
from solver.subgames import (
    HandRange,
    HandRanges,
    NodeLock,
    SolvedSubgame,
    chains_from,
    hand_ranges,
    named_range,
    solve_subgame,
    without_cards,
)
from solver.subgames import by_hand as in_low_classes
from solver.subgames.chains import Draws
from solver.subgames.ranges import in_buckets

GivenRange = HandRange | Mapping[str, float] | None
"""A range over all hands, groups of hands with weights, or that of the solution."""


@dataclass(frozen=True, eq=False, repr=False)
class Subgame(Readable):
    """The rest of a hand from a public state on.

    Values are what a seat wins from here on, as everywhere: chips already in the pot belong to
    nobody.

    Attributes:
        abstraction: buckets in which hands are seen.
        hands: ranges of both seats at the start, hand by hand.
        begin: the state in the whole tree.
        draws: what draws do to the buckets of both seats.
        solved: strategies.
        locked_at: public histories at which frequencies were fixed.

    >>> solution = solver.load("heads-up")
    >>> subgame = solution.subgame("rc 21 bc 11 kk 11", by_hand=True)
    >>> subgame.advise("7c5d4h3s2c").best.name
    'bet'
    >>> big_blind, button = subgame.values
    >>> round(big_blind + button, 3), subgame.root.pot
    (6.0, 6.0)
    """

    abstraction: Abstraction
    hands: HandRanges
    begin: PublicState
    draws: tuple[Draws, Draws]
    solved: SolvedSubgame
    locked_at: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return (
            f"Subgame({self.begin.history!r}, {self.solved.iterations} iterations in "
            f"{self.solved.seconds:.3f} s)"
        )

    @property
    def root(self) -> PublicState:
        """The first state, in a tree of its own."""
        return self.solved.root

    @cached_property
    def evaluator(self) -> Evaluator:
        """Ranges and values at any state of the subgame."""
        return Evaluator(self.root.tree, self.solved.chains, self.solved.strategy)

    def state(self, history: str = "") -> PublicState:
        """Public state after a history from the deal on; the start of the subgame if left out.

        Raises:
            HistoryError: it cannot happen, or does not lead through the start.
        """
        text, before = " ".join(history.lower().split()), self.root.history
        if not text:
            return self.root
        if not text.startswith(before):
            raise HistoryError(f"{history!r} does not lead on from {before!r}")
        return read_on(self.root, text.removeprefix(before))

    @cached_property
    def exploitability(self) -> Exploitability:
        """Best responses to the strategies, and their value, over the whole ranges.

        Unlike all other values these count what is in the pot already: they sum to zero.
        """
        rows = [np.asarray(level, np.float32) for level in self.solved.strategy]
        walk = self.evaluator.walk
        best = [walk.value(seat, rows, True, 1) for seat in (0, 1)]
        value = walk.value(0, rows, False, 1)
        return Exploitability((best[0], best[1]), (value, -value))

    @property
    def values(self) -> tuple[float, float]:
        """What each seat wins from here on, in small bets."""
        big_blind, button = self.exploitability.value
        return big_blind + self.root.contributed[0], button + self.root.contributed[1]

    def advise_with_cards(
        self,
        hand: str | Sequence[int],
        history: str | PublicState = "",
        dead: Sequence[int] = (),
    ) -> Advice:
        """As `advise`, the opponent's range at the start without the cards that a player knows of.

        Strategies stay what they are: the opponent does not know these cards. The answer is what
        actions win against his strategy when he holds none of them; what he has thrown away before
        and what either draws later is not looked into.

        Args:
            hand: five cards, as text or numbers.
            history: the public history, as text or state.
            dead: further cards that he cannot hold, such as own discards.

        Raises:
            CardError: not five different cards, or a dead card among them.
            HistoryError: the history cannot happen, or nobody is to act.
            ConfigurationError: the opponent's range holds no other cards.
        """
        state = self._state(history)
        cards = parse_hand(hand) if isinstance(hand, str) else tuple(hand)
        reach = list(self.hands.reach)
        other = 1 - state.seat
        reach[other] = without_cards(reach[other], (*cards, *dead))
        chains = _chains(self.abstraction, self.begin, self.draws, reach)
        evaluator = Evaluator(self.root.tree, chains, self.solved.strategy)
        return advise(self.abstraction, evaluator, cards, state, state.history in self.locked_at)


def solve_from(
    solution: Readable,
    state: PublicState,
    *,
    buckets: Abstraction | None = None,
    by_hand: bool = False,
    ranges: tuple[GivenRange, GivenRange] = (None, None),
    locks: Sequence[NodeLock] = (),
    iterations: int | None = None,
    threads: int = 1,
) -> Subgame:
    """Solve the rest of a hand; see `Solution.subgame`."""
    hands = _hands(solution, state, ranges)
    abstraction = _resolution(solution.abstraction, state, buckets, by_hand, hands)
    number = state.round
    left = range(len(state.tree.draws) - number, 0, -1)
    matrices: Draws = tuple(tuple(abstraction.transitions[n]) for n in left)
    draws = (matrices, matrices)
    root = subtree(state)
    own = abstraction is solution.abstraction and all(given is None for given in ranges)
    chains = (
        chains_from(state, draws, solution.evaluator.ranges(state).reach)
        if own
        else _chains(abstraction, state, draws, hands.reach)
    )
    start = Subgame(abstraction, hands, state, draws, SolvedSubgame(root, chains, [], 0, 0.0))
    fixed = [lock.at(abstraction, start.state(lock.history)) for lock in locks]
    solved = solve_subgame(root, chains, iterations=iterations, locks=fixed, threads=threads)
    locked_at = frozenset(lock.state.history for lock in fixed)
    return Subgame(abstraction, hands, state, draws, solved, locked_at)


def _resolution(
    own: Abstraction,
    state: PublicState,
    buckets: Abstraction | None,
    by_hand: bool,
    hands: HandRanges,
) -> Abstraction:
    if buckets is not None and by_hand:
        raise ConfigurationError("finer buckets and hand by hand asked for; choose one of them")
    if by_hand:
        if state.draws_left:
            raise ConfigurationError(
                f"hand by hand after {state.history!r} asked for, with {state.draws_left} draws "
                "left; it is there for the last betting round, use finer buckets before"
            )
        return in_low_classes(own, hands.reach)
    return own if buckets is None else buckets


def _hands(
    solution: Readable, state: PublicState, given: tuple[GivenRange, GivenRange]
) -> HandRanges:
    """Ranges hand by hand: those given, and those of the solution for the rest."""
    if any(range_ is None for range_ in given):
        known = hand_ranges(solution.abstraction, solution.evaluator.strategy_at, state)
    else:
        known = HandRanges((np.empty(0), np.empty(0)), frozenset())
    reach = list(known.reach)
    for seat, range_ in enumerate(given):
        if isinstance(range_, Mapping):
            reach[seat] = named_range(solution.abstraction, state.draws_left_of(seat), range_)
        elif range_ is not None:
            reach[seat] = _checked(range_, seat)
    guessed = {seat for seat in known.guessed if given[seat] is None}
    return HandRanges((reach[0], reach[1]), frozenset(guessed))


def _checked(weights: NDArray[np.float64], seat: int) -> HandRange:
    if weights.shape != (HANDS,):
        raise ConfigurationError(
            f"the range of the {SEAT_NAMES[seat]} has shape {weights.shape}; expected a weight "
            f"for each of the {HANDS} hands"
        )
    return np.asarray(weights, np.float64)


def _chains(
    abstraction: Abstraction,
    state: PublicState,
    draws: Sequence[Draws],
    reach: Sequence[HandRange],
) -> tuple[PrivateChain, PrivateChain]:
    shares = [
        in_buckets(abstraction, state.draws_left_of(seat), hands)
        for seat, hands in enumerate(reach)
    ]
    return chains_from(state, draws, shares)
