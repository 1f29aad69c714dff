"""Whole hands against a solution, on the rules engine with real chips.

What a hand wins is luck for the most part. What is not luck is what the decisions lost: a player
who loses nothing wins, on average, what a best response does from his seat. So

    result = expected from the seat - lost by decisions + luck

and the mean of luck is zero, inside the abstraction. A part of it is the luck of the cards drawn
by both (`solver.evaluation.luck`), whose mean is zero whoever plays.
"""

from dataclasses import dataclass

import numpy as np

from solver import Solution
from solver.bridge import ACTIONS, LETTERS, table_setup
from solver.errors import HistoryError
from solver.evaluation import DrawLuck, SolutionPlayer
from solver.game import PublicState
from solver.table import Action, Deck, Kind, Phase, Rules, discard, start
from trainer.grading.grades import DEFAULT, Thresholds
from trainer.hands.hand_grading import Judge, Judged
from trainer.hands.replays import Step
from trainer.spots.spot import Answer

SMALL_BET = 2
"""In chips, so that the small blind is one of them."""

STACK = 1_000
"""Chips of both players: nobody can be all-in."""


@dataclass(frozen=True)
class HandResult:
    """What a whole hand came to, in small bets.

    Attributes:
        won: what the player won; negative if he lost.
        expected: what a player who makes no mistake wins on average from the seat.
        ev_lost: what his decisions lost.
        card_luck: luck of the cards that both drew, for the player.
        decisions: how many decisions were graded.
    """

    won: float
    expected: float
    ev_lost: float
    card_luck: float
    decisions: int

    @property
    def luck(self) -> float:
        """All that was neither the seat nor the decisions."""
        return self.won - self.expected + self.ev_lost

    @property
    def parts(self) -> dict[str, float]:
        """What the result is made of, by name; the parts add up to it."""
        return {
            "seat": self.expected,
            "decisions": -self.ev_lost,
            "luck of the draws": self.card_luck,
            "other luck": self.luck - self.card_luck,
        }


class WholeHand:
    """A hand between a player and the solution. The computer moves by itself.

    Args:
        solution: the opponent, and the judge.
        seat: of the player: 0 in the big blind, 1 on the button.
        deck: the cards.
        random: for the choices of the computer.
        thresholds: where ratings begin.

    Attributes:
        table: the table now.
        seat: of the player.
        steps: everything done so far, for a replay.
        judged: the player's decisions, graded.

    Raises:
        ConfigurationError: the game of the solution does not have the bets of triple draw.
    """

    def __init__(
        self,
        solution: Solution,
        seat: int,
        deck: Deck,
        random: np.random.Generator,
        thresholds: Thresholds = DEFAULT,
    ):
        setup = table_setup(solution.tree.game, SMALL_BET, STACK)
        self.solution = solution
        self.seat = seat
        self.steps: tuple[Step, ...] = ()
        self.judged: tuple[Judged, ...] = ()
        self.table = start(setup, deck, Rules(cap=solution.tree.game.cap))
        self._random = random
        self._computer = SolutionPlayer(solution, "solution")
        self._judge = Judge(solution, setup, seat, thresholds)
        self._luck = DrawLuck(solution.abstraction)
        self._card_luck = 0.0
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.table.phase is Phase.OVER

    @property
    def public_state(self) -> PublicState | None:
        """The hand as the solution sees it."""
        return self._judge.view.state

    @property
    def letters(self) -> tuple[str, ...]:
        """Bets open to the player, as letters; none at a draw or after the end."""
        if self.over or self.table.phase is Phase.DRAWING:
            return ()
        return tuple(LETTERS[action.kind] for action in self.table.legal_actions())

    @property
    def hand(self) -> tuple[int, ...]:
        """The player's cards, highest first; none after a fold."""
        return tuple(sorted(self.table.hands[self.seat], reverse=True))

    def act(self, answer: Answer) -> Judged:
        """The player acts, then the computer until it is the player's turn again.

        By the rules of the table any number of cards may be drawn. A draw that the solution does
        not know is not graded, and read as the nearest that it knows.

        Args:
            answer: a bet, or the cards to discard.

        Returns:
            The decision, graded.

        Raises:
            HistoryError: the hand is over.
            RulesError: the action is not allowed; the hand stays as it was.
        """
        if self.over:
            raise HistoryError("the hand is over; nobody is to act")
        judged = self._apply(action_of(answer))
        assert judged is not None
        self.judged = (*self.judged, judged)
        self._go_on()
        return judged

    def result(self) -> HandResult:
        """What the hand came to.

        Raises:
            HistoryError: it is not over.
        """
        if not self.over:
            raise HistoryError("the hand is not over; it has no result yet")
        won = (self.table.stacks[self.seat] - self.table.setup.stacks[self.seat]) / SMALL_BET
        grades = [judged.grade for judged in self.judged if judged.grade is not None]
        return HandResult(
            won,
            self.solution.trace[-1].best_responses[self.seat],
            sum(grade.ev_lost for grade in grades),
            self._card_luck / SMALL_BET,
            len(grades),
        )

    def _go_on(self) -> None:
        while self.table.actor == 1 - self.seat:
            state = self.public_state
            # Stacks are deep and the cap is that of the solution: nothing leads out of its tree.
            assert state is not None
            hand = tuple(sorted(self.table.hands[1 - self.seat], reverse=True))
            if state.drawing:
                thrown = self._computer.discard(hand, state, self._random)
                self._apply(discard(thrown))
            else:
                letter = self._computer.act(hand, state, self._random)
                self._apply(ACTIONS[letter])

    def _apply(self, action: Action) -> Judged | None:
        before = self.table
        assert before.actor is not None
        step = Step(len(self.steps), before, before.actor, action, before.apply(action))
        self._card_luck += self._luck_of(step)
        judged = self._judge.take(step)
        self.steps = (*self.steps, step)
        self.table = step.after
        return judged

    def _luck_of(self, step: Step) -> float:
        """Luck of a draw for the player, in chips."""
        if step.action.kind is not Kind.DISCARD or not step.action.cards:
            return 0.0
        kept = tuple(card for card in step.hand if card not in step.action.cards)
        left = len(self.solution.tree.draws) - step.before.round
        gained = self._luck.of_draw(step.before, kept, left)
        return gained if step.seat == self.seat else -gained


def action_of(answer: Answer) -> Action:
    """An answer as an action at the table."""
    return ACTIONS.get(answer.code) or discard(answer.discards)


def shuffled(random: np.random.Generator) -> Deck:
    """A new deck."""
    return Deck.shuffled(int(random.integers(2**62)))
