"""Verbs about decks and the cards that are looked at (R15). Their words: `language/verbs/decks.py`."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Ref, Sel
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import card_of
from fs_env.core.four_souls.rules.items import gain_item
from fs_env.core.four_souls.rules.objects import drop
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.secrets import EVERYBODY, hide_order, show, watch
from fs_env.core.four_souls.rules.secrets import reveal as reveal_card
from fs_env.core.four_souls.rules.select import card_fits, offer_all
from fs_env.core.four_souls.rules.slots import empty_shop, leave_slot
from fs_env.core.four_souls.rules.values import NEXT, WAIT, many, one, value
from fs_env.core.four_souls.rules.zones import (
    bury,
    draw_top,
    enter_play,
    home,
    insert,
    move,
    put,
    restock_under,
    seat_at,
    shuffle,
    take_from_deck,
    take_from_pile,
    to_pile,
    top_of,
)
from fs_env.core.four_souls.state import LOOK, NO_MORE, Outcome, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import C_FLAGS, INST_CARD, PROG, CardFlag


@kernel
def deck_of(ref):
    d = ref - Ref.DECK
    return d if 0 <= d and d < 3 else NONE


@kernel
def look_at(s, f, who):
    """Puts the top cards of a deck into the looked list, known to player `who` or to every player."""
    ins = PROG[s.frames[f].pc]
    s.n_look = 0
    s.rest = 0
    d = deck_of(one(s, f, ins.deck))
    if d == NONE:
        return NEXT
    s.look_deck = d
    if who == EVERYBODY:
        restock_under(s, d, value(s, f, ins.n, NONE, NONE))
    for k in range(min(LOOK, value(s, f, ins.n, NONE, NONE))):
        inst = top_of(s, d, k)
        if inst != NONE:
            s.look[s.n_look] = inst
            s.n_look += 1
            if who == EVERYBODY:
                reveal_card(s, inst)
            else:
                watch(s, who, inst)
    return NEXT


@kernel
def look(s, f):
    ins = PROG[s.frames[f].pc]
    return look_at(s, f, EVERYBODY if ins.op == Op.REVEAL else one(s, f, ins.by))


reveal = look


@kernel
def give_curses(s, f):
    """The controller picks a player for each revealed curse, which leaves the list; cursor: place in it, step 1: being asked."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    while True:
        if frame.step == 1:
            inst = int(s.look[frame.cursor])
            s.n_look -= 1
            for i in range(frame.cursor, s.n_look):
                s.look[i] = s.look[i + 1]
            take_from_deck(s, s.look_deck, inst)
            enter_play(s, inst, Zone.CURSE, s.answer)
            frame.step = 0
        while frame.cursor < s.n_look and not C_FLAGS[INST_CARD[s.look[frame.cursor]]] & CardFlag.CURSE:
            frame.cursor += 1
        if frame.cursor >= s.n_look:
            return NEXT
        clear(s)
        for k in range(s.n_players):
            offer(s, seat_at(s, obj.controller + k))
        frame.step = 1
        if ask(s, obj.controller, Question.PICK, Shape.REFS, s.look[frame.cursor]) == 0:
            return WAIT


@kernel
def reveal_until(s, f):
    """Reveals cards until n match; those are found, the others go to the bottom as revealed (ER-59, R15.11)."""
    ins = PROG[s.frames[f].pc]
    d = deck_of(one(s, f, ins.deck))
    s.found[0] = NONE
    s.found[1] = NONE
    if d == NONE:
        return NEXT
    hits = 0
    others = 0  # they stay on top of the deck, set aside, until the end
    while hits < min(2, int(ins.n)):
        inst = top_of(s, d, others)
        if inst == NONE:
            break
        reveal_card(s, inst)
        if card_fits(ins.filter, INST_CARD[inst]):
            take_from_deck(s, d, inst)
            move(s, inst, Zone.REVEALED, NONE)
            s.found[hits] = inst
            hits += 1
        else:
            others += 1
        restock_under(s, d, others)
    for _ in range(others):
        bury(s, d, top_of(s, d, 0))
    return NEXT


@kernel
def search(s, f):
    """The controller picks a matching card of a deck and shows it; the deck is shuffled; an item is gained (ER-49)."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    obj = s.objects[frame.object]
    d = deck_of(one(s, f, ins.deck))
    if d == NONE:
        return NEXT
    if frame.step == 0:
        s.found[0] = NONE
        s.found[1] = NONE
        clear(s)
        for k in range(s.n_deck[d]):
            if card_fits(ins.filter, INST_CARD[s.deck[d, k]]):
                offer(s, Ref.CARD + s.deck[d, k])
                watch(s, obj.controller, int(s.deck[d, k]))  # until the deck is shuffled
        if s.n_options == 0:
            shuffle(s, d)
            return NEXT
        frame.step = 1
        if ask(s, obj.controller, Question.SEARCH, Shape.REFS, obj.src) == 0:
            return WAIT
    inst = int(s.answer) - Ref.CARD
    take_from_deck(s, d, inst)
    shuffle(s, d)
    show(s, inst)
    if d == Deck.TREASURE:
        gain_item(s, inst, obj.controller)
    else:
        move(s, inst, Zone.REVEALED, NONE)
        s.found[0] = inst
    return NEXT


@kernel
def look_options(s, first):
    clear(s)
    for i in range(first, s.n_look):
        offer(s, Ref.CARD + s.look[i])


@kernel
def bring_forward(s, place, inst):
    """Moves a looked card to a place of the list; the others after it keep their order."""
    k = place
    while s.look[k] != inst:
        k += 1
    for i in range(k, place, -1):
        s.look[i] = s.look[i - 1]
    s.look[place] = inst


@kernel
def arrange(s, f, who, about, first, n):
    """Asks a player for the looked cards one by one until n are at the places from `first` on; WAIT while asking.

    cursor: how many are there, step 1: being asked."""
    frame = s.frames[f]
    while True:
        if frame.step == 1:
            if frame.cursor == 0:
                hide_order(s, who, first)
            bring_forward(s, first + frame.cursor, s.answer - Ref.CARD)
            frame.cursor += 1
            frame.step = 0
        if frame.cursor >= n or first + frame.cursor >= s.n_look:
            return NEXT
        frame.step = 1
        look_options(s, first + frame.cursor)
        if ask(s, who, about, Shape.REFS, s.objects[frame.object].src) == 0:
            return WAIT


@kernel
def order_top(s, f):
    """Puts the looked cards back on top in the order of the player named; the one chosen first is deepest."""
    if arrange(s, f, one(s, f, PROG[s.frames[f].pc].by), Question.ORDER, 0, s.n_look) == WAIT:
        return WAIT
    d = int(s.look_deck)
    base = int(s.n_deck[d]) - int(s.n_look)
    for i in range(s.n_look):
        put(s, d, base + i, s.look[i])
    return NEXT


@kernel
def keep_top(s, f):
    """Asks which looked cards stay on top; the others are "the rest"."""
    n = int(PROG[s.frames[f].pc].n)
    if arrange(s, f, s.objects[s.frames[f].object].controller, Question.KEEP, 0, n) == WAIT:
        return WAIT
    s.rest = min(n, int(s.n_look))
    d = int(s.look_deck)
    base = int(s.n_deck[d]) - int(s.n_look)
    for i in range(s.n_look):
        put(s, d, base + i, s.look[s.n_look - 1 - i])
    return NEXT


@kernel
def sink(s, inst):
    """Sends a card from wherever it is to the bottom of its deck."""
    d = home(inst)
    zone = s.zone[inst]
    if zone == Zone.DECK:
        bury(s, d, inst)
        return
    if zone == Zone.SHOP:
        empty_shop(s, inst)
    elif zone == Zone.ACTIVE:
        leave_slot(s, s.owner[inst])
    elif zone == Zone.PILE:
        take_from_pile(s, d, inst)
    elif zone != Zone.STACK and zone != Zone.BESIDE and zone != Zone.REVEALED:
        return
    insert(s, d, inst, s.n_deck[d])


@kernel
def to_bottom(s, f):
    """Puts cards on the bottom of their decks, several in the order that the controller chooses, the last lowest (R15.11)."""
    frame = s.frames[f]
    sel = PROG[frame.pc].what
    first = int(s.rest) if sel == Sel.REST else 0
    if frame.step == 0 and frame.cursor == 0 and sel != Sel.LOOKED and sel != Sel.REVEALED and sel != Sel.REST:
        s.n_look = 0
        for i in range(min(LOOK, many(s, f, sel))):
            inst = card_of(s.buf[i])
            if inst != NONE:
                s.look[s.n_look] = inst
                s.n_look += 1
    if arrange(s, f, s.objects[frame.object].controller, Question.ORDER, first, s.n_look - first) == WAIT:
        return WAIT
    for i in range(first, s.n_look):
        sink(s, s.look[i])
    hide_order(s, int(s.objects[frame.object].controller), first)
    s.n_look = 0
    return NEXT


@kernel
def leave_stack(s, inst):
    """Takes the object that carries a card off the stack together with the card: it does not resolve (R14.11)."""
    for i in range(s.n_stack):
        r = int(s.stack[i])
        if s.objects[r].card == inst:
            s.objects[r].card = NONE
            drop(s, r)
            return


@kernel
def topdeck_one(s, inst):
    """Puts a card from wherever it is on top of its deck."""
    zone = s.zone[inst]
    if zone == Zone.PILE:
        take_from_pile(s, home(inst), inst)
    elif zone != Zone.STACK and zone != Zone.BESIDE and zone != Zone.REVEALED:
        return
    if zone == Zone.STACK:
        leave_stack(s, inst)
    insert(s, home(inst), inst, 0)


@kernel
def topdeck(s, f):
    for i in range(many(s, f, PROG[s.frames[f].pc].what)):
        inst = card_of(s.buf[i])
        if inst != NONE:
            topdeck_one(s, inst)
    return NEXT


@kernel
def topdeck_any(s, f):
    frame = s.frames[f]
    obj = s.objects[frame.object]
    while True:
        if frame.step == 1:
            if s.answer == NO_MORE:
                return NEXT
            topdeck_one(s, card_of(s.answer))
        if offer_all(s, PROG[frame.pc].filter, obj.controller, obj.src, frame.object) == 0:
            return NEXT
        offer(s, NO_MORE)
        frame.step = 1
        if ask(s, obj.controller, Question.PICK, Shape.REFS, obj.src) == 0:
            return WAIT


@kernel
def discard_top(s, f):
    for i in range(many(s, f, PROG[s.frames[f].pc].deck)):
        d = deck_of(int(s.buf[i]))
        inst = draw_top(s, d) if d != NONE else NONE
        if inst != NONE:
            to_pile(s, inst)
    return NEXT


@kernel
def into_deck(s, f):
    """Puts this card into its deck, as the n-th from the top (ER-42)."""
    frame = s.frames[f]
    inst = int(s.objects[frame.object].src)
    if s.zone[inst] == Zone.STACK:
        leave_stack(s, inst)
        insert(s, home(inst), inst, PROG[frame.pc].n - 1)
    return NEXT


@kernel
def decks(s, f, op):
    if op == Op.LOOK:
        return look(s, f)
    if op == Op.REVEAL:
        return reveal(s, f)
    if op == Op.GIVE_CURSES:
        return give_curses(s, f)
    if op == Op.REVEAL_UNTIL:
        return reveal_until(s, f)
    if op == Op.SEARCH:
        return search(s, f)
    if op == Op.ORDER_TOP:
        return order_top(s, f)
    if op == Op.KEEP_TOP:
        return keep_top(s, f)
    if op == Op.TO_BOTTOM:
        return to_bottom(s, f)
    if op == Op.TOPDECK:
        return topdeck(s, f)
    if op == Op.TOPDECK_ANY:
        return topdeck_any(s, f)
    if op == Op.DISCARD_TOP:
        return discard_top(s, f)
    if op == Op.INTO_DECK:
        return into_deck(s, f)
    s.outcome = Outcome.GUARD  # not a verb of this family
    return NEXT
