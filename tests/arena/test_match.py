"""One game between agents."""

from __future__ import annotations

import pytest

from fs_env.agent_api.agent import as_agent
from fs_env.arena import AgentFailed, load_agent, play_match
from fs_env.registry.games import load_game
from tests.arena.bots import Broken, Clever, first, illegal
from tests.core.machine.nim import GAME


def test_play_match__result():
    """The result tells winner, returns and counts; forced decisions are counted but not asked."""
    asked = []

    def watching(view):
        asked.append(len(view.legal))
        return int(view.legal[0])

    result = play_match(GAME, [as_agent(watching), as_agent(watching)], seed=1, options={"stones": 6})
    assert result.outcome == 1 and len(result.winners) == 1
    assert result.returns[result.winners[0]] == 1 and sum(result.returns) == 0
    assert result.choices == len(asked) == sum(result.seat_choices) and min(asked) > 1
    assert result.decisions == 6


def test_play_match__clever_wins_nim():
    assert all(play_match(GAME, [Clever(), as_agent(first)], seed=s).winners == (0,) for s in range(5))


def test_play_match__truncated_has_no_winner():
    result = play_match(GAME, [as_agent(first)] * 3, seed=1, options={"max_decisions": 3})
    assert result.outcome == 3 and result.winners == () and result.returns == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (Broken(), "'broken' in seat 1 of the game with seed 5 failed: KeyError: 'no idea'"),
        (as_agent(illegal), "'illegal' in seat 1 of the game with seed 5 answered 99.*expected one of 0 .take 1"),
        (
            as_agent(lambda view: "one"),
            "seat 1 of the game with seed 5 failed: TypeError: answered .one.: expected the id of a legal action, an int",
        ),
    ],
)
def test_play_match__bad_agent_is_named(agent, words):
    with pytest.raises(AgentFailed, match=words):
        play_match(GAME, [as_agent(first), agent], seed=5)


def test_play_match__wrong_number_of_agents():
    with pytest.raises(ValueError, match="1 bots: nim is played by 2 to 4"):
        play_match(GAME, [load_agent("random")], seed=1)


def test_play_match__watched():
    game, agents, seen = load_game("castles_of_caleira"), [as_agent(lambda view: int(view.legal[-1]))] * 3, []
    watched = play_match(game, agents, seed=0, watch=lambda S: seen.append(game.decisions(S)))
    assert watched.decisions > watched.choices, "no decision was forced: nothing was tested"
    assert seen == list(range(watched.decisions + 1))
    plain = play_match(game, agents, seed=0)
    assert (plain.decisions, plain.choices, plain.returns) == (watched.decisions, watched.choices, watched.returns)
