"""What the bot takes into account since its first edition: for each consideration a position in which the two differ."""

from __future__ import annotations

import pytest

from fs_env.agents.heuristic import HeuristicAgent, HeuristicAgent1
from fs_env.agents.heuristic.considerations import Consideration
from fs_env.agents.heuristic.scratch import MEMORY
from fs_env.arena.agent import load_agent
from fs_env.core.four_souls.scenario import Placed, Seat
from tests.agents.table import Bot, position


def both(play, consideration: Consideration) -> tuple[str, str]:
    """What the bot does, and what it does without one consideration."""
    other = Bot()
    other.agent._memory.view(MEMORY)["left_out"] = consideration
    return Bot().would(play), other.would(play)


def test_editions__by_name():
    """`heuristic` is the second edition, the first keeps its name."""
    assert (
        type(load_agent("heuristic", "four_souls")) is type(load_agent("heuristic@2", "four_souls")) is HeuristicAgent
    )
    assert type(load_agent("heuristic@1", "four_souls")) is HeuristicAgent1


def test_prices__godhead_before_the_d4():
    """With 10 cents it buys Godhead, after which games were won, and not The D4, whose text promises more."""
    play = position(Seat(coins=10), Seat(), shop=["the_d4", "godhead"], monsters=["satan"])
    assert both(play, Consideration.PRICES) == ("buy Godhead", "buy The D4")


def test_risk__fights_with_something_to_lose():
    """With 2 HP and Brimstone, which it would lose with its life, it attacks Pooter all the same."""
    play = position(Seat(items=["brimstone"], hp=2, coins=3, turned=True), Seat(), monsters=["pooter"])
    assert both(play, Consideration.RISK) == ("attack Pooter", "pass")


def test_restraint__razor_blade_waits():
    """Razor Blade, which deals 1 damage to a player, is not used against somebody with full hit points."""
    play = position(Seat(items=["razor_blade"], turned=True), Seat(), monsters=["satan"])
    assert both(play, Consideration.RESTRAINT) == ("pass", "activate Razor Blade")


@pytest.mark.parametrize(("mine", "hers", "expected"), [(0, 1, "pass"), (2, 1, "attack Mom's Heart!")])
def test_heart__dies_only_while_ahead(mine, hers, expected):
    """Mom's Heart ends the game for whoever has most souls: a weak one is attacked while ahead, left alone while behind."""
    seats = Seat(souls=["gurdy", "pin"][:mine]), Seat(souls=["fistula"][:hers])
    play = position(*seats, monsters=[Placed("moms_heart", hp=1)])
    assert both(play, Consideration.HEART) == (expected, "attack Mom's Heart!")


def test_thorns__isaac_strikes_back():
    """Isaac! deals damage to a player of the attacker's choice when it is hit. It takes seven hits, and the opponent lives
    for two: the rest would be for the attacker."""
    play = position(Seat(), Seat(), monsters=["isaac_boss"])
    without = both(play, Consideration.THORNS)
    assert without[0] != "attack Isaac!" and without[1] == "attack Isaac!"


def test_escape__from_a_lost_fight():
    """With 1 HP against Gurdy, and Godhead to lose, it cancels its attack with Lord of the Pit."""
    play = (
        position(Seat(items=["lord_of_the_pit", "godhead"], hp=1), Seat(), monsters=["gurdy"])
        .attack("gurdy")
        .pass_all()
    )
    assert both(play, Consideration.ESCAPE) == ("activate Lord of the Pit", "pass")


def test_trials__the_chest():
    """The Chest, whose text promises nothing while it is kept, was bought in the games of those who won."""
    play = position(Seat(coins=10), Seat(), shop=["the_chest"], monsters=["satan"])
    with_trials, without = both(play, Consideration.TRIALS)
    assert with_trials == "buy The Chest" != without


def test_chest__lost_gladly():
    """The Chest becomes a soul when it would be destroyed: whoever dies gives it up rather than Compost (R13.4)."""
    play = position(Seat(items=["the_chest", "compost"], hp=1), Seat(), monsters=["pin"], dice=[1]).attack("pin")
    while play.question != "destroy":
        play.pass_all()
    assert both(play, Consideration.CHEST) == ("choose The Chest", "choose Compost")


def test_top__of_the_monster_deck():
    """The Curse puts Mulligan, an easy prey, on top of the monster deck before the attack, and not a penny on the loot deck."""
    play = position(
        Seat(items=["the_curse"]), Seat(), monsters=["satan"], monster_discard=["mulligan"], loot_discard=["a_penny"]
    )
    play.activate("the_curse")
    assert both(play, Consideration.TOP) == (
        "choose the monster deck or its discard pile",
        "choose the loot deck or its discard pile",
    )


def test_split__hurts_the_opponent():
    """Pestilence divides damage when it dies: the opponent takes it, not the bot."""
    play = position(Seat(hand=["gold_bomb"]), Seat(hp=1), monsters=[Placed("pestilence", hp=2)])
    play.play("gold_bomb", "pestilence")
    while play.question != "target":
        play.pass_all()
    assert both(play, Consideration.SPLIT) == ("choose the player to your left", "choose yourself")


def test_force__an_opponent_against_satan():
    """Monster Manual makes the active player attack: an opponent whom Satan! will kill."""
    play = position(Seat(items=["monster_manual"]), Seat(), monsters=["satan"], active=1).pass_(by=1)
    assert both(play, Consideration.FORCE) == ("activate Monster Manual", "pass")


def test_replace__monsters_that_nobody_can_beat():
    """Ehwaz replaces Satan! and The Lamb before an attack."""
    play = position(Seat(hand=["ehwaz"]), Seat(), monsters=["satan", "the_lamb"], monster_deck=["fly"])
    assert both(play, Consideration.REPLACE) == ("play Ehwaz", "attack the top of the monster deck")


def test_pays__a_rich_player_buys_the_razor():
    """Golden Razor Blade deals damage for 5 cents: with 50 cents it is bought, not the unknown top of the treasure deck."""
    play = position(Seat(coins=50), Seat(), shop=["golden_razor_blade", "the_map"], monsters=["satan"])
    assert both(play, Consideration.PAYS) == ("buy Golden Razor Blade", "buy the top of the treasure deck")


def test_turn__worth_living_for():
    """Everybody knows that Mom, who is worth two souls, lies on top of the monster deck. With 2 HP it takes 1 damage for
    XIV. Temperance, not 2: it would not live to attack her."""
    play = position(Seat(hand=["temperance"], coins=6, souls=2), Seat(), monsters=["gurdy"]).play("temperance")
    assert both(play, Consideration.TURN) == ("mode a", "mode b")


def test_now__steals_the_third_soul():
    """Mom's Shovel takes a soul, once: with 2 souls, against a player with 3, it is bought before Meat!."""
    play = position(Seat(coins=10, souls=2), Seat(souls=3), shop=["moms_shovel", "meat"], monsters=["satan"])
    assert both(play, Consideration.NOW) == ("buy Mom's Shovel", "buy Meat!")


def test_armed__for_the_fight_of_this_turn():
    """Brimstone adds 1 to the attack and won more games, but Meat!, which adds 1 to attack rolls, is better against Gurdy."""
    play = position(Seat(coins=10), Seat(), shop=["brimstone", "meat"], monsters=["gurdy"])
    assert both(play, Consideration.ARMED) == ("buy Meat!", "buy Brimstone")


def test_cost__two_damage_at_two_hit_points():
    """XIV. Temperance gives 8 cents for 2 damage: with 2 HP it takes 4 cents for 1 instead."""
    play = position(Seat(hand=["temperance"]), Seat(), monsters=["mulligan"], phase="start").play("temperance")
    assert both(play, Consideration.COST) == ("mode a", "mode b")


def test_figures__a_battery_is_used():
    """Lil Battery recharges Sack of Pennies instead of waiting for a better moment."""
    play = position(
        Seat(hand=["lil_battery"], items=[Placed("sack_of_pennies", turned=True)]), Seat(), monsters=["satan"]
    )
    assert both(play, Consideration.FIGURES) == ("play Lil Battery", "pass")
