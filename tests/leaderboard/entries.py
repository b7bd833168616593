"""Entries with numbers that are easily computed by hand."""

from __future__ import annotations

from typing import Any

from fs_env.leaderboard.entries import Entry


def entry(
    agent: str = "bot", task: str = "four_souls_2_base", wins: float = 750, games: int = 1000, **more: Any
) -> Entry:
    """An entry that won three of four games, within 5 %."""
    share = wins / games
    known: dict[str, Any] = {
        "opponent": "heuristic@1",
        "seconds": 0.002,
        "seed": 0,
        "command": f"fs-env leaderboard {agent}",
    }
    known |= {"low": max(0, share - 0.05), "high": min(1, share + 0.05), "versions": {"fs-env": "9.9"}, "cpu": "a chip"}
    return Entry(agent=agent, task=task, wins=wins, games=games, **known | more)
