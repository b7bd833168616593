"""Phrases that several verbs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fs_env.core.four_souls.language.codes import Stat, Until
from fs_env.core.four_souls.language.english.numbers import count
from fs_env.core.four_souls.language.english.objects import noun
from fs_env.core.four_souls.language.grammar import Clause, Noun, Unit, person, signed
from fs_env.core.four_souls.language.nodes import Pick
from fs_env.core.four_souls.language.scope import Scope

Says = Callable[[Scope, Any], Unit]
"""The English of a verb, from the scope and its operands by name."""
ONE_REROLLED = "(destroy it; if it is destroyed, its controller gains 1 treasure)"
"""The meaning of rerolling an item; a card states it once."""
STAT_WORDS = {Stat.HP: "{} HP", Stat.ATK: "{} attack", Stat.EVASION: "{} evasion", Stat.ROLLS: "{} to all rolls"}


def it(verb: str) -> Says:
    """VERB it: without an actor."""
    return lambda scope, v: (Clause(None, verb, noun(scope, v.what).name),)


def doer_it(verb: str) -> Says:
    """VERB it: the player whose effect it is does it."""
    return lambda scope, v: (Clause(scope.doer, verb, noun(scope, v.what).name),)


def amount(verb: str, unit: str) -> Says:
    """A player VERBs an amount of something."""

    def said(scope: Scope, v: Any) -> Unit:
        who = noun(scope, v.who)
        return (Clause(who, verb, count(scope, v.n, unit, who)),)

    return said


def plainly(text: str) -> Says:
    """The same words on every card: the verb and what follows, without an actor."""
    verb, _, rest = text.partition(" ")
    return lambda scope, v: (Clause(None, verb, rest),)


def deck_of(scope: Scope, where: Any) -> Noun:
    """A deck as a noun, "that deck" instead of "it"."""
    found = noun(scope, where)
    return person("that deck") if found.name == "it" else found


def top_cards(scope: Scope, n: Any, where: Any) -> str:
    cards = "card" if n == 1 else f"{n} cards"
    if not isinstance(n, int):
        cards = count(scope, n, "card")
    return f"the top {cards} of {deck_of(scope, where).name}"


def own_deck(what: Noun) -> str:
    return "the deck" if what.plural else "its deck"


def putter(scope: Scope, what: Any) -> Noun | None:
    """Who puts a card somewhere; named only if that player picks the card."""
    return scope.doer if isinstance(what, Pick) else None


def stat_words(scope: Scope, stat: Any, n: Any) -> str:
    if stat not in STAT_WORDS:
        scope.fail(f"a boost of {stat!s}")
    return STAT_WORDS[Stat(stat)].format(signed(n))


def until_words(scope: Scope, until: Any) -> str:
    words = {Until.END_OF_TURN: "until end of turn", Until.FOREVER: "for good"}
    if until not in words:
        scope.fail(f"a change until {getattr(until, 'name', 'an unknown moment').lower()}")
    return words[until]


def boosted(scope: Scope, whom: Noun, changes: list[str], until: Any) -> Unit:
    said = " and ".join(changes).replace("all rolls", f"all {whom.their} rolls")
    return (Clause(whom, "get", f"{said} {until_words(scope, until)}", states=True),)


def drafted(scope: Scope, n: int) -> Unit:
    """A character's starting item, picked from treasures before the game begins (R1.11)."""
    return (
        Clause(scope.doer, "look", f"at the top {n} treasure cards"),
        Clause(scope.doer, "keep", "1 of them as an eternal starting item"),
        Clause(scope.doer, "put", "the rest on the bottom of the treasure deck"),
    )
