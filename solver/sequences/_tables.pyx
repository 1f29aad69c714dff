"""Tables of hands of real cards for kernels."""

from libc.stdint cimport int16_t, int32_t, uint8_t

import numpy as np


cdef class TableView:
    """A `HandTables` as kernels read it; the arrays are kept alive."""

    def __init__(
        self,
        const int16_t[:, ::1] bucket,       # in: 4 x 2598960, by draws left
        const int16_t[::1] low_class,       # in: 2598960
        const uint8_t[:, :, ::1] keep,      # in: 3 x 6 x 2598960
        const int32_t[:, ::1] choose,       # in: 6 x 53
        const int16_t[:, ::1] score,        # in: 4 x 8192, scores of sets of 13 cards
        list limits,                        # in: by draws left int16, buckets x 21 x (classes - 1)
    ):
        cdef const int16_t[:, :, ::1] limit
        cdef int left, classes
        if (
            bucket.shape[0] != 4 or bucket.shape[1] != COMBINATIONS
            or low_class.shape[0] != COMBINATIONS
            or keep.shape[0] != 3 or keep.shape[1] != MOST_COUNTS or keep.shape[2] != COMBINATIONS
            or choose.shape[0] != 6 or choose.shape[1] != 53
            or score.shape[0] != 4 or score.shape[1] != QUARTER or len(limits) != 4
        ):
            raise ValueError("tables of hands do not have the shapes that kernels read")
        self.tables.bucket = &bucket[0, 0]
        self.tables.low_class = &low_class[0]
        self.tables.keep = &keep[0, 0, 0]
        self.tables.choose = &choose[0, 0]
        self.tables.score = &score[0, 0]
        for left in range(4):
            limit = limits[left]
            classes = <int> limit.shape[2] + 1
            found = np.asarray(bucket[left])
            if found.min() < 0 or found.max() >= limit.shape[0] or limit.shape[1] != MOST_USED + 1:
                raise ValueError(f"buckets with {left} draws left are out of range")
            self.tables.classes[left] = classes
            self.tables.stride[left] = (<int> limit.shape[0] + 7) // 8 * 8
            self.tables.limit[left] = &limit[0, 0, 0] if classes > 1 else NULL
        self.arrays = (bucket, low_class, keep, choose, score, limits)


def keep_masks(
    const uint8_t[:, ::1] hands,        # in: n x 5 cards, ascending
    const int32_t[::1] number,          # in: n numbers of the hands up to suits
    const uint8_t[:, ::1] example,      # in: 134459 x 5 cards of each hand's example
    const uint8_t[:, ::1] place,        # in: 134459 x 5 place of their suits in the order of suits
    const uint8_t[:, ::1] keeps,        # in: m x 134459 masks over the example's cards
    uint8_t[:, ::1] out,                # out: m x n masks over the ascending cards
):
    """Carry masks over the cards of examples over to all hands of real cards."""
    cdef Py_ssize_t n, m
    cdef int i, j, card, mask, carried
    cdef int32_t h
    cdef uint8_t[4] order
    cdef uint8_t[5] role
    with nogil:
        for n in range(hands.shape[0]):
            h = number[n]
            order_suits(&hands[n, 0], order)
            for i in range(5):
                card = (example[h, i] & 0xFC) | order[place[h, i]]
                j = 0
                while hands[n, j] != card:
                    j += 1
                role[i] = 1 << j
            for m in range(keeps.shape[0]):
                mask = keeps[m, h]
                carried = 0
                for i in range(5):
                    if mask >> i & 1:
                        carried |= role[i]
                out[m, n] = carried


cdef inline void order_suits(const uint8_t* cards, uint8_t* order) noexcept nogil:
    """Suits by the ranks they hold, most significant first (`solver.abstraction.subsets`)."""
    cdef int held[4]
    cdef int i, j, suit
    held[0] = held[1] = held[2] = held[3] = 0
    for i in range(5):
        held[cards[i] & 3] |= 1 << (cards[i] >> 2)
    for i in range(4):
        suit = i
        j = i
        while j > 0 and held[order[j - 1]] < held[suit]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = suit
