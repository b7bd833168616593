"""A third game of cards, made of what the machine shares: its secrets, its decisions and its language work."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fs_env.core.machine.run.game import IllegalAction
from fs_env.core.machine.run.scenario import ScenarioError
from tests.core.machine.dungeon import GAME, Dungeon
from tests.generic import suite

pytestmark = pytest.mark.slow  # the game is compiled for these tests alone
CHECKS = (
    suite.check_mask_is_what_step_accepts,
    suite.check_seat_and_outcome_agree,
    suite.check_same_seed_same_game,
    suite.check_snapshot_round_trip,
    suite.check_nothing_hidden_shows,
    suite.check_resampled_states_play_on,
    suite.check_redeals_look_the_same_to_all,
    suite.check_observations_are_whole,
    suite.check_words,
)


def known(game: Dungeon, seat: int) -> list[list[str | None]]:
    return GAME.to_json(game.S, player=seat)["hands"]


def resampled(game: Dungeon, seat: int, number: int = 200) -> list[dict[str, list[str]]]:
    found = []
    for seed in range(number):
        sampled = GAME.clone(game.S)
        GAME.resample(sampled, seat, 0, seed)
        found.append(GAME.to_json(sampled))
    return found


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_dungeon__keeps_what_every_game_must(check, players: int) -> None:
    """The generic checks of random play hold, with two seats and with the most that there can be."""
    check(GAME, players, 60, 3)


def test_dungeon__same_without_compilation() -> None:
    suite.check_same_games([suite.Case(GAME.spec.home, players, 60, 3) for players in (2, 5)], suite.NOT_COMPILED)


def test_gift__is_known_to_giver_and_taker_alone() -> None:
    """Seat 0 gives its map: seats 0 and 1 know it there, seat 2 knows nothing."""
    game = Dungeon.laid([["gift", "map"], ["coin"], []], ["coin", "gift", "coin"], ["open door"])
    game.choose("gift").expect(question="give", legal=["choose map", "choose coin"], illegal="choose gift")
    game.choose("map")
    assert known(game, 0)[1] == ["map", None, None]
    assert known(game, 1)[1] == ["coin", "gift", "map"]
    assert known(game, 2)[1] == [None, None, None]


def test_gift__may_be_the_card_that_another_seat_knew() -> None:
    """Seat 2 knew the map of seat 0, which gives one of two cards in secret: the map is in hand 0 or 1, nowhere else."""
    start = Dungeon.laid([["gift", "map"], [], []], ["coin", "coin", "coin"], ["open door"], knows={2: ["map"]})
    assert known(start, 2)[0] == ["map", None, None]
    start.choose("gift")
    first, other = start.copy().choose("map"), start.copy().choose("coin")
    suite.expect_same_views(GAME, first.S, other.S, [2], "gift")
    assert known(first, 2)[:2] == [[None], [None, None]]
    holders = Counter(tuple("map" in hand for hand in sampled["hands"]) for sampled in resampled(first, 2))
    assert set(holders) == {(True, False, False), (False, True, False)}
    # one card went to hand 1, which held none before, and one was drawn there: the map is one of two places of three
    assert 40 < holders[True, False, False] < 160


def test_map__a_buried_card_lies_on_top_or_at_the_bottom_for_who_knew_it() -> None:
    """Seat 2 knew the coin that seat 0 looks at: whichever of two cards is buried, it can tell neither place."""
    deck = ["gift", "coin", "gift", "gift", "map"]
    start = Dungeon.laid([["map"], [], []], deck, ["open door"], knows={2: ["coin"]}).choose("map")
    start.expect(question="bury", legal=["choose coin", "choose gift"])
    first, other = start.copy().choose("coin"), start.copy().choose("gift")
    suite.expect_same_views(GAME, first.S, other.S, [2], "map")
    places = Counter(
        ("hand 1" if "coin" in sampled["hands"][1] else str(sampled["deck"].index("coin")))
        for sampled in resampled(first, 2)
    )
    assert set(places) == {"hand 1", "2"}, "seat 1 has drawn the top card; the bottom is place 2"
    assert {sampled["deck"][-1] for sampled in resampled(first, 0)} == {"coin"}, "seat 0 knows what it buried"


def test_draw__the_last_card_of_a_deck() -> None:
    """The pile is shuffled into a new deck at once, of which no player knows a card, and every place is noted."""
    game = Dungeon.laid([["map"], ["gift"]], ["coin"], ["open door"])
    game.expect(deck=13, pile=[], hands=[["coin", "map"], ["gift"]])
    assert GAME.to_json(game.S, player=0)["deck"] == [None] * 13
    s = game.S.view(np.ndarray)[0]
    deck = s["deck"][0, :13]
    assert sorted(s["place"][deck]) == list(range(13)) and [int(s["place"][inst]) for inst in deck] == list(range(13))
    assert deck.tolist() != sorted(deck.tolist()), "the order is a random one"


def test_coin__opens_the_top_door() -> None:
    """An open door scores and a shut one does not; the deck of doors is made anew behind the last one."""
    game = Dungeon.laid([["coin", "coin"], []], ["map"] * 4 + ["gift"], ["open door", "shut door"])
    game.choose("coin").expect(scores=[1, 0]).choose("pass").choose("coin").expect(scores=[1, 0], pile=11)
    assert game.S.view(np.ndarray)["n_deck"][0, 1] == 5, "the second door was the last: four others and the first one"


def test_words__that_name_nothing() -> None:
    """A choice that is not offered is not legal; one that is no action at all is a slip of the pen."""
    game = Dungeon.laid([["coin"], []], ["map", "gift"], ["open door"])
    with pytest.raises(IllegalAction, match="choice 'gift' is not legal .*Legal: choose coin, choose map, pass"):
        game.choose("gift")
    with pytest.raises(ScenarioError, match="'choose sword' names no action"):
        game.expect(illegal="choose sword")
    assert game.log == []
