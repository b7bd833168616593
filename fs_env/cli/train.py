"""Trains a policy; needs the extra "train"."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fs_env.cli.arguments import DEFAULT_GAME, add_game, game_options, names_in, path_in
from fs_env.cli.progress import begin, shown

if TYPE_CHECKING:
    from fs_env.training.settings import RunSettings

NEEDED = {
    "torch": "torch",
    "stable_baselines3": "stable-baselines3",
    "sb3_contrib": "sb3-contrib",
    "tensorboard": "tensorboard",
}
ALGORITHMS = {
    "best_response": "trains against one frozen agent: how much of the win can be taken from it",
    "clone": "learns to play as another bot does, from its labels or from stored games: begin here",
    "expert_iteration": "expert iteration: search with the network plays, and the network learns what it found",
    "league": "a population: past selves, prioritized opponents, exploiters, ratings",
    "ppo": "PPO whose games are played in compiled code, large batches from all seats",
    "sb3": "MaskablePPO of stable-baselines3 in self-play",
}
"""Name -> what it does. Each is a module of `fs_env.training` with `Settings` and `train(folder, settings, say, resume)`."""
EPILOG = (
    "A run is a folder. Its curve.csv has one line per round, TensorBoard reads its tensorboard/, and its best.npz is an agent: "
    "fs-env tournament random policy:RUN/best.npz. `fs-env train ALGO --help` lists the settings of an algorithm; all can be given "
    "in a TOML file, named as the flags but with underscores (the seats are num_players); flags override the file. See "
    "docs/training.md."
)


def describe(parser: argparse.ArgumentParser) -> None:
    """Adds the algorithms; each adds its settings when it is named."""
    parser.epilog = EPILOG
    algorithms = parser.add_subparsers(
        title="algorithms", dest="algorithm", required=True, metavar="ALGO", parser_class=AlgorithmParser
    )
    for name, about in ALGORITHMS.items():
        algorithms.add_parser(name, help=about, description=about, epilog=EPILOG)


class AlgorithmParser(argparse.ArgumentParser):
    """The parser of one algorithm. Its settings are in a module that imports torch, so they are added when they are asked for."""

    described = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does; without the extra nothing is read, and `run` tells what is missing."""
        if missing():
            return argparse.Namespace(), []
        if not {"-h", "--help"} & {*(sys.argv[1:] if args is None else args)}:
            begin(f"{self.prog.removeprefix('fs-env ')}: loading torch ...")
        self.describe()
        return super().parse_known_args(args, namespace)

    def describe(self) -> None:
        """Adds one argument for each setting."""
        if self.described:
            return
        self.described = True
        self.add_argument("folder", metavar="RUN", type=path_in, help="folder of the run")
        self.add_argument(
            "--resume",
            action="store_true",
            help="continue the run in the folder, with its settings; its limits may change",
        )
        self.add_argument("--config", type=path_in, metavar="FILE", help="settings from a TOML file")
        add_game(self)
        for one in dataclasses.fields(settings_of(self.prog.split()[-1])):
            if one.name not in ("game", "options"):
                self.add_argument(flag_of(one.name), dest=one.name, metavar=METAVARS[str(one.type)], help=words_of(one))


def missing() -> list[str]:
    """The packages of the extra that are not installed."""
    return [package for module, package in NEEDED.items() if find_spec(module) is None]


def settings_of(algorithm: str) -> type[RunSettings]:
    """The class of an algorithm's settings."""
    kind: type[RunSettings] = import_module(f"fs_env.training.{algorithm}").Settings
    return kind


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
    return f"{one.metadata['about']} (default {default_of(one)})".replace("%", "%%")


def default_of(one: dataclasses.Field[Any]) -> str:
    """The default of a setting as it is written on the command line."""
    default = one.default_factory() if callable(one.default_factory) else one.default
    if isinstance(default, dict):
        return ",".join(f"{name}={value:g}" for name, value in default.items())
    return ",".join(map(str, default)) if isinstance(default, list) else str(default)


def run(args: argparse.Namespace) -> int:
    """Trains, and prints a line after each round."""
    if missing():
        raise ImportError(
            f"training needs {', '.join(missing())}: install the extra in the source tree, pip install '.[train]'"
        )
    from rich.console import Console

    from fs_env.arena.agent import load_agent
    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game

    console = Console(stderr=True)
    kind, train = settings_of(args.algorithm), import_module(f"fs_env.training.{args.algorithm}").train
    changes = given(args, kind)
    if args.resume:
        settings = resumed(args, kind, changes)
    else:
        options = game_options(load_game(changes.get("game", args.game)), args)
        settings = kind.read(args.config, {**changes, **({"options": options} if options else {})})
    game = load_game(settings.game)
    for bot in settings.bots:
        load_agent(bot, game)  # one that is not there would be missed after a whole round
    warm_up(game, console)
    try:
        with shown(console) as progress:
            done = train(
                args.folder,
                settings,
                lambda text: console.print(text, highlight=False, soft_wrap=True),
                resume=args.resume,
                progress=progress,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{args.folder} holds all complete rounds; --resume continues") from None
    print(f"{done.rounds} rounds, {done.decisions} decisions; the best policy is policy:{args.folder / 'best.npz'}")
    return 0


def resumed(args: argparse.Namespace, kind: type[RunSettings], changes: dict[str, Any]) -> RunSettings:
    """The settings of the run in a folder, with other limits.

    Raises:
        ValueError: there is no run of this algorithm, or something else is to change.
    """
    from fs_env.training.records import stored_settings
    from fs_env.training.settings import LIMITS

    if set(changes) - set(LIMITS) or args.config or args.sets or args.option or args.max_decisions is not None:
        raise ValueError(
            "--resume uses the settings of the run, except --minutes and limits of decisions: leave out other settings, or begin "
            "another run"
        )
    stored = stored_settings(args.folder, args.algorithm, kind)
    return kind.of({**stored.to_json(), **changes})


def given(args: argparse.Namespace, kind: type[RunSettings]) -> dict[str, Any]:
    """The settings given as flags, as plain values.

    Raises:
        ValueError: a text that is not a valid value of its setting.
    """
    found: dict[str, Any] = {}
    for one in dataclasses.fields(kind):
        text = getattr(args, one.name, None)
        if one.name == "game":
            if text != DEFAULT_GAME:
                found["game"] = text
        elif one.name != "options" and text is not None:
            found[one.name] = value_of(one.name, text, str(one.type))
    return found


def value_of(name: str, text: str, kind: str) -> Any:
    """A flag's text as the value of its setting."""
    try:
        parts = names_in(text)
        if kind == "dict[str, float]":
            return {key: float(value) for key, _, value in (part.rpartition("=") for part in parts)}
        if kind.startswith("list["):
            return [int(part) for part in parts] if kind == "list[int]" else parts
        return {"int": int, "float": float, "str": str}[kind](text)
    except ValueError:
        raise ValueError(f"{flag_of(name)} {text!r}: expected {METAVARS[kind]}, N a whole number, X a number") from None
