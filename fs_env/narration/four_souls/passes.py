"""What a pass in Four Souls leads to if all other players pass as well, from facts that all seats see (R4.4)."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.rules.turns import HAND_LIMIT
from fs_env.core.four_souls.state import ROLL_LIMIT
from fs_env.core.four_souls.view import words
from fs_env.narration.four_souls.stack import reference, source

Plain = dict[str, Any]
_NEXT = {  # for the active player, for the others
    "roll": ("roll the attack die", "let {who} roll the attack die"),
    "limit": ("end your attack", "let the attack of {who} end"),
    "start": ("go on to your loot step", "let the loot step of {who} begin"),
    "loot": ("go on to your action phase", "let the action phase of {who} begin"),
    "action": ("end your action phase", "let the action phase of {who} end"),
    "demand": ("end your action phase", "let {who} declare an attack that is demanded, or else end the action phase"),
    "delayed": ("let the effects of the end of the turn trigger",) * 2,
    "room": ("go on to a possible exchange of the room", "let {who} go on to a possible exchange of the room"),
    "discard": (
        f"go on to discarding down to {HAND_LIMIT} loot cards",
        f"let {{who}} go on to discarding down to {HAND_LIMIT} loot cards",
    ),
    "end": ("end your turn", "let the turn of {who} end"),
}  # fmt: skip
_OBJECTS = {
    "attack": "the declared attack of {who}",
    "purchase": "the purchase of {who}",
    "combat": "the combat damage",
    "loot_step": "the loot step of {who}",
    "monster_death": "the death of {card}",
    "monster_card": "{card} leave its slot",
    "reward": "the rewards of {card}",
    "player_death": "the death of {about}",
    "penalty": "the death penalty of {about}",
    "refill": "the refill of a {deck} slot",
    "held_damage": "the damage to {about}",
    "held_gain": "the gain of {about}",
    "roll_bonus": "{n:+d} to the roll of {who}",
}
"""Kind of a stack object -> its words; others have the name of their card."""


def passing(table: Plain, seat: int) -> str:
    """What follows when `seat`, which has priority in its `table`, and all other players pass."""
    if table["stack"]:
        return f"let {_object(table['stack'][0])}"
    active = table["active_player"]
    return _NEXT[_next(table)][seat != active].format(who=words.seat(active))


def _next(table: Plain) -> str:
    active, phase = table["players"][table["active_player"]], table["phase"]
    if table["attacking"]:
        return "roll" if active["attack_rolls"] < ROLL_LIMIT else "limit"
    if phase == "action":
        return "demand" if _attack_demanded(table, active) else phase
    if phase != "end":
        return str(phase)
    once = [entry["event"] for entry in table["lasting"] if entry["kind"] == "trigger" and entry["until"] == "once"]
    if "turn_end" in once:
        return "delayed"
    if table["rooms"]["exchange"] == "may":
        return "room"
    return "discard" if active["hand_size"] > HAND_LIMIT else "end"


def _attack_demanded(table: Plain, active: Plain) -> bool:
    if table["obligations"]:
        return True
    owed = active["must_attack"] and active["attacks_made"] == 0
    owed |= any(monster["must_be_attacked"] and not monster["was_attacked"] for monster in table["monsters"])
    return bool(owed and active["attacks"] > active["attacks_used"])


def _object(made: Plain) -> str:
    if made["kind"] == "roll":
        return f"the roll of {made['n']} stand"
    about = made["about"] and reference(made["about"])
    what = _OBJECTS.get(made["kind"], "{card}")
    named = what.format(
        who=words.seat(made["player"]), card=source(made), about=about, deck=made["deck"], n=made["n"] or 0
    )
    return named if made["kind"] == "monster_card" else f"{named} resolve"
