"""Continuous changes of numbers and permissions."""

from __future__ import annotations

from collections.abc import Callable

from fs_env.core.four_souls.language.codes import Deck, Stat, Static, Whom
from fs_env.core.four_souls.language.nodes import Modifier

_IMPORTED = set(globals())

controller, my_attacked_monster = Whom.ME, Whom.MY_ATTACKED_MONSTER
my_attacked_monster_eot = Whom.MY_ATTACKED_MONSTER_THIS_TURN
each_monster, each_other_monster = Whom.EACH_MONSTER, Whom.EACH_OTHER_MONSTER
everybody, fewest_in_souls = Whom.EACH_PLAYER, Whom.FEWEST_SOULS


def _amount(static: Static, whom: Whom = Whom.ME) -> Callable[[int], Modifier]:
    def word(n: int) -> Modifier:
        return Modifier(static, n, whom=whom)

    return word


def _always(static: Static, n: int = 0, whom: Whom = Whom.ME) -> Callable[[], Modifier]:
    return lambda: Modifier(static, n, whom=whom)


def _limit(static: Static) -> Callable[[int], Modifier]:
    def word(n: int) -> Modifier:
        return Modifier(static, m=n, whom=Whom.EACH_PLAYER)

    return word


attack_rolls = _amount(Static.ROLLS_ATTACK)  # the controller's attack rolls (R9.3)
first_attack_roll_atk = _amount(Static.FIRST_ATTACK_ROLL_ATK)  # attack, for the damage of the turn's first attack roll
first_attack_roll_bonus = _amount(Static.FIRST_ATTACK_ROLL_BONUS)  # the turn's first attack roll
first_roll_bonus = _amount(Static.FIRST_ROLL_BONUS)  # the first roll of each turn, whosever turn it is (ER-62)
loot_step = _amount(Static.LOOT_STEP)  # cards of the loot step (R7.3)
own_loot_plays = _amount(Static.OWN_LOOT_PLAYS)  # loot plays in the controller's turn
own_attacks = _amount(Static.OWN_ATTACKS)  # attacks in the controller's turn
own_purchases = _amount(Static.OWN_PURCHASES)  # purchases in the controller's turn
shop_price = _amount(Static.PRICE)  # price of shop items; the lowest wins (R10.7)
damage_cap = _amount(Static.DAMAGE_CAP)  # each damage event of more than n becomes n
triple_on_roll = _amount(Static.TRIPLE_ON_ROLL)  # triple combat damage on an attack roll of n (ER-48)
also_hit_on = _amount(Static.ALSO_HIT_ON, Whom.THIS)  # an attack roll of n hits, whatever the evasion (ER-48)
discount = _amount(Static.DISCOUNT)  # off the price of shop items that the active player purchases (rooms)
first_shop_price = _amount(Static.FIRST_PRICE)  # price of the active player's first shop item each turn (rooms, ER-78)
attack_tax = _amount(Static.ATTACK_TAX, Whom.EACH_PLAYER)  # cents that the leader pays each other player (ER-79)
attacks_unlimited = _always(Static.ATTACKS_UNLIMITED)  # any number of attacks
see_top_treasure = _always(Static.SEE_TOP, Deck.TREASURE)  # the controller knows the top treasure card in its own turn
lock_others = _always(Static.LOCK, whom=Whom.OTHERS)  # no loot and no activated effects in the own turn (R5.12)
penalty_heir = _always(Static.PENALTY_HEIR, whom=Whom.OTHERS)  # receives another's death penalty (R13.4)
open_hands = _always(Static.OPEN_HANDS, whom=Whom.OTHERS)  # the hands of the other players are public
no_recharge_step = _always(Static.NO_RECHARGE_STEP)  # the character stays as it is in the recharge step (R7.1)
recharge_only_one = _always(Static.RECHARGE_ONLY_ONE)  # at most one item recharges in that step (R7.1, ER-56)
no_souls = _always(Static.NO_SOULS, 1, whom=Whom.EACH_PLAYER)  # no player gains souls (rooms)
activation_limit = _limit(Static.ACTIVATION_LIMIT)  # items that each player may activate in a turn (rooms, ER-80)
loot_play_limit = _limit(Static.LOOT_PLAY_LIMIT)  # loot cards that each player may play in a turn (rooms, ER-80)
goals = _limit(Static.GOALS)  # stays in play until all players together have reached n of five goals (rooms, ER-83)


def hp(n: int, whom: Whom = Whom.ME) -> Modifier:
    """Maximum HP (R12.9)."""
    return Modifier(Static.HP, n, whom=whom, stat=Stat.HP)


def atk(n: int, whom: Whom = Whom.ME) -> Modifier:
    return Modifier(Static.ATK, n, whom=whom, stat=Stat.ATK)


def evasion(n: int, whom: Whom = Whom.THIS) -> Modifier:
    """Evasion, clamped to 1..6 after the sum."""
    return Modifier(Static.EVASION, n, whom=whom, stat=Stat.EVASION)


def rolls(n: int) -> Modifier:
    """All rolls (only with boost)."""
    return Modifier(None, n, stat=Stat.ROLLS)


def immune_roll(n: int, whom: Whom = Whom.THIS) -> Modifier:
    """This monster, or the controller, takes no combat damage from an attack roll of n (R11.19)."""
    return Modifier(Static.IMMUNE_ROLL, n, whom=whom)


def multiply_on_roll(n: int, factor: int) -> Modifier:
    """Its combat damage on an attack roll of n, multiplied by ``factor``."""
    return Modifier(Static.MULTIPLY_ON_ROLL, n, factor, Whom.THIS)


def add_damage_on_roll(n: int, more: int) -> Modifier:
    """Its combat damage on an attack roll of n, increased by ``more``."""
    return Modifier(Static.ADD_DAMAGE_ON_ROLL, n, more, Whom.THIS)


def must_attack_each_turn(whom: Whom = Whom.ME) -> Modifier:
    """The controller must attack in its turn; on a monster: each player must attack this monster (ER-27)."""
    return Modifier(Static.MUST_ATTACK_EACH_TURN, whom=whom)


def double_rewards(whom: Whom = Whom.THIS) -> Modifier:
    """Reward amounts x2."""
    return Modifier(Static.DOUBLE_REWARDS, int(whom != Whom.THIS), whom=whom)


__all__ = [name for name in sorted(globals()) if name not in _IMPORTED and not name.startswith("_")]
