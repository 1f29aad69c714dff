"""What the README says of settings, commands and Python is true."""

import re
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import solver
import trainer.cli  # noqa: F401  (brings the trainer's commands)
from solver.abstraction import AbstractionConfig
from solver.cli import app
from solver.configuration import Configuration, Learning
from solver.game import Game

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def block(language: str) -> str:
    """First fenced block of a language."""
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1]


def test_settings_are_all_there_with_their_defaults() -> None:
    table = tomllib.loads(block("toml"))
    read = Configuration.from_table(table, "README.md")
    defaults = Configuration(learning=Learning(gamma=2, target=10))
    assert read == defaults
    assert set(table["game"]) == set(Game.model_fields)
    # The draw limits of the buckets are those of the game.
    assert {*table["abstraction"], "draws"} == set(AbstractionConfig.model_fields)
    assert set(table["learning"]) == set(Learning.model_fields)


def test_the_rule_fades_as_the_readme_says() -> None:
    assert Learning().update_rule == Learning(gamma=2).update_rule


COMMANDS = set(re.findall(r"\| `tripledraw (\w+)", README))


def test_every_command_is_told_of_and_none_besides() -> None:
    assert set(get_command(app).commands) == COMMANDS  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_commands_have_help(command: str) -> None:
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0


def test_python_names_exist() -> None:
    for name in set(re.findall(r"solver\.(\w+)\(", block("python"))):
        assert callable(getattr(solver, name))
    for name in set(re.findall(r"solution\.(\w+)", block("python"))):
        assert hasattr(solver.Solution, name)


def test_files_that_the_documentation_names_are_there() -> None:
    root = Path(__file__).parents[1]
    pages = [*root.glob("*.md"), *root.glob("docs/*.md")]
    named = {
        path
        for page in pages
        for path in re.findall(
            r"\b(?:solver|trainer|tests|benchmarks)/[a-z_/0-9-]+\b(?:\.[a-z]+)?",
            page.read_text("utf-8"),
        )
    }
    assert len(named) > 40
    missing = sorted(path for path in named if not (root / path).exists())
    assert not missing
