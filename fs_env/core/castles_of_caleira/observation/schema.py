"""The numbers of an observation: sections, columns, meanings and ranges; seats are counted from the observer to the left."""

from __future__ import annotations

from enum import IntEnum

from fs_env.core.castles_of_caleira.actions import LOOK
from fs_env.core.castles_of_caleira.cards import KINDS, N_CARDS
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import HELD, NONE, PLAYERS
from fs_env.core.machine.declare.columns import Code, Flag, Number
from fs_env.core.machine.declare.observation import ObservationSchema, Section, row, rows

PENDING = N_CARDS
MOST = 9999
SEATS = (1 << PLAYERS) - 1
KIND, SEAT = "kind of card", "seat, from you (0) to the left"


class Place(IntEnum):
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
