"""Rooms that answer what happens to players."""

from fs_env.core.four_souls.language.cards import room_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    room_card(
        "blood_money",
        "Blood Money",
        when(before_penalty_of(any_player), gain(4, each_player_but_it)),
        confidence="medium",
    ),
    room_card(
        "conjoined_twin",
        "Conjoined Twin",
        when(kills(any_player, monster), kill(pick(player & not_it, by=it))),
        confidence="low",
    ),
    room_card(
        "equality", "Equality", when(gains_coins(any_player), gain(amount, each_player_but_it)), confidence="medium"
    ),
    room_card("haunted", "Haunted!", when(gains_soul(any_player), skip_turn(it)), confidence="medium"),
    room_card("laser_eye", "Laser Eye!", when(loot_arrives(any_player), damage(1, it)), confidence="low"),
    room_card(
        "shadow_of_war",
        "Shadow of War",
        when(before_penalty_of(any_player), destroy(pick(item & noneternal & of(it), by=it))),
        confidence="medium",
    ),
    room_card(
        "social_goals",
        "Social Goals!",
        static(goals(4)),
        when(goals_reached, treasure(2, each_player)),
        confidence="medium",
    ),
    room_card(
        "spoils_of_war",
        "Spoils of War",
        when(before_penalty_of(any_player), loot(1, each_player_but_it)),
        confidence="medium",
    ),
)
