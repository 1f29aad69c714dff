"""One pass of a seat over the public tree, in vector form over buckets.

Reach probabilities go down, counterfactual values come up. What a pass does at the decisions of
its own seat is its task: learn (regret matching and update), respond (take the best action), or
measure (follow the stored strategy). Vectors are padded to a multiple of 8 buckets; padding never
has reach. The plain twin of this file is tests/cfr/naive.py.
"""

from cython.parallel cimport parallel, prange, threadid
from libc.float cimport FLT_MAX
from libc.math cimport sqrtf
from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

import numpy as np

include "_rows.pxi"

HAS_THREADS = bool(TRIPLEDRAW_THREADS)

cdef enum:
    MOST_ROUNDS = 8

cdef enum Task:
    LEARN
    RESPOND
    MEASURE

cdef enum Phase:
    WHOLE       # no cut: from the root of the pass to the showdown
    DOWN        # trunk only: store the reach at the cut
    UP          # trunk only: take the values at the cut

cdef struct Numbers:
    # Rows of one level; slot s of the level stands in row s - first. Rows are `stride` cells apart:
    # those of one slot stand side by side, since they are needed together. Cells are float32, or
    # 16-bit floats where `short` is set.
    int64_t first
    int64_t stride
    bint short
    char* regret        # LEARN: cumulative regrets
    char* source        # what strategies are matched from: regrets, predicted regrets, or sums
    char* total         # LEARN: reach-weighted sum of strategies
    float* record       # RESPOND, MEASURE: value of every own action, rows close together, or NULL

cdef struct Round:
    int64_t slots
    int decisions
    int actions
    int closed
    int width
    int strengths       # last round: buckets of one class of dead cards, padded; equal ones tie
    const int8_t* actor
    const int32_t* first_action
    const int32_t* target
    const int8_t* folder
    const int32_t* closed_place
    const float* added
    const float* stake
    const int32_t* last                 # one past the last decision below a decision
    const int32_t* arrival              # action that leads to a decision, -1 for the first
    const int32_t* before               # last action of each seat before a decision, or -1
    const int32_t* leaf_before          # the same for a leaf
    const int32_t* paths[2]             # own draw path of each seat, by instance
    const float* weight                 # LEARN: factor on regrets by own draw path, or NULL
    Numbers numbers

cdef struct Draw:
    int width
    int next_width
    const int8_t* choices
    const int64_t* first_child
    const int64_t* slot_starts
    Matrix forward[2][MOST_CHOICES]             # width x next_width
    Matrix backward[2][MOST_CHOICES]            # next_width x width
    const int32_t* paths[2]
    const float* weight
    Numbers numbers

cdef struct Pass:
    int rounds
    Round round[MOST_ROUNDS]
    Draw draw[MOST_ROUNDS]
    int seat
    Task task
    Phase phase
    int cut             # round at which subtrees begin
    int cut_width
    float* cut_own      # instances x cut_width
    float* cut_other
    float* cut_value
    int entering_round  # round whose values at the start are written down
    float* entering
    const float* ones
    const int32_t* dither
    Update update


cdef enum:
    DITHERS = 4096      # numbers of a table; each row starts somewhere else in it


# --- one decision ---------------------------------------------------------------------------------

cdef inline char* row_of(const Numbers* numbers, char* kind, int64_t slot) noexcept nogil:
    return kind + (slot - numbers.first) * numbers.stride * (2 if numbers.short else 4)


cdef inline void open_at(
    const Numbers* numbers, int64_t slot, int n, int width, const float* parent, float* strategy,
    float* reach,
) noexcept nogil:
    """Strategy at a decision, and the reach of its seat after each action."""
    open_decision(
        row_of(numbers, numbers.source, slot), numbers.stride, n, numbers.short, width, parent,
        strategy, reach,
    )


cdef void settle(
    const Pass* w, const Numbers* numbers, int64_t slot, int n, int width, const float* weight,
    const float* strategy, const float* reach, const float* action_value, float* value,
) noexcept nogil:
    """Turn the values of all actions into the value of the decision, and do the task."""
    cdef int a
    cdef const int32_t* dither = w.dither + (slot * 56) % DITHERS
    if w.task == LEARN and w.phase != DOWN:
        learn_decision(
            row_of(numbers, numbers.regret, slot), row_of(numbers, numbers.source, slot),
            row_of(numbers, numbers.total, slot), numbers.stride, n, numbers.short, width,
            strategy, reach, action_value, weight, dither, &w.update, value,
        )
        return
    if w.task == RESPOND:
        memcpy(value, action_value, width * sizeof(float))
        for a in range(1, n):
            raise_to(value, action_value + a * width, width)
    else:
        fill(value, 0, width)
        for a in range(n):
            add_product(value, strategy + a * width, action_value + a * width, width)
    if numbers.record != NULL:
        memcpy(
            numbers.record + (slot - numbers.first) * width, action_value,
            n * width * sizeof(float),
        )


# --- the recursion ------------------------------------------------------------------------------

cdef void play_round(
    Pass* w, int k, int64_t i, int start, const float* own, const float* other, float* value,
    float* scratch,
) noexcept nogil:
    """Play instance i of betting round k from decision `start` on.

    A whole betting round is one piece of work on rows that stay in the first cache: strategies and
    reaches down, then what its ends are worth, then values up.
    """
    cdef const Round* r = &w.round[k]
    cdef int width = r.width, actions = r.actions, first, n, a, d, child
    cdef int end = r.last[start], seat, leaf
    cdef int64_t slot = i * actions
    cdef float* strategy = scratch
    cdef float* reach = strategy + actions * width
    cdef float* action_value = reach + actions * width
    cdef float* into
    cdef const float* parent
    cdef const float* weight
    if w.phase != WHOLE and k == w.cut:
        if w.phase == DOWN:
            memcpy(w.cut_own + i * width, own, width * sizeof(float))
            memcpy(w.cut_other + i * width, other, width * sizeof(float))
            memset(value, 0, width * sizeof(float))
        else:
            memcpy(value, w.cut_value + i * width, width * sizeof(float))
        return
    if is_alone(w, other, width):
        idle_round(w, k, i, own, scratch)
        fill(value, 0, width)
        return
    scratch = action_value + actions * width
    fetch_instance(w, r, i + 1)

    for d in range(start, end):
        seat = r.actor[d]
        parent = reach_after(
            r, r.before[2 * d + seat], start, own if seat == w.seat else other, reach
        )
        first = r.first_action[d]
        open_at(
            &r.numbers, slot + first, r.first_action[d + 1] - first, width, parent,
            strategy + first * width, reach + first * width,
        )

    if k + 1 == w.rounds:
        for a in range(r.first_action[start], r.first_action[end]):
            leaf = -1 - r.target[a]
            if leaf >= 0 and r.folder[leaf] < 0:
                begin_showdown(
                    action_value + a * width,
                    reach_after(r, r.leaf_before[2 * leaf + 1 - w.seat], start, other, reach),
                    width, r.strengths, scratch + 8 * a,
                )
    for a in range(r.first_action[start], r.first_action[end]):
        if r.target[a] < 0:
            end_round(
                w, k, i, a, start, own, other, reach, action_value + a * width, scratch
            )

    weight = w.ones if r.weight == NULL else r.weight + r.paths[w.seat][i] * width
    for d in range(end - 1, start - 1, -1):
        first = r.first_action[d]
        n = r.first_action[d + 1] - first
        into = value if d == start else action_value + r.arrival[d] * width
        if r.actor[d] == w.seat:
            settle(
                w, &r.numbers, slot + first, n, width, weight, strategy + first * width,
                reach + first * width, action_value + first * width, into,
            )
        else:
            memcpy(into, action_value + first * width, width * sizeof(float))
            for child in range(first + 1, first + n):
                add(into, action_value + child * width, width)
    if w.entering != NULL and k == w.entering_round and start == 0:
        memcpy(w.entering + i * width, value, width * sizeof(float))


cdef inline void fetch_instance(const Pass* w, const Round* r, int64_t i) noexcept nogil:
    """Ask for the rows of an instance that is played soon."""
    cdef int64_t stride = r.numbers.stride * (2 if r.numbers.short else 4)
    if i * r.actions < r.slots:
        fetch(r.numbers.source + (i * r.actions - r.numbers.first) * stride, r.actions * stride)


cdef inline const float* reach_after(
    const Round* r, int action, int start, const float* at_start, const float* reach
) noexcept nogil:
    """Reach of a seat after its last action, or at the start if it has not acted since."""
    return reach + action * r.width if action >= r.first_action[start] else at_start


cdef inline void end_round(
    Pass* w, int k, int64_t i, int action, int start, const float* own, const float* other,
    const float* reach, float* value, float* scratch,
) noexcept nogil:
    """What a seat gets where an action ends a betting round: by a fold, a draw or the showdown."""
    cdef const Round* r = &w.round[k]
    cdef int leaf = -1 - r.target[action]
    cdef float stake
    own = reach_after(r, r.leaf_before[2 * leaf + w.seat], start, own, reach)
    other = reach_after(r, r.leaf_before[2 * leaf + 1 - w.seat], start, other, reach)
    if r.folder[leaf] == w.seat:
        stake = r.stake[i] + r.added[2 * leaf + w.seat]
        fill(value, -stake * total_of(other, r.width), r.width)
    elif r.folder[leaf] >= 0:
        stake = r.stake[i] + r.added[2 * leaf + 1 - w.seat]
        fill(value, stake * total_of(other, r.width), r.width)
    elif k + 1 < w.rounds:
        play_draw(w, k, i * r.closed + r.closed_place[leaf], own, other, value, scratch)
    else:
        stake = r.stake[i] + r.added[2 * leaf]
        end_showdown(value, other, scratch + 8 * action, stake, r.width, r.strengths)


cdef void play_draw(
    Pass* w, int k, int64_t i, const float* own, const float* other, float* value, float* scratch
) noexcept nogil:
    """Play instance i of draw k: seat 0 chooses, then seat 1 who has seen the choice."""
    cdef const Draw* r = &w.draw[k]
    cdef int width = r.width, after = r.next_width, me = w.seat, c0, c1
    cdef int n0 = r.choices[2 * i], n1 = r.choices[2 * i + 1]
    cdef int64_t slot = r.slot_starts[i], slot1
    cdef int64_t child = r.first_child[i]
    cdef float* first_strategy = scratch
    cdef float* first_reach = first_strategy + n0 * width
    cdef float* second_strategy = first_reach + n0 * width
    cdef float* second_reach = second_strategy + n1 * width
    cdef float* action_value = second_reach + n1 * width
    cdef float* own_after = action_value + (n0 if me == 0 else n1) * width
    cdef float* other_after = own_after + after
    cdef float* child_value = other_after + after
    cdef float* sum_value = child_value + after
    cdef float* part = sum_value + after
    cdef const float* weight
    if is_alone(w, other, width):
        idle_draw(w, k, i, own, scratch)
        fill(value, 0, width)
        return
    weight = w.ones if r.weight == NULL else r.weight + r.paths[me][i] * width
    scratch = part + width

    open_at(
        &r.numbers, slot, n0, width, own if me == 0 else other, first_strategy, first_reach
    )
    if me == 1:
        fill(value, 0, width)
    for c0 in range(n0):
        slot1 = slot + n0 + c0 * n1
        open_at(
            &r.numbers, slot1, n1, width, other if me == 0 else own, second_strategy, second_reach
        )
        if me == 0:
            transform(own_after, first_reach + c0 * width, &r.forward[0][c0], width, after)
            fill(sum_value, 0, after)
            for c1 in range(n1):
                transform(other_after, second_reach + c1 * width, &r.forward[1][c1], width, after)
                play_round(
                    w, k + 1, child + c0 * n1 + c1, 0, own_after, other_after, child_value, scratch
                )
                add(sum_value, child_value, after)
            transform(action_value + c0 * width, sum_value, &r.backward[0][c0], after, width)
        else:
            transform(other_after, first_reach + c0 * width, &r.forward[0][c0], width, after)
            for c1 in range(n1):
                transform(own_after, second_reach + c1 * width, &r.forward[1][c1], width, after)
                play_round(
                    w, k + 1, child + c0 * n1 + c1, 0, own_after, other_after, child_value, scratch
                )
                transform(action_value + c1 * width, child_value, &r.backward[1][c1], after, width)
            settle(
                w, &r.numbers, slot1, n1, width, weight, second_strategy, second_reach,
                action_value, part,
            )
            add(value, part, width)
    if me == 0:
        settle(
            w, &r.numbers, slot, n0, width, weight, first_strategy, first_reach, action_value,
            value,
        )


# --- where a seat is alone ------------------------------------------------------------------------

# Where the other seat never comes, nothing can be won: all values are zero. Regrets only fade, and
# the sums of strategies grow as everywhere; the numbers are those of the whole pass.

cdef inline bint is_alone(const Pass* w, const float* other, int width) noexcept nogil:
    """Whether a pass may leave out the other seat."""
    return w.task == LEARN and w.phase == WHOLE and total_of(other, width) == 0


cdef inline void settle_idle(
    const Pass* w, const Numbers* numbers, int64_t slot, int n, int width, const float* strategy,
    const float* reach, float* scratch,
) noexcept nogil:
    """Update a decision at which no action wins anything."""
    fill(scratch, 0, n * width)
    settle(
        w, numbers, slot, n, width, w.ones, strategy, reach, scratch, scratch + n * width
    )


cdef void idle_round(
    const Pass* w, int k, int64_t i, const float* own, float* scratch
) noexcept nogil:
    """Play instance i of betting round k alone."""
    cdef const Round* r = &w.round[k]
    cdef int width = r.width, actions = r.actions, first, n, a, d, leaf
    cdef int64_t slot = i * actions
    cdef float* strategy = scratch
    cdef float* reach = strategy + actions * width
    scratch = reach + actions * width
    fetch_instance(w, r, i + 1)
    for d in range(r.decisions):
        if r.actor[d] != w.seat:
            continue
        first = r.first_action[d]
        n = r.first_action[d + 1] - first
        open_at(
            &r.numbers, slot + first, n, width,
            reach_after(r, r.before[2 * d + w.seat], 0, own, reach),
            strategy + first * width, reach + first * width,
        )
        settle_idle(
            w, &r.numbers, slot + first, n, width, strategy + first * width,
            reach + first * width, scratch,
        )
    if k + 1 == w.rounds:
        return
    for a in range(actions):
        leaf = -1 - r.target[a]
        if leaf >= 0 and r.folder[leaf] < 0:
            idle_draw(
                w, k, i * r.closed + r.closed_place[leaf],
                reach_after(r, r.leaf_before[2 * leaf + w.seat], 0, own, reach), scratch,
            )


cdef void idle_draw(
    const Pass* w, int k, int64_t i, const float* own, float* scratch
) noexcept nogil:
    """Play instance i of draw k alone."""
    cdef const Draw* r = &w.draw[k]
    cdef int width = r.width, after = r.next_width, me = w.seat, c0, c1
    cdef int n0 = r.choices[2 * i], n1 = r.choices[2 * i + 1], n = n0 if me == 0 else n1
    cdef int64_t slot = r.slot_starts[i], child = r.first_child[i]
    cdef float* strategy = scratch
    cdef float* reach = strategy + n * width
    cdef float* own_after = reach + n * width
    scratch = own_after + after
    if me == 0:
        open_at(&r.numbers, slot, n, width, own, strategy, reach)
        settle_idle(w, &r.numbers, slot, n, width, strategy, reach, scratch)
    for c0 in range(n0):
        if me == 0:
            transform(own_after, reach + c0 * width, &r.forward[0][c0], width, after)
        else:
            slot = r.slot_starts[i] + n0 + c0 * n1
            open_at(&r.numbers, slot, n, width, own, strategy, reach)
            settle_idle(w, &r.numbers, slot, n, width, strategy, reach, scratch)
        for c1 in range(n1):
            if me == 1:
                transform(own_after, reach + c1 * width, &r.forward[1][c1], width, after)
            idle_round(w, k + 1, child + c0 * n1 + c1, own_after, scratch)


# --- card sequences -----------------------------------------------------------------------------

include "_sequences.pxi"


# --- what Python calls --------------------------------------------------------------------------

cdef class Walk:
    """Passes over one public tree.

    Rows of numbers are given level by level (round, draw, round, ...) as arrays of shape
    (slots, padded buckets), float32 or uint16 (short floats, `solver.cfr.short_floats`).

    Passes over the same tree may run at the same time in several threads, as long as nobody
    changes the chains.

    Attributes:
        widths: padded buckets of each level.
        slots: slots of each level.
    """

    cdef Pass shape
    cdef list kept
    cdef readonly list widths
    cdef readonly list slots
    cdef int64_t cut_instances
    cdef Py_ssize_t scratch_size
    cdef list initial
    cdef list matrices
    cdef float[::1] ones
    cdef int32_t[::1] dithers

    def __init__(self, list rounds, list draws, list widths):
        """Take the tree.

        Args:
            rounds: for each betting round a dictionary of arrays: actor int8, first_action int32,
                target int32, folder int8, closed_place int32, added float32 (leaves, 2),
                stake float32, last int32, arrival int32, before int32 (decisions, 2),
                leaf_before int32 (leaves, 2), paths of both seats int32 (instances,).
            draws: for each draw choices int8 (n, 2), first_child int64, slot_starts int64, paths.
            widths: padded buckets in each betting round.
        """
        cdef Pass* w = &self.shape
        cdef const int8_t[::1] actor, folder
        cdef const int32_t[::1] numbers
        cdef const int32_t[:, ::1] pairs
        cdef const float[:, ::1] added
        cdef const float[::1] stake
        cdef const int8_t[:, ::1] choices
        cdef const int64_t[::1] first_child, slot_starts
        cdef int k, seat, deepest = 0
        if len(rounds) > MOST_ROUNDS:
            raise ValueError(f"{len(rounds)} betting rounds; at most {MOST_ROUNDS} are supported")
        memset(w, 0, sizeof(Pass))
        self.kept = [rounds, draws]
        self.widths = []
        self.slots = []
        w.rounds = len(rounds)
        for k, data in enumerate(rounds):
            w.round[k].width = widths[k]
            w.round[k].strengths = widths[k]
            actor = data["actor"]
            w.round[k].actor = &actor[0]
            w.round[k].decisions = <int> actor.shape[0]
            numbers = data["first_action"]
            w.round[k].first_action = &numbers[0]
            numbers = data["target"]
            w.round[k].target = &numbers[0]
            w.round[k].actions = <int> numbers.shape[0]
            folder = data["folder"]
            w.round[k].folder = &folder[0]
            numbers = data["closed_place"]
            w.round[k].closed_place = &numbers[0]
            w.round[k].closed = max(0, *numbers) + 1
            added = data["added"]
            w.round[k].added = &added[0, 0]
            stake = data["stake"]
            w.round[k].stake = &stake[0]
            numbers = data["last"]
            w.round[k].last = &numbers[0]
            numbers = data["arrival"]
            w.round[k].arrival = &numbers[0]
            pairs = data["before"]
            w.round[k].before = &pairs[0, 0]
            pairs = data["leaf_before"]
            w.round[k].leaf_before = &pairs[0, 0]
            for seat in range(2):
                numbers = data["paths"][seat]
                w.round[k].paths[seat] = &numbers[0]
            w.round[k].slots = stake.shape[0] * w.round[k].actions
            self.widths.append(widths[k])
            self.slots.append(w.round[k].slots)
            deepest += 3 * w.round[k].actions + 5 * MOST_CHOICES + 6
            if k < len(draws):
                data = draws[k]
                w.draw[k].width = widths[k]
                w.draw[k].next_width = widths[k + 1]
                choices = data["choices"]
                w.draw[k].choices = &choices[0, 0]
                first_child = data["first_child"]
                w.draw[k].first_child = &first_child[0]
                slot_starts = data["slot_starts"]
                w.draw[k].slot_starts = &slot_starts[0]
                for seat in range(2):
                    numbers = data["paths"][seat]
                    w.draw[k].paths[seat] = &numbers[0]
                self.widths.append(widths[k])
                self.slots.append(slot_starts[slot_starts.shape[0] - 1])
        widest = max(self.widths)
        w.cut = 1 if w.rounds > 1 else MOST_ROUNDS
        w.cut_width = w.round[1].width
        self.cut_instances = len(rounds[1]["stake"]) if w.rounds > 1 else 0
        self.scratch_size = widest * (deepest + w.round[w.rounds - 1].actions + 4)
        self.ones = np.ones(widest, np.float32)
        w.ones = &self.ones[0]
        self.dithers = np.random.default_rng(0).integers(
            0, 1 << SHORT_SHIFT, DITHERS + widest + 128, np.int32
        )

    def set_chains(self, list forward, list backward, list initial):
        """Take the private chains of both seats, in place of those before.

        Args:
            forward: padded float32 matrices (buckets before, buckets after), indexed
                [draw][seat][count].
            backward: the same transposed.
            initial: padded float32 bucket probabilities of both seats.
        """
        cdef Pass* w = &self.shape
        cdef int k, seat, count
        self.matrices = []
        for k in range(w.rounds - 1):
            for seat in range(2):
                for count in range(len(forward[k][seat])):
                    w.draw[k].forward[seat][count] = self.matrix(forward[k][seat][count])
                    w.draw[k].backward[seat][count] = self.matrix(backward[k][seat][count])
        self.initial = initial

    cdef Matrix matrix(self, const float[:, ::1] cells):
        """A matrix as the kernel reads it, which is kept alive."""
        cdef Matrix out
        cdef const int32_t[::1] first, lanes
        rows, columns = cells.shape[0], cells.shape[1]
        blocks = np.reshape(cells, (rows // 4, 4, columns // 8, 8)).any(axis=(1, 3))
        first = np.concatenate([[0], blocks.sum(axis=1).cumsum()]).astype(np.int32)
        # One lane too many, so that there is always something to point at.
        lanes = np.append(8 * np.nonzero(blocks)[1], 0).astype(np.int32)
        out.cells, out.first, out.lanes = &cells[0, 0], &first[0], &lanes[0]
        self.matrices.append((cells, first, lanes))
        return out

    cdef bind(self, Pass* w, list firsts, str name, arrays):
        """Point every level of a pass at its rows; "source" first, which says how they lie."""
        cdef float[:, :] long_rows
        cdef uint16_t[:, :] short_rows
        cdef Numbers* numbers
        cdef char* start
        cdef int64_t stride, width, first, count, size
        cdef int level
        for level in range(2 * w.rounds - 1):
            numbers = (
                &w.draw[level // 2].numbers if level % 2 else &w.round[level // 2].numbers
            )
            start = NULL
            if arrays is not None and arrays[level] is not None and arrays[level].shape[0]:
                array = arrays[level]
                width = self.widths[level]
                size = array.itemsize
                if array.shape[1] != width:
                    raise ValueError(f"level {level} has rows of {array.shape[1]} buckets")
                if array.strides[1] != size:
                    raise ValueError(f"numbers of a row of level {level} do not stand together")
                if array.dtype == np.uint16 and name != "record":
                    short_rows = array
                    start = <char*> &short_rows[0, 0]
                else:
                    long_rows = array
                    start = <char*> &long_rows[0, 0]
                first = firsts[level] if firsts is not None else 0
                count = array.shape[0]
                if first + count > self.slots[level] or (
                    firsts is None and count < self.slots[level]
                ):
                    raise ValueError(
                        f"level {level} has {self.slots[level]} slots; {count} rows given"
                    )
                stride = array.strides[0] // size
                if name == "source":
                    numbers.first = first
                    numbers.stride = stride
                    numbers.short = size == 2
                elif name == "record":
                    if stride != width:
                        raise ValueError(f"rows of record {level} are not close together")
                elif stride != numbers.stride or (size == 2) != numbers.short:
                    raise ValueError(f"rows of level {level} are not all kept in the same way")
            if name == "regret":
                numbers.regret = start
            elif name == "source":
                numbers.source = start
            elif name == "total":
                numbers.total = start
            else:
                numbers.record = <float*> start

    cdef weigh(self, Pass* w, int seat, list weights):
        """Point every level of a pass at the factors on its regrets."""
        cdef const float[:, ::1] rows
        cdef int level
        for level in range(2 * w.rounds - 1):
            rows = weights[level]
            paths = self.kept[level % 2][level // 2]["paths"][seat]
            if rows.shape[1] != self.widths[level] or rows.shape[0] <= paths.max():
                raise ValueError(f"the factors of level {level} do not fit the tree")
            if level % 2:
                w.draw[level // 2].weight = &rows[0, 0]
            else:
                w.round[level // 2].weight = &rows[0, 0]

    def learn(
        self, int seat, regrets, source, totals, *,
        float keep_positive, float keep_negative, float keep_predicted, float keep_total,
        bint clip, bint predict, int iteration, int threads, list weights=None,
    ):
        """Update the regrets and strategy sums of a seat once; return the value of its strategy.

        Args:
            seat: whose decisions are updated.
            regrets: cumulative regrets.
            source: what strategies are matched from: `regrets`, or predicted regrets.
            totals: reach-weighted sums of strategies.
            keep_positive: factor on the old positive regrets.
            keep_negative: factor on the old negative regrets.
            keep_predicted: factor on the new regrets in the prediction.
            keep_total: factor on the old sums.
            clip: whether regrets are cut at zero.
            predict: whether `source` holds predictions to be written.
            iteration: turns the dither by which short floats are rounded.
            threads: how many; the result does not depend on it.
            weights: for each level factors on the new regrets by the seat's own draw path and
                bucket, shape (paths, padded buckets); all one if left out.
        """
        cdef Pass w = self.shape
        # A golden section of the whole range a step: rounding errors of one number cancel soon.
        turned = (np.asarray(self.dithers) + iteration * 20251) % (1 << SHORT_SHIFT)
        cdef int32_t[::1] dither = turned.astype(np.int32)
        self.bind(&w, None, "source", source)
        self.bind(&w, None, "regret", regrets)
        self.bind(&w, None, "total", totals)
        if weights is not None:
            self.weigh(&w, seat, weights)
        w.dither = &dither[0]
        w.task = LEARN
        w.update = Update(
            keep_positive, keep_negative, keep_predicted, keep_total, 0 if clip else -FLT_MAX,
            predict,
        )
        return self.run(&w, seat, threads)

    def value(
        self, int seat, source, bint respond, int threads, record=None,
        float[:, ::1] entering=None, int entering_round=1,
    ):
        """Value to a seat when strategies are matched from `source`.

        Args:
            seat: whose value.
            source: strategy sums or probabilities.
            respond: whether the seat takes its best action everywhere instead.
            threads: how many; the result does not depend on it.
            record: rows that receive the counterfactual value of every action of the seat.
            entering: receives the counterfactual values at the start of every instance of a
                round, shape (instances, padded buckets).
            entering_round: which round; not the first.
        """
        cdef Pass w = self.shape
        self.bind(&w, None, "source", source)
        self.bind(&w, None, "record", record)
        w.task = RESPOND if respond else MEASURE
        if entering is not None:
            level = 2 * entering_round
            expected = self.slots[level] // w.round[entering_round].actions, self.widths[level]
            if (entering.shape[0], entering.shape[1]) != expected:
                raise ValueError(f"room for entering values of shape {expected} is needed")
            w.entering = &entering[0, 0]
            w.entering_round = entering_round
        return self.run(&w, seat, threads)

    def value_below(
        self, int round, int64_t instance, int decision, int seat, const float[::1] other,
        source, list firsts, record, bint respond,
    ):
        """Counterfactual values of a seat from one betting decision on.

        Args:
            round: betting round, from 0.
            instance: its instance.
            decision: a decision of its betting tree, of either seat.
            seat: whose values.
            other: reach of the other seat at the decision, padded.
            source: for each level the rows of the subtree below the instance only.
            firsts: first slot of the subtree in each level.
            record: rows that receive the value of every action of the seat, or None.
            respond: whether the seat takes its best action everywhere.

        Returns:
            Values at the decision, shape (padded width,).
        """
        cdef Pass w = self.shape
        cdef int width = w.round[round].width
        cdef float[::1] out = np.zeros(width, np.float32)
        cdef float[::1] own = np.zeros(width, np.float32)
        cdef float[::1] scratch = np.zeros(self.scratch_size, np.float32)
        self.bind(&w, firsts, "source", source)
        self.bind(&w, firsts, "record", record)
        w.task = RESPOND if respond else MEASURE
        w.phase = WHOLE
        w.seat = seat
        with nogil:
            play_round(&w, round, instance, decision, &own[0], &other[0], &out[0], &scratch[0])
        return np.asarray(out)

    cdef double run(self, Pass* w, int seat, int threads) except? -1e30:
        """One pass from the root: trunk down, subtrees in parallel, trunk up."""
        cdef int width = w.round[0].width, b
        cdef float[::1] own = self.initial[seat]
        cdef float[::1] other = self.initial[1 - seat]
        cdef float[::1] value = np.zeros(width, np.float32)
        cdef int64_t i
        cdef float* scratch = NULL
        cdef unsigned int flush = 0
        cdef double result = 0
        cdef float[:, ::1] cut
        threads = max(1, threads)
        pool = np.zeros(threads * self.scratch_size, np.float32)
        cdef float[::1] memory = pool
        w.seat = seat
        if self.cut_instances:
            cut = np.zeros((3 * self.cut_instances, w.cut_width), np.float32)
            w.cut_own = &cut[0, 0]
            w.cut_other = &cut[self.cut_instances, 0]
            w.cut_value = &cut[2 * self.cut_instances, 0]
            w.phase = DOWN
            with nogil:
                play_round(w, 0, 0, 0, &own[0], &other[0], &value[0], &memory[0])
            w.phase = WHOLE
            with nogil, parallel(num_threads=threads):
                scratch = &memory[0] + threadid() * self.scratch_size
                flush = begin_flush()
                for i in prange(self.cut_instances, schedule="dynamic"):
                    play_round(
                        w, w.cut, i, 0, w.cut_own + i * w.cut_width, w.cut_other + i * w.cut_width,
                        w.cut_value + i * w.cut_width, scratch,
                    )
                end_flush(flush)
            w.phase = UP
        else:
            w.phase = WHOLE
        with nogil:
            play_round(w, 0, 0, 0, &own[0], &other[0], &value[0], &memory[0])
        for b in range(width):
            result += <double> own[b] * value[b]
        return result


cdef class SequenceWalk(Walk):
    """Passes over one public tree with card sequences in place of chains (_sequences.pxi)."""

    cdef list strides

    def __init__(self, list rounds, list draws, list widths, list strides):
        """Take the tree.

        Args:
            rounds: as of `Walk`.
            draws: as of `Walk`.
            widths: padded buckets in each betting round.
            strides: the same for one class of dead cards; the buckets of the others follow.
        """
        super().__init__(rounds, draws, widths)
        if self.shape.rounds < 2:
            raise ValueError("card sequences need a draw")
        for width, stride in zip(widths, strides, strict=True):
            if stride % 8 or width % stride:
                raise ValueError(f"{width} buckets are no multiple of {stride}")
        self.strides = strides
        self.shape.round[self.shape.rounds - 1].strengths = strides[self.shape.rounds - 1]

    cdef Py_ssize_t room(self, int n):
        """Numbers that a thread needs."""
        cdef int k, most, actions, width
        cdef Py_ssize_t found = self.scratch_size + 3 * max(self.widths)
        for k in range(self.shape.rounds - 1):
            actions, width = self.shape.round[k].actions, self.shape.round[k].width
            most = 4 * MOST_CHOICES
            found += (actions + most) * 2 * width + (2 * actions + most + 2) * n + 7 * width
        return found

    cdef hold(self, Deal* deal, int seat, list buckets):
        """Point a seat at its buckets, and check that the kernel may read there."""
        cdef const int32_t[:, ::1] numbers
        cdef int k
        for k in range(self.shape.rounds):
            numbers = buckets[k]
            paths = self.kept[0][k]["paths"][seat]
            if numbers.shape[0] <= paths.max():
                raise ValueError(f"round {k}: buckets for {numbers.shape[0]} paths are too few")
            if k == 0 and seat == 0:
                deal.n = <int> numbers.shape[1]
                if deal.n < 8 or deal.n % 8:
                    raise ValueError(f"{deal.n} sequences; a multiple of 8 is needed")
            elif numbers.shape[1] != deal.n:
                raise ValueError("both seats need the same number of sequences in every round")
            found = np.asarray(numbers)
            if found.min() < 0 or found.max() >= self.shape.round[k].width:
                raise ValueError(f"round {k}: a bucket is out of range")
            deal.held[seat].bucket[k] = &numbers[0, 0]

    def learn_deal(
        self, int seat, buckets, regrets, totals, *, float regret_scale, float total_scale,
        int iteration, int threads, list baselines=None, float certain=0, float least=0.125,
        float rate=0.1, uint64_t random=0,
    ):
        """Add what one deal says to the regrets and strategy sums of a seat.

        Args:
            seat: whose decisions are updated.
            buckets: for both seats and every round the buckets of all sequences after each own
                draw path, int32 of shape (paths, sequences).
            regrets: cumulative regrets, which strategies are matched from, too.
            totals: reach-weighted sums of strategies.
            regret_scale: weight of the deal in the regrets.
            total_scale: its weight in the sums.
            iteration: turns the dither by which short floats are rounded.
            threads: how many; the result does not depend on it.
            baselines: for every round float32 of shape (instances, strides), or None where all is
                to be visited.
            certain: reach at which a subtree is always visited; 0 visits all of them.
            least: least chance of a visit.
            rate: at which baselines follow what is seen.
            random: differs from pass to pass.

        Returns:
            Value of the seat's strategy in this deal, in small bets.
        """
        cdef Pass w = self.shape
        cdef Deal deal
        cdef int last = w.rounds - 1, width = w.round[w.rounds - 1].width, k
        cdef int32_t[::1] dither
        cdef float[:, ::1] counts, rows
        memset(&deal, 0, sizeof(Deal))
        turned = (np.asarray(self.dithers) + iteration * 20251) % (1 << SHORT_SHIFT)
        dither = turned.astype(np.int32)
        self.bind(&w, None, "source", regrets)
        self.bind(&w, None, "regret", regrets)
        self.bind(&w, None, "total", totals)
        self.hold(&deal, 0, buckets[0])
        self.hold(&deal, 1, buckets[1])
        paths, n = buckets[seat][last].shape
        place = buckets[seat][last] + width * np.arange(paths, dtype=np.int32)[:, None]
        shares = np.bincount(place.ravel(), minlength=paths * width) / n
        counts = shares.reshape(paths, width).astype(np.float32)
        w.round[last].weight = &counts[0, 0]
        for k in range(w.rounds):
            if baselines is not None and baselines[k] is not None:
                rows = baselines[k]
                if (rows.shape[0], rows.shape[1]) != (
                    self.slots[2 * k] // w.round[k].actions, self.strides[k]
                ):
                    raise ValueError(f"baselines of round {k} do not fit the tree")
                deal.baseline[k] = &rows[0, 0]
                deal.stride[k] = self.strides[k]
        deal.regret_scale = regret_scale
        deal.total_scale = total_scale / deal.n
        deal.certain = certain
        deal.least = least
        deal.rate = rate
        deal.random = random
        w.dither = &dither[0]
        w.task = LEARN
        w.update = Update(1, 1, 1, 1, -FLT_MAX, 0)
        return self.deal_pass(&w, &deal, seat, threads)

    cdef double deal_pass(self, Pass* w, Deal* deal, int seat, int threads) except? -1e30:
        """One pass from the root: trunk down, subtrees in parallel, trunk up."""
        cdef int n = deal.n, j
        cdef int64_t i, size = self.room(deal.n)
        cdef float[:, ::1] ends = np.zeros((3, n), np.float32)
        cdef float[:, ::1] cut = np.zeros((3 * self.cut_instances, n), np.float32)
        cdef float* scratch = NULL
        cdef unsigned int flush = 0
        cdef double result = 0
        threads = max(1, threads)
        cdef float[::1] memory = np.zeros(threads * size, np.float32)
        w.seat = seat
        w.cut_own = &cut[0, 0]
        w.cut_other = &cut[self.cut_instances, 0]
        w.cut_value = &cut[2 * self.cut_instances, 0]
        for j in range(n):
            ends[0, j] = 1
            ends[1, j] = <float> 1 / n
        with nogil:
            w.phase = DOWN
            enter_round(w, deal, 0, 0, 1, &ends[0, 0], &ends[1, 0], &ends[2, 0], &memory[0])
            w.phase = WHOLE
        with nogil, parallel(num_threads=threads):
            scratch = &memory[0] + threadid() * size
            flush = begin_flush()
            for i in prange(self.cut_instances, schedule="dynamic"):
                visit_round(
                    w, deal, 1, i, 1, w.cut_own + i * n, w.cut_other + i * n, w.cut_value + i * n,
                    scratch,
                )
            end_flush(flush)
        with nogil:
            w.phase = UP
            enter_round(w, deal, 0, 0, 1, &ends[0, 0], &ends[1, 0], &ends[2, 0], &memory[0])
        for j in range(n):
            result += ends[2, j]
        return result / n
