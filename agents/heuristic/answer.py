"""The bot's one kernel: an observation, the legal actions and the bot's memory of the game lead to an action."""

from fs_env.agents.heuristic.barter import deal, terms
from fs_env.agents.heuristic.choices import may, mode, number, pick, target
from fs_env.agents.heuristic.improvements import ALL, Improvement
from fs_env.agents.heuristic.keeping import BY_CARD, give_up, highest, is_legal, order, slot, vote
from fs_env.agents.heuristic.memory import begin_turn
from fs_env.agents.heuristic.moves import move
from fs_env.agents.heuristic.position import see
from fs_env.agents.heuristic.rooms import exchange
from fs_env.agents.heuristic.scratch import kernel, named_memory, named_observation, new_scratch
from fs_env.agents.heuristic.weights import AGGRESSIVE, CHANGED_BY, FIRST, N_WEIGHTS, PASSIVE, STYLES, TODAY
from fs_env.core.four_souls.actions import NO
from fs_env.core.four_souls.state import Question, Shape

LOST = (Question.COST, Question.DISCARD, Question.DESTROY, Question.SOUL, Question.HAND_LIMIT, Question.GIVE)
GIVEN_UP = sum(1 << question for question in LOST)


@kernel
def sort_legal(s, acts, n):
    s.n_legal = n
    for i in range(n):
        k = i
        while k > 0 and s.legal[k - 1] > acts[i]:
            s.legal[k] = s.legal[k - 1]
            k -= 1
        s.legal[k] = acts[i]


@kernel
def reply(s, obs, memory, question):
    """The answer to a question other than priority; notes targets and modes in memory."""
    if question == Question.LOOT_SOURCE:
        return int(NO)  # use up the loot play first: the character can wait for another turn
    see(s, obs)
    if question == Question.TARGET:
        return target(s, obs, memory)
    if question == Question.MODE:
        return mode(s, obs, memory)
    if question == Question.MAY:
        return may(s, obs, memory)
    if question == Question.NUMBER:
        return number(s, obs, memory)
    if question == Question.PICK:
        return pick(s, obs, memory)
    if question == Question.DEAL:
        return deal(s, obs)
    if question == Question.FAVOUR or question == Question.PARTNER or question == Question.CENTS:
        return terms(s, obs, question)
    if question == Question.ITEM and s.improved & Improvement.SERVICE:
        return terms(s, obs, question)
    if question == Question.ROOM and s.improved & Improvement.EXCHANGE:
        return exchange(s, obs)
    if question == Question.ORDER:
        return order(s, obs)
    if question == Question.SLOT:
        return slot(s, obs)
    if question == Question.VOTE:
        return vote(s, obs)
    if GIVEN_UP >> int(question) & 1:
        return give_up(s, obs)
    return highest(s, obs, BY_CARD, 1)


@kernel
def load(s, memory):
    s.improved = ALL & ~memory.left_out
    for k in range(N_WEIGHTS):
        s.weight[k] = TODAY[k] if s.improved & CHANGED_BY[k] else FIRST[k]


@kernel
def prepare(s, obs, acts, n, memory):
    sort_legal(s, acts, n)
    souls = 0
    for k in range(obs.decision.players):
        souls += int(obs.players[k].souls)
    begin_turn(memory, int(obs.decision.turn), souls)


@kernel
def decide(s, obs, acts, n, memory):
    """The answer to a decision with n legal actions; fills the scratch record but for what `load` does, and updates memory."""
    prepare(s, obs, acts, n, memory)
    if obs.decision.shape == Shape.PRIORITY:
        return move(s, obs, memory)
    if obs.decision.shape == Shape.OPTION:
        return s.legal[0]
    action = reply(s, obs, memory, int(obs.decision.question) - 1)
    return action if is_legal(s, action) else s.legal[0]


@kernel
def answer(observation, acts, n, words):
    """The id of the action to take among the first n of acts, in any order; updates the memory in words."""
    s, memory = new_scratch(), named_memory(words)
    load(s, memory)
    return decide(s, named_observation(observation), acts, n, memory)


@kernel
def answer_1(observation, acts, n, words):
    s, memory = new_scratch(), named_memory(words)
    memory.left_out = ALL
    load(s, memory)
    return decide(s, named_observation(observation), acts, n, memory)


@kernel
def answer_in_style(observation, acts, n, words, style):
    s, memory = new_scratch(), named_memory(words)
    load(s, memory)
    for k in range(N_WEIGHTS):
        s.weight[k] = STYLES[style, k]
    return decide(s, named_observation(observation), acts, n, memory)


@kernel
def answer_aggressively(observation, acts, n, words):
    return answer_in_style(observation, acts, n, words, AGGRESSIVE)


@kernel
def answer_passively(observation, acts, n, words):
    return answer_in_style(observation, acts, n, words, PASSIVE)
