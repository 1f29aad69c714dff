"""Builds the Cython kernels; all other facts about the package are in pyproject.toml.

Switches, all environment variables:
    TRIPLEDRAW_NATIVE=1   compile for this very processor (the result runs on no older one)
    TRIPLEDRAW_DEBUG=1    bounds checks in all kernels, no optimisation
    TRIPLEDRAW_OPENMP=0   build without threads
"""

import os
import platform
import tempfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
DEBUG = os.environ.get("TRIPLEDRAW_DEBUG", "0") == "1"
NATIVE = os.environ.get("TRIPLEDRAW_NATIVE", "0") == "1"
OPENMP = os.environ.get("TRIPLEDRAW_OPENMP", "1") != "0"
X86 = platform.machine().lower() in ("x86_64", "amd64")

# Kernels that are built twice: as they are, and for processors with AVX2. Which one is used is
# decided when the package is imported (solver/cfr/kernels.py).
DISPATCHED = {"solver.cfr._walk_avx2"}


class BuildKernels(build_ext):
    """Adds what the compiler at hand understands, OpenMP behind a trial."""

    def build_extensions(self):
        msvc = self.compiler.compiler_type == "msvc"
        if msvc:
            optimise = ["/Od"] if DEBUG else ["/O2"]
            avx2, openmp = ["/arch:AVX2"], "/openmp"
        else:
            # No contraction: every build of a kernel then gives the same numbers.
            optimise = (
                ["-O0", "-g"]
                if DEBUG
                else ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
            )
            if NATIVE:
                optimise.append("-march=native")
            avx2, openmp = ["-mavx2", "-mf16c", "-mbmi2"], "-fopenmp"
        threads = OPENMP and self._compiles(openmp)
        if not threads:
            print("tripledraw: building without OpenMP; solving will use one thread")
        for extension in self.extensions:
            extension.extra_compile_args = [*optimise]
            if extension.name in DISPATCHED:
                extension.extra_compile_args += avx2
            if threads:
                extension.extra_compile_args.append(openmp)
                if not msvc:
                    extension.extra_link_args.append(openmp)
        super().build_extensions()

    def _compiles(self, flag):
        """Whether a program that uses OpenMP compiles and links with `flag`."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "trial.c")
            source.write_text(
                "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n"
            )
            try:
                objects = self.compiler.compile(
                    [str(source)], output_dir=folder, extra_postargs=[flag]
                )
                link = [] if self.compiler.compiler_type == "msvc" else [flag]
                self.compiler.link_executable(
                    objects, str(Path(folder, "trial")), extra_postargs=link
                )
            except Exception:
                return False
        return True


def kernels():
    for path in sorted(ROOT.glob("solver/**/_*.pyx")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if name not in DISPATCHED or X86:
            yield Extension(name, [str(path.relative_to(ROOT))])


setup(
    cmdclass={"build_ext": BuildKernels},
    ext_modules=cythonize(
        list(kernels()),
        build_dir="build/debug" if DEBUG else "build/release",
        compiler_directives={
            "language_level": 3,
            "boundscheck": DEBUG,
            "wraparound": False,
            "initializedcheck": DEBUG,
            "cdivision": True,
            "freethreading_compatible": True,
        },
    ),
)
