"""The whole table of Four Souls: heading, players, market and stack, each in its part."""

from __future__ import annotations

from functools import partial
from typing import Any

from fs_env.core.four_souls.view import words
from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, SMALL, Box, Canvas
from fs_env.drawing.four_souls import ladder, market
from fs_env.drawing.four_souls.ladder import aside, draw_notes, draw_stack, notes_height, stack_height
from fs_env.drawing.four_souls.places import of_reference
from fs_env.drawing.four_souls.player import allowance, draw_strip, hand, in_play
from fs_env.drawing.heading import Heading
from fs_env.drawing.layout import HEIGHT, LETTERS, MARGIN, WIDTH, Column, Draw, Same, compose, player_boxes
from fs_env.drawing.parts import eight_sided
from fs_env.drawing.player_cards import PlayerCards
from fs_env.drawing.seats import Names, seats_round
from fs_env.drawing.stage import SMALLEST, Stage

Plain = dict[str, Any]
SOLO = 60.0  # height of a heading with the die of solo play
SIDE = 236.0  # width of the stack, the notes and the decks
DECK, LOW_DECK = 56.0, 30.0  # height of a deck, usual and where stack and notes are long
READER, MIDDLE = 330.0, 250.0  # heights of the reader's place and of the market
ORDER = ("reader", "stack", "monsters", "shop", "rooms", "others", "decks", "notes")  # of a narrow drawing
OF_OPTIONS = (("aside", "notes"), ("stack", "stack"), ("slot", "monsters"), ("shop", "shop"), ("room", "rooms"))
CARD = 190.0  # height of the card below the ladder of the stack that notes leave
STRIP, HIGH_STRIP = 52.0, 64.0  # heights of a player's strip, usual and narrow


def round_the_table(view: Plain, names: Names) -> dict[str, Box]:
    n, reader = len(view["players"]), view["viewer"]
    head = heading(view, names).box(SOLO if view["solo"] else 0)
    top, high = head.bottom + MARGIN, HEIGHT - head.bottom - 2 * MARGIN
    if reader is None:
        main = Box(MARGIN, top, WIDTH - 3 * MARGIN - SIDE, high)
        side = Box(main.right + MARGIN, top, SIDE, high)
        part = (high - MIDDLE - 2 * MARGIN) / 2
        above, middle, below = main.rows(part, MIDDLE, part, gap=MARGIN)
    else:
        others = high - READER - MIDDLE - 2 * MARGIN
        above, middle, below = Box(MARGIN, top, WIDTH - 2 * MARGIN, high).rows(others, MIDDLE, READER, gap=MARGIN)
        side = Box(WIDTH - MARGIN - SIDE, middle.y, SIDE, middle.h + below.h + MARGIN)
        middle, below = (Box(box.x, box.y, box.w - SIDE - MARGIN, box.h) for box in (middle, below))
    seats = seats_round(above, below, n, reader, MARGIN)
    held = len(view["rooms"]["slots"])
    slots = [*(max(2, len(view[name])) for name in ("monsters", "shop")), *[held] * bool(held)]
    found = dict(zip(("monsters", "shop", "rooms"), middle.columns(*slots, gap=MARGIN), strict=False))
    found |= zip(("stack", "notes", "decks"), side.rows(*_shares(view, names, side), gap=MARGIN), strict=True)
    return {"head": head, **player_boxes(seats, STRIP), **found}


def _shares(view: Plain, names: Names, side: Box) -> tuple[float, float, float]:
    high = side.h - 2 * MARGIN
    ladder = stack_height(view, names, side.w, SMALL)
    asked = ladder + (0 if aside(view)[1] else CARD)
    shown = notes_height(view, names, side.w, SMALL, False)
    usual, low = (market.decks_height(view, deck) for deck in (DECK, LOW_DECK))
    decks = min(usual, max(low, high - asked - shown))
    room = high - decks
    shown = min(shown, max(0.32 * side.h, room - asked), room - min(ladder, 0.6 * room))
    return room - shown, shown, decks


def one_below_another(view: Plain, names: Names, all_cards: list[PlayerCards]) -> dict[str, Box]:
    rows = Column()
    high = heading(view, names).height(rows.w, LETTERS, kept(view))
    found = {"head": rows.next(max(SOLO if view["solo"] else 0, high))}
    n, first = len(view["players"]), view["viewer"] or 0
    slots = market.rooms(view)
    heights = {
        "stack": stack_height(view, names, rows.w, LETTERS),
        "monsters": market.group_height(market.monsters(view), rows.w, LETTERS),
        "shop": market.group_height(market.shop(view), rows.w, LETTERS),
        "rooms": market.group_height(slots, rows.w, LETTERS) if slots else 0.0,
        "decks": 230.0,
        "notes": notes_height(view, names, rows.w, LETTERS),
    }
    seats = {"reader": [first], "others": [(first + k) % n for k in range(1, n)]}
    for name in order(view):
        for seat in seats.get(name, ()):
            found |= rows.player(seat, HIGH_STRIP, all_cards[seat].height(rows.w, LETTERS))
        if heights.get(name):
            found[name] = rows.next(heights[name])
    return found


def _on_stage(view: Plain, names: Names, stage: Stage) -> dict[str, Box]:
    at, box = dict(stage.boxes), stage.boxes.get("stack", Box(0, 0, 1, 1))
    if not view["rooms"]["slots"]:
        at.pop("rooms", None)
    low = notes_height(view, names, box.w, SMALLEST, False)
    if low > 1 and not view["stack"] and not view["resolving"]:
        at.pop("stack", None)
        return at | {"notes": box}
    if low > 1:
        high = ladder.loose_height(aside(view)[1], box.w - 20, *stage.cards.get("notes", (1, 1)))  # all are in sight
        free = box.h - stack_height(view, names, box.w, SMALLEST, -8)
        low = min(low, max(0.4 * box.h, free, min(high and high + ladder.TITLE, box.h - 62)))
    stack, notes = box.rows(box.h - 6 - low, low, gap=6.0)
    return at | {"stack": stack, "notes": notes}


def order(view: Plain) -> list[str]:
    """The parts of a narrow drawing below the heading: what the question is about, then the reader and the rest."""
    found = ["stack"] if view["stack"] or view["resolving"] else []
    found += ["monsters"] if any(monster["attacked"] for monster in view["monsters"]) else []
    options = (view["decision"] and view["decision"]["options"]) or []
    kinds = {of_reference(ref).partition(":")[0] for ref in options}
    found += [part for kind, part in OF_OPTIONS if kind in kinds]
    others = any(ref.get("player") not in (None, view["viewer"]) for ref in options)
    return list(dict.fromkeys([*found, "reader", *["others"] * others, *ORDER]))


def lay_out(
    view: Plain, names: Names, *, marked: bool = False, narrow: bool = False, stage: Stage | None = None
) -> Canvas:
    asked = None if view["decision"] is None else view["decision"]["player"]
    all_cards = [PlayerCards.of(hand(one), in_play(one), one["player"] == view["viewer"]) for one in view["players"]]
    if stage:
        at = _on_stage(view, names, stage)
    else:
        at = one_below_another(view, names, all_cards) if narrow else round_the_table(view, names)
    low = narrow or bool(stage)  # the heading in lines
    parts: dict[str, Draw] = {"head": lambda c, box: draw_head(c, box, view, names, low)}
    for seat, (player, cards) in enumerate(zip(view["players"], all_cards, strict=True)):
        strip = partial(draw_strip, player=player, view=view, names=names, asked=asked == seat)
        key = str(player), asked == seat, seat in view["winners"], seat == view["active_player"], names.of(seat)
        parts[f"player-{seat}"] = Same(key, strip)
        parts[f"cards-{seat}"] = cards.drawn(narrow)
    parts |= {
        "decks": market.decks(view),
        "monsters": market.group("monsters", market.monsters(view), narrow),
        "shop": market.group(market.shop_title(view), market.shop(view), narrow),
        "rooms": lambda c, box: market.draw_rooms(c, box, view, narrow),
        "stack": lambda c, box: draw_stack(c, box, view, names),
        "notes": lambda c, box: draw_notes(c, box, view, names, narrow),
    }
    return compose(names.put(question(view)), at, parts, marked=marked, narrow=narrow, stage=stage)


def question(view: dict[str, Any]) -> str:
    decision = view["decision"]
    if decision is None:
        return str(words.ending(view))
    text = str(decision["text"])
    return text.partition(" (")[0] if decision["question"] == "priority" else text  # the next line says the rest


def heading(view: dict[str, Any], names: Names) -> Heading:
    decision = view["decision"]
    seat = None if decision is None else decision["player"]
    return Heading.of(seat, question(view), situation(view, names.asks), names)


def kept(view: dict[str, Any]) -> float:
    return 64 + fonts.width(solo_words(view["solo"]), BODY) if view["solo"] else 0.0


def solo_words(solo: dict[str, Any]) -> str:
    return f"souls {solo['souls']} · die drops in {solo['turns_to_drop']}"


def draw_head(canvas: Canvas, box: Box, view: dict[str, Any], names: Names, narrow: bool) -> None:
    solo = view["solo"]
    heading(view, names).draw(canvas, box, narrow, kept(view))
    if solo is not None:
        end = box.right - 14
        eight_sided(canvas, Box(end - 44, box.bottom - 54, 44, 44), solo["d8"])
        canvas.text(end - 54, box.bottom - 14, solo_words(solo), size=BODY, color="soft", anchor="end")


def situation(view: dict[str, Any], whole: bool = True) -> str:
    """Turn, phase and what the active player has left to do, in a line; `whole`: the reader too."""
    seen = "everything open" if view["viewer"] is None else f"seen by player_{view['viewer']}"
    parts = [f"turn {view['turn']}", words.phase(view), *[seen] * whole]
    parts += [words.spoken(name) for name, value in view["options"].items() if value is True]
    active = view["active_player"]
    if view["decision"] and view["phase"] != "setup" and 0 <= active < len(view["players"]):
        parts.append(allowance(view["players"][active], view["viewer"] in (None, active)))
    return " · ".join(parts)
