"""Emitters: each kind of thing that happens is reported to the cards in play (R6.1)."""

from fs_env.core.four_souls.language.codes import NONE, Event, Ref
from fs_env.core.four_souls.references import is_card, is_player
from fs_env.core.four_souls.rules.happened import event_record, kernel
from fs_env.core.four_souls.rules.triggers import emit, ref_of_unit
from fs_env.core.four_souls.state import PLAYERS


@kernel
def begin(happened, event, subject):
    happened.event = event
    happened.subject = subject
    happened.it = subject
    happened.other = NONE
    happened.amount = 0
    happened.roll = 0
    happened.dealer = NONE
    happened.from_card = NONE
    happened.that = 0
    happened.cause = NONE


@kernel
def emit_event(s, event, subject):
    happened = event_record()
    begin(happened, event, subject)
    emit(s, happened)


@kernel
def emit_attack(s, r):
    happened = event_record()
    begin(happened, Event.ATTACK_DECLARED, s.active_player)
    happened.that = s.objects[r].uid
    emit(s, happened)


@kernel
def emit_number(s, event, subject, r, attack):
    """Roll r shows a number; attack = 1 to tell that it is an attack roll."""
    obj = s.objects[r]
    happened = event_record()
    begin(happened, event, subject)
    happened.amount = attack
    happened.roll = obj.n
    happened.that = obj.uid
    emit(s, happened)


@kernel
def emit_roll(s, event, r, attack):
    """Roll r is final; what caused it does not answer. attack = 1 to tell of attack rolls alone."""
    obj = s.objects[r]
    happened = event_record()
    begin(happened, event, obj.controller)
    happened.amount = attack
    happened.roll = obj.n
    happened.that = obj.uid
    happened.cause = obj.cause
    emit(s, happened)


@kernel
def emit_gain(s, p, n, cause):
    happened = event_record()
    begin(happened, Event.GAINS_COINS, p)
    happened.amount = n
    happened.cause = cause
    emit(s, happened)


@kernel
def emit_counters(s, inst, before):
    happened = event_record()
    begin(happened, Event.COUNTERS_REACH, Ref.CARD + inst)
    happened.amount = s.counters[inst]
    happened.roll = before
    emit(s, happened)


@kernel
def emit_damage(s, k):
    """Victim k of the damage event has taken its share: taken, dealt and, for a monster, the hit points that it reaches."""
    u = int(s.hurt[k])
    ref = ref_of_unit(s, u)
    happened = event_record()
    begin(happened, Event.DAMAGE_TAKEN, ref)
    happened.amount = s.hurt_n[k]
    happened.roll = s.hurt_roll
    happened.dealer = s.hurt_dealer
    happened.from_card = s.hurt_src
    happened.cause = s.hurt_cause
    emit(s, happened)
    happened.event = Event.DAMAGE_DEALT
    happened.subject = s.hurt_dealer
    happened.it = ref
    happened.other = ref
    emit(s, happened)
    if u >= PLAYERS:
        happened.event = Event.HP_REACHES
        happened.subject = ref
        happened.other = NONE
        happened.amount = s.hp[u]
        happened.roll = s.hurt_done[k]
        emit(s, happened)


@kernel
def write_death(happened, event, subject, victim, roll, dealer):
    begin(happened, event, subject)
    happened.roll = roll
    happened.dealer = dealer
    if is_card(victim):
        happened.from_card = victim - Ref.CARD


@kernel
def emit_death(s, event, victim, roll, dealer):
    """A player or monster dies, killed by the dealer with an attack roll tag."""
    happened = event_record()
    write_death(happened, event, victim, victim, roll, dealer)
    emit(s, happened)


@kernel
def emit_kill(s, victim, roll, dealer):
    if is_player(dealer):
        happened = event_record()
        write_death(happened, Event.KILLS, dealer, victim, roll, dealer)
        happened.other = victim
        emit(s, happened)
