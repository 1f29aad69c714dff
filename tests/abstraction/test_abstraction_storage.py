"""On disk: the round trip, damage, and the cache."""

import json
from dataclasses import replace

import numpy as np
import pytest
from damage import edit_manifest

from solver.abstraction import (
    build,
    build_abstraction,
    load_abstraction,
    save_abstraction,
    verify_abstraction,
)
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
    loaded = load_abstraction(tmp_path / "a")
    assert same(loaded, small)
    assert loaded.digest == small.digest
    hand = [0, 5, 9, 14, 50]
    assert loaded.bucket(hand, 2) == small.bucket(hand, 2)
    assert loaded.best_keep(hand, 2, 1) == small.best_keep(hand, 2, 1)
    np.testing.assert_array_equal(
        loaded.outcome(hand, hand[:4], 2), small.outcome(hand, hand[:4], 2)
    )
    save_abstraction(small, tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_damage_is_noticed(small, tmp_path):
    target = tmp_path / "a"
    save_abstraction(small, target)
    arrays = verify_abstraction(target)
    assert arrays == len(list(target.glob("*.npy")))
    array = np.load(target / "buckets_2.npy")
    array[77] += 1
    np.save(target / "buckets_2.npy", array)
    with pytest.raises(SolutionError, match=r"buckets_2.*build it anew"):
        load_abstraction(target)
    with pytest.raises(SolutionError, match=r"buckets_2.*build it anew"):
        verify_abstraction(target)
    (target / "buckets_2.npy").write_bytes(b"short")
    with pytest.raises(SolutionError, match=r"buckets_2.*build it anew"):
        load_abstraction(target)
    edit_manifest(target, config={"final": 0})
    with pytest.raises(SolutionError, match=r"final is 0.*build it anew"):
        load_abstraction(target)
    with pytest.raises(SolutionError, match="build it anew"):
        load_abstraction(tmp_path / "nothing")


def test_arrays_must_fit_the_settings(small, tmp_path):
    target = tmp_path / "a"
    save_abstraction(small, target)
    edit_manifest(target, config=small.config.model_dump(mode="json") | {"final": 7})
    with pytest.raises(SolutionError, match=r"transitions_0.*\(0, 6, 0\), expected \(0, 7, 0\)"):
        load_abstraction(target)


def test_another_version_is_refused(small, tmp_path):
    save_abstraction(small, tmp_path / "a")
    edit_manifest(tmp_path / "a", version=0)
    with pytest.raises(SolutionError, match="version 0, expected 1; build it anew"):
        load_abstraction(tmp_path / "a")


def test_the_digest_tells_buckets_and_transitions(small, tmp_path):
    save_abstraction(small, tmp_path / "a")
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    assert manifest["hash"] == small.hash == small.config.hash
    assert manifest["digest"] == small.digest
    moved = small.buckets[2].copy()
    moved[77] += 1
    tilted = small.transitions[1] + np.spacing(small.transitions[1])
    others = [
        replace(small, buckets=(*small.buckets[:2], moved, small.buckets[3])),
        replace(small, transitions=(small.transitions[0], tilted, *small.transitions[2:])),
    ]
    assert len({small.digest, *(other.digest for other in others)}) == 3
    assert {other.hash for other in others} == {small.hash}


@pytest.fixture
def cached(small, tmp_path, monkeypatch):
    """A cache that holds the small abstraction: its entry, and what was built since."""
    monkeypatch.setenv("TRIPLEDRAW_CACHE_DIR", str(tmp_path))
    built = []
    monkeypatch.setattr(build, "_build", lambda config, progress: built.append(config) or small)
    build_abstraction(small.config)
    built.clear()
    return tmp_path / "abstractions" / small.config.hash, built


def test_the_cache_is_used(small, cached):
    _, built = cached
    assert same(build_abstraction(small.config), small)
    assert built == []


@pytest.mark.parametrize("damage", ["shortened", "changed", "no manifest", "other manifest"])
def test_a_damaged_cache_is_rebuilt(small, cached, damage):
    entry, built = cached
    array = entry / "policy_1.npy"
    match damage:
        case "shortened":
            array.write_bytes(b"")
        case "changed":
            np.save(array, 1 - small.policy[1])
        case "no manifest":
            (entry / "manifest.json").unlink()
        case "other manifest":
            (entry / "manifest.json").write_text("{}")
    assert same(build_abstraction(small.config), small)
    assert len(built) == 1
    assert same(build_abstraction(small.config), small)
    assert len(built) == 1


def test_a_cache_that_cannot_be_written_is_done_without(small, tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("TRIPLEDRAW_CACHE_DIR", str(blocked / "below"))
    monkeypatch.setattr(build, "_build", lambda config, progress: small)
    assert build_abstraction(small.config) is small
