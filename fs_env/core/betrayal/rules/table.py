"""Who is where, who holds what, who is whose opponent (R51, R70, R75)."""

from fs_env.core.betrayal.language.codes import NONE, SEATS, Role
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.state import kernel
from fs_env.core.betrayal.tables import HAUNT_SHAPE, INSTANCE, POWER, TRUCE, Zone


@kernel
def present(s, p):
    return p < s.n_players and s.seats[p].alive != 0 and s.seats[p].tile != NONE


@kernel
def figure_tile(s, figure):
    if figure < SEATS:
        return int(s.seats[figure].tile) if present(s, figure) else NONE
    monster = s.monsters[figure - SEATS]
    return int(monster.tile) if monster.kind != NONE else NONE


@kernel
def holds(s, p, card):
    return (s.seats[p].cards >> card) & 1 != 0


@kernel
def holder(s, card):
    return int(s.owner[INSTANCE[card]]) if s.zone[INSTANCE[card]] == Zone.HELD else NONE


@kernel
def keeps(s, p, event):
    return s.zone[event] == Zone.KEPT and s.owner[event] == p


@kernel
def has_power(s, p, power):
    return POWER[s.seats[p].adventurer] == power


@kernel
def is_shape(s, shape):
    return s.haunt != NONE and HAUNT_SHAPE[s.haunt] == shape


@kernel
def is_traitor(s, figure):
    return figure >= SEATS or s.seats[figure].role == Role.TRAITOR


@kernel
def untouched(s, p):
    """Possessions that a player controls and has done nothing with in this turn, a bit each (R38)."""
    return s.seats[p].cards & ~s.touched


@kernel
def touch(s, card):
    """A possession that was dealt with in this turn (R38)."""
    s.touched |= 1 << card


@kernel
def open_traitor(s, p):
    """Whether every player knows that a seat is the traitor: only then has it the traitor's immunity (R72, R75)."""
    return s.seats[p].role == Role.TRAITOR and s.seats[p].shown != 0


@kernel
def secret(s):
    """Whether there is a traitor of whom others do not know."""
    if not is_shape(s, Shape.HIDDEN):
        return False
    for q in range(s.n_players):
        if s.seats[q].role == Role.TRAITOR and s.seats[q].shown == 0:
            return True
    return False


@kernel
def face_down(s, p):
    """Whether the token of a seat is face down, so that it may be the hidden traitor's (R75)."""
    return secret(s) and s.seats[p].shown == 0


@kernel
def hidden_traitor(s, p):
    """Whether a seat has the token of a traitor and may reveal it (R75, A59)."""
    return s.seats[p].role == Role.TRAITOR and face_down(s, p)


@kernel
def leader_of_monsters(s):
    """The seat that decides for monsters; NONE for those that no player leads (R74, R76, A61)."""
    if not is_shape(s, Shape.TRAITOR) or s.seats[s.traitor].role != Role.TRAITOR:
        return NONE
    return int(s.traitor)


@kernel
def in_truce(s):
    """Whether a round of the haunt is not over in which no player attacks (A58)."""
    return s.haunt != NONE and s.rounds < TRUCE[s.haunt]


@kernel
def may_attack(s, figure, other):
    """Whether a figure may attack another one now, wherever they are (R51, A58)."""
    return not in_truce(s) and is_target(s, figure, other)


@kernel
def is_target(s, figure, other):
    """Whether a figure may attack another one in the haunt (R51, R75, A19)."""
    if s.haunt == NONE or figure == other:
        return False
    if figure < SEATS and other < SEATS and is_shape(s, Shape.HIDDEN):
        return True
    return is_traitor(s, figure) != is_traitor(s, other)


@kernel
def is_opponent(s, figure, other):
    return s.haunt != NONE and not secret(s) and is_traitor(s, figure) != is_traitor(s, other)


@kernel
def hindrance(s, figure):
    """Opponents that cost a space each on leaving (R70); none for Cunning Action."""
    if s.haunt == NONE:
        return 0
    tile = figure_tile(s, figure)
    if tile == NONE or secret(s) or (figure < SEATS and has_power(s, figure, Power.CUNNING_ACTION)):
        return 0
    n, side = 0, is_traitor(s, figure)
    for q in range(s.n_players):
        if s.seats[q].tile == tile and present(s, q) and is_traitor(s, q) != side:
            n += 1
    if not side:
        for m in range(s.n_monsters):
            monster = s.monsters[m]
            if monster.kind != NONE and monster.tile == tile and monster.stunned == 0:
                n += 1
    return n
