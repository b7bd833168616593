"""The middle of the table: monsters, shop, rooms, decks and piles."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.view import words
from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, SMALL, Box, Canvas
from fs_env.drawing.parts import FLAT, ROOMY, TIGHT, Fit, Tile, badge, hearts, panel, pile, places, tiles

GAP = 8.0
WIDE = Fit(148, 210, 88, 3, BODY)
CROWDED = Fit(100, 124, 88, 3, SMALL)
LINE = Fit(150, 330, 25, 1, SMALL)
LOWEST, HIGHEST = 1, 6  # of a die
KNOWN = 2  # places of a deck that are named


def draw_monsters(canvas: Canvas, box: Box, view: dict[str, Any]) -> None:
    """The monster slots; the monster that is attacked has a thick edge."""
    inside = panel(canvas, box, "monsters")
    shown = view["monsters"]
    fit, found = places(inside, len(shown), (WIDE, CROWDED, LINE), GAP)
    for monster, where in zip(shown, found, strict=False):
        empty = monster["card"] is None
        with canvas.mark(f"slot:{monster['card'] or 'empty'}", "" if empty else words.name(monster["card"])):
            if fit is LINE:
                _monster_line(canvas, where, monster)
            else:
                _monster(canvas, where, monster, fit)


def _name(monster: dict[str, Any]) -> str:
    return words.name(monster["card"], monster["shows"])


def _roll(monster: dict[str, Any]) -> str:
    return f"{max(LOWEST, min(HIGHEST, monster['evasion']))}+"


def _edge(canvas: Canvas, box: Box, monster: dict[str, Any]) -> None:
    chosen = monster["attacked"]
    canvas.rect(box, "card", "asked" if chosen else "line", thick=3 if chosen else 1)


def _monster(canvas: Canvas, box: Box, monster: dict[str, Any], fit: Fit) -> None:
    if monster["card"] is None:
        canvas.rect(box, None, "line", dash="4 3")
        middle = box.y + box.h / 2 + 5
        canvas.text(box.x + box.w / 2, middle, "empty", size=BODY, color="soft", anchor="middle")
        return
    _edge(canvas, box, monster)
    inside = box.inset(8, 6)
    lines = fonts.wrap(_name(monster), inside.w, fit.size + 1, True, 2)
    canvas.lines(inside.x, inside.y + 14, lines, 17, size=fit.size + 1, bold=True, room=inside.w)
    y = inside.bottom - 22
    hearts(canvas, inside.x, y, monster["hp"], monster["max_hp"], 16 if fit is WIDE else 12)
    notes = [word for word in ("attacked", "dying") if monster[word]]
    if monster["counters"]:
        notes.append(f"counters {monster['counters']}")
    if monster["covered"]:
        notes.append(f"{len(monster['covered'])} under")
    x = inside.x
    x += canvas.text(x, inside.bottom - 2, _roll(monster), size=15, bold=True) + 4
    x += canvas.text(x, inside.bottom - 2, "to hit" if fit is WIDE else "hit", size=SMALL, color="soft") + 10
    x += canvas.text(x, inside.bottom - 2, str(monster["attack"]), size=15, bold=True) + 4
    canvas.text(x, inside.bottom - 2, "attack" if fit is WIDE else "att", size=SMALL, color="soft")
    if notes:
        canvas.text(inside.right, y - 17, " · ".join(notes), size=SMALL, color="asked", anchor="end", room=inside.w)


def _monster_line(canvas: Canvas, box: Box, monster: dict[str, Any]) -> None:
    if monster["card"] is None:
        canvas.rect(box, None, "line", dash="4 3")
        return
    _edge(canvas, box, monster)
    text = f"♥{monster['hp']}/{monster['max_hp']} {_roll(monster)} att {monster['attack']}"
    base, room = box.y + 17, box.w - 12
    canvas.text(box.right - 6, base, text, size=12, anchor="end", bold=True)
    canvas.text(box.x + 6, base, _name(monster), size=SMALL, room=max(10.0, room - fonts.width(text, 12, True) - 6))


def draw_shop(canvas: Canvas, box: Box, view: dict[str, Any]) -> None:
    """The shop, and the rooms where the game has them."""
    rooms = view["rooms"]["slots"]
    if rooms:
        box, right = box.columns(460, 200, gap=10)
        inside = panel(canvas, right, "rooms")
        cards = [Tile("empty") if room is None else _room(room) for room in rooms]
        tiles(canvas, inside, cards, (ROOMY, FLAT, TIGHT))
        if view["rooms"]["exchange"] != "no":
            badge(canvas, right.right - 10, right.y + 20, "exchange", "asked", 12)
    active = view["active_player"]
    price = view["players"][active]["price"] if 0 <= active < len(view["players"]) else None
    inside = panel(canvas, box, "shop" if price is None else f"shop, {price}¢ each")
    shown = [
        Tile("empty", True) if card is None else Tile(words.name(card), place=f"shop:{card}") for card in view["shop"]
    ]
    tiles(canvas, inside, shown)


def _room(room: dict[str, Any]) -> Tile:
    return Tile(words.name(room["card"]), room["turned"], "", "soft", room["counters"], f"room:{room['card']}")


def draw_decks(canvas: Canvas, box: Box, view: dict[str, Any]) -> None:
    """Decks with what is known of their order, discard piles with their top card, and bonus souls."""
    inside = panel(canvas, box)
    rooms, souls = view["rooms"], view["bonus_souls"]
    lines = 2 if souls else 0
    n = len(view["decks"]) + bool(rooms["slots"])
    step = (inside.h - 16 * lines) / n
    y = inside.y
    for name, deck in view["decks"].items():
        pile(canvas, Box(inside.x, y, inside.w, step - 2), name, deck["size"], _deck(deck, view["viewer"] is None))
        y += step
    if rooms["slots"]:
        top = f"discard {len(rooms['discard'])}" + (f": {words.name(rooms['discard'][0])}" if rooms["discard"] else "")
        pile(canvas, Box(inside.x, y, inside.w, step - 2), "room", rooms["deck_size"], [top])
        y += step
    if souls:
        text = "bonus: " + ", ".join(words.name(card).removeprefix("Soul of ") for card in souls)
        found = fonts.wrap(text, inside.w, SMALL, False, 2)
        canvas.lines(inside.x, inside.bottom - 16 * len(found) + 14, found, 16, size=SMALL, color="soul", room=inside.w)


def _deck(deck: dict[str, Any], everything: bool) -> list[str]:
    pile = deck["discard"]
    lines = [f"discard {len(pile)}" + (f": {words.name(pile[0])}" if pile else "")]
    lines += [f"#{entry['place']} {words.name(entry['card'])}" for entry in deck["known"][:KNOWN]]
    if len(deck["known"]) > KNOWN and not everything:
        lines[-1] += f" +{len(deck['known']) - KNOWN}"
    return lines
