"""Loop that carries masks of kept cards from suit-isomorphic examples to real hands."""

from libc.stdint cimport int32_t, int64_t, uint8_t


cdef inline void _suit_order(const uint8_t* cards, int* suits) noexcept nogil:
    """Write the suits in descending order of the rank sets that the hand has in them."""
    cdef int64_t ranks[4]
    cdef int i, j, swap
    for i in range(4):
        ranks[i] = 0
        suits[i] = i
    for i in range(5):
        ranks[cards[i] & 3] |= <int64_t> 1 << (cards[i] >> 2)
    for i in range(3):
        for j in range(3 - i):
            if ranks[suits[j]] < ranks[suits[j + 1]]:
                swap = suits[j]
                suits[j] = suits[j + 1]
                suits[j + 1] = swap


def carry_over(
    const uint8_t[:, ::1] hands,        # in: n x 5 cards, ascending in each row
    const int32_t[::1] of_hand,         # in: class of each hand
    const uint8_t[:, ::1] examples,     # in: classes x 5 cards, ascending in each row
    const uint8_t[::1] keeps,           # in: mask of each example
    uint8_t[::1] out,                   # out: mask of each hand
):
    """Write the mask of every hand that corresponds to the mask of its example.

    Two hands of a class have the same rank sets in their suits, so suits correspond that stand
    at the same place in the order of those sets; suits with equal sets are interchangeable.
    """
    cdef Py_ssize_t h, n = hands.shape[0]
    cdef const uint8_t* hand
    cdef const uint8_t* example
    cdef int from_suits[4]
    cdef int to_suits[4]
    cdef int suit[4]
    cdef int i, j, card
    cdef uint8_t keep, mask
    with nogil:
        for h in range(n):
            keep = keeps[of_hand[h]]
            if keep == 31 or keep == 0:
                out[h] = keep
                continue
            hand = &hands[h, 0]
            example = &examples[of_hand[h], 0]
            _suit_order(example, from_suits)
            _suit_order(hand, to_suits)
            for i in range(4):
                suit[from_suits[i]] = to_suits[i]
            mask = 0
            for i in range(5):
                if keep >> i & 1:
                    card = (example[i] & ~3) | suit[example[i] & 3]
                    for j in range(5):
                        if hand[j] == card:
                            mask |= 1 << j
            out[h] = mask
