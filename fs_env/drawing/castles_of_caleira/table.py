"""The table of Castles of Caleira as a drawing: castles and hands of the players, deck, piles and effects."""

from __future__ import annotations

from functools import partial
from typing import Any

from fs_env.core.castles_of_caleira.cards import CARDS
from fs_env.drawing import fonts
from fs_env.drawing.canvas import SMALL, Box, Canvas
from fs_env.drawing.card_layout import GAP, Columns, Laid, lay_cards
from fs_env.drawing.castles_of_caleira.card import GONE, by_name, piece_face, points, walled
from fs_env.drawing.heading import Heading
from fs_env.drawing.layout import HEIGHT, LETTERS, MARGIN, WIDTH, Column, Draw, compose, player_boxes
from fs_env.drawing.parts import badges, frame, hand_size, panel, pile
from fs_env.drawing.player_cards import PlayerCards
from fs_env.drawing.seats import Names, seats_round
from fs_env.drawing.stage import Stage
from fs_env.drawing.themes import seat_color

Plain = dict[str, Any]
SIDE, FACTS, DECK = 236.0, 300.0, 150.0  # widths of the effects, of the facts and of the deck
READER = 0.52  # of the height for players, for the reader
MIDDLE, LOW = 190.0, 76.0  # height of the piles, and while nothing but the deck is there
STRIP = 42.0  # height of a player's strip
LOWEST = 50.0  # height of a face below which only its name and a number have room
SIZE = 14.0  # of the letters of effects and facts
DISCARDED, KNOWN = Columns(3, 76.0, 76.0), Columns(3, 104.0, 220.0)  # of a narrow drawing: piles of cards


def _reader(view: Plain) -> int | None:
    readers = [seat for seat, player in enumerate(view["players"]) if player["hand"] is not None]
    return readers[0] if len(readers) == 1 else None


def round_the_table(view: Plain, names: Names) -> dict[str, Box]:
    n, reader = view["num_players"], _reader(view)
    head = Heading.of_turn(view, names).box()
    top, high = head.bottom + MARGIN, HEIGHT - head.bottom - 2 * MARGIN
    whole = Box(MARGIN, top, WIDTH - 2 * MARGIN, high)
    facts = _facts(view, names)
    middle = MIDDLE if view["discard"] or _on_top(view) or _effects(view) or facts else LOW
    below = (high - middle - 2 * MARGIN) * (0.5 if reader is None else READER)
    above, between, own = whole.rows(high - middle - below - 2 * MARGIN, middle, below, gap=MARGIN)
    seats = seats_round(above, own, n, reader, MARGIN)
    sides = [SIDE, FACTS] if facts else [SIDE]
    decks, stack, *notes = between.columns(between.w - sum(sides) - MARGIN * len(sides), *sides, gap=MARGIN)
    last = notes[0] if notes else Box(stack.right, stack.y, 1, 1)
    return {"head": head, **player_boxes(seats, STRIP), "decks": decks, "stack": stack, "notes": last}


def one_below_another(view: Plain, names: Names, all_cards: list[PlayerCards]) -> dict[str, Box]:
    rows = Column()
    found = {"head": rows.next(Heading.of_turn(view, names).height(rows.w, LETTERS))}
    n, first = view["num_players"], _reader(view) or 0
    others, asked = [(first + k) % n for k in range(1, n)], view["decision"]["player"] == first
    theirs = asked and view["decision"]["question"] in ("target", "player")

    def add(*seats: int) -> None:
        for seat in seats:
            found.update(rows.player(seat, STRIP, all_cards[seat].height(rows.w, LETTERS)))

    if asked and view["decision"]["question"] == "order":
        found["decks"] = rows.next(_decks_height(view, rows.w))
    add(*(others if theirs else ()), first)
    found["stack"] = rows.next(40 + 34 * max(1, len(_effects(view))))
    add(*(() if theirs else others))
    if "decks" not in found:
        found["decks"] = rows.next(_decks_height(view, rows.w))
    lines = [line for fact in _facts(view, names) for line in fonts.wrap(fact, rows.w - 20, LETTERS)]
    return {**found, "notes": rows.next(44 + 20 * len(lines) if lines else 1.0)}


def _decks_height(view: Plain, w: float) -> float:
    high = DISCARDED.height(_discarded(view), w - 20, LETTERS) + KNOWN.height(_on_top(view), w - 20, LETTERS)
    return 88 + 30 + high


def lay_out(
    view: Plain, names: Names, *, marked: bool = False, narrow: bool = False, stage: Stage | None = None
) -> Canvas:
    all_cards = [_player_cards(seat, view, names) for seat in range(view["num_players"])]
    at = dict(stage.boxes) if stage else round_the_table(view, names)
    if narrow and not stage:
        at = one_below_another(view, names, all_cards)
    if stage and not _facts(view, names) and {"stack", "notes"} <= at.keys():
        stack = at["stack"]
        at["stack"] = Box(stack.x, stack.y, stack.w, at.pop("notes").bottom - stack.y)
    parts: dict[str, Draw] = {"head": lambda c, box: Heading.of_turn(view, names).draw(c, box, narrow)}
    for seat, cards in enumerate(all_cards):
        parts[f"player-{seat}"] = partial(_strip, seat=seat, view=view, names=names)
        parts[f"cards-{seat}"] = cards.drawn(narrow)
    parts["decks"] = lambda c, box: _decks(c, box, view, narrow)
    parts["stack"] = lambda c, box: _draw_effects(c, box, view, names)
    parts["notes"] = lambda c, box: _draw_facts(c, box, view, names)
    return compose(names.put(view["decision"]["text"]), at, parts, marked=marked, narrow=narrow, stage=stage)


def _strip(canvas: Canvas, box: Box, seat: int, view: Plain, names: Names) -> None:
    player, asked = view["players"][seat], view["decision"]["player"] == seat
    color = seat_color(seat)
    frame(canvas, box, seat, asked)
    base = box.y + box.h / 2 + 6
    words = (
        ("decides", asked, "asked"),
        ("won", seat in view["winners"], "soul"),
        ("turn", seat == view["turn_player"] and view["decision"]["player"] is not None, "soft"),
        ("out", player["out"], "heart"),
    )
    shown, x = points(player["points"]), box.x + 16
    low = box.w < 300 and box.h > 36  # two lines
    above = base - 9 * low
    end = badges(canvas, box.right - 10, above - 1, SMALL, words)
    room = end - x - (0 if low else fonts.width(shown, 17, True) + 80)
    wide = canvas.text(x, above, names.of(seat), size=18 - 2 * low, bold=True, color=color, room=max(30.0, room))
    x, base = (x, base + 8) if low else (x + wide + 14, base)
    x += canvas.text(x, base, shown, size=17 - 2 * low, bold=True, color="soul") + 14
    with canvas.mark(f"back:{seat}"):
        hand_size(canvas, x, base, player["hand_size"])


def _player_cards(seat: int, view: Plain, names: Names) -> PlayerCards:
    player, decision = view["players"][seat], view["decision"]
    hand = [Laid(by_name()[name], f"hand:{seat}:{name}", name) for name in player["hand"] or ()]
    chosen = (decision["effect"], decision["picked"])
    lying = [piece for piece in view["pieces"] if piece["owner"] == seat and piece["place"] != GONE]
    wall, seats = walled(lying), range(view["num_players"])
    faces = [piece_face(piece, piece["piece"] in chosen, names, seats, wall) for piece in lying]
    pieces = [Laid(face, f"piece:{one['piece']}", one["card"] or "") for face, one in zip(faces, lying, strict=True)]
    return PlayerCards.of(hand, pieces, seat == _reader(view), empty="no castle yet", title="castle")


def _discarded(view: Plain, loose: tuple[float, float] | None = None) -> list[Laid]:
    """The kinds of cards in the discard pile; with `loose` cards of a size all kinds, each with how many are there."""
    found = []
    for card in CARDS:
        n = view["discard"].count(card.name)
        value = f"{n} of {card.copies}" if loose else f"×{n}" if n > 1 else ""
        texts = () if loose and loose[1] < LOWEST else by_name()[card.name].texts
        face = by_name()[card.name].now(kind="", value=value, down=not n, texts=texts)
        if n or loose:
            found.append(Laid(face, f"discard:{card.name}", card.name))
    return found


def _on_top(view: Plain) -> list[Laid]:
    known = view["deck_top"] if _reader(view) is not None else []
    return [Laid(by_name()[name].now(kind=""), f"top:{k}", name) for k, name in enumerate(known, 1)]


def _decks(canvas: Canvas, box: Box, view: Plain, narrow: bool) -> None:
    inside, known, tall = panel(canvas, box), _on_top(view), narrow or bool(canvas.card) or box.h > 0.9 * box.w
    top_row = max(50.0, canvas.card[1]) if canvas.card else 72.0
    left, right = (
        inside.rows(top_row, inside.h - top_row - 8, gap=8)
        if tall
        else inside.columns(DECK, inside.w - DECK - 14, gap=14)
    )
    top = ["on top: " + ", ".join(view["deck_top"])] if view["deck_top"] and not known else []
    if view["removed"]:
        top.append("removed: " + ", ".join(view["removed"]))
    if canvas.card and known:
        top.append("on top, in order:")
    pile(canvas, left, "deck", view["deck_size"], top)
    if canvas.card:
        lay_cards(canvas, left.columns(1, 1, gap=GAP)[1], known)
    elif known and narrow:
        end = KNOWN.draw(canvas, right.x, right.y, right.w, known)
        right = Box(right.x, end, right.w, right.bottom - end)
    elif known:
        seen, right = right.columns(len(known), max(2, len(_discarded(view))), gap=14)
        canvas.heading(seen.x, seen.y + 12, "top of the deck" + ", in order" * (len(known) > 1), seen.w)
        lay_cards(canvas, Box(seen.x, seen.y + 22, seen.w, seen.h - 22), known)
    canvas.heading(right.x, right.y + 12, f"discard pile: {len(view['discard'])}")
    cards, room = _discarded(view, canvas.card), Box(right.x, right.y + 22, right.w, right.h - 22)
    if narrow:
        DISCARDED.draw(canvas, room.x, room.y, room.w, cards)
    else:
        lay_cards(canvas, room, cards)


def _effects(view: Plain) -> list[tuple[str, int]]:
    decision = view["decision"]
    found = [("→", decision["effect"])] if decision["effect"] is not None else []
    return found + [(str(k), one) for k, one in enumerate((p for p in view["pending"] if p != decision["effect"]), 1)]


def _draw_effects(canvas: Canvas, box: Box, view: Plain, names: Names) -> None:
    rungs, size = _effects(view), max(SIZE, canvas.least)
    inside = panel(canvas, box, "effects that wait" if rungs else "effects")
    y = inside.y
    for k, (sign, piece) in enumerate(rungs):
        if y + 28 > inside.bottom + 4:
            canvas.text(inside.x + 26, inside.bottom, f"+{len(rungs) - k} more", size=canvas.least, color="soft")
            return
        shown = view["pieces"][piece - 1]
        color = "asked" if sign == "→" else seat_color(shown["owner"])
        where = Box(inside.x + 26, y, inside.w - 26, 28)
        canvas.rect(where, "card", "asked" if sign == "→" else "line")
        canvas.rect(Box(where.x, y, 5, 28), seat_color(shown["owner"]), r=2)
        canvas.circle(inside.x + 10, y + 14, 10, color)
        canvas.text(inside.x + 10, y + 18.5, sign, size=13, bold=True, color="bright", anchor="middle", room=18)
        text = f"{piece}. {shown['card'] or 'face down'}, {names.of(shown['owner'])}"
        canvas.text(where.x + 11, y + 19, text, size=size, room=where.w - 16)
        y += 34


def _facts(view: Plain, names: Names) -> list[str]:
    decision = view["decision"]
    lines = []
    if decision["picked"] is not None:
        lines.append(f"chosen: piece {decision['picked']}")
    if decision["partner"] is not None:
        lines.append(f"exchange with {names.of(decision['partner'])}")
    if decision["offer"] is not None:
        lines.append(f"offered: {decision['offer']}")
    for fact in view["held"]:
        holders = [f"player_{seat}" for seat in fact["held_by"] if view["players"][seat]["hand_size"]]
        where = f"held by {' or '.join(holders)} or " * bool(holders) + f"face down since piece {fact['or_piece_from']}"
        lines.append(names.put(f"player_{fact['known_to']} knows: {fact['card']} is {where}"))
    return lines


def _draw_facts(canvas: Canvas, box: Box, view: Plain, names: Names) -> None:
    lines, size = _facts(view, names), max(SIZE, canvas.least)
    if not lines:
        return
    inside = panel(canvas, box, "known and chosen")
    rows, y = sum(len(fonts.wrap(text, inside.w, size)) for text in lines), inside.y + 12
    if y + (rows - 1) * (size + 3) > inside.bottom:
        size = max(SIZE - 3, canvas.least)
    for text in lines:
        left = min(4, int((inside.bottom - y) // (size + 3)) + 1)  # lines with room
        for line in fonts.wrap(text, inside.w, size, False, left) if left > 0 else ():
            canvas.text(inside.x, y, line, size=size, room=inside.w)
            y += size + 3
        y += 4
