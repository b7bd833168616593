"""Answers of Betrayal at Baldur's Gate as they are offered to the seat that is asked: each explains its effect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from fs_env.core.betrayal.content.adventurers import ADVENTURERS, POWERS
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import Side, Trait
from fs_env.core.betrayal.language.questions import FREEING
from fs_env.core.betrayal.language.rows import Adventurer
from fs_env.core.betrayal.language.words import Op, english
from fs_env.core.betrayal.rules.single_cards import LOSES
from fs_env.core.betrayal.tables import COMPILER, TILES, X_STEP, Y_STEP
from fs_env.narration.betrayal.fights import odds

Plain = dict[str, Any]
SIDES = [side.name.lower() for side in Side]
TRAITS = [trait.name.capitalize() for trait in Trait]
STAIRS = {tile.name: tile.stairs for tile in TILES if tile.stairs}
POWER_TEXTS = {name: f"{name}: {words}" for name, words in POWERS.values()}
_MONSTER = re.compile(r"\bmonster (\d+)\b")


def offered(table: Plain, texts: Sequence[str]) -> list[str]:
    question = QUESTIONS.get(table["decision"]["question"], _as_it_is)
    return [named(table, question(table, table["decision"]["about"] or {}, text)) for text in texts]


def offered_drawn(table: Plain, texts: Sequence[str]) -> list[str]:
    """The same beside a drawing of the table, on which traits and powers of the adventurers are."""
    return list(texts) if table["decision"]["question"] == "adventurer" else offered(table, texts)


def named(table: Plain, text: str) -> str:
    names = {str(monster["monster"]): monster["kind"] for monster in table["monsters"]}
    return _MONSTER.sub(lambda found: f"{names.get(found[1], 'monster')} {found[1]}", text)


def _as_it_is(table: Plain, about: Plain, text: str) -> str:
    return text.removeprefix("choose ")


def _adventurer(table: Plain, about: Plain, text: str) -> str:
    return f"{text}: {sheet(text.removeprefix('play '))}"


@lru_cache(maxsize=64)
def sheet(name: str) -> str:
    k = next(k for k, row in enumerate(ADVENTURERS) if row.name == name)
    row, other = ADVENTURERS[k], ADVENTURERS[k ^ 1]
    return f"{row.race} {row.calling}; {starts(row)}; {': '.join(POWERS[row.power])}; the other side of {other.name}"


def starts(row: Adventurer) -> str:
    tracks = zip(TRAITS, (row.might, row.speed, row.knowledge, row.sanity), strict=True)
    return ", ".join(f"{trait} {track.split()[start - 1]}" for trait, (track, start) in tracks)


def _turn(table: Plain, about: Plain, text: str) -> str:
    here = standing(table, about)
    if text.startswith("go "):
        return f"{text}{way(table, here, text.removeprefix('go '))}"
    if text == "take the stairs":
        return f"{text} to the {STAIRS[here]}"
    if text == "drop through the grate":
        return f"{text} to the Catacomb Landing"
    if text == "step through the gate":
        there = [tile["tile"] for tile in table["tiles"] if "gate" in tile["tokens"] and tile["tile"] != here]
        return f"{text} to {there[0]}" if there else text
    if text == "use your power":
        adventurer = table["players"][table["turn_player"]]["adventurer"]
        return f"use {': '.join(POWERS[next(row.power for row in ADVENTURERS if row.name == adventurer)])}"
    if text.startswith("attempt task "):
        haunt = next(haunt for haunt in HAUNTS if haunt.number == table["haunt"]["number"])
        task = haunt.tasks[int(text.rpartition(" ")[2]) - 1]
        return f"try to {task.name}: {TRAITS[task.trait]} {task.needs}+, {english(task.effect)}"
    if text.startswith("attack ") and about.get("doing") == "turn":
        own, other = f"player_{table['turn_player']}", _opponent(table, text)
        return text + (odds(table, own, other).replace("(", "(Might: ", 1) if here == tile_of(table, other) else "")
    if text == "end the turn" and about.get("doing") == "monsters":
        return f"end the turn of {about['figure']}"
    return "open the Lonely Chest" if text == "open the chest" else text


def _opponent(table: Plain, text: str) -> str:
    kind, _, rest = text.removeprefix("attack ").partition(" ")
    if kind == "monster":
        return f"monster {rest}"
    return f"player_{(table['turn_player'] + int(rest.split()[0])) % table['num_players']}"


def standing(table: Plain, about: Plain) -> str:
    return tile_of(table, about.get("figure") or f"player_{table['turn_player']}")


def tile_of(table: Plain, figure: str) -> str:
    kind, _, number = figure.replace("_", " ").partition(" ")
    if kind == "player":
        return str(table["players"][int(number)]["tile"])
    return str(next((m["tile"] for m in table["monsters"] if m["monster"] == int(number)), None))


def way(table: Plain, here: str, side: str) -> str:
    from_tile = next((tile for tile in table["tiles"] if tile["tile"] == here), None)
    if from_tile is None:
        return ""
    d = SIDES.index(side)
    place = (from_tile["level"], from_tile["x"] + int(X_STEP[d]), from_tile["y"] + int(Y_STEP[d]))
    there = [tile["tile"] for tile in table["tiles"] if (tile["level"], tile["x"], tile["y"]) == place]
    return f" to {there[0]}" if there else ", unexplored"


def _orient(table: Plain, about: Plain, text: str) -> str:
    doors = _turned(table, text)
    kinds = len({kind for _, kind in doors}) > 1
    words = [f"{SIDES[d]} ({kind})" if kinds else SIDES[d] for d, kind in doors]
    return f"lay it with {'doors' if len(doors) > 1 else 'a door'} {_listed(words)}"


def _turned(table: Plain, text: str) -> list[tuple[int, str]]:
    turn = SIDES.index(text.rpartition(" ")[2])
    return sorted(((SIDES.index(side) + turn) % len(SIDES), kind) for side, kind in table["laying"]["doors"].items())


def alike(table: Plain, texts: Sequence[str]) -> list[int]:
    """For each legal action the place of the first that does the same: rotations of a tile with equal doors do."""
    if table["decision"]["question"] != "orient":
        return list(range(len(texts)))
    turned = [_turned(table, text) for text in texts]
    return [turned.index(one) for one in turned]


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def now(table: Plain, who: str | None, trait: str) -> str:
    p = int((who or "player_0").rpartition("_")[2])
    return f"now {table['players'][p]['traits'][trait.lower()]}"


def _split(table: Plain, about: Plain, text: str) -> str:
    return f"lose 1 {text} ({now(table, about['figure'], text)}, then {_below(table, about['figure'], text)})"


def _below(table: Plain, who: str, trait: str) -> str:
    player = table["players"][int(who.rpartition("_")[2])]
    space, value = player["spaces"][trait.lower()], player["traits"][trait.lower()]
    if space <= 1:
        return "dead" if table["haunt"] else str(value)
    row = next(row for row in ADVENTURERS if row.name == player["adventurer"])
    track = [int(number) for number in getattr(row, trait.lower())[0].split()]
    return str(value - track[space - 1] + track[space - 2])


def _trait(table: Plain, about: Plain, text: str) -> str:
    act = COMPILER.verbs.get(about.get("instruction", -1))
    op = None if act is None else act.op
    own = now(table, about.get("who"), text)
    if op in (Op.GAIN_CHOSEN, Op.PACT):
        return f"gain {act.b if act and op == Op.GAIN_CHOSEN else 1} {text} ({own})"
    if op == Op.GAIN_BELOW:
        return f"gain {act.a if act else 1} {text} ({own})"
    if op == Op.SHAPE:
        return f"gain 2 {text} and lose 1 {TRAITS[LOSES[TRAITS.index(text)]]} ({own})"
    verbs = {Op.ROLL_ONE_OF: "roll", Op.RESET_BELOW: "reset", Op.LOWEST: "let fall to the lowest value:"}
    return f"{verbs[op]} {text} ({own})" if op in verbs else text


def _may(table: Plain, about: Plain, text: str) -> str:
    act = COMPILER.verbs.get(about.get("instruction", -1))
    if act is None or act.op != Op.MAY:
        return f"use {about.get('event') or about.get('of')}" if text == "yes" else f"do not use {about.get('of')}"
    does = english(act.inner[text != "yes"])
    return does if text == "yes" else f"do not: {does}" if does != "nothing" else "do not"


def _either(table: Plain, about: Plain, text: str) -> str:
    second = text == "the second"
    act = COMPILER.verbs.get(about.get("instruction", -1))
    if act is not None and act.op == Op.EITHER:
        return english(act.inner[second])
    return f"draw a {'street' if second else 'building'} tile"


def _accept(table: Plain, about: Plain, text: str) -> str:
    return f"take {about['card']} from {about['who']}" if text == "yes" else f"do not take {about['card']}"


def _verb(verb: str, without: str) -> Any:
    return lambda table, about, text: without if text == "no" else text.replace("choose", verb, 1)


def _weapon(table: Plain, about: Plain, text: str) -> str:
    means = "Might" if text == "no" else text.removeprefix("choose ").removeprefix("attack with ")
    return f"attack with {'Might alone' if text == 'no' else means}{odds(table, about['who'], about['figure'], means)}"


def _steal(table: Plain, about: Plain, text: str) -> str:
    card = text.removeprefix("choose ")
    own = card in table["players"][table["decision"]["player"]]["cards"]
    return f"deal the {about['won_by']} damage" if text == "no" else f"{'give' if own else 'take'} {card}"


def _react(table: Plain, about: Plain, text: str) -> str:
    name = table["decision"]["reaction"]
    return f"use {POWER_TEXTS.get(name, name)}" if text == "yes" else f"do not use {name}"


def _push(table: Plain, about: Plain, text: str) -> str:
    if text == "no":
        return f"leave {about['figure']} there"
    side = text.removeprefix("go ")
    return f"move {about['figure']} {side}{way(table, standing(table, about), side)}"


def _ignore(table: Plain, about: Plain, text: str) -> str:
    if about.get("stage") == FREEING:
        return f"be freed from {about['event']}" if text == "yes" else f"stay affected by {about['event']}"
    return f"ignore {about['event']}" if text == "yes" else f"resolve {about['event']}"


def _reveal(table: Plain, about: Plain, text: str) -> str:
    return "keep your token face down" if text == "no" else text


QUESTIONS = {
    "adventurer": _adventurer,
    "turn": _turn,
    "monster": _turn,
    "orient": _orient,
    "split": _split,
    "trait": _trait,
    "may": _may,
    "either": _either,
    "accept": _accept,
    "discard": _verb("discard", "discard nothing"),
    "keep": _verb("keep", "keep nothing"),
    "weapon": _weapon,
    "steal": _steal,
    "react": _react,
    "push": _push,
    "ignore": _ignore,
    "reveal": _reveal,
}
"""Question -> the words of an answer, from the table, what is asked about, and the text of its id."""
