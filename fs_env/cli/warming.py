"""Says what takes so long when the rules are compiled."""

from __future__ import annotations

import threading
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from fs_env.core.machine.game import Game

PATIENCE = 1.5  # seconds; compiled rules load from the cache in less
TICK = 0.5  # seconds between two states of the shown time


def warm_up(game: Game, console: Console) -> float:
    """Compiles the rules or loads them from the cache, and returns the seconds it took.

    After 1.5 seconds it says so: on a terminal with the time that has passed, elsewhere in one line.
    """
    message = f"compiling the rules of {game.name} (once, then cached) ..."
    done = threading.Event()
    begun = perf_counter()

    def report() -> None:
        if done.wait(PATIENCE):
            return
        if not console.is_terminal:
            console.print(message, highlight=False)
            return
        with console.status(message) as status:
            while not done.wait(TICK):
                status.update(f"{message} {perf_counter() - begun:.0f} s")

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        made = game.warm()
    finally:
        done.set()
        reporter.join()
    seconds = perf_counter() - begun
    if seconds > PATIENCE:
        how = "loaded from the cache" if made.cached else "compiled"
        console.print(f"rules of {game.name} {how} in {seconds:.1f} s", highlight=False)
    return seconds
