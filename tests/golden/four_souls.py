"""Golden games of Four Souls: which ones there are, and what a reader wants to know of a position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.options import Deaths, Draft, First
from fs_env.core.four_souls.state import PLAYERS, Obj, Zone
from fs_env.core.machine.declare.options import chosen_words
from tests.golden.transcript import Golden, Wording

OWNED = (Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SOUL)
PLACES = {
    Zone.OUT: "out of the game",
    Zone.PILE: "discard pile",
    Zone.SHOP: "a shop slot",
    Zone.ACTIVE: "a monster slot",
    Zone.COVERED: "under another monster",
    Zone.ROOM: "a room slot",
    Zone.BESIDE: "beside the stack",
}
COMBINATIONS = tuple(names for size in range(1, len(SETS) + 1) for names in combinations(SETS, size))

SEEDS = {  # for 2, 3 and 4 players; short games, found by `python -m tests.golden.regenerate --pick 100`
    "base": (13, 0, 13),
    "gold": (88, 21, 31),
    "plus": (36, 75, 24),
    "base gold": (38, 99, 28),
    "base plus": (40, 98, 56),
    "gold plus": (35, 67, 91),
    "base gold plus": (86, 51, 86),
}

OPTION_SEEDS = {"draft_two": 20, "eden_only_draft_mini": 38, "faq_open_hands": 28}


def golden(num_players: int, names: tuple[str, ...]) -> Golden:
    """The game of that many players with these card sets."""
    sets = GAME.options["sets"].of_names(names)
    seed = SEEDS[" ".join(names)][num_players - 2]
    return Golden(WORDING, num_players, seed, "_".join(names), f"sets {', '.join(names)}", {"sets": sets})


def optioned(num_players: int, name: str, **options: int) -> Golden:
    """The game of that many players with options of the game, under a name for its file."""
    words = chosen_words(GAME.options, options)
    return Golden(WORDING, num_players, OPTION_SEEDS[name], name, words, options)


ROOM_SEEDS = (43, 82, 86)  # for 2, 3 and 4 players


def with_rooms(num_players: int) -> Golden:
    """The game of that many players with the base set and rooms (R20)."""
    options = {"sets": GAME.options["sets"].of_names(("base",)), "rooms": 1}
    return Golden(WORDING, num_players, ROOM_SEEDS[num_players - 2], "base_rooms", "sets base, with rooms", options)


def turn(record: Any) -> tuple[int, int]:
    """Number of the turn, and whose it is."""
    return int(record["turn"]), int(record["active_player"])


def table(record: Any) -> Iterator[str]:
    """The cards in each place of the table when the game begins."""
    faces = record["face"].tolist()
    deals = [(f"player_{p}", [record["character"][p], *cards(record, Zone.ITEM, p)]) for p in players(record)]
    deals = [(seat, [int(T.C_INST0[faces[inst]]) for inst in found]) for seat, found in deals]
    deals += [(f"hand of player_{p}", cards(record, Zone.HAND, p)) for p in players(record)]
    deals += [("monsters", [inst for inst in record["slot"].tolist() if inst >= 0])]
    deals += [("shop", [inst for inst in record["shop"].tolist() if inst >= 0])]
    deals += [("rooms", record["room"][: record["n_rooms"]].tolist())] if record["n_rooms"] else []
    for what, found in deals:
        yield f"{what}: {', '.join(map(name, found)) or 'nothing'}"


def players(record: Any) -> range:
    """The seats."""
    return range(int(record["n_players"]))


def cards(record: Any, zone: Zone, owner: int) -> list[int]:
    """Instances in a player's zone."""
    return [int(inst) for inst in ((record["zone"] == zone) & (record["owner"] == owner)).nonzero()[0]]


def name(inst: int) -> str:
    """Of an instance's own card."""
    return T.NAMES[T.INST_CARD[inst]]


def seats(record: Any) -> list[str]:
    """Hit points, attack, cents, cards in hand and souls of each player."""
    return [
        f"  player_{p}: {record['hp'][p]}/{record['max_hp'][p]} HP, attack {record['atk'][p]}, {record['coins'][p]} cents, "
        f"{record['n_hand'][p]} in hand, {record['souls'][p]} souls"
        for p in players(record)
    ]


def question(S: Any, seat: int) -> str:
    """The pending question and the seat it is put to; in a priority window only the seat, and the top of the stack."""
    asked = GAME.decision_text(S)
    if not asked.startswith(f"player_{seat} has priority"):
        return asked
    stack = GAME.to_json(S)["stack"]
    if not stack:
        return f"player_{seat}"
    top = " ".join(str(stack[0][key]) for key in ("kind", "n", "card") if stack[0][key] is not None)
    more = f" and {len(stack) - 1} more" if len(stack) > 1 else ""
    return f"player_{seat}, on the stack {top}{more}"


class Facts:
    """The numbers of a position that a reader follows, and where every card is."""

    def __init__(self, record: Any) -> None:
        n = int(record["n_players"])
        self.numbers = {
            (f"player_{p}", word): int(record[field][p])
            for p in range(n)
            for field, word in (("hp", "HP"), ("coins", "cents"), ("souls", "souls"))
        }
        self.numbers["both", "on the eight-sided die"] = int(record["d8"])
        for slot in range(int(record["n_slots"])):
            if (inst := int(record["slot"][slot])) >= 0:
                self.numbers[name(inst), "HP"] = int(record["hp"][PLAYERS + slot])
        rows = record["objects"][record["stack"][: record["n_stack"]]]
        self.rolls = {int(row["uid"]): int(row["n"]) for row in rows if row["kind"] == Obj.ROLL}
        self.zone, self.owner = record["zone"].copy(), record["owner"].copy()

    def since(self, before: Facts) -> list[str]:
        """The differences from an earlier position, in words."""
        told = [f"a roll shows {n}" for uid, n in self.rolls.items() if before.rolls.get(uid) != n]
        for (who, word), number in self.numbers.items():
            earlier = before.numbers.get((who, word), number)
            if number != earlier:
                told.append(f"{who} {earlier} -> {number} {word}")
        moved = ((self.zone != before.zone) | ((self.owner != before.owner) & (self.zone == before.zone))).nonzero()[0]
        told += [
            f"{name(inst)} to {self.place(inst)}" for inst in moved.tolist() if self.place(inst) != before.place(inst)
        ]
        return told

    def place(self, inst: int) -> str:
        """Where a card is."""
        zone = Zone(int(self.zone[inst]))
        word = PLACES.get(zone, zone.name.lower())
        return f"{word} of player_{self.owner[inst]}" if zone in OWNED else word


WORDING = Wording(GAME, table, turn, seats, question, Facts, fewest=80)
COOPERATIVE = {"solo": 66, "cooperative": 20}  # seeds: a game that is lost, and one that is won


def cooperative(variant: str) -> Golden:
    """The game of two who play together (R21)."""
    options = {"sets": GAME.options["sets"].of_names(SETS), "variant": GAME.options["variant"].read(variant)}
    return Golden(WORDING, 2, COOPERATIVE[variant], variant, f"sets {', '.join(SETS)}, {variant}", options)


GOLDEN = tuple(golden(n, names) for names in COMBINATIONS for n in (2, 3, 4))
BARTERED = Golden(WORDING, 2, 77, "bartering", "sets base, with bartering", {"sets": 1, "bartering": 1})
"""Among two only: with more players random games with bartering are too long to read."""
OPTIONED = (
    *map(with_rooms, (2, 3, 4)),
    *map(cooperative, COOPERATIVE),
    BARTERED,
    optioned(2, "draft_two", draft=Draft.TWO, first_player=First.SEAT_1),
    optioned(3, "eden_only_draft_mini", eden_only=1, draft=Draft.MINI, first_player=First.RANDOM, sets=3),
    optioned(4, "faq_open_hands", simultaneous_deaths=Deaths.FAQ, open_hands=1, sets=3),
)
"""Games with options."""
