"""How well a fitted value of Betrayal at Baldur's Gate foretells the winner, side by side and haunt by haunt.

python -m benchmarks.lab.betrayal_value RUN [--round 1]

RUN is a folder of `fs-env fit-value`. Judges the value of a round on the games that it was not fitted to: log-loss, and that of the share
won for all alike; AUC; what was expected and what was won.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.values import betrayal as read
from fs_env.agents.values.files import load_layers
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.machine.table.shares import SIDES
from fs_env.training.values.fit import expected_shares, judge
from fs_env.training.values.positions import Positions
from fs_env.training.values.rounds import HELD_BACK, load_positions

FEWEST = 50  # positions of a line


def held_back(run: Path) -> Positions:
    """The positions of all games that no value of a run was fitted to."""
    parts = [load_positions(file, read.N_INPUTS) for file in sorted(run.glob("games-*.npz"))]
    return Positions.join([part.where(part.games % HELD_BACK == 0) for part in parts])


def groups(data: Positions) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """A name and a mask (n, seats) for each group of seats."""
    listed = data.amounts != 0
    block, place = np.divmod(data.indices - read.FIRST_HAUNT, read.HAUNT)
    in_haunt = listed & (data.indices >= read.FIRST_HAUNT) & (data.indices < read.FIRST_AIM)
    haunted = in_haunt.any(-1)
    traitor = (in_haunt & (place == 1)).any(-1)
    yield "before the haunt", ~haunted
    yield "heroes", haunted & ~traitor
    yield "traitor", traitor
    for number, haunt in enumerate(HAUNTS):
        own = (in_haunt & (block == number)).any(-1)
        yield f"{haunt.number} {haunt.name}, heroes", own & ~traitor
        yield f"{haunt.number} {haunt.name}, traitor", own & traitor


def main() -> None:
    """Judges what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, metavar="RUN")
    parser.add_argument("--round", type=int, default=1)
    args = parser.parse_args()
    data = held_back(args.run)
    layers, _ = load_layers(args.run / f"value-{args.round}.npz", "betrayal")
    expected = expected_shares(layers, data, winning=SIDES)
    write = sys.stdout.write
    write(
        "| seats | positions | log-loss | of the share won | AUC | expected -> won |\n| --- | ---: | ---: | ---: | ---: | --- |\n"
    )
    for name, mask in groups(data):
        if mask.sum() < FEWEST:
            continue
        won = data.shares[mask][:, None]
        found, share = judge(expected[mask][:, None], won, SIDES), float(won.mean())
        alike = -share * np.log(max(share, 1e-9)) - (1 - share) * np.log(max(1 - share, 1e-9))
        classes = ", ".join(f"{a:.2f} -> {b:.2f}" for a, b, n in found.calibration if n >= FEWEST)
        write(f"| {name} | {found.positions:,} | {found.log_loss:.3f} | {alike:.3f} | {found.auc:.3f} | {classes} |\n")


if __name__ == "__main__":
    main()
