"""Where each field of a game's state is shown to a seat: the list by which tests prove that nothing known is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Fact(NamedTuple):
    """The places where a seat is shown a field, or why it is not.

    Attributes:
        seen: "section" or "section.column" of the observation where it appears; empty if it does not.
        json: where it appears in plain data, as "players[].coins"; a path represents all that is inside.
        derived: what it follows from, for a field that does not appear.
        hidden: why it does not appear, or not for every seat.
    """

    seen: tuple[str, ...] = ()
    json: tuple[str, ...] = ()
    derived: str = ""
    hidden: str = ""


def seen(*where: str, json: str = "", hidden: str = "") -> Fact:
    """A fact that is shown; `json` has its paths, separated by spaces."""
    return Fact(seen=where, json=tuple(json.split()), hidden=hidden)


def derived(words: str) -> Fact:
    """A fact that follows from others, or bookkeeping."""
    return Fact(derived=words)


def hidden(words: str) -> Fact:
    """A fact that no seat may know."""
    return Fact(hidden=words)


def markdown(facts: Mapping[str, Fact]) -> str:
    """The list as a markdown table, for the documentation."""
    lines = ["| field of the state | seen in | in JSON | follows from | hidden |", "| --- | --- | --- | --- | --- |"]
    for name, fact in facts.items():
        where, paths = (", ".join(f"`{place}`" for place in places) for places in (fact.seen, fact.json))
        lines.append(f"| `{name}` | {where} | {paths} | {fact.derived} | {fact.hidden} |".replace("  ", " "))
    return "\n".join(lines)
