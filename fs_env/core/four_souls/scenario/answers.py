"""Finds the action that a word or a number of a test means in the pending decision."""

from __future__ import annotations

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import (
    ACTIONS,
    CHOOSE_ID,
    DECK,
    EMPTY_SLOT,
    LOWEST_NUMBER,
    MODE,
    N_OPTIONS,
    NO,
    NUMBER,
    OPTION,
    PLAYER,
    RANGES,
    YES,
    action_text,
)
from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.references import decode
from fs_env.core.four_souls.scenario.names import DECKS, card_of, find_card
from fs_env.core.four_souls.scenario.reading import Reader
from fs_env.core.four_souls.state import Shape

Word = str | int
WINDOWS = ("play", "activate", "pay", "buy", "buy_top", "attack", "attack_top", "offer")
"""Ranges of actions that answer no question."""
LISTED = {"empty": EMPTY_SLOT, "empty slot": EMPTY_SLOT} | {
    action_text(action).casefold().removeprefix("choose "): action
    for kind, ids in RANGES.items()
    if kind not in (*WINDOWS, "player")
    for action in ids
}
"""The words of every answer as `legal` lists it, without "choose"; seats have their numbers instead."""
MODES = "abc"


def action_of(reader: Reader, legal: list[int], word: Word) -> int | None:
    """The id that a word means, which may not be legal; None if the word means nothing in this decision.

    A number means a number, a seat, the k-th of several equals (from 1) or a slot, whichever the decision offers.

    Raises:
        ScenarioError: the word is neither a card nor anything else.
    """
    if isinstance(word, bool):
        return YES if word else NO
    if isinstance(word, int):
        return of_number(reader, legal, word)
    key = word.strip().casefold().removeprefix("choose ")
    if key in LISTED and (LISTED[key] in legal or key not in T.CARD_ID):  # "no" is an answer and the id of a card
        return LISTED[key]
    head, _, tail = key.rpartition(" ")
    if head in ("player", "number", "option", "slot") and tail.lstrip("-").isdigit():
        return numbered(reader, legal, head, int(tail))
    if head in ("cents", "favour") and key in ACTIONS:
        return ACTIONS[key]
    letter = tail if head in ("", "mode") else ""
    if len(letter) == 1 and letter in MODES:
        return MODE + MODES.index(letter)
    deck = key.removesuffix(" deck").removesuffix(" discard pile").removesuffix(" discard")
    if deck in DECKS:
        return DECK + DECKS.index(deck)
    return int(CHOOSE_ID[card_of(word.strip().removeprefix("choose "))])


def of_number(reader: Reader, legal: list[int], number: int) -> int | None:
    for kind in ("number", "player", "option"):
        if any(action in RANGES[kind] for action in legal):
            return numbered(reader, legal, kind, number)
    return numbered(reader, legal, "slot", number)


def numbered(reader: Reader, legal: list[int], kind: str, number: int) -> int | None:
    """The id of a seat, number, place among equals or monster slot; None if there is none with that number."""
    if kind == "number":
        return NUMBER + number - LOWEST_NUMBER if NUMBER <= NUMBER + number - LOWEST_NUMBER < PLAYER else None
    if kind == "player":
        n = reader.number("n_players")
        return PLAYER + (number - reader.number("asked")) % n if 0 <= number < n else None
    if kind == "option":
        return OPTION + number - 1 if 1 <= number <= N_OPTIONS else None
    options = reader.filled("option", "n_options")
    if Ref.SLOT + number not in options or not 0 <= number < reader.number("n_slots"):
        return None
    if reader.number("shape") == Shape.OPTION:
        return OPTION + options.index(Ref.SLOT + number)
    inst = reader.number("slot", number)
    return EMPTY_SLOT if inst == NONE else int(CHOOSE_ID[T.INST_CARD[inst]])


def settled(reader: Reader, objects: list[int], taken: int, word: Word) -> bool:
    """Whether the word means a choice that the rules made by themselves as the only option: a target, a mode or `taken`."""
    for r in [*objects, NONE]:
        refs = [taken] if r == NONE else [reader.cell("objects", "reg", r, k) for k in range(4)]
        refs = [ref for ref in refs if ref >= 0]
        mode = NONE if r == NONE else reader.cell("objects", "mode", r)
        if isinstance(word, int):
            if {decode(ref) for ref in refs} & {("player", word), ("slot", word)}:
                return True
            continue
        key = word.strip().casefold()
        if mode != NONE and key.removeprefix("mode ") == MODES[mode]:
            return True
        if any(reader.thing(ref).casefold() in (key, f"the {key}", f"the {key} deck") for ref in refs):
            return True
        card = find_card(word)
        for ref in refs:
            sort, number = decode(ref)
            if sort == "card" and T.INST_CARD[number] == card:
                return True
            if sort == "object" and card is not None and T.NAMES[card] in reader.thing(ref):
                return True
    return False
