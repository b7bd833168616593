"""Rooms (R20): whether to exchange one at the end of a turn in which a monster died."""

from fs_env.agents.heuristic.card_facts import ROOM, USUAL_ROOM
from fs_env.agents.heuristic.scratch import kernel
from fs_env.core.four_souls import actions as A

YES, NO = int(A.YES), int(A.NO)
STAYS = 0.6  # how likely a room is still there a turn later


@kernel
def turns_with(s, obs):
    """Value for the bot of one unit for each turn's active player from the next turn on, while a room stays: the other
    players have it first."""
    total, share = 0.0, 1.0
    for k in range(1, obs.decision.players + 1):
        total += share * s.part[k % obs.decision.players]
        share *= STAYS
    return total


@kernel
def exchange(s, obs):
    room = int(obs.decision.card) - 1
    return YES if (USUAL_ROOM - ROOM[room]) * turns_with(s, obs) > 0.0 else NO
