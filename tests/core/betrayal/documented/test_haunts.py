"""Haunt 7 against its table, cell by cell, as kernels read it (R60 to R66, R78 to R80)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content import haunts
from fs_env.core.betrayal.language.codes import Trait
from fs_env.core.betrayal.language.haunts import Chosen, Goal, Shape, Spot, Where
from fs_env.core.betrayal.language.words import Op, acts, english, word
from tests.core.betrayal.documented import UNKNOWN, table
from tests.core.betrayal.documented.facts import TRAIT, facts
from tests.core.cells import Columns, Row, differing

NAMES = [word(trait) for trait in Trait]
HEROES, TRAITOR = 0, 1


def part(pattern: str, text: str) -> str:
    """The part of a cell that a pattern finds; ValueError if there is none."""
    found = re.search(pattern, text)
    if found is None:
        raise ValueError(f"{pattern!r} is not in {text!r}")
    return found[1]


def number(words: str, text: str) -> list[int]:
    """How many of something there are with three to six players: a number, or as many as adventurers."""
    if re.search(rf"as many {words}[^;]*? as there are adventurers", text):
        return [3, 4, 5, 6]
    return [int(part(rf"(\d+) {words}", text))] * 4


def attacks(text: str) -> int:
    """The traits that a figure may attack with, a bit each: Might, and those of the text."""
    return 1 << Trait.MIGHT | 1 << NAMES.index(part(rf"may attack with ({TRAIT})", text))


def aims(h: int, side: int) -> list[int]:
    return [Goal(goal) for goal in T.AIM[h, side, :, 0] if goal >= 0]


def haunt_rows() -> Iterator[tuple[Row, Columns]]:
    """The haunts that are documented completely."""
    for row in table("haunts"):
        if UNKNOWN in (row["right_now"], row["monsters"]):
            continue
        h = [haunt.number for haunt in haunts.HAUNTS].index(int(row["number"]))
        haunt, monster, task = haunts.HAUNTS[h], T.MONSTERS[h, 0], T.TASK[h, 0]
        traitor, heroes = row["right_now"].split(" hero side: ")
        flayer, devourer, stunner, clue = row["special_rules"].split(". ")
        kind, traits = row["monsters"].split(": ")
        resets = re.findall(TRAIT, part(r"resets (.*?) to", traitor))
        yield (
            row,
            {
                "number": (row["number"], str(haunt.number)),
                "name": (row["name"], haunt.name),
                "type": (row["type"], Shape(T.HAUNT_SHAPE[h]).name.lower()),
                "traitor": ("the haunt revealer" in row["traitor"], T.HAUNT_CHOSEN[h] == Chosen.REVEALER),
                "right_now": (
                    facts(part(r"then (.*?);", traitor)),
                    facts(english([act for act in acts(haunt.traitor_now) if act.op == Op.GAIN])),
                ),
                "traits reset": (resets, [word(act.a) for act in acts(haunt.traitor_now) if act.op == Op.RESTORE]),
                "number of monsters": (number("small monster tokens", traitor), T.MONSTER_NUMBER[h, 0].tolist()),
                "where monsters begin": ("on any tile without a hero" in traitor, monster[4] == Where.CHOSEN),
                "number of quest tokens": (number("quest tokens", heroes), T.AIM[h, HEROES, 0, 1:].tolist()),
                "number of Obstacle tokens": (number("Obstacle tokens", heroes), [T.N_OMEN_TILES] * 4),
                "monsters": (kind, f"{haunt.monsters[0].name} ({'small' if monster[10] else 'large'})"),
                "kinds of monsters": (1, int(T.MONSTERS[h, :, 5].sum())),
                "traits of monsters": (
                    [-1 if f"no {name}" in traits else int(part(rf"{name} (\d+)", traits)) for name in NAMES],
                    monster[:4].tolist(),
                ),
                "special_rules": (attacks(flayer), T.TRAITOR_ATTACKS[h]),
                "on killing a hero": (
                    facts(part("when it kills a hero, (.*)", flayer)),
                    facts(english(haunt.traitor_kills)),
                ),
                "attacks of monsters": (attacks(devourer), monster[7]),
                "monsters are stunned": (False, bool(monster[8])),
                "turning a hero": (int(part(r"by (\d+) or more turns that hero", devourer)), monster[9]),
                "on stunning a monster": (facts(part("stuns (.*)", stunner)), facts(english(haunt.hero_stuns))),
                "nothing of our own": (
                    [0] * 7,
                    [
                        int(table[h].sum())
                        for table in (
                            T.TRUCE,
                            T.VIGIL,
                            T.TRAITOR_WARDS,
                            T.HERO_WARDS,
                            T.TURNS_BACK,
                            T.MONSTER_MORE,
                            T.TASK_OPENS,
                        )
                    ],
                ),
                "tasks": ([HEROES], [side for side, *_, present in T.TASK[h] if present]),
                "place of the task": ("on an omen tile without an Obstacle token" in clue, task[1] == Spot.OMEN),
                "roll of the task": (part(r"attempt a (\w+ roll of \d+)", clue), f"{word(task[2])} roll of {task[3]}"),
                "what the task does": (
                    ["Obstacle token", "quest token"],
                    [
                        {Op.OBSTRUCT: "Obstacle token", Op.MARK: "quest token"}[a.op]
                        for a in acts(haunt.tasks[0].effect)
                    ],
                ),
                "traitor_wins": (
                    [{"no heroes are left (killed or turned)": Goal.NO_HEROES}[row["traitor_wins"]]],
                    aims(h, TRAITOR),
                ),
                "heroes_win": (
                    [
                        Goal.MARKS if "quest tokens" in way else Goal.TRAITOR_DEAD
                        for way in row["heroes_win"].split(", or ")
                    ],
                    aims(h, HEROES),
                ),
            },
        )


def test_haunts__are_as_documented() -> None:
    """Haunt 7: its number, name and shape, what happens at once, its monsters, special rules, task and objectives."""
    wrong, count = differing("haunts", haunt_rows())
    assert not wrong, "\n".join(wrong)
    assert count == 26


def test_haunts__none_is_left_out() -> None:
    """R2: 50 in the books; one is documented completely, and those of our own have numbers above 100."""
    complete = [int(row["number"]) for row in table("haunts") if row["right_now"] != UNKNOWN]
    assert complete == [haunt.number for haunt in haunts.DOCUMENTED] and haunts.IN_THE_BOX == 50
    assert all(haunt.number > 100 for haunt in haunts.ORIGINAL)
