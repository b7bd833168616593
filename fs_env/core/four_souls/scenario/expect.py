"""Checks of a running game: compares what is expected of a subject with what is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from fs_env.core.four_souls.actions import NUM_ACTIONS, RANGES, action_text
from fs_env.core.four_souls.scenario.names import DECKS, ZONES, find_card, instances
from fs_env.core.four_souls.scenario.reading import ObjectText, Reader
from fs_env.core.four_souls.tables import CARD_ID, IDS, NAMES
from fs_env.core.machine.run import scenario
from fs_env.core.machine.run.scenario import ScenarioError, near, one_of, slug

UNORDERED = ("hand", "items", "curses", "soul_cards", "winners", "known", "bonus_souls")
NAMED = (
    *("hand", "items", "curses", "soul_cards", "bonus_souls", "monsters", "shop", "covered", "top", "bottom"),
    *("character", "source", "attacking", "shows", "rooms", "room_discard"),
)


def unlike(facts: dict[str, Any], wanted: dict[str, Any], subject: str) -> list[str]:
    return scenario.unlike(facts, wanted, subject, same)


def same(key: str, found: Any, wanted: Any) -> bool:
    """Whether a fact is what was expected: lists by their length or by their contents, cards by any of their names."""
    if isinstance(found, list) and isinstance(wanted, int) and not isinstance(wanted, bool):
        return len(found) == wanted
    if key == "stack":
        return len(found) == len(wanted) and all(in_words(text, want) for text, want in zip(found, wanted))
    if key == "zone":
        one_of(wanted, ZONES, "zone")
    if key in NAMED:
        wanted = as_ids(wanted)
    if isinstance(found, list) and isinstance(wanted, Sequence):
        if key in ("top", "bottom"):
            found = found[: len(wanted)]
        return sorted(found) == sorted(wanted) if key in UNORDERED else found == list(wanted)
    return bool(found == wanted)


def as_ids(wanted: Any) -> Any:
    if isinstance(wanted, str):
        card = None if wanted == "empty" else find_card(wanted)
        return wanted if card is None else IDS[card]
    return [as_ids(name) for name in wanted] if isinstance(wanted, (list, tuple)) else wanted


def in_words(text: ObjectText, wanted: str) -> bool:
    """Whether the text of an object contains the expected words, however names are spelled; a card may be named by its id."""
    if f"_{slug(wanted)}_" in f"_{slug(text)}_":
        return True
    ids = [word for word in wanted.split() if word in CARD_ID]
    named = " ".join(NAMES[CARD_ID[word]] if word in CARD_ID else word for word in wanted.split())
    return bool(ids) and set(ids) <= set(text.cards) and f"_{slug(named)}_" in f"_{slug(text)}_"


def about_card(reader: Reader, name: str, wanted: dict[str, Any]) -> list[str]:
    """Differences of a card: one of its copies must fit, or exactly `copies` of them."""
    number = wanted.pop("copies", None)
    differences = [unlike(reader.card(inst), wanted, f"{name} ({reader.place(inst)})") for inst in instances(name)]
    fitting = sum(not lines for lines in differences)
    if number is not None:
        return [] if fitting == number else [f"{name}: {fitting} copies fit {wanted}, expected {number}"]
    return [] if fitting else [line for lines in differences for line in lines]


def about_monster(reader: Reader, name: str, wanted: dict[str, Any]) -> list[str]:
    for inst in instances(name):
        if reader.slot_of(inst) is not None:
            return unlike(reader.monster(inst), wanted, name)
    places = ", ".join(reader.place(inst) for inst in instances(name))
    return [f"{name}: it is not an active monster (it is in: {places})"]


def pile_facts(reader: Reader, field: str) -> Callable[[str], dict[str, Any]]:
    """A function from a deck's name to the facts of that deck ("deck") or discard pile ("pile")."""

    def facts(name: str) -> dict[str, Any]:
        listed = reader.ids(reader.filled(field, f"n_{field}", DECKS.index(one_of(name, DECKS, "deck"))))
        return {"top": listed[::-1], "bottom": listed, "size": len(listed)}

    return facts


def means(text: str, words: str) -> bool:
    """Whether a text means an action; a card that shares its printed name may also be named by its id or printed name."""
    said = slug(text)
    plain, bracket, card = words.rpartition(" (")
    card = card.rstrip(")")
    if said == slug(words):
        return text.casefold() == words.casefold() or text.casefold() not in _listed()
    if not bracket or card not in CARD_ID:
        return False
    verb, _, named = said.partition("_")
    return named == card and verb == words.split()[0] or (named not in CARD_ID and said == slug(plain))


@cache
def _listed() -> frozenset[str]:
    return frozenset(action_text(action).casefold() for action in range(NUM_ACTIONS))


@lru_cache(maxsize=8)
def _named(n_players: int) -> dict[str, str]:
    """Slug -> text of every action, seats by number."""
    texts = [action_text(action) for action in range(NUM_ACTIONS) if action not in RANGES["player"]]
    return {slug(text): text for text in [*texts, *(f"choose player {p}" for p in range(n_players))]}


def check_words(text: str, n_players: int) -> None:
    """Raises ScenarioError, with the nearest action, for a text that names no action of the game."""
    named = _named(n_players)
    if slug(text) in named or any(means(text, words) for words in named.values()):
        return
    hint = near(text, named.values(), "write it as `legal` lists the actions of a game")
    raise ScenarioError(f"{text!r} names no action: {hint}")


def differences(reader: Reader, wanted: dict[str, Any]) -> list[str]:
    """Differences of one subject from the expectation, or of the game if no subject is named, one line each."""
    wanted = dict(wanted)
    subjects = [key for key in ("player", "card", "monster", "deck", "discard") if key in wanted]
    if len(subjects) > 1:
        raise ScenarioError(f"expected one subject at a time, got {' and '.join(subjects)}: use several expect calls")
    if not subjects:
        return unlike(reader.game(), wanted, "the game")
    name = wanted.pop(subjects[0])
    if subjects[0] == "player":
        if not 0 <= name < reader.number("n_players"):
            raise ScenarioError(f"player {name!r}: expected a seat 0..{reader.number('n_players') - 1}")
        return unlike(reader.player(name), wanted, f"player {name}")
    if subjects[0] == "card":
        return about_card(reader, name, wanted)
    if subjects[0] == "monster":
        return about_monster(reader, name, wanted)
    facts = pile_facts(reader, "deck" if subjects[0] == "deck" else "pile")(name)
    return unlike(facts, wanted, f"the {name} {subjects[0]}")
