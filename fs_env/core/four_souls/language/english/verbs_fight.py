"""Verbs of fights, rolls, slots and turns in words. Each takes the operands of its opcode (codes.Op)."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Deck, Event, Num, Op, Sel, Stat, Until
from fs_env.core.four_souls.language.english.grammar import Clause, Noun, Unit, signed, times
from fs_env.core.four_souls.language.english.numbers import CENTS, choices, count, value
from fs_env.core.four_souls.language.english.objects import noun, phrase
from fs_env.core.four_souls.language.english.scope import Scope
from fs_env.core.four_souls.language.english.verbs_cards import Slots, Verb
from fs_env.core.four_souls.language.nodes import Each, Filter, Number, NumberChoice, Selector

STAT_WORDS = {Stat.HP: "{} HP", Stat.ATK: "{} attack", Stat.EVASION: "{} evasion", Stat.ROLLS: "{} to all rolls"}


def _on(verb: str) -> Verb:
    def said(scope: Scope, slot: Slots) -> Unit:
        return (Clause(None, verb, noun(scope, slot("b")).name),)

    return said


def _damage(scope: Scope, slot: Slots) -> Unit:
    to, amount = noun(scope, slot("b")), slot("a")
    n = count(scope, amount, "damage")
    if isinstance(amount, int) and scope.event == Event.DAMAGE_TAKEN and to == scope.nouns.get(Sel.IT):
        n = f"{amount} more damage"
    if to.you:
        return (Clause(to, "take", n),)
    return (Clause(None, "deal", f"{to.name} {n}" if n.startswith("as ") else f"{n} to {to.name}"),)


def _damage_split(scope: Scope, slot: Slots) -> Unit:
    n, kinds = slot("a"), scope.split
    slot("targets")
    chooser = scope.doer.name
    among = "" if kinds is None else f" among {phrase(scope, kinds, 'among')}"
    choice = f"as {chooser} choose{'' if scope.doer.you else 's'}"
    return (Clause(None, "deal", f"{count(scope, n, 'damage')}, divided {choice}{among}"),)


def _absorb(scope: Scope, slot: Slots) -> Unit:
    n = slot("a")
    if isinstance(n, Number) and n.code == Num.AMOUNT:
        return (Clause(None, "prevent", "that damage"),)
    return (Clause(None, "prevent", f"{n} of that damage" if isinstance(n, int) else count(scope, n, "damage")),)


def _set_amount(scope: Scope, slot: Slots) -> Unit:
    n = slot("a")
    if scope.event == Event.WOULD_GAIN_COINS:
        return (Clause(scope.me, "gain", f"{count(scope, n, CENTS)} instead"),)
    return (Clause(None, "", f"it becomes {count(scope, n, 'damage')}"),)


def _kill(scope: Scope, slot: Slots) -> Unit:
    what = noun(scope, slot("b"))
    return (Clause(what, "die", states=True) if what.you else Clause(None, "kill", what.name),)


def _heal(scope: Scope, slot: Slots) -> Unit:
    return (Clause(noun(scope, slot("b")), "heal", count(scope, slot("a"), "HP")),)


def _shield(scope: Scope, slot: Slots) -> Unit:
    n, what = slot("a"), noun(scope, slot("b"))
    upto = "" if n == 1 else "up to "
    return (
        Clause(
            None, "prevent", f"{upto}{count(scope, n, 'damage')} the next time {what.name} would take damage this turn"
        ),
    )


def _shield_pool(scope: Scope, slot: Slots) -> Unit:
    n, what = slot("a"), noun(scope, slot("b"))
    return (Clause(None, "prevent", f"the next {count(scope, n, 'damage')} {what.name} would take this turn"),)


def _save(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "prevent", f"{noun(scope, slot('b')).own} death"),)


def stat_words(scope: Scope, stat: Any, n: Any) -> str:
    """A change of one number: "+1 attack"."""
    if stat not in STAT_WORDS:
        scope.fail(f"a boost of {stat!s}")
    return STAT_WORDS[Stat(stat)].format(signed(n))


def until_words(scope: Scope, until: Any) -> str:
    """A duration after a change."""
    words = {Until.END_OF_TURN: "until end of turn", Until.FOREVER: "for good"}
    if until not in words:
        scope.fail(f"a change until {getattr(until, 'name', 'an unknown moment').lower()}")
    return words[until]


def boost(scope: Scope, whom: Noun, changes: list[str], until: Any) -> Unit:
    """Somebody gets changes, joined."""
    said = " and ".join(changes).replace("all rolls", f"all {whom.their} rolls")
    return (Clause(whom, "get", f"{said} {until_words(scope, until)}", states=True),)


def _boost(scope: Scope, slot: Slots) -> Unit:
    return boost(scope, noun(scope, slot("b")), [stat_words(scope, slot("c"), slot("a"))], slot("d"))


def _set_roll(scope: Scope, slot: Slots) -> Unit:
    n = slot("a")
    return (Clause(None, "change", f"{noun(scope, slot('b')).name} to {value(scope, n)}"),)


def _add_roll(scope: Scope, slot: Slots) -> Unit:
    roll, n = noun(scope, slot("b")).name, slot("a")
    if isinstance(n, NumberChoice):
        low, high = n.low, n.high
        if n.ends_only and low < 0 < high:
            return (Clause(None, "add", f"{high} to {roll} or subtract {-low} from it"),)
        options = choices(n)
        amount = (
            f"up to {max(abs(low), abs(high))}" if 0 in options else value(scope, NumberChoice(abs(high), abs(low)))
        )
        if high <= 0:
            return (Clause(None, "subtract", f"{amount} from {roll}"),)
        if low >= 0:
            return (Clause(None, "add", f"{amount if 0 in options else value(scope, n)} to {roll}"),)
        return (Clause(None, "add", f"up to {high} to {roll} or subtract up to {-low} from it"),)
    if isinstance(n, int) and n < 0:
        return (Clause(None, "subtract", f"{-n} from {roll}"),)
    return (Clause(None, "add", f"{value(scope, n)} to {roll}"),)


def _cancel_all(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "cancel", "every effect and loot card on the stack"),)


def _cancel_attack(scope: Scope, slot: Slots) -> Unit:
    again = (Clause(scope.nouns[Sel.ATTACKER], "attack", "again this turn", "may"),) if slot("c") else ()
    return (Clause(None, "cancel", noun(scope, slot("b")).name), *again)


def _attacks(scope: Scope, slot: Slots) -> Unit:
    n, who, deck = slot("a"), noun(scope, slot("b")), slot("c")
    if isinstance(n, int):
        number = "once more" if n == 1 else f"{times(n)} more"
    else:
        number = count(scope, n, "time")
    what = "the monster deck " if deck else ""
    return (Clause(who, "attack", f"{what}{number} this turn", "may"),)


def _must_attack(scope: Scope, slot: Slots) -> Unit:
    n, who, what, more = slot("a"), noun(scope, slot("b")), slot("c"), slot("d")
    name = ""
    if not isinstance(what, Selector) or what.code != Sel.ANY:
        found = noun(scope, what)
        name = f" {'one of them' if found.plural else found.name}"
    if n == 1:
        number = " once more" if more else ""
    else:
        number = f" {times(n)}{' more' if more else ''}"
    return (Clause(who, "attack", f"{name}{number} this turn".strip(), "must"),)


def _retarget(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "turn", f"that attack against {noun(scope, slot('b')).name}"),)


def _end_turn(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "end", f"{noun(scope, slot('b')).own} turn"),)


def _extra_turn(scope: Scope, slot: Slots) -> Unit:
    return (Clause(noun(scope, slot("b")), "take", "an extra turn after this one"),)


def _skip_turn(scope: Scope, slot: Slots) -> Unit:
    who = noun(scope, slot("b"))
    return (Clause(who, "skip", f"{who.their} next turn"),)


def _expand(scope: Scope, slot: Slots) -> Unit:
    kinds = {Deck.TREASURE: "shop slot", Deck.MONSTER: "monster slot"}
    if slot("b") not in kinds:
        scope.fail("expanding anything but shop and monster slots")
    return (Clause(None, "add", count(scope, slot("a"), kinds[slot("b")])),)


def _cover(scope: Scope, slot: Slots) -> Unit:
    where = noun(scope, slot("b")).name
    return (Clause(scope.doer, "put", f"the top card of the monster deck on {where}"),)


def _replace_monster(scope: Scope, slot: Slots) -> Unit:
    what = slot("b")
    slots = "each emptied slot" if isinstance(what, Each) else "its slot"
    card = "a card from the top" if isinstance(what, Each) else "the top card"
    return (
        Clause(None, "discard", noun(scope, what).name),
        Clause(None, "put", f"{card} of the monster deck on {slots}"),
    )


def _replace_shop_any(scope: Scope, slot: Slots) -> Unit:
    return (
        Clause(scope.doer, "discard", "any number of shop items"),
        Clause(scope.doer, "replace", "each with the top card of the treasure deck"),
    )


def _to_slot(scope: Scope, slot: Slots) -> Unit:
    what, where = noun(scope, slot("b")), slot("c")
    if not isinstance(where, Filter):
        scope.unknown(where, "a slot")
    cards = "each one found" if what.plural else "the one found" if what.name == "it" else what.name
    return (Clause(scope.doer, "put", f"{cards} on {phrase(scope, where)}"),)


FIGHT_VERBS: dict[Op, Verb] = {
    Op.DAMAGE: _damage,
    Op.DAMAGE_SPLIT: _damage_split,
    Op.ABSORB: _absorb,
    Op.SET_AMOUNT: _set_amount,
    Op.KILL: _kill,
    Op.HEAL: _heal,
    Op.SHIELD: _shield,
    Op.SHIELD_POOL: _shield_pool,
    Op.SAVE: _save,
    Op.BOOST: _boost,
    Op.REROLL: _on("reroll"),
    Op.SET_ROLL: _set_roll,
    Op.ADD_ROLL: _add_roll,
    Op.CANCEL: _on("cancel"),
    Op.CANCEL_ALL: _cancel_all,
    Op.CANCEL_ATTACK: _cancel_attack,
    Op.ATTACKS: _attacks,
    Op.MUST_ATTACK: _must_attack,
    Op.RETARGET_ATTACK: _retarget,
    Op.END_TURN: _end_turn,
    Op.EXTRA_TURN: _extra_turn,
    Op.SKIP_TURN: _skip_turn,
    Op.EXPAND: _expand,
    Op.COVER: _cover,
    Op.REPLACE_MONSTER: _replace_monster,
    Op.DISCARD_MONSTER: _on("discard"),
    Op.DISCARD_SHOP: _on("discard"),
    Op.REPLACE_SHOP_ANY: _replace_shop_any,
    Op.TO_SLOT: _to_slot,
}
__all__ = ["FIGHT_VERBS", "STAT_WORDS", "boost", "stat_words", "until_words"]
