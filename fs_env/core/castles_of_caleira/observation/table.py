"""Kernels that write what a seat may see into the flat observation by name. Its numbers are in `schema`."""

from __future__ import annotations

from fs_env.core.castles_of_caleira.actions import LOOK
from fs_env.core.castles_of_caleira.cards import KINDS, N_CARDS
from fs_env.core.castles_of_caleira.observation.schema import (
    DISCARDED,
    FACE_DOWN,
    FACE_UP,
    MOST,
    NO_PIECE,
    PENDING,
    SCHEMA,
)
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import HELD, NONE, PLAYERS, Outcome, kernel
from fs_env.core.machine.compile.memory import make_named

named = make_named(SCHEMA.dtype)


@kernel
def turned(s, seats, player):
    """A set of seats as counted from a player."""
    n = int(s.n_players)
    return ((seats >> player) | (seats << (n - player))) & ((1 << n) - 1)


@kernel
def seat_from(s, seat, player):
    """A seat as counted from a player; NONE stays NONE."""
    return (seat - player) % s.n_players if seat >= 0 else NONE


@kernel
def observe_pieces(s, player, obs):
    n, o = int(s.n_players), named(obs)
    for k in range(N_CARDS):
        piece = o.pieces[k]
        if k < s.n_pieces:
            seen = 0
            for step in range(n):
                seen |= (int(s.known[(player + step) % n] >> k) & 1) << step
            piece.owner = seat_from(s, s.owner[k], player)
            piece.kind = s.kind[k] if seen & 1 else NONE
            if (s.castle >> k) & 1 == 0:
                piece.lies = DISCARDED
            elif (s.down >> k) & 1:
                piece.lies = FACE_DOWN
            else:
                piece.lies = FACE_UP
            piece.suppressed = (s.suppressed >> k) & 1
            piece.seen_by = seen
        else:
            piece.owner = NONE
            piece.kind = NONE
            piece.lies = NO_PIECE
            piece.suppressed = 0
            piece.seen_by = 0


@kernel
def observe_open(s, player, obs):
    o = named(obs)
    o.deck_known_to = seat_from(s, s.deck_reader, player) if s.deck_read > 0 else NONE
    o.deck_known = s.deck_read
    o.decisions_left = max(0, min(MOST, s.max_decisions - s.decisions))
    o.options.spire_multi = s.play_on
    o.options.market = s.blind_market
    o.options.useless_targets = s.useless_targets


@kernel
def observe(s, player, obs):
    o = named(obs)
    o.num_players = s.n_players
    o.to_act = seat_from(s, s.asked, player)
    o.turn_player = seat_from(s, s.turn_player, player)
    o.question = s.question
    o.effect = s.effect
    o.effect_kind = s.kind[s.effect] if s.effect != NONE else NONE
    o.picked = s.picked
    o.partner = seat_from(s, s.partner, player)
    o.offer = s.offer if s.question == Question.RETURN and s.owner[s.effect] == player else NONE
    o.deck_size = s.n_deck
    o.pieces_played = s.n_pieces
    for kind in range(KINDS):
        o.hand[kind] = s.hand[player, kind]
        o.discard[kind] = s.discard[kind]
    for step in range(PLAYERS):
        o.hand_sizes[step] = 0
        o.out[step] = 0
        if step < s.n_players:
            seat = (player + step) % s.n_players
            o.hand_sizes[step] = s.n_hand[seat]
            o.out[step] = (s.out >> seat) & 1
    for place in range(LOOK):
        known = s.deck_reader == player and place < s.deck_read
        o.deck_top[place] = s.deck[s.n_deck - 1 - place] if known else NONE
    observe_pieces(s, player, obs)
    observe_open(s, player, obs)
    for place in range(PENDING):
        waits = s.outcome == Outcome.RUNNING and s.head + place < s.tail
        o.pending[place] = s.queue[s.head + place] if waits else NONE
    for k in range(HELD):
        fact = o.held[k]
        fact.kind = NONE
        fact.held_by = 0
        fact.since = 0
        if s.held_by[player, k]:
            fact.kind = s.held_kind[player, k]
            fact.held_by = turned(s, int(s.held_by[player, k]), player)
            fact.since = s.held_from[player, k]
