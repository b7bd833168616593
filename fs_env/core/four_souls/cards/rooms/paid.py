"""Rooms whose effect the active player pays for."""

from fs_env.core.four_souls.language.cards import room_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    room_card(
        "beggar",
        "Beggar",
        paid(
            coins(3), roll_for({(1, 2): nothing(), (3, 4): gain(2), 5: loot(2), 6: [treasure(1), discard_room(this)]})
        ),
        confidence="medium",
    ),
    room_card("blood_donation", "Blood Donation", paid(take_damage(1), gain(3)), confidence="low"),
    room_card(
        "fortune_teller",
        "Fortune Teller",
        paid(coins(3), roll_for({(1, 2, 3): loot(1), 4: loot(2), 5: loot(3), 6: [loot(6), discard_room(this)]})),
        confidence="medium",
    ),
    room_card(
        "restock_machine",
        "Restock Machine",
        paid(coins(3), mode(discard_shop(each(shop_item)), discard_monster(each(monster)))),
        confidence="medium",
    ),
)
