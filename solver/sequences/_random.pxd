"""Random numbers that depend on a seed and a counter only: no order of work changes them."""

from libc.stdint cimport uint8_t, uint64_t


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    """The finaliser of SplitMix64 (Steele, Lea and Flood 2014)."""
    x = (x ^ (x >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t> 0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t stream(uint64_t seed, uint64_t counter) noexcept nogil:
    """Start of a stream of random numbers of its own."""
    return mixed(mixed(seed + <uint64_t> 0x9E3779B97F4A7C15) + counter)


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    state[0] += <uint64_t> 0x9E3779B97F4A7C15
    return mixed(state[0])


cdef inline double next_share(uint64_t* state) noexcept nogil:
    """Evenly distributed from 0 up to 1."""
    return (next_random(state) >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint8_t card_outside(uint64_t* state, uint64_t used) noexcept nogil:
    """A card of the deck that is not among those used."""
    cdef uint64_t card
    while True:
        card = ((next_random(state) >> 32) * 52) >> 32
        if not used >> card & 1:
            return <uint8_t> card


cdef inline int random_below(uint64_t* state, int limit) noexcept nogil:
    """A whole number from 0 up to, not including, a limit below 2**16."""
    return <int> (((next_random(state) >> 32) * <uint64_t> limit) >> 32)
