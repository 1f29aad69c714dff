"""`tripledraw trainer`: what it refuses before anything is served."""

import socket
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from trainer.cli import main
from trainer.web.server import command
from trainer.web.server.command import PASSWORD, PORT, app


def failure(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    monkeypatch.setattr(sys, "argv", ["tripledraw", "trainer", "--no-browser", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    return " ".join(capsys.readouterr().err.split())


def test_help_has_an_example():
    result = CliRunner(env={"COLUMNS": "100"}).invoke(app, ["trainer", "--help"])
    assert result.exit_code == 0
    assert "tripledraw trainer --port 9000" in result.output


def test_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port}" in failure(["--port", port], monkeypatch, capsys)


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(command, "PORT", port)
        assert port < command._free_port("127.0.0.1", None) < port + 20
    assert 1024 < PORT < 65536


def test_other_machines_need_a_password(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.delenv(PASSWORD, raising=False)
    assert PASSWORD in failure(["--host", "0.0.0.0"], monkeypatch, capsys)
    monkeypatch.setenv(PASSWORD, "")
    assert PASSWORD in failure(["--host", "0.0.0.0"], monkeypatch, capsys)


def test_a_host_that_is_not_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert "192.0.2.1" in failure(["--host", "192.0.2.1"], monkeypatch, capsys)


def test_without_nicegui(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda name: None)
    assert "tripledraw[web]" in failure([], monkeypatch, capsys)


def test_a_solution_that_does_not_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    arguments = ["--solution", "nowhere", "--data-dir", str(tmp_path)]
    assert "nowhere" in failure(arguments, monkeypatch, capsys)
