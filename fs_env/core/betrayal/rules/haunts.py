"""The haunt: its roll, its beginning, its tasks (R46, R47, R59 to R65)."""

from fs_env.core.betrayal.actions import TILE
from fs_env.core.betrayal.language.codes import DICE, MONSTERS, NONE, Deck, Kind, Role, Symbol, Token
from fs_env.core.betrayal.language.haunts import FEWEST, Chosen, Shape, Spot, Where
from fs_env.core.betrayal.language.questions import Frame, Question
from fs_env.core.betrayal.rules.cards import draw_card, put_aside, take
from fs_env.core.betrayal.rules.dice import roll, value
from fs_env.core.betrayal.rules.immunity import offer_freedom
from fs_env.core.betrayal.rules.starts import (
    NOTHING,
    WAITING,
    others_here,
    pick_option,
    seats_from,
    start_enter,
    start_program,
)
from fs_env.core.betrayal.rules.table import face_down, present
from fs_env.core.betrayal.rules.terrain import SPACES, fill_distances, has_token, in_play
from fs_env.core.betrayal.state import Stream, begin, below, clear, kernel, lay_on_pile, offer
from fs_env.core.betrayal.tables import (
    CHART_OF,
    FIRST_OMEN,
    HAUNT_CHOSEN,
    HAUNT_SHAPE,
    HAUNT_TRAIT,
    HERO_NOW,
    HERO_WARDS,
    KIND,
    KINDS_OF_MONSTERS,
    LANDING,
    MONSTER_MORE,
    MONSTER_NUMBER,
    N_OMENS,
    N_TILES,
    OF_INSTANCE,
    OMEN_ROW,
    SYMBOL,
    TASK,
    TASK_OPENS,
    TAVERN,
    TRAITOR_NOW,
    TRAITOR_WARDS,
    TRAITORS,
    TURNS_BACK,
    VIGIL,
)
from fs_env.core.betrayal.tables import MONSTERS as MONSTER_TABLE
from fs_env.core.betrayal.tables import STAIRS as STAIRS_OF
from fs_env.core.machine.compile.memory import short_lived

NEEDED = 6  # of a haunt roll (R59)
WHERE, PRESENT, MORE = 4, 5, 6  # columns of MONSTER_TABLE
ENDLESS = 100  # rounds that are counted


@kernel
def haunt_roll(s):
    """Makes a haunt roll that is owed; returns whether the haunt begins (R59, A8, A10)."""
    return s.omens >= N_OMENS or roll(s, min(int(s.omens), DICE)) >= NEEDED


@kernel
def roll_for_haunt(s, p):
    """Makes the haunt rolls that a seat owes, until the haunt begins (R17, R59, A8)."""
    for k in range(s.n_due):
        if s.haunt == NONE and haunt_roll(s):
            begin_haunt(s, p, int(s.due_omen[k]), int(s.due_tile[k]))
    s.n_due = 0


@kernel
def nearest_omen_tile(s, start, passed):
    """The omen tile in play that is nearest to a tile, but for some, a bit each; NONE without one (A11, R62)."""
    dist = short_lived(N_TILES)
    fill_distances(s, start if start != NONE else TAVERN, SPACES, 0, dist)
    best = NONE
    for t in range(N_TILES):
        if in_play(s, t) and OMEN_ROW[t] != NONE and (passed >> t) & 1 == 0 and (best == NONE or dist[t] < dist[best]):
            best = t
    return best


@kernel
def charted(s, tile, omen):
    """The haunt of the chart for a tile and an omen; a tile without a row counts as the nearest omen tile (R60, A11)."""
    if tile == NONE or OMEN_ROW[tile] == NONE:
        tile = nearest_omen_tile(s, tile, 0)
    return int(CHART_OF[OMEN_ROW[tile] if tile != NONE else 0, omen])


@kernel.rare
def pass_over(s, revealer, omen, tile, first):
    """The haunt that is begun instead of one of the chart that was played already (R62).

    The revealer goes to the next nearest omen tile for which the chart has another one; else further omens are revealed until one
    has on the revealer's tile. Where all fails the haunt is played again.
    """
    seat = s.seats[revealer]
    passed = 1 << tile if tile != NONE else 0
    for _ in range(N_TILES):
        t = nearest_omen_tile(s, int(seat.tile), passed)
        if t == NONE:
            break
        passed |= 1 << t
        found = int(CHART_OF[OMEN_ROW[t], omen])
        if (s.played >> found) & 1 == 0:
            if seat.tile != NONE:
                seat.tile = t
            return found
    while s.omens < N_OMENS:
        inst = draw_card(s, Deck.OMENS)
        if inst == NONE:
            break
        s.omens += 1
        found = charted(s, int(seat.tile), inst - FIRST_OMEN)
        if (s.played >> found) & 1 == 0:
            put_aside(s, OF_INSTANCE[FIRST_OMEN + omen])
            take(s, revealer, OF_INSTANCE[inst])
            return found
        lay_on_pile(s, Deck.OMENS, inst)
    return first


@kernel
def choose_traitor(s, revealer):
    """Who becomes the traitor: the revealer, or the highest or lowest in a trait; of several the revealer, else the first to
    the left (R60, R61)."""
    rule, trait = HAUNT_CHOSEN[s.haunt], int(HAUNT_TRAIT[s.haunt])
    if rule == Chosen.REVEALER:
        return revealer
    best = revealer
    for k in range(1, s.n_players):
        q = seats_from(s, revealer, k)
        if s.seats[q].alive:
            more = value(s, q, trait) - value(s, best, trait)
            if (more > 0 and rule == Chosen.HIGHEST) or (more < 0 and rule == Chosen.LOWEST):
                best = q
    return best


@kernel.rare
def draw_traitors(s):
    """Draws hidden traitors, so many as the haunt has; the first one drawn is `traitor` (R75, A59)."""
    for k in range(TRAITORS[s.haunt, s.n_players - FEWEST]):
        left = below(s, Stream.CHOICE, s.n_players - k)
        for q in range(s.n_players):
            if s.seats[q].role != Role.TRAITOR:
                if left == 0:
                    s.seats[q].role = Role.TRAITOR
                    if k == 0:
                        s.traitor = q
                    break
                left -= 1


@kernel.rare
def begin_haunt(s, revealer, omen, tile):
    """The haunt begins: who is who, what is done at once, in which order play continues (R60 to R64, R71, R75, R76)."""
    before, chosen = int(s.seats[revealer].tile), int(s.wanted) - 1
    if chosen < 0:
        chosen = charted(s, tile, omen)
        if (s.played >> chosen) & 1:
            chosen = pass_over(s, revealer, omen, tile, chosen)
    s.haunt = chosen
    s.revealer = revealer
    s.begun = 1
    s.judging = 1
    shape = int(HAUNT_SHAPE[s.haunt])
    for q in range(s.n_players):
        s.seats[q].role = Role.HERO
        s.seats[q].shown = 0 if shape == Shape.HIDDEN else 1
        s.seats[q].ended = 1
        s.seats[q].wards = HERO_WARDS[s.haunt, s.n_players - FEWEST]
    if shape == Shape.TRAITOR:
        s.traitor = choose_traitor(s, revealer)
        s.seats[s.traitor].role = Role.TRAITOR
        s.seats[s.traitor].wards = TRAITOR_WARDS[s.haunt, s.n_players - FEWEST]
    elif shape == Shape.HIDDEN:
        draw_traitors(s)
    f = begin(s, Frame.HAUNT, revealer)
    s.frames[f].n = 0
    for k in range(s.n_players - 1, -1, -1):
        q = seats_from(s, revealer, k)
        if q != s.traitor:
            start_program(s, q, HERO_NOW[s.haunt], NONE)
    if shape == Shape.TRAITOR:
        start_program(s, int(s.traitor), TRAITOR_NOW[s.haunt], NONE)
    if s.seats[revealer].tile != before:
        start_enter(s, revealer, int(s.seats[revealer].tile), 0)
    if shape == Shape.TRAITOR:
        offer_freedom(s, int(s.traitor))


@kernel
def is_free(s, t):
    for q in range(s.n_players):
        if present(s, q) and s.seats[q].tile == t and s.seats[q].role == Role.HERO:
            return False
    for m in range(MONSTERS):
        if s.monsters[m].kind != NONE and s.monsters[m].tile == t:
            return False
    return True


@kernel.rare
def run_haunt(s, f):
    """Puts the monsters of the haunt on the map; `n` counts them, `value` their kind."""
    frame = s.frames[f]
    while frame.value < KINDS_OF_MONSTERS:
        kind = int(frame.value)
        row = MONSTER_TABLE[s.haunt, kind]
        number = min(MONSTERS, int(MONSTER_NUMBER[s.haunt, kind, s.n_players - FEWEST])) if row[PRESENT] else 0
        if frame.mask >= number:
            frame.value += 1
            frame.mask = 0
            continue
        tile = LANDING
        if row[WHERE] == Where.WITH_TRAITOR and s.traitor != NONE and s.seats[s.traitor].tile != NONE:
            tile = int(s.seats[s.traitor].tile)
        elif row[WHERE] == Where.CHOSEN and s.traitor != NONE:
            frame.seat = s.traitor
            if frame.step == 0:
                clear(s)
                for t in range(N_TILES):
                    if in_play(s, t) and is_free(s, t):
                        offer(s, TILE + t)
            tile = pick_option(s, f, TILE, Question.TILE)
            if tile == WAITING:
                return
            if tile == NOTHING:
                frame.mask = 100
                continue
        add_monster(s, kind, tile)
        frame.n += 1
        frame.mask += 1
    s.n_frames -= 1


@kernel
def task_here(s, p, k):
    """Whether a player may try a task now (R47)."""
    if s.haunt == NONE or (s.seats[p].tasks >> k) & 1 or not TASK[s.haunt, k, 5]:
        return False
    if not face_down(s, p) and (TASK[s.haunt, k, 0] != 0) != (s.seats[p].role == Role.TRAITOR):
        return False  # a secret traitor does what heroes do
    if s.rounds < TASK_OPENS[s.haunt, k, s.n_players - FEWEST] or turned_back(s):
        return False
    t, spot = int(s.seats[p].tile), TASK[s.haunt, k, 1]
    if spot == Spot.OMEN:
        return SYMBOL[t] == Symbol.OMEN and not has_token(s, t, Token.OBSTACLE)
    if spot == Spot.ITEM:
        return SYMBOL[t] == Symbol.ITEM and not has_token(s, t, Token.OBSTACLE)
    if spot == Spot.STAIRS:
        return STAIRS_OF[t] != NONE
    if spot == Spot.STREET:
        return KIND[t] == Kind.STREET and not has_token(s, t, Token.OBSTACLE)
    return t == TAVERN


@kernel
def turned_back(s):
    """Whether the traitor is a hero again: the tasks of the haunt are over (A61)."""
    return TURNS_BACK[s.haunt, s.n_players - FEWEST] > 0 and s.seats[s.traitor].role != Role.TRAITOR


@kernel
def end_round(s):
    """The end of a round: it counts, heroes on vigil lay quest tokens, more monsters come (A62, A63)."""
    s.rounds = min(ENDLESS, s.rounds + 1)
    s.judging = 1
    if VIGIL[s.haunt]:
        for q in range(s.n_players):
            alone = present(s, q) and others_here(s, q) == 0
            if alone and s.seats[q].role == Role.HERO and SYMBOL[s.seats[q].tile] == Symbol.OMEN:
                s.marks[0] += 1
    for kind in range(KINDS_OF_MONSTERS):
        row = MONSTER_TABLE[s.haunt, kind]
        for _ in range(MONSTER_MORE[s.haunt, kind, s.n_players - FEWEST] if row[MORE] else 0):
            add_monster(s, kind, LANDING)


@kernel
def add_monster(s, kind, tile):
    """One more monster on a tile, where the box has one left (A63)."""
    for m in range(MONSTERS):
        if s.monsters[m].kind == NONE:
            s.monsters[m].kind = kind
            s.monsters[m].tile = tile
            s.monsters[m].stunned = 0
            s.n_monsters = max(s.n_monsters, m + 1)
            return
