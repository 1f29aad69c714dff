"""What all screens of a running trainer share: a solution, the practice log, the settings."""

from pathlib import Path
from threading import Lock
from typing import Any, Self

from solver import Solution
from solver.errors import SolutionError
from solver.solution import data_directory, find_solution, open_solution
from trainer.drills.practice import Practice
from trainer.hands.review import Review
from trainer.records.practice_log import PracticeLog, solution_identity
from trainer.records.settings import read_settings, write_settings
from trainer.spots.words import sentence


class Workspace:
    """Opened once, used by every page, every browser tab and several threads.

    Use as a context manager.

    Args:
        solution: directory or name of a solution; that of the settings, or the newest, if None.
        directory: where the log and the settings lie; the user's data directory by default.

    Attributes:
        directory: the data directory.
        log: what has been practised.
        settings: the player's choices.
        solution: what answers are graded against.
        name: its name.
        identity: how the log knows it.
        reviewed: the hand histories that were reviewed last in this run; None before.
        notices: what the player should be told of files that were kept aside or are missing.

    Raises:
        SolutionError: there is no solution, or it is damaged.
        PracticeLogError: the log cannot be used.
        ConfigurationError: the settings cannot be read.
    """

    def __init__(
        self, solution: str | Path | None = None, directory: str | Path | None = None
    ) -> None:
        self.directory = data_directory() if directory is None else Path(directory)
        self.notices: list[str] = []
        self.reviewed: Review | None = None
        self.settings, damaged = read_settings(self.directory)
        if damaged is not None:
            self.notices.append(
                f"The settings made no sense. They are kept as {damaged}; the default ones hold."
            )
        self._open(self._found(solution))
        self.log = PracticeLog(self.directory)
        if self.log.damaged is not None:
            self.notices.append(
                f"The history was damaged. It is kept as {self.log.damaged}, and a new one begins."
            )
        self._practices: dict[str, Practice] = {}
        self._mutex = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the log."""
        self.log.close()

    @property
    def strength(self) -> str:
        """How strong the solution is, with the unit."""
        return f"exploitability {self.solution.exploitability:.1f} mbb/g inside its abstraction"

    def practice(self, mode: str) -> Practice:
        """This run's practice in a mode such as ``drill``, begun when first wanted.

        It goes by the thresholds of the settings, also after a change. After a change of the
        solution a new one begins; whoever has the old one goes on with the old solution.
        """
        with self._mutex:
            if mode not in self._practices:
                self._practices[mode] = Practice(
                    self.solution, self.log, mode, self.settings.thresholds
                )
            return self._practices[mode]

    def change(self, **choices: Any) -> None:
        """Make choices and store them; another solution is opened.

        Raises:
            ConfigurationError: a value that makes no sense, or settings that cannot be written.
            SolutionError: the solution cannot be opened.
        """
        with self._mutex:
            settings = self.settings.changed(**choices)
            if settings.solution != self.settings.solution:
                self._open(find_solution(settings.solution))
                self._practices.clear()
                self.reviewed = None
            write_settings(settings, self.directory)
            self.settings = settings
            for practice in self._practices.values():
                practice.thresholds = settings.thresholds

    def _found(self, wanted: str | Path | None) -> Path:
        """The solution asked for; that of the settings; or the newest, and a word why."""
        if wanted is not None or self.settings.solution is None:
            return find_solution(wanted)
        try:
            return find_solution(self.settings.solution)
        except SolutionError as error:
            newest = find_solution()
            self.notices.append(f"{sentence(str(error))}. The newest, {newest.name}, is used.")
            return newest

    def _open(self, directory: Path) -> None:
        self.solution: Solution = open_solution(directory)
        self.name = directory.name
        self.identity = solution_identity(self.solution)
