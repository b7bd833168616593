"""The five curses of the base set."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start

CURSES = ["curse_of_amnesia", "curse_of_greed", "curse_of_loss", "curse_of_pain", "curse_of_the_blind"]


@pytest.mark.parametrize("card", CURSES)
@pytest.mark.parametrize("victim", [0, 1, 2])
def test_curses__are_given_to_a_player(card: str, victim: int) -> None:
    """R2.16: [curse_of_amnesia] [curse_of_greed] [curse_of_loss] [curse_of_pain] [curse_of_the_blind] revealed by an
    attack on the deck: the active player chooses who gets the curse, also oneself or a dead player; it is no item."""
    game = start({}, {}, {"dead": True}, monster_deck=[card, "dip"]).attack("deck").pass_all()
    game.expect(asked=0, question="target", source=card).choose(victim).expect(stack=[card], attacking=None)
    game.expect(player=victim, curses=[]).pass_all().expect(card=card, zone="curse", owner=victim)
    for p in range(3):
        game.expect(player=p, curses=[card] if p == victim else [], items=[])
    game.expect(player=0, attacks_used=1).expect(discard="monster", size=0)


@pytest.mark.parametrize("card", CURSES)
def test_curses__leave_with_the_death_of_the_holder(card: str) -> None:
    """R13.3, R2.16, A21, FSR-100: [curse_of_amnesia] [curse_of_greed] [curse_of_loss] [curse_of_pain]
    [curse_of_the_blind] are discarded when the holder's death resolves, before the penalty, on no other player's death."""
    game = start({"hand": ["death_tarot"]}, {"curses": [card]}, {}).play("death_tarot")
    game.copy().choose(2).settle().expect(player=1, curses=[card])
    game.choose(1).pass_all().expect(player=1, curses=[card]).pass_all().expect(player=1, curses=[])
    game.expect(discard="monster", top=[card], size=1)
    assert game.stack[0] == "penalty of player 1"


@pytest.mark.parametrize("card", CURSES)
def test_curses__cancelled_are_discarded(card: str) -> None:
    """R2.16, R17.11: a cancelled [curse_of_amnesia] [curse_of_greed] [curse_of_loss] [curse_of_pain]
    [curse_of_the_blind] goes to the monster discard pile."""
    game = start({"hand": ["the_fool"]}, monster_deck=[card, "dip"]).attack("deck").pass_all().choose(1)
    game.play("the_fool").pass_all().expect(player=1, curses=[]).expect(card=card, zone="discard")


def test_curse_revealed_by_a_refill() -> None:
    """R15.3, R2.16: a curse ([curse_of_greed]) revealed by a refill is given by the active player; then the slot is
    filled."""
    game = start({}, {}, active=1, monsters=["fly", "empty"], monster_deck=["curse_of_greed", "dip"]).pass_all()
    game.expect(asked=1, question="target").choose(0).settle().expect(player=0, curses=["curse_of_greed"])
    game.expect(monsters=["fly", "dip"])


def test_curse_of_amnesia__two_loot_cards_each_turn() -> None:
    """R2.24, R7.7: at the end of the holder's turn [curse_of_amnesia] takes 2 loot cards of the holder's choice."""
    seat = {"hand": ["a_penny", "bomb", "dagaz"], "curses": ["curse_of_amnesia"]}
    game = start({}, seat, {}).end_turn().expect(player=1, hand=3).until("end").expect(active=1)
    game.expect(stack=["player 1: trigger curse of amnesia"]).pass_all().expect(asked=1, question="discard")
    hand = game.player(1)["hand"]
    game.choose("bomb", "a_penny").expect(player=1, hand=len(hand) - 2).expect(card="dagaz", owner=1)
    game.end_turn().until("end").expect(active=2, stack=[])


def test_curse_of_amnesia__one_card_only() -> None:
    """R22: with one loot card [curse_of_amnesia] takes that one."""
    game = start({"hand": ["bomb"], "curses": ["curse_of_amnesia"]}, phase="end").settle().expect(player=0, hand=[])
    game.expect(card="bomb", zone="discard").expect(phase="end")


def test_curse_of_greed__four_cents_each_turn() -> None:
    """R7.7, R22: at the end of the holder's turn [curse_of_greed] costs 4 cents, or what there is; not in others'."""
    game = start({"coins": 9}, {"coins": 6, "curses": ["curse_of_greed"]}).end_turn()
    game.expect(player=1, coins=6).until("end").expect(stack=["curse of greed"]).pass_all().expect(player=1, coins=2)
    game.expect(player=0, coins=9).end_turn().end_turn().until("end").settle().expect(player=1, coins=0)


def test_curse_of_loss__a_soul_with_each_death() -> None:
    """R6.7, R13.3: when the holder dies [curse_of_loss] takes a soul card of the holder's choice, above the penalty."""
    seat = {"souls": ["gurdy", "lost_soul"], "curses": ["curse_of_loss"]}
    game = start({"hand": ["death_tarot"], "souls": ["monstro"]}, seat).play("death_tarot", 1).pass_all().pass_all()
    game.expect(stack=["penalty of player 1", "player 1: trigger curse of loss"]).pass_all().expect(asked=1)
    game.choose("gurdy").expect(player=1, soul_cards=["lost_soul"]).expect(player=0, souls=1)
    game.expect(discard="monster", top=["gurdy", "curse_of_loss"]).settle().expect(player=1, coins=2, souls=1)


def test_curse_of_loss__other_deaths_and_no_soul() -> None:
    """R18.7: [curse_of_loss] does nothing when another player dies, and nothing to a holder without souls."""
    game = start({"hand": ["death_tarot"]}, {"curses": ["curse_of_loss"], "souls": 1}, {}).play("death_tarot", 2)
    game.settle().expect(player=1, souls=1, curses=["curse_of_loss"])
    game = start({"hand": ["death_tarot"]}, {"curses": ["curse_of_loss"]}).play("death_tarot", 1).settle()
    game.expect(player=1, souls=0, dead=True, curses=[])


def test_curse_of_pain__damage_at_the_start_of_the_turn() -> None:
    """R7.2, R2.24: [curse_of_pain] deals 1 damage to the holder at the start of each own turn, no other player's."""
    game = start({}, {"curses": ["curse_of_pain"]}, active=1, phase="start").expect(
        stack=["player 1: trigger curse of pain"]
    )
    game.pass_all().expect(player=1, hp=1).expect(player=0, hp=2).end_turn().expect(stack=[], active=0)
    game.until("action").expect(player=0, hp=2).expect(player=1, hp=2)


def test_curse_of_pain__death_in_the_start_phase() -> None:
    """R7.16, FSR-114: a holder killed by [curse_of_pain] loots nothing and has no action phase; the curse is gone."""
    game = start({"hp": 1, "curses": ["curse_of_pain"]}, {}, phase="start", loot_deck=["a_dime"]).settle()
    game.expect(player=0, dead=True, hand=[], curses=[]).expect(phase="end").expect(deck="loot", top=["a_dime"])
    game.end_turn().expect(active=1)


def test_curse_of_pain__can_be_prevented() -> None:
    """R12.3, R4.1: there is a window before the damage of [curse_of_pain]."""
    game = start({"curses": ["curse_of_pain"], "hand": ["soul_heart"]}, phase="start").play("soul_heart", 0).settle()
    game.expect(player=0, hp=2, turned=True)


def test_curse_of_the_blind__attacked_monsters_evade_better() -> None:
    """R11.10: a monster that the holder of [curse_of_the_blind] attacks has +1 evasion (Pooter: 3 misses, 4 hits);
    other attackers are not concerned."""
    seats: list[dict[str, Any]] = [{"curses": ["curse_of_the_blind"]}, {}]
    cursed = start(*seats, monsters=["pooter"]).attack("pooter").pass_all().roll(3).pass_all().pass_all()
    cursed.expect(stack=["combat damage 1 to player 0"])
    free = start(*seats, monsters=["pooter"], active=1).attack("pooter").pass_all().roll(3).pass_all().pass_all()
    free.expect(stack=["combat damage 1 to pooter"])
    cursed = start(*seats, monsters=["pooter"]).attack("pooter").pass_all().roll(4).pass_all().pass_all()
    cursed.expect(stack=["combat damage 1 to pooter"])


def test_curse_of_the_blind__its_bonus_outlasts_the_curse() -> None:
    """R7.9: a monster attacked by the holder of [curse_of_the_blind] keeps +1 evasion until end of turn though [dagaz]
    destroys the curse; other monsters have none, and in the next turn it has none either."""
    seat = {"curses": ["curse_of_the_blind"], "hand": ["dagaz"], "extra_attacks": 2, "items": ["breakfast"]}
    other = {"items": ["lord_of_the_pit"]}
    game = start(seat, other, monsters=["pooter", "leech"]).expect(monster="pooter", evasion=3).attack("pooter")
    game.pass_all().play("dagaz", "a", "curse_of_the_blind").pass_all().expect(player=0, curses=[])
    game.expect(monster="pooter", evasion=4).expect(monster="leech", evasion=4).roll(3).pass_all().pass_all()
    game.expect(stack=["combat damage 1 to player 0"]).activate("lord_of_the_pit", by=1).pass_all()
    game.expect(attacking=None).expect(monster="pooter", evasion=4).attack("leech").pass_all()
    game.expect(monster="leech", evasion=4).fight(6).end_turn().expect(monster="pooter", evasion=3)


def test_curse_of_the_blind__counts_once_for_each_monster() -> None:
    """A monster attacked twice by the holder of [curse_of_the_blind] has +1 evasion, not +2, with the curse and without."""
    seat = {"curses": ["curse_of_the_blind"], "hand": ["dagaz"], "extra_attacks": 2}
    game = start(seat, {"items": ["lord_of_the_pit"]}, monsters=["pooter"]).attack("pooter").pass_all()
    game.activate("lord_of_the_pit", by=1).pass_all().attack("pooter").pass_all().roll(4).pass_all().pass_all()
    game.expect(stack=["combat damage 1 to pooter"]).play("dagaz", "a").pass_all().expect(monster="pooter", evasion=4)


def test_curse_of_the_blind__a_new_object_has_no_bonus() -> None:
    """R2.22: a monster that was attacked, covered and uncovered is a new object, without the bonus of
    [curse_of_the_blind]."""
    seat = {"curses": ["curse_of_the_blind"], "hand": ["dagaz", "bomb"], "extra_plays": 1}
    other = {"items": ["lord_of_the_pit", "dads_key"], "hand": ["a_dime"]}
    game = start(seat, other, monsters=["pooter"], monster_deck=["fly"]).attack("pooter").pass_all()
    game.activate("lord_of_the_pit", by=1).pass_all().play("dagaz", "a").pass_all().expect(monster="pooter", evasion=4)
    game.pay("dads_key", by=1).pass_all().play("bomb", "fly").settle().expect(monster="pooter", evasion=3)


def test_curse_of_the_blind__a_six_always_hits() -> None:
    """R9.1: evasion is never above 6, so that a 6 hits even under [curse_of_the_blind] and another bonus."""
    seat = {"curses": ["curse_of_the_blind"], "items": ["baby_haunt"]}
    game = start(seat, monsters=["trite"]).attack("trite").pass_all().roll(5, 6).pass_all().pass_all()
    game.expect(stack=["combat damage 1 to player 0"]).pass_all().pass_all().expect(stack=["attack roll 6"]).pass_all()
    game.expect(stack=["combat damage 1 to trite"])


def test_curse_aimed_at_a_player_who_dies_first() -> None:
    """R2.16, R17.2: a curse ([curse_of_pain]) whose chosen player dies in response still goes there and is kept."""
    game = start({"hand": ["death_tarot"]}, {}, monster_deck=["curse_of_pain", "dip"]).attack("deck").pass_all()
    game.choose(1).play("death_tarot", 1).settle().expect(player=1, dead=True, curses=["curse_of_pain"])
