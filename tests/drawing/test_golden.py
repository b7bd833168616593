"""Pictures stay as they were when a player last looked at them."""

import pytest

from fs_env.drawing import draw
from fs_env.drawing.themes import DARK, LIGHT
from tests.drawing.golden.pictures import FOLDER, PICTURES, document, file_of
from tests.drawing.positions import random_game


@pytest.mark.parametrize("name", PICTURES)
def test_picture__is_the_stored_one(name):
    """Every byte is that of the stored file; after a change on purpose `python -m tests.drawing.golden` stores them anew."""
    assert document(name) == file_of(name).read_text(encoding="utf-8")


def test_pictures__are_all_stored_and_no_others():
    """The folder contains the pictures of the list."""
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)


def test_themes__name_the_same_colours():
    """Light and dark have the same names; a picture in one has no colour of the other, "auto" has all of both."""
    assert LIGHT.keys() == DARK.keys()
    game, S = random_game("four_souls", 2, 1, 30)
    canvas = draw(game, S)
    light, dark, auto = (canvas.svg(theme) for theme in ("light", "dark", "auto"))
    assert LIGHT["panel"] in light and DARK["panel"] not in light and "class=" not in light and "<style" not in light
    assert DARK["panel"] in dark and LIGHT["panel"] not in dark
    assert all(color in auto for color in (*LIGHT.values(), *DARK.values())) and "prefers-color-scheme:dark" in auto
    with pytest.raises(ValueError, match="theme"):
        canvas.svg("pink")


def test_names__are_escaped():
    """A name cannot put elements into a picture."""
    game, S = random_game("four_souls", 2, 1, 30)
    svg = draw(game, S, names=["<script>alert(1)</script>", "a&b"]).svg()
    assert "<script" not in svg and "a&amp;b" in svg
