"""Monster and shop slots: entering, covering, leaving, refilling (R15); refilling room slots (R20.2)."""

from fs_env.core.four_souls.language.codes import NONE, AbilityFlag, Deck, Head, Ref
from fs_env.core.four_souls.rules.objects import end_attack, new_row, wait
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.rooms import add_room_slots, reveal_room
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.zones import draw_top, enter_play, leave_play, move, to_pile
from fs_env.core.four_souls.state import PLAYERS, SHOP, SLOTS, Obj, ObjectFlag, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import AB_FLAGS, AB_HEAD, C_AB0, C_ABN, C_FLAGS, C_HP, INST_CARD, CardFlag


@kernel
def reset_unit(s, u):
    """Resets a monster slot: no damage, no boosts, no pending death."""
    s.hp[u] = 0
    s.max_hp[u] = 0
    s.boost_hp[u] = 0
    s.boost_atk[u] = 0
    s.boost_evasion[u] = 0
    s.dying[u] = 0
    s.damaged[u] = 0
    s.damage_sum[u] = 0
    s.would_die[u] = 0
    s.fought[u] = 0


@kernel
def wake(s, k, inst):
    """Makes a monster the active one of slot k, undamaged."""
    reset_unit(s, PLAYERS + k)
    s.slot[k] = inst
    enter_play(s, inst, Zone.ACTIVE, k)
    s.hp[PLAYERS + k] = C_HP[INST_CARD[inst]]
    s.max_hp[PLAYERS + k] = C_HP[INST_CARD[inst]]


@kernel
def leave_slot(s, k):
    """The active monster leaves slot k; the one it covered is active again, undamaged (R14.6). The caller places the card."""
    inst = int(s.slot[k])
    if s.attacked == inst:
        end_attack(s)
    leave_play(s, inst)
    below = int(s.under[inst])
    s.under[inst] = NONE
    s.slot[k] = NONE
    reset_unit(s, PLAYERS + k)
    if below != NONE:
        wake(s, k, below)


@kernel
def put_on_slot(s, k, inst):
    """Puts a monster on slot k, covering what is there (R15.5, R15.6)."""
    old = int(s.slot[k])
    if old != NONE:
        if s.attacked == old:
            end_attack(s)
        leave_play(s, old)
        move(s, old, Zone.COVERED, k)
    s.under[inst] = old
    wake(s, k, inst)


@kernel
def ability_of(face, head):
    for a in range(C_AB0[face], C_AB0[face] + C_ABN[face]):
        if AB_HEAD[a] == head:
            return a
    return NONE


@kernel
def play_event(s, inst, p, k):
    """Makes a revealed non-monster card wait for player p to play it (R2.15); k: the slot that it was revealed for."""
    show(s, inst)
    move(s, inst, Zone.STACK, NONE)
    r = new_row(s, Obj.EVENT, p)
    obj = s.objects[r]
    obj.src = inst
    obj.card = inst
    obj.slot = k
    obj.flags = ObjectFlag.MONSTER
    obj.ability = ability_of(INST_CARD[inst], Head.PLAY)
    obj.cause = obj.ability
    if obj.ability != NONE and AB_FLAGS[obj.ability] & AbilityFlag.DAMAGES:
        obj.flags |= ObjectFlag.DAMAGES
    wait(s, r)


@kernel
def is_monster(inst):
    """Whether a card of the monster deck has a stat block (R2.12)."""
    return C_FLAGS[INST_CARD[inst]] & CardFlag.MONSTER != 0


@kernel
def resolve_refill(s, r):
    """Fills an empty slot from its deck (R15.3, R15.4)."""
    k = int(s.objects[r].slot)
    deck = int(s.objects[r].n)
    s.objects[r].kind = 0
    if deck == Deck.TREASURE:
        if s.shop[k] == NONE:
            inst = draw_top(s, Deck.TREASURE)
            if inst != NONE:
                fill_shop(s, k, inst)
    elif deck == Deck.ROOM:
        if s.room[k] == NONE:
            reveal_room(s, k)
    elif s.slot[k] == NONE:
        inst = draw_top(s, Deck.MONSTER)
        if inst != NONE:
            show(s, inst)
            if is_monster(inst):
                put_on_slot(s, k, inst)
            else:
                play_event(s, inst, s.active_player, k)


@kernel
def fill_shop(s, k, inst):
    s.shop[k] = inst
    show(s, inst)
    move(s, inst, Zone.SHOP, k)


@kernel
def empty_shop(s, inst):
    s.shop[s.owner[inst]] = NONE


@kernel
def slot_is_busy(s, deck, k):
    """Whether a refill, a revealed card or a dead monster's card still belongs to an empty slot (R15.2)."""
    for i in range(s.n_stack + s.n_waiting):
        r = int(s.stack[i]) if i < s.n_stack else int(s.waiting[i - s.n_stack])
        obj = s.objects[r]
        if obj.slot == k and (
            obj.kind == Obj.REFILL and obj.n == deck or obj.kind != Obj.REFILL and deck == Deck.MONSTER
        ):
            return True
    return False


@kernel
def deck_has_monster(s):
    """Whether the monster deck or its discard pile holds a monster (A80)."""
    for i in range(s.n_deck[Deck.MONSTER] - 1, -1, -1):
        if is_monster(s.deck[Deck.MONSTER, i]):
            return True
    for i in range(s.n_pile[Deck.MONSTER]):
        if is_monster(s.pile[Deck.MONSTER, i]):
            return True
    return False


@kernel
def add_refill(s, deck, k):
    r = new_row(s, Obj.REFILL, s.active_player)
    s.objects[r].slot = k
    s.objects[r].n = deck
    wait(s, r)


@kernel
def collect_refills(s):
    """Makes the refills that are due wait for the next batch (R15.2)."""
    for k in range(s.n_shop):
        if s.shop[k] == NONE and s.n_deck[Deck.TREASURE] > 0 and not slot_is_busy(s, Deck.TREASURE, k):
            add_refill(s, Deck.TREASURE, k)
    for k in range(s.n_slots):
        if s.slot[k] == NONE and not slot_is_busy(s, Deck.MONSTER, k) and deck_has_monster(s):
            add_refill(s, Deck.MONSTER, k)
    for k in range(s.n_rooms):
        if s.room[k] == NONE and s.n_room_deck > 0 and not slot_is_busy(s, Deck.ROOM, k):
            add_refill(s, Deck.ROOM, k)


@kernel
def expand(s, deck, n):
    """Adds slots for the rest of the game, up to the size of the table (R15.7, ER-52)."""
    if deck == Deck.ROOM:
        add_room_slots(s, n)
        return
    for _ in range(n):
        if deck == Deck.TREASURE and s.n_shop < SHOP:
            s.shop[s.n_shop] = NONE
            s.n_shop += 1
        elif deck == Deck.MONSTER and s.n_slots < SLOTS:
            s.slot[s.n_slots] = NONE
            reset_unit(s, PLAYERS + s.n_slots)
            s.n_slots += 1


@kernel
def cover_from_deck(s, k):
    """Puts the top monster-deck card onto slot k; a non-monster is played by the AP afterwards (R15.10)."""
    inst = draw_top(s, Deck.MONSTER)
    if inst == NONE:
        return
    show(s, inst)
    if is_monster(inst):
        put_on_slot(s, k, inst)
    else:
        play_event(s, inst, s.active_player, k if s.slot[k] == NONE else NONE)


@kernel
def slot_options(s, unattacked):
    """Offers every monster slot, empty ones included; those being attacked only when allowed."""
    clear(s)
    for k in range(s.n_slots):
        if not (unattacked == 1 and s.attacking == 1 and s.slot[k] == s.attacked):
            offer(s, Ref.SLOT + k)


@kernel
def discard_active(s, k):
    """Discards the active monster of slot k, which is not a death (R14.7)."""
    inst = int(s.slot[k])
    leave_slot(s, k)
    to_pile(s, inst)


@kernel
def ask_slot(s, p, inst):
    """Asks a player for a slot for a revealed monster (A31)."""
    slot_options(s, 0)
    return ask(s, p, Question.SLOT, Shape.REFS, inst)
