"""Gold Box treasures that are turned in a fight or to kill: The Bible, Lemon Mishap, Plan C."""

from __future__ import annotations

import pytest

from tests.core.four_souls.rules.table import start


def test_the_bible__destroys_a_curse() -> None:
    """[the_bible] (a): a curse of any player goes to the discard pile; without an own attack and Mom! it is the only mode."""
    game = start({"items": ["the_bible"]}, {"curses": ["curse_of_pain", "curse_of_greed"]})
    game.expect(legal="activate The Bible").activate("the_bible")
    game.expect(question="target", legal=["choose Curse of Pain", "choose Curse of Greed"]).choose("curse_of_greed")
    game.settle().expect(player=1, curses=["curse_of_pain"]).expect(card="curse_of_greed", zone="discard")


def test_the_bible__cancels_the_own_attack() -> None:
    """R11.13, A16: [the_bible] (b) ends the running attack, its roll fizzles, and the attack is used."""
    game = start({"items": ["the_bible"]}, dice=[1], monsters=["fatty", "fly"]).attack("fatty").pass_all().pass_all()
    game.expect(stack=["attack roll 1"]).activate("the_bible").expect(stack=["attack roll 1", "activate the bible"])
    game.pass_all().expect(stack=[]).expect(monster="fatty", hp=4, attacked=False).expect(player=0, hp=2)
    game.expect(legal="pass", illegal=["attack Fatty", "attack Fly"])


def test_the_bible__cancels_the_declaration_too() -> None:
    """A16: [the_bible] (b) a declaration that is cancelled leaves the attack unused."""
    game = start({"items": ["the_bible"]}, monsters=["fatty", "fly"]).attack("fatty").activate("the_bible").pass_all()
    game.expect(stack=[]).expect(monster="fatty", attacked=False).expect(legal=["attack Fatty", "attack Fly"])


def test_the_bible__no_declaration_on_the_deck() -> None:
    """[the_bible] (b) is for an attack on a monster: the declaration on the deck cannot be chosen, the fight then can."""
    game = start({"items": ["the_bible"]}, monsters=["fatty", "fly"], monster_deck=["dip"]).attack("deck")
    game.expect(illegal="activate The Bible").pass_all("fatty").expect(attacking="dip", legal="activate The Bible")


def test_the_bible__not_another_players_attack() -> None:
    """[the_bible] (b) is for the own attack; (c) is there without Mom! as little as (a) without a curse."""
    game = start({}, {"items": ["the_bible"]}).attack("fatty").pass_all().pass_(by=0)
    game.expect(asked=1, illegal="activate The Bible").expect(monster="fatty", attacked=True)
    start({"items": ["the_bible"]}).expect(illegal="activate The Bible")


@pytest.mark.parametrize("monster", ["mom", "moms_heart"])
def test_the_bible__kills_mom(monster: str) -> None:
    """[the_bible] (c): Mom! or Mom's Heart!, and no other monster, dies whatever its HP; its rewards are the active
    player's: [mom] [moms_heart]."""
    game = start({}, {"items": ["the_bible"]}, monsters=[monster, "fatty"]).activate("the_bible", by=1)
    game.expect(question="priority", stack=["activate the bible"]).pass_all().expect(stack=["death"]).pass_all()
    if monster == "mom":
        game.settle().expect(player=0, souls=2, soul_cards=["mom"]).expect(monster="fatty", hp=4)
    else:
        game.expect(card="moms_heart", zone="stack").expect(monster="fatty", hp=4)


def test_the_bible__asks_among_what_there_is() -> None:
    """R5.2: [the_bible] the modes that have a target are offered; with both monsters the one to die is chosen."""
    position = {"monsters": ["mom", "moms_heart"]}
    game = start({"items": ["the_bible"]}, {"curses": ["curse_of_pain"]}, **position).activate("the_bible")
    game.expect(question="mode", legal=["mode a", "mode c"], illegal="mode b").choose("c")
    game.expect(question="target", legal=["choose Mom!", "choose Mom's Heart!"]).choose("mom").settle()
    game.expect(player=0, soul_cards=["mom"]).expect(monster="moms_heart", hp=8).expect(
        player=1, curses=["curse_of_pain"]
    )


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_lemon_mishap__hurts_all_monsters_on_1_and_2(number: int) -> None:
    """[lemon_mishap] each attack roll that ends on 1 or 2 this turn: 1 damage to every active monster, also the attacked
    one, before the combat damage; other numbers do nothing."""
    game = start({"items": ["lemon_mishap"]}, dice=[number], monsters=["fat_bat", "fatty"]).activate("lemon_mishap")
    game.pass_all().attack("fat_bat").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage", "player 0: trigger lemon mishap"] if number < 3 else ["combat damage"])
    if number < 3:
        game.pass_all().expect(stack=["combat damage"]).expect(player=0, hp=2)
        game.expect(monster="fat_bat", hp=2).expect(monster="fatty", hp=3)
    else:
        game.expect(monster="fat_bat", hp=3).expect(monster="fatty", hp=4)


def test_lemon_mishap__each_time_in_any_players_turn() -> None:
    """[lemon_mishap] lasts all turn, whoever attacks; the card may be gone by then."""
    seat = {"items": ["lemon_mishap"]}
    game = start({"items": ["chaos_card"]}, seat, dice=[1, 2], monsters=["fat_bat", "fatty"])
    game.activate("lemon_mishap", by=1).settle().activate("chaos_card", "lemon_mishap").settle().attack("fat_bat")
    game.pass_all().pass_all().pass_all().expect(stack=["combat damage", "player 1: trigger"]).pass_all().pass_all()
    game.pass_all().pass_all().expect(stack=["combat damage", "player 1: trigger"]).pass_all()
    game.expect(monster="fat_bat", hp=1).expect(monster="fatty", hp=2).expect(card="lemon_mishap", zone="discard")


def test_lemon_mishap__other_rolls_and_other_turns() -> None:
    """[lemon_mishap] rolls that are no attack rolls do nothing, and the turn's end is its end (R7.9)."""
    game = start({"items": ["lemon_mishap", "mystery_sack"]}, dice=[1, 1], monsters=["fat_bat", "fatty"])
    game.activate("lemon_mishap").settle().activate("mystery_sack").settle().expect(monster="fatty", hp=4)
    game.end_turn().until("action").attack("fat_bat").pass_all().pass_all().pass_all().expect(stack=["combat damage"])


def test_lemon_mishap__twice_hurts_twice() -> None:
    """[lemon_mishap] used again in the same turn it answers each roll twice: [the_battery]."""
    game = start({"items": ["lemon_mishap", "the_battery"]}, dice=[1], monsters=["fat_bat", "fatty"])
    game.activate("lemon_mishap").settle().activate("the_battery", "lemon_mishap").settle().activate("lemon_mishap")
    game.settle().attack("fat_bat").pass_all().pass_all().pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage"]).expect(monster="fatty", hp=2).expect(monster="fat_bat", hp=1)


def test_lemon_mishap__kills_end_the_attack() -> None:
    """R11.13: the attacked monster dies of it: the combat damage fizzles, and the active player is rewarded:
    [lemon_mishap]."""
    game = start({}, {"items": ["lemon_mishap"]}, dice=[1], monsters=["fly", "fatty"], monster_deck=["trite"])
    game.activate("lemon_mishap", by=1).settle().attack("fly").pass_all().pass_all().pass_all().settle()
    game.expect(player=0, hp=2, coins=4).expect(player=1, coins=3).expect(monsters=["trite", "fatty"])


def test_plan_c__kills_now_and_everybody_at_the_end() -> None:
    """R7.18: [plan_c] destroys itself and kills a monster; at the end of the turn its delayed trigger kills all players,
    its own included; each pays the penalty, and the next turn begins as always."""
    game = start({"items": ["plan_c"]}, {}, {}, monsters=["gurdy", "fatty"], monster_deck=["trite"])
    game.activate("plan_c", "gurdy").pass_all().expect(stack=["death"]).expect(card="plan_c", zone="discard").settle()
    game.expect(player=0, soul_cards=["gurdy"], dead=False).pass_all().expect(phase="end")
    game.expect(stack=["player 0: trigger plan c"]).expect(player=0, dying=False).pass_all()
    game.expect(stack=["death", "death", "death"])
    coins = [game.player(p)["coins"] for p in range(3)]
    game.settle()
    for p in range(3):
        game.expect(player=p, coins=coins[p] - 1)
    game.until("action").expect(active=1)
    for p in range(3):
        game.expect(player=p, hp=2, dead=False)


def test_plan_c__only_this_turn() -> None:
    """[plan_c] once: at the end of the next turn no player dies."""
    game = start({}, {"items": ["plan_c"]}).activate("plan_c", "fly", by=1).settle().end_turn().until("action")
    game.expect(active=1).expect(player=1, coins=2).pass_all().expect(phase="end", stack=[]).expect(player=0, hp=2)


def test_plan_c__without_its_monster_nothing_happens() -> None:
    """ER-43, R17.2: the monster is gone: [plan_c] fizzles whole, stays in play, and no player dies at the end: [mr_boom]."""
    game = start({"items": ["plan_c"]}, {"items": ["mr_boom"]}, monster_deck=["trite"]).activate("plan_c", "fly")
    game.activate("mr_boom", "fly", by=1).settle().expect(card="plan_c", zone="item", turned=True)
    game.pass_all().expect(phase="end", stack=[]).expect(player=0, hp=2).expect(player=1, hp=2)


def test_plan_c__that_cannot_destroy_itself_does_nothing() -> None:
    """R5.6, R17.4: [plan_c] was destroyed in response: no kill, no end: [chaos_card]."""
    game = start({"items": ["plan_c"]}, {"items": ["chaos_card"]}).activate("plan_c", "fly")
    game.activate("chaos_card", "plan_c", by=1).settle().expect(monster="fly", hp=1)
    game.pass_all().expect(phase="end", stack=[]).expect(player=0, dead=False)


def test_plan_c__in_the_end_phase_is_pushed_when_the_stack_is_empty() -> None:
    """R7.18: set up during step 1 it is pushed before step 2: [plan_c]."""
    game = start({}, {"items": ["plan_c"]}, monster_deck=["trite"], phase="end").expect(stack=[])
    game.activate("plan_c", "fly", by=1).settle().expect(phase="end").expect(player=0, dead=False, hp=2).pass_all()
    game.expect(phase="end", stack=["player 1: trigger plan c"]).settle().expect(player=0, dead=True)
    game.expect(player=1, dead=True, coins=2).until("action").expect(active=1)


def test_plan_c__outlasts_the_fool() -> None:
    """ER-36: a turn that is ended early has an end as well: [plan_c] [the_fool]."""
    game = (
        start({"items": ["plan_c"]}, {"hand": ["the_fool"]}, monster_deck=["trite"]).activate("plan_c", "fly").settle()
    )
    game.play("the_fool", by=1, turn=True).pass_all().expect(phase="end", stack=["player 0: trigger plan c"]).settle()
    game.expect(player=0, dead=True).expect(player=1, dead=True)


def test_plan_c__beside_other_ends_of_turn() -> None:
    """R6.4: its player orders the delayed trigger among the own ones; death does not take away what waits below it:
    [plan_c] [edens_blessing]."""
    seat = {"items": ["plan_c", "edens_blessing"], "coins": 0}
    game = start(seat, monsters=["conjoined_fatty", "fly"]).activate("plan_c", "conjoined_fatty").settle().pass_all()
    game.expect(asked=0, question="trigger_order").choose("plan_c")
    game.expect(stack=["trigger plan c", "trigger eden's blessing"]).pass_all().expect(player=0, coins=6, dead=False)


def test_plan_c__a_death_can_be_prevented() -> None:
    """R13.9: each of the deaths can be prevented: [plan_c] [guppys_collar]."""
    game = start({"items": ["plan_c"]}, {"items": ["guppys_collar"]}, dice=[1]).activate("plan_c", "fly").settle()
    game.pass_all().settle().expect(player=0, dead=True).expect(player=1, dead=False, hp=2, coins=3)
