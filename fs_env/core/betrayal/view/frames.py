"""The rules' unfinished work as plain data and in words. Nothing of it is hidden: it happens on the table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import NONE, SEATS, SIDES, Harm, Side, Trait
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.rules.means import BY_BOOK, FAR_OFF, RECKLESS, ROLLED, WILD

WAYS = (*(Side(d).name.lower() for d in range(SIDES)), "grate", "stairs", "gate")
MANNERS = {RECKLESS: "two more dice", FAR_OFF: "from afar", ROLLED: "rolled", BY_BOOK: "with the Book of Spells"}
MANNERS[WILD] = "Wild Magic"
REACTIONS = {
    Reaction.PROTECTION: "Protection",
    Reaction.FIGURINE: "Figurine of Wondrous Power",
    Reaction.RECKLESS_ATTACK: "Reckless Attack",
    Reaction.CURSED_ARMOR: "Cursed Armor",
    Reaction.WERERAT_BITE: "Wererat Bite",
    Reaction.FLURRY_OF_BLOWS: "Flurry of Blows",
    Reaction.EYE_OF_VECNA: "Eye of Vecna",
    Reaction.DEVOTION: "Devotion",
    Reaction.INSPIRATION: "Bardic Inspiration",
}


def beginnings() -> Iterator[tuple[int, str]]:
    """Where the text of each card, tile, power and haunt begins, with its name."""
    yield from (
        (T.GAIN_PHYSICAL, "Otyugh Tentacle"),
        (T.BHAAL_DEATH, "Symbol of Bhaal"),
        (T.BHAAL_KILL, "Symbol of Bhaal"),
        (T.HEALED, "Healing Word"),
    )
    for names, tables in (
        (
            T.EVENT_NAMES,
            (T.EVENT_TEXT, T.EVENT_ENTERING, T.EVENT_OPENING, T.EVENT_ENDING, T.EVENT_AT_END, T.EVENT_LAID),
        ),
        (T.TILE_NAMES, (T.TILE_LEAVING, T.TILE_ENDING)),
        (T.POSSESSION_NAMES, (T.POSSESSION_PROGRAM,)),
        ([power.name.replace("_", " ").title().replace("Hunters", "Hunter's") for power in Power], (T.POWER_PROGRAM,)),
        (
            [haunt.name for haunt in HAUNTS],
            (T.TRAITOR_NOW, T.HERO_NOW, T.TRAITOR_KILLS, T.HERO_STUNS, *T.TASK[:, :, 4].T),
        ),
    ):
        for table in tables:
            yield from zip(table.tolist(), names, strict=True)


BEGINNINGS = sorted((pc, name) for pc, name in beginnings() if pc > 0)


def source(pc: int) -> str | None:
    at = bisect_right(BEGINNINGS, pc, key=lambda row: row[0])
    return BEGINNINGS[at - 1][1] if at else None


def figure_words(figure: int) -> str | None:
    if figure == NONE:
        return None
    return f"player_{figure}" if figure < SEATS else f"monster {figure - SEATS + 1}"


def named(names: Any, first: int = 0) -> Callable[[int], str | None]:
    return lambda number: names[number - first] if 0 <= number - first < len(names) else None


def spared_seats(seats: int) -> list[int]:
    return [p for p in range(SEATS) if seats >> p & 1]


def manners(bits: int) -> list[str]:
    return [words for bit, words in MANNERS.items() if bits & bit]


Shown = tuple[str, Callable[[int], Any]]
TILE, WHO, FIGURE = ("tile", named(T.TILE_NAMES)), ("who", figure_words), ("figure", figure_words)
TRAIT, HARM = (("trait", named([t.name.lower() for t in Trait])), ("harm", named([harm.name.lower() for harm in Harm])))
STAGE, EVENT, CARD = ("stage", int), ("event", named(T.EVENT_NAMES)), ("card", named(T.POSSESSION_NAMES))
WAY, DRAWN = ("way", named(WAYS)), ("drawn", named(T.TILE_NAMES, T.TILE_BASE))
LEFT, RESULT, WON, EXTRA_DICE = ("left", int), ("rolled", int), ("won_by", int), ("extra_dice", int)
BY, MANNER = ("by", figure_words), ("manner", manners)
MONSTER: Shown = ("figure", lambda m: f"monster {m + 1}")
OFFERED: Shown = ("taking_over_offered", bool)
SHOWN: dict[Frame, dict[str, Shown]] = {
    Frame.SETUP: {"seat": WHO, "n": ("chosen", int)},
    Frame.TURN: {"seat": WHO, "value": ("begun", bool), "tile": ("token_asked_about", lambda tile: tile != NONE)},
    Frame.LEAVE: {"seat": WHO, "tile": TILE, "card": EVENT, "n": WAY, "value": STAGE},
    Frame.DISCOVER: {"seat": WHO, "tile": TILE, "n": WAY, "card": DRAWN},
    Frame.ENTER: {"seat": WHO, "tile": TILE, "card": EVENT, "n": ("discovered", bool), "value": STAGE},
    Frame.EVENT: {"seat": WHO, "card": EVENT, "n": EXTRA_DICE, "value": STAGE, "mask": ("spared", spared_seats)},
    Frame.PROGRAM: {
        "seat": WHO,
        "card": EVENT,
        "pc": ("instruction", int),
        "tile": TILE,
        "trait": TRAIT,
        "n": LEFT,
        "value": RESULT,
        "mask": EXTRA_DICE,
    },
    Frame.DAMAGE: {
        "seat": FIGURE,
        "other": BY,
        "harm": HARM,
        "n": LEFT,
        "trait": TRAIT,
        "value": STAGE,
        "mask": OFFERED,
    },
    Frame.ATTACK: {
        "seat": WHO,
        "other": FIGURE,
        "card": CARD,
        "trait": TRAIT,
        "n": STAGE,
        "value": WON,
        "mask": MANNER,
    },
    Frame.END_TURN: {"seat": WHO, "value": STAGE},
    Frame.HAUNT: {"seat": WHO, "n": ("monsters_placed", int), "value": ("kind", int), "mask": ("of_kind", int)},
    Frame.MONSTERS: {"seat": WHO, "n": MONSTER, "tile": TILE, "value": ("moved", int), "mask": ("attacked", bool)},
    Frame.TRADE: {"seat": WHO, "card": CARD, "other": FIGURE},
    Frame.PIPES: {"seat": WHO, "card": CARD, "n": STAGE},
    Frame.PUSH: {"seat": WHO, "other": FIGURE, "n": ("away", bool)},
    Frame.STORM: {"seat": WHO},
    Frame.ASSAULT: {"seat": WHO, "card": EVENT, "trait": TRAIT, "n": ("dice", int), "value": WON, "mask": STAGE},
    Frame.WATCH: {"seat": WHO, "other": FIGURE, "n": STAGE, "value": RESULT},
}
"""For each kind of frame the fields that it uses, each with its name in JSON and its value there."""


def frame_json(record: Any, frame: Any) -> dict[str, Any]:
    kind = Frame(int(frame.kind))
    plain: dict[str, Any] = {"doing": kind.name.lower()}
    plain |= {name: value_of(int(frame[field])) for field, (name, value_of) in SHOWN[kind].items()}
    if kind == Frame.PROGRAM:
        plain["of"] = source(int(frame.pc))
    if kind == Frame.MONSTERS and frame.n < record.n_monsters:
        roll = int(record.speed[max(0, record.monsters[frame.n].kind)])
        plain |= {"speed": roll if roll != NONE else None, "left": max(0, roll - int(frame.value))}
    return plain


def frames_json(record: Any) -> list[dict[str, Any]]:
    """Everything that the rules are doing while a decision is pending, the innermost first."""
    count = int(record.n_frames) if record.asked != NONE else 0
    return [frame_json(record, record.frames[k]) for k in reversed(range(count))]


def reaction(record: Any) -> str | None:
    if record.asked == NONE or record.question != Question.REACT:
        return None
    return REACTIONS.get(Reaction(int(record.reaction)))


def attack_words(shown: dict[str, Any]) -> str:
    words = f"{shown['who']} attacks {shown['figure']}"
    if shown["stage"] > 0:
        words += f" with {shown['card'] or str(shown['trait']).capitalize()}"
        words += "".join(f", {manner}" for manner in shown["manner"] if manner != MANNERS[ROLLED])
    if shown["stage"] > 1:
        n = shown["won_by"]
        words += f", {f'won by {n}' if n > 0 else f'lost by {-n}' if n < 0 else 'a tie'}"
    return words


def program_words(shown: dict[str, Any]) -> str:
    rolled = f", with a roll of {shown['rolled']}" if shown["trait"] or shown["rolled"] else ""
    return f"{shown['event'] or shown['of']} for {shown['who']}{rolled}"


def frame_words(shown: dict[str, Any]) -> str:
    who = shown.get("who")
    if shown["doing"] == "damage":
        by = f" by {shown['by']}" if shown["by"] else ""
        return f"{shown['harm']} damage to {shown['figure']}{by}, {shown['left']} left"
    if shown["doing"] == "attack":
        return attack_words(shown)
    if shown["doing"] == "monsters":
        roll = f", {shown['left']} of {shown['speed']} spaces left" if shown.get("speed") else ""
        return f"{shown['figure']}{roll}{', has attacked' if shown['attacked'] else ''}"
    return {
        "setup": lambda: "the adventurers are chosen",
        "turn": lambda: f"the turn of {who}",
        "leave": lambda: f"{who} leaves {shown['tile']} by the {shown['way']}",
        "discover": lambda: f"{shown['drawn'] or 'a tile'}, to the {shown['way']} of {shown['tile']}",
        "enter": lambda: f"{who} enters {shown['tile']}",
        "event": lambda: f"{shown['event']} of {who}",
        "program": lambda: program_words(shown),
        "end_turn": lambda: f"the turn of {who} ends",
        "haunt": lambda: "the haunt begins",
        "trade": lambda: f"{shown['card']} of {who}{' for ' + shown['figure'] if shown['figure'] else ''}",
        "pipes": lambda: f"{who} uses {shown['card']}",
        "push": lambda: f"{who} moves {shown['figure']}",
        "storm": lambda: "a storm",
        "assault": lambda: f"{shown['event'] or 'the demon'} attacks {who} with {shown['dice']} dice",
        "watch": lambda: f"{shown['figure']} comes to {who}",
    }[shown["doing"]]()
