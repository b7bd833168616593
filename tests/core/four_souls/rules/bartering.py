"""Positions of games with bartering, and what the tests ask of them."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start

CENTS, FAVOUR = "offer cents for a favour", "offer a favour for cents"


def barter(*players: dict[str, Any], **position: Any) -> Play:
    return start(*players, options={"bartering": True}, **position)


def words(game: Play) -> set[str]:
    return set(game.legal())


def begun(game: Play, words: str) -> Play:
    game.take(next(action for action in game.ids() if game.words(action) == words))
    return game


def attacked(*seats: dict[str, Any], **position: Any) -> Play:
    return barter(*seats, monsters=["fatty", "fly"], dice=[1], **position).attack("fatty").pass_all().pass_all()


def record(game: Play, p: int) -> tuple[int, int]:
    facts = game.player(p)
    return facts["kept"], facts["broken"]
