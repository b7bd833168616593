"""R8: loot plays."""

from __future__ import annotations

import pytest

from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start

LOOT = ["a_penny", "two_cents", "three_cents"]


def test_own_play__one_in_the_action_phase() -> None:
    """R8.1: with the character sideways the active player plays one card, in the action phase, and no second one."""
    game = start({"hand": LOOT, "turned": True}).play("a_penny").expect(player=0, plays_used=1).settle()
    game.expect(illegal=["play 2 Cents!", "play 3 Cents!"]).expect(player=0, hand=2, coins=4)


@pytest.mark.parametrize("phase", ["start", "loot", "end"])
def test_own_play__in_no_other_phase(phase: str) -> None:
    """R8.1: in the start and end phases a loot card needs the character or an extra play."""
    game = start({"hand": LOOT, "turned": True, "extra_plays": 0}, phase=phase)
    if phase == "start":  # the recharge step has turned the character up
        game.play("a_penny").expect(player=0, turned=True, plays_used=0)
    game.expect(illegal=["play A Penny!", "play 2 Cents!"], phase=phase)


def test_own_play__in_response() -> None:
    """R8.1: the loot play answers something on the stack, also in the middle of an attack."""
    game = start({"hand": ["bomb"], "turned": True}, dice=[1]).attack("fly").pass_all().pass_all().play("bomb", "fly")
    game.expect(stack=["attack roll 1", "play bomb fly"]).expect(player=0, plays_used=1)


def test_own_play__lost_when_the_turn_is_ended() -> None:
    """R8.1, R7.15: while the turn is being ended the loot play is gone; the active player's hand cannot be played."""
    seat = {"hand": ["bomb", "dagaz"], "turned": True}
    game = start(seat, {"hand": ["death_tarot"], "items": ["sack_of_pennies"]}).pass_()
    game.activate("sack_of_pennies").play("death_tarot", 0).pass_all().pass_all().expect(legal="play Bomb!")
    game.pass_all("bomb").expect(stack=["activate sack of pennies"], asked=0, illegal="play Dagaz")


def test_granted_plays__any_window_of_the_turn() -> None:
    """R8.2: the plays of [box] are used in the end phase too, as often as wished, and are gone with the turn."""
    seat = {"hand": LOOT, "items": ["box"], "turned": True, "plays_used": 1}
    game = start(seat).expect(illegal="play A Penny!").activate("box").settle().until("end")
    game.play("a_penny").play("two_cents").settle().expect(player=0, coins=6).expect(phase="end")
    game.end_turn().expect(player=0, extra_plays=0).pass_().expect(asked=0, legal="pass", illegal="play 3 Cents!")


def test_granted_plays__in_another_players_turn() -> None:
    """R8.2: the other player uses [box] and plays several cards in this turn."""
    game = start({}, {"hand": LOOT, "items": ["box"], "turned": True}).activate("box", by=1).settle().pass_()
    game.play("a_penny").play("two_cents").play("three_cents").settle().expect(player=1, coins=9, hand=0)


def test_granted_plays__additional_on_ones_own_turn() -> None:
    """R8.2: [polydactyly] adds to the play of the own action phase and obeys it: two cards there, none elsewhere."""
    seat = {"hand": LOOT, "items": ["polydactyly"], "turned": True}
    game = start(seat, seat | {"hand": ["bomb"], "items": ["belly_button"]})
    game.play("a_penny").settle().play("two_cents").settle().expect(illegal="play 3 Cents!").pass_()
    game.expect(asked=1, illegal="play Bomb!").pass_().expect(phase="end", illegal="play 3 Cents!")


def test_character__turned_on_anybodys_turn() -> None:
    """R8.3, FSR-040: in another player's turn a charged character is turned for a card; only the card is on the stack."""
    game = start({"hand": ["bomb"]}, {"hand": ["soul_heart", "a_penny"], "hp": 1}).play("bomb", 1, turn=False)
    game.play("soul_heart", 1, by=1).expect(stack=["play bomb", "play soul heart"]).expect(player=1, turned=True)
    game.expect(asked=1, illegal="play A Penny!").settle().expect(player=1, hp=1, turned=True)


def test_character__is_no_activation_and_cannot_be_cancelled() -> None:
    """R8.3: turning the character does not make [shiny_rock] trigger and gives [no] nothing to cancel."""
    game = start({"hand": ["a_penny"], "items": ["shiny_rock"]}, {"items": ["no"]}).play("a_penny", turn=True)
    game.expect(stack=["play a penny"]).pass_().expect(asked=1, illegal="activate No!")
    game.settle().expect(player=0, coins=4, turned=True)


def test_character__in_response_to_a_discard() -> None:
    """R8.3, FSR-030: a card is played before the discard that was announced; the discard takes from what is left."""
    seat = {"hand": ["a_dime", "bomb", "dagaz"]}
    game = start({"items": ["guppys_head"]}, seat).activate("guppys_head", 1).play("a_dime", by=1).settle("dagaz")
    game.expect(player=1, coins=13, hand=["bomb"]).expect(player=0, hand=["dagaz"])


def test_character__the_play_cannot_be_kept() -> None:
    """R8.3: turning and playing are one action: after the card no further play is open."""
    game = start({"hand": LOOT, "plays_used": 1}).play("a_penny").expect(player=0, turned=True, extra_plays=0)
    game.settle().expect(illegal=["play 2 Cents!", "play 3 Cents!"])


def test_without_a_play__no_loot_card() -> None:
    """R8.4: with priority but without a loot play no card of the hand is offered, and trying changes nothing."""
    game = start({}, {"hand": LOOT, "turned": True}).pass_().expect(asked=1)
    assert game.legal() == ["pass"]
    with pytest.raises(IllegalAction, match="play A Penny! is not legal"):
        game.play("a_penny")
    game.expect(player=1, hand=3)


@pytest.mark.parametrize(("card", "zone"), [("swallowed_penny", "item"), ("lost_soul", "soul")])
def test_specials__use_a_loot_play(card: str, zone: str) -> None:
    """R8.5: a trinket and [lost_soul] use a loot play like any other card."""
    game = start({"hand": [card, "a_penny"], "turned": True}).play(card).expect(player=0, plays_used=1).settle()
    game.expect(card=card, zone=zone, owner=0).expect(illegal="play A Penny!")


FORCING = {"items": ["distant_admiration"], "turned": True, "plays_used": 1}


def test_forced_play__at_once_and_without_a_loot_play() -> None:
    """R8.6: the named player announces the card at once, choosing its target, and uses no loot play for it; there is no
    window before [distant_admiration] [bomb]."""
    seat = {"hand": ["bomb", "a_penny"]}
    game = start(FORCING, seat).activate("distant_admiration").pass_all("bomb")
    game.expect(asked=0, question="target", source="bomb", illegal="pass", stack=[]).choose("fatty")
    game.expect(stack=["player 0: play bomb fatty"], asked=0, question="priority")
    game.expect(player=0, plays_used=1, turned=True, hand=0).expect(player=1, hand=["a_penny"], plays_used=0)
    game.settle().expect(monster="fatty", hp=3).expect(discard="loot", top=["bomb"])


def test_forced_play__the_player_chooses_the_mode() -> None:
    """R8.6, R5.3: mode and target are the named player's choice, not the giver's [distant_admiration] [dagaz]."""
    seat = {**FORCING, "curses": ["curse_of_greed"]}
    game = start(seat, {"hand": ["dagaz"]}).activate("distant_admiration").pass_all()
    game.expect(asked=0, question="mode", source="dagaz").choose("a").settle().expect(player=0, curses=[], hand=0)


def test_forced_play__stays_in_hand_when_illegal() -> None:
    """R8.6: without a roll [dice_shard] cannot be played, so it stays in the hand and the game continues; later it is a
    card like any other [distant_admiration]."""
    game = start(FORCING, {"hand": ["dice_shard"]}).activate("distant_admiration").settle()
    game.expect(asked=0, question="priority", stack=[]).expect(player=0, hand=["dice_shard"]).expect(player=1, hand=0)
    game.attack("fly").roll(1).pass_all().pass_all().expect(stack=["attack roll 1"], illegal="play dice_shard")


def test_forced_play__is_a_loot_card_on_the_stack() -> None:
    """R8.6, R17.10: what was announced can be answered and cancelled like any loot card [distant_admiration]
    [butter_bean]."""
    game = start(FORCING, {"hand": ["a_dime", "butter_bean"]}).activate("distant_admiration").pass_all("a_dime")
    game.expect(stack=["player 0: play a dime"]).play("butter_bean", by=1).settle()
    game.expect(player=0, coins=3, hand=0).expect(card="a_dime", zone="discard")


def test_equal_cards_of_a_hand__the_known_copy_goes_first() -> None:
    """R2.8, R8.6: of two equal loot cards one is named; the copy that others know goes, played or discarded [bomb]
    [smelter]."""
    hand = ["bomb", {"card": "bomb", "known": [1]}]
    game = start({"hand": hand}).expect(card="bomb", zone="hand", known=[0, 1], copies=1).play("bomb", "fatty")
    game.expect(card="bomb", zone="hand", known=[0, 1], copies=0).expect(card="bomb", zone="hand", known=[0], copies=1)
    game = start({"hand": hand, "items": ["smelter"]}).pay("smelter").choose("bomb").settle()
    game.expect(card="bomb", zone="hand", known=[0], copies=1).expect(discard="loot", top=["bomb"], size=1)


@pytest.mark.parametrize("hand", [["dagaz", "ehwaz", "a_dime"], ["ehwaz", "a_dime", "dagaz"]])
def test_whole_hand__is_discarded_in_the_order_of_the_list(hand: list[str]) -> None:
    """R2.21, A45: a hand that is discarded at once ([void]) lies in the pile in the order of the list of cards, the first one
    uppermost, however its cards came; no player is asked."""
    game = start({"hand": hand, "items": ["void", "compost"]}).activate("void", "a").pass_all()
    game.expect(question="priority", asked=0).expect(discard="loot", top=["a_dime", "dagaz", "ehwaz"], size=3)
