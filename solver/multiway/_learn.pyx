"""Traversals of a game for several seats: what each adds to regrets and to sums of strategies.

One seat learns in a traversal. The deck is cut into a share for each seat, and every seat has many
card sequences from its own share, so that all hands are independent and a pass with vectors plays
every combination of them. At decisions of the others one action is drawn from what their range as
a whole does; each hand's reach is multiplied by its own frequency of the action over that of the
range. The learner tries all its actions in one part of the hand, a betting round or a draw; in the
others it draws them in the same way, except that its folds are added exactly.

Traversals of a batch read the numbers as they stand and write down what they add; additions are
done afterwards in the order of the traversals. Random numbers follow from the seed and the number
of a traversal. So neither threads nor interruptions change a digit.
The plain twin of this file is tests/multiway/naive.py.
"""

from cython.parallel cimport parallel, prange, threadid
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

import numpy as np

from solver.sequences._random cimport mixed, next_share, random_below, stream


cdef enum:
    MOST_SEATS = 6
    MOST_IN = 3
    MOST_HANDS = 64         # sequences of a seat
    MOST_CHOICES = 6
    MOST_CARDS = 52
    HAND = 5
    MOST_DRAWN = 15         # cards that a seat can draw
    ATTEMPTS = 1000         # deals in search of one in which all seats before the start fold
    REGRETS = 0
    SUMS = 1
    VALUES = 2
    FOLD = 0                # kind of an action; others are told apart by nobody


cdef int WHOLE = -1         # no part: the learner draws all its actions


cdef struct Tree:
    int players
    const int8_t* actor
    const int32_t* first
    const int8_t* kind
    const int32_t* target
    const int32_t* alive
    const int8_t* aggressor
    const float* added


cdef struct Game:
    int seats
    int rounds
    int hand                            # cards of a hand
    int deck
    bint separate                       # every seat has a whole deck of its own
    int count                           # sequences of a seat, at most
    int need                            # cards that a seat may draw in all
    int paths                           # own draw paths
    Tree opening
    Tree later[MOST_IN + 1]
    const int64_t* round_at             # 4 x 4
    const int64_t* draw_at              # 4 x 4
    int buckets[4]
    float bet[4]
    int limit[3]
    bint narrowing
    int histories[4][MOST_IN + 1]       # that one seat can have, by draws made and players
    const int32_t* history              # 4 x paths, by players
    const int32_t* group                # by set of seats
    const float* step[4][MOST_IN + 1]   # pots that divide situations, by round and players
    int steps[4][MOST_IN + 1]
    int actions[MOST_IN + 1]
    int later_order[MOST_SEATS]
    int first_in[MOST_SEATS]
    const int32_t* after                # paths x MOST_CHOICES, path after a draw
    const int32_t* before               # paths
    const int32_t* drawn                # paths, cards drawn so far
    const int8_t* round_of              # paths
    const int16_t* bucket               # rounds x hands
    const int16_t* low_class            # hands
    const uint8_t* keep                 # draws x MOST_CHOICES x hands
    const int32_t* choose               # 6 x 53
    int64_t hands


cdef struct Record:
    # What a traversal adds to one decision: count x choices numbers follow, and count buckets.
    int64_t at
    int32_t count
    int32_t choices
    int32_t kind                        # REGRETS, SUMS, or VALUES + action
    int32_t bytes                       # up to the next record
    float weight                        # of VALUES: the reach of the others, one at most
    int32_t unused


cdef struct Log:
    char* data
    int64_t used
    int64_t room
    bint sums_too                       # sums of strategies are wanted, too
    bint failed


cdef struct Totals:
    # Where it is added.
    float* regrets
    float* sums
    float* values
    float rate                          # at which values follow what is found


cdef struct Hands:
    # The sequences of a seat that has come to the draw.
    int count
    int16_t* bucket                     # paths x MOST_HANDS
    int16_t* low_class                  # the same, in the last round
    int32_t* place                      # of the hand among all
    uint8_t* cards                      # paths x MOST_HANDS x HAND
    uint8_t* known                      # paths
    uint8_t order[MOST_HANDS][MOST_DRAWN]


cdef struct Seat:
    # The sequences of a seat before the draw.
    int count
    int size                            # cards of its share
    bint dealt
    uint8_t share[MOST_CARDS]
    uint8_t cards[MOST_HANDS][HAND]
    uint8_t rest[MOST_HANDS][MOST_CARDS]
    int32_t place[MOST_HANDS]           # of the hand among all
    int16_t bucket[MOST_HANDS]
    float start[MOST_HANDS]


cdef struct Traversal:
    const Game* game
    const float* own                    # what the learner's strategy is matched from
    const float* others
    const float* fallback               # where `own` has nothing positive; NULL for even chances
    const float* values                 # of the learner's actions, per unit of the others' reach
    Log* log                            # NULL: nothing is written down
    bint best                           # the learner takes its best action
    float even_others                   # share of actions drawn at even chances
    float even_own
    uint64_t seed
    int learner
    int part                            # 2 x round, 2 x draw + 1, or WHOLE
    int start                           # first seat that has not folded
    float weight
    int left                            # cards of nobody's share
    uint8_t leftover[MOST_CARDS]
    Seat seat[MOST_SEATS]
    Hands hands[MOST_IN]
    const float* reach[MOST_SEATS]
    int dead[MOST_SEATS]                # which hand a seat has folded, -1 while it is in


cdef struct State:
    int players
    int round
    int seats                           # of those left, as bits
    int seat[MOST_IN]
    int path[MOST_IN]
    float paid[MOST_IN]
    float pot
    int aggressor                       # place, -1 for nobody
    int learner                         # place
    float weight
    const float* reach[MOST_IN]
    Hands* hands[MOST_IN]


# --- cards ----------------------------------------------------------------------------------------

cdef inline int64_t place_of(const Game* g, const uint8_t* cards) noexcept nogil:
    """Place of ascending cards among all combinations of as many."""
    cdef int i
    cdef int64_t place = 0
    for i in range(g.hand):
        place += g.choose[53 * (i + 1) + cards[i]]
    return place


cdef inline void insert(uint8_t* cards, int held, uint8_t card) noexcept nogil:
    while held and cards[held - 1] > card:
        cards[held] = cards[held - 1]
        held -= 1
    cards[held] = card


cdef inline void shuffle(uint8_t* cards, int size, int wanted, uint64_t* random) noexcept nogil:
    """Bring `wanted` of the cards to the front, in random order."""
    cdef int i, other
    cdef uint8_t card
    for i in range(wanted):
        other = i + random_below(random, size - i)
        card = cards[other]
        cards[other] = cards[i]
        cards[i] = card


cdef void set_hand(const Game* g, Seat* seat, int i, const uint8_t* cards, int size) noexcept nogil:
    """Make the first cards of a share a hand."""
    cdef int j
    for j in range(g.hand):
        insert(seat.cards[i], j, cards[j])
    memcpy(seat.rest[i], cards + g.hand, size - g.hand)
    seat.place[i] = <int32_t> place_of(g, seat.cards[i])


cdef bint next_subset(int* chosen, int held, int size) noexcept nogil:
    """Go on to the next set of cards of a share; False after the last."""
    cdef int i = held - 1, j
    while i >= 0 and chosen[i] == size - held + i:
        i -= 1
    if i < 0:
        return False
    chosen[i] += 1
    for j in range(i + 1, held):
        chosen[j] = chosen[j - 1] + 1
    return True


cdef int64_t subsets(int size, int held, int64_t most) noexcept nogil:
    """How many hands a share has, or more than `most`."""
    cdef int i
    cdef int64_t found = 1
    for i in range(held):
        found = found * (size - i) // (i + 1)
        if found > 64 * most:
            return found
    return found


cdef void deal_hands(Traversal* x, int s) noexcept nogil:
    """Deal a seat its sequences: all hands of its share if there are few, else random ones."""
    cdef const Game* g = x.game
    cdef Seat* seat = &x.seat[s]
    cdef uint8_t[MOST_CARDS] cards
    cdef int[HAND] chosen
    cdef int i, j, k, n
    cdef uint64_t random
    if seat.dealt:
        return
    seat.dealt = True
    if subsets(seat.size, g.hand, g.count) <= g.count:
        memcpy(cards, seat.share, seat.size)
        for i in range(seat.size):  # so that its hands are ascending, too
            insert(seat.share, i, cards[i])
        for i in range(g.hand):
            chosen[i] = i
        n = 0
        while True:
            j = 0
            k = g.hand
            for i in range(seat.size):
                if j < g.hand and chosen[j] == i:
                    cards[j] = seat.share[i]
                    j += 1
                else:
                    cards[k] = seat.share[i]
                    k += 1
            set_hand(g, seat, n, cards, seat.size)
            n += 1
            if not next_subset(chosen, g.hand, seat.size):
                break
        seat.count = n
    else:
        random = stream(x.seed, 64 + s)
        memcpy(cards, seat.share, seat.size)
        for n in range(g.count):
            shuffle(cards, seat.size, g.hand, &random)
            set_hand(g, seat, n, cards, seat.size)
        seat.count = g.count
    for i in range(seat.count):
        seat.bucket[i] = g.bucket[seat.place[i]]
        seat.start[i] = <float> 1.0 / seat.count


cdef void give_share(Traversal* x, int s, const uint8_t* cards, int size) noexcept nogil:
    x.seat[s].size = size
    x.seat[s].dealt = False
    memcpy(x.seat[s].share, cards, size)


cdef bint all_fold(Traversal* x, uint64_t* random) noexcept nogil:
    """Whether the seats before the start fold the hands that they have been dealt."""
    cdef const Game* g = x.game
    cdef float[MOST_CHOICES] strategy
    cdef int s, n
    cdef int64_t at
    for s in range(x.start):
        deal_hands(x, s)
        n = g.opening.first[g.first_in[s] + 1] - g.opening.first[g.first_in[s]]
        at = <int64_t> g.opening.first[g.first_in[s]] * g.buckets[0]
        match(x.others + at, NULL, n, 1, x.seat[s].bucket, strategy)
        if next_share(random) >= strategy[0]:
            return False
    return True


cdef void deal(Traversal* x) noexcept nogil:
    """Cut the deck; seats before the start have one hand each, which they fold."""
    cdef const Game* g = x.game
    cdef uint8_t[MOST_CARDS] cards
    cdef int i, s, size, _attempt, first = x.start * g.hand
    cdef uint64_t random = stream(x.seed, 1)
    for i in range(g.deck):
        cards[i] = <uint8_t> i
    if g.separate:
        for s in range(g.seats):
            give_share(x, s, cards, g.deck)
        x.left = 0
        return
    for _attempt in range(ATTEMPTS):
        shuffle(cards, g.deck, g.deck, &random)
        for s in range(x.start):
            give_share(x, s, cards + s * g.hand, g.hand)
        if all_fold(x, &random):
            break
    size = (g.deck - first) // (g.seats - x.start)
    for s in range(x.start, g.seats):
        give_share(x, s, cards + first + (s - x.start) * size, size)
    first += (g.seats - x.start) * size
    x.left = g.deck - first
    memcpy(x.leftover, cards + first, x.left)


cdef void follow(const Game* g, Hands* hands, int path) noexcept nogil:
    """Find hands and buckets of all sequences after a draw path, if they are not known.

    Tables are read in loops of their own, so that the processor waits for many places at once."""
    cdef int before, draw, count, first, i, j, held
    cdef const uint8_t* from_
    cdef uint8_t* to
    cdef const uint8_t* keep
    cdef const int16_t* bucket
    cdef int32_t* place
    cdef const int32_t* old
    cdef uint8_t[MOST_HANDS] mask
    if hands.known[path]:
        return
    before = g.before[path]
    follow(g, hands, before)
    draw = g.round_of[path] - 1
    first = g.drawn[before]
    count = g.drawn[path] - first
    keep = g.keep + (<int64_t> draw * MOST_CHOICES + count) * g.hands
    bucket = g.bucket + g.round_of[path] * g.hands
    place = hands.place + path * MOST_HANDS
    old = hands.place + before * MOST_HANDS
    for i in range(hands.count):
        mask[i] = keep[old[i]] if count else 31
    for i in range(hands.count):
        from_ = hands.cards + (<int64_t> before * MOST_HANDS + i) * HAND
        to = hands.cards + (<int64_t> path * MOST_HANDS + i) * HAND
        held = 0
        for j in range(g.hand):
            if mask[i] >> j & 1:
                to[held] = from_[j]
                held += 1
        for j in range(count):
            insert(to, held + j, hands.order[i][first + j])
        place[i] = <int32_t> place_of(g, to)
    for i in range(hands.count):
        hands.bucket[path * MOST_HANDS + i] = bucket[place[i]]
    if draw == g.rounds - 2:
        find_classes(g, hands, path)
    hands.known[path] = True


cdef void find_classes(const Game* g, Hands* hands, int path) noexcept nogil:
    """Low classes of all sequences for a showdown."""
    cdef int i
    cdef const int32_t* place = hands.place + path * MOST_HANDS
    for i in range(hands.count):
        hands.low_class[path * MOST_HANDS + i] = g.low_class[place[i]]


# --- strategies -----------------------------------------------------------------------------------

cdef inline void match(
    const float* cells,         # of the decision
    const float* fallback,      # the same where the cells of a bucket are not positive, or NULL
    int n, int count, const int16_t* bucket,
    float* strategy,            # out: count x n
) noexcept nogil:
    """Regret matching: positive numbers in proportion, even chances where there are none."""
    cdef int i, a
    cdef float whole, y
    cdef const float* c
    cdef float* out
    for i in range(count):
        c = cells + bucket[i] * n
        out = strategy + i * n
        whole = 0
        for a in range(n):
            y = c[a] if c[a] > 0 else 0
            out[a] = y
            whole += y
        if whole > <float> 1e-20:
            for a in range(n):
                out[a] /= whole
        elif fallback:
            match(fallback, NULL, n, 1, bucket + i, out)
        else:
            for a in range(n):
                out[a] = <float> 1.0 / n


cdef void best(
    const float* cells, const float* fallback, int n, int count, const int16_t* bucket,
    float* strategy,
) noexcept nogil:
    """The action of the largest number; where none is positive the fallback."""
    cdef int i, a, most
    cdef const float* c
    match(cells, fallback, n, count, bucket, strategy)
    for i in range(count):
        c = cells + bucket[i] * n
        most = 0
        for a in range(1, n):
            if c[a] > c[most]:
                most = a
        if c[most] > <float> 1e-20:
            for a in range(n):
                strategy[i * n + a] = 1 if a == most else 0


cdef inline void strategy_of(
    Traversal* x, bint learner, int64_t at, int n, int count, const int16_t* bucket, float* out
) noexcept nogil:
    if not learner:
        match(x.others + at, NULL, n, count, bucket, out)
    elif x.best:
        best(x.own + at, x.fallback + at if x.fallback else NULL, n, count, bucket, out)
    else:
        match(x.own + at, x.fallback + at if x.fallback else NULL, n, count, bucket, out)


cdef int draw_action(
    const float* reach, const float* strategy, int n, int count, int skip, float even,
    double random,
    float* chance,              # out: of the action that is returned
) noexcept nogil:
    """Draw an action from what a range does, a little mixed with even chances; never `skip`."""
    cdef int i, a, choices = n - (skip >= 0), last = 0
    cdef float[MOST_CHOICES] share
    cdef float whole = 0
    cdef double behind = 0
    for a in range(n):
        share[a] = 0
    for i in range(count):
        for a in range(n):
            share[a] += reach[i] * strategy[i * n + a]
    if skip >= 0:
        share[skip] = 0
    for a in range(n):
        whole += share[a]
    for a in range(n):
        if a == skip:
            continue
        if whole > <float> 1e-20:
            share[a] = (1 - even) * share[a] / whole + even / choices
        else:
            share[a] = <float> 1.0 / choices
        behind += share[a]
        last = a
        if random < behind:
            break
    chance[0] = share[last]
    return last


cdef inline float total(const float* reach, int count) noexcept nogil:
    cdef int i
    cdef float whole = 0
    for i in range(count):
        whole += reach[i]
    return whole


cdef inline int pick(const float* reach, int count, double where) noexcept nogil:
    """Draw a hand as likely as its reach; `where` runs up to the total."""
    cdef int i
    for i in range(count):
        where -= reach[i]
        if where < 0:
            return i
    return count - 1


cdef inline void fill(float* values, int count, float value) noexcept nogil:
    cdef int i
    for i in range(count):
        values[i] = value


cdef inline double share_of(uint64_t random) noexcept nogil:
    return (mixed(random) >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint64_t next_of(uint64_t random) noexcept nogil:
    return random + <uint64_t> 0x9E3779B97F4A7C15


# --- what is written down -------------------------------------------------------------------------

cdef float* write(
    Log* log, int64_t at, int kind, int n, int columns, int count, const int16_t* bucket
) noexcept nogil:
    """Room for what is added to a decision, count x columns; NULL if there is no memory."""
    cdef int64_t bytes = sizeof(Record) + (4 * columns + 2) * count
    cdef int64_t room
    cdef char* grown
    cdef Record* record
    bytes = (bytes + 7) // 8 * 8
    if log.used + bytes > log.room:
        room = 2 * (log.room + bytes)
        grown = <char*> realloc(log.data, room)
        if grown == NULL:
            log.failed = True
            return NULL
        log.data = grown
        log.room = room
    record = <Record*> (log.data + log.used)
    record.at = at
    record.count = count
    record.choices = n
    record.kind = kind
    record.bytes = <int32_t> bytes
    memcpy(log.data + log.used + sizeof(Record) + 4 * columns * count, bucket, 2 * count)
    log.used += bytes
    return <float*> (<char*> record + sizeof(Record))


cdef void write_sums(
    Traversal* x, int64_t at, const float* reach, const float* strategy, int n, int count,
    const int16_t* bucket,
) noexcept nogil:
    cdef int i, a
    cdef float* out
    if x.log == NULL or not x.log.sums_too:
        return
    out = write(x.log, at, SUMS, n, n, count, bucket)
    if out == NULL:
        return
    for i in range(count):
        for a in range(n):
            out[i * n + a] = x.weight * reach[i] * strategy[i * n + a]


cdef void write_regrets(
    Traversal* x, int64_t at, const float* values, const float* mean, int n, int count,
    const int16_t* bucket,
) noexcept nogil:
    """Values are by action, choices x MOST_HANDS."""
    cdef int i, a
    cdef float* out
    cdef float weight = x.weight / count
    if x.log == NULL:
        return
    out = write(x.log, at, REGRETS, n, n, count, bucket)
    if out == NULL:
        return
    for i in range(count):
        for a in range(n):
            out[i * n + a] = weight * (values[a * MOST_HANDS + i] - mean[i])


cdef void write_values(
    Traversal* x, int64_t at, int action, const float* values, float met, int n, int count,
    const int16_t* bucket,
) noexcept nogil:
    """What an action has won, per unit of `met`, the reach of the others."""
    cdef int i
    cdef float* out
    cdef Record* record
    if x.log == NULL or not met > <float> 1e-6:
        return
    out = write(x.log, at, VALUES + action, n, 1, count, bucket)
    if out == NULL:
        return
    record = <Record*> (<char*> out - sizeof(Record))
    record.weight = met if met < 1 else 1
    for i in range(count):
        out[i] = values[i] / met


cdef void add_up(const Log* log, const Totals* to, int part, int parts) noexcept nogil:
    """Add what was written down at the decisions of one part."""
    cdef int64_t used = 0
    cdef const Record* record
    cdef const float* values
    cdef const int16_t* bucket
    cdef float* cells
    cdef int i, a, n
    while used < log.used:
        record = <const Record*> (log.data + used)
        used += record.bytes
        if parts > 1 and <int> (mixed(record.at) % <uint64_t> parts) != part:
            continue
        n = record.choices
        values = <const float*> (<const char*> record + sizeof(Record))
        if record.kind >= VALUES:
            bucket = <const int16_t*> (values + record.count)
            cells = to.values + record.at + record.kind - VALUES
            for i in range(record.count):
                cells[bucket[i] * n] += to.rate * record.weight * (
                    values[i] - cells[bucket[i] * n]
                )
            continue
        bucket = <const int16_t*> (values + n * record.count)
        cells = (to.sums if record.kind == SUMS else to.regrets) + record.at
        for i in range(record.count):
            for a in range(n):
                cells[bucket[i] * n + a] += values[i * n + a]


# --- after the first draw -------------------------------------------------------------------------

cdef int64_t situation(const State* s, const Game* g, int round_, int number) noexcept nogil:
    """Number of a situation of a draw or a round (`solver.multiway.memory.Layout.situation`).

    `round_` is the round whose steps of the pot count, `number` how many draws lie behind."""
    cdef int64_t found = g.group[s.seats] if s.players == 2 else 0
    cdef int step = 0, j, path
    while step < g.steps[round_][s.players] and s.pot > g.step[round_][s.players][step]:
        step += 1
    found = found * (g.steps[round_][s.players] + 1) + step
    found = found * (s.players + 1) + (s.aggressor if s.aggressor >= 0 else s.players)
    for j in range(s.players):
        path = s.path[j]
        if g.round_of[path] > number:   # has drawn already
            path = g.before[path]
        found = found * g.histories[number][s.players] + g.history[s.players * g.paths + path]
    return found


cdef void showdown(const State* s, float* values) noexcept nogil:
    """Value of every hand of the learner against all combinations of the others' hands."""
    cdef int t = s.learner, n = s.hands[t].count, i, j, o, k = 0
    cdef const int16_t* mine = s.hands[t].low_class + s.path[t] * MOST_HANDS
    cdef const int16_t* theirs
    cdef float[2][MOST_HANDS] win
    cdef float[2][MOST_HANDS] tie
    cdef float[MOST_HANDS] low
    cdef float met = 1, reach, other, share
    for i in range(n):
        low[i] = mine[i]
        for o in range(2):
            win[o][i] = 0
            tie[o][i] = 0
    for o in range(s.players):
        if o == t:
            continue
        theirs = s.hands[o].low_class + s.path[o] * MOST_HANDS
        met *= total(s.reach[o], s.hands[o].count)
        for j in range(s.hands[o].count):
            reach = s.reach[o][j]
            other = theirs[j]
            if reach > 0:
                for i in range(n):
                    win[k][i] += reach if other > low[i] else 0
                    tie[k][i] += reach if other == low[i] else 0
        k += 1
    for i in range(n):
        share = win[0][i] + tie[0][i] / 2
        if s.players == 3:
            share = (
                win[0][i] * win[1][i] + (tie[0][i] * win[1][i] + win[0][i] * tie[1][i]) / 2
                + tie[0][i] * tie[1][i] / 3
            )
        values[i] = s.weight * (s.pot * share - s.paid[t] * met)


cdef void remove(State* s, int j) noexcept nogil:
    """A player has folded: the places after it move up."""
    cdef int k
    s.seats &= ~(1 << s.seat[j])
    for k in range(j, s.players - 1):
        s.seat[k] = s.seat[k + 1]
        s.path[k] = s.path[k + 1]
        s.paid[k] = s.paid[k + 1]
        s.reach[k] = s.reach[k + 1]
        s.hands[k] = s.hands[k + 1]
    s.players -= 1
    if s.learner > j:
        s.learner -= 1
    if s.aggressor == j:
        s.aggressor = -1
    elif s.aggressor > j:
        s.aggressor -= 1


cdef void end_round(Traversal* x, const State* s, int leaf, float* values) noexcept nogil:
    """The end of a betting round after a draw."""
    cdef const Tree* tree = &x.game.later[s.players]
    cdef State after = s[0]
    cdef int j
    cdef float added
    for j in range(s.players):
        added = x.game.bet[s.round] * tree.added[leaf * s.players + j]
        after.paid[j] += added
        after.pot += added
    after.aggressor = tree.aggressor[leaf]
    for j in range(s.players - 1, -1, -1):
        if not tree.alive[leaf] >> j & 1:
            after.weight *= total(after.reach[j], after.hands[j].count)
            remove(&after, j)
    if after.players == 1:
        fill(values, after.hands[0].count, after.weight * (after.pot - after.paid[0]))
    elif s.round == x.game.rounds - 1:
        showdown(&after, values)
    else:
        play_draw(x, &after, 0, 0, 1, 0, stream(x.seed, 128 + 2 * s.round + 1), values)


cdef void play_round(
    Traversal* x, State* s, int64_t base, int target, uint64_t random, float* values
) noexcept nogil:
    """A betting round after a draw from a decision on, or what comes after a leaf."""
    cdef const Game* g = x.game
    cdef const Tree* tree = &g.later[s.players]
    cdef float[MOST_HANDS * MOST_CHOICES] strategy
    cdef float[MOST_HANDS * MOST_CHOICES] each
    cdef float[MOST_HANDS] reach
    cdef const float* before
    cdef const int16_t* bucket
    cdef int j, n, first, a, i, count, fold
    cdef int64_t at
    cdef float chance, out = 0, met = 0
    cdef bint learner
    if target < 0:
        end_round(x, s, -1 - target, values)
        return
    j = tree.actor[target]
    learner = j == s.learner
    first = tree.first[target]
    n = tree.first[target + 1] - first
    at = base + <int64_t> first * g.buckets[s.round]
    count = s.hands[j].count
    bucket = s.hands[j].bucket + s.path[j] * MOST_HANDS
    strategy_of(x, learner, at, n, count, bucket, strategy)
    fold = 0 if tree.kind[first] == FOLD else -1
    before = s.reach[j]
    if learner:
        met = met_by(s)
        if fold == 0:
            out = -folded_loss(x, s, tree, target) * met
    if learner and x.part == 2 * s.round:
        for a in range(n):
            if a == fold:
                fill(each, count, out)
            else:
                play_round(
                    x, s, base, tree.target[first + a], next_of(random), each + a * MOST_HANDS
                )
                write_values(x, at, a, each + a * MOST_HANDS, met, n, count, bucket)
        take_mean(strategy, each, n, count, values)
        write_regrets(x, at, each, values, n, count, bucket)
        return
    if not learner:
        write_sums(x, at, before, strategy, n, count, bucket)
    a = draw_action(
        before, strategy, n, count, fold if learner else -1,
        x.even_own if learner else x.even_others, share_of(random), &chance,
    )
    for i in range(count):
        reach[i] = before[i] * strategy[i * n + a] / chance
    s.reach[j] = reach
    play_round(x, s, base, tree.target[first + a], next_of(random), values)
    s.reach[j] = before
    if learner:
        write_values(x, at, a, values, met, n, count, bucket)
        with_values(x, at, a, fold, out, strategy, chance, met, n, count, bucket, values)


cdef float met_by(const State* s) noexcept nogil:
    """Reach of all that the learner can meet here."""
    cdef int j
    cdef float met = s.weight
    for j in range(s.players):
        if j != s.learner:
            met *= total(s.reach[j], s.hands[j].count)
    return met


cdef void with_values(
    const Traversal* x, int64_t at, int drawn, int fold, float out, const float* strategy,
    float chance, float met, int n, int count, const int16_t* bucket, float* values,
) noexcept nogil:
    """Values of a decision of which one action was drawn.

    What is known of the other actions stands in for them, and the drawn one corrects it, so that
    the mean is right whatever was known (Schmid and others 2019). A fold is exact."""
    cdef int i, a
    cdef float share, mean, known
    cdef const float* expected
    for i in range(count):
        expected = x.values + at + bucket[i] * n
        share = strategy[i * n + drawn] / chance
        mean = share * (values[i] - met * expected[drawn])
        for a in range(n):
            known = out if a == fold else met * expected[a]
            mean += strategy[i * n + a] * known
        values[i] = mean


cdef inline void take_mean(
    const float* strategy, const float* each, int n, int count, float* values
) noexcept nogil:
    cdef int i, a
    cdef float mean
    for i in range(count):
        mean = 0
        for a in range(n):
            mean += strategy[i * n + a] * each[a * MOST_HANDS + i]
        values[i] = mean


cdef float folded_loss(
    const Traversal* x, const State* s, const Tree* tree, int decision
) noexcept nogil:
    """What the learner has put in when it folds at a decision: that of any leaf after its fold."""
    cdef int leaf = tree.target[tree.first[decision]]
    while leaf >= 0:
        leaf = tree.target[tree.first[leaf]]
    leaf = -1 - leaf
    return (
        s.paid[s.learner]
        + x.game.bet[s.round] * tree.added[leaf * s.players + s.learner]
    )


cdef void begin_round(Traversal* x, State* s, float* values) noexcept nogil:
    cdef const Game* g = x.game
    cdef int j
    cdef int64_t base
    for j in range(s.players):
        follow(g, s.hands[j], s.path[j])
    base = g.round_at[4 * s.round + s.players] + situation(s, g, s.round, s.round) * (
        <int64_t> g.actions[s.players] * g.buckets[s.round]
    )
    play_round(x, s, base, 0, stream(x.seed, 128 + 2 * s.round), values)


cdef void play_draw(
    Traversal* x, const State* s, int j, int first_order, int orders, int order, uint64_t random,
    float* values,
) noexcept nogil:
    """The draw after the round of the state, from a player on.

    `first_order` decisions are those of the players before, `orders` those of this one."""
    cdef const Game* g = x.game
    cdef int draw = s.round, choices = g.limit[draw] + 1, n = choices, count, a, i, last
    cdef State after = s[0]
    cdef float[MOST_HANDS * MOST_CHOICES] strategy
    cdef float[MOST_HANDS * MOST_CHOICES] each
    cdef float[MOST_HANDS] reach
    cdef const int16_t* bucket
    cdef int64_t at
    cdef float chance, met = 0
    cdef bint learner = j == s.learner
    if j >= s.players:
        after.round += 1
        begin_round(x, &after, values)
        return
    if draw and g.narrowing:
        last = g.drawn[s.path[j]] - g.drawn[g.before[s.path[j]]]
        last = last if last > 1 else 1
        n = 1 + (last if last < g.limit[draw] else g.limit[draw])
    at = situation(s, g, draw + 1, draw) * decisions_of_draw(choices, s.players)
    at = g.draw_at[4 * draw + s.players] + (at + first_order + order) * (
        <int64_t> choices * g.buckets[draw]
    )
    count = s.hands[j].count
    bucket = s.hands[j].bucket + s.path[j] * MOST_HANDS
    strategy_of(x, learner, at, n, count, bucket, strategy)
    if learner:
        met = met_by(s)
    if learner and x.part == 2 * draw + 1:
        for a in range(n):
            after.path[j] = g.after[s.path[j] * MOST_CHOICES + a]
            play_draw(
                x, &after, j + 1, first_order + orders, orders * choices, order * choices + a,
                next_of(random), each + a * MOST_HANDS,
            )
            write_values(x, at, a, each + a * MOST_HANDS, met, n, count, bucket)
        take_mean(strategy, each, n, count, values)
        write_regrets(x, at, each, values, n, count, bucket)
        return
    if not learner:
        write_sums(x, at, s.reach[j], strategy, n, count, bucket)
    a = draw_action(
        s.reach[j], strategy, n, count, -1, x.even_own if learner else x.even_others,
        share_of(random), &chance,
    )
    for i in range(count):
        reach[i] = s.reach[j][i] * strategy[i * n + a] / chance
    after.reach[j] = reach
    after.path[j] = g.after[s.path[j] * MOST_CHOICES + a]
    play_draw(
        x, &after, j + 1, first_order + orders, orders * choices, order * choices + a,
        next_of(random), values,
    )
    if learner:
        write_values(x, at, a, values, met, n, count, bucket)
        with_values(x, at, a, -1, 0, strategy, chance, met, n, count, bucket, values)


cdef inline int decisions_of_draw(int choices, int players) noexcept nogil:
    cdef int _place, found = 0, power = 1
    for _place in range(players):
        found += power
        power *= choices
    return found


# --- the first round ------------------------------------------------------------------------------

cdef void enter_pot(Traversal* x, int leaf, float weight, float* values) noexcept nogil:
    """The first round is over and several are in: cards to come are dealt to each."""
    cdef const Game* g = x.game
    cdef const Tree* tree = &g.opening
    cdef State s
    cdef uint8_t[MOST_CARDS] stub
    cdef uint8_t[MOST_CARDS] muck
    cdef uint8_t[MOST_CARDS] order
    cdef uint64_t random = stream(x.seed, 2)
    cdef int in_stub = 0, in_muck = 0, j, k, i, q, seat, own, more, size
    cdef Hands* hands
    s.players = 0
    s.round = 0
    s.seats = tree.alive[leaf]
    s.pot = 0
    s.aggressor = -1
    s.learner = 0
    s.weight = weight
    for k in range(g.seats):
        seat = g.later_order[k]
        s.pot += tree.added[leaf * g.seats + seat]
        if tree.alive[leaf] >> seat & 1:
            j = s.players
            s.seat[j] = seat
            s.path[j] = 0
            s.paid[j] = tree.added[leaf * g.seats + seat]
            s.reach[j] = x.reach[seat]
            s.hands[j] = &x.hands[j]
            if tree.aggressor[leaf] == seat:
                s.aggressor = j
            if seat == x.learner:
                s.learner = j
            s.players += 1
        elif not g.separate:
            q = x.dead[seat] if x.dead[seat] >= 0 else 0
            own = x.seat[seat].size - g.hand
            memcpy(stub + in_stub, x.seat[seat].rest[q], own)
            in_stub += own
            memcpy(muck + in_muck, x.seat[seat].cards[q], g.hand)
            in_muck += g.hand
    memcpy(stub + in_stub, x.leftover, x.left)
    in_stub += x.left
    shuffle(stub, in_stub, in_stub, &random)
    shuffle(muck, in_muck, in_muck, &random)
    for j in range(s.players):
        hands = s.hands[j]
        seat = s.seat[j]
        deal_hands(x, seat)
        hands.count = x.seat[seat].count
        memcpy(hands.bucket, x.seat[seat].bucket, 2 * hands.count)
        memcpy(hands.place, x.seat[seat].place, 4 * hands.count)
        own = x.seat[seat].size - g.hand
        more = in_stub // s.players
        random = stream(x.seed, 32 + seat)
        for i in range(g.paths):
            hands.known[i] = False
        hands.known[0] = True
        for i in range(hands.count):
            memcpy(hands.cards + i * HAND, x.seat[seat].cards[i], g.hand)
            memcpy(order, x.seat[seat].rest[i], own)
            memcpy(order + own, stub + j * more, more)
            size = own + more
            q = j
            while size < g.need and q < in_muck:
                order[size] = muck[q]
                size += 1
                q += s.players
            shuffle(order, size, g.need, &random)
            memcpy(hands.order[i], order, g.need)
    if g.rounds == 1:
        for j in range(s.players):
            find_classes(g, s.hands[j], 0)
        showdown(&s, values)
    else:
        play_draw(x, &s, 0, 0, 1, 0, stream(x.seed, 129), values)


cdef void play_opening(
    Traversal* x, int target, uint64_t random, float weight, float* values
) noexcept nogil:
    """The first round from a decision on, or what comes after a leaf."""
    cdef const Game* g = x.game
    cdef const Tree* tree = &g.opening
    cdef float[MOST_HANDS * MOST_CHOICES] strategy
    cdef float[MOST_HANDS * MOST_CHOICES] each
    cdef float[MOST_HANDS] reach
    cdef const float* before
    cdef Seat* seat
    cdef int s, n, first, a, i, k, leaf, fold
    cdef int64_t at
    cdef float chance, out = 0, met = 0, pot, rest
    cdef bint learner
    if target < 0:
        leaf = -1 - target
        if tree.alive[leaf] != 1 << x.learner:
            enter_pot(x, leaf, weight, values)
            return
        pot = 0
        for k in range(g.seats):
            pot += tree.added[leaf * g.seats + k]
        fill(
            values, x.seat[x.learner].count,
            weight * (pot - tree.added[leaf * g.seats + x.learner]),
        )
        return
    s = tree.actor[target]
    learner = s == x.learner
    seat = &x.seat[s]
    deal_hands(x, s)
    first = tree.first[target]
    n = tree.first[target + 1] - first
    at = <int64_t> first * g.buckets[0]
    strategy_of(x, learner, at, n, seat.count, seat.bucket, strategy)
    fold = 0 if tree.kind[first] == FOLD else -1
    before = x.reach[s] if x.reach[s] else seat.start
    if learner:
        met = weight
        for k in range(g.seats):
            if k != s and x.dead[k] < 0 and x.reach[k]:
                met *= total(x.reach[k], x.seat[k].count)
        if fold == 0:
            leaf = tree.target[first]
            while leaf >= 0:
                leaf = tree.target[tree.first[leaf]]
            out = -met * tree.added[(-1 - leaf) * g.seats + s]
    if learner and n == 1 and fold == 0:
        fill(values, seat.count, out)
        return
    if learner and x.part == 0:
        x.reach[s] = before
        for a in range(n):
            if a == fold:
                fill(each, seat.count, out)
            else:
                play_opening(
                    x, tree.target[first + a], next_of(random), weight, each + a * MOST_HANDS
                )
                write_values(
                    x, at, a, each + a * MOST_HANDS, met, n, seat.count, seat.bucket
                )
        take_mean(strategy, each, n, seat.count, values)
        write_regrets(x, at, each, values, n, seat.count, seat.bucket)
        return
    if not learner:
        write_sums(x, at, before, strategy, n, seat.count, seat.bucket)
    a = draw_action(
        before, strategy, n, seat.count, fold if learner else -1,
        x.even_own if learner else x.even_others, share_of(random), &chance,
    )
    for i in range(seat.count):
        reach[i] = before[i] * strategy[i * n + a] / chance
    x.reach[s] = reach
    if a == fold:
        # One hand of the range that folds is dead, the rest of its share joins the stub.
        rest = total(reach, seat.count)
        x.dead[s] = pick(reach, seat.count, rest * share_of(~random))
        play_opening(x, tree.target[first + a], next_of(random), weight * rest, values)
        x.dead[s] = -1
    else:
        play_opening(x, tree.target[first + a], next_of(random), weight, values)
    x.reach[s] = before
    if learner:
        write_values(x, at, a, values, met, n, seat.count, seat.bucket)
        with_values(
            x, at, a, fold, out, strategy, chance, met, n, seat.count, seat.bucket, values
        )


# --- batches --------------------------------------------------------------------------------------

cdef void traverse(Traversal* x, double* value) noexcept nogil:
    """One traversal; `value` is the mean of what the learner's hands win."""
    cdef const Game* g = x.game
    cdef float[MOST_HANDS] values
    cdef double whole = 0
    cdef int s, i
    for s in range(g.seats):
        x.reach[s] = NULL
        x.dead[s] = 0 if s < x.start else -1
    deal(x)
    deal_hands(x, x.learner)
    play_opening(x, g.first_in[x.start], stream(x.seed, 128), 1, values)
    for i in range(x.seat[x.learner].count):
        whole += values[i]
    value[0] = whole / x.seat[x.learner].count


cdef struct Plan:
    # How traversals are drawn.
    int learner                         # -1 for any
    double ahead                        # share that begins where the first seats have folded
    double parts[7]                     # up to each part, cumulative
    int number                          # of parts; 0: the learner draws all its actions


cdef void draw_plan(Traversal* x, const Plan* plan) noexcept nogil:
    """Who learns, in which part, and who has folded before."""
    cdef const Game* g = x.game
    cdef uint64_t random = stream(x.seed, 3)
    cdef int last = g.seats - 2
    cdef double share = next_share(&random)
    x.start = 0
    if plan.learner >= 0 and plan.learner < last:
        last = plan.learner
    if share < plan.ahead and last > 0:
        x.start = 1 + random_below(&random, last)
    x.learner = plan.learner
    if plan.learner < 0:
        x.learner = x.start + random_below(&random, g.seats - x.start)
    share = next_share(&random)
    x.part = WHOLE
    if plan.number:
        x.part = 0
        while x.part + 1 < plan.number and share >= plan.parts[x.part]:
            x.part += 1


cdef bint open_hands(Hands* hands, int paths) noexcept nogil:
    cdef int64_t cells = <int64_t> paths * MOST_HANDS
    hands.bucket = <int16_t*> malloc(2 * cells)
    hands.low_class = <int16_t*> malloc(2 * cells)
    hands.place = <int32_t*> malloc(4 * cells)
    hands.cards = <uint8_t*> malloc(HAND * cells)
    hands.known = <uint8_t*> malloc(paths)
    return (
        hands.bucket != NULL and hands.low_class != NULL and hands.cards != NULL
        and hands.known != NULL and hands.place != NULL
    )


cdef void close_hands(Hands* hands) noexcept nogil:
    free(hands.bucket)
    free(hands.low_class)
    free(hands.place)
    free(hands.cards)
    free(hands.known)


cdef class Traverser:
    """Traversals of one game; see `solver.multiway.learner` for what the arrays hold."""

    cdef Game game
    cdef tuple arrays
    cdef Traversal* each                # one for each thread
    cdef Log* logs                      # one for each traversal of a batch
    cdef readonly int threads
    cdef readonly int batch

    def __cinit__(self):
        self.each = NULL
        self.logs = NULL

    def __init__(self, dict facts, int threads, int batch):
        """Copy the numbers of a game and keep its arrays alive.

        Args:
            facts: as `solver.multiway.learner.facts` makes them.
            threads: how many traversals are made at once.
            batch: how many read the same numbers.
        """
        cdef Game* g = &self.game
        cdef int i, j, k
        kept = []
        g.seats = facts["seats"]
        g.rounds = facts["rounds"]
        g.hand = facts["hand"]
        g.deck = facts["deck"]
        g.separate = facts["separate"]
        g.count = facts["count"]
        g.need = sum(facts["limits"])
        g.narrowing = facts["narrowing"]
        if (
            not 2 <= g.seats <= MOST_SEATS or not 1 <= g.rounds <= 4 or not 1 <= g.hand <= HAND
            or not 1 <= g.count <= MOST_HANDS or g.deck > MOST_CARDS or g.need > MOST_DRAWN
            or threads < 1 or batch < 1
        ):
            raise ValueError("a game that kernels cannot play")
        fill_tree(&g.opening, facts["trees"][0], g.seats, kept)
        for i in range(1, len(facts["trees"])):
            fill_tree(&g.later[i + 1], facts["trees"][i], i + 1, kept)
            g.actions[i + 1] = len(facts["trees"][i]["kind"])
        for i in range(g.rounds):
            g.buckets[i] = facts["buckets"][i]
            g.bet[i] = facts["bets"][i]
        for i in range(g.rounds - 1):
            g.limit[i] = facts["limits"][i]
        for i in range(4):
            for j in range(2, MOST_IN + 1):
                g.histories[i][j] = facts["histories"][i][j]
                steps = facts["steps"][i][j]
                g.steps[i][j] = len(steps)
                g.step[i][j] = floats(steps, kept)
        for k in range(g.seats):
            g.later_order[k] = facts["later_order"][k]
        for k in range(len(facts["first_in"])):
            g.first_in[k] = facts["first_in"][k]
        g.group = ints(facts["groups"], kept)
        g.round_at = longs(facts["round_at"], kept)
        g.draw_at = longs(facts["draw_at"], kept)
        g.after = ints(facts["after"], kept)
        g.before = ints(facts["before"], kept)
        g.drawn = ints(facts["drawn"], kept)
        g.paths = len(facts["before"])
        g.history = ints(facts["history"], kept)
        g.round_of = bytes_of(facts["round_of"], kept)
        g.hands = len(facts["low_class"])
        g.bucket = shorts(facts["bucket"], kept)
        g.low_class = shorts(facts["low_class"], kept)
        g.keep = <const uint8_t*> bytes_of(facts["keep"], kept)
        g.choose = ints(facts["choose"], kept)
        self.arrays = tuple(kept)
        self.threads = threads
        self.batch = batch
        self.each = <Traversal*> malloc(threads * sizeof(Traversal))
        self.logs = <Log*> malloc(batch * sizeof(Log))
        if self.each == NULL or self.logs == NULL:
            raise MemoryError
        for i in range(batch):
            self.logs[i].data = NULL
            self.logs[i].used = 0
            self.logs[i].room = 0
            self.logs[i].failed = False
        for i in range(threads):
            self.each[i].game = g
            for j in range(MOST_IN):
                self.each[i].hands[j].bucket = NULL
                self.each[i].hands[j].low_class = NULL
                self.each[i].hands[j].place = NULL
                self.each[i].hands[j].cards = NULL
                self.each[i].hands[j].known = NULL
        for i in range(threads):
            for j in range(MOST_IN):
                if not open_hands(&self.each[i].hands[j], g.paths):
                    raise MemoryError

    def __dealloc__(self):
        cdef int i, j
        if self.each != NULL:
            for i in range(self.threads):
                for j in range(MOST_IN):
                    close_hands(&self.each[i].hands[j])
            free(self.each)
        if self.logs != NULL:
            for i in range(self.batch):
                free(self.logs[i].data)
            free(self.logs)

    def run(
        self,
        float[::1] own,                 # in: what the learner's strategy is matched from
        float[::1] others,              # in: the same for the others
        float[::1] fallback,            # in: for the learner where `own` is not positive, or None
        float[::1] values,              # in, out: of the learner's actions, what is known of them
        float[::1] regrets,             # in, out: regrets, or None: nothing is learned
        float[::1] sums,                # in, out: sums of strategies of the others, or None
        int64_t first,                  # in: number of the first traversal
        uint64_t seed,
        float weight,                   # in: of what is added
        float rate,                     # in: at which values follow what is found
        int learner,                    # in: seat, or -1
        double ahead,                   # in: share that begins at a later first-in decision
        const double[::1] parts,        # in: share of each part; none: actions are drawn everywhere
        bint best,                      # in: the learner takes its best action
        float even_others,
        float even_own,
        double[::1] won,                # out: mean value of the learner's hands in each traversal
        int8_t[::1] learners,           # out
        int8_t[::1] starts,             # out: first seat that has not folded
    ):
        """Make a batch of traversals and add up what they have written down."""
        cdef Plan plan
        cdef int count = <int> won.shape[0], i, k
        cdef Traversal* x
        cdef Totals to
        cdef const float* own_cells = &own[0]
        cdef const float* other_cells = &others[0]
        cdef const float* fallback_cells = &fallback[0] if fallback is not None else NULL
        cdef double behind = 0
        cdef bint writing = regrets is not None
        cdef bint sums_too = sums is not None
        if count > self.batch or learners.shape[0] != count or starts.shape[0] != count:
            raise ValueError("more traversals than a batch holds")
        if learner >= self.game.seats or parts.shape[0] > 7:
            raise ValueError("no such seat, or too many parts")
        to.regrets = &regrets[0] if writing else NULL
        to.sums = &sums[0] if sums_too else NULL
        to.values = &values[0]
        to.rate = rate
        plan.learner = learner
        plan.ahead = ahead
        plan.number = <int> parts.shape[0]
        for i in range(plan.number):
            behind += parts[i]
            plan.parts[i] = behind
        with nogil, parallel(num_threads=self.threads):
            for i in prange(count, schedule="dynamic", chunksize=1):
                x = &self.each[threadid()]
                x.seed = stream(seed, first + i)
                x.own = own_cells
                x.others = other_cells
                x.fallback = fallback_cells
                x.values = to.values
                x.best = best
                x.even_others = even_others
                x.even_own = even_own
                x.weight = weight
                x.log = NULL
                if writing:
                    self.logs[i].used = 0
                    x.log = &self.logs[i]
                    x.log.sums_too = sums_too
                draw_plan(x, &plan)
                traverse(x, &won[i])
                learners[i] = x.learner
                starts[i] = x.start
            if writing:
                for k in prange(self.threads, schedule="static"):
                    add_all(self.logs, count, &to, k, self.threads)
        for i in range(count):
            if self.logs[i].failed:
                raise MemoryError


cdef void add_all(
    const Log* logs, int count, const Totals* to, int part, int parts
) noexcept nogil:
    cdef int i
    for i in range(count):
        add_up(&logs[i], to, part, parts)


cdef int fill_tree(Tree* tree, dict facts, int players, list kept) except -1:
    tree.players = players
    tree.actor = bytes_of(facts["actor"], kept)
    tree.first = ints(facts["first"], kept)
    tree.kind = bytes_of(facts["kind"], kept)
    tree.target = ints(facts["target"], kept)
    tree.alive = ints(facts["alive"], kept)
    tree.aggressor = bytes_of(facts["aggressor"], kept)
    tree.added = floats(facts["added"], kept)
    return 0


cdef const int8_t* bytes_of(values, list kept) except? NULL:
    cdef const int8_t[::1] view = kept_array(values, np.int8, kept)
    return &view[0]


cdef const int16_t* shorts(values, list kept) except? NULL:
    cdef const int16_t[::1] view = kept_array(values, np.int16, kept)
    return &view[0]


cdef const int32_t* ints(values, list kept) except? NULL:
    cdef const int32_t[::1] view = kept_array(values, np.int32, kept)
    return &view[0]


cdef const int64_t* longs(values, list kept) except? NULL:
    cdef const int64_t[::1] view = kept_array(values, np.int64, kept)
    return &view[0]


cdef const float* floats(values, list kept) except? NULL:
    cdef const float[::1] view = kept_array(values, np.float32, kept)
    return &view[0]


cdef object kept_array(values, dtype, list kept):
    """A flat array of at least one number that stays alive."""
    array = np.ascontiguousarray(values).reshape(-1)
    array = array.view(np.int8) if array.dtype == np.uint8 else array.astype(dtype, copy=False)
    if not array.size:
        array = np.zeros(1, dtype)
    kept.append(array)
    return array
