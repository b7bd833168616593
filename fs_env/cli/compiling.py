"""Compiles a game and its usual bot for a server, or its other bots: `python -m fs_env.cli.compiling GAME NICENESS [bots]`.

Standard output has the progress from 0 to 1 on lines, or "!" and the reason of a failure. The process ends with its standard input.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

TICK = 0.3  # seconds
KERNELS = 0.65
"""Share of the work until all kernels are there; LLVM and the bot are the rest, whose progress is not known."""
FIRST_GUESS = 20.0  # seconds for which they take, unless the kernels took longer


def main(arguments: Sequence[str]) -> int:
    name, niceness, *more = arguments
    threading.Thread(target=end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(int(niceness))
    try:
        compile_bots(name) if more else compile_game(name)
    except Exception as error:
        say(f"!{type(error).__name__}: {' '.join(str(error).split())}")
        raise
    return 0


def end_with_input() -> None:
    """Ends the process when its standard input is closed."""
    while os.read(0, 1):
        pass
    os._exit(1)


def say(line: str) -> None:
    """Writes a line at once, past buffers that forked processes would share."""
    os.write(1, f"{line}\n".encode())


def compile_game(name: str) -> None:
    from rich.console import Console

    from fs_env.agent_api.specs import load_agent
    from fs_env.agents import usual_bot
    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game

    say("0")
    game = load_game(name)
    bots = [load_agent(usual_bot(game), game)]
    kernels = kernels_of(game)
    done = threading.Event()
    threading.Thread(target=tell, args=(kernels, done), daemon=True).start()
    warm_up(game, Console(stderr=True), bots)
    done.set()


def compile_bots(name: str) -> None:
    from rich.console import Console

    from fs_env.cli.warm import compiled_bots, search_once
    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game

    game = load_game(name)
    warm_up(game, Console(stderr=True), compiled_bots(game))
    search_once(game)


def kernels_of(game: Game) -> list[Any]:
    from fs_env.core.machine.compile.call_graph import kernels_below

    rules = getattr(game.entry, "py_func", None)  # none where they came compiled with the package
    return [] if rules is None else [node.kernel for node in kernels_below(rules)]


def tell(kernels: Sequence[Any], done: threading.Event) -> None:
    begun, took = time.monotonic(), 0.0
    while not done.wait(TICK):
        compiled, passed = sum(bool(kernel.parts) for kernel in kernels), time.monotonic() - begun
        if compiled < len(kernels):
            took = passed
        say(f"{share_of(compiled / max(1, len(kernels)), passed - took, took):.3f}")


def share_of(compiled: float, since: float, took: float) -> float:
    rest = 1 - math.exp(-2 * since / max(FIRST_GUESS, took)) if compiled >= 1 else 0.0
    return KERNELS * compiled + (1 - KERNELS) * rest


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
