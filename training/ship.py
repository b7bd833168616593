"""Makes a network of a run one that comes with the package: half precision, a name, and a model card.

    python -m fs_env.training.ship RUN NAME --against random,heuristic --games 2000 --bound RUN_OF_BEST_RESPONSE

The file that is written is the one that is measured. Its games begin at a seed that training and evaluation do not reach.
"""

from __future__ import annotations

import argparse
import csv
import io
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fs_env.agents.networks import model_cards
from fs_env.agents.networks.model_cards import DRAWING, GREEDY, LARGEST, ModelCard, Result, model_card, where_of
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.shipped_files import FOLDER, shipped
from fs_env.core.checks import unknown
from fs_env.core.files import write_whole
from fs_env.registry.games import load_game
from fs_env.training import LEARNERS, settings_of, transfer
from fs_env.training.best_response import BOUND, read_bound
from fs_env.training.curve import FILE as CURVE
from fs_env.training.evaluation import Score, measure
from fs_env.training.records import CONFIG, stored_settings
from fs_env.training.settings.fields import flag_of, in_flag
from fs_env.training.settings.run_settings import ALGORITHM, FILE, RunSettings

FIRST_DEAL = 3 * 10**9
OF_VERSIONS = ("numpy", "numba", "torch")
OF_BOUND = ("rate", "low", "high", "games", "decisions", "drawing")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m fs_env.training.ship", description=__doc__.split("\n\n")[0])
    parser.add_argument("run", type=Path, metavar="RUN", help="folder of the run; its best.npz is taken")
    parser.add_argument("name", metavar="NAME", help="it will play as policy:NAME")
    parser.add_argument(
        "--against", default="random,heuristic", metavar="BOT,...", help="bots that it is measured against"
    )
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="against each (default 2000)")
    parser.add_argument("--seed", type=int, default=FIRST_DEAL, metavar="N", help="of the first deal")
    parser.add_argument(
        "--bound", type=Path, metavar="RUN", help="run of best_response against it, for its exploitability"
    )
    parser.add_argument("--machine", default="", metavar="TEXT", help="the processor, in words")
    parser.add_argument(
        "--commit", default="", metavar="ID", help="of the sources it was trained with (default: those here)"
    )
    parser.add_argument("--note", default="", metavar="TEXT", help="what else there is to know")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="where to (default: the package)")
    args = parser.parse_args(argv)
    try:
        card = ship(args)
    except (ValueError, OSError) as error:
        sys.stderr.write(f"ship: {error}\n")
        return 2
    for result in card.results:
        low, rate, high = (f"{100 * part:.1f}" for part in (result.low, result.rate, result.high))
        sys.stdout.write(
            f"{card.name}, {where_of(result)}{result.play}: {rate} % of {result.games} games against {result.against} [{low}, {high}]\n"
        )
    return 0


def ship(args: argparse.Namespace) -> ModelCard:
    steps, parent = chain(args.run)
    _, settings = stored(args.run)
    network = SparseNetwork.load(args.run / "best.npz")
    file = args.to / f"{args.name}.npz"
    network.save(file, half=True)
    if (size := file.stat().st_size) > LARGEST:
        file.unlink()
        raise ValueError(f"{args.name} would have {size} bytes: expected at most {LARGEST}; train narrower layers")
    network = SparseNetwork.load(file)
    results = [
        result
        for bot in args.against.split(",")
        for side in ("", *sides_of(settings.game))
        for result in results_of(network, settings, bot, args, side)
    ]
    commands = [moved(step)["command"] if moved(step) else command(step) for step in steps]
    minutes = sum(float(curve(step)[-1]["seconds"]) for step in steps if not moved(step)) / 60
    if parent is not None:
        began = f"{parent.commands[-1].split()[3]}/best.npz"
        commands[0] = re.sub(rf"(--init|transfer) {re.escape(parent.name)}\b", rf"\1 {began}", commands[0])
        commands, minutes = [*parent.commands, *commands], parent.minutes + minutes
    card = ModelCard(
        name=args.name,
        game=settings.game,
        num_players=settings.num_players,
        options=settings.options,
        sha256=model_cards.digest(file),
        commands=commands,
        decisions=int(curve(args.run)[-1]["decisions"]),
        minutes=round(minutes, 1),
        machine=", ".join([args.machine] * bool(args.machine) + versions()),
        commit=args.commit or commit(),
        results=results,
        exploited=bound(args.bound) if args.bound else {},
        note=args.note,
        prior_policy=network.prior_policy,
    )
    write_whole(file.with_suffix(".json"), card.text())
    return card


def sides_of(game: str) -> tuple[str, ...]:
    sides = load_game(game).spec.sides
    return () if sides is None else sides.names


def results_of(
    network: SparseNetwork, settings: RunSettings, bot: str, args: argparse.Namespace, side: str
) -> list[Result]:
    """How a network plays against a bot, in one seat or on a side, by the highest logit and drawing."""

    def scores(player: SparseNetwork | str, temperature: float = 0.0) -> dict[str, Score]:
        return measure(
            player,
            settings.game,
            bot,
            games=args.games,
            seed=args.seed,
            num_players=settings.num_players,
            options=settings.options,
            temperature=temperature,
            side=side,
        )

    own = scores(bot) if sides_of(settings.game) else {}
    found = []
    for play, temperature in ((GREEDY, 0.0), (DRAWING, 1.0)):
        for name, (games, _, *rates) in scores(network, temperature).items():
            if name and side:
                continue
            rate, low, high = (round(part, 4) for part in rates)
            itself = round(own[name].rate, 4) if (name or side) and name in own else 0.0
            found.append(Result(bot, play, games, args.seed, rate, low, high, name or side, itself, bool(name)))
    return found


def versions() -> list[str]:
    return [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in OF_VERSIONS)]


def stored(run: Path) -> tuple[str, RunSettings]:
    """The learner of a run and its settings. Raises ValueError where there is none."""
    if not (run / CONFIG).is_file():
        raise ValueError(f"{str(run)!r} contains no run: name the folder of `fs-env train`")
    learner = FILE.toml(run / CONFIG).get(ALGORITHM)
    if learner not in LEARNERS:
        FILE.refuse(run / CONFIG, unknown(ALGORITHM, learner, LEARNERS))
    return learner, stored_settings(run, learner, settings_of(learner))


def chain(run: Path) -> tuple[list[Path], ModelCard | None]:
    """The steps that a network came from, the first one first: folders of runs, and files that `training.transfer` made. Each began
    with a network of the one before; and the card of the network of the package that the first one began with."""
    steps = [run]
    while init := moved(steps[0])["network"] if moved(steps[0]) else stored(steps[0])[1].init:
        if init in shipped():
            return steps, model_card(init)
        before = Path(init) if moved(Path(init)) else Path(init).parent
        if not (moved(before) or (before / CONFIG).is_file()) or before in steps:
            raise ValueError(f"{str(steps[0])!r} began with {init!r}, which is missing: run this where it was trained")
        steps.insert(0, before)
    return steps, None


def moved(step: Path) -> dict[str, Any]:
    """Training record in the file of a network that `training.transfer` made; {} for anything else."""
    found = SparseNetwork.load(step).about.get("training", {}) if step.is_file() else {}
    return dict(found) if found.get("algorithm") == transfer.NAME else {}


def command(run: Path) -> str:
    learner, settings = stored(run)
    usual, words = type(settings)(), ["fs-env", "train", learner, str(run)]
    for one in fields(settings):
        value = getattr(settings, one.name)
        if value == getattr(usual, one.name):
            continue
        if one.name == "options":
            words += [f"--option {name}={number}" for name, number in value.items()]
        else:
            words.append(f"{flag_of(one.name)} {in_flag(value)}")
    return " ".join(words)


def curve(run: Path) -> list[dict[str, str]]:
    file = run / "curve.csv"
    with CURVE.checked(file):
        lines = list(csv.DictReader(io.StringIO(CURVE.text(file))))
        if not lines:
            raise ValueError("it has no lines: let the run finish a round")
        int(lines[-1]["decisions"]), float(lines[-1]["seconds"])
    return lines


def bound(run: Path) -> dict[str, Any]:
    if not (run / BOUND).is_file():
        raise ValueError(f"{str(run)!r} has no bound: let `fs-env train best_response` end")
    found = read_bound(run)
    return {name: found[name] for name in OF_BOUND}


def commit() -> str:
    asked = ["git", "rev-parse", "--short=12", "HEAD"]
    try:
        built = subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return built.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
