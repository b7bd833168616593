"""Breaks a card: changes of its nodes, before anything is compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from fs_env.core.four_souls.cards import all_cards
from fs_env.core.four_souls.language.check import check_card, nodes_in
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.language.english import card_text, rewards_text
from fs_env.core.four_souls.language.nodes import Card, CardError, Effect, May, RollFor, Trait

CARDS = {card.id: card for _, card in all_cards()}
"""The unbroken cards, by id."""
NAMES = {card.id: card.name for card in CARDS.values()}
KINDS = {
    "number": "how much, how many",
    "target": "who or what is chosen, or whom it concerns",
    "may": "what should be asked happens without asking",
    "trigger": "the event, or whose event",
    "condition": "only if",
    "limit": "once a turn, once for every two points",
    "dice": "the lines of a dice table",
    "static": "a continuous change",
    "cost": "what is paid",
    "duration": "how long it lasts",
    "step": "a step left out, or the order of the steps",
    "fact": "a printed number",
    "trait": "a property such as eternal or guppy",
}

Change = Callable[[Card], Card]


class MutantError(ValueError):
    """A mutant does not fit its card; the message names the card, what does not fit and what to write."""


@dataclass(frozen=True)
class Mutant:
    """One broken card: what sort of break it is (a key of ``KINDS``), which card, and the change."""

    kind: str
    card_id: str
    change: Change

    @property
    def name(self) -> str:
        return f"{self.card_id}-{self.kind}"

    @property
    def card(self) -> Card:
        if self.card_id not in CARDS:
            raise MutantError(f"'{self.card_id}' is not the id of a card; `fs-env cards` lists them")
        return CARDS[self.card_id]

    def broken(self) -> Card:
        """The card changed and checked. Raises MutantError, or CardError if such a card cannot be written."""
        made = self.change(self.card)
        check_card(made)
        return made


def described(card: Card) -> str:
    """A card as text for a report: its rules text, its rewards, and the facts that can be broken."""
    shown = ("count", "hp", "evasion", "attack", "souls", "start", "counters", "innate", "condition")
    facts = [f"{fact} {getattr(card, fact)}" for fact in shown if getattr(card, fact) not in (0, NONE, "", None)]
    try:
        text = card_text(card, NAMES)
    except CardError as error:  # a broken card may say what no card says
        text = str(error)
    return " | ".join(filter(None, (text, rewards_text(card, NAMES), ", ".join(facts))))


class _Several(tuple):  # type: ignore[type-arg]
    """The replacement of one entry of a sequence: any number of entries; an empty one removes the entry."""


def same(one: Any, other: Any) -> bool:
    """Whether two nodes say the same; numbers known only in a game cannot be compared with `==`."""
    if isinstance(one, tuple | list):
        return isinstance(other, tuple | list) and len(one) == len(other) and all(map(same, one, other))
    if is_dataclass(one):
        return type(one) is type(other) and all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    return not is_dataclass(other) and bool(one == other)


def _put(value: Any, where: Callable[[Any], bool], make: Callable[[Any], Any]) -> Any:
    if is_dataclass(value) and where(value):
        return make(value)
    if isinstance(value, tuple | list):
        made: list[Any] = []
        for entry in value:
            new = _put(entry, where, make)
            made.extend(new) if isinstance(new, _Several) else made.append(new)
        return tuple(made)
    if is_dataclass(value):
        new = {f.name: _put(getattr(value, f.name), where, make) for f in fields(value)}
        return replace(value, **{name: None if isinstance(part, _Several) else part for name, part in new.items()})
    return value


def _found(card: Card, where: Callable[[Any], bool], what: str) -> None:
    found = sum(is_dataclass(node) and where(node) for node in nodes_in((card.abilities, card.statics, card.condition)))
    if found != 1:
        raise MutantError(
            f"card '{card.id}' has {what} {found} times; a change must name one place: include more of what surrounds it"
        )


def swap(old: Any, new: Any) -> Change:
    """Replaces ``old``, which the card has once, by another node, or by the steps of a list."""

    def change(card: Card) -> Card:
        _found(card, lambda node: same(node, old), repr(old))
        return _put(card, lambda node: same(node, old), lambda node: _Several(new) if isinstance(new, list) else new)

    return change


def drop(old: Any) -> Change:
    """Removes ``old``, which the card has once: a step, a static or triggered ability, a condition, a cost."""
    return swap(old, [])


def no_may() -> Change:
    def change(card: Card) -> Card:
        if not any(isinstance(node, May) for node in nodes_in(card.abilities)):
            raise MutantError(f"card '{card.id}' has no may(...) to leave out")
        return _put(card, lambda node: isinstance(node, May), lambda node: _Several(node.steps))

    return change


def swap_lines(first: int, second: int) -> Change:
    """Exchanges the effects of two lines of the card's dice table, counted from 0."""

    def change(card: Card) -> Card:
        _found(card, lambda node: isinstance(node, RollFor), "a dice table")
        return _put(card, lambda node: isinstance(node, RollFor), exchanged)

    def exchanged(table: RollFor) -> RollFor:
        effects: list[Effect] = [effect for _, effect in table.lines]
        effects[first], effects[second] = effects[second], effects[first]
        return RollFor(tuple((numbers, effect) for (numbers, _), effect in zip(table.lines, effects)))

    return change


def ability(k: int, **parts: Any) -> Change:
    """Replaces parts of the k-th ability: ``once``, ``every``, ``only``, ``price``."""

    def change(card: Card) -> Card:
        if k >= len(card.abilities):
            raise MutantError(f"card '{card.id}' has {len(card.abilities)} abilities; none has number {k}")
        made = replace(card.abilities[k], **parts)
        return replace(card, abilities=(*card.abilities[:k], made, *card.abilities[k + 1 :]))

    return change


def facts(**printed: Any) -> Change:
    """Replaces printed numbers: ``hp``, ``evasion``, ``attack``, ``souls``, ``count``, ``start``, ``counters``, ``innate``."""
    return lambda card: replace(card, **printed)


def without(trait: Trait) -> Change:
    def change(card: Card) -> Card:
        if not card.flags & trait.flag:
            raise MutantError(f"card '{card.id}' has no such property to leave out: {trait!r}")
        return replace(card, flags=card.flags & ~trait.flag)

    return change
