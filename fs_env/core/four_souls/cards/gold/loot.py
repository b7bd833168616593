"""The loot cards of the Gold Box: 16 kinds, 20 cards."""

from fs_env.core.four_souls.language.cards import CardKind, loot_card, trinket_card
from fs_env.core.four_souls.language.words import *

PILL, RUNE = CardKind.PILL, CardKind.RUNE

CARDS = (
    loot_card("a_penny_gold", "A Penny!", play(gain(1)), count=2),
    loot_card("two_cents_gold", "2 Cents!", play(gain(2)), count=2),
    loot_card("three_cents_gold", "3 Cents!", play(gain(3)), count=2),
    loot_card("four_cents_gold", "4 Cents!", play(gain(4)), count=2),
    loot_card("charged_penny", "Charged Penny", play(gain(1), recharge(t), t=target(item, optional=True))),
    loot_card("bomb_gold", "Bomb!", play(damage(1, t), t=target(player | monster))),
    loot_card("joker", "Joker", play(look_hand(t), take_loot(1, t, by=taker, optional=True), t=target(player))),
    loot_card("holy_card", "Holy Card", play(save(t), if_(turn_of(t), end_turn(t)), t=target(dying_player))),
    loot_card("two_of_diamonds", "Two of Diamonds", play(gain(coins_of(t), t), t=target(player))),
    loot_card("soul_heart_gold", "Soul Heart", play(shield(1, t), t=target(player))),
    loot_card("a_sack", "A Sack", play(loot(3))),
    loot_card("credit_card", "Credit Card", play(lasting(next_shop_price(0), until=next_shop_purchase))),
    loot_card("jera", "Jera", play(loot(hand_of(me))), kind=RUNE),
    loot_card(
        "pills_purple",
        "Pills! (purple)",
        play(
            roll_for({(1, 2): recharge(each(item & mine)), (3, 4): boost(rolls(1), me), (5, 6): boost(rolls(-2), me)})
        ),
        kind=PILL,
    ),
    trinket_card("pink_eye", "Pink Eye", when(damage_taken(me, by=monster, roll=1), damage(1, it_source))),
    trinket_card("cancer", "Cancer", static(first_roll_bonus(1))),
)
