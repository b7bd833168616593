"""Passing by a rule, in each kind of environment: as if whoever passes had done it by hand."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from fs_env import betrayal_v3, castles_of_caleira_v1, four_souls_v1
from fs_env.agent_api.specs import load_agent
from fs_env.arena.match import play_match
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.declare.passes import rule_number
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.rows import Rows
from fs_env.replays.player import verify
from fs_env.replays.replay import load_replay

PASS = 0


def by_hand(rule, seed, players, learner=None):
    """A game in which every player passes by a rule, or the learner alone against `last_of`: each of the other choices with the decisions
    before it, the seat that makes it, the action, and how many windows the seat passed since its last choice."""
    S, passed = GAME.new(), [0] * players
    GAME.setup(S, seed=seed, num_players=players)
    while GAME.to_act(S) >= 0:
        seat, legal = GAME.to_act(S), sorted(GAME.legal(S).tolist())
        if learner not in (None, seat):
            action = legal[-1]
        elif GAME.passing(S, 0, rule) == PASS:
            passed[seat] += 1
            action = PASS
        elif len(legal) == 1:
            action = legal[0]
        else:
            action = legal[(GAME.decisions(S) + seat) % len(legal)]
            yield GAME.decisions(S), seat, action, passed[seat]
            passed[seat] = 0
        GAME.step(S, action)


@pytest.mark.parametrize("rule", ["concerned", "all", ("own",)])
def test_aec__asks_what_the_rule_leaves(rule, tmp_path):
    """Agents are asked for the other decisions only and told how many windows they passed, also by a copy; the replay has all."""
    env, recorded = (four_souls_v1.env(num_players=3, skip_forced=True, passes=rule) for _ in range(2))
    recorded.record(tmp_path)
    for one in (env, recorded):
        one.reset(seed=5)
    game = list(by_hand(rule, 5, 3))
    for k, (decisions, seat, action, passed) in enumerate(game):
        copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))] if k == len(game) // 2 else []  # noqa: S301
        for one in (env, recorded, *copies):
            assert (one.agent_selection, GAME.decisions(one._state)) == (f"player_{seat}", decisions)
            assert one.last()[-1]["passed"] == passed
        env.step(action)
        recorded.step(action)
    assert env.terminations["player_0"] and set(env.infos["player_0"]) == {"action_mask", "passed"}
    (file,) = tmp_path.iterdir()
    assert verify(load_replay(file)) and len(load_replay(file).choices) > len(game)


def test_vector__self_play_asks_what_the_rule_leaves():
    """Rows are asked as agents are, and `infos` count what the seat that is asked has passed; 0 after the end."""
    env, game = (
        four_souls_v1.vector_env(1, view="self_play", skip_forced=True, passes="all"),
        list(by_hand("all", 7, 2)),
    )
    _, infos = env.reset(seed=7)
    for decisions, seat, action, passed in game:
        assert (infos["decisions"][0], infos["seat"][0], infos["passed"][0]) == (decisions, seat, passed)
        *_, infos = env.step(np.array([action]))
    assert infos["seat"][0] == -1 and infos["passed"][0] == 0


def last_of(view):
    return int(view.legal[-1])


def test_seat__the_learner_passes_and_its_opponents_do_not(tmp_path):
    """The learner is asked what the rule leaves, opponents are asked everything, in games that are recorded too."""
    game = list(by_hand("all", 3, 2, learner=1))
    for folder in (None, tmp_path):
        env = four_souls_v1.seat_env(seat=1, skip_forced=True, passes="all", opponents=last_of)
        env.record(folder)
        _, info = env.reset(seed=3)
        for decisions, seat, action, passed in game:
            assert (info["decisions"], info["seat"], info["passed"]) == (decisions, seat, passed)
            *_, info = env.step(action)
        env.close()
    assert len(game) > 20
    (file,) = tmp_path.iterdir()
    assert verify(load_replay(file)) and len(load_replay(file).choices) > len(game)


def test_agent__that_passes_plays_as_its_bot_in_a_row_with_the_rule():
    """`passes:agent=heuristic` wins, loses and takes as many decisions as the compiled bot whose seat passes by the rule."""
    agents = [load_agent("passes:agent=heuristic,rule=concerned", GAME), load_agent("heuristic", GAME)]
    policy = agents[1].policy
    rows = Rows(GAME, 4, {"num_players": 2}, skip_forced=True, words=policy.words)
    rows.policies[:, :2], rows.passes[:, 0] = policy.address, rule_number(GAME.spec, "concerned")
    rows.seeds[:], rows.actions[:] = np.arange(4), RESTART
    rows.play()
    results = [play_match(GAME, agents, seed=seed) for seed in range(4)]
    assert [r.decisions for r in results] == rows.decisions.tolist()
    assert [r.returns for r in results] == [tuple(row) for row in rows.returns.tolist()]


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("passes:agent=heuristic,rule=own+dies", ValueError, "are none, concerned, routine, all"),
        ("passes:agent=mine.py:Bot", ValueError, "agent='mine.py:Bot' is not a bot of this package"),
        ("passes:agent=heuristic,rules=all", TypeError, "did you mean 'rule'"),
    ],
)
def test_agent__that_cannot_pass_is_refused(spec, error, words):
    """The error names what was written and what there is; code from elsewhere is not run behind a bot of the package."""
    with pytest.raises(error, match=words):
        load_agent(spec, GAME)


@pytest.mark.parametrize("module", [castles_of_caleira_v1, betrayal_v3])
@pytest.mark.parametrize("name", ["env", "seat_env", "vector_env"])
def test_other_games__have_no_rules(module, name):
    """The error names the game, the rule and what there is."""
    with pytest.raises(
        ValueError, match=f"passes='concerned': the rules of passing of {module.__name__[7:-3]} are none"
    ):
        getattr(module, name)(passes="concerned")


def test_rule__that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="are none, .*; did you mean 'concerned'"):
        four_souls_v1.env(passes="concernd")
    with pytest.raises(ValueError, match="the stops of four_souls are own, .*; did you mean 'own'"):
        four_souls_v1.env(passes=["onw"])
    with pytest.raises(TypeError, match="passes=3: expected the name of a rule, or names of stops"):
        four_souls_v1.env(passes=3)
