"""Measures what automatic passes take from the heuristic bot, and from search.

python -m benchmarks.lab.passes [--players 2] [--sets 1] [--games 10000] [--seed 0] [--others RULE] [--search ROLLOUTS] RULE ...

A rule is a name ("concerned"), or stops with "+" between them ("own+dice"). Every deal is played once from each seat with the rule
there and `--others` ("none") in all other seats. Prints, for each rule, the share of the win less the share that each seat has among
equals, in points, the standard error of the deals, the windows that the seat passed in a game, and its choices that are left.

--search: the price of each rule instead. The heuristic plays, and in windows of the turns of others search is asked. Where it does not
pass, its action and the pass are tried again in new determinizations, which gives an unbiased difference of the share of the win. The
price is the sum of these differences in the windows that the rule passes, a game and seat: to first order, what who searches there
gives away. It tells rules apart in far fewer games. Rules must have the stop "own". With `--others` one seat a game, in turns, is asked
everywhere and the others pass by that rule: what is given away among those who pass, too.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from fs_env.agent_api.seeds import seed_for
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.heuristic import HeuristicAgent
from fs_env.agents.search.agent import SearchAgent
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.settings import FlatSettings
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.declare.passes import rule_number
from fs_env.core.machine.run.codes import NO_ACTION, RESTART
from fs_env.core.machine.run.policy import OUTSIDE
from fs_env.core.machine.run.rows import Rows

POLICY = HeuristicAgent.policy
STOPS = {name: GAME.spec.stops[name] for name in ("own", "target", "dice", "played", "combat")}
CHUNK = 500  # deals at a time
PASS, DETERMINIZATIONS, HORIZON = 0, 256, 8


def number_of(rule: str) -> int:
    """The number of a rule as it is written here."""
    return rule_number(GAME.spec, rule)


def play(options: dict[str, int], deals: int, seed: int, own: int, others: int) -> np.ndarray:
    """Share of the win, windows passed and choices made by a seat with the rule `own`, float64 (3, deals, players)."""
    players, found = options["num_players"], []
    for first in range(seed, seed + deals, CHUNK):
        n = min(CHUNK, seed + deals - first)
        rows = Rows(GAME, n * players, options, skip_forced=True, words=POLICY.words)
        seats, games = np.tile(np.arange(players), n), np.arange(n * players)
        rows.policies[:], rows.seeds[:], rows.actions[:] = OUTSIDE, first + np.repeat(np.arange(n), players), RESTART
        rows.play()  # up to the first decision
        rows.passes[:] = others
        rows.passes[games, seats] = own
        rows.policies[:, :players], rows.actions[:] = POLICY.address, NO_ACTION
        rows.play()
        won = (rows.returns > 0) / np.maximum((rows.returns > 0).sum(axis=1, keepdims=True), 1)
        found.append([a[games, seats].reshape(n, players) for a in (won, rows.passed, rows.choices)])
    return np.concatenate(found, axis=1)


def windows(options: dict[str, int], seed: int, rollouts: int, others: str) -> list[tuple[int, bool, float]]:
    """The windows with a choice in the turns of others in one game: the bits of the stops that would leave it to the seat, whether search
    acts, and what passing gives away then. Where others pass by a rule, those of one seat."""
    players, found = options["num_players"], []
    own = range(players) if others == "none" else [seed % players]
    S, row = GAME.new(), GAME.new_rows()
    row["skip_forced"] = 1
    seen, mask = np.zeros(GAME.schema.size, np.int16), np.zeros(GAME.num_actions, np.int8)
    memories = [POLICY.new_memory(seed_for(POLICY, None, seed, seat)) for seat in range(players)]
    searcher = FlatSearcher(GAME, players, FlatSettings(milliseconds=0.0, rollouts=rollouts))
    rng = np.random.default_rng(seed)
    GAME.setup(S, seed=seed, **options)
    GAME.advance(S, 0, NO_ACTION, seen, mask, row)
    while not row["outcome"][0]:
        seat, legal = int(row["seat"][0]), mask.nonzero()[0].astype(np.int16)
        after = memories[seat].copy()
        action = POLICY.act(seen, legal, after)
        if seat not in own and (passed := GAME.passing(S, 0, others)) != NO_ACTION:
            action, after = passed, memories[seat].copy()
            POLICY.act(seen, np.array([passed, passed], np.int16), after)
        elif seat in own and GAME.passing(S, 0, ["own"]) == PASS:
            view, price = SeatView(GAME, seat, players, seen.copy(), mask.copy()), 0.0
            complete_view(view, SearchAgent, GAME, S, 0, seed)
            chosen = searcher.search(view, memories[seat].copy(), rng).chosen
            if chosen != PASS:
                pair = [chosen, PASS]
                tried = searcher.try_actions(view, memories[seat], pair, DETERMINIZATIONS, rng, horizon=HORIZON)
                price = float((tried[:, 0] - tried[:, 1]).mean())
            bits = sum(bit for stop, bit in STOPS.items() if GAME.passing(S, 0, [stop]) != PASS)
            found.append((bits, chosen != PASS, price))
            if chosen != action:
                action, after = chosen, memories[seat].copy()
                POLICY.act(seen, np.array([chosen, chosen], np.int16), after)
        memories[seat] = after
        GAME.advance(S, 0, int(action), seen, mask, row)
    return found


def price_of(rule: str, games: list[list[tuple[int, bool, float]]], seats: int) -> str:
    """The line of a rule, from the windows of so many seats a game."""
    passed = [[one for one in game if not one[0] & number_of(rule)] for game in games]
    prices = np.array([100 * sum(price for *_, price in game) / seats for game in passed])
    each, used = len(games) * seats, sum(acts for game in passed for _, acts, _ in game)
    return (
        f"{rule}: passes {sum(map(len, passed)) / each:.1f} windows with a choice, {used / each:.2f} in which search acts, "
        f"price {prices.mean():.2f} points, standard error {prices.std(ddof=1) / len(prices) ** 0.5:.2f}"
    )


def strength_of(rule: str, options: dict[str, int], args: argparse.Namespace) -> str:
    """The line of a rule."""
    won, passed, choices = play(options, args.games, args.seed, number_of(rule), number_of(args.others))
    points, error = 100 * (won.mean() - 1 / args.players), 100 * won.mean(axis=1).std(ddof=1) / len(won) ** 0.5
    return (
        f"{rule} among {args.others}: {points:+.2f} points, standard error {error:.2f}, {won.size} games, "
        f"passed {passed.mean():.1f}, choices left {choices.mean():.1f}"
    )


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lab.passes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, default in (("players", 2), ("sets", 1), ("games", 10_000), ("seed", 0), ("search", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--others", default="none", metavar="RULE")
    parser.add_argument("rules", nargs="+", metavar="RULE")
    args = parser.parse_args()
    options = {"num_players": args.players, "sets": args.sets}
    seeds = range(args.seed, args.seed + args.games) if args.search else ()
    games = [windows(options, seed, args.search, args.others) for seed in seeds]
    seats = args.players if args.others == "none" else 1
    for rule in args.rules:
        line = price_of(rule, games, seats) if args.search else strength_of(rule, options, args)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
