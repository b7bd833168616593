"""Sprites of drawings: where they lie on a sheet, how they are painted, and which are remembered."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from fs_env.drawing.sprites import Place, Sprite, Sprites, pack

PLACES = some.lists(some.builds(Place, *[some.integers(0, 50)] * 2, *[some.integers(1, 40)] * 2), min_size=1)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
@given(PLACES)
def test_pack__nothing_lies_over_another(places: list[Place]) -> None:
    """Each rectangle has its own pixels on the sheet, which is not wider than asked for unless one is."""
    spots, wide, high = pack(places, 60)
    sheet = np.zeros((high, wide), int)
    for place, (x, y) in zip(places, spots, strict=True):
        assert x + place.wide <= wide and y + place.high <= high
        sheet[y : y + place.high, x : x + place.wide] += 1
    assert sheet.max() == 1 and wide <= 60


def test_pack__a_sheet_is_as_wide_as_its_widest() -> None:
    """A picture that is wider than the sheet makes the sheet wider."""
    assert pack([Place(0, 0, 5, 2), Place(0, 0, 90, 1)], 60)[1:] == (90, 3)


@settings(deadline=None)
@given(some.integers(0, 10_000))
def test_paint__mixes_by_opacity(seed: int) -> None:
    """Each pixel becomes opacity times the new colour and the rest times the old one, to the nearest of 256 steps."""
    draw = np.random.default_rng(seed)
    found = draw.integers(0, 256, (6, 5, 4)).astype(np.uint8)
    found[:, :, 3] *= draw.integers(0, 2, (6, 5)).astype(np.uint8)
    picture = draw.integers(0, 256, (12, 11, 3)).astype(np.uint8)
    opacity = found[:, :, 3:] / 255
    wanted = picture.astype(float)
    wanted[3:9, 4:9] = found[:, :, :3] * opacity + wanted[3:9, 4:9] * (1 - opacity)
    Sprite.cut(found, Place(104, 203, 5, 6)).paint(picture, Place(100, 200, 11, 12))
    assert np.abs(picture - wanted).max() <= 0.51


def test_cut__leaves_out_empty_margins() -> None:
    """Only the rows and columns with something in them are kept; of a picture of nothing one pixel, which changes nothing."""
    found = np.zeros((9, 8, 4), np.uint8)
    assert Sprite.cut(found, Place(5, 6, 8, 9)).place == Place(5, 6, 1, 1)
    found[2:4, 3:7, 3] = 9
    assert Sprite.cut(found, Place(5, 6, 8, 9)).place == Place(8, 8, 4, 2)


def test_common__of_two_rectangles() -> None:
    """The intersection of two rectangles; empty where they are apart."""
    assert Place(0, 0, 10, 10).common(Place(4, 5, 20, 3)) == Place(4, 5, 6, 3)
    assert Place(0, 0, 4, 4).common(Place(6, 1, 3, 3)).area == 0


def test_sprites__those_used_last_stay() -> None:
    """With room for two the one that was not used for longest is forgotten."""
    sprite = Sprite.cut(np.full((4, 4, 4), 9, np.uint8), Place(0, 0, 4, 4))
    kept: Sprites[int] = Sprites(2 * sprite.size)
    kept.add(1, sprite)
    kept.add(2, sprite)
    assert kept[1] is sprite and kept.used == 2 * sprite.size
    kept.add(3, sprite)
    kept.shrink()
    assert [key in kept for key in (1, 2, 3)] == [True, False, True] and kept.used == 2 * sprite.size
    with pytest.raises(KeyError):
        kept[2]
    kept.clear()
    assert kept.used == 0 and 1 not in kept
