"""Positions written by hand with what must be read in them, by name: every name of the observation of Castles of Caleira."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fs_env.core.castles_of_caleira.cards import Kind
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import NONE
from fs_env.core.machine.declare.fields import as_records
from tests.core.meanings import Meaning, Says, told

VIEWER = 1  # seat 2 is row 1, seat 3 row 2, seat 0 row 3
SEATS = 4


def one_effect(s: Any) -> Says:
    """I have offered a Watchtower for the effect of my fourth piece; numbers differ wherever they can."""
    s.asked, s.turn_player, s.question, s.effect, s.picked, s.partner, s.offer = 0, 2, Question.RETURN, 4, 5, 3, 7
    s.n_deck, s.n_pieces, s.owner[4], s.kind[4] = 9, 8, VIEWER, 6
    s.n_hand[:] = 3, 0, 1, 2
    s.out = 1 << 3
    s.hand[VIEWER] = 0
    s.hand[VIEWER, Kind.BARRACKS], s.discard[Kind.TREBUCHET] = 2, 3
    s.deck_reader, s.deck_read, s.max_decisions, s.decisions, s.play_on = 0, 1, 50, 8, 1
    s.blind_market = s.useless_targets = 0
    return {
        "num_players": 4,
        "to_act": 3,
        "turn_player": 1,
        "question": 6,
        "effect": 4,
        "effect_kind": 6,
        "picked": 5,
        "partner": 2,
        "offer": 7,
        "deck_size": 9,
        "pieces_played": 8,
        "hand_sizes[1]": 1,
        "hand_sizes[3]": 3,
        "out[1]": 0,
        "out[2]": 1,
        "out[3]": 0,
        f"hand[{int(Kind.BARRACKS)}]": 2,
        f"hand[{int(Kind.TREBUCHET)}]": 0,
        f"discard[{int(Kind.TREBUCHET)}]": 3,
        "deck_known_to": 3,
        "deck_known": 1,
        "decisions_left": 42,
        "options": {"spire_multi": 1, "market": 0, "useless_targets": 0},
    }


def no_effect(s: Any) -> Says:
    s.asked, s.turn_player, s.question, s.effect, s.picked, s.partner, s.offer = VIEWER, 2, Question.PLAY, *[NONE] * 4
    s.n_deck, s.n_pieces, s.deck_reader, s.deck_read, s.max_decisions, s.decisions = 4, 6, 2, 0, 20000, 5
    s.play_on, s.blind_market, s.useless_targets = 0, 1, 0
    return {
        "num_players": 4,
        "question": 1,
        "effect": -1,
        "effect_kind": -1,
        "deck_size": 4,
        "pieces_played": 6,
        "deck_known_to": -1,
        "deck_known": 0,
        "decisions_left": 9999,
        "options": {"spire_multi": 0, "market": 1, "useless_targets": 0},
    }


def pieces(s: Any) -> Says:
    """Piece 0 is face down, seen by its owner and me; piece 1 is suppressed and seen by all; piece 2 is unknown to me."""
    s.n_pieces, s.castle, s.down, s.suppressed = 4, 0b0111, 0b0101, 0b0010
    s.known[:] = 0b1011, 0b0011, 0b0110, 0b0010
    for k, (owner, kind) in enumerate(((0, 5), (2, 4), (2, 6), (3, 7))):
        s.owner[k], s.kind[k] = owner, kind
    return {
        "pieces[0]": {"owner": 3, "kind": 5, "lies": 1, "suppressed": 0, "seen_by": 0b1001},
        "pieces[1]": {"owner": 1, "kind": 4, "lies": 2, "suppressed": 1, "seen_by": 0b1111},
        "pieces[2]": {"owner": 1, "kind": -1, "lies": 1, "suppressed": 0, "seen_by": 0b0010},
        "pieces[3]": {"owner": 2, "kind": -1, "lies": 3, "suppressed": 0, "seen_by": 0b1000},
        "pieces[4]": {"owner": -1, "kind": -1, "lies": 0, "suppressed": 0, "seen_by": 0},
    }


def what_waits_and_what_is_remembered(s: Any) -> Says:
    s.head, s.tail, s.queue[3], s.queue[4] = 3, 5, 8, 9
    s.held_kind[VIEWER, 0], s.held_by[VIEWER, 0], s.held_from[VIEWER, 0] = 5, 0b0101, 3
    s.deck_reader, s.deck_read, s.n_deck, s.deck[6] = VIEWER, 1, 7, 4
    return {
        "pending[0]": 8,
        "pending[1]": 9,
        "pending[2]": -1,
        "held[0]": {"kind": 5, "held_by": 0b1010, "since": 3},
        "held[1]": {"kind": -1, "held_by": 0, "since": 0},
        "deck_top[0]": 4,
        "deck_top[1]": -1,
        "deck_known_to": 0,
        "deck_known": 1,
    }


def meanings() -> Iterator[Meaning]:
    """All positions with what must be read in them."""
    for write in (one_effect, no_effect, pieces, what_waits_and_what_is_remembered):
        S = GAME.new()
        GAME.setup(S, seed=1, num_players=SEATS)
        says = write(as_records(S)[0])
        yield Meaning(write.__name__, S, VIEWER, GAME.observe(S, VIEWER), list(told(says)))
