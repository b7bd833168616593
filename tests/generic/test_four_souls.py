"""Four Souls: a long run of random decisions, and what must hold in every position."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.card_kinds import CardKind
from fs_env.core.four_souls.state import Outcome
from tests.core.four_souls.invariants import expect_sound_position
from tests.generic import suite

SOME = 12
"""One position in so many is checked: a card that is lost, or a number that is wrong, stays so for a while."""
LIMIT = 500_000
"""Decisions after which a random game counts as endless; most take some thousand."""
SLOW_SETS, SLOW_LIMIT = 4, 5_000_000
"""Four Souls+ alone: up to twelve strong monsters lie out, and random players kill none of them for thousands of turns."""
UNDECIDED = [(3, 2), (4, 2)]
"""The Gold Box alone has nine souls in reach, its only Guppy item being one: each of three players may have three of them,
and no player comes to four."""


ALL = (1 << len(SETS)) - 1
COMBINATIONS = [(players, sets) for sets in range(1, ALL + 1) for players in (2, 3, 4)]


def table_name(table):
    """Seats and sets in words."""
    players, sets = table
    return f"{players}-{'-'.join(name for k, name in enumerate(SETS) if sets >> k & 1)}"


def expect_sound_games(players, sets, wanted, seed=0):
    """Plays random games until that many decisions are made; none meets a guard and hardly any is drawn."""
    games, decisions, outcomes = 0, 0, np.zeros(len(Outcome), int)
    undecided = (players, sets) in UNDECIDED
    limit = 100_000 if undecided else SLOW_LIMIT if sets == SLOW_SETS else LIMIT
    while decisions < wanted:
        count = GAME.run_random(20, players, seed + games, max_decisions=limit, sets=sets)
        decisions += count.decisions
        games += count.games
        outcomes += count.outcomes
        assert count.outcomes[Outcome.GUARD] == 0, f"guard outcome among the games of seeds {seed + games - 20}.."
    assert undecided or outcomes[Outcome.TRUNCATED] == 0, "an endless game"
    assert outcomes[Outcome.TRUNCATED] * 4 <= games and outcomes[Outcome.DRAWN] * 100 <= games
    assert outcomes.sum() == games and outcomes[Outcome.RUNNING] == 0


@pytest.mark.slow
@pytest.mark.parametrize("table", COMBINATIONS, ids=table_name)
def test_random_games__half_a_million_decisions_without_a_guard(table):
    """No capacity is ever exceeded, and every random game comes to an end (A53, ER-51), ten million decisions in all."""
    assert len(COMBINATIONS) * 500_000 >= 10_000_000
    expect_sound_games(*table, wanted=500_000)


@pytest.mark.long
@pytest.mark.parametrize("table", COMBINATIONS, ids=table_name)
def test_random_games__twenty_million_decisions_without_a_guard(table):
    """The same with other games, and 420 million decisions in all."""
    expect_sound_games(*table, wanted=20_000_000, seed=1_000_000)


def share_undecided(players, sets, games):
    """Which share of that many random games is drawn by the rules (A53) or comes to no end."""
    chunks = [GAME.run_random(500, players, seed, max_decisions=LIMIT, sets=sets) for seed in range(0, games, 500)]
    outcomes = np.sum([count.outcomes for count in chunks], axis=0)
    assert outcomes.sum() == games and outcomes[Outcome.GUARD] == outcomes[Outcome.RUNNING] == 0
    return (outcomes[Outcome.DRAWN] + outcomes[Outcome.TRUNCATED]) / games


TABLES = pytest.mark.parametrize("table", [(2, 1), (4, ALL)], ids=table_name)


@pytest.mark.slow
@TABLES
def test_random_games__hardly_any_is_drawn(table):
    """A53, A86, ER-65: only what no player can leave is a draw, and the cards hardly ever come together for it."""
    assert share_undecided(*table, games=1000) == 0


@pytest.mark.long
@TABLES
def test_random_games__fewer_than_one_in_two_thousand_is_drawn(table):
    """The same over 20,000 games: less than 0.05 %."""
    assert share_undecided(*table, games=20_000) < 0.0005


@pytest.mark.parametrize("table", COMBINATIONS, ids=table_name)
def test_invariants(table):
    """Every card is in exactly one zone (R2.21); coins, counters, HP and souls are never negative; HP never above its maximum."""
    players, sets = table
    suite.check_invariant(GAME, players, 4000, players, expect_sound_position, SOME, sets=sets)


def test_souls_of_the_gold_box_alone__too_few_for_three_players():
    """R18.1 asks for four souls; nine can lie 3, 3, 3, and no other set is so short of them. Soul of Guppy needs two Guppy
    items (R19.1)."""
    for players, sets in COMBINATIONS:
        inside = [c for c in range(T.N_CARDS) if sets >> int(T.C_SET[c]) & 1]
        guppy = sum(int(T.C_COUNT[c]) for c in inside if T.C_FLAGS[c] & T.CardFlag.GUPPY)
        bonus = [c for c in range(T.N_CARDS) if T.C_KIND[c] == CardKind.BONUS_SOUL]
        cards = [c for c in inside if T.C_SOULS[c] and c not in bonus]
        cards += [c for c in bonus if guppy >= 2 or T.IDS[c] != "soul_of_guppy"]
        souls = sum(int(T.C_SOULS[c]) * int(T.C_COUNT[c]) for c in cards)
        assert (souls <= 3 * players) == ((players, sets) in UNDECIDED), (players, sets, souls)


@pytest.mark.parametrize("sets", [1, ALL])
def test_random_games__of_partners_end_with_the_die(sets):
    """R21.4, R21.6: two random partners are never drawn or endless: the eight-sided die ends all games that they do not win."""
    outcomes = np.zeros(len(Outcome), int)
    for seed in range(0, 1000, 500):
        outcomes += GAME.run_random(500, 2, seed, sets=sets, variant=2).outcomes
    assert outcomes[Outcome.WON] + outcomes[Outcome.LOST] == outcomes.sum() == 1000 and outcomes[Outcome.WON] > 0
