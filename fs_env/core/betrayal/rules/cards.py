"""Cards in play: control, gains and losses with it, kept events, death (R15, R34 to R43, R84)."""

from fs_env.core.betrayal.language.codes import NONE, SEATS, SPACES, TRAITS, Deck, Role, Trait
from fs_env.core.betrayal.rules.dice import lower_trait
from fs_env.core.betrayal.rules.table import holds, keeps
from fs_env.core.betrayal.state import draw_top, kernel, lay_on_pile, move, restock, show
from fs_env.core.betrayal.tables import (
    BITE,
    BLESSING,
    CLAW,
    DECK_OF,
    ELEMENTAL,
    GAINS,
    INSTANCE,
    MISTS,
    N_EVENTS,
    N_POSSESSIONS,
    SIGHT,
    TAVERN,
    WISP,
    Zone,
)

UNHARMED = 2
"""`away` of a seat that the Will-o'-Wisp does not hurt any more."""


@kernel
def gain(s, p, trait, n):
    """Moves a clip up, to the end of its track at most; returns by how much. It ends the Crawling Claw, and in Sanity the Mists (R11)."""
    got = min(n, SPACES - int(s.seats[p].at[trait]))
    s.seats[p].at[trait] += got
    if got > 0:
        if keeps(s, p, CLAW):
            lay_on_pile(s, Deck.EVENTS, CLAW)
        if trait == Trait.SANITY and keeps(s, p, MISTS):
            lay_on_pile(s, Deck.EVENTS, MISTS)
    return got


@kernel
def take(s, p, card):
    """Gives a player control of a possession, with what that gains or costs (R15, R35)."""
    inst = INSTANCE[card]
    show(s, inst)
    if s.zone[inst] == Zone.GROUND:
        s.tiles[s.owner[inst]].cards &= ~(1 << card)
    move(s, inst, Zone.HELD, p)
    s.seats[p].cards |= 1 << card
    for trait in range(TRAITS):
        s.gained[card, trait] = 0
        if GAINS[card, trait] > 0:
            s.gained[card, trait] = gain(s, p, trait, GAINS[card, trait])
        elif GAINS[card, trait] < 0:
            lower_trait(s, p, trait, -GAINS[card, trait])


@kernel
def release(s, card):
    """Takes back what a possession has given; it is in no zone until the caller places it (R15)."""
    p = int(s.owner[INSTANCE[card]])
    s.zone[INSTANCE[card]] = Zone.NOWHERE
    s.seats[p].cards &= ~(1 << card)
    for trait in range(TRAITS):
        if s.gained[card, trait] > 0:
            lower_trait(s, p, trait, s.gained[card, trait])
        elif GAINS[card, trait] < 0:
            gain(s, p, trait, -GAINS[card, trait])
        s.gained[card, trait] = 0


@kernel
def hand_over(s, card, to):
    release(s, card)
    take(s, to, card)


@kernel
def lay_down(s, card, tile):
    move(s, INSTANCE[card], Zone.GROUND, tile)
    s.tiles[tile].cards |= 1 << card


@kernel
def drop(s, card, tile):
    """Puts a possession on the pile of a tile (R39)."""
    release(s, card)
    lay_down(s, card, tile)


@kernel
def discard(s, card):
    release(s, card)
    lay_on_pile(s, DECK_OF[INSTANCE[card]], INSTANCE[card])


@kernel
def put_aside(s, card):
    inst = INSTANCE[card]
    if s.zone[inst] == Zone.HELD:
        discard(s, card)
    elif s.zone[inst] == Zone.GROUND:
        s.tiles[s.owner[inst]].cards &= ~(1 << card)
        lay_on_pile(s, DECK_OF[inst], inst)


@kernel
def draw_card(s, d):
    """The next card of a deck, shown and without a zone; NONE where there is none (R44)."""
    restock(s, d)
    inst = draw_top(s, d)
    if inst != NONE:
        show(s, inst)
        move(s, inst, Zone.RESOLVING, NONE)
    return inst


@kernel
def is_bitten(s, p):
    return s.seats[p].bitten != 0 or keeps(s, p, BITE)


@kernel
def hampers(s, p, event):
    """Whether an event that an adventurer met earlier still hampers it (R71, A31)."""
    seat = s.seats[p]
    if event == BLESSING:
        return seat.cursed != 0
    if event == ELEMENTAL:
        return seat.slow != 0 or seat.slow_next != 0
    if event == WISP:
        return seat.away == 1
    if event == BITE:
        return is_bitten(s, p)
    return event != SIGHT and keeps(s, p, event)


@kernel.rare
def end_effect(s, p, event):
    """Ends the effect of an event on an adventurer; undoing the Wererat Bite kills no adventurer (R71, A31)."""
    seat = s.seats[p]
    if keeps(s, p, event):
        lay_on_pile(s, Deck.EVENTS, event)
    if event == BLESSING:
        seat.cursed = 0
    elif event == ELEMENTAL:
        seat.slow = 0
        seat.slow_next = 0
    elif event == WISP:
        seat.away = UNHARMED
    elif event == BITE:
        seat.bitten = 0
        gain(s, p, Trait.KNOWLEDGE, 1)
        gain(s, p, Trait.SANITY, 1)
        lower_trait(s, p, Trait.MIGHT, min(1, seat.at[Trait.MIGHT] - 1))
        lower_trait(s, p, Trait.SPEED, min(1, seat.at[Trait.SPEED] - 1))


@kernel
def infect(s, p):
    """The changes of the Wererat Bite, once in a game for each adventurer."""
    if s.seats[p].bitten:
        return
    s.seats[p].bitten = 1
    lower_trait(s, p, Trait.KNOWLEDGE, 1)
    lower_trait(s, p, Trait.SANITY, 1)
    gain(s, p, Trait.MIGHT, 1)
    gain(s, p, Trait.SPEED, 1)


@kernel
def turn_up(s, p):
    """Lets all know the side of a seat; the first hidden traitor who is known is `traitor` from then on (R75, A59)."""
    if s.seats[p].role == Role.TRAITOR and s.traitor != NONE and s.seats[s.traitor].shown == 0:
        s.traitor = p
    s.seats[p].shown = 1


@kernel
def bury_adventurer(s, p):
    """The death of an adventurer: all cards lie on the tile, tokens go back, the side is known (R41, R75, R84)."""
    seat = s.seats[p]
    tile = int(seat.tile) if seat.tile != NONE else TAVERN
    seat.alive = 0
    turn_up(s, p)
    seat.mark = NONE
    for card in range(N_POSSESSIONS):
        if holds(s, p, card):
            for trait in range(TRAITS):
                s.gained[card, trait] = 0
            lay_down(s, card, tile)
    seat.cards = 0
    for event in range(N_EVENTS):
        if keeps(s, p, event):
            lay_on_pile(s, Deck.EVENTS, event)
    for q in range(SEATS):
        if s.seats[q].mark == p:
            s.seats[q].mark = NONE
    if s.inspired == p:
        s.inspired = NONE
