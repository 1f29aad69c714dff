"""Building an abstraction while somebody waits for it."""

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from solver.abstraction import Abstraction, AbstractionConfig, build_abstraction
from solver.cli.app import errors


def build_with_progress(config: AbstractionConfig) -> Abstraction:
    """Build or load an abstraction, telling how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task("buckets", total=1.0)

        def report(what: str, share: float) -> None:
            progress.update(task, description=what, completed=share)

        return build_abstraction(config, progress=report)
