"""The module `castles_of_caleira_v1`: its keyword arguments, and its doors for PettingZoo and Gymnasium."""

from __future__ import annotations

import gymnasium
import pettingzoo
import pytest

from fs_env import castles_of_caleira_v1

ID = "CastlesOfCaleira/CastlesOfCaleira-v1"


def test_env__options_reach_the_game():
    """Words and flags become the game's options."""
    env = castles_of_caleira_v1.env(
        num_players=3, spire_multi="continue", market="random", useless_targets=False, four_player_cards=18
    )
    assert env.metadata["name"] == "castles_of_caleira_v1" and env.unwrapped.num_players == 3
    assert env.game_options == {"spire_multi": 1, "market": 1, "useless_targets": 0, "four_player_cards": 18, "deck": 0}
    assert castles_of_caleira_v1.env(deck="small").game_options["deck"] == 1
    assert castles_of_caleira_v1.raw_env(max_decisions=7).game_options["max_decisions"] == 7


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"spire_multi": "contine"}, ValueError, "did you mean 'continue'"),
        ({"market": "randon"}, ValueError, "did you mean 'random'"),
        ({"useless_targets": "no"}, TypeError, "expected True or False"),
        ({"num_players": 5}, ValueError, "2..4"),
        ({"four_player_cards": 17}, ValueError, "16, 18"),
        ({"deck": "tiny"}, ValueError, "whole"),
        ({"markt": "random"}, TypeError, "got an unexpected keyword argument 'markt': .*did you mean 'market'"),
    ],
)
@pytest.mark.parametrize("build", ["env", "seat_env", "vector_env"])
def test_env__wrong_options(wrong, error, words, build):
    """A wrong option is named, with what was expected."""
    with pytest.raises(error, match=words):
        getattr(castles_of_caleira_v1, build)(**wrong)


def test_pettingzoo__makes_it():
    """pettingzoo.make builds the environment with our keyword arguments."""
    env = pettingzoo.make("aec", "fs_env/castles_of_caleira_v1", num_players=4)
    assert env.unwrapped.num_players == 4


def test_gymnasium__one_seat_and_many_games():
    """gymnasium makes one seat against the game's own bot, and a vector of games."""
    env = gymnasium.make(ID, opponents=["heuristic"], market="random")
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].any()
    many = gymnasium.make_vec(ID, num_envs=8, vectorization_mode="vector_entry_point", opponents=["heuristic"])
    seen, _ = many.reset(seed=1)
    ended = 0
    for _ in range(60):
        actions = seen["action_mask"].argmax(axis=1)  # 0 where a game has just ended
        seen, rewards, terminations, truncations, _ = many.step(actions)
        ended += int(terminations.sum())
        assert not truncations.any() and (rewards[~terminations] == 0).all()
    assert ended >= 8
