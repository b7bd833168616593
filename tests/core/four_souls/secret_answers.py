"""Which questions of Four Souls have answers that some seats must not see, written down by hand (A45)."""

from __future__ import annotations

from typing import Any

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import DONE, PASS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.state import Frame, Question, Stream, Zone

PLAYED_AT_ONCE = "distant_admiration"
"""The card whose taken loot card is then played before all."""
OPEN_HANDS = "guppys_eye"
"""The card that lets every player see the hands of the other players: what leaves those is no secret."""
BY_CHANCE = {"boomerang", "ring_of_flies"}
"""Cards that let chance take a card out of a hand."""

ASKED_IN_SECRET = {*map(int, (Question.ORDER, Question.KEEP, Question.GIVE, Question.PICK, Question.DISCARD))}


def card_of(inst: int) -> str:
    return "" if inst == NONE else T.IDS[T.INST_CARD[inst]]


def rows(record: Any) -> list[Any]:
    """The object that is resolving or being announced, innermost first, then the stack from the top."""
    found = [int(frame["object"]) for frame in record["frames"][: record["n_frames"]][::-1]]
    found += record["stack"][: record["n_stack"]].tolist()[::-1]
    return [record["objects"][r] for r in found if r != NONE]


def secret_answers(S: Any) -> list[tuple[list[int], list[int]]]:
    """Groups of legal answers, each with the seats to which all answers of the group must look the same."""
    record = S.view(np.ndarray)[0]
    if record["question"] not in ASKED_IN_SECRET:
        return []
    asked, ask, n = int(record["asked"]), int(record["question"]), int(record["n_players"])
    involved = {asked}
    answers = GAME.legal(S).tolist()
    if ask in (Question.ORDER, Question.KEEP):
        pass
    elif hands_are_open(record):
        return []
    elif ask == Question.GIVE:
        row = rows(record)[0]
        if card_of(int(row["src"])) == PLAYED_AT_ONCE:
            return []
        involved |= {int(row["controller"])} | owners_of_options(record)
    elif ask == Question.PICK and owners_of_options(record):
        row = rows(record)[0]
        involved |= {int(row["reg"][0])}
    elif ask == Question.DISCARD and record["frames"][record["n_frames"] - 1]["kind"] == Frame.PENALTY:
        heir = int(record["frames"][record["n_frames"] - 1]["whom"])
        if heir == NONE:
            return []
        involved |= {heir}
    else:
        return []
    return [([a for a in answers if a != DONE], [p for p in range(n) if p not in involved])]


def secret_chances(S: Any) -> list[tuple[int, int, list[int]]]:
    """Answers that let chance pick a hidden card: the answer, the random stream, and the seats that must not see which."""
    record = S.view(np.ndarray)[0]
    if record["question"] != Question.PRIORITY or not record["n_stack"]:
        return []
    row = record["objects"][record["stack"][record["n_stack"] - 1]]
    if card_of(int(row["src"])) not in BY_CHANCE or hands_are_open(record):
        return []
    involved = {int(row["controller"]), int(row["reg"][0]), int(record["active_player"])}
    return [(int(PASS), int(Stream.CHOICE), [p for p in range(record["n_players"]) if p not in involved])]


def hands_are_open(record: Any) -> bool:
    """Whether every player sees what leaves a hand: all hands are open by the option, or those of the other players by a card."""
    return bool(record["open_hands"]) or OPEN_HANDS in shown_in_play(record)


def shown_in_play(record: Any) -> set[str]:
    return {T.IDS[record["face"][inst]] for inst in record["play"][: record["n_play"]]}


def owners_of_options(record: Any) -> set[int]:
    cards = [int(x) - Ref.CARD for x in record["option"][: record["n_options"]] if Ref.CARD <= x < Ref.STACK]
    return {int(record["owner"][inst]) for inst in cards if record["zone"][inst] == Zone.HAND}
