"""The script of docs/do/play_castles.md on the site: a game against random play or a search, by the rules as a WebAssembly module.

It is a single classic script, since browsers load neither modules nor data for a page that is opened from the disk.
"""

from __future__ import annotations

import base64
import json
import tempfile
from pathlib import Path
from typing import Any

from fs_env.core.castles_of_caleira.actions import TABLE, TARGET
from fs_env.core.castles_of_caleira.cards import CARDS, WALL_BONUS, Kind
from fs_env.core.castles_of_caleira.observation.schema import Place
from fs_env.registry.games import load_game
from release.wasm import SCRIPT, linker, write_module

PROGRAM = Path(__file__).with_name("castles.js")
HIDDEN = ("play_down", "give", "order")
"""Ranges of actions whose ids name cards that the other player does not see."""


def script() -> str | None:
    """The rules, their interface, texts and the program; None where there is no linker for WebAssembly."""
    try:
        linker()
    except RuntimeError:
        return None
    game = load_game("castles_of_caleira")
    with tempfile.TemporaryDirectory() as folder:
        rules = base64.b64encode(write_module(game, Path(folder)).read_bytes()).decode()
    interface = SCRIPT.read_text(encoding="utf-8").replace("export async function", "async function")
    page = f"const PAGE = {json.dumps({'rules': rules, **texts(game)})};"
    return "\n".join(["(() => {", page, interface, PROGRAM.read_text(encoding="utf-8"), "})();\n"])


def texts(game: Any) -> dict[str, Any]:
    """Texts of actions and cards, and where an observation has which number."""
    ranges = [TABLE.ranges[TABLE.range_of(action)[0]] for action in range(game.num_actions)]
    words = [game.spec.action_text(action) for action in range(game.num_actions)]
    return {
        "actions": words,
        "seen": [one.meaning if one.name in HIDDEN else text for one, text in zip(ranges, words)],
        "target": TARGET,
        "cards": [card._asdict() for card in CARDS],
        "walls": {"kind": Kind.BATTLEMENTS, "bonus": WALL_BONUS},
        "places": [place.name.lower().replace("_", " ") for place in Place],
        "sections": [
            {"name": one.name, "at": one.offset, "shape": one.shape, "columns": [column.name for column in one.columns]}
            for one in game.schema.sections
        ],
    }
