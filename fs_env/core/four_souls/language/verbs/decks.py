"""Verbs about decks and the cards that are looked at. Their kernels: `rules/verbs/decks.py`."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Sel
from fs_env.core.four_souls.language.english.objects import noun, phrase
from fs_env.core.four_souls.language.english.phrases import deck_of, own_deck, putter, top_cards
from fs_env.core.four_souls.language.grammar import Clause, Unit, ordinal
from fs_env.core.four_souls.language.nodes import Filter, Selector, TopOf
from fs_env.core.four_souls.language.scope import Scope
from fs_env.core.four_souls.language.verb import Someone, Thing, me, verb


def _look(scope: Scope, v: Any) -> Unit:
    return (Clause(noun(scope, v.by), "look", f"at {top_cards(scope, v.n, v.deck)}"),)


@verb("n deck by", _look, lists=True)
def look(n: int, deck: Thing, by: Someone = me) -> None:
    """Look at the top cards of a deck."""


def _reveal(scope: Scope, v: Any) -> Unit:
    return (Clause(scope.doer, "reveal", top_cards(scope, v.n, v.deck)),)


@verb("n deck", _reveal, lists=True)
def reveal(n: int, deck: Thing) -> None:
    """Every player sees the top cards of a deck."""


def _give_curses(scope: Scope, v: Any) -> Unit:
    return (Clause(scope.doer, "give", f"each revealed curse to a player of {scope.doer.their} choice"),)


@verb("", _give_curses)
def give_curses() -> None:
    """Each curse among the revealed cards goes to a player of the controller's choice."""


def _reveal_until(scope: Scope, v: Any) -> Unit:
    deck = deck_of(scope, v.deck).name
    wanted = phrase(scope, v.filter, "any" if v.n != 1 else "a")
    wanted = wanted if v.n == 1 else f"{v.n} {wanted}"
    return (
        Clause(scope.doer, "reveal", f"cards from the top of {deck} until {wanted} have been found"),
        Clause(scope.doer, "put", "the others on its bottom"),
    )


@verb("n deck filter", _reveal_until, lists=True)
def reveal_until(n: int, deck: Thing, filter: Filter) -> None:
    """Reveal from the top until n cards match; these are ``found``, the others go to the bottom as revealed (ER-59)."""


def _search(scope: Scope, v: Any) -> Unit:
    treasure = isinstance(v.deck, Selector) and v.deck.code == Sel.TREASURE_DECK
    name = deck_of(scope, v.deck).name
    gain = (Clause(scope.doer, "gain", "it"),) if treasure else ()
    wanted = phrase(scope, v.filter)
    return (Clause(scope.doer, "search", f"{name} for {wanted}"), *gain, Clause(scope.doer, "shuffle", "the deck"))


@verb("deck filter", _search, lists=True, counts=1)
def search(deck: Thing, filter: Filter) -> None:
    """Pick one matching card of a deck, then shuffle it; an item is gained."""


def _order_top(scope: Scope, v: Any) -> Unit:
    return (Clause(noun(scope, v.by), "put", "them back on top in any order"),)


@verb("by", _order_top)
def order_top(by: Someone = me) -> None:
    """Put the looked cards back on top in any order."""


def _keep_top(scope: Scope, v: Any) -> Unit:
    return (Clause(scope.doer, "put", f"{v.n} of them back on top"),)


@verb("n", _keep_top)
def keep_top(n: int) -> None:
    """Pick which looked cards stay on top."""


def _to_bottom(scope: Scope, v: Any) -> Unit:
    what = noun(scope, v.what)
    order = " in any order" if what.plural else ""
    return (Clause(putter(scope, v.what), "put", f"{what.name} on the bottom of {own_deck(what)}{order}"),)


@verb("what", _to_bottom)
def to_bottom(what: Thing) -> None:
    """Put cards on the bottom of their deck."""


def _topdeck(scope: Scope, v: Any) -> Unit:
    what = noun(scope, v.what)
    name = f"{noun(scope, v.what.pile).their} top card" if isinstance(v.what, TopOf) else what.name
    return (Clause(putter(scope, v.what), "put", f"{name} on top of {own_deck(what)}"),)


@verb("what", _topdeck)
def topdeck(what: Thing) -> None:
    """Put a card on top of its deck."""


def _topdeck_any(scope: Scope, v: Any) -> Unit:
    cards = phrase(scope, v.filter, "any")
    return (Clause(scope.doer, "put", f"any number of {cards} on top of their deck, one by one"),)


@verb("filter", _topdeck_any)
def topdeck_any(filter: Filter) -> None:
    """Put any number of cards on top of their deck, one by one."""


def _discard_top(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "discard", "it" if v.deck == scope.seen else top_cards(scope, 1, v.deck)),)


@verb("deck", _discard_top)
def discard_top(deck: Thing) -> None:
    """Discard the top card of a deck."""


def _into_deck(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "put", f"this into its deck as the {ordinal(v.n)} card from the top"),)


@verb("n", _into_deck)
def into_deck(n: int) -> None:
    """Put this into its deck as the n-th card from the top (ER-42)."""


VERBS = (
    *(look, reveal, give_curses, reveal_until, search, order_top, keep_top, to_bottom),
    *(topdeck, topdeck_any, discard_top, into_deck),
)
__all__ = [made.name for made in VERBS]
