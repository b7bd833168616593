"""Trains a policy in self-play; needs the extra "train"."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fs_env.cli.arguments import DEFAULT_GAME, add_game, game_options

if TYPE_CHECKING:
    from rich.console import Console

LINE_PAUSE = 10.0  # seconds between two progress lines if there is no terminal
NEEDED = {
    "torch": "torch",
    "stable_baselines3": "stable-baselines3",
    "sb3_contrib": "sb3-contrib",
    "tensorboard": "tensorboard",
}
EPILOG = (
    "A run is a folder. Its curve.csv has one line per round, TensorBoard reads its tensorboard/, and its best.npz is an agent: "
    "fs-env tournament random policy:RUN/best.npz. All settings can be given in a TOML file, named as the flags but with "
    "underscores (the seats are num_players); flags override the file. See docs/training.md."
)


def describe(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments: one for each setting."""
    from fs_env.training.config import Config

    parser.epilog = EPILOG
    parser.add_argument("folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--resume", action="store_true", help="continue the run in the folder, with its settings")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings from a TOML file")
    add_game(parser)
    for one in dataclasses.fields(Config):
        if one.name not in ("game", "options"):
            parser.add_argument(flag_of(one.name), dest=one.name, metavar=METAVARS[str(one.type)], help=words_of(one))


def flag_of(setting: str) -> str:
    """The flag of a setting; the number of seats is --players as in all commands."""
    return "--players" if setting == "num_players" else f"--{setting.replace('_', '-')}"


METAVARS = {
    "int": "N",
    "float": "X",
    "str": "NAME",
    "list[int]": "N,...",
    "list[str]": "NAME,...",
    "dict[str, float]": "NAME=X,...",
}


def words_of(one: dataclasses.Field[Any]) -> str:
    """The help text of a setting: its description and its default."""
    default = one.default_factory() if callable(one.default_factory) else one.default
    if isinstance(default, dict):
        default = ",".join(f"{name}={value:g}" for name, value in default.items())
    elif isinstance(default, list):
        default = ",".join(map(str, default))
    return f"{one.metadata['about']} (default {default})".replace("%", "%%")


def run(args: argparse.Namespace) -> int:
    """Trains, and prints a line after each round."""
    missing = [package for module, package in NEEDED.items() if find_spec(module) is None]
    if missing:
        raise ImportError(
            f"training needs {', '.join(missing)}: install the extra in the source tree, pip install '.[train]'"
        )
    from rich.console import Console

    from fs_env.cli.warming import warm_up
    from fs_env.envs.registry import load_game
    from fs_env.training.config import Config

    console = Console(stderr=True)
    config = None
    if not args.resume:
        changes = given(args)
        game = load_game(changes.get("game", args.game))
        options = game_options(game, args)
        config = Config.read(args.config, {**changes, **({"options": options} if options else {})})
    elif given(args) or args.config:
        raise ValueError("--resume uses the settings of the run: leave out other settings, or begin another run")

    from fs_env.training.ppo_selfplay import train
    from fs_env.training.records import RunFolder

    settings = config or RunFolder.open(args.folder)[1]
    warm_up(load_game(settings.game), console)
    try:
        with shown(console) as progress:
            folder = train(args.folder, config, lambda text: console.print(text, highlight=False), progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{args.folder} holds all complete rounds; --resume continues") from None
    print(f"{folder.rounds} rounds, {folder.timesteps} decisions; the best policy is policy:{folder.path / 'best.npz'}")
    return 0


@contextmanager
def shown(console: Console) -> Iterator[Callable[[str], object]]:
    """Shows the progress of a round: on a terminal in a line that changes, elsewhere in a new line every ten seconds."""
    if console.is_terminal:
        with console.status("") as status:
            yield status.update
        return
    last = perf_counter()

    def line(text: str) -> None:
        nonlocal last
        if perf_counter() - last >= LINE_PAUSE:
            last = perf_counter()
            console.print(text, highlight=False)

    yield line


def given(args: argparse.Namespace) -> dict[str, Any]:
    """The settings given as flags, as plain values.

    Raises:
        ValueError: a text that is not a valid value of its setting.
    """
    from fs_env.training.config import Config

    found: dict[str, Any] = {}
    for one in dataclasses.fields(Config):
        text = getattr(args, one.name, None)
        if one.name == "game":
            if text != DEFAULT_GAME:
                found["game"] = text
        elif one.name != "options" and text is not None:
            found[one.name] = value_of(one.name, text, str(one.type))
    return found


def value_of(name: str, text: str, kind: str) -> Any:
    """A flag's text as the value of its setting."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        if kind == "dict[str, float]":
            return {key: float(value) for key, _, value in (part.rpartition("=") for part in parts)}
        if kind.startswith("list["):
            return [int(part) for part in parts] if kind == "list[int]" else parts
        return {"int": int, "float": float, "str": str}[kind](text)
    except ValueError:
        raise ValueError(f"{flag_of(name)} {text!r}: expected {METAVARS[kind]}, N a whole number, X a number") from None
