"""Events that abilities answer."""

from __future__ import annotations

from collections.abc import Callable

from fs_env.core.four_souls.language.codes import AbilityFlag, Event, Sel, Victim, Who
from fs_env.core.four_souls.language.nodes import CardError, Filter, Selector, Trigger
from fs_env.core.four_souls.language.words.filters import monster, nonattack, player
from fs_env.core.four_souls.language.words.selectors import any_player, anything, monster_deck

_IMPORTED = set(globals())

_WHO = {Sel.ME: Who.ME, Sel.THIS: Who.THIS, Sel.ATTACKER: Who.ATTACKER, Sel.ANY: Who.PLAYER, Sel.OTHERS: Who.OTHER}


def _whose(who: Selector) -> Who:
    if who.code not in _WHO:
        raise CardError(f"an event of '{who.name}' is not known; write me, others, this, attacker or any_player")
    return _WHO[who.code]


def _mask(*numbers: int) -> int:
    if any(not 1 <= n <= 6 for n in numbers):
        raise CardError(f"{numbers} contains a number that is not on a die; write numbers from 1 to 6")
    return sum(1 << n for n in set(numbers))


def _event(event: Event) -> Callable[[Selector], Trigger]:
    def word(who: Selector) -> Trigger:
        return Trigger(event, _whose(who))

    return word


def _roll(event: Event, who: Who) -> Callable[..., Trigger]:
    def word(*numbers: int) -> Trigger:
        return Trigger(event, who, _mask(*numbers))

    return word


any_roll = _roll(Event.ANY_ROLL, Who.ANY)  # a roll of any player is final with one of the numbers (R9.7)
vs_this = _roll(Event.VS_THIS, Who.THIS)  # an attack roll against this monster is final with one of the numbers
my_attack_roll = _roll(Event.MY_ATTACK_ROLL, Who.ME)  # the same, attack rolls of the controller
any_attack_roll = _roll(Event.ANY_ATTACK_ROLL, Who.ANY)  # the same, attack rolls of any player
turn_start = _event(Event.TURN_START)  # that player's turn starts (R7.2)
dies = _event(Event.DIES)  # a player's death resolved (R13.3)
activates = _event(Event.ACTIVATES)  # an activated effect of an item was pushed (R5.2); characters do not count
gains_coins = _event(Event.GAINS_COINS)  # coins were gained from the bank
attack_declared = _event(Event.ATTACK_DECLARED)  # the declaration of an attack was pushed (R11.2)
misses = _event(Event.MISSES)  # an attack roll of that player is final below the evasion (R11.10)
gains_soul = _event(Event.GAINS_SOUL)  # a card became a soul of that player
loot_arrives = _event(Event.LOOT_ARRIVES)  # a loot card entered that player's hand, from wherever it came (ER-77)
before_penalty_of = _event(Event.BEFORE_PENALTY)  # that player has died, and the penalty is still to come (R13.3)
would_take_damage = _event(Event.WOULD_TAKE_DAMAGE)  # would take damage: step 3 of the damage pipeline (ER-30)
would_die = _event(Event.WOULD_DIE)  # a death is about to resolve (R13.2a)
named_roll = Trigger(Event.ANY_ROLL)
"""A later roll is final with the number that was named: lasting(when(named_roll, ...), named=number(1, 6)) (ER-23)."""


def roll_shows(*numbers: int, by: Selector | None = None) -> Trigger:
    """A roll shows one of the numbers after it was thrown or changed (R9.6)."""
    return Trigger(Event.ROLL_SHOWS, Who.ANY if by is None else _whose(by), _mask(*numbers))


def same_roll_twice(who: Selector, attack_rolls: bool = False) -> Trigger:
    """A final number equals that player's previous one this turn; ``attack_rolls``: in this attack (ER-24)."""
    return Trigger(Event.SAME_ROLL_TWICE, _whose(who), flags=AbilityFlag.COMBAT if attack_rolls else 0)


def turn_end(who: Selector) -> Trigger:
    """That player's turn ends (R7.7)."""
    return Trigger(Event.TURN_END, Who.ANY if who is any_player else _whose(who))


def damage_taken(who: Selector, roll: int | None = None, combat: bool = False, by: Filter | None = None) -> Trigger:
    """``who`` was dealt damage (R12.2); ``roll``: from this attack roll (R11.19), ``by=monster``: by a monster (R12.14)."""
    mask = 0 if roll is None else _mask(roll)
    if by not in (None, monster):
        raise CardError(f"damage_taken(by={by!r}) is unknown; write by=monster or leave it out")
    flags = (AbilityFlag.COMBAT if combat else 0) | (AbilityFlag.BY_MONSTER if by == monster else 0)
    return Trigger(Event.DAMAGE_TAKEN, _whose(who), mask, flags=flags)


def damage_dealt(by: Selector, to: Filter | Selector, roll: int | None = None, combat: bool = False) -> Trigger:
    """``by`` dealt damage to a player, a monster or anything; ``roll``: from this attack roll (R11.19)."""
    victim = Victim.PLAYER if to is player else Victim.MONSTER if to is monster else Victim.ANY
    mask = 0 if roll is None else _mask(roll)
    return Trigger(Event.DAMAGE_DEALT, _whose(by), mask, victim, AbilityFlag.COMBAT if combat else 0)


def hp_reaches(who: Selector, n: int, exactly: bool = False) -> Trigger:
    """A change lowered it from above to n HP or less; ``exactly``: to n HP (R6.10)."""
    return Trigger(Event.HP_REACHES, _whose(who), n, flags=AbilityFlag.EXACTLY if exactly else 0)


def counters_reach(n: int) -> Trigger:
    """The n-th counter was put on this."""
    return Trigger(Event.COUNTERS_REACH, Who.THIS, n)


def attack_starts(who: Selector, on: Selector = anything) -> Trigger:
    """An attack started (R11.8); ``on=monster_deck``: on the monster that it revealed (R11.5)."""
    if on not in (anything, monster_deck):
        raise CardError(f"attack_starts(on={on.name}) is unknown; write on=monster_deck or leave it out")
    return Trigger(Event.ATTACK_STARTS if on == anything else Event.DECK_ATTACK_STARTS, _whose(who))


def kills(who: Selector, what: Filter | None = None) -> Trigger:
    """The death of a player or monster that ``who`` killed resolved (R12.14); ``monster``: of a monster."""
    if what not in (None, monster):
        raise CardError(f"kills(..., {what!r}) is unknown; write monster or leave it out")
    return Trigger(Event.KILLS, _whose(who), victim=Victim.MONSTER if what == monster else Victim.ANY)


def my_roll_pushed(kind: Filter | None = None) -> Trigger:
    """A roll of the controller was thrown or rerolled (R9.3, R9.5); ``nonattack`` leaves out attack rolls."""
    if kind not in (None, nonattack):
        raise CardError(f"my_roll_pushed({kind!r}) is unknown; write nonattack or leave it out")
    return Trigger(Event.MY_ROLL_PUSHED, Who.ME, flags=AbilityFlag.NONATTACK if kind == nonattack else 0)


this_enters = Trigger(Event.THIS_ENTERS, Who.THIS)
"""This room was turned face up (R20.1)."""
goals_reached = Trigger(Event.GOALS_REACHED, Who.THIS)
"""As many goals of this room as it asks for have been reached."""
death_pending = Trigger(Event.DEATH_PENDING, Who.ME)
before_penalty = Trigger(Event.BEFORE_PENALTY, Who.ME)
after_penalty = Trigger(Event.AFTER_PENALTY, Who.ME)
this_dies = Trigger(Event.THIS_DIES, Who.THIS)
monster_dies = Trigger(Event.MONSTER_DIES, Who.ANY)
other_monster_dies = Trigger(Event.OTHER_MONSTER_DIES, Who.ANY)
reward_taken = Trigger(Event.REWARD_TAKEN, Who.THIS)
this_attacked = Trigger(Event.THIS_ATTACKED, Who.THIS)


would_gain_coins = Trigger(Event.WOULD_GAIN_COINS, Who.ME)
would_be_destroyed = Trigger(Event.WOULD_BE_DESTROYED, Who.THIS)

__all__ = [name for name in sorted(globals()) if name not in _IMPORTED and not name.startswith("_")]
