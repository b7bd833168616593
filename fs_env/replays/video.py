"""A replay as an animated SVG or GIF, or as an MP4 video: one frame for each visible change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from fs_env.core.files import replacing, write_whole
from fs_env.drawing import draw
from fs_env.drawing.animation import animate
from fs_env.drawing.canvas import Canvas
from fs_env.registry.games import named_game
from fs_env.replays.player import play_back
from fs_env.replays.replay import Replay

if TYPE_CHECKING:
    import numpy as np

FORMATS = (".svg", ".gif", ".mp4")
COLORS = 64  # of a GIF
MOST_FRAMES = 5000


def drawings(replay: Replay, seat: int | None = None, turns: tuple[int, int] | None = None) -> Iterator[Canvas]:
    """Draws the positions of a replay.

    Args:
        replay: the game.
        seat: whose view is drawn; None: everything open.
        turns: first and last turn, both included; None: all.

    Raises:
        Difference: these rules play another game.
    """
    game = named_game(replay.game)
    for moment, _, S in play_back(replay):
        if turns is not None and moment.turn > turns[1]:
            return
        if turns is None or moment.turn >= turns[0]:
            yield draw(game, S, player=seat, names=replay.shown_names)


def frames(pictures: Iterator[Canvas], width: int = 960, theme: str = "light") -> Iterator[np.ndarray]:
    """Yields drawings as pixels, uint8 (height, width, 3), without those that look like the one before.

    Raises:
        ImportError: the extra "drawing" is not installed.
        ValueError: an impossible width or theme.
    """
    from fs_env.drawing.raster import pixels

    before = None
    for picture in pictures:
        frame = pixels(picture, width, theme)
        if before is None or frame.shape != before.shape or (frame != before).any():
            yield frame
        before = frame


def write_film(
    path: Path, pictures: Iterator[Canvas], seconds: float = 0.5, width: int = 960, theme: str = "light"
) -> None:
    """Writes drawings as a film; the file is complete or not there.

    Args:
        path: ends in .svg, .gif or .mp4.
        pictures: at least one; at most `MOST_FRAMES` are used.
        seconds: how long each is shown.
        width: of a GIF or MP4, in pixels.
        theme: of a GIF or MP4, "light" or "dark"; an SVG follows that of its reader.

    Raises:
        ValueError: there is no drawing, or the name has another ending.
        ImportError: a needed extra is not installed.
    """
    pictures = islice(pictures, MOST_FRAMES)
    first = next(pictures, None)
    if first is None:
        raise ValueError("the replay has no choice in these turns: choose other --turns, or leave them out")
    pictures = chain([first], pictures)
    if path.suffix == ".svg":
        write_whole(path, animate(pictures, seconds))
    elif path.suffix == ".gif":
        write_gif(path, frames(pictures, width, theme), seconds)
    elif path.suffix == ".mp4":
        write_mp4(path, frames(pictures, width, theme), seconds)
    else:
        raise ValueError(f"{path}: expected a name that ends in {', '.join(FORMATS)}")


def write_gif(path: Path, pixels: Iterator[np.ndarray], seconds: float) -> None:
    from PIL import Image

    palette = Image.fromarray(next(pixels)).quantize(COLORS, dither=Image.Dither.NONE)
    others = (Image.fromarray(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in pixels)
    with replacing(path) as file:
        palette.save(
            file, "GIF", save_all=True, append_images=others, duration=round(seconds * 1000), loop=0, optimize=False
        )


def write_mp4(path: Path, pixels: Iterator[np.ndarray], seconds: float) -> None:
    try:
        import imageio.v2 as imageio
    except ImportError:
        raise ImportError(
            "MP4 files need the extra 'video' (pip install '.[video]' in the source tree); or write a .gif"
        ) from None
    unfinished = path.with_name(f".{path.name}.{uuid4().hex[:8]}.mp4")
    try:
        writer: Any
        with imageio.get_writer(unfinished, fps=1 / seconds, macro_block_size=2) as writer:
            for frame in pixels:
                writer.append_data(frame)
        unfinished.replace(path)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()
