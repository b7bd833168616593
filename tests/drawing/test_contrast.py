"""Letters can be told from their ground in both themes (WCAG 2.2, 1.4.3, level AA: 4.5 to 1)."""

from __future__ import annotations

import pytest

from fs_env.drawing.themes import DARK, LIGHT
from fs_env.registry.games import GAMES

AA = 4.5


def light_of(color: str) -> float:
    """Relative luminance of "#rrggbb" (WCAG 2.2, definition)."""
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Of two colours."""
    dark, light = sorted((light_of(one), light_of(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_faces__can_be_read(theme: dict[str, str]) -> None:
    """Name on the ground of every kind of card, text and notes on the card, numbers on backs."""
    from fs_env.drawing.gallery import cards

    grounds = {entry.face.color for game in GAMES for entry in cards(game).entries} | {"soft", "back", "coin"}
    assert len(grounds) > 6
    low = {color: contrast(theme["bright"], theme[color]) for color in grounds}
    assert min(low.values()) >= AA, low
    for ground in ("panel", "used"):
        for ink in ("ink", "soft", "asked", "soul"):
            assert contrast(theme[ink], theme[ground]) >= AA, (ink, ground)


def test_contrast__of_black_and_white() -> None:
    """Black on white has 21 to 1, the most there is; #767676 on white is just enough."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert 4.5 < contrast("#767676", "#ffffff") < 4.6
