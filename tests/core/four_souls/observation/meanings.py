"""Positions with what must be read in them: functions that write numbers into a fresh game and return those its observer must read.

Numbers that stand side by side differ wherever they can, so that two numbers in each other's place are noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.card_kinds import CardKind
from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref, Until
from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.rules.batch import WAITING
from fs_env.core.four_souls.rules.damage import LASTING_OPTION
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.four_souls.state import Favour, Frame, Obj, Phase, Question, Shape, Zone
from fs_env.core.machine.declare.fields import as_records
from tests.core.meanings import Meaning, Says, told

SEATS = 4
VIEWER = 1  # who observes: seat 2 is row 1, seat 3 row 2, seat 0 row 3

WRITTEN: list[Callable[[Any], Says]] = []


def position(write: Callable[[Any], Says]) -> Callable[[Any], Says]:
    WRITTEN.append(write)
    return write


def meanings() -> Iterator[Meaning]:
    for write in WRITTEN:
        S = Scenario(players=[{}] * SEATS).start().S
        says = write(as_records(S)[0])
        yield Meaning(write.__name__, S, VIEWER, GAME.observe(S, VIEWER), list(told(says)))


def inst(card: str) -> int:
    return int(T.C_INST0[T.CARD_ID[card]])


def shown(card: str) -> int:
    return T.CARD_ID[card] + 1


@position
def rooms_in_play(s: Any) -> Says:
    """Two slots, one of them empty and one with a room that is turned; of two discarded ones the later lies on top."""
    first, second, third = inst("beggar"), inst("equality"), inst("haunted")
    s.rooms, s.n_rooms, s.room[0], s.room[1] = 1, 2, NONE, first
    s.turned[first], s.counters[first] = 1, 5
    s.n_room_deck, s.n_room_pile, s.exchange = 9, 2, 1
    s.room_pile[0], s.room_pile[1] = second, third
    return {
        "rooms[0]": {"exists": 1, "card": 0, "turned": 0, "counters": 0},
        "rooms[1]": {"exists": 1, "card": shown("beggar"), "turned": 1, "counters": 5},
        "rooms[2]": {"exists": 0, "card": 0, "turned": 0, "counters": 0},
        "room_deck": {"cards": 9, "discarded": 2, "exchange": 1},
        "room_pile[0]": shown("haunted"),
        "room_pile[1]": shown("equality"),
        "room_pile[2]": 0,
    }


@position
def facts_of_players(s: Any) -> Says:
    s.coins[2], s.hp[2], s.max_hp[2], s.atk[2], s.n_hand[2], s.souls[2] = 31, 5, 7, 9, 11, 13
    s.character[2], s.extra_plays[2], s.attacks_used[2], s.deck_attacks[2] = inst("eve"), 15, 17, 23
    s.own_attacks[2], s.extra_attacks[2], s.purchases_used[2], s.own_purchases[2], s.price[2] = 19, 2, 25, 27, 29
    s.roll_boost[2], s.extra_turns[2], s.skip_turns[2], s.fought[2] = 37, 39, 41, 43
    s.history[2][0], s.history[2][1] = 3, 6
    s.n_lasting = 2
    for k, points in enumerate((30, 5)):
        s.lasting[k].kind, s.lasting[k].who, s.lasting[k].n = Lasting.SHIELD, 2, points
    for soul in (inst("a_dime"), inst("bomb")):
        s.zone[soul], s.owner[soul] = Zone.SOUL, 2
    return {
        "players[1]": {
            "present": 1,
            "coins": 31,
            "hp": 5,
            "max_hp": 7,
            "attack": 9,
            "hand": 11,
            "souls": 13,
            "dead": 0,
            "dying": 0,
            "character": shown("eve"),
            "turned": 0,
            "extra_plays": 15,
            "attacks_used": 17,
            "attacks": 21,
            "deck_attacks": 23,
            "purchases_used": 25,
            "purchases": 27,
            "price": 29,
            "shield": 35,
            "roll_bonus": 37,
            "extra_turns": 39,
            "skipped_turns": 41,
            "loot_souls": 2,
            "last_roll": 3,
            "last_attack_roll": 6,
            "must_attack": 0,
            "attacks_made": 43,
        }
    }


@position
def states_of_players(s: Any) -> Says:
    """Who is dead, dying, turned, and may play or must attack, differs from seat to seat."""
    s.active_player, s.phase, s.own_plays[VIEWER], s.plays_used[VIEWER] = VIEWER, Phase.ACTION, 1, 0
    s.dead[2] = s.dead[0] = s.dying[1] = s.dying[3] = s.dying[0] = s.must_attack[2] = 1
    s.turned[s.character[2]] = s.turned[s.character[3]] = 1
    names = ("present", "dead", "dying", "turned", "own_play", "character_open", "must_attack")
    rows = ((1, 0, 1, 0, 1, 1, 0), (1, 1, 0, 1, 0, 0, 1), (1, 0, 1, 1, 0, 0, 0), (1, 1, 1, 0, 0, 1, 0))
    return {f"players[{k}]": dict(zip(names, row)) for k, row in enumerate(rows)}


@position
def monsters(s: Any) -> Says:
    s.n_slots = 3
    first, second = int(s.slot[0]), int(s.slot[1])
    s.hp[4], s.max_hp[4], s.atk[4], s.evasion[4], s.fought[4] = 12, 14, 16, 18, 20
    s.attacking, s.attacked, s.must_attack[4], s.dying[5], s.must_attack[5] = 1, first, 1, 1, 1
    s.under[second], s.under[inst("clotty")] = inst("clotty"), inst("dip")
    numbers = {"exists": 1, "card": T.INST_CARD[first] + 1, "hp": 12, "max_hp": 14, "attack": 16, "evasion": 18}
    return {
        "slots[0]": {**numbers, "attacked": 1, "dying": 0, "must_be_attacked": 1, "was_attacked": 20},
        "slots[1]": {"exists": 1, "attacked": 0, "dying": 1, "must_be_attacked": 1, "was_attacked": 0},
        "slots[2]": {"exists": 1, "card": 0, "dying": 0, "must_be_attacked": 0},
        "slots[3]": {"exists": 0},
        "covered[1]": {"covered": 2, "next_below": shown("clotty")},
    }


@position
def what_the_turn_has_brought(s: Any) -> Says:
    s.plays_used[3], s.rolls[3], s.attack_rolls[3], s.gains[3] = 19, 21, 23, 25
    s.boost_hp[3], s.boost_atk[3], s.boost_evasion[3], s.damaged[3], s.damage_sum[3] = 3, 5, 7, 9, 11
    s.would_die[3], s.dying[3], s.saved_hp[3] = 13, 1, 15
    s.n_frames, s.n_hurt, s.hurt[0], s.hurt_n[0] = 1, 1, 3, 17
    s.frames[0].kind, s.frames[0].object = Frame.DAMAGE, NONE
    return {
        "counts[2]": {"loot_plays_used": 19, "rolls": 21, "attack_rolls": 23, "coin_gains": 25},
        "units[2]": {
            "hp_bonus": 3,
            "attack_bonus": 5,
            "evasion_bonus": 7,
            "damage_events": 9,
            "damage_points": 11,
            "near_deaths": 13,
            "saved_hp": 15,
            "damage_coming": 17,
        },
    }


@position
def own_decision(s: Any) -> Says:
    s.question, s.shape, s.phase, s.attacking, s.asking_card = (
        Question.PICK,
        Shape.NUMBER,
        Phase.ACTION,
        1,
        inst("isaac"),
    )
    s.active_player, s.priority_player, s.asked, s.passes, s.turn = 3, 0, VIEWER, 0, 77
    s.n_stack, s.n_options, s.decisions, s.max_decisions, s.attacks_begun, s.forced = 7, 12, 500, 1300, 6, 0
    return {
        "decision": {
            "question": Question.PICK + 1,
            "shape": 4,
            "card": shown("isaac"),
            "phase": 3,
            "ending": 0,
            "attacking": 1,
            "active_player": 2,
            "priority_player": 3,
            "asked": 0,
            "passes": 0,
            "players": 4,
            "turn": 77,
            "stack": 7,
            "options": 12,
            "decisions_left": 800,
            "bonus_souls": 0,
            "fights": 6,
            "forced": 0,
        }
    }


@position
def decision_of_another(s: Any) -> Says:
    s.question, s.shape, s.phase, s.ending, s.asking_card = Question.PICK, Shape.YES_NO, Phase.LOOT, 1, NONE
    s.active_player, s.priority_player, s.asked, s.passes, s.forced = 0, 1, 2, 3, 1
    for soul in range(3):
        s.zone[T.C_INST0[T.BONUS_SOULS[soul]]] = Zone.BONUS if soul != 1 else Zone.SOUL
    return {
        "decision": {
            "question": 0,
            "shape": 2,
            "card": 0,
            "phase": 2,
            "ending": 1,
            "attacking": 0,
            "active_player": 3,
            "priority_player": 0,
            "asked": 1,
            "passes": 3,
            "players": 4,
            "options": 0,
            "bonus_souls": 2,
            "fights": 0,
            "forced": 1,
        }
    }


@position
def nobody_is_asked(s: Any) -> Says:
    s.asked, s.priority_player, s.n_stack, s.shape, s.ending, s.forced = NONE, VIEWER, 0, Shape.REFS, 0, 1
    return {
        "decision": {"priority_player": 0, "asked": -1, "stack": 0, "shape": 1, "ending": 0, "forced": 1, "passes": 0}
    }


@position
def options_stand_for(s: Any) -> Says:
    s.asked, s.shape, s.n_options = VIEWER, Shape.OPTION, 4
    s.option[0], s.option[1], s.option[2], s.option[3] = 0, Ref.SLOT + 9, WAITING - 81, LASTING_OPTION - 1
    s.n_waiting, s.waiting[0], s.waiting[1] = 2, 80, 81
    s.n_lasting, s.lasting[0].kind, s.lasting[1].kind = 2, Lasting.PREDICT, Lasting.SHIELD
    s.lasting[0].ref = s.lasting[1].ref = NONE
    return {
        "choices[0]": {"choice_sort": 1, "choice": 4},
        "choices[1]": {"choice_sort": 3, "choice": 9},
        "choices[2]": {"choice_sort": 7, "choice": 2},
        "choices[3]": {"choice_sort": 8, "choice": 2},
    }


def lay(s: Any, row: int, **numbers: Any) -> Any:
    obj = s.objects[row]
    obj.controller, obj.mode, obj.slot, obj.src, obj.ability, obj.it, obj.dealer, obj.from_card = 0, *[NONE] * 7
    obj.reg[:] = NONE
    for name, number in numbers.items():
        setattr(obj, name, number)
    return obj


def two_objects(s: Any) -> None:
    top = lay(s, 11, kind=Obj.TRIGGER, controller=3, src=inst("isaac"), mode=6, n=33, flags=72, roll=44, amount=55)
    top.it, top.slot, top.dealer, top.from_card, top.uid = Ref.SLOT + 8, 10, 0, inst("eve"), 900
    top.reg[:] = 2, Ref.PILE + 2, Ref.SLOT + 11, Ref.CARD + inst("judas")
    below = lay(s, 12, kind=Obj.PURCHASE, controller=VIEWER, src=NONE, mode=2, n=0, flags=0, roll=1, amount=2)
    below.it, below.uid = Ref.SLOT + 1, 901
    below.reg[:] = NONE, Ref.CARD + inst("eve"), Ref.STACK + 900, 2


TRIGGER = {
    "kind": Obj.TRIGGER,
    "owner": 3,
    "card": "isaac",
    "mode": 7,
    "number": 33,
    "flags": 72,
    "target_sort": 1,
    "target": 2,
    "second_target_sort": 2,
    "second_target": 10,
    "event_number": 44,
    "event_amount": 55,
    "third_target_sort": 3,
    "third_target": 11,
    "fourth_target_sort": 4,
    "fourth_target": "judas",
}
PURCHASE = {
    "kind": Obj.PURCHASE,
    "owner": 1,
    "card": 0,
    "mode": 3,
    "number": 0,
    "flags": 0,
    "target_sort": 3,
    "target": 1,
    "second_target_sort": 4,
    "second_target": "eve",
    "event_number": 1,
    "event_amount": 2,
    "third_target_sort": 5,
    "third_target": 1,
    "fourth_target_sort": 1,
    "fourth_target": 2,
}


def in_numbers(row: Says) -> Says:
    return {name: shown(value) if isinstance(value, str) else value for name, value in row.items()}


@position
def objects_on_the_stack(s: Any) -> Says:
    two_objects(s)
    s.n_stack, s.stack[0], s.stack[1] = 2, 12, 11
    subject = {"subject_sort": 3, "subject": 8, "slot": 11, "dealer_sort": 1, "dealer": 4, "dealer_card": shown("eve")}
    return {
        "stack[0]": in_numbers(TRIGGER),
        "stack[1]": in_numbers(PURCHASE),
        "subjects[0]": subject,
        "subjects[1]": {"subject_sort": 3, "subject": 1, "slot": 0, "dealer_sort": 0, "dealer": 0, "dealer_card": 0},
    }


@position
def a_trigger_resolves(s: Any) -> Says:
    two_objects(s)
    s.n_frames, s.frames[0].kind, s.frames[0].object = 1, Frame.PENALTY, 11
    return {"resolving": in_numbers(TRIGGER)}


@position
def a_purchase_resolves(s: Any) -> Says:
    two_objects(s)
    s.n_stack, s.stack[0] = 1, 11
    s.n_frames, s.frames[0].kind, s.frames[0].object = 1, Frame.PENALTY, 12
    return {"resolving": in_numbers(PURCHASE)}


@position
def a_program_runs(s: Any) -> Says:
    fifth = T.AB_PC[0] + 4
    lay(s, 9, kind=Obj.LOOT, ability=0)
    frame = s.frames[0]
    s.n_frames, s.pushes, frame.kind, frame.object, frame.pc = 1, 66, Frame.RUN, 9, fifth
    frame.step, frame.count = 77, 88
    frame.reg[:] = 0, Ref.PILE + 2, Ref.SLOT + 11, Ref.CARD + inst("eve")
    return {
        "progress": {
            "frame": Frame.RUN,
            "instruction": 5,
            "step": 77,
            "count": 88,
            "playing": 0,
            "pushes": 66,
            "first_choice_sort": 1,
            "first_choice": 4,
            "second_choice_sort": 2,
            "second_choice": 10,
            "third_choice_sort": 3,
            "third_choice": 11,
            "fourth_choice_sort": 4,
            "fourth_choice": shown("eve"),
        }
    }


@position
def a_program_has_chosen_one_card(s: Any) -> Says:
    lay(s, 9, kind=Obj.LOOT, ability=0)
    frame = s.frames[0]
    s.n_frames, frame.kind, frame.object, frame.pc = 1, Frame.RUN, 9, T.AB_PC[0]
    frame.reg[:] = Ref.CARD + inst("eve"), NONE, NONE, NONE
    return {
        "progress": {"first_choice_sort": 4, "first_choice": shown("eve"), "second_choice": 0, "fourth_choice_sort": 0}
    }


@position
def a_loot_source_is_asked_for(s: Any) -> Says:
    frame = s.frames[0]
    s.n_frames, frame.kind, frame.object, frame.cursor = 1, Frame.LOOT_SOURCE, NONE, T.CARD_ID["bomb"]
    return {"progress": {"frame": Frame.LOOT_SOURCE, "playing": shown("bomb"), "first_choice_sort": 0}}


@position
def objects_that_wait(s: Any) -> Says:
    lay(s, 20, kind=Obj.REWARD, controller=3, src=inst("eve"), ability=T.C_AB0[T.CARD_ID["monstros_tooth"]])
    s.n_waiting, s.waiting[0] = 1, 20
    return {"waiting[0]": {"kind": Obj.REWARD, "owner": 3, "card": shown("eve"), "effect": 1}}


@position
def what_lasts(s: Any) -> Says:
    s.n_lasting = 1
    entry = s.lasting[0]
    entry.kind, entry.until, entry.controller, entry.who, entry.n = Lasting.TRIGGER, Until.THAT_OBJECT, 2, 3, 44
    entry.ability, entry.src, entry.ref = T.C_AB0[T.CARD_ID["monstros_tooth"]], inst("eve"), Ref.SLOT + 5
    s.n_obligations = 2
    s.obligations[0].who, s.obligations[0].extra, s.obligations[0].what = 0, 1, Ref.CARD + inst("clotty")
    s.obligations[0].other = Ref.CARD + inst("dip")
    s.obligations[1].who, s.obligations[1].what, s.obligations[1].other = 0, Ref.DECK + 2, NONE
    return {
        "lasting[0]": {"kind": Lasting.TRIGGER, "whom": 3, "number": 44, "card": shown("eve")},
        "endings[0]": {"until": 6, "made_by": 2, "effect": 1, "object_sort": 3, "object": 5},
        "obligations[0]": {"additional": 2, "what": shown("clotty"), "or_else": shown("dip")},
        "obligations[1]": {"additional": 1, "what": -1, "or_else": 0},
    }


@position
def cards_of_all_sorts(s: Any) -> Says:
    s.zone[inst("boomerang")], s.owner[inst("boomerang")] = Zone.CURSE, 2
    s.altered, s.n_play, s.play[0] = 1, 1, inst("dinner")
    dinner = inst("dinner")
    s.zone[dinner], s.owner[dinner], s.face[dinner], s.eternal[dinner] = Zone.ITEM, 0, T.CARD_ID["breakfast"], 1
    s.counters[dinner], s.face_until[dinner] = 6, 1
    boomerang = T.CARD_ID["boomerang"] - int(T.N_LOOT)
    return {
        f"cards.zone[{boomerang}]": Zone.CURSE,
        f"cards.owner[{boomerang}]": 2,
        "changed[0]": {"card": shown("dinner"), "shows": shown("breakfast"), "eternal": 1, "counters": 6},
        "borrowed[0]": 1,
        "looked[0]": 0,
    }


@position
def looked_at(s: Any) -> Says:
    s.asked, s.n_look, s.look[0], s.seen[inst("bomb")] = VIEWER, 1, inst("bomb"), 1 << VIEWER
    return {"looked[0]": shown("bomb"), "borrowed[0]": 0}


@position
def decks_and_piles(s: Any) -> Says:
    piles = (("bomb", "a_dime"), ("dinner", "breakfast", "boomerang"), ("clotty", "dip", "trite", "pooter"))
    for d, cards in enumerate(piles):
        s.n_deck[d], s.n_pile[d] = 20 + d, len(cards)
        for k, card in enumerate(cards):
            s.pile[d][k] = inst(card)
    s.discarded[T.CARD_ID["bomb"]] = 2
    s.zone[inst("bomb")] = Zone.BESIDE
    return {
        "decks.cards": {"loot": 20, "treasure": 21, "monster": 22},
        "decks.discarded": {"loot": 2, "treasure": 3, "monster": 4},
        "top": {"loot": shown("a_dime"), "treasure": shown("boomerang"), "monster": shown("pooter")},
        "piles.loot[1]": shown("bomb"),
        "piles.treasure[1]": shown("breakfast"),
        "piles.monster[1]": shown("trite"),
        f"loot.discarded[{T.CARD_ID['bomb']}]": 2,
        f"loot.elsewhere[{T.CARD_ID['bomb']}]": 1,
    }


@position
def ends_of_decks(s: Any) -> Says:
    """Seat 2 knows the top of the treasure and monster decks, seat 3 the bottom of the monster deck, I both of the loot deck."""
    s.witnessed[:] = 0
    s.seen[:] = 0
    s.witnessed[s.deck[1][s.n_deck[1] - 1]] = s.witnessed[s.deck[2][s.n_deck[2] - 1]] = 1 << 2
    s.witnessed[s.deck[2][0]] = 1 << 3
    s.deck[0][0], s.deck[0][s.n_deck[0] - 1] = inst("bomb"), inst("a_dime")
    s.seen[inst("bomb")] = s.seen[inst("a_dime")] = 1 << VIEWER
    tops = {f"watched[0][{deck}].from_top[0]": int(deck != "loot") for deck in ("loot", "treasure", "monster")}
    bottoms = {f"watched[1][{deck}].from_bottom[0]": int(deck == "monster") for deck in ("loot", "treasure", "monster")}
    return {
        **tops,
        **bottoms,
        "watched[0][treasure].from_bottom[0]": 0,
        "loot_places.from_top[0]": shown("a_dime"),
        "loot_places.from_bottom[0]": shown("bomb"),
    }


@position
def who_knows_hands(s: Any) -> Says:
    """I hold a Bomb that seat 2 has seen; I have seen the dime of seat 3; a battery lies in one of several places."""
    bomb, dime, battery = (inst(card) for card in ("bomb", "a_dime", "lil_battery"))
    s.n_hand[VIEWER], s.hand[VIEWER][0], s.witnessed[bomb] = 1, bomb, 1 << 2
    s.n_hand[3], s.hand[3][0], s.seen[dime] = 1, dime, 1 << VIEWER
    s.mixed, s.mix[battery] = 1 << 4 * Deck.LOOT + VIEWER, 9 << 4 * VIEWER
    cards = {"bomb": T.CARD_ID["bomb"], "dime": T.CARD_ID["a_dime"], "battery": T.CARD_ID["lil_battery"]}
    return {
        f"hand[{cards['bomb']}]": 1,
        f"hand[{cards['battery']}]": 0,
        f"among[{cards['battery']}]": 1,
        f"shown[0][{cards['bomb']}]": 1,
        f"known[0][{cards['bomb']}]": 0,
        f"known[1][{cards['dime']}]": 1,
    }


def one_trinket_each(s: Any, seat_of: Callable[[int], int]) -> Says:
    """Each trinket lies before a seat, or before no player where there is none of that number."""
    says: Says = {f"trinkets[{k}]": {} for k in range(SEATS)}
    s.n_play = 0
    for k, trinket in enumerate(card for card in T.CARDS if card.kind == CardKind.TRINKET):
        seat = seat_of(k)
        if seat < SEATS:
            s.zone[inst(trinket.id)], s.owner[inst(trinket.id)] = Zone.ITEM, (VIEWER + seat) % SEATS
            s.play[s.n_play] = inst(trinket.id)
            s.n_play += 1
        for row in range(SEATS):
            says[f"trinkets[{row}]"][trinket.id] = int(row == seat)
    return says


@position
def trinkets_by_ones(s: Any) -> Says:
    return one_trinket_each(s, lambda k: k % 5)


@position
def trinkets_by_fives(s: Any) -> Says:
    return one_trinket_each(s, lambda k: k // 5)


@position
def counters_on_items(s: Any) -> Says:
    says = {}
    s.n_counters = 1
    for k, card in enumerate(
        ("cambion_conception", "bum_bo_item", "tech_x", "the_poop", "the_dead_cat", "the_bone"), 1
    ):
        s.counters[inst(card)] = k
        says[card] = k
    return {"counters": says}


@position
def first_and_third_option(s: Any) -> Says:
    s.variant, s.open_hands = 2, 1
    return {"options": {"variant": 2, "simultaneous_deaths": 0, "open_hands": 1, "bartering": 0, "rooms": 0}}


@position
def second_and_fourth_option(s: Any) -> Says:
    s.deaths, s.bartering = 1, 1
    return {"options": {"variant": 0, "simultaneous_deaths": 1, "open_hands": 0, "bartering": 1, "rooms": 0}}


@position
def first_and_last_option(s: Any) -> Says:
    s.variant, s.rooms, s.bartering = 1, 1, 1
    return {"options": {"variant": 1, "simultaneous_deaths": 0, "open_hands": 0, "bartering": 1, "rooms": 1}}


@position
def die_of_two_who_play_together(s: Any) -> Says:
    s.variant, s.d8, s.turns_finished = Variant.COOPERATIVE, 5, 0
    s.souls[0], s.souls[2] = 3, 1
    return {"solo": {"d8": 5, "souls": 4, "turns_to_drop": 2}}


@position
def die_after_the_turn_of_one(s: Any) -> Says:
    s.variant, s.d8, s.turns_finished = Variant.SOLO, 8, 1
    return {"solo": {"d8": 8, "souls": 0, "turns_to_drop": 1}}


@position
def an_offer(s: Any) -> Says:
    """Seat 0 makes it, seat 3 would pay, seat 2 would do it at seat 1 instead."""
    s.bartering, s.n_frames, s.n_stack = 1, 1, 7
    s.frames[0].kind = Frame.BARTER
    for k in range(7):
        s.stack[k], s.objects[k].kind, s.objects[k].uid = k, Obj.LOOT, 50 + k
    bid = s.bid[0]
    bid.favour, bid.maker, bid.payer, bid.promiser, bid.whom = Favour.USE, 0, 3, 2, 1
    bid.item, bid.object, bid.cents, bid.counter = inst("mr_boom"), 51, 7, 10
    s.offers[2], s.kept[2], s.broken[2], s.kept[0] = 2, 7, 9, 1
    return {
        "offer": {
            "favour": Favour.USE,
            "maker": 4,
            "payer": 3,
            "promiser": 2,
            "whom": 1,
            "item": shown("mr_boom"),
            "object": 6,
            "cents": 7,
            "counter": 10,
        },
        "barter[1]": {"offers": 2, "kept": 7, "broken": 9},
        "barter[3]": {"offers": 0, "kept": 1, "broken": 0},
    }


@position
def open_promises(s: Any) -> Says:
    """The second row of the state is free: the promises that are open stand side by side."""
    s.bartering, s.n_stack, s.n_promises = 1, 3, 2
    for k in range(3):
        s.stack[k], s.objects[k].kind, s.objects[k].uid = k, Obj.LOOT, 50 + k
    first, second = s.promises[0], s.promises[2]
    first.favour, first.promiser, first.payer, first.whom, first.item = Favour.AIM, 0, 3, 2, NONE
    first.cents, first.turns = 3, 4
    second.favour, second.promiser, second.payer, second.whom, second.item = Favour.USE, 3, 1, NONE, inst("the_d6")
    second.cents, second.object, second.tested = 2, 50, 1
    names = ("favour", "promiser", "payer", "whom", "item", "object", "cents", "turns", "tested")
    rows = ((Favour.AIM, 4, 3, 2, 0, 0, 3, 4, 0), (Favour.USE, 3, 1, 0, shown("the_d6"), 3, 2, 0, 1))
    told = {f"promises[{k}]": dict(zip(names, row)) for k, row in enumerate(rows)}
    return {**told, "promises[2]": dict.fromkeys(names, 0), "offer": {"favour": 0, "maker": 0}}


@position
def no_bartering(s: Any) -> Says:
    s.kept[2] = 3
    return {"barter[1]": {"offers": 0, "kept": 0, "broken": 0}}
