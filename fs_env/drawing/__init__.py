"""Positions and cards as pictures: one SVG of the view of a seat, of the open view, or of a card."""

from __future__ import annotations

from fs_env.drawing.gallery import gallery
from fs_env.drawing.grid import Grid, draw_batch, tile_pixels
from fs_env.drawing.picture import draw, draw_view
from fs_env.drawing.raster import pixels

__all__ = ["Grid", "draw", "draw_batch", "draw_view", "gallery", "pixels", "tile_pixels"]
