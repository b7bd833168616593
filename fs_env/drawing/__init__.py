"""Positions as pictures: one SVG of what a seat, or everybody, sees."""

from __future__ import annotations

from fs_env.drawing.grid import Grid, draw_batch, tile_pixels
from fs_env.drawing.picture import draw, draw_view
from fs_env.drawing.raster import pixels

__all__ = ["Grid", "draw", "draw_batch", "draw_view", "pixels", "tile_pixels"]
