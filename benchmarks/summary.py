"""The three tables of docs/look_up/performance.md, taken out of the long ones of docs/look_up/performance_tables.md."""

from __future__ import annotations

import re

GAMES = {"four_souls": "Four Souls", "castles_of_caleira": "Castles of Caleira", "betrayal": "Betrayal"}
FIGURES = {
    "playout_decisions_per_s": "decisions, whole random games in compiled code",
    "vector_selfplay_steps_per_s": "decisions, `vector_env` of 256 games, every seat",
    "vector_steps_per_s": "steps of one seat, `vector_env` of 256 games, the others played inside",
    "sb3_steps_per_s": "steps, MaskablePPO of sb3-contrib collecting",
    "aec_steps_per_s": "steps, the AEC loop with `raw_env()` and a pick of the mask",
    "aec_sample_steps_per_s": "steps, the same with `action_space.sample(mask)`",
    "games_per_s": "whole random games",
    "decisions_per_game": "decisions of a random game",
    "choices_per_game": "of them choices",
}
"""Figure of `fs-env bench` -> what it counts."""
KINDS = {
    "Whole games in compiled code, nothing observed": "random games in compiled code",
    "Many games in compiled code, observation and mask made at every step": "batch of 256, with observation and mask",
    "The vector environment, actions drawn in Python": "the vector environment, actions drawn in Python",
    "A loop in Python over a bare game state, nothing observed": "a loop in Python over a bare state",
    "A loop in Python that gets an observation for every decision": "the same, with an observation",
    "The same, with actions drawn by action_space.sample(mask)": "the same, with `action_space.sample(mask)`",
}
"""Heading of a table of comparisons -> the kind of work in fewer words."""
LEAST = 3.0  # percent of the time at which a chapter is listed


def summary(page: str) -> dict[str, str]:
    """Name -> each of the three tables, from the page of the long ones."""
    return {"games": games(page), "others": others(page), "costs": costs(page)}


def cells(lines: str) -> list[list[str]]:
    """The rows of a table, without its head."""
    rows = [line for line in lines.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def below(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table below a text."""
    return cells(page.split(heading, 1)[1].split("\n\n", 2)[1])


def games(page: str) -> str:
    """Table of rates a second, a column for each game."""
    found = {game: {row[0]: row[1] for row in below(page, f"**{game}**")} for game in GAMES}
    lines = [f"| a second | {' | '.join(GAMES.values())} |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {words} | {' | '.join(found[game][name] for game in GAMES)} |" for name, words in FIGURES.items()]
    return "\n".join(lines)


def others(page: str) -> str:
    """Decisions a second of the same kind of work, ours and other libraries'."""
    lines = [
        f"| the same kind of work | {' | '.join(GAMES.values())} | other libraries |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for heading, words in KINDS.items():
        rows = below(page, f"*{heading}:*")
        ours = [next(row[1] for row in rows if row[0].startswith(f"fs-env {game},")) for game in GAMES]
        theirs = [f"{row[0].removesuffix(': C++')} {row[1]}" for row in rows if not row[0].startswith("fs-env")]
        lines.append(f"| {words} | {' | '.join(ours)} | {', '.join(theirs)} |")
    return "\n".join(lines)


def costs(page: str) -> str:
    """The chapters of the rules that take most, without and with observations."""
    parts = [part for part in page.split("\n### ")[1:] if " ns a decision" in part]
    shares = [{row[0]: row[1] for row in below(f"\n\n{part}", "By kernel: own share")} for part in parts]
    about = {row[0]: row[-1] for part in parts for row in below(f"\n\n{part}", "By kernel: own share")}
    totals = [re.search(r"([\d,.]+) ns a decision", part)[1] for part in parts]  # type: ignore[index]
    large = [
        name
        for name in about
        if name[0] != "*" and name != "the rest" and any(percent(found.get(name, "")) >= LEAST for found in shares)
    ]
    large.sort(key=lambda name: -max(percent(found.get(name, "")) for found in shares))
    head = [
        f"{words}: {total} ns" for words, total in zip(("random games", "256 games with observation and mask"), totals)
    ]
    lines = [
        f"| chapter of the rules of Four Souls | {' | '.join(head)} | description |",
        "| --- | ---: | ---: | --- |",
    ]
    lines += [f"| `{name}` | {' | '.join(found.get(name, '') for found in shares)} | {about[name]} |" for name in large]
    return "\n".join(lines)


def percent(cell: str) -> float:
    """A share as a number; 0 where none is given."""
    return float(cell.removesuffix(" %")) if cell else 0.0
