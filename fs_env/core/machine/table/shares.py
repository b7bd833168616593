"""Each seat's share of the win, 0 to 1: of a finished game from its returns, of a position from the scores of a value."""

from __future__ import annotations

import math

from ..compile.jit import Kernel

FARTHEST = 50.0  # difference of scores: beyond it a share is 0 in any case

kernel = Kernel(None, shares="float64[::1]")


@kernel
def share_returns(shares, cooperative):
    """Turns the returns of a finished game into shares: 1/k for each of k winners; where all lose together nobody's, and where
    nobody won or lost even ones, or nobody's in a game that is won together."""
    lost, won = False, False
    for seat in range(len(shares)):
        lost = lost or shares[seat] < 0.0
        won = won or shares[seat] > 0.0
    for seat in range(len(shares)):
        if won or lost:
            shares[seat] = max(0.0, shares[seat])
        else:
            shares[seat] = 0.0 if cooperative != 0 else 1.0 / len(shares)


@kernel
def share_scores(shares, cooperative):
    """Turns the scores of all seats into shares: their softmax; in a game that is won together the sigmoid of their mean."""
    n, best, total = len(shares), shares[0], 0.0
    for seat in range(n):
        best = max(best, shares[seat])
        total += shares[seat]
    if cooperative != 0:
        mean = max(-FARTHEST, min(FARTHEST, total / n))
        for seat in range(n):
            shares[seat] = 1.0 / (1.0 + math.exp(-mean))
        return
    total = 0.0
    for seat in range(n):
        shares[seat] = math.exp(max(-FARTHEST, shares[seat] - best))
        total += shares[seat]
    for seat in range(n):
        shares[seat] /= total
