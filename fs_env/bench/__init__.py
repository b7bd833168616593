"""Measures how fast a game runs on this machine; `fs-env bench` prints it, every figure of the documentation is one."""

from __future__ import annotations

from fs_env.bench.figures import KEYS, measure_game
from fs_env.bench.machine import machine, versions

__all__ = ["KEYS", "machine", "measure_game", "versions"]
