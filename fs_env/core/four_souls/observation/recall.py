"""What a player who forgets nothing knows besides what lies on the table: places in decks, and the last sections."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref, Until
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.observation.prefetch import look_ahead
from fs_env.core.four_souls.observation.relative import effect_of, face_of, is_changed, seat_from, see_choice
from fs_env.core.four_souls.observation.schema import (
    AFTER_MONSTERS,
    AT_BORROWED,
    AT_CHANGED,
    AT_CHOICES,
    AT_COUNTS,
    AT_ENDINGS,
    AT_ENDS,
    AT_PILES,
    AT_PLACES,
    AT_PROGRESS,
    AT_SUBJECTS,
    AT_UNITS,
    AT_WAITING,
    AT_WATCHED,
    CHANGED,
    CHOICES,
    COUNT,
    ENDING,
    ENDS,
    FIRST_MONSTER,
    FIRST_TREASURE,
    LASTING_ROWS,
    STACK_ROWS,
    SUBJECT,
    UNIT,
    WAITING_ROWS,
)
from fs_env.core.four_souls.rules.batch import WAITING
from fs_env.core.four_souls.rules.damage import LASTING_OPTION
from fs_env.core.four_souls.state import BIG, PLAYERS, UNITS, Frame, Obj, Zone, kernel
from fs_env.core.four_souls.tables import (
    AB_PC,
    INST_CARD,
    PROG,
)

WATCHED = 3 * 2 * ENDS  # places in decks of which a neighbour may know the card
NOBODY = PLAYERS  # a seat whose bit is never set


@kernel
def see_turn(s, player, obs):
    """Writes what the turn has brought to players and monsters, and damage that is being dealt."""
    n = int(s.n_players)
    for p in range(n):
        k = seat_from(s, player, p)
        at = AT_COUNTS + k * COUNT
        obs[at] = s.plays_used[p]
        obs[at + 1] = s.rolls[p]
        obs[at + 2] = s.attack_rolls[p]
        obs[at + 3] = s.gains[p]
    marked = 0
    for u in range(UNITS):
        marked |= s.boost_hp[u] | s.boost_atk[u] | s.boost_evasion[u] | s.dying[u]
        marked |= s.damaged[u] | s.damage_sum[u] | s.would_die[u]
    for u in range(PLAYERS + s.n_slots if marked != 0 else 0):
        if n <= u < PLAYERS or (u >= PLAYERS and s.slot[u - PLAYERS] == NONE):
            continue
        at = AT_UNITS + (seat_from(s, player, u) if u < PLAYERS else u) * UNIT
        obs[at] = s.boost_hp[u]
        obs[at + 1] = s.boost_atk[u]
        obs[at + 2] = s.boost_evasion[u]
        obs[at + 3] = s.damaged[u]
        obs[at + 4] = min(BIG, s.damage_sum[u])
        obs[at + 5] = s.would_die[u]
        obs[at + 6] = s.saved_hp[u] if s.dying[u] == 1 else 0
    for f in range(s.n_frames):
        if s.frames[f].kind == Frame.DAMAGE:
            for k in range(s.n_hurt):
                u = int(s.hurt[k])
                at = AT_UNITS + (seat_from(s, player, u) if u < PLAYERS else u) * UNIT
                obs[at + 7] = min(BIG, s.hurt_n[k])


@kernel
def see_places(s, player, d, first, stop, obs):
    """Writes the places in a deck that the observer knows, for its cards from one instance to another.

    Indices without a sign and short numbers let the compiler look at many cards at a time.
    """
    size, own = np.int16(s.n_deck[d]), np.int16(1 << player)
    for inst in range(np.uint64(first), np.uint64(stop)):
        known = (s.zone[inst] == Zone.DECK) & (s.seen[inst] & own != 0)
        obs[np.uint64(AT_PLACES) + inst - np.uint64(FIRST_TREASURE)] = size - s.place[inst] if known else 0


@kernel
def see_deck_ends(s, player, obs):
    """Writes who knows the cards at both ends of the decks: all bits of a card at first, then a number a neighbour."""
    n = int(s.n_players)
    for d in range(3):
        size = int(s.n_deck[d])
        for i in range(ENDS):
            top, bottom = int(s.deck[d, max(0, size - 1 - i)]), int(s.deck[d, i])
            seen_top = int(s.seen[top]) if i < size else 0
            seen_bottom = int(s.seen[bottom]) if i < size else 0
            obs[AT_WATCHED + 2 * ENDS * d + i] = s.witnessed[top] if i < size else 0
            obs[AT_WATCHED + 2 * ENDS * d + ENDS + i] = s.witnessed[bottom] if i < size else 0
            if d == Deck.LOOT:
                obs[AT_ENDS + i] = ((seen_top >> player) & 1) * (INST_CARD[top] + 1)
                obs[AT_ENDS + ENDS + i] = ((seen_bottom >> player) & 1) * (INST_CARD[bottom] + 1)
    first = player + 1 if player + 1 < n else 0
    second = (first + 1 if first + 1 < n else 0) if n > 2 else NOBODY
    third = (player - 1 if player > 0 else n - 1) if n > 3 else NOBODY
    left, across, right = np.int16(1 << first), np.int16(1 << second), np.int16(1 << third)
    for i in range(AT_WATCHED, AT_WATCHED + WATCHED):
        seen = obs[i]
        obs[i] = 1 if seen & left != 0 else 0
        obs[i + WATCHED] = 1 if seen & across != 0 else 0
        obs[i + 2 * WATCHED] = 1 if seen & right != 0 else 0


@kernel
def see_decks(s, player, obs):
    """Writes what the players know of the decks, and the tops of the discard piles."""
    see_places(s, player, Deck.TREASURE, FIRST_TREASURE, FIRST_MONSTER, obs)
    look_ahead(s, obs, 11)
    see_places(s, player, Deck.MONSTER, FIRST_MONSTER, AFTER_MONSTERS, obs)
    look_ahead(s, obs, 12)
    see_deck_ends(s, player, obs)
    for d in range(3):
        n = int(s.n_pile[d])
        for i in range(ENDS):
            card = int(INST_CARD[s.pile[d, max(0, n - 1 - i)]])
            obs[AT_PILES + d * ENDS + i] = card + 1 if i < n else 0


@kernel
def see_subject(s, player, r, obs, at):
    """Writes what one object is about, and its slot."""
    obj = s.objects[r]
    kind = int(obj.kind)
    if kind == Obj.TRIGGER or kind == Obj.PENALTY or Obj.PURCHASE <= kind <= Obj.COMBAT or kind == Obj.PLAYER_DEATH:
        see_choice(s, player, int(obj.it), obs, at, NONE)
    obs[at + 2] = obj.slot + 1
    if obj.dealer != NONE:
        see_choice(s, player, int(obj.dealer), obs, at + 3, NONE)
    obs[at + 5] = face_of(s, obj.from_card)


@kernel
def see_subjects(s, player, obs):
    """Writes what the objects on the stack and the resolving one are about, and what waits to be pushed."""
    for i in range(min(STACK_ROWS, s.n_stack)):
        see_subject(s, player, int(s.stack[s.n_stack - 1 - i]), obs, AT_SUBJECTS + SUBJECT * i)
    for f in range(s.n_frames - 1, -1, -1):
        r = int(s.frames[f].object)
        if r != NONE:
            see_subject(s, player, r, obs, AT_SUBJECTS + SUBJECT * STACK_ROWS)
            break
    for i in range(min(WAITING_ROWS, s.n_waiting)):
        obj = s.objects[s.waiting[i]]
        at = AT_WAITING + 4 * i
        obs[at] = obj.kind
        obs[at + 1] = seat_from(s, player, obj.controller) + 1
        obs[at + 2] = face_of(s, obj.src)
        obs[at + 3] = effect_of(int(obj.ability))


@kernel
def see_progress(s, player, obs):
    """Writes how far the innermost frame has come and what was chosen there."""
    obs[AT_PROGRESS + 5] = s.pushes
    if s.n_frames == 0:
        return
    frame = s.frames[s.n_frames - 1]
    obs[AT_PROGRESS] = frame.kind
    obs[AT_PROGRESS + 2] = frame.step
    obs[AT_PROGRESS + 3] = frame.count
    if frame.kind == Frame.LOOT_SOURCE:
        obs[AT_PROGRESS + 4] = frame.cursor + 1
    r = int(frame.object)
    if frame.kind != Frame.RUN or r == NONE or s.objects[r].ability == NONE:
        return
    first = int(AB_PC[s.objects[r].ability])
    obs[AT_PROGRESS + 1] = frame.pc - first + 1
    for k in range(4):
        at = AT_PROGRESS + 6 + 2 * k
        number = False
        for pc in range(first, frame.pc):
            if PROG[pc].op == Op.NUMBER and PROG[pc].register == 4 + k:
                number = True
        if number:
            obs[at] = 6
            obs[at + 1] = frame.reg[k]
        else:
            see_choice(s, player, int(frame.reg[k]), obs, at, s.objects[r].controller)


@kernel
def see_choices(s, player, obs):
    """Writes what each of several options of one name stands for."""
    for i in range(min(CHOICES, s.n_options)):
        at = AT_CHOICES + 2 * i
        option = int(s.option[i])
        if option <= WAITING:
            obs[at] = 7
            for k in range(min(WAITING_ROWS, s.n_waiting)):
                if s.waiting[k] == WAITING - option:
                    obs[at + 1] = k + 1
        elif option <= LASTING_OPTION:
            obs[at] = 8
            n = 0
            for k in range(LASTING_OPTION - option):
                n += s.lasting[k].kind != 0
            obs[at + 1] = n + 1 if n < LASTING_ROWS else 0
        elif option >= 0:
            see_choice(s, player, option, obs, at, player)


@kernel
def see_ends(s, player, obs):
    """Writes when lasting effects and borrowed texts end, in the order of their sections."""
    n = 0
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind != 0 and n < LASTING_ROWS:
            at = AT_ENDINGS + ENDING * n
            obs[at] = entry.until
            obs[at + 1] = seat_from(s, player, entry.controller) + 1
            obs[at + 2] = effect_of(int(entry.ability))
            if entry.until == Until.THAT_OBJECT and entry.ref != NONE:
                see_choice(s, player, int(entry.ref), obs, at + 3, NONE)
            elif entry.kind == Lasting.PREDICT and entry.ref != NONE:
                see_choice(s, player, Ref.STACK + entry.ref, obs, at + 3, NONE)
            n += 1
    n = 0
    for i in range(s.n_play if obs[AT_CHANGED] != 0 else 0):
        inst = int(s.play[i])
        if is_changed(s, inst) and n < CHANGED:
            obs[AT_BORROWED + n] = s.face_until[inst]
            n += 1
