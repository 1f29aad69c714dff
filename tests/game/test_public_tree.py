"""Public trees: their sizes, and every spot of small ones against the plain rules."""

import numpy as np
import pytest
from places import places
from plain_game import spots, start

from solver.game import Game, RoundLevel, heads_up, public_tree

GAMES = {
    "one round": Game(forced_bets=(1, 1), live=False, bets=(1,), draws=(), cap=2),
    "antes": Game(forced_bets=(1, 1), live=False, bets=(1, 2), draws=(1,), cap=2),
    "blinds": Game(bets=(1, 2), draws=(2,), cap=3),
    "narrowing": Game(bets=(1, 1, 2), draws=(3, 2), cap=1),
    "free": Game(bets=(1, 1, 2), draws=(1, 2), cap=1, draw_rule="free"),
    "no cards": Game(bets=(1, 1, 2), draws=(0, 1), cap=2),
    "triple draw": Game(draws=(2, 1, 1), cap=1),
}


def sequences(game):
    """Ways in which one player may draw over all draws."""
    ways = [()]
    for draw in range(len(game.draws)):
        ways = [
            (*way, count)
            for way in ways
            for count in range(game.draw_choices(draw, way[-1] if way else None))
        ]
    return ways


@pytest.mark.parametrize(
    ("draws", "ways", "subgames", "actions"),
    [
        ((3, 2, 1), 20, (112, 6_300, 226_800), 5_896_800),
        ((3, 3, 2), 25, (112, 7_623, 354_375), 9_213_750),
        ((4, 3, 2), 35, (175, 14_175, 694_575), 18_058_950),
        ((5, 3, 2), 45, (252, 22_743, 1_148_175), 29_852_550),
    ],
)
def test_sizes_of_triple_draw(draws, ways, subgames, actions):
    tree = public_tree(heads_up(draws=draws))
    assert len(sequences(tree.game)) == ways
    assert tuple(level.instances for level in tree.rounds) == (1, *subgames)
    assert tree.rounds[-1].slots == actions


def test_size_of_triple_draw_with_free_draws():
    """The last draw is multiplied out: the whole tree takes more than a gigabyte."""
    game = Game(draws=(5, 5, 5), draw_rule="free")
    assert len(sequences(game)) == 216
    tree = public_tree(Game(bets=game.bets[:3], draws=game.draws[:2], draw_rule="free"))
    assert [level.instances for level in tree.rounds] == [1, 252, 81_648]
    last = tree.rounds[-1].instances * len(tree.rounds[-1].betting.closed) * 6 * 6
    assert last == 26_453_952
    assert last * tree.rounds[-1].betting.actions == 687_802_752


def test_entries_of_the_reference_abstraction():
    """32 buckets in the last round and 64 before, cap 3."""
    tree = public_tree(heads_up(cap=3))
    assert sum(level.slots * (32 if level is tree.rounds[-1] else 64) for level in tree.levels) == (
        77_031_360
    )


def test_draw_counts_of_both_seats():
    """After each draw the pairs of counts are those of the sequences allowed by the rule."""
    tree = public_tree(heads_up(cap=1, draws=(3, 2, 1)))
    last = {way[-1] for way in sequences(tree.game)}
    found = {tuple(pair) for pair in tree.rounds[-1].last_draws.tolist()}
    assert found == {(first, second) for first in last for second in last}
    assert tree.rounds[0].last_draws.tolist() == [[-1, -1]]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_spot_has_its_own_slots(game):
    tree = public_tree(game)
    where = places(tree)
    decisions = [spot for spot in spots(start(game)) if not spot.over]
    assert sorted(where) == sorted(spot.history for spot in decisions)
    used = [np.zeros(level.slots, int) for level in tree.levels]
    for spot in decisions:
        place = where[spot.history]
        assert place.level == 2 * (spot.round - spot.drawing) + spot.drawing
        assert place.actions == len(spot.actions())
        used[place.level][place.rows] += 1
    for count in used:
        assert (count == 1).all()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_stakes_and_counts_of_every_round(game):
    tree = public_tree(game)
    where = places(tree)
    for spot in spots(start(game)):
        if spot.over or (spot.history and spot.history[-1] != " "):
            continue
        level, instance, *_ = where[spot.history]
        if spot.drawing:
            choices = [spot.most_cards(seat) + 1 for seat in (0, 1)]
            assert tree.draws[spot.round - 1].choices[instance].tolist() == choices
        elif spot.round:
            stake = tree.levels[level].stake[instance]
            assert spot.paid == (stake, stake)
            assert tuple(tree.levels[level].last_draws[instance]) == spot.drawn


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_lies_below_an_instance_is_contiguous(game):
    tree = public_tree(game)
    where = places(tree)
    for root, top in where.items():
        if root and root[-1] != " ":
            continue
        spans = tree.below(top.level, top.instance)
        inside = [set() for _ in tree.levels]
        for history, place in where.items():
            if history.startswith(root):
                inside[place.level].add(place.instance)
        assert [set(range(first, last)) for first, last in spans] == inside


def test_slots_of_a_subtree_start_where_its_first_instance_does():
    tree = public_tree(GAMES["narrowing"])
    where = places(tree)
    for level_number, level in enumerate(tree.levels):
        assert level.first_slot(0) == 0
        assert level.first_slot(level.instances) == level.slots
        first = {}
        for place in where.values():
            if place.level == level_number:
                first.setdefault(place.instance, place.slot)
        assert [level.first_slot(i) for i in range(level.instances)] == list(first.values())


def test_levels_alternate():
    tree = public_tree(GAMES["triple draw"])
    assert [isinstance(level, RoundLevel) for level in tree.levels] == [True, False] * 3 + [True]
    assert len(public_tree(GAMES["one round"]).levels) == 1
