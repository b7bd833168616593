"""The value of Betrayal at Baldur's Gate: what it reads of a position, and what search takes a win of a side for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fs_env.agent_api.view import SeatView
from fs_env.agents.search.agent import SearchAgent
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.settings import FlatSettings
from fs_env.agents.values import betrayal as read
from fs_env.agents.values.network import kernel
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.haunts import Goal
from fs_env.core.betrayal.scenario import Play
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.value import Value
from fs_env.registry.games import load_game
from tests.agents.networks import inputs_of


def inputs(game: Play, seat: int) -> dict[int, float]:
    return inputs_of(read, GAME.observe(game.S, seat), repeated=True)


def collector() -> Play:
    """Haunt 101 with three players: seat 2 is the traitor and stands north of the two heroes, one of them hurt."""
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").stand(2, "Fountain").give(0, "Pry Bar")
    return game.clips(1, might=1, speed=2, knowledge=3, sanity=8).haunt(101, traitor=2).start()


def test_inputs__of_a_hero_and_of_the_traitor() -> None:
    """Who is hurt, who is near whom and who wins how, told from either side."""
    hero, traitor = inputs(collector(), 0), inputs(collector(), 2)
    friend, foe = read.FRIEND * read.PERSON, read.FOE * read.PERSON
    assert hero[friend + 3] == 1, "three spaces of Might and Speed"
    assert hero[friend + read.LIFE + read.LIFE - 1] == 1, "eleven of Knowledge and Sanity"
    assert hero[read.SELF * read.PERSON + read.FIRST_TALLY] == 1 and hero[foe + read.FIRST_TALLY] == 1, "alive"
    ways = 2 * read.LIFE + read.WARDS
    assert hero[foe + ways + read.OTHERS * read.STEPS + 1] == 1, "the traitor is one tile away from a hero"
    assert hero[ways + read.OTHERS * read.STEPS + 1] == 1 == hero[friend + ways + read.OTHERS * read.STEPS + 1]
    assert hero[read.FIRST_HAUNT + read.HAUNT] == 1 and traitor[read.FIRST_HAUNT + read.HAUNT + 1] == 1, (
        "the sides of 101"
    )
    assert read.FIRST_AIM + Goal.TRAITOR_DEAD * read.NEEDS + 1 in hero
    assert read.FIRST_AIM + Goal.NO_HEROES * read.NEEDS + 1 in traitor, "its own objective"
    assert not any(read.FIRST_AIM <= k < read.FIRST_MONSTER for k in set(hero) & set(traitor)), (
        "the book of the other side is closed"
    )
    assert traitor[foe + read.FIRST_TALLY] == 2, "two heroes are its foes"


def test_inputs__before_the_haunt() -> None:
    """No player has a side: the others are strangers, and the omens count."""
    found = inputs(Play(3).start(), 0)
    assert found[read.UNKNOWN * read.PERSON + read.FIRST_TALLY] == 2 and found[read.FIRST_OMEN] == 1
    assert not any(read.FIRST_HAUNT <= k < read.FIRST_TURN for k in found)


def test_settings__are_those_of_the_game_where_nothing_is_said() -> None:
    """Two rounds of four seats ahead in Betrayal, two turns elsewhere."""
    assert SearchAgent({}, GAME).settings.horizon == 8 and SearchAgent({"horizon": "3"}, GAME).settings.horizon == 3
    assert SearchAgent({}, load_game("four_souls")).settings.horizon == 2


@pytest.mark.skipif(not compiled(), reason="hundreds of games are slow where nothing is compiled")
@pytest.mark.parametrize("seat", [0, 2])
def test_search__a_share_is_the_win_of_the_own_side(seat: int) -> None:
    """The heroes do not divide their win: of each rollout that is played to its end a seat has all or nothing. At a cut it has what
    the value says of its own view, whatever the others' would say."""
    game = Play(3, turn=seat).haunt(101, traitor=2).start()
    view = SeatView(GAME, seat, 3, GAME.observe(game.S, seat), GAME.mask(game.S))
    view.take_determinization(GAME, game.S)
    settings, actions = FlatSettings(rollouts=100, value="none"), [int(a) for a in view.legal[:2]]
    searcher, rng = FlatSearcher(GAME, 3, settings), np.random.default_rng(1)
    won = searcher.try_actions(view, searcher.new_memory(1), actions, 60, rng, horizon=0)
    assert set(np.unique(won).tolist()) <= {0.0, 1.0} and (seat == 2 or won.any()), "two heroes do not have a half each"
    value = Value("half", score_half)
    searcher.value = value
    searcher._rollouts.use(value, own=True)
    cut = searcher.try_actions(view, searcher.new_memory(1), actions, 4, rng, horizon=1)
    assert np.allclose(cut[(cut > 0) & (cut < 1)], 1 / (1 + np.exp(-1.0))) and ((cut > 0) & (cut < 1)).any()


@kernel
def score_half(obs: Any, weights: Any) -> float:
    return 0.5
