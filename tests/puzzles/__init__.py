"""Puzzles: reading, goals, exact values, the shipped ones, scores."""
