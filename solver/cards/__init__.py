"""Cards and low hands: text, numbers, the 7,462 low classes, the 134,459 suit-isomorphic hands."""

from solver.cards.combinations import all_combinations, combination_index
from solver.cards.lowball import (
    CATEGORIES,
    CLASSES,
    LowClass,
    describe_class,
    low_class,
    low_class_of,
)
from solver.cards.suits import HANDS, SuitClasses, hand_index, suit_classes
from solver.cards.text import (
    DECK_SIZE,
    RANKS,
    SUITS,
    format_cards,
    format_hand,
    parse_cards,
    parse_hand,
)

__all__ = [
    "CATEGORIES",
    "CLASSES",
    "DECK_SIZE",
    "HANDS",
    "RANKS",
    "SUITS",
    "LowClass",
    "SuitClasses",
    "all_combinations",
    "combination_index",
    "describe_class",
    "format_cards",
    "format_hand",
    "hand_index",
    "low_class",
    "low_class_of",
    "parse_cards",
    "parse_hand",
    "suit_classes",
]
