"""R18: souls and winning."""

from __future__ import annotations

from tests.core.four_souls.rules.table import start


def test_win__at_the_fourth_soul() -> None:
    """R18.1, FSR-149: [lost_soul] as fourth soul wins the moment it resolves; three souls win nothing."""
    game = start({"hand": ["lost_soul"], "souls": 3}).play("lost_soul").expect(over=False).pass_all()
    game.expect(over=True, winners=[0], outcome="won", asked=None)
    start({"hand": ["lost_soul"], "souls": 2}).play("lost_soul").pass_all().expect(over=False).expect(player=0, souls=3)


def test_win__in_the_middle_of_a_resolution() -> None:
    """R18.1, A54: the first player's gain of [blank_rune] gives [soul_of_greed] as fourth soul: no player gains after it."""
    seats = {"hand": ["blank_rune"], "souls": 3, "coins": 20}, {"coins": 3}
    game = start(*seats, bonus_souls=["soul_of_greed"], dice=[6]).play("blank_rune").pass_all().pass_all()
    game.expect(over=False).pass_all().expect(over=True, winners=[0])
    game.expect(player=0, coins=26, souls=4).expect(player=1, coins=3)


def test_win__in_the_turn_of_another_player() -> None:
    """R18.1: player 1 wins by [lost_soul] in the turn of player 0, with other objects on the stack."""
    game = start({"hand": ["a_penny"]}, {"hand": ["lost_soul"], "souls": 3}).play("a_penny")
    game.play("lost_soul", by=1, turn=True).pass_all().expect(over=True, winners=[1]).expect(player=0, coins=3)


def test_win__dead() -> None:
    """R18.1, R14.4: the dead active player still gets the soul of [monstro], and wins with it."""
    seat = {"hp": 1, "souls": 3, "hand": ["bomb"]}
    game = start(seat, {"items": ["chaos_card"]}, monsters=["monstro", "fly"]).play("bomb", 0)
    game.pass_all().pass_all().expect(player=0, dead=True).activate("chaos_card", "monstro", by=1)
    game.settle().expect(over=True, winners=[0]).expect(player=0, dead=True, soul_cards=4)


def test_win__last_chance_is_before() -> None:
    """R18.1, FSR-150: the effect that would give the fourth soul can be cancelled; then no player has won."""
    game = start({"hand": ["lost_soul"], "souls": 3}, {"hand": ["butter_bean"]}).play("lost_soul")
    game.play("butter_bean", by=1, turn=True).settle().expect(over=False).expect(player=0, souls=3)
    game.expect(card="lost_soul", zone="discard").expect(discard="loot", size=2)


def test_win__stack_is_ignored() -> None:
    """R18.3: what remains on the stack when a player wins is not carried out; nothing is legal any more."""
    game = start({"hand": ["a_dime", "lost_soul"], "souls": 3}).play("a_dime").play("lost_soul", turn=True).pass_all()
    game.expect(over=True, asked=None).expect(player=0, coins=3)
    assert game.legal() == []


def test_win__tie_of_equal_instants() -> None:
    """R18.3, A19: two players with four souls at one check win together."""
    game = start({"souls": 3, "hand": ["lost_soul"]}, {"souls": 3}, {"souls": 2}).play("lost_soul")
    game.S["souls"][0, 1] = 4  # no two cards of the base set give two players a soul by one action
    game.pass_all().expect(winners=[0, 1], outcome="won", over=True)


def test_values__boss_one_epic_boss_two() -> None:
    """R18.2, FSR-143: [satan] counts two souls with one card: from two souls to a win with three cards."""
    seat = {"souls": 2, "items": [{"card": "tech_x", "counters": 3}]}
    game = start(seat, monsters=["satan", "fly"]).pay("tech_x", "satan").settle()
    game.expect(over=True, winners=[0]).expect(player=0, souls=4, soul_cards=3)
    start(seat, monsters=["gurdy", "fly"]).pay("tech_x", "gurdy").settle().expect(player=0, souls=3, soul_cards=3)


def test_values__a_soul_card_is_one_object() -> None:
    """R18.2: [judgement] takes one soul card, whatever its value: [mom] with both of its souls."""
    game = start({"hand": ["judgement"]}, {"souls": ["mom"]}).play("judgement").settle()
    game.expect(player=1, souls=0, soul_cards=[]).expect(card="mom", zone="discard")


def test_discard__its_owner_chooses() -> None:
    """R18.4, ER-44: [judgement] makes the player with the most souls choose which one goes."""
    game = start({"hand": ["judgement"]}, {"souls": ["mom", "lost_soul"]}).play("judgement").pass_all()
    game.expect(asked=1, question="soul").choose("lost_soul").expect(player=1, soul_cards=["mom"], souls=2)
    game.expect(card="lost_soul", zone="discard").expect(discard="loot", size=2)


def test_discard__destinations() -> None:
    """R18.6: boss to the monster, [lost_soul] to the loot, [the_chest] to the treasure discard; bonus soul out."""
    for card, pile in (("monstro", "monster"), ("lost_soul", "loot"), ("the_chest", "treasure")):
        game = start({"items": ["chaos_card"]}, {"souls": [card]}).activate("chaos_card", card).settle()
        game.expect(player=1, souls=0).expect(discard=pile, size=2 if pile == "treasure" else 1)
        game.expect(card=card, zone="discard")
    for card, zone in (("soul_of_greed", "out"), ("pandoras_box", "discard"), ("the_bone", "out")):
        game = start({"items": ["chaos_card"]}, {"souls": [card]}).activate("chaos_card", card).settle()
        game.expect(card=card, zone=zone).expect(player=1, souls=0)


def test_steal__keeps_being_a_soul() -> None:
    """R18.5, FSR-157: [moms_shovel] steals a soul: it counts for the thief at once, who wins with it."""
    game = start({"items": ["moms_shovel"], "souls": 3}, {"souls": ["monstro"]}).activate("moms_shovel", "monstro")
    game.expect(over=False).settle().expect(over=True, winners=[0]).expect(player=1, souls=0)
    game = start({"items": ["moms_shovel"]}, {"souls": ["mom"]}).activate("moms_shovel", "mom").settle()
    game.expect(player=0, souls=2, soul_cards=["mom"]).expect(player=1, souls=0, soul_cards=[]).expect(over=False)
    game.expect(card="moms_shovel", zone="discard")


def test_most_souls__totals_not_cards() -> None:
    """R18.7: [judgement] compares totals: [mom] alone is more than one boss, and as much as two."""
    game = start({"hand": ["judgement"]}, {"souls": ["mom"]}, {"souls": ["monstro"]}).play("judgement")
    game.expect(stack=["judgement player 1"]).settle().expect(player=2, souls=1).expect(player=1, souls=0)
    game = start({"hand": ["judgement"]}, {"souls": ["mom"]}, {"souls": ["monstro", "gurdy"]}).play("judgement")
    game.expect(question="target", legal=["choose player 1", "choose player 2"], illegal="choose player 0")


def test_most_souls__nobody_has_any() -> None:
    """R18.7: with no soul on the table [judgement] takes nothing from the player it was aimed at."""
    game = start({"hand": ["judgement"]}).play("judgement", 1).settle().expect(player=1, souls=0, soul_cards=[])
    game.expect(card="judgement", zone="discard", copies=1).expect(stack=[])


def test_curse_of_loss__no_soul_card() -> None:
    """R18.7: a player without soul cards who must lose one to [curse_of_loss] does nothing."""
    game = start({"hand": ["death_tarot"]}, {"curses": ["curse_of_loss"]}).play("death_tarot", 1).settle()
    game.expect(player=1, dead=True, souls=0).expect(card="curse_of_loss", zone="discard")
    game.expect(over=False, stack=[])
