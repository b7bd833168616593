"""How many copies of a card lie in a game: all decks are dealt, nothing is set up by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.state import Zone

COPIES = {
    "base": {
        **{"a_penny": 6, "two_cents": 12, "three_cents": 15, "four_cents": 9, "a_nickel": 5},
        **{"butter_bean": 3, "bomb": 4, "lil_battery": 4, "dice_shard": 3, "soul_heart": 2},
    },
    "gold": {"a_penny_gold": 2, "two_cents_gold": 2, "three_cents_gold": 2, "four_cents_gold": 2},
    "plus": {"a_penny_plus": 3, "two_cents_plus": 3, "three_cents_plus": 4, "four_cents_plus": 2},
}
TOTALS = {"base": 104, "gold": 20, "plus": 30}


@pytest.mark.parametrize("name", SETS)
def test_loot_deck__holds_the_copies_of_each_card(name: str) -> None:
    """R1.15, R1.10: in deck and hands of a dealt game lie, of the cards with more than one copy, as many as were printed,
    and one of each other loot card: [a_penny] [two_cents] [three_cents] [four_cents] [a_nickel] [butter_bean] [bomb]
    [lil_battery] [dice_shard] [soul_heart] [a_penny_gold] [two_cents_gold] [three_cents_gold] [four_cents_gold]
    [a_penny_plus] [two_cents_plus] [three_cents_plus] [four_cents_plus]."""
    S = GAME.new()
    GAME.setup(S, seed=4, num_players=3, sets=(1 << len(SETS)) - 1)
    places = [i for i, zone in enumerate(S["zone"][0]) if zone in (Zone.DECK, Zone.HAND)]
    kinds = [int(T.INST_CARD[i]) for i in places]
    loot = [c for c in kinds if T.C_DECK[c] == Deck.LOOT and T.C_SET[c] == SETS.index(name)]
    copies = Counter(T.IDS[c] for c in loot)
    assert {card: n for card, n in copies.items() if n > 1} == COPIES[name]
    assert copies.total() == TOTALS[name]
