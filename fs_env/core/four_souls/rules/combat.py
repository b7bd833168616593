"""Attacks (R11): permissions and obligations, the declaration, the attack roll, combat damage."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Event, Lasting, Ref, Static, Until, Whom
from fs_env.core.four_souls.references import is_card
from fs_env.core.four_souls.rules.damage import aim, hurt, strike
from fs_env.core.four_souls.rules.dice import new_roll
from fs_env.core.four_souls.rules.events import emit_attack, emit_event, emit_number
from fs_env.core.four_souls.rules.lasting import note
from fs_env.core.four_souls.rules.numbers import (
    evasion_against,
    has_most_souls,
    items_with,
    player_static,
    room_sum,
    static_of,
)
from fs_env.core.four_souls.rules.objects import end_attack, new_frame, new_row, push
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.slots import ask_slot, is_monster, play_event, put_on_slot
from fs_env.core.four_souls.rules.souls import lose_coins, receive_coins
from fs_env.core.four_souls.rules.triggers import unit_of
from fs_env.core.four_souls.rules.zones import draw_top, move, seat_at
from fs_env.core.four_souls.state import PLAYERS, ROLL_LIMIT, Frame, Obj, ObjectFlag, Zone, kernel
from fs_env.core.four_souls.tables import C_FLAGS, C_ST0, C_STN, ST_MOD, ST_N, ST_WHOM, CardFlag

MONSTER_DECK = int(Ref.DECK) + int(Deck.MONSTER)


@kernel
def attackable(s, inst):
    """Whether an active monster may be attacked (R11.3)."""
    return s.zone[inst] == Zone.ACTIVE and C_FLAGS[s.face[inst]] & CardFlag.UNATTACKABLE == 0


@kernel
def general_attacks(s, p):
    """Attacks left on any target: those of the turn, and those granted in addition (R11.1)."""
    return max(0, int(s.own_attacks[p]) - int(s.attacks_used[p])) + int(s.extra_attacks[p])


@kernel
def deck_can_be_attacked(s):
    """Whether a monster-deck card could be revealed (R11.17)."""
    return s.n_deck[Deck.MONSTER] + s.n_pile[Deck.MONSTER] > 0


@kernel
def any_target(s):
    if deck_can_be_attacked(s):
        return True
    for k in range(s.n_slots):
        if s.slot[k] != NONE and attackable(s, s.slot[k]):
            return True
    return False


@kernel
def meets_obligation(s, k, what):
    """Whether an attack on `what` (a monster or the deck) would fulfil obligation k."""
    obligation = s.obligations[k]
    if obligation.who == NONE:
        return False
    if obligation.what == NONE:
        return True
    if not is_card(what):
        return obligation.what == what
    gen = s.gen[what - Ref.CARD]
    return (obligation.what == what and obligation.gen == gen) or (
        obligation.other == what and obligation.other_gen == gen
    )


@kernel
def still_there(s, ref, gen):
    """Whether the monster that an obligation names is still the same object and may be attacked."""
    return s.gen[ref - Ref.CARD] == gen and attackable(s, ref - Ref.CARD)


@kernel
def prune_obligations(s):
    """Removes obligations without a legal target (R11.7); returns how many are left."""
    left = 0
    for k in range(s.n_obligations):
        obligation = s.obligations[k]
        if obligation.who == NONE:
            continue
        what = int(obligation.what)
        possible = any_target(s)
        if what == MONSTER_DECK:
            possible = deck_can_be_attacked(s)
        elif is_card(what):
            possible = still_there(s, what, obligation.gen)
            if not possible and obligation.other != NONE:
                obligation.what = obligation.other
                obligation.gen = obligation.other_gen
                obligation.other = NONE
                possible = still_there(s, obligation.what, obligation.gen)
            if obligation.other != NONE and not still_there(s, obligation.other, obligation.other_gen):
                obligation.other = NONE
        if possible:
            left += 1
        else:
            obligation.who = NONE
    return left


@kernel
def demands_attack(s, k):
    """Whether the monster of slot k must still be attacked in this turn by its own text, with an attack left for it (ER-27)."""
    if s.must_attack[PLAYERS + k] == 0 or s.fought[PLAYERS + k] > 0 or general_attacks(s, s.active_player) <= 0:
        return False
    return attackable(s, s.slot[k])


@kernel
def attack_tax(s):
    """The cents that the AP pays each other player to declare an attack, which a room may demand (ER-79)."""
    if s.n_rooms == 0 or not has_most_souls(s, s.active_player):
        return 0
    return room_sum(s, Static.ATTACK_TAX, NONE)


@kernel
def can_pay_attack_tax(s):
    """Whether the AP has the cents that an attack costs; it is not able to attack without them."""
    return s.n_rooms == 0 or s.coins[s.active_player] >= attack_tax(s) * (s.n_players - 1)


@kernel
def pay_attack_tax(s):
    """The AP pays each other player what an attack costs, in turn order, which is no gain (R16.3)."""
    n = attack_tax(s)
    for k in range(1, s.n_players if n > 0 else 1):
        receive_coins(s, seat_at(s, s.active_player + k), lose_coins(s, s.active_player, n))


@kernel
def must_declare_attack(s):
    """Whether an obligation or a standing text demands an attack of the AP now (R11.7, ER-27)."""
    if not can_pay_attack_tax(s):
        return False
    p = int(s.active_player)
    for k in range(s.n_obligations):
        if s.obligations[k].who != NONE:
            return True
    for k in range(s.n_slots):
        if demands_attack(s, k):
            return True
    return s.must_attack[p] == 1 and s.fought[p] == 0 and general_attacks(s, p) > 0 and any_target(s)


@kernel
def may_declare(s, what):
    """Whether the AP may declare an attack on a monster or the deck now, by an attack left or an obligation."""
    if is_card(what) and not attackable(s, what - Ref.CARD):
        return False
    if what == MONSTER_DECK and not deck_can_be_attacked(s):
        return False
    if not can_pay_attack_tax(s):
        return False
    due = False
    for k in range(s.n_obligations):
        if s.obligations[k].who != NONE:
            due = True
            if meets_obligation(s, k, what):
                return True
    for k in range(s.n_slots):
        if demands_attack(s, k):
            due = True
            if what == Ref.CARD + s.slot[k]:
                return True
    if due:
        return False
    return general_attacks(s, s.active_player) > 0 or (what == MONSTER_DECK and s.deck_attacks[s.active_player] > 0)


@kernel
def declare_attack(s, what):
    """Pushes the declaration (R11.2)."""
    pay_attack_tax(s)
    r = new_row(s, Obj.ATTACK, s.active_player)
    obj = s.objects[r]
    obj.it = what
    obj.reg[0] = what
    if is_card(what):
        obj.src = what - Ref.CARD
        obj.gen[0] = s.gen[obj.src]
    push(s, r)
    emit_attack(s, r)


@kernel
def fought(s, what):
    u = unit_of(s, what)
    if u != NONE:
        s.fought[u] = 1


@kernel
def use_attack(s, what):
    """An attack on `what` starts: it fulfils one obligation, every standing text it fits (ER-27), and uses the narrowest
    attack left (R11.7, R11.18); granted ones are kept until those of the turn are gone."""
    p = int(s.active_player)
    s.fought[p] += 1
    fought(s, what)
    met = NONE
    for k in range(s.n_obligations):
        if meets_obligation(s, k, what) and (met == NONE or s.obligations[k].extra < s.obligations[met].extra):
            met = k
    if met != NONE:
        extra = s.obligations[met].extra
        s.obligations[met].who = NONE
        if extra == 1:
            return
    if what == MONSTER_DECK and s.deck_attacks[p] > 0:
        s.deck_attacks[p] -= 1
    elif s.attacks_used[p] < s.own_attacks[p]:
        s.attacks_used[p] += 1
    elif s.extra_attacks[p] > 0:
        s.extra_attacks[p] -= 1


@kernel
def keep_evasion(s, inst):
    """Notes what the attacker's curses add to the attacked monster's evasion until end of turn, once for each card."""
    for i in range(s.n_play):
        src = int(s.play[i])
        if s.zone[src] != Zone.CURSE or s.owner[src] != s.active_player:
            continue
        face = int(s.face[src])
        for t in range(C_ST0[face], C_ST0[face] + C_STN[face]):
            if ST_MOD[t] != Static.EVASION or ST_WHOM[t] != Whom.MY_ATTACKED_MONSTER_THIS_TURN:
                continue
            known = False
            for k in range(s.n_lasting):
                entry = s.lasting[k]
                same = entry.kind == Lasting.EVASION and entry.src == src and entry.who == Ref.CARD + inst
                known = known or (same and entry.gen == s.gen[inst])
            if not known:
                note(s, Lasting.EVASION, Ref.CARD + inst, ST_N[t], Until.END_OF_TURN, NONE, s.active_player, src)


@kernel
def start_attack(s, inst):
    """The fight begins: "when attacked" texts answer (R11.8)."""
    s.attacking = 1
    s.attacked = inst
    s.attacks_begun += 1
    fought(s, Ref.CARD + inst)
    s.history[s.active_player, 1] = 0
    s.dirty = 1
    keep_evasion(s, inst)
    emit_event(s, Event.ATTACK_STARTS, s.active_player)
    emit_event(s, Event.THIS_ATTACKED, Ref.CARD + inst)


@kernel
def resolve_attack(s, r):
    """The declaration becomes an attack, or fizzles unused (R11.4, R11.5)."""
    obj = s.objects[r]
    p = int(s.active_player)
    what = int(obj.it)
    if s.ending == 1 or s.dead[p] == 1 or s.dying[p] == 1:
        obj.kind = 0
        return
    if what != MONSTER_DECK:
        obj.kind = 0
        inst = what - Ref.CARD
        if s.gen[inst] == obj.gen[0] and attackable(s, inst):
            use_attack(s, obj.reg[0])
            start_attack(s, inst)
        return
    inst = draw_top(s, Deck.MONSTER)
    if inst == NONE:
        obj.kind = 0
        return
    use_attack(s, obj.reg[0])
    show(s, inst)
    if is_monster(inst):
        move(s, inst, Zone.REVEALED, NONE)
        obj.card = inst
        new_frame(s, Frame.PLACE_MONSTER, r)
    else:
        obj.kind = 0
        play_event(s, inst, p, NONE)


@kernel
def run_place(s, f):
    """The AP names a slot for the revealed monster, which is then attacked (R11.5, A31, A32)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    inst = int(obj.card)
    if frame.step == 0:
        frame.step = 1
        if ask_slot(s, s.active_player, inst) == 0:
            return
    s.n_frames -= 1
    obj.card = NONE
    obj.kind = 0
    put_on_slot(s, s.answer - Ref.SLOT, inst)
    if attackable(s, inst):
        start_attack(s, inst)
        emit_event(s, Event.DECK_ATTACK_STARTS, s.active_player)


@kernel
def attack_roll(s):
    """The attacker rolls (R11.9), unless the attacks of this turn have reached the limit of rolls (ER-65)."""
    if s.attack_rolls[s.active_player] >= ROLL_LIMIT:
        end_attack(s)
        return
    r = new_roll(s, s.active_player, s.attacked, ObjectFlag.ATTACK_ROLL)
    new_frame(s, Frame.THROW, r)


@kernel
def combat_amount(s, p, u, hit, n, first):
    """Damage of a hit or miss on a final number (R11.11, ER-48)."""
    m = int(s.slot[u - PLAYERS])
    if hit:
        amount = int(s.atk[p]) + (int(s.first_atk[p]) if first else 0)
        amount = max(0, amount)
        for _ in range(items_with(s, p, Static.TRIPLE_ON_ROLL, n)):
            amount *= 3
        return amount
    amount = int(s.atk[u]) + static_of(s, m, Static.ADD_DAMAGE_ON_ROLL, n)
    times = static_of(s, m, Static.MULTIPLY_ON_ROLL, n)
    return amount * times if times > 0 else amount


@kernel
def is_hit(s, p, inst, n):
    """Whether an attack roll of n by player p hits an active monster (R11.10)."""
    if n >= evasion_against(s, p, unit_of(s, Ref.CARD + inst)):
        return True
    return player_static(s, p, Static.ALSO_HIT_ON, n) > 0 or static_of(s, inst, Static.ALSO_HIT_ON, n) > 0


@kernel
def settle_attack_roll(s, r):
    """A final attack roll pushes its combat damage; texts about the number answer above it (R9.7, R11.10)."""
    obj = s.objects[r]
    p = int(obj.controller)
    n = int(obj.n)
    inst = int(s.attacked)
    u = unit_of(s, Ref.CARD + inst)
    hit = is_hit(s, p, inst, n)
    c = new_row(s, Obj.COMBAT, p)
    damage = s.objects[c]
    damage.src = inst
    damage.n = combat_amount(s, p, u, hit, n, obj.pc == 1)
    damage.roll = n
    damage.that = obj.uid
    damage.it = Ref.CARD + inst if hit else p
    damage.dealer = p if hit else Ref.CARD + inst
    damage.from_card = NONE if hit else inst
    if hit:
        damage.flags |= ObjectFlag.HIT
    push(s, c)
    emit_number(s, Event.VS_THIS, Ref.CARD + inst, r, 0)
    emit_number(s, Event.MY_ATTACK_ROLL, p, r, 0)
    emit_number(s, Event.ANY_ATTACK_ROLL, p, r, 0)
    if not hit:
        emit_number(s, Event.MISSES, p, r, 0)


@kernel
def resolve_combat(s, r):
    """Combat damage is dealt (R11.12)."""
    obj = s.objects[r]
    aim(s, r, obj.from_card, obj.dealer, obj.roll, NONE)
    hurt(s, obj.it, obj.n)
    strike(s, r)
