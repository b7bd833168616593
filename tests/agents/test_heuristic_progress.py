"""The heuristic bot does not hold a game up: what it leaves alone because it hurts, and what it does when nothing happens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from fs_env.agents.heuristic import HeuristicAgent
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.memory import DRAGS
from fs_env.agents.heuristic.scratch import MEMORY
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Placed, Seat
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.rows import Rows
from tests.agents.table import Bot, position

WON = 1
SEEDS = 24
PLAY_ON = 120  # decisions, some eight turns of two players who do little


@pytest.mark.parametrize(("items", "hp", "expected"), [([], 2, True), ([], 1, False), (["daddy_haunt"], 2, False)])
def test_activate__not_when_that_kills(items, hp, expected):
    """Cursed Psy Horf deals 1 damage to who activates an item, Daddy Haunt adds 1: Sack of Pennies is not worth a life."""
    seat = Seat(items=["sack_of_pennies", *items], hp=hp)
    play = position(seat, Seat(), monsters=["cursed_psy_horf", "satan"])
    bot = Bot()
    bot.agent._memory.view(MEMORY)["left_out"] = Improvement.RESTRAINT  # it is worth little even where it does not kill
    assert (bot.would(play) == "activate Sack of Pennies") is expected


@pytest.mark.parametrize(("attacked", "expected"), [("gurdy_jr", False), ("pin", True)])
def test_activate__not_against_who_strikes_back(attacked, expected):
    """Gurdy Jr. deals 1 damage to an attacker who activates an item: with 1 HP that is left alone, beside Pin it is not."""
    seat = Seat(items=["sack_of_pennies"], hp=1, turned=True)
    play = position(seat, Seat(), monsters=["gurdy_jr", "pin"]).attack(attacked).pass_all()
    assert (Bot().would(play) == "activate Sack of Pennies") is expected


def test_two_bots__attack_beside_cursed_psy_horf():
    """Incubus and Sleight of Hand, activated as each turn begins, killed their owner who had Daddy Haunt, and gave it to the
    other: no turn ever reached its attack. Now both attack."""
    play = position(
        Seat(character="lilith", items=["incubus"], souls=1, coins=0),
        Seat(character="cain", items=["sleight_of_hand", "daddy_haunt"], souls=1, coins=0),
        phase="start",
        monsters=[Placed("gluttony"), "cursed_psy_horf"],
        bonus_souls=["soul_of_gluttony", "soul_of_guppy"],
    )
    bots, attackers = [Bot(0), Bot(1)], set()
    for _ in range(PLAY_ON):
        seat = play.asked
        if len(play.ids()) == 1:
            GAME.step(play.S, play.ids()[0])
        elif bots[seat].does(play).startswith("attack"):
            attackers.add(seat)
    assert attackers == {0, 1}


def after_idle_turns(turns: int, souls: int = 0, monsters: Sequence[str] = ("satan", "fly")):
    """An own action phase after so many turns in which no player did anything, without a card in any hand; Sack of Pennies is
    ready, the monsters can be attacked, and every player knows that Mom lies on the deck. The other player has the souls."""
    play = position(
        Seat(items=["sack_of_pennies"], coins=0),
        Seat(coins=0, souls=souls),
        monsters=monsters,
        exact_decks=["loot"],
        max_decisions=100_000,
    )
    for _ in range(turns):
        play.end_turn()
    return play.until("action")


def first_answers(play) -> set[str]:
    return {Bot(seed=seed).would(play) for seed in range(SEEDS)}


def test_idle_game__is_played_as_ever_at_first():
    """Until the number of souls has stayed the same for `DRAGS` turns, every seed uses its item first and then attacks Fly."""
    play = after_idle_turns(DRAGS - 2)
    assert first_answers(play) == {"activate Sack of Pennies"}
    assert first_answers(play.activate("sack_of_pennies").settle()) == {"attack Fly"}


def test_idle_game__anything_is_attacked_and_items_rest():
    """From then on some seeds leave their item alone in this turn, others use it, and each thing is attacked by some."""
    play = after_idle_turns(DRAGS)
    attacks = {"attack Fly", "attack Satan!", "attack the top of the monster deck"}
    assert first_answers(play) == {"activate Sack of Pennies", *attacks}
    used = play.activate("sack_of_pennies").settle()
    assert first_answers(used) == attacks


@pytest.mark.parametrize(("turns", "attacks"), [(DRAGS - 2, False), (DRAGS, True)])
def test_idle_game__even_the_hopeless_is_attacked(turns, attacks):
    """Satan! and Mom are left alone at first; then one of them is attacked rather than nothing done."""
    play = after_idle_turns(turns, monsters=["satan"]).activate("sack_of_pennies").settle()
    assert Bot().would(play).startswith("attack") is attacks


def test_idle_game__a_soul_ends_that():
    """A bot that finds another number of souls than before plays as ever, however old the game is."""
    assert first_answers(after_idle_turns(DRAGS, souls=1)) == {"activate Sack of Pennies"}


@pytest.mark.skipif(not compiled(), reason="thousands of games")
@pytest.mark.parametrize(
    ("players", "sets", "games", "most"),
    [
        pytest.param(2, "base", 2_500, 10_000, marks=pytest.mark.slow),
        pytest.param(2, "base", 10_000, 10_000, marks=pytest.mark.long),
        pytest.param(4, "base,gold,plus", 1_000, 30_000, marks=pytest.mark.slow),
    ],
)
def test_games__of_bots_end(players, sets, games, most):
    """Games of the base set for two, and of all sets for four, are won within some ten times their usual length; 3 of
    the 10,000 for two once went on for ever."""
    policy = HeuristicAgent.policy
    chosen = {"num_players": players, "sets": GAME.options["sets"].read(sets), "max_decisions": most}
    rows = Rows(GAME, games, chosen, skip_forced=True, words=policy.words)
    rows.policies[:, :players] = policy.address
    rows.seeds[:], rows.actions[:] = np.arange(games), RESTART
    rows.play()
    assert (rows.outcomes == WON).all(), f"seeds {np.flatnonzero(rows.outcomes != WON).tolist()}"
