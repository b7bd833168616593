"""`fs-env film`: an animated SVG shows the drawings of a game one after the other; GIF files have a frame for each."""

from __future__ import annotations

import re

import pytest

from fs_env.cli import main
from fs_env.drawing.animation import LAST, animate
from fs_env.replays import save_replay
from fs_env.replays.video import drawings
from tests.replays.games import explored, recorded

KEYFRAMES = re.compile(r"@keyframes (\w[\w-]*)\{((?:[\d.]+%\{visibility:\w+\})+)\}")
STEP = re.compile(r"([\d.]+)%\{visibility:(\w+)\}")
GROUP = re.compile(
    r'<g class="turn[^"]*" style="animation-name:([\w-]+)">(<g data-part=.*?\n</g>)</g>(?=\n)', re.DOTALL
)


def visible(text: str, at: float) -> set[str]:
    """The changing parts that a browser shows at a share of the time, by the rule of `step-end`: the last step counts."""
    rules = {name: STEP.findall(steps) for name, steps in KEYFRAMES.findall(text)}
    found = set()
    for name, markup in GROUP.findall(text):
        how = [state for percent, state in rules[name] if float(percent) <= 100 * at]
        if how[-1] == "visible":
            found.add(markup)
    return found


@pytest.mark.parametrize("seat", [None, 0])
def test_animate__shows_each_drawing_in_its_time(seat):
    """At any time the visible parts are those of one drawing, in the order of the game, and the last one stays."""
    pictures = list(drawings(explored(), seat))
    text, count = animate(pictures, 0.5), len(pictures)
    constant = set.intersection(*({part.group() for part in one.parts} for one in pictures))
    for k, picture in enumerate(pictures):
        shown = visible(text, (k + 0.5) / (count + LAST - 1))
        assert shown == {part.group() for part in picture.parts} - constant
    assert visible(text, 0.999) == shown and len(text) < sum(len(one.svg()) for one in pictures) * 0.7
    assert all(part in text for part in constant)


def test_animate__of_equal_drawings_is_short():
    first = next(drawings(recorded()))
    assert "@keyframes" not in animate([first, first, first])
    with pytest.raises(ValueError, match="expected at least one drawing"):
        animate([])


def test_film__files(tmp_path, capsys):
    """Each format is written by the end of the name; turns are chosen; what is impossible is refused and leaves no file."""
    file = str(save_replay(recorded(2), tmp_path / "game.json.gz"))
    folder = tmp_path / "films"
    folder.mkdir()
    assert main(["film", file, str(folder / "a.svg"), "--turns", "2-3", "--seat", "1"]) == 0
    assert (folder / "a.svg").read_text().count("@keyframes") > 1
    for wrong in (
        ["a.png"],
        ["b.svg", "--turns", "3-2"],
        ["b.svg", "--turns", "90"],
        ["b.svg", "--seat", "7"],
        ["b.svg", "--seconds", "0"],
    ):
        assert main(["film", file, str(folder / wrong[0]), *wrong[1:]]) == 2, wrong
    assert [one.name for one in folder.iterdir()] == ["a.svg"]


def test_film__gif_and_mp4(tmp_path):
    """A GIF has a frame for each picture that differs, shown for so long; an MP4 has the same frames."""
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    file = str(save_replay(recorded(2), tmp_path / "game.json.gz"))
    out = tmp_path / "a.gif"
    assert main(["film", file, str(out), "--turns", "1-3", "--width", "300", "--seconds", "0.25"]) == 0
    different = {picture.svg() for picture in drawings(recorded(2), turns=(1, 3))}
    with image.open(out) as film:
        assert film.n_frames == len(different) > 1 and film.size[0] == 300 and film.info["duration"] == 250
    imageio = pytest.importorskip("imageio.v2")
    pytest.importorskip("imageio_ffmpeg")
    assert main(["film", file, str(out.with_suffix(".mp4")), "--turns", "1-3", "--width", "300"]) == 0
    with imageio.get_reader(out.with_suffix(".mp4")) as film:
        assert film.count_frames() == len(different)
