"""The libraries of docs/do/recipes.md with their tests, and the stored results of these (release/libraries.json) as a part of a page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from release.version import ROOT

STORED = ROOT / "release" / "libraries.json"
TEXT, RECIPES = "tests/interop/test_text.py", "tests/interop/test_recipes.py"


class Library(NamedTuple):
    """A library and its tests.

    Attributes:
        package: whose version is shown.
        runs: what of it the tests run.
        select: the pytest expression that selects its tests among those of `files`.
        files: files of tests, besides the recipes.
        extra: of pyproject.toml; the name of the library when "".
        further: packages that the tests need.
    """

    package: str
    runs: str
    select: str
    files: tuple[str, ...] = ()
    extra: str = ""
    further: tuple[str, ...] = ()


LIBRARIES = {
    "open_spiel": Library(
        *("open_spiel", "its checks, CFR+, IS-MCTS, exploitability", "open_spiel or OpenSpiel"),
        ("tests/interop/test_open_spiel.py",),
        "open-spiel",
    ),
    "gymnasium": Library(
        *("gymnasium", "`make_vec`, `AsyncVectorEnv` of every id, `check_env`", "test_text or TRL"),
        ("tests/envs/test_text.py",),
        "train",
    ),
    "textarena": Library(
        "textarena", "`ta.make`, its wrappers", "textarena or TextArena", ("tests/interop/test_textarena.py",)
    ),
    "gem": Library(
        *("gem-llm", "`gem.make_vec`, `spawn`, its wrappers", "test_gem or GEM"), ("tests/interop/test_gem.py",)
    ),
    "inspect": Library(
        *("inspect-ai", "`inspect eval`", "test_inspect or Inspect"), ("tests/interop/test_inspect.py", TEXT)
    ),
    "verifiers": Library("verifiers", "`vf-eval`", "verifiers or fields", (TEXT,), "", ("uv",)),
    "openenv": Library("openenv", "its server and client", "openenv or OpenEnv or fields", (TEXT,)),
    "skyrl_gym": Library("skyrl-gym", "the recipe", "SkyRL", (), "skyrl-gym"),
    "supersuit": Library("supersuit", "the recipe", "SuperSuit"),
    "torchrl": Library("torchrl", "`PettingZooWrapper`, each option that adds infos", "torchrl or TorchRL", (TEXT,)),
    "tianshou": Library("tianshou", "`Collector`, DQN by its trainer", "Tianshou"),
    "rllib": Library("ray", "its check, PPO", "rllib or RLlib", ("tests/interop/test_rllib.py",)),
    "agilerl": Library("agilerl", "PPO", "AgileRL"),
}


def read_libraries() -> list[dict[str, Any]]:
    """Results of the runs so far, in the order of `LIBRARIES`."""
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else []
    return [one for name in LIBRARIES for one in stored if one["library"] == name]


def section(stored: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lines of the page on other libraries."""
    lines = [
        "## Other libraries",
        "",
        "The tests of each library ran in a separate environment with its extra; `make libraries` runs them again.",
        "[Recipes](../do/recipes.md) has a program for each. The test suite runs the rows of OpenSpiel, TextArena and Gymnasium, too.",
        "",
        "| extra | package | version | Python | what runs | tests | passed | failed | MB | day |",
        "| --- | --- | --- | --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    for one in stored:
        library = LIBRARIES[one["library"]]
        extra = library.extra or one["library"]
        files = ", ".join(f"`{Path(file).name}`" for file in (*library.files, RECIPES))
        shown = [f"`{extra}`", one["package"], one["version"], one["python"], library.runs, files]
        shown += [one["counts"].get("passed", 0), len(one["failed"]), one["megabytes"], one["day"]]
        lines.append(f"| {' | '.join(map(str, shown))} |")
    for one in stored:
        lines += [line for name in one["failed"] for line in ("", f"Failed with {one['library']}: `{name}`.")]
    return lines
