"""Castles of Caleira: the kinds of cards."""

from __future__ import annotations

from fs_env.cli.observation_pages import numbered


def names() -> dict[str, dict[int, str]]:
    from fs_env.core.castles_of_caleira.cards import NAMES as kinds

    return {"kind": numbered(kinds)}
