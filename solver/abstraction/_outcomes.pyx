"""Loops of the exact outcome of a draw: sums over the sets of cards that hands contain.

A draw that keeps K of a hand and discards D leads to every hand that contains K and none of D.
Summed over S within D with the sign (-1)^|S|, the hands that contain K and S leave just those.
Masks are over the five cards of a hand's example; mask 31 is the hand itself.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t


cdef enum:
    PAT = 31

# (-1)^|S| for every mask S of five bits.
cdef double[32] SIGN
# 1 / (47 over d) for d cards drawn from the 47 that are not in the hand.
cdef double[6] SHARE
# How many cards a mask leaves out.
cdef int[32] DRAWN

SHARE[:] = [1.0, 1.0 / 47, 1.0 / 1081, 1.0 / 16215, 1.0 / 178365, 1.0 / 1533939]
for _mask in range(32):
    SIGN[_mask] = -1.0 if _mask.bit_count() & 1 else 1.0
    DRAWN[_mask] = 5 - _mask.bit_count()


def containing_sums(
    const uint16_t[:, ::1] subsets,     # in: n x 31 set classes inside each hand
    const int32_t[::1] hands,           # in: n multiplicities of the hands
    const double[:, ::1] values,        # in: n x columns
    double[:, ::1] out,                 # in, out: set classes x columns, zero at first
):
    """Add every hand's values, once for each hand it stands for, to all sets inside it."""
    cdef Py_ssize_t h, j, columns = values.shape[1]
    cdef int mask
    cdef uint16_t part
    with nogil:
        for h in range(subsets.shape[0]):
            for mask in range(PAT):
                part = subsets[h, mask]
                for j in range(columns):
                    out[part, j] += hands[h] * values[h, j]


def containing_counts(
    const uint16_t[:, ::1] subsets,     # in: n x 31
    const int32_t[::1] hands,           # in: n multiplicities
    const int16_t[::1] bucket,          # in: n buckets
    double[:, ::1] out,                 # in, out: set classes x buckets, zero at first
):
    """The same for the indicator of each hand's bucket."""
    cdef Py_ssize_t h
    cdef int mask
    with nogil:
        for h in range(subsets.shape[0]):
            for mask in range(PAT):
                out[subsets[h, mask], bucket[h]] += hands[h]


def best_keeps(
    const uint16_t[:, ::1] subsets,     # in: n x 31
    const double[::1] sums,             # in: sum of a value over the hands containing each set
    const double[::1] value,            # in: n values of the hands themselves
    double tolerance,                   # in: a keep must be better by this much to count as better
    uint8_t[:, ::1] keeps,              # out: 6 x n masks of the best keep by cards drawn
    double[:, ::1] best,                # out: 6 x n its mean value
):
    """The best of the ways to discard 0 to 5 cards; of equal ones the lowest mask."""
    cdef Py_ssize_t h
    cdef int mask, card, drawn
    cdef double[32] x
    cdef double mean
    with nogil:
        for h in range(subsets.shape[0]):
            for mask in range(PAT):
                x[mask] = sums[subsets[h, mask]]
            x[PAT] = value[h]
            for card in range(5):
                for mask in range(32):
                    if not mask >> card & 1:
                        x[mask] -= x[mask | 1 << card]
            for drawn in range(6):
                best[drawn, h] = -INFINITY
            for mask in range(32):
                drawn = DRAWN[mask]
                mean = x[mask] * SHARE[drawn]
                if mean > best[drawn, h] + tolerance:
                    best[drawn, h] = mean
                    keeps[drawn, h] = <uint8_t> mask


def mean_outcomes(
    const uint16_t[:, ::1] subsets,     # in: n x 31
    const int32_t[::1] chosen,          # in: m hand numbers
    const uint8_t[::1] masks,           # in: m masks of the cards kept
    const double[:, ::1] sums,          # in: set classes x columns, sums over containing hands
    const double[:, ::1] values,        # in: n x columns
    double[:, ::1] out,                 # out: m x columns
):
    """Mean of every column after the draw."""
    cdef Py_ssize_t i, j, h, columns = sums.shape[1]
    cdef int kept, dropped, part
    cdef double sign, share
    with nogil:
        for i in range(chosen.shape[0]):
            h = chosen[i]
            kept = masks[i]
            dropped = PAT ^ kept
            share = SHARE[DRAWN[kept]]
            for j in range(columns):
                out[i, j] = SIGN[dropped] * values[h, j]
            part = dropped
            while part:
                part = (part - 1) & dropped
                sign = SIGN[part]
                for j in range(columns):
                    out[i, j] += sign * sums[subsets[h, kept | part], j]
            for j in range(columns):
                out[i, j] *= share


def spread(
    const uint16_t[:, ::1] subsets,     # in: n x 31
    const uint8_t[::1] masks,           # in: n masks of the cards kept
    const double[::1] weight,           # in: n weights
    const int16_t[::1] group,           # in: n groups
    double[:, ::1] parts,               # in, out: groups x set classes
    double[::1] whole,                  # in, out: n, the share that falls on the hand itself
):
    """Add what each weighted draw puts on the hands that contain a set, signed, by group."""
    cdef Py_ssize_t h
    cdef int kept, dropped, part
    cdef double share
    with nogil:
        for h in range(subsets.shape[0]):
            kept = masks[h]
            dropped = PAT ^ kept
            share = weight[h] * SHARE[DRAWN[kept]]
            whole[h] += SIGN[dropped] * share
            part = dropped
            while part:
                part = (part - 1) & dropped
                parts[group[h], subsets[h, kept | part]] += SIGN[part] * share


def collect(
    const uint16_t[:, ::1] subsets,     # in: n x 31
    const double[::1] parts,            # in: what lies on each set of a class
    double[::1] out,                    # out: n, the sum over the sets inside each hand
):
    """Sum over the sets of up to four cards in each hand."""
    cdef Py_ssize_t h
    cdef int mask
    cdef double total
    with nogil:
        for h in range(subsets.shape[0]):
            total = 0
            for mask in range(PAT):
                total += parts[subsets[h, mask]]
            out[h] = total


def combine(
    const double[:, ::1] parts,         # in: groups x set classes, many of them zero
    const double[:, ::1] counts,        # in: set classes x buckets
    double[:, ::1] out,                 # in, out: groups x buckets
):
    """Add the matrix product, in an order that no library or thread changes."""
    cdef Py_ssize_t g, s, b
    cdef double x
    with nogil:
        for g in range(parts.shape[0]):
            for s in range(parts.shape[1]):
                x = parts[g, s]
                if x != 0:
                    for b in range(counts.shape[1]):
                        out[g, b] += x * counts[s, b]
