"""Losses of networks on cards that training never saw: clones of `heuristic@1`, with three kinds of inputs, three seeds each.

python -m benchmarks.lab.unseen_cards run FOLDER [--decisions 400000] [--games 1000]
python -m benchmarks.lab.unseen_cards table FOLDER

`run` trains and plays what FOLDER lacks, so it continues where it was stopped; `table` prints what is there, as Markdown.

Each network meets `heuristic@1` in three kinds of games, on the same deals, every deal from both seats: with new cards alone (beside those
that all games have), with all cards, and without the new ones. "Lost" is the share of the win of the network that trained with all cards
less that of the one that did not, of the same seed. What is lost without new cards is no lack of cards but of luck or practice, so "on new
cards" is the difference of the two. Errors count seeds and deals as drawn: the variance clustered by seed plus that clustered by deal
less that of single cells (A. C. Cameron, J. Gelbach, D. Miller, "Robust inference with multiway clustering" (2011)).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.plan import GAUNTLET, Plan
from fs_env.arena.tournament import Tournament
from fs_env.core.files import write_whole

ALL = ("--sets", "base,gold,plus")
BASE, EVERY, NOT_BASE = 1, 7, 6  # of the option `sets`
TEACHER = "heuristic@1"
SEEDS = (1, 2, 3)
DEALS = 48_000_000  # seed of the plan of all games
SHARED = ("--shared", "32", "--shared-actions", "1")
INPUTS: Mapping[str, Sequence[str]] = {
    "flat": (),
    "token": (*SHARED, "--printed", "0"),
    "text": SHARED,
}
"""Kind of inputs -> flags: weights for each card in each zone and in each action; an embedding of each card; one that begins with what is
printed on it."""
COMMON = f"--teacher {TEACHER} --bots {TEACHER} --inputs-from heuristic --hidden 128,128 --value-hidden 64,64 --batch-size 512"
COMMON += " --chunk 16384 --round-chunks 1000 --evaluation-games 2 --threads 1 --minutes 30"


class Split(NamedTuple):
    """A split of the cards: flags of the training without the new ones, beyond those of each kind for text, and options of the games."""

    title: str
    flags: Sequence[str]
    text: Sequence[str]
    games: Mapping[str, Mapping[str, int]]


SPLITS = {
    "held_out": Split(
        "`--hold-out 1` of all sets",
        (*ALL, "--hold-out", "1"),
        (),
        {
            "new": {"sets": EVERY, "held_out": -1},
            "all": {"sets": EVERY},
            "old": {"sets": EVERY, "held_out": 1},
        },
    ),
    "base": Split(
        "trained with `base`",
        ("--sets", "base"),
        ("--inputs-sets", "base,gold,plus"),
        {"new": {"sets": NOT_BASE}, "all": {"sets": EVERY}, "old": {"sets": BASE}},
    ),
}


def flags_of(kind: str, split: str) -> list[str]:
    """The flags of a training: of a split, or "everything"."""
    of_split = SPLITS[split].flags if split in SPLITS else ALL
    text = SPLITS[split].text if split in SPLITS and kind == "text" else ()
    return [*INPUTS[kind], *of_split, *text]


def train(folder: Path, kind: str, split: str, seed: int, decisions: int) -> Path:
    """The network of a training, which is created if it is not there."""
    run = folder / f"{kind}-{split}-{seed}"
    if not (run / "done").is_file():
        given = ["--seed", str(seed), "--decisions", str(decisions), *COMMON.split(), *flags_of(kind, split)]
        flags = ["--resume"] if (run / "config.toml").is_file() else given
        subprocess.run([sys.executable, "-m", "fs_env.cli", "train", "clone", str(run), *flags], check=True)
        (run / "done").touch()
    return run / "last.npz"


def play(network: Path, options: Mapping[str, int], games: int) -> list[float]:
    """The mean share of the win of a network in each deal."""
    plan = Plan((f"policy:{network},unseen=1", TEACHER), 2, games, DEALS, options=options, schedule=GAUNTLET)
    deals: dict[int, list[float]] = {}

    def count(rows: Any) -> None:
        for row in rows:
            deals.setdefault(row.number // 2, []).append(row.shares[row.seats.index(0)])

    Tournament(plan).run(on_games=count)
    return [float(np.mean(deals[deal])) for deal in sorted(deals)]


def run(folder: Path, decisions: int, games: int) -> None:
    """Trains and plays what is not there yet."""
    for seed in SEEDS:
        for split in ("everything", *SPLITS):
            for kind in INPUTS:
                network = train(folder, kind, split, seed, decisions)
                for tried in SPLITS if split == "everything" else (split,):
                    for name, options in SPLITS[tried].games.items():
                        file = folder / "results" / f"{kind}-{split}-{seed}-{tried}-{name}.json"
                        if not file.is_file():
                            file.parent.mkdir(exist_ok=True)
                            write_whole(file, json.dumps(play(network, options, games)))


def shares(folder: Path, kind: str, split: str, tried: str, name: str) -> NDArray[np.float64]:
    """Share of the win, (seeds, deals)."""
    files = [folder / "results" / f"{kind}-{split}-{seed}-{tried}-{name}.json" for seed in SEEDS]
    return np.array([json.loads(file.read_text()) for file in files if file.is_file()])


def with_error(table: NDArray[np.float64]) -> str:
    """The mean in points with its 95 % interval, half of it behind ±."""
    parts, (seeds, deals) = table - table.mean(), table.shape
    of_seeds = np.square(parts.sum(1)).sum() * seeds / max(1, seeds - 1)
    of_deals = np.square(parts.sum(0)).sum() * deals / max(1, deals - 1)
    variance = max(of_seeds + of_deals - np.square(parts).sum(), of_deals) / table.size**2
    return f"{100 * table.mean():.1f} ± {196 * variance**0.5:.1f}"


def table(folder: Path) -> None:
    """Prints the table of what is there."""
    print("| new cards | inputs | trained with all | without the new | lost | lost without new cards | on new cards |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for tried, split in SPLITS.items():
        for name, words in (("new", "new cards alone"), ("all", "all cards")):
            for kind in INPUTS:
                known, lacking = (shares(folder, kind, one, tried, name) for one in ("everything", tried))
                before, after = (shares(folder, kind, one, tried, "old") for one in ("everything", tried))
                n = min(map(len, (known, lacking, before, after)))
                if not n:
                    continue
                lost, control = known[:n] - lacking[:n], before[:n] - after[:n]
                cells = [
                    f"{split.title}; {words}",
                    kind,
                    *map(with_error, (known[:n], lacking[:n], lost, control, lost - control)),
                ]
                print(f"| {' | '.join(cells)} |")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab.unseen_cards", description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=("run", "table"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--decisions", type=int, default=400_000, metavar="N", help="that each network learns from")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="of each network in each kind of games")
    args = parser.parse_args()
    if args.what == "run":
        args.folder.mkdir(parents=True, exist_ok=True)
        run(args.folder, args.decisions, args.games)
    else:
        table(args.folder)


if __name__ == "__main__":
    main()
