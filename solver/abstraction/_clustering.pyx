"""Loops of k-means: distances, and assignment with the bounds of Hamerly (2010)."""

from libc.math cimport sqrt
from libc.stdint cimport int16_t
from libc.stdlib cimport free, malloc


def nearer(
    const double[:, ::1] points,        # in: n x features
    const double[::1] centre,           # in: features
    double[::1] squared,                # in, out: n squared distances to the nearest centre
):
    """Lower the squared distances by one more centre."""
    cdef Py_ssize_t p, f
    cdef double total, gap
    with nogil:
        for p in range(points.shape[0]):
            total = 0
            for f in range(points.shape[1]):
                gap = points[p, f] - centre[f]
                total += gap * gap
            if total < squared[p]:
                squared[p] = total


def assign(
    const double[:, ::1] points,        # in: n x features
    const double[:, ::1] centres,       # in: features x clusters
    const double[::1] half_gap,         # in: half the distance of each centre to the next one
    int16_t[::1] label,                 # in, out: n clusters
    double[::1] upper,                  # in, out: n, at least the distance to the own centre
    double[::1] lower,                  # in, out: n, at most the distance to any other centre
):
    """Give every point its nearest centre; points that the bounds settle are not measured."""
    cdef Py_ssize_t p, f, c, features = points.shape[1], clusters = centres.shape[1]
    cdef Py_ssize_t best, changed = 0
    cdef double x, gap, first, second, bound
    cdef double* squared = <double*> malloc(clusters * sizeof(double))
    if squared == NULL:
        raise MemoryError
    with nogil:
        for p in range(points.shape[0]):
            bound = lower[p] if lower[p] > half_gap[label[p]] else half_gap[label[p]]
            if upper[p] <= bound:
                continue
            x = 0
            for f in range(features):
                gap = points[p, f] - centres[f, label[p]]
                x += gap * gap
            upper[p] = sqrt(x)
            if upper[p] <= bound:
                continue
            for c in range(clusters):
                squared[c] = 0
            for f in range(features):
                x = points[p, f]
                for c in range(clusters):
                    gap = x - centres[f, c]
                    squared[c] += gap * gap
            best = label[p]
            first = squared[best]
            second = -1
            for c in range(clusters):
                if squared[c] < first:
                    first = squared[c]
                    best = c
            for c in range(clusters):
                if c != best and (second < 0 or squared[c] < second):
                    second = squared[c]
            if best != label[p]:
                label[p] = <int16_t> best
                changed += 1
            upper[p] = sqrt(first)
            lower[p] = sqrt(second)
    free(squared)
    return changed
