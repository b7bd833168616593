"""The option `open_hands`: every player sees all hands, in every channel, from the deal on (R2.8, A45)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.scenario import Scenario, ScenarioError
from tests.core.four_souls.rules.table import deal, start
from tests.core.four_souls.rules.test_a45_secrets import told
from tests.generic.suite import walk

OPEN = {"open_hands": True}


def hands(S: Any) -> list[list[str]]:
    record = S[0]
    return [
        sorted(T.IDS[T.INST_CARD[inst]] for inst in record["hand"][p][: record["n_hand"][p]].tolist())
        for p in range(int(record["n_players"]))
    ]


def read_by(S: Any, seat: int) -> list[list[str]]:
    seen, n = SCHEMA.views(GAME.observe(S, seat)), int(S["n_players"][0])
    rows = [seen["hand"], *seen["known"]]
    counted = [rows[(p - seat) % n] for p in range(n)]
    return [sorted(T.IDS[T.LOOT_CARDS[k]] for k in np.flatnonzero(row).repeat(row[row > 0])) for row in counted]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_open_hands__in_every_position_of_a_game(players: int) -> None:
    """A45: every seat reads every hand, in its observation and as data, in each position of random games; a guess of the
    hidden cards leaves the hands as they are, and deals decks anew."""
    decks = 0
    for S, legal, _ in walk(GAME, players, 150, players, open_hands=1, sets=7):
        if len(legal) < 2:
            continue
        held = hands(S)
        for seat in range(players):
            assert read_by(S, seat) == held
            assert [p["hand"] for p in GAME.to_json(S, player=seat)["players"]] == held
            sampled = GAME.clone(S)
            GAME.resample(sampled, seat, 0, 5)
            assert hands(sampled) == held
            decks += sampled["deck"].tobytes() != S["deck"].tobytes()
    assert decks > 50


def test_open_hands__from_the_deal_on() -> None:
    """R1.10: the three cards dealt lie open before any player decides; the decks stay face down."""
    game, closed = deal(3, 3, open_hands=1), deal(3, 3)
    assert hands(game.S) == hands(closed.S)
    for seat in range(3):
        table = GAME.to_json(game.S, player=seat)
        assert [len(p["hand"]) for p in table["players"]] == [3] * 3 and table["decks"]["loot"]["known"] == []
        assert "hidden" not in GAME.text(game.S, player=seat)
        assert [len(p["hand"]) for p in GAME.to_json(closed.S, player=seat)["players"]].count(0) == 2


def test_open_hands__everybody_sees_what_moves() -> None:
    """A45: a gift out of an open hand is seen by all [guppys_head], as is a card that is put on the deck [bum_friend]."""
    seats: list[dict[str, Any]] = [{"items": ["guppys_head"]}, {"hand": ["jera", "bomb"]}, {}]
    game = start(*seats, options=OPEN).activate("guppys_head", 1).settle("bomb")
    assert told(game, 2) == {"hand 0": ["bomb"], "hand 1": ["jera"]}
    seat = {"items": ["bum_friend"], "hand": ["jera", "bomb"]}
    game = start(seat, {}, {}, loot_deck=["a_dime", "dagaz"], options=OPEN).activate("bum_friend").settle("bomb")
    assert told(game, 2)["deck"] == ["1 bomb"]
    left = sorted(game.player(0)["hand"])
    assert told(game, 1)["hand 0"] == left and "bomb" not in left


def test_open_hands__also_when_all_hands_are_passed_on() -> None:
    """A45: [chaos] hands that continue to the next seat lie open before their new holders."""
    seats: list[dict[str, Any]] = [{"hand": ["jera"], "items": ["chaos"]}, {"hand": ["bomb", "a_dime"]}, {}]
    game = start(*seats, options=OPEN).activate("chaos").settle()
    for seat in range(3):
        assert read_by(game.S, seat) == [[], ["jera"], ["a_dime", "bomb"]]


def test_scenario__options_are_checked() -> None:
    """A position has the options that count after the setup; others, and values that do not exist, are refused."""
    with pytest.raises(ScenarioError, match="option 'draft' is unknown"):
        start({}, options={"draft": "mini"})
    with pytest.raises(ScenarioError, match="simultaneous_deaths: 'fqa' is unknown: expected one of rules, faq"):
        start({}, options={"simultaneous_deaths": "fqa"})
    with pytest.raises(ScenarioError, match="open_hands=2 is outside 0..1"):
        start({}, options={"open_hands": 2})
    with pytest.raises(ScenarioError, match="expected a mapping"):
        start({}, options=["open_hands"])
    toml = 'players = 2\n[options]\nopen_hands = true\nsimultaneous_deaths = "faq"\n'
    game = Scenario.from_toml(toml).start()
    assert (game.read.number("open_hands"), game.read.number("deaths")) == (1, 1)
