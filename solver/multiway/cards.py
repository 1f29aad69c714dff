"""What kernels know of the cards: buckets, low classes, cards to keep."""

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.cards import DECK_SIZE
from solver.cards.combinations import binomials
from solver.errors import ConfigurationError
from solver.multiway.game import MultiwayGame
from solver.sequences import hand_tables

HAND = 5


@dataclass(frozen=True, eq=False)
class DealtCards:
    """A deck, the hands that are dealt from it, and what is seen of them.

    Hands are numbered as sets of ascending cards in colexicographic order.

    Attributes:
        deck: number of cards, from 0 on.
        hand: cards of a hand, one to five.
        bucket: bucket of every hand by betting round, shape (rounds, hands).
        low_class: the lowest wins a showdown, shape (hands,).
        keep: by draw and number of cards drawn which cards of a hand are kept, bit i for its i-th
            card in ascending order; shape (draws, 6, hands).
        buckets: how many there are in each betting round.
        separate: every seat has a whole deck of its own, as in the separate solve; else they share
            one.
    """

    deck: int
    hand: int
    bucket: NDArray[np.int16]
    low_class: NDArray[np.int16]
    keep: NDArray[np.uint8]
    buckets: tuple[int, ...]
    separate: bool = False

    @classmethod
    def of(cls, abstraction: Abstraction, separate: bool = False) -> "DealtCards":
        """The 52 cards as an abstraction sees them."""
        tables = hand_tables(abstraction)
        return cls(
            DECK_SIZE,
            HAND,
            np.ascontiguousarray(tables.bucket[::-1]),
            tables.low_class,
            np.ascontiguousarray(tables.keep[::-1]),
            tables.sizes[::-1],
            separate,
        )


def require_enough(
    game: MultiwayGame, deck: int = DECK_SIZE, hand: int = HAND, separate: bool = False
) -> None:
    """Make sure that no seat can run out of cards to draw.

    Args:
        game: the game.
        deck: number of cards.
        hand: cards of a hand.
        separate: every seat has a deck of its own.

    Raises:
        ConfigurationError: with so many seats and draws one can.
    """
    need = hand + sum(game.draws)
    for start in range(0 if separate else game.seats - 1):
        share = (deck - start * hand) // (game.seats - start)
        left = deck - start * hand - share * (game.seats - start)
        for players in range(2, min(game.most_in, game.seats - start) + 1):
            out = game.seats - start - players
            stub = (left + out * (share - hand)) // players
            muck = (out + start) * hand // players
            if share < hand or share + stub + muck < need:
                raise ConfigurationError(
                    f"{game.seats} seats with draws of up to "
                    f"{', '.join(map(str, game.draws))} cards can need more cards than the "
                    "deck has; lower the draw limits"
                )


def card_facts(cards: DealtCards) -> dict[str, Any]:
    """The cards as kernels take them.

    Raises:
        ValueError: tables that do not fit each other.
    """
    hands = comb(cards.deck, cards.hand)
    if cards.bucket.shape != (len(cards.buckets), hands) or cards.low_class.shape != (hands,):
        raise ValueError("tables of hands do not have the shapes that kernels read")
    for row, size in zip(cards.bucket, cards.buckets, strict=True):
        if row.min() < 0 or row.max() >= size:
            raise ValueError("buckets are out of range")
    return {
        "deck": cards.deck,
        "hand": cards.hand,
        "separate": cards.separate,
        "bucket": cards.bucket,
        "low_class": cards.low_class,
        "keep": cards.keep,
        "choose": binomials(),
    }
