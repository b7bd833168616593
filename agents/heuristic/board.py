"""Queries of an observation: who has what, which monsters there are, what waits on the stack."""

from fs_env.agents.heuristic.card_facts import FLAGS
from fs_env.agents.heuristic.scratch import CARD, DECK, MONSTER, OBJECT, kernel
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.observation.schema import FIRST_OTHER, ITEM_OF, STACK_ROWS
from fs_env.core.four_souls.references import RefKind, deck_of
from fs_env.core.four_souls.state import SLOTS, Obj, ObjectFlag, Phase, Zone
from fs_env.core.four_souls.tables import CardFlag

C_INST0, C_LOOT, BONUS_SOULS, MONSTER_CARDS = T.C_INST0, T.C_LOOT, T.BONUS_SOULS, T.MONSTER_CARDS
OUT = int(Zone.OUT)


@kernel
def zone_of(obs, card):
    """The zone of a card that is not a loot card, OUT for loot cards and for NONE."""
    if card == NONE or C_LOOT[card] != NONE:
        return OUT
    return int(obs.cards.zone[C_INST0[card] - FIRST_OTHER])


@kernel
def owner_of(obs, card):
    """The seat that has an item, curse or soul, NONE for any other card."""
    zone = zone_of(obs, card)
    if zone == Zone.ITEM or zone == Zone.CURSE or zone == Zone.SOUL:
        return int(obs.cards.owner[C_INST0[card] - FIRST_OTHER]) - 1
    return NONE


@kernel
def is_turned(obs, card):
    return zone_of(obs, card) == Zone.ITEM and obs.turned[ITEM_OF[card]] != 0


@kernel
def bonus_open(obs, k):
    return zone_of(obs, int(BONUS_SOULS[k])) == Zone.BONUS


@kernel
def top_monster(obs):
    for i in range(len(MONSTER_CARDS)):
        card = int(MONSTER_CARDS[i])
        if obs.deck_places[C_INST0[card] - FIRST_OTHER] == 1:
            return card
    return NONE


@kernel
def shown_by(obs, slot):
    return obs.slots[slot].card - 1 if obs.slots[slot].exists == 1 else NONE


@kernel
def slot_of(obs, card):
    """The slot whose active monster shows a card, NONE when there is none."""
    if card >= 0:
        for slot in range(SLOTS):
            if shown_by(obs, slot) == card:
                return slot
    return NONE


@kernel
def monster_or_card(obs, card):
    slot = slot_of(obs, card)
    if slot != NONE:
        return MONSTER + slot
    return CARD + card if card >= 0 else NONE


@kernel
def can_be_attacked(obs, slot):
    card = shown_by(obs, slot)
    return card != NONE and obs.slots[slot].dying != 1 and FLAGS[card] & CardFlag.UNATTACKABLE == 0


@kernel
def plays_together(obs):
    """Whether the other player is a partner, who wins and loses with the bot (R21.6)."""
    return obs.solo.d8 > 0


@kernel
def souls_to_win(obs, k):
    """The souls that bring player k closer to winning: its own, or those of both partners."""
    return int(obs.solo.souls) if plays_together(obs) else int(obs.players[k].souls)


@kernel
def active_player(obs):
    return int(obs.decision.active_player)


@kernel
def can_attack(obs, k):
    if obs.decision.active_player != k or obs.decision.phase > Phase.ACTION or obs.decision.ending != 0:
        return False
    return max(0, obs.players[k].attacks - obs.players[k].attacks_used) + obs.players[k].deck_attacks > 0


@kernel
def n_objects(obs):
    return min(STACK_ROWS, int(obs.decision.stack))


@kernel
def is_attack_roll(obs, place):
    return obs.stack[place].kind == Obj.ROLL and obs.stack[place].flags & ObjectFlag.ATTACK_ROLL != 0


@kernel
def first_roll(obs):
    for place in range(n_objects(obs)):
        if obs.stack[place].kind == Obj.ROLL:
            return OBJECT + place
    return NONE


@kernel
def final(obs, place, n):
    """The number that a roll showing n will have after the bonuses above it on the stack (R9.3)."""
    for above in range(place):
        if obs.stack[above].kind == Obj.ROLL_BONUS and obs.stack[above].owner == obs.stack[place].owner:
            n += obs.stack[above].number
    return max(1, min(6, n))


@kernel
def thing_of(obs, sort, value):
    if sort == RefKind.PLAYER:
        return value - 1
    if sort == RefKind.DECK:
        return DECK + deck_of(value)
    if sort == RefKind.SLOT:
        return MONSTER + value if 0 <= value < SLOTS and shown_by(obs, value) != NONE else NONE
    if sort == RefKind.CARD:
        return monster_or_card(obs, value - 1)
    return OBJECT + value - 1 if sort == RefKind.OBJECT and 0 < value <= n_objects(obs) else NONE


@kernel
def dying(obs, k):
    return obs.players[k].dying == 1


@kernel
def running_attack(obs):
    if obs.decision.attacking == 1:
        for slot in range(SLOTS):
            if shown_by(obs, slot) != NONE and obs.slots[slot].attacked == 1:
                return slot
    return NONE


@kernel
def left_of(obs, k):
    return (k + 1) % int(obs.decision.players)


@kernel
def right_of(obs, k):
    return (k + int(obs.decision.players) - 1) % int(obs.decision.players)
