"""Answers about single cards: what to keep, give up, cover, put back or vote for."""

from fs_env.agents.heuristic.board import owner_of, slot_of
from fs_env.agents.heuristic.card_facts import BECOMES_SOUL
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.outlook import card_value, plain_fight
from fs_env.agents.heuristic.possessions import loss, rated
from fs_env.agents.heuristic.scratch import kernel
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.observation.schema import TRINKET_OF
from fs_env.core.four_souls.state import Phase, Question
from fs_env.core.four_souls.tables import C_LOOT

CARD_OF_ACTION, FINISHED, EMPTY_SLOT = A.CARD_OF_ACTION, A.DONE, A.EMPTY_SLOT
BY_CARD, BY_FIGHT, BY_VOTE, BY_LOSS = range(4)


@kernel
def value_of(s, obs, action, what):
    """Value of an action by the card it names: to have it, to lose it, to fight it, or as another player's item."""
    card = int(CARD_OF_ACTION[action])
    if what == BY_CARD:
        return card_value(s, obs, card)
    if what == BY_LOSS:
        owner = owner_of(obs, card) if card != NONE else NONE
        becomes_soul = owner != NONE and s.improved & Improvement.CHEST != 0 and BECOMES_SOUL[card]
        return loss(s, obs, owner, card) if becomes_soul else card_value(s, obs, card)
    if what == BY_FIGHT:
        slot = slot_of(obs, card)
        return plain_fight(s, obs, 0, slot) if slot != NONE else 0.0
    owner = owner_of(obs, card)
    return -s.part[owner] * rated(s, card) if owner != NONE else 0.0


@kernel
def highest(s, obs, what, sign):
    """The legal action with the highest (sign 1) or lowest (-1) value, the first of equals."""
    best, answer = 0.0, s.legal[0]
    for i in range(s.n_legal):
        worth = sign * value_of(s, obs, s.legal[i], what)
        if i == 0 or worth > best:
            best, answer = worth, s.legal[i]
    return answer


@kernel
def is_legal(s, action):
    for i in range(s.n_legal):
        if s.legal[i] == action:
            return True
    return False


@kernel
def best_card(s, obs):
    return FINISHED if is_legal(s, FINISHED) else highest(s, obs, BY_CARD, 1)


@kernel
def give_up(s, obs):
    """ "No more" where that is legal, else the bot's least useful card or another player's best one."""
    if is_legal(s, FINISHED):
        return FINISHED
    mine = True
    for i in range(s.n_legal):
        card = int(CARD_OF_ACTION[s.legal[i]])
        if card == NONE:
            continue
        if C_LOOT[card] != NONE:
            trinket = int(TRINKET_OF[card])
            mine = mine and (obs.hand[C_LOOT[card]] != 0 or (trinket != NONE and obs.trinkets[0][trinket] != 0))
        else:
            mine = mine and owner_of(obs, card) == 0
    question = obs.decision.question - 1
    lost = question == Question.DESTROY or question == Question.COST
    return highest(s, obs, BY_LOSS if lost else BY_CARD, -1 if mine else 1)


@kernel
def order(s, obs):
    """Orders cards that go back to a deck, the deepest first. At the end of the bot's turn another player gets the top card."""
    return highest(s, obs, BY_CARD, 1 if obs.decision.phase == Phase.END else -1)


@kernel
def slot(s, obs):
    return EMPTY_SLOT if is_legal(s, EMPTY_SLOT) else highest(s, obs, BY_FIGHT, -1)


@kernel
def vote(s, obs):
    return highest(s, obs, BY_VOTE, 1)
