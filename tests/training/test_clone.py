"""Clones: they learn what their teacher does, in positions of their own play or of stored games."""

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
from fs_env.agents.networks.policy import NetworkPolicy  # noqa: E402
from fs_env.core.machine.run.answers import legal_ids  # noqa: E402
from fs_env.training import clone  # noqa: E402
from fs_env.training import run as runs  # noqa: E402
from fs_env.training.clone import Settings  # noqa: E402
from fs_env.training.networks.chunk import Chunk  # noqa: E402
from fs_env.training.networks.losses import policy_loss, score_loss  # noqa: E402
from fs_env.training.networks.positions import play_positions  # noqa: E402
from fs_env.training.networks.torch_network import TorchNetwork, share_of  # noqa: E402
from fs_env.training.run import Run  # noqa: E402
from fs_env.training.selfplay import Selfplay, SelfplayPlan  # noqa: E402
from tests.core.machine.nim import GAME  # noqa: E402
from tests.training.selfplay.bots import KNOWN  # noqa: E402
from tests.training.test_run import NIM, curve, weights  # noqa: E402

train = partial(training.train, "clone")

TAKE_MOST = "tests.arena.bots:TakeMost"
SMALL: dict[str, Any] = {
    "game": NIM,
    "options": {"stones": 12},
    "teacher": TAKE_MOST,
    "hidden": [32],
    "value_hidden": [16],
    "bots": ["random"],
    "evaluation_games": 40,
    "threads": 1,
    "rows": 16,
    "chunk": 1600,
    "round_chunks": 2,
    "batch_size": 200,
    "learning_rate": 1e-2,
    "decisions": 3 * 3200,
}
pytestmark = pytest.mark.usefixtures("few_positions")


def answers(file: Path) -> tuple[Any, Any]:
    """Positions of random play with more than one legal action, and what a network does there."""
    shown, masks = play_positions(GAME, "random", 600, options={"stones": 12}, seed=77)
    ids, counts = legal_ids(masks)
    logits, _ = NetworkPolicy(SparseNetwork.load(file, GAME)).evaluate(shown, ids, counts)
    return shown, ids[np.arange(len(ids)), logits.argmax(1)]


def test_clone__does_what_its_teacher_does(tmp_path: Path) -> None:
    """After 9,600 labels it takes as many stones as it may, in positions of random play too."""
    run = train(tmp_path / "run", Settings(**SMALL, seed=2))
    shown, found = answers(tmp_path / "run" / "last.npz")
    most = np.minimum(shown[:, 0], 3) - 1
    assert (found == most).mean() > 0.97
    assert run.curve[-1]["agreement"] > 0.97 > run.curve[0]["agreement"]
    assert run.curve[-1]["score_loss"] < run.curve[0]["score_loss"]


@pytest.mark.slow
def test_resume__gives_the_same_clone(tmp_path: Path) -> None:
    """Stopped after the first round and resumed, it has the same curve and weights, bit by bit."""
    whole = Settings(**SMALL | {"anneal": 0})
    train(tmp_path / "whole", whole)
    assert train(tmp_path / "parts", Settings(**SMALL | {"anneal": 0, "decisions": 3200})).rounds == 1
    assert train(tmp_path / "parts", whole, resume=True).rounds == 3
    assert curve(tmp_path / "parts") == curve(tmp_path / "whole")
    for one, other in zip(
        weights(tmp_path / "parts" / "last.npz"), weights(tmp_path / "whole" / "last.npz"), strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_shares__are_those_at_the_end_of_each_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all take as many stones as they may, who faces one to three stones has won, and who faces four to six has lost; only
    positions of games that continue at the end of the round have no share: a chunk is learned when the next one is gathered."""
    kept: list[tuple[Any, Any]] = []
    add = Chunk.add

    def keep(self: Chunk, observations: Any, ids: Any, targets: Any, shares: Any) -> None:
        kept.append((observations[:, 0].copy(), shares))
        add(self, observations, ids, targets, shares)

    monkeypatch.setattr(Chunk, "add", keep)
    settings = Settings(**SMALL | {"strays": 0.0, "own": 0.0, "chunk": 1616})
    with Run.open(tmp_path, "clone", Settings, settings, False) as run:
        chunks = []
        for chunk in clone.own_chunks(run, run.network(), run.begin_round()):
            if not chunks:
                assert len(kept) == 202 and not np.isnan(np.concatenate([part[1] for part in kept[:101]])).any()
            chunks.append(chunk)
    assert [len(chunk) for chunk in chunks] == [1616, 1616]
    stones, shares = (np.concatenate([one[k] for one in kept]) for k in (0, 1))
    known = ~np.isnan(shares)
    assert 0.95 < known.mean() < 1
    assert (shares[known & (stones <= 3)] == 1).all() and (shares[known & (stones > 3) & (stones <= 6)] == 0).all()


def test_own__network_plays_its_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A teacher alone without straying never shows its secret; once the network plays too, positions after that are labelled."""
    seen = []
    for own in (0.0, 1.0):
        kept: list[Any] = []
        monkeypatch.setattr(Chunk, "add", lambda self, observations, *rest, kept=kept: kept.append(observations.copy()))
        monkeypatch.setattr(Chunk, "__len__", lambda self: 0)
        settings = Settings(**SMALL | {"strays": 0.0, "own": own, "round_chunks": 4})
        with Run.open(tmp_path / str(own), "clone", Settings, settings, False) as run:
            list(clone.own_chunks(run, run.network(), run.begin_round()))
        shown = np.concatenate(kept)[:, GAME.schema["shown"].offset :]
        half = len(shown) // 4
        seen.append([shown[:half].any(), shown[2 * half :].any()])
    assert seen == [[False, False], [False, True]]


def test_data__learns_what_was_played(tmp_path: Path) -> None:
    """From stored games of a bot that takes one stone, the network learns to take one."""
    plan = SelfplayPlan([KNOWN], games=40, seed=3, game=NIM, options={"stones": 12}, games_per_file=10)
    Selfplay(plan, tmp_path / "games").run()
    train(tmp_path / "run", Settings(**SMALL | {"data": [str(tmp_path / "games")], "chunk": 400, "round_chunks": 8}))
    shown, found = answers(tmp_path / "run" / "last.npz")
    never = (shown[:, GAME.schema["shown"].offset :] == 0).all(1)
    assert (found[never] == 0).mean() > 0.97
    for changes, words in (
        ({"num_players": 3}, "has games of 2 players, this run is for 3"),
        ({"options": {"stones": 13}}, "has games with the options .*12.*, this run is for .*13"),
        ({"game": "castles_of_caleira", "options": {}}, "has games of tests.core.machine.nim:GAME"),
        ({"data": [str(tmp_path / "nowhere")]}, "not a folder of fs-env selfplay"),
    ):
        with pytest.raises(ValueError, match=words):
            train(tmp_path / f"bad_{len(words)}", Settings(**SMALL | {"data": [str(tmp_path / "games")]} | changes))


def test_teacher__that_is_not_compiled_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="play it by fs-env selfplay"):
        train(tmp_path / "run", Settings(**SMALL | {"teacher": "search:rollouts=10,policy=random,value=none"}))


def test_chunk__has_every_position_once_as_the_network_reads_it() -> None:
    """Lessons hold each position once, with the inputs, legal actions, targets and share that were given; logits are those that the
    network has when it reads the position alone."""
    shown, masks = play_positions(GAME, "random", 250, seed=4)
    torch.manual_seed(0)
    net = TorchNetwork(runs.inputs_for(GAME, shown), runs.made_for(GAME, 2), policy=(8,), value=(4,))
    chunk, rng = Chunk(net.tables), np.random.default_rng(5)
    given = []
    for part in np.array_split(np.arange(250), 6):
        ids, counts = legal_ids(np.ascontiguousarray(masks[part]))
        targets = np.where(ids >= 0, rng.random(ids.shape), 0).astype(np.float32)
        shares = rng.random(len(part)).astype(np.float32)
        chunk.add(shown[part], ids, targets, shares)
        given += [(share, row[:n], one) for share, row, n, one in zip(shares, targets, counts, shown[part])]
    assert len(chunk) == 250
    found = {}
    sizes = []
    for lesson in chunk.lessons(50, np.random.default_rng(1)):
        logits, scores = net(lesson.batch)
        sizes.append(len(scores))
        for k, share in enumerate(lesson.shares.tolist()):
            found[share] = (lesson.targets[k].numpy(), logits[k].detach().numpy(), scores[k].item())
    assert sizes == [50] * 5 and len(found) == 250
    whole, values = (part.detach().numpy() for part in net(net.read(shown, masks)))
    for (share, targets, _), logits, value in zip(given, whole, values):
        mine, theirs, score = found[float(share)]
        np.testing.assert_array_equal(mine[: len(targets)], targets)
        assert not mine[len(targets) :].any()
        n = np.isfinite(logits).sum()
        np.testing.assert_allclose(theirs[:n], logits[:n], rtol=1e-5, atol=1e-6)
        assert np.isneginf(theirs[n:]).all() and score == pytest.approx(value, abs=1e-5)


def test_losses__by_hand() -> None:
    """Cross-entropies of two small positions, and gradients that are finite where an action does not exist."""
    logits = torch.tensor([[0.0, 0.0, -torch.inf], [0.0, np.log(3.0), 0.0]], requires_grad=True)
    targets = torch.tensor([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])
    loss = policy_loss(logits, targets)
    assert loss.item() == pytest.approx((np.log(2) - 0.5 * np.log(3 / 5) - 0.5 * np.log(1 / 5)) / 2)
    loss.backward()
    assert logits.grad is not None and torch.isfinite(logits.grad).all()
    scores = torch.tensor([0.3, -1.0, 2.0])
    for players in (2, 4):
        known = share_of(scores, players).numpy()
        expected = -(np.log(known[0]) + np.log(1 - known[2])) / 2
        found = score_loss(scores, torch.tensor([1.0, torch.nan, 0.0]), players)
        assert found.item() == pytest.approx(float(expected), rel=1e-5)
    assert score_loss(scores, torch.full((3,), torch.nan), 2).item() == 0


@pytest.mark.slow
def test_castles__clone_of_the_heuristic_beats_random_play(tmp_path: Path) -> None:
    """65,536 labels, half a minute on one core: it wins at least three games in four against random play, drawing too."""
    settings = Settings(
        game="castles_of_caleira",
        teacher="heuristic@1",
        decisions=65_536,
        chunk=16_384,
        round_chunks=4,
        batch_size=1024,
        threads=1,
        seed=2,
    )
    run = train(tmp_path / "run", settings)
    assert run.scores["random"].low > 0.65 and run.scores["sampled_random"].low > 0.6
