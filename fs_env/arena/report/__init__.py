"""What a results file says: ratings, who beats whom, seats, characters, length of games, time of answers; as text, page or table."""

from __future__ import annotations

from fs_env.arena.report.scores import Report, Score

__all__ = ["Report", "Score"]
