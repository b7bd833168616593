"""Puzzles: positions with a goal, verified best lines, and a score for agents."""
