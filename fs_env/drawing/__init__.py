"""Positions as pictures: one SVG of what a seat, or everybody, sees."""

from __future__ import annotations

from fs_env.drawing.picture import draw, draw_view

__all__ = ["draw", "draw_view"]
