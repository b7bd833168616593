"""The 2 bonus cards and the 2 curses of the Gold Box."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start

CURSES = ["curse_of_tiny_hands", "curse_of_fatigue"]
UPRIGHT_LATER: list[Any] = [
    {"card": "the_d6", "turned": True},
    {"card": "mystery_sack", "turned": True},
    {"card": "the_battery", "turned": False},
    "dinner",
]


def revealed(card: str, *players: dict[str, Any], below: tuple[str, ...] = ("dip",), **position: Any) -> Play:
    """The position after an attack of player 0 on the monster deck has revealed a card, which is being played."""
    return start(*players, monster_deck=[card, *below], **position).attack("deck").pass_all()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_trap_door__three_cards_in_any_order(number: int) -> None:
    """[trap_door] R15.11, R11.1: 1-3 lets the active player see the top 3 monster cards, put them back in any order and
    attack once more this turn."""
    game = revealed("trap_door", below=("dip", "trite", "spider", "clotty"), dice=[number]).pass_all()
    game.expect(stack=[f"roll {number}"]).expect(card="trap_door", zone="beside").pass_all().pass_all()
    game.expect(
        asked=0, question="order", legal=["choose dip", "choose trite", "choose spider"], illegal="choose clotty"
    )
    game.choose("dip", "spider").expect(deck="monster", top=["trite", "spider", "dip", "clotty"])
    game.expect(card="spider", known=[0]).expect(card="clotty", known=[]).expect(card="trap_door", zone="discard")
    game.expect(player=0, hp=2, attacks_used=1, extra_attacks=1).expect(legal="attack Fly")
    game.attack("deck").pass_all().choose(0).expect(attacking="trite").fight(5).expect(illegal="attack Fatty")


@pytest.mark.parametrize("number", [4, 5, 6])
def test_trap_door__damage(number: int) -> None:
    """[trap_door] R12.2: 4-6 deals 1 damage to the active player, and nothing else."""
    game = revealed("trap_door", dice=[number]).settle().expect(player=0, hp=1, extra_attacks=0)
    game.expect(player=1, hp=2).expect(illegal="attack Fly", phase="action").expect(card="dip", known=[])
    game.expect(card="trap_door", zone="discard").expect(player=0, attacks_used=1)


def test_trap_door__fewer_cards() -> None:
    """[trap_door] R15.11: with one card in the deck there is nothing to order; the attack is granted all the same."""
    game = revealed("trap_door", below=("dip",), exact_decks=["monster"], dice=[2]).settle()
    game.expect(deck="monster", top=["dip"], size=1).expect(player=0, extra_attacks=1).expect(card="dip", known=[0])


@pytest.mark.parametrize("number", [1, 2])
def test_i_am_error__attack_the_deck_again(number: int) -> None:
    """[i_am_error] R11.7: 1-2 makes the active player attack the deck again: nothing else is legal, and the attack that
    is used up does not matter."""
    game = revealed("i_am_error", {"hand": ["bomb"]}, below=("dip", "trite"), dice=[number]).settle()
    game.expect(legal="attack the top of the monster deck", illegal=["pass", "attack Fly", "play bomb"])
    game.attack("deck").pass_all().choose(0).expect(attacking="dip").fight(4).expect(player=0, coins=4, hand=1)
    game.expect(legal=["pass", "play bomb"], illegal=["attack Fatty", "attack the top of the monster deck"])


def test_i_am_error__an_open_attack_is_used() -> None:
    """[i_am_error] R11.7: revealed by a refill, it takes the attack that the active player still has."""
    game = start({}, {}, monsters=["fly", "empty"], monster_deck=["i_am_error", "dip", "trite"], dice=[1]).settle()
    game.expect(legal="attack the top of the monster deck", illegal=["pass", "attack Fly"]).expect(card="dip", slot=1)
    game.attack("deck").pass_all().choose(1).expect(attacking="trite").fight(5).expect(player=0, attacks_used=1, hand=2)
    game.expect(legal="pass", illegal=["attack Fly", "attack the top of the monster deck"])


@pytest.mark.parametrize("number", [3, 4])
def test_i_am_error__loot(number: int) -> None:
    """[i_am_error] R2.8: 3-4 loots 3."""
    game = revealed("i_am_error", dice=[number], loot_deck=["a_dime", "dagaz", "bomb", "ehwaz"]).settle()
    game.expect(player=0, hand=["a_dime", "dagaz", "bomb"], items=0).expect(player=1, hand=0).expect(legal="pass")


@pytest.mark.parametrize("number", [5, 6])
def test_i_am_error__treasure(number: int) -> None:
    """[i_am_error] R2.1: 5-6 gains the top treasure."""
    game = (
        revealed("i_am_error", dice=[number], treasure_deck=["meat"]).settle().expect(player=0, items=["meat"], hand=0)
    )
    game.expect(player=1, items=0).expect(legal="pass", illegal="attack Fly").expect(card="i_am_error", zone="discard")


@pytest.mark.parametrize("card", CURSES)
@pytest.mark.parametrize("victim", [0, 1, 2])
def test_curses__are_given_to_a_player(card: str, victim: int) -> None:
    """R2.16: [curse_of_tiny_hands] [curse_of_fatigue] revealed by an attack on the deck: the active player chooses who
    gets the curse, also oneself or a dead player."""
    game = revealed(card, {}, {}, {"dead": True}).expect(asked=0, question="target", source=card).choose(victim)
    game.expect(stack=[card], attacking=None).expect(player=victim, curses=[]).pass_all()
    for p in range(3):
        game.expect(player=p, curses=[card] if p == victim else [], items=[])


@pytest.mark.parametrize("card", CURSES)
def test_curses__leave_with_the_death_of_the_holder(card: str) -> None:
    """R13.3, R2.16: [curse_of_tiny_hands] [curse_of_fatigue] are discarded when the holder dies, on no other player's
    death."""
    game = start({"hand": ["death_tarot"]}, {"curses": [card]}, {}).play("death_tarot")
    game.copy().choose(2).settle().expect(player=1, curses=[card])
    game.choose(1).settle().expect(player=1, curses=[]).expect(discard="monster", top=[card], size=1)


def test_curse_of_tiny_hands__down_to_two() -> None:
    """[curse_of_tiny_hands] R7.7, R5.4: at the end of the holder's turn the holder discards down to 2 loot cards of the
    own choice; at the end of other turns no player does."""
    seat = {"hand": ["a_penny", "bomb", "dagaz"], "curses": ["curse_of_tiny_hands"]}
    game = start({"hand": ["ehwaz", "bomb", "bomb"]}, seat, {}, loot_deck=["a_dime"])
    game.end_turn().expect(player=1, hand=3).expect(player=0, hand=3).until("action").expect(player=1, hand=4)
    game.until("end").expect(stack=["player 1: trigger curse of tiny hands"]).pass_all()
    game.expect(asked=1, question="discard", source="curse_of_tiny_hands").choose("bomb", "a_dime")
    game.expect(player=1, hand=["a_penny", "dagaz"]).expect(discard="loot", top=["a_dime", "bomb"], size=2)
    game.end_turn().until("end").expect(active=2, stack=[])


@pytest.mark.parametrize("n", [0, 1, 2])
def test_curse_of_tiny_hands__two_or_fewer(n: int) -> None:
    """[curse_of_tiny_hands]: a hand of up to 2 cards is kept."""
    game = start({"hand": ["bomb", "dagaz"][:n], "curses": ["curse_of_tiny_hands"]}, {"hand": ["ehwaz"]}, phase="end")
    game.settle().expect(player=0, hand=n).expect(discard="loot", size=0).end_turn().expect(active=1)


def test_curse_of_tiny_hands__cards_can_be_played_first() -> None:
    """[curse_of_tiny_hands] R4.1: there is a window before it resolves; only what is held then counts."""
    seat = {"hand": ["a_penny", "soul_heart", "dagaz"], "curses": ["curse_of_tiny_hands"]}
    game = start(seat, {}, phase="end").play("soul_heart", 1, turn=True).settle()
    game.expect(player=0, hand=["a_penny", "dagaz"]).expect(discard="loot", top=["soul_heart"], size=1)


def test_curse_of_tiny_hands__before_the_hand_limit() -> None:
    """[curse_of_tiny_hands] R7.10: twelve cards become two, and nothing is left for the hand limit."""
    hand = [*["bomb"] * 4, *["dagaz", "ehwaz"], *["soul_heart"] * 2, *["a_penny"] * 4]
    game = start({"hand": hand, "curses": ["curse_of_tiny_hands"]}, {}, phase="end").pass_all()
    game.choose(*["bomb"] * 4, *["soul_heart"] * 2, *["a_penny"] * 4).expect(player=0, hand=["dagaz", "ehwaz"])
    game.end_turn().expect(active=1)


def test_curse_of_fatigue__one_item_of_choice() -> None:
    """[curse_of_fatigue] R7.1, ER-56: in the recharge step the holder picks one turned item; the character recharges
    all the same, the other items stay turned; there is no window before."""
    seat = {"turned": True, "items": UPRIGHT_LATER, "curses": ["curse_of_fatigue"]}
    game = start({}, seat).end_turn()
    game.expect(asked=1, question="recharge", source="curse_of_fatigue", active=1, phase="start")
    assert "player_1 chooses an item to recharge for Curse of Fatigue" in game.text()
    game.expect(legal=["choose The D6", "choose Mystery Sack", "done"], illegal=["choose The Battery", "choose Dinner"])
    game.expect(player=1, turned=False).choose("mystery_sack").expect(card="mystery_sack", turned=False)
    game.expect(card="the_d6", turned=True).expect(card="the_battery", turned=False).expect(
        question="priority", asked=1
    )
    game.until("action").expect(active=1, illegal="activate The D6", legal="activate Mystery Sack")


def test_curse_of_fatigue__none_at_all() -> None:
    """[curse_of_fatigue] ER-56: "may": the holder may recharge nothing, even with a single turned item."""
    seat = {"items": [{"card": "the_d6", "turned": True}, "dinner"], "curses": ["curse_of_fatigue"]}
    game = start(seat, {}, phase="start").expect(asked=0, question="recharge", legal=["choose The D6", "done"])
    game.copy().choose("the_d6").expect(card="the_d6", turned=False)
    game.choose("done").expect(card="the_d6", turned=True, owner=0).until("action").expect(active=0)


def test_curse_of_fatigue__nothing_turned() -> None:
    """[curse_of_fatigue] R7.1: without a turned item no player is asked."""
    game = start({"turned": True, "items": ["the_d6"], "curses": ["curse_of_fatigue"]}, {}, phase="start")
    game.expect(question="priority", asked=0, phase="start").expect(player=0, turned=False).expect(
        card="the_d6", turned=False
    )


def test_curse_of_fatigue__other_players_and_turns() -> None:
    """[curse_of_fatigue] R7.1: another player recharges everything; so does the holder once the curse is gone."""
    other = {"items": [{"card": "the_d6", "turned": True}, {"card": "mystery_sack", "turned": True}]}
    game = start({"hand": ["death_tarot"]}, other, {"curses": ["curse_of_fatigue"]}).end_turn()
    game.expect(active=1, question="priority").expect(card="the_d6", turned=False).expect(
        card="mystery_sack", turned=False
    )
    seat = {"items": ["the_d6", "mystery_sack", "dinner"], "curses": ["curse_of_fatigue"]}
    dead = start({"hand": ["death_tarot"]}, seat).play("death_tarot", 1).settle("dinner").expect(player=1, items=2)
    dead.expect(card="mystery_sack", turned=True).end_turn().expect(active=1, question="priority")
    dead.expect(card="the_d6", turned=False).expect(card="mystery_sack", turned=False)


def test_curse_of_fatigue__start_of_turn_effects_come_after() -> None:
    """[curse_of_fatigue] [curse_of_pain] R7.1, R7.2: the start-of-turn triggers wait for the choice."""
    seat = {"items": [{"card": "the_d6", "turned": True}], "curses": ["curse_of_fatigue", "curse_of_pain"]}
    game = start({}, seat).end_turn().expect(asked=1, question="recharge", stack=[]).choose("the_d6")
    game.expect(stack=["player 1: trigger curse of pain"], asked=1).pass_all().expect(player=1, hp=1)


def test_curse_of_fatigue__other_recharging_is_free() -> None:
    """[curse_of_fatigue] ER-56: effects that recharge items are not limited."""
    seat = {"items": UPRIGHT_LATER[:2], "hand": ["lil_battery"], "curses": ["curse_of_fatigue"]}
    game = start(seat, {}, phase="start").choose("the_d6").until("action").play("lil_battery", "mystery_sack").settle()
    game.expect(card="mystery_sack", turned=False).expect(card="the_d6", turned=False)


def test_curse_of_fatigue__after_the_hand_limit() -> None:
    """[curse_of_fatigue] R7.10, R7.11: the choice also comes when the turn before ended with a discard."""
    seat = {"items": [{"card": "the_d6", "turned": True}], "curses": ["curse_of_fatigue"]}
    game = start({"hand": [*["bomb"] * 4, *["a_penny"] * 4, *["soul_heart"] * 2, "dagaz"]}, seat).end_turn("dagaz")
    game.expect(active=1, asked=1, question="recharge").choose("the_d6").expect(card="the_d6", turned=False)
    game.expect(player=0, hand=10)
