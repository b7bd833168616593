"""Measures what search gains on each side of Betrayal at Baldur's Gate over the heuristic, on equal deals.

python -m benchmarks.lab.betrayal_search [--players 4] [--games 300] [--seed 0] [--haunt 0] [--determinizations 128] [SETTING=VALUE ...]

Up to the haunt the heuristic plays all seats. From there each game is played with search in all seats of one side and the heuristic in
the others, once for each side, and once by the heuristic alone. Milliseconds are those of the processor, so other programs do not count.
Prints for each side, in points of games won:

- who won, and the difference, each with its standard error;
- the sum over a game of what the choices gain in which search leaves the heuristic, measured with the heuristic from there on in fresh
  determinizations. Were those like the game, it would be the same number on average, with less noise.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import numpy as np

from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.betrayal import HeuristicAgent
from fs_env.agents.search import budget, flat
from fs_env.agents.search.agent import SearchAgent
from fs_env.agents.search.flat import WHOLE_GAME, FlatSearcher
from fs_env.agents.search.settings import FlatSettings
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Role
from fs_env.core.machine.run.codes import NO_ACTION, RESTART
from fs_env.core.machine.run.rows import Rows

POLICY = HeuristicAgent.policy
HEROES, TRAITOR, TOGETHER = "heroes", "traitor", "together"
TURNS = 400  # no game has more


@dataclass
class Played:
    """One game from the haunt on with search on one side.

    Attributes:
        base, won: whether the side won by the heuristic alone, and by search.
        gain: sum over the choices in which search left the heuristic.
        choices, left: of the side, and those in which search left the heuristic.
        seconds: of the processor, for all choices.
        by_question: gain by number of the question.
    """

    base: bool
    won: bool
    gain: float = 0.0
    choices: int = 0
    left: int = 0
    seconds: float = 0.0
    by_question: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))


def haunted(players: int, games: int, seed: int, haunt: int) -> Rows:
    """Games at the first choice after the haunt has begun, played there by the heuristic."""
    rows = Rows(GAME, games, {"num_players": players, "haunt": haunt}, skip_forced=True, words=POLICY.words)
    rows.policies[:], rows.seeds[:], rows.actions[:] = POLICY.address, np.arange(seed, seed + games), RESTART
    columns, states = rows.rows.view(np.ndarray), rows.S.view(np.ndarray)
    for turn in range(2, TURNS):
        columns["stop_turn"] = np.where(states["haunt"] >= 0, columns["stop_turn"], turn) if turn > 2 else turn
        rows.play()
        rows.actions[:] = NO_ACTION
        if ((states["haunt"] >= 0) | (rows.seats < 0)).all():
            break
    return rows


def side_of(state: Any, seat: int) -> str:
    """The side of a seat."""
    return TRAITOR if state["seats"]["role"][seat] == Role.TRAITOR else HEROES


def play_on(
    rows: Rows, game: int, side: str, searcher: FlatSearcher | None, determinizations: int, seed: int, found: Played
) -> bool:
    """Plays a game to its end with search on a side; returns whether that side has won."""
    S, row = GAME.new(), GAME.new_rows()
    row["skip_forced"] = 1
    GAME.copy(rows.S[game : game + 1], 0, S)
    seen, mask = np.zeros(GAME.schema.size, np.int16), np.zeros(GAME.num_actions, np.int8)
    memories, rng = rows.memory[game].copy(), np.random.default_rng(seed)
    state = S.view(np.ndarray)[0]
    GAME.advance(S, 0, NO_ACTION, seen, mask, row)
    while not row["outcome"][0]:
        seat, legal = int(row["seat"][0]), mask.nonzero()[0].astype(np.int16)
        if searcher is None or side_of(state, seat) != side:
            action = POLICY.act(seen, legal, memories[seat])
        else:
            view = SeatView(GAME, seat, rows.num_players, seen.copy(), mask.copy())
            complete_view(view, SearchAgent, GAME, S, 0, seed)
            before, begun = memories[seat].copy(), process_time()
            result = searcher.search(view, memories[seat], rng)
            found.seconds += process_time() - begun
            found.choices += 1
            action = result.chosen
            if action != result.policy_action:
                found.left += 1
                pair = [result.policy_action, action]
                tried = searcher.try_actions(view, before, pair, determinizations, rng, horizon=WHOLE_GAME)
                gain = float((tried[:, 1] - tried[:, 0]).mean())
                found.gain += gain
                found.by_question[int(state["question"])] += gain
        GAME.advance(S, 0, int(action), seen, mask, row)
    returns = GAME.returns(S)
    of_side = [seat for seat in range(rows.num_players) if side_of(state, seat) == side]
    return bool(of_side) and bool(returns[of_side[0]] > 0)


def line_of(name: str, games: list[Played]) -> str:
    """The gain of the search as a line."""

    def points(numbers: list[float]) -> str:
        return f"{100 * np.mean(numbers):+.1f} ± {100 * np.std(numbers, ddof=1) / max(1, len(numbers)) ** 0.5:.1f}"

    base, won = (100 * np.mean([getattr(game, key) for game in games]) for key in ("base", "won"))
    choices, left = (sum(getattr(game, key) for game in games) for key in ("choices", "left"))
    return (
        f"{name}: {len(games)} games, heuristic {base:.1f} %, search {won:.1f} %, difference "
        f"{points([float(game.won) - game.base for game in games])}, gain of its choices {points([game.gain for game in games])}, "
        f"{choices / len(games):.0f} choices a game, {100 * left / max(1, choices):.0f} % not the heuristic's, "
        f"{1000 * sum(game.seconds for game in games) / max(1, choices):.1f} ms each"
    )


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("players", 4), ("games", 300), ("seed", 0), ("haunt", 0), ("determinizations", 128)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--haunts", action="store_true", help="a line for each haunt, too")
    parser.add_argument("settings", nargs="*", metavar="SETTING=VALUE", help="of search")
    args = parser.parse_args()
    budget.perf_counter = flat.perf_counter = process_time
    settings = FlatSettings.of_game(GAME.name, dict(text.split("=", 1) for text in args.settings))
    searcher = FlatSearcher(GAME, args.players, settings)
    rows = haunted(args.players, args.games, args.seed, args.haunt)
    found: defaultdict[str, list[Played]] = defaultdict(list)
    states = rows.S.view(np.ndarray)
    for game in np.flatnonzero(rows.seats >= 0).tolist():
        alone = states["traitor"][game] < 0
        for side in (HEROES,) if alone else (HEROES, TRAITOR):
            seed, one = args.seed + game, Played(False, False)
            one.base = play_on(rows, game, side, None, 0, seed, one)
            one.won = play_on(rows, game, side, searcher, args.determinizations, seed, one)
            found[TOGETHER if alone else side].append(one)
            if args.haunts:
                found[f"haunt {int(states['haunt'][game])}, {side}"].append(one)
    for name, games in sorted(found.items()):
        if len(games) > 1:
            sys.stdout.write(line_of(name, games) + "\n")


if __name__ == "__main__":
    main()
