"""Each seat's share of the win, 0 to 1: of a finished game from its returns, of a position from the scores of a value."""

import math

from ..compile.jit import Kernel

FARTHEST = 50.0  # difference of scores: beyond it a share is 0 in any case
RIVALS, TOGETHER, SIDES, OWN_SIDE = range(4)
"""How seats win: each for itself, all or none, or by sides, where a seat's share is whether its side wins; the last where one seat's share
alone is asked for."""

kernel = Kernel(None, shares="float64[::1]")


@kernel
def share_returns(shares, winning):
    """Turns the returns of a finished game into shares: 1/k for each of k winners, or 1 where they win by sides; where all lose together
    no player's, and where no player won or lost even ones, or no player's in a game that rivals alone do not win."""
    lost, won = False, False
    for seat in range(len(shares)):
        lost = lost or shares[seat] < 0.0
        won = won or shares[seat] > 0.0
    for seat in range(len(shares)):
        if won or lost:
            shares[seat] = max(0.0, shares[seat])
            if winning >= SIDES and shares[seat] > 0.0:
                shares[seat] = 1.0
        else:
            shares[seat] = 1.0 / len(shares) if winning == RIVALS else 0.0


@kernel
def share_scores(shares, winning):
    """Turns the scores of all seats into shares: their softmax; in a game that is won together the sigmoid of their mean; where sides
    win, the softmax of each seat's score and its opposite."""
    n, best, total = len(shares), shares[0], 0.0
    if winning >= SIDES:
        for seat in range(n):
            shares[seat] = 1.0 / (1.0 + math.exp(-2.0 * max(-FARTHEST, min(FARTHEST, shares[seat]))))
        return
    for seat in range(n):
        best = max(best, shares[seat])
        total += shares[seat]
    if winning == TOGETHER:
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
