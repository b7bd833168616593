"""Continuous modifiers as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fs_env.core.four_souls.language.codes import Cond, Deck, Static, Whom
from fs_env.core.four_souls.language.english.numbers import condition_text
from fs_env.core.four_souls.language.grammar import THIS, Noun, and_join, person, sentence, signed, thing, verb_of
from fs_env.core.four_souls.language.nodes import Modifier, StaticAbility
from fs_env.core.four_souls.language.scope import Scope

DECK_NAMES = {Deck.LOOT: "loot", Deck.TREASURE: "treasure", Deck.MONSTER: "monster"}

_BY_ROLL = (Static.IMMUNE_ROLL, Static.ALSO_HIT_ON)


def _whom(scope: Scope, whom: Whom) -> Noun:
    nouns = {
        Whom.ME: scope.me,
        Whom.THIS: THIS,
        Whom.EACH_MONSTER: thing("each monster"),
        Whom.EACH_OTHER_MONSTER: thing("each other monster"),
        Whom.MY_ATTACKED_MONSTER: thing(f"each monster {scope.me.name} {verb_of(scope.me, 'attack')}"),
        Whom.MY_ATTACKED_MONSTER_THIS_TURN: thing(f"each monster {scope.me.name} {verb_of(scope.me, 'attack')}"),
        Whom.OTHERS: person("each other player"),
        Whom.EACH_PLAYER: person("each player"),
        Whom.FEWEST_SOULS: person("each player with the fewest souls"),
    }
    if whom not in nouns:
        scope.fail(f"the reach {whom!s} of a modifier")
    return nouns[whom]


def _said(scope: Scope, modifier: Modifier, faces: str) -> dict[int, str]:
    n, m = modifier.n, modifier.m
    who, own = _whom(scope, modifier.whom), scope.me
    has, may = verb_of(who, "have"), f"on {who.their if who.you else who.own} turn {who.name} may"
    rest = "the other players" if own.you else f"the players other than {own.name}"
    more = "1 more" if n == 1 else f"{n} more"
    until = " until end of turn" if modifier.whom == Whom.MY_ATTACKED_MONSTER_THIS_TURN else ""
    times = {2: "double", 3: "triple"}.get(m, f"{m} times the")
    deck = DECK_NAMES.get(Deck(n), "") if 0 <= n <= 2 else ""
    if modifier.whom == Whom.THIS:
        demand = "must be attacked"
    elif scope.card.hp > 0 and modifier.whom == Whom.EACH_PLAYER:
        demand = "must attack this"
    else:
        demand = "must attack"
    return {
        Static.HP: f"{who.name} {has} {signed(n)} HP",
        Static.ATK: f"{who.name} {has} {signed(n)} attack",
        Static.ROLLS_ATTACK: f"{who.own} attack rolls get {signed(n)}",
        Static.EVASION: f"{who.name} {has} {signed(n)} evasion{until}",
        Static.FIRST_ATTACK_ROLL_ATK: f"{who.name} {has} {signed(n)} attack for {who.their} first attack roll each turn",
        Static.LOOT_STEP: f"{who.name} {verb_of(who, 'loot')} {more} in {who.their} loot step",
        Static.IMMUNE_ROLL: f"{who.name} {verb_of(who, 'take')} no combat damage from an attack roll of {faces}",
        Static.FIRST_ATTACK_ROLL_BONUS: f"{who.own} first attack roll each turn gets {signed(n)}",
        Static.FIRST_ROLL_BONUS: f"{who.own} first roll each turn gets {signed(n)}",
        Static.OWN_LOOT_PLAYS: f"{may} play {more} loot card{'' if n == 1 else 's'}",
        Static.OWN_ATTACKS: f"{may} attack {'once more' if n == 1 else f'{n} more times'}",
        Static.ATTACKS_UNLIMITED: f"{may} attack any number of times",
        Static.OWN_PURCHASES: f"{may} purchase {more} item{'' if n == 1 else 's'}",
        Static.PRICE: f"shop items cost {who.name} {n}¢",
        Static.SEE_TOP: f"{may} look at the top card of the {deck} deck at any time",
        Static.OPEN_HANDS: f"{rest} play with their hands face up",
        Static.LOCK: f"on {own.own} turn {rest} cannot play loot cards or activate items",
        Static.PENALTY_HEIR: (
            f"when another player dies, {own.name} {verb_of(own, 'choose')} the item they destroy as death penalty "
            f"and {verb_of(own, 'gain')} the loot card and ¢ they lose to it"
        ),
        Static.DAMAGE_CAP: f"damage of more than {n} to {who.name} becomes {n}",
        Static.MULTIPLY_ON_ROLL: f"{who.name} {verb_of(who, 'deal')} {times} combat damage on an attack roll of {n}",
        Static.TRIPLE_ON_ROLL: f"{who.name} {verb_of(who, 'deal')} triple combat damage on an attack roll of {n}",
        Static.ADD_DAMAGE_ON_ROLL: f"{who.name} {verb_of(who, 'deal')} {m} more combat damage on an attack roll of {n}",
        Static.ALSO_HIT_ON: f"an attack roll of {faces} hits {who.name} too",
        Static.DOUBLE_REWARDS: f"{who.their if modifier.whom == Whom.THIS else who.own} rewards are doubled",
        Static.DISCOUNT: f"shop items that {who.name} {verb_of(who, 'purchase')} cost {n}¢ less",
        Static.NO_SOULS: "players cannot gain souls",
        Static.FIRST_PRICE: f"the first shop item {who.name} {verb_of(who, 'purchase')} each turn costs {n}¢",
        Static.ATTACK_TAX: f"to declare an attack, a player with the most souls must pay each other player {n}¢",
        Static.GOALS: (
            f"this cannot be put into discard until all players together have reached {m} of these goals: play 5 loot cards, "
            "kill 3 monsters, give another player 6¢ or more at once, purchase 3 items, roll a 6 three times"
        ),
        Static.ACTIVATION_LIMIT: f"{who.name} may activate only {m} item{'' if m == 1 else 's'} each turn",
        Static.LOOT_PLAY_LIMIT: f"{who.name} may play only {m} loot card{'' if m == 1 else 's'} each turn",
        Static.NO_RECHARGE_STEP: f"{own.own} character does not recharge in {own.their} recharge step",
        Static.RECHARGE_ONLY_ONE: f"{who.name} {verb_of(who, 'recharge')} at most 1 item in {who.their} recharge step",
        Static.MUST_ATTACK_EACH_TURN: f"{who.name} {demand} on {'each turn' if who.their == 'its' else f'{who.their} turn'}, if able",
    }


def _static_text(scope: Scope, ability: StaticAbility, numbers: list[int]) -> str:
    modifier = ability.modifier
    if not isinstance(modifier, Modifier):
        scope.unknown(modifier, "a continuous modifier")
    said = _said(scope, modifier, and_join([str(n) for n in numbers], "or"))
    if modifier.static not in said:
        scope.fail(f"the continuous modifier {getattr(modifier.static, 'name', 'without a code')}")
    text = said[modifier.static]
    if ability.only is None or ability.only.cond == Cond.ALWAYS:
        return sentence(text)
    lead = "if" if ability.only.cond == Cond.KILLING_ROLL_EQ else "while"
    return sentence(f"{lead} {condition_text(scope, ability.only)}: {text}")


def static_texts(scope: Scope, abilities: Sequence[StaticAbility]) -> list[str]:
    """Continuous modifiers with their conditions, one sentence each; the same modifier for several rolls is stated once."""
    groups: list[tuple[StaticAbility, list[int]]] = []
    for ability in abilities:
        modifier = ability.modifier
        if isinstance(modifier, Modifier) and modifier.static in _BY_ROLL:
            for other, numbers in groups:
                if replace(other.modifier, n=modifier.n) == modifier and other.only == ability.only:
                    numbers.append(modifier.n)
                    break
            else:
                groups.append((ability, [modifier.n]))
        else:
            groups.append((ability, []))
    return [_static_text(scope, ability, numbers) for ability, numbers in groups]
