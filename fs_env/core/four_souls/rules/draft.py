"""Setup (R1): dealing, the first slots, Eden's item, the first player."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Ref
from fs_env.core.four_souls.options import At, Draft, First
from fs_env.core.four_souls.rules.hands import loot
from fs_env.core.four_souls.rules.numbers import refresh
from fs_env.core.four_souls.rules.objects import new_frame
from fs_env.core.four_souls.rules.options import ask
from fs_env.core.four_souls.rules.rooms import build_rooms
from fs_env.core.four_souls.rules.secrets import EVERYBODY, hide_order, show, watch
from fs_env.core.four_souls.rules.slots import fill_shop, is_monster, wake
from fs_env.core.four_souls.rules.solo import start_die
from fs_env.core.four_souls.rules.verbs.decks import bring_forward, look_options
from fs_env.core.four_souls.rules.zones import (
    bury,
    draw_top,
    enter_play,
    insert,
    move,
    next_seat,
    seat_at,
    shuffle,
    take_from_deck,
    top_of,
)
from fs_env.core.four_souls.state import (
    N_DECK_CARDS,
    OBLIGATIONS,
    PLAYERS,
    UNITS,
    Frame,
    Question,
    Shape,
    Stream,
    Zone,
    below,
    clear,
    kernel,
    seed_streams,
)
from fs_env.core.four_souls.supply import DRAFT_SIZE, SLOTS, START_CARDS
from fs_env.core.four_souls.tables import (
    BONUS_SOULS,
    C_DECK,
    C_FLAGS,
    C_FOLD,
    C_INNATE,
    C_INST0,
    C_SET,
    C_START,
    CARD_ID,
    CHARACTERS,
    INST_CARD,
    N_BONUS,
    N_CHARACTER,
    S_CHARACTERS,
    CardFlag,
)

CAIN, EDEN = int(CARD_ID["cain"]), int(CARD_ID["eden"])
START_COINS = 3  # R1.10


@kernel
def clear_state(s, seed):
    """Makes the table empty: every card out of the game, no player asked."""
    clear(s)
    seed_streams(s, seed)
    for inst in range(s.face.shape[0]):
        s.face[inst] = INST_CARD[inst]
        s.owner[inst] = NONE
    for inst in range(N_DECK_CARDS):
        s.under[inst] = NONE
    for k in range(OBLIGATIONS):
        s.obligations[k].who = NONE
    for k in range(s.slot.shape[0]):
        s.slot[k] = NONE
    for k in range(s.shop.shape[0]):
        s.shop[k] = NONE
    for k in range(s.room.shape[0]):
        s.room[k] = NONE
    s.attacked = NONE
    s.asked = NONE
    s.asking_card = NONE
    s.winner = NONE
    s.taken = NONE
    s.found[0] = NONE
    s.found[1] = NONE
    s.hurt_row = NONE
    for p in range(PLAYERS):
        s.character[p] = NONE


@kernel
def take_options(s, options):
    """Copies the options that the rules look up again and again after the setup into the state."""
    s.n_players = options[At.NUM_PLAYERS]
    s.max_decisions = options[At.MAX_DECISIONS]
    s.variant = options[At.VARIANT]
    s.deaths = options[At.SIMULTANEOUS_DEATHS]
    s.open_hands = options[At.OPEN_HANDS]
    s.bartering = options[At.BARTERING]
    s.rooms = options[At.ROOMS]
    start_die(s)
    for p in range(s.n_players):
        s.open_hand[p] = s.open_hands  # the first cards are drawn before `refresh`


@kernel
def build_decks(s, sets, held_out):
    """Makes the three shuffled decks of the chosen card sets (R1.2), without the cards that are held out: a part of them, or all parts
    but that of a negative `held_out`."""
    for inst in range(N_DECK_CARDS):
        card = int(INST_CARD[inst])
        d, fold = int(C_DECK[card]), int(C_FOLD[card])
        is_out = fold and (fold == held_out or held_out < 0 and fold != -held_out)
        if d < 3 and (sets >> C_SET[card]) & 1 and not is_out:
            insert(s, d, inst, 0)
    for d in range(3):
        shuffle(s, d)


@kernel
def fill_slots(s):
    """Fills two shop slots and two monster slots; revealed non-monsters go to the bottom (R1.4, R1.5)."""
    s.n_shop = SLOTS
    s.n_slots = SLOTS
    for k in range(SLOTS):
        fill_shop(s, k, draw_top(s, Deck.TREASURE))
    for k in range(SLOTS):
        while not is_monster(top_of(s, Deck.MONSTER, 0)):
            inst = top_of(s, Deck.MONSTER, 0)
            bury(s, Deck.MONSTER, inst)
            show(s, inst)
        inst = draw_top(s, Deck.MONSTER)
        show(s, inst)
        s.under[inst] = NONE
        wake(s, k, inst)


@kernel
def give_character(s, p, card, inst):
    """Player p takes a character, sideways, on card `inst`, and its starting item (R1.8, R1.9)."""
    s.character[p] = inst
    s.face[inst] = card
    move(s, inst, Zone.CHARACTER, p)
    s.turned[inst] = 1
    s.seen[inst] = EVERYBODY
    s.innate_souls[p] = C_INNATE[card]
    s.souls[p] = C_INNATE[card]
    if C_START[card] != NONE:
        enter_play(s, C_INST0[C_START[card]], Zone.ITEM, p)


@kernel
def deal_characters(s, sets):
    """Deals random characters of the chosen card sets, each at most once (R1.8)."""
    among = 0
    for k in range(len(S_CHARACTERS)):
        among = max(among, int(S_CHARACTERS[k])) if (sets >> k) & 1 else among
    for p in range(s.n_players):
        while s.character[p] == NONE:
            card = int(CHARACTERS[below(s, Stream.SHUFFLE, among)])
            if (sets >> C_SET[card]) & 1 and s.zone[C_INST0[card]] == Zone.OUT:
                give_character(s, p, card, int(C_INST0[card]))


@kernel.rare
def deal_eden(s):
    """Every player plays Eden (R21.8): the first seat has the card, for the others other characters show its text."""
    give_character(s, 0, EDEN, int(C_INST0[EDEN]))
    p = 1
    for k in range(N_CHARACTER):
        if p < s.n_players and CHARACTERS[k] != EDEN:
            give_character(s, p, EDEN, int(C_INST0[CHARACTERS[k]]))
            p += 1


@kernel
def first_player(s, first):
    """Cain's player begins, else a random one (R1.12); `first`: or as the option `first_player` says."""
    if first >= First.SEAT_0:
        return first - First.SEAT_0
    for p in range(s.n_players):
        if first == First.CAIN and s.face[s.character[p]] == CAIN:
            return p
    return below(s, Stream.CHOICE, s.n_players)


@kernel.rare
def begin_drafts(s, draft):
    """Edens draft their starting items in turn order (R1.11, A36), as part of the setup; then the open draft (R21.1)."""
    if draft != Draft.NONE:
        new_frame(s, Frame.OPEN_DRAFT, NONE)
    for k in range(s.n_players - 1, -1, -1):
        p = seat_at(s, s.active_player + k)
        if C_FLAGS[s.face[s.character[p]]] & CardFlag.DRAFTS:
            f = new_frame(s, Frame.DRAFT, NONE)
            s.frames[f].whom = p


@kernel
def deal(s, options, seed):
    """Sets up a new game up to its first turn, except Eden's choice (R1) and the drafts (R21)."""
    clear_state(s, seed)
    take_options(s, options)
    sets = options[At.SETS]
    build_decks(s, sets, options[At.HELD_OUT])
    fill_slots(s)
    if options[At.EDEN_ONLY] == 1:
        deal_eden(s)
    else:
        deal_characters(s, sets)
    s.priority_player = first_player(s, options[At.FIRST_PLAYER])
    s.active_player = s.priority_player
    s.next_player = next_seat(s, s.priority_player)
    begin_drafts(s, options[At.DRAFT])
    for p in range(s.n_players):
        s.coins[p] = START_COINS
        loot(s, p, START_CARDS)
    for b in range(N_BONUS if options[At.BONUS_SOULS] == 1 else 0):
        inst = int(C_INST0[BONUS_SOULS[b]])
        move(s, inst, Zone.BONUS, NONE)
        s.seen[inst] = EVERYBODY
    if s.rooms == 1:
        build_rooms(s)
    refresh(s)
    for u in range(UNITS):
        s.hp[u] = s.max_hp[u]


@kernel.rare
def run_draft(s, f):
    """Eden keeps one of the top treasures as an eternal item; the others go to the bottom in a chosen order (R1.11)."""
    frame = s.frames[f]
    p = int(frame.whom)
    if frame.step == 0:
        s.n_look = 0
        for k in range(DRAFT_SIZE):
            inst = top_of(s, Deck.TREASURE, k)
            s.look[k] = inst
            watch(s, p, inst)
            s.n_look += 1
        look_options(s, 0)
        frame.step = 1
        if ask(s, p, Question.DRAFT, Shape.REFS, NONE) == 0:
            return
    if frame.step == 1:
        inst = int(s.answer) - Ref.CARD
        bring_forward(s, 0, inst)
        take_from_deck(s, Deck.TREASURE, inst)
        enter_play(s, inst, Zone.ITEM, p)
        s.eternal[inst] = 1
        s.altered = 1
        look_options(s, 1)
        frame.step = 2
        if ask(s, p, Question.ORDER, Shape.REFS, NONE) == 0:
            return
    bring_forward(s, 1, s.answer - Ref.CARD)
    hide_order(s, p, 1)
    for k in range(1, s.n_look):
        bury(s, Deck.TREASURE, s.look[k])
    s.n_look = 0
    s.n_frames -= 1
