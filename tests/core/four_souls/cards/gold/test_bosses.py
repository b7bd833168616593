"""The 6 bosses of the Gold Box, fought by real decisions. Each test names its cards in brackets."""

from __future__ import annotations

import pytest

from tests.core.four_souls.cards.fights import (
    KILLER,
    ROLLER,
    TOUGH,
    attack_roll,
    facing,
    hits,
    next_roll,
    roll_by,
    run,
    slay,
    start,
)


@pytest.mark.parametrize(("monster", "hp", "evasion", "attack"), [("the_cage", 6, 4, 1), ("hush", 8, 3, 2)])
def test_without_text__in_a_fight(monster: str, hp: int, evasion: int, attack: int) -> None:
    """R11.10, R11.11: [the_cage] [hush]: one below the evasion misses and costs the attack, the evasion hits, as many
    hits as HP kill."""
    game = attack_roll(facing(monster, {"items": TOUGH}), monster, evasion - 1)
    game.expect(stack=[f"combat damage {attack} to player 0"]).pass_all().expect(player=0, hp=4 - attack)
    for left in range(hp - 1, -1, -1):
        next_roll(game, evasion).expect(stack=[f"combat damage 1 to {monster}"]).pass_all()
        game.expect(monster=monster, hp=left)
    run(game).expect(player=0, items=4, soul_cards=[monster], coins=3, hp=4 - attack).expect(player=1, souls=0)


def test_hush__two_souls_win() -> None:
    """[hush] R18.1, R18.2: its 2 souls are the third and fourth."""
    game = slay(facing("hush", {**KILLER, "souls": 2}), "hush").expect(over=True, outcome="won", winners=[0])
    game.expect(player=0, souls=4)


def test_polycephalus__next_attack_roll_is_two_lower() -> None:
    """[polycephalus] ER-18, R9.1: having been damaged it gives -2 to the attacker's next attack roll, once; 4 becomes 2
    and misses, 5 becomes 3 and hits, 1 stays 1."""
    game = attack_roll(facing("polycephalus", {"items": TOUGH}), "polycephalus", 3).pass_all()
    game.expect(monster="polycephalus", hp=2).expect(stack=["trigger polycephalus"]).pass_all()
    low = game.copy().roll(2).pass_all().pass_all().expect(stack=["attack roll 1"]).pass_all()
    low.expect(stack=["combat damage 1 to player 0"])
    hit = game.copy().roll(5).pass_all().expect(stack=["attack roll 5", "bonus -2 of polycephalus"]).pass_all()
    hit.expect(stack=["attack roll 3"]).pass_all().expect(stack=["combat damage 1 to polycephalus"])
    game.roll(4).pass_all().pass_all().expect(stack=["attack roll 2"]).pass_all().pass_all().expect(player=0, hp=3)
    run(game.roll(3, 5)).expect(player=0, hp=3, hand=3, souls=1)


def test_polycephalus__with_parabite() -> None:
    """[polycephalus] [parabite] ER-18: marks of two monsters add up to -3; the active player orders them (R6.4)."""
    game = start({"hand": ["bomb"]}, {"hand": ["bomb"]}, monsters=["polycephalus", "parabite", "fly"])
    game.play("bomb", "polycephalus").settle().play("bomb", "parabite", by=1).settle()
    game.attack("fly").pass_all().roll(6).pass_all().expect(asked=0, question="trigger_order").choose("parabite")
    game.expect(
        stack=["attack roll 6", "bonus -1 of parabite", "bonus -2 of polycephalus"]
    ).pass_all().pass_all().expect(stack=["attack roll 3"])
    run(game).expect(player=0, coins=4).expect(monster="parabite", hp=1).expect(monster="polycephalus", hp=2)


def test_polycephalus__ends_with_the_turn() -> None:
    """[polycephalus] R7.9, A52: an unused -2 is gone with the turn."""
    game = facing("polycephalus", {"hand": ["bomb"]}).play("bomb", "polycephalus").settle().end_turn().until("action")
    game.expect(active=1).attack("polycephalus").pass_all().roll(3).pass_all().expect(stack=["attack roll 3"])
    run(game.pass_all().expect(stack=["combat damage 1 to polycephalus"]).roll(5, 5)).end_turn().until("action")
    game.expect(active=0).attack("pale_fatty").pass_all().roll(3).pass_all().expect(stack=["attack roll 3"])


def test_gurglings__easier_to_hit_at_two() -> None:
    """[gurglings] R6.10: -1 evasion once when it comes to 2 HP or lower, until end of turn."""
    game = attack_roll(facing("gurglings", {"items": TOUGH}), "gurglings", 5).pass_all().expect(stack=[])
    game.expect(monster="gurglings", hp=3, evasion=5)
    next_roll(game, 5).pass_all().expect(stack=["trigger gurglings"]).pass_all()
    game.expect(monster="gurglings", hp=2, evasion=4).expect(monster="pale_fatty", evasion=3)
    next_roll(game, 4).expect(stack=["combat damage 1 to gurglings"]).pass_all().expect(stack=[])
    game.expect(monster="gurglings", hp=1, evasion=4)
    next_roll(game, 3).expect(stack=["combat damage 1 to player 0"])
    run(game.pass_all().roll(4)).expect(player=0, hp=3, hand=2, souls=1)


def test_gurglings__past_two_and_only_this_turn() -> None:
    """[gurglings] R6.10, R7.9: 3 damage at once bring it to 1 and count; in the next turn it is 5 again."""
    game = facing("gurglings", {"hand": ["gold_bomb"]}).play("gold_bomb", "gurglings").settle()
    game.expect(monster="gurglings", hp=1, evasion=4).end_turn().expect(monster="gurglings", hp=4, evasion=5)


def test_fistula__each_damage_makes_it_harder_to_hit() -> None:
    """[fistula] R12.11, R7.9: +1 evasion for each damage event, whatever its size, until end of turn."""
    game = facing("fistula", {"hand": ["gold_bomb", "the_fool"]}, {"hand": ["bomb"]})
    game.copy().play("gold_bomb", "fistula").settle().expect(monster="fistula", hp=1, evasion=3)
    attack_roll(game, "fistula", 2).pass_all().expect(stack=["trigger fistula"]).pass_all()
    game.expect(monster="fistula", hp=3, evasion=3).expect(monster="pale_fatty", evasion=3)
    next_roll(game, 3).pass_all().pass_all().expect(monster="fistula", hp=2, evasion=4)
    next_roll(game, 3).expect(stack=["combat damage 1 to player 0"]).pass_all().expect(monster="fistula", evasion=4)
    game.play("bomb", "fistula", by=1).pass_all().pass_all().expect(monster="fistula", hp=1, evasion=5)
    game.play("the_fool").pass_all().end_turn().expect(monster="fistula", hp=4, evasion=2)


def test_fistula__killed_by_hits() -> None:
    """[fistula]: 2, 3, 4 and 5 kill it for 7 cents and a soul."""
    run(facing("fistula").attack("fistula").roll(2, 3, 4, 5)).expect(player=0, hp=2, coins=10, souls=1)


def test_steven__two_hurts_the_attacker() -> None:
    """[steven] R9.8, R9.12: a 2 costs the attacker 2 HP before its own damage; it is a hit all the same."""
    game = attack_roll(facing("steven", {"items": TOUGH}), "steven", 2)
    game.expect(stack=["combat damage 1 to steven", "trigger steven"]).pass_all()
    game.expect(player=0, hp=2).expect(player=1, hp=2).expect(monster="steven", hp=4)
    run(game.roll(3, 4, 5)).expect(player=0, hp=2, items=3, souls=1)


def test_steven__two_may_kill() -> None:
    """[steven] R13.3, R17.12: the attacker who dies of it ends the attack, and the hit below is lost."""
    game = run(attack_roll(facing("steven"), "steven", 2)).expect(player=0, dead=True, souls=0).expect(phase="end")
    game.expect(monster="steven", hp=4).expect(player=1, hp=2)


def test_steven__six_ends_attack_and_turn() -> None:
    """[steven] R7.14, R11.13, R17.12: a 6 cancels the attack, its damage fizzles and the attacker's turn ends."""
    game = attack_roll(facing("steven"), "steven", 6).expect(stack=["combat damage 1 to steven", "trigger steven"])
    game.pass_all().expect(stack=[], attacking=None, phase="end", active=0, illegal="attack pale fatty")
    game.expect(monster="steven", hp=4).expect(player=0, hp=2, coins=3)
    game.end_turn().expect(active=1, monsters=["steven", "pale_fatty"])


def test_steven__only_attack_rolls_against_it() -> None:
    """[steven] R9.12: a 2 or 6 of another roll or against another monster does nothing; nor does a 1, 3, 4 or 5."""
    game = roll_by(facing("steven", ROLLER), 0, 6).expect(phase="action").expect(player=0, hp=2)
    roll_by(facing("steven", ROLLER), 0, 2).expect(player=0, hp=2, hand=1)
    attack_roll(game, "pale_fatty", 6).expect(stack=["combat damage 1 to pale fatty"])
    run(game.roll(6, 6, 6)).expect(phase="action").expect(player=0, hp=2)
    for number in (1, 3, 4, 5):
        attack_roll(facing("steven"), "steven", number).expect(stack=["combat damage 1"]).expect(player=0, hp=2)


def test_steven__a_two_changed_away() -> None:
    """[steven] R9.11: the final number counts: a 2 made 3 hurts no player, a 3 made 6 ends the turn."""
    game = facing("steven", {"hand": ["the_magician"]}).attack("steven").roll(2).pass_all().pass_all()
    game.play("the_magician").pass_all(3).expect(stack=["attack roll 3"]).pass_all()
    game.expect(stack=["combat damage 1 to steven"])
    game = facing("steven", {"hand": ["the_magician"]}).attack("steven").roll(3).pass_all().pass_all()
    game.play("the_magician").pass_all(6).pass_all().pass_all().expect(phase="end", attacking=None)


def test_hits_are_all_it_takes() -> None:
    """[polycephalus] [gurglings] R11.10: sixes kill them, the -2 notwithstanding."""
    run(hits(facing("polycephalus"), "polycephalus", 3)).expect(player=0, souls=1, hp=2)
    run(hits(facing("gurglings"), "gurglings", 4)).expect(player=0, souls=1, hp=2)
