"""Another state that looks the same to one player, or to all: what that player, or no player, can know is dealt again (A45)."""

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.rules.rooms import mix_rooms, sort_rooms
from fs_env.core.four_souls.rules.zones import deal_hidden, deal_unknown
from fs_env.core.four_souls.state import N_DECK_CARDS, Question, Shape, Stream, Zone, below, kernel, seed_streams
from fs_env.core.machine.compile.memory import short_lived


@kernel
def rename_cards(s, player, renamed):
    """Makes everything that refers to a hidden card refer to the card that has taken its place."""
    if not (
        s.question == Question.SEARCH and s.asked != player
    ):  # which cards of a deck fit is not a secret: all other cards are visible
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
    """Puts open cards that another player is ordering in secret into a random order, which has nothing to do with their own."""
    if s.question != Question.ORDER or s.asked == player or s.shape != Shape.REFS or s.variant == Variant.SOLO:
        return
    for i in range(s.n_look):
        for k in range(i):
            x, y = s.look[i], s.look[k]
            if y > x and s.zone[x] != Zone.DECK and s.zone[y] != Zone.DECK:
                s.look[i] = y
                s.look[k] = x
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
    """Deals hidden cards again among the places where they may be, and seeds every stream, by the seed only."""
    seed_streams(s, seed)
    renamed = short_lived(N_DECK_CARDS)
    deal_hidden(s, player, renamed)
    rename_cards(s, player, renamed)
    order_anew(s, player)
    sort_rooms(s)
    mix_rooms(s, Stream.RESAMPLE)


@kernel
def redeal(s, seed):
    """Deals the hidden cards that no seat knows again, seeds every stream again, and forgets throws that were set in advance."""
    seed_streams(s, seed)
    renamed = short_lived(N_DECK_CARDS)
    deal_unknown(s, renamed)
    rename_cards(s, NONE, renamed)
    sort_rooms(s)
    mix_rooms(s, Stream.RESAMPLE)
    for i in range(s.n_die):
        s.die[i] = 0
    s.n_die = 0
