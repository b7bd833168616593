"""Guides in files."""

from __future__ import annotations

import pytest

from fs_env.core.files import FileFault
from fs_env.narration.guide import Deal, read_guide

TEXT = """
goal = "Win."
first = { seed = 7 }
[[steps]]
title = "A turn"
text = "Play a card."
cards = ["Bomb!"]
shown = { players = 3 }
[options.deck]
name = "Deck"
values.0 = "small"
[[lessons]]
title = "Play"
asks = "^play"
text = "Choose."
answers."play " = "it is played."
"""


def test_read_guide__entries_and_further_values(tmp_path):
    """Tables of TOML become the parts of a guide, and values that are given come after those of the file."""
    file = tmp_path / "guide.toml"
    file.write_text(TEXT)
    guide = read_guide(file, deck={"1": "large"})
    assert guide.first == Deal(seed=7) and guide.steps[0].shown == Deal(players=3) and guide.steps[0].cards == ["Bomb!"]
    assert guide.options == {"deck": ("Deck", {"0": "small", "1": "large"})}
    assert guide.lessons[0].answers == {"play ": "it is played."}


def test_read_guide__unknown_entry(tmp_path):
    file = tmp_path / "guide.toml"
    file.write_text(TEXT.replace("asks =", "ask ="))
    with pytest.raises(FileFault, match=r"guide.toml: expected how a game is played, but .*'ask'"):
        read_guide(file)
