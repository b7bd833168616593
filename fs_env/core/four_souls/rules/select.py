"""Who and what a text means: selectors, which are roles and registers, and filters over the objects of the game."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Flag, Kind, Ref, Rel, Sel
from fs_env.core.four_souls.references import RefKind, is_card, is_player, ref_kind
from fs_env.core.four_souls.rules.doubling import objects_of, register_of
from fs_env.core.four_souls.rules.objects import find
from fs_env.core.four_souls.rules.options import clear, offer
from fs_env.core.four_souls.rules.zones import next_seat, seat_at
from fs_env.core.four_souls.state import FIRST_ROOM, OPTIONS, Obj, ObjectFlag, Zone, kernel
from fs_env.core.four_souls.tables import C_FLAGS, FILTER, INST_CARD, CardFlag

RUNNING_ATTACK = int(Ref.STACK)  # the reference of the running attack
MONSTER_DECK = int(Ref.DECK) + int(Deck.MONSTER)
EXISTS = 0  # one match is enough
OFFER = 1  # matches become options
LIST = 2  # matches go to the work list
CONTAINS = 3  # is the wanted reference a match?


@kernel
def sel_one(s, sel, r, p, this):
    """The reference a selector means for object r controlled by p with source instance `this`; NONE if there is none."""
    if sel == Sel.ME:
        return p
    if sel == Sel.ACTIVE_PLAYER or sel == Sel.ATTACKER:
        return int(s.active_player)
    if sel == Sel.THIS:
        return Ref.CARD + this
    if r == NONE and (
        sel < Sel.LEFT_OF_ACTIVE_PLAYER or sel == Sel.IT_SOURCE or sel == Sel.THAT_ROLL or sel >= Sel.REG
    ):
        return NONE  # nothing has been announced yet
    if sel >= Sel.REG and sel < Sel.REG + 8:
        k = sel - Sel.REG
        if k < 4:
            return int(s.objects[r].reg[k])
        return int(s.frames[s.n_frames - 1].reg[k - 4])
    if sel == Sel.ROLLER or sel == Sel.IT:
        return int(s.objects[r].it)
    if sel == Sel.KILLER:
        dealer = int(s.objects[r].dealer)
        return dealer if is_player(dealer) else NONE
    if sel == Sel.IT_SOURCE:
        return NONE if s.objects[r].from_card == NONE else Ref.CARD + int(s.objects[r].from_card)
    if sel == Sel.LEFT_OF_ACTIVE_PLAYER:
        return next_seat(s, s.active_player)
    if sel == Sel.RIGHT_OF_ACTIVE_PLAYER:
        return seat_at(s, s.active_player - 1)
    if sel == Sel.ATTACKED_MONSTER:
        return Ref.CARD + int(s.attacked) if s.attacking == 1 else NONE
    if sel == Sel.THAT_ROLL:
        return Ref.STACK + int(s.objects[r].that)
    if sel == Sel.CURRENT_ATTACK:
        return RUNNING_ATTACK if s.attacking == 1 else NONE
    if sel == Sel.MY_CHARACTER:
        return Ref.CARD + int(s.character[p])
    if sel == Sel.FOUND:
        return NONE if s.found[0] == NONE else Ref.CARD + int(s.found[0])
    if sel == Sel.TAKEN:
        return NONE if s.taken == NONE else Ref.CARD + int(s.taken)
    if sel == Sel.WINNER:
        return int(s.winner)
    if sel == Sel.TOP_OF_PILE:
        d = int(s.objects[r].reg[0]) - Ref.PILE
        if 0 <= d and d < 3 and s.n_pile[d] > 0:
            return Ref.CARD + int(s.pile[d, s.n_pile[d] - 1])
        return NONE
    if sel >= Sel.LOOT_DECK and sel <= Sel.MONSTER_DECK:
        return Ref.DECK + sel - Sel.LOOT_DECK
    return NONE


@kernel
def keep(s, ref):
    if s.n_buf < OPTIONS:
        s.buf[s.n_buf] = ref
        s.n_buf += 1


@kernel
def meet(s, how, ref, want):
    """Handles one match; true if the search may stop."""
    if how == OFFER:
        offer(s, ref)
        return False
    if how == LIST:
        keep(s, ref)
        return False
    if how == CONTAINS:
        return ref == want
    return True


@kernel
def owner_fits(s, f, owner, p, r, this):
    """Whether the owner of a card is the one that a filter demands; an empty register means any player."""
    rel = FILTER[f, 2]
    if rel == Rel.ANY:
        return True
    if rel == Rel.MINE:
        return owner == p
    if rel == Rel.OTHER:
        return owner != p
    sel = FILTER[f, 3]
    wanted = sel_one(s, sel, r, p, this)
    if wanted == NONE or owner == wanted:
        return True
    for i in range(1, objects_of(s, r, sel, ObjectFlag.DOUBLED)):
        if s.objects[r].reg[register_of(sel - Sel.REG, i)] == owner:
            return True
    return False


@kernel
def card_fits(f, card):
    """Whether a card's printed facts are what a filter demands."""
    flags = FILTER[f, 1]
    facts = C_FLAGS[card]
    if FILTER[f, 4] != NONE and FILTER[f, 4] != card and FILTER[f, 5] != card:
        return False
    if flags & Flag.GUPPY and not facts & CardFlag.GUPPY:
        return False
    if flags & Flag.BOSS and not facts & CardFlag.BOSS:
        return False
    if flags & Flag.NONMONSTER and not facts & CardFlag.NONMONSTER:
        return False
    return not (flags & Flag.MONSTER_CARD and not facts & CardFlag.MONSTER)


@kernel
def has_soul_card(s, p):
    """Whether a player has a soul card (innate souls do not count, R18.7)."""
    for inst in range(FIRST_ROOM):
        if s.zone[inst] == Zone.SOUL and s.owner[inst] == p:
            return True
    return False


@kernel
def player_fits(s, flags, q, p, it):
    if (flags & Flag.OTHER and q == p) or (flags & Flag.NOT_IT and q == it) or (flags & Flag.ALIVE and s.dead[q] == 1):
        return False
    if flags & Flag.HAS_SOUL and not has_soul_card(s, q):
        return False
    if flags & Flag.HAS_HAND and s.n_hand[q] == 0:
        return False
    for k in range(s.n_players):
        if flags & Flag.MOST_SOULS and s.souls[k] > s.souls[q]:
            return False
        if flags & Flag.MOST_COINS and s.coins[k] > s.coins[q]:
            return False
    return True


@kernel
def scan_units(s, f, p, this, r, how, want):
    """Searches players, monsters and slots; true if the search may stop."""
    kinds = FILTER[f, 0]
    flags = FILTER[f, 1]
    it = int(s.objects[r].it) if r != NONE else NONE
    if kinds & Kind.PLAYER:
        for k in range(s.n_players):
            q = seat_at(s, p + k)
            if player_fits(s, flags, q, p, it) and meet(s, how, q, want):
                return True
    if kinds & (Kind.MONSTER | Kind.SLOT):
        for k in range(s.n_slots):
            m = int(s.slot[k])
            if flags & Flag.UNATTACKED and s.attacking == 1 and m == s.attacked and m != NONE:
                continue
            if kinds & Kind.SLOT and meet(s, how, Ref.SLOT + k, want):
                return True
            if m == NONE or not kinds & Kind.MONSTER:
                continue
            if flags & Flag.NOT_IT and it == Ref.CARD + m:
                continue
            if flags & Flag.ATTACKABLE and C_FLAGS[s.face[m]] & CardFlag.UNATTACKABLE:
                continue
            if card_fits(f, s.face[m]) and meet(s, how, Ref.CARD + m, want):
                return True
    return False


@kernel
def item_fits(s, f, inst, p, this, r):
    """Whether an item in play is one a filter means (ER-04)."""
    flags = FILTER[f, 1]
    facts = C_FLAGS[s.face[inst]]
    if flags & Flag.NONETERNAL and s.eternal[inst] == 1:
        return False
    if flags & Flag.NOT_THIS and inst == this:
        return False
    active = facts & (CardFlag.HAS_ACTIVATED | CardFlag.HAS_PAID)
    if (flags & Flag.ACTIVE_ITEM and not active) or (flags & Flag.PASSIVE and active):
        return False
    if flags & Flag.HAS_ACTIVATED and (not facts & CardFlag.HAS_ACTIVATED or facts & CardFlag.COPIES):
        return False
    return card_fits(f, s.face[inst]) and owner_fits(s, f, s.owner[inst], p, r, this)


@kernel
def scan_cards(s, f, p, this, r, how, want):
    """Searches items, curses, shop items, souls and hand cards; true if the search may stop."""
    kinds = FILTER[f, 0]
    if kinds & (Kind.ITEM | Kind.CURSE):
        for i in range(s.n_play):
            inst = int(s.play[i])
            zone = s.zone[inst]
            if kinds & Kind.ITEM and zone == Zone.ITEM:
                if item_fits(s, f, inst, p, this, r) and meet(s, how, Ref.CARD + inst, want):
                    return True
            elif kinds & Kind.CURSE and zone == Zone.CURSE:
                if owner_fits(s, f, s.owner[inst], p, r, this) and meet(s, how, Ref.CARD + inst, want):
                    return True
    if kinds & Kind.SHOP_ITEM:
        for k in range(s.n_shop):
            if s.shop[k] != NONE and meet(s, how, Ref.CARD + int(s.shop[k]), want):
                return True
    if kinds & Kind.SOUL:
        for inst in range(FIRST_ROOM):
            if s.zone[inst] == Zone.SOUL and owner_fits(s, f, s.owner[inst], p, r, this):
                if meet(s, how, Ref.CARD + inst, want):
                    return True
    if kinds & Kind.HAND_CARD:
        for q in range(s.n_players):
            if not owner_fits(s, f, q, p, r, this):
                continue
            for k in range(s.n_hand[q]):
                if meet(s, how, Ref.CARD + int(s.hand[q, k]), want):
                    return True
    return False


@kernel
def scan_decks(s, f, how, want):
    """Searches decks, discard piles, discarded and revealed cards; true if the search may stop."""
    kinds = FILTER[f, 0]
    if kinds & Kind.MONSTER_DECK and s.n_deck[2] + s.n_pile[2] > 0 and meet(s, how, MONSTER_DECK, want):
        return True
    for d in range(3):
        if kinds & Kind.DECK and meet(s, how, Ref.DECK + d, want):
            return True
        if kinds & Kind.DISCARD_PILE and s.n_pile[d] > 0 and meet(s, how, Ref.PILE + d, want):
            return True
    if kinds & Kind.DISCARDED:
        for i in range(s.n_pile[2]):
            inst = int(s.pile[2, s.n_pile[2] - 1 - i])
            if card_fits(f, INST_CARD[inst]) and meet(s, how, Ref.CARD + inst, want):
                return True
    if kinds & Kind.REVEALED:
        for i in range(s.n_look):
            inst = int(s.look[i])
            if card_fits(f, INST_CARD[inst]) and meet(s, how, Ref.CARD + inst, want):
                return True
    return False


@kernel
def aimed_at_mine(s, r, p):
    """Whether a stack object has an item of p or a roll of p among its targets (ER-35)."""
    for k in range(4):
        ref = int(s.objects[r].reg[k])
        kind = ref_kind(ref)
        if kind == RefKind.OBJECT:
            q = find(s, ref)
            if q != NONE and s.objects[q].kind == Obj.ROLL and s.objects[q].controller == p:
                return True
        elif kind == RefKind.CARD:
            inst = ref - Ref.CARD
            if s.zone[inst] == Zone.ITEM and s.owner[inst] == p and s.gen[inst] == s.objects[r].gen[k]:
                return True
    return False


@kernel
def row_fits(s, f, r, p):
    """Whether a stack object is one a filter means (R17.10, R12.13)."""
    kinds = FILTER[f, 0]
    flags = FILTER[f, 1]
    obj = s.objects[r]
    kind = obj.kind
    if kind == Obj.ROLL:
        attack = obj.flags & ObjectFlag.ATTACK_ROLL
        if not kinds & Kind.ROLL or (flags & Flag.MINE and obj.controller != p):
            return False
        return not ((flags & Flag.NONATTACK and attack) or (flags & Flag.ATTACK_ROLL and not attack))
    if kinds & Kind.ATTACK and kind == Obj.ATTACK:
        return is_card(obj.it) and not (flags & Flag.MINE and s.active_player != p)  # not one on the deck
    if flags & Flag.AIMED_AT_MINE and not aimed_at_mine(s, r, p):
        return False
    if kinds & Kind.STACK_ITEM and obj.flags & ObjectFlag.FROM_ITEM:
        if kind == Obj.ACTIVATED or kind == Obj.PAID or kind == Obj.BRANCH:
            return True
    if kinds & Kind.STACK_LOOT and obj.flags & ObjectFlag.FROM_LOOT and (kind == Obj.LOOT or kind == Obj.BRANCH):
        return True
    return kinds & Kind.STACK_DAMAGE and (kind == Obj.COMBAT or obj.flags & ObjectFlag.DAMAGES != 0)


@kernel
def scan_stack(s, f, p, how, want):
    """Searches stack objects, running attacks and dying players from the top; true if the search may stop."""
    kinds = FILTER[f, 0]
    if kinds & Kind.ATTACK and s.attacking == 1 and not (FILTER[f, 1] & Flag.MINE and s.active_player != p):
        if meet(s, how, RUNNING_ATTACK, want):
            return True
    for i in range(s.n_stack - 1, -1, -1):
        r = int(s.stack[i])
        if kinds & Kind.PENDING_DEATH and s.objects[r].kind == Obj.PLAYER_DEATH:
            if meet(s, how, int(s.objects[r].it), want):
                return True
        elif row_fits(s, f, r, p) and meet(s, how, Ref.STACK + int(s.objects[r].uid), want):
            return True
    return False


UNIT_KINDS = Kind.PLAYER | Kind.MONSTER | Kind.SLOT
CARD_KINDS = Kind.ITEM | Kind.CURSE | Kind.SHOP_ITEM | Kind.SOUL | Kind.HAND_CARD
DECK_KINDS = Kind.DECK | Kind.MONSTER_DECK | Kind.DISCARD_PILE | Kind.DISCARDED | Kind.REVEALED
STACK_KINDS = Kind.ROLL | Kind.ATTACK | Kind.STACK_ITEM | Kind.STACK_LOOT | Kind.STACK_DAMAGE | Kind.PENDING_DEATH


@kernel
def scan(s, f, p, this, r, how, want):
    """Finds the objects that match filter f for controller p, source `this` and object r; true if the search stopped early."""
    kinds = FILTER[f, 0]
    if kinds & UNIT_KINDS and scan_units(s, f, p, this, r, how, want):
        return True
    if kinds & CARD_KINDS and scan_cards(s, f, p, this, r, how, want):
        return True
    if kinds & DECK_KINDS and scan_decks(s, f, how, want):
        return True
    return kinds & STACK_KINDS != 0 and scan_stack(s, f, p, how, want)


@kernel
def offer_all(s, f, p, this, r):
    """Makes every match of a filter an option; returns how many there are."""
    clear(s)
    scan(s, f, p, this, r, OFFER, NONE)
    return int(s.n_options)


@kernel
def keep_players(s, first, but):
    """Puts all players but one into the work list, in turn order (A36)."""
    for k in range(s.n_players):
        q = seat_at(s, first + k)
        if q != but:
            keep(s, q)


@kernel
def sel_many(s, sel, r, p, this):
    """Puts everything that a selector means into the work list; returns how many there are."""
    s.n_buf = 0
    if sel >= Sel.EACH:
        scan(s, sel - Sel.EACH, p, this, r, LIST, NONE)
    elif sel == Sel.EACH_PLAYER:
        keep_players(s, s.active_player, NONE)
    elif sel == Sel.OTHERS:
        keep_players(s, s.active_player, p)
    elif sel == Sel.EACH_PLAYER_BUT_IT:
        keep_players(s, s.active_player, s.objects[r].it)
    elif sel == Sel.LOOKED or sel == Sel.REVEALED or sel == Sel.REST:
        for i in range(s.rest if sel == Sel.REST else 0, s.n_look):
            keep(s, Ref.CARD + int(s.look[i]))
    elif sel == Sel.FOUND:
        for i in range(2):
            if s.found[i] != NONE:
                keep(s, Ref.CARD + int(s.found[i]))
    else:
        ref = sel_one(s, sel, r, p, this)
        if ref != NONE:
            keep(s, ref)
        for i in range(1, objects_of(s, r, sel, ObjectFlag.DOUBLED | ObjectFlag.PAIR)):
            ref = int(s.objects[r].reg[register_of(sel - Sel.REG, i)])
            if ref != NONE:
                keep(s, ref)
    return int(s.n_buf)
