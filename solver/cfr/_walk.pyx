"""One pass of a seat over the public tree, in vector form over buckets.

Reach probabilities go down, counterfactual values come up. What a pass does at the decisions of
its own seat is its task: learn (regret matching and update), respond (take the best action), or
measure (follow the stored strategy). Vectors are padded to a multiple of 8 buckets; padding never
has reach. The plain twin of this file is tests/cfr/naive.py.
"""

from cython.parallel cimport parallel, prange, threadid
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memcpy, memset

import numpy as np

include "_rows.pxi"

HAS_THREADS = bool(TRIPLEDRAW_THREADS)

cdef enum:
    MOST_ROUNDS = 8
    MOST_CHOICES = 6

cdef enum Task:
    LEARN
    RESPOND
    MEASURE

cdef enum Phase:
    WHOLE       # no cut: from the root of the pass to the showdown
    DOWN        # trunk only: store the reach at the cut
    UP          # trunk only: take the values at the cut

cdef struct Numbers:
    # Rows of one level; slot s of the level stands in row s - first. Rows are `stride` apart: those
    # of one slot stand side by side, since they are needed together.
    int64_t first
    int64_t stride
    float* regret       # LEARN: cumulative regrets
    float* source       # what strategies are matched from: regrets, predicted regrets, or sums
    float* total        # LEARN: reach-weighted sum of strategies
    float* record       # RESPOND, MEASURE: value of every own action, rows close together, or NULL

cdef struct Round:
    int decisions
    int actions
    int closed
    int width
    const int8_t* actor
    const int32_t* first_action
    const int32_t* target
    const int8_t* folder
    const int32_t* closed_place
    const float* added
    const float* stake
    Numbers numbers

cdef struct Draw:
    int width
    int next_width
    const int8_t* choices
    const int64_t* first_child
    const int64_t* slot_starts
    const float* forward[2][MOST_CHOICES]       # width x next_width
    const float* backward[2][MOST_CHOICES]      # next_width x width
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
    float keep_positive
    float keep_negative
    float keep_predicted
    float keep_total
    bint clip
    bint predict


cdef void settle(
    const Pass* w, const Numbers* numbers, int64_t slot, int n, int width,
    const float* own, const float* strategy, const float* action_value, float* value,
) noexcept nogil:
    """Turn the values of all actions into the value of the decision, and do the task."""
    cdef int a
    cdef int64_t stride = numbers.stride, at, row = (slot - numbers.first) * stride

    if w.task == RESPOND:
        memcpy(value, action_value, width * sizeof(float))
        for a in range(1, n):
            raise_to(value, action_value + a * width, width)
    else:
        fill(value, 0, width)
        for a in range(n):
            add_product(value, strategy + a * width, action_value + a * width, width)

    if w.task != LEARN:
        if numbers.record != NULL:
            memcpy(
                numbers.record + (slot - numbers.first) * width, action_value,
                n * width * sizeof(float),
            )
    elif w.phase != DOWN:
        for a in range(n):
            at = row + a * stride
            update_regret(
                numbers.regret + at, action_value + a * width, value,
                w.keep_positive, w.keep_negative, w.clip, width,
            )
            update_total(numbers.total + at, own, strategy + a * width, w.keep_total, width)
            if w.predict:
                predict_regret(
                    numbers.source + at, numbers.regret + at, action_value + a * width, value,
                    w.keep_predicted, width,
                )


# --- the recursion ------------------------------------------------------------------------------

cdef void play_round(
    Pass* w, int k, int64_t i, const float* own, const float* other, float* value, float* scratch
) noexcept nogil:
    """Play instance i of betting round k."""
    cdef const Round* r = &w.round[k]
    cdef int width = r.width
    if w.phase != WHOLE and k == w.cut:
        if w.phase == DOWN:
            memcpy(w.cut_own + i * width, own, width * sizeof(float))
            memcpy(w.cut_other + i * width, other, width * sizeof(float))
            memset(value, 0, width * sizeof(float))
        else:
            memcpy(value, w.cut_value + i * width, width * sizeof(float))
        return
    fetch_instance(w, r, i + 1)
    decide(w, k, i, 0, own, other, value, scratch)


cdef inline void fetch_instance(const Pass* w, const Round* r, int64_t i) noexcept nogil:
    """Ask for the rows of an instance that is played soon."""
    cdef int64_t stride = r.numbers.stride, row = (i * r.actions - r.numbers.first) * stride
    if stride == r.width or w.task == LEARN:
        fetch(r.numbers.source + row, r.actions * stride)


cdef inline const float* source_row(const Numbers* numbers, int64_t slot) noexcept nogil:
    return numbers.source + (slot - numbers.first) * numbers.stride


cdef void decide(
    Pass* w, int k, int64_t i, int d, const float* own, const float* other, float* value,
    float* scratch,
) noexcept nogil:
    """Play decision d of instance i of betting round k."""
    cdef const Round* r = &w.round[k]
    cdef int width = r.width, first = r.first_action[d], n = r.first_action[d + 1] - first, a
    cdef int64_t slot = i * r.actions + first
    cdef float* strategy = scratch
    cdef float* reach = strategy + n * width
    cdef float* action_value = reach + width

    scratch = action_value + n * width
    match(strategy, source_row(&r.numbers, slot), n, width, r.numbers.stride, reach)
    if r.actor[d] == w.seat:
        for a in range(n):
            multiply(reach, own, strategy + a * width, width)
            follow(w, k, i, r.target[first + a], reach, other, action_value + a * width, scratch)
        settle(w, &r.numbers, slot, n, width, own, strategy, action_value, value)
    else:
        fill(value, 0, width)
        for a in range(n):
            multiply(reach, other, strategy + a * width, width)
            follow(w, k, i, r.target[first + a], own, reach, action_value, scratch)
            add(value, action_value, width)


cdef void follow(
    Pass* w, int k, int64_t i, int target, const float* own, const float* other, float* value,
    float* scratch,
) noexcept nogil:
    """Go where an action leads: to a decision, a fold, a draw or the showdown."""
    cdef const Round* r = &w.round[k]
    cdef int leaf = -1 - target
    cdef float stake
    if target >= 0:
        decide(w, k, i, target, own, other, value, scratch)
    elif r.folder[leaf] == w.seat:
        stake = r.stake[i] + r.added[2 * leaf + w.seat]
        fill(value, -stake * total_of(other, r.width), r.width)
    elif r.folder[leaf] >= 0:
        stake = r.stake[i] + r.added[2 * leaf + 1 - w.seat]
        fill(value, stake * total_of(other, r.width), r.width)
    elif k + 1 < w.rounds:
        play_draw(w, k, i * r.closed + r.closed_place[leaf], own, other, value, scratch)
    else:
        stake = r.stake[i] + r.added[2 * leaf]
        showdown(value, other, stake, r.width, scratch)


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
    cdef float* second_strategy = first_strategy + n0 * width
    cdef float* action_value = second_strategy + n1 * width
    cdef float* reach = action_value + (n0 if me == 0 else n1) * width
    cdef float* own_after = reach + width
    cdef float* other_after = own_after + after
    cdef float* child_value = other_after + after
    cdef float* sum_value = child_value + after
    cdef float* part = sum_value + after

    scratch = part + width
    match(first_strategy, source_row(&r.numbers, slot), n0, width, r.numbers.stride, reach)
    if me == 1:
        fill(value, 0, width)
    for c0 in range(n0):
        slot1 = slot + n0 + c0 * n1
        match(
            second_strategy, source_row(&r.numbers, slot1), n1, width, r.numbers.stride, reach
        )
        if me == 0:
            multiply(reach, own, first_strategy + c0 * width, width)
            transform(own_after, reach, r.forward[0][c0], width, after)
            fill(sum_value, 0, after)
            for c1 in range(n1):
                multiply(reach, other, second_strategy + c1 * width, width)
                transform(other_after, reach, r.forward[1][c1], width, after)
                play_round(
                    w, k + 1, child + c0 * n1 + c1, own_after, other_after, child_value, scratch
                )
                add(sum_value, child_value, after)
            transform(action_value + c0 * width, sum_value, r.backward[0][c0], after, width)
        else:
            multiply(reach, other, first_strategy + c0 * width, width)
            transform(other_after, reach, r.forward[0][c0], width, after)
            for c1 in range(n1):
                multiply(reach, own, second_strategy + c1 * width, width)
                transform(own_after, reach, r.forward[1][c1], width, after)
                play_round(
                    w, k + 1, child + c0 * n1 + c1, own_after, other_after, child_value, scratch
                )
                transform(action_value + c1 * width, child_value, r.backward[1][c1], after, width)
            settle(w, &r.numbers, slot1, n1, width, own, second_strategy, action_value, part)
            add(value, part, width)
    if me == 0:
        settle(w, &r.numbers, slot, n0, width, own, first_strategy, action_value, value)


# --- what Python calls --------------------------------------------------------------------------

cdef class Walk:
    """Passes over one public tree with fixed private chains.

    Rows of numbers are given level by level (round, draw, round, ...) as float32 arrays of shape
    (slots, padded buckets).

    Passes over the same tree may run at the same time in several threads.

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

    def __init__(self, list rounds, list draws, list initial):
        """Take the tree and the chains.

        Args:
            rounds: for each betting round a tuple (actor int8, first_action int32,
                target int32, folder int8, closed_place int32, added float32 (leaves, 2),
                stake float32, padded width).
            draws: for each draw a tuple (choices int8 (n, 2), first_child int64,
                slot_starts int64, forward, backward), the last two indexed [seat][count] with
                padded float32 matrices.
            initial: padded float32 bucket probabilities of both seats.
        """
        cdef Pass* w = &self.shape
        cdef const int8_t[::1] actor, folder
        cdef const int32_t[::1] first_action, target, closed_place
        cdef const float[:, ::1] added, matrix
        cdef const float[::1] stake
        cdef const int8_t[:, ::1] choices
        cdef const int64_t[::1] first_child, slot_starts
        cdef int k, seat, count
        if len(rounds) > MOST_ROUNDS:
            raise ValueError(f"{len(rounds)} betting rounds; at most {MOST_ROUNDS} are supported")
        memset(w, 0, sizeof(Pass))
        self.kept = [rounds, draws]
        self.initial = initial
        self.widths = []
        self.slots = []
        w.rounds = len(rounds)
        for k, data in enumerate(rounds):
            actor, first_action, target, folder, closed_place, added, stake, width = data
            w.round[k].decisions = <int> actor.shape[0]
            w.round[k].actions = <int> target.shape[0]
            w.round[k].closed = max(0, *closed_place) + 1
            w.round[k].width = width
            w.round[k].actor = &actor[0]
            w.round[k].first_action = &first_action[0]
            w.round[k].target = &target[0]
            w.round[k].folder = &folder[0]
            w.round[k].closed_place = &closed_place[0]
            w.round[k].added = &added[0, 0]
            w.round[k].stake = &stake[0]
            self.widths.append(width)
            self.slots.append(stake.shape[0] * target.shape[0])
            if k < len(draws):
                self.widths.append(width)
                self.slots.append(draws[k][2][len(draws[k][2]) - 1])
        widest = max(self.widths)
        for k, data in enumerate(draws):
            choices, first_child, slot_starts, forward, backward = data
            w.draw[k].width = w.round[k].width
            w.draw[k].next_width = w.round[k + 1].width
            w.draw[k].choices = &choices[0, 0]
            w.draw[k].first_child = &first_child[0]
            w.draw[k].slot_starts = &slot_starts[0]
            for seat in range(2):
                for count in range(len(forward[seat])):
                    matrix = forward[seat][count]
                    w.draw[k].forward[seat][count] = &matrix[0, 0]
                    matrix = backward[seat][count]
                    w.draw[k].backward[seat][count] = &matrix[0, 0]
        w.cut = 1 if w.rounds > 1 else MOST_ROUNDS
        w.cut_width = w.round[1].width
        self.cut_instances = len(rounds[1][6]) if w.rounds > 1 else 0
        deepest = sum(w.round[k].decisions for k in range(w.rounds))
        self.scratch_size = widest * (7 * deepest + (3 * MOST_CHOICES + 7) * w.rounds + 4)

    cdef bind(self, Pass* w, list firsts, str name, list arrays):
        """Point every level of a pass at its rows; "source" first, which says how they lie."""
        cdef float[:, :] rows
        cdef Numbers* numbers
        cdef float* start
        cdef int64_t stride, width, first
        cdef int level
        for level in range(2 * w.rounds - 1):
            numbers = (
                &w.draw[level // 2].numbers if level % 2 else &w.round[level // 2].numbers
            )
            start = NULL
            if arrays is not None and arrays[level] is not None and arrays[level].shape[0]:
                rows = arrays[level]
                width = self.widths[level]
                if rows.shape[1] != width:
                    raise ValueError(f"level {level} has rows of {rows.shape[1]} buckets")
                if rows.strides[1] != sizeof(float):
                    raise ValueError(f"numbers of a row of level {level} do not stand together")
                first = firsts[level] if firsts is not None else 0
                if first + rows.shape[0] > self.slots[level] or (
                    firsts is None and rows.shape[0] < self.slots[level]
                ):
                    raise ValueError(
                        f"level {level} has {self.slots[level]} slots; {rows.shape[0]} rows given"
                    )
                stride = rows.strides[0] // <Py_ssize_t> sizeof(float)
                if name == "source":
                    numbers.first = first
                    numbers.stride = stride
                elif stride != (width if name == "record" else numbers.stride):
                    raise ValueError(f"rows of level {level} are not all equally far apart")
                start = &rows[0, 0]
            if name == "regret":
                numbers.regret = start
            elif name == "source":
                numbers.source = start
            elif name == "total":
                numbers.total = start
            else:
                numbers.record = start

    def learn(
        self, int seat, list regrets, list source, list totals, *,
        float keep_positive, float keep_negative, float keep_predicted, float keep_total,
        bint clip, bint predict, int threads,
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
            threads: how many; the result does not depend on it.
        """
        cdef Pass w = self.shape
        self.bind(&w, None, "source", source)
        self.bind(&w, None, "regret", regrets)
        self.bind(&w, None, "total", totals)
        w.task = LEARN
        w.keep_positive = keep_positive
        w.keep_negative = keep_negative
        w.keep_predicted = keep_predicted
        w.keep_total = keep_total
        w.clip = clip
        w.predict = predict
        return self.run(&w, seat, threads, None)

    def value(
        self, int seat, list source, bint respond, int threads, list record=None,
        float[:, ::1] entering=None,
    ):
        """Value to a seat when strategies are matched from `source`.

        Args:
            seat: whose value.
            source: strategy sums or probabilities.
            respond: whether the seat takes its best action everywhere instead.
            threads: how many; the result does not depend on it.
            record: rows that receive the counterfactual value of every action of the seat.
            entering: receives the counterfactual values at the start of every instance of the
                second round, shape (instances, padded buckets).
        """
        cdef Pass w = self.shape
        self.bind(&w, None, "source", source)
        self.bind(&w, None, "record", record)
        w.task = RESPOND if respond else MEASURE
        return self.run(&w, seat, threads, entering)

    def value_below(
        self, int round, int64_t instance, int decision, int seat, const float[::1] other,
        list source, list firsts, list record, bint respond,
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
            decide(&w, round, instance, decision, &own[0], &other[0], &out[0], &scratch[0])
        return np.asarray(out)

    cdef double run(
        self, Pass* w, int seat, int threads, float[:, ::1] entering
    ) except? -1e30:
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
            play_round(w, 0, 0, &own[0], &other[0], &value[0], &memory[0])
            w.phase = WHOLE
            with nogil, parallel(num_threads=threads):
                scratch = &memory[0] + threadid() * self.scratch_size
                flush = begin_flush()
                for i in prange(self.cut_instances, schedule="dynamic"):
                    play_round(
                        w, w.cut, i, w.cut_own + i * w.cut_width, w.cut_other + i * w.cut_width,
                        w.cut_value + i * w.cut_width, scratch,
                    )
                end_flush(flush)
            w.phase = UP
        else:
            w.phase = WHOLE
        play_round(w, 0, 0, &own[0], &other[0], &value[0], &memory[0])
        for b in range(width):
            result += <double> own[b] * value[b]
        if entering is not None:
            entering[:] = cut[2 * self.cut_instances:]
        return result
