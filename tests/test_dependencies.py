"""The solver is a library that needs nothing of the command and the trainer."""

import subprocess
import sys

APPLICATION = ("typer", "rich", "fsrs", "nicegui", "plotly", "tomli_w", "pokerkit", "starlette")

WITHOUT = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {APPLICATION}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""

SOLVES = """
import solver
configuration = solver.Configuration.of(
    solver.heads_up(cap=1, draws=(1, 1, 1)),
    solver.AbstractionConfig(final=4, earlier=8, draws=(1, 1, 1)),
    iterations=5,
)
solution = solver.solve(configuration)
print(solution.iterations, solution.advise("7c5d4h3s2c").best.name)
print(solver.subgames, solver.evaluation, solver.equity, solver.table)
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + program], capture_output=True, text=True, check=False
    )


def test_the_solver_solves_without_what_the_application_needs() -> None:
    ended = run(SOLVES)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("5 ")


def test_the_command_says_what_to_install() -> None:
    ended = run("import tripledraw; tripledraw.main()")
    assert ended.returncode == 1
    assert ended.stderr.endswith(" is missing; the command needs: pip install 'tripledraw[app]'\n")
