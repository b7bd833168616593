"""R20: the deck of rooms, its slot, who uses rooms, and the exchange at the end of a turn."""

from __future__ import annotations

import random

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.restored import fault
from fs_env.core.four_souls.scenario import Play
from fs_env.core.four_souls.state import ROOMS
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start

QUIET = "blessing_of_gluttony"  # a room without anything to do in the tests that only look at places


def dealt(seed: int, players: int = 2, rooms: int = 1) -> Play:
    S = GAME.new()
    GAME.setup(S, seed=seed, num_players=players, rooms=rooms)
    return Play(S)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup__one_room_face_up_and_the_others_in_the_deck(players: int) -> None:
    """R20.1, R15.1: one room slot, filled from the top of a shuffled deck of rooms; their discard pile is empty."""
    game = dealt(3, players)
    game.expect(rooms=1, room_discard=[])
    room = game.read.game()["rooms"][0]
    game.expect(card=room, zone="room", slot=0, known=[0, 1, 2, 3][:players])
    assert GAME.to_json(game.S, player=0)["rooms"]["deck_size"] == len(T.ROOM_CARDS) - 1


def test_setup__another_room_with_another_seed() -> None:
    """R20.1: the deck of rooms is shuffled: different seeds turn up different rooms."""
    assert len({dealt(seed).read.game()["rooms"][0] for seed in range(12)}) > 5


def test_setup__the_rest_of_the_game_is_dealt_as_without_rooms() -> None:
    """R20.5: rooms are shuffled after everything else is dealt, so a seed gives the same hands, slots and characters."""
    with_rooms, without = dealt(5), dealt(5, rooms=0)
    for p in range(2):
        mine, plain = with_rooms.player(p), without.player(p)
        assert [mine[key] for key in ("hand", "items", "character")] == [
            plain[key] for key in ("hand", "items", "character")
        ]
    assert with_rooms.read.game()["monsters"] == without.read.game()["monsters"]
    without.expect(rooms=[], room_discard=[])


def test_setup__a_room_does_not_enter_play_then() -> None:
    """R20.1, ER-71: what a room does as it enters play is not done at setup: a dice room leaves hands and slots as dealt."""
    seed = next(seed for seed in range(400) if dealt(seed).read.game()["rooms"] == ["dice_room_2"])
    dealt(seed).expect(stack=[])
    dealt(seed).expect(player=0, hand=dealt(seed, rooms=0).player(0)["hand"])


def test_refill__of_an_empty_room_slot() -> None:
    """R20.2, R15.2: an empty room slot pushes its refill, which turns up the top room of the deck."""
    game = start(rooms=["empty"], room_deck=["black_champions", "equality"])
    game.expect(rooms=["empty"], stack=["refill room slot 0"], asked=0)
    game.pass_all().expect(rooms=["black_champions"], stack=[])
    game.expect(card="equality", zone="deck")


def test_refill__rooms_after_shop_and_monster_slots() -> None:
    """R20.2, R6.4: the active player orders the refills of shop and monsters; that of the room resolves after both."""
    game = start(rooms=["empty"], shop=["empty", "dinner"], monsters=["empty", "fly"])
    game.expect(question="refill").choose("treasure deck")
    assert game.stack[0] == "refill room slot 0" and len(game.stack) == 3


def test_refill__from_the_discard_pile_when_the_deck_is_empty() -> None:
    """R20.1, R15.9: the last room drawn from the deck has the discard pile shuffled into a new one."""
    others = [T.IDS[card] for card in T.ROOM_CARDS if T.IDS[card] not in ("beggar", "equality")]
    game = start({"coins": 3}, rooms=["beggar"], room_deck=["equality"], room_discard=others)
    game.roll(6).pay("beggar").settle()
    game.expect(rooms=["equality"], room_discard=[])
    left = GAME.to_json(game.S, player=None)["rooms"]["order"]
    assert sorted(left) == sorted([*others, "beggar"]) and left != [*others, "beggar"]
    assert fault(game.S.view("uint8").reshape(-1).copy()) is None


def test_slots__may_be_added() -> None:
    """R20.2: several rooms can be face up at once, and all of their texts hold."""
    game = start(rooms=["samsons_blessing", "maggys_blessing"])
    game.expect(player=0, attack=2, max_hp=3).expect(player=1, attack=2, max_hp=3)
    assert len(game.read.game()["rooms"]) == 2 <= ROOMS


def test_paid__by_the_active_player_alone() -> None:
    """R20.3: with the same cents the active player may pay for a room, the other one may not."""
    game = start({"coins": 3}, {"coins": 3}, rooms=["fortune_teller"], active=1)
    game.expect(asked=1, legal=["pay for Fortune Teller"])
    game.pass_().expect(asked=0, illegal=["pay for Fortune Teller"])


def test_paid__not_without_the_cost() -> None:
    """R20.3, R5.5: a room that cannot be paid for is not offered."""
    game = start({"coins": 2}, {"coins": 9}, rooms=["fortune_teller"])
    with pytest.raises(IllegalAction):
        game.pay("fortune_teller")


def test_you__is_the_active_player_of_each_turn() -> None:
    """R20.3, R2.24: "you" of a room changes with the turn: each player in turn gains the cents of [blessing_of_greed]."""
    game = start({"coins": 1}, {"coins": 1}, rooms=["blessing_of_greed"], phase="start")
    game.settle().expect(player=0, coins=4).expect(player=1, coins=1)
    game.end_turn().settle().expect(player=0, coins=4).expect(player=1, coins=4)


def test_room__is_no_item() -> None:
    """R20.3: nothing that means an item means a room: [the_d20] has no target where only a room lies."""
    game = start({"items": ["the_d20"]}, rooms=[QUIET])
    assert not [words for words in game.legal() if "Gluttony" in words]
    game.activate("the_d20").settle().expect(rooms=[QUIET])


def killing(**position: object) -> Play:
    """The action phase of a turn in which a bomb has killed a fly, with a room face up."""
    seat = {"hand": ["bomb"]}
    return (
        start(seat, monsters=["fly", "fatty"], **{"rooms": [QUIET], "room_deck": ["equality"], **position})
        .play("bomb", "fly")
        .settle()
    )


def test_fsr_177__a_room_may_be_exchanged_after_a_monsters_death() -> None:
    """FSR-177, R20.4, A41: after a turn with a monster's death the active player discards the room and reveals the next."""
    game = killing().until("end").pass_all()
    game.expect(question="room", asked=0, source=QUIET)
    assert game.legal() == ["yes", "no"]
    game.choose("yes").expect(rooms=["equality"], room_discard=[QUIET], active=1)


def test_exchange__or_kept() -> None:
    """R20.4: the room may be kept; then the turn ends as always."""
    game = killing().end_turn("no")
    game.expect(rooms=[QUIET], room_discard=[], active=1)


def test_exchange__not_without_a_death() -> None:
    """R20.4: a turn in which no monster died ends without the question, also one after a turn with a death."""
    game = start(rooms=[QUIET]).end_turn()
    game.expect(active=1, rooms=[QUIET])
    game = killing().end_turn("no").end_turn().expect(active=0, rooms=[QUIET])


def test_exchange__in_every_turn_with_a_death() -> None:
    """R20.4: the question comes once a turn: after it was answered, the next turn with a death brings it again."""
    seats = {"hand": ["bomb"]}, {"hand": ["bomb"]}
    game = start(*seats, monsters=["fly", "dip"], rooms=[QUIET], room_deck=["equality"]).play("bomb", "fly").settle()
    game.end_turn("no").settle().play("bomb", "dip").settle().until("end").pass_all().expect(question="room", asked=1)


def test_exchange__after_the_end_of_turn_effects() -> None:
    """R20.4: end-of-turn effects come first: the hand is discarded by [butter_fingers] before it is exchanged."""
    seat = {"hand": ["bomb", "a_penny"]}
    game = start(seat, monsters=["fly", "fatty"], rooms=["butter_fingers"], room_deck=["equality"])
    game.play("bomb", "fly").settle().until("end").expect(stack=["trigger Butter Fingers"])
    game.pass_all().expect(question="priority", rooms=["butter_fingers"]).expect(player=0, hand=[])
    game.pass_all().expect(question="room").choose("yes").expect(rooms=["equality"])


def test_exchange__what_the_new_room_brings_comes_before_the_turn_ends() -> None:
    """R20.4, R7.7: a room revealed in the exchange enters play in this turn: [dice_room_2] changes the hands, then stays."""
    game = killing(room_deck=["dice_room_2"]).until("end").pass_all().choose("yes")
    game.expect(stack=["trigger Dice Room!!"], active=0, phase="end").pass_all()
    game.expect(player=0, hand=3).expect(player=1, hand=3)
    game.pass_all().expect(active=1, rooms=["dice_room_2"])


def test_exchange__one_of_several_rooms() -> None:
    """R20.4: with two rooms the player is asked about one after the other and exchanges one at most."""
    game = killing(rooms=[QUIET, "black_champions"]).until("end").pass_all()
    game.expect(source=QUIET).choose("no").expect(source="black_champions", question="room")
    game.choose("yes").expect(rooms=[QUIET, "equality"], active=1)
    game = killing(rooms=[QUIET, "black_champions"]).end_turn("yes")
    game.expect(rooms=["equality", "black_champions"])


def test_deck_of_rooms__its_order_is_hidden() -> None:
    """R20.1, A45: another order of the deck of rooms looks the same to every seat: vector, table, JSON and text."""
    game = start(rooms=[QUIET], room_discard=["equality"])
    other = game.copy()
    deck = other.S["room_deck"][0, : other.S["n_room_deck"][0]]
    deck[:] = deck[::-1].copy()
    for p in range(2):
        assert (GAME.observe(game.S, p) == GAME.observe(other.S, p)).all()
        assert GAME.to_json(game.S, player=p) == GAME.to_json(other.S, player=p)
        assert GAME.text(game.S, player=p) == GAME.text(other.S, player=p)
    assert GAME.to_json(game.S, player=None) != GAME.to_json(other.S, player=None)


def test_resample__deals_the_deck_of_rooms_again() -> None:
    """A45: states that a seat cannot distinguish have the deck of rooms in another order, and nothing else of it changed."""
    game = start(rooms=[QUIET], room_discard=["equality"])
    other = game.copy()
    GAME.resample(other.S, 0, 0, 7)
    mine, theirs = (GAME.to_json(x.S, player=None)["rooms"] for x in (game, other))
    assert mine["order"] != theirs["order"] and sorted(mine["order"]) == sorted(theirs["order"])
    assert {**mine, "order": None} == {**theirs, "order": None}


@pytest.mark.parametrize("seed", range(4))
def test_random_games__keep_every_room_in_one_place(seed: int) -> None:
    """R2.21, R20: in random games with rooms every state is valid, and a room that is exchanged makes way for another."""
    game, choice = dealt(seed, 2 + seed % 3), random.Random(seed)
    rooms, exchanged = set(), False
    for step in range(400):
        if game.over:
            break
        action = choice.choice(game.ids())
        exchanged |= game.question == "room" and game.words(action) == "yes"
        GAME.step(game.S, action)
        if step % 4 == 0:
            rooms.add(tuple(game.read.game()["rooms"]))
            assert fault(game.S.view("uint8").reshape(-1).copy()) is None
    assert len(rooms) > 1 or not exchanged
