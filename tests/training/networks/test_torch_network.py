"""The torch module against the compiled network: the same inputs, logits, scores and actions, before and after training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agents.networks.inputs import inputs_for
from fs_env.agents.networks.network import SparseNetwork, made_for
from fs_env.agents.networks.policy import NetworkPolicy, NetworkValue
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.answers import legal_ids
from fs_env.envs import load_game
from fs_env.training.networks.positions import play_positions

torch = pytest.importorskip("torch")
from fs_env.training.networks.legal_logits import LegalLogits  # noqa: E402
from fs_env.training.networks.sum_rows import SumRows  # noqa: E402
from fs_env.training.networks.torch_network import Reader, TorchNetwork, list_inputs, share_of  # noqa: E402

GAMES = ("castles_of_caleira", "four_souls")
K = 400 if compiled() else 90


@pytest.fixture(scope="module", params=GAMES)
def play(request: pytest.FixtureRequest) -> Any:
    game = load_game(request.param)
    return game, *play_positions(game, "heuristic" if compiled() else "random", K, strays=0.3, seed=5)


def twin(play: Any, seed: int = 0, **sizes: Any) -> TorchNetwork:
    """A module with random weights that are large enough to matter."""
    torch.manual_seed(seed)
    game, shown, _ = play
    net = TorchNetwork(
        inputs_for(game, shown, seen=3), made_for(game, 2), **{"policy": (32, 16), "value": (16, 8), **sizes}
    )
    with torch.no_grad():
        for weights in net.parameters():
            weights.add_(0.15 * torch.randn_like(weights))
    return net


def compare(net: TorchNetwork, policy: NetworkPolicy, play: Any) -> None:
    """Asserts that the module and the policy agree on all positions up to rounding, and on the greedy action."""
    _, shown, masks = play
    with torch.no_grad():
        logits, scores = (part.numpy() for part in net(net.read(shown, masks)))
    ids, counts = legal_ids(masks)
    found, valued = policy.evaluate(shown, ids, counts)
    np.testing.assert_allclose(found, logits, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(valued, scores, rtol=1e-4, atol=1e-4)
    sorted_ones = np.sort(np.where(np.isfinite(logits), logits, -1e9), axis=1)
    clear = sorted_ones[:, -1] - sorted_ones[:, -2] > 1e-4
    best = ids[np.arange(len(ids)), logits.argmax(1)]
    chosen = [
        policy.act(one, np.flatnonzero(mask).astype(np.int16), policy.new_memory(0)) for one, mask in zip(shown, masks)
    ]
    assert clear.mean() > 0.95 and (np.array(chosen) == best)[clear].all() and len(set(chosen)) > 5


@pytest.mark.parametrize("sizes", [{}, {"policy": (48,), "value": (8,)}, {"policy": (24, 16, 8)}])
def test_network__plays_compiled_as_in_torch(play: Any, sizes: dict[str, Any], tmp_path: Path) -> None:
    net = twin(play, **sizes)
    net.save_policy(tmp_path / "net.npz", {"labels": 3})
    agent = load_agent(f"policy:{tmp_path / 'net.npz'}", play[0])
    compare(net, agent.policy, play)
    assert agent.policy.network.about["training"] == {"labels": 3}
    net.value = None
    net.save_policy(tmp_path / "plays.npz")
    compare(net, NetworkPolicy(SparseNetwork.load(tmp_path / "plays.npz", play[0])), play)


def test_network__learns_and_resumes(play: Any, tmp_path: Path) -> None:
    """Some steps of Adam towards one action raise its probability, in compiled play too; a file can be trained further."""
    game, shown, masks = play
    net = twin(play)
    batch, wanted = net.read(shown, masks), torch.zeros(len(shown), dtype=torch.long)
    policy = NetworkPolicy(net.network())
    optimizer = torch.optim.Adam(net.parameters(), 3e-3)

    def loss() -> Any:
        logits, scores = net(batch)
        return torch.nn.functional.cross_entropy(logits, wanted) + (share_of(scores, 2) - 0.9).square().mean()

    before = loss().item()
    for _ in range(60):
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()
    assert loss().item() < 0.6 * before
    policy.network.take(net.network())
    compare(net, policy, play)
    scores = policy.evaluate(shown, *legal_ids(masks))[1]
    assert share_of(torch.from_numpy(scores), 2).mean().item() == pytest.approx(0.9, abs=0.1)
    net.save_policy(tmp_path / "net.npz")
    again = TorchNetwork.of(SparseNetwork.load(tmp_path / "net.npz", game, 2))
    for one, other in zip(again(batch), net(batch), strict=True):
        torch.testing.assert_close(one, other)


def test_gradient__is_that_of_torch(play: Any) -> None:
    net = twin(play, value=())
    assert net.policy is not None
    batch, layer = net.read(play[1], play[2]), net.policy.first
    pull = torch.randn(len(play[1]), layer.embedding_dim)
    wanted, *_ = torch.autograd.grad((layer(batch.inputs, batch.firsts, batch.amounts) * pull).sum(), layer.weight)
    found, *_ = torch.autograd.grad(
        (SumRows.apply(layer.weight, batch.inputs, batch.amounts, batch.firsts) * pull).sum(), layer.weight
    )
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)  # sums in another order
    assert (found != 0).any(1).sum() > 5


def test_legal_logits__gradients_as_torch_has_them(play: Any) -> None:
    batch = twin(play).read(*play[1:])
    torch.manual_seed(3)
    given = [torch.randn(*shape, requires_grad=True) for shape in ((len(play[1]), 24), (play[0].num_actions, 24))]
    given.append(torch.randn(play[0].num_actions, requires_grad=True))
    units, weights, bias = given
    wanted = (units[batch.rows] * weights[batch.ids]).sum(-1) + bias[batch.ids]
    found = LegalLogits.apply(*given, batch.ids, batch.rows)
    torch.testing.assert_close(found, wanted, rtol=1e-5, atol=1e-5)
    pull = torch.randn(len(batch.ids))
    for mine, theirs in zip(*(torch.autograd.grad((one * pull).sum(), given) for one in (found, wanted)), strict=True):
        torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-4)
        assert (mine != 0).any()


def test_reader__lists_as_compiled_code(play: Any) -> None:
    net, (_, shown, _) = twin(play), play
    places, amounts, firsts = list_inputs(net.tables, shown)
    assert 5 < len(places) / len(shown) < 400 and (np.diff(firsts) >= 0).all()
    for found, expected in zip(Reader(net.tables)(torch.from_numpy(shown)), (places, amounts, firsts), strict=True):
        np.testing.assert_allclose(found.numpy(), expected, rtol=1e-6, atol=1e-6)


def test_share__of_scores() -> None:
    """The softmax of s and of the opposite, shared by the others; nothing known: one share each."""
    for players in (2, 3, 4):
        score = 0.7
        all_of_them = torch.tensor([score, *[-score / (players - 1)] * (players - 1)])
        assert share_of(torch.tensor(score), players).item() == pytest.approx(torch.softmax(all_of_them, 0)[0].item())
        assert share_of(torch.tensor(0.0), players).item() == pytest.approx(1 / players)


def test_value__needs_no_policy(play: Any) -> None:
    net = twin(play, policy=())
    value = NetworkValue(net.network())
    scores = net(net.read(play[1], play[2]))[1].detach().numpy()
    assert [value.score(one) for one in play[1][:20]] == pytest.approx(scores[:20].tolist(), rel=1e-4, abs=1e-4)


def test_positions__are_choices_of_play(play: Any) -> None:
    """Positions have at least two legal actions; the same seed gives the same ones."""
    game, shown, masks = play
    assert shown.shape == (K, game.schema.size) and masks.sum(1).min() >= 2
    again = play_positions(game, "heuristic" if compiled() else "random", 10, strays=0.3, seed=5)
    np.testing.assert_array_equal(again[0], shown[:10])


def test_prior_policy__counts_in_torch_as_in_compiled_code(play: Any) -> None:
    """Logits with the number of each prior action added; its gradient goes to the prior actions, and to no others."""
    game, shown, masks = play
    net, bot = twin(play), load_agent("heuristic", game).policy
    net.take_prior_policy("heuristic", np.linspace(-3, 3, game.num_actions, dtype=np.float32))
    taken = [bot.act(one, np.flatnonzero(mask).astype(np.int16), bot.new_memory(0)) for one, mask in zip(shown, masks)]
    prior_actions = np.array(taken)
    batch, (ids, counts) = net.read(shown, masks, prior_actions), legal_ids(masks)
    logits, scores = net(batch)
    found, valued = NetworkPolicy(net.network()).evaluate(shown, ids, counts, prior_actions)
    np.testing.assert_allclose(found, logits.detach().numpy(), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(valued, scores.detach().numpy(), rtol=1e-4, atol=1e-4)
    logits[np.arange(len(ids)), (ids == prior_actions[:, None]).argmax(1)].sum().backward()
    assert net.prior_logits is not None and net.prior_logits.grad is not None
    expected = np.bincount(prior_actions, minlength=game.num_actions)
    np.testing.assert_allclose(net.prior_logits.grad.numpy(), expected)
    again = TorchNetwork.of(net.network())
    assert (
        again.prior_policy == "heuristic"
        and again.prior_logits is not None
        and torch.equal(again.prior_logits, net.prior_logits)
    )
    with pytest.raises(ValueError, match="the network's prior policy is 'heuristic'"):
        net(net.read(shown, masks))


def test_prior_policy__needs_a_policy_and_a_name(play: Any) -> None:
    """A network that only values takes no prior; a bot that is not there is none."""
    with pytest.raises(ValueError, match="no policy that could begin with a prior"):
        twin(play, policy=()).take_prior_policy("heuristic")
    with pytest.raises(ValueError, match="prior policy 'nobody'"):
        twin(play).take_prior_policy("nobody")
