"""The table of Castles of Caleira as a drawing: castles and hands of the players, deck, piles and effects."""

from __future__ import annotations

from typing import Any, NamedTuple

from fs_env.core.castles_of_caleira.cards import CARDS, NAMES
from fs_env.core.castles_of_caleira.text import PLACES
from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, SMALL, Box, Canvas, Rows
from fs_env.drawing.heading import Heading
from fs_env.drawing.parts import FLAT, TIGHT, Fit, Tile, back, backs, badge, panel, pile, places, tiles
from fs_env.drawing.seats import Names, seats_round
from fs_env.drawing.themes import seat_color

WIDTH, HEIGHT = 1200, 720
MARGIN = 10.0
HEAD = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, 64)
MAIN, SIDE = Box(MARGIN, 84, 880, 626), Box(900, 84, 290, 626)
ABOVE, MIDDLE, BELOW = MAIN.rows(246, 114, 246, gap=MARGIN)
EFFECTS, FACTS = SIDE.rows(300, 316, gap=MARGIN)
NARROW = 520.0  # width of a drawing for phones
CASTLE = (
    Fit(128, 170, 76, 3, 17),
    Fit(104, 150, 56, 2, BODY),
    Fit(84, 104, 42, 2, SMALL),
    Fit(84, 104, 24, 1, SMALL),
    Fit(64, 84, 20, 1, 11),
)
SMALLEST = 0.7  # of the usual size: letters of the longest names
POINTS = {card.name: card.points for card in CARDS}
DOWN, UP, GONE = PLACES


class Places(NamedTuple):
    """Where each part of a drawing is."""

    head: Box
    players: list[Box]
    decks: Box
    stack: Box
    notes: Box


def _reader(view: dict[str, Any]) -> int | None:
    readers = [seat for seat, player in enumerate(view["players"]) if player["hand"] is not None]
    return readers[0] if len(readers) == 1 else None


def round_the_table(view: dict[str, Any]) -> Places:
    """The places of the usual drawing."""
    players = seats_round(ABOVE, BELOW, view["num_players"], _reader(view), MARGIN)
    return Places(HEAD, players, MIDDLE, EFFECTS, FACTS)


def one_below_another(view: dict[str, Any], names: Names) -> Places:
    """The places of a narrow drawing: what is asked, the reader, the effects, the others round the table, the deck."""
    rows = Rows(MARGIN, MARGIN, NARROW - 2 * MARGIN)
    head = rows.next(_heading(view, names).height(rows.w, 50))  # the rest rarely moves
    n, first = view["num_players"], _reader(view) or 0
    seated = {first: rows.next(280)}
    stack = rows.next(150)
    seated |= {(first + k) % n: rows.next(280) for k in range(1, n)}
    return Places(head, [seated[seat] for seat in range(n)], rows.next(230), stack, rows.next(200))


def lay_out(view: dict[str, Any], names: Names, *, marked: bool = False, narrow: bool = False) -> Canvas:
    """The drawing of a JSON view of Castles of Caleira; `narrow`: 520 units wide, for phones."""
    at = one_below_another(view, names) if narrow else round_the_table(view)
    width, height = (NARROW, at.notes.bottom + MARGIN) if narrow else (WIDTH, HEIGHT)
    canvas = Canvas(width, height, names.put(view["decision"]["text"]), marked=marked)
    with canvas.part("head", at.head):
        _heading(view, names).draw(canvas, at.head, narrow)
    for seat, box in enumerate(at.players):
        with canvas.part(f"player-{seat}", box):
            _player(canvas, box, seat, view, names)
    with canvas.part("decks", at.decks):
        _decks(canvas, at.decks, view, narrow)
    with canvas.part("stack", at.stack):
        _effects(canvas, at.stack, view, names)
    with canvas.part("notes", at.notes):
        _facts(canvas, at.notes, view, names)
    return canvas


def _heading(view: dict[str, Any], names: Names) -> Heading:
    about = f"turn {view['turn']} · turn of player_{view['turn_player']} · decision {view['decisions']}"
    return Heading(view["decision"]["player"], names.put(view["decision"]["text"]), names.put(about))


def _player(canvas: Canvas, box: Box, seat: int, view: dict[str, Any], names: Names) -> None:
    player, asked = view["players"][seat], view["decision"]["player"] == seat
    color = seat_color(seat)
    with canvas.mark(f"player:{seat}"):
        canvas.rect(box, "panel", "asked" if asked else "line", r=8, thick=3 if asked else 1)
    canvas.rect(Box(box.x + 2, box.y + 10, 5, box.h - 20), color, r=2.5)
    inside = Box(box.x + 16, box.y + 8, box.w - 26, box.h - 18)
    end = inside.right
    for word, holds, fill in (
        ("decides", asked, "asked"),
        ("won", seat in view["winners"], "soul"),
        ("turn", seat == view["turn_player"], "soft"),
        ("out", player["out"], "heart"),
    ):
        if holds:
            end = badge(canvas, end, inside.y + 15, word, fill)
    points = f"{player['points']} point{'' if player['points'] == 1 else 's'}"
    wide = fonts.width(points, 17, True)
    canvas.text(end - 4, inside.y + 17, points, size=17, bold=True, color="soul", anchor="end")
    canvas.text(
        inside.x,
        inside.y + 17,
        names.of(seat),
        size=18,
        bold=True,
        color=color,
        room=end - wide - 14 - inside.x,
    )
    y = inside.y + 30
    canvas.text(inside.x, y + 17, f"hand {player['hand_size']}", size=SMALL, color="soft")
    hand = Box(inside.x + 56, y, inside.w - 56, 25)
    if player["hand"] is None:
        backs(canvas, hand, player["hand_size"])
    else:
        tiles(
            canvas,
            hand,
            [Tile(name, mark=str(POINTS[name]), place=f"hand:{seat}:{name}") for name in player["hand"]],
            (FLAT, TIGHT),
        )
    pieces = [piece for piece in view["pieces"] if piece["owner"] == seat and piece["place"] != GONE]
    castle = Box(inside.x, y + 36, inside.w, inside.bottom - y - 36)
    if not pieces:
        canvas.text(castle.x, castle.y + 14, "no castle yet", size=SMALL, color="soft")
    fit, found = places(castle, len(pieces), CASTLE)
    for piece, where in zip(pieces, found, strict=False):
        with canvas.mark(f"piece:{piece['piece']}", piece["card"] or ""):
            _piece(canvas, where, piece, fit, view)


def _piece(canvas: Canvas, box: Box, piece: dict[str, Any], fit: Fit, view: dict[str, Any]) -> None:
    """A piece of a castle: by name with its points if it is open, as a back with what the reader knows of it if not."""
    decision = view["decision"]
    chosen = piece["piece"] in (decision["effect"], decision["picked"])
    down = piece["place"] == DOWN
    canvas.rect(box, "used" if down else "card", "asked" if chosen else "line", thick=3 if chosen else 1)
    sign = f"{piece['piece']}"
    canvas.text(box.x + 6, box.y + 14, sign, size=11, bold=True, color="soft")
    left = box.x + 8 + fonts.width(sign, 11, True)
    end = box.right - 6
    if down:
        w = min(18.0, box.h * 0.4)
        back(canvas, Box(end - w, box.y + 5, w, min(box.h - 10, w * 1.4)))
        end -= w + 4
    else:
        points = str(POINTS[piece["card"]])
        canvas.text(end, box.y + 16, points, size=15, bold=True, color="soul", anchor="end")
        end -= fonts.width(points, 15, True) + 4
    name = piece["card"] or "face down"
    ink = "soft" if down else "ink"
    if fit.lines == 1:
        canvas.text(left, box.y + box.h / 2 + 5, name, size=fit.size, color=ink, room=end - left)
        return
    room = end - left
    widest = max(fonts.width(word, fit.size) for word in name.split())
    size = round(fit.size * min(1.0, max(SMALLEST, room / widest)) - 0.05, 1)
    lines = fonts.wrap(name, room, size, False, fit.lines)
    note = "suppressed" if piece["suppressed"] else _known(piece, view) if down else ""
    if note and fit.h > 50:
        canvas.text(box.x + 6, box.bottom - 6, note, size=11, color="asked", room=box.w - 12)
    canvas.lines(left, box.y + 2 + fit.size, lines, size + 2, size=size, color=ink, room=room)


def _known(piece: dict[str, Any], view: dict[str, Any]) -> str:
    others = [seat for seat in piece["known_to"] if seat != piece["owner"]]
    return "seen by " + ", ".join(str(seat) for seat in others) if others and view["num_players"] else ""


def _decks(canvas: Canvas, box: Box, view: dict[str, Any], narrow: bool) -> None:
    inside = panel(canvas, box)
    left, right = inside.rows(84, 126, gap=6) if narrow else inside.columns(240, 620, gap=14)
    top = ["on top: " + ", ".join(view["deck_top"])] if view["deck_top"] else []
    if view["removed"]:
        top.append("removed: " + ", ".join(view["removed"]))
    lines = [line for text in top for line in fonts.wrap(text, left.w - 42, SMALL, False, 2)]
    pile(canvas, left, "deck", view["deck_size"], lines)
    canvas.text(right.x, right.y + 12, f"discard pile: {len(view['discard'])}", size=SMALL, bold=True, color="soft")
    counts = [(name, view["discard"].count(name)) for name in NAMES if name in view["discard"]]
    shown = [Tile(name, mark=f"×{n}" if n > 1 else "", place=f"discard:{name}") for name, n in counts]
    tiles(canvas, Box(right.x, right.y + 20, right.w, right.h - 20), shown, (FLAT, TIGHT))


def _effects(canvas: Canvas, box: Box, view: dict[str, Any], names: Names) -> None:
    """The effect that is resolved, then those that wait, first one first."""
    inside = panel(canvas, box, "effects, the first one is next")
    decision, waiting = view["decision"], view["pending"]
    rungs = [("→", decision["effect"])] if decision["effect"] is not None else []
    rungs += [(str(k), piece) for k, piece in enumerate((p for p in waiting if p != decision["effect"]), 1)]
    if not rungs:
        canvas.text(inside.x, inside.y + 16, "none", size=14, color="soft")
    y = inside.y
    for k, (sign, piece) in enumerate(rungs):
        if y + 34 > inside.bottom and k < len(rungs):
            canvas.text(inside.x + 26, inside.bottom, f"+{len(rungs) - k} more", size=SMALL, color="soft")
            return
        shown = view["pieces"][piece - 1]
        color = "asked" if sign == "→" else seat_color(shown["owner"])
        where = Box(inside.x + 26, y, inside.w - 26, 28)
        canvas.rect(where, "card", "asked" if sign == "→" else "line")
        canvas.rect(Box(where.x, y, 5, 28), seat_color(shown["owner"]), r=2)
        canvas.circle(inside.x + 10, y + 14, 10, color)
        canvas.text(inside.x + 10, y + 18, sign, size=12, bold=True, color="bright", anchor="middle", room=18)
        text = f"{piece}. {shown['card'] or 'face down'} of {names.of(shown['owner'])}"
        canvas.text(where.x + 11, y + 19, text, size=14, room=where.w - 16)
        y += 34


def _facts(canvas: Canvas, box: Box, view: dict[str, Any], names: Names) -> None:
    """Draws the choices so far, and the remembered cards of hands."""
    decision = view["decision"]
    lines = []
    if decision["picked"] is not None:
        lines.append(f"chosen: piece {decision['picked']}")
    if decision["partner"] is not None:
        lines.append(f"exchange with {names.of(decision['partner'])}")
    if decision["offer"] is not None:
        lines.append(f"offered: {decision['offer']}")
    for fact in view["held"]:
        holders = " or ".join(f"player_{seat}" for seat in fact["held_by"])
        where = f"{fact['card']} is held by {holders}, or lies face down since piece {fact['or_piece_from']}"
        lines.append(names.put(f"player_{fact['known_to']} knows: {where}"))
    inside = panel(canvas, box, "known and chosen" if lines else "nothing else is known")
    y = inside.y + 12
    for text in lines:
        for line in fonts.wrap(text, inside.w, 14, False, 3):
            if y > inside.bottom:
                return
            canvas.text(inside.x, y, line, size=14, room=inside.w)
            y += 17
        y += 4
