"""Questions to an observation: who has what, which monsters there are, what waits on the stack."""

from __future__ import annotations

from fs_env.agents.heuristic.card_facts import FLAGS
from fs_env.agents.heuristic.scratch import (
    AP,
    ATTACKING,
    ATTACKS,
    ATTACKS_USED,
    CARD,
    DECK,
    DECK_ATTACKS,
    DYING,
    ENDING,
    MONSTER,
    N_LOOT,
    N_PLAYERS,
    N_STACK,
    PHASE,
    ROW,
    fact,
    kernel,
)
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.observation.schema import (
    AT_CARDS,
    AT_OWNERS,
    AT_PLACES,
    AT_SLOTS,
    AT_STACK,
    AT_TURNED,
    ITEM_OF,
    SLOT,
    STACK,
    STACK_ROWS,
)
from fs_env.core.four_souls.state import SLOTS, Obj, ObjectFlag, Phase, Zone
from fs_env.core.four_souls.tables import CardFlag

SHOWN, MONSTER_HP, MONSTER_ATK, MONSTER_EVASION, MONSTER_ATTACKED, MONSTER_DYING = 1, 2, 4, 5, 6, 7
KIND, CTRL, SOURCE, ROW_MODE, NUMBER, MARKS, TARGET = range(7)
FIRST_MONSTER, LAST_MONSTER = int(T.MONSTER0), int(T.MONSTER0 + T.N_MONSTER)
BONUS0 = int(T.BONUS0)
OUT = int(Zone.OUT)


# --- cards ------------------------------------------------------------------------------------------------------------
@kernel
def zone_of(obs, card):
    """The zone of a card that is no loot card, OUT for loot; changes nothing."""
    if card < N_LOOT:
        return OUT
    return int(obs[AT_CARDS + card - N_LOOT])


@kernel
def owner_of(obs, card):
    """The seat that has an item, curse or soul, NONE for any other card; changes nothing."""
    zone = zone_of(obs, card)
    if zone == Zone.ITEM or zone == Zone.CURSE or zone == Zone.SOUL:
        return int(obs[AT_OWNERS + card - N_LOOT]) - 1
    return NONE


@kernel
def is_turned(obs, card):
    """Whether an item is deactivated; changes nothing."""
    return zone_of(obs, card) == Zone.ITEM and obs[AT_TURNED + ITEM_OF[card]] != 0


@kernel
def bonus_open(obs, k):
    """Whether bonus soul k (0 coins, 1 hand, 2 Guppy) is still to be had; changes nothing."""
    return zone_of(obs, BONUS0 + k) == Zone.BONUS


@kernel
def top_monster(obs):
    """The top card of the monster deck, NONE when it is not known; changes nothing."""
    for card in range(FIRST_MONSTER, LAST_MONSTER):
        if obs[AT_PLACES + card - int(T.TREASURE0)] == 1:
            return card
    return NONE


# --- monsters ---------------------------------------------------------------------------------------------------------
@kernel
def of_slot(obs, slot, what):
    """A number of a monster slot; changes nothing."""
    return int(obs[AT_SLOTS + slot * SLOT + what])


@kernel
def shown_by(obs, slot):
    """The card of the active monster of a slot, NONE without one; changes nothing."""
    return of_slot(obs, slot, SHOWN) - 1 if of_slot(obs, slot, 0) == 1 else NONE


@kernel
def slot_of(obs, card):
    """The slot whose active monster shows a card, NONE when there is none; changes nothing."""
    if card >= 0:
        for slot in range(SLOTS):
            if shown_by(obs, slot) == card:
                return slot
    return NONE


@kernel
def monster_or_card(obs, card):
    """The thing a card is: a monster, else the card, NONE for no card; changes nothing."""
    slot = slot_of(obs, card)
    if slot != NONE:
        return MONSTER + slot
    return CARD + card if card >= 0 else NONE


@kernel
def can_be_attacked(obs, slot):
    """Whether a slot has a monster that may be attacked; changes nothing."""
    card = shown_by(obs, slot)
    return card != NONE and of_slot(obs, slot, MONSTER_DYING) != 1 and FLAGS[card] & CardFlag.UNATTACKABLE == 0


# --- players ----------------------------------------------------------------------------------------------------------
@kernel
def active_player(obs):
    """The seat whose turn it is; changes nothing."""
    return int(obs[AP])


@kernel
def can_attack(obs, k):
    """Whether a player may still declare an attack this turn; changes nothing."""
    if obs[AP] != k or obs[PHASE] > Phase.ACTION or obs[ENDING] != 0:
        return False
    return max(0, fact(obs, k, ATTACKS) - fact(obs, k, ATTACKS_USED)) + fact(obs, k, DECK_ATTACKS) > 0


# --- the stack --------------------------------------------------------------------------------------------------------
@kernel
def n_rows(obs):
    """Objects on the stack that the observation shows; changes nothing."""
    return min(STACK_ROWS, int(obs[N_STACK]))


@kernel
def of_row(obs, place, what):
    """A number of the object at a place of the stack, from the top; changes nothing."""
    return int(obs[AT_STACK + place * STACK + what])


@kernel
def is_attack_roll(obs, place):
    """Whether an object on the stack is an attack roll; changes nothing."""
    return of_row(obs, place, KIND) == Obj.ROLL and of_row(obs, place, MARKS) & ObjectFlag.ATTACK_ROLL != 0


@kernel
def first_roll(obs):
    """The uppermost roll on the stack as a thing, NONE without one; changes nothing."""
    for place in range(n_rows(obs)):
        if of_row(obs, place, KIND) == Obj.ROLL:
            return ROW + place
    return NONE


@kernel
def final(obs, place, n):
    """The number a roll will have that shows n, after the bonuses that wait above it (R9.3); changes nothing."""
    for above in range(place):
        if of_row(obs, above, KIND) == Obj.ROLL_BONUS and of_row(obs, above, CTRL) == of_row(obs, place, CTRL):
            n += of_row(obs, above, NUMBER)
    return max(1, min(6, n))


@kernel
def thing_at(obs, at):
    """The thing that two numbers of the observation name, a sort and a value; changes nothing."""
    sort, value = int(obs[at]), int(obs[at + 1])
    if sort == 1:
        return value - 1
    if sort == 2:
        return DECK + value - (Ref.PILE if value >= Ref.PILE else Ref.DECK)
    if sort == 3:
        return MONSTER + value if 0 <= value < SLOTS and shown_by(obs, value) != NONE else NONE
    if sort == 4:
        return monster_or_card(obs, value - 1)
    return ROW + value - 1 if sort == 5 and 0 < value <= n_rows(obs) else NONE


@kernel
def dying(obs, k):
    """Whether the death of player k is on the stack; changes nothing."""
    return fact(obs, k, DYING) == 1


@kernel
def running_attack(obs):
    """The slot of the monster in the running attack, NONE without one; changes nothing."""
    if obs[ATTACKING] == 1:
        for slot in range(SLOTS):
            if shown_by(obs, slot) != NONE and of_slot(obs, slot, MONSTER_ATTACKED) == 1:
                return slot
    return NONE


@kernel
def left_of(obs, k):
    """The player to the left of player k; changes nothing."""
    return (k + 1) % int(obs[N_PLAYERS])


@kernel
def right_of(obs, k):
    """The player to the right of player k; changes nothing."""
    return (k + int(obs[N_PLAYERS]) - 1) % int(obs[N_PLAYERS])
