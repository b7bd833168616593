"""Promises (R16.2), which change nothing that a player may do: the open ones, and when each is kept, broken or lapses (A88)."""

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.references import is_card, is_player
from fs_env.core.four_souls.rules.objects import find
from fs_env.core.four_souls.state import BIG, PROMISES, Favour, Obj, Zone, kernel


@kernel
def promised(s, favour, payer, promiser):
    for k in range(PROMISES):
        promise = s.promises[k]
        if promise.favour == favour and promise.payer == payer and promise.promiser == promiser:
            return True
    return False


@kernel
def make_promise(s):
    """Writes the promise of the agreed offer; a gift promises nothing."""
    bid = s.bid[0]
    if bid.favour == Favour.GIFT:
        return
    k = 0
    while s.promises[k].favour != 0:  # an offer is made only where a row is free
        k += 1
    promise = s.promises[k]
    promise.favour = bid.favour
    promise.promiser = bid.promiser
    promise.payer = bid.payer
    promise.whom = bid.whom
    promise.cents = bid.cents
    promise.item = bid.item
    promise.object = bid.object
    promise.tested = 0
    promise.turns = 0
    if bid.favour == Favour.SPARE:
        promise.turns = s.n_players
    elif bid.favour == Favour.AIM:
        promise.turns = 1
    s.n_promises += 1


@kernel
def lapse(s, k):
    s.promises[k].favour = 0
    s.n_promises -= 1


@kernel
def keep(s, k):
    p = s.promises[k].promiser
    s.kept[p] = min(BIG, s.kept[p] + 1)
    lapse(s, k)


@kernel
def break_promise(s, k):
    p = s.promises[k].promiser
    s.broken[p] = min(BIG, s.broken[p] + 1)
    lapse(s, k)


@kernel
def concerns(s, ref, p):
    """Whether a target is player p, a card of p's in play (not in hand: A45), a soul of p's, or p's object or attack."""
    if is_player(ref):
        return ref == p
    if is_card(ref):
        inst = ref - Ref.CARD
        zone = s.zone[inst]
        of_a_seat = zone == Zone.ITEM or zone == Zone.CURSE or zone == Zone.SOUL or zone == Zone.CHARACTER
        return of_a_seat and s.owner[inst] == p
    if ref == Ref.STACK:
        return p == s.active_player  # the running attack
    r = find(s, ref)
    return r != NONE and s.objects[r].controller == p


@kernel.rare
def note_target(s, p, ref, src):
    """Player p has chosen a target for card src (NONE: the card does not count as used)."""
    for k in range(PROMISES):
        promise = s.promises[k]
        if promise.favour == 0 or promise.promiser != p:
            continue
        aims = promise.favour == Favour.AIM
        if (aims or promise.favour == Favour.SPARE) and concerns(s, ref, promise.payer):
            break_promise(s, k)
        elif aims and concerns(s, ref, promise.whom):
            keep(s, k)
        elif ref == Ref.STACK + promise.object and src != NONE:
            if promise.favour == Favour.ANSWER or (promise.favour == Favour.USE and promise.item == src):
                keep(s, k)


@kernel.rare
def note_announced(s, r):
    """An object of a player has been announced with its targets: a loot card, an effect of an item, or a curse."""
    obj = s.objects[r]
    if obj.kind != Obj.LOOT and obj.kind != Obj.ACTIVATED and obj.kind != Obj.PAID and obj.kind != Obj.EVENT:
        return
    for i in range(4):
        if obj.reg[i] != NONE:
            note_target(s, obj.controller, obj.reg[i], obj.src)


@kernel.rare
def note_window(s, p, passed):
    """Player p has passed in a window, or has played, activated or paid for something."""
    for k in range(PROMISES):
        promise = s.promises[k]
        if promise.favour == 0 or promise.promiser != p or promise.object == 0:
            continue
        promise.tested = 1
        if promise.favour == Favour.PASS and passed == 0:
            break_promise(s, k)


@kernel
def left_player(s, k):
    promise = s.promises[k]
    return s.zone[promise.item] != Zone.ITEM or s.owner[promise.item] != promise.promiser


@kernel.rare
def settle_promises(s):
    """Before a window: what was promised about an object that has left the stack is kept, broken or lapses."""
    for k in range(PROMISES):
        promise = s.promises[k]
        if promise.favour == 0 or promise.object == 0 or find(s, Ref.STACK + promise.object) != NONE:
            continue
        if promise.tested == 0 or (promise.favour == Favour.USE and left_player(s, k)):
            lapse(s, k)
        elif promise.favour == Favour.PASS:
            keep(s, k)
        else:
            break_promise(s, k)


@kernel.rare
def turn_promises(s):
    """A turn begins: what was promised until now ends, sparing as kept and aiming as lapsed."""
    for k in range(PROMISES):
        promise = s.promises[k]
        if promise.favour == 0 or promise.turns == 0:
            continue
        promise.turns -= 1
        if promise.turns > 0:
            continue
        if promise.favour == Favour.SPARE:
            keep(s, k)
        else:
            lapse(s, k)
