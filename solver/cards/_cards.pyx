"""Loops over cards: combinations, low classes, and what is left of a hand without suit names."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t


cdef inline void _order(uint8_t* a, uint8_t* b) noexcept nogil:
    cdef uint8_t low = a[0] if a[0] < b[0] else b[0]
    cdef uint8_t high = b[0] if a[0] < b[0] else a[0]
    a[0] = low
    b[0] = high


cdef inline void _sort5(uint8_t* x) noexcept nogil:
    _order(&x[0], &x[1])
    _order(&x[3], &x[4])
    _order(&x[2], &x[4])
    _order(&x[2], &x[3])
    _order(&x[1], &x[4])
    _order(&x[0], &x[3])
    _order(&x[0], &x[2])
    _order(&x[1], &x[3])
    _order(&x[1], &x[2])


def low_classes(
    const uint8_t[:, ::1] hands,        # in: n x 5 card numbers, any order
    const int32_t[:, ::1] choose,       # in: binomials, choose[i, n] = n over i
    const uint16_t[:, ::1] table,       # in: 2 x 6188, class by (flush, multiset of ranks)
    uint16_t[::1] out,                  # out: n low classes
):
    """Low class 1..7462 of every hand."""
    cdef Py_ssize_t h, n = hands.shape[0]
    cdef uint8_t x[5]
    cdef int i, flush
    cdef int32_t key
    with nogil:
        for h in range(n):
            for i in range(5):
                x[i] = hands[h, i]
            flush = (
                (x[0] & 3) == (x[1] & 3) and (x[1] & 3) == (x[2] & 3)
                and (x[2] & 3) == (x[3] & 3) and (x[3] & 3) == (x[4] & 3)
            )
            _sort5(x)
            key = 0
            for i in range(5):
                key += choose[i + 1, (x[i] >> 2) + i]
            out[h] = table[flush, key]


def combinations(int size, uint8_t[:, ::1] out):
    """Write all ascending combinations of `size` cards in colexicographic order."""
    cdef Py_ssize_t row, n = out.shape[0]
    cdef int i
    cdef uint8_t x[6]
    for i in range(size):
        x[i] = i
    x[size] = 52
    for row in range(n):
        for i in range(size):
            out[row, i] = x[i]
        i = 0
        while i < size and x[i] + 1 == x[i + 1]:
            x[i] = i
            i += 1
        if i < size:
            x[i] += 1


def combination_ranks(
    const uint8_t[:, ::1] cards,        # in: n x k cards, ascending in each row
    const int32_t[:, ::1] choose,       # in: binomials
    int32_t[::1] out,                   # out: place of each row in `combinations`
):
    """Colexicographic rank of every row."""
    cdef Py_ssize_t row, n = cards.shape[0]
    cdef int i, size = <int> cards.shape[1]
    cdef int32_t rank
    with nogil:
        for row in range(n):
            rank = 0
            for i in range(size):
                rank += choose[i + 1, cards[row, i]]
            out[row] = rank


def suit_free_keys(const uint8_t[:, ::1] cards, int64_t[::1] out):
    """Write a key of every row that is equal for rows that differ by the names of suits only.

    The key is the four 13-bit rank sets, one a suit, in descending order.
    """
    cdef Py_ssize_t row, n = cards.shape[0]
    cdef int i, j, size = <int> cards.shape[1]
    cdef int64_t suits[4]
    cdef int64_t swap
    with nogil:
        for row in range(n):
            suits[0] = suits[1] = suits[2] = suits[3] = 0
            for i in range(size):
                suits[cards[row, i] & 3] |= <int64_t> 1 << (cards[row, i] >> 2)
            for i in range(3):
                for j in range(3 - i):
                    if suits[j] < suits[j + 1]:
                        swap = suits[j]
                        suits[j] = suits[j + 1]
                        suits[j + 1] = swap
            out[row] = suits[0] << 39 | suits[1] << 26 | suits[2] << 13 | suits[3]
