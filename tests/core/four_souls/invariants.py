"""Rules that hold in every position of Four Souls."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Deck
from fs_env.core.four_souls.state import PLAYERS, Zone


def places(record) -> np.ndarray:
    seats, lists = range(record["n_players"]), []
    for deck in range(3):
        lists += [record["deck"][deck][: record["n_deck"][deck]], record["pile"][deck][: record["n_pile"][deck]]]
    lists += [record["hand"][seat][: record["n_hand"][seat]] for seat in seats]
    lists += [record["character"][: len(seats)], record["play"][: record["n_play"]], record["shop"][: record["n_shop"]]]
    lists += [record["room_deck"][: record["n_room_deck"]], record["room_pile"][: record["n_room_pile"]]]
    instances = np.concatenate(lists)
    return np.bincount(instances[instances != NONE], minlength=T.N_INSTANCES)


IN_A_LIST = (Zone.DECK, Zone.PILE, Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SHOP, Zone.ACTIVE, Zone.CHARACTER, Zone.ROOM)


def expect_sound_position(record) -> None:
    """Each card is in one zone and in the lists of that zone (R2.21), no number is negative, HP never above its maximum."""
    num_players = int(record["n_players"])
    zone = np.asarray(record["zone"])
    seen, expected = places(record), np.isin(zone, IN_A_LIST)
    for inst in np.flatnonzero(seen != expected):
        raise AssertionError(f"{T.NAMES[T.INST_CARD[inst]]} is in {Zone(zone[inst]).name} and in {seen[inst]} lists")
    for deck in range(3):
        laid = record["deck"][deck][: record["n_deck"][deck]]
        assert (zone[laid] == Zone.DECK).all() and (record["place"][laid] == np.arange(len(laid))).all()
        assert (zone[record["pile"][deck][: record["n_pile"][deck]]] == Zone.PILE).all()
    discarded = T.INST_CARD[record["pile"][Deck.LOOT][: record["n_pile"][Deck.LOOT]]]
    assert (record["discarded"] == np.bincount(discarded, minlength=T.N_LOOT)).all()
    items = record["play"][: record["n_play"]]
    changed = record["face"][items] != T.INST_CARD[items]
    changed |= (record["eternal"][items] == 1) & (T.C_FLAGS[T.INST_CARD[items]] & T.CardFlag.ETERNAL == 0)
    assert record["altered"] == 1 or not changed.any()
    assert (record["coins"] >= 0).all() and (record["counters"] >= 0).all()
    assert record["n_counters"] == record["counters"].sum()
    assert (record["hp"] >= 0).all() and (record["souls"] >= 0).all()
    for unit in range(num_players):
        assert record["hp"][unit] <= record["max_hp"][unit]
    for slot in range(record["n_slots"]):
        if record["slot"][slot] != NONE:
            assert record["hp"][PLAYERS + slot] <= record["max_hp"][PLAYERS + slot]
    expect_sound_knowledge(record, zone)
    for player in range(num_players):
        cards = (record["zone"] == Zone.SOUL) & (record["owner"] == player)
        assert record["souls"][player] == record["soul_value"][cards].sum() + record["innate_souls"][player]


def expect_sound_knowledge(record, zone: np.ndarray) -> None:
    """Cards known exactly are in no mix; only hidden ones are; a hand is one place, in one mix or none (A45)."""
    mix = np.asarray(record["mix"])
    here, seen, witnessed = zone[: len(mix)], record["seen"][: len(mix)], record["witnessed"]
    hidden = (here == Zone.DECK) | (here == Zone.HAND)
    assert not mix[~hidden].any(), "a card that lies open is in a mix"
    assert not (witnessed & ~seen)[hidden].any(), "a card was seen by a seat that does not know it"
    for player in range(int(record["n_players"])):
        own = mix >> 4 * player & 15
        member, number = own >> 3, own & 7
        knows = seen >> player & 1 == 1
        assert not own[knows].any(), f"seat {player} knows a card that is in one of its mixes"
        assert knows[record["hand"][player][: record["n_hand"][player]]].all(), f"seat {player} does not know its hand"
        deck = T.C_DECK[T.INST_CARD[: len(mix)]]
        for d in range(3):
            numbers = set(number[deck == d].tolist()) - {0}
            assert not numbers or int(record["mixed"]) >> 4 * d + player & 1, "a mix that is not noted"
            for g in numbers:
                places = np.flatnonzero((number == g) & (deck == d))
                assert member[places].any(), f"a mix of seat {player} without members"
                hands = {
                    int(record["owner"][inst]) if here[inst] == Zone.HAND else -1 - inst for inst in places.tolist()
                }
                assert len(hands) > 1, f"a mix of seat {player} in one place"
        assert not (member & (number == 0)).any(), "a member of no mix"
        for other in range(int(record["n_players"])):
            hand = record["hand"][other][: record["n_hand"][other]]
            assert len(set(number[hand][~knows[hand]].tolist())) < 2, f"hand {other} is in two mixes of seat {player}"
