"""What two strategies win from each other in one deal of card sequences, range against range.

Reaches of both seats go down the public tree; at its ends the products of all pairs of sequences
are paid, showdowns by exact low class. Each seat reads its strategy at its own buckets. Subtrees
that hardly anybody comes to are visited at random and count the more for it, so that the mean is
right.
The plain twin of this file is tests/sequences/plain_play.py.
"""

from cython.parallel cimport parallel, prange, threadid
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint64_t
from libc.string cimport memcpy

import numpy as np

from solver.sequences._random cimport next_random


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    /* Half precision to single: shifted into place, the exponent is 112 too small. */
    static inline float half_to_float(uint16_t half) {
        uint32_t bits = (uint32_t) (half & 0x7FFF) << 13;
        float x;
        memcpy(&x, &bits, sizeof x);
        return x * 5.192296858534828e33f;
    }
    """
    float half_to_float(uint16_t half) noexcept nogil


cdef enum:
    MOST_ROUNDS = 8
    MOST_CHOICES = 6


cdef struct Level:
    # A betting round, and the draw that follows it.
    int decisions
    int actions
    int closed
    const int8_t* actor
    const int32_t* first_action
    const int32_t* target
    const int8_t* folder
    const int32_t* closed_place
    const int32_t* before
    const int32_t* leaf_before
    const float* added
    const float* stake
    const int32_t* paths[2]
    const int8_t* choices
    const int64_t* first_child
    const int64_t* slot_starts
    const uint16_t* strategy[2]         # of each player, slots x width
    const uint16_t* draw_strategy[2]
    int width[2]
    const int32_t* bucket[2]            # of each seat, paths x n


cdef struct Play:
    int rounds
    int n
    Level level[MOST_ROUNDS]
    const int16_t* low_class[2]         # last round: paths x n
    const int32_t* order[2]             # last round: sequences from the best hand on, paths x n
    double certain                      # share of deals from which on a subtree is always visited
    uint64_t seed


cdef inline double total(const float* x, int n) noexcept nogil:
    cdef int i
    cdef double whole = 0
    for i in range(n):
        whole += x[i]
    return whole


cdef void choose(
    const uint16_t* strategy, int width, int actions, const int32_t* bucket, const float* parent,
    float* reach, int n,
) noexcept nogil:
    """Reach of every sequence after each action of a decision; probabilities are normalised."""
    cdef int i, a
    cdef float[MOST_CHOICES] share
    cdef float whole
    for i in range(n):
        if parent[i] == 0:
            for a in range(actions):
                reach[a * n + i] = 0
            continue
        whole = 0
        for a in range(actions):
            share[a] = half_to_float(strategy[a * width + bucket[i]])
            whole += share[a]
        for a in range(actions):
            reach[a * n + i] = (
                parent[i] * share[a] / whole if whole > 0 else parent[i] / actions
            )


cdef double showdown(
    const float* first, const float* second, const int16_t* class1, const int16_t* class2,
    const int32_t* order1, const int32_t* order2, int n,
) noexcept nogil:
    """Weight of the pairs that the first wins less that of those he loses."""
    cdef int i, j = 0, j2
    cdef double behind = total(second, n), better = 0, equal, won = 0
    for i in range(n):
        if i == 0 or class1[order1[i]] != class1[order1[i - 1]]:
            while j < n and class2[order2[j]] < class1[order1[i]]:
                better += second[order2[j]]
                j += 1
            equal = 0
            j2 = j
            while j2 < n and class2[order2[j2]] == class1[order1[i]]:
                equal += second[order2[j2]]
                j2 += 1
        won += first[order1[i]] * ((behind - better - equal) - better)
    return won


cdef double play_round(
    const Play* p, int k, int64_t i, const float* first, const float* second, float* scratch
) noexcept nogil:
    """What seat 0 wins from instance i of a betting round on, over all pairs of sequences."""
    cdef const Level* r = &p.level[k]
    cdef int n = p.n, d, a, actor, leaf, from_action
    cdef double won = 0, stake, weight = total(first, n) * total(second, n), chance = 1
    cdef float* reach = scratch
    cdef const float* parent
    cdef const float* one
    cdef const float* other
    cdef uint64_t state
    cdef const int32_t* bucket
    if weight <= 0:
        return 0
    if k > 1 and weight < p.certain:
        chance = weight / p.certain
        state = p.seed ^ (<uint64_t> (8 * i + k) * <uint64_t> 0xD1342543DE82EF95)
        if <double> (next_random(&state) >> 11) / <double> (<uint64_t> 1 << 53) >= chance:
            return 0
    scratch = reach + r.actions * n
    for d in range(r.decisions):
        actor = r.actor[d]
        from_action = r.before[2 * d + actor]
        parent = reach + from_action * n if from_action >= 0 else (first if actor == 0 else second)
        a = r.first_action[d]
        bucket = r.bucket[actor] + r.paths[actor][i] * n
        choose(
            r.strategy[actor] + (i * r.actions + a) * r.width[actor], r.width[actor],
            r.first_action[d + 1] - a, bucket, parent, reach + a * n, n,
        )
    for a in range(r.actions):
        if r.target[a] >= 0:
            continue
        leaf = -1 - r.target[a]
        from_action = r.leaf_before[2 * leaf]
        one = reach + from_action * n if from_action >= 0 else first
        from_action = r.leaf_before[2 * leaf + 1]
        other = reach + from_action * n if from_action >= 0 else second
        if r.folder[leaf] == 0:
            won -= (r.stake[i] + r.added[2 * leaf]) * total(one, n) * total(other, n)
        elif r.folder[leaf] == 1:
            won += (r.stake[i] + r.added[2 * leaf + 1]) * total(one, n) * total(other, n)
        elif k + 1 < p.rounds:
            won += play_draw(p, k, i * r.closed + r.closed_place[leaf], i, one, other, scratch)
        else:
            stake = r.stake[i] + r.added[2 * leaf]
            won += stake * showdown(
                one, other, p.low_class[0] + r.paths[0][i] * n, p.low_class[1] + r.paths[1][i] * n,
                p.order[0] + r.paths[0][i] * n, p.order[1] + r.paths[1][i] * n, n,
            )
    return won / chance


cdef double play_draw(
    const Play* p, int k, int64_t i, int64_t parent, const float* first, const float* second,
    float* scratch,
) noexcept nogil:
    """The same from instance i of a draw on, seat 0 choosing first."""
    cdef const Level* r = &p.level[k]
    cdef int n = p.n, c0, c1, n0 = r.choices[2 * i], n1 = r.choices[2 * i + 1]
    cdef int64_t slot = r.slot_starts[i], child = r.first_child[i]
    cdef float* reach0 = scratch
    cdef float* reach1 = reach0 + n0 * n
    cdef double won = 0
    scratch = reach1 + n1 * n
    choose(
        r.draw_strategy[0] + slot * r.width[0], r.width[0], n0,
        r.bucket[0] + r.paths[0][parent] * n, first, reach0, n,
    )
    for c0 in range(n0):
        choose(
            r.draw_strategy[1] + (slot + n0 + c0 * n1) * r.width[1], r.width[1], n1,
            r.bucket[1] + r.paths[1][parent] * n, second, reach1, n,
        )
        for c1 in range(n1):
            won += play_round(
                p, k + 1, child + c0 * n1 + c1, reach0 + c0 * n, reach1 + c1 * n, scratch
            )
    return won


cdef class DealTable:
    """Plays strategies against each other on one public tree."""

    cdef Play play
    cdef list kept
    cdef Py_ssize_t room

    def __init__(self, list rounds, list draws):
        """Take the tree, as `solver.cfr.kernels.level_arrays` gives it."""
        cdef int k, seat
        cdef const int8_t[::1] small
        cdef const int32_t[::1] numbers
        cdef const int32_t[:, ::1] pairs
        cdef const float[::1] amounts
        cdef const float[:, ::1] both
        cdef const int8_t[:, ::1] choices
        cdef const int64_t[::1] large
        cdef Level* level
        if not 1 < len(rounds) <= MOST_ROUNDS:
            raise ValueError(f"{len(rounds)} betting rounds; expected 2 to {MOST_ROUNDS}")
        self.kept = [rounds, draws]
        self.play.rounds = <int> len(rounds)
        self.room = 0
        for k, data in enumerate(rounds):
            level = &self.play.level[k]
            small = data["actor"]
            level.actor = &small[0]
            level.decisions = <int> small.shape[0]
            numbers = data["first_action"]
            level.first_action = &numbers[0]
            numbers = data["target"]
            level.target = &numbers[0]
            level.actions = <int> numbers.shape[0]
            small = data["folder"]
            level.folder = &small[0]
            numbers = data["closed_place"]
            level.closed_place = &numbers[0]
            level.closed = max(0, *numbers) + 1
            pairs = data["before"]
            level.before = &pairs[0, 0]
            pairs = data["leaf_before"]
            level.leaf_before = &pairs[0, 0]
            both = data["added"]
            level.added = &both[0, 0]
            amounts = data["stake"]
            level.stake = &amounts[0]
            for seat in range(2):
                numbers = data["paths"][seat]
                level.paths[seat] = &numbers[0]
            self.room += level.actions + 2 * MOST_CHOICES
            if k < len(draws):
                choices = draws[k]["choices"]
                level.choices = &choices[0, 0]
                large = draws[k]["first_child"]
                level.first_child = &large[0]
                large = draws[k]["slot_starts"]
                level.slot_starts = &large[0]

    cdef seat_player(self, int seat, strategy, buckets, low_class, order):
        """Give a seat its strategy and its sequences, and check that the kernel may read there."""
        cdef const uint16_t[:, ::1] rows
        cdef const int32_t[:, ::1] numbers
        cdef const int16_t[:, ::1] classes
        cdef int k, n = self.play.n, last = self.play.rounds - 1
        for k in range(self.play.rounds):
            rows = np.asarray(strategy[2 * k]).view(np.uint16)
            width = rows.shape[1]
            stakes = len(self.kept[0][k]["stake"])
            numbers = buckets[k]
            found = np.asarray(numbers)
            if rows.shape[0] != stakes * self.play.level[k].actions:
                raise ValueError(f"the strategy of round {k} does not fit the tree")
            if (
                numbers.shape[0] <= self.kept[0][k]["paths"][seat].max() or numbers.shape[1] != n
                or found.min() < 0 or found.max() >= width
            ):
                raise ValueError(f"the buckets of round {k} do not fit the tree or the strategy")
            self.play.level[k].strategy[seat] = &rows[0, 0]
            self.play.level[k].width[seat] = <int> width
            self.play.level[k].bucket[seat] = &numbers[0, 0]
            if k < last:
                rows = np.asarray(strategy[2 * k + 1]).view(np.uint16)
                slots = np.asarray(self.kept[1][k]["slot_starts"]).max()
                if rows.shape[0] != slots or rows.shape[1] != width:
                    raise ValueError(f"the strategy of draw {k} does not fit the tree")
                self.play.level[k].draw_strategy[seat] = &rows[0, 0]
        classes, numbers = low_class, order
        if (
            classes.shape[0] != len(buckets[last]) or classes.shape[1] != n
            or numbers.shape[0] != classes.shape[0] or numbers.shape[1] != n
        ):
            raise ValueError("low classes and their orders do not fit the sequences")
        self.play.low_class[seat] = &classes[0, 0]
        self.play.order[seat] = &numbers[0, 0]

    def won(
        self, tuple strategies, tuple buckets, tuple low_classes, tuple orders, *,
        double certain=0, uint64_t seed=0, int threads=1,
    ):
        """What seat 0 wins a hand in one deal, in small bets.

        Args:
            strategies: of both seats, for every level float16 of shape (slots, padded buckets).
            buckets: of both seats, for every round int32 of shape (paths, sequences).
            low_classes: of both seats, in the last round int16 of shape (paths, sequences).
            orders: of both seats, sequences from the lowest class on, int32, (paths, sequences).
            certain: share of deals from which on a subtree is always visited; 0 visits all.
            seed: of the visits.
            threads: how many; the result does not depend on it.
        """
        cdef int n = buckets[0][0].shape[1]
        cdef int64_t instances = len(self.kept[0][1]["stake"]), i
        cdef float[:, :, ::1] cut = np.zeros((instances, 2, n), np.float32)
        cdef double[::1] parts = np.zeros(instances)
        cdef float[:, ::1] memory = np.zeros((max(1, threads), self.room * n), np.float32)
        cdef float[::1] ones = np.full(n, 1.0 / <double> n, np.float32)
        cdef double result
        cdef float* scratch = NULL
        cdef int seat
        self.play.n = n
        self.play.certain = certain
        self.play.seed = seed
        for seat in range(2):
            self.seat_player(
                seat, strategies[seat], buckets[seat], low_classes[seat], orders[seat]
            )
        with nogil:
            result = self.trunk(&cut[0, 0, 0], &ones[0], &memory[0, 0])
        with nogil, parallel(num_threads=threads):
            scratch = &memory[threadid(), 0]
            for i in prange(instances, schedule="dynamic"):
                parts[i] = play_round(
                    &self.play, 1, i, &cut[i, 0, 0], &cut[i, 1, 0], scratch
                )
        return result + np.asarray(parts).sum()

    cdef double trunk(self, float* cut, const float* ones, float* scratch) noexcept nogil:
        """The first round and the first draw: reaches of both seats at the starts of the second."""
        cdef const Level* r = &self.play.level[0]
        cdef int n = self.play.n, a, d, actor, leaf, from_action, c0, c1, n0, n1
        cdef int64_t draw, slot, child
        cdef double won = 0
        cdef float* reach = scratch
        cdef float* reach0 = reach + r.actions * n
        cdef float* reach1 = reach0 + MOST_CHOICES * n
        cdef const float* parent
        cdef const float* one
        cdef const float* other
        for d in range(r.decisions):
            actor = r.actor[d]
            from_action = r.before[2 * d + actor]
            parent = reach + from_action * n if from_action >= 0 else ones
            a = r.first_action[d]
            choose(
                r.strategy[actor] + a * r.width[actor], r.width[actor], r.first_action[d + 1] - a,
                r.bucket[actor], parent, reach + a * n, n,
            )
        for a in range(r.actions):
            if r.target[a] >= 0:
                continue
            leaf = -1 - r.target[a]
            from_action = r.leaf_before[2 * leaf]
            one = reach + from_action * n if from_action >= 0 else ones
            from_action = r.leaf_before[2 * leaf + 1]
            other = reach + from_action * n if from_action >= 0 else ones
            if r.folder[leaf] == 0:
                won -= (r.stake[0] + r.added[2 * leaf]) * total(one, n) * total(other, n)
                continue
            if r.folder[leaf] == 1:
                won += (r.stake[0] + r.added[2 * leaf + 1]) * total(one, n) * total(other, n)
                continue
            draw = r.closed_place[leaf]
            n0, n1 = r.choices[2 * draw], r.choices[2 * draw + 1]
            slot, child = r.slot_starts[draw], r.first_child[draw]
            choose(
                r.draw_strategy[0] + slot * r.width[0], r.width[0], n0, r.bucket[0], one, reach0, n
            )
            for c0 in range(n0):
                choose(
                    r.draw_strategy[1] + (slot + n0 + c0 * n1) * r.width[1], r.width[1], n1,
                    r.bucket[1], other, reach1, n,
                )
                for c1 in range(n1):
                    memcpy(
                        cut + 2 * (child + c0 * n1 + c1) * n, reach0 + c0 * n, n * sizeof(float)
                    )
                    memcpy(
                        cut + (2 * (child + c0 * n1 + c1) + 1) * n, reach1 + c1 * n,
                        n * sizeof(float),
                    )
        return won
