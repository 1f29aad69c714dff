"""`tripledraw quiz`: decisions as they come up in play, graded at once."""

import sys
import time
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.markup import escape

from solver.cli.app import app, console, example
from solver.game import action_name
from solver.solving import Interrupt
from trainer.drills.practice import Practice
from trainer.drills.sources import SpotSource, spot_source
from trainer.grading.grades import Grade, Thresholds
from trainer.grading.ratings import meanings
from trainer.grading.rolls import ROLLS, roll
from trainer.options import DataDirectoryOption, SolutionOption
from trainer.spots.spot import Answer, Spot
from trainer.spots.words import rules
from trainer.terminal.answers import UnclearAnswerError, read_answer
from trainer.terminal.table import score_lines, spot_picture, summary, verdict
from trainer.workspace import Workspace

_QUIT = ("q", "quit", "exit")
_HELP = ("?", "h", "help")


@app.command(
    epilog=example(
        "tripledraw quiz",
        "tripledraw quiz --spots 20 --seed 1",
        'tripledraw quiz --drill "break or pat"',
        "tripledraw quiz --drill due",
    )
)
def quiz(
    solution: SolutionOption = None,
    spots: Annotated[
        int | None, typer.Option(min=1, help="How many decisions; until you quit by default.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed asks the same questions.")
    ] = None,
    drill: Annotated[
        str | None,
        typer.Option(
            help="Name of a drill, ready-made or saved, or 'due' for what spaced repetition brings "
            "back; a wrong name lists them all."
        ),
    ] = None,
    rolls: Annotated[
        bool, typer.Option("--roll", help="Roll 0 to 99 for every spot, to practise mixing.")
    ] = False,
    data_dir: DataDirectoryOption = None,
) -> None:
    """Drill decisions against a solution; the score is kept.

    Spots come up as often as in play between two players who follow the solution. Bets are typed
    as letters, draws as the cards to discard; `?` tells more.
    """
    with Workspace(solution, data_dir) as workspace:
        for notice in workspace.notices:
            console.print(f"[yellow]{escape(notice)}[/yellow]")
        console.print(
            f"Solution [bold]{escape(workspace.name)}[/bold], {workspace.strength}. "
            "Type [bold]?[/bold] for help, [bold]q[/bold] to quit.",
        )
        console.print(rules(workspace.solution.configuration.game))
        practice = workspace.practice("quiz")
        random = np.random.default_rng(seed) if rolls else None
        Quiz(practice, spot_source(practice, drill, seed), console, random).run(spots)


class Quiz:
    """A session at the terminal.

    Args:
        practice: grades answers and writes them down.
        source: where spots come from.
        screen: where to print.
        random: rolls for players who practise mixing; None for no rolls.
    """

    def __init__(
        self,
        practice: Practice,
        source: SpotSource,
        screen: Console,
        random: np.random.Generator | None = None,
    ):
        self.practice = practice
        self.source = source
        self.screen = screen
        self._random = random
        self._ascii = screen.options.ascii_only

    def run(self, spots: int | None) -> None:
        """Ask until `spots` are answered, or the player leaves (also by Ctrl-C or Ctrl-D)."""
        try:
            while spots is None or self.practice.score.decisions < spots:
                of = "" if spots is None else f" of {spots}"
                spot = self.source.spot()
                if spot is None:
                    self.screen.print("Nothing more is due now.")
                    break
                self.screen.rule(f"Spot {self.practice.score.decisions + 1}{of}", style="dim")
                if not self._ask(spot):
                    break
        except (KeyboardInterrupt, EOFError):
            self.screen.print()
        with Interrupt():  # Who presses Ctrl-C once more still sees how it went.
            self.screen.rule("Session", style="dim")
            self.screen.print(summary(self.practice.score))

    def _ask(self, spot: Spot) -> bool:
        """One spot: show, ask, grade, write down; False if the player leaves."""
        rolled = None if self._random is None else roll(self._random)
        self.screen.print(spot_picture(spot, self._ascii))
        if rolled is not None:
            self.screen.print(f"Roll: [bold]{rolled}[/bold] of 0 to {ROLLS - 1}")
        begun = time.monotonic()
        answer = self._answer(spot)
        if answer is None:
            return False
        milliseconds = round(1000 * (time.monotonic() - begun))
        judged = self.practice.answer(spot, answer, milliseconds, roll=rolled)
        self.screen.print()
        self.screen.print(verdict(judged.advice, judged.grade, spot.thrown, self._ascii))
        if judged.asked is not None:
            done = "as you did" if judged.followed else "you did not"
            self.screen.print(f"The roll asked to {action_name(judged.asked)}: {done}.")
        self.screen.print(score_lines(self.practice.score, self.practice.log.score()))
        return self._go_on(judged.grade)

    def _answer(self, spot: Spot) -> Answer | None:
        """Ask until there is an answer; None to leave."""
        while True:
            typed = self._read(f"{_question(spot)} > ")
            if typed in _QUIT:
                return None
            if typed in _HELP:
                self.screen.print(_help(spot, self.practice.thresholds))
                continue
            try:
                return read_answer(typed, spot)
            except UnclearAnswerError as error:
                self.screen.print(f"{error}.", style="yellow", markup=False)

    def _go_on(self, graded: Grade) -> bool:
        """Wait after a miss, so that it can be read before the next clock starts."""
        if graded.rating.hit or not sys.stdin.isatty():
            return True
        return self._read("Enter goes on, q quits > ") not in _QUIT

    def _read(self, prompt: str) -> str:
        typed = input(prompt).strip().lower()
        if not sys.stdin.isatty():
            # Nobody has typed the line's end.
            self.screen.print()
        return typed


def _question(spot: Spot) -> str:
    state = spot.state
    if state.drawing:
        return f"Discard up to {len(state.actions) - 1}, p stands pat"
    return ", ".join(f"{action} {action_name(action)}" for action in state.actions)


def _help(spot: Spot, thresholds: Thresholds) -> str:
    grades = (f"{rating.capitalize()}: {text}." for rating, text in meanings(thresholds).items())
    how = (
        "Discard: cards (Kc 9d), ranks (K9), or places from the left (12; #2 where 2 could also "
        "be the deuce). p or 0 stands pat."
        if spot.state.drawing
        else "Bets: f fold, k check, c call, b bet, r raise, or the word."
    )
    return (
        f"{how} q quits; every answer is kept.\n"
        "EV is what an action wins from here on, in small bets; a fold is worth 0.\n"
        + " ".join(grades)
    )
