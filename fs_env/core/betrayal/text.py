"""Texts of a position: the pending decision, the table for a reader; and the same as plain data."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.actions import MONSTERS
from fs_env.core.betrayal.codes import NONE, SIDES, Deck, Door, Level, Role, Side, Token, Trait
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.haunts import Shape, page
from fs_env.core.betrayal.questions import Frame, Question
from fs_env.core.betrayal.tables import (
    DOORS,
    EVENT_NAMES,
    INSTANCE,
    N_EVENTS,
    N_POSSESSIONS,
    N_TILES,
    OF_INSTANCE,
    POSSESSION_NAMES,
    SEATS,
    TILE_BASE,
    TILE_NAMES,
    TRACKS,
    X_STEP,
    Y_STEP,
    Zone,
)

OUTCOMES = ("running", "won", "drawn", "truncated", "stopped by a capacity guard", "forfeited", "lost by all")
ASKED = {
    Question.ADVENTURER: "chooses an adventurer",
    Question.TURN: "takes an action",
    Question.ORIENT: "turns the new tile",
    Question.SPLIT: "chooses the trait that takes a point of damage",
    Question.TRAIT: "chooses a trait",
    Question.MAY: "may use an effect",
    Question.EITHER: "chooses one of two effects",
    Question.DISCARD: "chooses an item card to discard",
    Question.KEEP: "keeps one of the drawn item cards",
    Question.TILE: "chooses a tile or one of its walls",
    Question.ACCEPT: "is offered a card",
    Question.TO: "chooses a figure",
    Question.WEAPON: "chooses with what to attack",
    Question.STEAL: "may take a card instead of dealing damage",
    Question.REACT: "may use a card or a power now",
    Question.MONSTER: "moves a monster",
    Question.PUSH: "may move a figure",
    Question.IGNORE: "may ignore the event",
    Question.REVEAL: "may reveal the token of a traitor",
}


CARRY_EVENTS = (Frame.EVENT, Frame.PROGRAM, Frame.ENTER, Frame.LEAVE, Frame.ASSAULT)
"""What the rules do with an event card in hand."""


def is_secret(record: Any) -> bool:
    """Whether only the traitor knows who the traitor is (R75)."""
    return (
        record.haunt != NONE and HAUNTS[record.haunt].shape == Shape.HIDDEN and not record.seats[record.traitor].shown
    )


def about(record: Any) -> str:
    """What a question is about, as text; empty where it is about nothing in particular."""
    frame = record.frames[record.n_frames - 1]
    if frame.kind in CARRY_EVENTS and 0 <= frame.card < N_EVENTS:
        return f" for {EVENT_NAMES[frame.card]}"
    if frame.kind == Frame.LEAVE:
        return f" (leaving {TILE_NAMES[frame.tile]})"
    if frame.kind == Frame.WATCH:
        return f" ({figure_words(int(frame.other))} comes)"
    if frame.kind == Frame.TRADE:
        return f" ({POSSESSION_NAMES[frame.card]} of player_{frame.seat})"
    if frame.kind == Frame.DAMAGE:
        return f" ({frame.n} left)"
    if frame.kind == Frame.MONSTERS:
        return f" (monster {frame.n + 1})"
    if frame.kind == Frame.ATTACK:
        return f" ({figure_words(int(frame.seat))} attacks {figure_words(int(frame.other))})"
    if frame.kind == Frame.DISCOVER:
        return f" ({TILE_NAMES[frame.card - TILE_BASE]})"
    return ""


def figure_words(figure: int) -> str:
    """A figure by its number."""
    return f"player_{figure}" if figure < SEATS else f"monster {figure - SEATS + 1}"


def decision_text(record: Any) -> str:
    """Which player is asked what, in one sentence; after the end, how the game ended. Shows nothing hidden."""
    if record.asked == NONE:
        winners = ", ".join(f"player_{p}" for p in range(record.n_players) if (int(record.winners) >> p) & 1)
        return f"the game is over: {OUTCOMES[record.outcome]}{f' by {winners}' if winners else ''}"
    return f"player_{record.asked} {ASKED[Question(int(record.question))]}{about(record)}"


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    """The table as plain data; what `player` cannot know is None."""
    n = int(record.n_players)
    haunted = record.haunt != NONE
    haunt = HAUNTS[record.haunt] if haunted else None
    return {
        "game": "betrayal",
        "num_players": n,
        "reader": player,
        "outcome": OUTCOMES[record.outcome],
        "winners": [p for p in range(n) if (int(record.winners) >> p) & 1],
        "decisions": int(record.decisions),
        "turn": int(record.turn),
        "turn_player": int(record.turn_seat),
        "decision": {
            "player": int(record.asked) if record.asked != NONE else None,
            "question": Question(int(record.question) if record.asked != NONE else 0).name.lower(),
            "text": decision_text(record),
        },
        "omens": int(record.omens),
        "haunt": {"number": haunt.number, "name": haunt.name, "rounds": int(record.rounds)} if haunt else None,
        "revealer": int(record.revealer) if haunted else None,
        "marks": [int(x) for x in record.marks],
        "pages": pages(record, player),
        "decks": dict(zip(("events", "items", "omens", "buildings", "streets", "catacombs"), map(int, record.n_deck))),
        "players": [seat_json(record, p, player) for p in range(n)],
        "monsters": [
            {
                "monster": m + 1,
                "kind": haunt.monsters[record.monsters[m].kind].name,
                "tile": TILE_NAMES[record.monsters[m].tile],
                "stunned": bool(record.monsters[m].stunned),
            }
            for m in range(MONSTERS)
            if haunt and record.monsters[m].kind != NONE
        ],
        "tiles": [tile_json(record, t) for t in range(N_TILES) if record.tiles[t].level != NONE],
        "laying": laying(record),
        "discarded": {
            "events": [EVENT_NAMES[card] for card in pile(record, Deck.EVENTS)],
            "items": [POSSESSION_NAMES[OF_INSTANCE[card]] for card in pile(record, Deck.ITEMS)],
        },
    }


def pile(record: Any, deck: int) -> list[int]:
    """The cards of a discard pile, the last one on top."""
    return [int(card) for card in record.pile[deck][: record.n_pile[deck]]]


def laying(record: Any) -> dict[str, Any] | None:
    """The tile that is being turned, with its doors as they are printed, and the place where it will lie (R28)."""
    frame = record.frames[record.n_frames - 1]
    if record.asked == NONE or record.question != Question.ORIENT:
        return None
    beside, t = record.tiles[frame.tile], frame.card - TILE_BASE
    return {
        "tile": TILE_NAMES[t],
        "level": Level(int(beside.level)).name.lower(),
        "x": int(beside.x + X_STEP[frame.n]),
        "y": int(beside.y + Y_STEP[frame.n]),
        "doors": {Side(d).name.lower(): Door(int(DOORS[t, d])).name.lower() for d in range(SIDES) if DOORS[t, d]},
    }


def pages(record: Any, player: int | None) -> list[str]:
    """The pages of the haunt that a seat has read (R63, A20)."""
    if record.haunt == NONE:
        return []
    haunt = HAUNTS[record.haunt]
    everything = player is None or record.open_haunts or haunt.shape != Shape.TRAITOR
    traitor = player is not None and record.seats[player].role == Role.TRAITOR
    sides = (False, True) if everything else (traitor,)
    return [line for side in sides for line in page(haunt, side)]


def seat_json(record: Any, p: int, player: int | None) -> dict[str, Any]:
    """An adventurer."""
    seat = record.seats[p]
    hidden = is_secret(record) and player is not None and player not in (p, record.traitor) and not seat.shown
    return {
        "adventurer": ADVENTURERS[seat.adventurer].name if seat.adventurer != NONE else None,
        "traits": {t.name.lower(): int(TRACKS[seat.adventurer, t, seat.at[t]]) if seat.at[t] else 0 for t in Trait},
        "spaces": {t.name.lower(): int(seat.at[t]) for t in Trait},
        "tile": TILE_NAMES[seat.tile] if seat.tile != NONE and seat.alive else None,
        "alive": bool(seat.alive),
        "escaped": bool(seat.escaped),
        "side": None if hidden else Role(int(seat.role)).name.lower(),
        "cards": held(record, p),
        "events": [EVENT_NAMES[e] for e in range(N_EVENTS) if record.zone[e] == Zone.KEPT and record.owner[e] == p],
        "cursed": bool(seat.cursed),
        "moved": int(seat.spent),
    }


def held(record: Any, p: int) -> list[str]:
    """The cards that a player controls."""
    return [
        POSSESSION_NAMES[card]
        for card in range(N_POSSESSIONS)
        if record.zone[INSTANCE[card]] == Zone.HELD and record.owner[INSTANCE[card]] == p
    ]


def tile_json(record: Any, t: int) -> dict[str, Any]:
    """A tile on the map."""
    tile = record.tiles[t]
    return {
        "tile": TILE_NAMES[t],
        "level": Level(int(tile.level)).name.lower(),
        "x": int(tile.x),
        "y": int(tile.y),
        "doors": {Side(d).name.lower(): Door(int(tile.doors[d])).name.lower() for d in range(SIDES) if tile.doors[d]},
        "tokens": [token.name.lower() for token in Token if (int(tile.tokens) >> token) & 1],
        "cards": [
            POSSESSION_NAMES[card]
            for card in range(N_POSSESSIONS)
            if record.zone[INSTANCE[card]] == Zone.GROUND and record.owner[INSTANCE[card]] == t
        ],
    }


def text(record: Any, player: int | None) -> str:
    """The table as text: players, monsters, the map."""
    shown = to_json(record, player)
    reader = "everything shown" if player is None else f"as player_{player} knows it"
    lines = [f"Betrayal at Baldur's Gate, turn {shown['turn']}, {reader}", shown["decision"]["text"]]
    if shown["haunt"]:
        lines.append(
            f"haunt {shown['haunt']['number']}, {shown['haunt']['name']}, round {shown['haunt']['rounds'] + 1}"
        )
    lines += shown["pages"]
    for p, seat in enumerate(shown["players"]):
        traits = ", ".join(f"{name} {number}" for name, number in seat["traits"].items())
        where = seat["tile"] or ("escaped" if seat["escaped"] else "off the map" if seat["alive"] else "dead")
        side = f", {seat['side']}" if seat["side"] and seat["side"] != "none" else ""
        cards = f"; {', '.join(seat['cards'] + seat['events'])}" if seat["cards"] or seat["events"] else ""
        lines.append(f"player_{p}, {seat['adventurer'] or 'no adventurer yet'}{side}: {where}; {traits}{cards}")
    for monster in shown["monsters"]:
        stunned = ", stunned" if monster["stunned"] else ""
        lines.append(f"monster {monster['monster']}, {monster['kind']}: {monster['tile']}{stunned}")
    for tile in shown["tiles"]:
        doors = ", ".join(f"{side} {door}" for side, door in tile["doors"].items())
        things = "".join(f"; {name}" for name in tile["tokens"] + tile["cards"])
        lines.append(f"  {tile['level']} ({tile['x']}, {tile['y']}) {tile['tile']}: {doors}{things}")
    return "\n".join(lines)
