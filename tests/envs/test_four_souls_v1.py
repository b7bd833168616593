"""The module `four_souls_v1` and its keyword arguments."""

from __future__ import annotations

import pytest

from fs_env import four_souls_v1
from tests.envs.cases import CASES

pytestmark = pytest.mark.skipif("four_souls" not in CASES, reason="the game is not there")


def test_env__is_named_and_documented():
    """env and raw_env give the environment under its name, with its render modes."""
    for build in (four_souls_v1.env, four_souls_v1.raw_env):
        env = build(num_players=3)
        assert env.metadata["name"] == "four_souls_v1"
        assert (
            env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
            and env.metadata["is_parallelizable"] is False
        )
        assert env.possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ({"num_playrs": 3}, TypeError, "got an unexpected keyword argument 'num_playrs': .*did you mean 'num_players'"),
        ({"pixels_only": 3}, TypeError, r"^four_souls_v1.env\(\) got an unexpected keyword argument 'pixels_only'"),
        ({"sets": "base"}, TypeError, "in a tuple or list"),
        ({"sets": ("bse",)}, ValueError, "unknown card set 'bse'.*did you mean 'base'"),
        ({"sets": ()}, ValueError, "expected at least one of base"),
        ({"bonus_souls": "yes"}, TypeError, "bonus_souls='yes'"),
    ],
)
def test_options__wrong_value_is_named(wrong, kind, words):
    """A wrong keyword or value is named with what was expected and the nearest match."""
    with pytest.raises(kind, match=words):
        four_souls_v1.env(**wrong)


def test_options__reach_the_game():
    """bonus_souls and max_decisions are options of the game."""
    env = four_souls_v1.env(bonus_souls=False, max_decisions=77)
    assert env.game_options["bonus_souls"] == 0 and env.game_options["max_decisions"] == 77
