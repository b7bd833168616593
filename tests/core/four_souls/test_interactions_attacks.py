"""Forced and redirected attacks together, shields together, and games that end in the middle of things."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.cards.fights import KILLER, TOUGH, reach, start

LUST = "curse_of_blood_lust"
SHADOW = {"items": ["moms_eye_shadow"]}


def test_lust_and_krampus__one_attack_meets_both() -> None:
    """ER-27, R11.7: an attack on [krampus] meets [curse_of_blood_lust] too; the curse does not open other targets."""
    game = start({"curses": [LUST], "items": TOUGH, "extra_attacks": 1}, monsters=["fly", "krampus"])
    assert game.legal() == ["attack Krampus"]
    game.attack("krampus").fight(*[6] * 4).expect(player=0, attacks_used=1, souls=1)
    game.expect(legal=["pass", "attack Fly"])


def test_lust_and_krampus__krampus_alone_stays_due() -> None:
    """ER-27: [krampus] revealed by the attack that met [curse_of_blood_lust] on another monster is due while an attack is
    left, and not without one."""
    for extra in (0, 1):
        seat = {"curses": [LUST], "extra_attacks": extra}
        game = start(seat, monsters=["fly", "fatty"], monster_deck=["krampus", "dip"]).attack("fly").fight(6)
        game.expect(monsters=["krampus", "fatty"], illegal="attack Fatty")
        assert (game.legal() == ["attack Krampus"]) == (extra == 1)


def test_lust_and_ambush__the_deck_meets_both() -> None:
    """ER-27: an attack made for [ambush] meets [curse_of_blood_lust]; only the deck may be attacked until both are done."""
    deck = ["ambush", "fatty", "dip", "trite"]
    game = start({"curses": [LUST]}, monsters=["fly", "empty"], monster_deck=deck).settle()
    for _ in range(2):
        assert game.legal() == ["attack the top of the monster deck"]
        game.attack("deck").settle("fly" if game.player(0)["attacks_used"] == 0 else "fatty").fight(6)
    game.expect(player=0, attacks_used=1).expect(legal="pass", illegal="attack Fly")


def test_krampus_and_ambush__the_active_player_orders() -> None:
    """R11.7, ER-27: with [ambush] and [krampus] due the active player chooses which comes first; Ambush! first uses the
    attack up, so that nothing is left for Krampus; Krampus first leaves Ambush! two additional ones."""
    deck = ["ambush", "krampus", "dip", "trite", "spider"]
    seat = {"items": TOUGH}
    game = start(seat, monsters=["fly", "empty"], monster_deck=deck).settle()
    assert sorted(game.legal()) == ["attack Krampus", "attack the top of the monster deck"]
    first = game.copy().attack("deck").settle("fly").fight(6)
    assert first.legal() == ["attack the top of the monster deck"]
    first.attack("deck").settle("fly").fight(6).expect(legal="pass", illegal="attack Krampus")
    game.attack("krampus").fight(*[6] * 4).expect(player=0, attacks_used=1)
    for _ in range(2):
        assert game.legal() == ["attack the top of the monster deck"]
        game.attack("deck").settle("fly").fight(6)
    game.expect(player=0, attacks_used=1).expect(legal="pass", illegal="attack Fly")


def test_krampus_and_monster_manual__named_together() -> None:
    """R11.7: one attack on [krampus] fulfils its own text and a [monster_manual] that names it; the manual grants
    nothing while an attack is left."""
    seats = {"items": TOUGH}, {"items": ["monster_manual"]}
    game = start(*seats, monsters=["fly", "krampus"], phase="loot").activate("monster_manual", "krampus", by=1).settle()
    game.until("action")
    assert game.legal() == ["attack Krampus"]
    game.attack("krampus").fight(*[6] * 4).expect(player=0, souls=1, attacks_used=1)
    game.expect(legal="pass", illegal="attack Fly")


def test_krampus_and_monster_manual__named_another() -> None:
    """R11.7, ER-27: a [monster_manual] that names the fly and [krampus]: either may come first; the fly first uses the
    attack up, Krampus first leaves the fly as an additional one."""
    seats = {"items": TOUGH}, {"items": ["monster_manual"]}
    game = start(*seats, monsters=["fly", "krampus"], monster_deck=["dip", "trite"], phase="loot")
    game.activate("monster_manual", "fly", by=1).settle().until("action")
    assert sorted(game.legal()) == ["attack Fly", "attack Krampus"]
    game.copy().attack("fly").fight(6).expect(legal="pass", illegal="attack Krampus")
    game.attack("krampus").fight(*[6] * 4)
    assert game.legal() == ["attack Fly"]
    game.attack("fly").fight(6).expect(player=0, attacks_used=1).expect(legal="pass")


def test_krampus_and_portal__the_additional_attack_counts() -> None:
    """A70, ER-27: the additional attack of [portal] made on [krampus] meets both; the own attack is left and free."""
    game = start(KILLER, monsters=["portal", "krampus"], monster_deck=["dip", "trite"], phase="loot")
    game.pay("tech_x", "portal").settle().until("action").expect(illegal="pass", legal=["attack Dip", "attack Krampus"])
    game.attack("krampus").fight(*[6] * 4).expect(player=0, attacks_used=0, souls=1)
    game.expect(legal=["pass", "attack Dip"])


def test_krampus_and_boss_rush__krampus_is_one_of_the_two() -> None:
    """R11.7, ER-59: [boss_rush] with [krampus] as one of its bosses: an attack on him meets both; the other one first uses
    the attack up."""
    deck = ["boss_rush", "widow", "krampus"]
    game = start({"items": TOUGH}, monsters=["fly", "empty"], monster_deck=deck).settle("empty", "fly")
    assert sorted(game.legal()) == ["attack Krampus", "attack Widow"]
    game.copy().attack("krampus").fight(*[6] * 4).expect(legal="pass", illegal="attack Widow")
    game.attack("widow").fight(*[6] * 3).expect(legal="pass", illegal="attack Krampus").expect(player=0, attacks_used=1)


@pytest.mark.parametrize("curse", [[], [LUST]])
def test_forced__nothing_but_the_attack_and_no_other_player(curse: list[str]) -> None:
    """R11.7, R4.10: under [krampus] or [curse_of_blood_lust] loot, items and purchases wait until the attack has begun;
    the other players are not concerned."""
    seats = {"curses": curse, "hand": ["bomb"], "items": ["razor_blade"], "coins": 10}, {"hand": ["bomb"]}
    game = start(*seats, monsters=["fly", "fatty"] if curse else ["fly", "krampus"])
    game.expect(illegal=["pass", "play Bomb!", "activate Razor Blade", "buy Dinner"])
    game.attack("fatty" if curse else "krampus").expect(legal=["pass", "play Bomb!", "activate Razor Blade"])
    game.pass_().expect(asked=1, legal=["pass", "play Bomb!"])


def test_forced__not_in_a_turn_that_is_being_ended() -> None:
    """R7.14, R7.15: with the turn ended in the start phase neither [krampus] nor [curse_of_blood_lust] demands anything."""
    seats = {"curses": [LUST], "hand": ["the_fool"]}, {}
    start(*seats, monsters=["fly", "krampus"], phase="loot").play("the_fool").settle().expect(phase="end", legal="pass")


def declared(game: Play, what: str, to: str) -> Play:
    """An attack on one thing, which player 1's Mom's Eye Shadow turns against another."""
    return game.attack(what, to).expect(asked=0).pass_all("yes")


def test_eye_shadow__a_redirected_attack_meets_krampus() -> None:
    """ER-28, ER-27: the attack declared on [krampus] and turned by [moms_eye_shadow] against the fly has met Krampus'
    text: it would have met it before; no attack after attack."""
    seat = {"items": ["lord_of_the_pit"]}
    game = declared(start(seat, SHADOW, monsters=["fly", "krampus"]), "krampus", "fly")
    game.expect(stack=["attack fly"]).pass_all().expect(attacking="fly").activate("lord_of_the_pit").settle()
    game.expect(attacking=None, legal=["pass", "attack Fly", "attack Krampus"])


def test_eye_shadow__turned_against_krampus() -> None:
    """ER-28, ER-27: an attack declared on another monster and turned against [krampus] by [moms_eye_shadow] is an attack on
    him."""
    seat = {"items": ["lord_of_the_pit", *TOUGH]}
    deck = ["ambush", "krampus", "dip"]
    game = start(seat, SHADOW, monsters=["fly", "empty"], monster_deck=deck).settle()
    game = declared(game, "deck", "krampus").pass_all().expect(attacking="krampus").expect(player=0, attacks_used=1)
    game.activate("lord_of_the_pit").settle()
    assert game.legal() == ["attack the top of the monster deck"]


def test_eye_shadow__ambush_is_met_by_the_redirected_attack() -> None:
    """ER-28: attacks on the deck for [ambush] that [moms_eye_shadow] turns against a monster count; no card is
    revealed."""
    deck = ["ambush", "fatty", "dip", "trite"]
    game = start({}, SHADOW, monsters=["fly", "empty"], monster_deck=deck).settle()
    declared(game, "deck", "fatty").pass_all().expect(attacking="fatty").expect(deck="monster", top=["dip", "trite"])
    game.fight(*[6] * 4)
    assert game.legal() == ["attack the top of the monster deck"]


def test_eye_shadow__monster_manual_is_met() -> None:
    """ER-28: the attack that [monster_manual] demands, turned elsewhere by [moms_eye_shadow], fulfils it."""
    items = {"items": ["moms_eye_shadow", "monster_manual"]}
    game = start({}, items, monsters=["fly", "fatty"], phase="loot").activate("monster_manual", "fatty", by=1).settle()
    declared(game.until("action"), "fatty", "fly").pass_all().expect(attacking="fly").fight(6)
    game.expect(player=0, attacks_used=1).expect(legal="pass", illegal="attack Fatty")


def test_eye_shadow__lust_is_met() -> None:
    """ER-28, ER-27: any attack of the turn meets [curse_of_blood_lust], also one that [moms_eye_shadow] turned."""
    game = start({"curses": [LUST], "extra_attacks": 1}, SHADOW, monsters=["fly", "fatty"])
    declared(game, "fatty", "fly").fight(6).expect(player=0, attacks_used=1).expect(legal=["pass", "attack Fatty"])


def test_eye_shadow__a_target_that_is_gone_changes_nothing() -> None:
    """ER-28, R17.2: the monster chosen for [moms_eye_shadow] dies before it resolves: the attack continues as declared."""
    game = start({"hand": ["bomb"]}, SHADOW, monsters=["fly", "fatty"]).attack("fatty", "fly").play("bomb", "fly")
    reach(game, "trigger mom's eye shadow").pass_all().expect(stack=["attack fatty"]).pass_all()
    game.expect(attacking="fatty")


def test_eye_shadow__the_new_target_is_gone_and_the_duty_stays() -> None:
    """ER-28, R11.4, R11.7: the attack that was turned against a monster which left meanwhile fizzles unused; the duty is
    still due."""
    game = declared(start({"hand": ["bomb"]}, SHADOW, monsters=["fly", "krampus"]), "krampus", "fly")
    game.play("bomb", "fly").settle().expect(attacking=None).expect(player=0, attacks_used=0)
    assert game.legal() == ["attack Krampus"]


def test_eye_shadow__two_of_them() -> None:
    """ER-28, R6.4: of two texts of [moms_eye_shadow], one on a [modeling_clay], the last one to resolve decides."""
    seats = {}, SHADOW, {"items": ["modeling_clay"]}
    game = start(*seats, monsters=["fly", "fatty", "pale_fatty"], phase="loot")
    game.activate("modeling_clay", "moms_eye_shadow", by=2).settle().until("action")
    game.attack("fly", "fatty", "pale_fatty").pass_all("yes").expect(monster="fly", attacked=False)
    assert game.stack[0].endswith("Pale Fatty")
    game.copy().pass_all("no").pass_all().expect(attacking="pale_fatty")
    game.pass_all("yes").expect(stack=["attack fatty"]).pass_all().expect(attacking="fatty")


def test_eye_shadow__boss_rush_is_met() -> None:
    """ER-28: the attack on a boss of [boss_rush] turned against an ordinary monster fulfils the duty."""
    deck = ["boss_rush", "widow", "dingle"]
    game = start({}, SHADOW, monsters=["fly", "empty", "fatty"], monster_deck=deck).settle("fly", "empty")
    declared(game, "dingle", "fatty").fight(*[6] * 4).expect(player=0, attacks_used=1).expect(legal="pass")


def test_holy_chest_and_hierophant__the_player_orders() -> None:
    """ER-30, ER-31, R12.4: of a pool of 2 ([holy_chest]) and a one-shot shield ([the_hierophant]) the damaged player picks
    which applies first; the pool keeps what it did not need."""
    position: dict[str, Any] = {"monster_deck": ["holy_chest", "dip"], "dice": [1]}
    seats = {"hand": ["the_hierophant"]}, {"hand": ["bomb"]}, {"hand": ["bomb"]}
    game = start(*seats, **position).attack("deck").pass_all().settle().play("the_hierophant", 0).settle()
    game.play("bomb", 0, by=1).pass_all().expect(asked=0, question="prevention")
    pool = game.copy().choose("holy_chest").play("bomb", 0, by=2).pass_all().expect(asked=0, question="prevention")
    pool.choose("the_hierophant").expect(player=0, hp=2)
    game.choose("the_hierophant").play("bomb", 0, by=2).settle().expect(player=0, hp=2, dying=False)


def heart(*players: dict[str, Any], **position: Any) -> Play:
    """Mom's Heart! has been killed by the active player's Tech X; its text is on the stack."""
    game = start(*players, monsters=["moms_heart", "fly"], **position).pay("tech_x", "moms_heart")
    return reach(game, "trigger mom's heart")


def test_moms_heart__innate_souls_count() -> None:
    """ER-45, R18.7, R19.4: the innate soul of [the_lost] counts for "the most souls" of [moms_heart]."""
    heart(KILLER, {"character": "the_lost"}).pass_all().expect(over=True, winners=[1])
    tied = heart({**KILLER, "souls": 1}, {"character": "the_lost"}, {}).pass_all()
    tied.expect(asked=0, legal=["choose player 0", "choose player 1"], illegal="choose player 2")


def test_moms_heart__a_dead_player_may_win() -> None:
    """ER-45, R18.1: dead or alive does not matter for the most souls ([moms_heart])."""
    heart(KILLER, {"souls": 1, "dead": True}).pass_all().expect(over=True, winners=[1])


def test_moms_heart__killed_in_another_turn_or_by_another_player() -> None:
    """ER-45, R14.4: killed by another player the active player still picks among the tied ([moms_heart])."""
    game = start({"souls": 1}, {**KILLER, "souls": 1}, {}, monsters=["moms_heart", "fly"])
    reach(game.pay("tech_x", "moms_heart", by=1), "trigger mom's heart").pass_all().expect(asked=0, question="pick")
    game.choose(1).expect(over=True, winners=[1])


def test_moms_heart__souls_gained_in_answer_count() -> None:
    """ER-45: the souls are counted when the text resolves: a soul gained above it decides ([moms_heart] [lost_soul])."""
    game = heart({**KILLER, "souls": 1}, {"souls": 1, "hand": ["lost_soul"]}).play("lost_soul", by=1, turn=True)
    game.pass_all().expect(player=1, souls=2).pass_all().expect(over=True, winners=[1])


def test_moms_heart__an_earlier_death_ends_the_turn_not_the_text() -> None:
    """R13.4, R14.8: its text still ends the game when the active player died in the fight with [moms_heart]."""
    seats = {"items": [{"card": "tech_x", "counters": 9}], "souls": 1}, {"hand": ["bomb"]}
    game = start({**seats[0], "hp": 1}, seats[1], monsters=["moms_heart", "fly"]).pay("tech_x", "moms_heart").pass_()
    game.play("bomb", 0, by=1)
    for _ in range(40):
        if game.over:
            break
        game.pass_all()
    game.expect(over=True, winners=[0])


THIEF = {"items": ["pay_to_play"], "coins": 20}


def many_attacks(item: str, attacker: dict[str, Any] | None = None, thief: dict[str, Any] | None = None) -> Play:
    seats = {"items": [item], **(attacker or {})}, {**THIEF, **(thief or {})}
    game = start(*seats, monsters=["fly", "dip"], monster_deck=["spider", "trite", "pooter"]).attack("fly").fight(6)
    return game.attack("dip").fight(6).expect(player=0, attacks_used=2)


@pytest.mark.parametrize("item", ["champion_belt", "skeleton_key"])
@pytest.mark.parametrize("order", [("strength", "loss"), ("loss", "strength")])
def test_granted_attacks__outlast_the_loss_of_the_item(item: str, order: tuple[str, str]) -> None:
    """R11.1, R8.2: the attack of [strength] is not swallowed by attacks made with [champion_belt] or [skeleton_key] before
    it was stolen."""
    game = many_attacks(item, {"hand": ["strength"]})
    for what in order:
        if what == "strength":
            game.play("strength", 0).settle()
        else:
            game.pay("pay_to_play", item, by=1).pass_all().expect(player=1, items=["pay_to_play", item])
    game.expect(player=0, attacks_used=2, extra_attacks=1, attack=2).expect(legal="attack Trite").attack("trite").fight(
        6
    )
    game.expect(player=0, attacks_used=2, extra_attacks=0).expect(
        illegal=["attack Spider", "attack the top of the monster deck"]
    )


def test_granted_attacks__lord_of_the_pit_after_the_belt_is_gone() -> None:
    """A16: the attack that [lord_of_the_pit] gives back is made, though [champion_belt], which allowed it, was stolen."""
    game = start(
        {"items": ["champion_belt"]},
        {"items": ["pay_to_play", "lord_of_the_pit"], "coins": 10},
        monsters=["fly", "dip"],
    )
    game.attack("fly").fight(6).attack("dip").pass_all().pay("pay_to_play", "champion_belt", by=1).pass_all()
    game.activate("lord_of_the_pit", by=1).pass_all().expect(player=0, attacks_used=2, extra_attacks=1).expect(
        attacking=None
    )
    game.attack("dip").fight(6).expect(player=0, extra_attacks=0).expect(illegal="attack the top of the monster deck")


def test_granted_attacks__are_kept_until_those_of_the_turn_are_gone() -> None:
    """R11.18: with an attack of the turn and one granted the former is used first; [champion_belt] lost later takes none."""
    seat = {"items": ["champion_belt"], "extra_attacks": 1}
    game = start(seat, THIEF, monsters=["fly", "dip"], monster_deck=["spider", "trite"]).attack("fly").fight(6)
    game.expect(player=0, attacks_used=1, extra_attacks=1).pay("pay_to_play", "champion_belt", by=1).pass_all()
    game.attack("dip").fight(6).expect(player=0, attacks_used=1, extra_attacks=0).expect(illegal="attack Spider")
