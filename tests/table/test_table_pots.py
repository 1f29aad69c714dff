"""Pots against the plainest way to make them: chip by chip."""

from hypothesis import given
from hypothesis import strategies as st

from solver.table.pots import build_pots, divide, uncalled

PLAYERS = st.integers(2, 8).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 40), min_size=n, max_size=n),
        st.lists(st.booleans(), min_size=n, max_size=n).filter(any),
    )
)


def chip_by_chip(contributed, live, dead):
    """Who can win each chip: live players who put in that many; else those of the chip below."""
    pots = {}
    everybody = tuple(seat for seat, alive in enumerate(live) if alive)
    able = everybody
    for chip in range(max(contributed)):
        able = tuple(seat for seat in everybody if contributed[seat] > chip) or able
        pots[able] = pots.get(able, 0) + sum(chips > chip for chips in contributed)
    first = next(iter(pots), everybody)
    pots[first] = pots.get(first, 0) + dead
    return pots


@given(PLAYERS, st.integers(0, 5))
def test_pots_equal_chip_by_chip(players, dead):
    contributed, live = players
    contributed = [max(chips, 1) if alive else chips for chips, alive in zip(*players, strict=True)]
    pots = build_pots(contributed, live, dead)
    assert {pot.seats: pot.amount for pot in pots} == chip_by_chip(contributed, live, dead)
    assert sum(pot.amount for pot in pots) == sum(contributed) + dead
    assert len(pots) <= sum(live)


@given(PLAYERS)
def test_uncalled_part_leaves_the_top_matched(players):
    wagers, live = players
    seat, excess = uncalled(wagers, live)
    assert 0 <= excess <= wagers[seat]
    if excess:
        assert live[seat]
        assert wagers[seat] - excess == max(w for s, w in enumerate(wagers) if s != seat)


@given(st.integers(0, 10_000), st.sets(st.integers(0, 7), min_size=1).map(sorted))
def test_shares_differ_by_one_chip_at_most(amount, winners):
    shares = divide(amount, winners)
    assert sum(shares.values()) == amount
    assert list(shares) == winners
    assert sorted(shares.values(), reverse=True) == list(shares.values())
    assert max(shares.values()) - min(shares.values()) <= 1
