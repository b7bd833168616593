"""Which questions each range of action ids answers, and that docs/look_up/actions says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import CARD_OF_ACTION, NUM_ACTIONS, RANGES, TABLE
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play
from fs_env.core.four_souls.state import Question, Shape
from tests.core.four_souls.rules.table import start

RULES = {
    "pass": ("priority", "priority"),  # R4.3
    "done": ("refs", "target pick discard give recharge"),  # R5.2 and R5.4 "up to", "any number"; R7.1
    "yes": ("yes_no", "may loot_source room"),  # R5.9, R8.3, R20.4
    "no": ("yes_no", "may loot_source room"),
    "mode": ("mode", "mode"),  # R5.2
    "number": ("number", "number"),  # R5.4
    "player": ("refs", "target pick heir partner instead"),  # R5.2, R2.16, R5.4, R13.4
    "deck": ("refs", "target pick refill"),  # R5.10, R5.4, R15.2
    "play": ("priority", "priority"),  # R4.1
    "activate": ("priority", "priority"),
    "pay": ("priority", "priority"),
    "buy": ("priority", "priority"),
    "buy_top": ("priority", "priority"),
    "attack": ("priority", "priority"),
    "attack_top": ("priority", "priority"),
    "choose": (
        "refs",
        "target cost pick discard destroy soul keep order slot vote prevention trigger_order draft hand_limit give search "
        "recharge replacement item open_draft",
    ),
    "empty_slot": ("refs", "slot pick"),  # A31; The D10, Dad's Key
    "option": ("option", "target pick slot prevention trigger_order"),  # what can lie open twice under one name
    "offer": ("priority", "priority"),  # R16.1, R16.4
    "favour": ("favour", "favour"),
    "cents": ("cents", "cents deal"),
    "accept": ("cents", "deal"),
    "decline": ("cents", "deal"),
}
"""Shape and questions of each range, from the rules: windows (R4, R7, R10, R11), announcing (R5), triggers (R6), the rest."""
RARE = {
    ("player", "heir"),
    ("deck", "refill"),
    ("deck", "pick"),
    ("empty_slot", "pick"),
    ("choose", "prevention"),
    ("choose", "replacement"),
    ("choose", "search"),
    ("choose", "soul"),
    ("choose", "draft"),
    ("choose", "open_draft"),
    ("choose", "recharge"),
    ("done", "recharge"),
    *(("option", question) for question in RULES["option"][1].split()),
}
"""Choices and questions that random play may not come to in a few games."""
GAMES = 90
RANGE_OF_ACTION = [next(name for name, ids in RANGES.items() if action in ids) for action in range(NUM_ACTIONS)]


def answered(play: Play) -> set[tuple[str, str]]:
    """The ranges that answer the pending question, each with the question."""
    return {(name, play.question) for name, ids in RANGES.items() for action in play.ids() if action in ids}


def random_games(games: int) -> Iterator[tuple[Any, np.ndarray]]:
    """States of random games of all cards with their legal ids, ascending, then of some with rooms and with bartering; few
    passes, so that much happens."""
    draw = Random(5)
    S = GAME.new()
    for seed in range(games + games // 4):
        options = {"bartering": int(seed >= games), "rooms": int(seed >= games)}
        GAME.setup(S, seed=seed, num_players=2 + seed % 3, sets=7, max_decisions=2000, **options)
        while GAME.to_act(S) >= 0:
            legal = np.sort(GAME.legal(S))
            yield S, legal
            some = legal[1:] if len(legal) > 1 and draw.random() < 0.9 else legal
            GAME.step(S, draw.choice(some.tolist()))


def holds(name: str, card: str, table: dict[str, Any]) -> bool:
    """Whether what the page says about a legal id of a range, of a card where it names one, is so on the table."""
    seat = table["decision"]["player"]
    me = table["players"][seat]
    own_turn = table["active_player"] == seat and table["phase"] == "action"
    attack = any(monster["attacked"] for monster in table["monsters"])
    main = own_turn and not table["stack"] and not attack  # R7.5
    item = next((item for item in me["items"] if item["card"] == card), None)
    room = table["active_player"] == seat and card in [one["card"] for one in table["rooms"]["slots"] if one]  # R20.3
    purchase = main and me["purchases_used"] < me["purchases"]  # R10.1
    own_play = own_turn and me["loot_plays_used"] < me["loot_plays"]  # R8.1
    forced = table["decision"]["must_attack"]  # R11.7
    return {
        "pass": not forced,
        "play": card in me["hand"]
        and (own_play or me["extra_loot_plays"] > 0 or not me["turned"])
        and not me["locked"],
        "activate": item is not None and not item["turned"] and not me["locked"] and not forced,
        "pay": (item is not None or room) and not forced,
        "buy": purchase and card in table["shop"] and me["coins"] >= me["price"] and not forced,
        "buy_top": purchase and me["coins"] >= 10 and not forced,
        "attack": main and card in [monster["card"] for monster in table["monsters"]],
        "attack_top": main,
        "offer": not forced and sum(player["coins"] for player in table["players"]) > 0,
    }[name]


def test_ranges__are_declared_with_the_questions_of_the_rules() -> None:
    declared = {
        name: (one.shape.name.lower(), {question.name.lower() for question in one.legal})
        for name, one in TABLE.ranges.items()
        if one.shape is not None
    }
    assert declared == {name: (shape, set(questions.split())) for name, (shape, questions) in RULES.items()}
    assert all(
        len(when.split()) > 3 or when == "always" for one in TABLE.ranges.values() for when in one.legal.values()
    )


def test_ranges__hold_every_id_once() -> None:
    ids = sorted(action for one in TABLE.ranges.values() for action in one.ids)
    assert ids == list(range(NUM_ACTIONS)) and RANGES == {name: one.ids for name, one in TABLE.ranges.items()}


def test_ranges__answer_no_other_question_in_random_play() -> None:
    """In random games of all cards an id is only ever legal under a question and a shape that the rules give its range."""
    numbers = {
        (action, int(S["shape"][0]), int(S["question"][0]))
        for S, legal in random_games(GAMES)
        for action in legal.tolist()
    }
    seen = {
        (RANGE_OF_ACTION[action], Shape(shape).name.lower(), Question(question).name.lower())
        for action, shape, question in numbers
    }
    allowed = {(name, shape, question) for name, (shape, questions) in RULES.items() for question in questions.split()}
    assert not seen - allowed
    missed = {(name, question) for name, shape, question in allowed - seen}
    assert missed <= RARE, "so few games say nothing about these"


def test_ranges__of_priority_are_legal_only_as_the_rules_say() -> None:
    """In random games whatever is legal with priority has the card where it must lie, and the window, play, purchase and
    coins that it needs; an attack that must be made leaves nothing else (R4.1, R7.5, R8.1-R8.3, R10.1, R10.3, R11.7)."""
    checked: Counter[str] = Counter()
    for place, (S, legal) in enumerate(random_games(GAMES // 6)):
        if place % 13 or S["question"][0] != Question.PRIORITY:
            continue
        table = GAME.to_json(S)
        for action in legal.tolist():
            name, card = RANGE_OF_ACTION[action], int(CARD_OF_ACTION[action])
            assert holds(name, T.IDS[card] if card >= 0 else "", table), (GAME.text(S), GAME.action_text(action))
            checked[name] += 1
    assert set(checked) == {name for name, (shape, _) in RULES.items() if shape == "priority"}
    assert min(checked.values()) > 5


def heir() -> Play:
    """Two players inherit the penalty of a third [shadow] [diplopia]."""
    seats = {"hand": ["a_penny"], "hp": 1}, {"items": ["shadow"]}, {"items": ["diplopia"]}, {"hand": ["bomb"]}
    game = start(*seats).activate("diplopia", "shadow", by=2).settle().play("bomb", 0, by=3, turn=True)
    return game.pass_all().pass_all().pass_all()


def replacement() -> Play:
    """Two texts change one gain of coins [bum_bo_item] [poker_chip]."""
    items = ["bum_bo_item", "poker_chip"]
    return start({"items": items, "hand": ["four_cents"]}).play("four_cents").pass_all()


def refills() -> Play:
    return start(shop=["empty"], monsters=["empty"])


def deck_to_look_at() -> Play:
    """A roll of 6 lets the roller look at a deck of choice [holy_bony]."""
    seat = {"hand": ["wheel_of_fortune"]}
    game = start(seat, monsters=["holy_bony"], sets=("base", "plus"), dice=[6]).play("wheel_of_fortune").pass_all()
    return game.pass_all().pass_all("yes")


def shields() -> Play:
    """A doubled and a plain shield of one name meet damage [soul_heart] [blank_card]."""
    seat = {"hand": ["soul_heart", "soul_heart"], "extra_plays": 1, "items": ["blank_card"]}
    game = start(seat, {"hand": ["bomb"]}).activate("blank_card").settle().play("soul_heart", 0).settle()
    return game.play("soul_heart", 0).settle().play("bomb", 0, by=1).pass_all()


def empty_slots() -> Play:
    """Two monster slots are empty while one is picked [the_d10]."""
    seat = {"hand": ["pills_blue"], "items": ["the_d10"]}
    game = start(seat, monsters=["empty", "empty", "fly"], dice=[3]).play("pills_blue").pass_all().pass_all()
    return game.pass_all("yes")


@pytest.mark.parametrize(
    ("position", "name", "question"),
    [
        (heir, "player", "heir"),
        (replacement, "choose", "replacement"),
        (refills, "deck", "refill"),
        (deck_to_look_at, "deck", "pick"),
        (shields, "choose", "prevention"),
        (empty_slots, "empty_slot", "pick"),
    ],
)
def test_ranges__questions_that_random_play_seldom_asks(position, name, question) -> None:
    assert (name, question) in answered(position()) and question in RULES[name][1].split()


@pytest.mark.parametrize(
    ("position", "answer", "question"), [(shields, "soul_heart", "prevention"), (empty_slots, "empty slot", "pick")]
)
def test_option__is_asked_under_the_same_question(position, answer, question) -> None:
    """Two options of one id: after that id the same question comes again, and only `option 1` and `option 2` are legal."""
    position().choose(answer).expect(question=question, legal=["option 1", "option 2"])
