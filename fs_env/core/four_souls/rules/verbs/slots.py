"""Verbs about monster slots and the shop (R15). Their words: `language/verbs/slots.py`."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Ref
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import RefKind, card_of, ref_kind
from fs_env.core.four_souls.rules.doubling import factor
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.rooms import discard_room as put_into_discard
from fs_env.core.four_souls.rules.select import offer_all
from fs_env.core.four_souls.rules.slots import cover_from_deck, discard_active, empty_shop, fill_shop, put_on_slot
from fs_env.core.four_souls.rules.slots import expand as add_slots
from fs_env.core.four_souls.rules.values import NEXT, WAIT, many, one
from fs_env.core.four_souls.rules.zones import draw_top, to_pile
from fs_env.core.four_souls.state import NO_MORE, Outcome, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import PROG


@kernel
def expand(s, f):
    """Adds shop slots or monster slots (R15.7)."""
    ins = PROG[s.frames[f].pc]
    add_slots(s, ins.slots, ins.n * factor(s, f))
    return NEXT


@kernel
def slot_number(s, ref):
    """The monster slot that a reference names, directly or by its active monster; NONE for anything else."""
    if ref_kind(ref) == RefKind.SLOT:
        return ref - Ref.SLOT
    inst = card_of(ref)
    if inst != NONE and s.zone[inst] == Zone.ACTIVE:
        return int(s.owner[inst])
    return NONE


@kernel
def cover(s, f):
    """Puts the top card of the monster deck onto the slot named."""
    k = slot_number(s, one(s, f, PROG[s.frames[f].pc].what))
    if k != NONE:
        cover_from_deck(s, k)
    return NEXT


@kernel
def replace_monster(s, f):
    """Discards active monsters and covers their slots from the deck (R15.10)."""
    n = many(s, f, PROG[s.frames[f].pc].what)
    for i in range(n):
        s.buf[i] = slot_number(s, s.buf[i])
    for i in range(n):
        k = int(s.buf[i])
        if k != NONE:
            discard_active(s, k)
            cover_from_deck(s, k)
    return NEXT


@kernel
def discard_monster(s, f):
    """Discards active monsters (R14.7)."""
    for i in range(many(s, f, PROG[s.frames[f].pc].what)):
        inst = card_of(int(s.buf[i]))
        if inst != NONE and s.zone[inst] == Zone.ACTIVE:
            discard_active(s, s.owner[inst])
    return NEXT


@kernel
def discard_shop(s, f):
    """Discards shop items (R2.26)."""
    for i in range(many(s, f, PROG[s.frames[f].pc].what)):
        inst = card_of(int(s.buf[i]))
        if inst != NONE and s.zone[inst] == Zone.SHOP:
            empty_shop(s, inst)
            to_pile(s, inst)
    return NEXT


@kernel
def replace_shop_any(s, f):
    """Discards any number of shop items, then fills their slots at once."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    if frame.step == 0:
        s.n_look = 0
    while True:
        if frame.step == 1:
            if s.answer == NO_MORE:
                break
            s.look[s.n_look] = card_of(s.answer)
            s.n_look += 1
        clear(s)
        for k in range(s.n_shop):
            picked = s.shop[k] == NONE
            for i in range(s.n_look):
                picked = picked or s.look[i] == s.shop[k]
            if not picked:
                offer(s, Ref.CARD + s.shop[k])
        offer(s, NO_MORE)
        frame.step = 1
        if ask(s, obj.controller, Question.PICK, Shape.REFS, obj.src) == 0:
            return WAIT
    for i in range(s.n_look):
        inst = int(s.look[i])
        s.look[i] = s.owner[inst]
        empty_shop(s, inst)
        to_pile(s, inst)
    for i in range(s.n_look):
        inst = draw_top(s, Deck.TREASURE)
        if inst != NONE:
            fill_shop(s, s.look[i], inst)
    s.n_look = 0
    return NEXT


@kernel
def to_slot(s, f):
    """Puts found monsters onto slots of the controller's choice (A31); cursor: how many are placed."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    while True:
        if frame.step == 1:
            put_on_slot(s, s.answer - Ref.SLOT, s.found[frame.cursor])
            frame.cursor += 1
            frame.step = 0
        if frame.cursor >= 2 or s.found[frame.cursor] == NONE:
            return NEXT
        offer_all(s, PROG[frame.pc].filter, obj.controller, obj.src, frame.object)
        frame.step = 1
        if ask(s, obj.controller, Question.SLOT, Shape.REFS, s.found[frame.cursor]) == 0:
            return WAIT


@kernel
def discard_room(s, f):
    """Discards rooms that are face up (R20.1)."""
    for i in range(many(s, f, PROG[s.frames[f].pc].what)):
        inst = card_of(int(s.buf[i]))
        if inst != NONE:
            put_into_discard(s, inst)
    return NEXT


@kernel
def slots(s, f, op):
    if op == Op.EXPAND:
        return expand(s, f)
    if op == Op.COVER:
        return cover(s, f)
    if op == Op.REPLACE_MONSTER:
        return replace_monster(s, f)
    if op == Op.DISCARD_MONSTER:
        return discard_monster(s, f)
    if op == Op.DISCARD_SHOP:
        return discard_shop(s, f)
    if op == Op.REPLACE_SHOP_ANY:
        return replace_shop_any(s, f)
    if op == Op.DISCARD_ROOM:
        return discard_room(s, f)
    if op == Op.TO_SLOT:
        return to_slot(s, f)
    s.outcome = Outcome.GUARD  # not a verb of this family
    return NEXT
