"""`RecurrentCell`: the memory of a network over its decisions (see `agents.networks.recurrence`) as torch computes and learns it.

It learns by truncated backpropagation through time: R. Williams and J. Peng, "An efficient gradient-based algorithm for on-line training
of recurrent network trajectories" (1990). A window of decisions of one seat begins with the recurrent state that was stored when they
were created (S. Kapturowski et al., "Recurrent experience replay in distributed reinforcement learning", 2019).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

CLOSED = -1.0  # bias of the gates of a new cell: a choice writes about a quarter


class Unrolled(NamedTuple):
    """How the k positions of a batch follow each other, as `collector.decisions.Unroll` has them."""

    order: torch.Tensor
    sizes: list[int]
    recurrent_states: torch.Tensor
    taken: torch.Tensor

    def to(self, device: Any) -> Unrolled:
        order, recurrent_states, taken = (part.to(device) for part in (self.order, self.recurrent_states, self.taken))
        return Unrolled(order, self.sizes, recurrent_states, taken)


class RecurrentCell(torch.nn.Module):
    """Reads and writes a recurrent state of m numbers; a new one changes nothing that the network does."""

    def __init__(self, size: int, first: int, last: int, actions: int) -> None:
        super().__init__()
        self.size = size
        self.read = torch.nn.Parameter(torch.zeros(size, first))
        self.write = torch.nn.Linear(last, 2 * size)
        self.chosen = torch.nn.Parameter(torch.zeros(actions, 2 * size))
        torch.nn.init.constant_(self.write.bias[:size], CLOSED)

    def next(self, state: torch.Tensor, units: torch.Tensor, taken: torch.Tensor) -> torch.Tensor:
        """The recurrent state after a choice: (n, size), from that before, the last hidden units and the actions, int64 (n,)."""
        gate, new = (self.write(units) + self.chosen.index_select(0, taken)).to(state.dtype).chunk(2, 1)
        built: torch.Tensor = state + torch.sigmoid(gate) * (torch.tanh(new) - state)
        return built

    def units(
        self, first: torch.Tensor, after: Callable[[torch.Tensor], torch.Tensor], unroll: Unrolled
    ) -> torch.Tensor:
        """The last hidden units of all positions, (k, units).

        Args:
            first: of the first hidden layer without the recurrent state, not yet rectified, (k, width).
            after: from there to the last hidden units.
            unroll: how the positions follow each other.
        """
        state, at, found = unroll.recurrent_states, 0, []
        listed, taken = first.index_select(0, unroll.order), unroll.taken.index_select(0, unroll.order)
        for k, size in enumerate(unroll.sizes):
            step = slice(at, at + size)
            found.append(after(listed[step] + state[:size] @ self.read))
            if k + 1 < len(unroll.sizes):
                state = self.next(state[:size], found[-1], taken[step])
            at += size
        built: torch.Tensor = torch.cat(found)
        return torch.empty_like(built).index_copy(0, unroll.order, built)

    def _named(self) -> dict[str, torch.Tensor]:
        return {"read": self.read, "write": self.write.weight, "write_bias": self.write.bias, "chosen": self.chosen}

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        return {name: weights.detach().float().cpu().numpy().copy() for name, weights in self._named().items()}

    @torch.no_grad()
    def take(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        for name, weights in self._named().items():
            weights.copy_(torch.from_numpy(arrays[name]))
