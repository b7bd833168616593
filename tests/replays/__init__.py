"""Replays of games."""
