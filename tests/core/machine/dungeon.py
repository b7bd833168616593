"""Dungeon, a complete small card game: another game gets decks with secrets, options, frames and a language from the machine.

Two to five players hold cards from one deck; each turn its player draws one and plays one or passes. A coin opens the top
door of a second deck, and an open one scores. A map shows the top two cards of the deck, one of which goes to the bottom.
A gift goes to the left: its giver says in secret which card. Three points win.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import short_lived
from fs_env.core.machine.declare.fields import Field, StateFields
from fs_env.core.machine.run.game import Game, GameSpec, ObservationSchema, Option, Section
from fs_env.core.machine.run.scenario import ScenarioGame
from fs_env.core.machine.table.clear import make_clear
from fs_env.core.machine.table.decision import DONE, make_answers, make_frames, make_options, option_fields
from fs_env.core.machine.table.decision import frame_fields as frames_of
from fs_env.core.machine.table.decks import Cards, card_fields, make_table
from fs_env.core.machine.table.readers import make_readers
from fs_env.core.machine.table.rng import make_rng

PLAYERS, FRAMES, NONE, PASS, GOAL, LOOKED, HAND_SIZE = 5, 4, -1, 3, 3, 2, 2
TREASURES, DOORS = 0, 1  # decks
RUNNING, WON, DRAWN, TRUNCATED, GUARD = range(5)
KINDS = ("coin", "map", "gift", "open door", "shut door")
COIN, MAP, GIFT, OPEN, SHUT = range(5)
KIND_OF = np.repeat(np.arange(5), [8, 4, 4, 3, 3]).astype(np.int16)
MIX_UP, GUESS = 0, 1  # random streams


class Zone(IntEnum):
    DECK = 1
    PILE = 2
    HAND = 3


class Question(IntEnum):
    NOTHING = 0
    PLAY = 1
    BURY = 2
    GIVE = 3


class Frame(IntEnum):
    TURN = 1
    MAP = 2
    GIFT = 3


CARDS = Cards(KIND_OF, KIND_OF // OPEN, 2, PLAYERS, deck=Zone.DECK, pile=Zone.PILE, hand=Zone.HAND, held=TREASURES)
STATE = StateFields(
    "dungeon",
    [
        Field("rng", "uint32", (2, 4), "streams: shuffles, guesses"),
        *card_fields(CARDS, LOOKED),
        *frames_of(FRAMES, [Field("step", "int8"), Field("whom", "int8", (), "seat")]),
        *option_fields(CARDS.hand_capacity + 1),
        Field("turn", "int16", (), "seat whose turn comes next"),
        Field("score", "int16", (PLAYERS,)),
        *(Field(name, "int32") for name in ("decisions", "max_decisions")),
        *(Field(name, "int16") for name in ("n_players", "outcome", "winners")),
    ],
)
SCHEMA = ObservationSchema(
    [
        Section("to_act", (), "seats to the left, -1 when over", NONE, PLAYERS - 1),
        Section("question", (), "Question", 0, 3),
        Section("hand", (3,), "your cards by kind", 0, 8),
        Section("hand_sizes", (PLAYERS,), "cards of each seat, yours first", 0, 16),
        Section("scores", (PLAYERS,), "points of each seat, yours first", 0, GOAL),
        Section("known", (PLAYERS, 3), "cards in hands that you know, by kind", 0, 8),
        Section("top", (), "kind of the top treasure where you know it, else -1", NONE, 2),
        Section("piles", (2,), "cards in the discard piles", 0, 16),
    ]
)
kernel = Kernel(
    STATE.dtype,
    acts="int16[::1]",
    obs="int16[::1]",
    out="float64[::1]",
    options="int64[::1]",
    **dict.fromkeys(("renamed", "places", "placed"), "int16[::1]"),
)
seed_streams, below = make_rng(kernel)
clear_state = make_clear(kernel, STATE)
OPTIONS = make_options(kernel, GUARD)
clear, offer, ask = OPTIONS.clear, OPTIONS.offer, OPTIONS.ask_for_option
new_frame = make_frames(kernel, STATE, GUARD, none=("whom",))
to_act, outcome, num_players, decisions, returns = make_readers(kernel)


@kernel
def turn(s):
    return s.decisions + 1


@kernel
def nothing(s, d):
    """No number is derived from the decks."""


TABLE = make_table(kernel, CARDS, below, shuffle=MIX_UP, resample=GUESS, changed=nothing, emptied=nothing)
draw_top, top_of, insert, bury, shuffle = TABLE.draw_top, TABLE.top_of, TABLE.insert, TABLE.bury, TABLE.shuffle
lay_on_pile, add_to_hand, take_from_hand = TABLE.lay_on_pile, TABLE.add_to_hand, TABLE.take_from_hand
show, watch, hide_order, hide_hand = TABLE.show, TABLE.watch, TABLE.hide_order, TABLE.hide_hand
shown_from_hand, deal_hidden, deal_unknown = TABLE.shown_from_hand, TABLE.deal_hidden, TABLE.deal_unknown


@kernel
def id_of(s, k):
    return PASS if s.option[k] == NONE else int(KIND_OF[s.option[k]])


@kernel
def alike(s, option):
    """Cards of one kind, all hidden, may be exchanged for each other."""
    return True


ANSWERS = make_answers(kernel, id_of=id_of, alike=alike, which=1, first_which=0, n_which=0)
legal_options, choose_option = ANSWERS.legal_options, ANSWERS.choose_option


@kernel
def offer_hand(s, p):
    clear(s)
    for k in range(s.n_hand[p]):
        offer(s, s.hand[p, k])


@kernel
def run_turn(s, f):
    frame = s.frames[f]
    p = int(frame.whom)
    if frame.step == 0:
        inst = draw_top(s, TREASURES)
        if inst != NONE:
            add_to_hand(s, p, inst, 1 << p)
        offer_hand(s, p)
        offer(s, NONE)
        frame.step = 1
        if ask(s, p, Question.PLAY, 0, NONE) == 0:
            return
    s.n_frames -= 1
    s.turn = (p + 1) % s.n_players
    inst = int(s.answer)
    if inst == NONE:
        return
    take_from_hand(s, p, inst)
    lay_on_pile(s, TREASURES, inst)
    kind = KIND_OF[inst]
    if kind == COIN:
        door = draw_top(s, DOORS)
        s.score[p] += 1 if KIND_OF[door] == OPEN else 0
        lay_on_pile(s, DOORS, door)
        if s.score[p] == GOAL:
            s.outcome = WON
            s.winners = 1 << p
    else:
        f = new_frame(s, Frame.MAP if kind == MAP else Frame.GIFT)
        s.frames[f].whom = p


@kernel
def run_map(s, f):
    """Looks at the top cards and buries one of them; who knew them knows only that they lie there."""
    p = int(s.frames[f].whom)
    if s.frames[f].step == 0:
        clear(s)
        s.n_look = min(LOOKED, int(s.n_deck[TREASURES]))
        for k in range(s.n_look):
            s.look[k] = top_of(s, TREASURES, k)
            watch(s, p, s.look[k])
            offer(s, s.look[k])
        hide_order(s, p, 0)
        s.frames[f].step = 1
        if s.n_look > 0 and ask(s, p, Question.BURY, 0, NONE) == 0:
            return
    if s.n_look > 0:
        bury(s, TREASURES, s.answer)
    s.n_look = 0
    s.n_frames -= 1


@kernel
def run_gift(s, f):
    p = int(s.frames[f].whom)
    q = (p + 1) % int(s.n_players)
    if s.frames[f].step == 0 and s.n_hand[p] > 0:
        offer_hand(s, p)
        s.frames[f].step = 1
        if ask(s, p, Question.GIVE, 0, NONE) == 0:
            return
    s.n_frames -= 1
    if s.n_hand[p] > 0:
        who = (1 << p) | (1 << q)
        shown_from_hand(s, p, s.answer, who)
        hide_hand(s, p, who)
        take_from_hand(s, p, s.answer)
        add_to_hand(s, q, s.answer, 1 << q)


@kernel
def advance(s):
    s.asked = NONE
    while s.outcome == RUNNING and s.asked == NONE:
        f = int(s.n_frames) - 1
        if f < 0:
            s.frames[new_frame(s, Frame.TURN)].whom = s.turn
        elif s.frames[f].kind == Frame.TURN:
            run_turn(s, f)
        elif s.frames[f].kind == Frame.MAP:
            run_map(s, f)
        else:
            run_gift(s, f)
    if s.outcome != RUNNING:
        s.asked = NONE


@kernel
def setup(s, options, seed):
    clear_state(s)
    seed_streams(s, seed)
    s.n_players = options[0]
    s.max_decisions = options[1]
    for inst in range(len(KIND_OF)):
        insert(s, KIND_OF[inst] // OPEN, inst, 0)
    for d in range(2):
        shuffle(s, d)
    for p in range(s.n_players):
        for _ in range(HAND_SIZE):
            add_to_hand(s, p, draw_top(s, TREASURES), 1 << p)
    advance(s)


@kernel
def legal(s, acts):
    return legal_options(s, acts)


@kernel
def step(s, action):
    if s.asked == NONE:
        if s.outcome != RUNNING:
            return 2
        advance(s)  # a position set up by hand runs to its first decision
        return DONE
    status = choose_option(s, action)
    if status != DONE:
        return status
    advance(s)
    s.decisions += 1
    if s.outcome == RUNNING and s.decisions >= s.max_decisions:
        s.outcome = TRUNCATED
        s.asked = NONE
    return DONE


HAND, SIZES, SCORES, KNOWN, TOP, PILES = (section.offset for section in SCHEMA.sections[2:])


@kernel
def observe(s, player, obs):
    n = int(s.n_players)
    obs[:] = 0
    obs[0] = (s.asked - player) % n if s.asked != NONE else NONE
    obs[1] = s.question if s.asked != NONE else 0
    for step in range(n):
        p = (player + step) % n
        obs[SIZES + step] = s.n_hand[p]
        obs[SCORES + step] = s.score[p]
        for k in range(s.n_hand[p]):
            inst = s.hand[p, k]
            if p == player:
                obs[HAND + KIND_OF[inst]] += 1
            elif (s.seen[inst] >> player) & 1:
                obs[KNOWN + 3 * step + KIND_OF[inst]] += 1
    top = top_of(s, TREASURES, 0)
    obs[TOP] = KIND_OF[top] if top != NONE and (s.seen[top] >> player) & 1 else NONE
    for d in range(2):
        obs[PILES + d] = s.n_pile[d]


@kernel
def resample(s, player, seed):
    seed_streams(s, seed)
    renamed = short_lived(len(KIND_OF))
    deal_hidden(s, player, renamed)
    for k in range(s.n_options):
        if s.option[k] != NONE:
            s.option[k] = renamed[s.option[k]]
    for k in range(s.n_look):
        s.look[k] = renamed[s.look[k]]


@kernel
def redeal(s, seed):
    """Deals the cards that no player knows anew; no question or look is about one of them."""
    seed_streams(s, seed)
    deal_unknown(s, short_lived(len(KIND_OF)))


def action_text(action: int) -> str:
    return "pass" if action == PASS else f"choose {KINDS[action]}"


def names(instances: Any) -> list[str]:
    return [KINDS[KIND_OF[inst]] for inst in instances]


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    """The position as every player knows it together, or as one player does."""

    def known(instances: Any) -> list[str | None]:
        open_to = [player is None or (int(record.seen[inst]) >> player) & 1 for inst in instances]
        return [name if seen else None for name, seen in zip(names(instances), open_to)]

    hands = [known(record.hand[p][: record.n_hand[p]]) for p in range(record.n_players)]
    return {
        "hands": [sorted(hand, key=lambda name: name or "unknown") for hand in hands],
        "deck": known(record.deck[TREASURES][: record.n_deck[TREASURES]][::-1]),
        "pile": names(record.pile[TREASURES][: record.n_pile[TREASURES]]),
        "scores": [int(score) for score in record.score[: record.n_players]],
        "question": Question(int(record.question)).name.lower(),
    }


def decision_text(record: Any) -> str:
    return f"player {record.asked} answers: {Question(int(record.question)).name.lower()}"


GAME = Game(
    GameSpec(
        name="dungeon",
        dtype=STATE.dtype,
        schema=SCHEMA,
        num_actions=4,
        min_players=2,
        max_players=PLAYERS,
        options=(Option("num_players", 3, 2, PLAYERS, "seats"), Option("max_decisions", 200, 1, 1000, "limit")),
        setup=setup,
        to_act=to_act,
        legal=legal,
        step=step,
        observe=observe,
        returns=returns,
        resample=resample,
        redeal=redeal,
        outcome=outcome,
        num_players=num_players,
        decisions=decisions,
        turn=turn,
        action_text=action_text,
        decision_text=decision_text,
        text=lambda record, player: str(to_json(record, player)),
        to_json=to_json,
        action_ids={"choose": range(PASS), "pass": range(PASS, PASS + 1)},
        home="tests.core.machine.dungeon:GAME",
    )
)


class Dungeon(ScenarioGame):
    """A running game; `laid` begins one with given cards."""

    game = GAME

    @property
    def question(self) -> str:
        return self.facts()["question"]

    @classmethod
    def laid(
        cls, hands: list[list[str]], deck: list[str], doors: list[str], knows: dict[int, list[str]] | None = None
    ) -> Dungeon:
        """A game with these hands and decks, top first, and the rest in the piles; a seat `knows` the first of a name."""
        S = GAME.new()
        s = S.view(np.ndarray)
        s["n_players"], s["max_decisions"], s["asked"], s["owner"], s["zone"] = len(hands), 1000, NONE, NONE, Zone.PILE
        left = list(range(len(KIND_OF)))
        hidden: list[int] = []

        def take(listed: list[str]) -> list[int]:
            found = [
                left.pop(next(k for k, inst in enumerate(left) if KINDS[KIND_OF[inst]] == name)) for name in listed
            ]
            hidden.extend(found)
            return found

        for p, hand in enumerate(hands):
            cards = take(hand)
            s["hand"][0, p, : len(cards)], s["n_hand"][0, p] = cards, len(cards)
            s["zone"][0, cards], s["owner"][0, cards], s["seen"][0, cards] = Zone.HAND, p, 1 << p
        for d, listed in enumerate((deck, doors)):
            cards = take(listed)[::-1]
            s["deck"][0, d, : len(cards)], s["n_deck"][0, d] = cards, len(cards)
            s["place"][0, cards], s["zone"][0, cards] = range(len(cards)), Zone.DECK
        for d in range(2):
            cards = [inst for inst in left if KIND_OF[inst] // OPEN == d]
            s["pile"][0, d, : len(cards)], s["n_pile"][0, d] = cards, len(cards)
            s["seen"][0, cards], s["witnessed"][0, cards] = 31, 31
        for seat, listed in (knows or {}).items():
            for name in listed:
                s["seen"][0, next(inst for inst in hidden if KINDS[KIND_OF[inst]] == name)] |= 1 << seat
        s["rng"] = 1 + np.arange(8).reshape(2, 4)
        GAME.step(S, PASS)
        return cls(S)
