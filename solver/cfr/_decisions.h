/* The two loops in which nearly all time goes: what happens at one decision.

   Numbers are kept in rows of `stride` cells for each action, one cell a bucket: float, or the
   16-bit floats of short_floats.py (sign, seven bits of exponent from 2**-96, eight of fraction).
   Indices are 64 bits wide: where integers may wrap, narrower ones would keep a compiler from
   seeing that the numbers of a row follow each other. Loops over actions vanish, because every
   number of actions has a copy of its own.

   A short float is rounded by a dither (0 to 2**15 - 1): what one update loses is made good on
   average, and the result is the same on every processor. */

#ifndef TRIPLEDRAW_DECISIONS_H
#define TRIPLEDRAW_DECISIONS_H

#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER)
#define TD_INLINE static __forceinline
#define TD_RESTRICT __restrict
#define TD_INDEPENDENT __pragma(loop(ivdep))
#elif defined(__clang__)
#define TD_INLINE static inline __attribute__((always_inline))
#define TD_RESTRICT __restrict__
#define TD_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define TD_INLINE static inline __attribute__((always_inline))
#define TD_RESTRICT __restrict__
#define TD_INDEPENDENT _Pragma("GCC ivdep")
#endif

enum {
    SHORT_BASE = (127 - 96) << 23,
    SHORT_SHIFT = 23 - 8,
    SHORT_SIGN = 0x8000,
    SHORT_LARGEST = 0x7FFF,
    MOST_CHOICES = 6
};

TD_INLINE float decoded(const char *rows, int64_t at, int is_short)
{
    uint32_t bits, size;
    float x;
    if (!is_short)
        return ((const float *) rows)[at];
    bits = ((const uint16_t *) rows)[at];
    size = bits & SHORT_LARGEST;
    size = size ? (size << SHORT_SHIFT) + SHORT_BASE : 0;
    bits = (bits & SHORT_SIGN) << 16 | size;
    memcpy(&x, &bits, sizeof x);
    return x;
}

TD_INLINE void encode(char *rows, int64_t at, int is_short, float x, int32_t dither)
{
    uint32_t bits;
    int32_t size;
    if (!is_short) {
        ((float *) rows)[at] = x;
        return;
    }
    memcpy(&bits, &x, sizeof bits);
    size = (int32_t) (bits & 0x7FFFFFFF) - SHORT_BASE + dither;
    size = (size > 0 ? size : 0) >> SHORT_SHIFT;
    size = size < SHORT_LARGEST ? size : SHORT_LARGEST;
    ((uint16_t *) rows)[at] = (uint16_t) ((bits >> 16 & SHORT_SIGN) | (uint32_t) size);
}

/* Strategy in proportion to the positive part of `source`, uniform where there is none, and what
   it makes of the reach of its seat. */
TD_INLINE void open_copy(
    const char *source, int64_t stride, int n, int is_short, int64_t width,
    const float *TD_RESTRICT parent, float *TD_RESTRICT strategy, float *TD_RESTRICT reach)
{
    int64_t a, b;
    TD_INDEPENDENT
    for (b = 0; b < width; b++) {
        float positive[MOST_CHOICES], total = 0, scale, chosen;
        for (a = 0; a < n; a++) {
            float x = decoded(source, a * stride + b, is_short);
            positive[a] = x > 0 ? x : 0;
            total += positive[a];
        }
        scale = total > 0 ? 1 / total : 0;
        for (a = 0; a < n; a++) {
            chosen = total > 0 ? positive[a] * scale : 1.0f / n;
            strategy[a * width + b] = chosen;
            reach[a * width + b] = parent[b] * chosen;
        }
    }
}

typedef struct {
    float keep_positive, keep_negative, keep_predicted, keep_total, floor;
    int predict;
} Update;

/* Value of a decision from those of its actions, and the update of regrets and sums. */
TD_INLINE void learn_copy(
    char *regret, char *predicted, char *total, int64_t stride, int n, int is_short, int64_t width,
    const float *TD_RESTRICT strategy, const float *TD_RESTRICT reach,
    const float *TD_RESTRICT action_value, const float *TD_RESTRICT weight,
    const int32_t *TD_RESTRICT dither, const Update *u, float *TD_RESTRICT value)
{
    const float keep_positive = u->keep_positive, keep_negative = u->keep_negative;
    const float keep_predicted = u->keep_predicted, keep_total = u->keep_total, floor = u->floor;
    int64_t a, b;
    TD_INDEPENDENT
    for (b = 0; b < width; b++) {
        float v = 0, x, gain;
        for (a = 0; a < n; a++)
            v += strategy[a * width + b] * action_value[a * width + b];
        value[b] = v;
        for (a = 0; a < n; a++) {
            gain = weight[b] * (action_value[a * width + b] - v);
            x = decoded(regret, a * stride + b, is_short);
            x = x * (x > 0 ? keep_positive : keep_negative) + gain;
            x = x > floor ? x : floor;
            encode(regret, a * stride + b, is_short, x, dither[16 * a + b]);
            x = decoded(total, a * stride + b, is_short) * keep_total + reach[a * width + b];
            encode(total, a * stride + b, is_short, x, dither[16 * a + b + 8]);
        }
    }
    if (u->predict) {
        for (a = 0; a < n; a++) {
            TD_INDEPENDENT
            for (b = 0; b < width; b++) {
                float gain = weight[b] * (action_value[a * width + b] - value[b]);
                float x = decoded(regret, a * stride + b, is_short);
                encode(
                    predicted, a * stride + b, is_short, keep_predicted * x + gain,
                    dither[16 * a + b]);
            }
        }
    }
}

#define TD_COPIES(n, is_short, call) \
    switch (2 * (n) + !!(is_short)) { \
    case 2: call(1, 0); break; \
    case 3: call(1, 1); break; \
    case 4: call(2, 0); break; \
    case 5: call(2, 1); break; \
    case 6: call(3, 0); break; \
    case 7: call(3, 1); break; \
    case 8: call(4, 0); break; \
    case 9: call(4, 1); break; \
    case 10: call(5, 0); break; \
    case 11: call(5, 1); break; \
    case 12: call(6, 0); break; \
    case 13: call(6, 1); break; \
    }

static void open_decision(
    const char *source, int64_t stride, int n, int is_short, int width, const float *parent,
    float *strategy, float *reach)
{
#define TD_OPEN(n, is_short) \
    open_copy(source, stride, n, is_short, width, parent, strategy, reach)
    TD_COPIES(n, is_short, TD_OPEN)
}

static void learn_decision(
    char *regret, char *predicted, char *total, int64_t stride, int n, int is_short, int width,
    const float *strategy, const float *reach, const float *action_value, const float *weight,
    const int32_t *dither, const Update *u, float *value)
{
#define TD_LEARN(n, is_short) \
    learn_copy( \
        regret, predicted, total, stride, n, is_short, width, strategy, reach, action_value, \
        weight, dither, u, value)
    TD_COPIES(n, is_short, TD_LEARN)
}

#endif
