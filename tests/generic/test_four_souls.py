"""The generic suite on Four Souls, a long run of random decisions, and what must hold in every position."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.state import PLAYERS, Zone
from tests.generic import suite

SIZES = {
    "check_random_play": 300_000,
    "check_mask_is_what_step_accepts": 120,
    "check_same_game_without_compilation": 60,
    "check_nothing_hidden_shows": 150,
    "check_guesses_are_worlds": 150,
}


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
def test_four_souls(check, num_players):
    """Four Souls passes every generic check, for every number of seats."""
    check(GAME, num_players, SIZES.get(check.__name__, 400), seed=num_players)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_random_games__a_million_decisions_without_a_guard(num_players):
    """No capacity is ever exceeded, and random games come to an end (A53, ER-51)."""
    games, decisions = 0, 0
    seed = 0
    while decisions < 1_000_000:
        count = GAME.run_random(100, num_players, seed, max_decisions=100_000)
        decisions += count.decisions
        games += count.games
        assert count.outcomes[4] == 0, f"guard outcome among the games of seeds {seed}..{seed + 99}"
        seed += 100
    assert games >= 100


def places(record) -> np.ndarray:
    """How many places hold each instance."""
    seen = np.zeros(T.N_INSTANCES, int)

    def add(instances) -> None:
        for inst in instances:
            seen[inst] += 1

    for deck in range(3):
        add(record["deck"][deck][: record["n_deck"][deck]])
        add(record["pile"][deck][: record["n_pile"][deck]])
    for player in range(record["n_players"]):
        add(record["hand"][player][: record["n_hand"][player]])
        add([record["character"][player]])
    add(record["play"][: record["n_play"]])
    add(inst for inst in record["shop"][: record["n_shop"]] if inst != NONE)
    return seen


IN_A_LIST = {Zone.DECK, Zone.PILE, Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SHOP, Zone.ACTIVE, Zone.CHARACTER}


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_invariants(num_players):
    """Every card is in exactly one zone (R2.21); coins, counters, HP and souls are never negative; HP never above its maximum."""

    def claim(record):
        seen = places(record)
        for inst in range(T.N_INSTANCES):
            zone = Zone(int(record["zone"][inst]))
            expected = 1 if zone in IN_A_LIST else 0
            assert seen[inst] == expected, f"{T.NAMES[T.INST_CARD[inst]]} is in {zone.name} and in {seen[inst]} lists"
        for deck in range(3):
            for inst in record["deck"][deck][: record["n_deck"][deck]]:
                assert record["zone"][inst] == Zone.DECK
            for inst in record["pile"][deck][: record["n_pile"][deck]]:
                assert record["zone"][inst] == Zone.PILE
        assert (record["coins"] >= 0).all() and (record["counters"] >= 0).all()
        assert (record["hp"] >= 0).all() and (record["souls"] >= 0).all()
        for unit in range(num_players):
            assert record["hp"][unit] <= record["max_hp"][unit]
        for slot in range(record["n_slots"]):
            if record["slot"][slot] != NONE:
                assert record["hp"][PLAYERS + slot] <= record["max_hp"][PLAYERS + slot]
        for player in range(num_players):
            cards = (record["zone"] == Zone.SOUL) & (record["owner"] == player)
            assert record["souls"][player] == record["soul_value"][cards].sum() + record["innate_souls"][player]

    suite.check_invariant(GAME, num_players, 4000, num_players, claim)
