"""Verbs about monster slots and the shop. Their kernels: `rules/verbs/slots.py`."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.language.english.numbers import count
from fs_env.core.four_souls.language.english.objects import noun, phrase
from fs_env.core.four_souls.language.english.phrases import it
from fs_env.core.four_souls.language.grammar import Clause, Unit
from fs_env.core.four_souls.language.nodes import Each, Filter
from fs_env.core.four_souls.language.scope import Scope
from fs_env.core.four_souls.language.verb import Thing, Values, verb

shop_slots, monster_slots, room_slots = Deck.TREASURE, Deck.MONSTER, Deck.ROOM


def _expand(scope: Scope, v: Any) -> Unit:
    kinds = {Deck.TREASURE: "shop slot", Deck.MONSTER: "monster slot", Deck.ROOM: "room slot"}
    if v.slots not in kinds:
        scope.fail("expanding anything but shop, monster and room slots")
    return (Clause(None, "add", count(scope, v.n, kinds[v.slots])),)


@verb("n slots", _expand)
def expand(slots: Deck, n: int) -> Values:
    """Add slots (R15.7)."""
    return {"n": n, "slots": slots}


def _cover(scope: Scope, v: Any) -> Unit:
    where = noun(scope, v.what).name
    return (Clause(scope.doer, "put", f"the top card of the monster deck on {where}"),)


@verb("what", _cover)
def cover(what: Thing) -> None:
    """Put the top card of the monster deck onto a slot; the active player plays a card that is not a monster."""


def _replace_monster(scope: Scope, v: Any) -> Unit:
    slots = "each emptied slot" if isinstance(v.what, Each) else "its slot"
    card = "a card from the top" if isinstance(v.what, Each) else "the top card"
    return (
        Clause(None, "discard", noun(scope, v.what).name),
        Clause(None, "put", f"{card} of the monster deck on {slots}"),
    )


@verb("what", _replace_monster)
def replace_monster(what: Thing) -> None:
    """Discard it, then cover its slot (R15.10)."""


@verb("what", it("discard"))
def discard_monster(what: Thing) -> None:
    """Discard an active monster, which is not a death (R14.7)."""


@verb("what", it("discard"))
def discard_shop(what: Thing) -> None:
    """Discard a shop item (R15.2)."""


@verb("what", it("discard"))
def discard_room(what: Thing) -> None:
    """Discard a room (R20.1)."""


def _replace_shop_any(scope: Scope, v: Any) -> Unit:
    return (
        Clause(scope.doer, "discard", "any number of shop items"),
        Clause(scope.doer, "replace", "each with the top card of the treasure deck"),
    )


@verb("", _replace_shop_any)
def replace_shop_any() -> None:
    """Discard any number of shop items and replace them all at once."""


def _to_slot(scope: Scope, v: Any) -> Unit:
    what = noun(scope, v.what)
    if not isinstance(v.filter, Filter):
        scope.unknown(v.filter, "a slot")
    cards = "each one found" if what.plural else "the one found" if what.name == "it" else what.name
    return (Clause(scope.doer, "put", f"{cards} on {phrase(scope, v.filter)}"),)


@verb("what filter", _to_slot)
def to_slot(what: Thing, filter: Filter) -> None:
    """Put monster cards onto slots (A31)."""


VERBS = (expand, cover, replace_monster, discard_monster, discard_shop, replace_shop_any, to_slot, discard_room)
__all__ = ["monster_slots", "room_slots", "shop_slots"] + [made.name for made in VERBS]
