"""What each window that a rule passes is worth to search: a curve over rules from one set of games.

python -m benchmarks.lab.passes_price [--players 2] [--sets 1] [--games 100] [--seed 0] [--rollouts 200] [--out FILE.tsv] RULE ...

The heuristic plays; in windows of the turns of others search is asked instead. Where it does not pass, its action and the
pass are tried again in new determinizations (paired, with horizon 8), which gives an unbiased difference of the share of the win, in
rollouts of the heuristic. The price of a rule is the sum of the differences in the windows that it passes, a game and seat: what an
agent that searches there gives away, to first order. Prints for each rule the windows with a choice that it passes, the actions lost,
and the price in points with its standard error over games.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from fs_env.agents.search.agent import SearchAgent
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.settings import FlatSettings
from fs_env.arena.agent import SeatView, complete_view, load_agent
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.declare.passes import rule_number
from fs_env.core.machine.run.commands.codes import NO_ACTION
from fs_env.core.machine.table.rng import seat_seed_int

PASS, DETERMINIZATIONS, HORIZON = 0, 256, 8
STOPS = tuple(GAME.spec.stops)


def windows(options: dict[str, int], seed: int, rollouts: int) -> list[tuple[int, float]]:
    """The windows with a choice of one game: the bits of the stops that would leave it to the seat, and what passing gives away."""
    players, found = options["num_players"], []
    S, row = GAME.new(), GAME.new_rows()
    row["skip_forced"] = 1
    seen, mask = np.zeros(GAME.schema.size, np.int16), np.zeros(GAME.num_actions, np.int8)
    policy = load_agent("heuristic", GAME).policy
    memories = [policy.new_memory(seat_seed_int(seed, seat)) for seat in range(players)]
    searcher = FlatSearcher(GAME, players, FlatSettings(milliseconds=0.0, rollouts=rollouts))
    rng = np.random.default_rng(seed)
    GAME.setup(S, seed=seed, **options)
    GAME.advance(S, 0, NO_ACTION, seen, mask, row)
    while not row["outcome"][0]:
        seat, legal = int(row["seat"][0]), mask.nonzero()[0].astype(np.int16)
        after = memories[seat].copy()
        action = policy.act(seen, legal, after)
        if GAME.passing(S, 0, ["own"]) == PASS:
            view = SeatView(GAME, seat, players, seen.copy(), mask.copy())
            complete_view(view, SearchAgent, GAME, S, 0, seed)
            chosen = searcher.search(view, memories[seat].copy(), rng).chosen
            price = 0.0
            if chosen != PASS:
                pair = [chosen, PASS]
                tried = searcher.try_actions(view, memories[seat], pair, DETERMINIZATIONS, rng, horizon=HORIZON)
                price = float((tried[:, 0] - tried[:, 1]).mean())
            bits = sum(GAME.spec.stops[stop] for stop in STOPS if GAME.passing(S, 0, [stop]) != PASS)
            found.append((bits, price, int(chosen != PASS)))
            if chosen != action:
                action, after = chosen, memories[seat].copy()
                policy.act(seen, np.array([chosen, chosen], np.int16), after)
        memories[seat] = after
        GAME.advance(S, 0, int(action), seen, mask, row)
    return found


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("players", 2), ("sets", 1), ("games", 100), ("seed", 0), ("rollouts", 200)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--out", metavar="FILE")
    parser.add_argument("rules", nargs="+", metavar="RULE")
    args = parser.parse_args()
    options = {"num_players": args.players, "sets": args.sets}
    games = []
    for seed in range(args.seed, args.seed + args.games):
        games.append(windows(options, seed, args.rollouts))
        if args.out:
            with open(args.out, "a") as file:
                file.writelines(f"{seed}\t{bits}\t{price}\t{used}\n" for bits, price, used in games[-1])
    for rule in args.rules:
        print_price(rule, games, args.players)


def print_price(rule: str, games: list, players: int) -> None:
    """Prints one line."""
    stops = rule.split("+")
    number = rule_number(GAME.spec, stops if set(stops) <= set(STOPS) else rule)
    passed = [[(price, used) for bits, price, used in game if not bits & number] for game in games]
    prices = [100 * sum(price for price, _ in game) / players for game in passed]
    count, used = (sum(map(len, passed)), sum(used for game in passed for _, used in game))
    error = np.std(prices, ddof=1) / len(prices) ** 0.5
    each = len(games) * players
    sys.stdout.write(
        f"{rule}: passes {count / each:.1f} windows with a choice a game and seat, {used / each:.2f} actions lost, "
        f"price {np.mean(prices):.2f} points, standard error {error:.2f}\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    main()
