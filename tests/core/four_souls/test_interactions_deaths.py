"""Deaths between cards of all sets: chains of savers, Shadow and what is inherited, Plan C, Abaddon, haunts."""

from __future__ import annotations

import pytest

from tests.core.four_souls.rules.table import cards_lost_or_doubled, start

KILL = {"hand": ["death_tarot"]}


def test_savers__mantle_above_the_collar() -> None:
    """R13.15, ER-33: [holy_mantle] answers above the trigger of [guppys_collar]: it saves, the collar does not roll."""
    seats = KILL, {"items": ["holy_mantle", "guppys_collar"]}
    game = start(*seats, dice=[1]).play("death_tarot", 1).pass_all().activate("holy_mantle", by=1)
    game.expect(stack=["death of player 1", "trigger guppys collar", "activate holy mantle"]).settle()
    game.expect(player=1, dead=False, hp=2).expect(dice=[1])


def test_savers__card_after_the_collar_failed() -> None:
    """R13.2a, ER-33: [guppys_collar] rolls a 5 and fails; [holy_card] may still answer the death below."""
    seats = {**KILL, "extra_plays": 1}, {"items": ["guppys_collar"], "hand": ["holy_card"], "extra_plays": 1}
    game = start(*seats, dice=[5]).play("death_tarot", 1).pass_all().pass_all().pass_all()
    while len(game.stack) > 1:
        game.pass_all()
    game.expect(stack=["death of player 1"]).play("holy_card", by=1).settle().expect(player=1, dead=False, hp=2)


def test_savers__two_answers_one_death() -> None:
    """R13.15, R17.2: [holy_card] resolves above [holy_mantle]: the mantle finds no death any more, and its player's turn
    is ended once."""
    seats = {**KILL, "items": ["holy_mantle"], "extra_plays": 1}, {"hand": ["holy_card"], "extra_plays": 1}
    game = start(*seats).play("death_tarot", 0).pass_all().activate("holy_mantle").play("holy_card", by=1).pass_all()
    game.expect(phase="action", stack=["activate holy mantle"]).expect(player=0, hp=2, dead=False).settle()
    game.expect(phase="end").expect(player=0, dead=False).end_turn().expect(active=1)


def test_savers__each_saves_another() -> None:
    """R13.2a, R5.10: two deaths of one event: [holy_mantle] saves the one that is chosen, [broken_ankh] on a 6 its own
    player."""
    seats = {"hand": ["blank_rune"], "items": ["holy_mantle"]}, {"items": ["broken_ankh"]}, {"items": ["placenta"]}
    game = start(*seats, dice=[3, 6]).play("blank_rune").pass_all().pass_all().pass_all()
    game.expect(stack=["death of player 0", "death of player 1", "death of player 2", "trigger broken ankh"])
    game.activate("holy_mantle", 2).settle()
    for p, dead in ((0, True), (1, False), (2, False)):
        game.expect(player=p, dead=dead)


def test_savers__one_up_waits_for_the_others() -> None:
    """ER-33: in the own turn [holy_card] answers before the death would resolve: [one_up] stays; the turn ends."""
    seats = {**KILL, "items": ["one_up"], "extra_plays": 1}, {"hand": ["holy_card"], "extra_plays": 1}
    game = start(*seats).play("death_tarot", 0).pass_all().play("holy_card", by=1).settle()
    game.expect(player=0, dead=False, items=["one_up"], hp=2).expect(phase="end")


def test_savers__ankh_and_one_up() -> None:
    """ER-33, R13.9: [broken_ankh] fails on a 5, [one_up] then replaces the death: full HP, and the turn continues."""
    seats = {"items": ["broken_ankh", "one_up", "placenta"], "hp": 1, "hand": ["bomb_plus"]}, {}
    game = start(*seats, dice=[5]).play("bomb_plus", 0).settle()
    game.expect(player=0, hp=3, dead=False, extra_attacks=1, items=["broken_ankh", "placenta"], coins=3)
    game.expect(phase="action").expect(card="one_up", zone="discard")


def test_savers__the_ankh_ends_the_turn_and_keeps_one_up() -> None:
    """ER-33, R7.13: [broken_ankh] saves on a 6: [one_up] is not used, and the turn is over."""
    seats = {**KILL, "items": ["broken_ankh", "one_up"]}, {}
    game = start(*seats, dice=[6]).play("death_tarot", 0).settle().expect(phase="end")
    game.expect(player=0, dead=False, items=["broken_ankh", "one_up"], extra_attacks=0)


@pytest.mark.parametrize("copier", ["diplopia", "modeling_clay"])
def test_savers__a_copy_of_one_up_goes_itself(copier: str) -> None:
    """ER-10, ER-33: a copy of another player's [one_up] is destroyed in its place: [diplopia] [modeling_clay]."""
    game = start({**KILL, "items": [copier]}, {"items": ["one_up"]}).activate(copier, "one_up").settle()
    game.play("death_tarot", 0).settle().expect(player=0, dead=False, items=[]).expect(player=1, items=["one_up"])
    game.expect(card=copier, zone="discard", shows=copier)


def test_savers__two_one_ups_are_used_one_by_one() -> None:
    """ER-33: with [one_up] and a [modeling_clay] that is one, one death takes only one of them."""
    game = start({**KILL, "items": ["one_up", "modeling_clay"]}).activate("modeling_clay", "one_up").settle()
    game.play("death_tarot", 0).pass_all().pass_all()
    while game.question != "priority":
        game.choose("one_up")
    game.settle().expect(player=0, dead=False, items=1, extra_attacks=1)


def test_savers__soul_hearts_come_first() -> None:
    """R12.3, R13.2: a shield of [soul_heart_gold] stops the lethal damage: no player is dying, [guppys_collar] is silent and
    [holy_card] cannot be played."""
    seats = {"hand": ["bomb"]}, {"hp": 1, "items": ["guppys_collar"], "hand": ["soul_heart_gold", "holy_card"]}
    game = start(seats[0], {**seats[1], "extra_plays": 2}).play("bomb", 1).play("soul_heart_gold", 1, by=1).settle()
    game.expect(player=1, hp=1, dying=False).pass_().expect(asked=1, illegal="play Holy Card")


def test_savers__doubled_death() -> None:
    """ER-15, ER-33: of the two players that a [death_tarot] doubled by [blank_card] kills one is saved by [guppys_collar];
    the other pays."""
    seats = {"hand": ["death_tarot"], "items": ["blank_card"]}, {"items": ["guppys_collar"]}, {}
    game = start(*seats, dice=[2]).activate("blank_card").pass_all().play("death_tarot", 1, 2).settle()
    game.expect(player=1, dead=False, coins=3).expect(player=2, dead=True, coins=2)


def test_savers__abaddons_kill() -> None:
    """R13.9, ER-33: the death that [abaddon] brings with a monster's damage is replaced by [one_up] like any other; the
    attack continues."""
    seat = {"items": ["abaddon", "one_up", "placenta"]}
    game = start(seat, monsters=["fatty"], dice=[1]).attack("fatty").pass_all().pass_all().pass_all().pass_all()
    game.expect(stack=["trigger abaddon"]).pass_all().expect(stack=["death of player 0"]).pass_all()
    game.expect(player=0, hp=3, dead=False, items=["abaddon", "placenta"]).expect(attacking="fatty")


def test_savers__kills_that_were_prevented_pay_nobody() -> None:
    """R13.9, R12.14: a death that [holy_mantle] prevents is no death for [dark_arts], [the_left_hand] and
    [head_of_the_keeper]."""
    killer = {**KILL, "items": ["head_of_the_keeper", "dark_arts", "the_left_hand"]}
    game = start(killer, {"items": ["holy_mantle"]}).play("death_tarot", 1).pass_all().activate("holy_mantle", by=1)
    game.settle().expect(player=0, coins=3, hand=[]).expect(player=1, dead=False)


def test_headless__plan_c_and_the_second_death() -> None:
    """ER-33: [headless_horseman] survives the kill of [plan_c] with 2 HP; the players die at the end all the same."""
    game = start({"items": ["plan_c"]}, monsters=["headless_horseman"]).activate("plan_c", "headless_horseman").settle()
    game.expect(monster="headless_horseman", evasion=4, attack=1).end_turn()
    game.expect(player=0, coins=2).expect(player=1, coins=2)


def test_plan_c__each_saver_for_its_own() -> None:
    """ER-43, ER-33: of the deaths that [plan_c] brings at the end of the turn [guppys_collar] prevents its player's; the
    others pay."""
    seats = {"items": ["plan_c"]}, {"items": ["guppys_collar"]}, {"hand": []}
    game = start(*seats, dice=[3]).activate("plan_c", "fly").settle().end_turn()
    game.expect(player=0, coins=3).expect(player=1, coins=3, items=["guppys_collar"]).expect(player=2, coins=2)


def test_plan_c__one_up_in_the_own_turn() -> None:
    """ER-43, ER-33: the turn is still that of the player of [plan_c], whose [one_up] saves; in another's hands it does
    not."""
    game = start({"items": ["plan_c", "one_up"]}, {"items": ["placenta"]}).activate("plan_c", "fly").settle().end_turn()
    game.expect(player=0, items=[], coins=4).expect(player=1, items=[], coins=2)
    game = start({"items": ["plan_c"]}, {"items": ["one_up"]}).activate("plan_c", "fly").settle().end_turn()
    game.expect(player=1, items=[], coins=2)


def test_plan_c__the_fool_does_not_help() -> None:
    """ER-36: [the_fool] ends the turn and cancels the stack, but not what [plan_c] has arranged for its end."""
    game = start({"items": ["plan_c"]}, {"hand": ["the_fool"]}).activate("plan_c", "fly").settle()
    game.play("the_fool", by=1, turn=True).settle()
    game.end_turn().expect(player=1, coins=2).expect(active=1)


def test_plan_c__the_fool_above_it_does() -> None:
    """R17.11, R5.6: cancelled by [the_fool] before it resolves [plan_c] kills no player and stays in play."""
    game = start({"items": ["plan_c"]}, {"hand": ["the_fool"]}).activate("plan_c", "fly")
    game.play("the_fool", by=1, turn=True).settle().expect(card="plan_c", zone="item", turned=True).end_turn()
    game.expect(player=0, coins=3).expect(player=1, coins=3).expect(monster="fly", hp=1)


def test_plan_c__a_dead_player_dies_once() -> None:
    """R13.5, R13.7: who has died before the end of the turn is not killed again by [plan_c]: one cent is lost."""
    game = start({"items": ["plan_c"], "hand": ["death_tarot"]}, {}).activate("plan_c", "fly").settle()
    game.play("death_tarot", 1).settle().expect(player=1, dead=True, coins=2).end_turn().expect(player=1, coins=2)


def test_shadow__the_chest_becomes_a_soul_of_the_dead() -> None:
    """ER-64, R19.7: [shadow] may choose [the_chest] of the dying player: it becomes a soul of that player, not of the
    heir."""
    seats = {**KILL, "items": ["shadow"]}, {"items": ["the_chest", "lard"]}
    game = start(*seats).play("death_tarot", 1).settle("the_chest").expect(player=1, souls=1, items=["lard"])
    game.expect(player=0, souls=0, coins=4)


def test_shadow__leaves_the_chest_alone() -> None:
    """ER-64: the heir chooses: [shadow] takes the other item and leaves [the_chest]."""
    seats = {**KILL, "items": ["shadow"]}, {"items": ["the_chest", "lard"]}
    game = start(*seats).play("death_tarot", 1).settle("lard").expect(player=1, souls=0, items=["the_chest"])
    game.expect(card="lard", zone="discard")


def test_shadow__divorce_papers_before_the_penalty() -> None:
    """ER-64, R13.4: in answer to the penalty [divorce_papers] takes half of everything; [shadow] inherits of what is
    left."""
    seats = {**KILL, "items": ["shadow"]}, {"coins": 1, "hand": ["a_dime", "joker"]}, {"items": ["divorce_papers"]}
    game = start(*seats).play("death_tarot", 1).pass_all().pass_all().expect(stack=["penalty of player 1"])
    game.activate("divorce_papers", 1, by=2).pass_all("joker").expect(player=2, hand=["joker"], coins=3).settle()
    game.expect(player=0, hand=["a_dime"], coins=4).expect(player=1, coins=0, hand=[])


def test_shadow__divorce_papers_may_be_the_item() -> None:
    """R13.4, R17.4: [divorce_papers] that are destroyed by the penalty, as the item that [shadow] names, take nothing."""
    seats = {**KILL, "items": ["shadow"], "coins": 8}, {"items": ["divorce_papers", "lard"]}
    game = start(*seats).play("death_tarot", 1).settle("divorce_papers").expect(player=1, items=["lard"], coins=2)
    game.expect(player=0, coins=9).expect(card="divorce_papers", zone="discard")


def test_shadow__mama_haunt_has_gone_before() -> None:
    """ER-37, ER-64: [mama_haunt] leaves above the penalty, so [shadow] has nothing to choose; it may go to the heir, whose
    character does not recharge then."""
    seats = {**KILL, "items": ["shadow"], "turned": True, "extra_plays": 1}, {"items": ["mama_haunt"]}, {}
    game = start(*seats).play("death_tarot", 1).settle(0).expect(player=0, items=["shadow", "mama_haunt"], coins=4)
    game.expect(player=1, items=[], dead=True).end_turn().end_turn().end_turn().until("action")
    game.expect(active=0).expect(player=0, turned=True)


def test_shadow__is_the_haunt_itself() -> None:
    """ER-10, ER-37: a [modeling_clay] that is [mama_haunt] is given away above the penalty: [shadow] takes only the other
    item."""
    seats = {**KILL, "items": ["shadow"]}, {"items": ["modeling_clay", "lard"]}, {"items": ["mama_haunt"]}
    game = start(*seats).activate("modeling_clay", "mama_haunt", by=1).pass_all().play("death_tarot", 1).settle(2)
    game.expect(player=2, items=["mama_haunt", "modeling_clay"]).expect(player=1, items=[]).expect(player=0, coins=4)


def test_shadow__the_cent_and_the_magnet() -> None:
    """ER-38, ER-64: what the heir of [shadow] gets is a gain of the heir: [magnet] of a third player answers it."""
    seats = {**KILL, "items": ["shadow"]}, {}, {"items": ["magnet"]}
    game = start(*seats).play("death_tarot", 1).settle().expect(player=0, coins=3).expect(player=1, coins=2)
    game.expect(player=2, coins=4)


def test_shadow__dies_too() -> None:
    """R6.4, ER-64: one event kills the player of [shadow] and another one: the death that resolves first is the other's,
    whose penalty goes to the heir who is still to die."""
    seats = {"hand": ["blank_rune"], "items": ["shadow"], "coins": 0}, {"coins": 1, "hand": ["a_dime"]}
    game = start(*seats, dice=[3]).play("blank_rune").pass_all().pass_all().pass_all().pass_all().pass_all()
    game.expect(player=1, dead=True, coins=0, hand=[]).expect(player=0, coins=1, hand=["a_dime"], dying=True).settle()
    game.expect(player=0, dead=True, coins=0, hand=[], items=[]).expect(player=1, coins=0)
    assert cards_lost_or_doubled(game) == []


def test_mama_haunt__two_haunts_find_two_homes() -> None:
    """ER-37: [mama_haunt] and [daddy_haunt] are given one by one above the penalty, which then finds no item."""
    seats = {**KILL, "items": ["mama_haunt", "daddy_haunt"]}, {}, {}
    game = start(*seats).play("death_tarot", 0).pass_all().pass_all("mama_haunt", 1, 2)
    game.expect(stack=["penalty of player 0", "trigger mama haunt", "trigger daddy haunt"]).settle()
    game.expect(player=0, items=[], coins=2).expect(player=1, items=["mama_haunt"])
    game.expect(player=2, items=["daddy_haunt"])


def test_lazarus_rags__after_what_shadow_took() -> None:
    """R13.3a: [lazarus_rags] answers after the penalty: the treasure it gains is not part of what [shadow] inherits."""
    seats = {**KILL, "items": ["shadow"]}, {"items": ["lazarus_rags", "lard"]}
    game = start(*seats, treasure_deck=["meat"]).play("death_tarot", 1).settle()
    game.expect(player=1, items=["lazarus_rags", "meat"]).expect(player=0, items=["shadow"])


def test_game_breaking_bug__the_saver_is_rerolled() -> None:
    """R17.4, R3.5: the roll of [guppys_collar] ends on 1: [game_breaking_bug] may reroll the collar itself, which saves
    its player all the same."""
    seats = {**KILL, "items": ["game_breaking_bug"]}, {"items": ["guppys_collar"]}
    game = start(*seats, treasure_deck=["meat"], dice=[1]).play("death_tarot", 1).pass_all().pass_all()
    game.expect(stack=["death of player 1", "roll 1"]).settle("yes").expect(player=1, dead=False, items=["meat"])


def test_hourglass__the_mantle_is_turned_in_time() -> None:
    """R2.3, R5.2: [hourglass] turns [holy_mantle] on a 2 that the dying player's [broken_ankh] rolls: it cannot be used
    any more."""
    seats = {**KILL, "items": ["hourglass"]}, {"items": ["broken_ankh", "holy_mantle"]}
    game = start(*seats, dice=[2]).play("death_tarot", 1).pass_all().pass_all().pass_all("holy_mantle")
    game.pass_all("yes").expect(stack=["death of player 1"])
    game.expect(card="holy_mantle", turned=True).pass_().expect(asked=1, illegal="activate Holy Mantle")


def test_curse_of_loss__sees_what_the_mantle_prevented() -> None:
    """R13.9, R6.7: a prevented death takes no soul by [curse_of_loss]; the next one does: [holy_mantle]."""
    saved = {"items": ["holy_mantle"], "curses": ["curse_of_loss"], "souls": ["monstro", "gurdy"], "hp": 1}
    game = start({"hand": ["death_tarot", "bomb"], "extra_plays": 1}, saved).play("death_tarot", 1).pass_all()
    game.activate("holy_mantle", by=1).settle().expect(player=1, souls=2, curses=["curse_of_loss"])
    game.play("bomb", 1).settle("monstro").expect(player=1, soul_cards=["gurdy"], curses=[], dead=True)
