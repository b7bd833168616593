"""A player's place: character, hit points, coins, souls, hand, and the cards in play."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.view import words
from fs_env.core.four_souls.view.screen import UNLIMITED
from fs_env.drawing.canvas import SMALL, Box, Canvas
from fs_env.drawing.parts import FLAT, TIGHT, TINY, Tile, backs, badge, hearts, places, tiles
from fs_env.drawing.seats import Names
from fs_env.drawing.themes import seat_color

HAND = (FLAT, TIGHT, TINY)
SOULS = 4  # win the game


def draw_player(
    canvas: Canvas, box: Box, player: dict[str, Any], view: dict[str, Any], names: Names, asked: bool
) -> None:
    """The place of one player; that of the player who decides has a thick edge."""
    color = seat_color(player["player"])
    with canvas.mark(f"player:{player['player']}"):
        canvas.rect(box, "panel", "asked" if asked else "line", r=8, thick=3 if asked else 1)
    canvas.rect(Box(box.x + 2, box.y + 10, 5, box.h - 20), color, r=2.5)
    inside = Box(box.x + 16, box.y + 8, box.w - 26, box.h - 14)
    end = _badges(canvas, inside, player, view, asked)
    name = names.of(player["player"])
    wide = canvas.text(inside.x, inside.y + 17, name, size=18, bold=True, color=color, room=(end - inside.x) * 0.6)
    character = words.name(player["character"]) + (" ↷" if player["turned"] else "")
    if player["promises_kept"] or player["promises_broken"]:
        character += f" · kept {player['promises_kept']}, broken {player['promises_broken']}"
    left = inside.x + wide + 8
    canvas.text(left, inside.y + 17, character, size=16, color="soft" if player["turned"] else "ink", room=end - left)
    _numbers(canvas, inside, player)
    y = inside.y + 54
    bottom = inside.bottom
    if player["player"] == view["active_player"] and view["phase"] != "setup":
        text = allowance(player)
        canvas.text(inside.x, bottom - 2, text, size=SMALL, color="soft", room=inside.w)
        bottom -= 18
    y = _hand(canvas, Box(inside.x, y, inside.w, 56), player) + 8
    cards = in_play(player)
    if cards:
        tiles(canvas, Box(inside.x, y, inside.w, bottom - y), cards)
    else:
        canvas.text(inside.x, y + 14, "no cards in play", size=SMALL, color="soft")


def _badges(canvas: Canvas, inside: Box, player: dict[str, Any], view: dict[str, Any], asked: bool) -> float:
    """Draws the badges of a player, such as "decides", from the right; returns where there is room again."""
    end = inside.right
    for word, holds, color in (
        ("decides", asked, "asked"),
        ("won", player["player"] in view["winners"], "soul"),
        ("active", player["player"] == view["active_player"], "soft"),
        ("dead", player["dead"], "heart"),
        ("dying", player["dying"] and not player["dead"], "heart"),
        ("locked", player["locked"], "soft"),
    ):
        if holds:
            end = badge(canvas, end, inside.y + 15, word, color)
    return end


def _numbers(canvas: Canvas, inside: Box, player: dict[str, Any]) -> None:
    """Hit points, attack, coins and souls on a line."""
    y = inside.y + 42
    x = hearts(canvas, inside.x, y, player["hp"], player["max_hp"], 18) + 14
    for label, text, color in (
        ("attack", str(player["attack"]), "ink"),
        ("", f"{player['coins']}¢", "coin"),
    ):
        x += canvas.text(x, y, label, size=SMALL, color="soft") + 4 if label else 0
        x += canvas.text(x, y, text, size=17, bold=True, color=color) + 14
    x += canvas.text(x, y, str(player["hand_size"]), size=17, bold=True) + 4
    x += canvas.text(x, y, "in hand", size=SMALL, color="soft") + 14
    souls = player["souls"]
    pips = "◆" * min(souls, SOULS) + "◇" * max(0, SOULS - souls)
    x += canvas.text(x, y, pips, size=17, color="soul") + 4
    x += canvas.text(x, y, str(souls), size=17, bold=True, color="soul") + 14
    notes = []
    if player["roll_bonus"]:
        notes.append(f"rolls {player['roll_bonus']:+d}")
    for name, label in (("skip_turns", "skips turns"), ("extra_turns", "extra turns")):
        if player[name]:
            notes.append(f"{label} {player[name]}")
    if notes and inside.right - x > 40:
        canvas.text(x, y, ", ".join(notes), size=SMALL, color="soft", room=inside.right - x)


def _hand(canvas: Canvas, box: Box, player: dict[str, Any]) -> float:
    """The hand: known cards by name, the others as backs; returns where it ends."""
    known, hidden, room = player["hand"], player["hand_size"] - len(player["hand"]), box
    if not player["hand_size"]:
        canvas.text(box.x, box.y + 17, "no cards in hand", size=SMALL, color="soft")
    if hidden:
        if not known:
            backs(canvas, Box(room.x, room.y, room.w, 25), hidden)
            return room.y + 25
        wide = min(120.0, 30 + 12.0 * hidden)
        backs(canvas, Box(room.right - wide, room.y, wide, 25), hidden)
        room = Box(room.x, room.y, room.w - wide - 8, room.h)
    if not known:
        return room.y + 25
    fits = HAND if len(places(Box(*room[:3], 25), len(known), (FLAT,))[1]) < len(known) else (FLAT,)
    end = tiles(
        canvas,
        room,
        [Tile(words.name(card), color="back", place=f"hand:{player['player']}:{card}") for card in known],
        fits,
    )
    return max(end, room.y + 25)


def in_play(player: dict[str, Any]) -> list[Tile]:
    """Items, curses and souls as tiles."""
    seat = player["player"]
    cards = [_item(item, "", seat) for item in player["items"]]
    cards += [_item(curse, "heart", seat) for curse in player["curses"]]
    for soul in player["soul_cards"]:
        value = soul["value"]
        mark = "◆" * value if value <= 2 else f"◆{value}"
        cards.append(Tile(words.name(soul["card"]), mark=mark, color="soul", place=f"soul:{seat}:{soul['card']}"))
    if player["innate_souls"]:
        cards.append(Tile("of the character", mark="◆" * player["innate_souls"], color="soul"))
    return cards


def _item(item: dict[str, Any], color: str, seat: int) -> Tile:
    name = words.name(item["card"], item["shows"])
    eternal = "∞" if item["eternal"] else ""
    return Tile(name, item["turned"], eternal, color, item["counters"], f"item:{seat}:{item['card']}")


def allowance(player: dict[str, Any]) -> str:
    """Loot plays, attacks and purchases of the active player in this turn, used and allowed, as text."""
    used = [
        f"{label} {player[f'{key}_used']} of {'any' if player[key] >= UNLIMITED else player[key]}"
        for label, key in (("loot plays", "loot_plays"), ("attacks", "attacks"), ("purchases", "purchases"))
    ]
    used[2] += f" at {player['price']}¢"
    if player["extra_loot_plays"]:
        used.append(f"extra loot plays {player['extra_loot_plays']}")
    if player["deck_attacks"]:
        used.append(f"attacks on the deck {player['deck_attacks']}")
    return " · ".join(used)
