"""Plays a task of the leaderboard with an agent."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

from fs_env.agent_api.specs import is_untrusted
from fs_env.arena import Limits, Plan, Tournament
from fs_env.bench.machine import cpu_model, versions
from fs_env.leaderboard.cells import ISOLATED
from fs_env.leaderboard.entries import Entry
from fs_env.leaderboard.evaluation import looked_at
from fs_env.leaderboard.tasks import Task, options_of, task_of
from fs_env.puzzles.puzzle import shipped
from fs_env.puzzles.score import score


def play(
    spec: str,
    task: Task,
    games: int | None = None,
    seed: int = 0,
    name: str | None = None,
    db: Path | None = None,
    workers: int = 1,
    report: Callable[[int], None] = lambda over: None,
    limits: Limits = ISOLATED,
) -> Entry:
    """Plays a task, each deal in all rotations of the seats, the opponent of the task in all other seats; returns its entry.

    Args:
        games: games, rounded up to whole rotations, or games of each puzzle; None: as many as the task wants.
        name: of the agent on the page; None: its own.
        db: folder for the results of the games, one file for each agent and task; games that it holds are not played again.
        workers: processes that play the games, threads for compiled bots; puzzles are always scored in this process.
        report: called with the number of games, or puzzles, that are over.
        limits: of the agents; by default untrusted code is isolated.

    Raises:
        ValueError: no such agent or none for the game, or fewer than one game or worker.
    """
    wanted = task.games if games is None else games
    command = f"fs-env leaderboard {shlex.quote(spec)} --task {task.name} --games {wanted} --seed {seed}"
    command += " --trusted" * (is_untrusted(spec, task.game) and not limits.isolate)
    entry = Entry(
        agent=name or looked_at(spec, task.game, limits)[0],
        task=task.name,
        opponent=task.opponent,
        games=wanted,
        wins=0,
        low=0,
        high=1,
        seconds=0,
        seed=seed,
        command=command,
        versions=versions(),
        cpu=cpu_model(),
    )
    if not task.players:
        return with_puzzles(entry, spec, report, limits)
    plan = Plan([spec] + [task.opponent] * (task.players - 1), task.players, wanted, seed, task.game, options_of(task))
    tournament = Tournament(plan, None if db is None else db / file_of(spec, task), limits)
    with closing(tournament.results):
        standings = tournament.run(
            None if workers == 1 and tournament.is_safe() else workers,
            lambda rows: report(tournament.plan.total - tournament.left()),
        )
    line = next(line for line in standings.agents if line.name == tournament.names[0])
    return replace(
        entry,
        games=line.games,
        wins=line.wins,
        low=line.win_low,
        high=line.win_high,
        seconds=1 / line.decisions_per_s if line.decisions_per_s else 0.0,
        forfeits=line.forfeits,
    )


def with_puzzles(entry: Entry, spec: str, report: Callable[[int], None], limits: Limits) -> Entry:
    done, puzzles = count(1), shipped(task_of(entry.task).game).values()
    found = score(spec, puzzles, entry.games, entry.seed, lambda row: report(next(done)), limits=limits)
    return replace(entry, wins=found.score * entry.games, low=found.interval.low, high=found.interval.high)


def file_of(spec: str, task: Task) -> str:
    return f"{task.name} {re.sub('[^A-Za-z0-9._=@-]+', ' ', spec)}.db"
