"""Random numbers for kernels: one state a stream, the same on every machine (Steele 2014)."""

from libc.stdint cimport uint64_t


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    """Next 64 random bits of a stream (SplitMix64)."""
    cdef uint64_t x
    state[0] += <uint64_t> 0x9E3779B97F4A7C15
    x = state[0]
    x = (x ^ (x >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t> 0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline int random_below(uint64_t* state, int limit) noexcept nogil:
    """A whole number from 0 up to, not including, a limit below 2**16."""
    return <int> (((next_random(state) >> 32) * <uint64_t> limit) >> 32)


cdef inline double random_share(uint64_t* state) noexcept nogil:
    """A number from 0 up to, not including, 1."""
    return <double> (next_random(state) >> 11) / <double> (<uint64_t> 1 << 53)
