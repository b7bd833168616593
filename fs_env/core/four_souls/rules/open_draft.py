"""The draft of treasures from the table before the first turn: two rounds, one open card more than players (R21.1, R21.8)."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Ref
from fs_env.core.four_souls.rules.items import gain_item
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.zones import draw_top, insert, move, seat_at
from fs_env.core.four_souls.state import Question, Shape, Zone, kernel
from fs_env.core.four_souls.supply import ROUNDS
from fs_env.core.four_souls.tables import C_INST0, N_TREASURE, TREASURES

FIRST, AFTER = int(C_INST0[TREASURES[0]]), int(C_INST0[TREASURES[0]] + N_TREASURE)


@kernel
def drafter(s, pick):
    """The seat of a pick: in the first round turn order from the first player, in the second round the reverse."""
    place = pick if pick < s.n_players else 2 * s.n_players - 1 - pick
    return seat_at(s, s.active_player + place)


@kernel
def lay_open(s):
    """Lays the top treasures of a round open on the table, for every player to see."""
    for _ in range(s.n_players + 1):
        inst = draw_top(s, Deck.TREASURE)
        if inst != NONE:
            show(s, inst)
            move(s, inst, Zone.REVEALED, NONE)


@kernel
def offer_open(s):
    clear(s)
    for inst in range(FIRST, AFTER):
        if s.zone[inst] == Zone.REVEALED:
            offer(s, Ref.CARD + inst)


@kernel
def bury_left(s):
    """Puts the cards that no player took in a round at the bottom of the treasure deck; every player knows them there."""
    for inst in range(FIRST, AFTER):
        if s.zone[inst] == Zone.REVEALED:
            insert(s, Deck.TREASURE, inst, s.n_deck[Deck.TREASURE])


@kernel.rare
def run_open_draft(s, f):
    """One pick: what is drafted enters play as any gained item does. cursor: picks made, step 1: being asked."""
    frame = s.frames[f]
    if frame.cursor == ROUNDS * s.n_players:
        s.n_frames -= 1
        return
    p = drafter(s, int(frame.cursor))
    if frame.step == 0:
        if frame.cursor % s.n_players == 0:
            lay_open(s)
        offer_open(s)
        frame.step = 1
        if ask(s, p, Question.OPEN_DRAFT, Shape.REFS, NONE) == 0:
            return
    gain_item(s, s.answer - Ref.CARD, p)
    frame.step = 0
    frame.cursor += 1
    if frame.cursor % s.n_players == 0:
        bury_left(s)
