"""The things a sentence can refer to: who "you" is, what has been chosen, whose event it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from fs_env.core.four_souls.language.card_kinds import CardFlag, CardKind
from fs_env.core.four_souls.language.codes import Event, Sel
from fs_env.core.four_souls.language.grammar import IT, THEM, THIS, YOU, Noun, person
from fs_env.core.four_souls.language.nodes import Card, CardError, Filter, Number

ACTIVE_PLAYER = person("the active player")
THAT_PLAYER = person("that player")


@dataclass(frozen=True)
class Scope:
    """The context of a clause: who acts by default, what damage is ``split`` among, the deck of which only the top was ``seen``."""

    card: Card
    names: Mapping[str, str]
    me: Noun
    doer: Noun
    registers: Mapping[str, Noun] = field(default_factory=dict)
    event: Event = Event.NOTHING
    nouns: Mapping[Sel, Noun] = field(default_factory=dict)
    split: Filter | None = None
    seen: Any = None

    def fail(self, what: str) -> NoReturn:
        raise CardError(f"card '{self.card.id}': no English for {what}; add it to language/english")

    def unknown(self, value: Any, role: str) -> NoReturn:
        """Raises CardError that names the type of an unexpected node."""
        code = getattr(value, "name", "") if not isinstance(value, Number) else value.name
        self.fail(f"{role} of type {type(value).__name__}{f' ({code})' if isinstance(code, str) and code else ''}")

    def __call__(self, **changes: Any) -> Scope:
        """The scope with changes; registers and nouns are added to the known ones."""
        for key in ("registers", "nouns"):
            if key in changes:
                changes[key] = {**getattr(self, key), **changes[key]}
        return replace(self, **changes)

    def listed(self, n: Any, deck: Any = None) -> Scope:
        """The scope after n cards of a deck were looked at or found: what "it", "them" and "the rest" mean."""
        noun = IT if n == 1 else THEM
        return self(nouns={Sel.LOOKED: noun, Sel.FOUND: noun, Sel.REVEALED: noun}, seen=deck if n == 1 else None)


def scope_of(card: Card, names: Mapping[str, str]) -> Scope:
    """The scope in which a card's text begins: on monsters and rooms "me" is the active player (R2.14, R20.3)."""
    me = ACTIVE_PLAYER if card.flags & CardFlag.MONSTER or card.kind == CardKind.ROOM else YOU
    nouns = {
        Sel.ME: me,
        Sel.ACTIVE_PLAYER: ACTIVE_PLAYER,
        Sel.ATTACKER: person("the attacking player"),
        Sel.KILLER: person("the player who killed it"),
        Sel.LEFT_OF_ACTIVE_PLAYER: person("the player to the active player's left"),
        Sel.RIGHT_OF_ACTIVE_PLAYER: person("the player to the active player's right"),
        Sel.EACH_PLAYER: person("each player"),
        Sel.OTHERS: person("each other player"),
        Sel.ANY: person("any player"),
        Sel.THIS: THIS,
    }
    if card.kind == CardKind.CURSE:
        nouns[Sel.ACTIVE_PLAYER] = ACTIVE_PLAYER
    return Scope(card, names, me, me, nouns=nouns)
