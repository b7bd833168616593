"""Further effects of the number of a roll: abilities of other cards that wait for it."""

from __future__ import annotations

from fs_env.agents.heuristic.board import active_player, final, owner_of, slot_of, zone_of
from fs_env.agents.heuristic.card_facts import ECHO, SHOWN
from fs_env.agents.heuristic.judge import effect
from fs_env.agents.heuristic.scenes import new_scene
from fs_env.agents.heuristic.scratch import kernel
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.state import Obj, Zone


@kernel
def controller_of(obs, card):
    """Who controls a card in play: the owner of an item, the active player for a monster, NONE for any other card."""
    if zone_of(obs, card) == Zone.ITEM:
        return owner_of(obs, card)
    return active_player(obs) if slot_of(obs, card) != NONE else NONE


@kernel
def triggers_above(obs, place, card):
    """Whether a triggered ability of a card lies above an object on the stack."""
    for above in range(place):
        if obs.stack[above].kind == Obj.TRIGGER and obs.stack[above].card - 1 == card:
            return True
    return False


@kernel
def add_echoes(s, obs, place):
    """Adds to `showing` of a roll what cards in play do when it ends on a number."""
    roller = obs.stack[place].owner - 1
    for k in range(len(ECHO)):
        card = int(ECHO[k, 0])
        p = controller_of(obs, card)
        if p == NONE or (ECHO[k, 3] and p == roller):
            continue
        new_scene(s, 0, p, card)
        s.frame[0].roll = ECHO[k, 2]
        worth = effect(s, obs, 0, int(ECHO[k, 1]))
        for n in range(1, 7):
            if final(obs, place, n) == ECHO[k, 2]:
                s.showing[place, n] += worth


@kernel
def add_changes(s, obs, place):
    """Puts into `showing` of a roll what cards in play make of a number that it shows: one that it shows already counts only while
    their abilities wait on the stack."""
    roller, now = obs.stack[place].owner - 1, obs.stack[place].number
    total = 0.0
    for n in range(1, 7):
        total += s.showing[place, n]
    for k in range(len(SHOWN)):
        card, n = int(SHOWN[k, 0]), int(SHOWN[k, 1])
        p = owner_of(obs, card) if zone_of(obs, card) == Zone.ITEM else NONE
        if p == NONE or (SHOWN[k, 2] and p != roller) or (n == now and not triggers_above(obs, place, card)):
            continue
        other = s.showing[place, SHOWN[k, 3]] if SHOWN[k, 3] > 0 else total / 6
        s.showing[place, n] = max(s.showing[place, n], other) if p == 0 else min(s.showing[place, n], other)
