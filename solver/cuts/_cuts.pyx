"""Loops over the 65,780 hands of half a deck: which hands they are, and where their draws lead.

A draw that keeps K of a hand and discards D leads to every hand of the half that contains K and
none of D. Summed over S within D with the sign (-1)^|S|, the hands that contain K and S leave just
those. Sets of up to three cards carry counts of their hands by bucket; a set of four cards is in 22
hands only, which are gone through one by one. The plain twin of this file is
tests/cuts/plain_cuts.py.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t
from libc.string cimport memset


cdef enum:
    PAT = 31
    AROUND = 22         # hands of a half that contain a set of four cards

# (-1)^|S| for every mask S of five bits.
cdef double[32] SIGN
# How many cards a mask holds.
cdef int[32] CARDS

for _mask in range(32):
    SIGN[_mask] = -1.0 if _mask.bit_count() & 1 else 1.0
    CARDS[_mask] = _mask.bit_count()


cdef inline void _order_suits(const uint8_t* cards, uint8_t* order) noexcept nogil:
    """Suits by the ranks they hold, most significant first, as `_suit_order` of the subsets."""
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


def list_hands(
    const uint8_t[::1] half,            # in: 26 cards, ascending
    const uint8_t[:, ::1] local,        # in: n x 5 places in the half, ascending
    const int32_t[:, ::1] choose,       # in: binomials
    const int32_t[::1] of_combination,  # in: number of every hand of the deck
    const uint8_t[:, ::1] example,      # in: 134459 x 5 cards of each hand's example
    const uint8_t[:, ::1] place,        # in: 134459 x 5 place of their suits in the order of suits
    int32_t[::1] number,                # out: n numbers of the hands
    uint8_t[:, ::1] bit,                # out: n x 5, the bit of the own cards in the role of each
                                        #      card of the example
):
    """Find every hand of a half among the 134,459, and its cards in the example's roles."""
    cdef Py_ssize_t n
    cdef int i, j, card
    cdef int32_t rank, h
    cdef uint8_t cards[5]
    cdef uint8_t order[4]
    with nogil:
        for n in range(local.shape[0]):
            rank = 0
            for i in range(5):
                cards[i] = half[local[n, i]]
                rank += choose[i + 1, cards[i]]
            h = of_combination[rank]
            number[n] = h
            _order_suits(cards, order)
            for i in range(5):
                card = (example[h, i] & 0xFC) | order[place[h, i]]
                j = 0
                while cards[j] != card:
                    j += 1
                bit[n, i] = 1 << j


def count_containing(
    const int32_t[::1] number,          # in: n numbers of the hands
    const int16_t[::1] bucket,          # in: bucket of every hand, 134459
    const uint16_t[:, ::1] inside,      # in: n x 31 sets inside each hand
    const uint16_t[:, ::1] smaller,     # in: sets x 3, each set without one of its cards
    const uint16_t[::1] starts,         # in: first set of 0 to 3 cards, and one past the last
    double[:, ::1] counts,              # out: sets of up to three cards x buckets
):
    """How many hands of each bucket contain each set of up to three cards."""
    cdef Py_ssize_t n, s
    cdef int mask, b, size, i, buckets = <int> counts.shape[1]
    cdef double* into
    cdef const double* source
    with nogil:
        memset(&counts[0, 0], 0, counts.shape[0] * buckets * sizeof(double))
        for n in range(number.shape[0]):
            b = bucket[number[n]]
            for mask in range(PAT):
                if CARDS[mask] == 3:
                    counts[inside[n, mask], b] += 1
        # A hand that contains a set contains 6 - size sets of one card more around it.
        for size in range(3, 0, -1):
            for s in range(starts[size], starts[size + 1]):
                source = &counts[s, 0]
                for i in range(size):
                    into = &counts[smaller[s, i], 0]
                    for b in range(buckets):
                        into[b] += source[b]
            for s in range(starts[size - 1], starts[size]):
                into = &counts[s, 0]
                for b in range(buckets):
                    into[b] /= 6 - size


def transitions(
    const int32_t[::1] number,          # in: n numbers of the hands
    const uint8_t[:, ::1] bit,          # in: n x 5, see list_hands
    const uint16_t[:, ::1] inside,      # in: n x 31 sets inside each hand
    const int32_t[:, ::1] around,       # in: 14950 x 22 hands that contain each set of four cards
    const uint8_t[:, ::1] missing,      # in: 14950 x 22 the bit of the card that they add to it
    const double[::1] weight,           # in: weight of every hand, 134459
    const int16_t[::1] before,          # in: its bucket before the draw
    const int16_t[::1] after,           # in: its bucket after the draw
    const uint8_t[::1] keeps,           # in: mask of the example's cards that it keeps
    const double[:, ::1] counts,        # in: see count_containing
    double[:, ::1] parts,               # work: sets of up to three cards x buckets before
    uint8_t[::1] dropped,               # work: n
    int16_t[:, ::1] bucket,             # work: 2 x n
    double[::1] sums,                   # work: buckets before, zero between calls
    double[:, ::1] out,                 # out: buckets before x buckets after, not yet normed
):
    """Where a draw leads from each bucket, every redraw from the half equally likely."""
    cdef Py_ssize_t n, s, q
    cdef int i, j, b, c, kept, part, mask, touched
    cdef int widths = <int> parts.shape[1], columns = <int> out.shape[1]
    cdef int32_t h
    cdef double x, w
    cdef const double* source
    cdef double* into
    cdef int[AROUND] list_of
    cdef int[AROUND] follows
    with nogil:
        memset(&parts[0, 0], 0, parts.shape[0] * widths * sizeof(double))
        memset(&out[0, 0], 0, out.shape[0] * columns * sizeof(double))
        for n in range(number.shape[0]):
            h = number[n]
            mask = keeps[h]
            kept = 0
            for i in range(5):
                if mask >> i & 1:
                    kept |= bit[n, i]
            dropped[n] = PAT ^ kept
            b = before[h]
            bucket[0, n] = b
            bucket[1, n] = after[h]
            w = weight[h]
            # All of what is dropped: the hand itself. All but one card: below, set by set.
            out[b, after[h]] += SIGN[dropped[n]] * w
            part = dropped[n]
            while part:
                part = (part - 1) & dropped[n]
                if CARDS[kept | part] <= 3:
                    parts[inside[n, kept | part], b] += SIGN[part] * w
        for q in range(around.shape[0]):
            touched = 0
            for i in range(AROUND):
                n = around[q, i]
                if dropped[n] & missing[q, i]:
                    b = bucket[0, n]
                    if sums[b] == 0:
                        list_of[touched] = b
                        touched += 1
                    sums[b] -= SIGN[dropped[n]] * weight[number[n]]
            if touched:
                for i in range(AROUND):
                    follows[i] = bucket[1, around[q, i]]
            for j in range(touched):
                b = list_of[j]
                x = sums[b]
                sums[b] = 0
                into = &out[b, 0]
                for i in range(AROUND):
                    into[follows[i]] += x
        for s in range(parts.shape[0]):
            source = &counts[s, 0]
            for b in range(widths):
                x = parts[s, b]
                if x != 0:
                    into = &out[b, 0]
                    for c in range(columns):
                        into[c] += x * source[c]
