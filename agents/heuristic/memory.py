"""Memory of the bot from one decision of a game to the next: ties, how often cards were used, what was announced."""

from fs_env.agents.heuristic.scratch import CARDS_KEPT, MEMORY, TARGETS_KEPT, USES_KEPT, kernel
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.machine.table.rng import pick

WORDS = MEMORY.itemsize // 8
DRAGS = 30  # turns in which no soul changed hands; 99 of 100 games of the base set never see more than 25
QUIET = 0x51E7  # makes the draws of quiet turns independent of those of ties


@kernel
def settle_tie(memory, n):
    """A random number in 0..n-1 from the bot's own seed; counts the ties."""
    drawn = pick(memory.seed, memory.ties, n)
    memory.ties += 1
    return drawn


@kernel
def begin_turn(memory, turn, souls):
    """Clears the counts of used cards if a new turn has begun; `souls`: of all players together."""
    if memory.turn != turn:
        memory.turn = turn
        memory.n_used = 0
    if memory.souls != souls:
        memory.souls = souls
        memory.souls_since = turn


@kernel
def drags(memory):
    """Whether the number of souls has not changed for so long that the bot must take risks to end the game."""
    return memory.turn - memory.souls_since >= DRAGS


@kernel
def is_quiet(memory):
    """Whether the bot uses no card in this turn: half of the turns of a game that drags on, chosen by its own seed."""
    return drags(memory) and pick(memory.seed ^ QUIET, memory.turn, 2) == 0


@kernel
def times_used(memory, action):
    """How often an action was chosen in this turn, `USES_KEPT` if there is no room left to count it."""
    for k in range(memory.n_used):
        if memory.used[k].action == action:
            return memory.used[k].times
    return 0 if memory.n_used < USES_KEPT else USES_KEPT


@kernel
def note_use(memory, action):
    n = memory.n_used
    for k in range(n):
        if memory.used[k].action == action:
            memory.used[k].times += 1
            return
    if n < USES_KEPT:
        memory.used[n].action = action
        memory.used[n].times = 1
        memory.n_used = n + 1


@kernel
def forget_aims(memory, k):
    memory.n_aims -= 1
    for i in range(k, memory.n_aims):
        memory.aims[i] = memory.aims[i + 1]


@kernel
def aims_of(memory, card):
    for k in range(memory.n_aims):
        if memory.aims[k].card == card + 1:
            return k
    return NONE


@kernel
def announce(memory, card, ability):
    memory.card = card + 1
    memory.ability = ability + 1
    memory.mode = 0
    memory.named = 0
    k = aims_of(memory, card)
    if k != NONE:
        forget_aims(memory, k)


@kernel
def aim_at(memory, card, register, action):
    """Notes the action that named a target of a card; drops the card kept longest if there is no room."""
    k = aims_of(memory, card)
    if k == NONE:
        if memory.n_aims == CARDS_KEPT:
            forget_aims(memory, 0)
        k = memory.n_aims
        memory.n_aims = k + 1
        memory.aims[k].card = card + 1
        for i in range(TARGETS_KEPT):
            memory.aims[k].actions[i] = 0
    memory.aims[k].actions[register] = action + 1


@kernel
def aim_of(memory, card, register):
    k = aims_of(memory, card)
    return NONE if k == NONE else memory.aims[k].actions[register] - 1


@kernel
def kept_mode(memory, card):
    return memory.mode - 1 if memory.card == card + 1 else NONE
