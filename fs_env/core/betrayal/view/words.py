"""The pending decision in words."""

from __future__ import annotations

import re
from typing import Any

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import NONE
from fs_env.core.betrayal.language.questions import FREEING, Question
from fs_env.core.betrayal.view.frames import frame_words, frames_json, reaction

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
    Question.WEAPON: "chooses how to attack",
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
    """A text with the kinds of monsters: "Drain Thing 3" instead of "monster 3"."""

    def kind(found: re.Match[str]) -> str:
        monster = record.monsters[int(found[1]) - 1]
        return f"{HAUNTS[record.haunt].monsters[monster.kind].name} {found[1]}" if monster.kind != NONE else found[0]

    return re.sub(r"\bmonster (\d+)\b", kind, text)
