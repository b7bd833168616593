"""The kernels of a `GameSpec` that only read fields which every state has under the same names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..compile.jit import Kernel
from ..declare.outcome import Outcome


def make_readers(kernel: Kernel) -> tuple[Callable[..., Any], ...]:
    """The kernels `to_act`, `outcome`, `num_players`, `decisions` and `returns` of a game, for a `kernel` with a parameter `out`.

    The state has the fields `asked` (seat or -1), `outcome`, `n_players`, `decisions` and `winners` (one bit per seat).
    """

    @kernel
    def to_act(s):
        return int(s.asked)

    @kernel
    def outcome(s):
        return int(s.outcome)

    @kernel
    def num_players(s):
        return int(s.n_players)

    @kernel
    def decisions(s):
        return int(s.decisions)

    @kernel
    def returns(s, out):
        """Fills out: winners share 1, the others share -1, zeros where no player or every player has won."""
        n, winners = int(s.n_players), 0
        for p in range(n):
            winners += (int(s.winners) >> p) & 1
        for p in range(n):
            out[p] = 0.0
            if s.outcome == Outcome.WON and winners < n:
                out[p] = 1.0 / winners if (int(s.winners) >> p) & 1 else -1.0 / (n - winners)

    return to_act, outcome, num_players, decisions, returns
