"""Verbs about damage, lives, fights and dice. Their kernels: `rules/verbs/fight.py`."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import NONE, Event, Num, Sel, Until
from fs_env.core.four_souls.language.english.numbers import CENTS, choices, count, value
from fs_env.core.four_souls.language.english.objects import noun, phrase
from fs_env.core.four_souls.language.english.phrases import boosted, it, stat_words
from fs_env.core.four_souls.language.grammar import Clause, Unit, times
from fs_env.core.four_souls.language.nodes import CardError, Effect, Modifier, Number, NumberChoice, Register, Selector
from fs_env.core.four_souls.language.scope import Scope
from fs_env.core.four_souls.language.verb import Amount, Thing, Values, anything, me, verb


def _damage(scope: Scope, v: Any) -> Unit:
    to = noun(scope, v.what)
    n = count(scope, v.n, "damage")
    if isinstance(v.n, int) and scope.event == Event.DAMAGE_TAKEN and to == scope.nouns.get(Sel.IT):
        n = f"{v.n} more damage"
    if to.you or n.endswith("HP"):
        return (Clause(to, "take", n),)
    return (Clause(None, "deal", f"{to.name} {n}" if n.startswith("as ") else f"{n} to {to.name}"),)


@verb("n what", _damage, damages=True, spares_dead=True)
def damage(n: Amount, what: Thing) -> None:
    """Deal damage to one or several things at once (R12.2, R12.7)."""


def _damage_split(scope: Scope, v: Any) -> Unit:
    among = "" if scope.split is None else f" among {phrase(scope, scope.split, 'among')}"
    choice = f"as {scope.doer.name} choose{'' if scope.doer.you else 's'}"
    return (Clause(None, "deal", f"{count(scope, v.n, 'damage')}, divided {choice}{among}"),)


@verb("n", _damage_split, damages=True, spares_dead=True)
def damage_split(*points: Register) -> Values:
    """Deal one point of damage for each chosen target; a target may be chosen more than once."""
    return {"n": len(points), "targets": points}


def _absorb(scope: Scope, v: Any) -> Unit:
    if isinstance(v.n, Number) and v.n.code == Num.AMOUNT:
        return (Clause(None, "prevent", "that damage"),)
    return (Clause(None, "prevent", f"{v.n} of that damage" if isinstance(v.n, int) else count(scope, v.n, "damage")),)


@verb("n", _absorb, changes_event=True)
def absorb(n: Amount) -> None:
    """Reduce the damage that is being replaced (R6.9)."""


def _set_amount(scope: Scope, v: Any) -> Unit:
    if scope.event == Event.WOULD_GAIN_COINS:
        return (Clause(scope.me, "gain", f"{count(scope, v.n, CENTS)} instead"),)
    return (Clause(None, "", f"it becomes {count(scope, v.n, 'damage')}"),)


@verb("n", _set_amount, changes_event=True)
def set_amount(n: Amount) -> None:
    """The damage or the gain that is held back becomes n (R6.9)."""


def _kill(scope: Scope, v: Any) -> Unit:
    what = noun(scope, v.what)
    return (Clause(what, "die", states=True) if what.you else Clause(None, "kill", what.name),)


@verb("what", _kill, doubles=True, spares_dead=True)
def kill(what: Thing) -> None:
    """Push its death."""


def _heal(scope: Scope, v: Any) -> Unit:
    return (Clause(noun(scope, v.what), "heal", count(scope, v.n, "HP")),)


@verb("n what", _heal)
def heal(n: Amount, what: Thing) -> None:
    """Restore lost HP (R12.8)."""


def _shield(scope: Scope, v: Any) -> Unit:
    upto = "" if v.n == 1 else "up to "
    when = f"the next time {noun(scope, v.what).name} would take damage this turn"
    return (Clause(None, "prevent", f"{upto}{count(scope, v.n, 'damage')} {when}"),)


@verb("n what ability", _shield)
def shield(n: Amount, what: Thing, then: Effect | None = None) -> Values:
    """Prevent n of the next damage this turn (R12.3); ``then`` is pushed if it prevented something."""
    return {"n": n, "what": what, "ability": then if then is not None else NONE}


def _shield_pool(scope: Scope, v: Any) -> Unit:
    what = noun(scope, v.what)
    return (Clause(None, "prevent", f"the next {count(scope, v.n, 'damage')} {what.name} would take this turn"),)


@verb("n what", _shield_pool)
def shield_pool(n: Amount, what: Thing) -> None:
    """Prevent the next n points of damage this turn, over several events (ER-31)."""


def _save(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "prevent", f"{noun(scope, v.what).own} death"),)


@verb("what", _save)
def save(what: Thing) -> None:
    """Prevent the pending death (R13.9)."""


def _boost(scope: Scope, v: Any) -> Unit:
    return boosted(scope, noun(scope, v.what), [stat_words(scope, v.stat, v.n)], v.until)


@verb("n what stat until", _boost)
def boost(change: Modifier, what: Thing, until: Until = Until.END_OF_TURN) -> Values:
    """Change a number for a while (R12.9, R9.3)."""
    if change.stat is None:
        raise CardError(
            "boost changes hp(n), atk(n), evasion(n) or rolls(n); other modifiers are written in static(...)"
        )
    return {"n": change.n, "what": what, "stat": change.stat, "until": until}


@verb("what", it("reroll"))
def reroll(what: Thing) -> None:
    """Its player throws the same roll again (R9.5)."""


def _set_roll(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "change", f"{noun(scope, v.what).name} to {value(scope, v.n)}"),)


@verb("n what", _set_roll)
def set_roll(what: Thing, n: Amount) -> Values:
    """Set a roll to a number (R9.11)."""
    return {"n": n, "what": what}


def _add_roll(scope: Scope, v: Any) -> Unit:
    roll, n = noun(scope, v.what).name, v.n
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


@verb("n what", _add_roll)
def add_roll(what: Thing, n: Amount) -> Values:
    """Add to a roll, which stays within 1 to 6 (R9.1)."""
    return {"n": n, "what": what}


def _attacks(scope: Scope, v: Any) -> Unit:
    if isinstance(v.n, int):
        number = "once more" if v.n == 1 else f"{times(v.n)} more"
    else:
        number = count(scope, v.n, "time")
    what = "the monster deck " if v.deck_only else ""
    return (Clause(noun(scope, v.who), "attack", f"{what}{number} this turn", "may"),)


@verb("n who deck_only", _attacks)
def attacks(n: Amount, who: Thing = me, where: Selector = anything) -> Values:
    """Grant extra attacks this turn (R11.1); ``where=monster_deck``: on the deck only."""
    return {"n": n, "who": who, "deck_only": int(where.code == Sel.MONSTER_DECK)}


def _must_attack(scope: Scope, v: Any) -> Unit:
    name = ""
    if not isinstance(v.what, Selector) or v.what.code != Sel.ANY:
        found = noun(scope, v.what)
        name = f" {'one of them' if found.plural else found.name}"
    if v.n == 1:
        number = " once more" if v.additional else ""
    else:
        number = f" {times(v.n)}{' more' if v.additional else ''}"
    return (Clause(noun(scope, v.who), "attack", f"{name}{number} this turn".strip(), "must"),)


@verb("n who what additional", _must_attack)
def must_attack(who: Thing, what: Thing, n: int = 1, additional: bool = False) -> Values:
    """Make a player attack something (R11.7); ``additional``: with its own attack (A70)."""
    return {"n": n, "who": who, "what": what, "additional": int(additional)}


def _retarget_attack(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "turn", f"that attack against {noun(scope, v.what).name}"),)


@verb("what", _retarget_attack)
def retarget_attack(what: Thing) -> None:
    """Turn the declared attack against that monster (R11.20)."""


def _cancel_attack(scope: Scope, v: Any) -> Unit:
    again = (Clause(scope.nouns[Sel.ATTACKER], "attack", "again this turn", "may"),) if v.again else ()
    return (Clause(None, "cancel", noun(scope, v.what).name), *again)


@verb("what again", _cancel_attack)
def cancel_attack(what: Thing, again: bool = False) -> Values:
    """End an attack (R11.13); ``again`` gives it back if it had started; a declaration alone uses none (A16)."""
    return {"what": what, "again": int(again)}


VERBS = (
    *(damage, damage_split, absorb, set_amount, kill, heal, shield, shield_pool, save, boost),
    *(reroll, set_roll, add_roll, attacks, must_attack, retarget_attack, cancel_attack),
)
__all__ = [made.name for made in VERBS]
