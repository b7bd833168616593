"""The programs of the laboratory: each starts by the command that its help and the README name."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

LAB = Path(__file__).parents[3] / "benchmarks/lab"


@pytest.mark.parametrize("name", sorted({path.stem for path in LAB.glob("*.py")} - {"__init__"}))
def test_program__is_called_as_readme_and_help_say(name, monkeypatch, capsys):
    """Asked for help, every module tells how it is run; the README lists it."""
    command = f"python -m benchmarks.lab.{name}"
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit, match="0"):
        import_module(f"benchmarks.lab.{name}").main()
    assert command in capsys.readouterr().out and f"`{command}`" in (LAB / "README.md").read_text(encoding="utf-8")
