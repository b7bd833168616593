"""Trains a policy; needs the extra "train"."""

from __future__ import annotations

import argparse
import dataclasses
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fs_env.cli.arguments import DEFAULT_GAME, Parser, add_game, game_options, names_in, path_in
from fs_env.cli.progress import begin, shown
from fs_env.training import LEARNERS, settings_of, train

if TYPE_CHECKING:
    from fs_env.training.settings.run_settings import RunSettings

NEEDED = {
    "numba": "numba",
    "torch": "torch",
    "stable_baselines3": "stable-baselines3",
    "sb3_contrib": "sb3-contrib",
    "tensorboard": "tensorboard",
}
EPILOG = (
    "A run is a folder. Its curve.csv has one line per round, TensorBoard reads its tensorboard/, and its best.npz is a bot: "
    "fs-env tournament random policy:RUN/best.npz. `fs-env train ALGO --help` lists the settings of an algorithm. Its config.toml "
    "has them all: `fs-env train ALGO ANOTHER_RUN --config RUN/config.toml` begins the same run again; flags override the file. See "
    "docs/do/training.md."
)


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    algorithms = parser.add_subparsers(
        title="algorithms", dest="algorithm", required=True, metavar="ALGO", parser_class=AlgorithmParser
    )
    for name, about in LEARNERS.items():
        algorithms.add_parser(name, help=about, description=about, epilog=EPILOG)


class AlgorithmParser(Parser):
    """The parser of one algorithm. Its settings are added when they are asked for."""

    described = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.describe()
        return super().parse_known_args(args, namespace)

    def describe(self) -> None:
        if self.described:
            return
        self.described = True
        self.add_argument("folder", metavar="RUN", type=path_in, help="folder of the run")
        self.add_argument(
            "--resume",
            action="store_true",
            help="continue the run in the folder, with its settings; its limits may change",
        )
        self.add_argument(
            "--config",
            type=path_in,
            metavar="FILE",
            help="settings from a TOML file, such as config.toml of another run",
        )
        from fs_env.training.settings.fields import KINDS, flag_of, in_flag

        most, others = settings_of(self.prog.split()[-1]).listed()
        for title, fields in (("settings that matter most", most), ("all others", others)):
            group = self.add_argument_group(title)
            if fields is others:
                add_game(group)
                self.set_defaults(game=None)  # that of the file, if it names one
                group.add_argument(
                    "--hold-out",
                    type=int,
                    metavar="K",
                    help="part of the cards, 1 to 5, that training never sees, to measure play with new ones: as --option held_out=K "
                    "(default: none)",
                )
            for one in fields:
                if one.name not in ("game", "options"):
                    about = f"{one.metadata['about']} (default {in_flag(default_of(one))})".replace("%", "%%")
                    placeholder = KINDS[str(one.type)].placeholder
                    group.add_argument(flag_of(one.name), dest=one.name, metavar=placeholder, help=about)


def default_of(one: dataclasses.Field[Any]) -> Any:
    return one.default_factory() if callable(one.default_factory) else one.default


def missing() -> list[str]:
    return [package for module, package in NEEDED.items() if find_spec(module) is None]


def run(args: argparse.Namespace) -> int:
    settings = settings_from(args)
    if missing():
        raise ImportError(
            f"training needs {', '.join(missing())}: install the extra `train`, in the source tree pip install '.[train]'"
        )
    begin(f"train {args.algorithm}: loading torch ...")
    from rich.console import Console

    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game
    from fs_env.training.settings.run_settings import check_bots

    console, game = Console(stderr=True), load_game(settings.game)
    check_bots(settings, game)
    warm_up(game, console)
    try:
        with shown(console) as progress:
            done = train(
                args.algorithm,
                args.folder,
                settings,
                lambda text: console.print(text, highlight=False, soft_wrap=True),
                resume=args.resume,
                progress=progress,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{args.folder} contains all complete rounds; --resume continues") from None
    print(f"{done.rounds} rounds, {done.decisions} decisions; the best policy is policy:{args.folder / 'best.npz'}")
    return 0


def settings_from(args: argparse.Namespace) -> RunSettings:
    """The settings of the run that the arguments ask for, checked as far as can be without torch."""
    from fs_env.registry.options import options_of
    from fs_env.training.records import refuse_used
    from fs_env.training.settings.run_settings import check_names, read_values

    kind = settings_of(args.algorithm)
    changes = given(args, kind)
    if args.resume:
        return resumed(args, kind, changes)
    file = read_values(args.config, args.algorithm) if args.config else {}
    options = game_options(options_of(str(changes.get("game", file.get("game", DEFAULT_GAME)))), args)
    if args.hold_out is not None:
        options["held_out"] = args.hold_out
    settings = kind.read(args.config, {**changes, **({"options": options} if options else {})}, args.algorithm)
    refuse_used(args.folder)
    check_names(settings)
    return settings


def resumed(args: argparse.Namespace, kind: type[RunSettings], changes: dict[str, Any]) -> RunSettings:
    from fs_env.training.records import stored_settings
    from fs_env.training.settings.run_settings import LIMITS

    shaped = args.sets or args.option or args.max_decisions is not None or args.hold_out is not None
    if set(changes) - set(LIMITS) or args.config or shaped:
        raise ValueError(
            "--resume uses the settings of the run, except --minutes and limits of decisions: leave out other settings, or begin "
            "another run"
        )
    stored = stored_settings(args.folder, args.algorithm, kind)
    return dataclasses.replace(stored, **changes)


def given(args: argparse.Namespace, kind: type[RunSettings]) -> dict[str, Any]:
    texts = {one: getattr(args, one.name, None) for one in dataclasses.fields(kind) if one.name != "options"}
    return {one.name: value_of(one, text) for one, text in texts.items() if text is not None}


def value_of(one: dataclasses.Field[Any], text: str) -> Any:
    from fs_env.training.settings.fields import KINDS, flag_of

    kind = str(one.type)
    try:
        if kind.startswith("dict["):
            pairs = (part.rpartition("=") for part in names_in(text))
            return {name: float(value) for name, _, value in pairs}
        if kind.startswith("list["):
            return [int(part) if kind == "list[int]" else part for part in names_in(text)]
        return {"int": int, "float": float, "str": str}[kind](text)
    except ValueError:
        raise ValueError(f"{flag_of(one.name)} {text!r}: expected {KINDS[kind].words}") from None
