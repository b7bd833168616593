"""Every list of the state is long enough: from the card tables where they prove it, and by playing crowded tables."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import CHOOSE_ID, HIGHEST_NUMBER, LOWEST_NUMBER, RANGES, action_text
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE, Deck, Head, Kind, Lasting, Num, Ref, Sel, Until
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.observation.schema import LOOKED, SCHEMA
from fs_env.core.four_souls.rules.batch import WAITING
from fs_env.core.four_souls.rules.damage import LASTING_OPTION
from fs_env.core.four_souls.scenario import Placed, Play, Scenario, Seat
from fs_env.core.four_souls.state import (
    BIG,
    DECK_CAP,
    DTYPE,
    HAND_CAP,
    LASTING,
    LOOK,
    N_INSTANCES,
    NO_MORE,
    OBJECTS,
    OBLIGATIONS,
    OPTIONS,
    PLAY_CAP,
    PLAYERS,
    SHOP,
    SLOTS,
    STACK_LIMIT,
    Obj,
    Outcome,
    Zone,
)
from tests.every import every

INT16, INT8 = np.iinfo(np.int16), np.iinfo(np.int8)
UIDS = 30_000  # running numbers of stack objects


def counted(cards) -> int:
    return int(T.C_COUNT[cards].sum())


IS_TRINKET = (T.C_FLAGS & T.CardFlag.TRINKET) != 0
IS_CURSE = (T.C_FLAGS & T.CardFlag.CURSE) != 0
IS_MONSTER = (T.C_FLAGS & T.CardFlag.MONSTER) != 0
IN_DECK = [T.C_DECK == deck for deck in Deck]
IS_ITEM = IN_DECK[Deck.TREASURE] | IN_DECK[Deck.STARTING] | IS_TRINKET
LOOT, ITEMS, CURSES = counted(IN_DECK[Deck.LOOT]), counted(IS_ITEM), counted(IS_CURSE)


def test_references__never_mean_two_things():
    """Players, decks, piles, slots, cards, stack objects, "no more", lasting entries and waiting objects have ranges of their own."""
    ranges = [
        range(WAITING - OBJECTS + 1, WAITING + 1),
        range(LASTING_OPTION - LASTING + 1, LASTING_OPTION + 1),
        range(NO_MORE, NO_MORE + 1),
        range(NONE, NONE + 1),
        range(Ref.PLAYER, Ref.PLAYER + PLAYERS),
        range(Ref.DECK, Ref.DECK + 3),
        range(Ref.PILE, Ref.PILE + 3),
        range(Ref.SLOT, Ref.SLOT + SLOTS),
        range(Ref.CARD, Ref.CARD + N_INSTANCES),
        range(Ref.STACK, Ref.STACK + UIDS + 1),
    ]
    assert all(a.stop <= b.start for a, b in pairwise(ranges))
    assert INT16.min <= ranges[0].start and ranges[-1].stop <= INT16.max


def test_references__have_room_for_four_times_the_cards_there_are():
    """2,016 instances fit between the first card and the first stack object, whose last running number is an int16."""
    assert Ref.STACK - Ref.CARD == 2016 > 1400 > N_INSTANCES
    assert Ref.STACK + UIDS == 32_048 <= INT16.max


def test_numbers__fit_their_fields():
    """Card, ability and program numbers fit int16; seats, slots and soul values fit int8; sums of coins stay below int16."""
    assert max(N_INSTANCES, T.N_CARDS, T.N_ABILITIES, len(T.PROG), len(T.FILTER)) <= INT16.max
    assert max(SLOTS, SHOP, PLAYERS, int(T.C_SOULS.max())) <= INT8.max
    assert 2 * BIG <= INT16.max and int(T.C_HP.max()) * (1 + ITEMS) <= BIG
    assert DTYPE.itemsize <= 25_872, "a copy of the game is the unit of search"


def test_decks_and_hands__hold_every_card():
    assert DECK_CAP <= 256, "places in a deck are told by 8 bits"
    assert DECK_CAP >= max(counted(IN_DECK[deck]) for deck in (Deck.LOOT, Deck.TREASURE, Deck.MONSTER))
    assert HAND_CAP >= LOOT


def test_play__holds_every_card_that_can_be_in_play():
    """All items, all curses and an active monster in each slot are in play at once."""
    assert PLAY_CAP >= ITEMS + CURSES + SLOTS


HAS_SOUL_FORM = np.zeros(T.N_CARDS, bool)
"""Cards that their own effect turns into a soul."""
for _ability in range(T.N_ABILITIES):
    _pc = int(T.AB_PC[_ability])
    while T.PROG["op"][_pc] != Op.END:
        HAS_SOUL_FORM[T.AB_CARD[_ability]] |= T.PROG["op"][_pc] == Op.BECOME_SOUL
        _pc += 1

CARDS_OF = {
    Kind.ITEM: IS_ITEM,
    Kind.SOUL: (T.C_SOULS > 0) | HAS_SOUL_FORM,
    Kind.CURSE: IS_CURSE,
    Kind.HAND_CARD: IN_DECK[Deck.LOOT],
    Kind.DISCARDED: IN_DECK[Deck.MONSTER],
}
"""Kinds of matches and the cards that can be one; a card is only one of them at a time."""
MOST = {
    Kind.PLAYER: PLAYERS,
    Kind.MONSTER: SLOTS,
    Kind.SLOT: SLOTS,
    Kind.SHOP_ITEM: SHOP,
    Kind.DECK: 3,
    Kind.DISCARD_PILE: 3,
    Kind.REVEALED: LOOK,
    Kind.DECK_CARD: DECK_CAP,
    Kind.PENDING_DEATH: PLAYERS,
}
"""Other kinds and how many there can be."""
ON_STACK = Kind.ROLL | Kind.ATTACK | Kind.STACK_ITEM | Kind.STACK_LOOT | Kind.STACK_DAMAGE


def most_matches(row: int) -> int:
    kinds = int(T.FILTER[row, 0])
    cards = np.any([np.zeros(T.N_CARDS, bool), *(of for kind, of in CARDS_OF.items() if kinds & kind)], axis=0)
    others = sum(number for kind, number in MOST.items() if kinds & kind)
    return counted(cards) + others + (OBJECTS + 1 if kinds & ON_STACK else 0)


@every(range(len(T.FILTER)))
def test_options__hold_everything_a_filter_can_match(row):
    assert 0 < most_matches(row) < OPTIONS, f"{most_matches(row)} matches and 'no more'"


def test_options__hold_every_other_question():
    """A hand, the cards of a deck, all waiting objects, all lasting entries and all items of a player are few enough."""
    assert OPTIONS > max(LOOT, DECK_CAP, OBJECTS, LASTING + ITEMS, LOOK, HIGHEST_NUMBER - LOWEST_NUMBER)


def rows_with(*ops: Op) -> np.ndarray:
    return T.PROG[np.isin(T.PROG["op"], ops)]


def test_look__holds_every_looked_card():
    """No effect looks at more cards, or moves more matches of a filter at once, than the list contains; a shop fits too."""
    looks = rows_with(Op.LOOK, Op.REVEAL)
    assert len(looks) and looks["n"].max() <= LOOKED <= LOOK and SHOP <= LOOK
    moved = [int(row.what) - Sel.EACH for row in rows_with(Op.TO_BOTTOM) if row.what >= Sel.EACH]
    assert all(most_matches(row) <= LOOK for row in moved)


def test_choices__have_action_ids():
    """Every mode and every number an effect can ask for has an action id; no look-up table leaves the ids."""
    assert T.AB_MODES.max() <= len(RANGES["mode"])
    asked = rows_with(Op.NUMBER)
    assert (asked["low"] >= LOWEST_NUMBER).all() and (asked["high"] <= HIGHEST_NUMBER).all()
    assert asked["high"].max() < Num.RESULT and len(RANGES["player"]) == PLAYERS
    assert len(RANGES["choose"]) == T.N_CARDS and GAME.num_actions <= INT16.max


def test_rows__leave_room_above_the_last_voluntary_play():
    """Above the limit of voluntary plays (ER-50) there is room for all triggers of the busiest event, several times over."""
    triggers = T.AB_EVENT[T.AB_HEAD == Head.WHEN]
    busiest = np.bincount(triggers, weights=T.C_COUNT[T.AB_CARD[T.AB_HEAD == Head.WHEN]]).max()
    assert OBJECTS >= STACK_LIMIT + 4 * busiest


def test_observation__holds_what_the_state_can_hold():
    """Copies of a loot name, sizes of decks, slots and counters lie within the bounds of their sections."""
    for name in ("hand", "known", "loot"):
        assert SCHEMA[name].high >= T.C_COUNT[: T.N_LOOT].max()
    assert SCHEMA["decks"].high >= DECK_CAP and SCHEMA["counters"].high >= BIG
    assert SCHEMA["cards"]["zone"].high >= max(Zone) and SCHEMA["cards"]["owner"].high >= max(SLOTS, SHOP)
    assert SCHEMA["slots"].shape[0] == SLOTS and SCHEMA["shop"].shape[0] == SHOP


def copies(cards) -> list[str]:
    return [T.IDS[card] for card in np.flatnonzero(cards) for _ in range(T.C_COUNT[card])]


def crowd(seed: int, **changes) -> Scenario:
    """Every item with the four players, every curse, twelve monster slots with monsters under them, sixteen shop slots."""
    draw = random.Random(seed)
    items, monsters = copies(IS_ITEM), copies(IS_MONSTER)
    draw.shuffle(items)
    draw.shuffle(monsters)
    treasures = copies(IN_DECK[Deck.TREASURE])
    shop = [name for name in items if name in treasures][:SHOP]
    items = [name for name in items if name not in shop]
    loot = [name for name in copies(IN_DECK[Deck.LOOT]) if name not in items]
    seats = [
        Seat(items=items[p::PLAYERS], hand=loot[p::PLAYERS], curses=copies(IS_CURSE) if p == 0 else (), coins=40)
        for p in range(PLAYERS)
    ]
    slots = [Placed(monsters[k], covered=monsters[SLOTS + 2 * k : SLOTS + 2 * k + 2]) for k in range(SLOTS)]
    return Scenario(players=seats, monsters=slots, shop=shop, seed=seed, **changes)


def all_items(seed: int) -> Scenario:
    return Scenario(players=[Seat(items=copies(IS_ITEM), coins=99), Seat(), Seat()], shop=["empty"], seed=seed)


def all_loot(seed: int) -> Scenario:
    return Scenario(players=[Seat(hand=copies(IN_DECK[Deck.LOOT])), Seat()], seed=seed)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("table", [crowd, all_items, all_loot], ids=lambda table: table.__name__)
def test_crowded__plays_on_without_a_guard(table, seed):
    """The fullest tables can be played on: no list overflows, no question is cut short, every number stays in bounds."""
    S = table(seed).start().S
    record = S[0]
    for part in range(150):
        GAME.playout(S, 0, 1000 * seed + part, 7)
        assert GAME.outcome(S) in (Outcome.RUNNING, Outcome.WON)
        assert record["n_options"] < OPTIONS and record["n_waiting"] < OBJECTS and record["n_stack"] < OBJECTS
        seen = GAME.observe(S, 0)
        assert (seen >= SCHEMA.low).all() and (seen <= SCHEMA.high).all()
        if GAME.to_act(S) < 0:
            break


def test_crowded__all_loot_in_one_hand():
    """A hand of every loot card is counted in full, and the hand limit asks for each name in it once (R7.10)."""
    play = all_loot(0).start()
    assert play.S[0]["n_hand"][0] == LOOT
    assert SCHEMA.views(GAME.observe(play.S, 0))["hand"].tolist() == T.C_COUNT[: T.N_LOOT].tolist()
    while play.question == "priority":
        play.pass_()
    assert play.question == "hand_limit" and play.asked == 0
    names = {action_text(CHOOSE_ID[card]) for card in T.LOOT_CARDS}
    assert sorted(play.legal()) == sorted(names)


def test_crowded__all_items_with_one_player():
    S = all_items(0).start().S
    mine = (S[0]["zone"] == Zone.ITEM) & (S[0]["owner"] == 0)
    assert mine.sum() == ITEMS


@pytest.mark.parametrize("spare", [0, 1])
def test_slots__stop_growing_at_their_capacity(spare):
    """[mulligan, hanger] ER-52: a slot more where there is room, none beyond twelve monster and sixteen shop slots."""
    others = [name for name in copies(IS_MONSTER) if name not in ("mulligan", "hanger")]
    monsters = [Placed("mulligan", hp=1), Placed("hanger", hp=1), *others[: SLOTS - 2 - spare]]
    shop = copies(IN_DECK[Deck.TREASURE])[: SHOP - spare]
    game = Scenario(players=[Seat(hand=["bomb", "bomb"], extra_plays=2), Seat()], monsters=monsters, shop=shop).start()
    for monster in ("mulligan", "hanger"):
        game.play("bomb", monster).settle()
        assert game.read.place(T.C_INST0[T.CARD_ID[monster]]) == "discard"
    assert (game.S[0]["n_slots"], game.S[0]["n_shop"]) == (SLOTS, SHOP)
    assert game.asked == 0 and GAME.outcome(game.S) == Outcome.RUNNING


def lasting_table(game: Play, there: int) -> Play:
    """The game with that many shields of player 0 in the table of lasting effects."""
    entries = game.S["lasting"][0, :there]
    entries["kind"], entries["until"], entries["who"], entries["n"] = Lasting.SHIELD, Until.END_OF_TURN, 0, 1
    entries["src"] = T.C_INST0[T.CARD_ID["the_poop"]]
    game.S["n_lasting"] = there
    return game


@pytest.mark.parametrize(("there", "hp"), [(LASTING - 1, 2), (LASTING, 1)])
def test_lasting__one_effect_too_many_does_nothing(there: int, hp: int):
    """ER-52, R4.10: [soul_heart] as the 48th effect that lasts is kept; as the 49th it does nothing, and nothing is drawn."""
    game = Scenario(players=[Seat(hand=["soul_heart", "bomb"]), Seat()]).start().play("soul_heart", 1, turn=True)
    lasting_table(game, there).pass_all().expect(over=False).play("bomb", 1).settle().expect(player=1, hp=hp)
    assert np.count_nonzero(game.S["lasting"]["kind"][0]) == LASTING - (there == LASTING - 1)


@pytest.mark.parametrize("card", ["red_candle", "moms_bra"])
def test_lasting__other_kinds_of_one_too_many(card: str):
    """ER-52: a watched number and a lowered damage find no room either and change no entry that is there."""
    game = Scenario(players=[Seat(items=[card], hand=["bomb"]), Seat()], dice=[3]).start()
    if card == "red_candle":
        game.activate(card)
    else:
        game.play("bomb", 1).activate(card, "bomb", 1)
    before = lasting_table(game, LASTING).S["lasting"].copy()
    game.pass_all(*([3] if card == "red_candle" else [])).expect(over=False)
    assert (game.S["lasting"] == before).all()


def test_obligations__one_too_many_does_nothing():
    """ER-52: sixteen obligations by [monster_manual], recharged by [battery_bum], fill their list; more are no error."""
    seat = Seat(items=["monster_manual", "battery_bum"], coins=99)
    game = Scenario(players=[Seat(), seat], phase="loot").start()
    for _ in range(OBLIGATIONS + 2):
        game.activate("monster_manual", "fly", by=1).pay("battery_bum", "monster_manual", by=1).pass_all().pass_all()
    game.expect(over=False, stack=["loot"])
    assert np.count_nonzero(game.S["obligations"]["who"][0] != NONE) == OBLIGATIONS
    game.until("action")
    assert game.legal() == ["attack Fly"]


def test_stack__one_object_too_many_is_a_draw_that_names_the_cards():
    """ER-51: with room for one more object two triggers end the game; the cards of the objects are told, most first.
    [fanny_pack] [swallowed_penny] [gold_bomb]"""
    items = ["fanny_pack", "swallowed_penny", "dinner", "breakfast"]
    for room in (2, 1):
        game = Scenario(players=[Seat(hand=["gold_bomb"]), Seat(items=items)], shop=["meat"]).start()
        game.play("gold_bomb", 1)
        for row in game.S["objects"][0, : OBJECTS - room]:
            if row["kind"] == 0:
                row["kind"], row["src"] = Obj.TRIGGER, T.C_INST0[T.CARD_ID["the_wiz"]]
        game.pass_all(*(["fanny_pack"] if room == 2 else []))
        assert GAME.outcome(game.S) == (Outcome.RUNNING if room == 2 else Outcome.DRAWN)
    assert GAME.to_json(game.S)["drawn_by"][0]["card"] == "the_wiz"
    assert "drawn, no room for another object: The Wiz (" in GAME.decision_text(game.S)
    assert "Swallowed Penny (1)" in GAME.decision_text(game.S)


def test_lasting__a_lock_is_kept_once():
    """[get_out_of_jail_card] played again in a turn locks no player twice: loops of it fill no table."""
    game = Scenario(players=[Seat(hand=["get_out_of_jail_card"], extra_plays=3), Seat()]).start()
    for _ in range(3):
        game.play("get_out_of_jail_card").settle()
        kinds = game.S["lasting"]["kind"][0]
        assert np.count_nonzero(kinds == Lasting.LOCK) == 1 and game.S["locked"][0].tolist()[:2] == [0, 1]
        inst = int(T.C_INST0[T.CARD_ID["get_out_of_jail_card"]])
        assert game.S["pile"][0, 0, game.S["n_pile"][0, 0] - 1] == inst
        game.S["n_pile"][0, 0] -= 1
        game.S["discarded"][0, T.INST_CARD[inst]] -= 1
        game.S["hand"][0, 0, 0], game.S["n_hand"][0, 0] = inst, 1
        game.S["zone"][0, inst], game.S["owner"][0, inst] = Zone.HAND, 0
