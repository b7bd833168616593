"""A45: what a seat may know after another seat has moved cards in secret.

What is expected is written down from the moves themselves; nothing here reads what the game notes about who knows what.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.scenario import Placed, Play
from fs_env.core.four_souls.state import Stream, Zone
from tests.core.four_souls.rules.table import start
from tests.generic.suite import expect_same_views

Cards = list[Placed]
GAMES, LENGTH, ALL_SETS = 8, 3000, 7
DECK = ["a_dime", "dagaz", "ehwaz", "jera", "bomb"]


def cards(*names: str, known: tuple[int, ...] = (2,)) -> Cards:
    """Cards in a hand or deck that some seats know besides the holder: here seat 2, who only watches."""
    return [Placed(name, known=known) for name in names]


def told(game: Play, seat: int) -> dict[str, list[str]]:
    """The names that a seat reads of the hands of the others, of the loot deck from the top, and among several places."""
    table = GAME.to_json(game.S, player=seat)
    hands = {f"hand {p['player']}": p["hand"] for p in table["players"] if p["player"] != seat and p["hand"]}
    deck = [f"{entry['place']} {entry['card']}" for entry in table["decks"]["loot"]["known"]]
    among = SCHEMA.views(GAME.observe(game.S, seat))["among"]
    found = {**hands, "deck": deck, "among": [T.IDS[card] for card in np.flatnonzero(among).repeat(among[among > 0])]}
    return {where: names for where, names in found.items() if names}


def passed(game: Play, about: str) -> Play:
    while game.question != about:
        game.pass_()
    return game


def ansuz() -> Play:
    return start({"hand": ["ansuz"]}, {}, {}, loot_deck=cards(*DECK)).play("ansuz", "loot deck").pass_all()


def the_moon() -> Play:
    return start({"hand": ["the_moon"]}, {}, {}, loot_deck=cards(*DECK)).play("the_moon").pass_all()


def bum_friend() -> Play:
    seat = {"items": ["bum_friend"], "hand": cards("jera", "bomb")}
    return start(seat, {}, {}, loot_deck=cards("a_dime", "dagaz")).activate("bum_friend").pass_all()


def guppys_head() -> Play:
    giver = {"hand": cards("jera", "bomb", "a_dime")}
    return start({"items": ["guppys_head"]}, giver, {}).activate("guppys_head", 1).pass_all()


def joker() -> Play:
    return start({"hand": ["joker"]}, {"hand": cards("jera", "bomb", "a_dime")}, {}).play("joker", 1).pass_all()


def tarot_cloth() -> Play:
    seats: list[dict[str, Any]] = [{"hand": cards("jera", "bomb", "a_dime")}, {"items": ["tarot_cloth"]}, {}]
    return passed(start(*seats, dice=[4]).attack("fly"), "give")


def dead_bird() -> Play:
    seats: list[dict[str, Any]] = [{"hand": cards("jera", "bomb", "a_dime")}, {"items": ["dead_bird"]}, {}]
    return passed(start(*seats, dice=[3]).attack("fly"), "may").choose("yes")


def incubus_mine() -> Play:
    seats = [{"items": ["incubus"], "hand": cards("jera", "bomb")}, {"hand": cards("a_dime", "dagaz")}, {}]
    return start(*seats).activate("incubus", "a", 1).pass_all("yes")


def incubus_other() -> Play:
    return incubus_mine().choose("jera")


def incubus_deck() -> Play:
    seat = {"items": ["incubus"], "hand": cards("jera", "bomb")}
    return start(seat, {}, {}, loot_deck=cards("a_dime", "dagaz")).activate("incubus", "b").pass_all()


SECRET = (ansuz, the_moon, bum_friend, guppys_head, joker, tarot_cloth, dead_bird, incubus_mine, incubus_other)


@pytest.mark.parametrize("question", [*SECRET, incubus_deck], ids=lambda made: made.__name__)
def test_secret_answer__a_third_seat_sees_no_difference(question: Callable[[], Play]) -> None:
    """A45: a seat that knew every card beforehand cannot distinguish from anything it reads which answer was given."""
    game = question()
    names = [word.removeprefix("choose ") for word in game.legal() if word.startswith("choose")]
    assert len(names) > 1, game.legal()
    for name in names[1:]:
        first, other = game.copy().choose(names[0]), game.copy().choose(name)
        expect_same_views(GAME, first.S, other.S, [2], question.__name__)
        while first.question in ("order", "keep"):  # and to the end of an order, whatever is answered
            for play in (first, other):
                play.choose(play.legal()[0].removeprefix("choose "))
            expect_same_views(GAME, first.S, other.S, [2], question.__name__)


def test_secret_chance__a_third_seat_sees_no_difference() -> None:
    """A45: [boomerang] which card chance took is seen by the two players alone."""
    seats = [{"items": ["boomerang"]}, {"hand": cards("jera", "bomb", "a_dime")}, {}]
    game = start(*seats).activate("boomerang", 1)
    ends = []
    for k in range(8):
        drawn = game.copy()
        drawn.S["rng"][0, Stream.CHOICE] += np.uint32(k * 0x9E3779B9 & 0xFFFFFFFF)
        ends.append(drawn.settle())
    assert len({tuple(end.player(0)["hand"]) for end in ends}) == 3
    for end in ends[1:]:
        expect_same_views(GAME, ends[0].S, end.S, [2], "boomerang")


def test_order__known_cards_lie_among_the_places_ordered() -> None:
    """A45: [ansuz] seat 2 knew three of the four cards, and the fifth: those three are somewhere, the fifth stays."""
    deck = [*cards("a_dime", "dagaz", "ehwaz"), "jera", *cards("bomb")]
    game = start({"hand": ["ansuz"]}, {}, {}, loot_deck=deck).play("ansuz", "loot deck").pass_all()
    assert told(game, 2) == {"deck": ["1 a_dime", "2 dagaz", "3 ehwaz", "5 bomb"]}
    game.choose("jera", "a_dime", "ehwaz")
    assert told(game, 2) == {"deck": ["5 bomb"], "among": ["a_dime", "dagaz", "ehwaz"]}
    assert told(game, 0) == {"deck": ["1 dagaz", "2 ehwaz", "3 a_dime", "4 jera"]}
    assert told(game, 1) == {}


def test_order__the_last_place_is_found_out() -> None:
    """A45: two cards that seat 2 knew change places, perhaps; when one comes to light the other is where it must be."""
    seats: list[dict[str, Any]] = [{"items": ["the_compass"]}, {}, {}]
    deck = cards("a_dime", "dagaz")
    game = start(*seats, loot_deck=deck, exact_decks=["loot"]).end_turn("yes", "a_dime")
    assert told(game, 2) == {"among": ["a_dime", "dagaz"]}
    game.until("action").play("dagaz")
    assert told(game, 2) == {"deck": ["1 a_dime"]}


def test_one_card__is_followed() -> None:
    """A45: [guppys_head] the only card of a hand is given: who knew it knows where it is."""
    seats = [{"items": ["guppys_head"], "hand": ["bomb"]}, {"hand": cards("jera")}, {}]
    game = start(*seats).activate("guppys_head", 1).settle()
    assert told(game, 2) == {"hand 0": ["jera"]}
    assert told(game, 1) == {"hand 0": ["jera"]}
    assert told(game, 0) == {}


def test_gift__known_cards_lie_in_either_hand() -> None:
    """A45: [guppys_head] of two cards that seat 2 knew one was given; what the taker held and was known stays known."""
    seats = [{"items": ["guppys_head"], "hand": cards("bomb")}, {"hand": cards("jera", "a_dime")}, {}]
    game = start(*seats).activate("guppys_head", 1).settle("jera")
    assert told(game, 2) == {"hand 0": ["bomb"], "among": ["a_dime", "jera"]}
    game.play("bomb", 2).settle()
    assert told(game, 2) == {"among": ["a_dime", "jera"]}


def test_gift__what_comes_to_light_tells_where_the_other_is() -> None:
    """A45: of the two, one is played from the taker's hand: the other is in the hand of the giver, for certain."""
    seats = [{"items": ["guppys_head"]}, {"hand": cards("jera", "a_dime")}, {}]
    game = start(*seats).activate("guppys_head", 1).settle("a_dime").play("a_dime")
    assert told(game, 2) == {"hand 1": ["jera"]}


def test_deck_and_hand__a_card_put_back_may_be_any_of_the_hand() -> None:
    """A45: [bum_friend] seat 2 knew the whole hand: one of its cards lies on the deck, it cannot say which."""
    seat = {"items": ["bum_friend"], "hand": cards("jera", "bomb")}
    game = start(seat, {}, {}, loot_deck=cards("a_dime", "dagaz")).activate("bum_friend").settle("bomb")
    assert told(game, 2) == {"deck": ["2 dagaz"], "among": ["a_dime", "bomb", "jera"]}
    assert told(game, 0) == {"deck": ["1 bomb"]}
    game.end_turn().until("action")  # the next player draws it
    assert told(game, 2) == {"among": ["a_dime", "bomb", "jera"], "deck": ["1 dagaz"]}
    assert told(game, 0) == {"hand 1": ["bomb"]}


def test_open_hand__a_gift_out_of_it_is_seen_by_all() -> None:
    """A45: [guppys_eye] a hand that lies open: every player sees which card leaves it."""
    seats: list[dict[str, Any]] = [{"items": ["guppys_head", "guppys_eye"]}, {"hand": ["jera", "bomb"]}, {}]
    game = start(*seats).activate("guppys_head", 1).settle("bomb")
    assert told(game, 2) == {"hand 0": ["bomb"], "hand 1": ["jera"]}


@pytest.mark.parametrize("copy", ["bomb#1", "bomb#2"])
def test_equal_names__which_copy_was_known_tells_nothing(copy: str) -> None:
    """A45: seat 2 knew one of two Bombs in a hand; when a Bomb is played it takes it for that one, whichever it was."""
    hand = [Placed("bomb#1"), Placed("bomb#2"), Placed("jera")]
    hand[int(copy[-1]) - 1] = Placed(copy, known=(2,))
    game = start({"hand": hand}, {}, {}).play("bomb", 1)
    assert told(game, 2) == {}
    assert SCHEMA.views(GAME.observe(game.S, 0))["shown"].sum() == 0


@pytest.mark.parametrize("copy", ["bomb#1", "bomb#2"])
def test_equal_names__also_among_several_places(copy: str) -> None:
    """A45: seat 2 knew one of two Bombs in a hand out of which a card was given; a Bomb that the taker plays may be the
    other one, but it cannot tell, so it knows of none any longer."""
    hand = [Placed("bomb#1"), Placed("bomb#2"), Placed("jera", known=(2,))]
    hand[int(copy[-1]) - 1] = Placed(copy, known=(2,))
    game = start({"items": ["guppys_head"]}, {"hand": hand}, {}).activate("guppys_head", 1).settle("bomb")
    assert told(game, 2) == {"among": ["bomb", "jera"]}
    game.play("bomb", 2)
    assert told(game, 2) == {"hand 1": ["jera"]}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_equal_names__the_question_is_asked_by_the_number_of_cards(count: int) -> None:
    """A45: [guppys_head] a hand of equal cards is asked about like any other, and never which of them: only one card is
    given unasked."""
    game = start({"items": ["guppys_head"]}, {"hand": ["bomb"] * count}, {}).activate("guppys_head", 1).pass_all()
    assert (game.question == "give") == (count > 1)
    if count > 1:
        assert game.legal() == ["choose Bomb!"]
        game.choose("bomb")
    game.expect(player=0, hand=["bomb"]).expect(asked=0, question="priority")


def test_equal_names__two_looked_cards_are_no_question() -> None:
    """A45: [ansuz] two equal cards among those ordered: as many questions as with four different ones."""
    for deck in (["bomb", "jera", "bomb", "dagaz"], ["bomb", "jera", "ehwaz", "dagaz"]):
        game = start({"hand": ["ansuz"]}, {}, {}, loot_deck=deck).play("ansuz", "loot deck").pass_all()
        before = game.read.number("decisions")
        game.choose("bomb", "jera", "dagaz")
        assert game.read.number("decisions") == before + 3 and game.question == "priority"


def renamed_copies(S: Any, draw: np.random.Generator) -> Any:
    """The same position with the copies of each loot card exchanged at random among the places where they lie."""
    other = GAME.clone(S)
    s, r = S.view(np.ndarray)[0], other.view(np.ndarray)[0]
    new = np.arange(T.N_INSTANCES)
    hidden = np.isin(s["zone"], [Zone.DECK, Zone.HAND])
    for card in range(T.N_LOOT):
        copies = np.flatnonzero((T.INST_CARD == card) & hidden)
        new[copies] = draw.permutation(copies)
    for name in ("zone", "owner", "gen", "seen", "witnessed", "mix", "place"):
        moved = new[: len(r[name])]
        r[name][moved] = s[name]
    for name, count in (("deck", "n_deck"), ("hand", "n_hand")):
        for k in range(len(s[count])):
            r[name][k][: s[count][k]] = new[s[name][k][: s[count][k]]]
    return other


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_names__whole_games_look_alike_whichever_copy_lies_where(players: int) -> None:
    """A45: copies of one name exchanged at the start: the same answers and the same chance give the seats, looked at by turns,
    the same views to the end of the game, whatever has been looked at, given, put back and played meanwhile."""
    draw = np.random.default_rng(players)
    buffers = [np.empty(GAME.schema.size, np.int16) for _ in range(2)]
    for seed in range(GAMES):
        S = GAME.new()
        GAME.setup(S, seed=seed, num_players=players, sets=ALL_SETS, max_decisions=LENGTH)
        other = renamed_copies(S, draw)
        assert S.tobytes() != other.tobytes()
        for seat in cycle(range(players)):
            if GAME.to_act(S) < 0:
                break
            legal = np.sort(GAME.legal(S))
            assert np.array_equal(legal, np.sort(GAME.legal(other)))
            action = int(draw.choice(legal))
            GAME.step(S, action)
            GAME.step(other, action)
            views = [GAME.observe(x, seat, out=out) for x, out in zip((S, other), buffers)]
            if not np.array_equal(*views):
                different = SCHEMA.views(views[0] != views[1])
                seen = [name for name, part in different.items() if part.any()]
                assert not seen, f"seed {seed}, seat {seat}, {GAME.action_text(action)}: {seen}\n{GAME.text(S)}"
        assert GAME.to_act(other) < 0
