"""The state of one game of Castles of Caleira: the field table, the codes of its fields, and the kernel decorator.

Pieces are numbered by order of play and keep their number (R9); a set of pieces is a bit mask, the lowest bit is piece 0.
A set of seats is a bit mask too. `NONE` (-1) means "nothing".
"""

from enum import IntEnum

from fs_env.core.castles_of_caleira.actions import NUM_ACTIONS
from fs_env.core.castles_of_caleira.cards import KINDS, N_CARDS
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.declare.fields import Field, StateFields
from fs_env.core.machine.declare.outcome import Outcome as Outcome
from fs_env.core.machine.table.clear import make_clear
from fs_env.core.machine.table.decision import id_fields, make_ids
from fs_env.core.machine.table.rng import make_rng

NONE = -1
PLAYERS = 4
HAND = 2  # cards dealt to a player (R4)
REMOVED = 2  # cards that are left out of a game of four (R3)
QUEUE = 32  # effects triggered in one turn; a whole game has some 25 at most
HELD = 12  # facts that a seat remembers about cards in other hands at once


class Stream(IntEnum):
    """Random streams of a game, one for each purpose."""

    SHUFFLE = 0
    CHOICE = 1
    RESAMPLE = 2


STATE = StateFields(
    "castles_of_caleira",
    [
        Field("rng", "uint32", (len(Stream), 4), "random streams: shuffle, random choices, resampling"),
        *id_fields(),
        Field("decisions", "int32", (), "decisions answered so far"),
        Field("max_decisions", "int32", (), "decisions after which the game is truncated"),
        Field("castle", "int32", (), "pieces in a castle"),
        Field("down", "int32", (), "pieces in a castle that are face down"),
        Field("walls", "int32", (), "Battlements that are face up in a castle"),
        Field("suppressed", "int32", (), "pieces turned up by a Throne Room this turn (R21, A7)"),
        Field("known", "int32", (PLAYERS,), "pieces whose kind a seat has seen, its own included (R52)"),
        Field("kind", "int8", (N_CARDS,), "Kind of a piece"),
        Field("owner", "int8", (N_CARDS,), "seat that played a piece"),
        Field("n_pieces", "int8", (), "pieces played so far, destroyed ones included; also the turns before this one"),
        Field("hand", "int8", (PLAYERS, KINDS), "hand cards of each kind"),
        Field("n_hand", "int8", (PLAYERS,), "hand cards"),
        Field("deck", "int8", (N_CARDS,), "kinds of the deck, the top card last"),
        Field("n_deck", "int8", (), "cards in the deck"),
        Field("removed", "int8", (REMOVED,), "kinds of the cards removed from a game of four (R3), NONE in others"),
        Field("discard", "int8", (KINDS,), "cards of each kind in the discard pile"),
        Field("deck_reader", "int8", (), "seat that has used a Wizard's Tower"),
        Field("deck_read", "int8", (), "top cards of the deck that it knows, in their order"),
        Field("held_kind", "int8", (PLAYERS, HELD), "what a seat remembers of other hands: the kind of a card"),
        Field("held_by", "int8", (PLAYERS, HELD), "seats of which one holds it or has played it face down; 0: no fact"),
        Field("held_from", "int8", (PLAYERS, HELD), "first piece that may be that card"),
        Field("n_held", "int8", (PLAYERS,), "facts of each seat"),
        Field("queue", "int8", (QUEUE,), "pieces whose effects were triggered this turn, in order (R13)"),
        Field("head", "int8", (), "first place of the queue that is not resolved"),
        Field("tail", "int8", (), "end of the queue"),
        Field("effect", "int8", (), "piece whose effect is being resolved or NONE"),
        Field("picked", "int8", (), "piece chosen first for it or NONE"),
        Field("partner", "int8", (), "seat that a Marketplace deals with or NONE"),
        Field("offer", "int8", (), "kind offered by the owner of a Marketplace or NONE"),
        Field("n_players", "int8", (), "seats in the game"),
        Field("turn_player", "int8", (), "seat whose turn it is"),
        Field("out", "int8", (), "seats that are out of the game (A1, option spire_multi)"),
        Field("outcome", "int8", (), "Outcome"),
        Field("winners", "int8", (), "seats that win"),
        Field("spire_lost", "int8", (), "1 once a Princess Spire is destroyed"),
        Field("play_on", "int8", (), "option spire_multi"),
        Field("blind_market", "int8", (), "option market"),
        Field("useless_targets", "int8", (), "option useless_targets"),
    ],
)

kernel = Kernel(STATE.dtype, acts="int16[::1]", obs="int16[::1]", out="float64[::1]", options="int64[::1]")
seed_streams, below = make_rng(kernel)
clear = make_clear(kernel, STATE)
IDS = make_ids(kernel, NUM_ACTIONS)
ask, allows, legal = IDS.ask, IDS.allows, IDS.legal
