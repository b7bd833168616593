"""The bot's one kernel: an observation, the legal actions and the bot's memory of the game lead to an action."""

from __future__ import annotations

from fs_env.agents.heuristic.choices import may, mode, number, pick, target
from fs_env.agents.heuristic.keeping import BY_CARD, give_up, highest, is_legal, order, slot, vote
from fs_env.agents.heuristic.memory import begin_turn
from fs_env.agents.heuristic.moves import move
from fs_env.agents.heuristic.position import see
from fs_env.agents.heuristic.scratch import ASK, N_PLAYERS, N_SOULS, SHAPE, TURN, fact, kernel, new_scratch
from fs_env.core.four_souls.actions import NO
from fs_env.core.four_souls.state import Question, Shape


@kernel
def sort_legal(s, acts, n):
    """Fills `legal` with the first n of acts in ascending order."""
    s.n_legal = n
    for i in range(n):
        k = i
        while k > 0 and s.legal[k - 1] > acts[i]:
            s.legal[k] = s.legal[k - 1]
            k -= 1
        s.legal[k] = acts[i]


@kernel
def reply(s, obs, memory, ask):
    """The answer to a question other than priority; notes targets and modes in memory."""
    if ask == Question.LOOT_SOURCE:
        return int(NO)  # use up the loot play first: the character can wait for another turn
    see(s, obs)
    if ask == Question.TARGET:
        return target(s, obs, memory)
    if ask == Question.MODE:
        return mode(s, obs, memory)
    if ask == Question.MAY:
        return may(s, obs, memory)
    if ask == Question.NUMBER:
        return number(s, obs, memory)
    if ask == Question.PICK:
        return pick(s, obs, memory)
    if ask == Question.ORDER:
        return order(s, obs)
    if ask == Question.SLOT:
        return slot(s, obs)
    if ask == Question.VOTE:
        return vote(s, obs)
    if (
        ask == Question.COST
        or ask == Question.DISCARD
        or ask == Question.DESTROY
        or ask == Question.SOUL
        or ask == Question.HAND_LIMIT
        or ask == Question.GIVE
    ):
        return give_up(s, obs)
    return highest(s, obs, BY_CARD, 1)


@kernel
def decide(s, obs, acts, n, memory):
    """The answer to a decision with n legal actions; fills the scratch record and changes memory."""
    sort_legal(s, acts, n)
    souls = 0
    for k in range(obs[N_PLAYERS]):
        souls += fact(obs, k, N_SOULS)
    begin_turn(memory, int(obs[TURN]), souls)
    if obs[SHAPE] == Shape.PRIORITY:
        return move(s, obs, memory)
    if obs[SHAPE] == Shape.OPTION:
        return s.legal[0]
    action = reply(s, obs, memory, int(obs[ASK]) - 1)
    return action if is_legal(s, action) else s.legal[0]


@kernel
def answer(obs, acts, n, memory):
    """The id of the action to take among the first n of acts, in whatever order they stand; changes memory."""
    return decide(new_scratch(), obs, acts, n, memory)
