"""The state of one game of Four Souls: the field table, the codes of its fields, and the kernel decorator.

One record is one game; a copy of its bytes is a copy of the game. It contains everything that the rules need to resume: the pending
decision, the continuation frames, the stack, the random streams. All numbers are integers; ``NONE`` (-1) means "nothing".
"""

from enum import IntEnum, unique

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.bartering import OFFERS_PER_TURN as OFFERS_PER_TURN
from fs_env.core.four_souls.bartering import PROMISES as PROMISES
from fs_env.core.four_souls.bartering import Favour as Favour
from fs_env.core.four_souls.bartering import barter_fields
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.declare.fields import Field, Records, StateFields
from fs_env.core.machine.declare.outcome import Outcome as Outcome
from fs_env.core.machine.table.clear import make_clear
from fs_env.core.machine.table.decision import frame_fields, option_fields
from fs_env.core.machine.table.decks import Cards, card_fields
from fs_env.core.machine.table.rng import make_rng

PLAYERS = 4
SLOTS = 12  # monster slots (ER-52)
SHOP = 16  # shop slots (ER-52)
ROOMS = 4  # room slots (ER-52)
UNITS = PLAYERS + SLOTS  # everything with hit points: players 0..3, monster slots 4..15
OBJECTS = 160  # objects on the stack, waiting and resolving together
FRAMES = 12
OPTIONS = 320
LASTING = 48  # effects that last at once (ER-52)
OBLIGATIONS = 16  # obligations to attack at once (ER-52)
LOOK = 16
DICE = 32
N_INSTANCES = int(T.N_INSTANCES)
N_LOOT = int(T.N_LOOT)
N_ROOM, FIRST_ROOM = int(T.N_ROOM), int(T.FIRST_ROOM)  # rooms are the last instances
STACK_LIMIT = 32  # voluntary plays are legal below this (ER-50)
PUSH_LIMIT = 4000  # pushes without a voluntary action between them before the game is drawn (ER-51)
ROLL_LIMIT = 500  # attack rolls of one turn; an attack that would need another one is over (ER-65)
USE_LIMIT = 100  # uses of an item by a player in one turn, activations and payments together (A86)
LAST_UID = 30000  # after this, running numbers of stack objects start again from 1
BIG = 9999  # saturation of coins and counters (ER-53)


@unique
class Zone(IntEnum):
    """Where a card instance is; ``owner`` is a seat or a slot, depending on the zone (R2.21)."""

    OUT = 0
    DECK = 1
    PILE = 2
    HAND = 3  # owner: seat
    ITEM = 4  # owner: seat
    CURSE = 5  # owner: seat
    SHOP = 6  # owner: shop slot
    ACTIVE = 7  # owner: monster slot
    COVERED = 8  # owner: monster slot
    SOUL = 9  # owner: seat
    STACK = 10
    BESIDE = 11  # R9.13
    CHARACTER = 12  # owner: seat
    BONUS = 13  # bonus soul not yet gained
    REVEALED = 14  # set aside while an effect reveals cards
    ROOM = 15  # owner: room slot (R20)


CARDS = Cards(
    T.INST_CARD, T.C_DECK[T.INST_CARD], 3, PLAYERS, deck=Zone.DECK, pile=Zone.PILE, hand=Zone.HAND, held=Deck.LOOT
)
N_DECK_CARDS = CARDS.in_decks  # instances of the three decks come first
DECK_CAP = CARDS.capacity
HAND_CAP = CARDS.hand_capacity
PLAY_CAP = 2 * DECK_CAP  # treasures, trinkets, starting items, curses and active monsters face up at once


@unique
class Phase(IntEnum):
    """Phases with windows (R7)."""

    SETUP = 0
    START = 1  # start-of-turn triggers
    LOOT = 2  # Loot 1
    ACTION = 3
    END = 4  # end-of-turn triggers


@unique
class Obj(IntEnum):
    """Kinds of stack objects (R3.2)."""

    LOOT = 1
    ACTIVATED = 2
    PAID = 3
    TRIGGER = 4
    EVENT = 5  # a non-monster card being played
    LOOT_STEP = 6
    ROLL = 7
    BRANCH = 8
    PURCHASE = 9
    ATTACK = 10
    COMBAT = 11
    MONSTER_DEATH = 12
    MONSTER_CARD = 13
    REWARD = 14
    PLAYER_DEATH = 15
    PENALTY = 16
    REFILL = 17
    HELD_DAMAGE = 18  # R6.9
    ROLL_BONUS = 19  # a static +X to a roll (R9.3)
    HELD_GAIN = 20  # coins whose gain waits for a roll (R6.9)


AIMED = (Obj.LOOT, Obj.ACTIVATED, Obj.PAID, Obj.TRIGGER, Obj.EVENT, Obj.BRANCH, Obj.REWARD, Obj.ROLL)
"""Kinds whose registers hold targets (R5.2)."""


@unique
class ObjectFlag(IntEnum):
    """Bits of a stack object's flags."""

    ATTACK_ROLL = 1
    FROM_ITEM = 2  # an activated or paid effect of an item, or its roll or dice line (R17.10)
    FROM_LOOT = 4
    DOUBLED = 8  # by Blank Card (ER-15), or by a text that doubles rewards; `amount` is how many times more
    MONSTER = 16  # an effect of a monster-deck card: ordered by the AP (R6.4)
    DAMAGES = 32  # its text deals damage (R12.13)
    HIT = 64
    CONTINUOUS = 256  # a bonus to a roll that an item gives by its continuous text
    COPY = 128  # an announcement that does not turn the card (Placebo)
    PAIR = 512  # a target of "up to 2" has a second object, two registers later; of a doubled card, more than two


@unique
class Frame(IntEnum):
    """Kinds of frames: what continues when the pending decision has been answered."""

    RUN = 1  # a program
    ANNOUNCE = 2  # modes, targets and costs of an object before it is pushed
    PUSH_WAITING = 3  # a batch of waiting triggers (R6.4)
    DAMAGE = 4  # the damage pipeline (ER-30)
    PENALTY = 5
    PLACE_MONSTER = 6  # a slot for a revealed monster
    HAND_LIMIT = 7  # R7.10
    DRAFT = 8  # Eden
    LOOT_SOURCE = 9  # which loot play pays for a card (ER-09)
    THROW = 10  # a die about to be thrown (R9.15)
    RECHARGE = 11  # a recharge step with a choice (R7.1)
    GAIN = 12  # a gain of coins that a text changes (ER-38)
    SAVE = 13  # a death that several texts replace (R6.2)
    OPEN_DRAFT = 14  # treasures drafted from the table before the first turn (R21.1, R21.8)
    ROOM = 15  # a room that may be exchanged (R20.4)
    BARTER = 16  # an offer of cents for a favour (R16)


@unique
class Question(IntEnum):
    NOTHING = 0
    PRIORITY = 1
    LOOT_SOURCE = 2
    MODE = 3
    TARGET = 4
    COST = 5
    MAY = 6
    NUMBER = 7
    PICK = 8
    DISCARD = 9
    DESTROY = 10
    SOUL = 11
    KEEP = 12
    ORDER = 13
    SLOT = 14
    VOTE = 15
    PREVENTION = 16
    TRIGGER_ORDER = 17
    DRAFT = 18
    HAND_LIMIT = 19
    GIVE = 20
    SEARCH = 21
    HEIR = 22
    REFILL = 23  # which deck refills first
    RECHARGE = 24  # which item recharges in a limited recharge step
    REPLACEMENT = 25  # which text changes a gain of coins first, or replaces a death (R6.2)
    OPEN_DRAFT = 26  # which of the open treasures to draft (R21.1, R21.8)
    ROOM = 27  # whether a room is exchanged (R20.4)
    FAVOUR = 28  # which favour an offer is about (R16.1)
    PARTNER = 29  # whom an offer is made to
    INSTEAD = 30  # player to target instead
    ITEM = 31  # which item is to be used on the object on top
    CENTS = 32  # how many cents an offer is about
    DEAL = 33  # whether to agree to an offer or to another amount


@unique
class Shape(IntEnum):
    """How the options of a decision are named as actions."""

    PRIORITY = 0
    REFS = 1
    YES_NO = 2
    MODE = 3
    NUMBER = 4
    OPTION = 5  # the k-th of several equal names
    FAVOUR = 6
    CENTS = 7  # an amount to agree to: that of the offer is "accept", 0 is "decline"


class Stream(IntEnum):
    """Random streams of a game, one for each purpose."""

    SHUFFLE = 0
    DICE = 1
    CHOICE = 2
    RESAMPLE = 3


NO_MORE = -2  # the option "no more" where any number can be chosen

STATE = StateFields(
    "four_souls",
    [
        Field("rng", "uint32", (len(Stream), 4), "random streams: shuffles, dice, random choices, resampling"),
        Field("decisions", "int32", (), "decisions answered so far"),
        Field("max_decisions", "int32", (), "decisions after which the game is truncated"),
        Field("turn", "int32", (), "turns begun so far"),
        Field("n_players", "int16", (), "seats in the game"),
        Field("variant", "int8", (), "Variant"),
        Field("deaths", "int8", (), "Deaths"),
        Field("open_hands", "int8", (), "1 if all hands are open"),
        Field("bartering", "int8", (), "1 if players may pay each other for favours (R16)"),
        Field("rooms", "int8", (), "1 if rooms are in the game (R20)"),
        Field("d8", "int8", (), "number on the eight-sided die; 0 without one (R21.2)"),
        Field(
            "turns_finished", "int8", (), "players whose turns are over since the eight-sided die last dropped (R21.4)"
        ),
        Field("active_player", "int16", (), "active player"),
        Field("next_player", "int16", (), "seat that takes the turn after this one and its extra turns"),
        Field("phase", "int16", (), "Phase"),
        Field("ending", "int16", (), "1 while the turn is being ended (R7.14)"),
        Field("priority_player", "int16", (), "player with priority"),
        Field("passes", "int16", (), "players who passed in succession"),
        Field("outcome", "int16", (), "Outcome"),
        Field("winners", "int16", (), "bit for each winner"),
        Field("pushes", "int16", (), "pushes in this turn since a player last did something voluntary (ER-51)"),
        Field("uid", "int16", (), "running number of the last stack object"),
        Field("dirty", "int16", (), "1 when derived numbers must be refreshed"),
        Field("unsteady", "int16", (), "modifiers in play that read hands, coins, hit points or tops of decks"),
        Field("attacking", "int16", (), "1 during an attack"),
        Field("attacked", "int16", (), "instance of the attacked monster or NONE"),
        Field("attacks_begun", "int16", (), "attacks begun in this turn"),
        # players
        Field("coins", "int16", (PLAYERS,), "cents held"),
        Field("character", "int16", (PLAYERS,), "instance of the character card"),
        Field("dead", "int8", (PLAYERS,), "1 from the death until end phase step 2"),
        Field("extra_plays", "int16", (PLAYERS,), "loot plays granted until end of turn (R8.2)"),
        Field("plays_used", "int16", (PLAYERS,), "own action-phase loot plays used (R8.1)"),
        Field("attacks_used", "int16", (PLAYERS,), "attacks of the player's own turn used (R11.1)"),
        Field("extra_attacks", "int16", (PLAYERS,), "attacks granted and unused this turn"),
        Field("deck_attacks", "int16", (PLAYERS,), "deck-only attacks granted and unused this turn"),
        Field("purchases_used", "int16", (PLAYERS,), "purchases used this turn"),
        Field("attack_rolls", "int16", (PLAYERS,), "attack rolls thrown this turn"),
        Field("rolls", "int16", (PLAYERS,), "rolls thrown this turn"),
        Field("gains", "int16", (PLAYERS,), "coin gains this turn"),
        Field("roll_boost", "int16", (PLAYERS,), "bonus to rolls until end of turn, the sum of its lasting effects"),
        Field("skip_turns", "int16", (PLAYERS,), "turns to skip (R7.20)"),
        Field("extra_turns", "int16", (PLAYERS,), "extra turns to take (R7.19)"),
        Field("innate_souls", "int16", (PLAYERS,), "souls of the character itself (R19.4)"),
        Field("souls", "int16", (PLAYERS,), "soul total"),
        # units
        Field("hp", "int16", (UNITS,), "hit points of players and monster slots"),
        Field("max_hp", "int16", (UNITS,), "maximum hit points (derived)"),
        Field("item_hp", "int16", (PLAYERS,), "hit points that the items of each player add (derived)"),
        Field("atk", "int16", (UNITS,), "attack (derived)"),
        Field("evasion", "int16", (UNITS,), "evasion of monsters before the clamp (derived)"),
        Field("boost_hp", "int16", (UNITS,), "bonus until end of turn"),
        Field("boost_atk", "int16", (UNITS,), "bonus until end of turn"),
        Field("boost_evasion", "int16", (UNITS,), "bonus until end of turn"),
        Field("dying", "int8", (UNITS,), "1 while its death is waiting or on the stack"),
        Field("saved_hp", "int16", (UNITS,), "hit points before the first lethal event (R13.9)"),
        Field("damaged", "int16", (UNITS,), "damage events this turn"),
        Field("damage_sum", "int16", (UNITS,), "points of damage this turn"),
        Field("would_die", "int16", (UNITS,), "times it would have died this turn"),
        Field("fought", "int16", (UNITS,), "attacks made by players, 1 for attacked monsters, this turn (ER-27)"),
        Field(
            "must_attack", "int8", (UNITS,), "1 when a text demands attacks by this player, on this monster (derived)"
        ),
        # derived numbers of players
        Field("own_plays", "int16", (PLAYERS,), "loot plays of the player's own action phase (derived)"),
        Field("own_attacks", "int16", (PLAYERS,), "attacks of the player's own turn (derived)"),
        Field("own_purchases", "int16", (PLAYERS,), "purchases of the player's own turn (derived)"),
        Field("price", "int16", (PLAYERS,), "price of a shop item (derived)"),
        Field("loot_step", "int16", (PLAYERS,), "cards of the loot step (derived)"),
        Field("locked", "int8", (PLAYERS,), "1 when loot and activated effects are barred (derived)"),
        Field("their_evasion", "int16", (PLAYERS,), "added to the evasion of monsters this player attacks (derived)"),
        Field("first_atk", "int16", (PLAYERS,), "attack bonus of the first attack roll (derived)"),
        Field("open_hand", "int8", (PLAYERS,), "1 when the hand is public (derived)"),
        # cards
        *card_fields(CARDS, LOOK),
        Field("face", "int16", (N_INSTANCES,), "card whose text the instance shows (R22 Copy)"),
        Field("face_until", "int8", (N_INSTANCES,), "1 when the copied face ends with the turn"),
        Field("turned", "int8", (N_INSTANCES,), "1 when deactivated (sideways)"),
        Field("eternal", "int8", (N_INSTANCES,), "1 when eternal"),
        Field("counters", "int16", (N_INSTANCES,), "counters on it"),
        Field("n_counters", "int32", (), "counters on all cards"),
        Field(
            "uses",
            "int8",
            (PLAYERS, T.N_USABLE),
            "times each player used the activated and paid effects of a card in this turn (A86), by `C_USABLE`",
        ),
        Field("altered", "int8", (), "1 after any item has not been as printed (`changed`)"),
        Field("soul_value", "int8", (N_INSTANCES,), "value while it is a soul"),
        Field("under", "int16", (N_DECK_CARDS,), "monster covered by this one or NONE"),
        Field(
            "discarded",
            "int8",
            (N_LOOT,),
            "copies of each loot card in its discard pile, by its place among the loot cards",
        ),
        Field("play", "int16", (PLAY_CAP,), "items, curses and active monsters, in order of arrival"),
        Field("n_play", "int16", (), "how many"),
        Field("shop", "int16", (SHOP,), "instance in each shop slot or NONE"),
        Field("n_shop", "int16", (), "shop slots"),
        Field("slot", "int16", (SLOTS,), "active monster of each slot or NONE"),
        Field("n_slots", "int16", (), "monster slots"),
        Field("room", "int16", (ROOMS,), "room in each room slot or NONE"),
        Field("n_rooms", "int8", (), "room slots, 0 without rooms"),
        Field("room_deck", "int16", (N_ROOM,), "the deck of rooms, bottom first"),
        Field("n_room_deck", "int16", (), "rooms in it"),
        Field("room_pile", "int16", (N_ROOM,), "the discard pile of rooms, bottom first"),
        Field("n_room_pile", "int16", (), "rooms in it"),
        Field("exchange", "int8", (), "1 after a monster died this turn, 2 once a room may no longer be exchanged"),
        Field("listeners", "int16", (40,), "cards and lasting entries that listen to each event"),
        # the stack
        Records(
            "objects",
            OBJECTS,
            [
                Field("kind", "int8", (), "Obj or 0 when free"),
                Field("controller", "int8", (), "controller (R2.25)"),
                Field("mode", "int8", (), "chosen mode"),
                Field("slot", "int8", (), "slot a refill or revealed card belongs to, or NONE"),
                Field("flags", "int16", (), "ObjectFlag"),
                Field("uid", "int16", (), "running number"),
                Field("src", "int16", (), "instance of the source or NONE"),
                Field("card", "int16", (), "instance that travels with the object or NONE"),
                Field("ability", "int16", (), "ability or NONE"),
                Field("cause", "int16", (), "root ability for ER-06 or NONE"),
                Field("pc", "int16", (), "where the resolution starts"),
                Field("n", "int16", (), "roll: current number; combat, loot step, bonus: amount"),
                Field("reg", "int16", (4,), "targets"),
                Field("gen", "int8", (4,), "generation of target cards"),
                Field("it", "int16", (), "event: subject or victim"),
                Field("amount", "int16", (), "event: amount; doubled: texts that double it besides the first"),
                Field("roll", "int16", (), "event: final number of the roll"),
                Field("dealer", "int16", (), "event: who dealt the damage"),
                Field("from_card", "int16", (), "event: instance that dealt the damage"),
                Field("that", "int16", (), "event: running number of the roll"),
            ],
            "stack objects, waiting triggers and the objects that are resolving",
        ),
        Field("stack", "int16", (OBJECTS,), "rows on the stack, bottom first"),
        Field("n_stack", "int16", (), "objects on the stack"),
        Field("waiting", "int16", (OBJECTS,), "rows that wait to be pushed (R6.3)"),
        Field("n_waiting", "int16", (), "how many"),
        # continuation
        *frame_fields(
            FRAMES,
            [
                Field("object", "int16", (), "object it works for or NONE"),
                Field("pc", "int16", (), "instruction"),
                Field("step", "int16", (), "step inside the instruction"),
                Field("cursor", "int16", (), "how far it has come, or as the docstring of its kernel says"),
                Field("done", "int16", (), "how many of them are done, or as the docstring of its kernel says"),
                Field("whom", "int16", (), "the player it concerns"),
                Field("reg", "int16", (4,), "registers r4..r7"),
                Field("count", "int16", (), "cards discarded, destroyed or counters removed by the last instruction"),
            ],
        ),
        Field("buf", "int16", (OPTIONS,), "work list of references"),
        Field("n_buf", "int16", (), "its length"),
        Field("look_deck", "int16", (), "their deck"),
        Field("rest", "int16", (), "first card of the list that is not kept"),
        Field("found", "int16", (2,), "cards found by a search"),
        Field("taken", "int16", (), "card moved by the previous step"),
        Field("winner", "int16", (), "item that won the vote"),
        # damage in progress
        Field("hurt", "int16", (UNITS,), "victims of the damage in progress (unit numbers)"),
        Field("hurt_n", "int16", (UNITS,), "their amounts"),
        Field("hurt_done", "int16", (UNITS,), "bits of preventions already applied"),
        Field("n_hurt", "int16", (), "how many"),
        Field("hurt_row", "int16", (), "object that deals it or NONE"),
        Field("hurt_src", "int16", (), "instance that deals it or NONE"),
        Field("hurt_dealer", "int16", (), "reference of the dealer"),
        Field("hurt_roll", "int16", (), "attack roll tag (R11.19), 0 when not combat"),
        Field("hurt_cause", "int16", (), "root ability for ER-06"),
        Records(
            "lasting",
            LASTING,
            [
                Field("kind", "int8", (), "Lasting or 0 when free"),
                Field("until", "int8", (), "Until"),
                Field("controller", "int8", (), "player who made it"),
                Field("who", "int16", (), "reference of the player or monster concerned"),
                Field("gen", "int8", (), "generation when a monster is concerned"),
                Field("n", "int16", (), "number"),
                Field("ability", "int16", (), "ability it pushes"),
                Field("src", "int16", (), "source instance"),
                Field(
                    "ref",
                    "int16",
                    (),
                    "stack object concerned; trigger: running number of the last object made before the entry; price: "
                    "purchases of shop items before the one that it is about",
                ),
            ],
            "lasting effects",
        ),
        Field("n_lasting", "int16", (), "upper bound of the entries in use: the rest of the table is free"),
        Records(
            "obligations",
            OBLIGATIONS,
            [
                Field("who", "int8", (), "player or NONE when free"),
                Field("extra", "int8", (), "1 = an additional attack (A70)"),
                Field("what", "int16", (), "reference of the monster, Ref.DECK + 2 for the deck, NONE for any"),
                Field("gen", "int8", (), "generation of the monster"),
                Field("other", "int16", (), "reference of another monster that may be attacked instead, or NONE"),
                Field("other_gen", "int8", (), "its generation"),
            ],
            "obligatory attacks (R11.7)",
        ),
        Field("n_obligations", "int16", (), "upper bound of the rows in use"),
        Field("forced", "int8", (), "1 when the player with priority may only declare an attack (R11.7)"),
        Field("die", "int8", (DICE,), "numbers of the next throws (scenarios)"),
        Field("n_die", "int16", (), "how many are set"),
        Field("history", "int8", (PLAYERS, 2), "last final number of any roll and of an attack roll (ER-24)"),
        *barter_fields(PLAYERS),  # R16
        # the decision
        *option_fields(OPTIONS),
    ],
)

kernel = Kernel(
    STATE.dtype,
    acts="int16[::1]",
    mask="int8[::1]",
    obs="int16[::1]",
    out="float64[::1]",
    options="int64[::1]",
    places="int16[::1]",
    placed="int16[::1]",
    renamed="int16[::1]",
)
seed_streams, below = make_rng(kernel)
clear = make_clear(kernel, STATE)
DTYPE = np.dtype(STATE.dtype)
