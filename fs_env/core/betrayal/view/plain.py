"""The pending decision in words, and the table as plain data."""

from __future__ import annotations

import re
from typing import Any

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.actions import MONSTERS
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import NONE
from fs_env.core.betrayal.language.questions import FREEING, Question
from fs_env.core.betrayal.view.frames import frame_words, frames_json, reaction
from fs_env.core.betrayal.view.objects import (
    card_name,
    first_traitor,
    haunt_json,
    known_events,
    laying,
    options_json,
    pages,
    pile,
    possessions,
    roll_of,
    seat_json,
    tile_name,
    tiles_json,
    turn_json,
)

DECKS = ("events", "items", "omens", "buildings", "streets", "catacombs")
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
    Question.REVEAL: "may reveal the token of the traitor, whoever has it",
}


def about(record: Any) -> str:
    """The subject of a question, as text; empty where it is about nothing but the turn."""
    frame = frames_json(record)[0]
    if frame["doing"] in ("setup", "turn", "end_turn", "haunt") and record.question != Question.REVEAL:
        return ""
    text = frame.get("event") or frame.get("of")
    return f" for {text}" if text and record.question != Question.REACT else f" ({frame_words(frame)})"


def decision_text(record: Any) -> str:
    """Which player is asked what, in one sentence; after the end, how the game ended. Shows nothing hidden."""
    if record.asked == NONE:
        winners = ", ".join(f"player_{p}" for p in range(record.n_players) if (int(record.winners) >> p) & 1)
        return f"the game is over: {OUTCOMES[record.outcome]}{f' by {winners}' if winners else ''}"
    asked = f"may use {reaction(record)} now" if reaction(record) else ASKED[Question(int(record.question))]
    if record.question == Question.IGNORE and frames_json(record)[0].get("stage") == FREEING:
        asked = "may be freed from the event"
    return named(record, f"player_{record.asked} {asked}{about(record)}")


def named(record: Any, text: str) -> str:
    """A text with the kinds of monsters: "Drain Thing 3" in place of "monster 3"."""

    def kind(found: re.Match[str]) -> str:
        monster = record.monsters[int(found[1]) - 1]
        return f"{HAUNTS[record.haunt].monsters[monster.kind].name} {found[1]}" if monster.kind != NONE else found[0]

    return re.sub(r"\bmonster (\d+)\b", kind, text)


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    """The table as plain data; what `player` cannot know is None."""
    n = int(record.n_players)
    haunted = record.haunt != NONE
    haunt = HAUNTS[record.haunt] if haunted else None
    frames, cards_at = frames_json(record), possessions(record)
    return {
        "game": "betrayal",
        "num_players": n,
        "reader": player,
        "outcome": OUTCOMES[record.outcome],
        "winners": [p for p in range(n) if (int(record.winners) >> p) & 1],
        "decisions": int(record.decisions),
        "decisions_left": max(0, int(record.max_decisions) - int(record.decisions)),
        "options": options_json(record),
        "turn": int(record.turn),
        "turn_player": int(record.turn_seat),
        "decision": {
            "player": int(record.asked) if record.asked != NONE else None,
            "question": Question(int(record.question) if record.asked != NONE else 0).name.lower(),
            "reaction": reaction(record),
            "about": frames[0] if frames else None,
            "text": decision_text(record),
        },
        "underway": frames[1:],
        "this_turn": turn_json(record),
        "omens": int(record.omens),
        "due": [
            {"omen": card_name(T.FIRST_OMEN + record.due_omen[k]), "tile": tile_name(record.due_tile[k])}
            for k in range(record.n_due)
        ],
        "fate": int(record.fate),
        "haunt": haunt_json(record) if haunted else None,
        "revealer": int(record.revealer) if haunted else None,
        "traitor": first_traitor(record, player),
        "marks": [int(x) for x in record.marks],
        "pages": pages(record, player),
        "decks": dict(zip(DECKS, map(int, record.n_deck))),
        "players": [seat_json(record, p, player, cards_at) for p in range(n)],
        "monsters": [
            {
                "monster": m + 1,
                "kind": haunt.monsters[record.monsters[m].kind].name,
                "tile": T.TILE_NAMES[record.monsters[m].tile],
                "stunned": bool(record.monsters[m].stunned),
                "speed": roll_of(record, m),
            }
            for m in range(MONSTERS)
            if haunt and record.monsters[m].kind != NONE
        ],
        "tiles": tiles_json(record, cards_at),
        "laying": laying(record),
        "drawn": [T.POSSESSION_NAMES[T.OF_INSTANCE[card]] for card in record.look[: record.n_look]],
        "discarded": {name: [card_name(card) for card in pile(record, d)] for d, name in enumerate(DECKS)},
        "known_events": known_events(record, player),
    }
