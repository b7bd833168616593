"""Another world that looks the same to one player: what that player cannot know is placed anew (A45)."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Ref
from fs_env.core.four_souls.rules.secrets import AFTER, FIRST, MEMBER, has_mix, mix_bits, mix_of, set_mix
from fs_env.core.four_souls.rules.zones import put
from fs_env.core.four_souls.state import (
    DECK_CAP,
    N_DECK_CARDS,
    Question,
    Shape,
    Stream,
    Zone,
    below,
    kernel,
    seed_streams,
)
from fs_env.core.machine.scratch import short_lived

KEPT = 6  # numbers of a place
BYTE = 255


@kernel
def is_open(s, inst, player):
    """Whether a card lies where a player cannot see it: in a deck or another hand, unseen."""
    zone = s.zone[inst]
    return (zone == Zone.DECK or zone == Zone.HAND) and ((s.seen[inst] >> player) & 1) == 0


@kernel
def open_places(s, player, d, places):
    """Lists the cards of a deck that a player cannot see in the order of their places: deck from the bottom, hands; how many."""
    n = 0
    for i in range(s.n_deck[d]):
        if (s.seen[s.deck[d, i]] >> player) & 1 == 0:
            places[n] = s.deck[d, i]
            n += 1
    for p in range(s.n_players if d == Deck.LOOT else 0):
        for k in range(s.n_hand[p] if p != player else 0):
            if (s.seen[s.hand[p, k]] >> player) & 1 == 0:
                places[n] = s.hand[p, k]
                n += 1
    return n


@kernel
def place_members(s, player, d, places, n, placed):
    """Deals the members of each mix to random places of the mix: `placed` is the card of each place, NONE for one still free."""
    free = short_lived(DECK_CAP)
    done = 0
    for first in range(n):
        g = mix_of(s, player, int(places[first]))
        if g == 0 or (done >> g) & 1:
            continue
        done |= 1 << g
        left = 0
        for k in range(first, n):
            if mix_of(s, player, int(places[k])) == g:
                free[left] = k
                left += 1
        for inst in range(FIRST[d], AFTER[d]):
            if mix_bits(s, player, inst) == MEMBER | g and is_open(s, inst, player):
                k = below(s, Stream.RESAMPLE, left)
                left -= 1
                placed[free[k]] = inst
                free[k] = free[left]


@kernel
def deal_rest(s, player, d, n, placed):
    """Deals all other cards that the player cannot see to the places still free."""
    cards = short_lived(DECK_CAP)
    m = 0
    for inst in range(FIRST[d], AFTER[d]):
        if is_open(s, inst, player) and mix_bits(s, player, inst) < MEMBER:
            cards[m] = inst
            m += 1
    for k in range(n):
        if placed[k] == NONE:
            i = below(s, Stream.RESAMPLE, m)
            m -= 1
            placed[k] = cards[i]
            cards[i] = cards[m]


@kernel
def move_to_places(s, player, places, n, placed):
    """Gives each card what belongs to its new place; whether it is a member of a mix of the player goes with the card."""
    kept = short_lived(KEPT * DECK_CAP)
    own = short_lived(DECK_CAP)
    for k in range(n):
        x = int(places[k])
        kept[KEPT * k] = s.zone[x]
        kept[KEPT * k + 1] = s.owner[x]
        kept[KEPT * k + 2] = s.gen[x]
        kept[KEPT * k + 3] = s.seen[x] | s.witnessed[x] << 4
        kept[KEPT * k + 4] = s.mix[x] & BYTE
        kept[KEPT * k + 5] = s.mix[x] >> 8
        own[k] = mix_bits(s, player, int(placed[k])) & MEMBER
    for k in range(n):
        y = int(placed[k])
        s.zone[y] = kept[KEPT * k]
        s.owner[y] = kept[KEPT * k + 1]
        s.gen[y] = kept[KEPT * k + 2]
        s.seen[y] = kept[KEPT * k + 3] & 15
        s.witnessed[y] = kept[KEPT * k + 3] >> 4
        s.mix[y] = kept[KEPT * k + 4] | kept[KEPT * k + 5] << 8
        set_mix(s, player, y, mix_of(s, player, y) | own[k])


@kernel
def fill_hand(s, player, p, renamed):
    """Puts the cards placed into another hand: those that the player knows first, in the order of the card table."""
    n = int(s.n_hand[p])
    known = 0
    for k in range(n):
        x = s.hand[p, k]
        if (s.seen[x] >> player) & 1:
            i = k
            while i > known:
                s.hand[p, i] = s.hand[p, i - 1]
                i -= 1
            while i > 0 and s.hand[p, i - 1] > x:
                s.hand[p, i] = s.hand[p, i - 1]
                i -= 1
            s.hand[p, i] = x
            known += 1
    for k in range(known, n):
        s.hand[p, k] = renamed[s.hand[p, k]]


@kernel
def rename_cards(s, player, renamed):
    """Lets everything that refers to a hidden card refer to the one that lies in its place now."""
    if not (
        s.question == Question.SEARCH and s.asked != player
    ):  # which cards of a deck fit is no secret: all others lie open
        for i in range(s.n_options):
            x = s.option[i] - Ref.CARD
            if 0 <= x < N_DECK_CARDS:
                s.option[i] = Ref.CARD + renamed[x]
    for i in range(s.n_look):
        if 0 <= s.look[i] < N_DECK_CARDS:
            s.look[i] = renamed[s.look[i]]
    for f in range(s.n_frames):
        for k in range(4):
            x = s.frames[f].reg[k] - Ref.CARD
            if 0 <= x < N_DECK_CARDS:
                s.frames[f].reg[k] = Ref.CARD + renamed[x]
    if 0 <= s.taken < N_DECK_CARDS:
        s.taken = renamed[s.taken]


@kernel
def order_anew(s, player):
    """Puts open cards that another player is ordering in secret into a random order."""
    if s.question != Question.ORDER or s.asked == player or s.shape != Shape.REFS:
        return
    for i in range(s.n_look - 1, 0, -1):
        k = below(s, Stream.RESAMPLE, i + 1)
        x, y = s.look[i], s.look[k]
        if s.zone[x] != Zone.DECK and s.zone[y] != Zone.DECK:
            s.look[i] = y
            s.look[k] = x
    for i in range(s.n_options):
        s.option[i] = Ref.CARD + s.look[s.n_look - s.n_options + i]


@kernel
def resample(s, player, seed):
    """Deals all hidden cards anew among the places where they may lie, and seeds every random stream anew.

    All worlds that agree with what the player knows exactly and with its mixes are equally likely. The seed alone
    decides among them: what the state's own streams would bring is not used.
    """
    seed_streams(s, seed)
    renamed, places, placed = short_lived(N_DECK_CARDS), short_lived(DECK_CAP), short_lived(DECK_CAP)
    for inst in range(N_DECK_CARDS):
        renamed[inst] = inst
    for d in range(3):
        n = open_places(s, player, d, places)
        for k in range(n):
            placed[k] = NONE
        if has_mix(s, d, player):
            place_members(s, player, d, places, n, placed)
        deal_rest(s, player, d, n, placed)
        move_to_places(s, player, places, n, placed)
        for k in range(n):
            renamed[places[k]] = placed[k]
        for i in range(s.n_deck[d]):
            put(s, d, i, renamed[s.deck[d, i]])
    for p in range(s.n_players):
        if p != player:
            fill_hand(s, player, p, renamed)
    rename_cards(s, player, renamed)
    order_anew(s, player)
