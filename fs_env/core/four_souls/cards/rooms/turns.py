"""Rooms that do something at the start or the end of each turn, or at each attack."""

from fs_env.core.four_souls.language.cards import room_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    room_card(
        "angelic_intervention",
        "Angelic Intervention",
        when(attack_starts(me, on=monster_deck), may(cancel_attack(current_attack))),
        confidence="medium",
    ),
    room_card("blessing_of_greed", "Blessing of Greed", when(turn_start(me), gain(3)), confidence="medium"),
    room_card(
        "blessing_of_the_inner_eye",
        "Blessing of the Inner Eye",
        when(attack_declared(me), look(3, monster_deck), order_top()),
        confidence="low",
    ),
    room_card("blind_rage", "Blind Rage", when(turn_start(me), must_attack(me, monster_deck)), confidence="medium"),
    room_card(
        "blood_lust_room",
        "Blood Lust",
        when(turn_start(me), must_attack(me, anything, additional=True)),
        confidence="medium",
    ),
    room_card("bum_bo_is_loose", "Bum-Bo Is Loose!", when(turn_end(me), lose(2)), confidence="medium"),
    room_card("butter_fingers", "Butter Fingers", when(turn_end(me), discard_loot(1)), confidence="medium"),
    room_card(
        "edens_blessing_room",
        "Eden's Blessing",
        when(turn_start(me), may(reroll_item(pick(item & noneternal & mine)))),
        confidence="medium",
    ),
    room_card("greed_looms", "Greed Looms", when(turn_end(me), discard_hand(), only=no_purchase), confidence="medium"),
    room_card("planetarium", "Planetarium", when(turn_start(me), may(treasure(1))), confidence="low"),
    room_card(
        "the_mirror",
        "The Mirror",
        when(turn_start(me), may(damage(spare_hp, me), lasting(when(monster_dies, treasure(1)))), only=hp_of(me) >= 2),
        confidence="medium",
    ),
    room_card("spider_webs", "Spider Webs", when(turn_end(me), deactivate(my_character)), confidence="medium"),
)
