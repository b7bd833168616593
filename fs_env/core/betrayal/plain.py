"""Parts of the table as plain data: adventurers, tiles, the turn, the haunt, piles."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.codes import NONE, SIDES, Deck, Door, Level, Role, Side, Token, Trait
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.haunts import Shape, page
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.questions import Question
from fs_env.core.betrayal.schema import RAISING
from fs_env.core.betrayal.tables import (
    DOORS,
    EVENT_NAMES,
    FIRST_TILE,
    INSTANCE,
    N_EVENTS,
    N_POSSESSIONS,
    N_TILES,
    OF_INSTANCE,
    POSSESSION_NAMES,
    TASKS,
    TILE_BASE,
    TILE_NAMES,
    TRACKS,
    X_STEP,
    Y_STEP,
    Zone,
)
from fs_env.core.betrayal.underway import figure_words
from fs_env.core.machine.secrets import MEMBER


def is_secret(record: Any) -> bool:
    """Whether only the traitor knows who the traitor is (R75)."""
    return (
        record.haunt != NONE and HAUNTS[record.haunt].shape == Shape.HIDDEN and not record.seats[record.traitor].shown
    )


def first_traitor(record: Any, player: int | None) -> int | None:
    """Who was the traitor from the beginning of the haunt; None where there is none, or a seat cannot know it."""
    unknown = is_secret(record) and player is not None and player != record.traitor
    return None if unknown or record.traitor == NONE else int(record.traitor)


def pages(record: Any, player: int | None) -> list[str]:
    """The pages of the haunt that a seat has read (R63, A20)."""
    if record.haunt == NONE:
        return []
    haunt = HAUNTS[record.haunt]
    everything = player is None or record.open_haunts or haunt.shape != Shape.TRAITOR
    traitor = player is not None and record.seats[player].role == Role.TRAITOR
    sides = (False, True) if everything else (traitor,)
    return [line for side in sides for line in page(haunt, side)]


def options_json(record: Any) -> dict[str, Any]:
    """The options of the game that its rules depend on."""
    wanted = int(record.wanted)
    return {
        "haunt_roll": "immediate" if record.immediate else "end",
        "any_orientation": bool(record.any_orientation),
        "open_haunts": bool(record.open_haunts),
        "haunt": HAUNTS[wanted - 1].number if wanted else None,
        "played": [haunt.number for k, haunt in enumerate(HAUNTS) if (int(record.played) >> k) & 1],
    }


def turn_json(record: Any) -> dict[str, Any]:
    """What the player whose turn it is has done in it."""
    seat = record.seats[record.turn_seat]
    return {
        "moved": int(seat.spent),
        "stopped": bool(seat.stopped),
        "slowed": bool(seat.slow),
        "ends": bool(seat.ended),
        "chest_tried": bool(seat.opened),
        "demon": bool(record.demon),
        "tasks_tried": [k + 1 for k in range(TASKS) if (int(seat.tasks) >> k) & 1],
        "left": [TILE_NAMES[t] for t in range(N_TILES) if (int(seat.left) >> t) & 1],
        "used_cards": [POSSESSION_NAMES[card] for card in range(N_POSSESSIONS) if (int(record.touched) >> card) & 1],
    }


def haunt_json(record: Any) -> dict[str, Any]:
    """The haunt and how far it is."""
    haunt = HAUNTS[record.haunt]
    return {
        "number": haunt.number,
        "name": haunt.name,
        "rounds": int(record.rounds),
        "begun_this_turn": bool(record.begun),
    }


def roll_of(record: Any, m: int) -> int | None:
    """The movement roll of a monster's kind this turn."""
    roll = int(record.speed[record.monsters[m].kind])
    return roll if roll != NONE else None


def tile_name(t: int) -> str | None:
    """The name of a tile; None for none."""
    return TILE_NAMES[t] if t != NONE else None


def card_name(inst: int) -> str:
    """The name of a card or a tile of a stack."""
    if inst < N_EVENTS:
        return EVENT_NAMES[inst]
    return POSSESSION_NAMES[OF_INSTANCE[inst]] if inst < FIRST_TILE else TILE_NAMES[inst - TILE_BASE]


def pile(record: Any, deck: int) -> list[int]:
    """The cards of a discard pile, the last one on top."""
    return [int(card) for card in record.pile[deck][: record.n_pile[deck]]]


def known_events(record: Any, player: int | None) -> dict[str, int]:
    """Event cards that a seat, like all others, knows to be among so many cards on top of their deck, with how many."""
    seat = player or 0
    deck = record.deck[Deck.EVENTS][: record.n_deck[Deck.EVENTS]].tolist()
    mixes = [int(record.mix[inst]) >> 4 * seat & (2 * MEMBER - 1) for inst in deck]
    found = {}
    for k, inst in enumerate(deck):
        if int(record.seen[inst]) >> seat & 1:
            found[EVENT_NAMES[inst]] = len(deck) - int(record.place[inst])
        elif mixes[k] & MEMBER:
            deepest = next(i for i, bits in enumerate(mixes) if bits | MEMBER == mixes[k])
            found[EVENT_NAMES[inst]] = len(deck) - deepest
    return found


def laying(record: Any) -> dict[str, Any] | None:
    """The tile that is being turned, with its doors as they are printed, and the place where it will lie (R28)."""
    frame = record.frames[record.n_frames - 1]
    if record.asked == NONE or record.question != Question.ORIENT:
        return None
    beside, t = record.tiles[frame.tile], frame.card - TILE_BASE
    return {
        "tile": TILE_NAMES[t],
        "level": Level(int(beside.level)).name.lower(),
        "x": int(beside.x + X_STEP[frame.n]),
        "y": int(beside.y + Y_STEP[frame.n]),
        "doors": {Side(d).name.lower(): Door(int(DOORS[t, d])).name.lower() for d in range(SIDES) if DOORS[t, d]},
    }


def seat_json(record: Any, p: int, player: int | None) -> dict[str, Any]:
    """An adventurer."""
    seat = record.seats[p]
    power = ADVENTURERS[seat.adventurer].power if seat.adventurer != NONE else None
    hidden = is_secret(record) and player is not None and player not in (p, record.traitor) and not seat.shown
    return {
        "adventurer": ADVENTURERS[seat.adventurer].name if seat.adventurer != NONE else None,
        "traits": {t.name.lower(): int(TRACKS[seat.adventurer, t, seat.at[t]]) if seat.at[t] else 0 for t in Trait},
        "spaces": {t.name.lower(): int(seat.at[t]) for t in Trait},
        "tile": TILE_NAMES[seat.tile] if seat.tile != NONE and seat.alive else None,
        "alive": bool(seat.alive),
        "escaped": bool(seat.escaped),
        "away": ("no", "yes", "unharmed")[seat.away],
        "side": None if hidden else Role(int(seat.role)).name.lower(),
        "side_open": bool(seat.shown),
        "cards": held(record, p),
        "events": [EVENT_NAMES[e] for e in range(N_EVENTS) if record.zone[e] == Zone.KEPT and record.owner[e] == p],
        "gained": {
            POSSESSION_NAMES[card]: {
                t.name.lower(): int(record.gained[card, t]) for t in Trait if record.gained[card, t]
            }
            for card in RAISING.tolist()
            if (int(seat.cards) >> card) & 1 and record.gained[card].any()
        },
        "cursed": bool(seat.cursed),
        "slow_next_turn": bool(seat.slow_next),
        "moved": int(seat.spent),
        "attacked": bool(seat.attacked),
        "used_power": bool(seat.power),
        "used_wild_shape": bool(seat.shaped),
        "used_figurine": bool(seat.figurine),
        "used_flask": bool(seat.flask),
        "healing_tokens": int(seat.healing) if power == Power.HEALING_WORD else None,
        "inspired": bool(record.inspired == p),
        "infected": bool(seat.bitten),
        "mark": figure_words(int(seat.mark)),
        "loom": int(seat.loom),
    }


def held(record: Any, p: int) -> list[str]:
    """The cards that a player controls."""
    return [
        POSSESSION_NAMES[card]
        for card in range(N_POSSESSIONS)
        if record.zone[INSTANCE[card]] == Zone.HELD and record.owner[INSTANCE[card]] == p
    ]


def tile_json(record: Any, t: int) -> dict[str, Any]:
    """A tile on the map."""
    tile = record.tiles[t]
    return {
        "tile": TILE_NAMES[t],
        "level": Level(int(tile.level)).name.lower(),
        "x": int(tile.x),
        "y": int(tile.y),
        "doors": {Side(d).name.lower(): Door(int(tile.doors[d])).name.lower() for d in range(SIDES) if tile.doors[d]},
        "tokens": [token.name.lower() for token in Token if (int(tile.tokens) >> token) & 1],
        "new": bool(tile.fresh),
        "used_by": [p for p in range(record.n_players) if (int(record.seats[p].once) >> t) & 1],
        "cards": [
            POSSESSION_NAMES[card]
            for card in range(N_POSSESSIONS)
            if record.zone[INSTANCE[card]] == Zone.GROUND and record.owner[INSTANCE[card]] == t
        ],
    }
