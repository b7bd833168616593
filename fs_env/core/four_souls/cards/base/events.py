"""The 17 bonus cards of the base monster deck."""

from fs_env.core.four_souls.language.cards import bonus_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    bonus_card("gold_chest_1", "Gold Chest", play(roll_for({(1, 2): treasure(1), (3, 4): gain(5), (5, 6): gain(7)}))),
    bonus_card("gold_chest_2", "Gold Chest", play(roll_for({(1, 2): treasure(1), (3, 4): loot(1), (5, 6): loot(2)}))),
    bonus_card("dark_chest_1", "Dark Chest", play(roll_for({(1, 2): loot(1), (3, 4): gain(3), (5, 6): damage(2, me)}))),
    bonus_card("dark_chest_2", "Dark Chest", play(roll_for({(1, 2): gain(1), (3, 4): loot(2), (5, 6): damage(2, me)}))),
    bonus_card("chest_1", "Chest", play(roll_for({(1, 2): gain(1), (3, 4): gain(3), (5, 6): gain(6)}))),
    bonus_card("chest_2", "Chest", play(roll_for({(1, 2): loot(1), (3, 4): loot(2), (5, 6): loot(3)}))),
    bonus_card(
        "secret_room",
        "Secret Room!",
        play(roll_for({1: damage(3, me), (2, 3): discard_loot(2), (4, 5): gain(7), 6: treasure(1)})),
    ),
    bonus_card("xl_floor", "XL Floor!", play(expand(monster_slots, 1), attacks(1))),
    bonus_card("shop_upgrade", "Shop Upgrade!", play(expand(shop_slots, 2), attacks(1))),
    bonus_card("we_need_to_go_deeper", "We Need to Go Deeper!", play(topdeck_any(discarded_monster), attacks(1))),
    bonus_card("i_can_see_forever", "I Can See Forever!", play(look(6, loot_deck), may(order_top()), loot(1))),
    bonus_card("troll_bombs", "Troll Bombs", play(damage(2, me))),
    bonus_card("mega_troll_bomb", "Mega Troll Bomb!", play(damage(2, each_player))),
    bonus_card("ambush", "Ambush!", play(must_attack(me, monster_deck, 2))),
    bonus_card("greed_event", "Greed!", play(lose(everything, t), t=target(player & most_coins))),
    bonus_card(
        "devil_deal",
        "Devil Deal",
        play(mode(nothing(), [loot(2), damage(1, me)], [search(treasure_deck, deck_guppy), damage(2, me)])),
    ),
    bonus_card(
        "cursed_chest",
        "Cursed Chest",
        play(roll_for({(1, 2, 3): damage(1, me), (4, 5): damage(2, me), 6: search(treasure_deck, deck_guppy)})),
    ),
)
