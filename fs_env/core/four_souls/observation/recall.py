"""Knowledge of a player with perfect memory beyond the table: places in decks; and the last sections of the schema."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref, Until
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.observation.numbers import TargetSort
from fs_env.core.four_souls.observation.records import kernel
from fs_env.core.four_souls.observation.relative import choice_of, effect_of, face_of, is_changed, seat_from
from fs_env.core.four_souls.observation.schema import (
    AFTER_MONSTERS,
    CHANGED,
    CHOICES,
    ENDS,
    FIRST_MONSTER,
    FIRST_TREASURE,
    LASTING_ROWS,
    STACK_ROWS,
    WAITING_ROWS,
)
from fs_env.core.four_souls.rules.batch import WAITING
from fs_env.core.four_souls.rules.damage import LASTING_OPTION
from fs_env.core.four_souls.state import BIG, PLAYERS, UNITS, Frame, Obj, Shape, Zone
from fs_env.core.four_souls.tables import AB_PC, INST_CARD, PROG

NOBODY = PLAYERS  # a seat whose bit is never set
NUMBER, WAITS, LASTS = int(TargetSort.NUMBER), int(TargetSort.WAITING), int(TargetSort.LASTING)


@kernel
def see_turn(s, viewer, o):
    """Writes what happened to players and monsters this turn, and the damage that is being dealt."""
    n = int(s.n_players)
    for p in range(n):
        counts = o.counts[seat_from(s, viewer, p)]
        counts.loot_plays_used = s.plays_used[p]
        counts.rolls = s.rolls[p]
        counts.attack_rolls = s.attack_rolls[p]
        counts.coin_gains = s.gains[p]
    marked = 0
    for u in range(UNITS):
        marked |= s.boost_hp[u] | s.boost_atk[u] | s.boost_evasion[u] | s.dying[u]
        marked |= s.damaged[u] | s.damage_sum[u] | s.would_die[u]
    for u in range(PLAYERS + s.n_slots if marked != 0 else 0):
        if n <= u < PLAYERS or (u >= PLAYERS and s.slot[u - PLAYERS] == NONE):
            continue
        unit = o.units[seat_from(s, viewer, u) if u < PLAYERS else u]
        unit.hp_bonus = s.boost_hp[u]
        unit.attack_bonus = s.boost_atk[u]
        unit.evasion_bonus = s.boost_evasion[u]
        unit.damage_events = s.damaged[u]
        unit.damage_points = min(BIG, s.damage_sum[u])
        unit.near_deaths = s.would_die[u]
        unit.saved_hp = s.saved_hp[u] if s.dying[u] == 1 else 0
    for f in range(s.n_frames):
        if s.frames[f].kind == Frame.DAMAGE:
            for k in range(s.n_hurt):
                u = int(s.hurt[k])
                unit = o.units[seat_from(s, viewer, u) if u < PLAYERS else u]
                unit.damage_coming = min(BIG, s.hurt_n[k])


@kernel
def see_places(s, viewer, d, first, stop, o):
    """Writes the places in deck d that the observer knows, for its instances from `first` up to `stop`; vectorizable."""
    size, own = np.int16(s.n_deck[d]), np.int8(1 << viewer)
    for inst in range(np.uint64(first), np.uint64(stop)):
        zone, seen, place = s.zone[inst], np.int8(s.seen[inst] & own), s.place[inst]
        known = (zone == Zone.DECK) & (seen != 0)
        o.deck_places[inst - np.uint64(FIRST_TREASURE)] = np.int16(size - place) if known else np.int16(0)


@kernel
def see_treasure_places(s, viewer, o):
    see_places(s, viewer, Deck.TREASURE, FIRST_TREASURE, FIRST_MONSTER, o)


@kernel
def see_monster_places(s, viewer, o):
    see_places(s, viewer, Deck.MONSTER, FIRST_MONSTER, AFTER_MONSTERS, o)


@kernel
def see_deck_ends(s, viewer, o):
    """Writes who knows the cards at both ends of the decks: first all bits of a card, then one number per neighbour."""
    n = int(s.n_players)
    for d in range(3):
        size, bits = int(s.n_deck[d]), o.watched[0, d]
        for i in range(ENDS):
            top, bottom = int(s.deck[d, max(0, size - 1 - i)]), int(s.deck[d, i])
            seen_top = int(s.seen[top]) if i < size else 0
            seen_bottom = int(s.seen[bottom]) if i < size else 0
            bits.from_top[i] = s.witnessed[top] if i < size else 0
            bits.from_bottom[i] = s.witnessed[bottom] if i < size else 0
            if d == Deck.LOOT:
                o.loot_places.from_top[i] = ((seen_top >> viewer) & 1) * (INST_CARD[top] + 1)
                o.loot_places.from_bottom[i] = ((seen_bottom >> viewer) & 1) * (INST_CARD[bottom] + 1)
    first = viewer + 1 if viewer + 1 < n else 0
    second = (first + 1 if first + 1 < n else 0) if n > 2 else NOBODY
    third = (viewer - 1 if viewer > 0 else n - 1) if n > 3 else NOBODY
    left, across, right = np.int16(1 << first), np.int16(1 << second), np.int16(1 << third)
    for d in range(3):
        to_left, to_across, to_right = o.watched[0, d], o.watched[1, d], o.watched[2, d]
        for i in range(ENDS):
            top, bottom = to_left.from_top[i], to_left.from_bottom[i]
            to_left.from_top[i] = 1 if top & left != 0 else 0
            to_left.from_bottom[i] = 1 if bottom & left != 0 else 0
            to_across.from_top[i] = 1 if top & across != 0 else 0
            to_across.from_bottom[i] = 1 if bottom & across != 0 else 0
            to_right.from_top[i] = 1 if top & right != 0 else 0
            to_right.from_bottom[i] = 1 if bottom & right != 0 else 0


@kernel
def see_piles(s, viewer, o):
    for d in range(3):
        n = int(s.n_pile[d])
        for i in range(ENDS):
            card = int(INST_CARD[s.pile[d, max(0, n - 1 - i)]])
            o.piles[d, i] = card + 1 if i < n else 0


@kernel
def see_subject(s, viewer, r, subject):
    obj = s.objects[r]
    kind = int(obj.kind)
    if kind == Obj.TRIGGER or kind == Obj.PENALTY or Obj.PURCHASE <= kind <= Obj.COMBAT or kind == Obj.PLAYER_DEATH:
        subject.subject_sort, subject.subject = choice_of(s, viewer, int(obj.it), NONE)
    subject.slot = obj.slot + 1
    subject.dealer_sort, subject.dealer = choice_of(s, viewer, int(obj.dealer), NONE)
    subject.dealer_card = face_of(s, obj.from_card)


@kernel
def see_subjects(s, viewer, o):
    """Writes what the objects on the stack and the resolving one are about, and what waits to be pushed."""
    for i in range(min(STACK_ROWS, s.n_stack)):
        see_subject(s, viewer, int(s.stack[s.n_stack - 1 - i]), o.subjects[i])
    for f in range(s.n_frames - 1, -1, -1):
        r = int(s.frames[f].object)
        if r != NONE:
            see_subject(s, viewer, r, o.subjects[STACK_ROWS])
            break
    for i in range(min(WAITING_ROWS, s.n_waiting)):
        obj, waiting = s.objects[s.waiting[i]], o.waiting[i]
        waiting.kind = obj.kind
        waiting.owner = seat_from(s, viewer, obj.controller) + 1
        waiting.card = face_of(s, obj.src)
        waiting.effect = effect_of(int(obj.ability))


@kernel
def chosen_in(s, viewer, f, r, k):
    """The content of the k-th register of a running program: a number that was asked for, or a choice."""
    frame = s.frames[f]
    for pc in range(int(AB_PC[s.objects[r].ability]), frame.pc):
        if PROG[pc].op == Op.NUMBER and PROG[pc].register == 4 + k:
            return NUMBER, int(frame.reg[k])
    return choice_of(s, viewer, int(frame.reg[k]), s.objects[r].controller)


@kernel
def see_progress(s, viewer, o):
    progress, f = o.progress, int(s.n_frames) - 1
    progress.pushes = s.pushes
    if f < 0:
        return
    frame = s.frames[f]
    progress.frame = frame.kind
    progress.step = frame.step
    progress.count = frame.count
    if frame.kind == Frame.LOOT_SOURCE:
        progress.playing = frame.cursor + 1
    r = int(frame.object)
    if frame.kind != Frame.RUN or r == NONE or s.objects[r].ability == NONE:
        return
    progress.instruction = frame.pc - int(AB_PC[s.objects[r].ability]) + 1
    progress.first_choice_sort, progress.first_choice = chosen_in(s, viewer, f, r, 0)
    progress.second_choice_sort, progress.second_choice = chosen_in(s, viewer, f, r, 1)
    progress.third_choice_sort, progress.third_choice = chosen_in(s, viewer, f, r, 2)
    progress.fourth_choice_sort, progress.fourth_choice = chosen_in(s, viewer, f, r, 3)


@kernel
def see_choices(s, viewer, o):
    """Writes what each of several options with the same name represents, for the player who is asked."""
    if s.asked != viewer or s.shape != Shape.OPTION:
        return
    for i in range(min(CHOICES, s.n_options)):
        choice, option = o.choices[i], int(s.option[i])
        if option <= WAITING:
            choice.choice_sort = WAITS
            for k in range(min(WAITING_ROWS, s.n_waiting)):
                if s.waiting[k] == WAITING - option:
                    choice.choice = k + 1
        elif option <= LASTING_OPTION:
            choice.choice_sort = LASTS
            n = 0
            for k in range(LASTING_OPTION - option):
                n += s.lasting[k].kind != 0
            choice.choice = n + 1 if n < LASTING_ROWS else 0
        elif option >= 0:
            choice.choice_sort, choice.choice = choice_of(s, viewer, option, viewer)


@kernel
def see_endings(s, viewer, o):
    """Writes when lasting effects and borrowed texts end, in the order of their sections."""
    n = 0
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind != 0 and n < LASTING_ROWS:
            ending = o.endings[n]
            ending.until = entry.until
            ending.made_by = seat_from(s, viewer, entry.controller) + 1
            ending.effect = effect_of(int(entry.ability))
            if entry.until == Until.THAT_OBJECT and entry.ref != NONE:
                ending.object_sort, ending.object = choice_of(s, viewer, int(entry.ref), NONE)
            elif entry.kind == Lasting.PREDICT and entry.ref != NONE:
                ending.object_sort, ending.object = choice_of(s, viewer, Ref.STACK + entry.ref, NONE)
            n += 1
    n = 0
    for i in range(s.n_play if o.changed[0].card != 0 else 0):
        inst = int(s.play[i])
        if is_changed(s, inst) and n < CHANGED:
            o.borrowed[n] = s.face_until[inst]
            n += 1
