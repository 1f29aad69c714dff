"""The public interface: light to import, documented, and every example in it is true."""

import ast
import doctest
import inspect
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import solver

NAMES = [
    name
    for name in solver.__all__
    if not inspect.ismodule(getattr(solver, name)) and name != "__version__"
]
PACKAGES = [name for name in solver.__all__ if inspect.ismodule(getattr(solver, name))]


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch, nothing_shipped: None) -> None:
    """Examples read the solution that comes with the package, once for all."""
    place = Path(solver.__path__[0]) / "solutions"
    monkeypatch.setattr("solver.solution.directories.SHIPPED", place)
    monkeypatch.setattr(solver, "load", _load)


_load = cache(solver.load)


def examples(item: object, name: str) -> doctest.DocTest:
    parser = doctest.DocTestParser()
    return parser.get_doctest(inspect.getdoc(item) or "", {"solver": solver}, name, None, None)


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_an_example_that_runs(name: str, capsys: pytest.CaptureFixture[str]):
    test = examples(getattr(solver, name), name)
    assert test.examples
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert not failed, capsys.readouterr().out


def test_the_example_of_the_package_runs(capsys: pytest.CaptureFixture[str]):
    failed, tried = doctest.DocTestRunner().run(examples(solver, "solver"))
    assert tried and not failed, capsys.readouterr().out


@pytest.mark.parametrize("package", PACKAGES)
def test_everything_in_a_public_package_says_what_it_is(package: str):
    module = getattr(solver, package)
    for name in module.__all__:
        item = getattr(module, name)
        if inspect.isclass(item) or inspect.isfunction(item):
            assert inspect.getdoc(item), f"{package}.{name}"


def test_arguments_and_errors_are_told():
    """Functions of several arguments list all of them; dataclasses list their attributes."""
    for name in NAMES:
        item = getattr(solver, name)
        text = inspect.getdoc(item) or ""
        if inspect.isfunction(item):
            told = [p for p in inspect.signature(item).parameters if p not in ("args", "kwargs")]
            missing = [p for p in told if f"{p}: " not in text] if len(told) > 1 else []
        elif hasattr(item, "__dataclass_fields__"):
            missing = [p for p in item.__dataclass_fields__ if f"{p}: " not in text]
        else:
            missing = [p for p in getattr(item, "model_fields", ()) if f"{p}: " not in text]
        assert not missing, f"{name}: {missing}"


def test_importing_brings_nothing_that_takes_long():
    heavy = ("numpy", "pydantic", "rich", "typer", "plotly", "nicegui")
    code = f"import sys, solver; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_names_that_are_not_there_are_refused():
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = solver.nothing_of_the_kind
    assert set(solver.__all__) <= set(dir(solver))


def test_notebooks_and_pages_of_the_documentation_import_public_modules_only():
    public = {"solver", "solver.errors", *(f"solver.{name}" for name in PACKAGES)}
    root = Path(solver.__path__[0]).parent
    sources = {path.name: path.read_text("utf-8") for path in root.glob("notebooks/*.py")}
    for page in (root / "README.md", *root.glob("docs/*.md")):
        blocks = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        sources |= {f"{page.name} {number}": text for number, text in enumerate(blocks)}
    imported = 0
    for name, text in sources.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("solver"):
                imported += 1
                assert node.module in public, f"{name}: {node.module}"
    assert imported


def test_types_are_told_of_the_same_names():
    tree = ast.parse((Path(solver.__path__[0]) / "__init__.pyi").read_text("utf-8"))
    told = {
        alias.name: f"solver.{alias.name}" if node.module == "solver" else node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    listed = next(node.value for node in tree.body if isinstance(node, ast.Assign))
    assert set(ast.literal_eval(listed)) == set(solver.__all__)
    assert told == {
        **{name: f"solver.{name}" for name in PACKAGES},
        **{name: home for home, names in solver._NAMES.items() for name in names},
    }
