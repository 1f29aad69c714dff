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


cdef extern from "_decisions.h" nogil:
    enum:
        SHORT_SHIFT
        MOST_CHOICES
    ctypedef struct Update:
        float keep_positive
        float keep_negative
        float keep_predicted
        float keep_total
        float floor
        int predict
    void open_decision(
        const char* source, int64_t stride, int n, int is_short, int width, const float* parent,
        float* strategy, float* reach,
    ) noexcept
    void learn_decision(
        char* regret, char* predicted, char* total, int64_t stride, int n, int is_short, int width,
        const float* strategy, const float* reach, const float* action_value, const float* weight,
        const int32_t* dither, const Update* u, float* value,
    ) noexcept


cdef extern from "_lanes.h" nogil:
    void add_lanes(
        float* out, const float* m0, const float* m1, const float* m2, const float* m3,
        float x0, float x1, float x2, float x3,
    ) noexcept


cdef inline void fill(row_t out, float value, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] = value


cdef inline void add(row_t out, const_row_t x, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] += x[b]


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


cdef struct Matrix:
    # Rows are taken four at a time. Most of what a draw does to hands that stand pat or draw one
    # is zero: lanes of eight columns in which four rows have anything are listed.
    const float* cells
    const int32_t* first        # first lane of each four rows
    const int32_t* lanes        # first column of each lane


cdef inline void transform(
    row_t out, const_row_t x, const Matrix* matrix, int width, int out_width
) noexcept nogil:
    """out = x @ matrix."""
    cdef int i, at
    cdef float x0, x1, x2, x3
    cdef int64_t stride = out_width
    cdef const float* m
    fill(out, 0, out_width)
    for i in range(0, width, 4):
        x0 = x[i]
        x1 = x[i + 1]
        x2 = x[i + 2]
        x3 = x[i + 3]
        if x0 == 0 and x1 == 0 and x2 == 0 and x3 == 0:
            continue
        for at in range(matrix.first[i // 4], matrix.first[i // 4 + 1]):
            m = matrix.cells + i * stride + matrix.lanes[at]
            add_lanes(
                out + matrix.lanes[at], m, m + stride, m + 2 * stride, m + 3 * stride,
                x0, x1, x2, x3,
            )


cdef inline void begin_showdown(
    row_t below, const_row_t other, int width, int strengths, row_t sums
) noexcept nogil:
    """Prefix sums of `other` within each quarter, and the sums of the quarters.

    The quarters run side by side, since each addition waits for the one before. Where buckets
    repeat the same strengths for other dead cards, those of equal strength are added up first; the
    sums of `other` then stand behind the prefix sums.
    """
    cdef int i, q, quarter = strengths // 4
    cdef float s0 = 0, s1 = 0, s2 = 0, s3 = 0
    if strengths < width:
        for i in range(strengths):
            below[strengths + i] = other[i] + other[strengths + i]
        for q in range(2, width // strengths):
            for i in range(strengths):
                below[strengths + i] += other[q * strengths + i]
        other = below + strengths
    for i in range(quarter):
        s0 += other[i]
        s1 += other[quarter + i]
        s2 += other[2 * quarter + i]
        s3 += other[3 * quarter + i]
        below[i] = s0
        below[quarter + i] = s1
        below[2 * quarter + i] = s2
        below[3 * quarter + i] = s3
    sums[0] = s0
    sums[1] = s1
    sums[2] = s2
    sums[3] = s3


cdef inline void end_showdown(
    row_t value, const_row_t other, const_row_t sums, float stake, int width, int strengths
) noexcept nogil:
    """Value of meeting `other`, lower bucket wins: stake * (reach above - reach below).

    `value` comes as what `begin_showdown` left. The two are apart because a processor stalls when
    it reads many numbers at once that have just been written one by one.
    """
    cdef int q, b, quarter = strengths // 4
    cdef float before = 0, whole = ((sums[0] + sums[1]) + sums[2]) + sums[3]
    if strengths < width:
        other = value + strengths
    for q in range(4):
        for b in range(q * quarter, (q + 1) * quarter):
            value[b] = stake * (
                (whole - (before + value[b])) + (other[b] - (before + value[b]))
            )
        before += sums[q]
    for q in range(1, width // strengths):
        for b in range(strengths):
            value[q * strengths + b] = value[b]


cdef inline void fetch(const char* rows, int64_t n) noexcept nogil:
    """Ask for bytes that are needed soon: the processor does not guess jumps between levels."""
    cdef int64_t at
    for at in range(0, n, 64):
        fetch_ahead(rows + at)


cdef inline void add_product(row_t out, const_row_t x, const_row_t y, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] += x[b] * y[b]


cdef inline void raise_to(row_t out, const_row_t x, int width) noexcept nogil:
    cdef int b
    for b in range(width):
        out[b] = x[b] if x[b] > out[b] else out[b]
