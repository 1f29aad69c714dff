"""How often situations come up: as in play, counted once, nothing solved for it."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import solver
from solver.solution import PackedSolution, pack
from trainer import Dealer, DrillDealer, find_drill
from trainer.records.frequencies import FOLDER, count_situations, situation_frequencies
from trainer.spots.situations import Situation


@pytest.fixture(scope="module")
def packed(small_solution: solver.Solution) -> PackedSolution:
    """A packed solution that stores about half of what play comes to."""
    return pack(small_solution, subgame_bytes=200_000)


def test_frequencies_are_those_of_play(small_solution: solver.Solution):
    frequencies = count_situations(small_solution)
    dealer = Dealer(small_solution, 3)
    hands, met = 400, Counter[Situation]()
    for _ in range(hands):
        deal = dealer.deal()
        while not deal.over:
            met[Situation.of(small_solution, deal.spot)] += 1
            deal = deal.play(dealer.choose(deal))
    assert sum(frequencies.values()) == pytest.approx(met.total() / hands / 2, rel=0.05)
    # The button opens once in two hands.
    openings = [s for s in frequencies if s.key.startswith("0/bet/button/nothing/")]
    assert sum(frequencies[situation] for situation in openings) == pytest.approx(0.5)
    for situation, count in met.most_common(30):
        expected = frequencies[situation] * 2 * hands
        assert abs(count - expected) < 5 * np.sqrt(expected)


def test_they_are_counted_once(
    small_solution: solver.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    told: list[float] = []
    first = situation_frequencies(
        small_solution, tmp_path, lambda done, steps: told.append(done / steps)
    )
    assert told == sorted(told)
    assert told[0] == 0
    assert len(told) > 5

    def count(*_: object) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr("trainer.records.frequencies.count_situations", count)
    second = situation_frequencies(small_solution, tmp_path)
    assert second == pytest.approx(first, abs=1e-6)


@pytest.mark.parametrize("text", ["", "[]", '{"no/situation": 1}', "\x00", '{"x": null}'])
def test_a_damaged_file_is_written_again(
    small_solution: solver.Solution,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
):
    counted = {Situation.parse("0/bet/button/nothing/not yet/two-card draw"): 0.25}
    monkeypatch.setattr("trainer.records.frequencies.count_situations", lambda *_: counted)
    situation_frequencies(small_solution, tmp_path)
    [file] = (tmp_path / FOLDER).iterdir()
    whole = file.read_text()
    file.write_text(text)
    assert situation_frequencies(small_solution, tmp_path) == counted
    assert file.read_text() == whole


def test_where_nothing_can_be_written_they_are_counted(
    small_solution: solver.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("trainer.records.frequencies.count_situations", lambda *_: {})
    (tmp_path / FOLDER).write_text("in the way")
    assert situation_frequencies(small_solution, tmp_path) == {}


def test_a_packed_solution_need_not_solve_anything(
    small_solution: solver.Solution, packed: PackedSolution, monkeypatch: pytest.MonkeyPatch
):
    assert 0.2 < packed.stored_share < 0.98

    def solve(*_: object, **__: object) -> None:
        raise AssertionError("a subgame was solved")

    monkeypatch.setattr("solver.subgames.resolving.solve_safely", solve)
    mine, whole = count_situations(packed), count_situations(small_solution)
    # Hands that are stored stand for those that are not.
    assert sum(mine.values()) == pytest.approx(sum(whole.values()), rel=0.03)
    for drill in ("thin value on the end", "break or pat", "three-bets"):
        dealer = DrillDealer(packed, find_drill(drill), 1)
        assert dealer.spot().state.actions
