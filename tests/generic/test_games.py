"""Every enrolled game passes the generic suite."""

from __future__ import annotations

import pytest

from fs_env.core.machine.game import load_game
from fs_env.envs.registry import GAMES
from tests.generic import suite
from tests.generic.games import ENROLLED, case_name, cases


@pytest.mark.parametrize("case", cases(), ids=case_name)
@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
def test_game(check, case):
    """The game passes the check, in each of its variants and for every number of seats."""
    name, players, options = case
    enrolled = ENROLLED[name]
    check(load_game(enrolled.home), players, enrolled.sizes.get(check.__name__, enrolled.decisions), players, **options)


def test_enrolled__every_game_of_the_package():
    """No registered game is left out of the suite."""
    assert {enrolled.home for enrolled in ENROLLED.values()} >= set(GAMES.values())
