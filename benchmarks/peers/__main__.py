"""Times this library and other installed ones (extra: peers) in turns, on one core, and prints the figures as Markdown."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.peers import measure_peers
from benchmarks.peers.report import markdown
from fs_env.bench.effort import FULL, QUICK
from fs_env.cli.arguments import add_options, add_seed, add_sets
from fs_env.cli.bench import options_of_games
from fs_env.cli.output import write_json
from fs_env.registry.games import games, load_game


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids (default: all games)")
    parser.add_argument("--players", type=int, metavar="N", help="seats (default: the fewest of each game)")
    add_seed(parser, "seed of the games that are played")
    add_sets(parser)
    add_options(parser)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs, less accurate")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    args = parser.parse_args()
    chosen = {name: load_game(name) for name in args.games or games()}
    options = options_of_games(chosen, args.sets, args.option)
    seats = {game: {"num_players": args.players or game.min_players, **options[name]} for name, game in chosen.items()}
    found = measure_peers(
        seats, args.seed, QUICK if args.quick else FULL, lambda what: sys.stderr.write(f"peers: {what} ...\n")
    )
    if args.json is not None:
        write_json(str(args.json), found)
    sys.stdout.write(markdown(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
