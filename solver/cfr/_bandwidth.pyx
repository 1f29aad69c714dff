"""How fast the machine moves memory: the triad of the STREAM benchmark (McCalpin 1995)."""

from cython.parallel cimport prange


def triad(float[::1] out, const float[::1] x, const float[::1] y, float scale, int threads):
    """out = x + scale * y: reads 8 bytes and writes 4 for every number."""
    cdef Py_ssize_t i, n = out.shape[0]
    for i in prange(n, nogil=True, schedule="static", num_threads=threads):
        out[i] = x[i] + scale * y[i]
