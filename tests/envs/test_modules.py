"""The module of each game: its keyword arguments, and its registration with PettingZoo and Gymnasium."""

from __future__ import annotations

import gymnasium
import numpy as np
import pettingzoo
import pytest

from fs_env import betrayal_v3, castles_of_caleira_v1, four_souls_v1

MODULES = {
    four_souls_v1: ("FourSouls/FourSouls-v1", (2, 4)),
    castles_of_caleira_v1: ("CastlesOfCaleira/CastlesOfCaleira-v1", (4,)),
    betrayal_v3: ("Betrayal/Betrayal-v3", (3, 6)),
}
FOUR_SOULS, CASTLES, BETRAYAL = MODULES


@pytest.mark.parametrize("module", MODULES)
def test_env__is_named_and_documented(module):
    for build in (module.env, module.raw_env):
        env = build(num_players=3)
        assert env.metadata["name"] == module.__name__.removeprefix("fs_env.")
        assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
        assert env.metadata["is_parallelizable"] is False
        assert env.possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize(
    ("module", "given", "expected"),
    [
        (
            CASTLES,
            {"spire_multi": "continue", "market": "random", "useless_targets": False, "four_player_cards": 18},
            {"spire_multi": 1, "market": 1, "useless_targets": 0, "four_player_cards": 18, "deck": 0},
        ),
        (CASTLES, {"deck": "small"}, {"deck": 1}),
        (
            BETRAYAL,
            {"packs": ["documented", "original"], "haunt_roll": "immediate", "open_haunts": True, "played": ["101"]},
            {"packs": 3, "haunt_roll": 1, "any_orientation": 0, "open_haunts": 1, "haunt": 0, "played": 2},
        ),
    ],
)
def test_env__options_reach_the_game(module, given, expected):
    chosen = module.env(**given).game_options
    assert {name: chosen[name] for name in expected} == expected


@pytest.mark.parametrize("build", ["env", "seat_env", "vector_env"])
@pytest.mark.parametrize(
    ("module", "wrong", "error", "words"),
    [
        (
            FOUR_SOULS,
            {"num_playrs": 3},
            TypeError,
            "got an unexpected keyword argument 'num_playrs': .*did you mean 'num_players'",
        ),
        (FOUR_SOULS, {"pixels_only": 3}, TypeError, "^{} got an unexpected keyword argument 'pixels_only'"),
        (FOUR_SOULS, {"sets": "base"}, TypeError, "in a tuple or list"),
        (FOUR_SOULS, {"sets": ("bse",)}, ValueError, "unknown card set 'bse'.*did you mean 'base'"),
        (FOUR_SOULS, {"sets": ()}, ValueError, "expected at least one of base"),
        (FOUR_SOULS, {"bonus_souls": "yes"}, TypeError, "bonus_souls='yes'"),
        (CASTLES, {"spire_multi": "contine"}, ValueError, "did you mean 'continue'"),
        (CASTLES, {"useless_targets": "no"}, TypeError, "expected True or False"),
        (CASTLES, {"num_players": 5}, ValueError, "2..4"),
        (CASTLES, {"four_player_cards": 17}, ValueError, "16, 18"),
        (CASTLES, {"deck": "tiny"}, ValueError, "whole"),
        (BETRAYAL, {"num_players": 2}, ValueError, "3..6"),
        (BETRAYAL, {"packs": ["documentd"]}, ValueError, "did you mean 'documented'"),
        (BETRAYAL, {"packs": ["documented"]}, ValueError, "catacomb tiles: 0 of 15"),
        (BETRAYAL, {"haunt_roll": "later"}, ValueError, "end, immediate"),
        (BETRAYAL, {"played": ["113"]}, ValueError, "unknown haunt '113'"),
    ],
)
def test_options__wrong_value_is_named(module, build, wrong, error, words):
    """A wrong keyword or value is named with what was expected and the nearest match; packs that make no game, with what they lack."""
    function = rf"{module.__name__.removeprefix('fs_env.')}.{build}\(\)"
    with pytest.raises(error, match=words.replace("{}", function)):
        getattr(module, build)(**wrong).reset(seed=0)


@pytest.mark.parametrize(("module", "players"), [(one, n) for one, (_, counts) in MODULES.items() for n in counts])
def test_pettingzoo__plays_a_whole_game(module, players):
    """A random game of the environment that pettingzoo.make builds ends with rewards of all agents."""
    env = pettingzoo.make("aec", f"fs_env/{module.__name__.removeprefix('fs_env.')}", num_players=players)
    env.reset(seed=players)
    draw, total = np.random.default_rng(0), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(draw.choice(np.flatnonzero(seen["action_mask"]))))
    assert len(total) == players and any(total.values())


@pytest.mark.parametrize(("module", "opponent", "ends"), [(CASTLES, "heuristic", 8), (BETRAYAL, "random", 0)])
def test_gymnasium__one_seat_and_many_games(module, opponent, ends):
    """gymnasium makes one seat against others, and a vector of games; rewards are paid at their ends only."""
    env = gymnasium.make(MODULES[module][0], opponents=[opponent], num_players=4)
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].any()
    many = gymnasium.make_vec(
        MODULES[module][0], num_envs=8, vectorization_mode="vector_entry_point", opponents=[opponent]
    )
    seen, _ = many.reset(seed=1)
    ended = 0
    for _ in range(60):
        actions = seen["action_mask"].argmax(axis=1)  # 0 where a game has just ended
        seen, rewards, terminations, truncations, _ = many.step(actions)
        ended += int(terminations.sum())
        assert not truncations.any() and (rewards[~terminations] == 0).all()
    assert ended >= ends
