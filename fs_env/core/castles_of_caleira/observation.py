"""A flat int16 vector of what a seat may see, in named sections; seats are counted from the observer to the left."""

from __future__ import annotations

from enum import IntEnum

from fs_env.core.castles_of_caleira.actions import LOOK
from fs_env.core.castles_of_caleira.cards import KINDS, N_CARDS
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import HELD, NONE, PLAYERS, Outcome, kernel
from fs_env.core.machine.compile.memory import make_named
from fs_env.core.machine.declare.columns import Code, Flag, Number
from fs_env.core.machine.declare.observation import ObservationSchema, Section, row, rows

PENDING = N_CARDS
MOST = 9999
SEATS = (1 << PLAYERS) - 1
KIND, SEAT = "kind of card", "seat, from you (0) to the left"


class Place(IntEnum):
    """Where a piece is."""

    NOWHERE = 0
    FACE_DOWN = 1
    FACE_UP = 2
    DISCARDED = 3


NO_PIECE, FACE_DOWN, FACE_UP, DISCARDED = Place
SCHEMA = ObservationSchema(
    [
        Section("num_players", (), "seats in the game", 2, PLAYERS),
        Section("to_act", (), "seat that is asked, -1 when the game is over", NONE, PLAYERS - 1, names="seat"),
        Section("turn_player", (), "seat whose turn it is", 0, PLAYERS - 1, names="seat"),
        Section(
            "question",
            (),
            "what is asked: 0 nothing, 1 play, 2 piece, 3 reveal, 4 player, 5 give, 6 return, 7 order",
            0,
            max(Question),
            codes=Question,
        ),
        Section("effect", (), "piece whose effect is being resolved, -1 none", NONE, N_CARDS - 1, names="piece"),
        Section("effect_kind", (), "kind of that piece, -1 none", NONE, KINDS - 1, names="kind"),
        Section("picked", (), "piece chosen first for that effect, -1 none", NONE, N_CARDS - 1, names="piece"),
        Section("partner", (), "seat that a Marketplace deals with, -1 none", NONE, PLAYERS - 1, names="seat"),
        Section("offer", (), "kind that you have offered, -1 none", NONE, KINDS - 1, names="kind"),
        Section("deck_size", (), "cards in the deck", 0, N_CARDS),
        Section("pieces_played", (), "pieces played so far, also the number of the next piece", 0, N_CARDS),
        Section("hand", (KINDS,), "your hand cards of each kind", 0, 3, axes=(KIND,)),
        Section("hand_sizes", (PLAYERS,), "hand cards of each seat", 0, 3, axes=(SEAT,)),
        Section("out", (PLAYERS,), "1 for a seat that is out of the game", 0, 1, axes=(SEAT,)),
        Section("discard", (KINDS,), "cards of each kind in the discard pile", 0, 4, axes=(KIND,)),
        Section(
            "deck_top",
            (LOOK,),
            "kinds of the top cards of the deck that you know, -1 unknown",
            NONE,
            KINDS - 1,
            axes=("place from the top",),
            names="kind",
        ),
        rows(
            "pieces",
            N_CARDS,
            "piece, by order of play",
            [
                Number("owner", "seat that played it, -1 not played yet", NONE, PLAYERS - 1, "seat"),
                Number("kind", "its kind, -1 unknown", NONE, KINDS - 1, "kind"),
                Code("lies", Place, "where it is"),
                Flag("suppressed", "1 if a Throne Room turned it up this turn (R21)"),
                Number("seen_by", "seats that have seen it as bits, bit 0 is you", 0, SEATS, "seats"),
            ],
            "pieces of all castles",
        ),
        Section(
            "pending",
            (PENDING,),
            "pieces whose effects wait, -1 none",
            NONE,
            N_CARDS - 1,
            axes=("the next one first",),
            names="piece",
        ),
        rows(
            "held",
            HELD,
            "fact",
            [
                Number("kind", "of the card, -1 no fact", NONE, KINDS - 1, "kind"),
                Number("held_by", "seats that may hold it as bits, bit 0 is you", 0, SEATS, "seats"),
                Number("since", "first piece that may be it", 0, N_CARDS, "piece"),
            ],
            "cards that you know in other hands",
        ),
        Section(
            "deck_known_to", (), "seat that knows the top cards of the deck, -1 none", NONE, PLAYERS - 1, names="seat"
        ),
        Section("deck_known", (), "how many of them it knows", 0, LOOK),
        Section("decisions_left", (), f"decisions until the game is truncated, at most {MOST}", 0, MOST),
        row(
            "options",
            [
                Flag("spire_multi", "1 if the others play on when the owner of a Princess Spire is out"),
                Flag("market", "1 if the card that a Marketplace gets is drawn"),
                Flag("useless_targets", "1 if pieces may be chosen on which an effect does nothing"),
            ],
            "the options of the game that count until its end; the others show in what lies on the table",
        ),
    ]
)
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
    """Fills the section of the pieces."""
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
    """Fills who knows the top of the deck, the decisions left, and the options of the game."""
    o = named(obs)
    o.deck_known_to = seat_from(s, s.deck_reader, player) if s.deck_read > 0 else NONE
    o.deck_known = s.deck_read
    o.decisions_left = max(0, min(MOST, s.max_decisions - s.decisions))
    o.options.spire_multi = s.play_on
    o.options.market = s.blind_market
    o.options.useless_targets = s.useless_targets


@kernel
def observe(s, player, obs):
    """Fills obs."""
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
