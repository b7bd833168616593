"""The actions open in a turn: ways, cards, powers, attacks and tasks (R16, R38, R39, R47, R51, R88, A14)."""

from fs_env.core.betrayal.actions import ATTACK, DROP, END, GO, GRATE, OFFER, OPEN, PICK, POWER, REVEAL, USE
from fs_env.core.betrayal.actions import TASK as TASK_ID
from fs_env.core.betrayal.language.codes import NONE, SEATS, SIDES, Token
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.rules.haunts import task_here
from fs_env.core.betrayal.rules.means import can_attack
from fs_env.core.betrayal.rules.movement import bound_by_axe, can_go, spaces_left
from fs_env.core.betrayal.rules.starts import others_here, seats_from
from fs_env.core.betrayal.rules.table import has_power, hidden_traitor, untouched
from fs_env.core.betrayal.rules.terrain import has_token, ways_of
from fs_env.core.betrayal.state import clear, kernel, offer_new
from fs_env.core.betrayal.tables import (
    ACTIONS,
    CAN_DROP,
    CAN_TRADE,
    COMPANIONS,
    FAR_WEAPONS,
    FLASK,
    PIPES,
    POWER_PROGRAM,
    SKULL,
    TASKS,
)
from fs_env.core.betrayal.tables import POWER as POWER_OF
from fs_env.core.machine.table.bits import lowest


@kernel
def usable(s, p):
    """Possessions whose use would be an action that can be taken now, a bit each, whoever controls them (R37, R38)."""
    if s.haunt == NONE:
        return ACTIONS
    if s.seats[p].attacked or s.seats[p].flask:
        return ACTIONS | 1 << PIPES | 1 << SKULL
    return ACTIONS | 1 << PIPES | 1 << SKULL | 1 << FLASK


@kernel
def power_usable(s, p):
    """Whether the power of an adventurer is an action that can be taken now (R88)."""
    seat = s.seats[p]
    power = int(POWER_OF[seat.adventurer])
    if not POWER_PROGRAM[power] or seat.power:
        return False
    if power == Power.WILD_SHAPE:
        return seat.shaped == 0
    if power == Power.HEALING_WORD:
        return seat.healing > 0
    if power == Power.BARDIC_INSPIRATION:
        return s.inspired == NONE
    return s.haunt != NONE and seat.mark == NONE


@kernel
def offer_cards(s, p):
    """Offers what may be done with cards (R38, R39, A14)."""
    t = int(s.seats[p].tile)
    held, lying = untouched(s, p), s.tiles[t].cards & ~s.touched & ~COMPANIONS
    left = held | lying
    if left == 0:
        return
    use = held & usable(s, p)
    trade = held & CAN_TRADE if others_here(s, p) else 0
    while left:
        card = lowest(left)
        left &= left - 1
        if (use >> card) & 1:
            offer_new(s, USE + card)
        if (held & CAN_DROP) >> card & 1:
            offer_new(s, DROP + card)
        if (trade >> card) & 1:
            offer_new(s, OFFER + card)
        if (lying >> card) & 1:
            offer_new(s, PICK + card)


@kernel
def offer_ways(s, p):
    """Offers the ways that may be taken now (R18 to R24)."""
    left = spaces_left(s, p)
    if left < 1 or bound_by_axe(s, p):
        return
    t = int(s.seats[p].tile)
    for way in range(ways_of(s, t)):
        if can_go(s, p, way, left):
            offer_new(s, GO + way if way < SIDES else GRATE + way - SIDES)


@kernel
def offer_deeds(s, p):
    """Offers the attacks and tasks of the haunt, and to reveal oneself (R47, R51, R75)."""
    if s.seats[p].attacked == 0:
        here = int(s.seats[p].tile)
        afar = has_power(s, p, Power.MAGIC_MISSILE) or untouched(s, p) & FAR_WEAPONS != 0  # R55, R88
        for k in range(1, s.n_players):
            q = seats_from(s, p, k)
            if (afar or s.seats[q].tile == here) and can_attack(s, p, q):
                offer_new(s, ATTACK + k)
        for m in range(s.n_monsters):
            if (afar or s.monsters[m].tile == here) and can_attack(s, p, SEATS + m):
                offer_new(s, ATTACK + SEATS + m)
    for k in range(TASKS):
        if task_here(s, p, k):
            offer_new(s, TASK_ID + k)
    if hidden_traitor(s, p):
        offer_new(s, REVEAL)


@kernel
def offer_turn(s, p):
    """Offers everything that a player may do in the turn (R16)."""
    clear(s)
    offer_ways(s, p)
    offer_cards(s, p)
    if power_usable(s, p):
        offer_new(s, POWER)
    if s.haunt != NONE:
        offer_deeds(s, p)
    if s.seats[p].opened == 0 and has_token(s, s.seats[p].tile, Token.LONELY_CHEST):
        offer_new(s, OPEN)
    offer_new(s, END)
