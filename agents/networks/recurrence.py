"""Memory of a network over its decisions: the recurrent state, numbers that its seat hands on from one choice of a game to the next.

It adds to the units of the first hidden layer of the policy, as inputs do. When an action is chosen, it changes: by gates and candidates
that depend on the last hidden units and on the action, as in a minimal gated unit (J. Heck and F. Salem, "Simplified
minimal gated unit variations for recurrent neural networks", 2017, https://arxiv.org/abs/1701.03452). It begins as zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDEST = 256  # numbers of a recurrent state


@dataclass(frozen=True)
class Recurrence:
    """The weights that read and write a recurrent state of m numbers, float32, contiguous.

    Attributes:
        read: (m, width): what each number adds to the units of the first hidden layer of the policy.
        write: (2 m, units): of the last hidden layer, for m gates and then m candidates.
        write_bias: (2 m,).
        chosen: (num_actions, 2 m): what the chosen action adds to them.
    """

    read: NDArray[np.float32]
    write: NDArray[np.float32]
    write_bias: NDArray[np.float32]
    chosen: NDArray[np.float32]

    @property
    def size(self) -> int:
        return len(self.read)

    @classmethod
    def checked(cls, arrays: dict[str, NDArray[Any]], first: int, last: int, actions: int) -> Recurrence:
        """Contiguous copies of arrays, by the names of the attributes. Raises ValueError for other shapes."""
        m = len(arrays["read"])
        shapes = {"read": (m, first), "write": (2 * m, last), "write_bias": (2 * m,), "chosen": (actions, 2 * m)}
        if not 1 <= m <= WIDEST:
            raise ValueError(f"a recurrent state of {m} numbers: expected 1 to {WIDEST}")
        for name, shape in shapes.items():
            one = arrays[name]
            if one.dtype.kind != "f" or one.shape != shape or not np.isfinite(one).all():
                raise ValueError(
                    f"{name} of its recurrent state is {one.dtype} {one.shape}: expected finite numbers of shape {shape}"
                )
        return cls(**{name: np.array(arrays[name], np.float32, order="C") for name in shapes})
