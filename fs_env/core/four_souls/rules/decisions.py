"""The interface of the rules: the legal action ids of the pending decision, and answering it."""

from fs_env.core.four_souls.actions import (
    ACCEPT,
    AMOUNTS,
    CENTS,
    CHOOSE_ID,
    DECK,
    DECLINE,
    DONE,
    EMPTY_SLOT,
    FAVOUR,
    KIND_OF_ACTION,
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
    ActionKind,
)
from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.references import RefKind, deck_of, is_card, ref_kind
from fs_env.core.four_souls.rules.barter import agreed_amount
from fs_env.core.four_souls.rules.batch import WAITING
from fs_env.core.four_souls.rules.damage import LASTING_OPTION
from fs_env.core.four_souls.rules.flow import advance, ask_holder, pass_priority
from fs_env.core.four_souls.rules.objects import find
from fs_env.core.four_souls.rules.priority import act, legal_priority
from fs_env.core.four_souls.rules.promises import note_target, note_window
from fs_env.core.four_souls.rules.zones import seat_at
from fs_env.core.four_souls.state import NO_MORE, Favour, Outcome, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import INST_CARD
from fs_env.core.machine.table.decision import DONE as ANSWERED
from fs_env.core.machine.table.decision import NOT_LEGAL, make_answers

OVER = 2


@kernel
def card_id(s, inst):
    """The "choose" id of an instance; a source without a card is the asking player's character."""
    if inst == NONE:
        inst = int(s.character[s.asked])
    return int(CHOOSE_ID[s.face[inst] if s.zone[inst] == Zone.CHARACTER else INST_CARD[inst]])


@kernel
def id_of_reference(s, option):
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
        return int(DECK) + deck_of(option)
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
def cents_id(s, n):
    """The action id of an amount: 0 declines an offer, its own amount accepts it."""
    if n == 0:
        return int(DECLINE)
    if n == agreed_amount(s):
        return int(ACCEPT)
    for k in range(len(AMOUNTS)):
        if AMOUNTS[k] == n:
            return int(CENTS) + k
    return NONE


@kernel
def id_of(s, k):
    """The action id of the k-th option of the pending decision, as the decision names its options."""
    option = int(s.option[k])
    if s.shape == Shape.YES_NO:
        return int(YES) if option == 1 else int(NO)
    if s.shape == Shape.MODE:
        return int(MODE) + option
    if s.shape == Shape.NUMBER:
        return int(NUMBER) + option - int(LOWEST_NUMBER)
    if s.shape == Shape.FAVOUR:
        return int(FAVOUR) + option - Favour.GIFT
    if s.shape == Shape.CENTS:
        return cents_id(s, option)
    return id_of_reference(s, option)


@kernel
def is_hidden_card(s, option):
    """Whether an option is a card in a hand or deck: those of one name are alike, as asking which one would inform others (A45)."""
    if not is_card(option):
        return False
    zone = s.zone[option - Ref.CARD]
    return zone == Zone.HAND or zone == Zone.DECK


ANSWERS = make_answers(
    kernel, id_of=id_of, alike=is_hidden_card, which=Shape.OPTION, first_which=int(OPTION), n_which=int(N_OPTIONS)
)
legal_options, choose_option = ANSWERS.legal_options, ANSWERS.choose_option


@kernel
def legal(s, acts):
    """Writes the legal action ids of the pending decision to acts, each once; returns how many."""
    if s.asked == NONE:
        return 0
    if s.shape == Shape.PRIORITY:
        return legal_priority(s, s.asked, acts)
    return legal_options(s, acts)


@kernel
def choose(s, action):
    """Answers a question with the option that an id names; asks a second question if several options have this id."""
    status = choose_option(s, action)
    if status == ANSWERED:
        if s.n_promises > 0 and (s.question == Question.TARGET or s.question == Question.PICK):
            note_target(s, s.asked, s.answer, NONE)
        advance(s)
    return NOT_LEGAL if status == NOT_LEGAL else ANSWERED


@kernel
def step(s, action):
    """Answers the pending decision and runs to the next; returns 0, or with nothing changed 1: not legal, 2: game over."""
    if s.asked == NONE:
        if s.outcome != 0:
            return OVER
        advance(s)  # a position set up by hand runs to its first decision
        return 0
    if action < 0 or action >= NUM_ACTIONS:
        return NOT_LEGAL
    status = 0
    if s.shape != Shape.PRIORITY:
        status = choose(s, action)
    elif action == PASS:
        if s.forced == 1:
            return NOT_LEGAL
        if s.n_promises > 0:
            note_window(s, s.asked, 1)
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
            if KIND_OF_ACTION[action] == ActionKind.OFFER:
                s.pushes = before  # talking breaks no loop (ER-51)
            elif s.n_promises > 0:
                note_window(s, s.asked, 0)
            advance(s)
        else:
            s.pushes = before
    if status == 0:
        s.decisions += 1
        if s.outcome == 0 and s.decisions >= s.max_decisions:
            s.outcome = Outcome.TRUNCATED
            s.asked = NONE
    return status
