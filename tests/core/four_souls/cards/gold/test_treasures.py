"""Gold Box treasures without an activated effect. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start


def combat(card: str, monster: str, number: int, *, theirs: Any = (), **position: Any) -> Play:
    """Player 0, who has the card, attacks; the roll has resolved: its combat damage and what answers lie on the stack."""
    game = start({"items": [card]}, {"items": list(theirs)}, dice=[number], **position)
    game.attack(monster).pass_all().pass_all()
    return game.expect(stack=[f"attack roll {number}"]).pass_all()


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_the_missing_page__answers_a_5_alone(number: int) -> None:
    """R9.6: [the_missing_page] lies above the roll of any player that shows 5, and above no other."""
    game = start({"items": ["the_missing_page"]}, {"items": ["mystery_sack"]}, dice=[number])
    game.activate("mystery_sack", by=1).pass_all()
    roll = [f"roll {number} for Mystery Sack"]
    game.expect(stack=[*roll, "player 0: trigger the missing page"] if number == 5 else roll)


@pytest.mark.parametrize(("answer", "coins"), [("yes", 7), ("no", 3)])
def test_the_missing_page__may_force_a_reroll(answer: str, coins: int) -> None:
    """R9.5: [the_missing_page] its player, not the roller, decides; the roller throws the same roll again."""
    game = start({"items": ["the_missing_page"]}, {"items": ["mystery_sack"]}, dice=[5, 4])
    game.activate("mystery_sack", by=1).pass_all().pass_all().expect(asked=0, question="may")
    game.choose(answer).settle().expect(player=1, coins=coins).expect(player=0, coins=3, hand=[])


def test_the_missing_page__answers_its_own_reroll() -> None:
    """R9.6: a reroll that shows 5 again is answered again, on own rolls too: [the_missing_page]."""
    game = start({"items": ["the_missing_page", "mystery_sack"]}, dice=[5, 5, 1]).activate("mystery_sack").pass_all()
    game.pass_all("yes").expect(stack=["roll 5 for mystery sack", "trigger the missing page"])
    game.pass_all("yes").expect(stack=["roll 1 for mystery sack"]).settle().expect(player=0, hand=1)


def test_the_missing_page__fizzles_when_the_5_is_gone() -> None:
    """R17.3: the roll no longer shows 5 when it resolves, no player is asked: [the_missing_page] [spoon_bender]."""
    game = start({"items": ["the_missing_page"]}, {"items": ["mystery_sack", "spoon_bender"]}, dice=[5, 1])
    game.activate("mystery_sack", by=1).pass_all().activate("spoon_bender", by=1).pass_all()
    game.expect(stack=["roll 6", "trigger"]).pass_all().expect(stack=["roll 6 for mystery sack"]).settle()
    game.expect(player=1, coins=3, hand=[])


def test_the_missing_page__turns_an_attack_roll() -> None:
    """R9.2: attack rolls are rolls: a 5 that hits becomes a 1 that misses: [the_missing_page]."""
    game = start({}, {"items": ["the_missing_page"]}, dice=[5, 1], monsters=["dip", "fatty"]).attack("dip").pass_all()
    game.pass_all().pass_all("yes").expect(stack=["attack roll 1"]).pass_all().pass_all()
    game.expect(player=0, hp=1).expect(monster="dip", hp=1)


def test_more_options__looks_at_two_treasures() -> None:
    """R7.2: [more_options] at the start of the own turn two treasures are seen, by its player alone; they stay."""
    game = start({"items": ["more_options"]}, phase="start", treasure_deck=["meat", "no", "box"])
    game.expect(stack=["trigger more options"]).pass_all().expect(asked=0, question="may").choose("yes")
    for card in ("meat", "no"):
        game.expect(card=card, zone="deck", known=[0])
    game.expect(card="box", known=[]).expect(deck="treasure", top=["meat", "no", "box"])


def test_more_options__may_be_left_and_sleeps_in_other_turns() -> None:
    """[more_options] may; in another player's turn there is neither the look nor the purchase."""
    game = start({"items": ["more_options"]}, phase="start", treasure_deck=["meat"]).pass_all("no")
    game.expect(card="meat", known=[])
    game = start({"coins": 30}, {"items": ["more_options"], "coins": 30}, phase="start", shop=["dinner", "no"])
    game.expect(stack=[]).until("action").buy("dinner").settle().expect(illegal=["buy No!"])


def test_more_options__one_more_purchase() -> None:
    """R10.1: [more_options] two purchases in the own turn, not three; a deck purchase is one."""
    game = start({"items": ["more_options"], "coins": 40}, shop=["dinner", "no"], treasure_deck=["box", "meat"])
    game.buy("dinner").settle().expect(legal="buy No!").buy("deck").settle()
    game.expect(illegal=["buy No!", "buy the top of the treasure deck"]).expect(
        player=0, coins=20, items=["more_options", "dinner", "meat"]
    )


def test_skeleton_key__attacks_again_and_again() -> None:
    """ER-29: [skeleton_key] one attack after the other in the own turn, of monsters and of the deck."""
    position = {"monsters": ["fly", "dip", "spider"], "monster_deck": ["trite", "pooter", "leech", "clotty"]}
    game = start({"items": ["skeleton_key"]}, **position)
    for monster in ("fly", "dip", "spider"):
        game.expect(legal="attack the top of the monster deck").attack(monster).fight(6).settle()
    game.expect(legal=["attack Trite", "attack the top of the monster deck"]).expect(player=1, coins=3)
    game.end_turn().until("action").attack("trite").fight(6).settle().expect(illegal=["attack Pooter"])


def test_skeleton_key__ninety_nine_and_no_more() -> None:
    """ER-29, R11.1: [skeleton_key] 99 attacks in a turn; the 100th cannot be declared."""
    game = start({"items": ["skeleton_key"]})
    game.S["attacks_used"][0] = 98
    game.expect(legal="attack Fly").attack("fly").fight(6).settle().expect(illegal=["attack Fatty"])


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize(("card", "immune", "hp"), [("placenta", 4, 3), ("infamy", 1, 2)])
def test_immune_rolls__stop_the_combat_damage_of_one_number(card: str, immune: int, hp: int, number: int) -> None:
    """R11.19: a miss on 4 with [placenta], on 1 with [infamy] hurts no player; every other miss hurts as always."""
    game = combat(card, "fat_bat", number, monsters=["fat_bat", "fatty"]).expect(stack=["combat damage 1"]).pass_all()
    game.expect(player=0, hp=hp - (number != immune)).expect(monster="fat_bat", hp=3, attacked=True)


@pytest.mark.parametrize(("card", "number"), [("placenta", 4), ("infamy", 1)])
def test_immune_rolls__are_their_owners_alone(card: str, number: int) -> None:
    """R11.19: another player's [placenta] or [infamy] does not help the attacker."""
    game = start({}, {"items": [card]}, dice=[number], monsters=["fat_bat", "fatty"]).attack("fat_bat").pass_all()
    game.pass_all().pass_all().pass_all().expect(player=0, hp=1)


@pytest.mark.parametrize(("card", "number", "hp"), [("placenta", 4, 2), ("infamy", 1, 1)])
def test_immune_rolls__stop_no_other_damage(card: str, number: int, hp: int) -> None:
    """R11.19: a bomb thrown while the attack roll shows that number still hurts: [placenta] [infamy]."""
    game = start({"items": [card]}, {"items": ["razor_blade"]}, dice=[number], monsters=["fat_bat", "fatty"])
    game.attack("fat_bat").pass_all().pass_all().activate("razor_blade", 0, by=1).pass_all().expect(player=0, hp=hp)
    game.pass_all().pass_all().expect(player=0, hp=hp)


def test_immune_rolls__leave_a_shield_unused() -> None:
    """ER-30: the immunity comes before the preventions, so the soul heart waits for the next damage: [infamy]."""
    game = start({"items": ["infamy"], "hand": ["soul_heart"]}, dice=[1, 2, 2], monsters=["fat_bat", "fatty"])
    game.play("soul_heart", 0).settle().attack("fat_bat").pass_all().pass_all().pass_all().pass_all()
    game.expect(player=0, hp=2).pass_all().pass_all().pass_all().expect(player=0, hp=2)
    game.pass_all().pass_all().pass_all().expect(player=0, hp=1)


def test_infamy__spares_what_a_double_damage_would_do() -> None:
    """R11.19: damage that is larger on a 1 is none on a 1: [infamy] [leaper]."""
    combat("infamy", "leaper", 1, monsters=["leaper", "fatty"]).pass_all().expect(player=0, hp=2, dead=False)


def test_placenta__one_hp_more() -> None:
    """R12.9: [placenta] +1 HP while it is there."""
    game = start({"items": ["placenta"]}, {"items": ["chaos_card"]}).expect(player=0, hp=3, max_hp=3)
    game.expect(player=1, max_hp=2)
    game.activate("chaos_card", "placenta", by=1).settle().expect(player=0, hp=2, max_hp=2)


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_moms_knife__a_6_cuts_the_others(number: int) -> None:
    """R11.19: [moms_knife] +1 attack; damage on an attack roll of 6 also deals 1 to each other monster, no other does."""
    game = combat("moms_knife", "fatty", number, monsters=["fatty", "pale_fatty", "fat_bat"]).expect(player=0, attack=2)
    game.pass_all().expect(stack=["trigger mom's knife"] if number == 6 else []).settle()
    cut = int(number == 6)
    game.expect(monster="fatty", hp=2).expect(monster="pale_fatty", hp=4 - cut).expect(monster="fat_bat", hp=3 - cut)
    game.expect(player=1, hp=2)


def test_soy_milk__each_hit_splashes() -> None:
    """[soy_milk] any hit with an attack roll also deals 1 damage to each other monster, not to the one hit."""
    game = combat("soy_milk", "fatty", 3, monsters=["fatty", "pale_fatty", "fat_bat"])
    game.pass_all().expect(stack=["trigger soy milk"]).expect(monster="pale_fatty", hp=4).settle()
    game.expect(monster="fatty", hp=3).expect(monster="pale_fatty", hp=3).expect(monster="fat_bat", hp=2)
    game.expect(player=0, hp=2)


@pytest.mark.parametrize(("number", "fatty", "mine"), [(1, 4, 1), (2, 4, 1), (3, 3, 2)])
def test_soy_milk__attacked_monsters_are_harder_to_hit(number: int, fatty: int, mine: int) -> None:
    """R9.1: [soy_milk] +1 evasion for the monsters its player attacks; 2 misses a Fatty, and a miss splashes nothing."""
    game = combat("soy_milk", "fatty", number, monsters=["fatty", "pale_fatty"]).pass_all().settle()
    game.expect(monster="fatty", hp=fatty).expect(player=0, hp=mine).expect(monster="pale_fatty", hp=fatty)


def test_soy_milk__others_roll_as_always() -> None:
    """[soy_milk] neither the evasion nor the splash concerns another player's attack."""
    game = start({}, {"items": ["soy_milk"]}, dice=[2], monsters=["fatty", "pale_fatty"]).attack("fatty").pass_all()
    game.pass_all().pass_all().pass_all().settle().expect(monster="fatty", hp=3).expect(monster="pale_fatty", hp=4)


def test_soy_milk__evasion_stops_at_6() -> None:
    """R9.1: a 6 always hits: [soy_milk] [little_horn]."""
    combat("soy_milk", "little_horn", 6, monsters=["little_horn", "fatty"]).pass_all().settle().expect(
        monster="little_horn", hp=1
    ).expect(monster="fatty", hp=3)


@pytest.mark.parametrize("card", ["soy_milk", "moms_knife"])
def test_splash__is_no_combat_damage(card: str) -> None:
    """R11.19, ER-06: bombs and the splash itself do not splash again, a prevented hit neither: [soy_milk] [moms_knife]."""
    seat = {"items": [card], "hand": ["bomb", "bomb", "soul_heart"]}
    game = start(seat, dice=[6], monsters=["fatty", "pale_fatty"]).play("bomb", "pale_fatty").settle()
    game.expect(monster="fatty", hp=4).expect(monster="pale_fatty", hp=3)
    game = start({"items": [card]}, {"hand": ["the_hierophant"]}, dice=[6], monsters=["fatty", "pale_fatty"])
    game.play("the_hierophant", "fatty", by=1, turn=True).settle().attack("fatty").pass_all().pass_all().pass_all()
    game.pass_all().expect(stack=[]).expect(monster="fatty", hp=4).expect(monster="pale_fatty", hp=4)


def test_splash__both_items_answer_one_hit() -> None:
    """R6.4: their player orders the two triggers; each reaches the others once: [soy_milk] [moms_knife]."""
    game = start({"items": ["soy_milk", "moms_knife"]}, dice=[6], monsters=["fatty", "pale_fatty"]).attack("fatty")
    game.pass_all().pass_all().pass_all().pass_all().expect(asked=0, question="trigger_order").choose("soy milk")
    game.expect(stack=["soy milk", "mom's knife"]).settle()
    game.expect(monster="fatty", hp=2).expect(monster="pale_fatty", hp=2)


def test_splash__kills_are_rewarded() -> None:
    """R14.4, R12.14: the neighbours that die of it are rewarded, the attacked one continues: [soy_milk]."""
    game = combat("soy_milk", "fatty", 4, monsters=["fatty", "fly", "dip"], monster_deck=["trite", "leech"])
    game.pass_all().settle("fly").expect(player=0, coins=5).expect(monster="fatty", hp=3, attacked=True)
    game.expect(card="fly", zone="discard").expect(card="dip", zone="discard")


def test_dads_key__covers_a_slot_of_choice() -> None:
    """R15.10: [dads_key] the discard is paid on announcing; the slot, empty ones too, is named on resolution; then the
    top monster lies there."""
    game = start({"items": ["dads_key"], "hand": ["bomb", "a_dime"]}, monster_deck=["trite"])
    game.pay("dads_key", "bomb").expect(stack=["pay for dad's key"]).expect(player=0, hand=["a_dime"]).pass_all()
    game.expect(asked=0, question="pick", legal=["choose Fly", "choose Fatty"]).expect(deck="monster", top=["trite"])
    game.choose("fatty").expect(monsters=["fly", "trite"]).expect(monster="trite", covered=["fatty"])
    game.expect(discard="loot", top=["bomb"]).expect(card="dads_key", turned=False)


def test_dads_key__as_often_as_there_are_cards() -> None:
    """R2.4: [dads_key] is a paid effect: again and again, in other players' turns too, but never without a card."""
    game = start({}, {"items": ["dads_key"], "hand": ["bomb", "a_dime"]}, monster_deck=["trite", "leech"])
    game.pay("dads_key", "bomb", by=1).settle("fly").pay("dads_key", by=1).settle("trite").expect(
        monsters=["leech", "fatty"]
    )
    game.expect(monster="leech", covered=["trite", "fly"]).pass_(by=0).expect(asked=1, illegal="pay for dad's key")


def test_dads_key__not_during_an_attack() -> None:
    """R11.16: [dads_key] not from the moment the attack has started until it is over; its declaration is none yet."""
    game = start({"items": ["dads_key"], "hand": ["bomb"]}, dice=[6], monsters=["fly", "fatty"]).expect(
        legal="pay for dad's key"
    )
    game.attack("fly").expect(legal="pay for dad's key").pass_all().expect(monster="fly", attacked=True, attack=1)
    game.expect(illegal="pay for dad's key").fight().settle().expect(legal="pay for dad's key")


def test_dads_key__in_response_to_a_declaration() -> None:
    """R11.16, R11.4: [dads_key] covers the monster that was only named; the declaration fizzles, the attack is unused."""
    game = start({}, {"items": ["dads_key"], "hand": ["bomb"]}, monsters=["fly", "fatty"], monster_deck=["dip"])
    game.attack("fly").pay("dads_key", by=1).pass_all("fly").expect(stack=["attack fly"]).pass_all()
    game.expect(attacking=None, monsters=["dip", "fatty"]).expect(player=0, attacks_used=0)


def test_dads_key__fizzles_when_the_attack_starts_below_it() -> None:
    """R17.3: nothing of the kind happens: [dads_key] lies above the declaration and resolves before the attack starts."""
    game = start({"items": ["dads_key"], "hand": ["bomb"]}, monsters=["fly", "fatty"], monster_deck=["dip"])
    game.attack("fatty").pay("dads_key").pass_all("fly").expect(stack=["attack fatty"], monsters=["dip", "fatty"])
    game.pass_all().expect(attacking="fatty", illegal="pay for dad's key")


def test_dads_key__a_bonus_card_is_played_by_the_active_player() -> None:
    """R15.10, R2.14: a card that is no monster is played by the active player, not by the one who paid; the slot stays:
    [dads_key] [troll_bombs]."""
    game = start({}, {"items": ["dads_key"], "hand": ["bomb"]}, monster_deck=["troll_bombs"]).pay("dads_key", by=1)
    game.pass_all("fly").expect(stack=["player 0: event troll bombs"], monsters=["fly", "fatty"]).pass_all()
    game.expect(player=0, dying=True).expect(player=1, hp=2)


CENTS = "play 2 Cents!"


def test_succubus__two_more_loot_cards_a_payment() -> None:
    """R8.2: [succubus] 3c: two more loot plays this turn, for its player, as often as it is paid for."""
    seat = {"items": ["succubus"], "coins": 7, "hand": ["two_cents"] * 5, "turned": True}
    game = start(seat, {"hand": ["two_cents"], "turned": True}).expect(legal=CENTS).play("two_cents").settle()
    game.expect(player=0, coins=9).expect(illegal=CENTS).pay("succubus").expect(player=0, coins=6).settle()
    game.play("two_cents").settle().play("two_cents").settle().expect(player=0, coins=10, hand=2).expect(illegal=CENTS)
    game.pay("succubus").settle().expect(legal=CENTS).pass_(by=0).expect(asked=1, illegal=CENTS)


def test_succubus__also_in_another_turn_and_only_this_one() -> None:
    """R8.2, R7.9: the plays of [succubus] work in other players' turns and end with the turn; 2c do not pay for it."""
    seat = {"items": ["succubus"], "coins": 5, "hand": ["two_cents"] * 3, "turned": True}
    game = start({}, seat).pay("succubus", by=1).expect(player=1, coins=2).settle()
    game.pass_(by=0).expect(asked=1, legal=CENTS, illegal="pay for Succubus").end_turn().until("action")
    game.expect(active=1, legal=CENTS).play("two_cents").settle().play("two_cents", turn=True).settle()
    game.expect(player=1, coins=6).expect(illegal=CENTS, legal="pay for Succubus")


VOLT = [
    {"card": "mr_boom", "turned": True},
    {"card": "razor_blade", "turned": True},
    {"card": "jawbone", "turned": True},
]


def test_nine_volt__recharges_two() -> None:
    """R5.10: [nine_volt] at the end of the own turn two active items of its player are chosen as targets, one by one."""
    game = start({"items": ["nine_volt", "dinner", *VOLT]}, {"items": ["the_battery"]}, phase="end")
    game.expect(asked=0, question="target", legal=["choose Mr. Boom", "choose Razor Blade", "choose jawbone", "done"])
    game.expect(illegal=["choose Dinner", "choose The Battery", "choose 9 Volt"]).choose("razor_blade")
    game.expect(asked=0, legal=["choose Mr. Boom", "choose jawbone", "done"], illegal="choose Razor Blade").choose(
        "jawbone"
    )
    game.expect(stack=["trigger 9 volt"]).expect(card="jawbone", turned=True).pass_all()
    game.expect(card="jawbone", turned=False).expect(card="razor_blade", turned=False).expect(
        card="mr_boom", turned=True
    )


@pytest.mark.parametrize(("choices", "recharged"), [(["done"], []), (["mr_boom", "done"], ["mr_boom"])])
def test_nine_volt__up_to_two(choices: list[str], recharged: list[str]) -> None:
    """[nine_volt] one or none will do."""
    game = start({"items": ["nine_volt", *VOLT]}, phase="end").choose(*choices[:1])
    for choice in choices[1:]:
        game.choose(choice)
    game.expect(stack=["trigger 9 volt"]).pass_all()
    for card in ("mr_boom", "razor_blade", "jawbone"):
        game.expect(card=card, turned=card not in recharged)


def test_nine_volt__one_item_alone() -> None:
    """[nine_volt] the only item may be chosen or left; without any no player is asked."""
    game = start({"items": ["nine_volt", VOLT[0]]}, phase="end").expect(legal=["choose Mr. Boom", "done"])
    game.choose("mr_boom").expect(question="priority").pass_all().expect(card="mr_boom", turned=False)
    start({"items": ["nine_volt"]}, phase="end").expect(question="priority", stack=["trigger 9 volt"]).settle().expect(
        stack=[]
    )


@pytest.mark.parametrize("gone", ["mr_boom", "razor_blade"])
def test_nine_volt__what_is_left_of_two_targets(gone: str) -> None:
    """R17.2, A02: one of the two is destroyed meanwhile, the other one is recharged: [nine_volt] [chaos_card]."""
    game = start({"items": ["nine_volt", *VOLT]}, {"items": ["chaos_card"]}, phase="end").choose("mr_boom")
    game.choose("razor_blade").activate("chaos_card", gone, by=1).settle().expect(card=gone, zone="discard")
    left = {"mr_boom": "razor_blade", "razor_blade": "mr_boom"}[gone]
    game.expect(card=left, turned=False, zone="item").expect(card="jawbone", turned=True)


def test_nine_volt__sleeps_in_other_turns() -> None:
    """R7.7: [nine_volt] works at the end of the own turn only."""
    start({}, {"items": ["nine_volt", *VOLT]}, phase="end").expect(stack=[]).expect(card="mr_boom", turned=True)


def test_guppys_tail__one_more_in_the_loot_step() -> None:
    """R7.17: [guppys_tail] raises the number of the loot step, its player's alone; no trigger of its own."""
    game = start({"items": ["guppys_tail"]}, phase="loot", loot_deck=["two_cents", "dagaz"]).expect(stack=["loot 2"])
    game.settle().expect(player=0, hand=2).end_turn("two_cents").expect(player=0, hand=["dagaz"])
    game.until("loot").expect(active=1, stack=["loot 1"])


def test_guppys_tail__costs_a_card_at_the_end() -> None:
    """[guppys_tail] at the end of the own turn its player discards a card of choice; an empty hand discards nothing."""
    game = start({"items": ["guppys_tail"], "hand": ["bomb", "a_dime"]}, {"hand": ["dagaz"]}, phase="end")
    game.expect(stack=["trigger guppy's tail"]).pass_all().expect(asked=0, question="discard").choose("a_dime")
    game.expect(player=0, hand=["bomb"]).expect(player=1, hand=["dagaz"]).expect(discard="loot", top=["a_dime"])
    start({"items": ["guppys_tail"]}, phase="end").settle().expect(discard="loot", size=0).expect(player=0, hand=0)


def test_guppys_tail__is_a_guppy_item() -> None:
    """R19.1: [guppys_tail] and another Guppy item bring [soul_of_guppy]."""
    game = start({"items": ["guppys_tail"], "coins": 10}, shop=["guppys_head", "meat"], bonus_souls=True)
    game.expect(player=0, souls=0).buy("guppys_head").pass_all().expect(player=0, soul_cards=["soul_of_guppy"])
