"""Solves for several seats: the same numbers however they come about, and what is refused."""

import signal
import threading

import numpy as np
import pytest
from naive_seats import mini_game
from typer.testing import CliRunner

from solver.abstraction import build_abstraction
from solver.cli import app
from solver.errors import ConfigurationError, MemoryNeedError, SolutionError, TripleDrawError
from solver.multiway import solving
from solver.multiway.advice import advise
from solver.multiway.configuration import MultiwayConfiguration, is_multiway, read_multiway
from solver.multiway.learner import Learner, Sampling
from solver.multiway.opening import opening_ranges
from solver.multiway.solution import open_multiway, verify_multiway
from solver.multiway.solving import solve_multiway
from solver.solution import open_solution
from solver.solution.directories import stored_solutions

SMALL = {
    "game": {"seats": 3, "cap": 2, "draws": [2, 1, 1]},
    "abstraction": {"final": 8, "earlier": [32, 16, 16]},
    "learning": {"traversals": 6_000},
    "sampling": {"batch": 500},
}


@pytest.fixture(scope="module")
def configuration():
    return MultiwayConfiguration.from_table(SMALL, "test")


@pytest.fixture(scope="module")
def abstraction(configuration):
    return build_abstraction(configuration.abstraction)


@pytest.fixture(scope="module")
def solution(configuration, abstraction):
    return solve_multiway(configuration, abstraction, threads=1)


def test_threads_and_seeds():
    _, cards, layout = mini_game()
    found = []
    for threads, seed in ((1, 0), (3, 0), (1, 1)):
        learner = Learner(layout, cards, Sampling(hands=2, batch=100), threads, seed)
        for _ in range(30):
            learner.learn()
        found.append((learner.regrets, learner.sums, learner.values))
    for one, three, other in zip(*found, strict=True):
        assert one.tobytes() == three.tobytes()
        assert one.tobytes() != other.tobytes()


def test_interrupted_and_resumed(configuration, abstraction, solution, tmp_path):
    """Ctrl-C in the middle and --resume come to the same file as one go."""
    place = tmp_path / "three"

    def press(state):
        if state.traversals == 2_500:
            signal.raise_signal(signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    half = solve_multiway(configuration, abstraction, threads=1, directory=place, progress=press)
    assert not half.finished and half.traversals == 2_500
    assert not place.exists()
    with pytest.raises(ConfigurationError, match="--resume"):
        solve_multiway(configuration, abstraction, directory=place)
    whole = solve_multiway(configuration, abstraction, directory=place, resume=True, threads=2)
    assert whole.finished
    np.testing.assert_array_equal(whole.codes, solution.codes)
    assert whole.won == solution.won
    assert not (tmp_path / "three.checkpoint").exists()
    again = open_multiway(place)
    np.testing.assert_array_equal(again.codes, solution.codes)
    assert again.configuration == configuration
    assert verify_multiway(place) > 10


def test_a_checkpoint_of_other_settings(configuration, abstraction, tmp_path):
    place = tmp_path / "three"
    short = configuration.changed(500)
    solve_multiway(short, abstraction, directory=place, keep_checkpoint=True)
    other = configuration.changed(None, seed=5)
    with pytest.raises(ConfigurationError, match="other settings"):
        solve_multiway(other, abstraction, directory=place, resume=True)
    with pytest.raises(SolutionError, match="no multiway checkpoint"):
        solve_multiway(short, abstraction, directory=tmp_path / "none", resume=True)


def test_strategies_are_frequencies(solution):
    for history in ("", "BTN raise", "SB call", "BTN raise, BB call / BB 1", "BTN r, SB c, BB c"):
        state = solution.state(history)
        shares = solution.strategy_at(state)
        assert shares.shape == (solution.layout.buckets[state.round], len(state.actions))
        np.testing.assert_allclose(shares.sum(axis=1), 1)


def test_good_hands_are_opened_more_often(solution):
    """Even after a few seconds a made eight is raised and four big cards are not."""
    ranges = opening_ranges(solution, "low cards")
    assert [one.position for one in ranges] == ["BTN", "SB"]
    button = {group.name: group.by_action["r"] for group in ranges[0].groups}
    assert button["5 low cards"] > button["0 low cards"]
    for one in ranges:
        assert sum(group.share for group in one.groups) == pytest.approx(1)
        assert sum(one.whole.by_action.values()) == pytest.approx(1)


def test_advice(solution):
    advice = advise(solution, "2c3d4h7sKc", "BTN raise, BB call / BB 1")
    assert advice.state.position == "BTN"
    assert sum(one.frequency for one in advice.actions) == pytest.approx(1)
    assert [one.name for one in advice.actions] == ["stand pat", "draw 1", "draw 2"]
    kept = advice.to_json()["actions"][1]["keep"]
    assert sorted(kept[i : i + 2] for i in range(0, 8, 2)) == ["2c", "3d", "4h", "7s"]


def test_heads_up_commands_pass_over_it(solution, tmp_path, monkeypatch):
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    place = tmp_path / "solutions" / "three"
    solution.save(place)
    assert stored_solutions() == []
    with pytest.raises(SolutionError, match="multiway solution"):
        open_solution(place)


def test_what_does_not_fit_is_refused(configuration, abstraction, monkeypatch):
    monkeypatch.setattr(solving, "memory_of", lambda configuration: 10**15)
    with pytest.raises(MemoryNeedError, match="GB of memory"):
        solve_multiway(configuration, abstraction)


def test_memory_is_counted_before(configuration):
    assert 0.3e9 < solving.memory_of(configuration) < 1e9
    assert solving.memory_of(read_multiway("six-handed")) < 8e9


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"game": {"seats": 1}}, "1 seats asked for"),
        ({"game": {"seats": 9}}, "9 seats asked for"),
        ({"game": {"seats": 6, "draws": [5, 5, 5]}}, "more cards than the deck has"),
        ({"game": {"seats": 3, "draws": [2, 1]}}, "three draws|need 3 draws"),
        ({"game": {"seats": 3}, "sampling": {"hands": 100}}, "sampling.hands"),
        ({"game": {"seats": 3}, "colour": 1}, "colour"),
        ({"game": {"seats": 3}, "memory": {"pots_of_two": [[5, 3]]}}, "ascend"),
        ({"game": {"seats": 3}, "abstraction": {"draws": [1, 1, 1]}}, "leave it out"),
    ],
)
def test_settings_that_cannot_be(table, message):
    with pytest.raises(TripleDrawError, match=message):
        MultiwayConfiguration.from_table(table, "test")


def test_presets():
    for name, seats in (("six-handed", 6), ("three-handed", 3)):
        assert is_multiway(name)
        assert read_multiway(name).game.seats == seats
    assert not is_multiway("quick")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "1"], "1 seats asked for"),
        (["--seats", "9"], "9 seats asked for"),
        (["--seats", "4"], "no preset for 4 seats"),
        (["--solution", "three", "--seats", "6"], "is a strategy for 3 seats; 6 asked for"),
        (["--solution", "three", "--history", "UTG raise"], "a table of 3 has BTN, SB, BB"),
        (["--solution", "three", "--discards", "Kc"], "--discards is for heads-up"),
    ],
)
def test_bad_input_of_commands(arguments, message, solution, tmp_path, monkeypatch):
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    solution.save(tmp_path / "solutions" / "three")
    result = CliRunner().invoke(app, ["advise", "--hand", "2c3d4h7sKc", *arguments])
    assert isinstance(result.exception, TripleDrawError)
    assert message in str(result.exception)


def test_commands(solution, tmp_path, monkeypatch):
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    solution.save(tmp_path / "solutions" / "three")
    runner = CliRunner()
    shown = runner.invoke(app, ["show", "--solution", "three", "--verify"])
    assert shown.exit_code == 0 and "BTN" in shown.stdout and "as they were written" in shown.stdout
    shown = runner.invoke(app, ["show", "--solution", "three", "--history", "BTN raise"])
    assert shown.exit_code == 0 and "SB to act" in shown.stdout
    told = runner.invoke(
        app,
        ["advise", "--solution", "three", "--seats", "3", "--hand", "2c3d4h7sKc", "--history", ""],
    )
    assert told.exit_code == 0 and "raise" in told.stdout
    refused = runner.invoke(app, ["solve", "three-handed", "--target", "3"])
    assert "--target is for heads-up" in str(refused.exception)
