"""The table as plain data: adventurers, tiles, the turn, the haunt, piles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import MONSTERS, NONE, Deck, Door, Level, Role, Side, Token, Trait
from fs_env.core.betrayal.language.haunts import Shape, page, page_of_others
from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.observation.schema import RAISING
from fs_env.core.betrayal.view.frames import figure_words, frames_json, reaction
from fs_env.core.betrayal.view.words import OUTCOMES, decision_text
from fs_env.core.machine.table.secrets import MEMBER

SIDE_NAMES, DOOR_NAMES, TOKEN_NAMES = ([member.name.lower() for member in names] for names in (Side, Door, Token))
DECKS = ("events", "items", "omens", "buildings", "streets", "catacombs")
LEVEL_NAMES = {int(level): level.name.lower() for level in Level}


def number(value: Any) -> int | None:
    return int(value) if value != NONE else None


def ones(word: Any, count: int) -> list[int]:
    """Which of the lowest bits of a number, so many, are set."""
    bits = int(word)
    return [k for k in range(count) if bits >> k & 1]


def is_secret(record: Any) -> bool:
    """Whether there is a traitor of whom others do not know (R75)."""
    seats = record.seats[: record.n_players]
    hidden = (seats["role"] == Role.TRAITOR) & (seats["shown"] == 0)
    return bool(record.haunt != NONE and HAUNTS[record.haunt].shape == Shape.HIDDEN and hidden.any())


def knows_side(record: Any, p: int, player: int | None) -> bool:
    """Whether a seat knows the side of another one; hidden traitors know all (R75, A59)."""
    if player is None or p == player or record.seats[player].role == Role.TRAITOR or record.seats[p].shown:
        return True
    return not is_secret(record)


def first_traitor(record: Any, player: int | None) -> int | None:
    """Who was the traitor from the beginning of the haunt; None where there is none, or a seat cannot know it."""
    p = int(record.traitor)
    return p if p != NONE and knows_side(record, p, player) else None


def pages(record: Any, player: int | None) -> list[str]:
    """The pages of the haunt that a seat has read (R63, A20); "you" in them is a reader of that side."""
    if record.haunt == NONE:
        return []
    haunt = HAUNTS[record.haunt]
    everything = player is None or record.open_haunts or haunt.shape != Shape.TRAITOR
    traitor = player is not None and record.seats[player].role == Role.TRAITOR
    sides = (False, True) if everything else (traitor,)
    n = int(record.n_players)
    own = (False,) if haunt.shape == Shape.COOPERATIVE else () if player is None else (traitor,)
    return [line for side in sides for line in (page if side in own else page_of_others)(haunt, side, n)]


def options_json(record: Any) -> dict[str, Any]:
    wanted = int(record.wanted)
    return {
        "haunt_roll": "immediate" if record.immediate else "end",
        "any_orientation": bool(record.any_orientation),
        "open_haunts": bool(record.open_haunts),
        "haunt": HAUNTS[wanted - 1].number if wanted else None,
        "played": [HAUNTS[k].number for k in ones(record.played, len(HAUNTS))],
    }


def turn_json(record: Any) -> dict[str, Any]:
    seat = record.seats[record.turn_seat]
    return {
        "moved": int(seat.spent),
        "stopped": bool(seat.stopped),
        "slowed": bool(seat.slow),
        "ends": bool(seat.ended),
        "chest_tried": bool(seat.opened),
        "demon": bool(record.demon),
        "tasks_tried": [k + 1 for k in ones(seat.tasks, T.TASKS)],
        "left": [T.TILE_NAMES[t] for t in ones(seat.left, T.N_TILES)],
        "used_cards": [T.POSSESSION_NAMES[card] for card in ones(record.touched, T.N_POSSESSIONS)],
    }


def haunt_json(record: Any) -> dict[str, Any]:
    haunt = HAUNTS[record.haunt]
    return {
        "number": haunt.number,
        "name": haunt.name,
        "rounds": int(record.rounds),
        "begun_this_turn": bool(record.begun),
    }


def card_name(inst: int) -> str:
    if inst < T.N_EVENTS:
        return T.EVENT_NAMES[inst]
    return T.POSSESSION_NAMES[T.OF_INSTANCE[inst]] if inst < T.FIRST_TILE else T.TILE_NAMES[inst - T.TILE_BASE]


def pile(record: Any, deck: int) -> list[int]:
    return [int(card) for card in record.pile[deck][: record.n_pile[deck]]]


def known_events(record: Any, player: int | None) -> dict[str, int]:
    """Event cards that a seat, like all others, knows to be among so many cards on top of their deck, with how many."""
    seat = player or 0
    deck = record.deck[Deck.EVENTS][: record.n_deck[Deck.EVENTS]].tolist()
    mixes = [int(record.mix[inst]) >> 4 * seat & (2 * MEMBER - 1) for inst in deck]
    found = {}
    for k, inst in enumerate(deck):
        if int(record.seen[inst]) >> seat & 1:
            found[T.EVENT_NAMES[inst]] = len(deck) - int(record.place[inst])
        elif mixes[k] & MEMBER:
            deepest = next(i for i, bits in enumerate(mixes) if bits | MEMBER == mixes[k])
            found[T.EVENT_NAMES[inst]] = len(deck) - deepest
    return found


def laying(record: Any) -> dict[str, Any] | None:
    """The tile that is being turned, with its doors as they are printed, and the place where it will lie (R28)."""
    frame = record.frames[record.n_frames - 1]
    if record.asked == NONE or record.question != Question.ORIENT:
        return None
    beside, t = record.tiles[frame.tile], frame.card - T.TILE_BASE
    return {
        "tile": T.TILE_NAMES[t],
        "level": Level(int(beside.level)).name.lower(),
        "x": int(beside.x + T.X_STEP[frame.n]),
        "y": int(beside.y + T.Y_STEP[frame.n]),
        "doors": {SIDE_NAMES[d]: DOOR_NAMES[door] for d, door in enumerate(T.DOORS[t].tolist()) if door},
    }


def possessions(record: Any) -> dict[tuple[int, int], list[str]]:
    found: dict[tuple[int, int], list[str]] = {}
    zones, owners = record.zone[T.INSTANCE].tolist(), record.owner[T.INSTANCE].tolist()
    for name, zone, owner in zip(T.POSSESSION_NAMES, zones, owners):
        found.setdefault((zone, owner), []).append(name)
    return found


def seat_json(record: Any, p: int, player: int | None, cards_at: Mapping[tuple[int, int], list[str]]) -> dict[str, Any]:
    seat = record.seats[p]
    power = ADVENTURERS[seat.adventurer].power if seat.adventurer != NONE else None
    at, cards = seat.at.tolist(), int(seat.cards)
    stored = (record.zone[: T.N_EVENTS] == T.Zone.KEPT) & (record.owner[: T.N_EVENTS] == p)
    return {
        "adventurer": ADVENTURERS[seat.adventurer].name if seat.adventurer != NONE else None,
        "traits": {t.name.lower(): int(T.TRACKS[seat.adventurer, t, at[t]]) if at[t] else 0 for t in Trait},
        "spaces": {t.name.lower(): at[t] for t in Trait},
        "tile": T.TILE_NAMES[seat.tile] if seat.tile != NONE and seat.alive else None,
        "alive": bool(seat.alive),
        "escaped": bool(seat.escaped),
        "away": ("no", "yes", "unharmed")[seat.away],
        "side": Role(int(seat.role)).name.lower() if knows_side(record, p, player) else None,
        "side_open": bool(seat.shown),
        "cards": cards_at.get((T.Zone.HELD, p), []),
        "events": [T.EVENT_NAMES[e] for e in stored.nonzero()[0].tolist()],
        "gained": {
            T.POSSESSION_NAMES[card]: {
                t.name.lower(): int(record.gained[card, t]) for t in Trait if record.gained[card, t]
            }
            for card in RAISING.tolist()
            if cards >> card & 1 and record.gained[card].any()
        },
        "cursed": bool(seat.cursed),
        "slow_next_turn": bool(seat.slow_next),
        "moved": int(seat.spent),
        "attacked": bool(seat.attacked),
        "used_power": bool(seat.power),
        "used_wild_shape": bool(seat.shaped),
        "used_figurine": bool(seat.figurine),
        "used_flask": bool(seat.flask),
        "wards": int(seat.wards),
        "healing_tokens": int(seat.healing) if power == Power.HEALING_WORD else None,
        "inspired": bool(record.inspired == p),
        "infected": bool(seat.bitten),
        "mark": figure_words(int(seat.mark)),
        "loom": int(seat.loom),
    }


COLUMNS = ("level", "x", "y", "doors", "tokens", "fresh")


def tiles_json(record: Any, cards_at: Mapping[tuple[int, int], list[str]]) -> list[dict[str, Any]]:
    once = record.seats["once"][: record.n_players].tolist()
    tiles = record.tiles
    return [
        {
            "tile": T.TILE_NAMES[t],
            "level": LEVEL_NAMES[level],
            "x": x,
            "y": y,
            "doors": {SIDE_NAMES[d]: DOOR_NAMES[door] for d, door in enumerate(doors) if door},
            "tokens": [TOKEN_NAMES[k] for k in ones(tokens, len(TOKEN_NAMES))],
            "new": bool(fresh),
            "used_by": [p for p, used in enumerate(once) if used >> t & 1],
            "cards": cards_at.get((T.Zone.GROUND, t), []),
        }
        for t, (level, x, y, doors, tokens, fresh) in enumerate(zip(*(tiles[name].tolist() for name in COLUMNS)))
        if level != NONE
    ]


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    """The table as plain data; what `player` cannot know is None."""
    n = int(record.n_players)
    haunt = HAUNTS[record.haunt] if record.haunt != NONE else None
    frames, cards_at = frames_json(record), possessions(record)
    return {
        "game": "betrayal",
        "num_players": n,
        "reader": player,
        "outcome": OUTCOMES[record.outcome],
        "winners": [p for p in range(n) if (int(record.winners) >> p) & 1],
        "decisions": int(record.decisions),
        "decisions_left": max(0, int(record.max_decisions) - int(record.decisions)),
        "options": options_json(record),
        "turn": int(record.turn),
        "turn_player": int(record.turn_seat),
        "decision": {
            "player": number(record.asked),
            "question": Question(int(record.question) if record.asked != NONE else 0).name.lower(),
            "reaction": reaction(record),
            "about": frames[0] if frames else None,
            "text": decision_text(record),
        },
        "underway": frames[1:],
        "this_turn": turn_json(record),
        "omens": int(record.omens),
        "due": [
            {"omen": card_name(T.FIRST_OMEN + omen), "tile": T.TILE_NAMES[tile] if tile != NONE else None}
            for omen, tile in zip(record.due_omen[: record.n_due], record.due_tile)
        ],
        "fate": int(record.fate),
        "haunt": haunt_json(record) if haunt else None,
        "revealer": number(record.revealer),
        "traitor": first_traitor(record, player),
        "marks": [int(x) for x in record.marks],
        "pages": pages(record, player),
        "decks": dict(zip(DECKS, map(int, record.n_deck))),
        "players": [seat_json(record, p, player, cards_at) for p in range(n)],
        "monsters": [
            {
                "monster": m + 1,
                "kind": haunt.monsters[record.monsters[m].kind].name,
                "tile": T.TILE_NAMES[record.monsters[m].tile],
                "stunned": bool(record.monsters[m].stunned),
                "speed": number(record.speed[record.monsters[m].kind]),
            }
            for m in range(MONSTERS)
            if haunt and record.monsters[m].kind != NONE
        ],
        "tiles": tiles_json(record, cards_at),
        "laying": laying(record),
        "drawn": [T.POSSESSION_NAMES[T.OF_INSTANCE[card]] for card in record.look[: record.n_look]],
        "discarded": {name: [card_name(card) for card in pile(record, d)] for d, name in enumerate(DECKS)},
        "known_events": known_events(record, player),
    }
