"""How much of the win a learner can take from one frozen agent: a lower bound of what the best response to it would take.

The learner is that of `ppo`; the frozen agent sits in all other seats of every game and never changes. When the time is over, the
best network plays `exam_games` fresh games, which had no part in choosing it, against the agent. Its share of the win there, less the
1/n that equal players have, is a lower bound of the agent's exploitability, with Wilson's 95 % interval: there is a policy, this one,
that wins so much. It is no upper bound: a longer training, or another learner, may find more. In a game with sides the same is measured
for each side, which the network holds in all its seats once the agent has played until they are assigned; what the agent itself wins
there is taken off.

bound.json    what was found
"""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from fs_env.agent_api.specs import is_untrusted
from fs_env.agents.networks.network import SparseNetwork
from fs_env.arena.plan import GAUNTLET, Plan
from fs_env.arena.ratings import mean_interval
from fs_env.arena.tournament import Tournament
from fs_env.core.files import FileKind, write_whole
from fs_env.training import ppo
from fs_env.training.evaluation import Score
from fs_env.training.run import Run
from fs_env.training.settings.best_response import Settings

BOUND = "bound.json"
FILE = FileKind("what `fs-env train best_response` found", "delete it and resume the run, which writes it again")
EXAM_DEALS = 2 * 10**9  # seed of the exam, far from those of training and evaluation


def learn(run: Run[Settings]) -> None:
    with closing(ppo.Learner(cast("Run[ppo.Settings]", run))) as learner:
        while not run.over():
            learner.round()
    if run.rounds:
        run.say(sentence(run, write_bound(run)))


def read_bound(run: Path) -> dict[str, Any]:
    bound = FILE.table(run / BOUND)
    with FILE.checked(run / BOUND):
        for name in ("rate", "low", "high", "games", "decisions"):
            if type(bound[name]) not in (int, float):
                raise ValueError(f"{name} is {bound[name]!r}, not a number")
        dict(bound["drawing"])
    return bound


def write_bound(run: Run[Settings]) -> dict[str, Any]:
    run.progress(
        f"final evaluation: twice {run.settings.exam_games} games of the best network against {run.settings.against}"
    )
    greedy, drawing = exam(run, 0.0), exam(run, 1.0)
    even = 1 / run.settings.num_players
    bound: dict[str, Any] = {
        "against": run.settings.against,
        "game": run.settings.game,
        "num_players": run.settings.num_players,
        "options": run.settings.options,
        **greedy._asdict(),
        "even_rate": even,
        "exploitability_at_least": greedy.low - even,
        "drawing": drawing._asdict(),
        "network": str(run.path / "best.npz"),
        "decisions": run.decisions,
        "seconds": round(run.seconds, 1),
    }
    sides = run.game.spec.sides
    if sides is not None:
        bound["sides"] = {side: exam_of_side(run, side) for side in sides.names}
    write_whole(run.path / BOUND, json.dumps(bound, indent=2) + "\n")
    return bound


def exam(run: Run[Settings], temperature: float) -> Score:
    settings = run.settings
    network = SparseNetwork.load(run.path / "best.npz", run.game, settings.num_players)
    return run.measure(network, settings.bots[0], settings.exam_games, EXAM_DEALS + settings.seed, temperature)


def exam_of_side(run: Run[Settings], side: str) -> dict[str, float]:
    """Wins of the best network on a side from the agent on the other one, over deals that nothing was chosen on; see `exam`."""
    settings, bot = run.settings, run.settings.bots[0]
    until = bot if not is_untrusted(bot, settings.game) else "random"
    scores = []
    for player in (f"policy:{run.path / 'best.npz'}", bot):
        plan = Plan(
            [player, bot],
            settings.num_players,
            settings.exam_games,
            EXAM_DEALS + settings.seed,
            settings.game,
            settings.options,
            GAUNTLET,
            until=until,
            side=side,
        )
        tournament = Tournament(plan)
        with closing(tournament.results):
            tournament.run()
            rows = tournament.results.rows()
        scores.append(mean_interval([row.shares[row.seats.index(0)] for row in rows], [row.seed for row in rows]))
    found, own = scores
    return {
        "games": len(rows),
        "rate": found.mean,
        "low": found.low,
        "high": found.high,
        "even_rate": own.high,
        "exploitability_at_least": found.low - own.high,
    }


def sentence(run: Run[Settings], bound: dict[str, Any]) -> str:
    low, high, rate, even = (100 * bound[name] for name in ("low", "high", "rate", "even_rate"))
    found = (
        f"so it can be exploited by at least {low - even:.1f} points"
        if low > even
        else f"no more than the {even:.0f} % of equal players for certain: nothing was found to exploit"
    )
    return (
        f"against {run.settings.against} the best network won {rate:.1f} % of {bound['games']} fresh games "
        f"(95 % interval {low:.1f} to {high:.1f}), {found}"
        + "".join(
            f"; as the {side} {100 * one['rate']:.1f} %, for certain {100 * one['exploitability_at_least']:+.1f} points next to the bot"
            for side, one in bound.get("sides", {}).items()
        )
    )
