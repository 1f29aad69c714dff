# One pass over the public tree with card sequences in place of chains.
#
# A seat holds one of n sequences (a hand and its replacements in order), so that after any draw
# path of its own each sequence is a definite hand, in a definite bucket. Reaches and values are
# rows of n numbers; strategies are rows of buckets, from which a sequence reads at its bucket and
# into which values and reaches are summed. The last betting round has no draw behind it and is
# played on rows of buckets.
#
# Subtrees that play hardly ever comes to are visited at random. The value of one that is left out
# is its baseline times the reach of the other seat, that of one that is visited the baseline plus
# the difference divided by the chance of the visit, so that the mean is right whatever the
# baseline.

cdef struct Held:
    # What one seat may hold in a deal.
    const int32_t* bucket[MOST_ROUNDS]      # of every own draw path and sequence, paths x n
    const float* count[MOST_ROUNDS]         # last round: share of sequences, paths x width

cdef struct Deal:
    int n                   # sequences of a seat, a multiple of 8
    Held held[2]
    float regret_scale      # weight of this iteration in the regrets
    float total_scale       # its weight in the sums of strategies, over n
    float certain           # reach at which subtrees are always visited, 0 to visit all
    float least             # least chance of a visit
    float rate              # at which baselines follow what is seen
    uint64_t random         # differs from pass to pass
    float* baseline[MOST_ROUNDS]            # of the learning seat, instances x stride, or NULL
    int stride[MOST_ROUNDS]                 # buckets of one class of dead cards


cdef inline float chance_at(uint64_t seed, int k, int64_t i) noexcept nogil:
    """A number from 0 to 1 that only depends on the pass and the instance (Steele 2014)."""
    cdef uint64_t x = seed + <uint64_t> 0x9E3779B97F4A7C15 * <uint64_t> (8 * i + k + 1)
    x = (x ^ (x >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t> 0x94D049BB133111EB
    x = x ^ (x >> 31)
    return <float> (x >> 40) / <float> (1 << 24)


cdef inline void sum_by_bucket(
    row_t out, const_row_t x, const int32_t* bucket, float scale, int n, int width
) noexcept nogil:
    """Sums over the sequences of each bucket, times a factor."""
    cdef int i
    fill(out, 0, width)
    for i in range(n):
        out[bucket[i]] += scale * x[i]


cdef inline void read_by_bucket(
    row_t out, const_row_t rows, const int32_t* bucket, float scale, int n
) noexcept nogil:
    """What each sequence finds at its bucket, times a factor."""
    cdef int i
    for i in range(n):
        out[i] = scale * rows[bucket[i]]


cdef inline void add_by_bucket(
    row_t out, const_row_t x, const_row_t rows, const int32_t* bucket, int n
) noexcept nogil:
    """out += x times what each sequence finds at its bucket."""
    cdef int i
    for i in range(n):
        out[i] += x[i] * rows[bucket[i]]


cdef inline void choose_by_bucket(
    row_t out, const_row_t parent, const_row_t strategy, const int32_t* bucket, int n
) noexcept nogil:
    """Reach after an action."""
    cdef int i
    for i in range(n):
        out[i] = parent[i] * strategy[bucket[i]]


cdef inline const float* sequences_after(
    int action, int first, const float* at_start, const float* reach, int n
) noexcept nogil:
    """Reach of a seat after its last action, or at the start if it has not acted since."""
    return reach + action * n if action >= first else at_start


cdef void open_sequences(
    const Pass* w, const Deal* deal, const Numbers* numbers, int64_t slot, int actions, int width,
    const int32_t* bucket, bint mine, float scale, const float* parent, float* strategy,
    float* bucket_reach, float* reach, float* row,
) noexcept nogil:
    """Strategy at a decision by bucket, and reach of its seat after each action by sequence."""
    cdef int a, n = deal.n
    if mine and w.task == LEARN:
        sum_by_bucket(row, parent, bucket, scale * deal.total_scale, n, width)
    else:
        fill(row, 0, width)
    open_at(numbers, slot, actions, width, row, strategy, bucket_reach)
    for a in range(actions):
        choose_by_bucket(reach + a * n, parent, strategy + a * width, bucket, n)


cdef void settle_sequences(
    const Pass* w, const Deal* deal, const Numbers* numbers, int64_t slot, int actions, int width,
    const int32_t* bucket, float scale, const float* strategy, const float* bucket_reach,
    const float* action_value, float* value, float* rows,
) noexcept nogil:
    """Value of an own decision from those of its actions, and the update of its buckets.

    Args:
        rows: room for (actions + 1) rows of buckets.
    """
    cdef int a, n = deal.n
    fill(value, 0, n)
    for a in range(actions):
        add_by_bucket(value, action_value + a * n, strategy + a * width, bucket, n)
    if w.task != LEARN:
        return
    for a in range(actions):
        sum_by_bucket(
            rows + a * width, action_value + a * n, bucket, scale * deal.regret_scale / n, n, width
        )
    settle(
        w, numbers, slot, actions, width, w.ones, strategy, bucket_reach, rows,
        rows + actions * width,
    )


cdef void visit_round(
    Pass* w, const Deal* deal, int k, int64_t i, float scale, const float* own, const float* other,
    float* value, float* scratch,
) noexcept nogil:
    """Play instance i of betting round k, or leave it to chance whether to."""
    cdef const Round* r = &w.round[k]
    cdef int n = deal.n, stride = deal.stride[k], j, b
    cdef float theirs = total_of(other, n), chance, seen
    cdef const int32_t* bucket
    cdef float* baseline
    if theirs == 0 and total_of(own, n) == 0:
        fill(value, 0, n)
        return
    if deal.baseline[k] == NULL or deal.certain == 0:
        enter_round(w, deal, k, i, scale, own, other, value, scratch)
        return
    chance = sqrtf(theirs * (total_of(own, n) / n + 0.01)) / deal.certain
    chance = min(1, max(deal.least, chance))
    bucket = deal.held[w.seat].bucket[k] + r.paths[w.seat][i] * n
    baseline = deal.baseline[k] + i * stride
    if chance_at(deal.random, k, i) >= chance:
        for j in range(n):
            value[j] = theirs * baseline[bucket[j] % stride]
        return
    enter_round(w, deal, k, i, scale / chance, own, other, value, scratch)
    if theirs == 0:
        return
    for j in range(n):
        seen = value[j]
        value[j] = theirs * baseline[bucket[j] % stride] * (1 - 1 / chance) + seen / chance
        scratch[j] = seen / theirs
    for j in range(n):
        b = bucket[j] % stride
        baseline[b] += deal.rate * (scratch[j] - baseline[b])


cdef void enter_round(
    Pass* w, const Deal* deal, int k, int64_t i, float scale, const float* own, const float* other,
    float* value, float* scratch,
) noexcept nogil:
    """Play instance i of betting round k, the weight of what is learnt times `scale`."""
    cdef const Round* r = &w.round[k]
    cdef int n = deal.n, width = r.width
    cdef const int32_t* bucket[2]
    cdef float* rows
    cdef int me = w.seat
    bucket[0] = deal.held[0].bucket[k] + r.paths[0][i] * n
    bucket[1] = deal.held[1].bucket[k] + r.paths[1][i] * n
    if w.phase != WHOLE and k == w.cut:
        if w.phase == DOWN:
            memcpy(w.cut_own + i * n, own, n * sizeof(float))
            memcpy(w.cut_other + i * n, other, n * sizeof(float))
            fill(value, 0, n)
        else:
            memcpy(value, w.cut_value + i * n, n * sizeof(float))
        return
    if k + 1 < w.rounds:
        play_sequences(w, deal, k, i, scale, bucket, own, other, value, scratch)
        return
    rows = scratch
    sum_by_bucket(rows, own, bucket[me], scale * deal.total_scale, n, width)
    sum_by_bucket(rows + width, other, bucket[1 - me], scale * deal.regret_scale, n, width)
    play_round(w, k, i, 0, rows, rows + width, rows + 2 * width, scratch + 3 * width)
    read_by_bucket(value, rows + 2 * width, bucket[me], 1 / (scale * deal.regret_scale), n)


cdef void play_sequences(
    Pass* w, const Deal* deal, int k, int64_t i, float scale, const int32_t** bucket,
    const float* own, const float* other, float* value, float* scratch,
) noexcept nogil:
    """Play a betting round that is not the last: strategies and reaches down, values up."""
    cdef const Round* r = &w.round[k]
    cdef int n = deal.n, width = r.width, actions = r.actions, me = w.seat
    cdef int first, a, d, child, seat, leaf
    cdef int64_t slot = i * actions
    cdef float stake
    cdef const float* mine
    cdef const float* theirs
    cdef const float* parent
    cdef float* into
    cdef float* strategy = scratch
    cdef float* bucket_reach = strategy + actions * width
    cdef float* reach = bucket_reach + actions * width
    cdef float* action_value = reach + actions * n
    scratch = action_value + actions * n
    fetch_instance(w, r, i + 1)
    for d in range(r.decisions):
        seat = r.actor[d]
        first = r.first_action[d]
        parent = sequences_after(
            r.before[2 * d + seat], 0, own if seat == me else other, reach, n
        )
        open_sequences(
            w, deal, &r.numbers, slot + first, r.first_action[d + 1] - first, width, bucket[seat],
            seat == me, scale, parent, strategy + first * width, bucket_reach + first * width,
            reach + first * n, scratch,
        )
    for a in range(actions):
        if r.target[a] >= 0:
            continue
        leaf = -1 - r.target[a]
        mine = sequences_after(r.leaf_before[2 * leaf + me], 0, own, reach, n)
        theirs = sequences_after(r.leaf_before[2 * leaf + 1 - me], 0, other, reach, n)
        if r.folder[leaf] == me:
            stake = r.stake[i] + r.added[2 * leaf + me]
            fill(action_value + a * n, -stake * total_of(theirs, n), n)
        elif r.folder[leaf] >= 0:
            stake = r.stake[i] + r.added[2 * leaf + 1 - me]
            fill(action_value + a * n, stake * total_of(theirs, n), n)
        else:
            draw_sequences(
                w, deal, k, i * r.closed + r.closed_place[leaf], scale, bucket, mine, theirs,
                action_value + a * n, scratch,
            )
    for d in range(r.decisions - 1, -1, -1):
        first = r.first_action[d]
        into = value if d == 0 else action_value + r.arrival[d] * n
        if r.actor[d] == me:
            settle_sequences(
                w, deal, &r.numbers, slot + first, r.first_action[d + 1] - first, width, bucket[me],
                scale, strategy + first * width, bucket_reach + first * width,
                action_value + first * n, into, scratch,
            )
        else:
            memcpy(into, action_value + first * n, n * sizeof(float))
            for child in range(first + 1, r.first_action[d + 1]):
                add(into, action_value + child * n, n)


cdef void draw_sequences(
    Pass* w, const Deal* deal, int k, int64_t i, float scale, const int32_t** bucket,
    const float* own, const float* other, float* value, float* scratch,
) noexcept nogil:
    """Play instance i of draw k: seat 0 chooses, then seat 1 who has seen the choice."""
    cdef const Draw* r = &w.draw[k]
    cdef int n = deal.n, width = r.width, me = w.seat, c0, c1
    cdef int n0 = r.choices[2 * i], n1 = r.choices[2 * i + 1]
    cdef int64_t slot = r.slot_starts[i], slot1, child = r.first_child[i]
    cdef int most = n0 if n0 > n1 else n1
    cdef float* strategy0 = scratch
    cdef float* bucket_reach0 = strategy0 + n0 * width
    cdef float* strategy1 = bucket_reach0 + n0 * width
    cdef float* bucket_reach1 = strategy1 + n1 * width
    cdef float* reach0 = bucket_reach1 + n1 * width
    cdef float* reach1 = reach0 + n0 * n
    cdef float* action_value = reach1 + n1 * n
    cdef float* part = action_value + most * n
    scratch = part + n
    open_sequences(
        w, deal, &r.numbers, slot, n0, width, bucket[0], me == 0, scale, own if me == 0 else other,
        strategy0, bucket_reach0, reach0, scratch,
    )
    fill(value, 0, n)
    for c0 in range(n0):
        slot1 = slot + n0 + c0 * n1
        open_sequences(
            w, deal, &r.numbers, slot1, n1, width, bucket[1], me == 1, scale,
            own if me == 1 else other, strategy1, bucket_reach1, reach1, scratch,
        )
        if me == 0:
            fill(action_value + c0 * n, 0, n)
            for c1 in range(n1):
                visit_round(
                    w, deal, k + 1, child + c0 * n1 + c1, scale, reach0 + c0 * n, reach1 + c1 * n,
                    part, scratch,
                )
                add(action_value + c0 * n, part, n)
        else:
            for c1 in range(n1):
                visit_round(
                    w, deal, k + 1, child + c0 * n1 + c1, scale, reach1 + c1 * n, reach0 + c0 * n,
                    action_value + c1 * n, scratch,
                )
            settle_sequences(
                w, deal, &r.numbers, slot1, n1, width, bucket[1], scale, strategy1, bucket_reach1,
                action_value, part, scratch,
            )
            add(value, part, n)
    if me == 0:
        settle_sequences(
            w, deal, &r.numbers, slot, n0, width, bucket[0], scale, strategy0, bucket_reach0,
            action_value, value, scratch,
        )
