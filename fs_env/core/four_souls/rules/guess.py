"""Another world that looks the same to one player: what that player cannot know is dealt anew (A45)."""

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.rules.zones import home, put
from fs_env.core.four_souls.state import N_INSTANCES, Stream, Zone, below, kernel, seed_streams


@kernel
def is_open(s, inst, player):
    """Whether a card lies where a player cannot see it: in a deck or another hand, unseen."""
    zone = s.zone[inst]
    return (zone == Zone.DECK or zone == Zone.HAND) and ((s.seen[inst] >> player) & 1) == 0


@kernel
def exchange(s, a, b):
    """Two hidden cards of one deck change places in all places that name them."""
    for d in range(3):
        for i in range(s.n_deck[d]):
            x = s.deck[d, i]
            if x == a or x == b:
                put(s, d, i, a + b - x)
    for p in range(s.n_players):
        for i in range(s.n_hand[p]):
            x = s.hand[p, i]
            if x == a or x == b:
                s.hand[p, i] = a + b - x
    for i in range(s.n_options):
        x = s.option[i] - Ref.CARD
        if x == a or x == b:
            s.option[i] = Ref.CARD + a + b - x
    for i in range(s.n_look):
        x = s.look[i]
        if x == a or x == b:
            s.look[i] = a + b - x
    for f in range(s.n_frames):
        for k in range(4):
            x = s.frame[f].reg[k] - Ref.CARD
            if x == a or x == b:
                s.frame[f].reg[k] = Ref.CARD + a + b - x
    zone = s.zone[a]
    s.zone[a] = s.zone[b]
    s.zone[b] = zone
    owner = s.owner[a]
    s.owner[a] = s.owner[b]
    s.owner[b] = owner
    seen = s.seen[a]
    s.seen[a] = s.seen[b]
    s.seen[b] = seen
    gen = s.gen[a]
    s.gen[a] = s.gen[b]
    s.gen[b] = gen


@kernel
def resample(s, player):
    """Deals all hidden cards anew within their decks and hands, and reseeds every random stream."""
    for d in range(3):
        n = 0
        for inst in range(N_INSTANCES):
            if home(inst) == d and is_open(s, inst, player):
                n += 1
        for inst in range(N_INSTANCES - 1, -1, -1):
            if home(inst) != d or not is_open(s, inst, player):
                continue
            k = below(s, Stream.RESAMPLE, n)
            n -= 1
            other = NONE
            for j in range(N_INSTANCES):
                if home(j) == d and is_open(s, j, player):
                    if k == 0:
                        other = j
                        break
                    k -= 1
            if other != inst and other != NONE:
                exchange(s, inst, other)
    seed_streams(s, below(s, Stream.RESAMPLE, 2**31))
