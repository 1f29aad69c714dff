"""What the processor at hand can do."""

cdef extern from *:
    """
    #if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
    static int tripledraw_has_avx2(void) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    }
    #elif defined(_MSC_VER) && defined(_M_X64)
    #include <windows.h>
    static int tripledraw_has_avx2(void) { return IsProcessorFeaturePresent(40); }
    #else
    static int tripledraw_has_avx2(void) { return 0; }
    #endif
    """
    int tripledraw_has_avx2()


def has_avx2():
    """Whether kernels built for AVX2 can run here."""
    return bool(tripledraw_has_avx2())
