"""Collected decisions against the same games played one by one, returns against their definition, and what continues over borders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fs_env.agent_api.seeds import seed_for
from fs_env.agent_api.specs import load_agent
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.training.collector import decisions as lists
from fs_env.training.collector.collector import Collector
from fs_env.training.collector.decisions import Collected, Decisions
from fs_env.training.collector.kernels import ENDED, TRUNCATED, WAITING
from fs_env.training.collector.opponents import LEARNER, Opponents
from fs_env.training.settings.run_settings import SELF
from tests.agents.networks import by_numpy, by_numpy_recurrent, dense, network, next_state, positions, with_recurrence

ROUNDS = 60 if compiled() else 30


def learner(players: int = 2, seed: int = 0, prior_policy: str = "", recurrent_size: int = 0) -> SparseNetwork:
    """A random network for Castles of Caleira; with a prior policy whose word is worth as much as the rest, or with a recurrent state."""
    net = network(CASTLES, positions(CASTLES, 60, players)[0], players=players, seed=seed)
    if recurrent_size:
        return with_recurrence(net, recurrent_size, seed)
    if not prior_policy:
        return net
    prior_logits = np.random.default_rng(seed).uniform(0, 3, CASTLES.num_actions).astype(np.float32)
    return SparseNetwork(net.inputs, net.policy, net.value, {**net.about, "prior_policy": prior_policy}, prior_logits)


def collector(
    players: int = 2, rows: int = 4, prior_policy: str = "", recurrent_size: int = 0, **given: Any
) -> Collector:
    """Games of a random network against itself, unless other opponents are given."""
    made = {"opponents": {SELF: 1.0}, "seed": 3, **given}
    net = learner(players, prior_policy=prior_policy, recurrent_size=recurrent_size)
    return Collector(CASTLES, net, rows, num_players=players, **made)


def games_of(parts: Sequence[Decisions], first: int = 0) -> dict[tuple[int, int], list[Any]]:
    """(group and row, game) -> its decisions in the order of time, each as (seat, id, log-probability, value, record)."""
    found = defaultdict(list)
    for group, part in enumerate(parts):
        for one in part.all[: len(part)]:
            action = int(part.ids[one["first_id"] + one["chosen"]])
            told = int(one["seat"]), action, float(one["log_prob"]), float(one["value"]), one
            found[64 * group + int(one["row"]), int(one["game"])].append(told)
    return found


def random_critic(players: int, seed: int = 8) -> SparseNetwork:
    net = learner(players)
    (first, bias), last = net.value
    wide = np.random.default_rng(seed).normal(0, 0.3, (players * len(first), len(bias))).astype(np.float32)
    return SparseNetwork(net.inputs.times(players), [], [(wide, bias), last], net.about)


def play_alone(
    net: SparseNetwork, seed: int, players: int, critic: SparseNetwork | None = None, **options: int
) -> tuple[list[Any], NDArray[np.float64]]:
    """One game in which the network draws for every seat: (seat, id, log-probability, value) of its choices, and the returns."""
    policy, S, told = NetworkPolicy(net, temperature=1.0), CASTLES.new(), []
    CASTLES.setup(S, seed=seed, num_players=players, **options)
    memories = [policy.new_memory(seed_for(policy, None, seed, seat)) for seat in range(players)]
    bot = load_agent("heuristic", CASTLES).policy
    priors = [bot.new_memory(seed_for(bot, None, seed, seat)) for seat in range(players)]
    recurrent_states = [np.zeros(0 if net.recurrence is None else net.recurrence.size) for _ in range(players)]
    while (seat := CASTLES.to_act(S)) >= 0:
        legal = np.sort(CASTLES.legal(S))
        chosen = int(legal[0])
        if len(legal) > 1:
            shown = CASTLES.observe(S, seat)
            chosen = policy.act(shown, legal, memories[seat])
            amounts = dense(net.inputs, shown[None])
            logits, score = by_numpy(net.policy, amounts)[0, legal], float(by_numpy(net.value, amounts)[0, 0])
            if net.recurrence is not None:
                every, units = by_numpy_recurrent(net, amounts[0], recurrent_states[seat])
                logits, recurrent_states[seat] = every[legal], next_state(net, recurrent_states[seat], units, chosen)
            if critic is not None:
                views = [dense(net.inputs, CASTLES.observe(S, (seat + k) % players)[None]) for k in range(players)]
                score = float(by_numpy(critic.value, np.concatenate(views, 1))[0, 0])
            if net.prior_policy:
                wanted = bot.act(shown, legal, priors[seat])
                logits[legal == wanted] += net.prior_logits[wanted]
            log_prob = logits[list(legal).index(chosen)] - np.log(np.exp(logits).sum())
            told.append((seat, chosen, log_prob, returned(score, players)))
        assert CASTLES.step(S, chosen) == 0
    return told, CASTLES.returns(S)


def returned(score: float, players: int) -> float:
    """The return that a score represents: a share of the win is the softmax of s and of -s / (n - 1) for each of the others."""
    mine, others = np.exp(score), (players - 1) * np.exp(-score / (players - 1))
    share = mine / (mine + others)
    return float(share - (1 - share) / (players - 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "prior", "centralized", "recurrent_size"),
    [
        (2, 0, 0, 0),
        (3, 0, 0, 0),
        (4, 0, 0, 0),
        (2, 1, 0, 0),
        (3, 1, 0, 0),
        (2, 0, 1, 0),
        (3, 1, 1, 0),
        (2, 0, 0, 5),
        (3, 0, 1, 4),
    ],
)
def test_collect__plays_the_games_that_the_policy_plays_alone(
    players: int, prior: int, centralized: int, recurrent_size: int
) -> None:
    """Same choices as `policy:FILE,sample=1` in every seat, with numpy's log-probabilities and values; results to all seats. So also
    with a prior policy, and with a recurrent state; and with a centralized critic, which changes no choice."""
    critic = random_critic(players) if centralized else None
    made = collector(
        players, rows=3, prior_policy="heuristic" if prior else "", recurrent_size=recurrent_size, critic=critic
    )
    found = games_of(made.collect(ROUNDS * players))
    ended = {key: told for key, told in found.items() if all(one["next"] != WAITING for *_, one in told)}
    assert len(ended) >= 3 and {game for _, game in ended} >= {0}
    for (row, game), told in ended.items():
        alone, returns = play_alone(made.network, (3 + 1) * 2**40 + row + 3 * game, players, critic)
        assert [one[:2] for one in told] == [one[:2] for one in alone]
        np.testing.assert_allclose([one[2:4] for one in told], [one[2:4] for one in alone], rtol=1e-4, atol=1e-5)
        final = {seat: one["result"] for seat, *_, one in told if one["next"] == ENDED}
        assert final == {seat: pytest.approx(returns[seat]) for seat in {one[0] for one in alone}}


def test_collect__continues_across_batches() -> None:
    """Three short calls give the decisions of one long call; each can be learnt from exactly once, with the same next or result."""
    whole = games_of(collector().collect(3 * ROUNDS))
    short, pieces = collector(), defaultdict(list)
    for _ in range(3):
        for key, told in games_of([keep(part) for part in short.collect(ROUNDS)]).items():
            pieces[key] += [one for one in told if one[-1]["next"] != WAITING]
    for key, told in whole.items():
        known = [one for one in told if one[-1]["next"] != WAITING]
        # a decision that waits comes first in the next call: compare seat by seat
        for seat in (0, 1):
            mine, theirs = ([one for one in some if one[0] == seat] for some in (pieces[key], known))
            assert [one[:4] for one in mine] == [one[:4] for one in theirs]
            assert [one[-1]["result"] for one in mine] == [one[-1]["result"] for one in theirs]


def keep(part: Decisions) -> Decisions:
    made = Decisions(0)
    made.all, made.counts, made.ids = part.all.copy(), part.counts.copy(), part.ids.copy()
    return made


@pytest.mark.parametrize("players", [2, 3])
def test_collect__a_truncated_game_ends_at_the_value_of_its_last_position(players: int) -> None:
    """The last decision of each seat gets what the network expects there, by numpy, from the seat's own observation."""
    made = collector(players, rows=2, options={"max_decisions": 14})
    told = games_of(made.collect(ROUNDS))[0, 0]
    last = {seat: one for seat, *_, one in told if one["next"] == TRUNCATED}
    assert len(last) == players and made.tally()["all", "truncated"] >= 2
    S, answers = CASTLES.new(), iter(told)
    CASTLES.setup(S, seed=4 * 2**40, num_players=players, max_decisions=14)
    while CASTLES.to_act(S) >= 0:
        legal = CASTLES.legal(S)
        CASTLES.step(S, next(answers)[1] if len(legal) > 1 else int(legal[0]))
    for seat, one in last.items():
        score = by_numpy(made.network.value, dense(made.network.inputs, CASTLES.observe(S, seat)[None]))[0, 0]
        assert one["result"] == pytest.approx(returned(float(score), players), abs=1e-4)


def test_collect__only_the_learners_seats_against_bots() -> None:
    """One seat a game, the next one in each game of a row; forced decisions are not collected; every row continues."""
    made = collector(3, rows=4, opponents={"random": 1.0, "heuristic": 1.0})
    parts = made.collect(4 * ROUNDS)
    for (row, game), told in games_of(parts).items():
        assert {one[0] for one in told} == {(row + game) % 3}
        assert all(one["legal"] > 1 for *_, one in told)
    assert np.bincount(parts[0]["row"], minlength=4).min() > 3 * ROUNDS
    tally = made.tally()
    assert tally["random", "games"] > 0 and tally["heuristic", "games"] > 0 and (SELF, "games") not in tally
    assert 0 < tally["all", "games"] <= tally["random", "games"] + tally["heuristic", "games"]


def test_collect__does_not_depend_on_threads_or_on_neighbours() -> None:
    """Two groups of rows: on one thread as on two; the first row plays the same games whatever is beside it."""
    rows, rounds = 70, 12 if compiled() else 3
    one, two = (games_of(collector(rows=rows).collect(rounds, threads)) for threads in (1, 2))
    assert {key: [x[:4] for x in told] for key, told in one.items()} == {
        key: [x[:4] for x in told] for key, told in two.items()
    }
    alone = games_of(collector(rows=1).collect(rounds))
    assert [x[:4] for x in alone[0, 0]] == [x[:4] for x in one[0, 0]]


def test_collect__other_weights_count_from_the_next_call() -> None:
    """`take` changes what is drawn; a decision that waited keeps the log-probability with which it was drawn."""
    made, same = collector(), collector()
    for one in (made, same):
        one.collect(ROUNDS)
    other = learner(seed=9)
    made.take(SparseNetwork(made.network.inputs, other.policy, other.value, other.about))
    waited, kept = made.collect(ROUNDS)[0], same.collect(ROUNDS)[0]
    n = int((waited["row"] >= 0)[:8].sum())
    assert np.array_equal(waited["log_prob"][:4], kept["log_prob"][:4]) and n == 8
    assert not np.array_equal(waited["log_prob"][8:], kept["log_prob"][8 : len(waited)])


def test_collect__lists_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly any room at first the same inputs and ids are written, and none of them twice."""
    wanted = collector().collect(ROUNDS)[0]
    monkeypatch.setattr(lists, "INPUTS", 1)
    monkeypatch.setattr(lists, "IDS", 1)
    monkeypatch.setattr(lists, "MORE", 7)
    found = collector().collect(ROUNDS)[0]
    assert found.counts.tolist() == wanted.counts.tolist() and found.counts[1] > len(found)
    for name, k in (("inputs", 1), ("amounts", 1), ("ids", 2)):
        n = int(found.counts[k])
        assert np.array_equal(getattr(found, name)[:n], getattr(wanted, name)[:n])


@pytest.mark.parametrize("recurrent_size", [0, 5])
def test_state__continues_as_without_the_interruption(recurrent_size: int) -> None:
    """A collector in another process gets the same decisions, those that waited among them."""
    given: dict[str, Any] = {
        "opponents": {SELF: 1.0, "heuristic": 1.0, "past": 1.0},
        "past": 2,
        "recurrent_size": recurrent_size,
    }
    first, second = collector(**given), collector(**given)
    for one in (first, second):
        one.opponents.add_past(learner(seed=5), 0)
    first.collect(ROUNDS)
    state = {name: array.copy() for name, array in first.state().items()}
    assert all(isinstance(array, np.ndarray) and array.dtype != object for array in state.values())
    second.restore(state)
    wanted, found = games_of(first.collect(ROUNDS)), games_of(second.collect(ROUNDS))
    assert {key: [x[:4] for x in told] for key, told in found.items()} == {
        key: [x[:4] for x in told] for key, told in wanted.items()
    }
    mine, theirs = (one.collect(ROUNDS)[0] for one in (first, second))
    assert np.array_equal(mine.recurrent_states[: len(mine)], theirs.recurrent_states[: len(theirs)])
    assert mine.recurrent_states.shape[1] == recurrent_size and mine.recurrent_states[: len(mine)].any() == bool(
        recurrent_size
    )


def test_recurrent_states__follow_each_other_over_borders() -> None:
    """The recurrent state of a decision, by numpy, is that of the same seat's decision before and its action; the first one in a game is
    zeros. A decision that waited over a border keeps its own."""
    made, checked, begun = collector(recurrent_size=5, opponents={SELF: 1.0, "random": 1.0}), 0, 0
    for _ in range(3):
        part = made.collect(ROUNDS)[0]
        led_to = set(part["next"].tolist())
        for k, one in enumerate(part.all[: len(part)]):
            amounts = np.zeros(made.network.inputs.size)
            first, n = int(one["first"]), int(one["own"])
            np.add.at(amounts, part.inputs[first : first + n], part.amounts[first : first + n])
            _, units = by_numpy_recurrent(made.network, amounts, part.recurrent_states[k].astype(float))
            action = int(part.ids[one["first_id"] + one["chosen"]])
            if one["next"] >= 0:
                follows = next_state(made.network, part.recurrent_states[k].astype(float), units, action)
                np.testing.assert_allclose(part.recurrent_states[one["next"]], follows, rtol=1e-3, atol=1e-4)
                checked += 1
            if k not in led_to and not part.recurrent_states[k].any():
                begun += 1
    assert checked > 5 * ROUNDS and begun >= 4


@pytest.mark.parametrize("length", [1, 3, 16])
def test_minibatches__keep_windows_together(length: int) -> None:
    """Every decision that can be learnt from is in one minibatch; of a window of a seat's decisions all are, in their order, at most as
    many as were asked for, and only the last window of a game or a batch is shorter."""
    made = collector(rows=70, recurrent_size=4, opponents={SELF: 1.0, "random": 1.0})
    parts = made.collect(24)
    all_of = Collected(parts, length)
    where = [(g, int(k)) for g, part in enumerate(parts) for k in part.known]
    batches = all_of.minibatches(np.random.default_rng(0), 150)
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(all_of)))
    assert len(batches) == round(len(all_of) / 150) and max(map(len, batches)) < 150 + 4 * length + 150 / 2
    again = all_of.minibatches(np.random.default_rng(1), 150)
    assert not np.array_equal(np.concatenate(batches), np.concatenate(again)), "the order is not drawn"
    seen = 0
    for chosen in batches:
        mini = all_of.take(chosen)
        unroll = mini.unroll
        assert unroll is not None and sorted(unroll.order.tolist()) == list(range(len(chosen)))
        listed = sorted((where[k] for k in chosen.tolist()), key=lambda one: one[0])  # as `take` orders them
        assert unroll.sizes == sorted(unroll.sizes, reverse=True) and sum(unroll.sizes) == len(chosen)
        ends, windows = np.cumsum([0, *unroll.sizes]), []
        for k in range(unroll.sizes[0]):
            steps = [j for j, size in enumerate(unroll.sizes) if k < size]
            windows.append([listed[unroll.order[ends[j] + k]] for j in steps])
        for k, window in enumerate(windows):
            g, first = window[0]
            assert np.array_equal(unroll.recurrent_states[k], parts[g].recurrent_states[first])
            for (_, one), (h, following) in pairwise(window):
                assert h == g and parts[g].all[one]["next"] == following
            after = int(parts[g].all[window[-1][1]]["next"])
            goes_on = after >= 0 and parts[g].all[after]["next"] != WAITING
            assert len(window) == length or (len(window) < length and not goes_on)
            seen += len(window) > 1
        for i, (g, k) in enumerate(listed):
            one = parts[g].all[k]
            assert unroll.taken[i] == parts[g].ids[one["first_id"] + one["chosen"]]
    assert (seen > 50) == (length > 1)


def test_take__gathers_what_was_seen() -> None:
    """Inputs, legal ids and facts of chosen decisions, those of one group after those of another."""
    parts = collector(rows=66, opponents={"random": 1.0}).collect(3)
    rng = np.random.default_rng(0)
    for part in parts:
        for name in ("advantage", "target"):
            part[name][:] = rng.random(len(part))
    all_of = Collected(parts)
    chosen = np.arange(len(all_of))[::-1][:40].copy()
    mini = all_of.take(chosen)
    want = [(g, int(k)) for g, part in enumerate(parts) for k in part.known]
    ordered = sorted((want[k] for k in chosen.tolist()), key=lambda one: one[0])
    for i, (g, k) in enumerate(ordered):
        part, one = parts[g], parts[g].all[k]
        first, n = int(mini.firsts[i]), int(one["inputs"])
        assert np.array_equal(mini.inputs[first : first + n], part.inputs[one["first"] :][:n])
        assert np.array_equal(mini.amounts[first : first + n], part.amounts[one["first"] :][:n])
        here = mini.rows == i
        assert np.array_equal(mini.ids[here], part.ids[one["first_id"] :][: one["legal"]])
        assert mini.slots[here].tolist() == list(range(one["legal"]))
        assert (mini.chosen[i], mini.log_probs[i], mini.advantages[i], mini.targets[i]) == tuple(
            one[name] for name in ("chosen", "log_prob", "advantage", "target")
        )
    assert mini.most == max(parts[g].all[k]["legal"] for g, k in ordered)


def test_opponents__are_drawn_by_weight_and_past_ones_change_in_place() -> None:
    """Three of four seats against the heuristic where it weighs three times as much; nothing past yet is the learner."""
    mix = Opponents(CASTLES, {"num_players": 4}, {"heuristic": 3.0, SELF: 1.0}, 0)
    drawn = np.array([mix.seat(seed, 4, seed % 4) for seed in range(500)])
    assert (drawn[np.arange(500), np.arange(500) % 4] == LEARNER).all()
    assert 0.70 < (drawn == mix.names.index("heuristic")).sum() / 1500 < 0.80
    past = Opponents(CASTLES, {"num_players": 2}, {"past": 1.0}, 2)
    assert (past.seat(1, 2, 0) == LEARNER).all()
    for place, seed in ((0, 5), (1, 6), (0, 7)):
        past.add_past(learner(seed=seed), place)
    assert [net.policy[0][0][0, 0] for net in past.past] == [learner(seed=s).policy[0][0][0, 0] for s in (7, 6)]
    assert set(np.array([past.seat(seed, 2, 0)[1] for seed in range(50)]).tolist()) == {0, 1}
    with pytest.raises(ValueError, match="place=2: there are 2 past networks, and room for 2"):
        past.add_past(learner(), 2)


def test_opponents__specs_as_the_command_line_gives_them(tmp_path: Path) -> None:
    """ ";" represents the comma inside a spec: another network that draws plays, under the name it was given."""
    learner(seed=5).save(tmp_path / "a.npz")
    mix = Opponents(CASTLES, {"num_players": 2}, {f"policy:{tmp_path / 'a.npz'};sample=1": 1.0})
    assert mix.policies[0].temperature == 1.0 and mix.seat(1, 2, 0).tolist() == [LEARNER, 0]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"opponents": {}}, "expected weights from 0 up"),
        ({"opponents": {"random": -1.0}}, "expected weights from 0 up"),
        ({"opponents": {"search": 1.0}}, "not a compiled bot"),
        ({"opponents": {"heuristc": 1.0}}, "heuristic"),
        ({"rows": 0}, "num_envs=0"),
        ({"options": {"max_decisions": 0}}, "max_decisions"),
    ],
)
def test_collector__refuses_in_one_sentence(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        collector(**given)


def test_potential__of_every_decision() -> None:
    """It is that of what the seat sees, and is written beside the decision."""
    made = collector(potential=lambda shown: shown.sum(1).astype(np.float32), opponents={"random": 1.0})
    part = made.collect(4)[0]
    assert len(set(part["potential"].tolist())) > 3
