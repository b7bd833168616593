"""Verbs about the stack, cards played by a text, turns and the end of the game. Their kernels: `rules/verbs/stack.py`."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.english.objects import noun, phrase
from fs_env.core.four_souls.language.english.phrases import doer_it, it, plainly
from fs_env.core.four_souls.language.grammar import Clause, Unit, verb_of
from fs_env.core.four_souls.language.nodes import Pick
from fs_env.core.four_souls.language.scope import Scope
from fs_env.core.four_souls.language.verb import Thing, verb


@verb("what", it("cancel"), doubles=True)
def cancel(what: Thing) -> None:
    """Cancel an object on the stack (R17.1)."""


@verb("", plainly("cancel every effect and loot card on the stack"))
def cancel_all() -> None:
    """Cancel every effect on the stack (ER-36)."""


def _copy_effect(scope: Scope, v: Any) -> Unit:
    return (Clause(scope.doer, "use", f"a copy of {noun(scope, v.what).own} activated effect"),)


@verb("what", _copy_effect)
def copy_effect(what: Thing) -> None:
    """Announce that item's activated effect as an object of the controller."""


def _play_given(scope: Scope, v: Any) -> Unit:
    card = noun(scope, v.what).name
    return (Clause(scope.doer, "play", f"{card} at once, without using a loot play", "must"),)


@verb("what", _play_given)
def play_given(what: Thing) -> None:
    """Play a loot card that was just given, without a loot play (R8.6)."""


@verb("what", doer_it("play"))
def play_revealed(what: Thing) -> None:
    """Play a revealed card that is not a monster, after this has resolved (R2.15)."""


def _end_turn(scope: Scope, v: Any) -> Unit:
    return (Clause(None, "end", f"{noun(scope, v.who).own} turn"),)


@verb("who", _end_turn)
def end_turn(who: Thing) -> None:
    """End a player's turn (R7.13)."""


def _extra_turn(scope: Scope, v: Any) -> Unit:
    return (Clause(noun(scope, v.who), "take", "an extra turn after this one"),)


@verb("who", _extra_turn)
def extra_turn(who: Thing) -> None:
    """Give a player an extra turn (R7.19)."""


def _skip_turn(scope: Scope, v: Any) -> Unit:
    who = noun(scope, v.who)
    return (Clause(who, "skip", f"{who.their} next turn"),)


@verb("who", _skip_turn)
def skip_turn(who: Thing) -> None:
    """Make a player skip a turn (R7.20)."""


def _end_game(scope: Scope, v: Any) -> Unit:
    if isinstance(v.who, Pick):
        who = noun(scope, v.who.by)
        chosen = f"{verb_of(who, 'choose')} {phrase(scope, v.who.filter)}"
        return (Clause(None, "", f"the game ends; {who.name} {chosen}, who wins"),)
    return (Clause(None, "", f"the game ends and {noun(scope, v.who).name} wins"),)


@verb("who", _end_game)
def end_game(who: Thing) -> None:
    """End the game at once: that player wins (R18.3)."""


VERBS = (cancel, cancel_all, copy_effect, play_given, play_revealed, end_turn, extra_turn, skip_turn, end_game)
__all__ = [made.name for made in VERBS]
