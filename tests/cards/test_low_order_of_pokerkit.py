"""The order of hands (rules 1.5), all of it, against an independent evaluator."""

import numpy as np
import pytest

from solver.cards import (
    CLASSES,
    format_cards,
    low_class,
    low_class_of,
    suit_classes,
)


def test_one_hand_at_a_time_equals_the_kernel():
    hands = suit_classes(5).example
    assert [low_class_of(hand) for hand in hands.tolist()] == low_class(hands).tolist()
    shuffled = np.random.default_rng(4).permuted(hands[::97], axis=1)
    assert [low_class_of(hand) for hand in shuffled.tolist()] == low_class(hands[::97]).tolist()


def test_every_hand_up_to_suits_in_the_order_of_pokerkit():
    pokerkit = pytest.importorskip("pokerkit")
    classes = suit_classes(5)
    lookup = pokerkit.StandardLowHand.lookup
    entry = {}
    for hand, low in zip(classes.example, low_class(classes.example).tolist(), strict=True):
        index = lookup.get_entry(format_cards(hand)).index
        assert entry.setdefault(low, index) == index
    assert len(entry) == CLASSES
    # pokerkit numbers high hands upwards, so the best low hand has its lowest index.
    assert all(entry[low] < entry[low + 1] for low in range(1, CLASSES))
