"""Deaths, objectives, the end of the game (R12, R66, R84, R85, R87)."""

from fs_env.core.betrayal.language.codes import NONE, Role
from fs_env.core.betrayal.language.haunts import FEWEST, Goal
from fs_env.core.betrayal.language.questions import Frame
from fs_env.core.betrayal.rules.cards import bury_adventurer
from fs_env.core.betrayal.rules.starts import start_program
from fs_env.core.betrayal.rules.table import holder, in_truce
from fs_env.core.betrayal.state import Outcome, kernel
from fs_env.core.betrayal.tables import AIM, AIMS, BHAAL, BHAAL_DEATH, BHAAL_KILL, TRAITOR_KILLS, TURNS_BACK


@kernel
def reap(s):
    """Adventurers with a trait at the skull die (R12, R84); the dead traitor's kills and the Symbol of Bhaal follow."""
    if s.haunt == NONE:
        return
    for p in range(s.n_players):
        seat = s.seats[p]
        if seat.alive and (seat.at[0] == 0 or seat.at[1] == 0 or seat.at[2] == 0 or seat.at[3] == 0):
            hero, by = seat.role == Role.HERO, int(s.killer)
            s.killer = NONE
            bury_adventurer(s, p)
            if hero and by != NONE and by == s.traitor and s.seats[by].alive:
                start_program(s, by, TRAITOR_KILLS[s.haunt], NONE)
            q = holder(s, BHAAL)
            if q != NONE and q != p:
                start_program(s, q, BHAAL_KILL if by == q else BHAAL_DEATH, NONE)


@kernel
def left(s, role):
    """Living adventurers of a side who are in the city."""
    n = 0
    for q in range(s.n_players):
        if s.seats[q].role == role and s.seats[q].alive and s.seats[q].escaped == 0:
            n += 1
    return n


@kernel
def escaped(s):
    n = 0
    for q in range(s.n_players):
        if s.seats[q].role == Role.HERO and s.seats[q].escaped:
            n += 1
    return n


@kernel
def needed(s, side, k):
    """The number of an objective; those who have died count too (R66)."""
    return max(1, int(AIM[s.haunt, side, k, 1 + s.n_players - FEWEST]))


@kernel
def turn_back(s):
    """Makes the traitor a hero again with the quest tokens that the haunt asks for (A61)."""
    tokens = int(TURNS_BACK[s.haunt, s.n_players - FEWEST])
    if tokens and s.traitor != NONE and s.marks[0] >= tokens and s.seats[s.traitor].alive:
        s.seats[s.traitor].role = Role.HERO


@kernel
def monsters_left(s):
    n = 0
    for m in range(s.n_monsters):
        if s.monsters[m].kind != NONE:
            n += 1
    return n


@kernel
def reached(s, side):
    """Whether a side has completed one of its objectives (R85)."""
    for k in range(AIMS):
        goal = AIM[s.haunt, side, k, 0]
        if goal == Goal.MARKS and s.marks[side] >= needed(s, side, k):
            return True
        if goal == Goal.TRAITOR_DEAD and s.traitor != NONE and s.seats[s.traitor].alive == 0:
            return True
        if goal == Goal.TRAITORS_DEAD and left(s, Role.TRAITOR) == 0:
            return True
        if goal == Goal.NO_HEROES and left(s, Role.HERO) == 0:
            return True
        if goal == Goal.NO_MONSTERS and monsters_left(s) == 0:
            return True
        if goal == Goal.ESCAPED and escaped(s) >= needed(s, side, k):
            return True
        if goal == Goal.ROUNDS and s.rounds >= needed(s, side, k):
            return True
    return False


@kernel
def in_between(s):
    """Whether a haunt is being set up, or a demon is striking: no player has won before that is over (R63, R87)."""
    for f in range(s.n_frames):
        kind = int(s.frames[f].kind)
        if kind == Frame.HAUNT or (s.demon and (kind == Frame.DAMAGE or kind == Frame.ASSAULT)):
            return True
    return False


@kernel
def judge(s):
    """Ends the game for the side that has completed its objective, heroes first; both by the demon is no player's win (R85, R87)."""
    s.judging = 0
    reap(s)
    if s.haunt == NONE:
        return
    if in_between(s):
        s.judging = 1
        return
    turn_back(s)
    if in_truce(s):
        return  # the end of its last round is looked at
    heroes, others, demon = reached(s, 0), reached(s, 1), s.demon
    s.demon = 0
    if heroes and others and demon:
        s.outcome = Outcome.LOST
        return
    heroes = heroes and left(s, Role.HERO) + escaped(s) > 0
    if not heroes and not others:
        return
    s.outcome = Outcome.WON
    for q in range(s.n_players):
        if (s.seats[q].role == Role.TRAITOR) != heroes:
            s.winners |= 1 << q
    if s.winners == 0:  # the house's side is no player's (R76, A61)
        s.outcome = Outcome.LOST
