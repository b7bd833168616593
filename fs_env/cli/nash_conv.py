"""Computes the exact exploitability of a bot, in Castles of Caleira with few cards (extra "open-spiel")."""

from __future__ import annotations

import argparse
from time import process_time

from fs_env.cli.arguments import add_seed
from fs_env.cli.output import check_target, printable
from fs_env.cli.progress import begin

CARDS, SOLVER = "small", "OpenSpiel's CFR+"


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "NashConv is the sum of the gains of both seats' best responses over the policy itself; 0 is an equilibrium. Bots with a memory "
        "are refused. See docs/look_up/exploitability.md."
    )
    parser.add_argument(
        "bots", nargs="*", metavar="BOT", help="a bot without a memory, such as random or search:rollouts=100"
    )
    parser.add_argument(
        "--cards",
        default=CARDS,
        metavar="NAME+NAME",
        help=f'the cards, such as princess_spire+trebuchet+watchtower+observatory; "small" are those of the option deck (default {CARDS})',
    )
    parser.add_argument(
        "--solve", type=int, metavar="N", help="also measure the average policy of N iterations of CFR+ (default: not)"
    )
    add_seed(parser, "of the bots' random draws, such as worlds")
    parser.add_argument(
        "--results", metavar="FILE", help="add the results to this file, as `fs-env exploit` does (default: none)"
    )


def run(args: argparse.Namespace) -> int:
    if not args.bots and args.solve is None:
        raise ValueError("nash-conv: nothing to do: expected a bot, or --solve N")
    check_target(args.results)
    begin(f"nash-conv: enumerating Castles of Caleira with the cards {args.cards}")
    from fs_env.exploitability import Exact, add, read_stored, write_stored
    from fs_env.exploitability.tables import table_of
    from fs_env.interop.open_spiel.whole_game import WholeGame

    whole = WholeGame(args.cards)
    print(f"{whole.nodes:,} states, {len(whole.sets):,} information sets, {whole.decided:,} of them choices")
    chosen = "" if args.cards == CARDS else f" --cards {args.cards}"
    tasks = [
        (spec, f"fs-env nash-conv '{spec}'{chosen}" + (f" --seed {args.seed}" if args.seed else ""))
        for spec in args.bots
    ]
    if args.solve is not None:
        tasks.append((SOLVER, f"fs-env nash-conv --solve {args.solve}{chosen}"))
    for name, command in tasks:
        begin(f"asking {name}" if name != SOLVER else f"solving by {args.solve} iterations")
        begun = process_time()
        policy = table_of(name, whole, args.seed) if name != SOLVER else whole.solve(args.solve)
        seconds = round(process_time() - begun, 1)
        shown = name if name != SOLVER else f"{SOLVER}, {args.solve:,} iterations"
        found = Exact(shown, args.cards, whole.nash_conv(policy), whole.decided, seconds, command)
        print(printable(f"{shown}: NashConv {found.nash_conv:.4f}; a best response wins {100 * found.share:.2f} %"))
        if args.results:
            write_stored(args.results, add(read_stored(args.results), exact=[found]))
    return 0
