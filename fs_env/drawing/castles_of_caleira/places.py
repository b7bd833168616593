"""Where the actions of Castles of Caleira lie on its drawing."""

from __future__ import annotations

from typing import Any

from fs_env.core.castles_of_caleira.actions import TABLE, UP_KIND
from fs_env.core.castles_of_caleira.cards import NAMES


def places_of(view: dict[str, Any], seat: int, action: int) -> list[str]:
    name, k = TABLE.range_of(action)
    match name:
        case "play_down" | "give":
            return [f"hand:{seat}:{NAMES[k]}"]
        case "play_up":
            return [f"hand:{seat}:{NAMES[UP_KIND[k]]}"]
        case "target":
            return [f"piece:{k + 1}"]
        case "reveal" | "leave":
            return [f"piece:{view['decision']['picked']}"]
        case "player":
            return [f"player:{(seat + k + 1) % view['num_players']}"]
    return []
