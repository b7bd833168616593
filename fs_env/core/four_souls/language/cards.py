"""How cards are written: one function for each sort of card. Each returns a checked Card or raises CardError."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.card_kinds import CardFlag, CardGroup, CardKind
from fs_env.core.four_souls.language.check import check_card
from fs_env.core.four_souls.language.check_rooms import check_room
from fs_env.core.four_souls.language.codes import Head
from fs_env.core.four_souls.language.nodes import Ability, Card, CardError, Condition, Effect, StaticAbility, Trait
from fs_env.core.four_souls.language.verb import Step
from fs_env.core.four_souls.language.verbs.items import destroy_this_first
from fs_env.core.four_souls.language.verbs.stack import copy_effect

Part = Ability | StaticAbility | Trait
Stats = tuple[int, int, int]
"""HP, evasion and attack: the stat block that a monster prints."""


def _card(
    id: str, name: str, group: CardGroup, kind: CardKind, parts: tuple[Part, ...], flags: int = 0, **facts: Any
) -> Card:
    abilities: list[Ability] = []
    statics: list[StaticAbility] = []
    counters = 0
    for part in parts:
        if isinstance(part, Ability):
            abilities.append(part)
        elif isinstance(part, StaticAbility):
            statics.append(part)
        elif isinstance(part, Trait):
            flags |= part.flag
            counters += part.counters
        else:
            raise CardError(
                f"card '{id}': {part!r} is not an ability; write play, activated, paid, when, instead, static, a trait"
            )
    heads = {ability.head for ability in abilities}
    flags |= CardFlag.HAS_ACTIVATED if Head.ACTIVATED in heads else 0
    flags |= CardFlag.HAS_PAID if Head.PAID in heads else 0
    if any(isinstance(s, Step) and s.verb is copy_effect for a in abilities for s in a.effect.steps):
        flags |= CardFlag.COPIES
    card = Card(id, name, int(group), int(kind), tuple(abilities), tuple(statics), flags, counters, **facts)
    check_card(card)
    return card


def _item_kind(parts: tuple[Part, ...]) -> CardKind:
    heads = {part.head for part in parts if isinstance(part, Ability)}
    for part in parts:
        if isinstance(part, Ability) and part.head == Head.ACTIVATED:
            first = part.effect.steps[0] if part.effect.steps else None
            if isinstance(first, Step) and first.verb is destroy_this_first:
                return CardKind.ONE_USE
    sorts = [kind for kind, head in ((CardKind.ACTIVE, Head.ACTIVATED), (CardKind.PAID, Head.PAID)) if head in heads]
    if heads & {Head.WHEN, Head.INSTEAD} or any(isinstance(part, StaticAbility) for part in parts):
        sorts.append(CardKind.PASSIVE)
    return CardKind.PASSIVE if not sorts else sorts[0] if len(sorts) == 1 else CardKind.MIXED


def loot_card(
    id: str, name: str, *parts: Part, kind: CardKind = CardKind.BASIC_LOOT, count: int = 1, souls: int = 0
) -> Card:
    """A loot card played for its effect."""
    return _card(id, name, CardGroup.LOOT, kind, parts, count=count, souls=souls)


def trinket_card(id: str, name: str, *parts: Part) -> Card:
    """A loot card that becomes a passive item (R2.11)."""
    return _card(id, name, CardGroup.LOOT, CardKind.TRINKET, parts, CardFlag.TRINKET)


def treasure_card(id: str, name: str, *parts: Part, souls: int = 0) -> Card:
    """A treasure; ``souls`` is its value if it becomes a soul."""
    return _card(id, name, CardGroup.TREASURE, _item_kind(parts), parts, souls=souls)


def starting_item(id: str, name: str, *parts: Part, souls: int = 0) -> Card:
    """A character's own item, always eternal."""
    return _card(id, name, CardGroup.STARTING, _item_kind(parts), parts, CardFlag.ETERNAL, souls=souls)


def character_card(
    id: str, name: str, start: str = "", hp: int = 2, attack: int = 1, drafts: int = 0, innate: int = 0
) -> Card:
    """A character that can be turned for a loot play (R8.3), with treasures to draft from (R1.11) and souls of its own (R19.4)."""
    flags = CardFlag.TURN_SELF | (CardFlag.DRAFTS if drafts else 0)
    facts = {"hp": hp, "attack": attack, "start": start, "drafts": drafts, "innate": innate}
    return _card(id, name, CardGroup.CHARACTER, CardKind.CHARACTER, (), flags, **facts)


def _monster(
    group: CardGroup,
    kind: CardKind,
    id: str,
    name: str,
    stats: Stats,
    rewards: Step | None,
    parts: tuple[Part, ...],
    flags: int = 0,
    souls: int = 0,
) -> Card:
    hp, evasion, attack = stats
    if rewards is not None:
        parts = (Ability(Head.REWARD, Effect((rewards,))), *parts)
    facts = {"hp": hp, "evasion": evasion, "attack": attack, "souls": souls}
    return _card(id, name, group, kind, parts, CardFlag.MONSTER | flags, **facts)


def monster_card(id: str, name: str, stats: Stats, rewards: Step | None, *parts: Part) -> Card:
    """A basic monster; ``rewards`` is one verb, always for the active player (R14.4)."""
    return _monster(CardGroup.MONSTER, CardKind.BASIC, id, name, stats, rewards, parts)


def boss_card(id: str, name: str, stats: Stats, rewards: Step | None, *parts: Part, souls: int = 1) -> Card:
    """A boss, with one soul, or an epic boss, with two (R2.12)."""
    kind = CardKind.EPIC_BOSS if souls == 2 else CardKind.BOSS
    return _monster(CardGroup.BOSS, kind, id, name, stats, rewards, parts, CardFlag.BOSS, souls)


def bonus_card(id: str, name: str, *parts: Part, souls: int = 0) -> Card:
    """A bonus card of the monster deck (R2.15)."""
    return _card(id, name, CardGroup.EVENT, CardKind.EVENT, parts, CardFlag.NONMONSTER, souls=souls)


def curse_card(id: str, name: str, *parts: Part) -> Card:
    """A curse (R2.16); "me" is its holder."""
    return _card(id, name, CardGroup.CURSE, CardKind.CURSE, parts, CardFlag.NONMONSTER | CardFlag.CURSE)


def room_card(id: str, name: str, *parts: Part, confidence: str = "") -> Card:
    """A room (R20): "me" is the active player. ``confidence``: how sure its text is, "medium" or "low"."""
    card = _card(id, name, CardGroup.ROOM, CardKind.ROOM, parts, confidence=confidence)
    check_room(card)
    return card


def bonus_soul(id: str, name: str, condition: Condition) -> Card:
    """A bonus soul for the first player who meets the condition (R19.2)."""
    return _card(id, name, CardGroup.BONUS, CardKind.BONUS_SOUL, (), souls=1, condition=condition)


__all__ = [
    "CardKind",
    "bonus_card",
    "bonus_soul",
    "boss_card",
    "character_card",
    "curse_card",
    "loot_card",
    "monster_card",
    "room_card",
    "starting_item",
    "treasure_card",
    "trinket_card",
]
