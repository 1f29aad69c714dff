"""Which opponents a hand of real cards can meet, and how many of them it beats."""

from libc.stdint cimport int16_t, int32_t, uint64_t


cdef inline Py_ssize_t _first_at_least(
    const int16_t* low_class, Py_ssize_t first, Py_ssize_t last, int wanted
) noexcept nogil:
    """First place of an ascending stretch that is not below a number."""
    cdef Py_ssize_t middle
    while first < last:
        middle = (first + last) >> 1
        if low_class[middle] < wanted:
            first = middle + 1
        else:
            last = middle
    return first


cdef inline int32_t _apart(
    const uint64_t* used, Py_ssize_t first, Py_ssize_t last, uint64_t cards
) noexcept nogil:
    """How many sets share no card with another."""
    cdef Py_ssize_t n
    cdef int32_t count = 0
    for n in range(first, last):
        count += (used[n] & cards) == 0
    return count


def compare(
    const uint64_t[::1] cards,          # in: for each hand the cards that no opponent may hold
    const int16_t[::1] low_class,       # in: of each hand
    const uint64_t[::1] used,           # in: cards of the opponents, by bucket and low class
    const int16_t[::1] opponent_class,  # in: their low classes, ascending within a bucket
    const int32_t[::1] starts,          # in: first opponent of each bucket, and one past the last
    int32_t[:, ::1] number,             # out: hands x buckets, opponents that there can be
    int32_t[:, ::1] ahead,              # out: those beaten less those that win
):
    """Count for every hand the opponents of each bucket, and how many of them it beats."""
    cdef Py_ssize_t hand, bucket, better, equal, last
    cdef int32_t lost, tied, won
    if used.shape[0] == 0:
        raise ValueError("there are no opponents")
    with nogil:
        for hand in range(cards.shape[0]):
            for bucket in range(starts.shape[0] - 1):
                last = starts[bucket + 1]
                better = starts[bucket]
                equal = better
                if better == last or opponent_class[last - 1] < low_class[hand]:
                    better = last
                    equal = last
                elif opponent_class[better] <= low_class[hand]:
                    better = _first_at_least(&opponent_class[0], better, last, low_class[hand])
                    equal = _first_at_least(&opponent_class[0], better, last, low_class[hand] + 1)
                lost = _apart(&used[0], starts[bucket], better, cards[hand])
                tied = _apart(&used[0], better, equal, cards[hand])
                won = _apart(&used[0], equal, last, cards[hand])
                number[hand, bucket] = lost + tied + won
                ahead[hand, bucket] = won - lost
