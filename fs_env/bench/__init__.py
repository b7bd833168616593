"""Measures how fast a game runs on this machine; `fs-env bench` prints the figures, and the documentation uses them."""

from __future__ import annotations

from fs_env.bench.figures import KEYS, measure_game
from fs_env.bench.machine import machine, versions

__all__ = ["KEYS", "machine", "measure_game", "versions"]
