"""Loop that plays random deals from the first draw to the showdown."""

from libc.stdint cimport int32_t, uint8_t, uint64_t


cdef inline uint64_t _rotate(uint64_t x, int bits) noexcept nogil:
    return x << bits | x >> (64 - bits)


cdef inline uint64_t _random(uint64_t* s) noexcept nogil:
    """Next number of xoshiro256++ (Blackman and Vigna 2019)."""
    cdef uint64_t out = _rotate(s[0] + s[3], 23) + s[0]
    cdef uint64_t t = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = _rotate(s[3], 45)
    return out


def play(
    const uint8_t[:, ::1] kept,         # in: players x 5, cards kept at the first draw, ascending
    const int32_t[::1] kept_count,      # in: how many of them
    const uint8_t[:, ::1] thrown,       # in: players x 5, cards thrown away at the first draw
    const int32_t[::1] thrown_count,    # in: how many of them
    const uint8_t[::1] stub,            # in: cards nobody has seen
    const uint8_t[::1] dead,            # in: cards that come back by a reshuffle
    const int32_t[:, ::1] policy,       # in: later draws x players, row of keeps; -1 stands pat
    const uint8_t[:, ::1] keeps,        # in: policies x 2,598,960 masks
    const int32_t[:, ::1] choose,       # in: binomials
    uint64_t[::1] state,                # in and out: state of the random numbers, four words
    uint8_t[:, :, ::1] hands,           # out: deals x players x 5, final hands, ascending
):
    """Play deals; players discard and draw in turn, as in `deal_mode` sequential (rules 5.3).

    When the stub is used up, the discards of earlier draws and the dead cards become the new
    stub; if there are none, the discards of this draw by the players served before (rules 5.6).
    A player's own discards of this draw are not among them, and 35 cards at most are in six
    hands and these discards, so there is always a card to draw.
    """
    cdef Py_ssize_t deal
    cdef int players = <int> kept.shape[0], later = <int> policy.shape[0]
    cdef int draw, player, i, j, card, row
    cdef int left, count, own_count, pile_count, earlier, recycled
    cdef int32_t index
    cdef uint8_t mask
    cdef uint8_t deck[52]
    cdef uint8_t pile[52]
    cdef uint8_t own[5]
    cdef uint8_t* hand
    cdef uint64_t s[4]
    cdef bint shuffled_in = True
    for i in range(4):
        s[i] = state[i]
    with nogil:
        for deal in range(hands.shape[0]):
            # Without a reshuffle the deck is still the stub in another order, as good as any.
            if shuffled_in:
                for i in range(<int> stub.shape[0]):
                    deck[i] = stub[i]
                shuffled_in = False
            left = <int> stub.shape[0]
            for i in range(<int> dead.shape[0]):
                pile[i] = dead[i]
            pile_count = earlier = <int> dead.shape[0]
            for draw in range(later + 1):
                for player in range(players):
                    hand = &hands[deal, player, 0]
                    if draw == 0:
                        count = kept_count[player]
                        own_count = thrown_count[player]
                        for i in range(count):
                            hand[i] = kept[player, i]
                        for i in range(own_count):
                            own[i] = thrown[player, i]
                    else:
                        row = policy[draw - 1, player]
                        if row < 0:
                            continue
                        index = 0
                        for i in range(5):
                            index += choose[i + 1, hand[i]]
                        mask = keeps[row, index]
                        count = own_count = 0
                        for i in range(5):
                            if mask >> i & 1:
                                hand[count] = hand[i]
                                count += 1
                            else:
                                own[own_count] = hand[i]
                                own_count += 1
                    while count < 5:
                        if left == 0:
                            recycled = earlier if earlier > 0 else pile_count
                            for i in range(recycled):
                                deck[i] = pile[i]
                            for i in range(recycled, pile_count):
                                pile[i - recycled] = pile[i]
                            pile_count -= recycled
                            left = recycled
                            earlier = 0
                            shuffled_in = True
                        # 32 random bits: the chances of two cards differ by less than 2e-8.
                        j = <int> ((_random(s) >> 32) * left >> 32)
                        left -= 1
                        card = deck[j]
                        deck[j] = deck[left]
                        deck[left] = card
                        i = count
                        while i > 0 and hand[i - 1] > card:
                            hand[i] = hand[i - 1]
                            i -= 1
                        hand[i] = card
                        count += 1
                    for i in range(own_count):
                        pile[pile_count] = own[i]
                        pile_count += 1
                earlier = pile_count
    for i in range(4):
        state[i] = s[i]
