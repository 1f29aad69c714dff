"""A small deck: what cuts are to the whole, by going through all of them."""

import naive
import numpy as np
import pytest
from mini_deck import GAME, PAT, MiniDeck, RealCards, without_one
from small_games import table_of

from solver.cfr import Minimiser
from solver.cfr.kernels import padded
from solver.cfr.minimiser import Rows
from solver.cfr.sequence_learning import Sampling, SequenceLearning
from solver.game import public_tree

THIRTY_FIVE_HANDS = MiniDeck(ranks=5, suits=4, cards=3)
TINY_DECK = MiniDeck(ranks=4, suits=3, cards=2)
both_decks = pytest.mark.parametrize("deck", [THIRTY_FIVE_HANDS, TINY_DECK])


def test_hands_in_their_order() -> None:
    hands = THIRTY_FIVE_HANDS.hands
    assert len(hands) == 35
    assert hands[0] == (0, 1, 2) and hands[9] == (2, 3, 4)
    assert hands[10] == (0, 0, 1) and hands[-1] == (4, 4, 4)
    left = [without_one(hand) for hand in ((0, 2, 3), (0, 0, 3), (4, 4, 4))]
    assert left == [(0, 2), (0, 3), (4, 4)]
    finals = [*THIRTY_FIVE_HANDS.finals]
    assert finals[:3] == [((0, 1, 2), PAT), ((0, 1, 2), 0), ((0, 1, 2), 1)]


@both_decks
def test_the_mean_over_all_cuts_is_the_whole_deck(deck: MiniDeck) -> None:
    """Initial probability times matrix, exactly, for both seats."""
    whole = deck.chain(deck.counts)
    flow, chance = [0.0, 0.0], 0.0
    for half, probability in deck.halves():
        chance += probability
        for seat, counts in enumerate((half, deck.other_half(half))):
            chain = deck.chain(counts)
            flow[seat] += probability * chain.initial[:, None] * chain.draws[0][1]
    assert chance == pytest.approx(1, abs=1e-12)
    for seat in (0, 1):
        expected = whole.initial[:, None] * whole.draws[0][1]
        np.testing.assert_allclose(flow[seat], expected, atol=1e-15)


def test_dealing_from_own_halves_is_dealing_from_one_deck() -> None:
    """Both hands together: the mean over all cuts of independent deals is the joint deal."""
    deck = TINY_DECK
    joint = np.zeros((len(deck.hands),) * 2)
    for first, second, chance in RealCards(deck).deals():
        joint[first, second] = chance
    of_cuts = np.zeros_like(joint)
    for half, probability in deck.halves():
        chains = deck.chain(half), deck.chain(deck.other_half(half))
        of_cuts += probability * np.outer(chains[0].initial, chains[1].initial)
    np.testing.assert_allclose(of_cuts, joint, atol=1e-15)
    whole = deck.chain(deck.counts).initial
    assert np.abs(joint - np.outer(whole, whole)).max() > 0.002


def test_learning_on_sequences_is_learning_with_real_cards() -> None:
    """Beside the linear program of the game with its real cards; figures in parts of an ante.

    The equilibrium of separate decks loses an eighth of an ante to a best response. What is learned
    on card sequences loses ever less, and its value is that of the linear program.
    """
    deck = TINY_DECK
    cards = RealCards(deck)
    minimiser = Minimiser(public_tree(GAME), cards.chains, threads=1)
    for _ in range(200):
        minimiser.iterate()
    separate = average(minimiser.totals, minimiser)
    assert minimiser.exploitability().mbb < 2
    assert cards.exploitability(separate) > 100

    halves = [half for half, _ in deck.halves()]
    chances = np.array([chance for _, chance in deck.halves()])

    def buckets_of_deal(number: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
        random = np.random.default_rng([3, number // 2])
        half = halves[random.choice(len(halves), p=chances)]
        both = [deck.sequences(counts, 64, random) for counts in (half, deck.other_half(half))]
        return (both[1], both[0]) if number % 2 else (both[0], both[1])

    widths = [padded(n) for n in cards.chains[0].buckets]
    learning = SequenceLearning(
        minimiser.tree,
        widths,
        widths,
        buckets_of_deal,
        sampling=Sampling(head_start=100, certain=0),
        threads=1,
    )
    learning.begin_with(minimiser)
    lost = []
    for iterations in (1000, 2000, 6000):
        for _ in range(iterations):
            learning.iterate()
        lost.append(cards.exploitability(average(learning.totals, minimiser)))
    assert lost == sorted(lost, reverse=True)
    assert lost[-1] < 10
    value = cards.value()
    assert cards.won(0, average(learning.totals, minimiser)) == pytest.approx(value, abs=0.005)
    assert abs(cards.won(0, separate) - value) > 0.01


def average(totals: Rows, minimiser: Minimiser) -> naive.Table:
    sums = table_of(minimiser.tree, minimiser.chains, totals)
    return {history: naive.matched(numbers) for history, numbers in sums.items()}
