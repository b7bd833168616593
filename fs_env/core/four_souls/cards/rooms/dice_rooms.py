"""The six dice rooms: each does its text as it is turned up and is put into discard at the end of the turn."""

from fs_env.core.four_souls.language.cards import room_card
from fs_env.core.four_souls.language.words import *

AT_THE_END = when(turn_end(me), discard_room(this))

CARDS = (
    room_card(
        "dice_room_1",
        "Dice Room!",
        when(this_enters, reroll_item(each(item & noneternal & mine))),
        AT_THE_END,
        confidence="medium",
    ),
    room_card(
        "dice_room_2",
        "Dice Room!!",
        when(this_enters, discard_hand(each_player), loot(3, each_player)),
        AT_THE_END,
        confidence="medium",
    ),
    room_card(
        "dice_room_3", "Dice Room!!!", when(this_enters, discard_shop(each(shop_item))), AT_THE_END, confidence="medium"
    ),
    room_card(
        "dice_room_4",
        "Dice Room!!!!",
        when(this_enters, reroll_item(each(item & noneternal))),
        AT_THE_END,
        confidence="medium",
    ),
    room_card(
        "dice_room_5",
        "Dice Room!!!!!",
        when(this_enters, replace_monster(each(monster))),
        AT_THE_END,
        confidence="medium",
    ),
    room_card(
        "dice_room_6",
        "Dice Room!!!!!!",
        when(
            this_enters,
            reroll_item(each(item & noneternal)),
            discard_hand(each_player),
            loot(3, each_player),
            replace_monster(each(monster)),
            discard_shop(each(shop_item)),
        ),
        AT_THE_END,
        confidence="medium",
    ),
)
