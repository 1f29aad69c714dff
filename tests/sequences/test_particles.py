"""Particles are distributed as exact conditioning says, and pairs of them as one deck deals."""

from itertools import product
from math import comb

import numpy as np
import pytest

from solver.cards import suit_classes
from solver.game.public_state import PublicState
from solver.sequences import HandTables, ParticleRange, hand_tables, particle_range

PARTICLES = 40_000


@pytest.fixture(scope="module")
def tables(small_solution) -> HandTables:
    return hand_tables(small_solution.abstraction)


def exact_after_first_draw(solution, history: str, seat: int) -> np.ndarray:
    """Buckets of a seat when it has drawn once, from all 134,459 hands and all cards to come."""
    abstraction, state = solution.abstraction, solution.state(history)
    classes = suit_classes(5)
    hand_weights = classes.count.astype(float)
    reach = None
    for before, choice in state.path:
        if before.seat != seat:
            continue
        taken = solution.evaluator.strategy_at(before)[choice]
        if before.drawing:
            hand_weights *= taken[abstraction.buckets[3]]
            counts = np.full(len(hand_weights), choice)
            outcomes = abstraction.outcomes(classes.example, 3, counts)
            reach = hand_weights @ outcomes
        elif reach is None:
            hand_weights *= taken[abstraction.buckets[3]]
        else:
            reach *= taken
    return reach / reach.sum()


@pytest.mark.parametrize("history, seat", [("rc 21", 1), ("rc 21", 0), ("ck 32 kb", 1)])
def test_buckets_are_those_of_exact_conditioning(small_solution, tables, history, seat) -> None:
    state = small_solution.state(history)
    particles = particle_range(small_solution.evaluator, tables, state, seat, PARTICLES, seed=1)
    exact = exact_after_first_draw(small_solution, history, seat)
    found = np.bincount(particles.buckets, particles.weights, minlength=len(exact))
    effective = 1 / (particles.weights @ particles.weights)
    errors = (found - exact) / np.sqrt(exact * (1 - exact) / effective + 1e-12)
    assert np.abs(errors).max() < 5
    assert 0.5 * PARTICLES <= effective <= PARTICLES + 1e-3


def test_rare_actions_before_the_draw_leave_all_particles(small_solution, tables) -> None:
    """The deal is conditioned exactly, whatever the share of hands that act so."""
    state = small_solution.state("rc 30")
    rare = small_solution.evaluator.ranges(small_solution.state("rc 3")).reach[1]
    stands = small_solution.evaluator.strategy_at(small_solution.state("rc 3"))[0]
    assert rare @ stands < 0.1 * rare.sum()
    particles = particle_range(small_solution.evaluator, tables, state, 1, 1_000)
    assert np.ptp(particles.weights) == 0
    places = np.unique(particles.hands, axis=0)
    assert len(places) > 900


class Anything:
    """Every action with the same probability, whatever the hand."""

    def strategy_at(self, state: PublicState) -> np.ndarray:
        return np.full((len(state.actions), 32), 1 / len(state.actions))


def test_pairs_without_a_common_card_are_dealt_from_one_deck(small_solution, tables) -> None:
    """Deuces that both seats have held; with 6 and 8 cards of one deck the chances are exact."""
    state = small_solution.state("rc 31 bc 01")
    first, second = (
        particle_range(Anything(), tables, state, seat, 3_000, [2, seat]) for seat in (0, 1)
    )
    sizes = [int(used.used[0]).bit_count() for used in (first, second)]
    assert sizes == [8, 7]
    apart = (first.used[:, None] & second.used[None, :]) == 0
    deuces = [np.bitwise_count(p.used & np.uint64(0b1111)) for p in (first, second)]
    for i, j in product(range(3), repeat=2):
        both = (deuces[0] == i)[:, None] & (deuces[1] == j)[None, :] & apart
        chance = (
            comb(4, i) * comb(48, 8 - i) * comb(4 - i, j) * comb(40 + i, 7 - j)
            / (comb(52, 8) * comb(44, 7))
        )  # fmt: skip
        assert both.sum() / apart.sum() == pytest.approx(chance, abs=0.03)


def test_hands_are_held_among_the_used_cards_and_ascend(small_solution, tables) -> None:
    particles = particle_range(Anything(), tables, small_solution.state("rc 31 kk 21 kk"), 0, 500)
    assert (np.diff(particles.hands.astype(int), axis=1) > 0).all()
    for hand, used in zip(particles.hands, particles.used, strict=True):
        assert sum(1 << int(card) for card in hand) & ~int(used) == 0
        assert int(used).bit_count() == 5 + 3 + 2


def test_discards_never_come_back(tables) -> None:
    """Kept cards are kept, all others are new."""
    dealt = ParticleRange.dealt(tables, 2_000, np.random.default_rng(3))
    drawn = dealt.drawn(3, np.random.default_rng(4))
    common = [
        len(set(a) & set(b))
        for a, b in zip(dealt.hands.tolist(), drawn.hands.tolist(), strict=True)
    ]
    assert set(common) == {2}


def test_the_seed_decides(small_solution, tables) -> None:
    state = small_solution.state("rc 21 bc 11")
    one, same, other = (
        particle_range(small_solution.evaluator, tables, state, 0, 200, seed) for seed in (5, 5, 6)
    )
    assert np.array_equal(one.hands, same.hands)
    assert not np.array_equal(one.hands, other.hands)


def test_an_action_that_no_particle_takes_leaves_the_range(tables) -> None:
    dealt = ParticleRange.dealt(tables, 50, np.random.default_rng(1))
    assert dealt.acted(np.zeros(32), np.random.default_rng(1)) is dealt
