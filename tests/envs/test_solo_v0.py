"""Solo play as an environment of one agent, and the cooperative form for two (R21.2 to R21.7)."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import fs_env
from fs_env import four_souls_v1, solo_v0
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.machine.run.game import IllegalAction

ID = "FourSouls/Solo-v0"
SOLO, COOPERATIVE = 1, 2


def ending(variant: str, *, won: bool) -> tuple[bytes, list[int]]:
    """A position before its last move, and the actions that end it: a fourth soul, or the last number of the die."""
    hand = ["lost_soul"] if won else []
    seats = [{"souls": 2}, {"souls": 1, "hand": hand}]
    game = Scenario(players=seats, options={"variant": variant}, active=1, d8=1, turns_finished=1).start()
    start, actions = GAME.snapshot(game.S), []
    if won:
        word = next(action for action in GAME.legal(game.S).tolist() if GAME.action_text(action).startswith("play"))
        GAME.step(game.S, word)
        actions.append(word)
    while GAME.to_act(game.S) >= 0:
        actions.append(int(GAME.legal(game.S).min()))  # to pass, where that is legal
        GAME.step(game.S, actions[-1])
    return start, actions


def play(env: Any, actions: list[int]) -> list[tuple[str, float]]:
    """The agents asked for these actions, and after them the rewards of those that are told of the end."""
    told = []
    for action in actions:
        told.append((env.agent_selection, env.last()[1]))
        env.step(action)
    while env.agents:
        told.append((env.agent_selection, env.last()[1]))
        assert env.last()[2] and not env.last()[3]
        env.step(None)
    return told


@pytest.mark.parametrize("make", [solo_v0.env, lambda **options: four_souls_v1.env(variant="solo", **options)])
@pytest.mark.parametrize(("won", "reward"), [(True, 1.0), (False, -1.0)])
def test_aec__one_agent_is_paid_once(make: Any, won: bool, reward: float) -> None:
    """R21.2, R21.6: "player_0" answers for both characters; the end pays it once, whoever acted last."""
    env = make()
    start, actions = ending("solo", won=won)
    env.reset(options={"state": start})
    assert env.possible_agents == env.agents == ["player_0"]
    told = play(env, actions)
    assert told == [("player_0", 0.0)] * len(actions) + [("player_0", reward)]


@pytest.mark.parametrize(("won", "reward"), [(True, 1.0), (False, -1.0)])
def test_aec__two_agents_share_the_reward(won: bool, reward: float) -> None:
    """R21.7: in the cooperative form two agents take their turns; the end pays both the same."""
    env = four_souls_v1.env(variant="cooperative")
    start, actions = ending("cooperative", won=won)
    env.reset(options={"state": start})
    told = play(env, actions)
    assert {agent for agent, _ in told[: len(actions)]} == {"player_0", "player_1"}
    assert sorted(told[len(actions) :]) == [("player_0", reward), ("player_1", reward)]


def test_aec__observes_what_the_seat_that_is_asked_observes() -> None:
    """The one agent sees each decision from the character that has to decide; its mask is that of this character."""
    env, S, rng = solo_v0.env(), GAME.new(), np.random.default_rng(0)
    env.reset(seed=4)
    GAME.setup(S, seed=4, num_players=2, variant=SOLO)
    seats = set()
    for _ in range(80):
        seat = GAME.to_act(S)
        seats.add(seat)
        seen = env.last()[0]
        assert (seen["observation"] == GAME.observe(S, seat)).all() and (seen["action_mask"] == GAME.mask(S)).all()
        assert (env.observe("player_0")["observation"] == seen["observation"]).all()
        action = int(rng.choice(GAME.legal(S)))
        env.step(action)
        GAME.step(S, action)
    assert seats == {0, 1}


def test_aec__is_kept_and_restored() -> None:
    env = solo_v0.env()
    env.reset(seed=2)
    for _ in range(30):
        env.step(int(env.last()[0]["action_mask"].nonzero()[0][-1]))
    other, kept = copy.deepcopy(env), env.snapshot()
    seen = env.last()[0]["observation"].tobytes()
    assert other.agents == ["player_0"] and other.last()[0]["observation"].tobytes() == seen
    env.step(int(env.last()[0]["action_mask"].nonzero()[0][0]))
    env.restore(kept)
    assert env.last()[0]["observation"].tobytes() == seen


@pytest.mark.parametrize("options", [{}, {"variant": "cooperative"}])
def test_aec__passes_the_tests_of_pettingzoo(options: dict[str, str]) -> None:
    make = (lambda: four_souls_v1.env(**options)) if options else solo_v0.env
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about observations that are dictionaries, see test_conformity
        api_test(make(), num_cycles=100)
        seed_test(make, num_cycles=50)
    assert len(make().possible_agents) == 2 if options else 1


def test_options__are_those_of_the_game_without_seats_and_opponents() -> None:
    """There is no player to oppose and no seat to choose; what is fixed cannot be given."""
    for name in ("num_players", "variant", "bartering"):
        with pytest.raises(TypeError, match=rf"solo_v0.env\(\) got an unexpected keyword argument '{name}'"):
            solo_v0.env(**{name: 1})
    for name in ("opponents", "seat"):
        with pytest.raises(TypeError, match=rf"solo_v0.seat_env\(\) got an unexpected keyword argument '{name}'"):
            solo_v0.seat_env(**{name: "random"})
    with pytest.raises(ValueError, match="opponents='heuristic': one person plays all seats"):
        four_souls_v1.seat_env(variant="solo", opponents="heuristic")
    with pytest.raises(ValueError, match="seat=1: one person plays all seats"):
        four_souls_v1.vector_env(2, variant="solo", seat=1)
    with pytest.raises(ValueError, match="one person plays all seats"):
        solo_v0.vector_env(2).set_opponents("random")


def test_ids__in_both_registries() -> None:
    import pettingzoo

    assert fs_env.make("solo_v0").possible_agents == ["player_0"]
    assert pettingzoo.make("aec", "fs_env/solo_v0").possible_agents == ["player_0"]
    assert gymnasium.make(ID).unwrapped.single_agent


def test_gymnasium__every_decision_is_the_callers() -> None:
    """One seat without opponents: each step answers one decision, of either character; the last one pays 1 or -1."""
    env, S = gymnasium.make(ID).unwrapped, GAME.new()
    rng, rewards, seats = np.random.default_rng(1), [], set()
    seen, info = env.reset(seed=9)
    GAME.setup(S, seed=9, num_players=2, variant=SOLO)
    while GAME.to_act(S) >= 0:
        seats.add(GAME.to_act(S))
        assert info["seat"] == GAME.to_act(S) and (seen["observation"] == GAME.observe(S, info["seat"])).all()
        action = int(rng.choice(GAME.legal(S)))
        GAME.step(S, action)
        seen, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
    assert terminated and not truncated and seats == {0, 1}
    assert rewards[-1] == GAME.returns(S)[0] != 0 and not any(rewards[:-1])
    assert info["returns"].tolist() == GAME.returns(S).tolist()


def test_gymnasium__illegal_action_loses() -> None:
    """An illegal action ends the game with -1 for the person, whose seats are both lost, or is refused."""
    env = gymnasium.make(ID).unwrapped
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(GAME.num_actions - 1)
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, True)
    assert info["returns"].tolist() == [-1.0, -1.0]
    env = gymnasium.make(ID, illegal="error").unwrapped
    env.reset(seed=0)
    with pytest.raises(IllegalAction):
        env.step(GAME.num_actions - 1)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_vector__plays_what_single_games_play(mode: str) -> None:
    """Row i of the native vector environment plays what the single environment plays from its seed, to the same reward."""
    many = gymnasium.make_vec(ID, 2, "vector_entry_point", autoreset_mode=mode, max_decisions=90)
    ones = [gymnasium.make(ID, max_decisions=90).unwrapped for _ in range(2)]
    seen, _ = many.reset(seed=3)
    alone = [env.reset(seed=3 + row)[0] for row, env in enumerate(ones)]
    for _ in range(89):
        assert all((alone[row]["observation"] == seen["observation"][row]).all() for row in range(2))
        actions = np.array([one["action_mask"].nonzero()[0][-1] for one in alone])
        seen, rewards, terminations, truncations, _ = many.step(actions)
        told = [env.step(int(action)) for env, action in zip(ones, actions)]
        alone = [one[0] for one in told]
        assert rewards.tolist() == [one[1] for one in told]
        assert (terminations | truncations).tolist() == [one[2] or one[3] for one in told] == [False, False]
    seen, rewards, terminations, truncations, infos = many.step(
        np.array([one["action_mask"].nonzero()[0][0] for one in alone])
    )
    assert truncations.all() and not terminations.any() and not rewards.any()


def test_sb3__learner_is_the_person() -> None:
    """The face of stable-baselines3 gives masks, and the episode and success of the person who plays both characters."""
    pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")
    from fs_env.envs.sb3 import GameVecEnv

    env, rng = GameVecEnv(solo_v0.vector_env(2, autoreset_mode="SameStep")), np.random.default_rng(0)
    env.seed(1)
    env.reset()
    ended = []
    while not ended:
        masks = env.action_masks()
        _, rewards, dones, infos = env.step(np.array([rng.choice(mask.nonzero()[0]) for mask in masks]))
        ended = [(infos[row], float(rewards[row])) for row in range(2) if dones[row]]
    for info, reward in ended:
        assert info["episode"]["r"] == reward and info["is_success"] == (reward > 0)
        assert reward in (-1.0, 1.0) and info["returns"].tolist() == [reward, reward]
