"""`GameAEC` as its documentation says, on every game."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from fs_env.core.machine.run.game import IllegalAction
from tests.envs.cases import PLAYERS, first, play


def test_reset__same_seed_same_game(make_env, setting):
    env, other = make_env(**setting), make_env(**setting)
    tales = []
    for one in (env, other, env):
        one.reset(seed=11)
        tales.append(play(one, seed=3, most=400))
    assert tales[0] == tales[1] == tales[2]


def test_reset__without_seed_continues_the_seed(make_env):
    """reset() after reset(seed) deals further games, the same ones each time; game_seed deals each of them again."""
    env, other = make_env(), make_env()
    seeds = []
    for one in (env, other):
        one.reset(seed=5)
        one.reset()
        seeds.append(one.game_seed)
        one.reset()
        seeds.append(one.game_seed)
    assert seeds[:2] == seeds[2:] and len(set(seeds)) == 2
    other.reset(seed=seeds[1])
    assert np.array_equal(env.state(), other.state())


@pytest.mark.parametrize("players", PLAYERS)
def test_rewards__only_at_the_end_and_sum_to_zero(make_env, players):
    """Rewards are 0 until the last step; then each agent's last() gives its return: they sum to 0."""
    env = make_env(num_players=players)
    for seed in range(3):
        env.reset(seed=seed)
        told = play(env, seed)
        rewards = {agent: reward for agent, _, reward, *_ in told[-players:]}
        assert len(rewards) == players and sum(rewards.values()) == pytest.approx(0)
        assert all(reward == 0 for _, _, reward, *_ in told[:-players])
        assert all(terminated or truncated for *_, terminated, truncated, action in told[-players:])
        assert [action for *_, action in told[-players:]] == [None] * players
        assert env.agents == []


@pytest.mark.parametrize("skip_forced", [False, True])
def test_truncation__everybody_is_truncated_without_reward(make_env, skip_forced):
    """A game that reaches max_decisions is truncated for all, with rewards 0."""
    env = make_env(num_players=3, max_decisions=4, skip_forced=skip_forced)
    env.reset(seed=2)
    steps = 0
    while not any(env.truncations.values()):
        env.step(first(env.last()[0]["action_mask"]))
        steps += 1
    assert steps <= 4
    for _ in range(3):
        assert env.last()[1:4] == (0.0, False, True)
        env.step(None)
    assert env.agents == []


def test_skip_forced__asks_only_where_there_is_a_choice(make_env):
    env = make_env(num_players=3, skip_forced=True)
    counts = []
    for seed in range(2):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in env.agent_iter(600):
            observation, _, terminated, truncated, _ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            if terminated or truncated:
                env.step(None)
                continue
            counts.append(len(legal))
            env.step(int(rng.choice(legal)))
    assert min(counts) >= 2


def test_skip_forced__is_the_same_game(make_env):
    """The choices of a game with skip_forced, with forced answers between them, are the game without it."""
    plain, skipping = make_env(num_players=2), make_env(num_players=2, skip_forced=True)
    plain.reset(seed=4)
    skipping.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(300):
        while not any(plain.terminations.values()) and int(plain.last()[0]["action_mask"].sum()) == 1:
            plain.step(first(plain.last()[0]["action_mask"]))
        assert plain.agent_selection == skipping.agent_selection
        assert np.array_equal(plain.state(), skipping.state())
        if any(plain.terminations.values()) or any(plain.truncations.values()):
            break
        action = int(rng.choice(plain.last()[0]["action_mask"].nonzero()[0]))
        plain.step(action)
        skipping.step(action)
    assert plain.rewards == skipping.rewards


def test_spaces__hold_every_observation_and_state(make_env, setting):
    for mask_in in ("both", "observation", "info"):
        env = make_env(mask_in=mask_in, **setting)
        env.reset(seed=8)
        rng = np.random.default_rng(1)
        for _ in env.agent_iter(60):
            for agent in env.agents:
                assert env.observation_space(agent).contains(env.observe(agent))
            assert env.state_space.contains(env.state())
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                break
            assert ("action_mask" in info) == (mask_in != "observation")
            mask = info["action_mask"] if mask_in == "info" else observation["action_mask"]
            assert mask.dtype == np.int8
            env.step(int(rng.choice(mask.nonzero()[0])))
        assert env.observation_space("player_0") is env.observation_space("player_0")


def test_mask__belongs_to_the_agent_that_is_asked(make_env):
    """The mask in the observation and in info are equal; every other agent's are zeros."""
    env = make_env(num_players=3)
    env.reset(seed=1)
    for _ in range(20):
        asked = env.agent_selection
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert bool(mask.any()) == (agent == asked)
            assert np.array_equal(mask, env.infos[agent]["action_mask"])
        env.step(first(env.last()[0]["action_mask"]))
        if any(env.terminations.values()):
            break


def test_observe__is_last_for_the_agent_that_is_asked(make_env):
    env = make_env()
    env.reset(seed=1)
    seen, observed = env.last()[0], env.observe(env.agent_selection)
    assert all(np.array_equal(seen[key], observed[key]) for key in ("observation", "action_mask"))
    assert env.last(observe=False)[0] is None


@pytest.mark.parametrize("held", [lambda array: array, lambda array: array[1:], memoryview])
def test_copy__arrays_are_never_written_again(make_env, held):
    """Whoever holds an array of last(), or only a view of it, still finds in it what it showed, however many steps later."""
    env = make_env()
    env.reset(seed=6)
    kept = []
    for _ in env.agent_iter(50):
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            break
        shown = [*map(held, observation.values()), held(info["action_mask"]), observation["action_mask"].view(bool)[:2]]
        kept.append((shown, [np.array(one) for one in shown]))
        env.step(first(observation["action_mask"]))
        del observation, info, shown
    assert len(kept) > 3
    assert all(np.array_equal(now, then) for shown, copies in kept for now, then in zip(shown, copies))


def test_copy__unreferenced_arrays_are_reused(make_env):
    """A loop that drops what it has seen makes no new arrays: a few take turns."""
    env = make_env()
    env.reset(seed=6)
    places = set()
    for _ in env.agent_iter(40):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        places.add(observation["observation"].ctypes.data)
        action = first(observation["action_mask"])
        del observation
        env.step(action)
    assert 1 < len(places) <= 4


def test_copy__false_hands_out_the_buffers(make_env):
    """With copy=False each decision is in the same arrays, and they hold what copies would hold."""
    env, copying = make_env(copy=False), make_env()
    env.reset(seed=6)
    copying.reset(seed=6)
    buffers = set()
    for _ in range(10):
        seen, copied = env.last()[0], copying.last()[0]
        buffers.add((id(seen["observation"]), id(seen["action_mask"])))
        assert all(np.array_equal(seen[key], copied[key]) for key in copied)
        action = first(copied["action_mask"])
        env.step(action)
        copying.step(action)
        if any(env.terminations.values()):
            break
    assert len(buffers) == 1


def test_snapshot__brings_the_game_back(make_env, setting):
    """A restored position plays on as it did, books included, also at the end of the game and in another environment."""
    env, other = make_env(max_decisions=400, **setting), make_env(max_decisions=400, **setting)
    env.reset(seed=9)
    play(env, seed=1, most=5)
    here = env.snapshot()
    tale = play(env, seed=2)
    end = env.snapshot()
    env.restore(here)
    assert play(env, seed=2) == tale
    other.restore(here)
    assert play(other, seed=2) == tale
    env.restore(end)
    assert env.agents == [] and env.snapshot() == end


@pytest.mark.parametrize("steps", [0, 3])
def test_copies__pickle_and_deepcopy_play_on_alike(make_env, steps):
    env = make_env(num_players=3)
    env.reset(seed=3)
    play(env, seed=5, most=steps)
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]  # noqa: S301
    tales = [play(one, seed=7) for one in copies]
    assert tales[0] == tales[1] == play(env, seed=7)


def test_reset__from_a_state(make_env):
    env, other = make_env(), make_env()
    env.reset(seed=9)
    play(env, seed=1, most=4)
    other.reset(options={"state": env.snapshot().state})
    assert np.array_equal(env.state(), other.state()) and other.game_seed == -1
    assert play(env, seed=2) == play(other, seed=2)


def test_restore__refuses_another_game(make_env):
    """A position with other seats, or one that is none, is refused and changes nothing."""
    env, larger = make_env(), make_env(num_players=3)
    env.reset(seed=1)
    larger.reset(seed=1)
    before = env.snapshot()
    with pytest.raises(ValueError, match="3 players, this environment has num_players=2"):
        env.restore(larger.snapshot())
    with pytest.raises(TypeError, match="expected what snapshot"):
        env.restore(before.state)
    with pytest.raises(ValueError, match="bytes"):
        env.reset(options={"state": b"nothing"})
    assert env.snapshot() == before


@pytest.mark.parametrize("place", [0, 9, 40, -1])
def test_restore__a_damaged_snapshot(make_env, place):
    """A flipped byte is told by one error, by `restore`, by `reset` and by a pickled environment; nothing changes."""
    env = make_env()
    env.reset(seed=1)
    here = env.snapshot()
    data = bytearray(here.state)
    data[place] ^= 4
    damaged = dataclasses.replace(here, state=bytes(data))
    for call in (
        lambda: env.restore(damaged),
        lambda: env.reset(options={"state": damaged.state}),
        lambda: make_env().__setstate__({**env.__getstate__(), "_position": damaged}),
    ):
        with pytest.raises(ValueError, match="damaged" if place else "another game"):
            call()
    assert env.snapshot() == here


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"_live": False, "extra": 1}, r"does not have the entries of snapshot\(\): \['extra'\]"),
        ({"agent_selection": "player_9", "_live": False}, "has agents"),
        ({"rewards": {}}, "rewards of this snapshot is {}"),
        ({"rewards": 3}, "rewards of this snapshot is 3"),
    ],
)
def test_restore__inconsistent_bookkeeping(make_env, change, error):
    """The bookkeeping next to the state is checked too; an inconsistent snapshot changes nothing."""
    env = make_env()
    env.reset(seed=1)
    here = env.snapshot()
    with pytest.raises(ValueError, match=error):
        env.restore(dataclasses.replace(here, books={**here.books, **change}))
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    for wrong in ({"agents": ("player_0",)}, {"books": {**here.books, "agent_selection": other}}):
        with pytest.raises(ValueError, match="is asked, but by its state seat . is"):
            env.restore(dataclasses.replace(here, **wrong))
    assert env.snapshot() == here


def test_step__illegal_action_names_everything(make_env):
    """An illegal action is refused with its words, the pending decision and the legal words; nothing changes."""
    env = make_env()
    env.reset(seed=1)
    before = env.snapshot()
    mask = env.last()[0]["action_mask"]
    illegal = [a for a in range(len(mask)) if not mask[a]]
    for action in [*illegal[:1], len(mask), -1]:
        with pytest.raises(IllegalAction) as told:
            env.step(action)
        message = str(told.value)
        assert f"action {action} " in message
        assert env.decision_text() in message
        assert env.action_text(first(mask)) in message
    with pytest.raises(TypeError, match=rf"player_\d: action 'pass': expected a whole number 0..{len(mask) - 1}"):
        env.step("pass")
    assert env.snapshot() == before
    assert np.array_equal(env.last()[0]["action_mask"], mask)


def test_step__wrong_order_is_refused(make_env):
    """Before reset, after the end and for an agent whose game is over, the error says what to do."""
    env = make_env(max_decisions=2)
    for call in (lambda: env.step(0), env.agent_iter, env.state, env.snapshot, env.decision_text):
        with pytest.raises(ResetNeeded, match="call reset"):
            call()
    with pytest.raises(AttributeError, match="call reset"):
        env.agent_selection  # noqa: B018
    env.reset(seed=1)
    while not env.truncations[env.agent_selection] and not env.terminations[env.agent_selection]:
        env.step(first(env.last()[0]["action_mask"]))
    with pytest.raises(ValueError, match="the only legal action is None"):
        env.step(0)
    env.step(None)
    env.step(None)
    with pytest.raises(ResetNeeded, match="every agent has left"):
        env.step(None)


def test_agent_iter__notices_a_forgotten_step(make_env):
    env = make_env()
    env.reset(seed=1)
    with pytest.raises(RuntimeError, match="step once"):
        list(env.agent_iter())


def test_render(make_env, capsys):
    """ "ansi" returns the position, "human" prints it, None warns and does nothing."""
    env = make_env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game.text(env._state)
    human = make_env(render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out == env.render() + "\n"
    silent = make_env()
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ({"num_players": 5}, ValueError, "num_players=5"),
        ({"num_players": 1}, ValueError, "num_players=1"),
        ({"num_players": "two"}, TypeError, "num_players='two'"),
        ({"max_decisions": 0}, ValueError, "max_decisions=0"),
        ({"skip_forced": "no"}, TypeError, "skip_forced='no'"),
        ({"illegal": "loose"}, ValueError, "unknown illegal 'loose': .*did you mean 'lose'"),
        ({"max_episode_steps": 0}, ValueError, "max_episode_steps=0 is out of range"),
        ({"copy": 2}, TypeError, "copy=2"),
        ({"mask_in": "infos"}, ValueError, "did you mean 'info'"),
        ({"observation": "flatt"}, ValueError, "did you mean 'flat'"),
        ({"render_mode": "rgb"}, ValueError, "unknown render_mode 'rgb': expected ansi, human, rgb_array"),
    ],
)
def test_options__wrong_value_is_named(make_env, wrong, kind, words):
    """A wrong option is refused when the environment is made; the error names the value and what was expected."""
    with pytest.raises(kind, match=words):
        make_env(**wrong)


@pytest.mark.parametrize("mask_in", ["both", "observation", "info"])
def test_illegal__lose_ends_the_game_for_all(make_env, mask_in):
    """With illegal="lose" an action that is not legal, of the space or not, ends the game: -1 for its agent, 0 for the
    others, terminated for all, told in its info; then every player leaves, and reset starts anew."""
    env = make_env(num_players=3, illegal="lose", mask_in=mask_in)
    env.reset(seed=1)
    for wrong in (None, 10**6, -1):
        seen, *_, info = env.last()
        mask = info["action_mask"] if mask_in == "info" else seen["action_mask"]
        env.step(first(mask))
        loser = env.agent_selection
        seen, *_, info = env.last()
        mask = info["action_mask"] if mask_in == "info" else seen["action_mask"]
        illegal = [a for a in range(len(mask)) if not mask[a]]
        action = illegal[0] if wrong is None and illegal else 10**6 if wrong is None else wrong
        env.step(action)
        assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
        assert set(env.terminations.values()) == {True} and set(env.truncations.values()) == {False}
        paid = {}
        while env.agents:
            agent = env.agent_selection
            _, paid[agent], terminated, truncated, info = env.last()
            assert terminated and not truncated and info.get("illegal_action", False) == (agent == loser)
            env.step(None)
        assert paid == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
        env.reset(seed=2)
        assert not any(env.terminations.values()) and env.agents == env.possible_agents


def test_illegal__lose_is_the_same_game_as_long_as_all_is_legal(make_env, setting):
    """The option changes nothing else, and a snapshot brings a lost game back as it was."""
    env, strict = make_env(illegal="lose", **setting), make_env(**setting)
    for one in (env, strict):
        one.reset(seed=3)
    assert play(env, seed=1, most=60) == play(strict, seed=1, most=60)
    env.reset(seed=3)
    env.step(10**6)
    here = env.snapshot()
    env.reset(seed=4)
    env.restore(here)
    assert env.snapshot() == here and set(env.terminations.values()) == {True}


@pytest.mark.parametrize("mask_in", ["both", "observation", "info"])
def test_illegal__lose_lets_any_action_be_drawn(make_env, setting, mask_in):
    """Checkers without masks draw any action of the space, through ends and resets: all that is reported is in its
    space, with finite rewards that are paid once."""
    env = make_env(illegal="lose", mask_in=mask_in, **setting)
    for agent in env.possible_agents:
        env.action_space(agent).seed(5)
    games = 0
    for seed in range(15):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter(2000):
            seen, reward, terminated, truncated, _ = env.last()
            assert env.observation_space(agent).contains(seen)
            total[agent] += reward
            env.step(None if terminated or truncated else env.action_space(agent).sample())
        games += not env.agents
        assert sum(total.values()) == pytest.approx(0.0) or sorted(total.values())[:2] == [-1.0, 0.0]
    assert games == 15


@pytest.mark.parametrize("limit", [1, 4])
def test_max_episode_steps__truncates_for_all(make_env, limit):
    """After so many steps the game is truncated where it stands, with no reward, and each agent leaves; copies count on."""
    env = make_env(num_players=3, max_episode_steps=limit, skip_forced=True)
    for seed in (1, 2):
        env.reset(seed=seed)
        for step in range(limit):
            assert not any(env.truncations.values())
            env = pickle.loads(pickle.dumps(env)) if step else env  # noqa: S301
            env.step(first(env.last()[0]["action_mask"]))
        assert set(env.truncations.values()) == {True} and set(env.terminations.values()) == {False}
        for _ in range(3):
            seen, reward, *_ = env.last()
            assert reward == 0.0 and not seen["action_mask"].any()
            env.step(None)
        assert env.agents == []


def test_max_episode_steps__a_snapshot_counts_on(make_env):
    """A restored position has as many steps left as when it was taken, also in another environment."""
    env, other = make_env(max_episode_steps=3), make_env(max_episode_steps=3)
    env.reset(seed=1)
    env.step(first(env.last()[0]["action_mask"]))
    here = env.snapshot()
    other.reset(seed=2)
    for one in (env, other, env):
        one.restore(here)
        for _ in range(2):
            assert not any(one.truncations.values())
            one.step(first(one.last()[0]["action_mask"]))
        assert set(one.truncations.values()) == {True}


def test_max_episode_steps__a_game_that_ends_in_its_last_step_is_both(make_env):
    """As with Gymnasium's TimeLimit; the result is paid. -1 means no limit."""
    env = make_env(max_episode_steps=-1)
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    actions = []
    while not any(env.terminations.values()):
        actions.append(int(rng.choice(env.last()[0]["action_mask"].nonzero()[0])))
        env.step(actions[-1])
    paid = dict(env.rewards)
    env = make_env(max_episode_steps=len(actions))
    env.reset(seed=3)
    for action in actions:
        assert not any(env.truncations.values())
        env.step(action)
    assert env.rewards == paid and any(paid.values())
    assert set(env.terminations.values()) == set(env.truncations.values()) == {True}


def test_masks__of_idle_agents_belong_to_the_caller(make_env):
    """The masks of agents that are not asked can be written to, and no other player sees what is written there."""
    env, plain = make_env(num_players=3), make_env(num_players=3)
    for one in (env, plain):
        one.reset(seed=1)
    assert [bool(env.infos[agent]["action_mask"].any()) for agent in env.agents] == [
        agent == env.agent_selection for agent in env.agents
    ]
    for _ in range(30):
        for agent in env.agents:
            if agent != env.agent_selection:
                env.infos[agent]["action_mask"][:] = 1
                env.observe(agent)["action_mask"][:] = 1
        asked = env.agent_selection
        mask = plain.last()[0]["action_mask"]
        assert np.array_equal(env.last()[0]["action_mask"], mask)
        if len(env.agents) > 1:
            others = [env.infos[agent]["action_mask"] for agent in env.agents if agent != asked]
            assert not any(np.shares_memory(one, other) for one in others for other in others if one is not other)
        for one in (env, plain):
            one.step(first(mask))
        if any(env.terminations.values()):
            break
        if env.agent_selection != asked:
            assert not env.infos[asked]["action_mask"].any()


def test_close__ends_the_game(make_env):
    env = make_env()
    env.reset(seed=1)
    env.close()
    for one in (env, pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):  # noqa: S301
        assert one.agents == [] and one.closed
