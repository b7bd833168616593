"""New objects on the stack of Four Souls in words: who plays, uses, attacks, and what triggers at which moment."""

from __future__ import annotations

import re
from typing import Any

from fs_env.core.four_souls.view import words

Plain = dict[str, Any]
_VERBS = {"loot": "plays", "activated": "uses", "paid": "pays for"}
_OWNED = re.compile(r"^(?:the )?(.+) of (player_\d+)")
_ROLLS = ("any_roll", "roll_shows", "my_attack_roll", "any_attack_roll", "my_roll_pushed", "same_roll_twice")
_MOMENTS = {
    **dict.fromkeys(_ROLLS, "{who} rolls{roll}"),
    "vs_this": "an attack roll{result}",
    "turn_start": "the turn starts",
    "turn_end": "the turn ends",
    "damage_taken": "{who} takes{amount} damage",
    "damage_dealt": "{amount} damage to {who}",
    "hp_reaches": "{who} is hurt",
    **dict.fromkeys(("before_penalty", "dies", "after_penalty", "this_dies"), "{who} dies"),
    **dict.fromkeys(("monster_dies", "other_monster_dies"), "{who} dies"),
    "reward_taken": "it has died",
    "death_pending": "{who} is about to die",
    "activates": "{who} activates an item",
    "misses": "{who} misses",
    "kills": "{who} kills",
    "gains_coins": "{who} gains{coins}",
    "gains_soul": "{who} gains a soul",
    "loot_arrives": "{who} gets a loot card",
    **dict.fromkeys(("attack_declared", "attack_starts"), "{who} attacks"),
    "deck_attack_starts": "{who} attacks the top of the monster deck",
    "this_attacked": "{who} is attacked",
    "this_enters": "it comes into play",
    "would_take_damage": "{who} would take{amount} damage",
    "would_gain_coins": "{who} would gain{coins}",
    "would_die": "{who} would die",
    "would_be_destroyed": "it would be destroyed",
}
"""Event -> what has happened, with its subject, the final number of a roll, and the amount."""


def object_words(made: Plain) -> str:
    kind, who, what = made["kind"], words.seat(made["player"]), source(made)
    if kind == "trigger":
        when = _moment(made)
        return f"{what} triggers for {who}{_aims(made)}{f': {when}' if when else ''}{_mode(made)}"
    if kind == "event":
        sort = "a curse" if "(curse" in words.stack_object(made) else "an event"
        return f"{who} draws {sort}, {what}{_aims(made)}"
    if kind in _VERBS:
        return f"{who} {_VERBS[kind]} {what}{_aims(made)}{_mode(made)}"
    return words.stack_object(made).partition(" -> ")[0] + _aims(made)


def source(made: Plain) -> str:
    return "a rule" if made["card"] is None else words.name(made["card"], made["shows"])


def reference(ref: Plain) -> str:
    """A reference as text, with the owner behind a card, in front of a roll: "Decoy (player_1's)", "player_1's roll (Peep)"."""
    text = words.reference(ref)
    if ref["sort"] == "object":
        return _OWNED.sub(r"\2's \1", text)
    owned = ref["sort"] == "card" and ref["player"] is not None and " in " not in text
    return _OWNED.sub(r"\1 (\2's)", text) if owned else text


def _aims(made: Plain) -> str:
    return f" on {', '.join(reference(ref) for ref in made['targets'])}" if made["targets"] else ""


def _mode(made: Plain) -> str:
    if made["mode"] is None:
        return ""
    return f" ({words.option({'sort': 'mode', **made}).removeprefix('mode ').partition(': ')[2] or made['mode']})"


def _moment(made: Plain) -> str:
    about = made["about"] or {"sort": "player", "player": made["player"]}
    itself = about["sort"] == "card" and about["card"] == made["card"]
    roll, amount = made["roll"], made["amount"]
    return (
        _MOMENTS.get(made["event"], "")
        .format(
            who="it" if itself else reference(about),
            roll="" if roll is None else f" {roll}",
            result="" if roll is None else f" of {roll}",
            amount="" if amount is None else f" {amount}",
            coins=f" {amount or ''}¢",
        )
        .strip()
    )
