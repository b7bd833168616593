"""The card features: a row a card, read from the card tables, aligned with the card ids that observations show."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from fs_env import four_souls_v1
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.listing import operands, program_rows
from fs_env.core.four_souls.observation.card_features import FAMILIES, family
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.observation.token_schema import Sort
from fs_env.core.four_souls.observation.tokens import TOKENS
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.four_souls.state import Zone
from fs_env.core.machine.declare.features import CardFeatures
from tests.core.four_souls.language.program_text import row_text

FEATURES = four_souls_v1.card_features()
SAME = {
    frozenset(("breakfast", "dinner")),
    frozenset(("meat", "synthoil")),
    frozenset(("moms_purse", "moms_coin_purse")),
    frozenset(("pooter", "squirt")),
}
"""Cards with one program, one set and the same numbers under two names."""


def feature(card: str, column: str) -> float:
    return float(FEATURES.matrix[FEATURES.row(card), FEATURES.column(column)])


def test_matrix__is_whole():
    """float32, a row a card, read-only, finite, at least one number in each row and each column."""
    matrix = FEATURES.matrix
    assert matrix.dtype == np.float32 and matrix.shape == (T.N_CARDS, len(FEATURES.columns))
    assert np.isfinite(matrix).all() and matrix.any(axis=0).all() and matrix.any(axis=1).all()
    assert FEATURES is four_souls_v1.card_features() is GAME.card_features()
    with pytest.raises(ValueError, match="read-only"):
        matrix[0, 0] = 1


def test_names__are_unique():
    """Rows are named by card ids in table order; columns have distinct names, each of a family that is described."""
    assert FEATURES.cards == T.IDS and len(set(FEATURES.columns)) == len(FEATURES.columns)
    places = [family(name) for name in FEATURES.columns]
    assert places == sorted(places) and set(places) == set(range(len(FAMILIES)))


def text_of(ability: int) -> str:
    """The header and the program of an ability with everything it leads to, in words without numbers of abilities."""
    columns = (T.AB_HEAD, T.AB_EVENT, T.AB_WHO, T.AB_N, T.AB_VICTIM, T.AB_FLAGS, T.AB_ONCE, T.AB_COND, T.AB_CONDSEL)
    words = [str([int(column[ability]) for column in (*columns, T.AB_CONDN)])]
    for row in program_rows(ability):
        text = row_text(row, int(T.AB_PC[ability]))
        for name, value in operands(row):
            further = T.ROLLTAB[value].tolist()[1:] if name == "table" else [value] if name == "ability" else []
            text = text.split("{")[0] if name == "table" else text
            words += [text_of(line) if line != NONE else "-" for line in further]
        words.append(text)
    return "; ".join(words)


def program_of(card: int) -> str:
    abilities = [text_of(k) for k in range(T.C_AB0[card], T.C_AB0[card] + T.C_ABN[card])]
    statics = [
        [int(column[k]) for column in (T.ST_MOD, T.ST_N, T.ST_M, T.ST_WHOM, T.ST_COND, T.ST_CONDSEL, T.ST_CONDN)]
        for k in range(T.C_ST0[card], T.C_ST0[card] + T.C_STN[card])
    ]
    return f"{abilities} {statics}"


def test_rows__differ_where_programs_do():
    """Cards share a row only if they have one program and the same numbers: listed ones, and characters."""
    groups = defaultdict(list)
    for card, row in zip(FEATURES.cards, FEATURES.matrix):
        groups[row.tobytes()].append(card)
    found = set()
    for cards in (group for group in groups.values() if len(group) > 1):
        if feature(cards[0], "deck_character"):
            assert all(not T.C_ABN[T.CARD_ID[card]] and not T.C_STN[T.CARD_ID[card]] for card in cards)
            continue
        found.add(frozenset(cards))
    assert found == SAME
    for cards in SAME:
        assert len({program_of(T.CARD_ID[card]) for card in cards}) == 1, cards


def test_values__of_five_cards():
    """Numbers and programs of a loot card, a character's item, a monster, a dice card and a bonus soul, as printed."""
    assert feature("a_penny", "copies") == 6 and feature("a_penny", "amount_gain") == 1
    assert feature("a_penny", "verb_damage") == 0
    assert feature("bomb", "amount_damage") == 1
    assert feature("bomb", "target_player") == feature("bomb", "target_monster") == 1 > feature("bomb", "target_item")
    assert (
        feature("the_d6", "abilities_activated")
        == feature("the_d6", "verb_reroll")
        == feature("the_d6", "is_eternal")
        == 1
    )
    assert [feature("greedling", name) for name in ("hp", "evasion", "attack")] == [2, 5, 1]
    assert feature("greedling", "reward_gain") == 7 and feature("greedling", "event_this_dies") == 1
    pills = [feature("pills_red", f"dice_{number}_boost") for number in range(1, 7)]
    assert pills[:4].count(0) == 0 and pills[4:] == [0, 0]
    assert feature("pills_red", "dice_5_damage") == feature("pills_red", "dice_6_damage") == 1
    assert sum(feature(card, "bonus_cond_coins_ge") for card in FEATURES.cards) > 0


@pytest.mark.parametrize("name", ["hp", "evasion", "attack", "souls", "copies"])
def test_numbers__are_those_of_the_cards(name):
    expected = [max(0, getattr(card, "count" if name == "copies" else name)) for card in T.CARDS]
    assert FEATURES.matrix[:, FEATURES.column(name)].tolist() == expected


def test_rows__are_those_that_observations_show():
    """A card of an observation, as card + 1 in sections and tokens, is the row of that card in `padded`."""
    game = Scenario(
        players=[{"hand": ["bomb"], "items": ["breakfast"], "coins": 3}, {}], monsters=["greedling"], shop=["dinner"]
    ).start()
    obs = GAME.observe(game.S, 0)
    seen = SCHEMA.views(obs)
    padded, hp = FEATURES.padded, FEATURES.column("hp")
    monsters = seen["slots"][:, SCHEMA["slots"].column("card")]
    assert padded[monsters[0]].tolist() == FEATURES.matrix[FEATURES.row("greedling")].tolist()
    assert padded[monsters, hp][monsters > 0].tolist() == [float(T.C_HP[card - 1]) for card in monsters if card]
    assert padded.shape == (T.N_CARDS + 1, len(FEATURES.columns)) and not padded[0].any()
    assert FEATURES.cards[int(seen["shop"][0]) - 2] == "dinner"
    assert [FEATURES.cards[k] for k in np.flatnonzero(seen["hand"])] == ["bomb"]
    n_loot = len(seen["hand"])
    zones = SCHEMA["cards"].take(seen["cards"], "zone")
    assert "breakfast" in [FEATURES.cards[n_loot + k] for k in np.flatnonzero(zones == Zone.ITEM)]
    table = TOKENS.from_flat(obs)
    cards = table[table[:, 0] == Sort.MONSTER, TOKENS.column("card")]
    assert FEATURES.cards[cards[0] - 1] == "greedling"


def test_lookup__names_what_is_near():
    with pytest.raises(KeyError, match="the_d6"):
        FEATURES.row("the_d7")
    with pytest.raises(KeyError, match="verb_gain"):
        FEATURES.column("verb_gains")


@pytest.mark.parametrize(
    ("cards", "columns", "message"),
    [
        (("a",), ("x", "y"), "1 row names"),
        (("a", "a"), ("x", "y"), "a given twice"),
        (("a", "b"), ("x", "x"), "x given"),
    ],
)
def test_features__names_must_fit(cards, columns, message):
    with pytest.raises(ValueError, match=message):
        CardFeatures(np.zeros((2, 2), np.float32), cards, columns)
