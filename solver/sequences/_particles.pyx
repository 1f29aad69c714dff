"""Loops over particles: hands of real cards with the cards they have held, some out of a range."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t

from solver.sequences._random cimport card_outside, stream
from solver.sequences._tables cimport (
    HAND,
    TableView,
    bucket_at,
    insert_card,
    keep_at,
    kept_cards,
    place_of,
)


cdef enum:
    DECK = 52


def draw_cards(
    TableView view,
    int draws_left,                     # before the draw
    int count,                          # cards that are drawn
    uint64_t seed,
    const uint64_t[::1] gone,           # in: n sets of cards that cannot come
    uint8_t[:, ::1] hands,              # in and out: n x 5 cards, ascending
    uint64_t[::1] used,                 # in and out: n sets of all cards held so far
):
    """Let every hand throw away and draw; what it throws away stays among its used cards."""
    cdef Py_ssize_t n
    cdef int held, mask
    cdef uint64_t state, cards
    cdef uint8_t card
    cdef uint8_t[HAND] kept
    with nogil:
        for n in range(hands.shape[0]):
            state = stream(seed, n)
            mask = keep_at(&view.tables, draws_left, count, place_of(&view.tables, &hands[n, 0]))
            held = kept_cards(&hands[n, 0], mask, kept)
            cards = used[n]
            while held < HAND:
                card = card_outside(&state, cards | gone[n])
                cards |= (<uint64_t> 1) << card
                insert_card(kept, held, card)
                held += 1
            used[n] = cards
            for held in range(HAND):
                hands[n, held] = kept[held]


def find_buckets(
    TableView view,
    int draws_left,
    const uint8_t[:, ::1] hands,        # in: n x 5 cards, ascending
    const uint64_t[::1] used,           # in: n sets of all cards held so far
    int16_t[::1] bucket,                # out: n buckets
):
    """Bucket of every hand."""
    cdef Py_ssize_t n
    with nogil:
        for n in range(hands.shape[0]):
            bucket[n] = bucket_at(
                &view.tables, draws_left, place_of(&view.tables, &hands[n, 0]), used[n]
            )


def push_draws(
    TableView view,
    int draws_left,                     # before the draw
    int count,                          # cards that are drawn
    int samples,                        # draws of each hand where they are two cards or more
    uint64_t seed,
    const uint8_t[:, ::1] hands,        # in: n x 5 cards, ascending
    const uint64_t[::1] used,           # in: n sets of all cards held so far
    uint64_t outside,                   # cards that are not in the deck
    const double[::1] weights,          # in: n
    const int32_t[::1] group,           # in: n groups before the draw
    double[:, ::1] out,                 # in and out: groups x buckets after the draw
):
    """Add up where every group of hands goes by a draw: one card exactly, more by sampled draws."""
    cdef Py_ssize_t n
    cdef int held, mask, drawn, i, place, ways
    cdef uint64_t state, cards, free
    cdef double share
    cdef uint8_t card
    cdef uint8_t[HAND] kept
    cdef uint8_t[HAND] after
    cdef double* row
    if count > HAND:
        raise ValueError(f"{count} cards drawn")
    with nogil:
        for n in range(hands.shape[0]):
            if weights[n] == 0:
                continue
            row = &out[group[n], 0]
            if count == 0:
                place = place_of(&view.tables, &hands[n, 0])
                row[bucket_at(&view.tables, draws_left - 1, place, used[n])] += weights[n]
                continue
            mask = keep_at(&view.tables, draws_left, count, place_of(&view.tables, &hands[n, 0]))
            held = kept_cards(&hands[n, 0], mask, kept)
            cards = used[n] | outside
            if count == 1:
                ways = 0
                for i in range(DECK):
                    ways += not cards >> i & 1
                share = weights[n] / ways
                for i in range(DECK):
                    if cards >> i & 1:
                        continue
                    after = kept
                    insert_card(after, held, <uint8_t> i)
                    place = place_of(&view.tables, after)
                    free = used[n] | (<uint64_t> 1) << i
                    row[bucket_at(&view.tables, draws_left - 1, place, free)] += share
                continue
            state = stream(seed, n)
            share = weights[n] / samples
            for _ in range(samples):
                after = kept
                free = used[n]
                for drawn in range(held, HAND):
                    card = card_outside(&state, free | outside)
                    free |= (<uint64_t> 1) << card
                    insert_card(after, drawn, card)
                place = place_of(&view.tables, after)
                row[bucket_at(&view.tables, draws_left - 1, place, free)] += share
