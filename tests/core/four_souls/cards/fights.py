"""Fights for the card tests of monsters: positions, attacks worked off to the end, rolls and kills without an attack."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start

Word = str | int
TOUGH = ["dinner", "breakfast"]
"""Items that give a seat 4 HP and nothing else."""
ROLLER = {"items": ["mystery_sack"]}
"""A seat that can roll: 1-2 loot 1, 3-4 gain 4 cents, 5-6 nothing."""
KILLER = {"items": [{"card": "tech_x", "counters": 9}]}
"""A seat that can kill three things without damage."""


def facing(monster: str, *players: dict[str, Any], **position: Any) -> Play:
    """A game with the monster in slot 0 and Pale Fatty, which has no text, in slot 1."""
    return start(*players, monsters=[monster, "pale_fatty"], **position)


def step(game: Play, left: list[Word]) -> None:
    if game.question == "priority":
        game.pass_all()
    else:
        assert left, f"a question without a choice: player {game.asked}, {game.question}: {game.legal()}"
        game.choose(left.pop(0))


def run(game: Play, *choices: Word) -> Play:
    """Passes until the stack is empty and no attack runs; choices answer the questions on the way, all of them."""
    left = list(choices)
    while not game.over and (game.stack or game.read.number("attacking")):
        step(game, left)
    assert not left, f"choices without a question: {left}"
    return game


def reach(game: Play, words: str, *choices: Word) -> Play:
    """Passes round by round until an object with these words lies on top of the stack; choices as in `run`."""
    left = list(choices)
    for _ in range(60):
        if game.question == "priority" and game.stack and words.casefold() in game.stack[-1].casefold():
            assert not left, f"choices without a question: {left}"
            return game
        step(game, left)
    raise AssertionError(f"{words!r} does not come up; last: {game.log[-6:]}")


def hits(game: Play, monster: str, n: int) -> Play:
    return game.attack(monster).roll(*[6] * n)


def attack_roll(game: Play, monster: str, number: int) -> Play:
    """An attack whose first roll has just resolved with this number: its combat damage and answers are on the stack."""
    return game.attack(monster).roll(number).pass_all().pass_all().pass_all()


def next_roll(game: Play, number: int) -> Play:
    return game.roll(number).pass_all().pass_all()


def roll_by(game: Play, p: int, number: int, *choices: Word) -> Play:
    """Player p, who has Mystery Sack, rolls; everything is worked off."""
    return game.roll(number).activate("mystery_sack", by=p).settle(*choices)


def slay(game: Play, monster: str, *choices: Word) -> Play:
    """The active player, who has Tech X, kills a monster without an attack; everything is worked off."""
    return game.pay("tech_x", monster).settle(*choices)
