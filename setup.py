"""Builds the Cython kernels; all other facts about the package are in pyproject.toml.

Switches, all environment variables:
    TRIPLEDRAW_NATIVE=1   compile for this very processor (the result runs on no older one)
    TRIPLEDRAW_DEBUG=1    bounds checks in all kernels, no optimisation
    TRIPLEDRAW_SANITIZE=1 AddressSanitizer and UndefinedBehaviorSanitizer in all kernels
    TRIPLEDRAW_OPENMP=0   build without threads
"""

import os
import sysconfig
import tempfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, LinkError, SetupError

ROOT = Path(__file__).parent
DEBUG = os.environ.get("TRIPLEDRAW_DEBUG", "0") == "1"
SANITIZE = os.environ.get("TRIPLEDRAW_SANITIZE", "0") == "1"
NATIVE = os.environ.get("TRIPLEDRAW_NATIVE", "0") == "1"
OPENMP = os.environ.get("TRIPLEDRAW_OPENMP", "1") != "0"
# What is built for, not what is built on: no "universal2", which is arm64 as well.
X86 = sysconfig.get_platform().endswith(("-x86_64", "-amd64"))

HEADERS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("solver/**/_*.h"))

# Kernels that are built twice: as they are, and for processors with AVX2. Which one is used is
# decided when the package is imported (solver/cfr/kernels.py).
DISPATCHED = {"solver.cfr._walk_avx2"}


class BuildKernels(build_ext):
    """Adds what the compiler at hand understands, OpenMP behind a trial."""

    def build_extensions(self):
        sanitise = []
        if self.compiler.compiler_type == "msvc":
            optimise = ["/Od"] if DEBUG else ["/O2"]
            avx2 = ["/arch:AVX2"]
            candidates = [(["/openmp"], [])]
        else:
            # No contraction: every build of a kernel then gives the same numbers.
            optimise = (
                ["-O0", "-g"]
                if DEBUG
                else [
                    "-O3",
                    "-ffp-contract=off",
                    "-fno-math-errno",
                    "-fno-trapping-math",
                    "-fno-wrapv",
                ]
            )
            if SANITIZE:
                # Whatever is found ends the program, so that no test passes over it.
                sanitise = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
                optimise = ["-O1", "-g", "-ffp-contract=off", "-fno-omit-frame-pointer", *sanitise]
            if NATIVE:
                optimise.append("-march=native")
            avx2 = ["-mavx2", "-mbmi2"]
            # The second is for Apple's clang with libomp installed beside it.
            candidates = [
                (["-fopenmp"], ["-fopenmp"]),
                (["-Xpreprocessor", "-fopenmp"], ["-lomp"]),
            ]
        openmp = next((flags for flags in candidates if OPENMP and self._compiles(*flags)), None)
        if openmp is None:
            print("tripledraw: building without OpenMP; solving will use one thread")
        to_compile, to_link = openmp or ([], [])
        for extension in self.extensions:
            dispatched = avx2 if extension.name in DISPATCHED else []
            extension.extra_compile_args = [*optimise, *dispatched, *to_compile]
            extension.extra_link_args = [*to_link, *sanitise]
        super().build_extensions()

    def _compiles(self, to_compile, to_link):
        """Whether a program that uses OpenMP compiles and links with these flags."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "trial.c")
            source.write_text(
                "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n"
            )
            try:
                objects = self.compiler.compile(
                    [str(source)], output_dir=folder, extra_postargs=to_compile
                )
                self.compiler.link_executable(
                    objects, str(Path(folder, "trial")), extra_postargs=to_link
                )
            except (CompileError, LinkError):
                return False
        return True


def kernels():
    """Every kernel that can run on the platform that is built for."""
    found = sorted(path.relative_to(ROOT) for path in ROOT.glob("solver/**/_*.pyx"))
    if not found:
        raise SetupError(
            f"no kernels (solver/**/_*.pyx) below {ROOT}; build from a complete checkout or source "
            "distribution"
        )
    named = {".".join(path.with_suffix("").parts): str(path) for path in found}
    return [
        Extension(
            name,
            [path],
            include_dirs=[str(Path(path).parent)],
            depends=["setup.py", *HEADERS],
        )
        for name, path in named.items()
        if X86 or name not in DISPATCHED
    ]


setup(
    cmdclass={"build_ext": BuildKernels},
    ext_modules=cythonize(
        kernels(),
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
