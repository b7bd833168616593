"""What a player may know (R2, A45), as one flat int16 vector: the kernels that fill it. Its columns are in `schema`."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref
from fs_env.core.four_souls.observation.prefetch import look_ahead
from fs_env.core.four_souls.observation.recall import (
    see_choices,
    see_decks,
    see_ends,
    see_progress,
    see_subjects,
    see_turn,
)
from fs_env.core.four_souls.observation.relative import (
    face_of,
    is_changed,
    printed_of,
    seat_from,
    see_target,
    seen_by_others,
)
from fs_env.core.four_souls.observation.schema import (
    AFTER_STARTING,
    AFTER_TREASURES,
    AT_AMONG,
    AT_CARDS,
    AT_CHANGED,
    AT_COUNTERS,
    AT_COVERED,
    AT_DECISION,
    AT_DECKS,
    AT_EFFECTS,
    AT_HAND,
    AT_KNOWN,
    AT_LASTING,
    AT_LOOKED,
    AT_LOOT,
    AT_OBLIGATIONS,
    AT_OWNERS,
    AT_PLAYERS,
    AT_RESOLVING,
    AT_SHOP,
    AT_SHOWN,
    AT_SLOTS,
    AT_STACK,
    AT_TOP,
    AT_TRINKETS,
    AT_TURNED,
    CHANGE,
    CHANGED,
    CLEARED,
    FIRST_MONSTER,
    FIRST_OTHER,
    FIRST_STARTING,
    FIRST_TREASURE,
    LASTING_ROWS,
    LOOKED,
    OBLIGATION_ROWS,
    PLAYER,
    SLOT,
    STACK,
    STACK_ROWS,
    TRINKET_OF,
    TRINKETS,
)
from fs_env.core.four_souls.rules.priority import character_open, own_play_open
from fs_env.core.four_souls.rules.secrets import MEMBER, has_mix, mix_bits
from fs_env.core.four_souls.rules.triggers import unit_of
from fs_env.core.four_souls.state import (
    BIG,
    N_INSTANCES,
    PLAYERS,
    SLOTS,
    Obj,
    Shape,
    Zone,
    kernel,
)
from fs_env.core.four_souls.tables import (
    AB_CARD,
    BEARERS,
    BONUS_SOULS,
    C_AB0,
    C_ABN,
    C_FLAGS,
    C_INST0,
    INST_CARD,
    INST_LOOT,
    N_BONUS,
    N_LOOT,
    CardFlag,
)

N_TRINKETS, N_BEARERS = len(TRINKETS), len(BEARERS)
BEARER = np.array(BEARERS, np.int16)


@kernel
def see_decision(s, player, obs):
    """Writes the section of the pending decision."""
    at = AT_DECISION
    obs[at] = s.question + 1 if s.asked == player else 0
    obs[at + 1] = s.shape
    obs[at + 2] = face_of(s, s.asking_card)
    obs[at + 3] = s.phase
    obs[at + 4] = s.ending
    obs[at + 5] = s.attacking
    obs[at + 6] = seat_from(s, player, s.active_player)
    obs[at + 7] = seat_from(s, player, s.priority_player)
    obs[at + 8] = seat_from(s, player, s.asked)
    obs[at + 9] = s.passes
    obs[at + 10] = s.n_players
    obs[at + 11] = min(BIG, s.turn)
    obs[at + 12] = s.n_stack
    obs[at + 13] = s.n_options if s.asked == player else 0
    obs[at + 14] = max(0, min(BIG, s.max_decisions - s.decisions))
    left = 0
    for b in range(N_BONUS):
        if s.zone[C_INST0[BONUS_SOULS[b]]] == Zone.BONUS:
            left += 1
    obs[at + 15] = left
    obs[at + 16] = s.attacks_begun
    obs[at + 17] = s.forced


@kernel
def see_player(s, p, obs, at):
    """Writes the public facts of one player."""
    obs[at] = 1
    obs[at + 1] = s.coins[p]
    obs[at + 2] = s.hp[p]
    obs[at + 3] = s.max_hp[p]
    obs[at + 4] = s.atk[p]
    obs[at + 5] = s.n_hand[p]
    obs[at + 6] = s.souls[p]
    obs[at + 7] = s.dead[p]
    obs[at + 8] = s.dying[p]
    obs[at + 9] = printed_of(s.character[p])
    obs[at + 10] = s.turned[s.character[p]]
    obs[at + 11] = 1 if own_play_open(s, p) else 0
    obs[at + 12] = s.extra_plays[p]
    obs[at + 13] = 1 if character_open(s, p) else 0
    obs[at + 14] = s.attacks_used[p]
    obs[at + 15] = max(s.own_attacks[p], s.attacks_used[p]) + s.extra_attacks[p]
    obs[at + 16] = s.deck_attacks[p]
    obs[at + 17] = s.purchases_used[p]
    obs[at + 18] = s.own_purchases[p]
    obs[at + 19] = s.price[p]
    obs[at + 21] = s.roll_boost[p]
    obs[at + 22] = s.extra_turns[p]
    obs[at + 23] = s.skip_turns[p]
    obs[at + 25] = s.history[p, 0]
    obs[at + 26] = s.history[p, 1]
    obs[at + 27] = s.must_attack[p]
    obs[at + 28] = s.fought[p]


@kernel
def see_loot(s, player, obs):
    """Counts loot cards by name where the observer knows them, and own ones that others know."""
    n = int(s.n_players)
    for i in range(s.n_hand[player]):
        inst = int(s.hand[player, i])
        card, others = int(INST_LOOT[inst]), seen_by_others(s, player, inst)
        obs[AT_HAND + card] += 1
        for k in range(PLAYERS - 1):
            obs[AT_SHOWN + k * N_LOOT + card] += (others >> k) & 1
    for k in range(n - 1):
        p = player + 1 + k
        p -= n if p >= n else 0
        for i in range(s.n_hand[p]):
            inst = int(s.hand[p, i])
            obs[AT_KNOWN + k * N_LOOT + INST_LOOT[inst]] += (int(s.seen[inst]) >> player) & 1
    for inst in range(FIRST_OTHER if has_mix(s, Deck.LOOT, player) else 0):
        if mix_bits(s, player, inst) >= MEMBER:
            obs[AT_AMONG + INST_LOOT[inst]] += 1
    for card in range(N_LOOT):
        obs[AT_LOOT + card] = s.discarded[card]
    highest = np.int8(0)
    for i in range(FIRST_OTHER):
        highest = s.zone[i] if s.zone[i] > highest else highest
    for i in range(s.n_play if highest >= Zone.ITEM else 0):
        inst = int(s.play[i])
        if (inst < FIRST_OTHER) & (s.zone[inst] == Zone.ITEM):
            trinket = N_TRINKETS * seat_from(s, player, s.owner[inst]) + TRINKET_OF[INST_CARD[inst]]
            obs[AT_TRINKETS + trinket] += 1
    if highest < Zone.SOUL:  # nothing on the stack, beside it, or revealed, and no soul
        return
    inst = np.int16(-1)
    while True:
        after, inst = inst, np.int16(FIRST_OTHER)
        for i in range(FIRST_OTHER):
            found = np.int16(i) if (s.zone[i] >= Zone.SOUL) & (i > after) else np.int16(FIRST_OTHER)
            inst = found if found < inst else inst
        if inst == FIRST_OTHER:
            return
        obs[AT_LOOT + N_LOOT + INST_LOOT[inst]] += 1
        if s.zone[inst] == Zone.SOUL:
            obs[AT_PLAYERS + seat_from(s, player, s.owner[inst]) * PLAYER + 24] += 1


@kernel
def see_cards(s, player, obs):
    """Writes zone and owner of every card that is no loot card, and what stands on items.

    Each loop does one plain thing in short numbers without a branch, so that the compiler takes many cards at a time.
    Cards out of play bear no other facts.
    """
    me, n = np.int16(player), np.int16(s.n_players)
    for inst in range(FIRST_OTHER, N_INSTANCES):  # one instance a card from here on
        zone, owner = s.zone[inst], s.owner[inst]
        obs[AT_CARDS - FIRST_OTHER + inst] = zone
        as_it_is = (owner < 0) | ((zone >= Zone.SHOP) & (zone <= Zone.COVERED))  # nobody's, or a slot
        obs[AT_OWNERS - FIRST_OTHER + inst] = owner + 1 if as_it_is else owner - me + 1 + (n if owner < me else 0)
    look_ahead(s, obs, 1)
    look_ahead(s, obs, 2)
    for inst in range(FIRST_TREASURE, FIRST_MONSTER):
        obs[AT_TURNED - FIRST_TREASURE + inst] = s.turned[inst]
    look_ahead(s, obs, 3)
    for inst in range(FIRST_STARTING, AFTER_STARTING):
        obs[AT_TURNED + AFTER_TREASURES - FIRST_STARTING + inst] = s.turned[inst]
    for k in range(N_BEARERS if s.n_counters > 0 else 0):
        obs[AT_COUNTERS + k] = s.counters[C_INST0[BEARER[k]]]


@kernel
def see_slots(s, obs):
    """Writes monster slots with covered monsters, shop, deck sizes and tops of discard piles."""
    for k in range(SLOTS):
        at = AT_SLOTS + k * SLOT
        if k >= s.n_slots:
            break
        obs[at] = 1
        inst = int(s.slot[k])
        if inst == NONE:
            continue
        u = PLAYERS + k
        obs[at + 1] = printed_of(inst)
        obs[at + 2] = s.hp[u]
        obs[at + 3] = s.max_hp[u]
        obs[at + 4] = s.atk[u]
        obs[at + 5] = s.evasion[u]
        obs[at + 6] = 1 if s.attacking == 1 and s.attacked == inst else 0
        obs[at + 7] = s.dying[u]
        obs[at + 8] = s.must_attack[u]
        obs[at + 9] = s.fought[u]
        below = int(s.under[inst])
        if below != NONE:
            obs[AT_COVERED + 2 * k + 1] = printed_of(below)
        while below != NONE:
            obs[AT_COVERED + 2 * k] += 1
            below = int(s.under[below])
    for k in range(s.n_shop):
        obs[AT_SHOP + k] = 1 + printed_of(s.shop[k])
    for d in range(3):
        obs[AT_DECKS + d] = s.n_deck[d]
        obs[AT_DECKS + 3 + d] = s.n_pile[d]
        if s.n_pile[d] > 0:
            obs[AT_TOP + d] = printed_of(s.pile[d, s.n_pile[d] - 1])


@kernel
def see_object(s, player, r, obs, at):
    """Writes one stack object; its place among the effects of its card."""
    obj = s.objects[r]
    obs[at] = obj.kind
    obs[at + 1] = seat_from(s, player, obj.controller) + 1
    obs[at + 2] = face_of(s, obj.src)
    obs[at + 3] = obj.mode + 1 if obj.kind != Obj.ROLL else 0
    obs[at + 4] = obj.n
    obs[at + 5] = obj.flags
    targets = obj.kind != Obj.HELD_DAMAGE and obj.kind != Obj.HELD_GAIN
    see_target(s, player, obj.reg[0] if targets else NONE, obs, at + 6)
    see_target(s, player, obj.reg[1] if targets else obj.it, obs, at + 8)
    if obj.kind == Obj.PURCHASE or obj.kind == Obj.ATTACK or obj.kind == Obj.COMBAT or obj.kind == Obj.PLAYER_DEATH:
        see_target(s, player, obj.it, obs, at + 6)
    obs[at + 10] = obj.roll
    obs[at + 11] = obj.amount
    if targets:
        see_target(s, player, obj.reg[2], obs, at + 12)
        see_target(s, player, obj.reg[3], obs, at + 14)
    a = int(obj.ability)
    if a == NONE:
        return 0
    first = int(C_AB0[AB_CARD[a]])
    if a < first + C_ABN[AB_CARD[a]]:
        return a - first + 1
    return int(C_ABN[AB_CARD[a]]) + 1


@kernel
def see_stack(s, player, obs):
    """Writes the objects on the stack from the top, and the one that is resolving or being announced."""
    for i in range(min(STACK_ROWS, s.n_stack)):
        r = int(s.stack[s.n_stack - 1 - i])
        obs[AT_EFFECTS + i] = see_object(s, player, r, obs, AT_STACK + i * STACK)
    for f in range(s.n_frames - 1, -1, -1):
        r = int(s.frames[f].object)
        if r != NONE:
            obs[AT_EFFECTS + STACK_ROWS] = see_object(s, player, r, obs, AT_RESOLVING)
            return


@kernel
def see_changes(s, obs):
    """Writes copied items and those that an effect made eternal."""
    n = 0
    for i in range(s.n_play if s.altered == 1 else 0):
        inst = int(s.play[i])
        if is_changed(s, inst) and n < CHANGED:
            at = AT_CHANGED + CHANGE * n
            card = int(INST_CARD[inst])
            obs[at] = card + 1
            obs[at + 1] = s.face[inst] + 1 if s.face[inst] != card else 0
            obs[at + 2] = s.eternal[inst] if C_FLAGS[card] & CardFlag.ETERNAL == 0 else 0
            obs[at + 3] = s.counters[inst]
            n += 1


@kernel
def see_lasting(s, player, obs):
    """Writes obligations, lasting effects and what shields would stop."""
    n = 0
    for k in range(s.n_obligations):
        duty = s.obligations[k]
        if duty.who != NONE and n < OBLIGATION_ROWS:
            obs[AT_OBLIGATIONS + 3 * n] = 1 + duty.extra
            if duty.what >= Ref.CARD:
                obs[AT_OBLIGATIONS + 3 * n + 1] = face_of(s, duty.what - Ref.CARD)
            elif duty.what != NONE:
                obs[AT_OBLIGATIONS + 3 * n + 1] = -1
            if duty.other >= Ref.CARD:
                obs[AT_OBLIGATIONS + 3 * n + 2] = face_of(s, duty.other - Ref.CARD)
            n += 1
    n = 0
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if (entry.kind == Lasting.SHIELD or entry.kind == Lasting.SHIELD_POOL) and 0 <= entry.who < PLAYERS:
            shield = AT_PLAYERS + PLAYER * seat_from(s, player, entry.who) + 20
            obs[shield] = min(BIG, obs[shield] + entry.n)
        if entry.kind == 0 or n >= LASTING_ROWS:
            continue
        at = AT_LASTING + 4 * n
        u = unit_of(s, entry.who)
        obs[at] = entry.kind
        if u != NONE:
            obs[at + 1] = seat_from(s, player, u) + 1 if u < PLAYERS else PLAYERS - 1 - u
        obs[at + 2] = entry.n
        obs[at + 3] = face_of(s, entry.src)
        n += 1


@kernel
def observe(s, player, obs):
    """Fills the whole observation of a player."""
    obs[:CLEARED] = 0
    look_ahead(s, obs, 0)
    see_cards(s, player, obs)
    see_decision(s, player, obs)
    look_ahead(s, obs, 4)
    for p in range(s.n_players):
        see_player(s, p, obs, AT_PLAYERS + seat_from(s, player, p) * PLAYER)
    look_ahead(s, obs, 5)
    see_loot(s, player, obs)
    look_ahead(s, obs, 6)
    see_slots(s, obs)
    look_ahead(s, obs, 7)
    see_stack(s, player, obs)
    look_ahead(s, obs, 8)
    see_changes(s, obs)
    see_lasting(s, player, obs)
    for i in range(min(LOOKED, s.n_look)):
        inst = int(s.look[i])
        if s.asked == player and (s.seen[inst] >> player) & 1:
            obs[AT_LOOKED + i] = printed_of(inst)
    look_ahead(s, obs, 9)
    see_turn(s, player, obs)
    look_ahead(s, obs, 10)
    see_decks(s, player, obs)
    look_ahead(s, obs, 13)
    see_subjects(s, player, obs)
    look_ahead(s, obs, 14)
    see_progress(s, player, obs)
    see_ends(s, player, obs)
    look_ahead(s, obs, 15)
    if s.asked == player and s.shape == Shape.OPTION:
        see_choices(s, player, obs)
