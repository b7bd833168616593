"""A player's place: a strip with name, hit points, coins and souls, and below it the hand and the cards in play."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.view import words
from fs_env.core.four_souls.view.screen import UNLIMITED
from fs_env.drawing import fonts
from fs_env.drawing.canvas import SHRINK, SMALL, Box, Canvas
from fs_env.drawing.card_layout import Laid
from fs_env.drawing.face import Face
from fs_env.drawing.four_souls.card import shown
from fs_env.drawing.parts import badges, frame, hand_size, hearts
from fs_env.drawing.seats import Names
from fs_env.drawing.shapes import sword
from fs_env.drawing.signs import Emblem
from fs_env.drawing.themes import seat_color

Plain = dict[str, Any]
SOULS = 4  # win the game
SHORT, TIGHT = 170.0, 200.0  # width of a line below which only hit points, coins and souls have room, and one heart
OWN = Face("of the character", "flame", "soul", Emblem("flame"), "soul")


def draw_strip(canvas: Canvas, box: Box, player: Plain, view: Plain, names: Names, asked: bool) -> None:
    seat, wide = player["player"], box.h < 60
    color = seat_color(seat)
    frame(canvas, box, seat, asked)
    inside = Box(box.x + 16, box.y + 5, box.w - 26, box.h - 10)
    base = inside.y + 17
    state = (
        ("decides", asked and inside.w >= SHORT, "asked"),
        ("won", seat in view["winners"], "soul"),
        ("active", seat == view["active_player"] and not view["winners"] and view["decision"] is not None, "soft"),
        ("dead", player["dead"], "heart"),
        ("dying", player["dying"] and not player["dead"], "heart"),
        ("locked", player["locked"], "soft"),
    )
    end = badges(canvas, inside.right, base - 4, SMALL if inside.w >= SHORT else canvas.least, state)
    x, share = inside.x, 0.7 if inside.w >= SHORT else 1.0  # of the name
    x += canvas.text(x, base, names.of(seat), size=18, bold=True, color=color, room=max(30.0, (end - x) * share)) + 8
    character = words.name(player["character"])
    stored, broken = player["promises_kept"], player["promises_broken"]
    shown = [f" · kept {stored}, broken {broken}", f" · kept {stored} of {stored + broken}"] if stored or broken else []
    fitting = (one for one in shown if fonts.width(character + one, 15) * SHRINK <= end - x)
    canvas.text(x, base, character + next(fitting, ""), size=15, color="soft", room=max(0.0, end - x))
    _numbers(canvas, Box(inside.x, inside.bottom - (3 if wide else 5), inside.w, 0), player)


def _numbers(canvas: Canvas, line: Box, player: Plain) -> None:
    y, apart = line.y, 13 if line.w >= 250 else 6
    life, x, souls = f"♥{player['hp']}/{player['max_hp']}", line.x, player["souls"]
    if line.w < SHORT:
        facts = life, f"{player['coins']}¢", f"◆{souls}"
        size = next((one for one in (16, 14) if fonts.width("".join(facts), one, True) + 10 <= line.w), canvas.least)
        for text, color in zip(facts, ("heart", "coin", "soul"), strict=True):
            x += canvas.text(x, y, text, size=size, bold=True, color=color) + 5
        return
    if line.w < TIGHT:
        x += canvas.text(x, y, life, size=15, bold=True, color="heart") + apart
    else:
        x = hearts(canvas, x, y, player["hp"], player["max_hp"], 16) + apart
    sword(canvas, x, y + 1, 15, "heart")
    x += 17 + canvas.text(x + 17, y, str(player["attack"]), size=16, bold=True) + apart
    x += canvas.text(x, y, f"{player['coins']}¢", size=16, bold=True, color="coin") + apart
    with canvas.mark(f"back:{player['player']}"):
        x = hand_size(canvas, x, y, player["hand_size"]) + apart
    signs = "◆" * min(souls, SOULS) + "◇" * max(0, SOULS - souls)
    signs = signs if fonts.width(signs, 15) + 14 <= line.right - x else "◆"
    x += canvas.text(x, y, signs, size=15, color="soul") + 4
    x += canvas.text(x, y, str(souls), size=16, bold=True, color="soul") + apart
    notes = [f"rolls {player['roll_bonus']:+d}"] if player["roll_bonus"] else []
    for name, label in (("skip_turns", "skips {n} turn"), ("extra_turns", "{n} extra turn")):
        if player[name]:
            notes.append(label.format(n=player[name]) + "s" * (player[name] > 1))
    if notes and line.right - x > 40:
        canvas.text(x, y, ", ".join(notes), color="soft", size=canvas.least, room=line.right - x)


def hand(player: Plain) -> list[Laid]:
    seat = player["player"]
    return [Laid(shown(card), f"hand:{seat}:{card}", words.name(card)) for card in player["hand"]]


def in_play(player: Plain) -> list[Laid]:
    seat, cards = player["player"], []
    if player["character"] is not None:
        name = player["character"]
        face = shown(name, turned=player["turned"])
        cards.append(Laid(face, f"item:{seat}:{name}", words.name(name)))
    for item in player["items"] + player["curses"]:
        face = shown(
            item["card"], item["shows"], turned=item["turned"], eternal=item["eternal"], counters=item["counters"]
        )
        cards.append(Laid(face, f"item:{seat}:{item['card']}", words.name(item["card"], item["shows"])))
    for soul in player["soul_cards"]:
        face = as_soul(shown(soul["card"]), soul["value"])
        cards.append(Laid(face, f"soul:{seat}:{soul['card']}", words.name(soul["card"])))
    if player["innate_souls"]:
        cards.append(Laid(as_soul(OWN, player["innate_souls"])))
    return cards


def as_soul(face: Face, value: int) -> Face:
    return OWN.now(name=face.name, value="◆" * value if value <= 2 else f"◆{value}")


def allowance(player: Plain, own: bool) -> str:
    """What the active player may still do; `own`: it is the reader, or there is none, so that it needs no name."""
    left = []
    for label, key, extra in (
        ("loot play", "loot_plays", player["extra_loot_plays"]),
        ("attack", "attacks", 0),
        ("purchase", "purchases", 0),
    ):
        n = player[key] - player[f"{key}_used"] + extra
        many = "any number of" if player[key] >= UNLIMITED else str(n)
        price = f" ({player['price']}¢)" if key == "purchases" and own else ""
        if n > 0:
            left.append(f"{many} {label}{'' if many == '1' else 's'}{price}")
    if player["deck_attacks"]:
        left.append(f"{player['deck_attacks']} more on the monster deck")
    words = f"{', '.join(left) or 'no loot play, attack or purchase'} left"
    return words if own else f"player_{player['player']}: {words.removesuffix(' left')}"
