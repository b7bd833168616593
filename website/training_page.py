"""The tables of docs/look_up/training_settings.md: `python -m website.training_page FILE` writes them into the page."""

from __future__ import annotations

import dataclasses
import re
import sys
from pathlib import Path
from typing import Any

from fs_env.cli.card_pages import table
from fs_env.cli.output import write_page
from fs_env.cli.train import default_of
from fs_env.training import LEARNERS, settings_of
from fs_env.training.settings.fields import flag_of, in_flag
from fs_env.training.settings.run_settings import RunSettings

EVERY_RUN = "every run"
BASES = {"best_response": "ppo", "league": "ppo"}
"""Learners that have the settings of another one, and more."""
BLOCK = re.compile(r"(<!-- settings of ([\w ]+): begin -->\n).*?(<!-- settings of \2: end -->)", re.DOTALL)


def filled(page: str) -> str:
    built = tables()
    marked = [name for _, name, _ in BLOCK.findall(page)]
    if sorted(marked) != sorted(built):
        raise ValueError(
            f"the page has marks for {', '.join(marked)}: expected one pair for each of {', '.join(built)}"
        )
    return BLOCK.sub(lambda found: f"{found[1]}{built[found[2]]}\n{found[3]}", page)


def tables() -> dict[str, str]:
    """The settings of every run, and of each learner those that matter most and those that it has not from its base, by name."""
    built = {EVERY_RUN: of_kind(RunSettings, None)}
    for name in LEARNERS:
        built[name] = of_kind(settings_of(name), settings_of(BASES[name]) if name in BASES else RunSettings)
    return built


def of_kind(kind: type[RunSettings], base: type[RunSettings] | None) -> str:
    """A table of the settings that matter most, and one of those that `base` has not, or has with another default or meaning."""
    known = [row_of(one) for one in dataclasses.fields(base)] if base is not None else []
    most, others = ([row_of(one) for one in fields] for fields in kind.listed())
    others = [row for row in others if row not in known]
    head = ["setting", "default", "meaning"]
    parts = [f"Most important:\n\n{table(head, most, right=())}"]
    return "\n\n".join([*parts, *([f"All others:\n\n{table(head, others, right=())}"] if others else [])])


def row_of(one: dataclasses.Field[Any]) -> list[str]:
    flag, default = flag_of(one.name) if one.name != "options" else "--option NAME=VALUE", in_flag(default_of(one))
    return [f"`{flag}`", f"`{default}`" if default else "", one.metadata["about"]]


def main() -> int:
    path = Path(sys.argv[1])
    print(
        f"{path}: {'written' if write_page(path, filled(path.read_text(encoding='utf-8'))) else 'already up to date'}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
