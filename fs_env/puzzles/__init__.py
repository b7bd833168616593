"""Puzzles: positions with a goal, verified best lines, and a score for agents."""

from fs_env.puzzles.goal import Goal
from fs_env.puzzles.puzzle import Line, Puzzle, find, read, shipped

__all__ = ["Goal", "Line", "Puzzle", "find", "read", "shipped"]
