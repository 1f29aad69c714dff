# Arithmetic over rows: one number for each bucket, padded to a multiple of 8.

cdef extern from *:
    """
    #ifdef _OPENMP
    #define TRIPLEDRAW_THREADS 1
    #else
    #define TRIPLEDRAW_THREADS 0
    #endif
    #if defined(_MSC_VER)
    typedef float* __restrict row_t;
    typedef const float* __restrict const_row_t;
    #else
    typedef float* __restrict__ row_t;
    typedef const float* __restrict__ const_row_t;
    #endif
    /* Numbers below 1e-38 become zero: they carry nothing here, and some processors take a hundred
       times longer over them. */
    #if defined(__SSE2__) || defined(_M_X64)
    #include <xmmintrin.h>
    static inline unsigned int begin_flush(void) {
        unsigned int before = _mm_getcsr();
        _mm_setcsr(before | 0x8040u);
        return before;
    }
    static inline void end_flush(unsigned int before) { _mm_setcsr(before); }
    #else
    static inline unsigned int begin_flush(void) { return 0; }
    static inline void end_flush(unsigned int before) { (void) before; }
    #endif
    #if defined(__GNUC__) || defined(__clang__)
    #define fetch_ahead(address) __builtin_prefetch((address), 1, 2)
    #else
    #define fetch_ahead(address) ((void) (address))
    #endif
    """
    const int TRIPLEDRAW_THREADS
    unsigned int begin_flush() noexcept nogil
    void end_flush(unsigned int before) noexcept nogil
    void fetch_ahead(const void* address) noexcept nogil
    ctypedef float* row_t
    ctypedef const float* const_row_t


cdef inline void fill(row_t out, float value, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] = value


cdef inline void add(row_t out, const_row_t x, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] += x[b]


cdef inline void multiply(row_t out, const_row_t x, const_row_t y, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] = x[b] * y[b]


cdef inline float total_of(const_row_t x, int width) noexcept nogil:
    """Sum in eight lanes, so that the order of additions is the same on every processor."""
    cdef float lane[8]
    cdef int b, j
    for j in range(8):
        lane[j] = 0
    for b in range(0, width, 8):
        for j in range(8):
            lane[j] += x[b + j]
    return (lane[0] + lane[4]) + (lane[1] + lane[5]) + ((lane[2] + lane[6]) + (lane[3] + lane[7]))


cdef inline void transform(
    row_t out, const_row_t x, const_row_t matrix, int width, int out_width
) noexcept nogil:
    """out = x @ matrix, four rows of the matrix at a time."""
    cdef int i, b
    cdef float x0, x1, x2, x3
    cdef const float* m
    fill(out, 0, out_width)
    for i in range(0, width, 4):
        x0 = x[i]
        x1 = x[i + 1]
        x2 = x[i + 2]
        x3 = x[i + 3]
        if x0 == 0 and x1 == 0 and x2 == 0 and x3 == 0:
            continue
        m = matrix + i * out_width
        for b in range(out_width):
            out[b] += (
                (x0 * m[b] + x1 * m[out_width + b])
                + (x2 * m[2 * out_width + b] + x3 * m[3 * out_width + b])
            )


cdef inline void showdown(
    row_t value, const_row_t other, float stake, int width, row_t below
) noexcept nogil:
    """Value of meeting `other`, lower bucket wins: stake * (reach above - reach below).

    Prefix sums run as four chains at once, since each addition waits for the one before.
    """
    cdef int i, b, quarter = width // 4
    cdef float s0 = 0, s1 = 0, s2 = 0, s3 = 0, whole
    for i in range(quarter):
        s0 += other[i]
        s1 += other[quarter + i]
        s2 += other[2 * quarter + i]
        s3 += other[3 * quarter + i]
        below[i] = s0
        below[quarter + i] = s1
        below[2 * quarter + i] = s2
        below[3 * quarter + i] = s3
    s1 += s0
    s2 += s1
    whole = s2 + s3
    for i in range(quarter):
        below[quarter + i] += s0
    for i in range(quarter):
        below[2 * quarter + i] += s1
    for i in range(quarter):
        below[3 * quarter + i] += s2
    for b in range(width):
        value[b] = stake * (whole + other[b] - 2 * below[b])


cdef inline void add_positive(row_t out, const_row_t x, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] += x[b] if x[b] > 0 else 0


cdef inline void scale_positive(
    row_t out, const_row_t x, const_row_t scale, float otherwise, int width
) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] = (x[b] if x[b] > 0 else 0) * scale[b] if scale[b] > 0 else otherwise


cdef inline void match(
    float* strategy, const float* source, int n, int width, int64_t stride, row_t scale
) noexcept nogil:
    """Strategy in proportion to the positive part of `source`, uniform where there is none.

    Rows of `source` are `stride` apart, those of `strategy` follow each other.
    """
    cdef int a, b
    fill(scale, 0, width)
    for a in range(n):
        add_positive(scale, source + a * stride, width)
    for b in range(width):
        scale[b] = 1 / scale[b] if scale[b] > 0 else 0
    for a in range(n):
        scale_positive(
            strategy + a * width, source + a * stride, scale, <float> 1.0 / n, width
        )


cdef inline void fetch(const float* rows, int64_t n) noexcept nogil:
    """Ask for numbers that are needed soon: the processor does not guess jumps between levels."""
    cdef int64_t at
    for at in range(0, n, 16):
        fetch_ahead(rows + at)


cdef inline void add_product(row_t out, const_row_t x, const_row_t y, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] += x[b] * y[b]


cdef inline void raise_to(row_t out, const_row_t x, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] = x[b] if x[b] > out[b] else out[b]


cdef inline void update_regret(
    row_t regret, const_row_t action_value, const_row_t value, float keep_positive,
    float keep_negative, bint clip, int width,
) noexcept nogil:
    cdef int b
    for b in range(width):
        regret[b] = (
            regret[b] * (keep_positive if regret[b] > 0 else keep_negative)
            + (action_value[b] - value[b])
        )
    if clip:
        for b in range(width):
            regret[b] = regret[b] if regret[b] > 0 else 0


cdef inline void update_total(
    row_t total, const_row_t own, const_row_t strategy, float keep, int width
) noexcept nogil:
    cdef int b
    for b in range(width):
        total[b] = total[b] * keep + own[b] * strategy[b]


cdef inline void predict_regret(
    row_t predicted, const_row_t regret, const_row_t action_value, const_row_t value, float keep,
    int width,
) noexcept nogil:
    cdef int b
    for b in range(width):
        predicted[b] = keep * regret[b] + (action_value[b] - value[b])
