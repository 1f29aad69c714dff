"""The kernel of _walk.pyx, compiled for processors with AVX2."""

include "_walk.pyx"
