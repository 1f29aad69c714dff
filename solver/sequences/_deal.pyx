"""Deals of card sequences: which hand each sequence is after every own draw path."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t

import numpy as np

from solver.sequences._random cimport next_random, random_below
from solver.sequences._tables cimport (
    HAND,
    TableView,
    Tables,
    bucket_at,
    insert_card,
    keep_at,
    kept_cards,
    place_of,
)


cdef enum:
    MOST_CARDS = 52


def shuffle(
    const uint8_t[::1] share,           # in: the cards of a share
    uint64_t seed,                      # in: of the random numbers
    uint8_t[:, ::1] order,              # out: n x cards needed, random orders of the share
):
    """Draw random orders of the first cards of a share."""
    cdef uint8_t[MOST_CARDS] cards
    cdef uint8_t card
    cdef int j, other, size = <int> share.shape[0]
    cdef Py_ssize_t i
    cdef uint64_t state = seed
    if order.shape[1] > size or size > MOST_CARDS:
        raise ValueError(f"{order.shape[1]} cards of a share of {size} asked for")
    with nogil:
        next_random(&state)
        for i in range(order.shape[0]):
            for j in range(size):
                cards[j] = share[j]
            for j in range(order.shape[1]):
                other = j + random_below(&state, size - j)
                card = cards[other]
                cards[other] = cards[j]
                cards[j] = card
                order[i, j] = card


def follow_paths(
    TableView view,                     # in: buckets and cards to keep
    const uint8_t[:, ::1] order,        # in: n x cards, orders of a share
    const int32_t[:, ::1] paths,        # in: draw paths of all rounds one after the other: place of
                                        #     the path before (-1 for the deal) and cards drawn
    const int32_t[::1] draws_left,      # in: after each path
    uint8_t[:, :, ::1] hands,           # out: paths x n x 5, ascending
    uint64_t[:, ::1] used,              # out: paths x n, all cards that were ever held
    int32_t[:, ::1] bucket,             # out: paths x n
    int16_t[:, ::1] low_class,          # out: paths x n
):
    """Hand and bucket of every sequence after every own draw path."""
    cdef const Tables* t = &view.tables
    cdef Py_ssize_t q, i, n = order.shape[0]
    cdef int j, held, count, left, first
    cdef int32_t before, place
    cdef uint64_t cards
    cdef uint8_t* hand
    cdef int32_t[::1] dealt
    dealt = np.zeros(paths.shape[0], np.int32)
    if order.shape[1] > MOST_CARDS or np.max(order, initial=0) >= MOST_CARDS:
        raise ValueError("orders of cards from 0 to 51 are needed")
    for q in range(paths.shape[0]):
        if not -1 <= paths[q, 0] < q or not 0 <= paths[q, 1] <= HAND or not 0 <= draws_left[q] <= 3:
            raise ValueError(f"draw path {q} makes no sense")
        dealt[q] = HAND if paths[q, 0] < 0 else dealt[paths[q, 0]] + paths[q, 1]
        if dealt[q] > order.shape[1]:
            raise ValueError(f"draw path {q} needs {dealt[q]} cards; {order.shape[1]} given")
    with nogil:
        for q in range(paths.shape[0]):
            before = paths[q, 0]
            count = paths[q, 1]
            left = draws_left[q]
            for i in range(n):
                hand = &hands[q, i, 0]
                if before < 0:
                    held, count, first, cards = 0, HAND, 0, 0
                else:
                    place = place_of(t, &hands[before, i, 0])
                    held = kept_cards(
                        &hands[before, i, 0], keep_at(t, left + 1, count, place), hand
                    )
                    first = dealt[before]
                    cards = used[before, i]
                for j in range(count):
                    insert_card(hand, held + j, order[i, first + j])
                    cards |= (<uint64_t> 1) << order[i, first + j]
                used[q, i] = cards
                place = place_of(t, hand)
                bucket[q, i] = bucket_at(t, left, place, cards)
                low_class[q, i] = t.low_class[place]
