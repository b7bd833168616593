"""Moments that abilities answer."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import AbilityFlag, Event, Sel, Victim, Who
from fs_env.core.four_souls.language.nodes import CardError, Filter, Selector, Trigger
from fs_env.core.four_souls.language.words.filters import monster, player
from fs_env.core.four_souls.language.words.selectors import any_player

_WHO = {Sel.ME: Who.ME, Sel.THIS: Who.THIS, Sel.ATTACKER: Who.ATTACKER, Sel.ANY: Who.PLAYER}


def _whose(who: Selector) -> Who:
    if who.code not in _WHO:
        raise CardError(f"an event of '{who.name}' is not known; write me, this, attacker or any_player")
    return _WHO[who.code]


def _mask(*numbers: int) -> int:
    if any(not 1 <= n <= 6 for n in numbers):
        raise CardError(f"{numbers} holds a number no die shows; write numbers from 1 to 6")
    return sum(1 << n for n in set(numbers))


def any_roll(*numbers: int) -> Trigger:
    """A roll of any player is final with one of the numbers (R9.7)."""
    return Trigger(Event.ANY_ROLL, Who.ANY, _mask(*numbers))


def vs_this(*numbers: int) -> Trigger:
    """An attack roll against this monster is final with one of the numbers."""
    return Trigger(Event.VS_THIS, Who.THIS, _mask(*numbers))


def roll_shows(*numbers: int, by: Selector | None = None) -> Trigger:
    """A roll object shows one of the numbers, thrown or changed (R9.6)."""
    return Trigger(Event.ROLL_SHOWS, Who.ANY if by is None else _whose(by), _mask(*numbers))


def my_attack_roll(*numbers: int) -> Trigger:
    """An own attack roll is final with one of the numbers."""
    return Trigger(Event.MY_ATTACK_ROLL, Who.ME, _mask(*numbers))


def turn_start(who: Selector) -> Trigger:
    """R7.2."""
    return Trigger(Event.TURN_START, _whose(who))


def turn_end(who: Selector) -> Trigger:
    """R7.7."""
    return Trigger(Event.TURN_END, Who.ANY if who is any_player else _whose(who))


def damage_taken(who: Selector, roll: int | None = None, combat: bool = False) -> Trigger:
    """Damage was dealt to who (R12.2); ``roll`` is the attack roll it came from (R11.19)."""
    mask = 0 if roll is None else _mask(roll)
    return Trigger(Event.DAMAGE_TAKEN, _whose(who), mask, flags=AbilityFlag.COMBAT if combat else 0)


def damage_dealt(by: Selector, to: Filter | Selector) -> Trigger:
    """Damage dealt by ``by`` to a player, a monster, or anything."""
    victim = Victim.PLAYER if to is player else Victim.MONSTER if to is monster else Victim.ANY
    return Trigger(Event.DAMAGE_DEALT, _whose(by), 0, victim)


def hp_reaches(who: Selector, n: int) -> Trigger:
    """A change brought it to n HP or lower, from above (R6.10)."""
    return Trigger(Event.HP_REACHES, _whose(who), n)


def counters_reach(n: int) -> Trigger:
    """The n-th counter arrived on this."""
    return Trigger(Event.COUNTERS_REACH, Who.THIS, n)


def dies(who: Selector) -> Trigger:
    """A player's death resolved (R13.3)."""
    return Trigger(Event.DIES, _whose(who))


def activates(who: Selector) -> Trigger:
    """A tap effect of an item was pushed (R5.2); characters do not count."""
    return Trigger(Event.ACTIVATES, _whose(who))


def gains_coins(who: Selector) -> Trigger:
    """Coins came from the bank."""
    return Trigger(Event.GAINS_COINS, _whose(who))


def attack_starts(who: Selector) -> Trigger:
    """R11.8."""
    return Trigger(Event.ATTACK_STARTS, _whose(who))


death_pending = Trigger(Event.DEATH_PENDING, Who.ME)
before_penalty = Trigger(Event.BEFORE_PENALTY, Who.ME)
after_penalty = Trigger(Event.AFTER_PENALTY, Who.ME)
this_dies = Trigger(Event.THIS_DIES, Who.THIS)
monster_dies = Trigger(Event.MONSTER_DIES, Who.ANY)
other_monster_dies = Trigger(Event.OTHER_MONSTER_DIES, Who.ANY)
reward_taken = Trigger(Event.REWARD_TAKEN, Who.THIS)
this_attacked = Trigger(Event.THIS_ATTACKED, Who.THIS)


def would_take_damage(who: Selector) -> Trigger:
    """Step 3 of the damage pipeline (ER-30)."""
    return Trigger(Event.WOULD_TAKE_DAMAGE, _whose(who))


would_gain_coins = Trigger(Event.WOULD_GAIN_COINS, Who.ME)
would_be_destroyed = Trigger(Event.WOULD_BE_DESTROYED, Who.THIS)
leaves_as_dead = Trigger(Event.LEAVES_AS_DEAD, Who.THIS)

__all__ = [
    "activates",
    "after_penalty",
    "any_roll",
    "attack_starts",
    "before_penalty",
    "counters_reach",
    "damage_dealt",
    "damage_taken",
    "death_pending",
    "dies",
    "gains_coins",
    "hp_reaches",
    "leaves_as_dead",
    "monster_dies",
    "my_attack_roll",
    "other_monster_dies",
    "reward_taken",
    "roll_shows",
    "this_attacked",
    "this_dies",
    "turn_end",
    "turn_start",
    "vs_this",
    "would_be_destroyed",
    "would_gain_coins",
    "would_take_damage",
]
