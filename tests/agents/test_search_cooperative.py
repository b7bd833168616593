"""Search and tree in games that both players win or lose (R21.2 to R21.9): one share of the win, and plans that use both hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.search import SearchAgent
from fs_env.agents.values import files, four_souls, four_souls_cooperative
from fs_env.agents.values.files import find_value, is_cooperative, load_value, save_value
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play
from fs_env.core.machine.compile.jit import compiled
from tests.agents.networks import inputs_of
from tests.agents.test_values import random_layers
from tests.core.four_souls.rules.table import start

VARIANTS = {"solo": 1, "cooperative": 2}
slow_uncompiled = pytest.mark.skipif(not compiled(), reason="hundreds of games are slow where nothing is compiled")


def partners(variant: str, *seats: dict[str, Any], **position: Any) -> Play:
    return start(*seats, options={"variant": variant}, **position)


def seen_by(game: Play, agent: Any) -> SeatView:
    seat = game.asked
    assert seat is not None
    view = SeatView(GAME, seat, 2, GAME.observe(game.S, seat), GAME.mask(game.S))
    complete_view(view, agent, GAME, game.S, 0, 1)
    return view


def searched(game: Play, spec: str) -> tuple[Any, dict[str, float]]:
    """The result of a bot's search, and the values of its actions by their words."""
    agent = load_agent(spec, GAME)
    agent.reset(game.asked, 3)
    view = seen_by(game, agent)
    found = agent.search(view)
    return found, {view.text(int(a)): value for a, value in zip(found.actions, found.values)}


@slow_uncompiled
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("spec", ["search:rollouts=60,value=none", "tree:rollouts=60,value=none"])
def test_search__the_partners_win_is_its_own(variant: str, spec: str) -> None:
    """R21.6: in the partner's turn a bomb kills the monster that is the fourth soul: the partner gets it, and both have won.
    Among rivals the same bomb loses the game."""
    seats = {"souls": 2, "hand": ["bomb"]}, {"souls": 1}
    table = {"active": 1, "monsters": [{"card": "monstro", "hp": 1}, "satan"]}
    found, values = searched(partners(variant, *seats, **table).pass_(), spec)
    assert found.chosen == found.actions[list(values).index("play Bomb!")]
    assert values["play Bomb!"] == found.expected == (1.0 if "search" in spec else pytest.approx(1.0, abs=0.1))
    _, values = searched(start(*seats, **table).pass_(), spec)
    assert values["play Bomb!"] < 0.9, "rivals: the soul is the other's, and the game goes on"


@slow_uncompiled
def test_search__plans_with_the_partners_hand() -> None:
    """R21.2: in solo play one person sees both hands: with a bomb in the partner's hand the fourth soul is certain, with a penny it
    is not. In the cooperative form (R21.7) the two hands look the same, and so does what is thought."""
    expected = {}
    for variant in VARIANTS:
        for card in ("bomb", "a_penny"):
            seats = {"souls": 2}, {"souls": 1, "hand": [card]}
            game = partners(variant, *seats, monsters=[{"card": "monstro", "hp": 1}, "satan"])
            expected[variant, card] = searched(game, "search:rollouts=200,max_horizon=0,value=none")[0].expected
    assert expected["solo", "bomb"] == 1.0 > expected["solo", "a_penny"] + 0.05
    assert expected["cooperative", "bomb"] == expected["cooperative", "a_penny"] < 1.0


@pytest.mark.parametrize(("variant", "hands"), [("solo", 1), ("cooperative", 2)])
def test_determinizations__of_the_partners_hand(variant: str, hands: int) -> None:
    """All determinizations for a person who plays both characters have the same hands; a partner's is dealt anew (R21.7)."""
    game, into = partners(variant, {}, {"hand": ["bomb", "dagaz", "the_sun"]}), GAME.new(20)
    seen_by(game, load_agent("search", GAME)).determinize(into, 20, 5)
    found = {tuple(sorted(into["hand"][k, 1, :3].tolist())) for k in range(20)}
    assert (len(found) > 1) == (hands > 1)


def test_search__gives_both_the_same_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searcher and its rollouts are told that the players win together, and rivals that they do not."""
    told: list[bool] = []
    agent = SearchAgent({"rollouts": "8", "value": "none"}, GAME)
    for variant in ("solo", None, "cooperative"):
        game = partners(variant, {}) if variant else start({})
        monkeypatch.setattr(
            "fs_env.agents.search.flat.FlatSearcher.search", lambda self, *_, **__: told.append(self) or 1 / 0
        )
        with pytest.raises(ZeroDivisionError):
            agent.search(seen_by(game, agent))
    assert [searcher.cooperative for searcher in told] == [True, False, True]
    assert [set(s._rollouts.rows["winning"].tolist()) for s in told] == [{1}, {0}, {1}]


def test_inputs__the_die_the_souls_and_the_turns() -> None:
    """Inputs of a value of rivals, and three more: die at 3, souls of both together 2, both turns still to come."""
    game = partners("cooperative", {"souls": 1}, {"souls": 1}, d8=3)
    for seat in range(2):
        obs = GAME.observe(game.S, seat)
        found, known = inputs_of(four_souls_cooperative, obs), inputs_of(four_souls, obs)
        more = {index - four_souls.N_INPUTS: found[index] for index in found.keys() - known.keys()}
        assert more == {2: 1.0, 8 + 2: 1.0, 8 + 5 + 1: 1.0} and known.items() <= found.items()
    later = inputs_of(four_souls_cooperative, GAME.observe(game.end_turn().S, 0))
    assert four_souls.N_INPUTS + 8 + 5 in later, "one turn is left until the die drops"
    assert max(later) < four_souls_cooperative.N_INPUTS == four_souls.N_INPUTS + 8 + 5 + 2


def test_inputs__are_those_of_cooperative_games() -> None:
    """An observation tells whether its players win together."""
    for variant in VARIANTS:
        assert is_cooperative("four_souls", GAME.observe(partners(variant).S, 0))
    assert not is_cooperative("four_souls", GAME.observe(start().S, 0))
    assert not is_cooperative("castles_of_caleira", np.zeros(10, np.int16)), "no value there reads that"


def test_files__of_rivals_and_of_partners(tmp_path: Any) -> None:
    """A value is refused in the other kind of game; before the kind is known both are read; a search takes the one it is given."""
    file = tmp_path / "ours.npz"
    save_value(file, random_layers(n=four_souls_cooperative.N_INPUTS), "four_souls", {"together": True})
    value, cooperative = load_value(file, "four_souls")
    assert cooperative and value.name == "four_souls_cooperative"
    assert (
        find_value(str(file), "four_souls", 2, cooperative=True)
        is value
        is find_value(str(file), "four_souls", 2, cooperative=None)
    )
    with pytest.raises(ValueError, match="seats that win or lose together, this is a game of rivals: choose another"):
        find_value(str(file), "four_souls", 2)
    with pytest.raises(ValueError, match="a value for rivals, this is a game of seats that win or lose together"):
        find_value("four_souls_2", "four_souls", 2, cooperative=True)
    agent = SearchAgent({"value": str(file)}, GAME)
    assert agent.searcher is not None and agent.searcher.cooperative and agent.searcher.value is value


def test_auto__takes_the_value_of_the_game() -> None:
    """With "auto" each kind of game gets the shipped value that is for it."""
    ours, theirs = (find_value("auto", "four_souls", 2, cooperative=kind) for kind in (True, False))
    assert ours is load_value(files.FOLDER / "four_souls_cooperative.npz", "four_souls")[0]
    assert theirs is load_value(files.FOLDER / "four_souls_2.npz", "four_souls")[0]


def test_shipped__ranks_positions_as_games_do() -> None:
    """Souls of one player and the number on the die, from the best position to the worst: of 400 games that the heuristic played on from
    each it won 84, 37, 15, 4, 1 and 0 %."""
    value = find_value("auto", "four_souls", 2, cooperative=True)
    assert value is not None
    means = []
    for souls, d8 in ((3, 8), (2, 6), (1, 6), (0, 6), (0, 4), (0, 2)):
        game = partners("solo", {"souls": souls}, d8=d8)
        means.append(float(np.mean([value.score(GAME.observe(game.S, seat)) for seat in range(2)])))
    assert means == sorted(set(means), reverse=True)
