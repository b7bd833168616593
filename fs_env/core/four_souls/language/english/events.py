"""Moments as text: what a triggered effect or a replacement answers, and whom its text can name afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from fs_env.core.four_souls.language.codes import REPLACED, AbilityFlag, Cond, Event, Once, Sel, Victim, Who
from fs_env.core.four_souls.language.english.numbers import condition_text
from fs_env.core.four_souls.language.grammar import THIS, Noun, and_join, ordinal, person, thing, verb_of
from fs_env.core.four_souls.language.nodes import Condition, Trigger
from fs_env.core.four_souls.language.scope import THAT_PLAYER, Scope

_PLAYERS = (
    Event.ANY_ROLL,
    Event.ROLL_SHOWS,
    Event.TURN_START,
    Event.TURN_END,
    Event.BEFORE_PENALTY,
    Event.DIES,
    Event.ACTIVATES,
    Event.MY_ATTACK_ROLL,
    Event.ANY_ATTACK_ROLL,
    Event.MY_ROLL_PUSHED,
    Event.SAME_ROLL_TWICE,
    Event.MISSES,
    Event.DEATH_PENDING,
    Event.AFTER_PENALTY,
    Event.KILLS,
    Event.GAINS_COINS,
    Event.ATTACK_DECLARED,
    Event.ATTACK_STARTS,
    Event.WOULD_GAIN_COINS,
    Event.GAINS_SOUL,
    Event.DECK_ATTACK_STARTS,
    Event.LOOT_ARRIVES,
)
_ROLLS = (
    *(Event.ANY_ROLL, Event.ROLL_SHOWS, Event.MY_ATTACK_ROLL),
    *(Event.ANY_ATTACK_ROLL, Event.MY_ROLL_PUSHED, Event.SAME_ROLL_TWICE),
)
_MONSTERS = (Event.MONSTER_DIES, Event.OTHER_MONSTER_DIES)
_DAMAGE = (Event.DAMAGE_TAKEN, Event.DAMAGE_DEALT)
_ATTACKED = (Event.VS_THIS, Event.THIS_ATTACKED)


@dataclass(frozen=True)
class Moment:
    """A moment: ``lead`` opens the ability, ``clause`` is the same as a statement, ``scope`` is for the text that follows."""

    lead: str
    clause: str
    scope: Scope


def faces(mask: int) -> str:
    """The numbers of a roll mask: "6", "1 or 6"; an empty mask is the number named before."""
    return and_join([str(n) for n in range(1, 7) if mask >> n & 1], "or") or "the named number"


def _subject(scope: Scope, trigger: Trigger) -> Noun:
    if trigger.who == Who.ME:
        return scope.me
    if trigger.who == Who.OTHER:
        return person("another player")
    if trigger.who == Who.THIS:
        return THIS
    if trigger.who == Who.ATTACKER:
        return scope.nouns[Sel.ATTACKER]
    if trigger.who in (Who.PLAYER, Who.ANY):
        if trigger.who == Who.PLAYER or trigger.event in _PLAYERS:
            return person("a player")
        return (
            thing("another monster" if trigger.event == Event.OTHER_MONSTER_DIES else "a monster")
            if (trigger.event in _MONSTERS)
            else thing("a player or monster")
        )
    scope.fail(f"an event of {trigger.who}")


def _damage(trigger: Trigger, victim: str = "") -> str:
    combat = "combat " if trigger.flags & AbilityFlag.COMBAT else ""
    monster = " from a monster" if trigger.flags & AbilityFlag.BY_MONSTER else ""
    tag = f" {'on' if monster else 'from' if trigger.event == Event.DAMAGE_TAKEN else 'with'} an attack roll of {faces(trigger.n)}"
    return f"{combat}damage{victim}{monster}{tag if trigger.n else ''}"


def _clause(scope: Scope, trigger: Trigger, who: Noun) -> str:
    event, numbers = trigger.event, faces(trigger.n)
    victims = {Victim.PLAYER: " to a player", Victim.MONSTER: " to a monster"}

    def does(verb: str, rest: str = "") -> str:
        return f"{who.name} {verb_of(who, verb)} {rest}".rstrip()

    if event == Event.MY_ROLL_PUSHED:
        sort = "a non-attack roll" if trigger.flags & AbilityFlag.NONATTACK else "a roll"
        return does("make", sort)
    if event == Event.ANY_ROLL and trigger.n == 0:
        return "a later roll of any player ends on the named number"
    if event == Event.SAME_ROLL_TWICE:
        attack = trigger.flags & AbilityFlag.COMBAT
        sort, span = ("attack roll", "in this attack") if attack else ("roll", "this turn")
        return f"{who.own} {sort} ends on the same number as {who.their} previous {sort} {span}"
    said = {
        Event.ANY_ROLL: f"{who.own} roll ends on {numbers}",
        Event.VS_THIS: f"an attack roll against this ends on {numbers}",
        Event.ROLL_SHOWS: f"{who.own} roll shows {numbers}",
        Event.TURN_START: f"{who.own} turn starts" if trigger.who != Who.ANY else "the turn starts",
        Event.TURN_END: f"{who.own} turn ends" if trigger.who != Who.ANY else "the turn ends",
        Event.DAMAGE_TAKEN: does("take", _damage(trigger)),
        Event.DAMAGE_DEALT: does("deal", _damage(trigger, victims.get(Victim(trigger.victim), ""))),
        Event.HP_REACHES: does(
            "drop",
            f"to exactly {trigger.n} HP" if trigger.flags & AbilityFlag.EXACTLY else f"to {trigger.n} HP or lower",
        ),
        Event.BEFORE_PENALTY: f"{does('die')}, before the death penalty",
        Event.DIES: does("die"),
        Event.THIS_DIES: does("die"),
        Event.ACTIVATES: does("activate", "an item"),
        Event.MY_ATTACK_ROLL: f"{who.own} attack roll ends on {numbers}",
        Event.ANY_ATTACK_ROLL: f"{who.own} attack roll ends on {numbers}",
        Event.MISSES: f"{who.own} attack roll misses",
        Event.COUNTERS_REACH: f"the {ordinal(trigger.n)} counter is put on this",
        Event.DEATH_PENDING: f"{who.name} {verb_of(who, 'be')} about to die",
        Event.AFTER_PENALTY: f"{does('die')}, after the death penalty",
        Event.KILLS: does("kill", "a monster" if trigger.victim == Victim.MONSTER else "a player or monster"),
        Event.OTHER_MONSTER_DIES: does("die"),
        Event.MONSTER_DIES: does("die"),
        Event.REWARD_TAKEN: "this has died and its rewards have been gained",
        Event.GAINS_COINS: does("gain", "¢"),
        Event.ATTACK_DECLARED: does("declare", "an attack"),
        Event.ATTACK_STARTS: does("start", "an attack"),
        Event.GOALS_REACHED: "the goals are reached",
        Event.DECK_ATTACK_STARTS: does("start", "an attack on a monster revealed from the monster deck"),
        Event.LOOT_ARRIVES: f"a loot card enters {who.own} hand",
        Event.THIS_ENTERS: does("enter", "play"),
        Event.GAINS_SOUL: does("gain", "a soul"),
        Event.THIS_ATTACKED: f"{who.name} {verb_of(who, 'be')} attacked",
        Event.WOULD_TAKE_DAMAGE: f"{who.name} would take damage",
        Event.WOULD_GAIN_COINS: f"{who.name} would gain ¢",
        Event.WOULD_DIE: f"{who.name} would die",
        Event.WOULD_BE_DESTROYED: f"{who.name} would be destroyed",
    }
    if event not in said:
        scope.fail(f"the event {Event(event).name}")
    return said[event]


def _nouns(scope: Scope, trigger: Trigger, who: Noun) -> dict[Sel, Noun]:
    """Meanings of selectors such as "the roller" and "it" in the text of the ability."""
    again = THAT_PLAYER if who.their == "their" and trigger.who != Who.ME else who
    if trigger.event in _ROLLS:
        return {Sel.ROLLER: again, Sel.IT: again}
    if trigger.event == Event.DAMAGE_DEALT:
        hit = {Victim.PLAYER: THAT_PLAYER, Victim.MONSTER: thing("that monster")}
        victim = hit.get(Victim(trigger.victim), thing("that player or monster"))
        return {Sel.IT: victim, Sel.EACH_PLAYER_BUT_IT: person("each player except the damaged one")}
    if trigger.event in _DAMAGE or trigger.event == Event.WOULD_TAKE_DAMAGE:
        by = {Sel.IT_SOURCE: thing("that monster")} if trigger.flags & AbilityFlag.BY_MONSTER else {}
        return {Sel.IT: again, Sel.EACH_PLAYER_BUT_IT: person("each player except the damaged one"), **by}
    if trigger.event in _MONSTERS:
        return {Sel.IT: thing("that monster")}
    return {Sel.IT: again, Sel.EACH_PLAYER_BUT_IT: person(f"each player except {again.name}")}


def moment(
    scope: Scope, trigger: Trigger, only: Condition | None = None, once: Once = Once.NEVER, every: int = 1
) -> Moment:
    """The moment of a trigger, with its condition and limits. Raises CardError for anything without English."""
    if trigger.event == Event.NOTHING:
        scope.fail("a triggered effect without an event")
    handled = {
        Event.DAMAGE_TAKEN: AbilityFlag.COMBAT | AbilityFlag.BY_MONSTER,
        Event.DAMAGE_DEALT: AbilityFlag.COMBAT | AbilityFlag.BY_MONSTER,
        Event.HP_REACHES: AbilityFlag.EXACTLY,
        Event.MY_ROLL_PUSHED: AbilityFlag.NONATTACK,
        Event.SAME_ROLL_TWICE: AbilityFlag.COMBAT,
    }.get(trigger.event, 0) | AbilityFlag.SELF_CHAIN
    if trigger.flags & ~handled:
        scope.fail(f"the flags {trigger.flags & ~handled} of the event {Event(trigger.event).name}")
    who = _subject(scope, trigger)
    if only is not None and only.cond == Cond.ROLLER_NOT_ME and trigger.who == Who.ANY:
        who, only = person("another player"), None
    clause = _clause(scope, trigger, who)
    replaces = trigger.event in REPLACED
    lead = f"{'if' if replaces else 'when'} {clause}"
    if every != 1:
        if trigger.event not in _DAMAGE:
            scope.fail(f"every={every} of the event {Event(trigger.event).name}")
        does = "take" if trigger.event == Event.DAMAGE_TAKEN else "deal"
        lead = f"for every {every} {_damage(trigger)} {who.name} {verb_of(who, does)} in a turn"
    elif once == Once.TURN:
        lead = f"the first time {clause} each turn"
    elif once == Once.OWN_TURN:
        lead = f"the first time {clause} on each of {scope.me.own} turns"
    elif trigger.event in (Event.TURN_START, Event.TURN_END):
        point = "start" if trigger.event == Event.TURN_START else "end"
        lead = f"at the {point} of {'each turn' if trigger.who in (Who.ANY, Who.PLAYER) else f'{who.own} turn'}"
    elif once != Once.NEVER:
        scope.fail(f"the limit {Once(once).name}")
    if only is not None and only.cond != Cond.ALWAYS:
        lead += f"{' and' if lead.startswith('if') else ', if'} {condition_text(scope, only)}"
    nouns = _nouns(scope, trigger, who)
    if (
        trigger.event in _ATTACKED and scope.me == scope.nouns[Sel.ACTIVE_PLAYER]
    ):  # the attacker is the active player: one name
        attacker = scope.nouns[Sel.ATTACKER]
        scope = scope(me=attacker, doer=attacker)
        nouns |= {Sel.ME: attacker, Sel.ACTIVE_PLAYER: attacker}
    return Moment(lead, clause, scope(event=trigger.event, nouns=nouns))
