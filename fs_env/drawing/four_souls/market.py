"""The middle of the table: monsters, shop, rooms, decks and piles."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.view import words
from fs_env.drawing.canvas import SMALL, Box, Canvas
from fs_env.drawing.card_layout import GAP, Columns, Laid, lay_cards
from fs_env.drawing.face import Face
from fs_env.drawing.four_souls.card import shown, to_hit
from fs_env.drawing.layout import Same
from fs_env.drawing.parts import badge, panel, pile
from fs_env.drawing.signs import Emblem

Plain = dict[str, Any]
EMPTY = Face("empty", color="soft", emblem=Emblem("tile"), down=True)
KNOWN = 2  # places of a deck that are named
NARROW = Columns(3, 130.0, 260.0)  # of cards on a narrow drawing
LOW = 120.0  # height of the decks below which bonus souls have no room
ROW = 60.0  # height below which decks are beside one another
HEADING = 32.0  # room above the cards of a panel, and below them


def monsters(view: Plain) -> list[Laid]:
    return [_monster(monster) for monster in view["monsters"]]


def _monster(monster: Plain) -> Laid:
    if monster["card"] is None:
        return Laid(EMPTY, "slot:empty")
    notes = [word for word in ("attacked", "dying") if monster[word]]
    notes += [f"{len(monster['covered'])} more below"] if monster["covered"] else []
    face = shown(
        monster["card"],
        monster["shows"],
        hp=f"{monster['hp']}/{monster['max_hp']}",
        hits=to_hit(monster["evasion"]),
        attack=str(monster["attack"]),
        counters=monster["counters"],
        notes=tuple(notes),
        chosen=monster["attacked"],
        under=len(monster["covered"]),
    )
    return Laid(face, f"slot:{monster['card']}", words.name(monster["card"], monster["shows"]))


def shop(view: Plain) -> list[Laid]:
    return [Laid(EMPTY) if one is None else Laid(shown(one), f"shop:{one}", words.name(one)) for one in view["shop"]]


def rooms(view: Plain) -> list[Laid]:
    return [
        Laid(EMPTY)
        if room is None
        else Laid(
            shown(room["card"], turned=room["turned"], counters=room["counters"]),
            f"room:{room['card']}",
            words.name(room["card"]),
        )
        for room in view["rooms"]["slots"]
    ]


def shop_title(view: Plain) -> str:
    active = view["active_player"]
    price = view["players"][active]["price"] if 0 <= active < len(view["players"]) else None
    return "shop" if price is None else f"shop, {price}¢ each"


def group_height(cards: list[Laid], w: float, least: float) -> float:
    return HEADING + 8 + max(0.0, NARROW.height(cards, w - 20, least) - GAP)


def group(title: str, cards: list[Laid], narrow: bool) -> Same:
    return Same((title, tuple(cards), narrow), lambda c, box: draw_group(c, box, title, cards, narrow))


def draw_group(canvas: Canvas, box: Box, title: str, cards: list[Laid], narrow: bool) -> None:
    inside = panel(canvas, box, title)
    if narrow:
        NARROW.draw(canvas, inside.x, inside.y + 4, inside.w, cards)
    else:
        lay_cards(canvas, inside, cards)


def draw_rooms(canvas: Canvas, box: Box, view: Plain, narrow: bool) -> None:
    draw_group(canvas, box, "rooms", rooms(view), narrow)
    if view["rooms"]["exchange"] != "no":
        badge(canvas, box.right - 10, box.y + 20, "exchange", "asked", canvas.least)


def decks_height(view: Plain, deck: float) -> float:
    souls = view["bonus_souls"]
    return (
        20 + deck * (len(view["decks"]) + bool(view["rooms"]["slots"])) + (SMALL + 3) * (1 + len(souls)) * bool(souls)
    )


def decks(view: Plain) -> Same:
    held = view["rooms"]
    key = [(name, deck["size"], *_deck(deck, view["viewer"] is None)) for name, deck in view["decks"].items()]
    room = bool(held["slots"]), held["deck_size"], len(held["discard"]), *held["discard"][:1]
    return Same((*key, room, tuple(view["bonus_souls"])), lambda c, box: draw_decks(c, box, view))


def draw_decks(canvas: Canvas, box: Box, view: Plain) -> None:
    inside = panel(canvas, box) if box.h >= ROW else box.inset(6, 2)
    held, souls = view["rooms"], view["bonus_souls"] if box.h >= LOW else []
    line, n = canvas.least + 3, len(view["decks"]) + bool(held["slots"])
    high = inside.h - line * (1 + len(souls)) * bool(souls)
    step = Box(inside.x, inside.y, inside.w, high / n - 2)
    rows = (
        [step._replace(y=inside.y + k * high / n) for k in range(n)]
        if box.h >= ROW
        else inside.columns(*[1] * n, gap=4)
    )
    for where, (name, deck) in zip(rows, view["decks"].items(), strict=False):
        pile(canvas, where, name, deck["size"], _deck(deck, view["viewer"] is None))
    if held["slots"]:
        top = f"discard {len(held['discard'])}" + (f": {words.name(held['discard'][0])}" if held["discard"] else "")
        pile(canvas, rows[-1], "room", held["deck_size"], [top])
    if souls:
        y = inside.bottom - line * len(souls)
        canvas.heading(inside.x, y - 3, "bonus souls")
        for card in souls:
            with canvas.mark(f"bonus:{card}", words.name(card)):
                canvas.rect(Box(inside.x, y + 2, 4, line - 3), "soul", r=2)
                canvas.text(inside.x + 10, y + canvas.least, words.name(card), size=canvas.least, room=inside.w - 10)
            y += line


def piles(view: Plain) -> list[tuple[str, list[str]]]:
    found = {**view["decks"], **({"room": view["rooms"]} if view["rooms"]["slots"] else {})}
    return [(f"{name} discard", [words.name(card) for card in deck["discard"]]) for name, deck in found.items()]


def _place(place: int, size: int) -> str:
    return {1: "on top", size: "at the bottom", 2: "below it"}.get(place, f"{place}. from the top")


def _deck(deck: Plain, everything: bool) -> list[str]:
    pile = deck["discard"]
    lines = [f"discard {len(pile)}" + (f": {words.name(pile[0])}" if pile else "")]
    lines += [f"{_place(entry['place'], deck['size'])}: {words.name(entry['card'])}" for entry in deck["known"][:KNOWN]]
    if len(deck["known"]) > KNOWN and not everything:
        lines[-1] += f" +{len(deck['known']) - KNOWN}"
    return lines
