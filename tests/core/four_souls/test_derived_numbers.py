"""Derived numbers are recomputed only when something that they are made of may have changed (R12.9)."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import PASS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE, Cond, Static, Whom
from fs_env.core.four_souls.rules.numbers import refresh
from fs_env.core.machine.compile.in_python import in_python
from fs_env.core.machine.declare.fields import as_records
from tests.core.four_souls.rules.table import start
from tests.generic.suite import state_bytes

ALL_SETS = {"sets": 7}
CASES = {
    "two players": {"num_players": 2},
    "three players, all sets": {"num_players": 3, **ALL_SETS},
    "four players, all sets": {"num_players": 4, **ALL_SETS},
    "rooms": {"num_players": 3, "rooms": 1, **ALL_SETS},
    "open hands and bartering": {"num_players": 2, "open_hands": 1, "bartering": 1, **ALL_SETS},
    "solo": {"num_players": 2, "variant": 1, **ALL_SETS},
}
UNSTEADY = ("empty_vessel", "bum_bo_item", "guppys_eye", "theres_options", "might_for_the_meek", "pity_for_the_poor")
STEADY = ("dinner", "lard", "meat", "steamy_sale", "maggys_blessing")


REFRESH = in_python(refresh, {})
"""Compiled by itself it would take as long as all the games here."""


def recomputed(S: np.ndarray) -> np.ndarray:
    """The position with all its numbers made anew by force: where nothing is under way the compiled rules do so by themselves on
    the way to the same question."""
    again = GAME.clone(S)
    state = again.view(np.ndarray)
    if state["n_frames"][0]:
        REFRESH(as_records(state)[0])
    else:
        state["asked"], state["dirty"] = NONE, 1
        GAME.step(again, PASS)
    return again


def expect_up_to_date(S: np.ndarray, generator: np.random.Generator, decisions: int) -> None:
    """Random play: recomputing all numbers changes nothing in any position."""
    for _ in range(decisions):
        if GAME.to_act(S) < 0:
            break
        assert state_bytes(S) == state_bytes(recomputed(S)), f"decision {GAME.decisions(S)}"
        legal = GAME.legal(S)
        GAME.step(S, int(legal[generator.integers(len(legal))]))


@pytest.mark.parametrize("options", CASES.values(), ids=CASES.keys())
def test_numbers__are_up_to_date_at_every_decision(options):
    """From the deal on."""
    S, generator = GAME.new(), np.random.default_rng(5)
    for seed in range(2):
        GAME.setup(S, seed=seed, **options)
        expect_up_to_date(S, generator, 2000)


def test_numbers__follow_what_unsteady_cards_read():
    generator = np.random.default_rng(5)
    first, second = ["empty_vessel", "guppys_eye", "bum_bo_item"], ["theres_options"]
    for _ in range(5):
        game = start({"items": first, "coins": 9, "hand": ["bomb", "a_penny"]}, {"items": second, "coins": 9})
        expect_up_to_date(game.S, generator, 150)


def test_unsteady__counts_the_cards_in_play():
    S, seen = GAME.new(), set()
    for seed in range(40):
        GAME.setup(S, seed=seed, num_players=4, **ALL_SETS)
        GAME.playout(S, 0, seed, 40 * seed + 50)
        here = np.asarray(S["face"][0][S["play"][0][: S["n_play"][0]]])
        expected = 0
        for face in here.tolist():
            for t in range(T.C_ST0[face], T.C_ST0[face] + T.C_STN[face]):
                reads = T.ST_COND[t] != Cond.ALWAYS or T.ST_WHOM[t] == Whom.FEWEST_SOULS
                expected += T.ST_MOD[t] in (Static.OPEN_HANDS, Static.SEE_TOP) or (reads and T.ST_MOD[t] in T.NUMBERS)
        assert S["unsteady"][0] == expected
        seen.add(expected)
    assert max(seen) > 0, "random games never had such cards in play"


def test_unsteady__is_read_off_the_text():
    """Cards that follow coins, hands, hit points, souls or the top of a deck as printed, and cards that do not."""
    assert all(T.C_UNSTEADY[T.CARD_ID[card]] > 0 for card in UNSTEADY)
    assert all(T.C_UNSTEADY[T.CARD_ID[card]] == 0 for card in STEADY)
