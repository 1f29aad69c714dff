"""On disk: the round trip, damage, and the cache."""

import numpy as np
import pytest

from solver.abstraction import build, build_abstraction, load_abstraction, save_abstraction
from solver.errors import SolutionError


def same(one, other):
    names = ("buckets", "keeps", "draw_values", "weights", "transitions", "values", "policy")
    for name in names:
        for left, right in zip(getattr(one, name), getattr(other, name), strict=True):
            assert left.dtype == right.dtype
            np.testing.assert_array_equal(left, right)
    np.testing.assert_array_equal(one.initial, other.initial)
    return one.config == other.config


def test_round_trip(small, tmp_path):
    save_abstraction(small, tmp_path / "a")
    assert same(load_abstraction(tmp_path / "a"), small)
    save_abstraction(small, tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_damage_is_noticed(small, tmp_path):
    target = tmp_path / "a"
    save_abstraction(small, target)
    array = np.load(target / "buckets_2.npy")
    array[77] += 1
    np.save(target / "buckets_2.npy", array)
    with pytest.raises(SolutionError, match="buckets_2"):
        load_abstraction(target)
    (target / "buckets_2.npy").write_bytes(b"short")
    with pytest.raises(SolutionError, match="build it anew"):
        load_abstraction(target)
    manifest = (target / "abstraction.json").read_text()
    (target / "abstraction.json").write_text(manifest.replace('"final": 6', '"final": 0'))
    with pytest.raises(SolutionError, match="final is 0"):
        load_abstraction(target)
    (target / "abstraction.json").write_text("{}")
    with pytest.raises(SolutionError, match="build it anew"):
        load_abstraction(target)
    with pytest.raises(SolutionError, match="build it anew"):
        load_abstraction(tmp_path / "nothing")


def test_a_directory_with_something_else_is_left_alone(small, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(SolutionError, match="something else"):
        save_abstraction(small, tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_the_cache_is_used_and_rebuilt_when_damaged(small, tmp_path, monkeypatch):
    monkeypatch.setenv("TRIPLEDRAW_CACHE_DIR", str(tmp_path))
    built = []
    monkeypatch.setattr(build, "_build", lambda config, progress: built.append(config) or small)
    config = small.config
    assert same(build_abstraction(config), small)
    assert same(build_abstraction(config), small)
    assert len(built) == 1
    (tmp_path / config.hash / "policy_1.npy").write_bytes(b"")
    assert same(build_abstraction(config), small)
    assert len(built) == 2
    assert same(load_abstraction(tmp_path / config.hash), small)


def test_a_cache_that_cannot_be_written_is_done_without(small, tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("TRIPLEDRAW_CACHE_DIR", str(blocked / "below"))
    monkeypatch.setattr(build, "_build", lambda config, progress: small)
    assert build_abstraction(small.config) is small
