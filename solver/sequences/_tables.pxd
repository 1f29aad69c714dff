"""What kernels look up of hands of real cards: buckets, low classes, cards to keep.

A hand is five card numbers, ascending; its place is that of its combination in colexicographic
order. The arrays belong to a `HandTables` (solver/sequences/tables.py).
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t


cdef enum:
    HAND = 5
    PAT = 31            # the mask that keeps all five cards
    MOST_COUNTS = 6     # draws of 0 to 5 cards
    COMBINATIONS = 2598960


cdef enum:
    MOST_USED = 20      # cards that a seat can have held: five, and three draws of five
    SCORE_BITS = 10     # sets are scored as number of cards << SCORE_BITS + sum of weights
    QUARTER = 8192      # sets of 13 of the 52 cards


cdef struct Tables:
    const int16_t* bucket       # 4 x COMBINATIONS, by draws left
    const int16_t* low_class    # COMBINATIONS
    const uint8_t* keep         # 3 x MOST_COUNTS x COMBINATIONS, by draws left less one and count
    const int32_t* choose       # 6 x 53 binomials
    const int16_t* score        # 4 x QUARTER, of the sets of cards of every 13 bits
    int classes[4]              # classes of dead cards by draws left
    int stride[4]               # buckets of one class, padded
    const int16_t* limit[4]     # buckets x (MOST_USED + 1) x (classes - 1) upper ends of the scores


cdef inline int32_t place_of(const Tables* t, const uint8_t* hand) noexcept nogil:
    """Place of an ascending hand among all combinations."""
    return (
        t.choose[53 + hand[0]] + t.choose[106 + hand[1]] + t.choose[159 + hand[2]]
        + t.choose[212 + hand[3]] + t.choose[265 + hand[4]]
    )


cdef inline int score_of(const Tables* t, uint64_t used) noexcept nogil:
    """Number of cards of a set and the sum of their weights."""
    return (
        t.score[used & 0x1FFF] + t.score[QUARTER + (used >> 13 & 0x1FFF)]
        + t.score[2 * QUARTER + (used >> 26 & 0x1FFF)] + t.score[3 * QUARTER + (used >> 39)]
    )


cdef inline int bucket_at(
    const Tables* t, int draws_left, int32_t place, uint64_t used
) noexcept nogil:
    """Bucket of a hand, and of the class of the cards that its seat has held (`DeadCards`)."""
    cdef int bucket = t.bucket[<int64_t> draws_left * COMBINATIONS + place]
    cdef int more = t.classes[draws_left] - 1, score, number, c = 0
    cdef const int16_t* limit
    if more == 0:
        return bucket
    score = score_of(t, used)
    number = score >> SCORE_BITS
    score &= (1 << SCORE_BITS) - 1
    limit = t.limit[draws_left] + (bucket * (MOST_USED + 1) + number) * more
    while c < more and score > limit[c]:
        c += 1
    return c * t.stride[draws_left] + bucket


cdef inline int keep_at(const Tables* t, int draws_left, int count, int32_t place) noexcept nogil:
    """Mask of the cards that a hand keeps when it draws so many."""
    return t.keep[(<int64_t> (draws_left - 1) * MOST_COUNTS + count) * COMBINATIONS + place]


cdef inline uint64_t cards_of(const uint8_t* hand) noexcept nogil:
    """The cards of a hand as a set of bits."""
    cdef int i
    cdef uint64_t cards = 0
    for i in range(HAND):
        cards |= (<uint64_t> 1) << hand[i]
    return cards


cdef inline void insert_card(uint8_t* hand, int held, uint8_t card) noexcept nogil:
    """Put a card into `held` ascending cards."""
    while held and hand[held - 1] > card:
        hand[held] = hand[held - 1]
        held -= 1
    hand[held] = card


cdef inline int kept_cards(const uint8_t* hand, int mask, uint8_t* kept) noexcept nogil:
    """The cards of a mask, ascending; returns how many."""
    cdef int i, held = 0
    for i in range(HAND):
        if mask >> i & 1:
            kept[held] = hand[i]
            held += 1
    return held


cdef class TableView:
    """A `HandTables` as kernels read it; the arrays are kept alive."""

    cdef Tables tables
    cdef tuple arrays
