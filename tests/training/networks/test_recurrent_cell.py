"""The recurrent state as torch computes it: as compiled code plays it, gradients through time by small steps, and a task that needs it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from fs_env.agents.networks.policy import NetworkPolicy  # noqa: E402
from fs_env.core.castles_of_caleira.game import GAME as CASTLES  # noqa: E402
from fs_env.core.machine.run.answers import legal_ids  # noqa: E402
from fs_env.training.collector.decisions import Collected  # noqa: E402
from fs_env.training.networks.recurrent_cell import RecurrentCell, Unrolled  # noqa: E402
from fs_env.training.networks.torch_network import Batch, TorchNetwork  # noqa: E402
from fs_env.training.ppo import unrolled  # noqa: E402
from tests.agents.networks import network, positions, with_recurrence  # noqa: E402
from tests.training.collector.test_collector import collector  # noqa: E402

RECURRENT_SIZE = 4


def batch_of(parts: Any, window: int) -> tuple[Batch, Any]:
    all_of = Collected(parts, window)
    mini = all_of.take(np.arange(len(all_of)))
    seen = [torch.from_numpy(part) for part in mini[:6]]
    return Batch(*seen, mini.most, None, unrolled(mini)), mini


@pytest.mark.parametrize("window", [1, 3, 1000])
def test_forward__is_what_was_played(window: int) -> None:
    """The log-probability of every choice is the one that compiled code drew it with, through windows of any length; with the
    recurrent states of others it is not."""
    made = collector(rows=5, recurrent_size=RECURRENT_SIZE)
    batch, mini = batch_of(made.collect(30), window)
    net = TorchNetwork.of(made.network)

    def log_probs(batch: Batch) -> Any:
        with torch.no_grad():
            logits, _ = net(batch)
        return torch.log_softmax(logits, 1).numpy()[np.arange(len(mini.chosen)), mini.chosen]

    np.testing.assert_allclose(log_probs(batch), mini.log_probs, rtol=1e-4, atol=1e-4)
    assert batch.unroll is not None
    mixed = batch.unroll._replace(recurrent_states=batch.unroll.recurrent_states.flip(0))
    assert (np.abs(log_probs(batch._replace(unroll=mixed)) - mini.log_probs) > 1e-3).mean() > 0.1 or window == 1000
    others = batch.unroll._replace(taken=torch.zeros_like(batch.unroll.taken))
    changed = (np.abs(log_probs(batch._replace(unroll=others)) - mini.log_probs) > 1e-3).mean()
    assert changed > 0.3 if window > 1 else changed == 0


def test_new_recurrent_cell__changes_nothing() -> None:
    """A network that gets a recurrent state plays as before, whatever the recurrent state is; its weights go to compiled code and back."""
    shown, masks = positions(CASTLES, 50)
    net = TorchNetwork.of(network(CASTLES, shown))
    before, _ = NetworkPolicy(net.network()).evaluate(shown, *legal_ids(masks))
    net.take_recurrence(RECURRENT_SIZE)
    given = np.random.default_rng(0).normal(0, 1, (len(shown), RECURRENT_SIZE)).astype(np.float32)
    after, _ = NetworkPolicy(net.network()).evaluate(shown, *legal_ids(masks), recurrent_states=given)
    assert np.array_equal(before, after)
    assert (
        net.recurrence is not None
        and 0.2 < float(torch.sigmoid(net.recurrence.write.bias[:RECURRENT_SIZE]).mean().detach()) < 0.35
    )
    wanted = with_recurrence(network(CASTLES, shown), RECURRENT_SIZE).recurrence_arrays
    found = TorchNetwork.of(with_recurrence(network(CASTLES, shown), RECURRENT_SIZE)).network().recurrence_arrays
    assert all((found[name] == wanted[name]).all() for name in wanted) and len(found) == 4
    with pytest.raises(ValueError, match="a recurrent state of 4 numbers: expected a batch with those"):
        net(net.read(shown, masks))
    with pytest.raises(ValueError, match="recurrent_size=4: the network has no policy"):
        TorchNetwork(net.tables, net.made_for, policy=()).take_recurrence(4)


def windows(lengths: list[int], size: int, seed: int = 0) -> Unrolled:
    """Windows of these lengths, falling, whose positions are in the order of the windows."""
    firsts = np.cumsum([0, *lengths[:-1]])
    order = [int(firsts[k]) + j for j in range(lengths[0]) for k, length in enumerate(lengths) if j < length]
    sizes = [sum(j < length for length in lengths) for j in range(lengths[0])]
    rng = np.random.default_rng(seed)
    recurrent_states = torch.from_numpy(rng.normal(0, 1, (len(lengths), size)).astype(np.float32))
    return Unrolled(torch.tensor(order), sizes, recurrent_states, torch.from_numpy(rng.integers(0, 3, sum(lengths))))


def test_gradients__go_back_through_time() -> None:
    """The gradient of the last units of a window by each weight, first units of its first position included, is that of small steps."""
    torch.manual_seed(0)
    cell, unroll = RecurrentCell(2, 5, 4, 3).double(), windows([4, 2, 1], 2)
    unroll = unroll._replace(recurrent_states=unroll.recurrent_states.double())
    layer = torch.nn.Linear(5, 4).double()
    with torch.no_grad():
        for weights in cell.parameters():
            weights.add_(torch.randn_like(weights))
    first = torch.randn(7, 5, dtype=torch.float64, requires_grad=True)

    def last(*_: Any) -> Any:
        return cell.units(first, lambda one: torch.tanh(layer(one)), unroll)[3].sum()

    assert torch.autograd.gradcheck(last, (first, *cell.parameters()), eps=1e-6, atol=1e-6)
    last().backward()
    assert first.grad is not None and (first.grad[0].abs() > 0).any(), "the first position of its window"
    assert not first.grad[4:].any(), "positions of other windows"


def test_task__that_needs_a_memory() -> None:
    """A bit is shown in the first position of a window, and asked for in the last: learned through the recurrent state to nearly no
    loss."""
    torch.manual_seed(1)
    steps, n = 4, 16
    cell, layer, out = RecurrentCell(4, 8, 8, 3), torch.nn.Linear(8, 8), torch.nn.Linear(8, 2)
    entry = torch.nn.Linear(3, 8)
    weights = [*cell.parameters(), *layer.parameters(), *out.parameters(), *entry.parameters()]
    optimizer, losses = torch.optim.Adam(weights, lr=0.05), []
    unroll = windows([steps] * n, 4)
    unroll = unroll._replace(recurrent_states=torch.zeros(n, 4), taken=torch.zeros(n * steps, dtype=torch.int64))
    for _ in range(100):
        bits = torch.randint(0, 2, (n,))
        shown = torch.zeros(n, steps, 3)
        shown[torch.arange(n), 0, bits] = 1
        shown[:, -1, 2] = 1
        units = cell.units(entry(shown.view(-1, 3)), lambda one: torch.relu(layer(torch.relu(one))), unroll)
        loss = torch.nn.functional.cross_entropy(out(units.view(n, steps, 8)[:, -1]), bits)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert min(losses[:5]) > 0.5 and max(losses[-20:]) < 0.1
