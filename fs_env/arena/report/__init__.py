"""Report of a results file: ratings, results between pairs, seats, characters, length of games and time of answers;
as text, page or table."""

from fs_env.arena.report.scores import Report, Score

__all__ = ["Report", "Score"]
