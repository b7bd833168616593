"""What a worker process of a tournament does, and what becomes of a game in which it dies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fs_env.arena.compiled import CompiledTable, policies_of
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.table import Table, forfeited, void
from fs_env.pool import NO_MARK, Context, TaskFailed


def player(
    plan: Plan, limits: Limits, replays: Path | None, context: Context
) -> Callable[[list[Pairing]], list[GameRow]]:
    """Plays lists of games: a single one with a mark for the seat that is asked, or many of compiled bots."""
    table = Table(plan, limits, context.mark, replays)
    compiled: CompiledTable | None = None

    def play(pairings: list[Pairing]) -> list[GameRow]:
        nonlocal compiled
        if len(pairings) == 1:
            return [table.play(pairings[0])]
        if compiled is None:
            compiled = CompiledTable(plan, policies_of(plan), 1, table)
        return [row for rows in compiled.play(pairings) for row in rows]

    return play


def given_up(together: bool, failed: TaskFailed) -> list[GameRow]:
    """The row of a game whose workers died: forfeited by the agent that was asked, void if none was."""
    (pairing,) = failed.task
    if failed.mark != NO_MARK:
        return [forfeited(pairing, failed.mark, failed.fault, together)]
    return [void(pairing, f"the process died {failed.deaths} times in this game while no agent was asked")]
