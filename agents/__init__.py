"""The bots that come with the package, by name: those of one game are in its manifest (`fs_env.games`), those of every game here.

A bot is a class with `name`, `reset(seat, seed)` and `act(view) -> action`, or a plain function `f(view) -> action`;
see `fs_env.agent_api`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.agent_api.programs import KINDS
from fs_env.core.checks import unknown
from fs_env.registry.games import GAMES, manifest_of
from fs_env.registry.loading import unnamed
from fs_env.registry.manifest import Bot

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


def random() -> Bot:
    from fs_env.agents.random_agent import RandomAgent

    return RandomAgent()


# name -> function that imports the bot and returns a new one
AGENTS: dict[str, Callable[[], Bot]] = {"random": random}

# bots with parameters, written as in "search:milliseconds=300,policy=heuristic" -> "module:class", constructed with the texts of
# the parameters by name and the game
WITH_PARAMETERS: dict[str, str] = {
    "llm": "fs_env.agents.llm.agent:ModelAgent",
    "search": "fs_env.agents.search:SearchAgent",
    "tree": "fs_env.agents.search:TreeAgent",
    "passes": "fs_env.agents.passing:PassingAgent",
}

BOTS_IN = ("agent", "opponents", "policy", "rollout_policy")  # parameters that are specs of other bots

# kinds of bots that send what they see to an address in their spec, with a key of whoever runs them, or run a command in it
OUTSIDE = ("llm", *KINDS)

# the word before a colon and a file, as in "policy:FILE" -> "module:function", called with what follows the colon and the game
FROM_FILE: dict[str, str] = {"policy": "fs_env.agents.networks.agent:load_policy"}

# kinds of models of other libraries -> "module:function", called with the spec and the game; their files are code, or read by it
MODELS: dict[str, str] = dict.fromkeys(("sb3", "torch", "onnx"), "fs_env.agents.models.agent:load_model")

# ending of a file -> the spec of a bot that plays by it
WAYS = {".zip": "sb3:{}", ".onnx": "onnx:{}", ".npz": "policy:{}", ".js": '"exec:node {}"'}

USUAL = "heuristic"


def asks_outside(spec: str) -> bool:
    """Whether a spec, or one in its parameters, names an address or a command: untrusted users and files may not give such specs."""
    return any(re.search(rf"(^|[=;,]){kind}(:|$)", spec) for kind in OUTSIDE)


def bots_of(game: Game | str) -> dict[str, Callable[[], Bot]]:
    """Name -> constructor of the bots without parameters that play a game, a `Game` or its id."""
    return {**manifest_of(game).bots, **AGENTS}


def is_own(spec: str, game: Game | str) -> bool:
    """Whether a spec is the name of a bot without parameters that came with the package."""
    return str(getattr(bots_of(game).get(spec), "__module__", "")).startswith("fs_env.")


def bot_names() -> list[str]:
    return list(dict.fromkeys(name for game in GAMES for name in bots_of(game)))


def check_bot(spec: str) -> None:
    """Raises ValueError unless the spec is the name of a bot or written as a location; nothing is imported."""
    names, (kind, colon, rest) = [*bot_names(), *WITH_PARAMETERS, *MODELS], spec.partition(":")
    if "=" in rest and kind in names:
        raise ValueError(f"bot {spec!r}: {kind} has no parameters: expected {kind}, or search:milliseconds=300")
    if spec not in names and not colon:
        way = WAYS.get(Path(spec).suffix) if Path(spec).is_file() else None
        hint = f"; did you mean {way.format(spec)}?" if way else unnamed(spec)
        also = f'or "policy:FILE.npz", "package.module:NAME", "path.py:NAME" or "exec:COMMAND"{hint}'
        raise ValueError(unknown("bot", spec, names, also))


def usual_bot(game: Game | str) -> str:
    """Name of the bot that plays a game unless another one is chosen: its heuristic, or `random` where it has none."""
    return USUAL if USUAL in bots_of(game) else "random"
