"""What the bot keeps from one decision of a game to the next, in an array of whole numbers that begins with zeros.

The seed, the ties settled, the turn; how many souls there are and since which turn; the last announcement (card, ability,
mode, targets named); the targets named for the last cards; how often each card has been used in this turn. Stored numbers
are one higher, so that 0 means NONE.
"""

from __future__ import annotations

from fs_env.agents.heuristic.scratch import kernel
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.machine.rng import pick

SEED, TIES, KEPT_TURN, KEPT_SOULS, SOULS_SINCE, KEPT_CARD, KEPT_ABILITY, KEPT_MODE, NAMED, N_AIMS, AIMS = range(11)
DRAGS = 30  # turns in which no soul changed hands; 99 of 100 games of the base set never see more than 25
CARDS_KEPT, TARGETS_KEPT = 8, 4
AIM = 1 + TARGETS_KEPT  # card, then the action that named the target of each register
N_USED = AIMS + CARDS_KEPT * AIM
USED = N_USED + 1
USES_KEPT = 32
QUIET = 0x51E7  # draws quiet turns apart from ties
WORDS = USED + 2 * USES_KEPT


# --- ties and repeats -------------------------------------------------------------------------------------------------
@kernel
def settle_tie(memory, n):
    """A number in 0..n-1 from the bot's own seed; counts the ties."""
    drawn = pick(memory[SEED], memory[TIES], n)
    memory[TIES] += 1
    return drawn


@kernel
def begin_turn(memory, turn, souls):
    """Forgets how often cards were used when another turn has begun; `souls`: of all players together."""
    if memory[KEPT_TURN] != turn:
        memory[KEPT_TURN] = turn
        memory[N_USED] = 0
    if memory[KEPT_SOULS] != souls:
        memory[KEPT_SOULS] = souls
        memory[SOULS_SINCE] = turn


@kernel
def drags(memory):
    """Whether the number of souls has stayed the same for so long that the game must be helped on; changes nothing."""
    return memory[KEPT_TURN] - memory[SOULS_SINCE] >= DRAGS


@kernel
def is_quiet(memory):
    """Whether no card is used in this turn: in half of the turns of a game that drags on, by the own seed. Changes nothing."""
    return drags(memory) and pick(memory[SEED] ^ QUIET, memory[KEPT_TURN], 2) == 0


@kernel
def times_used(memory, action):
    """How often an action was chosen in this turn, `USES_KEPT` when that can no longer be noted; changes nothing."""
    for k in range(memory[N_USED]):
        if memory[USED + 2 * k] == action:
            return memory[USED + 2 * k + 1]
    return 0 if memory[N_USED] < USES_KEPT else USES_KEPT


@kernel
def note_use(memory, action):
    """Counts that an action was chosen."""
    n = memory[N_USED]
    for k in range(n):
        if memory[USED + 2 * k] == action:
            memory[USED + 2 * k + 1] += 1
            return
    memory[USED + 2 * n] = action
    memory[USED + 2 * n + 1] = 1
    memory[N_USED] = n + 1


# --- announcements ----------------------------------------------------------------------------------------------------
@kernel
def forget_aims(memory, k):
    """Removes the k-th oldest card whose targets are kept."""
    memory[N_AIMS] -= 1
    for i in range(AIMS + k * AIM, AIMS + memory[N_AIMS] * AIM):
        memory[i] = memory[i + AIM]


@kernel
def aims_of(memory, card):
    """The place of a card among those whose targets are kept, NONE without; changes nothing."""
    for k in range(memory[N_AIMS]):
        if memory[AIMS + k * AIM] == card + 1:
            return k
    return NONE


@kernel
def announce(memory, card, ability):
    """A new announcement begins."""
    memory[KEPT_CARD] = card + 1
    memory[KEPT_ABILITY] = ability + 1
    memory[KEPT_MODE] = 0
    memory[NAMED] = 0
    k = aims_of(memory, card)
    if k != NONE:
        forget_aims(memory, k)


@kernel
def aim_at(memory, card, register, action):
    """Notes the action that named a target of a card; the card kept longest gives way."""
    k = aims_of(memory, card)
    if k == NONE:
        if memory[N_AIMS] == CARDS_KEPT:
            forget_aims(memory, 0)
        k = memory[N_AIMS]
        memory[N_AIMS] = k + 1
        memory[AIMS + k * AIM] = card + 1
        for i in range(TARGETS_KEPT):
            memory[AIMS + k * AIM + 1 + i] = 0
    memory[AIMS + k * AIM + 1 + register] = action + 1


@kernel
def aim_of(memory, card, register):
    """The action that named a target of a card, NONE without one; changes nothing."""
    k = aims_of(memory, card)
    return NONE if k == NONE else memory[AIMS + k * AIM + 1 + register] - 1


@kernel
def kept_mode(memory, card):
    """The mode announced for a card, NONE without one; changes nothing."""
    return memory[KEPT_MODE] - 1 if memory[KEPT_CARD] == card + 1 else NONE
