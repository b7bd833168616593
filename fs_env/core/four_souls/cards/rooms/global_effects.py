"""Rooms that change the rules for everybody while they are face up."""

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
    room_card("red_champions", "Red Champions", static(hp(1, each_monster)), confidence="medium"),
    room_card("samsons_blessing", "Samson's Blessing", static(atk(1, everybody)), confidence="medium"),
)
