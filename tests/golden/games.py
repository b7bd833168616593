"""All golden games: a game adds its own to `GOLDEN`."""

from __future__ import annotations

from tests.golden import betrayal, castles_of_caleira, four_souls

GOLDEN = (*four_souls.GOLDEN, *four_souls.OPTIONED, *castles_of_caleira.GOLDEN, *betrayal.GOLDEN)
