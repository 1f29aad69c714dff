/* Eight numbers of a row at a time. Compilers do not see by themselves that a loop over eight is one
   instruction or two; GCC and Clang are told, others add one by one, in the same order. */

#ifndef TRIPLEDRAW_LANES_H
#define TRIPLEDRAW_LANES_H

enum { LANE = 8 };

#if defined(__GNUC__) || defined(__clang__)
typedef float lane_t __attribute__((vector_size(4 * LANE), aligned(4), may_alias));

/* out += x0..x3 times a lane of each of four rows. */
static inline void add_lanes(
    float *out, const float *m0, const float *m1, const float *m2, const float *m3,
    float x0, float x1, float x2, float x3)
{
    *(lane_t *) out += (x0 * *(const lane_t *) m0 + x1 * *(const lane_t *) m1)
        + (x2 * *(const lane_t *) m2 + x3 * *(const lane_t *) m3);
}
#else
static __inline void add_lanes(
    float *out, const float *m0, const float *m1, const float *m2, const float *m3,
    float x0, float x1, float x2, float x3)
{
    int j;
    for (j = 0; j < LANE; j++)
        out[j] += (x0 * m0[j] + x1 * m1[j]) + (x2 * m2[j] + x3 * m3[j]);
}
#endif

#endif
