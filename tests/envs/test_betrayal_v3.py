"""The module `betrayal_v3`: its keyword arguments, and its doors for PettingZoo and Gymnasium."""

from __future__ import annotations

import gymnasium
import numpy as np
import pettingzoo
import pytest

from fs_env import betrayal_v3

ID = "Betrayal/Betrayal-v3"
CHOSEN = {"adventurer_cards": 0, "played": 2}


def test_env__options_reach_the_game():
    """Words, flags and packs become the game's options."""
    env = betrayal_v3.env(
        num_players=5, packs=["documented", "original"], haunt_roll="immediate", open_haunts=True, played=["101"]
    )
    assert env.metadata["name"] == "betrayal_v3" and env.unwrapped.num_players == 5
    assert env.game_options == {
        "packs": 3,
        "haunt_roll": 1,
        "any_orientation": 0,
        "open_haunts": 1,
        "haunt": 0,
        **CHOSEN,
    }


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"num_players": 2}, ValueError, "3..6"),
        ({"packs": ["documentd"]}, ValueError, "did you mean 'documented'"),
        ({"packs": ["documented"]}, ValueError, "catacomb tiles: 0 of 15"),
        ({"haunt_roll": "later"}, ValueError, "end, immediate"),
        ({"played": ["113"]}, ValueError, "unknown haunt '113'"),
    ],
)
def test_env__wrong_options(wrong, error, words):
    """A wrong option is named, with what was expected; packs that make no game tell what they lack."""
    with pytest.raises(error, match=words):
        betrayal_v3.env(**wrong).reset(seed=0)


@pytest.mark.parametrize("players", [3, 6])
def test_pettingzoo__plays_a_whole_game(players):
    """A random game over the AEC interface ends with rewards of all agents."""
    env = pettingzoo.make("aec", "fs_env/betrayal_v3", num_players=players)
    env.reset(seed=players)
    draw, total = np.random.default_rng(0), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(draw.choice(np.flatnonzero(seen["action_mask"]))))
    assert len(total) == players and any(total.values())


def test_gymnasium__one_seat_and_many_games():
    """gymnasium makes one seat against others, and a vector of games."""
    env = gymnasium.make(ID, opponents=["random"], num_players=4)
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].any()
    many = gymnasium.make_vec(ID, num_envs=4, vectorization_mode="vector_entry_point", opponents=["random"])
    seen, _ = many.reset(seed=1)
    for _ in range(60):
        seen, rewards, terminations, *_ = many.step(seen["action_mask"].argmax(axis=1))
        assert (rewards[~terminations] == 0).all()
