"""Set-up, turns, and the answer to a decision (R3 to R13, R30)."""

import numpy as np

from fs_env.core.castles_of_caleira.actions import (
    GIVE,
    ORDER,
    PLAY_DOWN,
    PLAY_UP,
    PLAYER,
    REVEAL,
    STOP,
    TARGET,
    UP_ID,
    UP_KIND,
)
from fs_env.core.castles_of_caleira.cards import COPIES, KINDS, N_CARDS, SMALL_DECK, Kind
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.rules.effects import done, exchange, gifts, on_give, on_order, on_target, resolve
from fs_env.core.castles_of_caleira.rules.ending import best, close, finish
from fs_env.core.castles_of_caleira.rules.knowledge import remember
from fs_env.core.castles_of_caleira.rules.pieces import play, turn_up
from fs_env.core.castles_of_caleira.state import (
    HAND,
    NONE,
    REMOVED,
    Outcome,
    Stream,
    allows,
    ask,
    below,
    clear,
    kernel,
    seed_streams,
)

DECK = np.array([kind for kind in range(KINDS) for _ in range(COPIES[kind])], np.int64)
"""All cards, sorted."""
SMALL = np.array([kind for kind in Kind for _ in range(SMALL_DECK.get(kind, 0))], np.int64)
"""Those of the small deck."""
LEFT_OUT = np.array(COPIES, np.int64) - np.bincount(SMALL, minlength=KINDS)
"""How many of each kind are not in it."""


@kernel
def deal(s, n_players, without, small, seed):
    """A new game before its first turn, with `without` cards removed, or with the small deck (R3 to R6, A13, A16)."""
    clear(s)
    seed_streams(s, seed)
    s.n_players = n_players
    left = len(SMALL) if small else N_CARDS
    for i in range(left):
        j = below(s, Stream.SHUFFLE, i + 1)
        s.deck[i] = s.deck[j]
        s.deck[j] = SMALL[i] if small else DECK[i]
    if small:
        for kind in range(KINDS):
            s.discard[kind] = LEFT_OUT[kind]
    for i in range(REMOVED):
        s.removed[i] = NONE
        if i < without:
            left -= 1
            s.removed[i] = s.deck[left]
            s.deck[left] = 0
    for _ in range(HAND):
        for seat in range(n_players):
            left -= 1
            s.hand[seat, s.deck[left]] += 1
            s.deck[left] = 0
            s.n_hand[seat] += 1
    s.n_deck = left
    s.deck_reader = NONE
    s.turn_player = below(s, Stream.CHOICE, n_players)
    close(s)


@kernel
def draw(s, seat):
    """Takes the top card of the deck (R8)."""
    s.n_deck -= 1
    kind = int(s.deck[s.n_deck])
    s.deck[s.n_deck] = 0
    s.hand[seat, kind] += 1
    s.n_hand[seat] += 1
    if s.deck_read > 0:
        s.deck_read -= 1
        if s.deck_reader != seat:
            remember(s, int(s.deck_reader), seat, kind)


@kernel
def plays(s, seat):
    """Ids of the cards a seat may play, a bit each (R9, R10)."""
    allowed = 0
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0:
            allowed |= 1 << (PLAY_DOWN + kind)
            if UP_ID[kind] >= 0:
                allowed |= 1 << UP_ID[kind]
    return allowed


@kernel
def begin_turn(s, first):
    """Begins the turn of the first player, from that seat on, who can play; ends the game if no player can (R11, R30)."""
    s.suppressed = 0
    s.head = 0
    s.tail = 0
    for step in range(s.n_players):
        seat = (first + step) % s.n_players
        if (s.out >> seat) & 1 == 0:
            if s.n_deck > 0:
                draw(s, seat)
            if s.n_hand[seat] > 0:
                s.turn_player = seat
                ask(s, seat, Question.PLAY, plays(s, seat))
                return
    finish(s, best(s, ((1 << int(s.n_players)) - 1) & ~s.out))


@kernel
def run(s):
    """Resolves effects and ends turns until a player is asked or the game is over (R13)."""
    while s.question == Question.NOTHING and s.outcome == Outcome.RUNNING:
        if s.head < s.tail:
            resolve(s)
        else:
            begin_turn(s, s.turn_player + 1)


@kernel
def answer(s, action):
    seat = int(s.asked)
    question = int(s.question)
    s.question = Question.NOTHING
    if question == Question.PLAY:
        if action < PLAY_UP:
            play(s, seat, action - PLAY_DOWN, 0)
        else:
            play(s, seat, UP_KIND[action - PLAY_UP], 1)
    elif question == Question.TARGET:
        if action == STOP:
            done(s)
        else:
            on_target(s, action - TARGET)
    elif question == Question.REVEAL:
        if action == REVEAL:
            turn_up(s, int(s.picked))
        done(s)
    elif question == Question.PLAYER:
        s.partner = (seat + action - PLAYER + 1) % s.n_players
        ask(s, seat, Question.GIVE, gifts(s, seat))
    elif question == Question.GIVE:
        on_give(s, action - GIVE)
    elif question == Question.RETURN:
        exchange(s, int(s.owner[s.effect]), seat, int(s.offer), action - GIVE)
    else:
        on_order(s, action - ORDER)


@kernel
def step(s, action):
    """Answers the pending decision and runs to the next: 0 done, 1 not legal, 2 over (unchanged in these two)."""
    if s.asked < 0:
        return 2
    if not allows(s, action):
        return 1
    s.decisions += 1
    answer(s, action)
    run(s)
    if s.outcome == Outcome.GUARD:
        close(s)
    elif s.outcome == Outcome.RUNNING and s.decisions >= s.max_decisions:
        s.outcome = Outcome.TRUNCATED
        close(s)
    return 0
