"""Progress of long commands, on standard error: on a terminal in a line that changes, elsewhere in plain lines."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from fs_env.cli.output import printable

if TYPE_CHECKING:
    from rich.console import Console

LINE_PAUSE = 10.0  # seconds between two lines where there is no terminal


def begin(text: str) -> None:
    """Announces what a command does, before anything is loaded for it."""
    print(printable(text), file=sys.stderr, flush=True)


@contextmanager
def shown(console: Console) -> Iterator[Callable[[str], object]]:
    """Shows texts: each replaces the one before; without a terminal the first one, and then one every ten seconds."""
    if console.is_terminal:
        with console.status("") as status:
            yield lambda text: status.update(printable(text))
        return
    last = -math.inf

    def line(text: str) -> None:
        nonlocal last
        if perf_counter() - last >= LINE_PAUSE:
            last = perf_counter()
            console.print(printable(text), highlight=False, markup=False, soft_wrap=True)

    yield line


@contextmanager
def counted(console: Console, what: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Shows how many of `total` are done, and the time that is left: a bar, or texts as `shown`; called with how many are."""
    if console.is_terminal:
        with _bar(console, what, total, done) as report:
            yield report
        return
    begun = perf_counter()
    with shown(console) as show:

        def report(now: int) -> None:
            left = (total - now) * (perf_counter() - begun) / max(1, now - done)
            show(f"{what}: {now} of {total}{f', some {left:.0f} s left' if done < now < total else ''}")

        report(done)
        yield report


@contextmanager
def _bar(console: Console, what: str, total: int, done: int) -> Iterator[Callable[[int], None]]:
    from rich.markup import escape
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(escape(printable(what)), total=total, completed=done)
        yield lambda now: bar.update(task, completed=now)
