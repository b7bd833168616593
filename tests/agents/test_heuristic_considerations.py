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
    """With 1 HP against Gurdy it cancels its attack with Lord of the Pit."""
    play = position(Seat(items=["lord_of_the_pit"], hp=1), Seat(), monsters=["gurdy"]).attack("gurdy").pass_all()
    assert both(play, Consideration.ESCAPE) == ("activate Lord of the Pit", "pass")
