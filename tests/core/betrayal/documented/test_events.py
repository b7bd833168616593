"""The events against their table, cell by cell (R2, R34, R45)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.events import FORTY_FIFTH
from fs_env.core.betrayal.language.check import unknown_fields
from fs_env.core.betrayal.language.codes import Token, Who
from fs_env.core.betrayal.language.rows import Event
from fs_env.core.betrayal.language.words import Act, Op, acts
from fs_env.core.betrayal.view.cards import event_text
from tests.core.betrayal.documented import table
from tests.core.betrayal.documented.facts import facts, head, results, without_results
from tests.core.cells import Columns, Row, differing

WHOM = {
    "drawer": Who.DRAWER,
    "board": Who.DRAWER,
    "drawer, then any adventurer on the tile": Who.DRAWER,
    "every adventurer": Who.DRAWER,  # its one verb makes every player roll
    "every adventurer on the city level": Who.CITY,
    "every adventurer on the catacomb level": Who.CATACOMB,
    "every adventurer on a street tile": Who.STREET,
    "every adventurer on a building tile": Who.BUILDING,
}
STAYS = {
    "no": set(),
    "curse until used": {Op.CURSE},
    "next turn on 0-1": {Op.SLOW},
    "on 2-3": {Op.VANISH},
    "tokens stay": {Op.GATE},
    "token stays": {Op.LAY, Op.WALL},
    "token stays until a 5+": {Op.LAY},
    "token until opened": {Op.LAY},
    "token until found": {Op.LAY},
    "card stays": {Op.LAY},
    "kept by drawer": {Op.KEEP},
    "on 5+": {Op.KEEP},
    "on 0": {Op.TRAP},
}
"""How a card stays after it is resolved: one of these verbs."""
RULED = {"Flash Flood": "4+ nothing; 0-3 lose 1 Might"}
"""A27: the Flooded Chamber is no tile of the game."""


def verbs(program: tuple[Act, ...]) -> Iterator[Act]:
    for act in program:
        yield act
        for inner in act.inner:
            yield from verbs(inner)


def staying(event: Event) -> tuple[set[Op], set[str]]:
    """The verbs by which an event stays, and the events whose tokens they lay."""
    found = [act for act in verbs(acts(event.text)) if act.op in set.union(*STAYS.values())]
    tokens = {Op.GATE: Token.GATE, Op.WALL: Token.ILLUSION}
    laid = [tokens.get(act.op, act.a) for act in found if act.op in (Op.LAY, *tokens)]
    return {act.op for act in found}, {T.EVENT_NAMES[T.TOKEN_CARD[token]] for token in laid}


def events() -> Iterator[tuple[Row, Columns]]:
    """Events; names of tiles count where the game has the tile (A27)."""
    for i, row in enumerate(table("events")[: T.N_EVENTS]):
        event, names = T.EVENTS[i], T.TILE_NAMES
        says = event_text(event)
        outcomes = RULED.get(row["name"], row["outcomes"])
        ops, laid = staying(event)
        yield (
            row,
            {
                "id": (row["id"], str(i + 1)),
                "name": (row["name"], event.name),
                "who": (WHOM[row["who"]], T.EVENT_WHO[i]),
                "whether a token stays": (row["who"] == "board" or row["lasting"].startswith("token"), bool(laid)),
                "roll": (facts(row["roll"].replace("none", "")), facts(head(says))),
                "whether to roll": ("optional" in row["roll"], "you may roll" in says),
                "results": (results(f"; {outcomes}", names), results(says, names)),
                "outcomes": (
                    facts(without_results(f"{row['roll']}; {outcomes}"), names),
                    facts(without_results(says), names),
                ),
                "lasting": (True, ops == set() if row["lasting"] == "no" else bool(ops & STAYS[row["lasting"]])),
                "whose token": ({row["name"]} if laid else set(), laid),
            },
        )


def test_events__are_as_documented() -> None:
    """R34, R45: of 44 events whom they concern, what is rolled, each result, every number and trait, and what stays."""
    wrong, count = differing("events", events())
    assert not wrong, "\n".join(wrong)
    assert count == 44 * 10


def test_events__the_last_one_is_unknown() -> None:
    """R2: 45 cards, of which one is in no source."""
    rows = table("events")
    assert len(rows) == T.N_EVENTS + 1 == 45
    assert set(rows[-1].values()) == {"45", "UNKNOWN"} and unknown_fields(FORTY_FIFTH) == ["name", "text"]


def test_operands__are_those_of_the_words() -> None:
    """R45, A17: the verbs, not only their words, add 1 for the races and classes of the table and lead to the tile named."""
    for row, event in zip(table("events"), T.EVENTS):
        named = re.findall(r"drow|dwarf|sorcerer|wizard|bard|monk", row["roll"])
        found = list(verbs(acts(event.text)))
        masks = [act.b for act in found if act.op == Op.ROLL]
        assert {word for mask in masks for k, word in enumerate(T.CALLINGS) if mask >> k & 1} == set(named), event.name
        for act in found:
            if act.op == Op.PLACE:
                assert T.TILE_NAMES[act.a] in act.says and T.TILE_NAMES[act.a] in row["outcomes"], event.name
