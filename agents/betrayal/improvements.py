"""Improvements of the bot over its first edition: one bit for each mistake that it no longer makes."""

from __future__ import annotations

from enum import IntEnum


class Improvement(IntEnum):
    """`heuristic@1` has none of these, `heuristic` all."""


ALL = int(sum(Improvement))
