"""Derived numbers: maximum HP, attack, evasion, permissions and prices from the cards in play (R12.9)."""

from fs_env.core.four_souls.language.codes import NONE, Cond, Lasting, Ref, Static, Whom
from fs_env.core.four_souls.rules.secrets import EVERYBODY, reveal, watch
from fs_env.core.four_souls.rules.zones import controller
from fs_env.core.four_souls.state import PLAYERS, UNITS, Zone, kernel
from fs_env.core.four_souls.tables import (
    C_ATK,
    C_EVASION,
    C_FLAGS,
    C_GIVES_HP,
    C_HP,
    C_NUMBERS,
    C_ST0,
    C_STN,
    ST_COND,
    ST_CONDN,
    ST_M,
    ST_MOD,
    ST_N,
    ST_WHOM,
    CardFlag,
)

PRICE = 10  # cents (R10.1)
UNLIMITED = 99


@kernel
def guppy_items(s, p):
    """How many Guppy items a player controls (R19.1)."""
    n = 0
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p and C_FLAGS[s.face[inst]] & CardFlag.GUPPY:
            n += 1
    return n


@kernel
def has_fewest_souls(s, p):
    for q in range(s.n_players):
        if s.souls[q] < s.souls[p]:
            return False
    return True


@kernel
def has_most_souls(s, p):
    for q in range(s.n_players):
        if s.souls[q] > s.souls[p]:
            return False
    return s.souls[p] > 0


@kernel
def holds(s, cond, n, p, inst):
    if cond == Cond.ALWAYS:
        return 1
    if cond == Cond.COINS_EQ:
        return 1 if s.coins[p] == n else 0
    if cond == Cond.COINS_GE:
        return 1 if s.coins[p] >= n else 0
    if cond == Cond.HAND_EQ:
        return 1 if s.n_hand[p] == n else 0
    if cond == Cond.HAND_GE:
        return 1 if s.n_hand[p] >= n else 0
    if cond == Cond.COUNTERS_GE:
        return 1 if s.counters[inst] >= n else 0
    if cond == Cond.TURN_OF:
        return 1 if s.active_player == p else 0
    if cond == Cond.NO_ATTACK:
        return 0 if s.attacking == 1 else 1
    if cond == Cond.GUPPY_GE:
        return 1 if guppy_items(s, p) >= n else 0
    if cond == Cond.NO_PURCHASE:
        return 1 if s.purchases_used[p] == 0 else 0
    if cond == Cond.FEWEST_SOULS:
        return 1 if has_fewest_souls(s, p) else 0
    if cond == Cond.HP_GE:
        return 1 if s.hp[p] >= n else 0
    return 1


@kernel
def apply_static(s, mod, n, whom, inst, p):
    """Adds one continuous modifier of a card to the derived numbers it concerns."""
    if mod == Static.HP:
        s.max_hp[p] += n
    elif mod == Static.ATK or mod == Static.EVASION:
        if whom == Whom.MY_ATTACKED_MONSTER or whom == Whom.MY_ATTACKED_MONSTER_THIS_TURN:
            s.their_evasion[p] += n
        elif whom == Whom.ME:
            s.atk[p] += n
        elif whom == Whom.EACH_PLAYER or whom == Whom.FEWEST_SOULS:
            for q in range(s.n_players):
                if whom == Whom.EACH_PLAYER or has_fewest_souls(s, q):
                    s.atk[q] += n
        else:
            for k in range(s.n_slots):
                m = s.slot[k]
                if m == NONE or (whom == Whom.THIS and m != inst) or (whom == Whom.EACH_OTHER_MONSTER and m == inst):
                    continue
                if mod == Static.ATK:
                    s.atk[PLAYERS + k] += n
                else:
                    s.evasion[PLAYERS + k] += n
    elif mod == Static.FIRST_ATTACK_ROLL_ATK:
        s.first_atk[p] += n
    elif mod == Static.LOOT_STEP:
        s.loot_step[p] += n
    elif mod == Static.OWN_LOOT_PLAYS:
        s.own_plays[p] += n
    elif mod == Static.OWN_ATTACKS:
        s.own_attacks[p] += n
    elif mod == Static.ATTACKS_UNLIMITED:
        s.own_attacks[p] += UNLIMITED
    elif mod == Static.OWN_PURCHASES:
        s.own_purchases[p] += n
    elif mod == Static.PRICE or (mod == Static.FIRST_PRICE and s.purchases_used[p] == 0):
        if n < s.price[p]:
            s.price[p] = n
    elif mod == Static.LOCK:
        if s.active_player == p:
            for q in range(s.n_players):
                if q != p:
                    s.locked[q] = 1
    elif mod == Static.OPEN_HANDS:
        for q in range(s.n_players):
            if q != p:
                s.open_hand[q] = 1
                for k in range(s.n_hand[q]):
                    if s.witnessed[s.hand[q, k]] != EVERYBODY:
                        reveal(s, int(s.hand[q, k]))
    elif mod == Static.MUST_ATTACK_EACH_TURN:
        if whom == Whom.ME:
            s.must_attack[p] = 1
        for k in range(s.n_slots if whom != Whom.ME else 0):
            if s.slot[k] == inst:
                s.must_attack[PLAYERS + k] = 1
    elif mod == Static.SEE_TOP:
        if s.active_player == p and s.n_deck[1] > 0:
            watch(s, p, int(s.deck[1, s.n_deck[1] - 1]))


@kernel.rare
def room_sum(s, mod, whom):
    """The sum of a kind of continuous modifiers of the rooms in play, of those that concern `whom` (NONE: any player)."""
    total = 0
    for k in range(s.n_rooms):
        if s.room[k] != NONE:
            face = int(s.face[s.room[k]])
            for t in range(C_ST0[face], C_ST0[face] + C_STN[face]):
                if ST_MOD[t] == mod and (whom == NONE or ST_WHOM[t] == whom):
                    total += int(ST_N[t])
    return total


@kernel.rare
def room_limit(s, mod):
    """The lowest limit of a kind that the rooms in play set, UNLIMITED if none does."""
    least = int(UNLIMITED)
    for k in range(s.n_rooms):
        if s.room[k] != NONE:
            face = int(s.face[s.room[k]])
            for t in range(C_ST0[face], C_ST0[face] + C_STN[face]):
                if ST_MOD[t] == mod:
                    least = min(least, int(ST_M[t]))
    return least


@kernel
def sum_item_hp(s):
    for p in range(PLAYERS):
        s.item_hp[p] = 0
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM:
            s.item_hp[s.owner[inst]] += C_GIVES_HP[s.face[inst]]
    for p in range(PLAYERS if s.n_rooms > 0 else 0):
        s.item_hp[p] += room_sum(s, Static.HP, Whom.EACH_PLAYER)


@kernel
def set_max_hp(s, u, n, alive):
    """Sets the maximum of a unit; a higher one raises the HP of a unit that is alive and not dying, a lower one caps it."""
    old = int(s.max_hp[u])
    s.max_hp[u] = n
    if n > old and alive and s.dying[u] == 0:
        s.hp[u] += n - old
    elif n < s.hp[u]:
        s.hp[u] = n


@kernel
def raise_evasion(s, inst, gen, n):
    """Adds to the evasion of an active monster that is still the same object."""
    for k in range(s.n_slots):
        if s.slot[k] == inst and s.gen[inst] == gen:
            s.evasion[PLAYERS + k] += n


@kernel
def monster_room_hp(s):
    return room_sum(s, Static.HP, Whom.EACH_MONSTER) if s.n_rooms > 0 else 0


@kernel
def apply_lasting(s):
    """Adds lasting effects, and discounts of rooms, to the derived numbers."""
    for k in range(s.n_lasting):
        next_one = s.lasting[k].kind == Lasting.PRICE and s.lasting[k].ref <= 0
        for p in range(s.n_players if next_one else 0):
            s.price[p] = min(s.price[p], s.lasting[k].n)
    if s.n_rooms > 0:
        p = int(s.active_player)
        s.price[p] = max(0, s.price[p] - room_sum(s, Static.DISCOUNT, NONE))
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.LOCK:
            s.locked[entry.who] = 1
        elif entry.kind == Lasting.EVASION and not (
            s.zone[entry.src] == Zone.CURSE and s.owner[entry.src] == s.active_player
        ):
            raise_evasion(s, entry.who - Ref.CARD, entry.gen, entry.n)


@kernel
def refresh(s):
    s.dirty = 0
    for u in range(UNITS):
        s.must_attack[u] = 0
    sum_item_hp(s)
    for p in range(s.n_players):
        face = s.face[s.character[p]]
        s.own_plays[p] = 1
        s.own_attacks[p] = 1
        s.own_purchases[p] = 1
        s.price[p] = PRICE
        s.loot_step[p] = 1
        s.locked[p] = 0
        s.their_evasion[p] = 0
        s.first_atk[p] = 0
        s.open_hand[p] = s.open_hands
        s.atk[p] = C_ATK[face] + s.boost_atk[p]
        set_max_hp(s, p, C_HP[face] + s.boost_hp[p] + s.item_hp[p], s.dead[p] == 0)
    for k in range(s.n_slots):
        if s.slot[k] != NONE:
            u, face = PLAYERS + k, s.face[s.slot[k]]
            s.atk[u] = C_ATK[face] + s.boost_atk[u]
            s.evasion[u] = C_EVASION[face] + s.boost_evasion[u]
            set_max_hp(s, u, C_HP[face] + s.boost_hp[u] + monster_room_hp(s), True)
    for i in range(s.n_play):
        inst = int(s.play[i])
        face = int(s.face[inst])
        if C_NUMBERS[face] > 0:
            p = controller(s, inst)
            for t in range(C_ST0[face], C_ST0[face] + C_NUMBERS[face]):
                if ST_MOD[t] != Static.HP and holds(s, ST_COND[t], ST_CONDN[t], p, inst) == 1:
                    apply_static(s, ST_MOD[t], ST_N[t], ST_WHOM[t], inst, p)
    apply_lasting(s)
    for u in range(UNITS):
        if s.atk[u] < 0:
            s.atk[u] = 0


@kernel
def static_of(s, inst, mod, n):
    """The factor or amount of a card's static of kind mod for number n; 0 if it has none."""
    face = int(s.face[inst])
    for t in range(C_ST0[face], C_ST0[face] + C_STN[face]):
        if ST_MOD[t] == mod and (n < 0 or ST_N[t] == n):
            return int(ST_M[t]) if ST_M[t] > 0 else 1
    return 0


@kernel
def player_static(s, p, mod, n):
    """The largest `static_of` among a player's items and curses; 0 if there is none."""
    best = 0
    for i in range(s.n_play):
        inst = int(s.play[i])
        if (s.zone[inst] == Zone.ITEM or s.zone[inst] == Zone.CURSE) and s.owner[inst] == p:
            x = static_of(s, inst, mod, n)
            if x > best:
                best = x
    return best


@kernel
def items_with(s, p, mod, n):
    """How many items of player p have a static of kind mod for number n: each copy counts by itself (R6.2)."""
    found = 0
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p and static_of(s, inst, mod, n) > 0:
            found += 1
    return found


@kernel
def evasion_against(s, p, u):
    """The evasion of monster slot unit u for an attack by player p, clamped to 1..6 (R9.1)."""
    e = int(s.evasion[u]) + int(s.their_evasion[p])
    return 1 if e < 1 else (6 if e > 6 else e)
