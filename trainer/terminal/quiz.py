"""`tripledraw quiz`: decisions as they come up in play, graded at once."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from solver.cli.app import app, console, example
from solver.game.history import action_name
from trainer.dealing import Dealer
from trainer.grading import Grade, Thresholds, grade
from trainer.ratings import meanings
from trainer.score import Score
from trainer.spots import Answer, Spot
from trainer.terminal.reading import UnclearAnswerError, read_answer
from trainer.terminal.table import score_lines, spot_picture, summary, verdict
from trainer.workspace import Workspace

MODE = "quiz"

_QUIT = ("q", "quit", "exit")
_HELP = ("?", "h", "help")


@app.command(epilog=example("tripledraw quiz", "tripledraw quiz --spots 20 --seed 1"))
def quiz(
    solution: Annotated[
        Path | None,
        typer.Option(help="Directory or name of a solution; the newest one by default."),
    ] = None,
    spots: Annotated[
        int | None, typer.Option(min=1, help="How many decisions; until you quit by default.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed asks the same questions.")
    ] = None,
    data_dir: Annotated[
        Path | None,
        typer.Option(help="Where the score is kept; the user's data directory by default."),
    ] = None,
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
        game = workspace.solution.configuration.game
        console.print(
            f"At most {game.cap} bets a round (the big blind counts before the draw), draws of up "
            f"to {', '.join(str(limit) for limit in game.draws)} cards"
            + (
                ", never more than at your last draw; a pat hand may break one card."
                if game.draw_rule == "narrowing"
                else "."
            )
        )
        Quiz(workspace, Dealer(workspace.solution, seed), console).run(spots)


class Quiz:
    """A session at the terminal.

    Args:
        workspace: what answers are graded against, and where they are written down.
        dealer: where spots come from.
        screen: where to print.
    """

    def __init__(self, workspace: Workspace, dealer: Dealer, screen: Console):
        self.workspace = workspace
        self.dealer = dealer
        self.screen = screen
        self.score = Score()
        self._ascii = screen.options.ascii_only
        self._session = workspace.session(MODE)

    def run(self, spots: int | None) -> None:
        """Ask until `spots` are answered, or the player leaves (also by Ctrl-C or Ctrl-D)."""
        try:
            while spots is None or self.score.decisions < spots:
                of = "" if spots is None else f" of {spots}"
                self.screen.rule(f"Spot {self.score.decisions + 1}{of}", style="dim")
                if not self._ask(self.dealer.spot()):
                    break
        except (KeyboardInterrupt, EOFError):
            self.screen.print()
        self.screen.rule("Session", style="dim")
        self.screen.print(summary(self.score))

    def _ask(self, spot: Spot) -> bool:
        """One spot: show, ask, grade, write down; False if the player leaves."""
        work = self.workspace
        advice = work.solution.advise(spot.hand, spot.state)
        self.screen.print(spot_picture(spot, self._ascii))
        begun = time.monotonic()
        answer = self._answer(spot)
        if answer is None:
            return False
        milliseconds = round(1000 * (time.monotonic() - begun))
        graded = grade(advice, answer, work.settings.thresholds)
        work.history.record(self._session, work.identity, spot, graded, milliseconds)
        self.score = self.score.with_grade(graded)
        self.screen.print()
        self.screen.print(verdict(advice, graded, self._ascii))
        self.screen.print(score_lines(self.score, work.history.score()))
        return self._go_on(graded)

    def _answer(self, spot: Spot) -> Answer | None:
        """Ask until there is an answer; None to leave."""
        while True:
            typed = self._read(f"{_question(spot)} > ")
            if typed in _QUIT:
                return None
            if typed in _HELP:
                self.screen.print(_help(spot, self.workspace.settings.thresholds))
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
