"""Makes a network for other numbers of players or other card sets from one that was trained.

    python -m fs_env.training.transfer four_souls_2 runs/begun.npz --players 4 --option sets=base,gold,plus

All observations of a game have the same numbers in the same places, whatever the number of players, and all its actions have the same
ids. What differs between two networks is their table of inputs: which values of which numbers occur in the games they were made for.
So the policy keeps its layers; the weights of the first one move to the inputs of a table found in the new games. For every observation
whose values the new table lists the logits are those of the old network; inputs that the old one did not know begin with weights of 0.
Prior policy and recurrent state come along. The score does not, for a share of the win among four players is another thing than one of two:
`fs-env train ppo --init runs/begun.npz --critic-updates 32` begins with a new one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.header import Entry
from fs_env.agents.networks.inputs import Inputs, inputs_for, sizes
from fs_env.agents.networks.network import SparseNetwork, made_for
from fs_env.agents.networks.shipped_files import find_file
from fs_env.registry.games import load_game
from fs_env.registry.options import read_options
from fs_env.training.networks.positions import play_positions

NAME = "transfer"
POSITIONS = 20_000  # in which the new inputs are found
BOT = "heuristic"  # plays them


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m fs_env.training.transfer", description=__doc__.split("\n\n")[0])
    parser.add_argument("network", metavar="NETWORK", help="file of the trained one, or the name of a shipped one")
    parser.add_argument("to", type=Path, metavar="FILE.npz", help="where the new one is written")
    parser.add_argument("--players", type=int, required=True, metavar="N", help="seats of the new games")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="of the new games; may be repeated"
    )
    parser.add_argument(
        "--inputs-from", default=BOT, metavar="BOT", help=f"compiled bot whose play shows the inputs (default {BOT})"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of these games (default 1)")
    args = parser.parse_args(argv)
    try:
        old = SparseNetwork.load(find_file(args.network))
        game = load_game(str(old.about["game"]))
        options = read_options(game, args.option)
        about = made_for(game, args.players, options)
        shown, _ = play_positions(
            game, args.inputs_from, POSITIONS, num_players=args.players, options=options, seed=args.seed
        )
        built = transferred(old, inputs_for(game, shown), about)
        built.about["training"] = {"algorithm": NAME, "network": args.network, "command": command(args)}
        built.save(args.to)
    except (ValueError, OSError) as error:
        sys.stderr.write(f"transfer: {error}\n")
        return 2
    sys.stdout.write(f"{args.to}: {old.inputs.size} inputs before, {built.inputs.size} now\n")
    return 0


def command(args: argparse.Namespace) -> str:
    words = [f"python -m fs_env.training.transfer {args.network} {args.to} --players {args.players}"]
    words += [f"--option {text}" for text in args.option]
    words += [f"--inputs-from {args.inputs_from}"] * (args.inputs_from != BOT) + [f"--seed {args.seed}"] * (
        args.seed != 1
    )
    return " ".join(words)


def transferred(old: SparseNetwork, tables: Inputs, about: Mapping[str, Any]) -> SparseNetwork:
    if not old.policy or old.inputs.numbers != tables.numbers:
        raise ValueError(
            f"a network with {len(old.policy)} layers of a policy that reads {old.inputs.numbers} numbers: expected one with a policy that "
            f"reads {tables.numbers}"
        )
    first, bias = old.policy[0]
    known = entries_of(old.inputs)
    weights, begun = np.zeros((tables.size, len(bias))), bias.astype(np.float64)
    for key, (entry, base) in entries_of(tables).items():
        if key not in known:
            continue
        common = added(first, old.inputs, *known[key], int(entry[Entry.COMMON]))
        begun += common
        size = np.zeros(len(bias))
        if entry[Entry.NUMBER] >= 0:
            number = known[key][0][Entry.NUMBER]
            size = first[number].astype(np.float64) if number >= 0 else size
            weights[entry[Entry.NUMBER]] = size
        for k in range(int(entry[Entry.COUNT])):
            row, value = int(tables.rows[entry[Entry.FIRST] + k]), int(entry[Entry.LOW]) + k
            if row >= 0:
                beside = size * (size_of(value) - base)
                weights[row] = added(first, old.inputs, *known[key], value) - common - beside
    layers = [(weights.astype(np.float32), begun.astype(np.float32)), *old.policy[1:]]
    described = {**about, "prior_policy": old.prior_policy} if old.prior_policy else about
    return SparseNetwork(
        tables, layers, [], described, old.prior_logits if old.prior_policy else None, old.recurrence_arrays
    )


def entries_of(tables: Inputs) -> dict[tuple[int, int], tuple[NDArray[np.int32], float]]:
    """The entries of a table and the sizes of their commonest values, by the places of their numbers."""
    return {
        (int(entry[Entry.PLACE]), int(entry[Entry.OTHER])): (entry, float(base))
        for entry, base in zip(tables.entries, tables.bases, strict=True)
    }


def added(
    first: NDArray[np.float32], tables: Inputs, entry: NDArray[np.int32], base: float, value: int
) -> NDArray[np.float64]:
    """Sum that a number adds to the units of the first layer where it has a value."""
    built = np.zeros(first.shape[1])
    if value == entry[Entry.COMMON]:
        return built
    if entry[Entry.NUMBER] >= 0:
        built += first[entry[Entry.NUMBER]] * (size_of(value) - base)
    place = value - int(entry[Entry.LOW])
    if 0 <= place < entry[Entry.COUNT] and (row := int(tables.rows[entry[Entry.FIRST] + place])) >= 0:
        built += first[row]
    return built


def size_of(value: int) -> float:
    return float(sizes()[value & 65535])


if __name__ == "__main__":
    sys.exit(main())
