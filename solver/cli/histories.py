"""`tripledraw import`: hand histories of poker sites into event logs and PHH files."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from solver.cli.app import FAILED, app, console, example, print_error, print_json
from solver.errors import ConfigurationError, HistoryError
from solver.table.histories.importing import ImportedFile, find_files, import_files, write_hands
from solver.table.histories.phh import require_pokerkit


@app.command(
    "import",
    epilog=example(
        "tripledraw import HandHistory/ --out hands", "tripledraw import session.txt --out hands"
    ),
)
def import_histories(
    paths: Annotated[
        list[Path],
        typer.Argument(help="Files of PokerStars, Full Tilt or PHH hands, or folders of them."),
    ],
    out: Annotated[Path, typer.Option(help="Folder for the results; made if it does not exist.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Read hand histories and write each file's hands as PHHS and as event logs (JSON lines).

    Hands of other games and cancelled hands are skipped and counted. A hand that cannot be read is
    refused with its line and the reason; it never costs the other hands. What was read only in part
    or by a guess is noted. Nor does a file whose
    results cannot be written cost the other files, but the exit code is 2 then.
    """
    require_pokerkit()
    if out.exists() and not out.is_dir():
        raise ConfigurationError(f"{out} is a file; --out takes a folder")
    files = find_files(paths)
    sources = [path for path, _ in files]
    reports = []
    for file in import_files(files):
        report = _report(file)
        try:
            report["written"] = [str(path) for path in write_hands(file, out, sources)]
        except HistoryError as error:
            report["failure"] = str(error)
            print_error(error)
        reports.append(report)
        if not as_json:
            _print(report)
    if as_json:
        print_json({"files": reports, "total": _sum(reports)})
    elif len(reports) > 1:
        console.print(f"All {len(reports)} files: {_counts(_sum(reports))}")
    if any(report["failure"] for report in reports):
        raise typer.Exit(FAILED)


def _report(file: ImportedFile) -> dict[str, Any]:
    return {
        "path": str(file.path),
        "read": len(file.hands),
        "skipped": dict(file.skipped),
        "refused": [{"line": r.line, "reason": r.reason} for r in file.refused],
        "notes": [{"line": note.line, "text": note.text} for note in file.notes],
        "written": [],
        "failure": None,
    }


def _sum(reports: list[dict[str, Any]]) -> dict[str, Any]:
    skipped: Counter[str] = Counter()
    for report in reports:
        skipped.update(report["skipped"])
    return {
        "read": sum(report["read"] for report in reports),
        "skipped": dict(skipped),
        "refused": [refusal for report in reports for refusal in report["refused"]],
    }


def _counts(report: dict[str, Any]) -> str:
    reasons = ", ".join(f"{count} {escape(why)}" for why, count in report["skipped"].items())
    skipped = sum(report["skipped"].values())
    hands = "1 hand" if report["read"] == 1 else f"{report['read']} hands"
    return (
        f"{hands} read, {skipped} skipped{f' ({reasons})' if reasons else ''}, "
        f"{len(report['refused'])} refused"
    )


def _print(report: dict[str, Any]) -> None:
    console.print(f"{escape(report['path'])}: {_counts(report)}", soft_wrap=True)
    for refusal in report["refused"]:
        console.print(f"  line {refusal['line']}: {escape(refusal['reason'])}", soft_wrap=True)
    for note in report["notes"]:
        console.print(f"  note, line {note['line']}: {escape(note['text'])}", soft_wrap=True)
