"""Parts of a drawing that are stored are those that would be drawn: no reader gets the picture of another position or another reader."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fs_env.drawing import draw_view, layout
from fs_env.drawing.canvas import Canvas
from fs_env.drawing.stage import Stage
from fs_env.registry.games import named_game

NAMES = ("Ann", "Rosa", "Omar", "Lena")


def drawings(game: str, view: dict[str, Any]) -> Iterator[Callable[[], Canvas]]:
    """For a phone, a screen, and two pages whose parts are where the phone has them."""
    yield lambda: draw_view(game, view, NAMES, marked=True, narrow=True)
    yield lambda: draw_view(game, view, NAMES, marked=True)
    narrow = draw_view(game, view, NAMES, marked=True, narrow=True)
    boxes = {part.name: part.box for part in narrow.parts}
    for card in ((70.0, 90.0), (60.0, 80.0)):
        stage = Stage(narrow.width, narrow.height, boxes, dict.fromkeys(boxes, card))
        yield lambda stage=stage: draw_view(game, view, NAMES, stage=stage)  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "steps"), [("four_souls", 900), ("castles_of_caleira", 40), ("betrayal", 500)])
def test_stored_parts__are_what_would_be_drawn(game: str, steps: int) -> None:
    """Positions of random games with all cards open and as two seats see them."""
    rules, rng, found = named_game(game), random.Random(3), list[tuple[Callable[[], Canvas], str]]()
    S = rules.new()
    for seed in (5, 6):
        rules.setup(S, seed=seed, num_players=4)
        for step in range(steps):
            legal = sorted(rules.legal(S).tolist())
            if not legal:
                break
            rules.step(S, rng.choice(legal))
            if step % (steps // 4) < 5:  # most of a table is as it was
                for reader in (None, rules.to_act(S) % 4, rng.randrange(4)):
                    shown = drawings(game, rules.to_json(S, player=reader))
                    found += [(draw, draw().body()) for draw in shown]
    for draw, stored in found:
        layout._drawn.clear()
        assert draw().body() == stored
