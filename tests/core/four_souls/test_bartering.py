"""Bartering as it is told, stored and bounded: text, JSON, snapshots, secrets, and random games that come to an end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.observation.token_schema import NUMBERS, Sort
from fs_env.core.four_souls.observation.tokens import TOKENS
from fs_env.core.four_souls.scenario import Play
from fs_env.core.four_souls.state import Favour, Outcome
from tests.core.four_souls.rules.table import start

LIMIT = 500_000  # decisions after which a random game counts as endless
LONGER = 1.8  # times as many decisions as without bartering, at most
ALL_SETS = 7


def counter_offer() -> Play:
    """Player 0 offers player 2 two cents for [the_d6] on the attack roll, and player 2 wants three."""
    seats = {"coins": 5}, {}, {"items": ["the_d6"]}
    game = (
        start(*seats, options={"bartering": True}, monsters=["fatty", "fly"], dice=[1])
        .attack("fatty")
        .pass_all()
        .pass_all()
    )
    return game.offer("use", 2, "the_d6", to=2).choose("cents 3")


def agreed() -> Play:
    return counter_offer().choose("accept").sell("aim", 1, 2, "accept", to=1)


def test_text__an_offer() -> None:
    """The question says who pays whom how much for what, and the table too, to every reader."""
    game = counter_offer()
    told = (
        "player_0 is offered: player_0 pays player_2 3¢, who promises to use The D6 on the roll of player_0 (Fatty) "
        "(instead of 2¢)"
    )
    assert GAME.decision_text(game.S) == told
    for reader in (0, 1, 2, None):
        text = " ".join(GAME.text(game.S, player=reader).split())
        assert "offer player_0 pays player_2 3¢, who promises to use The D6" in text


def test_text__promises_and_what_became_of_them() -> None:
    """Open promises in a line each; a player who kept or broke some has a line for that."""
    game = agreed().activate("the_d6", by=2)
    text = " ".join(GAME.text(game.S, player=1).split())
    assert "promise player_0 promised player_1 for 1¢ to aim at player_2 before player_1 in this turn" in text
    assert "word kept 1, broken 0" in text and "The D6 on" not in text


@pytest.mark.parametrize("favour", [favour.name.lower() for favour in Favour])
def test_text__every_favour_has_words(favour: str) -> None:
    game = start({}, {}, {"items": ["the_d6"]}, options={"bartering": True}, monsters=["fatty", "fly"], dice=[1])
    game.attack("fatty").pass_all().pass_all()
    choices = {"aim": (1,), "use": ("the_d6",)}.get(favour, ())
    game.offer(favour, 1, *choices, to=2)
    assert GAME.decision_text(game.S).startswith("player_2 is offered: player_0 pays player_2 1¢")
    assert GAME.to_json(game.S, player=1)["offer"]["favour"] == favour


def test_json__offers_and_promises() -> None:
    """The same keys with and without an offer; options of an answer are for the player asked alone."""
    game = counter_offer()
    offer = GAME.to_json(game.S, player=1)["offer"]
    assert offer["object"].pop("sort") == "object" and offer["object"]["kind"] == "roll"
    assert {key: value for key, value in offer.items() if key != "object"} == {
        **{"favour": "use", "player": 2, "payer": 0, "cents": 2, "counter": 3, "by": 0, "instead": None},
        "item": "the_d6",
    }
    asked = GAME.to_json(game.S, player=0)["decision"]["options"]
    assert asked == [{"sort": "accept", "n": 3}, {"sort": "decline"}]
    assert GAME.to_json(game.S, player=1)["decision"]["options"] is None
    table = GAME.to_json(agreed().S, player=2)
    assert table["offer"] is None and [made["favour"] for made in table["promises"]] == ["use", "aim"]
    assert table["promises"][1]["turns"] == 1 and table["promises"][0]["turns"] is None
    assert [player["offers"] for player in table["players"]] == [2, 0, 0]


def test_tokens__an_offer_and_promises_are_rows() -> None:
    table = TOKENS.from_flat(GAME.observe(counter_offer().S, 1))
    row = table[table[:, 0] == Sort.OFFER]
    assert len(row) == 1 and row[0, TOKENS.column("owner")] == 3  # player 0 sits two to the left of player 1
    assert row[0, TOKENS.column(f"n{NUMBERS[Sort.OFFER].index('counter')}")] == 3
    table = TOKENS.from_flat(GAME.observe(agreed().S, 1))
    rows = table[table[:, 0] == Sort.PROMISE]
    favours = rows[:, TOKENS.column(f"n{NUMBERS[Sort.PROMISE].index('favour')}")]
    assert favours.tolist() == [Favour.USE, Favour.AIM] and rows[:, TOKENS.column("owner")].tolist() == [2, 3]
    players = table[table[:, 0] == Sort.PLAYER]
    assert players[:, TOKENS.column(f"n{NUMBERS[Sort.PLAYER].index('offers')}")].tolist() == [0, 0, 2]


@pytest.mark.parametrize("position", [counter_offer, agreed])
def test_restore__offers_and_promises(position: Any) -> None:
    """A snapshot in the middle of an offer, or with open promises, comes back byte for byte."""
    S, other = position().S, GAME.new()
    GAME.restore(other, GAME.snapshot(S))
    assert other.tobytes() == S.tobytes()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda s: s["promises"][0].__setitem__("payer", 2), "not between two of the 3 players"),
        (lambda s: s["promises"][0].__setitem__("whom", 3), "not between two of the 3 players"),
        (lambda s: s["promises"][0].__setitem__("item", -1), "without the item"),
        (lambda s: s.__setitem__("n_promises", 1), "2 promises are open, but n_promises is 1"),
        (lambda s: s["bid"][0].__setitem__("maker", 3), "beyond the 3 of the game"),
        (lambda s: s["bid"][0].__setitem__("cents", 11), "bid.cents"),
    ],
)
def test_restore__what_cannot_be(change: Any, told: str) -> None:
    """A state whose promises contradict each other is refused with what is wrong."""
    S = agreed().S
    snapshot = GAME.snapshot(S)
    change(S[0])
    with pytest.raises(ValueError, match=told):
        GAME.restore(GAME.new(), GAME.snapshot(S))
    GAME.restore(GAME.new(), snapshot)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_secrets__bartering_is_the_same_in_all_states(players: int) -> None:
    """A45: in states that a seat cannot distinguish it reads the same about bartering, and may make the same offers."""
    S, draw, looked = GAME.new(), np.random.default_rng(players), 0
    GAME.setup(S, seed=players, num_players=players, sets=ALL_SETS, bartering=1)
    for turn in range(600):
        legal = GAME.legal(S)
        if not len(legal):
            break
        if turn % 5 == 0:
            seat = int(GAME.to_act(S))
            sampled = GAME.clone(S)
            GAME.resample(sampled, seat, 0, turn)
            assert np.array_equal(GAME.observe(S, seat), GAME.observe(sampled, seat))
            assert sorted(legal.tolist()) == sorted(GAME.legal(sampled).tolist())
            assert S["bid"].tobytes() == sampled["bid"].tobytes()
            looked += int(S["n_promises"][0]) > 0
        GAME.step(S, int(draw.choice(legal)))
    assert looked > 5


def test_off__nothing_is_reported() -> None:
    """In a game without bartering its sections are zeros in every position, also in a buffer that held something else."""
    S = GAME.new()
    GAME.setup(S, seed=3, num_players=3)
    places = np.r_[tuple(slice(SCHEMA[name].offset, SCHEMA[name].stop) for name in ("offer", "promises", "barter"))]
    used = GAME.observe(agreed().S, 1)
    assert used[places].any()
    for turn in range(200):
        if len(GAME.legal(S)) == 0:
            break
        assert not GAME.observe(S, 0)[places].any()
        GAME.step(S, int(GAME.legal(S)[turn % len(GAME.legal(S))]))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games__bartering_stalls_no_game(players: int) -> None:
    """A88, A53: random players make all offers they may, every game ends, and takes less than twice the decisions."""
    with_offers, without = (
        GAME.run_random(200, players, 1, max_decisions=LIMIT, bartering=on, sets=ALL_SETS) for on in (1, 0)
    )
    for count in (with_offers, without):
        assert count.outcomes[Outcome.GUARD] == count.outcomes[Outcome.TRUNCATED] == 0
        assert count.outcomes[Outcome.WON] == count.games == 200
    assert 1.0 < with_offers.decisions / without.decisions < LONGER
