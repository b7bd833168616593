"""The window (R4): what the player with priority may do, and doing it."""

from fs_env.core.four_souls.actions import (
    ACTIVATE_ID,
    ATTACK_ID,
    ATTACK_TOP,
    BUY_ID,
    BUY_TOP,
    CARD_OF_ACTION,
    KIND_OF_ACTION,
    N_PAY,
    OFFER,
    PAID_BY_ACTION,
    PASS,
    PAY_IDS,
    PLAY_ID,
    ActionKind,
)
from fs_env.core.four_souls.language.codes import NONE, Head, Lasting, Ref, Static
from fs_env.core.four_souls.rules.announce import announce, can_announce, loot_object, object_for
from fs_env.core.four_souls.rules.barter import begin_offer, legal_offers, may_offer
from fs_env.core.four_souls.rules.combat import MONSTER_DECK, declare_attack, may_declare, must_declare_attack
from fs_env.core.four_souls.rules.goals import count_for_goals
from fs_env.core.four_souls.rules.hands import hand_card_of_name
from fs_env.core.four_souls.rules.limits import at_limit, count_use
from fs_env.core.four_souls.rules.objects import new_frame
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.purchases import TREASURE_DECK, declare_purchase, may_buy
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.slots import ability_of
from fs_env.core.four_souls.state import (
    STACK_LIMIT,
    USE_LIMIT,
    Frame,
    Obj,
    ObjectFlag,
    Phase,
    Question,
    Shape,
    Zone,
    kernel,
)
from fs_env.core.four_souls.tables import AB_HEAD, C_AB0, C_ABN, C_FLAGS, C_INST0, C_USABLE, INST_CARD, CardFlag


@kernel
def main_window(s, p):
    """Whether player p may declare purchases and attacks now (R7.5)."""
    return (
        p == s.active_player
        and s.priority_player == p
        and s.phase == Phase.ACTION
        and s.n_stack == 0
        and s.attacking == 0
        and s.ending == 0
        and s.dead[p] == 0
    )


@kernel
def must_declare(s, p):
    """Whether an obligation allows player p nothing but to attack (R11.7)."""
    if not main_window(s, p):
        return False
    return must_declare_attack(s)


@kernel
def own_play_open(s, p):
    """Whether a loot play of the player's own action phase is left (R8.1)."""
    own_turn = (p == s.active_player) & (s.phase == Phase.ACTION) & (s.ending == 0)
    return own_turn & (s.plays_used[p] < s.own_plays[p])


@kernel
def character_open(s, p):
    """Whether the character can be turned for a loot play (R8.3)."""
    inst = int(s.character[p])
    return (s.turned[inst] == 0) & (C_FLAGS[s.face[inst]] & CardFlag.TURN_SELF != 0)


@kernel
def play_open(s, p):
    """Whether player p could play some loot card now (R8.4)."""
    if s.locked[p] == 1 or s.n_stack >= STACK_LIMIT:
        return False
    if s.n_rooms > 0 and at_limit(s, p, Static.LOOT_PLAY_LIMIT, Lasting.PLAYED):
        return False
    return own_play_open(s, p) or s.extra_plays[p] > 0 or character_open(s, p)


@kernel
def may_play(s, p, card):
    """Whether player p, with a loot play open, may play a loot card of that name from the hand (R5.2)."""
    inst = hand_card_of_name(s, p, card)
    if inst == NONE:
        return False
    a = ability_of(card, Head.PLAY)
    return a == NONE or can_announce(s, a, p, inst)


@kernel
def at_hand(s, p, inst):
    """Whether player p may use what a card prints: its own items, and rooms in its own turn (R20.3)."""
    if s.zone[inst] == Zone.ROOM:
        return s.active_player == p
    return s.zone[inst] == Zone.ITEM and s.owner[inst] == p


@kernel
def used_up(s, p, inst):
    """Whether player p has used an item or room a hundred times in this turn, whoever else has used it (A86)."""
    return s.uses[p, C_USABLE[INST_CARD[inst]]] >= USE_LIMIT


@kernel
def may_activate(s, p, inst):
    """Whether player p may activate an item or room now (R2.3, R20.3)."""
    if not at_hand(s, p, inst) or s.turned[inst] == 1:
        return False
    if s.locked[p] == 1 or s.n_stack >= STACK_LIMIT or used_up(s, p, inst):
        return False
    if s.n_rooms > 0 and s.zone[inst] == Zone.ITEM and at_limit(s, p, Static.ACTIVATION_LIMIT, Lasting.ACTIVATED):
        return False
    a = ability_of(s.face[inst], Head.ACTIVATED)
    return a != NONE and can_announce(s, a, p, inst)


@kernel
def paid_ability(face, k):
    """The ability of the k-th paid effect of a card, NONE after the last."""
    for a in range(C_AB0[face], C_AB0[face] + C_ABN[face]):
        if AB_HEAD[a] == Head.PAID:
            if k == 0:
                return a
            k -= 1
    return NONE


@kernel
def may_pay(s, p, inst, k):
    """Whether player p may use the k-th paid effect of an item or room now (R2.4, R20.3)."""
    if not at_hand(s, p, inst) or s.n_stack >= STACK_LIMIT or used_up(s, p, inst):
        return False
    a = paid_ability(s.face[inst], k)
    return a != NONE and can_announce(s, a, p, inst)


@kernel
def legal_plays(s, p, acts, n):
    """Adds the ids of the loot plays, activations and payments that player p may make; returns how many ids there are now."""
    for i in range(s.n_hand[p] if play_open(s, p) else 0):
        card = int(INST_CARD[s.hand[p, i]])
        again = False
        for k in range(i):
            again = again or INST_CARD[s.hand[p, k]] == card
        if not again and may_play(s, p, card):
            acts[n] = PLAY_ID[card]
            n += 1
    for i in range(s.n_play):
        inst = int(s.play[i])
        if ((s.zone[inst] != Zone.ITEM) | (s.owner[inst] != p)) & (s.zone[inst] != Zone.ROOM):
            continue
        card = int(INST_CARD[inst])
        if ACTIVATE_ID[card] != NONE and may_activate(s, p, inst):
            acts[n] = ACTIVATE_ID[card]
            n += 1
        for k in range(N_PAY[card]):
            if may_pay(s, p, inst, k):
                acts[n] = PAY_IDS[card, k]
                n += 1
    return n


@kernel
def legal_priority(s, p, acts):
    """Writes the ids of everything that the player with priority may do; returns how many."""
    n = 0
    if s.forced == 0:
        acts[0] = PASS
        n = legal_plays(s, p, acts, 1)
        if s.bartering == 1:
            n = legal_offers(s, p, acts, n)
    if not main_window(s, p):
        return n
    if s.forced == 0:
        for k in range(s.n_shop):
            if s.shop[k] != NONE and may_buy(s, Ref.CARD + s.shop[k]):
                acts[n] = BUY_ID[INST_CARD[s.shop[k]]]
                n += 1
        if may_buy(s, TREASURE_DECK):
            acts[n] = BUY_TOP
            n += 1
    for k in range(s.n_slots):
        if s.slot[k] != NONE and may_declare(s, Ref.CARD + s.slot[k]):
            acts[n] = ATTACK_ID[INST_CARD[s.slot[k]]]
            n += 1
    if may_declare(s, MONSTER_DECK):
        acts[n] = ATTACK_TOP
        n += 1
    return n


@kernel
def play_loot(s, p, card, turn):
    """Announces a loot card from the hand, by turning the character or by a loot play (R8)."""
    if turn == 1:
        s.turned[s.character[p]] = 1
    elif own_play_open(s, p):
        s.plays_used[p] += 1
    else:
        s.extra_plays[p] -= 1
    if s.n_rooms > 0:
        count_use(s, p, Static.LOOT_PLAY_LIMIT, Lasting.PLAYED)
        count_for_goals(s, Lasting.LOOT_GOAL)
    inst = hand_card_of_name(s, p, card)
    announce(s, loot_object(s, p, ability_of(card, Head.PLAY), inst))


@kernel
def run_source(s, f):
    """Asks whether the character is turned or a loot play used, where both are open (ER-09); cursor: the card, whom: the player."""
    frame = s.frames[f]
    if frame.step == 0:
        clear(s)
        offer(s, 1)
        offer(s, 0)
        frame.step = 1
        ask(s, frame.whom, Question.LOOT_SOURCE, Shape.YES_NO, s.character[frame.whom])
        return
    s.n_frames -= 1
    play_loot(s, frame.whom, frame.cursor, s.answer)


@kernel
def begin_play(s, p, card):
    by_play = own_play_open(s, p) or s.extra_plays[p] > 0
    by_turn = character_open(s, p)
    if by_play and by_turn:
        show(s, hand_card_of_name(s, p, card))  # it is announced in any case
        f = new_frame(s, Frame.LOOT_SOURCE, NONE)
        s.frames[f].cursor = card
        s.frames[f].whom = p
    else:
        play_loot(s, p, card, 1 if by_turn else 0)


@kernel
def act_on_items(s, p, action, card):
    """Activates or pays for an item or room; returns 1 if that is not legal."""
    inst = int(C_INST0[card])
    flags = 0 if s.zone[inst] == Zone.ROOM else ObjectFlag.FROM_ITEM
    if KIND_OF_ACTION[action] == ActionKind.ACTIVATE:
        if not may_activate(s, p, inst):
            return 1
        s.uses[p, C_USABLE[card]] += 1
        if s.n_rooms > 0 and s.zone[inst] == Zone.ITEM:
            count_use(s, p, Static.ACTIVATION_LIMIT, Lasting.ACTIVATED)
        announce(s, object_for(s, Obj.ACTIVATED, p, ability_of(s.face[inst], Head.ACTIVATED), inst, flags))
        return 0
    k = int(PAID_BY_ACTION[action])
    if not may_pay(s, p, inst, k):
        return 1
    s.uses[p, C_USABLE[card]] += 1
    announce(s, object_for(s, Obj.PAID, p, paid_ability(s.face[inst], k), inst, flags))
    return 0


@kernel
def declare(s, p, action, card):
    """Declares a purchase or an attack; returns 1 if that is not legal."""
    if not main_window(s, p):
        return 1
    kind = KIND_OF_ACTION[action]
    if kind == ActionKind.BUY or kind == ActionKind.BUY_TOP:
        what = TREASURE_DECK
        if kind != ActionKind.BUY_TOP:
            inst = int(C_INST0[card])
            if s.zone[inst] != Zone.SHOP:
                return 1
            what = Ref.CARD + inst
        if s.forced == 1 or not may_buy(s, what):
            return 1
        declare_purchase(s, what)
        return 0
    what = MONSTER_DECK
    if kind != ActionKind.ATTACK_TOP:
        what = NONE
        for k in range(s.n_slots):
            if s.slot[k] != NONE and INST_CARD[s.slot[k]] == card:
                what = Ref.CARD + int(s.slot[k])
    if what == NONE or not may_declare(s, what):
        return 1
    declare_attack(s, what)
    return 0


@kernel
def act(s, p, action):
    """Does what the player with priority chose, except passing; returns 1, with nothing changed, if it is not legal."""
    kind, card = KIND_OF_ACTION[action], int(CARD_OF_ACTION[action])
    if (
        kind == ActionKind.BUY
        or kind == ActionKind.BUY_TOP
        or kind == ActionKind.ATTACK
        or kind == ActionKind.ATTACK_TOP
    ):
        return declare(s, p, action, card)
    if s.forced == 1:
        return 1
    if kind == ActionKind.ACTIVATE or kind == ActionKind.PAY:
        return act_on_items(s, p, action, card)
    if kind == ActionKind.OFFER:
        pays = 1 if action == OFFER else 0
        if not may_offer(s, p, pays):
            return 1
        begin_offer(s, p, pays)
        return 0
    if kind != ActionKind.PLAY or not play_open(s, p) or not may_play(s, p, card):
        return 1
    begin_play(s, p, card)
    return 0
