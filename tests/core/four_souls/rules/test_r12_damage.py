"""Chapter R12, hit points, damage, healing and prevention."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.rules.table import start


def attack_roll(game: Play, monster: str, number: int) -> Play:
    return game.roll(number).attack(monster).pass_all().pass_all()


def test_hp__never_below_zero() -> None:
    """R12.1: three damage at one hit point leave zero [gold_bomb]."""
    game = start({"hand": ["gold_bomb"]}, {"hp": 1}).play("gold_bomb", 1).pass_all()
    game.expect(player=1, hp=0, max_hp=2, dying=True)


def test_hp__a_bonus_raises_both_and_its_end_only_caps() -> None:
    """R12.1, R12.9, A46: an item that is lost takes no hit point from the wounded, and caps the healthy. [dinner] [the_d20]"""
    game = start({"items": ["the_d20"]}, {"items": ["dinner"]}, {}, treasure_deck=["meat"])
    game.expect(player=1, hp=3, max_hp=3)
    game.copy().activate("the_d20", "dinner").pass_all().expect(player=1, hp=2, max_hp=2)
    wounded = start({"items": ["the_d20"]}, {"items": ["dinner"], "hp": 2}, treasure_deck=["meat"])
    wounded.activate("the_d20", "dinner").pass_all().expect(player=1, hp=2, max_hp=2, items=["meat"])


def test_hp__a_cap_kills_nobody() -> None:
    """R12.1: at one of three hit points the loss of the bonus leaves one of two [dinner] [the_d20]."""
    game = start({"items": ["the_d20"]}, {"items": ["dinner"], "hp": 1}, treasure_deck=["meat"])
    game.activate("the_d20", "dinner").pass_all().expect(player=1, hp=1, max_hp=2, dying=False).expect(stack=[])


def test_hp_bonus__gives_current_hit_points_as_it_begins() -> None:
    """R12.9: two more at most are two more now, for the wounded too, until the turn ends [the_lovers]."""
    game = start({"hand": ["the_lovers"], "hp": 1}).play("the_lovers", 0).settle().expect(player=0, hp=3, max_hp=4)
    game.end_turn().expect(player=0, hp=2, max_hp=2)


@pytest.mark.parametrize("dead", [True, False])
def test_hp_bonus__not_for_the_dying_and_the_dead(dead: bool) -> None:
    """R12.9, A85: their maximum rises, their hit points do not, and a dying player dies all the same. [the_lovers] [bomb]"""
    game = start({"hand": ["bomb", "the_lovers"]}, {"hp": 1, "coins": 1}).play("bomb", 1).pass_all()
    if dead:
        game.settle()
    game.play("the_lovers", 1, turn=True).pass_all().expect(player=1, hp=0, max_hp=4)
    game.settle().expect(player=1, dead=True, hp=0, coins=0).end_turn().expect(player=1, hp=2, max_hp=2, dead=False)


def test_damage__prevention_then_loss_then_triggers_and_deaths() -> None:
    """R12.2, R6.4, FSR-092: what is left after the shield is dealt; then triggers and deaths come, deaths below.
    [yum_heart] [gold_bomb] [fanny_pack]"""
    game = start({"hand": ["gold_bomb"]}, {"items": ["yum_heart", "fanny_pack"]})
    game.activate("yum_heart", 1, by=1).pass_all().play("gold_bomb", 1).pass_all()
    game.expect(player=1, hp=0, hand=[]).expect(stack=["death of player 1", "trigger fanny pack"], asked=0)


def test_damage__of_zero_is_none() -> None:
    """R12.2: a miss against an attack of 0 triggers nothing [cod_worm] [swallowed_penny]."""
    game = start({"items": ["swallowed_penny"]}, monsters=["cod_worm", "fly"])
    attack_roll(game, "cod_worm", 1).pass_all().pass_all().expect(stack=[]).expect(player=0, coins=3, hp=2)


def test_damage__its_amount_is_what_was_dealt() -> None:
    """R12.2: three on a monster with two hit points are three for its mirror; with two players the neighbour is the other.
    [dople] [gold_bomb]"""
    game = start({"hand": ["gold_bomb"]}, {"coins": 5}, monsters=["dople", "fly"]).play("gold_bomb", "dople").pass_all()
    game.expect(stack=["death of dople", "trigger dople"]).pass_all()
    game.expect(player=1, hp=0, dying=True).expect(player=0, hp=2)


@pytest.mark.parametrize(("monster", "victim"), [("dople", 2), ("evil_twin", 1)])
def test_damage__mirrors_look_right_and_left(monster: str, victim: int) -> None:
    """R12.2, R12.14: the right neighbour of the active player sits before them in turn order, the left one after.
    [dople] [evil_twin] [bomb]"""
    game = Scenario(players=[{"hand": ["bomb"]}, {}, {}], monsters=[monster, "fly"]).start().play("bomb", monster)
    game.settle()
    for p in range(3):
        game.expect(player=p, hp=1 if p == victim else 2)


def test_shield__the_first_damage_uses_all_of_it() -> None:
    """R12.3, FSR-089: a shield of 2 is gone after one damage; the next one is dealt [the_hierophant] [bomb]."""
    game = start({"hand": ["the_hierophant", "bomb"], "extra_plays": 3}, {"hand": ["bomb"]})
    game.play("the_hierophant", 1).settle().play("bomb", 1).settle().expect(player=1, hp=2)
    game.play("bomb", 1, by=1, turn=True).settle().expect(player=1, hp=1)


def test_shield__ends_with_the_turn() -> None:
    """R12.3, R7.9, FSR-090: unused at the end of the turn it is gone [soul_heart] [bomb]."""
    game = start({"hand": ["soul_heart"]}, {"hand": ["bomb"]}).play("soul_heart", 0).settle()
    game.end_turn().until("action").play("bomb", 0).settle().expect(player=0, hp=1)


def test_shield__more_damage_than_it_stops() -> None:
    """R12.3: three damage against a shield of 2 are one [the_hierophant] [gold_bomb]."""
    game = start({"hand": ["the_hierophant", "gold_bomb"]}).play("the_hierophant", 1).settle()
    game.play("gold_bomb", 1, turn=True).settle().expect(player=1, hp=1)


def test_shield__fully_prevented_damage_was_not_taken() -> None:
    """R12.5, R12.12, FSR-088: prevented in response to a missed roll: no hit point lost, nothing triggers. [yum_heart] [fanny_pack]"""
    game = start({"items": ["yum_heart", "fanny_pack"]}, monsters=["pooter", "fly"])
    attack_roll(game, "pooter", 1).activate("yum_heart", 0).pass_all().pass_all().pass_all()
    game.expect(player=0, hp=2, hand=[]).expect(stack=[], attacking="pooter")


def test_shield__partly_prevented_damage_was_taken() -> None:
    """R12.5: what gets through triggers, with its own amount [soul_heart] [gold_bomb] [fanny_pack]."""
    game = start({"hand": ["soul_heart", "gold_bomb"]}, {"items": ["fanny_pack", "dinner", "breakfast"]}, shop=["meat"])
    game.play("soul_heart", 1).settle().play("gold_bomb", 1, turn=True).settle().expect(player=1, hp=2, hand=1)


def test_shield__at_any_time_on_players_and_monsters() -> None:
    """R12.12: with no damage in sight, and for combat damage on a monster too [yum_heart]."""
    game = start({}, {"items": ["yum_heart"]}).activate("yum_heart", "fatty", by=1).pass_all()
    attack_roll(game, "fatty", 6).pass_all().pass_all().expect(monster="fatty", hp=4).expect(stack=[])
    game.roll(6).pass_all().pass_all().pass_all().expect(monster="fatty", hp=3)


def test_shields__the_damaged_player_picks_which_comes_first() -> None:
    """R12.4: with shields of 1 and 2 against one damage the damaged player decides which one is spent.
    [yum_heart] [the_hierophant] [bomb]"""
    seats = [{"hand": ["bomb", "the_hierophant"]}, {"items": ["yum_heart"], "hand": ["bomb"]}]
    game = start(*seats).play("the_hierophant", 1).settle().activate("yum_heart", 1, by=1).settle()
    game.play("bomb", 1, turn=True).pass_all().expect(asked=1, question="prevention")
    first = game.copy().choose("yum_heart").expect(player=1, hp=2)
    second = game.choose("the_hierophant").expect(player=1, hp=2)
    for rest in (first, second):
        rest.play("bomb", 1, by=1, turn=True).settle().expect(player=1, hp=2)


@pytest.mark.parametrize(("used", "hurt"), [(1, 2), (2, 1)])
def test_shields__of_one_name_and_different_size_are_told_apart(used: int, hurt: int) -> None:
    """R12.4, ER-30: of a doubled and a plain [soul_heart] ([blank_card]) the damaged player says which stops the 1 damage;
    3 damage later meet the other one. Equal shields ask nothing."""
    seat = {"hand": ["soul_heart", "soul_heart"], "extra_plays": 1, "items": ["blank_card", "dinner"]}
    bombs = {"hand": ["bomb", "gold_bomb"], "extra_plays": 1}
    equal = start(seat, bombs).play("soul_heart", 0).settle().play("soul_heart", 0).settle()
    equal.play("bomb", 0, by=1).pass_all().expect(asked=0, question="priority").expect(player=0, hp=3)
    game = start(seat, bombs).activate("blank_card").settle().play("soul_heart", 0).settle().play("soul_heart", 0)
    game.settle().play("bomb", 0, by=1).pass_all().expect(asked=0, question="prevention", legal="choose Soul Heart")
    game.choose("soul_heart").choose(f"option {used}").expect(player=0, hp=3)
    game.play("gold_bomb", 0, by=1).pass_all().expect(player=0, hp=3 - hurt)


def test_dead_cats__with_different_counters_are_told_apart() -> None:
    """R12.4, ER-31: of [the_dead_cat] and its copy ([modeling_clay]) the player says which pays, where their counters
    differ; with as many on both nothing is asked."""
    cats = [{"card": "the_dead_cat", "counters": 4}, "modeling_clay"]
    game = start({"items": cats}, {"hand": ["bomb"]}).activate("modeling_clay", "the_dead_cat").settle()
    game.expect(card="modeling_clay", counters=9).play("bomb", 0, by=1).pass_all()
    game.expect(asked=0, question="prevention", legal=["choose The Dead Cat", "choose Modeling Clay"])
    game.choose("modeling_clay").expect(card="modeling_clay", counters=8).expect(card="the_dead_cat", counters=4)
    equal = start({"items": [{"card": "the_dead_cat", "counters": 9}, "modeling_clay"]}, {"hand": ["bomb"]})
    equal.activate("modeling_clay", "the_dead_cat").settle().play("bomb", 0, by=1).pass_all()
    equal.expect(question="priority").expect(player=0, hp=2)


def test_shields__go_on_while_damage_is_left() -> None:
    """R12.4: shields of 1 and 2 stop three damage together, one after the other [yum_heart] [the_hierophant] [gold_bomb]."""
    seats = [{"hand": ["gold_bomb", "the_hierophant"]}, {"items": ["yum_heart"], "hand": ["bomb"]}]
    game = start(*seats).play("the_hierophant", 1).settle().activate("yum_heart", 1, by=1).settle()
    game.play("gold_bomb", 1, turn=True).pass_all("yum_heart").expect(player=1, hp=2)
    game.play("bomb", 1, by=1, turn=True).settle().expect(player=1, hp=1)


def test_shields__the_active_player_picks_for_a_monster() -> None:
    """R12.4: the choice for a monster is the active player's, whoever deals the damage. [yum_heart] [the_hierophant] [bomb]"""
    seats = [{"hand": ["the_hierophant"]}, {"items": ["yum_heart"], "hand": ["bomb"]}]
    game = start(*seats).play("the_hierophant", "fatty").settle().activate("yum_heart", "fatty", by=1).settle()
    game.play("bomb", "fatty", by=1, turn=True).pass_all().expect(asked=0, question="prevention").choose("yum_heart")
    game.expect(monster="fatty", hp=4)


def test_timing__combat_damage_is_an_object_other_damage_is_not() -> None:
    """R12.6: combat damage waits on the stack; a bomb's damage happens while the bomb resolves [bomb]."""
    game = start({"hand": ["bomb"]}, {"hand": ["bomb"]}, monsters=["fatty", "fly"])
    attack_roll(game, "fatty", 2).pass_all().expect(stack=["combat damage 1 to fatty"]).expect(monster="fatty", hp=4)
    game.play("bomb", "fatty", by=1, turn=True).pass_all().expect(stack=["combat damage 1 to fatty"])
    game.expect(monster="fatty", hp=3).pass_all().expect(monster="fatty", hp=2)


def test_several_victims__are_damaged_at_once() -> None:
    """R12.7, R6.4: The Tower kills both players by one event; both deaths are pushed before any player acts. [the_tower] [fanny_pack]"""
    game = start({"hand": ["the_tower"], "hp": 1}, {"hp": 1, "items": ["fanny_pack"]}, dice=[1])
    game.play("the_tower").pass_all().pass_all().pass_all().expect(player=0, hp=0).expect(player=1, hp=0)
    game.expect(stack=["death of player 0", "death of player 1", "trigger fanny pack"], asked=0)


def test_several_victims__shields_of_one_do_not_serve_another() -> None:
    """R12.7: each victim's share is prevented on its own [the_tower] [soul_heart]."""
    game = start({"hand": ["the_tower", "soul_heart"]}, dice=[6]).play("soul_heart", 1).settle()
    game.play("the_tower", turn=True).pass_all().pass_all().pass_all()
    game.expect(player=0, hp=0, dying=True).expect(player=1, hp=1, dying=False)


def test_several_victims__all_monsters() -> None:
    """R12.7: damage to each monster reaches every active one and no player [the_tower]."""
    game = start({"hand": ["the_tower"]}, monsters=["fatty", "pooter", "fly"], dice=[3]).play("the_tower")
    game.pass_all().pass_all().pass_all().expect(stack=["death of fly"])
    game.expect(monster="fatty", hp=3).expect(monster="pooter", hp=1).expect(player=0, hp=2).expect(player=1, hp=2)


def test_healing__in_step_two_and_by_effects_up_to_the_maximum() -> None:
    """R12.8: a 6 heals its roller by one, never above the maximum; the end of the turn heals all [holy_dinga]."""
    game = start({"items": ["mystery_sack"], "hp": 1}, {"hp": 1}, monsters=["holy_dinga", {"card": "fatty", "hp": 1}])
    game.roll(6).activate("mystery_sack").settle().expect(player=0, hp=2).expect(player=1, hp=1)
    full = start({"items": ["mystery_sack"]}, monsters=["holy_dinga", "fly"], dice=[6]).activate("mystery_sack")
    full.settle().expect(player=0, hp=2)
    game.end_turn().expect(player=1, hp=2).expect(monster="fatty", hp=4)


def test_healing__of_monsters_stops_at_their_maximum() -> None:
    """R12.8: a monster heals up to its printed hit points [chub]."""
    game = start(monsters=[{"card": "chub", "hp": 3}, "fly"])
    attack_roll(game, "chub", 1).pass_all().pass_all().expect(monster="chub", hp=4)


@pytest.mark.parametrize("dead", [True, False])
def test_healing__not_of_the_dying_or_dead(dead: bool) -> None:
    """R12.8: a 6 heals neither a player whose death is on the stack nor a dead one [holy_dinga] [bomb]."""
    victim = {
        "items": [{"card": "mystery_sack", "eternal": True}],
        "coins": 0,
        **({"dead": True} if dead else {"hp": 1}),
    }
    game = start({"hand": ["bomb"]}, victim, monsters=["holy_dinga", "fly"], dice=[6])
    if not dead:
        game.play("bomb", 1).pass_all().expect(stack=["death of player 1"])
    game.activate("mystery_sack", by=1).pass_all().pass_all().expect(player=1, dying=not dead, dead=dead)
    game.pass_all().expect(player=1, hp=0).settle().expect(player=1, hp=0, dead=True)


def test_kill__is_no_damage() -> None:
    """R12.10: a shield neither stops a kill nor is used up by it, and no damage text answers [death_tarot] [fanny_pack]."""
    seats = [{"hand": ["death_tarot", "soul_heart"]}, {"items": ["fanny_pack"], "coins": 0}]
    game = start(*seats).play("soul_heart", 1).settle().play("death_tarot", 1, turn=True).pass_all()
    game.expect(stack=["death of player 1"]).expect(player=1, hp=2, dying=True, hand=[])
    game.settle().expect(player=1, dead=True, hp=0)


def test_event__both_points_of_one_effect_are_one() -> None:
    """R12.11: Pestilence's two points on one player are one damage of 2 for texts and shields.
    [pestilence] [fanny_pack] [cambion_conception]"""
    seat = {"items": ["fanny_pack", "cambion_conception", "dinner"]}
    game = start(seat, {"hand": ["gold_bomb"]}, monsters=[{"card": "pestilence", "hp": 1}, "fly"])
    game.play("gold_bomb", "pestilence", by=1, turn=True).pass_all().pass_all(0, 0).pass_all("fanny_pack")
    game.pass_all().pass_all().expect(player=0, hp=1, hand=1).expect(card="cambion_conception", counters=1)


def test_event__points_on_two_victims_are_one_each() -> None:
    """R12.11, R12.7: divided, each victim takes one [pestilence]."""
    game = start({"hand": ["bomb"]}, monsters=[{"card": "pestilence", "hp": 1}, "fatty"])
    game.play("bomb", "pestilence").pass_all().pass_all(1, "fatty").pass_all()
    game.expect(player=1, hp=1).expect(monster="fatty", hp=3).expect(player=0, hp=2)


def test_event__two_effects_are_two() -> None:
    """R12.11: two bombs are two events, each answered [bomb] [fanny_pack]."""
    game = start({"hand": ["bomb", "bomb"], "extra_plays": 1}, {"items": ["fanny_pack", "dinner"]}, shop=["meat"])
    game.play("bomb", 1, turn=True).play("bomb", 1).settle().expect(player=1, hp=1, hand=2)


def test_aimed_cap__combat_damage() -> None:
    """R12.13: Mom's Bra aims at combat damage and its victim; that damage becomes 1 when it resolves [moms_bra] [mulliboom]."""
    game = start({"items": ["moms_bra"]}, monsters=["mulliboom", "fly"]).expect(illegal="activate Mom's Bra")
    attack_roll(game, "mulliboom", 1).expect(illegal="activate Mom's Bra")
    game.pass_all().activate("moms_bra", 0).pass_all().expect(stack=["combat damage 4 to player 0"])
    game.pass_all().expect(player=0, hp=1, dying=False).expect(stack=[], attacking="mulliboom")
    game.roll(1).pass_all().pass_all().pass_all().expect(player=0, hp=0, dying=True)


def test_aimed_cap__an_effect_that_deals_damage() -> None:
    """R12.13: a gold bomb on the stack is capped for the victim named, for no other damage later [moms_bra] [gold_bomb]."""
    game = start({"hand": ["gold_bomb", "bomb"]}, {"items": ["moms_bra"]}).play("gold_bomb", 1)
    game.activate("moms_bra", "gold_bomb", 1, by=1).settle().expect(player=1, hp=1)
    other = start({"hand": ["gold_bomb"]}, {"items": ["moms_bra"], "coins": 0}).play("gold_bomb", 1)
    other.activate("moms_bra", "gold_bomb", 0, by=1).settle().expect(player=1, hp=0, dead=True)


def test_aimed_cap__needs_an_object_that_deals_damage() -> None:
    """R12.13: damage without its own object, or other effects, cannot be aimed at [moms_bra] [a_penny] [temperance]."""
    game = start({"hand": ["a_penny", "temperance"], "items": ["moms_bra"]}).play("a_penny")
    game.expect(illegal="activate Mom's Bra").settle().play("temperance", "a", turn=True)
    game.expect(player=0, hp=1).expect(illegal="activate Mom's Bra", stack=["play xiv temperance"])


@pytest.mark.parametrize("by", [0, 1])
def test_killer__is_the_controller_of_the_effect(by: int) -> None:
    """R12.14: Black Bony hits the player whose bomb killed it, in whoever's turn [black_bony] [gold_bomb]."""
    seats = [{}, {}]
    seats[by] = {"hand": ["gold_bomb"]}
    game = start(*seats, monsters=["black_bony", "fly"], dice=[1]).play("gold_bomb", "black_bony", by=by, turn=True)
    game.settle().expect(player=by, hp=1).expect(player=1 - by, hp=2)


def test_killer__is_the_attacker_in_combat() -> None:
    """R12.14: combat damage is dealt by the attacker [sloth]."""
    seats = [{"hand": ["bomb", "a_penny"]}, {"hand": ["a_dime"]}]
    game = start(*seats, monsters=[{"card": "sloth", "hp": 1}, "fly"]).attack("sloth").fight(6)
    game.expect(player=0, hand=[], coins=4, souls=1).expect(player=1, hand=["a_dime"])


def test_killer__nobody_when_a_monster_did_it() -> None:
    """R12.14: killed by another monster's text, the killed one's "killer" finds no player; rewards come all the same.
    [black_bony] [pestilence]"""
    game = start({"hand": ["bomb"]}, monsters=[{"card": "pestilence", "hp": 1}, {"card": "black_bony", "hp": 2}])
    game.play("bomb", "pestilence").pass_all().pass_all("black_bony", "black_bony").roll(2).settle()
    game.expect(card="black_bony", zone="discard").expect(player=0, hp=2, hand=4).expect(player=1, hp=2)


def test_dealer__an_item_of_the_dealer_sees_bomb_and_combat() -> None:
    """R12.14: Brimstone answers all damage its player deals to monsters, not that of others [brimstone] [bomb]."""
    seats = [{"items": ["brimstone"], "hand": ["bomb"]}, {"hand": ["bomb"]}]
    game = start(*seats).play("bomb", "fatty").pass_all().expect(stack=["player 0: trigger brimstone player 1"])
    game.pass_all().expect(player=1, hp=1).play("bomb", "fatty", by=1, turn=True).pass_all().expect(stack=[])
    game.expect(monster="fatty", hp=2)


def test_host_hat__answers_what_its_shield_stopped() -> None:
    """R12.3, ER-31: the shield of 1 pushes its answer when it has prevented something [host_hat] [bomb]."""
    game = start({"hand": ["bomb"]}, {"items": ["host_hat"]}).activate("host_hat", by=1).settle()
    game.play("bomb", 1).pass_all().expect(player=1, hp=2).expect(stack=["player 1: trigger host hat player 0"])
    game.pass_all().expect(player=0, hp=1).expect(stack=[])


def test_poop__each_counter_is_a_shield_of_its_own() -> None:
    """R12.3, ER-31: two counters paid are two shields; one damage uses one of them [the_poop] [bomb]."""
    game = start({"hand": ["bomb", "bomb"], "extra_plays": 2}, {"items": [{"card": "the_poop", "counters": 2}]})
    game.pay("the_poop", by=1).settle().pay("the_poop", by=1).settle().expect(card="the_poop", counters=0)
    game.play("bomb", 1, turn=True).settle().play("bomb", 1).settle().expect(player=1, hp=2)
    game.expect(card="the_poop", counters=0)


@pytest.mark.parametrize(("counters", "hp", "left"), [(9, 2, 6), (2, 1, 0), (0, 0, 0)])
def test_dead_cat__trades_counters_for_damage(counters: int, hp: int, left: int) -> None:
    """R12.2, ER-31: as many counters go as damage would come; the rest is dealt, and the cat stays [the_dead_cat] [gold_bomb]."""
    game = start({"hand": ["gold_bomb"]}, {"items": [{"card": "the_dead_cat", "counters": counters}]})
    game.play("gold_bomb", 1).pass_all().expect(player=1, hp=hp)
    game.expect(card="the_dead_cat", zone="item", owner=1, counters=left)


def test_cap__an_item_lowers_each_event_to_one() -> None:
    """R12.2, ER-30: Dry Baby makes three damage one, and the shield beside it is a matter of choice [dry_baby] [gold_bomb]."""
    game = start({"hand": ["gold_bomb"]}, {"items": ["dry_baby"]}).play("gold_bomb", 1).settle()
    game.expect(player=1, hp=1)
    both = start({"hand": ["gold_bomb", "soul_heart"]}, {"items": ["dry_baby"]}).play("soul_heart", 1).settle()
    both.play("gold_bomb", 1, turn=True).pass_all().expect(asked=1, question="prevention")
    both.copy().choose("dry_baby").expect(player=1, hp=2)
    both.choose("soul_heart").expect(player=1, hp=1)


@pytest.mark.parametrize(("number", "hp"), [(6, 2), (5, 1)])
def test_hairball__holds_the_damage_back(number: int, hp: int) -> None:
    """R12.2, R6.9, ER-30: the share waits on the stack below the roll; a 6 prevents one [guppys_hairball] [bomb]."""
    game = start({"hand": ["bomb"]}, {"items": ["guppys_hairball", "fanny_pack"]}, dice=[number]).play("bomb", 1)
    game.pass_all().expect(stack=["held damage to player 1", "trigger guppys hairball"]).expect(player=1, hp=2)
    game.settle().expect(player=1, hp=hp, hand=0 if number == 6 else 1).expect(stack=[])


def test_hairball__does_not_hold_the_other_victims() -> None:
    """R12.7, R6.9: the other player's share of the same event is dealt at once [guppys_hairball] [the_tower]."""
    game = start({"hand": ["the_tower"]}, {"items": ["guppys_hairball"]}, dice=[1, 5]).play("the_tower")
    game.pass_all().pass_all().pass_all().expect(player=0, hp=1).expect(player=1, hp=2)
    game.expect(stack=["held damage to player 1", "trigger guppys hairball"]).settle().expect(player=1, hp=1)


@pytest.mark.parametrize(("number", "hp"), [(1, 4), (2, 3)])
def test_duke__a_one_prevents_all_of_it(number: int, hp: int) -> None:
    """R12.2, R6.9: the active player rolls before the damage is settled [the_duke_of_flies]."""
    game = start(monsters=["the_duke_of_flies", "fly"])
    attack_roll(game, "the_duke_of_flies", 6).pass_all().pass_all()
    game.expect(stack=["held damage to the duke of flies", "trigger the duke of flies"]).roll(number)
    game.settle().expect(monster="the_duke_of_flies", hp=hp).expect(attacking="the_duke_of_flies")


@pytest.mark.parametrize("monster", ["dark_one", "war"])
def test_once_per_event__growing_monsters(monster: str) -> None:
    """R12.11: +1 attack for each damage taken, whatever its amount [dark_one] [war] [bomb] [gold_bomb]."""
    game = start({"hand": ["bomb"]}, {"hand": ["gold_bomb"]}, monsters=[monster, "fly"]).play("bomb", monster).settle()
    game.expect(monster=monster, hp=2, attack=2).play("gold_bomb", monster, by=1, turn=True).pass_all()
    game.expect(stack=[f"death of {monster}", f"trigger {monster}"]).pass_all()
    game.expect(monster=monster, hp=0, attack=3)


def test_haunt__one_evasion_for_each_full_two_damage() -> None:
    """R12.11, ER-47: the damage of the turn is summed: nothing after 1, +1 after 2 [the_haunt] [bomb]."""
    seats = [{"hand": ["bomb", "bomb"], "extra_plays": 1}, {}]
    game = start(*seats, monsters=["the_haunt", "fly"]).play("bomb", "the_haunt", turn=True).settle()
    game.expect(monster="the_haunt", hp=2, evasion=4).play("bomb", "the_haunt").settle()
    game.expect(monster="the_haunt", hp=1, evasion=5)


@pytest.mark.parametrize(
    ("monster", "hp", "stat", "value"), [("larry_jr", 3, "evasion", 4), ("gemini", 2, "attack", 2)]
)
def test_threshold__once_as_it_is_reached(monster: str, hp: int, stat: str, value: int) -> None:
    """R12.2, R6.10: "at N hit points" triggers as it is reached, and not again below it [larry_jr] [gemini]."""
    game = start({"hand": ["bomb", "bomb"], "extra_plays": 1}, monsters=[{"card": monster, "hp": hp}, "fly"])
    game.play("bomb", monster, turn=True).pass_all().expect(stack=[f"trigger {monster}"]).pass_all()
    game.expect(**{"monster": monster, stat: value}).play("bomb", monster).pass_all()
    assert not [text for text in game.stack if "trigger" in text]


def test_echo__an_effect_does_not_answer_itself() -> None:
    """R12.11, ER-06: Daddy Haunt's own damage does not trigger it again [daddy_haunt] [bomb]."""
    game = start({"hand": ["bomb"]}, {"items": ["daddy_haunt", "dinner", "breakfast"]}, shop=["meat"]).play("bomb", 1)
    game.settle().expect(player=1, hp=2)


def test_echo__bloat_hits_everybody_else_once() -> None:
    """R12.7, ER-06: damage of The Bloat to one player reaches each other player once [the_bloat]."""
    players = [{"coins": 0}, {}, {}]
    game = Scenario(players=players, monsters=["the_bloat", "fly"]).start()
    attack_roll(game, "the_bloat", 1).pass_all().pass_all().pass_all()
    game.expect(player=0, hp=0, dying=True).expect(player=1, hp=1).expect(player=2, hp=1)
    game.settle().expect(player=1, hp=1).expect(player=2, hp=1)


def test_hairball__other_preventions_apply_when_the_held_damage_resolves() -> None:
    """R12.4, R6.9: held back first, the damage still meets the shield when it resolves, and is held only once.
    [guppys_hairball] [soul_heart] [bomb]"""
    game = start({"hand": ["soul_heart", "bomb"]}, {"items": ["guppys_hairball"]}, dice=[2]).play("soul_heart", 1)
    game.settle().play("bomb", 1, turn=True).pass_all().expect(asked=1, question="prevention").choose("guppys_hairball")
    game.expect(stack=["held damage to player 1", "trigger guppys hairball"]).settle().expect(
        player=1, hp=2, dying=False
    )


@pytest.mark.parametrize(("number", "hp"), [(2, 1), (6, 1)])
def test_hairball__an_aimed_cap_stays_with_the_damage(number: int, hp: int) -> None:
    """R12.13, R6.9: Mom's Bra changes what that object deals, also the share that was held back meanwhile.
    [guppys_hairball] [moms_bra] [gold_bomb]"""
    game = start({"hand": ["gold_bomb"]}, {"items": ["guppys_hairball", "moms_bra"]}, dice=[number]).play(
        "gold_bomb", 1
    )
    game.activate("moms_bra", 1, by=1).pass_all().pass_all().expect(asked=1, question="prevention")
    game.choose("guppys_hairball").settle().expect(player=1, hp=hp, dead=False)


def test_counters__stay_on_a_stolen_item() -> None:
    """R2.23, FSR-098: three counters on an item are the thief's with it [pay_to_play] [tech_x]."""
    game = start({"items": ["pay_to_play"], "coins": 10}, {"items": [{"card": "tech_x", "counters": 3}]})
    game.pay("pay_to_play", "tech_x").settle().expect(card="tech_x", owner=0, counters=3, zone="item")
    game.expect(player=0, coins=0).expect(player=1, items=[])


def test_aimed_cap__the_line_of_a_dice_table() -> None:
    """R12.13: the line that deals the damage can be aimed at, for one of its victims [moms_bra] [the_tower]."""
    game = start({"hand": ["the_tower"], "coins": 0}, {"items": ["moms_bra"]}, dice=[6]).play("the_tower").pass_all()
    game.pass_all().expect(stack=["result of xvi the tower"]).activate("moms_bra", 1, by=1).pass_all().pass_all()
    game.expect(player=1, hp=1, dying=False).expect(player=0, hp=0, dying=True)


def test_several_victims__are_asked_in_turn_order_before_anybody_is_hurt() -> None:
    """R12.7, ER-30: the active player's preventions first, then the others', then all lose hit points together.
    [the_tower] [yum_heart] [the_hierophant]"""
    seats = [
        {"items": ["host_hat", "yum_heart"], "hand": ["the_tower"], "plays_used": 0},
        {"items": ["dry_baby", "guppys_paw"], "hp": 2},
        {},
    ]
    game = Scenario(players=seats, dice=[5]).start().activate("host_hat").activate("yum_heart", 0).settle()
    game.activate("guppys_paw", 1, by=1).settle().expect(player=1, hp=1).play("the_tower").pass_all().pass_all()
    game.pass_all().expect(asked=0, question="prevention").choose("yum_heart")
    game.expect(asked=1, question="prevention").expect(player=2, hp=2).expect(player=0, hp=2).choose("guppys_paw")
    game.expect(player=0, hp=2).expect(player=1, hp=1, dying=False).expect(player=2, hp=0, dying=True)
