"""Runs the blocks of a page as a reader would: from top to bottom, in one folder."""

from __future__ import annotations

import io
import re
import runpy
import shlex
import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from glob import glob
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fs_env.cli import STOPPED, main, make_parser
from tests.documents.blocks import ROOT, Block, commands_in
from tests.documents.short import ADDED, NOT_RUN, SHORTER, SHORTER_PYTHON, TYPED

OTHERS = "torch|tensorboard|stable_baselines3|sb3_contrib|google"  # their own warnings are not ours


parser = cache(make_parser)


class Failed(AssertionError):
    """A block that does not do what its page shows."""


def beginning(words: list[str], entries: dict[str, str]) -> str:
    """The longest entry that a command begins with, "" if there is none."""
    fitting = [one for one in entries if words[: len(shlex.split(one))] == shlex.split(one)]
    return max(fitting, key=len, default="")


def shorter(words: list[str]) -> list[str]:
    """A command in its short form."""
    text = shlex.join(words)
    for pattern, replacement in SHORTER.items():
        text = re.sub(pattern, replacement, text)
    return shlex.split(text) + shlex.split(ADDED.get(beginning(words, ADDED), ""))


def parse(words: list[str]) -> None:
    """Reads a command of fs-env without running it.

    Raises:
        Failed: the command line does not know it so.
    """
    told = io.StringIO()
    try:
        with redirect_stderr(told), redirect_stdout(told):
            parser().parse_args(words[1:])
    except SystemExit as stop:
        if stop.code:
            raise Failed(f"{shlex.join(words)}: {told.getvalue().strip().splitlines()[-1]}") from None


def check_left_out(words: list[str]) -> None:
    """Checks of a command that is not run.

    Raises:
        Failed: a command of fs-env that cannot be parsed, a target that the Makefile lacks, an extra that there is not.
    """
    if words[0] == "fs-env":
        parse(words)
    elif words[0] == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        if len(words) > 1 and words[1] not in targets:
            raise Failed(f"{shlex.join(words)}: the Makefile has no target {words[1]!r}")
    for extras in re.findall(r"\.\[([a-z,0-9-]+)\]", " ".join(words)):
        listed = re.findall(r"^([a-z0-9-]+) = \[", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
        if unknown := set(extras.split(",")) - set(listed):
            raise Failed(f"{shlex.join(words)}: pyproject.toml has no extra {', '.join(sorted(unknown))}")


def run_script(arguments: list[str], run: Callable[[], Any]) -> Any:
    """Runs a module or a file with these arguments; returns the code that it ends with."""
    with patch.object(sys, "argv", arguments):
        try:
            run()
        except SystemExit as stop:
            return stop.code or 0
    return 0


def run_command(words: list[str]) -> None:
    """Runs a command in this process.

    Raises:
        Failed: it ended with a code other than 0, or nothing is known of such a command.
    """
    words = [Path(words[0]).name or words[0], *words[1:]]  # .venv/bin/fs-env is fs-env
    if beginning(words, NOT_RUN):
        check_left_out(words)
        return
    short = [one for word in shorter(words) for one in (sorted(glob(word)) if "*" in word else [word])]
    told, typed = io.StringIO(), io.StringIO(TYPED.get(beginning(words, TYPED), ""))
    with patch.object(sys, "stdin", typed), redirect_stdout(told), redirect_stderr(told):
        if short[0] == "fs-env":
            parse(short)
            code: Any = main(short[1:])
        elif short[:2] == ["python", "-m"]:
            code = run_script(short[2:], lambda: runpy.run_module(short[2], run_name="__main__", alter_sys=True))
        elif short[0] == "python" and short[1:]:
            code = run_script(short[1:], lambda: runpy.run_path(str(ROOT / short[1]), run_name="__main__"))
        else:
            raise Failed(
                f"{shlex.join(words)}: run it in tests/documents/running.py, or give a reason in NOT_RUN of short.py"
            )
    if code not in (0, STOPPED if beginning(words, TYPED) else 0) or not told.getvalue().strip():
        raise Failed(f"{shlex.join(short)}: ended with code {code} and said {told.getvalue()[-2000:]!r}")


def run_python(block: Block) -> None:
    """Runs a block of Python; warnings of ours are errors. One that begins with the name of a file is also saved by it."""
    source = block.source
    if named := re.match(r"# (\w+\.py)\n", source):
        Path(named[1]).write_text(source, encoding="utf-8")
    for text, replacement in SHORTER_PYTHON.get(block.page, {}).items():
        source = source.replace(text, replacement)
    module = {"__name__": "__main__", "__file__": block.place}
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", module=OTHERS)
        exec(compile("\n" * (block.line - 1) + source, str(ROOT / block.page), "exec"), module)


def make_given(home: str) -> None:
    """Calls the function `package.module:name`."""
    module, _, name = home.partition(":")
    getattr(import_module(module), name)()


def run_block(block: Block) -> None:
    """Runs what a block shows.

    Raises:
        Failed: a command that failed; any error of Python in a block.
    """
    if block.language == "sh":
        for words in commands_in(block.source):
            run_command(words)
    else:
        run_python(block)
