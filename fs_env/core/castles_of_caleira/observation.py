"""What a seat may know, as one flat int16 vector in named sections; seats are counted from the observer to the left."""

from __future__ import annotations

from fs_env.core.castles_of_caleira.actions import LOOK
from fs_env.core.castles_of_caleira.cards import KINDS, N_CARDS
from fs_env.core.castles_of_caleira.state import HELD, NONE, PLAYERS, Outcome, Question, kernel
from fs_env.core.machine.observation import ObservationLayout, Section

PIECE = 5  # numbers of a piece
FACT = 3  # numbers of a fact
PENDING = N_CARDS
NO_PIECE, FACE_DOWN, FACE_UP, DISCARDED = range(4)
SEATS = (1 << PLAYERS) - 1

LAYOUT = ObservationLayout(
    [
        Section("num_players", (), "seats in the game", 2, PLAYERS),
        Section("to_act", (), "seat asked, -1 when over", NONE, PLAYERS - 1),
        Section("turn_player", (), "seat whose turn it is", 0, PLAYERS - 1),
        Section(
            "question",
            (),
            "what is asked: 0 nothing, 1 play, 2 piece, 3 reveal, 4 player, 5 give, 6 return, 7 order",
            0,
            7,
        ),
        Section("effect", (), "piece whose effect is being resolved, -1 none", NONE, N_CARDS - 1),
        Section("effect_kind", (), "its kind, -1 none", NONE, KINDS - 1),
        Section("picked", (), "piece chosen first for it, -1 none", NONE, N_CARDS - 1),
        Section("partner", (), "seat that a Marketplace deals with, -1 none", NONE, PLAYERS - 1),
        Section("offer", (), "kind that you have offered, -1 none", NONE, KINDS - 1),
        Section("deck_size", (), "cards in the deck", 0, N_CARDS),
        Section("pieces_played", (), "pieces played so far, also the number of the next piece", 0, N_CARDS),
        Section("hand", (KINDS,), "your hand cards of each kind", 0, 3),
        Section("hand_sizes", (PLAYERS,), "hand cards of each seat", 0, 3),
        Section("out", (PLAYERS,), "1 for a seat that is out of the game", 0, 1),
        Section("discard", (KINDS,), "cards of each kind in the discard pile", 0, 4),
        Section("deck_top", (LOOK,), "kinds of the top cards of the deck that you know, -1 unknown", NONE, KINDS - 1),
        Section(
            "pieces",
            (N_CARDS, PIECE),
            "by order of play",
            NONE,
            SEATS,
            axes=(
                "piece",
                (
                    "owner: seat, -1 not played",
                    "kind: -1 unknown",
                    "lies: 0 nowhere, 1 face down, 2 face up, 3 discarded",
                    "muted: 1 when a Throne Room mutes it this turn",
                    "seen_by: seats that have seen it, one bit each, bit 0 is you",
                ),
            ),
        ),
        Section("pending", (PENDING,), "pieces whose effects wait, the next one first, -1 none", NONE, N_CARDS - 1),
        Section(
            "held",
            (HELD, FACT),
            "cards that you know in other hands",
            NONE,
            N_CARDS,
            axes=(
                "fact",
                (
                    "kind: -1 without a fact",
                    "held_by: seats that may hold it, one bit each, 0 without a fact",
                    "since: first piece that may be it, 0 without a fact",
                ),
            ),
        ),
    ]
)
(
    NUM_PLAYERS,
    TO_ACT,
    TURN_PLAYER,
    ASK,
    EFFECT,
    EFFECT_KIND,
    PICKED,
    PARTNER,
    OFFER,
    DECK_SIZE,
    PIECES_PLAYED,
    HAND,
    HAND_SIZES,
    OUT,
    DISCARD,
    DECK_TOP,
    PIECES,
    PENDING_AT,
    HELD_AT,
) = (section.offset for section in LAYOUT.sections)


@kernel
def turned(s, seats, player):
    """A set of seats as counted from a player; changes nothing."""
    n = int(s.n_players)
    return ((seats >> player) | (seats << (n - player))) & ((1 << n) - 1)


@kernel
def seat_from(s, seat, player):
    """A seat as counted from a player, NONE stays NONE; changes nothing."""
    return (seat - player) % s.n_players if seat >= 0 else NONE


@kernel
def observe_pieces(s, player, obs):
    """Fills the section of the pieces."""
    n = int(s.n_players)
    at = PIECES
    for piece in range(N_CARDS):
        if piece < s.n_pieces:
            seen = 0
            for step in range(n):
                seen |= (int(s.known[(player + step) % n] >> piece) & 1) << step
            obs[at] = seat_from(s, s.owner[piece], player)
            obs[at + 1] = s.kind[piece] if seen & 1 else NONE
            if (s.castle >> piece) & 1 == 0:
                obs[at + 2] = DISCARDED
            elif (s.down >> piece) & 1:
                obs[at + 2] = FACE_DOWN
            else:
                obs[at + 2] = FACE_UP
            obs[at + 3] = (s.muted >> piece) & 1
            obs[at + 4] = seen
        else:
            obs[at] = NONE
            obs[at + 1] = NONE
            obs[at + 2] = NO_PIECE
            obs[at + 3] = 0
            obs[at + 4] = 0
        at += PIECE


@kernel
def observe(s, player, obs):
    """Fills obs."""
    obs[NUM_PLAYERS] = s.n_players
    obs[TO_ACT] = seat_from(s, s.asked, player)
    obs[TURN_PLAYER] = seat_from(s, s.turn_player, player)
    obs[ASK] = s.question
    obs[EFFECT] = s.effect
    obs[EFFECT_KIND] = s.kind[s.effect] if s.effect != NONE else NONE
    obs[PICKED] = s.picked
    obs[PARTNER] = seat_from(s, s.partner, player)
    obs[OFFER] = s.offer if s.question == Question.RETURN and s.owner[s.effect] == player else NONE
    obs[DECK_SIZE] = s.n_deck
    obs[PIECES_PLAYED] = s.n_pieces
    for kind in range(KINDS):
        obs[HAND + kind] = s.hand[player, kind]
        obs[DISCARD + kind] = s.discard[kind]
    for step in range(PLAYERS):
        obs[HAND_SIZES + step] = 0
        obs[OUT + step] = 0
        if step < s.n_players:
            seat = (player + step) % s.n_players
            obs[HAND_SIZES + step] = s.n_hand[seat]
            obs[OUT + step] = (s.out >> seat) & 1
    for place in range(LOOK):
        known = s.deck_reader == player and place < s.deck_read
        obs[DECK_TOP + place] = s.deck[s.n_deck - 1 - place] if known else NONE
    observe_pieces(s, player, obs)
    for place in range(PENDING):
        waits = s.outcome == Outcome.RUNNING and s.head + place < s.tail
        obs[PENDING_AT + place] = s.queue[s.head + place] if waits else NONE
    at = HELD_AT
    for k in range(HELD):
        obs[at] = NONE
        obs[at + 1] = 0
        obs[at + 2] = 0
        if s.held_by[player, k]:
            obs[at] = s.held_kind[player, k]
            obs[at + 1] = turned(s, int(s.held_by[player, k]), player)
            obs[at + 2] = s.held_from[player, k]
        at += FACT
