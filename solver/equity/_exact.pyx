"""Loops that count the outcomes of the last draw by set of winners."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t


cdef inline void _subsets(
    const uint8_t* cards,
    int size,
    const int32_t[:, ::1] choose,
    const int32_t[::1] first,
    int largest,
    int32_t* rank,
    int32_t* place,
    uint8_t* bits,
) noexcept nogil:
    """Write the place of every subset in the running counts; -1 if it is larger than needed."""
    cdef int mask, i
    rank[0] = 0
    place[0] = 0
    bits[0] = 0
    for i in range(size):
        for mask in range(1 << i):
            bits[mask | 1 << i] = bits[mask] + 1
            rank[mask | 1 << i] = rank[mask] + choose[bits[mask] + 1, cards[i]]
    for mask in range(1, 1 << size):
        place[mask] = first[bits[mask]] + rank[mask] if bits[mask] <= largest else -1


def sweep(
    const uint8_t[:, ::1] one,          # in: draws of player one x cards, places in the stub
    const uint16_t[::1] one_class,      # in: low class of each, ascending
    const uint8_t[:, ::1] two,          # in: the same of player two
    const uint16_t[::1] two_class,      # in: ascending
    const int32_t[:, ::1] choose,       # in: binomials
    const int32_t[::1] first,           # in: where the card sets of each size begin in counts
    int32_t[::1] counts,                # scratch, zero: draws of player two by set contained
    int64_t[::1] tally,                 # out: [2] pairs that two wins, [3] ties; [1] unchanged
):
    """Count disjoint pairs in which player two has the better hand, and ties."""
    cdef Py_ssize_t a = 0, b = 0, start
    cdef int one_size = <int> one.shape[1], two_size = <int> two.shape[1]
    cdef int largest = <int> first.shape[0] - 2
    cdef int mask
    cdef uint16_t low
    cdef int64_t better = 0, at_least = 0
    cdef int32_t rank[32]
    cdef int32_t place[32]
    cdef uint8_t bits[32]
    cdef const uint8_t* cards
    cdef uint8_t none = 0
    with nogil:
        while a < one.shape[0]:
            low = one_class[a]
            while b < two.shape[0] and two_class[b] < low:
                cards = &two[b, 0] if two_size else &none
                _subsets(cards, two_size, choose, first, largest, rank, place, bits)
                for mask in range(1 << two_size):
                    if place[mask] >= 0:
                        counts[place[mask]] += 1
                b += 1
            start = a
            while a < one.shape[0] and one_class[a] == low:
                cards = &one[a, 0] if one_size else &none
                _subsets(cards, one_size, choose, first, largest, rank, place, bits)
                for mask in range(1 << one_size):
                    if place[mask] >= 0:
                        better += -counts[place[mask]] if bits[mask] & 1 else counts[place[mask]]
                a += 1
            while b < two.shape[0] and two_class[b] == low:
                cards = &two[b, 0] if two_size else &none
                _subsets(cards, two_size, choose, first, largest, rank, place, bits)
                for mask in range(1 << two_size):
                    if place[mask] >= 0:
                        counts[place[mask]] += 1
                b += 1
            while start < a:
                cards = &one[start, 0] if one_size else &none
                _subsets(cards, one_size, choose, first, largest, rank, place, bits)
                for mask in range(1 << one_size):
                    if place[mask] >= 0:
                        at_least += -counts[place[mask]] if bits[mask] & 1 else counts[place[mask]]
                start += 1
        tally[2] = better
        tally[3] = at_least - better


def enumerate_deals(
    const uint64_t[::1] sets,           # in: cards drawn as bits, all draws of player 0, 1, ...
    const uint16_t[::1] classes,        # in: low class that each draw completes
    const int64_t[::1] first,           # in: players + 1, where each player's draws begin
    int64_t[::1] tally,                 # in and out: outcomes by set of winners
):
    """Count all combinations of the players' draws that share no card."""
    cdef int players = <int> first.shape[0] - 1
    cdef int player = 0, last = players - 1
    cdef int64_t draw
    cdef int64_t next_draw[6]
    cdef uint64_t used[6]
    cdef uint16_t best[6]
    cdef int winners[6]
    cdef int64_t won, shared, lost
    next_draw[0] = first[0]
    used[0] = 0
    best[0] = 65535
    winners[0] = 0
    with nogil:
        while player >= 0:
            if player == last:
                won = shared = lost = 0
                for draw in range(first[last], first[last + 1]):
                    if not sets[draw] & used[last]:
                        won += classes[draw] < best[last]
                        shared += classes[draw] == best[last]
                        lost += classes[draw] > best[last]
                tally[1 << last] += won
                tally[winners[last] | 1 << last] += shared
                tally[winners[last]] += lost
                player -= 1
                continue
            draw = next_draw[player]
            if draw == first[player + 1]:
                player -= 1
                continue
            next_draw[player] = draw + 1
            if sets[draw] & used[player]:
                continue
            used[player + 1] = used[player] | sets[draw]
            if classes[draw] < best[player]:
                best[player + 1] = classes[draw]
                winners[player + 1] = 1 << player
            else:
                best[player + 1] = best[player]
                winners[player + 1] = winners[player]
                if classes[draw] == best[player]:
                    winners[player + 1] |= 1 << player
            player += 1
            next_draw[player] = first[player]
