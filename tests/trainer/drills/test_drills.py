"""Drills: every spot passes its filter, rare ones are found, all equally likely."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

import solver
from solver.errors import ConfigurationError
from trainer import Dealer, PracticeLog, Spot
from trainer.drills.drill import Drill, DrillDealer, DrillError, SpotFilter, difficulty, one_each
from trainer.drills.packs import PACKS, SavedDrills, find_drill
from trainer.spots.situations import Situation, features_of, hand_class

UNLIKELY = 1e-4


def passes(one: SpotFilter, solution: solver.Solution, spot: Spot) -> bool:
    """The filter in plain words, for one spot."""
    state = spot.state
    seen = features_of(state)
    held = hand_class(solution.abstraction, spot.hand, state.draws_left)
    pat = "pat" in one.hands and held.startswith("pat")
    facing = ("nothing", "bet", "raise")[seen.facing[0]]
    drew = [(state.draws[seat] or (-1,))[-1] for seat in (spot.seat, 1 - spot.seat)]
    return (
        (not one.streets or state.round in one.streets)
        and (one.kind is None or (one.kind == "draw") == state.drawing)
        and (one.seat is None or one.seat == ("big blind", "button")[spot.seat])
        and (not one.facing or (facing in one.facing and not state.drawing))
        and (not one.bets or (seen.bets[0] in one.bets and not state.drawing))
        and (not one.own_drew or drew[0] in one.own_drew)
        and (not one.opponent_drew or drew[1] in one.opponent_drew)
        and (not one.hands or held in one.hands or pat)
        and one.least_pot <= state.pot <= (one.most_pot or state.pot)
    )


@pytest.mark.parametrize("name", PACKS)
@pytest.mark.parametrize("weighting", ["play", "difficulty"])
def test_spots_of_packs_pass(small_solution: solver.Solution, name: str, weighting: str):
    drill = PACKS[name].model_copy(update={"weighting": weighting})
    dealer = DrillDealer(small_solution, drill, 1)
    spots = [dealer.spot() for _ in range(20)]
    for spot in spots:
        assert len(spot.state.actions) > 1
        assert not drill.filters or any(passes(one, small_solution, spot) for one in drill.filters)
    assert len({spot.to_text() for spot in spots}) == 20


@pytest.mark.parametrize(
    "one",
    [
        SpotFilter(kind="draw", seat="big blind", least_pot=6),
        SpotFilter(streets=(1, 2), facing=("bet",), most_pot=8, hands=("pat",)),
        SpotFilter(own_drew=(0,), opponent_drew=(1, 2), streets=(2,)),
        SpotFilter(bets=(2,), facing=("raise",)),
    ],
)
def test_filters_agree_with_plain_words(small_solution: solver.Solution, one: SpotFilter):
    """As often among all decisions as the filter finds them, and no others."""
    drill = Drill(name="x", filters=(one,))
    dealer = DrillDealer(small_solution, drill, 3)
    assert all(passes(one, small_solution, dealer.spot()) for _ in range(40))


def test_spots_as_often_as_in_play(small_solution: solver.Solution):
    drill = Drill(name="draws", filters=(SpotFilter(kind="draw"),))
    ours = DrillDealer(small_solution, drill, 4)
    found = Counter(ours.spot().state.level for _ in range(1000))
    dealer = Dealer(small_solution, 5)
    single = [dealer.spot().state for _ in range(2500)]
    expected = Counter(state.level for state in single if state.drawing)
    levels = sorted(expected)
    shares = np.array([expected[level] for level in levels]) / expected.total()
    counts = [found[level] for level in levels]
    # The shares are estimates themselves, of about as many draws: half the weight.
    assert chisquare(np.array(counts) / 2, shares * sum(counts) / 2).pvalue > UNLIKELY


def test_each_entry_is_equally_likely():
    games = np.array([0, 0, 0, 1, 2, 2])
    random = np.random.default_rng(0)
    taken = [one_each(games, random) for _ in range(6000)]
    counts = np.bincount(np.concatenate(taken), minlength=6)
    assert chisquare(counts).pvalue > UNLIKELY
    assert all(len(set(games[list(chosen)])) == len(chosen) for chosen in taken)
    assert np.mean([0 in games[chosen] for chosen in taken]) == 1


def test_a_seed_decides(small_solution: solver.Solution):
    drill = PACKS["big blind defence"]
    first, again, other = (DrillDealer(small_solution, drill, seed) for seed in (1, 1, 2))
    spots = [first.spot() for _ in range(5)]
    assert [again.spot() for _ in range(5)] == spots
    assert [other.spot() for _ in range(5)] != spots


def test_difficult_spots_cost_more(small_solution: solver.Solution):
    def mean(weighting: str) -> float:
        drill = PACKS["button opening"].model_copy(update={"weighting": weighting})
        dealer = DrillDealer(small_solution, drill, 1)
        spots = [dealer.spot() for _ in range(40)]
        return float(np.mean([difficulty(small_solution.advise(s.hand, s.state)) for s in spots]))

    assert mean("difficulty") > 1.3 * mean("play")


def test_difficulty_is_closeness_and_cost(bet_advice):
    def of(*evs: float) -> float:
        return difficulty(bet_advice("rc 21", *((1 / 2, ev) for ev in evs)))

    assert of(0, 0) == 0
    # Two actions a tenth of a small bet apart: the worse is taken 1 / (1 + e) of the time.
    assert of(0, 0.1) == pytest.approx(0.1 / (1 + np.e))
    assert of(0, 0.1) > of(0, 0.01)
    assert of(0, 0.1) > of(0, 3)


def test_no_such_spot_says_so(one_bet_solution: solver.Solution):
    raises = Drill(name="raises", filters=(SpotFilter(facing=("raise",), kind="bet"),))
    with pytest.raises(DrillError, match=r"brought up no spot of the drill 'raises'"):
        DrillDealer(one_bet_solution, raises, 1, hands=10_000).spot()
    nothing = Drill(name="none", filters=(SpotFilter(kind="draw", facing=("bet",)),))
    with pytest.raises(DrillError, match="0 hands"):
        DrillDealer(one_bet_solution, nothing, 1).spot()


def test_situations_become_fresh_spots(small_solution: solver.Solution):
    dealer = Dealer(small_solution, 2)
    for _ in range(15):
        situation = Situation.of(small_solution, dealer.spot())
        fresh = DrillDealer(small_solution, Drill.of_situation(situation), 3).spot()
        assert Situation.of(small_solution, fresh) == situation


def test_drills_are_saved_by_name(tmp_path: Path):
    mine = Drill(name="Mine", filters=(SpotFilter(hands=("pat",), least_pot=4),))
    with PracticeLog(tmp_path) as history:
        saved = SavedDrills(history.database)
        saved.save(Drill(name="Mine"))
        saved.save(mine)
        saved.save(Drill(name="another", weighting="difficulty"))
    with PracticeLog(tmp_path) as history:
        saved = SavedDrills(history.database)
        assert {drill.name for drill in saved.all()} == {"Mine", "another"}
        assert find_drill("mine", saved) == mine
        assert find_drill("Button Opening", saved) is PACKS["button opening"]
        with pytest.raises(DrillError, match="ready-made"):
            saved.save(Drill(name="three-bets"))
        saved.remove("another")
        with pytest.raises(DrillError, match=r"'another'; expected one of .*three-bets.*Mine"):
            find_drill("another", saved)
        history.database.write('UPDATE drills SET definition = \'{"name": "x", "new": 1}\'')
        assert saved.all() == []


@pytest.mark.parametrize("drill", PACKS.values(), ids=PACKS)
def test_json(drill: Drill):
    assert Drill.from_json(drill.to_json()) == drill


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "Invalid JSON"),
        ('{"name": "x", "filters": [{"hands": ["royal flush"]}]}', "no class of hands"),
        ('{"name": "x", "filters": [{"least_pot": 5, "most_pot": 2}]}', "at least 5 and at most 2"),
        ('{"name": "x", "filters": [{"streets": [7]}]}', "less than or equal to 3"),
        ('{"name": ""}', "at least 1 character"),
    ],
)
def test_no_drill(text: str, reason: str):
    with pytest.raises(ConfigurationError, match=reason):
        Drill.from_json(text)
