"""Fitting values: positions and their results, the fit, what deviations are worth, runs that continue."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.settings import FlatSettings
from fs_env.agents.values.network import FIRST, kernel, make_extract, put
from fs_env.agents.values.part import Values
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.table.shares import RIVALS, SIDES, TOGETHER
from fs_env.games import Manifest
from fs_env.registry.games import GAMES
from fs_env.training.values.fit import expected_shares, judge, train
from fs_env.training.values.gains import GainMeter, Gains, pooled
from fs_env.training.values.positions import MOST_STORED, Positions, Sampler, shares_of
from fs_env.training.values.targets import blended_shares, cross_fitted
from tests.core.machine.nim import GAME

KINDS, SEATS = 6, 2


def values() -> Values:
    return Values(reader=sys.modules[__name__])


READ = Manifest(id="nim", game=GAME, values=values)


@kernel
def list_stones(obs, work):
    """Stones left, up to four each their own input; whether the seat has the turn."""
    put(work, min(4, int(obs[0])), 1)
    put(work, 5, 1 if obs[2] == 0 else 0)


extract = make_extract(list_stones)


def sampler(**settings: Any) -> Sampler:
    return Sampler(GAME, {"stones": 9}, RANDOM, extract, seed=100, **{"rows": 8, **settings})


T = 1 / 3


@pytest.mark.parametrize(
    ("winning", "returns", "shares"),
    [
        (RIVALS, [[1, -0.5, -0.5], [0.5, 0.5, -1], [0] * 3, [-1] * 3, [1] * 3], [[1, 0, 0], [0.5, 0.5, 0], [T] * 3, [0] * 3, [1] * 3]),
        (TOGETHER, [[1] * 3, [-1] * 3, [0] * 3], [[1, 0], [0, 1], [0, 1]]),
        (SIDES, [[T, T, T, -1], [-T, -T, -T, 1], [0] * 4, [1] * 4], [[1, 1, 1, 0], [0, 0, 0, 1], [0] * 4, [1] * 4]),
    ],
)  # fmt: skip
def test_shares__of_returns(winning: int, returns: list[list[float]], shares: list[list[float]]) -> None:
    """Rivals share a win, and a draw, but nothing where all lost. Two columns where all win together: won, or not. All of a side
    that has won have the whole of it; a limit is no win."""
    np.testing.assert_allclose(shares_of(np.array(returns, float), winning), shares, rtol=1e-6)


def positions_of(indices: Any, shares: Any) -> Positions:
    """Positions of one game each, whose inputs have the amount 1."""
    amounts, n = np.ones(indices.shape, np.float16), len(indices)
    return Positions(indices.astype(np.int16), amounts, shares.astype(np.float32), np.arange(n), np.ones(n, np.int32))


def test_train__where_sides_win() -> None:
    """Each seat's chance follows from what it sees alone, and is judged as one of two: seats with input 2 win four games in five, those
    with input 3 half of theirs."""
    pytest.importorskip("torch")
    rng = np.random.default_rng(4)
    good = rng.random((20_000, 3)) < 0.5
    won = (rng.random(good.shape) < np.where(good, 0.8, 0.5)).astype(np.float32)
    data = positions_of(np.where(good, 2, 3)[..., None], won)
    expected = expected_shares(train(data, KINDS, epochs=4, batch=512, winning=SIDES), data, winning=SIDES)
    assert expected[good].mean() == pytest.approx(0.8, abs=0.02) and expected[~good].mean() == pytest.approx(
        0.5, abs=0.02
    )
    loss = (0.5004 + 0.6931) / 2  # entropies of .8 and of .5
    assert judge(expected, won, SIDES).log_loss == pytest.approx(loss, abs=0.01)


def test_train__players_who_win_together() -> None:
    """Three seats, of which those with input 2 each raise the odds of the common win by the same factor: three of them win 27 times
    in 28, none 1 time in 28 (log odds of 3.3 and -3.3), and both columns add up to 1."""
    pytest.importorskip("torch")
    rng = np.random.default_rng(4)
    good = rng.random((20_000, 3)) < 0.5
    odds = 3.0 ** (2 * good.sum(1) - 3)
    won = rng.random(len(good)) < odds / (1 + odds)
    data = positions_of(np.where(good, 2, 3)[..., None], np.stack([won, ~won], 1))
    layers = train(data, KINDS, epochs=6, batch=512, winning=TOGETHER)
    expected = expected_shares(layers, data, winning=TOGETHER)
    assert expected.shape == (len(good), 2) and np.allclose(expected.sum(1), 1)
    for number, share in ((0, 1 / 28), (1, 1 / 4), (2, 3 / 4), (3, 27 / 28)):
        assert expected[good.sum(1) == number, 0].mean() == pytest.approx(share, abs=0.03), number


def test_train__positions_that_look_alike() -> None:
    """All seats see the same, and nine in ten games are won together: that is expected, by what a file of the value keeps."""
    pytest.importorskip("torch")
    won = np.arange(4000) % 10 > 0
    data = positions_of(np.full((4000, 2, 1), 2), np.stack([won, ~won], 1))
    expected = expected_shares(train(data, KINDS, batch=256, epochs=15, winning=TOGETHER), data, winning=TOGETHER)
    assert expected[:, 0] == pytest.approx(0.9, abs=0.005)


def test_sampler__positions_are_beginnings_of_turns() -> None:
    """In Nim every decision is a turn: all are kept, from both seats, with the result of their game."""
    found = sampler(stored=1.0, stray=0.0).games(30)
    assert len(set(found.games.tolist())) >= 30 and found.games.min() == 100
    for game in set(found.games.tolist()):
        rows = found.games == game
        turns = found.turns[rows].tolist()
        assert turns == list(range(2, 2 + len(turns))), "from the second turn on, none left out"
        assert len(set(map(tuple, found.shares[rows].tolist()))) == 1
    has_turn = ((found.indices == 5) & (found.amounts != 0)).any(-1)
    assert (has_turn.sum(1) == 1).all(), "one of the two seats has the turn"


def test_sampler__strays() -> None:
    """With strays the games differ from those without; equal seeds give equal positions."""
    plain, stray, again = (sampler(stored=1.0, stray=s).games(20) for s in (0.0, 0.7, 0.7))
    assert all((a == b).all() for a, b in zip(vars(stray).values(), vars(again).values(), strict=True))
    assert len(plain) != len(stray) or (plain.shares != stray.shares).any()


def drawn(n: int, seed: int) -> Positions:
    """Positions of a made-up game: the seat with input 2 wins nine times in ten, the other one has input 3."""
    rng = np.random.default_rng(seed)
    first, upset = rng.random(n) < 0.5, rng.random(n) < 0.1
    wins = first ^ upset
    data = positions_of(
        np.stack([np.where(first, 2, 3), np.where(first, 3, 2)], 1)[..., None], np.stack([wins, ~wins], 1)
    )
    none = np.zeros((n, SEATS, 3))
    data.indices = np.concatenate([data.indices, none.astype(np.int16)], 2)
    data.amounts = np.concatenate([data.amounts, none.astype(np.float16)], 2)
    return data


def test_train__finds_the_odds() -> None:
    """The network learns nine in ten; its log-loss is that of the odds (0.325 nats), and inputs never seen stay zero."""
    pytest.importorskip("torch")
    layers = train(drawn(4000, 1), KINDS, epochs=10, batch=256)
    test = drawn(2000, 2)
    expected = expected_shares(layers, test)
    with_two = test.indices[:, :, 0] == 2
    assert expected[with_two].mean() == pytest.approx(0.9, abs=0.03) and np.allclose(expected.sum(1), 1)
    fit = judge(expected, test.shares)
    assert fit.log_loss == pytest.approx(0.325, abs=0.05) and fit.auc == pytest.approx(0.9, abs=0.04)
    inputs = layers[0][0]
    assert (inputs[[1, 4, 5]] == 0).all() and (inputs[[2, 3]] != 0).any()


def test_train__rank() -> None:
    """Each of 40 inputs has its own worth, so the first layer has use for all its units: it gets no more columns than asked."""
    pytest.importorskip("torch")
    rng = np.random.default_rng(5)
    indices = np.stack([rng.permutation(40)[:4] for _ in range(3000)]).reshape(-1, 2, 2)
    first = indices.sum(2)[:, 0] > indices.sum(2)[:, 1]
    data = positions_of(indices, np.stack([first, ~first], 1))
    for rank in (1, 3):
        layers = train(data, 40, epochs=10, batch=128, rank=rank)
        assert np.linalg.matrix_rank(layers[0][0]) == rank and layers[0][0].shape == (40, FIRST)
        assert judge(expected_shares(layers, data), data.shares).auc > 0.98


def test_blended_shares__by_hand() -> None:
    """A game won by seat 0, at turns 3, 4 and 6, where .4, .6 and .9 were expected; the next game has one position.

    The last gets 1. At turn 4 the weight is .25 for two turns: .75 * .9 + .25 * 1 = .925. At turn 3: .5 * .6 + .5 * .925 = .7625.
    """
    turns, games = [4, 9, 6, 3], [7, 8, 7, 7]  # in no order
    first = np.array([0.6, 0.3, 0.9, 0.4])
    shares = np.array([[1, 0], [0, 1], [1, 0], [1, 0]], np.float32)
    empty = np.zeros((4, SEATS, 4))
    data = Positions(
        empty.astype(np.int16), empty.astype(np.float16), shares, np.array(games), np.array(turns, np.int32)
    )
    found = blended_shares(data, np.stack([first, 1 - first], 1), fade=0.5)
    assert found[:, 0].tolist() == pytest.approx([0.925, 0.0, 1.0, 0.7625]) and np.allclose(found.sum(1), 1)
    assert blended_shares(data, np.stack([first, 1 - first], 1), fade=1.0).tolist() == shares.tolist()


def test_cross_fitted__by_other_games() -> None:
    """A half of the games whose seat 2 always wins, a half where it always loses: each is expected what the other half shows."""
    pytest.importorskip("torch")
    data = drawn(60_000, 3)
    wins = (data.indices[:, 0, 0] == 2) ^ (data.games % 2 == 1)
    data.shares = np.stack([wins, ~wins], 1).astype(np.float32)
    expected = cross_fitted(data, KINDS)
    assert (expected.argmax(1) != data.shares.argmax(1)).mean() > 0.99


def test_judge__by_hand() -> None:
    """Two positions: -ln .8 and -ln .4 have the mean .5697; of four pairs of winner and loser three are in order."""
    expected = np.array([[0.8, 0.2], [0.6, 0.4]])
    fit = judge(expected, np.array([[1, 0], [0, 1]], np.float32))
    assert fit.log_loss == pytest.approx(0.56972, abs=1e-4) and fit.auc == 0.75 and fit.positions == 2
    assert [(round(a, 2), b, n) for a, b, n in fit.calibration] == [(0.2, 0, 1), (0.4, 1, 1), (0.6, 0, 1), (0.8, 1, 1)]


def test_gains__measured_in_turns_of_search() -> None:
    """A search of Nim leaves random play where it sees a win; in whole games its deviations gain."""
    searcher = FlatSearcher(GAME, 2, FlatSettings.read({"policy": "random", "value": "none", "rollouts": "400"}))
    meter = GainMeter(searcher, determinizations=100, most=20)
    sampler(stored=1.0, stray=1.0, searcher=meter).games(10)
    gains = meter.gains()
    assert 5 <= gains.deviations <= 20 and gains.real > 3 * gains.real_error > 0
    assert abs(gains.believed - gains.real) < 4 * np.hypot(gains.believed_error, gains.real_error)


def test_gains__of_two_kinds_of_games() -> None:
    """Pooled by hand: means (2 x .1 + 6 x .2) / 8 and (2 x 0 + 6 x .4) / 8, errors the root of two squares of .06 and of .12, by 8."""
    found = pooled([Gains(2, 0.1, 0.03, 0.0, 0.06), Gains(6, 0.2, 0.01, 0.4, 0.02)])
    assert found.deviations == 8
    assert [found.believed, found.real] == pytest.approx([0.175, 0.3])
    assert [found.believed_error, found.real_error] == pytest.approx([0.0106066, 0.0212132], rel=1e-4)


def test_plan__of_a_game_without_values_for_players_who_win_together() -> None:
    """Castles of Caleira has no reader for such games: that is said before anything is played."""
    from fs_env.training.values.rounds import ValuePlan

    with pytest.raises(ValueError, match="game with values of seats that play together 'castles_of_caleira'"):
        ValuePlan(game="castles_of_caleira", num_players=2, together=True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--variant variant=solo --variant sets=base", "--variant variant=solo sets=base: in some of these games"),
        ("--rank 0", "rank 0: expected 1 to 32"),
        ("--rank 33", "rank 33: expected 1 to 32"),
    ],
)
def test_command__refused(options: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games of rivals and games won together have no value in common, and columns are counted to the 32 units of the first layer:
    nothing is written."""
    pytest.importorskip("torch")
    from fs_env.cli import main

    assert main(["fit-value", str(tmp_path / "run"), *options.split()]) == 2 and not list(tmp_path.iterdir())
    assert words in capsys.readouterr().err


def test_run__judges_what_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report is of the file, which is coarser than what was fitted, and has the columns of the plan."""
    pytest.importorskip("torch")
    from fs_env.agents.values import files
    from fs_env.training.values import rounds

    monkeypatch.setitem(GAMES, "nim", READ)
    monkeypatch.setattr(files, "MOST_LEVEL", 1)  # no worth but nothing, all, and all against it
    plan = rounds.ValuePlan(
        game="nim", num_players=2, variants=({"stones": 9},), policy="random", games=(200,), epochs=6, rank=2
    )
    run = rounds.ValueRun(tmp_path, plan, lambda text: None)
    [report] = run.run(GAME)
    written = files.load_layers(run.value(1), "nim")[0]
    with np.load(run.value(1)) as found:
        assert found["levels"].shape[1] == 2 and set(found["levels"].ravel().tolist()) <= {-1, 0, 1}
    held = Positions.join([rounds.load_positions(file) for file in tmp_path.glob("games-*.npz")])
    held = held.where(held.games % 20 == 0)
    assert report.fit.log_loss == pytest.approx(judge(expected_shares(written, held), held.shares).log_loss)


def test_run__is_judged_by_games_that_it_was_not_fitted_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every twentieth game judges the value: no position of it is fitted, all others are, and none is left out."""
    pytest.importorskip("torch")
    from fs_env.training.values import rounds

    monkeypatch.setitem(GAMES, "nim", READ)
    fitted: list[list[int]] = []
    original = rounds.train

    def spied(data: Positions, *given: Any, **options: Any) -> Any:
        fitted.append(sorted(data.games.tolist()))
        return original(data, *given, **options)

    monkeypatch.setattr(rounds, "train", spied)
    plan = rounds.ValuePlan(
        game="nim", num_players=2, variants=({"stones": 9}, {"stones": 8}), policy="random", games=(60,), epochs=1
    )
    [report] = rounds.ValueRun(tmp_path, plan, lambda text: None).run(GAME)
    games = [int(game) for file in tmp_path.glob("games-1-*.npz") for game in np.load(file)["games"]]
    assert fitted == [sorted(game for game in games if game % 20)]
    assert report.fit.positions == sum(game % 20 == 0 for game in games) > 0 and report.positions == len(games)


def test_run__resumes_and_refuses_another_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run plays nothing twice: stopped after a part it reads it again; another plan in its folder is refused."""
    pytest.importorskip("torch")
    from fs_env.training.values import rounds

    monkeypatch.setitem(GAMES, "nim", READ)
    plan = rounds.ValuePlan(
        game="nim", num_players=2, variants=({"stones": 9}, {"stones": 8}), policy="random", games=(80,), epochs=1
    )
    told: list[str] = []
    [report] = rounds.ValueRun(tmp_path, plan, told.append).run(GAME)
    assert report.kind == "strays" and report.positions > 80 and played(told) == 2
    assert json.loads((tmp_path / "round-1.json").read_text())["positions"] == report.positions
    more = rounds.ValuePlan(**{**vars(plan), "games": (80, 10), "rollouts": 50, "measured": 5})
    with pytest.raises(ValueError, match=r"another plan \(measured, rollouts\)"):
        rounds.ValueRun(tmp_path, more)
    longer = rounds.ValuePlan(**{**vars(plan), "games": (80, 10)})
    reports = list(rounds.ValueRun(tmp_path, longer, told.append).run(GAME))
    assert [r.kind for r in reports] == ["strays", "searched"] and played(told) == 4, "round 1 was read, not played"
    assert reports[1].before is not None and reports[1].gains is not None
    new = sum(len(np.load(file)["games"]) for file in tmp_path.glob("games-2-*.npz"))
    assert reports[0].unseen is None and reports[1].unseen is not None
    assert reports[1].unseen.positions == new > reports[1].before.positions
    parts = [rounds.read_about(file)["gains"]["deviations"] for file in tmp_path.glob("games-2-*.npz")]
    assert len(parts) == 2 and reports[1].gains.deviations == sum(parts) > max(parts), "both variants count"
    assert sorted(p.name for p in tmp_path.glob("value-*.npz")) == ["value-1.npz", "value-2.npz"]


N_INPUTS = KINDS


def __getattr__(name: str) -> Any:
    """`score`, made when the run of the test asks for it: this module is the reader of Nim."""
    if name == "score":
        from fs_env.agents.values.network import make_score

        return make_score(list_stones, KINDS)
    raise AttributeError(name)


def played(told: list[str]) -> int:
    return sum(text.endswith(" games") for text in told)


def some_positions(n: int = 6, seats: int = 2) -> Positions:
    draw = np.random.default_rng(1)
    indices, amounts = np.zeros((n, seats, MOST_STORED), np.int16), np.zeros((n, seats, MOST_STORED), np.float16)
    indices[..., :5], amounts[..., :5] = draw.integers(0, 40, (n, seats, 5)), 1
    shares = np.tile(np.array([1.0, 0.0], np.float32), (n, 1))
    return Positions(indices, amounts, shares, np.arange(n), np.arange(n, dtype=np.int32))
