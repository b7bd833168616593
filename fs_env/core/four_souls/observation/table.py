"""Kernels that write all a player may know (R2, A45) into the flat observation by name. Its numbers are in `schema`."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref
from fs_env.core.four_souls.observation.barter import see_barter
from fs_env.core.four_souls.observation.prefetch import steps_ahead
from fs_env.core.four_souls.observation.recall import (
    see_choices,
    see_deck_ends,
    see_endings,
    see_monster_places,
    see_piles,
    see_progress,
    see_subjects,
    see_treasure_places,
    see_turn,
)
from fs_env.core.four_souls.observation.records import kernel, named
from fs_env.core.four_souls.observation.relative import (
    face_of,
    is_changed,
    printed_of,
    seat_from,
    seen_by_others,
    target_of,
)
from fs_env.core.four_souls.observation.rooms import see_rooms
from fs_env.core.four_souls.observation.schema import (
    AFTER_STARTING,
    AFTER_TREASURES,
    CHANGED,
    CLEARED,
    FIRST_MONSTER,
    FIRST_OTHER,
    FIRST_STARTING,
    FIRST_TREASURE,
    LASTING_ROWS,
    LOOKED,
    OBLIGATION_ROWS,
    OPTIONAL,
    STACK_ROWS,
    TRINKET_OF,
)
from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.references import is_card, is_player
from fs_env.core.four_souls.rules.priority import character_open, own_play_open
from fs_env.core.four_souls.rules.secrets import MEMBER, has_mix, mix_bits
from fs_env.core.four_souls.rules.solo import CHARACTERS, souls_together
from fs_env.core.four_souls.rules.triggers import unit_of
from fs_env.core.four_souls.state import BIG, FIRST_ROOM, PLAYERS, SLOTS, Obj, Zone
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

N_BEARERS = len(BEARERS)
BEARER = np.array(BEARERS, np.int16)


@kernel
def see_zones(s, viewer, o):
    """Writes zone and owner of every card that is neither a loot card nor a room; bytes without a branch, so vectorizable."""
    n, me, to_left = np.int8(s.n_players), np.int8(viewer), np.int8(1 - viewer)
    for inst in range(FIRST_OTHER, FIRST_ROOM):  # one instance per card from here on
        zone, owner = s.zone[inst], s.owner[inst]
        o.cards.zone[inst - FIRST_OTHER] = zone
        relative = np.int8(np.int8(owner + to_left) + np.int8(n if owner < me else np.int8(0)))
        as_it_is = (owner < 0) | ((zone >= Zone.SHOP) & (zone <= Zone.COVERED))  # no player's, or a slot
        o.cards.owner[inst - FIRST_OTHER] = np.int8(owner + 1) if as_it_is else relative


@kernel
def see_turned_treasures(s, viewer, o):
    for inst in range(FIRST_TREASURE, FIRST_MONSTER):
        o.turned[inst - FIRST_TREASURE] = s.turned[inst]


@kernel
def see_turned_items(s, viewer, o):
    for inst in range(FIRST_STARTING, AFTER_STARTING):
        o.turned[AFTER_TREASURES - FIRST_STARTING + inst] = s.turned[inst]
    for k in range(N_BEARERS if s.n_counters > 0 else 0):
        o.counters[k] = s.counters[C_INST0[BEARER[k]]]


@kernel
def see_decision(s, viewer, o):
    decision, mine = o.decision, s.asked == viewer
    decision.question = s.question + 1 if mine else 0
    decision.shape = s.shape
    decision.card = face_of(s, s.asking_card)
    decision.phase = s.phase
    decision.ending = s.ending
    decision.attacking = s.attacking
    decision.active_player = seat_from(s, viewer, s.active_player)
    decision.priority_player = seat_from(s, viewer, s.priority_player)
    decision.asked = seat_from(s, viewer, s.asked)
    decision.passes = s.passes
    decision.players = s.n_players
    decision.turn = min(BIG, s.turn)
    decision.stack = s.n_stack
    decision.options = s.n_options if mine else 0
    decision.decisions_left = max(0, min(BIG, s.max_decisions - s.decisions))
    left = 0
    for b in range(N_BONUS):
        if s.zone[C_INST0[BONUS_SOULS[b]]] == Zone.BONUS:
            left += 1
    decision.bonus_souls = left
    decision.fights = s.attacks_begun
    decision.forced = s.forced


@kernel
def see_player(s, p, player):
    """Writes the public facts of one player, except shields and loot souls."""
    player.present = 1
    player.coins = s.coins[p]
    player.hp = s.hp[p]
    player.max_hp = s.max_hp[p]
    player.attack = s.atk[p]
    player.hand = s.n_hand[p]
    player.souls = s.souls[p]
    player.dead = s.dead[p]
    player.dying = s.dying[p]
    player.character = face_of(s, s.character[p])
    player.turned = s.turned[s.character[p]]
    player.own_play = 1 if own_play_open(s, p) else 0
    player.extra_plays = s.extra_plays[p]
    player.character_open = 1 if character_open(s, p) else 0
    player.attacks_used = s.attacks_used[p]
    player.attacks = max(s.own_attacks[p], s.attacks_used[p]) + s.extra_attacks[p]
    player.deck_attacks = s.deck_attacks[p]
    player.purchases_used = s.purchases_used[p]
    player.purchases = s.own_purchases[p]
    player.price = s.price[p]
    player.roll_bonus = s.roll_boost[p]
    player.extra_turns = s.extra_turns[p]
    player.skipped_turns = s.skip_turns[p]
    player.last_roll = s.history[p, 0]
    player.last_attack_roll = s.history[p, 1]
    player.must_attack = s.must_attack[p]
    player.attacks_made = s.fought[p]


@kernel
def see_players(s, viewer, o):
    for p in range(s.n_players):
        see_player(s, p, o.players[seat_from(s, viewer, p)])
        inst = int(s.character[p])
        if s.face[inst] != INST_CARD[inst]:  # it stands in for Eden's card (R21.8), and is not in the game itself
            o.cards.zone[inst - FIRST_OTHER] = Zone.OUT
            o.cards.owner[inst - FIRST_OTHER] = 0


@kernel
def see_loot(s, viewer, o):
    """Counts loot cards by name where the observer knows them, and those of its hand that others know."""
    n = int(s.n_players)
    for i in range(s.n_hand[viewer]):
        inst = int(s.hand[viewer, i])
        card, others = int(INST_LOOT[inst]), seen_by_others(s, viewer, inst)
        o.hand[card] += 1
        for k in range(PLAYERS - 1):
            o.shown[k, card] += (others >> k) & 1
    for k in range(n - 1):
        p = viewer + 1 + k
        p -= n if p >= n else 0
        for i in range(s.n_hand[p]):
            inst = int(s.hand[p, i])
            o.known[k, INST_LOOT[inst]] += (int(s.seen[inst]) >> viewer) & 1
    for inst in range(FIRST_OTHER if has_mix(s, Deck.LOOT, viewer) else 0):
        if mix_bits(s, viewer, inst) >= MEMBER:
            o.among[INST_LOOT[inst]] += 1
    for card in range(N_LOOT):
        o.loot.discarded[card] = s.discarded[card]
    highest = np.int8(0)
    for i in range(FIRST_OTHER):
        highest = s.zone[i] if s.zone[i] > highest else highest
    for i in range(s.n_play if highest >= Zone.ITEM else 0):
        inst = int(s.play[i])
        if (inst < FIRST_OTHER) & (s.zone[inst] == Zone.ITEM):
            o.trinkets[seat_from(s, viewer, s.owner[inst]), TRINKET_OF[INST_CARD[inst]]] += 1
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
        o.loot.elsewhere[INST_LOOT[inst]] += 1
        if s.zone[inst] == Zone.SOUL:
            o.players[seat_from(s, viewer, s.owner[inst])].loot_souls += 1


@kernel
def see_slots(s, viewer, o):
    """Writes monster slots with covered monsters, shop, deck sizes and tops of discard piles."""
    for k in range(SLOTS):
        if k >= s.n_slots:
            break
        slot = o.slots[k]
        slot.exists = 1
        inst = int(s.slot[k])
        if inst == NONE:
            continue
        u = PLAYERS + k
        slot.card = printed_of(inst)
        slot.hp = s.hp[u]
        slot.max_hp = s.max_hp[u]
        slot.attack = s.atk[u]
        slot.evasion = s.evasion[u]
        slot.attacked = 1 if s.attacking == 1 and s.attacked == inst else 0
        slot.dying = s.dying[u]
        slot.must_be_attacked = s.must_attack[u]
        slot.was_attacked = s.fought[u]
        below = int(s.under[inst])
        if below != NONE:
            o.covered[k].next_below = printed_of(below)
        while below != NONE:
            o.covered[k].covered += 1
            below = int(s.under[below])
    for k in range(s.n_shop):
        o.shop[k] = 1 + printed_of(s.shop[k])
    for d in range(3):
        o.decks.cards[d] = s.n_deck[d]
        o.decks.discarded[d] = s.n_pile[d]
        if s.n_pile[d] > 0:
            o.top[d] = printed_of(s.pile[d, s.n_pile[d] - 1])


@kernel
def see_object(s, viewer, r, seen):
    """Writes one stack object; its place among the effects of its card."""
    obj = s.objects[r]
    seen.kind = obj.kind
    seen.owner = seat_from(s, viewer, obj.controller) + 1
    seen.card = face_of(s, obj.src)
    seen.mode = obj.mode + 1 if obj.kind != Obj.ROLL else 0
    seen.number = obj.n
    seen.flags = obj.flags
    targets = obj.kind != Obj.HELD_DAMAGE and obj.kind != Obj.HELD_GAIN
    first = int(obj.reg[0]) if targets else NONE
    if obj.kind == Obj.PURCHASE or obj.kind == Obj.ATTACK or obj.kind == Obj.COMBAT or obj.kind == Obj.PLAYER_DEATH:
        first = int(obj.it) if obj.it != NONE else first
    seen.target_sort, seen.target = target_of(s, viewer, first)
    seen.second_target_sort, seen.second_target = target_of(s, viewer, obj.reg[1] if targets else obj.it)
    seen.event_number = obj.roll
    seen.event_amount = obj.amount
    if targets:
        seen.third_target_sort, seen.third_target = target_of(s, viewer, obj.reg[2])
        seen.fourth_target_sort, seen.fourth_target = target_of(s, viewer, obj.reg[3])
    a = int(obj.ability)
    if a == NONE:
        return 0
    first_effect = int(C_AB0[AB_CARD[a]])
    if a < first_effect + C_ABN[AB_CARD[a]]:
        return a - first_effect + 1
    return int(C_ABN[AB_CARD[a]]) + 1


@kernel
def see_stack(s, viewer, o):
    for i in range(min(STACK_ROWS, s.n_stack)):
        o.effects[i] = see_object(s, viewer, s.stack[s.n_stack - 1 - i], o.stack[i])
    for f in range(s.n_frames - 1, -1, -1):
        r = int(s.frames[f].object)
        if r != NONE:
            o.effects[STACK_ROWS] = see_object(s, viewer, r, o.resolving)
            return


@kernel
def see_changes(s, viewer, o):
    n = 0
    for i in range(s.n_play if s.altered == 1 else 0):
        inst = int(s.play[i])
        if is_changed(s, inst) and n < CHANGED:
            changed, card = o.changed[n], int(INST_CARD[inst])
            changed.card = card + 1
            changed.shows = s.face[inst] + 1 if s.face[inst] != card else 0
            changed.eternal = s.eternal[inst] if C_FLAGS[card] & CardFlag.ETERNAL == 0 else 0
            changed.counters = s.counters[inst]
            n += 1


@kernel
def see_obligations(s, viewer, o):
    n = 0
    for k in range(s.n_obligations):
        obligation = s.obligations[k]
        if obligation.who != NONE and n < OBLIGATION_ROWS:
            seen = o.obligations[n]
            seen.additional = 1 + obligation.extra
            if is_card(obligation.what):
                seen.what = face_of(s, obligation.what - Ref.CARD)
            elif obligation.what != NONE:
                seen.what = -1
            if is_card(obligation.other):
                seen.or_else = face_of(s, obligation.other - Ref.CARD)
            n += 1


@kernel
def see_lasting(s, viewer, o):
    n = 0
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if (entry.kind == Lasting.SHIELD or entry.kind == Lasting.SHIELD_POOL) and is_player(entry.who):
            shielded = o.players[seat_from(s, viewer, entry.who)]
            shielded.shield = min(BIG, shielded.shield + entry.n)
        if entry.kind == 0 or n >= LASTING_ROWS:
            continue
        lasting, u = o.lasting[n], unit_of(s, entry.who)
        lasting.kind = entry.kind
        if u != NONE:
            lasting.whom = seat_from(s, viewer, u) + 1 if u < PLAYERS else PLAYERS - 1 - u
        lasting.number = entry.n
        lasting.card = face_of(s, entry.src)
        n += 1


@kernel
def see_looked(s, viewer, o):
    for i in range(min(LOOKED, s.n_look)):
        inst = int(s.look[i])
        if s.asked == viewer and (s.seen[inst] >> viewer) & 1:
            o.looked[i] = printed_of(inst)


@kernel
def see_options(s, viewer, o):
    """Writes the options of the game; the section is not cleared beforehand."""
    o.options.variant = s.variant
    o.options.simultaneous_deaths = s.deaths
    o.options.open_hands = s.open_hands
    o.options.bartering = s.bartering
    o.options.rooms = s.rooms


@kernel
def see_solo(s, viewer, o):
    cooperative = s.variant != Variant.RIVALS
    o.solo.d8 = s.d8
    o.solo.souls = souls_together(s) if cooperative else 0
    o.solo.turns_to_drop = CHARACTERS - s.turns_finished if cooperative else 0


STEPS = (
    see_zones,
    see_turned_treasures,
    see_turned_items,
    see_decision,
    see_players,
    see_loot,
    see_slots,
    see_stack,
    see_changes,
    see_obligations,
    see_lasting,
    see_looked,
    see_turn,
    see_treasure_places,
    see_monster_places,
    see_deck_ends,
    see_piles,
    see_subjects,
    see_progress,
    see_endings,
    see_choices,
    see_options,
    see_solo,
    see_rooms,
    see_barter,
)
"""The steps of an observation, in order: shields and loot souls are added to players, endings follow `changed`."""
see_all = steps_ahead(STEPS)


@kernel
def observe(s, viewer, obs):
    obs[:CLEARED] = 0
    obs[OPTIONAL:] = 0
    see_all(s, viewer, named(obs))
