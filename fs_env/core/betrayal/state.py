"""The state of one game of Betrayal at Baldur's Gate: the field table, the kernel decorator, and the machine's kernels.

A figure is a seat (0 to 5) or a monster (6 to 17). `NONE` (-1) means "nothing". A possession is an item, an omen or the
Explosive Runes, numbered in `tables`; an instance is a card or a tile of a stack.
"""

from __future__ import annotations

from enum import IntEnum

from fs_env.core.betrayal.language.codes import MONSTERS, NONE, SEATS, SIDES, TRAITS
from fs_env.core.betrayal.tables import CARDS, KINDS_OF_MONSTERS, N_POSSESSIONS, N_TILES
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.declare.fields import Field, Records, StateFields
from fs_env.core.machine.declare.outcome import Outcome as Outcome
from fs_env.core.machine.table.clear import make_clear
from fs_env.core.machine.table.decision import DONE, NOT_LEGAL, frame_fields, make_frames, make_options, option_fields
from fs_env.core.machine.table.decks import card_fields, make_table
from fs_env.core.machine.table.rng import make_rng

DEPTH = 32  # frames at a time
CHOICES = 160  # options of one decision
LOOKED = 4
DUE = 8  # haunt rolls that one turn can owe


class Stream(IntEnum):
    """Random streams of a game, one for each purpose."""

    SHUFFLE = 0
    DICE = 1
    CHOICE = 2
    RESAMPLE = 3


def flags(*names: str) -> list[Field]:
    return [Field(name, "int8", (), meaning) for name, _, meaning in (text.partition(": ") for text in names)]


SEAT_FIELDS = [
    Field("left", "int64", (), "tiles whose leaving roll was made this turn, a bit each (A16)"),
    Field("once", "int64", (), "tiles whose once-per-game text is used, a bit each (R43)"),
    Field("cards", "int64", (), "possessions that the player controls, a bit each: those held by `zone` and `owner`"),
    Field("at", "int8", (TRAITS,), "space of each trait's clip, 1 to 8, 0 the skull (R10)"),
    *flags(
        "adventurer: index of the adventurer; until one is chosen NONE, or the first side of the card that was dealt",
        "tile: where the figure is or NONE",
        "role: Role",
        "alive: 1 until dead",
        "escaped: 1 after leaving the city for good",
        "shown: 1 when all players know the role",
        "spent: spaces used this turn",
        "stopped: 1 when no more spaces may be moved this turn (R19)",
        "ended: 1 when the turn ends at once",
        "slow: 1 when only 1 space may be moved this turn",
        "slow_next: the same for the next turn",
        "cursed: 1 when the next roll is a 0",
        "away: 1 while off the board until the next turn, 2 where coming back does no harm",
        "attacked: 1 after the attack of this turn (R51)",
        "power: 1 after the power of this turn",
        "shaped: 1 after Wild Shape",
        "healing: Healing Word tokens left",
        "figurine: 1 after the Figurine was used by this player (R43)",
        "flask: 1 after the Iron Flask was used by this player",
        "bitten: 1 after the changes of the Wererat Bite",
        "tasks: tasks tried this turn, a bit each (R47)",
        "wards: hurts that the adventurer is still spared (A60)",
        "opened: 1 after an attempt at a chest this turn",
        "mark: figure under the Hunter's Mark of this player or NONE",
        "loom: last roll of Sound of Looming Doom",
    ),
]
TILE_FIELDS = [
    Field("cards", "int64", (), "possessions that lie on it, a bit each: those on the ground by `zone` and `owner`"),
    Field("doors", "int8", (SIDES,), "Door at each side as it lies"),
    Field("beside", "int8", (SIDES,), "tile next to each side or NONE"),
    Field("tokens", "int16", (), "Tokens on it, a bit each"),
    *flags(
        "level: Level, NONE while not in play",
        "x: column",
        "y: row",
        "turned: quarter turns",
        "fresh: 1 in its turn of discovery",
    ),
]
MONSTER_FIELDS = flags("kind: index among the haunt's kinds or NONE", "tile: where it is", "stunned: 1 while it is")
FRAME_FIELDS = [
    *flags("step: where to go on", "seat: whom it concerns", "tile: a tile or NONE", "other: a figure or NONE"),
    *flags("trait: a trait or NONE", "harm: Harm"),
    Field("pc", "int16", (), "next instruction"),
    Field("card", "int16", (), "instance or NONE"),
    Field("n", "int16", (), "a count"),
    Field("value", "int16", (), "a result"),
    Field("mask", "int16", (), "a set"),
]

STATE = StateFields(
    "betrayal",
    [
        Field("rng", "uint32", (len(Stream), 4), "random streams: shuffles, dice, choices, resampling"),
        *card_fields(CARDS, LOOKED),
        *frame_fields(DEPTH, FRAME_FIELDS),
        *option_fields(CHOICES),
        Records("seats", SEATS, SEAT_FIELDS, "players"),
        Records("tiles", N_TILES, TILE_FIELDS, "the map"),
        Records("monsters", MONSTERS, MONSTER_FIELDS, "monsters"),
        Field("gained", "int8", (N_POSSESSIONS, TRAITS), "what its owner really gained by a card (R15)"),
        Field("touched", "int64", (), "possessions that were dealt with this turn, a bit each (R38)"),
        Field("decisions", "int32", (), "decisions answered so far"),
        Field("max_decisions", "int32", (), "decisions after which the game is truncated"),
        Field("turn", "int16", (), "number of the turn"),
        Field("due_omen", "int8", (DUE,), "omens that owe a haunt roll (A8)"),
        Field("due_tile", "int8", (DUE,), "tiles where they were drawn"),
        Field("speed", "int8", (KINDS_OF_MONSTERS,), "movement roll of each kind this turn, NONE before (R78)"),
        Field("marks", "int8", (2,), "quest tokens of the heroes and of the traitor"),
        *flags(
            "n_players: seats in the game",
            "n_monsters: monsters that have come to the map: the first rows of their table",
            "first: seat that began",
            "turn_seat: seat whose turn it is",
            "outcome: Outcome",
            "winners: seats that win, a bit each",
            "n_due: haunt rolls owed",
            "omens: omen cards revealed",
            "haunt: index of the haunt, NONE before it begins",
            "revealer: seat that revealed the haunt or NONE",
            "traitor: seat of the traitor or NONE",
            "rounds: rounds of the haunt that are over",
            "judging: 1 when objectives must be looked at",
            "inspired: seat that holds the token of Bardic Inspiration or NONE",
            "fate: tokens on the Deck of Many Things",
            "killer: figure that dealt the last damage or NONE",
            "begun: 1 in the turn in which the haunt has begun",
            "reaction: Reaction, the card or power that the question REACT is about",
            "demon: 1 while the demon of the Iron Flask strikes (R87)",
            "immediate: option haunt_roll",
            "any_orientation: option any_orientation",
            "open_haunts: option open_haunts",
            "wanted: option haunt",
        ),
        Field("played", "int16", (), "option played, haunts that are passed over, a bit each (R62)"),
        Field("placed", "int64", (2,), "tiles on each level, a bit each: those with that `level`"),
        Field("free", "int8", (2,), "doors of each level with nothing behind them (R29)"),
        Field("gate", "int8", (2,), "tiles with the gate tokens or NONE"),
    ],
)

kernel = Kernel(
    STATE.dtype,
    acts="int16[::1]",
    obs="int16[::1]",
    out="float64[::1]",
    options="int64[::1]",
    **dict.fromkeys(("renamed", "places", "placed", "dist", "around", "waiting"), "int16[::1]"),
)
seed_streams, below = make_rng(kernel)
clear_state = make_clear(kernel, STATE)
OPTIONS = make_options(kernel, Outcome.GUARD)
clear, offer, offer_new = OPTIONS.clear, OPTIONS.offer, OPTIONS.offer_new
put_question, ask_for_option = OPTIONS.put_question, OPTIONS.ask_for_option
new_frame = make_frames(kernel, STATE, Outcome.GUARD, none=("card", "tile", "other", "trait"))


@kernel
def legal(s, acts):
    """Writes the legal ids, which are offered once each, and returns how many."""
    n = int(s.n_options) if s.asked >= 0 else 0
    for k in range(n):
        acts[k] = s.option[k]
    return n


@kernel
def choose_option(s, action):
    """Answers a question with one of its options; returns DONE or NOT_LEGAL."""
    for k in range(s.n_options):
        if s.option[k] == action:
            s.answer = action
            s.option[0] = action
            s.n_options = 1
            return DONE
    return NOT_LEGAL


@kernel
def unchanged(s, d):
    return 0


DECKS = make_table(
    kernel, CARDS, below, shuffle=Stream.SHUFFLE, resample=Stream.RESAMPLE, changed=unchanged, emptied=unchanged
)
draw_top, insert, shuffle = DECKS.draw_top, DECKS.insert, DECKS.shuffle
lay_on_pile, move, show = DECKS.lay_on_pile, DECKS.move, DECKS.show
deal_hidden, deal_unknown = DECKS.deal_hidden, DECKS.deal_unknown
restock, top_of = DECKS.restock, DECKS.top_of
hide_order, mix_bits, set_mix = DECKS.hide_order, DECKS.mix_bits, DECKS.set_mix


@kernel
def ask(s, seat, question):
    """Asks for one of the options; returns 1 when there is only one, which is taken."""
    return ask_for_option(s, seat, question, 0, NONE)


@kernel
def begin(s, frame, seat):
    """Starts a frame that concerns a seat; returns its index."""
    f = new_frame(s, frame)
    s.frames[f].seat = seat
    return f


@kernel
def goes_on(s, f):
    """Whether a frame may do its next stage at once: no other one was begun, and no player may have died or won."""
    return s.n_frames == f + 1 and s.judging == 0
