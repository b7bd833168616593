"""Continuous changes of numbers and permissions."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import Deck, Stat, Static, Whom
from fs_env.core.four_souls.language.nodes import Modifier

controller, my_attacked_monster = Whom.ME, Whom.MY_ATTACKED_MONSTER
my_attacked_monster_eot = Whom.MY_ATTACKED_MONSTER_THIS_TURN
each_monster, each_other_monster = Whom.EACH_MONSTER, Whom.EACH_OTHER_MONSTER
everybody, fewest_in_souls = Whom.EACH_PLAYER, Whom.FEWEST_SOULS


def hp(n: int, whom: Whom = Whom.ME) -> Modifier:
    """Maximum HP (R12.9)."""
    return Modifier(Static.HP, n, whom=whom, stat=Stat.HP)


def atk(n: int, whom: Whom = Whom.ME) -> Modifier:
    """Attack."""
    return Modifier(Static.ATK, n, whom=whom, stat=Stat.ATK)


def evasion(n: int, whom: Whom = Whom.THIS) -> Modifier:
    """Evasion, clamped to 1..6 after the sum."""
    return Modifier(Static.EVASION, n, whom=whom, stat=Stat.EVASION)


def rolls(n: int) -> Modifier:
    """All rolls (only with boost)."""
    return Modifier(None, n, stat=Stat.ROLLS)


def attack_rolls(n: int) -> Modifier:
    """The controller's attack rolls (R9.3)."""
    return Modifier(Static.ROLLS_ATTACK, n)


def first_attack_roll_atk(n: int) -> Modifier:
    """Attack, for the damage of the turn's first attack roll."""
    return Modifier(Static.FIRST_ATTACK_ROLL_ATK, n)


def first_attack_roll_bonus(n: int) -> Modifier:
    """The turn's first attack roll."""
    return Modifier(Static.FIRST_ATTACK_ROLL_BONUS, n)


def first_roll_bonus(n: int) -> Modifier:
    """The first roll of each turn, whosever turn it is (ER-62)."""
    return Modifier(Static.FIRST_ROLL_BONUS, n)


def loot_step(n: int) -> Modifier:
    """Cards of the loot step (R7.3)."""
    return Modifier(Static.LOOT_STEP, n)


def immune_roll(n: int, whom: Whom = Whom.THIS) -> Modifier:
    """This monster, or the controller, takes no combat damage from an attack roll of n (R11.19)."""
    return Modifier(Static.IMMUNE_ROLL, n, whom=whom)


def own_loot_plays(n: int) -> Modifier:
    """Loot plays in the controller's turn."""
    return Modifier(Static.OWN_LOOT_PLAYS, n)


def own_attacks(n: int) -> Modifier:
    """Attacks in the controller's turn."""
    return Modifier(Static.OWN_ATTACKS, n)


def attacks_unlimited() -> Modifier:
    """Any number of attacks."""
    return Modifier(Static.ATTACKS_UNLIMITED)


def own_purchases(n: int) -> Modifier:
    """Purchases in the controller's turn."""
    return Modifier(Static.OWN_PURCHASES, n)


def shop_price(n: int) -> Modifier:
    """Price of shop items; the lowest wins (R10.7)."""
    return Modifier(Static.PRICE, n)


def see_top_treasure() -> Modifier:
    """The controller knows the top treasure card in its own turn."""
    return Modifier(Static.SEE_TOP, Deck.TREASURE)


def lock_others() -> Modifier:
    """Other players play no loot and use no activated effects in the controller's turn (R5.12)."""
    return Modifier(Static.LOCK, whom=Whom.OTHERS)


def penalty_heir() -> Modifier:
    """Chooses the destroyed item and receives the rest of another player's death penalty (R13.4)."""
    return Modifier(Static.PENALTY_HEIR, whom=Whom.OTHERS)


def damage_cap(n: int) -> Modifier:
    """Each damage event of more than n becomes n."""
    return Modifier(Static.DAMAGE_CAP, n)


def multiply_on_roll(n: int, factor: int) -> Modifier:
    """Its combat damage on an attack roll of n, multiplied by ``factor``."""
    return Modifier(Static.MULTIPLY_ON_ROLL, n, factor, Whom.THIS)


def add_damage_on_roll(n: int, more: int) -> Modifier:
    """Its combat damage on an attack roll of n, increased by ``more``."""
    return Modifier(Static.ADD_DAMAGE_ON_ROLL, n, more, Whom.THIS)


def triple_on_roll(n: int) -> Modifier:
    """The controller's combat damage on an attack roll of n, tripled (ER-48)."""
    return Modifier(Static.TRIPLE_ON_ROLL, n)


def open_hands() -> Modifier:
    """The hands of the other players are public."""
    return Modifier(Static.OPEN_HANDS, whom=Whom.OTHERS)


def no_recharge_step() -> Modifier:
    """The controller's character stays as it is in the recharge step (R7.1)."""
    return Modifier(Static.NO_RECHARGE_STEP)


def also_hit_on(n: int) -> Modifier:
    """An attack roll of n hits this monster, whatever its evasion (ER-48)."""
    return Modifier(Static.ALSO_HIT_ON, n, whom=Whom.THIS)


def recharge_only_one() -> Modifier:
    """At most one item recharges in the controller's recharge step (R7.1, ER-56)."""
    return Modifier(Static.RECHARGE_ONLY_ONE)


def must_attack_each_turn(whom: Whom = Whom.ME) -> Modifier:
    """The controller must attack in its turn; on a monster: each player must attack this monster (ER-27)."""
    return Modifier(Static.MUST_ATTACK_EACH_TURN, whom=whom)


def double_rewards(whom: Whom = Whom.THIS) -> Modifier:
    """Reward amounts x2."""
    return Modifier(Static.DOUBLE_REWARDS, int(whom != Whom.THIS), whom=whom)


def discount(n: int) -> Modifier:
    """Off the price of shop items that the active player purchases (rooms)."""
    return Modifier(Static.DISCOUNT, n)


def no_souls() -> Modifier:
    """Nobody gains souls (rooms)."""
    return Modifier(Static.NO_SOULS, 1, whom=Whom.EACH_PLAYER)


def first_shop_price(n: int) -> Modifier:
    """Price of the first shop item that the active player purchases each turn (rooms, ER-78)."""
    return Modifier(Static.FIRST_PRICE, n)


def attack_tax(n: int) -> Modifier:
    """Cents that a player with the most souls pays each other player to declare an attack (rooms, ER-79)."""
    return Modifier(Static.ATTACK_TAX, n, whom=Whom.EACH_PLAYER)


def activation_limit(n: int) -> Modifier:
    """Items that each player may activate in a turn (rooms, ER-80)."""
    return Modifier(Static.ACTIVATION_LIMIT, m=n, whom=Whom.EACH_PLAYER)


def loot_play_limit(n: int) -> Modifier:
    """Loot cards that each player may play in a turn (rooms, ER-80)."""
    return Modifier(Static.LOOT_PLAY_LIMIT, m=n, whom=Whom.EACH_PLAYER)


def goals(n: int) -> Modifier:
    """Stays in play until all players together have reached n of five goals (rooms, ER-83)."""
    return Modifier(Static.GOALS, m=n, whom=Whom.EACH_PLAYER)


__all__ = [
    "activation_limit",
    "add_damage_on_roll",
    "also_hit_on",
    "atk",
    "attack_rolls",
    "attack_tax",
    "attacks_unlimited",
    "controller",
    "damage_cap",
    "discount",
    "double_rewards",
    "each_monster",
    "each_other_monster",
    "evasion",
    "everybody",
    "fewest_in_souls",
    "first_attack_roll_atk",
    "first_attack_roll_bonus",
    "first_roll_bonus",
    "first_shop_price",
    "goals",
    "hp",
    "immune_roll",
    "lock_others",
    "loot_play_limit",
    "loot_step",
    "multiply_on_roll",
    "must_attack_each_turn",
    "my_attacked_monster",
    "my_attacked_monster_eot",
    "no_recharge_step",
    "no_souls",
    "open_hands",
    "own_attacks",
    "own_loot_plays",
    "own_purchases",
    "penalty_heir",
    "recharge_only_one",
    "rolls",
    "see_top_treasure",
    "shop_price",
    "triple_on_roll",
]
