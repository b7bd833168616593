"""docs/do/state.md: its programs print the output on the page, and its table names the calls of `Game`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fs_env.core.machine.run.game import Game

PAGE = (Path(__file__).parents[1] / "docs" / "do" / "state.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
TITLES = re.findall(r"^## (.+)", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("source", "printed"), PROGRAMS, ids=TITLES)
def test_program__prints_the_output_on_the_page(source, printed, capsys) -> None:
    """Each program is complete in itself and prints, line for line, the output below it."""
    exec(compile(source, "docs/do/state.md", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == printed


def test_page__has_output_below_every_program_and_names_methods_that_exist() -> None:
    """No program is without its output; every call of the table is a method of `Game`."""
    assert len(PROGRAMS) == PAGE.count("```python") == len(TITLES)
    table = PAGE.split("| call | effect |")[1].split("\n\n")[0]
    first = [cell.split("|")[1] for cell in table.splitlines()[2:]]
    named = {name for cell in first for name in re.findall(r"`(\w+)", cell)}
    assert len(named) > 12 and all(callable(getattr(Game, name)) for name in named)
