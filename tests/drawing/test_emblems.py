"""Emblems: every card has one that follows from its program, tells it from others without colour, and leaves the texts free."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np
import pytest

from fs_env.core.four_souls.cards import all_cards
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.face import Face
from fs_env.drawing.four_souls.emblem import emblems
from fs_env.drawing.gallery import cards
from fs_env.drawing.portrait import draw_face
from fs_env.drawing.signs import Emblem, draw_emblem, grammar

GAMES = ("four_souls", "castles_of_caleira", "betrayal")
SIDE = 64  # pixels
PATH = re.compile(r'<path transform="translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)')
TEXT = re.compile(
    r'<text x="([-\d.]+)" y="([-\d.]+)" font-size="([\d.]+)" textLength="([\d.]+)".*?(text-anchor="middle")?'
)


def emblem_of(card: str) -> Emblem:
    found = emblems()[card]
    assert found is not None, card
    return found


def test_emblem__shows_verb_amount_target_and_event() -> None:
    """Read off the printed cards: Bomb deals 1 damage to a chosen player or monster, Eye of Greed gains 3 when a 5 is rolled."""
    assert emblem_of("bomb") == Emblem("burst", "1", "aim")
    assert emblem_of("gold_bomb") == Emblem("burst", "3", "aim")
    assert emblem_of("eye_of_greed") == Emblem("coin", "3", "", "die 5")
    assert emblem_of("dinner") == Emblem("heart", "1")
    assert emblem_of("fly") == Emblem("coin", "1", "", "skull")  # its reward, when it dies


def test_emblem__is_that_of_the_program() -> None:
    """Cards of one program have one emblem; fewer than one of five cards shares its emblem with a card of another program."""
    programs, shared = defaultdict(set), defaultdict(set)
    for _, card in all_cards():
        program = (card.group, repr((card.abilities, card.statics, card.condition)), card.start)
        programs[program].add(emblems()[card.id])
        shared[emblems()[card.id]].add(program[1:])
    assert all(len(found) == 1 for found in programs.values())
    several = sum(len(found) for found in shared.values() if len(found) > 1)
    assert several < len(programs) / 5, several


def test_emblem__every_card_has_one_and_every_mark_is_drawn() -> None:
    """Only Eden, whose starting item is chosen, has a figure without a verb; no card has the sign of a back."""
    assert [name for name, found in emblems().items() if found == Emblem("character")] == ["eden"]
    outlines, changes = grammar()["outline"], {*grammar()["change"], "each", *"123456"}
    for entry in (entry for game in GAMES for entry in cards(game).entries):
        main, _, whom, when, also = entry.face.emblem
        for mark in filter(None, (main, whom, when, also)):
            noun, _, change = mark.partition(" ")
            assert noun in outlines and (not change or change in changes), (entry.id, mark)
        assert main != "back", entry.id


@pytest.mark.slow
def test_emblem__can_be_told_from_all_others_without_colour() -> None:
    """In black and white every emblem of other marks has other pixels, at least one of 200; amounts are letters and left out."""
    resvg = pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    from fs_env.drawing.raster import read_sheet

    assert resvg
    found = list(dict.fromkeys(e.face.emblem._replace(amount="") for game in GAMES for e in cards(game).entries))
    canvas = Canvas(20 * SIDE, SIDE * (len(found) // 20 + 1))
    with canvas.part("all", Box(0, 0, canvas.width, canvas.height)):
        for k, emblem in enumerate(found):
            draw_emblem(canvas, Box(k % 20 * SIDE, k // 20 * SIDE, SIDE, SIDE), emblem, "coin", "ink")
    sheet = read_sheet(
        canvas.svg("mono").replace("viewBox", f'width="{canvas.width}" height="{canvas.height}" viewBox')
    )
    assert len({tuple(pixel) for pixel in sheet[::7, ::7, :3].reshape(-1, 3) if len(set(pixel)) > 1}) == 0, "grey only"
    rows = [sheet[k // 20 * SIDE :, k % 20 * SIDE :][:SIDE, :SIDE, 0].ravel() > 127 for k in range(len(found))]
    black = np.array(rows, np.float32)
    both = black @ black.T
    differ = np.diag(both)[:, None] + np.diag(both)[None, :] - 2 * both
    np.fill_diagonal(differ, SIDE * SIDE)
    a, b = np.unravel_index(differ.argmin(), differ.shape)
    assert differ[a, b] >= SIDE * SIDE / 200, (found[a], found[b], differ[a, b])


def boxes(face: Face, w: float, h: float) -> tuple[list[Box], list[Box]]:
    canvas = Canvas(w, h, least=11)
    with canvas.part("card", Box(0, 0, w, h)):
        draw_face(canvas, Box(0, 0, w, h), face)
    drawn = "".join(canvas.parts[0].lines)
    signs = [Box(float(x), float(y), 100 * float(s), 100 * float(s)) for x, y, s in PATH.findall(drawn)]
    texts = []
    for line in re.findall(r"<text.*?</text>", drawn):
        x, y, size, wide, _ = TEXT.match(line).groups()  # type: ignore[union-attr]
        left = float(x) - (
            float(wide) / 2 if 'anchor="middle"' in line else float(wide) if 'anchor="end"' in line else 0
        )
        texts.append((line, Box(left, float(y) - 0.75 * float(size), float(wide), 0.75 * float(size))))
    return signs, [box for line, box in texts if f">{face.emblem.amount}<" not in line]


@pytest.mark.parametrize("size", [(74, 92), (100, 140), (170, 236)])
def test_emblem__lies_on_no_text(size: tuple[int, int]) -> None:
    """Its marks leave name, kind, text and numbers free on small and large faces, of every fourth card."""
    shown = 0
    for entry in (entry for game in GAMES for entry in cards(game).entries[::4]):
        signs, texts = boxes(entry.face, *size)
        shown += bool(signs)
        for sign in signs:
            assert sign.x >= -1 and sign.right <= size[0] + 1, entry.id
            for text in texts:
                apart = sign.bottom <= text.y + 1 or text.bottom <= sign.y + 1
                assert apart or sign.right <= text.x + 1 or text.right <= sign.x + 1, (entry.id, sign, text)
    assert shown > 40
