"""Verbs on damage, deaths, rolls, attacks, turns and slots."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import Deck, Op, Until
from fs_env.core.four_souls.language.nodes import CardError, Effect, Filter, Modifier, Register, Selector, Step
from fs_env.core.four_souls.language.words.operands import Amount, Thing, step
from fs_env.core.four_souls.language.words.selectors import anything, me, monster_deck


def damage(n: Amount, to: Thing) -> Step:
    """To one or a set at once (R12.2, R12.7)."""
    return step(Op.DAMAGE, a=n, b=to)


def damage_split(*points: Register) -> Step:
    """One point for each chosen target; the same target may be chosen again."""
    return step(Op.DAMAGE_SPLIT, a=len(points), targets=points)


def absorb(n: Amount) -> Step:
    """Reduce the damage being replaced (R6.9)."""
    return step(Op.ABSORB, a=n)


def set_amount(n: Amount) -> Step:
    """The damage or the gain that is held back becomes n (R6.9)."""
    return step(Op.SET_AMOUNT, a=n)


def kill(what: Thing) -> Step:
    """Push its death."""
    return step(Op.KILL, b=what)


def heal(n: Amount, what: Thing) -> Step:
    """Restore lost HP (R12.8)."""
    return step(Op.HEAL, a=n, b=what)


def shield(n: Amount, whom: Thing, then: Effect | None = None) -> Step:
    """Prevent n of the next damage this turn (R12.3); ``then`` is pushed if it prevented something."""
    return step(Op.SHIELD, a=n, b=whom, e=then if then is not None else -1)


def shield_pool(n: Amount, whom: Thing) -> Step:
    """Prevent the next n points of damage this turn, over several events (ER-31)."""
    return step(Op.SHIELD_POOL, a=n, b=whom)


def save(who: Thing) -> Step:
    """Prevent the pending death (R13.9)."""
    return step(Op.SAVE, b=who)


def boost(change: Modifier, whom: Thing, until: Until = Until.END_OF_TURN) -> Step:
    """A number changed for a while (R12.9, R9.3)."""
    if change.stat is None:
        raise CardError(
            "boost changes hp(n), atk(n), evasion(n) or rolls(n); other modifiers are written in static(...)"
        )
    return step(Op.BOOST, a=change.n, b=whom, c=change.stat, d=until)


def reroll(what: Thing) -> Step:
    """Its player throws the same roll again (R9.5)."""
    return step(Op.REROLL, b=what)


def set_roll(what: Thing, n: Amount) -> Step:
    """R9.11."""
    return step(Op.SET_ROLL, a=n, b=what)


def add_roll(what: Thing, n: Amount) -> Step:
    """Clamped at once (R9.1)."""
    return step(Op.ADD_ROLL, a=n, b=what)


def cancel(what: Thing) -> Step:
    """R17.1."""
    return step(Op.CANCEL, b=what)


def cancel_all() -> Step:
    """Every effect on the stack (ER-36)."""
    return step(Op.CANCEL_ALL)


def cancel_attack(what: Thing, again: bool = False) -> Step:
    """R11.13; ``again`` gives the attack back if it had started, a mere declaration uses none (A16)."""
    return step(Op.CANCEL_ATTACK, b=what, c=1 if again else 0)


def attacks(n: Amount, who: Thing = me, where: Selector = anything) -> Step:
    """Extra attacks this turn (R11.1); ``where=monster_deck`` for the deck only."""
    return step(Op.ATTACKS, a=n, b=who, c=1 if where is monster_deck else 0)


def must_attack(who: Thing, what: Thing, n: int = 1, additional: bool = False) -> Step:
    """An obligation (R11.7); ``additional`` brings its own attack (A70)."""
    return step(Op.MUST_ATTACK, a=n, b=who, c=what, d=1 if additional else 0)


def retarget_attack(what: Thing) -> Step:
    """The declared attack goes against that monster (R11.20)."""
    return step(Op.RETARGET_ATTACK, b=what)


def end_game(who: Thing) -> Step:
    """The game is over at once and that player has won it (R18.3)."""
    return step(Op.END_GAME, a=who)


def end_turn(who: Thing) -> Step:
    """R7.13."""
    return step(Op.END_TURN, b=who)


def extra_turn(who: Thing) -> Step:
    """R7.19."""
    return step(Op.EXTRA_TURN, b=who)


def skip_turn(who: Thing) -> Step:
    """R7.20."""
    return step(Op.SKIP_TURN, b=who)


shop_slots, monster_slots = Deck.TREASURE, Deck.MONSTER


def expand(kind: Deck, n: int) -> Step:
    """New slots (R15.7)."""
    return step(Op.EXPAND, a=n, b=kind)


def cover(where: Thing) -> Step:
    """The top monster card onto a slot; other cards are played by the active player."""
    return step(Op.COVER, b=where)


def replace_monster(what: Thing) -> Step:
    """Discard it, then cover its slot (R15.10)."""
    return step(Op.REPLACE_MONSTER, b=what)


def discard_monster(what: Thing) -> Step:
    """An active monster to the discard pile: no death (R14.7)."""
    return step(Op.DISCARD_MONSTER, b=what)


def discard_shop(what: Thing) -> Step:
    """A shop item to the discard pile (R15.2)."""
    return step(Op.DISCARD_SHOP, b=what)


def replace_shop_any() -> Step:
    """Any shop items, replaced all at once."""
    return step(Op.REPLACE_SHOP_ANY)


def to_slot(what: Thing, where: Filter) -> Step:
    """Monster cards onto slots (A31)."""
    return step(Op.TO_SLOT, b=what, c=where)


def topdeck(what: Thing) -> Step:
    """Onto the top of its deck."""
    return step(Op.TOPDECK, b=what)


def topdeck_any(filter: Filter) -> Step:
    """Any number, one by one."""
    return step(Op.TOPDECK_ANY, c=filter)


def discard_top(where: Thing) -> Step:
    """The top card of a deck to its discard pile."""
    return step(Op.DISCARD_TOP, b=where)


def into_deck(place: int) -> Step:
    """This as the n-th card from the top (ER-42)."""
    return step(Op.INTO_DECK, a=place)


__all__ = [
    "absorb",
    "add_roll",
    "attacks",
    "boost",
    "cancel",
    "cancel_all",
    "cancel_attack",
    "cover",
    "damage",
    "damage_split",
    "discard_monster",
    "discard_shop",
    "discard_top",
    "end_game",
    "end_turn",
    "expand",
    "extra_turn",
    "heal",
    "into_deck",
    "kill",
    "monster_slots",
    "must_attack",
    "replace_monster",
    "replace_shop_any",
    "reroll",
    "retarget_attack",
    "save",
    "set_amount",
    "set_roll",
    "shield",
    "shield_pool",
    "shop_slots",
    "skip_turn",
    "to_slot",
    "topdeck",
    "topdeck_any",
]
