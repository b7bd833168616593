"""The border of the rules: legal action ids of the pending decision, and answering it."""

from fs_env.core.four_souls.actions import (
    CHOOSE,
    DECK,
    DONE,
    EMPTY_SLOT,
    LOWEST_NUMBER,
    MODE,
    N_OPTIONS,
    NO,
    NUM_ACTIONS,
    NUMBER,
    OPTION,
    PASS,
    PLAYER,
    YES,
)
from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.references import RefKind, ref_kind
from fs_env.core.four_souls.rules.batch import WAITING
from fs_env.core.four_souls.rules.damage import LASTING_OPTION
from fs_env.core.four_souls.rules.flow import advance, ask_holder, pass_priority
from fs_env.core.four_souls.rules.objects import find
from fs_env.core.four_souls.rules.priority import act, legal_priority, must_declare
from fs_env.core.four_souls.rules.zones import seat_at
from fs_env.core.four_souls.state import DONE as NO_MORE
from fs_env.core.four_souls.state import Outcome, Shape, Zone, kernel
from fs_env.core.four_souls.tables import INST_CARD

OVER = 2
NOT_LEGAL = 1


@kernel
def card_id(s, inst):
    """The "choose" id of an instance; a source without a card is the asking player's character."""
    if inst == NONE:
        inst = int(s.character[s.asked])
    return int(CHOOSE) + int(INST_CARD[inst])


@kernel
def id_of_option(s, option):
    """The action id that names an option of a choice among references."""
    if option == NO_MORE:
        return int(DONE)
    if option <= WAITING:
        return card_id(s, s.objects[WAITING - option].src)
    if option <= LASTING_OPTION:
        return card_id(s, s.lasting[LASTING_OPTION - option].src)
    kind = ref_kind(option)
    if kind == RefKind.PLAYER:
        return int(PLAYER) + seat_at(s, option - s.asked)
    if kind == RefKind.DECK:
        return int(DECK) + option - (Ref.PILE if option >= Ref.PILE else Ref.DECK)
    if kind == RefKind.SLOT:
        inst = int(s.slot[option - Ref.SLOT])
        return int(EMPTY_SLOT) if inst == NONE else card_id(s, inst)
    if kind == RefKind.CARD:
        return card_id(s, option - Ref.CARD)
    if option == Ref.STACK:
        return card_id(s, s.attacked)
    r = find(s, option)
    return card_id(s, s.objects[r].src if r != NONE else NONE)


@kernel
def id_of(s, k):
    """The action id of the k-th option of the pending decision."""
    option = int(s.option[k])
    if s.shape == Shape.YES_NO:
        return int(YES) if option == 1 else int(NO)
    if s.shape == Shape.MODE:
        return int(MODE) + option
    if s.shape == Shape.NUMBER:
        return int(NUMBER) + option - int(LOWEST_NUMBER)
    if s.shape == Shape.OPTION:
        return int(OPTION) + k if k < N_OPTIONS else NONE
    return id_of_option(s, option)


@kernel
def legal(s, acts):
    """Writes the legal action ids of the pending decision, each once; how many. Nothing of the state changes."""
    if s.asked == NONE:
        return 0
    if s.shape == Shape.PRIORITY:
        return legal_priority(s, s.asked, acts)
    n = 0
    for k in range(s.n_options):
        action = id_of(s, k)
        known = action == NONE
        for i in range(n):
            known = known or acts[i] == action
        if not known:
            acts[n] = action
            n += 1
    return n


@kernel
def is_hidden_card(s, option):
    """Whether an option is a card in a hand or deck."""
    if ref_kind(option) != RefKind.CARD:
        return False
    zone = s.zone[option - Ref.CARD]
    return zone == Zone.HAND or zone == Zone.DECK


@kernel
def choose(s, action):
    """Answers a question with the option an id names; several of that name are told apart by a second question.

    Not hidden cards: those of one name are alike, and a second question would tell the other seats of them (A45).
    """
    hits, first = 0, NONE
    for k in range(s.n_options):
        if id_of(s, k) == action:
            first = k if hits == 0 else first
            hits += 1
    if hits == 0:
        return NOT_LEGAL
    if hits > 1 and is_hidden_card(s, int(s.option[first])):
        s.option[0] = s.option[first]
        s.n_options = 1
        s.answer = s.option[0]
        advance(s)
        return 0
    n = 0
    for k in range(s.n_options):
        if id_of(s, k) == action:
            s.answer = s.option[k]
            s.option[n] = s.option[k]
            n += 1
    s.n_options = n
    if hits > 1:
        s.shape = Shape.OPTION
        s.answer = NONE
        return 0
    advance(s)
    return 0


@kernel
def step(s, action):
    """Answers the pending decision and runs to the next: 0 done, 1 not legal, 2 the game is over (nothing changed)."""
    if s.asked == NONE:
        if s.outcome != 0:
            return OVER
        advance(s)  # a position laid out by hand runs to its first decision
        return 0
    if action < 0 or action >= NUM_ACTIONS:
        return NOT_LEGAL
    status = 0
    if s.shape != Shape.PRIORITY:
        status = choose(s, action)
    elif action == PASS:
        if must_declare(s, s.asked):
            return NOT_LEGAL
        pass_priority(s)
        if s.passes > 0:
            ask_holder(s)
        else:
            advance(s)
    else:
        before = s.pushes
        s.pushes = 0  # whatever is done here is voluntary (A53)
        status = act(s, s.asked, action)
        if status == 0:
            advance(s)
        else:
            s.pushes = before
    if status == 0:
        s.decisions += 1
        if s.outcome == 0 and s.decisions >= s.max_decisions:
            s.outcome = Outcome.TRUNCATED
            s.asked = NONE
    return status
