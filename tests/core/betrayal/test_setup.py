"""The contents of the box and the start of a game (R1 to R9)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Kind, Symbol
from fs_env.core.betrayal.rules.dice import roll
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.tables import EVENTS, ITEMS, N_OMENS, POSSESSIONS, TILES
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.declare.fields import as_records


def test_r1__tiles_in_the_box():
    """R1: 13 building, 14 street, 15 catacomb tiles and 5 start spaces, 47 in all."""
    kinds = Counter(tile.kind for tile in TILES[5:])
    assert kinds == {Kind.BUILDING: 13, Kind.STREET: 14, Kind.CATACOMB: 15} and len(TILES) == 47


def test_r2__cards_in_the_box():
    """R2: 44 of the 45 events are known, 22 items, 13 omens, 12 adventurers."""
    assert (len(EVENTS), len(ITEMS), N_OMENS, len(ADVENTURERS)) == (44, 22, 13, 12)
    assert len({card.name for card in (*EVENTS, *POSSESSIONS)}) == 44 + 22 + 13  # the Explosive Runes are both


def test_r3__a_die_shows_0_1_or_2_equally_often():
    """R3, A1: rolls of two dice give 0 to 4 as often as three equal faces do: 1, 2, 3, 2, 1 of 9."""
    S, seen = GAME.new(), Counter()
    GAME.setup(S, seed=3, num_players=3)
    record = S[0] if compiled() else as_records(S.view(np.ndarray))[0]
    for _ in range(1800):
        seen[roll(record, 2)] += 1
    for total, ninths in enumerate((1, 2, 3, 2, 1)):
        share = ninths / 9
        assert abs(seen[total] / 1800 - share) < 4 * (share * (1 - share) / 1800) ** 0.5, seen


@pytest.mark.parametrize(("players", "works"), [(2, False), (3, True), (6, True), (7, False)])
def test_r4__three_to_six_players(players: int, works: bool):
    """R4: no other number of seats."""
    S = GAME.new()
    if works:
        GAME.setup(S, seed=0, num_players=players)
        assert GAME.num_players(S) == players
    else:
        with pytest.raises(ValueError, match="num_players"):
            GAME.setup(S, seed=0, num_players=players)


NAMES = [adventurer.name for adventurer in ADVENTURERS]


@pytest.mark.parametrize("dealt", [0, 1])
def test_r5__each_chooses_an_adventurer_of_another_card(dealt: int):
    """R5, A50: from the first seat on each takes one of the cards that are left, or a side of the card that was dealt; the two adventurers
    of one card are never both in play, and every one of the twelve can be."""
    played = set()
    for seed in range(8):
        S, left = GAME.new(), set(NAMES)
        GAME.setup(S, seed=seed, num_players=6, adventurer_cards=dealt)
        first = GAME.to_act(S)
        for k in range(6):
            seat, offered = GAME.to_act(S), [GAME.action_text(a).removeprefix("play ") for a in GAME.legal(S)]
            shown = GAME.to_json(S)["players"][seat]["adventurer"]
            assert seat == (first + k) % 6 and len(offered) == (2 if dealt else 12 - 2 * k) and set(offered) <= left
            assert (shown is not None) == bool(dealt) and GAME.text(S, player=seat).count("no adventurer yet") == (
                0 if dealt else 6 - k
            )
            chosen = offered[(seed + k) % len(offered)]
            GAME.step(S, int(GAME.legal(S)[offered.index(chosen)]))
            card = NAMES.index(chosen) // 2
            left -= {NAMES[2 * card], NAMES[2 * card + 1]}
            assert GAME.to_json(S)["players"][seat]["adventurer"] == chosen
            played.add(chosen)
        assert not left
    assert played == set(NAMES)


def test_r5__nothing_is_known_of_who_has_not_chosen():
    """R5: before a choice no traits are shown; afterwards clips are on the starting values (R6)."""
    S = GAME.new()
    GAME.setup(S, seed=1, num_players=3)
    seat = GAME.to_act(S)
    row = GAME.schema.record(GAME.observe(S, seat))["players"][0]
    assert (row["adventurer"], row["might"], row["might_at"]) == (-1, 0, 0)
    GAME.step(S, next(a for a in GAME.legal(S) if GAME.action_text(a) == "play Vort Dormall"))
    row = GAME.schema.record(GAME.observe(S, seat))["players"][0]
    assert (row["adventurer"], row["might"], row["might_at"], row["speed"]) == (NAMES.index("Vort Dormall"), 3, 3, 4)


def test_r6__clips_are_on_the_starting_values():
    """R6: Torskar begins with Might 5, Speed 4, Knowledge 3, Sanity 3."""
    assert Play(3, adventurers=["Torskar Stonecleaver"]).start().player(0)["traits"] == {
        "might": 5,
        "speed": 4,
        "knowledge": 3,
        "sanity": 3,
    }


def test_r7__six_stacks_are_shuffled():
    """R7: other seeds give other orders of every stack, each of all its cards."""
    orders = []
    for seed in (1, 2):
        S = GAME.new()
        GAME.setup(S, seed=seed, num_players=3)
        state = S.view(np.ndarray)[0]
        orders.append([tuple(state["deck"][d, : state["n_deck"][d]]) for d in range(6)])
    assert [len(deck) for deck in orders[0]] == [44, 22, 13, 13, 14, 15]
    for one, other in zip(*orders):
        assert one != other and sorted(one) == sorted(other)


def test_r8__two_levels_and_everybody_in_the_tavern():
    """R8: five start spaces on two levels, all figures on the Elfsong Tavern."""
    facts = Play(4).start().facts()
    levels = {row["tile"]: row["level"] for row in facts["tiles"]}
    assert levels == {
        "Elfsong Tavern": "city",
        "Inner Chamber": "city",
        "Kitchen": "city",
        "Catacomb Landing": "catacomb",
        "Kitchen Basement": "catacomb",
    }
    assert {seat["tile"] for seat in facts["players"]} == {"Elfsong Tavern"}


def test_r9__a_random_seat_begins_and_the_left_follows():
    """R9: every seat begins some game; turns go round to the left."""
    first = set()
    for seed in range(30):
        S = GAME.new()
        GAME.setup(S, seed=seed, num_players=3)
        first.add(GAME.to_act(S))
    assert first == {0, 1, 2}
    game = Play(3, turn=1).start()
    order = []
    for _ in range(4):
        order.append(game.asked)
        game.choose("end the turn")
    assert order == [1, 2, 0, 1]


def test_symbols__six_omens_in_the_city():
    """The city has six omen tiles, the catacombs of our own the other seven."""
    omens = [tile.kind == Kind.CATACOMB for tile in TILES if tile.symbol == Symbol.OMEN]
    assert (omens.count(False), omens.count(True)) == (6, 7)
