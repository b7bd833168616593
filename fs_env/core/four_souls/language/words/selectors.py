"""Players and cards known by role, numbers read while the game runs, and conditions."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import Cond, Num, Sel
from fs_env.core.four_souls.language.nodes import Condition, Number, NumberChoice, Register, Selector
from fs_env.core.four_souls.language.verb import Someone, anything, me

_IMPORTED = set(globals())

t, u, v, w = Register("t"), Register("u"), Register("v"), Register("w")
active_player = Selector(Sel.ACTIVE_PLAYER, "active_player")
roller = Selector(Sel.ROLLER, "roller")
attacker = Selector(Sel.ATTACKER, "attacker")
killer = Selector(Sel.KILLER, "killer")
it = Selector(Sel.IT, "it")
it_source = Selector(Sel.IT_SOURCE, "it_source")
left_neighbour = Selector(Sel.LEFT_OF_ACTIVE_PLAYER, "left_neighbour")
right_neighbour = Selector(Sel.RIGHT_OF_ACTIVE_PLAYER, "right_neighbour")
each_player = Selector(Sel.EACH_PLAYER, "each_player")
others = Selector(Sel.OTHERS, "others")
each_player_but_it = Selector(Sel.EACH_PLAYER_BUT_IT, "each_player_but_it")
any_player = Selector(Sel.ANY, "any_player")
this = Selector(Sel.THIS, "this")
attacked_monster = Selector(Sel.ATTACKED_MONSTER, "attacked_monster")
that_roll = Selector(Sel.THAT_ROLL, "that_roll")
current_attack = Selector(Sel.CURRENT_ATTACK, "current_attack")
my_character = Selector(Sel.MY_CHARACTER, "my_character")
found = Selector(Sel.FOUND, "found")
looked = Selector(Sel.LOOKED, "looked")
rest = Selector(Sel.REST, "rest")
winner = Selector(Sel.WINNER, "winner")
taken = Selector(Sel.TAKEN, "taken")
loot_deck = Selector(Sel.LOOT_DECK, "loot_deck")
treasure_deck = Selector(Sel.TREASURE_DECK, "treasure_deck")
monster_deck = Selector(Sel.MONSTER_DECK, "monster_deck")

spare_hp = Number(Num.SPARE_HP, "spare_hp")
result = Number(Num.RESULT, "result")
amount = Number(Num.AMOUNT, "amount")
amount_doubled = Number(Num.AMOUNT_DOUBLED, "amount_doubled")
everything = Number(Num.ALL, "everything")
half = Number(Num.HALF, "half")
discarded = Number(Num.DISCARDED, "discarded")
destroyed = Number(Num.DESTROYED, "destroyed")
removed = Number(Num.REMOVED, "removed")
full = Number(Num.FULL, "full")
unlimited = Number(Num.UNLIMITED, "unlimited")
killing_roll = Number(Num.KILLING_ROLL, "killing_roll", this, equal=Cond.KILLING_ROLL_EQ)
rolled_by_another = Condition(Cond.ROLLER_NOT_ME, me)
no_attack = Condition(Cond.NO_ATTACK, me)
no_purchase = Condition(Cond.NO_PURCHASE, me)
fewest_souls = Condition(Cond.FEWEST_SOULS, me)
any_number = (1, 2, 3, 4, 5, 6)


def coins_of(who: Someone) -> Number:
    return Number(Num.COINS_OF, "coins_of", who, Cond.COINS_EQ, Cond.COINS_GE)


def hand_of(who: Someone) -> Number:
    """The loot cards in a player's hand."""
    return Number(Num.HAND_OF, "hand_of", who, Cond.HAND_EQ, Cond.HAND_GE)


def hp_of(who: Someone) -> Number:
    return Number(None, "hp_of", who, at_least=Cond.HP_GE)


def counters_of(card: Selector) -> Number:
    return Number(None, "counters_of", card, at_least=Cond.COUNTERS_GE)


def guppy_of(who: Someone) -> Number:
    """The Guppy items that a player controls (R19.1)."""
    return Number(None, "guppy_of", who, at_least=Cond.GUPPY_GE)


def hand_ahead(who: Register) -> Number:
    """How many more loot cards than you that player has, at least 0."""
    return Number(Num.DIFF_HAND, "hand_ahead", who)


def coins_ahead(who: Register) -> Number:
    """How many more cents than you that player has, at least 0."""
    return Number(Num.DIFF_COINS, "coins_ahead", who)


def turn_of(who: Someone) -> Condition:
    return Condition(Cond.TURN_OF, who)


def number(low: int, high: int) -> NumberChoice:
    """A number from low to high, named on resolution."""
    return NumberChoice(low, high)


def either(first: int, second: int) -> NumberChoice:
    """One of two numbers, chosen on resolution."""
    return NumberChoice(min(first, second), max(first, second), True)


__all__ = ["anything", "me"] + [one for one in sorted(globals()) if one not in _IMPORTED and not one.startswith("_")]
