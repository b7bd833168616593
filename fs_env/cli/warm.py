"""Compiles games and their bots before their first use, for an image or a new machine."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fs_env.cli.progress import begin

if TYPE_CHECKING:
    from fs_env.agent_api.agent import Agent
    from fs_env.core.machine.run.game import Game

EPILOG = (
    "Compiled code is cached in NUMBA_CACHE_DIR, or next to the sources, and is valid for the same user, processor, versions "
    "and sources. If the code of a game is up to date, this takes a second. With compiled code that came with a wheel nothing is "
    "left to compile; FS_ENV_NATIVE=1 ignores it, here and later, for code for this processor, which can be faster."
)


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "--game", metavar="ID", help='id of the game, or "package.module:NAME" (default: all games of the package)'
    )


def run(args: argparse.Namespace) -> int:
    begin(f"warm: loading or compiling {args.game or 'all games'} and their bots")
    from rich.console import Console

    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import games, load_game

    console = Console(stderr=True)
    for game in [load_game(name) for name in (games() if args.game is None else [args.game])]:
        seconds = warm_up(game, console, compiled_bots(game))
        play_one_step(game)
        search_once(game)
        print(f"{game.name}: ready after {seconds:.1f} s, {place(game)}")
    return 0


def compiled_bots(game: Game) -> list[Agent]:
    from fs_env.agent_api.specs import load_agent
    from fs_env.agents import bots_of

    first = {bot: name for name, bot in reversed(bots_of(game).items())}  # some have two names
    return [load_agent(name, game) for name in bots_of(game) if name in first.values()]


def play_one_step(game: Game) -> None:
    """Plays one step of a vector environment and asks a network, to compile what they need besides the rules."""
    from fs_env.agents.networks.policy import warm
    from fs_env.envs.labels import Labels
    from fs_env.envs.vector import GameVectorEnv

    env = GameVectorEnv(game, 1)
    seen, _ = env.reset(seed=0)
    env.legal_ids()
    Labels(env, "random")()
    env.step(seen["action_mask"].argmax(axis=1))
    warm(game)


def search_once(game: Game) -> None:
    """Plays a game of the bots that search, to compile what they need besides the rules: the value."""
    from fs_env.agent_api.specs import load_agent
    from fs_env.arena.match import play_match

    for name in ("search", "tree"):
        agents = [load_agent(f"{name}:rollouts=1,policy=random", game) for _ in range(game.min_players)]
        play_match(game, agents, seed=0)


def place(game: Game) -> str:
    if not game.is_machine_code:
        return "nothing is compiled: numba is not installed, or NUMBA_DISABLE_JIT is set"
    if not hasattr(game.entry, "stats"):
        return "compiled code came with the package"
    folder = game.entry.stats.cache_path
    return f"cached in {folder}" if folder else "not cached: no folder is writable, set NUMBA_CACHE_DIR"
