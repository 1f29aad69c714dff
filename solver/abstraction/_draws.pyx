"""Loops of one draw of all hands at once: probabilities forwards, values backwards.

As in `_outcomes.pyx` a draw is a signed sum over sets of cards. Here the sets that a draw needs
stand in rows over the hands, so that every loop runs along memory.
"""

from libc.stdint cimport int32_t, uint16_t


def forward(
    const uint16_t[:, ::1] inside,      # in: sets that a hand contains, one row a mask
    const uint16_t[:, ::1] terms,       # in: sets over which the draw is summed
    const double[::1] factors,          # in: factor of each of these rows, and of the hand itself
    const int32_t[::1] hands,           # in: n multiplicities of the hands
    const int32_t[::1] sets,            # in: multiplicities of the sets
    const double[::1] weight,           # in: n weights before the draw
    double[::1] parts,                  # scratch: sets
    double[::1] out,                    # out: n weights after the draw
):
    """Weights of all hands after the draw."""
    cdef Py_ssize_t h, s, row, n = weight.shape[0], last = terms.shape[0]
    cdef double factor
    with nogil:
        parts[:] = 0
        for row in range(last):
            factor = factors[row]
            for h in range(n):
                parts[terms[row, h]] += factor * weight[h]
        for s in range(parts.shape[0]):
            parts[s] /= sets[s]
        out[:] = 0
        for row in range(inside.shape[0]):
            for h in range(n):
                out[h] += parts[inside[row, h]]
        factor = factors[last]
        for h in range(n):
            out[h] = hands[h] * out[h] + factor * weight[h]
            if out[h] < 0:              # a zero with a rounding error
                out[h] = 0


def backward(
    const uint16_t[:, ::1] inside,      # in: as above
    const uint16_t[:, ::1] terms,       # in
    const double[::1] factors,          # in
    const int32_t[::1] hands,           # in
    const int32_t[::1] sets,            # in
    const double[::1] value,            # in: n values after the draw
    double[::1] parts,                  # scratch: sets
    double[::1] out,                    # out: n values before it
):
    """Mean values of all hands before the draw."""
    cdef Py_ssize_t h, s, row, n = value.shape[0], last = terms.shape[0]
    cdef double factor
    with nogil:
        parts[:] = 0
        for row in range(inside.shape[0]):
            for h in range(n):
                parts[inside[row, h]] += hands[h] * value[h]
        for s in range(parts.shape[0]):
            parts[s] /= sets[s]
        factor = factors[last]
        for h in range(n):
            out[h] = factor * value[h]
        for row in range(last):
            factor = factors[row]
            for h in range(n):
                out[h] += factor * parts[terms[row, h]]
