"""The bot's one kernel: an observation and the legal actions lead to an action."""

from fs_env.agents.betrayal.answers import answer_value, monster_way
from fs_env.agents.betrayal.facts import kernel, named_observation
from fs_env.agents.betrayal.ground import fill_beside
from fs_env.agents.betrayal.improvements import ALL
from fs_env.agents.betrayal.memory import LEFT_OUT, SUSPECT
from fs_env.agents.betrayal.tile_values import improvements
from fs_env.agents.betrayal.turn import choose_turn
from fs_env.core.betrayal.actions import MEANS
from fs_env.core.betrayal.language.codes import NONE, SEATS, SIDES, Role
from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.tables import N_TILES
from fs_env.core.machine.compile.memory import short_lived


@kernel
def notice(obs, memory):
    """Remembers who attacked first in a haunt whose traitor is hidden."""
    if obs.haunt != NONE and memory[SUSPECT] == 0:
        for k in range(1, SEATS):
            if obs.players[k].attacked and obs.players[k].side == Role.NONE:
                memory[SUSPECT] = 1 + k
                return


@kernel
def choose(observation, acts, n, memory):
    """The legal id with the highest value, the lowest id of equal ones."""
    obs = named_observation(observation)
    notice(obs, memory)
    if obs.question == Question.TURN:
        return choose_turn(obs, acts, n, memory)
    beside, way = short_lived(N_TILES * SIDES), NONE
    if obs.question == Question.MONSTER or obs.question == Question.TILE:
        fill_beside(obs, beside)
    if obs.question == Question.MONSTER:
        way = monster_way(obs, beside, improvements(memory))
    by_monster = 0
    for i in range(n):
        if acts[i] == MEANS:  # only monsters name Might
            by_monster = 1
    best, top = NONE, 0
    for i in range(n):
        action = int(acts[i])
        value = answer_value(obs, action, beside, way, by_monster, memory[SUSPECT] - 1, improvements(memory))
        if best == NONE or value > top or (value == top and action < best):
            best, top = action, value
    return best


@kernel
def choose_1(observation, acts, n, memory):
    memory[LEFT_OUT] = ALL
    return choose(observation, acts, n, memory)
