"""Rooms that change the rules for every player while they are face up."""

from fs_env.core.four_souls.language.cards import room_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    room_card("all_hallows_eve", "All Hallows' Eve", static(no_souls()), confidence="medium"),
    room_card("black_champions", "Black Champions", static(atk(1, each_monster)), confidence="medium"),
    room_card("blessing_of_gluttony", "Blessing of Gluttony", static(loot_step(1)), confidence="medium"),
    room_card("blessing_of_steam", "Blessing of Steam", static(discount(5)), confidence="medium"),
    room_card(
        "blessing_of_the_sack", "Blessing of the Sack", static(double_rewards(each_monster)), confidence="medium"
    ),
    room_card("maggys_blessing", "Maggy's Blessing", static(hp(1, everybody)), confidence="medium"),
    room_card(
        "might_for_the_meek",
        "Might for the Meek",
        static(atk(1, fewest_in_souls)),
        static(own_attacks(1), only=fewest_souls),
        confidence="medium",
    ),
    room_card(
        "pity_for_the_poor", "Pity for the Poor", static(first_shop_price(0), only=fewest_souls), confidence="medium"
    ),
    room_card("red_champions", "Red Champions", static(hp(1, each_monster)), confidence="medium"),
    room_card("samsons_blessing", "Samson's Blessing", static(atk(1, everybody)), confidence="medium"),
    room_card(
        "shadow_of_famine",
        "Shadow of Famine",
        static(activation_limit(1)),
        static(loot_play_limit(1)),
        confidence="medium",
    ),
    room_card("tax_for_the_mighty", "Tax for the Mighty", static(attack_tax(2)), confidence="medium"),
)
