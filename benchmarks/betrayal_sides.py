"""How often each side of Betrayal at Baldur's Gate wins, by who plays it and by haunt.

python -m benchmarks.betrayal_sides [--players 4] [--games 1000] [--seed 0] [--bots random heuristic] [--against BOT]
                                   [--until random] [--haunts [--switched]]

A seat's side is known only when the haunt begins, so players change then: up to the haunt all seats play like `--until`, from then on
heroes and traitor like the bots of the row. The same deals are played in every row. A seat that turns traitor during a haunt plays like
the traitor. With --haunts: each haunt of the packs by itself, all seats the same bot from the first turn on; with
--switched too, all pairs of bots.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from fs_env.agents.betrayal.choice import choose
from fs_env.agents.betrayal.facts import kernel, named_observation
from fs_env.agents.betrayal.improvements import ALL, Improvement
from fs_env.agents.betrayal.memory import LEFT_OUT, WORDS
from fs_env.arena.ratings import wilson_interval
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Role
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.codes import NO_ACTION, RESTART
from fs_env.core.machine.run.policy import OUTSIDE, Policy
from fs_env.core.machine.run.policy_call import pick_ascending
from fs_env.core.machine.run.rows import Rows

BEFORE, AS_HERO, AS_TRAITOR, RANDOM_WORDS = range(WORDS, WORDS + 4)
"""Words of the memory: who plays before the haunt, as hero, as traitor, an index of `BOTS`, and the two of random play."""
BOTS = "random", "heuristic", "heuristic@1", *(f"heuristic-{improvement.name}" for improvement in Improvement)
"""Names of bots; the last ones are the heuristic without one of its improvements."""
LEFT = np.array([0, 0, ALL, *Improvement], np.int64)
"""Bot to the improvements that it does without, a bit each."""
TURNS = 400  # no game has more


@kernel
def by_side(observation, acts, n, memory):
    """Answers like the bot that plays the seat's side."""
    obs = named_observation(observation)
    bot = memory[BEFORE if obs.haunt < 0 else AS_TRAITOR if obs.players[0].side == Role.TRAITOR else AS_HERO]
    if bot > 0:
        memory[LEFT_OUT] = LEFT[bot]
        return choose(observation, acts, n, memory)
    memory[RANDOM_WORDS] = memory[0]
    return pick_ascending(acts, n, memory[RANDOM_WORDS:])


BY_SIDE = Policy("by_side", "betrayal", by_side, RANDOM_WORDS + 2)


@dataclass
class Games:
    """Results of some games; every array has one entry for each game.

    Attributes:
        haunt: index of the haunt, -1 where none began.
        has_traitor: whether it had a traitor.
        heroes, traitor: whether that side won.
        until: turns until the haunt began, 0 where none did.
        rounds: of the haunt.
        truncated: whether the decision limit ended the game.
    """

    haunt: np.ndarray
    has_traitor: np.ndarray
    heroes: np.ndarray
    traitor: np.ndarray
    until: np.ndarray
    rounds: np.ndarray
    truncated: np.ndarray


def play(players: int, games: int, seed: int, before: int, heroes: int, traitor: int, haunt: int = 0) -> Games:
    """Plays games, dealt from `seed` on; who plays is an index of `BOTS`; `haunt` as in the option."""
    options = {"num_players": players, "haunt": haunt}
    rows = Rows(GAME, games, options, skip_forced=True, words=BY_SIDE.words)
    rows.policies[:], rows.seeds[:], rows.actions[:] = OUTSIDE, np.arange(seed, seed + games), RESTART
    rows.play()  # up to the first decision
    for word, bot in ((BEFORE, before), (AS_HERO, heroes), (AS_TRAITOR, traitor)):
        rows.memory[:, :, word] = bot
    rows.policies[:, :players] = BY_SIDE.address
    columns, states = rows.rows.view(np.ndarray), rows.S.view(np.ndarray)
    until = np.zeros(games, np.int64)
    for turn in range(2, TURNS):
        columns["stop_turn"], rows.actions[:] = turn, NO_ACTION
        rows.play()
        until[(until == 0) & (states["haunt"] >= 0)] = turn - 1
        if (until > 0).all() or (rows.seats < 0).all():
            break
    columns["stop_turn"], rows.actions[:] = 0, NO_ACTION
    rows.play()
    won, seats = rows.outcomes == Outcome.WON, states["seats"][:, :players]
    winners = (states["winners"][:, None] >> np.arange(players)) & 1
    is_traitor = seats["role"] == Role.TRAITOR
    by_traitor = won & (winners.astype(bool) & is_traitor).any(1)
    return Games(
        states["haunt"].astype(np.int64),
        states["traitor"] >= 0,
        won & ~by_traitor,
        by_traitor | (rows.outcomes == Outcome.LOST),
        until,
        states["rounds"].astype(np.int64),
        rows.outcomes == Outcome.TRUNCATED,
    )


def share(won: np.ndarray) -> str:
    """The share of won games with its Wilson interval at 95 %, as a cell of a table."""
    if not len(won):
        return "none"
    low, high = wilson_interval(float(won.sum()), len(won))
    return f"{100 * won.mean():.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def pairs(args: argparse.Namespace) -> list[tuple[int, int]]:
    """Traitor and heroes of each row: all pairs of the bots, or each on both sides against one."""
    bots = [BOTS.index(name) for name in args.bots]
    if args.against is None:
        return list(product(bots, bots))
    other = BOTS.index(args.against)
    return [pair for bot in bots for pair in ((other, bot), (bot, other))]


def sides(args: argparse.Namespace) -> Iterator[str]:
    """The table of who wins against whom."""
    yield f"| heroes | traitor | won by heroes (games {args.games:,}) | won by the traitor | haunts without a traitor won |"
    yield "| --- | --- | --- | --- | --- |"
    before = BOTS.index(args.until)
    for traitor, heroes in pairs(args):
        found = play(args.players, args.games, args.seed, before, heroes, traitor)
        against = found.has_traitor
        cells = share(found.heroes[against]), share(found.traitor[against]), share(found.heroes[~against])
        yield f"| {BOTS[heroes]} | {BOTS[traitor]} | {' | '.join(cells)} |"


def by_haunt(args: argparse.Namespace) -> Iterator[str]:
    """The table of the haunts."""
    yield "| haunt | heroes | traitor | games | won by the traitor or the house | turns until the haunt | rounds of it |"
    yield "| --- | --- | --- | ---: | --- | ---: | ---: |"
    alike = [(BOTS.index(name),) * 2 for name in args.bots]
    for number, haunt in enumerate(HAUNTS, 1):
        for traitor, heroes in pairs(args) if args.switched else alike:
            before = BOTS.index(args.until) if args.switched else heroes
            found = play(args.players, args.games, args.seed, before, heroes, traitor, number)
            turns = found.until[found.until > 0].mean()
            yield (
                f"| {haunt.number} {haunt.name} | {BOTS[heroes]} | {BOTS[traitor]} | {args.games:,} | {share(found.traitor)} | "
                f"{turns:.1f} | {found.rounds.mean():.1f} |"
            )


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("players", 4), ("games", 1000), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=["random", "heuristic"], help="who plays the sides")
    parser.add_argument(
        "--against", choices=BOTS, help="each of them on either side against this bot, in place of all pairs"
    )
    parser.add_argument("--until", choices=BOTS, default="random", help="who plays until the haunt begins")
    parser.add_argument("--haunts", action="store_true", help="each haunt by itself")
    parser.add_argument(
        "--switched", action="store_true", help="with --haunts: every bot on either side, up to the haunt --until"
    )
    args = parser.parse_args()
    for line in by_haunt(args) if args.haunts else sides(args):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
