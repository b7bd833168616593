"""Every card as data, by set."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from fs_env.core.four_souls.language.card_kinds import CardGroup, CardKind
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.language.nodes import Card, CardError
from fs_env.core.four_souls.registry import card_order, registry

SETS = ("base", "gold", "plus")
"""Sets with programs, in table order; each is a package here whose modules list ``CARDS``."""
FOLDS = 5
"""How many parts the cards are split into, of which the option `held_out` leaves one out, or all others."""
ROOMS = "rooms"
"""The package of the optional deck of rooms (R20), which no set contains; the rooms of a player's own file count among it."""
DECKS = {
    CardGroup.LOOT: "loot",
    CardGroup.TREASURE: "treasure",
    CardGroup.MONSTER: "monster",
    CardGroup.BOSS: "monster",
    CardGroup.EVENT: "monster",
    CardGroup.CURSE: "monster",
    CardGroup.CHARACTER: "character",
    CardGroup.STARTING: "starting_item",
    CardGroup.BONUS: "bonus_soul",
    CardGroup.ROOM: "room",
}
"""Name of the deck of each block of the card table."""


def packages() -> tuple[str, ...]:
    return (*SETS, ROOMS)


def cards_of(set_name: str) -> list[Card]:
    """All cards of one set or of the rooms, module by module. Raises CardError for an unknown set."""
    if set_name not in packages():
        raise CardError(f"set '{set_name}' has no cards here; expected one of {', '.join(packages())}")
    package = import_module(f"{__name__}.{set_name}")
    modules = sorted(module.name for module in iter_modules(package.__path__))
    return [card for name in modules for card in import_module(f"{package.__name__}.{name}").CARDS]


@cache
def all_cards() -> tuple[tuple[str, Card], ...]:
    """(set, card) of every card with a program, in order of its number: first registered cards, then others by deck, set and module.

    Raises CardError when two cards have the same id, RegistryError when a registered card is gone.
    """
    from fs_env.core.four_souls.cards.own_rooms import own_rooms  # imports the whole language

    found = [(set_name, card) for set_name in packages() for card in cards_of(set_name)]
    found += [(ROOMS, card) for card in own_rooms({card.id for _, card in found})]
    known: set[str] = set()
    for set_name, card in found:
        if card.id in known:
            raise CardError(f"card '{card.id}' of set '{set_name}' has the id of another one; give a reprint its own")
        known.add(card.id)
    by_id = {card.id: (set_name, card) for set_name, card in sorted(found, key=lambda entry: entry[1].group)}
    return tuple(by_id[card_id] for card_id in card_order(registry().cards, by_id))


def card_row(set_name: str, card: Card, names: dict[str, str]) -> dict[str, Any]:
    """The row of one card of a set.

    Columns: id, name, set, deck, kind (CardKind in lower case), count (copies), hp, evasion, attack, souls (value as a
    soul), rewards, text (rules text), confidence ("medium" or "low" where the text could not be compared with the printed card).
    None where a column does not apply or, for the text, where the card has none.

    Args:
        set_name: of `packages()`.
        card: the card.
        names: of all cards by id.
    """
    from fs_env.core.four_souls.language.english import card_text, rewards_text

    numbers = {"hp": card.hp, "evasion": card.evasion, "attack": card.attack, "souls": card.souls or NONE}
    return {
        "id": card.id,
        "name": card.name,
        "set": set_name,
        "deck": DECKS[CardGroup(card.group)],
        "kind": CardKind(card.kind).name.lower(),
        "count": card.count,
        **{column: None if value == NONE else value for column, value in numbers.items()},
        "rewards": rewards_text(card, names),
        "text": card_text(card, names) or None,
        "confidence": card.confidence or None,
    }


def card_rows() -> list[dict[str, Any]]:
    return [dict(row) for row in _rows()]


@cache
def _rows() -> tuple[dict[str, Any], ...]:
    names = {card.id: card.name for _, card in all_cards()}
    return tuple(card_row(set_name, card, names) for set_name, card in all_cards())


__all__ = ["DECKS", "FOLDS", "ROOMS", "SETS", "all_cards", "card_row", "card_rows", "cards_of", "packages"]
