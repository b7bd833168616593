"""The page docs/look_up/training_settings.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra 'train'")

from fs_env.cli import main
from fs_env.training import LEARNERS
from website.training_page import EVERY_RUN, filled, tables

PAGE = Path(__file__).parents[2] / "docs" / "look_up" / "training_settings.md"
OF_THE_COMMAND = {"--help", "--resume", "--config", "--sets", "--max-decisions", "--hold-out"}
"""Flags of every algorithm that are no settings, or short forms of `--option`."""


def test_page__is_current() -> None:
    """The tables say what the settings say today."""
    page = PAGE.read_text(encoding="utf-8")
    assert page == filled(page), "docs/look_up/training_settings.md is stale: `make docs` writes its tables"


@pytest.mark.parametrize("name", LEARNERS)
def test_page__has_every_flag(name, capsys) -> None:
    """A flag that the help of an algorithm lists is in its table, or in that of the learner that it continues from."""
    with pytest.raises(SystemExit):
        main(["train", name, "--help"])
    listed = set(re.findall(r"^  (--[a-z-]+)", capsys.readouterr().out, re.MULTILINE)) - OF_THE_COMMAND
    made = tables()
    told = set(re.findall(r"^\| `(--[a-z-]+)", "\n".join((made[EVERY_RUN], made["ppo"], made[name])), re.MULTILINE))
    assert len(listed) > 15 and listed <= told


def test_page__a_default_is_written_as_on_the_command_line() -> None:
    """A list with commas, weights by name, and nothing where the default is empty."""
    made = tables()
    assert "| `--hidden` | `256,256` | units" in made[EVERY_RUN]
    assert "| `--opponents` | `self=1,heuristic=1,past=0.5` | weights" in made["ppo"]
    assert "| `--data` | | folders" in made["clone"] and "--hidden" not in made["clone"]


def test_page__that_lost_its_marks_is_refused() -> None:
    """A table without a place is an error that names it."""
    with pytest.raises(ValueError, match="one pair for each of every run"):
        filled("<!-- settings of clone: begin -->\n<!-- settings of clone: end -->")
