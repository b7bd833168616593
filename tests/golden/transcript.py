"""A random game written down in words, from its setup to its end: every choice, and what changed after it.

The words depend on nothing but the rules and the seed: legal actions are put in the order of their words before one is
drawn, so new action ids change no game. Forced answers are not written out; the digest at the end covers them too.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.state import PLAYERS, Obj, Zone

FOLDER = Path(__file__).parent
OUTCOMES = ("running", "won", "drawn by the rules", "truncated", "stopped by a capacity guard")
PASS = "pass"
OWNED = (Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SOUL)
PLACES = {
    Zone.OUT: "out of the game",
    Zone.PILE: "discard pile",
    Zone.SHOP: "a shop slot",
    Zone.ACTIVE: "a monster slot",
    Zone.COVERED: "under another monster",
    Zone.BESIDE: "beside the stack",
}
COMBINATIONS = tuple(names for size in range(1, len(SETS) + 1) for names in combinations(SETS, size))

SEEDS = {  # for 2, 3 and 4 players; short games, found by `python -m tests.golden.regenerate --pick 100`
    "base": (13, 0, 13),
    "gold": (88, 21, 31),
    "plus": (52, 75, 36),
    "base gold": (38, 99, 28),
    "base plus": (40, 98, 56),
    "gold plus": (1, 67, 91),
    "base gold plus": (86, 98, 86),
}


class Golden(NamedTuple):
    """One golden game: the number of seats, the card sets, and the seed of deal and choices."""

    num_players: int
    sets: tuple[str, ...]
    seed: int

    @property
    def path(self) -> Path:
        """Where its transcript is kept."""
        return FOLDER / f"{GAME.name}_{self.num_players}_{'_'.join(self.sets)}.txt"

    def start(self) -> Any:
        """The state of a new game."""
        S = GAME.new()
        sets = GAME.options["sets"].of_names(self.sets)
        GAME.setup(S, seed=self.seed, num_players=self.num_players, sets=sets)
        return S


GOLDEN = tuple(Golden(n, names, SEEDS[" ".join(names)][n - 2]) for names in COMBINATIONS for n in (2, 3, 4))


def transcript(golden: Golden) -> str:
    """The whole text, ending with a line break."""
    return "\n".join([*lines(golden), ""])


def lines(golden: Golden) -> Iterator[str]:
    """Title, table, choices with what they changed, result, digest."""
    draw, digest = random.Random(golden.seed), hashlib.sha256()
    S = golden.start()
    record = S[0]
    yield f"{GAME.name}, {golden.num_players} players, sets {', '.join(golden.sets)}, seed {golden.seed}: random play"
    yield "A line with a number is a choice, a line with * tells what changed. Answers without a choice are left out."
    yield ""
    yield from table(record)
    choices, turn, passed = 0, 0, []
    while (seat := GAME.to_act(S)) >= 0:
        told, before = [], Facts(record)
        if record["turn"] != turn:
            turn = int(record["turn"])
            told = ["", f"turn {turn}, player_{record['ap']}", *seats(record)]
        legal = sorted(GAME.legal(S).tolist(), key=GAME.action_text)
        action = draw.choice(legal)
        words = GAME.action_text(action)
        digest.update(f"{turn} {seat} {words} of {len(legal)}\n".encode())
        choices += len(legal) > 1
        if passed and (told or (len(legal) > 1 and words != PASS)):
            yield f"  {passes(passed)}"
        yield from told
        if told or (len(legal) > 1 and words != PASS):
            passed = []
        if len(legal) > 1 and words == PASS:
            passed.append((choices, seat))
        elif len(legal) > 1:
            yield f"  {choices}. {question(S, seat)}: {words}"
        GAME.step(S, action)
        if changed := Facts(record).since(before):
            if passed:
                yield f"  {passes(passed)}"
                passed = []
            yield f"     * {'; '.join(changed)}"
    result = ", ".join(f"player_{seat} {value:+.2f}" for seat, value in enumerate(GAME.returns(S)))
    end = [*seats(record), f"{OUTCOMES[GAME.outcome(S)]}: {result}"]
    digest.update(repr(end).encode())
    yield from ["", f"after {turn} turns, {GAME.decisions(S)} decisions, {choices} choices", *end]
    yield f"digest of every decision: {digest.hexdigest()[:32]}"


def table(record: Any) -> Iterator[str]:
    """What lies on the table when the game begins."""
    deals = [(f"player_{p}", (int(record["character"][p]), *cards(record, Zone.ITEM, p))) for p in players(record)]
    deals += [(f"hand of player_{p}", cards(record, Zone.HAND, p)) for p in players(record)]
    deals += [("monsters", [inst for inst in record["slot"].tolist() if inst >= 0])]
    deals += [("shop", [inst for inst in record["shop"].tolist() if inst >= 0])]
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
    """What each player has."""
    return [
        f"  player_{p}: {record['hp'][p]}/{record['max_hp'][p]} HP, attack {record['atk'][p]}, {record['coins'][p]} cents, "
        f"{record['n_hand'][p]} in hand, {record['souls'][p]} souls"
        for p in players(record)
    ]


def question(S: Any, seat: int) -> str:
    """What is asked of whom; in a priority window only who, and what lies on top of the stack."""
    asked = GAME.decision_text(S)
    if not asked.startswith(f"player_{seat} has priority"):
        return asked
    stack = GAME.to_json(S)["stack"]
    if not stack:
        return f"player_{seat}"
    top = " ".join(str(stack[0][key]) for key in ("kind", "n", "card") if stack[0][key] is not None)
    more = f" and {len(stack) - 1} more" if len(stack) > 1 else ""
    return f"player_{seat}, on the stack {top}{more}"


def passes(passed: list[tuple[int, int]]) -> str:
    """Passes that follow each other, with the numbers of the choices."""
    numbers = [str(number) for number, _ in passed]
    span = numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
    return f"{span}. {', '.join(f'player_{seat}' for _, seat in passed)}: {PASS}"


class Facts:
    """The numbers of a position that a reader follows, and where every card is."""

    def __init__(self, record: Any) -> None:
        n = int(record["n_players"])
        self.numbers = {
            (f"player_{p}", word): int(record[field][p])
            for p in range(n)
            for field, word in (("hp", "HP"), ("coins", "cents"), ("souls", "souls"))
        }
        for slot in range(int(record["n_slots"])):
            if (inst := int(record["slot"][slot])) >= 0:
                self.numbers[name(inst), "HP"] = int(record["hp"][PLAYERS + slot])
        rows = record["row"][record["stack"][: record["n_stack"]]]
        self.rolls = {int(row["uid"]): int(row["n"]) for row in rows if row["kind"] == Obj.ROLL}
        self.zone, self.owner = record["zone"].copy(), record["owner"].copy()

    def since(self, before: Facts) -> list[str]:
        """What is different from an earlier position, in words."""
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
