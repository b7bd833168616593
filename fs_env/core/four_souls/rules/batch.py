"""Pushing what waits: triggers, deaths, refills and announcements, in the order of R6.4, before the next window (R6.3)."""

from fs_env.core.four_souls.language.codes import NONE, AbilityFlag, Deck, Ref
from fs_env.core.four_souls.options import Deaths
from fs_env.core.four_souls.rules.announce import announce
from fs_env.core.four_souls.rules.objects import push
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.zones import seat_at
from fs_env.core.four_souls.state import Obj, ObjectFlag, Question, Shape, kernel
from fs_env.core.four_souls.tables import AB_FLAGS

WAITING = -1000  # option -1000 - r represents the waiting object r
EFFECTS, EVENTS, REFILLS, MONSTER_DEATHS, PLAYER_DEATHS, MONSTER_EFFECTS, PLAYER_EFFECTS = 0, 1, 2, 3, 4, 5, 6
ROOM_REFILL = 10 * REFILLS - 1  # its rank: rooms are refilled after the other slots


@kernel
def class_of(s, r):
    """The class of a waiting object in the order of pushing (R6.4)."""
    kind = s.objects[r].kind
    if kind == Obj.REFILL:
        return REFILLS
    if kind == Obj.MONSTER_DEATH:
        return MONSTER_DEATHS
    if kind == Obj.PLAYER_DEATH:
        return PLAYER_DEATHS
    if kind == Obj.TRIGGER:
        return MONSTER_EFFECTS if s.objects[r].flags & ObjectFlag.MONSTER else PLAYER_EFFECTS
    if kind == Obj.ROLL_BONUS:
        return PLAYER_EFFECTS
    if kind == Obj.EVENT:
        return EVENTS
    return EFFECTS  # a line of a dice table, a copied effect: first of all (R9.7)


@kernel
def rank(s, r):
    """The group of a waiting object: its class, and the seat in turn order where each player orders its own objects."""
    c = class_of(s, r)
    place = c
    if s.deaths == Deaths.FAQ and (c == MONSTER_DEATHS or c == PLAYER_DEATHS):
        place = MONSTER_DEATHS + PLAYER_DEATHS - c  # the monsters' deaths lie above, and resolve first (A06)
    if c == PLAYER_DEATHS or c == PLAYER_EFFECTS:
        return 10 * place + seat_at(s, s.objects[r].controller - s.active_player)
    if place == REFILLS and s.objects[r].n == Deck.ROOM:
        return ROOM_REFILL
    return 10 * place


@kernel
def alike(s, a, b):
    """Whether the order of two waiting objects makes no difference; two answers of one card differ if its text refers to the event."""
    x = s.objects[a]
    y = s.objects[b]
    if x.kind == Obj.REFILL:
        return x.n == y.n
    if x.src != y.src or x.ability != y.ability:
        return False
    if x.kind == Obj.ROLL_BONUS:
        return x.n == y.n
    if x.kind != Obj.TRIGGER or AB_FLAGS[x.ability] & AbilityFlag.READS_EVENT == 0:
        return True
    return x.it == y.it and x.amount == y.amount and x.dealer == y.dealer and x.from_card == y.from_card


@kernel
def choose_next(s, f):
    """The waiting object to be pushed next, after asking its owner where it matters; NONE while asking."""
    first = NONE
    for i in range(s.n_waiting):
        r = int(s.waiting[i])
        if first == NONE or rank(s, r) < rank(s, first):
            first = r
    c = class_of(s, first)
    if c == EFFECTS or c == PLAYER_DEATHS or rank(s, first) == ROOM_REFILL:
        return first
    clear(s)
    for i in range(s.n_waiting):
        r = int(s.waiting[i])
        if rank(s, r) != rank(s, first):
            continue
        known = False
        for k in range(s.n_options):
            if c == REFILLS:
                known = known or s.option[k] == Ref.DECK + s.objects[r].n
            else:
                known = known or alike(s, WAITING - s.option[k], r)
        if not known:
            offer(s, Ref.DECK + s.objects[r].n if c == REFILLS else WAITING - r)
    s.frames[f].step = 1
    who = int(s.objects[first].controller) if c == PLAYER_EFFECTS else int(s.active_player)
    if ask(s, who, Question.REFILL if c == REFILLS else Question.TRIGGER_ORDER, Shape.REFS, NONE) == 0:
        return NONE
    return answered(s, f)


@kernel
def answered(s, f):
    s.frames[f].step = 0
    if s.answer <= WAITING:
        return WAITING - int(s.answer)
    for i in range(s.n_waiting):
        r = int(s.waiting[i])
        if s.objects[r].kind == Obj.REFILL and Ref.DECK + s.objects[r].n == s.answer:
            return r
    return int(s.waiting[0])


@kernel
def run_batch(s, f):
    """Pushes or announces one waiting object; when none is left and anything was pushed, the AP has priority (R4.2).

    cursor: 1 once the batch has begun, done: the number of the newest object at that moment."""
    frame = s.frames[f]
    if frame.cursor == 0:
        frame.cursor = 1
        frame.done = s.uid
    if s.n_waiting == 0:
        s.n_frames -= 1
        if s.uid != frame.done:
            s.priority_player = s.active_player
            s.passes = 0
        return
    r = answered(s, f) if s.frames[f].step == 1 else choose_next(s, f)
    if r == NONE:
        return
    k = 0
    while s.waiting[k] != r:
        k += 1
    s.n_waiting -= 1
    for i in range(k, s.n_waiting):
        s.waiting[i] = s.waiting[i + 1]
    kind = s.objects[r].kind
    if kind == Obj.REFILL or kind == Obj.MONSTER_DEATH or kind == Obj.PLAYER_DEATH or kind == Obj.ROLL_BONUS:
        push(s, r)
    else:
        announce(s, r)
