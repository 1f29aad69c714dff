"""Rollouts: hands of real cards that both seats play on by a strategy, from one deck.

Actions are drawn at random up to the last betting round, whose betting is reckoned exactly: given
both hands it is a tree of a dozen leaves. The last three levels are kept block by block, one for
each instance of the third betting round, and asked for when a hand comes to one that is not there.
"""

from libc.math cimport NAN
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from solver.sequences._random cimport card_outside, next_random, next_share, stream
from solver.sequences._tables cimport (
    HAND,
    Tables,
    TableView,
    bucket_at,
    insert_card,
    keep_at,
    kept_cards,
    place_of,
)


cdef enum:
    ROUNDS = 4
    CUT = 4             # level at which blocks begin
    IN_BLOCK = 3        # levels of a block
    LEVELS = 7
    MOST_ACTIONS = 8    # at one decision
    MOST_DECISIONS = 128

cdef double WHOLE = 65535.0


ctypedef const float* Amounts
ctypedef const uint16_t* Shares


cdef struct Betting:
    const int8_t* actor
    const int32_t* first_action
    const int32_t* target
    const int8_t* folder
    const int32_t* closed       # number of each leaf among those without a fold
    const float* added          # leaves x 2
    int actions
    int decisions
    int closed_leaves


cdef struct Drawing:
    const int8_t* choices       # instances x 2
    const int64_t* first_child
    const int64_t* slot_starts


cdef struct Seats:
    uint8_t hand[2][HAND]
    uint64_t used[2]
    uint64_t gone               # not in the deck
    int draws_left[2]
    int bucket[2]
    uint64_t cards[2]           # random numbers of each seat's cards
    uint64_t actions            # of the actions


cdef class Strategies:
    """A public tree and what both seats do in it, probabilities as shares of 65,535."""

    cdef Betting[ROUNDS] betting
    cdef Drawing[3] drawing
    cdef Amounts[ROUNDS] stake
    cdef int[ROUNDS] buckets
    cdef Shares[CUT] trunk
    cdef Shares* block
    cdef Py_ssize_t blocks
    cdef list kept

    def __cinit__(self):
        self.block = NULL

    def __init__(
        self,
        list rounds,        # for each round actor, first action, target, folder, closed, added
        list stakes,        # for each round the stake of its instances
        list draws,         # for each draw choices, first child, slot starts
        list buckets,       # in each round
        list trunk,         # probabilities of the levels before the third round, flat
    ):
        cdef const int8_t[::1] bytes_
        cdef const int8_t[:, ::1] choices
        cdef const int32_t[::1] numbers
        cdef const int64_t[::1] starts
        cdef const float[::1] flat
        cdef const float[:, ::1] added
        cdef const uint16_t[::1] rows
        cdef int n
        if len(rounds) != ROUNDS or len(draws) != 3 or len(trunk) != CUT:
            raise ValueError("rollouts are for four betting rounds with three draws between them")
        self.kept = [rounds, stakes, draws, trunk]
        for n in range(ROUNDS):
            bytes_ = rounds[n][0]
            self.betting[n].actor = &bytes_[0]
            self.betting[n].decisions = <int> bytes_.shape[0]
            if bytes_.shape[0] > MOST_DECISIONS:
                raise ValueError(f"a betting round of {bytes_.shape[0]} decisions")
            numbers = rounds[n][1]
            self.betting[n].first_action = &numbers[0]
            numbers = rounds[n][2]
            self.betting[n].target = &numbers[0]
            self.betting[n].actions = <int> numbers.shape[0]
            bytes_ = rounds[n][3]
            self.betting[n].folder = &bytes_[0]
            numbers = rounds[n][4]
            self.betting[n].closed = &numbers[0]
            self.betting[n].closed_leaves = max(rounds[n][4]) + 1
            added = rounds[n][5]
            self.betting[n].added = &added[0, 0]
            flat = stakes[n]
            self.stake[n] = &flat[0]
            self.buckets[n] = buckets[n]
        for n in range(3):
            choices = draws[n][0]
            self.drawing[n].choices = &choices[0, 0]
            starts = draws[n][1]
            self.drawing[n].first_child = &starts[0]
            starts = draws[n][2]
            self.drawing[n].slot_starts = &starts[0]
        for n in range(CUT):
            rows = trunk[n]
            self.trunk[n] = &rows[0]
        self.blocks = len(stakes[2])
        self.block = <Shares*> calloc(self.blocks * IN_BLOCK, sizeof(Shares))
        if self.block == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.block)

    def add_block(self, Py_ssize_t instance, list rows):
        """Tell the probabilities of the three levels below an instance of the third round."""
        cdef const uint16_t[::1] level
        cdef int n
        if not 0 <= instance < self.blocks:
            raise IndexError(f"no instance {instance} of the third round")
        self.kept.append(rows)
        for n in range(IN_BLOCK - 1, -1, -1):  # the first tells whether the block is there
            level = rows[n]
            self.block[instance * IN_BLOCK + n] = &level[0]

    def has_block(self, Py_ssize_t instance):
        """Whether the block of an instance of the third round is there."""
        return self.block[instance * IN_BLOCK] != NULL

    cdef Shares _row(
        self, int level, int64_t instance, int64_t block, int bucket
    ) noexcept nogil:
        """Probabilities of one bucket at all decisions of an instance."""
        cdef int number = level >> 1
        cdef int64_t first = 0
        cdef const uint16_t* base
        cdef const int64_t* starts
        if level < CUT:
            base = self.trunk[level]
        else:
            base = self.block[block * IN_BLOCK + level - CUT]
            first = block
            if level > CUT:
                first *= self.betting[2].closed_leaves
            if level > CUT + 1:
                first = self.drawing[2].first_child[first]
        if level & 1:
            starts = self.drawing[number].slot_starts
            return (
                base + (starts[instance] - starts[first]) * self.buckets[number]
                + bucket * (starts[instance + 1] - starts[instance])
            )
        return base + (
            ((instance - first) * self.buckets[number] + bucket) * self.betting[number].actions
        )

    cdef double _last_round(
        self, int seat, int64_t instance, int64_t block, Seats* seats, const Tables* tables
    ) noexcept nogil:
        """What a seat wins on the average when the last betting round begins."""
        cdef const Betting* betting = &self.betting[ROUNDS - 1]
        cdef Shares[2] rows
        cdef double[MOST_DECISIONS] reach
        cdef double share, stake = self.stake[ROUNDS - 1][instance], value = 0
        cdef int d, a, leaf, folder, sign, low, other
        for d in range(2):
            rows[d] = self._row(LEVELS - 1, instance, block, seats.bucket[d])
        low = tables.low_class[place_of(tables, seats.hand[seat])]
        other = tables.low_class[place_of(tables, seats.hand[1 - seat])]
        sign = (low < other) - (low > other)
        reach[0] = 1
        for d in range(betting.decisions):
            for a in range(betting.first_action[d], betting.first_action[d + 1]):
                share = reach[d] * rows[betting.actor[d]][a] / WHOLE
                leaf = betting.target[a]
                if leaf >= 0:
                    reach[leaf] = share
                    continue
                leaf = -1 - leaf
                folder = betting.folder[leaf]
                if folder == seat:
                    value -= share * (stake + betting.added[2 * leaf + seat])
                elif folder >= 0:
                    value += share * (stake + betting.added[2 * leaf + 1 - seat])
                else:
                    value += share * sign * (stake + betting.added[2 * leaf + seat])
        return value

    cdef double _play(
        self, int seat, int level, int64_t instance, int decision, int wanted, Seats* seats,
        const Tables* tables, uint8_t* missing,
    ) noexcept nogil:
        """What a seat wins; the first action is `wanted`. NAN if a block is missing."""
        cdef int number, actor, a, choices, leaf, folder
        cdef int64_t block = -1
        cdef const uint16_t* row
        cdef const Betting* betting
        cdef double stake
        cdef int first = 0
        if level >= CUT:
            block = instance
            if level > CUT:
                block = block // self.betting[2].closed_leaves
        while True:
            number = level >> 1
            if level == CUT:
                block = instance
            if level >= CUT and self.block[block * IN_BLOCK] == NULL:
                missing[block] = 1
                return NAN
            if level == LEVELS - 1:
                return self._last_round(seat, instance, block, seats, tables)
            if level & 1:
                actor = 1 if decision else 0
                choices = self.drawing[number].choices[2 * instance + actor]
                first = 0
                if actor:
                    first = self.drawing[number].choices[2 * instance] + (decision - 1) * choices
            else:
                betting = &self.betting[number]
                actor = betting.actor[decision]
                first = betting.first_action[decision]
                choices = betting.first_action[decision + 1] - first
            if wanted >= 0:
                a = wanted
                wanted = -1
            else:
                row = self._row(level, instance, block, seats.bucket[actor])
                a = chosen(row + first, choices, &seats.actions)
            if level & 1:
                draw(seats, actor, a, tables)
                if actor == 0:
                    decision = 1 + a
                else:
                    instance = (
                        self.drawing[number].first_child[instance] + (decision - 1) * choices + a
                    )
                    level += 1
                    decision = 0
                continue
            leaf = betting.target[first + a]
            if leaf >= 0:
                decision = leaf
                continue
            leaf = -1 - leaf
            folder = betting.folder[leaf]
            if folder >= 0:
                stake = self.stake[number][instance]
                if folder == seat:
                    return -(stake + betting.added[2 * leaf + seat])
                return stake + betting.added[2 * leaf + 1 - seat]
            instance = instance * betting.closed_leaves + betting.closed[leaf]
            level += 1
            decision = 0

    def compare_actions(
        self,
        TableView view,
        int seat,                               # to act
        int level,                              # where it acts, before the last round
        int64_t instance,
        int decision,
        const int32_t[::1] draws_left,          # in: of each seat
        const uint8_t[:, ::1] hands,            # in: n x 5 cards, ascending
        const uint64_t[::1] used,               # in: n sets of all cards held so far
        const uint8_t[:, ::1] opponent_hands,   # in: m x 5 cards, each as likely as the others
        const uint64_t[::1] opponent_used,      # in: m sets
        uint64_t outside,                       # cards that are not in the deck
        int rollouts,                           # of every action of every hand
        uint64_t seed,
        double[:, ::1] mean,                    # out: n x actions, what each wins more than the
                                                # strategy's mix of actions
        double[:, ::1] error,                   # out: n x actions, its variance over rollouts
        int32_t[::1] met,                       # out: n, rollouts with an opponent
        uint8_t[::1] missing,                   # in and out: 1 for blocks that are asked for
    ):
        """Play out every action of every hand, all against the same opponents and cards.

        Where a block is missing the result of that hand is not a number.
        """
        cdef Py_ssize_t n, m, apart, opponents = opponent_hands.shape[0]
        cdef int32_t* who
        cdef int actions = <int> mean.shape[1], a, k, offset
        cdef uint64_t state
        cdef Seats start
        cdef Seats seats
        cdef double[MOST_ACTIONS] won
        cdef double played, more
        cdef const uint16_t* row
        cdef const Tables* tables = &view.tables
        cdef int64_t block = -1
        if actions > MOST_ACTIONS or opponents == 0:
            raise ValueError(f"{actions} actions against {opponents} opponents")
        if level >= CUT:
            block = instance if level == CUT else instance // self.betting[2].closed_leaves
            if self.block[block * IN_BLOCK] == NULL:
                raise ValueError("the block in which the hands begin is missing")
        who = <int32_t*> malloc((opponents + 1) * sizeof(int32_t))
        if who == NULL:
            raise MemoryError
        with nogil:
            offset = self._offset(level, instance, decision)
            for n in range(hands.shape[0]):
                state = stream(seed, n)
                for a in range(actions):
                    mean[n, a] = 0
                    error[n, a] = 0
                for k in range(HAND):
                    start.hand[seat][k] = hands[n, k]
                start.used[seat] = used[n]
                start.gone = outside
                for k in range(2):
                    start.draws_left[k] = draws_left[k]
                start.bucket[seat] = bucket_at(
                    tables, start.draws_left[seat], place_of(tables, start.hand[seat]),
                    start.used[seat],
                )
                row = self._row(level, instance, block, start.bucket[seat]) + offset
                apart = 0
                for m in range(opponents):
                    who[apart] = <int32_t> m
                    apart += (opponent_used[m] & used[n]) == 0
                met[n] = rollouts if apart else 0
                for _ in range(met[n]):
                    k = who[<int> (next_share(&state) * apart)]
                    start.used[1 - seat] = opponent_used[k]
                    for a in range(HAND):
                        start.hand[1 - seat][a] = opponent_hands[k, a]
                    start.bucket[1 - seat] = bucket_at(
                        tables, start.draws_left[1 - seat], place_of(tables, start.hand[1 - seat]),
                        start.used[1 - seat],
                    )
                    for a in range(2):
                        start.cards[a] = next_random(&state)
                    start.actions = next_random(&state)
                    played = 0
                    for a in range(actions):
                        seats = start
                        won[a] = self._play(
                            seat, level, instance, decision, a, &seats, tables, &missing[0]
                        )
                        played += won[a] * row[a] / WHOLE
                    for a in range(actions):
                        more = won[a] - played
                        mean[n, a] += more
                        error[n, a] += more * more
                for a in range(actions):
                    if met[n]:
                        mean[n, a] /= met[n]
                        error[n, a] = error[n, a] / met[n] - mean[n, a] * mean[n, a]
        free(who)

    cdef int _offset(self, int level, int64_t instance, int decision) noexcept nogil:
        """First action of a decision among those of its instance."""
        cdef const int8_t* choices
        if level & 1 == 0:
            return self.betting[level >> 1].first_action[decision]
        if decision == 0:
            return 0
        choices = &self.drawing[level >> 1].choices[2 * instance]
        return choices[0] + (decision - 1) * choices[1]


cdef int chosen(const uint16_t* row, int choices, uint64_t* state) noexcept nogil:
    """An action drawn by its probability."""
    cdef double point = next_share(state) * WHOLE
    cdef int a
    for a in range(choices - 1):
        point -= row[a]
        if point < 0:
            return a
    return choices - 1


cdef void draw(Seats* seats, int seat, int count, const Tables* tables) noexcept nogil:
    """Let a seat throw away and draw."""
    cdef uint8_t[HAND] kept
    cdef uint8_t card
    cdef int i, held, mask
    cdef uint8_t* hand = seats.hand[seat]
    if count:
        mask = keep_at(tables, seats.draws_left[seat], count, place_of(tables, hand))
        held = kept_cards(hand, mask, kept)
        while held < HAND:
            card = card_outside(&seats.cards[seat], seats.gone | seats.used[0] | seats.used[1])
            seats.used[seat] |= (<uint64_t> 1) << card
            insert_card(kept, held, card)
            held += 1
        for i in range(HAND):
            hand[i] = kept[i]
    seats.draws_left[seat] -= 1
    seats.bucket[seat] = bucket_at(
        tables, seats.draws_left[seat], place_of(tables, hand), seats.used[seat]
    )
