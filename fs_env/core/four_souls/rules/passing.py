"""Passing by a rule (R4): in which windows a seat that may pass is asked all the same."""

from fs_env.core.four_souls.actions import PASS
from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.references import RefKind, ref_kind
from fs_env.core.four_souls.rules.combat import is_hit
from fs_env.core.four_souls.rules.objects import find
from fs_env.core.four_souls.rules.stops import Stop
from fs_env.core.four_souls.state import AIMED, Obj, ObjectFlag, Phase, Shape, Zone, kernel

PLAYED = (Obj.LOOT, Obj.ACTIVATED, Obj.PAID)
FOLLOWS = (Obj.BRANCH, Obj.MONSTER_DEATH, Obj.REWARD, Obj.PENALTY, Obj.MONSTER_CARD, Obj.REFILL, Obj.ROLL_BONUS)
ROUTINE = sum(1 << kind for kind in (*PLAYED, Obj.LOOT_STEP, Obj.PURCHASE, Obj.ATTACK, *FOLLOWS))
"""Kinds of what a player did itself, or what only follows from it, as bits."""
TARGETED = sum(1 << kind for kind in AIMED)


@kernel
def is_of(s, ref, p):
    """Whether a reference means player p, a card in front of p, or an object of p on the stack."""
    kind = ref_kind(ref)
    if kind == RefKind.PLAYER:
        return ref == p
    if kind == RefKind.CARD:
        inst = ref - Ref.CARD
        zone = s.zone[inst]
        open_card = zone == Zone.ITEM or zone == Zone.CURSE or zone == Zone.SOUL or zone == Zone.CHARACTER
        return open_card and s.owner[inst] == p
    if kind == RefKind.OBJECT:
        r = find(s, ref)
        return r != NONE and s.objects[r].controller == p
    return False


@kernel
def is_target(s, p):
    for i in range(s.n_stack):
        obj = s.objects[s.stack[i]]
        if TARGETED >> int(obj.kind) & 1:
            for k in range(4):
                if is_of(s, int(obj.reg[k]), p):
                    return True
    return False


@kernel
def stops_at_top(s, p, rule):
    """Whether a rule leaves a window to player p because of what is on top of the stack."""
    top = s.objects[s.stack[s.n_stack - 1]]
    kind = top.kind
    if kind == Obj.ROLL:
        return rule & Stop.DICE != 0
    if kind == Obj.COMBAT:
        return rule & Stop.COMBAT != 0
    played = kind == Obj.LOOT or kind == Obj.ACTIVATED or kind == Obj.PAID
    return played and top.controller != p and rule & Stop.PLAYED != 0


@kernel
def suits(s, p, r):
    """Whether a stack object is an attack roll or combat damage as player p wants it: a hit of its own side, or a miss of another's."""
    obj = s.objects[r]
    own_side = obj.controller == p or s.variant != Variant.RIVALS
    if obj.kind == Obj.COMBAT:
        return (obj.flags & ObjectFlag.HIT != 0) == own_side
    rolled = obj.kind == Obj.ROLL and obj.flags & ObjectFlag.ATTACK_ROLL != 0 and s.attacking == 1
    return rolled and is_hit(s, int(obj.controller), int(s.attacked), int(obj.n)) == own_side


@kernel
def acts_freely(s, p):
    """Whether passing in an own turn with nothing on the stack would end the action phase of a living player (R4.8, R11.7)."""
    return (s.phase == Phase.ACTION) & (s.attacking == 0) & (s.ending == 0) & (s.dead[p] == 0)


@kernel
def passing(s, rule):
    """The action by which the player with priority passes by a rule, a sum of 1 and of `Stop`s; NONE where the player is asked.

    An own turn with nothing on the stack is passed only with `Stop.QUICK`, and never where the player `acts_freely`.
    """
    p = int(s.asked)
    if rule == 0 or p == NONE or s.shape != Shape.PRIORITY:
        return NONE
    own, quick = p == s.active_player, rule & Stop.QUICK != 0
    if own and s.n_stack == 0:
        stop = Stop.ATTACK if s.attacking == 1 else Stop.END if s.phase == Phase.END else Stop.STEPS
        return int(PASS) if quick and rule & stop == 0 and not acts_freely(s, p) else NONE
    if quick and s.n_stack > 0:
        top = int(s.stack[s.n_stack - 1])
        if s.objects[top].controller == p and ROUTINE >> int(s.objects[top].kind) & 1:
            return int(PASS) if rule & Stop.MINE == 0 else NONE
        if suits(s, p, top):
            return int(PASS) if rule & Stop.SUITS == 0 else NONE
    if own and rule & Stop.OWN != 0:
        return NONE
    if rule & Stop.TARGET != 0 and (s.dying[p] == 1 or is_target(s, p)):
        return NONE
    return NONE if s.n_stack > 0 and stops_at_top(s, p, rule) else int(PASS)
