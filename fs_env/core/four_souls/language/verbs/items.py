"""Verbs about items, counters and souls. Their kernels: `rules/verbs/items.py`."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Rel, Until
from fs_env.core.four_souls.language.english.numbers import count
from fs_env.core.four_souls.language.english.objects import noun
from fs_env.core.four_souls.language.english.phrases import ONE_REROLLED, amount, doer_it, it, plainly
from fs_env.core.four_souls.language.grammar import THIS, Clause, Unit
from fs_env.core.four_souls.language.nodes import Each
from fs_env.core.four_souls.language.scope import Scope
from fs_env.core.four_souls.language.verb import Amount, Someone, Thing, Values, me, verb


@verb("n who", amount("gain", "treasure"))
def treasure(n: Amount, who: Thing = me) -> None:
    """Gain the top treasure cards."""


@verb("what", it("destroy"), doubles=True, spares_dead=True)
def destroy(what: Thing) -> None:
    """Put an item, curse or soul into its discard pile; kill a player or monster (R22)."""


@verb("rolls", plainly("destroy this"))
def destroy_this_first() -> None:
    """Destroy this; always the first step: if it fails, the effect fizzles (R5.6, R17.4)."""


@verb("what", doer_it("steal"), doubles=True)
def steal_item(what: Thing) -> None:
    """Take control of an item."""


def _give_item(scope: Scope, v: Any) -> Unit:
    return (Clause(scope.doer, "give", f"{noun(scope, v.what).name} to {noun(scope, v.to).name}"),)


@verb("what to", _give_item)
def give_item(what: Thing, to: Someone) -> None:
    """Give control of an item to that player."""


def _swap_items(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "swap", f"control of {noun(scope, v.what).name} and {noun(scope, v.other).name}"),)


@verb("what other", _swap_items)
def swap_items(what: Thing, other: Thing) -> None:
    """Swap control of two items at once."""


@verb("what", it("recharge"), doubles=True)
def recharge(what: Thing) -> None:
    """Turn an item or character upright."""


@verb("what", it("deactivate"), doubles=True)
def deactivate(what: Thing) -> None:
    """Turn an item or character sideways without using it."""


def _reroll_item(scope: Scope, v: Any) -> Unit:
    said = ONE_REROLLED
    if isinstance(v.what, Each):
        gains = "you gain" if v.what.filter.owner.rel == Rel.MINE and scope.me.you else "their controllers gain"
        said = f"(destroy them all, then {gains} 1 treasure for each one destroyed)"
    return (Clause(None, "reroll", f"{noun(scope, v.what).name} {said}"),)


@verb("what", _reroll_item, doubles=True)
def reroll_item(what: Thing) -> None:
    """Destroy it; then its controller gains 1 treasure (R22)."""


def _become(scope: Scope, v: Any) -> Unit:
    ends = {Until.END_OF_TURN: " until end of turn", Until.FOREVER: " for good"}
    if v.until not in ends:
        scope.fail(f"becoming a copy until {Until(v.until).name}")
    return (Clause(THIS, "become", f"a copy of {noun(scope, v.what).name}{ends[v.until]}"),)


@verb("what until", _become)
def become(what: Thing, until: Until = Until.END_OF_TURN) -> None:
    """This card takes over the text of that item (R22 Copy)."""


def _counter(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "put", f"{count(scope, v.n, 'counter')} on this"),)


@verb("n", _counter)
def counter(n: Amount) -> None:
    """Put counters on this."""


def _uncounter(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "remove", f"{count(scope, v.n, 'counter')} from this"),)


@verb("n", _uncounter)
def uncounter(n: Amount) -> None:
    """Remove counters from this; sets ``removed``."""


def _become_soul(scope: Scope, v: Any) -> Unit:
    me, worth = scope.me, scope.card.souls
    value = f", worth {worth}" if worth else ""
    return (Clause(THIS, "become", f"a soul of {'yours' if me.you else me.own}{value}"),)


@verb("", _become_soul)
def become_soul() -> None:
    """This card becomes a soul of its controller (R19.5)."""


def _lose_soul(scope: Scope, v: Any) -> Unit:
    who = noun(scope, v.who)
    return (Clause(who, "lose", f"{count(scope, v.n, 'soul card')} of {who.their} choice"),)


@verb("n who", _lose_soul)
def lose_soul(who: Thing, n: int = 1) -> Values:
    """Give up soul cards that their owner picks (R18.4)."""
    return {"n": n, "who": who}


@verb("what", doer_it("steal"))
def steal_soul(what: Thing) -> None:
    """Steal a soul card (R18.5)."""


VERBS = (
    *(treasure, destroy, destroy_this_first, steal_item, give_item, swap_items, recharge, deactivate, reroll_item),
    *(become, counter, uncounter, become_soul, lose_soul, steal_soul),
)
__all__ = [made.name for made in VERBS]
