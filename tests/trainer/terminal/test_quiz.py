"""The quiz from end to end: piped answers, wrong input, leaving, what is kept."""

import os
import re
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import solver
from solver.cards import format_cards
from solver.cli.app import run
from solver.solution import Advice
from trainer import Answer, Dealer, Practice, PracticeLog, Rating, Spot, grade
from trainer.cli import main
from trainer.records.database import FILE
from trainer.terminal.quiz import Quiz, app

SEED = 4


def quiz(solution: Path, data: Path, typed: str, *options: str) -> Result:
    arguments = ["quiz", "--solution", str(solution), "--data-dir", str(data), "--seed", str(SEED)]
    return CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(
        app, [*arguments, *options], input=typed
    )


def spots(solution: solver.Solution, count: int) -> list[tuple[Spot, Advice]]:
    dealer = Dealer(solution, SEED)
    dealt = [dealer.spot() for _ in range(count)]
    return [(spot, solution.advise(spot.hand, spot.state)) for spot in dealt]


def typed(answer: Answer) -> str:
    if answer.code.isdigit():
        return format_cards(answer.discards) or "p"
    return answer.code


def best(advice: Advice) -> Answer:
    return Answer(advice.best.code, advice.best.discards(advice.hand))


def worst(spot: Spot, advice: Advice) -> Answer:
    action = min(advice.actions, key=lambda action: action.ev)
    return Answer(action.code, action.discards(spot.hand))


def test_best_answers_lose_nothing(
    small_solution: solver.Solution, solution_directory: Path, tmp_path: Path
):
    asked = spots(small_solution, 8)
    answers = "".join(typed(best(advice)) + "\n" for _, advice in asked)
    result = quiz(solution_directory, tmp_path, answers, "--spots", "8")
    assert result.exit_code == 0, result.output
    assert result.output.count("Best: nothing lost") == 8
    assert "8 of 8 right (100%), 0.000 small bets lost a decision" in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    with PracticeLog(tmp_path) as history:
        kept = history.decisions()
    assert [(d.history, d.hands) for d in kept] == [spot.to_text() for spot, _ in asked]
    assert all(d.rating == Rating.BEST and d.milliseconds >= 0 for d in kept)


def test_feedback_has_all_figures(
    small_solution: solver.Solution, solution_directory: Path, tmp_path: Path
):
    asked = spots(small_solution, 6)
    given = [worst(spot, advice) for spot, advice in asked]
    result = quiz(solution_directory, tmp_path, "\n".join(map(typed, given)) + "\n", "--spots", "6")
    assert result.exit_code == 0, result.output
    for (_, advice), answer in zip(asked, given, strict=True):
        graded = grade(advice, answer)
        lost = f"{graded.ev_lost:.3f} small bets lost"
        assert f"{graded.rating.value.capitalize()}: {lost}" in result.output
        for action in advice.actions:
            line = rf"{action.name} .*{action.frequency:.1%} .*{abs(action.ev):.3f}"
            assert re.search(line, result.output), (line, result.output)
    assert result.output.count("your answer") == 6


def test_the_score_goes_on(
    solution_directory: Path, small_solution: solver.Solution, tmp_path: Path
):
    ((_, advice),) = spots(small_solution, 1)
    line = typed(best(advice)) + "\n"
    quiz(solution_directory, tmp_path, line, "--spots", "1")
    result = quiz(solution_directory, tmp_path, line, "--spots", "1")
    assert re.search(r"session +1 of 1 right", result.output)
    assert re.search(r"all time +2 of 2 right", result.output)


def test_wrong_input_is_asked_again(
    small_solution: solver.Solution, solution_directory: Path, tmp_path: Path
):
    ((_, advice),) = spots(small_solution, 1)
    answers = f"zz\n[bold]\n?\nh\n{typed(best(advice))}\n"
    result = quiz(solution_directory, tmp_path, answers, "--spots", "1")
    assert result.exit_code == 0, result.output
    assert "'zz' is" in result.output
    assert "[bold]" in result.output
    assert result.output.count("Blunder: 0.25") == 2
    with PracticeLog(tmp_path) as history:
        assert history.score().decisions == 1


@pytest.mark.parametrize("leave", ["q\n", "QUIT\n", "", "\x04"])
def test_leaving_loses_nothing(
    small_solution: solver.Solution, solution_directory: Path, tmp_path: Path, leave: str
):
    ((_, advice),) = spots(small_solution, 1)
    result = quiz(solution_directory, tmp_path, f"{typed(best(advice))}\n{leave}")
    assert result.exit_code == 0, result.output
    assert "1 spot\n" in re.sub(" +\n", "\n", result.output)
    with PracticeLog(tmp_path) as history:
        assert history.score().ratings == {Rating.BEST: 1}


def test_leaving_at_once(solution_directory: Path, tmp_path: Path):
    result = quiz(solution_directory, tmp_path, "q\n")
    assert result.exit_code == 0
    assert "No spots answered." in result.output


@contextmanager
def running(solution: Path, data: Path, stdin: int) -> Iterator[subprocess.Popen[str]]:
    # Shells start what runs in the background with the signal ignored, and children inherit that.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from trainer.cli import main; main()"
    )
    arguments = ["quiz", "--solution", str(solution), "--data-dir", str(data), "--seed", str(SEED)]
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=os.environ | {"NO_COLOR": "1", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
    ) as process:
        watchdog = threading.Timer(60, process.kill)
        watchdog.start()
        yield process
        watchdog.cancel()
        process.kill()


def read_until(process: subprocess.Popen[str], text: str) -> str:
    assert process.stdout is not None
    seen = ""
    while not seen.endswith(text):
        character = process.stdout.read(1)
        assert character, seen
        seen += character
    return seen


@pytest.mark.skipif(os.name == "nt", reason="signals are sent the POSIX way")
def test_ctrl_c_ends_with_the_summary(
    small_solution: solver.Solution, solution_directory: Path, tmp_path: Path
):
    ((_, advice),) = spots(small_solution, 1)
    with running(solution_directory, tmp_path, subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        read_until(process, " > ")
        process.stdin.write(typed(best(advice)) + "\n")
        process.stdin.flush()
        read_until(process, " > ")
        # A signal between the prompt and the wait for a line is noticed only with the next one. As
        # soon as anything is printed it was noticed, and one more would hit a program that ends.
        noticed: list[object] = []
        while not noticed:
            process.send_signal(signal.SIGINT)
            noticed, _, _ = select.select([process.stdout], [], [], 1)
        rest = process.stdout.read()
        assert process.wait() == 0
    assert "1 spot" in rest
    assert "Traceback" not in rest
    with PracticeLog(tmp_path) as history:
        assert history.score().decisions == 1


def test_one_more_ctrl_c_does_not_lose_the_summary(
    small_solution: solver.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Console, "rule", lambda *_, **__: signal.raise_signal(signal.SIGINT))
    with PracticeLog(tmp_path) as history, StringIO() as output:
        practice = Practice(small_solution, history, "quiz")
        Quiz(practice, Impatient(), Console(file=output)).run(None)
        assert "No spots answered." in output.getvalue()


class Impatient:
    """Spots for a player who presses Ctrl-C before the first of them."""

    def spot(self) -> Spot | None:
        raise KeyboardInterrupt


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")
def test_a_miss_waits_at_a_terminal(
    small_solution: solver.Solution, solution_directory: Path, tmp_path: Path
):
    ((spot, advice),) = spots(small_solution, 1)
    assert not grade(advice, worst(spot, advice)).rating.hit
    ours, theirs = os.openpty()
    with running(solution_directory, tmp_path, theirs) as process:
        os.close(theirs)
        os.write(ours, f"{typed(worst(spot, advice))}\n".encode())
        seen = read_until(process, "Enter goes on, q quits > ")
        assert "Spot 1" in seen
        assert "Spot 2" not in seen
        os.write(ours, b"\n")
        read_until(process, "Spot 2")
        os.write(ours, b"q\n")
        assert process.stdout is not None
        assert "1 spot" in process.stdout.read()
        assert process.wait(20) == 0
    os.close(ours)


def test_without_colour_or_unicode(solution_directory: Path, tmp_path: Path):
    code = "from trainer.cli import main; main()"
    arguments = ["quiz", "--solution", str(solution_directory), "--data-dir", str(tmp_path)]
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments, "--seed", str(SEED), "--spots", "1"],
        input="zz\n",
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"COLUMNS": "80", "PYTHONIOENCODING": "ascii"},
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.isascii()
    assert "+----+" in result.stdout


def test_a_damaged_history_is_reported(solution_directory: Path, tmp_path: Path):
    (tmp_path / FILE).write_bytes(b"no database" * 500)
    result = quiz(solution_directory, tmp_path, "q\n")
    assert result.exit_code == 0
    assert "The history was damaged" in result.output
    assert len(list(tmp_path.glob("history-damaged-*.sqlite3"))) == 1


@pytest.mark.parametrize("name", ["big blind defence", "Break or pat"])
def test_a_drill_asks_its_own_spots(solution_directory: Path, tmp_path: Path, name: str):
    result = quiz(solution_directory, tmp_path, "p\nf\n" * 20, "--spots", "3", "--drill", name)
    assert result.exit_code == 0, result.output
    with PracticeLog(tmp_path) as history:
        kept = history.decisions()
    wanted = "0/bet/big blind/bet/" if name == "big blind defence" else "/draw/"
    assert all(wanted in (decision.situation or "") for decision in kept)


def test_what_was_missed_comes_back(solution_directory: Path, tmp_path: Path):
    result = quiz(solution_directory, tmp_path, "q\n", "--drill", "due")
    assert "Nothing more is due now." in result.output
    quiz(solution_directory, tmp_path, "f\n", "--spots", "1", "--drill", "button opening")
    with PracticeLog(tmp_path) as history:
        history.database.write("UPDATE schedule SET due = 0")
        [asked] = history.decisions()
    result = quiz(solution_directory, tmp_path, "q\n", "--drill", "due")
    assert "Nothing more" not in result.output
    assert asked.situation is not None
    assert asked.situation.startswith("0/bet/button/nothing")
    assert re.search("you are +the button", result.output)


def test_rolls(solution_directory: Path, tmp_path: Path):
    options = ("--drill", "button opening", "--spots", "5", "--roll")
    result = quiz(solution_directory, tmp_path, "r\nr\nf\nf\nc\n", *options)
    assert result.exit_code == 0, result.output
    assert len(re.findall(r"Roll: \d+ of 0 to 99", result.output)) == 5
    with PracticeLog(tmp_path) as history:
        kept = history.decisions()
    followed = [decision.asked == decision.answer.code for decision in kept]
    assert result.output.count("as you did") == sum(followed)
    assert result.output.count("you did not") == 5 - sum(followed)


def failure(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    monkeypatch.setattr(sys, "argv", ["tripledraw", "quiz", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    return capsys.readouterr().err


def test_no_such_drill(
    solution_directory: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    options = ["--solution", str(solution_directory), "--data-dir", str(tmp_path)]
    error = failure([*options, "--drill", "bluffs"], monkeypatch, capsys)
    assert "three-bets" in error


def test_without_a_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    error = failure([], monkeypatch, capsys)
    assert "tripledraw solve" in error
    assert not (tmp_path / FILE).exists()


def test_a_history_that_cannot_be_kept(
    solution_directory: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    (tmp_path / "file").write_text("")
    options = ["--solution", str(solution_directory), "--data-dir", str(tmp_path / "file")]
    assert "--data-dir" in failure(options, monkeypatch, capsys)


def test_the_newest_solution_is_used(
    small_solution: solver.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    small_solution.save(tmp_path / "solutions" / "mine")
    result = CliRunner().invoke(app, ["quiz"], input="q\n")
    assert result.exit_code == 0, result.output
    assert "Solution mine" in result.output
    assert (tmp_path / FILE).exists()


def test_the_command_is_the_whole_one():
    assert main is run
    names = {command.name or command.callback.__name__ for command in app.registered_commands}
    assert {"quiz", "rank"} <= names
