"""A seat in words by GEM's own entries: `gem.make`, `gem.make_vec` and GEM's wrappers."""

from __future__ import annotations

from functools import partial

import gymnasium
import pytest
from gymnasium.error import ResetNeeded

gem = pytest.importorskip("gem", reason="needs the extra 'gem'")

import fs_env.interop.gem  # noqa: E402
from fs_env.registry.games import GAMES  # noqa: E402

CASTLES = "fs_env:CastlesOfCaleira-v0"


@pytest.mark.parametrize("threads", [False, True])
def test_make_vec__plays_the_games_of_its_seeds(threads):
    """Environment i starts with the deal of seed + i; random answers are legal, and games end with their results."""
    envs = gem.make_vec([CASTLES] * 3, async_mode=threads, seed=7, opponents="random", num_players=3)
    texts, _ = envs.reset()
    plain = gymnasium.make("CastlesOfCaleira/Text-v0", opponents="random", num_players=3)
    assert texts == [plain.reset(seed=7 + k)[0] for k in range(3)]
    results = []
    while len(results) < 9:
        answers = [env.sample_random_action() for env in envs.envs]
        texts, rewards, terminated, truncated, infos = envs.step(answers)
        assert all(info["invalid"] == 0 for info in infos)
        results += rewards[terminated | truncated].tolist()
    assert min(results) < 0 < max(results)


def test_registry__has_every_game_once():
    from gem.envs.registration import ENV_REGISTRY

    fs_env.interop.gem.register()
    assert len([name for name in ENV_REGISTRY if name.startswith("fs_env:")]) == len(GAMES)
    assert gem.make("fs_env:FourSouls-v0").reset(seed=1)[1]["actions"]


def test_wrappers__history_and_statistics():
    from gem.wrappers.episode_tracking_wrapper import EpisodeTrackingWrapper
    from gem.wrappers.observation_wrapper import ObservationWrapper

    wrappers = [partial(ObservationWrapper, include_chat_template=False), EpisodeTrackingWrapper]
    envs = gem.make_vec([CASTLES], wrappers=wrappers, seed=3)
    (first,), _ = envs.reset()
    (second,), _, _, _, (info,) = envs.step(["[1]"])
    assert second.startswith(f"{first}[1]\n") and info["step_counter"] == 1


def test_spawn__copies_or_starts_anew():
    """A copy in the same state continues alike and independently; otherwise arguments are replaced, and the deal is another."""
    env = gem.make(CASTLES, seat=0, seed=4)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.sample_random_action()
    text, _ = env.reset()
    copy, other = env.spawn(same_state=True), env.spawn(num_players=4)
    answers = [env.sample_random_action() for _ in range(20)]
    assert answers == [copy.sample_random_action() for _ in range(20)] and len(set(answers)) > 1
    stepped = env.step(answers[0])
    assert stepped == copy.step(answers[0]) and stepped[0] != text
    assert len(other.reset()[1]["returns"]) == 4
    assert len({env.spawn().reset()[0] for _ in range(3)}) == 3
    with pytest.raises(ValueError, match="num_players"):
        env.spawn(same_state=True, num_players=3)
