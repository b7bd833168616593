"""Expert iteration: what is learned from stored searches, and that rounds of search and learning make a better player."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tensorboard", reason="needs the extra 'train'")

from fs_env import training  # noqa: E402
from fs_env.agents.networks.network import SparseNetwork  # noqa: E402
from fs_env.training import expert_iteration  # noqa: E402
from fs_env.training import run as runs  # noqa: E402
from fs_env.training.expert_iteration import Settings, add_shard, lambda_shares, rollout_targets, searcher  # noqa: E402
from fs_env.training.networks.chunk import Chunk  # noqa: E402
from fs_env.training.run import Run  # noqa: E402
from fs_env.training.selfplay import Selfplay, SelfplayData, SelfplayPlan  # noqa: E402
from tests.arena.nodes import shared_cluster  # noqa: E402
from tests.core.machine.nim import GAME  # noqa: E402
from tests.training.selfplay.bots import KNOWN  # noqa: E402
from tests.training.test_run import NIM, curve, weights  # noqa: E402

train = partial(training.train, "expert_iteration")

SMALL: dict[str, Any] = {
    "game": NIM,
    "options": {"stones": 9},
    "first": "random",
    "search": "rollouts=60",
    "hidden": [32],
    "value_hidden": [16],
    "bots": ["random"],
    "evaluation_games": 100,
    "threads": 1,
    "games": 60,
    "batch_size": 64,
    "learning_rate": 1e-2,
    "epochs": 4,
    "decisions": 1200,
}
pytestmark = pytest.mark.usefixtures("few_positions")


@pytest.fixture
def known(tmp_path: Path) -> SelfplayData:
    """Eight games of a bot whose beliefs are known, with two players."""
    Selfplay(SelfplayPlan([KNOWN], games=8, seed=3, game=NIM, options={"stones": 12}), tmp_path / "known").run()
    return SelfplayData(tmp_path / "known")


@pytest.mark.slow
def test_rounds__search_teaches_a_better_player(tmp_path: Path) -> None:
    """Rounds of search with the network: it wins more and more against random play, in the end three games in four, and the second
    round's games are those of a search with the first round's network and its score."""
    run = train(
        tmp_path / "run",
        Settings(
            **SMALL | {"decisions": 4000, "evaluation_games": 200, "targets": "values", "caution": 1.0, "seed": 2}
        ),
    )
    assert run.rounds >= 2 and run.scores["random"].low > 0.75 and run.scores["sampled_random"].low > 0.6
    assert run.curve[-1]["random"] > run.curve[0]["random"] + 0.08
    agents = [SelfplayData(tmp_path / "run" / "games" / f"round_{number:05}").plan["agents"] for number in (1, 2)]
    file = tmp_path / "run" / "networks" / "round_00001.npz"
    assert agents == [["search:policy=random,rollouts=60"], [f"search:policy=policy:{file},value={file},rollouts=60"]]


@pytest.mark.slow
def test_resume__gives_the_same_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the middle of the second round's games and resumed, it has the same curve and weights, bit by bit."""
    monkeypatch.chdir(tmp_path)
    whole = Settings(**SMALL | {"anneal": 0, "games": 24})
    (tmp_path / "whole").mkdir()
    (tmp_path / "parts").mkdir()
    monkeypatch.chdir(tmp_path / "whole")
    train(Path("run"), whole)
    monkeypatch.chdir(tmp_path / "parts")
    making = Selfplay._making

    def stopped(self: Selfplay, *args: Any) -> Any:
        made = making(self, *args)
        yield next(made)
        if self.folder.name == "round_00002":
            raise KeyboardInterrupt
        yield from made

    monkeypatch.setattr(Selfplay, "_making", stopped)
    with pytest.raises(KeyboardInterrupt):
        train(Path("run"), whole)
    monkeypatch.setattr(Selfplay, "_making", making)
    assert len(list(Path("run/games/round_00002").glob("games_*.npz"))) == 1
    assert train(Path("run"), None, resume=True).rounds >= 2
    assert curve(tmp_path / "parts" / "run") == curve(tmp_path / "whole" / "run")
    files = (tmp_path / part / "run" / "last.npz" for part in ("parts", "whole"))
    for one, other in zip(*map(weights, files), strict=True):
        np.testing.assert_array_equal(one, other)


def test_init__plays_the_first_round(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    with Run.open(tmp_path / "one", "expert_iteration", Settings, Settings(**SMALL), False) as run:
        run.network().save_policy(file)
    with Run.open(tmp_path / "two", "expert_iteration", Settings, Settings(**SMALL, init=str(file)), False) as run:
        assert searcher(run) == f"search:policy=policy:{file},value={file},rollouts=60"


@pytest.mark.parametrize(
    ("given", "spec"),
    [
        ("rollouts=60", "search:policy=policy:F,value=F,rollouts=60"),
        ("search:rollouts=60", "search:policy=policy:F,value=F,rollouts=60"),
        ("tree", "tree:policy=policy:F,value=F"),
        ("tree:rollouts=60", "tree:policy=policy:F,value=F,rollouts=60"),
        ("tree:rollouts=60,policy=random", "tree:policy=random,value=F,rollouts=60"),
        ("policy=policy:other.npz,value=none", "search:policy=policy:other.npz,value=none"),
    ],
)
def test_search__by_a_bot_with_parameters(tmp_path: Path, given: str, spec: str) -> None:
    """A tree may play, and another policy or value than the network's."""
    file = tmp_path / "net.npz"
    with Run.open(tmp_path / "one", "expert_iteration", Settings, Settings(**SMALL), False) as run:
        run.network().save_policy(file)
    with Run.open(
        tmp_path / "two", "expert_iteration", Settings, Settings(**SMALL | {"init": str(file), "search": given}), False
    ) as run:
        assert searcher(run).replace(str(file), "F") == spec


def test_search__by_an_unknown_bot() -> None:
    with pytest.raises(ValueError, match="unknown search 'forest': expected search, tree"):
        Settings(**SMALL | {"search": "forest:rollouts=3"})
    with pytest.raises(ValueError, match="unknown search 'rollouts': expected search, tree"):
        Settings(**SMALL | {"search": "rollouts"})


def test_search__parameters_that_cannot_be_read() -> None:
    """They are refused with the other settings, not when the first round begins."""
    with pytest.raises(ValueError, match="'rollouts' has no key and value"):
        Settings(**SMALL | {"search": "tree:rollouts"})
    with pytest.raises(ValueError, match="'rollouts=4' is given twice"):
        Settings(**SMALL | {"search": "rollouts=3,rollouts=4"})


def test_rounds__by_a_tree(tmp_path: Path) -> None:
    run = train(
        tmp_path / "run",
        Settings(
            **SMALL | {"search": "tree:rollouts=20", "games": 8, "decisions": 200, "evaluation_games": 2, "anneal": 0}
        ),
    )
    assert run.rounds >= 2
    agents = SelfplayData(tmp_path / "run" / "games" / "round_00002").plan["agents"]
    assert agents[0].startswith("tree:policy=policy:") and agents[0].endswith("round_00001.npz,rollouts=20")


def test_chunks_of__mixes_files_until_there_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every choice of an epoch is in one chunk, but for a rest that makes no batch; chunks have as many choices as are asked for."""
    Selfplay(
        SelfplayPlan([KNOWN], games=12, seed=5, game=NIM, options={"stones": 12}, games_per_file=1), tmp_path / "more"
    ).run()
    more = SelfplayData(tmp_path / "more")
    sizes = [int((more.read(path).policy_actions >= 0).sum()) for path in more.files]
    all_of_them, least = sum(sizes), sum(sizes) // 3
    given = Settings(
        **SMALL | {"search": "", "data": [str(more.folder)], "options": {"stones": 12}, "epochs": 3, "batch_size": 2}
    )
    with Run.open(tmp_path / "run", "expert_iteration", Settings, given, False) as run:
        net, rng = run.network(), np.random.default_rng(1)
        monkeypatch.setattr(expert_iteration, "MIXED", least)
        mixed = [len(chunk) for chunk in expert_iteration.chunks_of(run, net, [more], rng)]
        monkeypatch.setattr(expert_iteration, "MIXED", 10**6)
        whole = [len(chunk) for chunk in expert_iteration.chunks_of(run, net, [more], rng)]
    assert whole == [all_of_them] * 3
    assert max(sizes) < least and 6 <= len(mixed) <= 9 and sum(size >= least for size in mixed) >= 6
    assert 3 * (all_of_them - 1) <= sum(mixed) <= 3 * all_of_them and max(mixed) < least + max(sizes)


def test_prior_policy__learns_from_what_its_search_played(tmp_path: Path) -> None:
    """From games of a search with the prior policy as its policy: the number of an action that the search left goes down, that of one that
    it kept goes up; games of another policy are refused."""
    plan = SelfplayPlan(["search:rollouts=60,value=none,horizon=1"], games=8, seed=3, game="castles_of_caleira")
    Selfplay(plan, tmp_path / "data").run()
    given = {
        "game": "castles_of_caleira",
        "hidden": [8],
        "value_hidden": [8],
        "bots": ["random"],
        "evaluation_games": 2,
        "threads": 1,
    }
    given |= {
        "data": [str(tmp_path / "data")],
        "search": "",
        "learning_rate": 0.05,
        "batch_size": 64,
        "decisions": 1500,
    }
    run = train(tmp_path / "run", Settings(**given, prior_policy="heuristic", prior_logit=1.0))
    net = SparseNetwork.load(tmp_path / "run" / "last.npz", run.game)
    kept, left = set(), set()
    for shard in SelfplayData(tmp_path / "data").shards():
        searched = shard.policy_actions >= 0
        same = shard.policy_actions == shard.chosen
        kept |= set(shard.policy_actions[searched & same].tolist())
        left |= set(shard.policy_actions[searched & ~same].tolist())
    assert net.prior_policy == "heuristic" and left
    assert net.prior_logits[sorted(kept - left)].mean() > 1.2 > net.prior_logits[sorted(left - kept or left)].mean()
    never = sorted(set(range(len(net.prior_logits))) - kept - left)
    assert (net.prior_logits[never] == 1).all(), "nothing was learned of actions that the prior policy never took"
    with pytest.raises(ValueError, match="whose policy is 'heuristic', the network's prior policy is 'heuristic@1'"):
        train(tmp_path / "other", Settings(**given, prior_policy="heuristic@1"))
    with pytest.raises(ValueError, match="games of a search with the network do not contain"):
        Settings(**{**given, "search": "rollouts=20"}, prior_policy="heuristic")


def test_settings__cluster_or_workers() -> None:
    with pytest.raises(ValueError, match="ray='auto', workers=2: all processors of the cluster play"):
        Settings(**SMALL | {"ray": "auto", "workers": 2})


@pytest.mark.parametrize("lam", [0.0, 0.6, 1.0])
def test_lambda__mixes_results_with_what_was_expected(known: SelfplayData, lam: float) -> None:
    """By the recursion for each seat, written out: with 1 the result of the game, with 0 what the searcher expected now."""
    [shard] = known.shards()
    found = lambda_shares(shard, lam)
    for game in range(shard.games):
        rows = np.arange(shard.game_starts[game], shard.game_starts[game + 1])
        for seat in (0, 1):
            mine = rows[shard.seats[rows] == seat]
            won = float(shard.returns[game, seat] > 0)
            values = [
                shard.values[shard.action_starts[k] : shard.action_starts[k + 1]][
                    list(shard.actions[shard.action_starts[k] : shard.action_starts[k + 1]]).index(shard.chosen[k])
                ]
                for k in mine
            ]
            for at, k in enumerate(mine):
                left = np.array(values[at:])
                powers = lam ** np.arange(len(left))
                expected = ((1 - lam) * powers * left).sum() + lam ** len(left) * won
                assert found[k] == pytest.approx(expected, abs=1e-6)
    assert 0 < len(set(found.tolist()))


def test_lambda__skips_what_was_not_searched(known: SelfplayData) -> None:
    """Choices without a value have the target of the seat's next choice, the last ones the result."""
    [shard] = known.shards()
    shard.arrays["values"][:] = np.nan
    found = lambda_shares(shard, 0.3)
    won = (shard.returns > 0).astype(np.float32)
    game = np.searchsorted(shard.game_starts, np.arange(len(shard)), side="right") - 1
    np.testing.assert_array_equal(found, won[game, shard.seats])


def test_rollouts__as_targets(known: SelfplayData) -> None:
    """Known tried action k in 5 k determinizations, the highest in none: with temperature 1 their shares, with 0.5 those of their squares;
    where nothing was tried, what was played."""
    [shard] = known.shards()
    choices = np.flatnonzero(np.diff(shard.action_starts) == 4)
    for temperature, tried in ((1.0, [0.0, 5.0, 10.0, 0.0]), (0.5, [0.0, 25.0, 100.0, 0.0])):
        found = rollout_targets(shard, choices, 4, temperature)
        np.testing.assert_allclose(found, np.tile(np.array(tried) / sum(tried), (len(choices), 1)), rtol=1e-6)
    shard.arrays["rollouts"][:] = 0
    np.testing.assert_array_equal(rollout_targets(shard, choices, 4, 1.0), np.tile([1.0, 0, 0, 0], (len(choices), 1)))


def test_targets__of_each_kind(known: SelfplayData) -> None:
    """Known played the lowest action and believed (k + 1) / 10 of action k with an error of k / 100: what was played is one action; the
    values, less twice their errors, a softmax; the rollouts their shares."""
    [shard] = known.shards()
    net = runs.TorchNetwork(
        runs.inputs_for(GAME, shard.observations, seen=1), runs.made_for(GAME, 2), policy=(4,), value=()
    )
    four = np.flatnonzero(np.diff(shard.action_starts) == 4)
    worths = np.exp(np.array([0.1, 0.2 - 0.02, 0.3 - 0.04]) / 0.1)
    for kind, expected in (
        ("played", [1, 0, 0, 0]),
        ("values", [*(worths / worths.sum()), 0]),
        ("rollouts", [0, 1 / 3, 2 / 3, 0]),
    ):
        temperature = 1.0 if kind == "rollouts" else 0.1
        chunk = Chunk(net.tables)
        add_shard(chunk, shard, Settings(**SMALL | {"targets": kind, "temperature": temperature}))
        [lesson] = chunk.lessons(len(shard), np.random.default_rng(0))
        assert len(lesson.shares) == len(shard)
        found = lesson.targets.numpy()[lesson_counts(lesson) == 4]
        assert len(found) == len(four)
        np.testing.assert_allclose(found, np.tile(expected, (len(four), 1)), rtol=1e-5, atol=1e-6)


def lesson_counts(lesson: Any) -> Any:
    return np.bincount(lesson.batch.rows.numpy(), minlength=len(lesson.shares))


def test_data__without_searches_is_refused(tmp_path: Path) -> None:
    """Games of bots that do not think have nothing to learn from here; settings that learn from nothing are refused too."""
    Selfplay(SelfplayPlan(["random"], games=4, game=NIM, options={"stones": 9}), tmp_path / "games").run()
    with pytest.raises(ValueError, match="no searched choices"):
        train(tmp_path / "run", Settings(**SMALL | {"search": "", "data": [str(tmp_path / "games")]}))
    with pytest.raises(ValueError, match="expected a search that plays, or folders"):
        Settings(**SMALL | {"search": ""})
    with pytest.raises(ValueError, match="targets 'value'.*did you mean 'values'"):
        Settings(**SMALL | {"targets": "value"})


@pytest.mark.slow
def test_cluster__plays_as_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Games played on two nodes are those of this process, and so are the curve and the network; a run continues elsewhere."""
    pytest.importorskip("ray", reason="needs the extra 'ray'")
    cluster = shared_cluster(request)
    monkeypatch.chdir(tmp_path)  # where the processes of the cluster are not
    few = SMALL | {"games": 16, "decisions": 900, "evaluation_games": 2, "search": "rollouts=20"}
    there = train(Path("there"), Settings(**few, ray=cluster.address))
    here = train(Path("here"), Settings(**few))
    assert there.rounds == here.rounds >= 2
    for one, other in zip(weights(Path("here/last.npz")), weights(Path("there/last.npz")), strict=True):
        np.testing.assert_array_equal(one, other)
    longer = Settings(**few | {"decisions": 1800})
    assert train(Path("there"), longer, resume=True).rounds > there.rounds
