"""A random state that a seat cannot distinguish from the true one, and one in which all that any seat knows is true."""

from fs_env.core.castles_of_caleira.cards import KINDS
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.rules.effects import draw_from, gifts
from fs_env.core.castles_of_caleira.rules.flow import plays
from fs_env.core.castles_of_caleira.rules.knowledge import drop
from fs_env.core.castles_of_caleira.state import HELD, NONE, REMOVED, Outcome, Stream, below, kernel, seed_streams

BITS = 4  # of each kind's number in a pool, which is one int64
MASK = (1 << BITS) - 1
TRIES = 16


@kernel
def hidden(s, player, piece):
    return (s.known[player] >> piece) & 1 == 0


@kernel
def unread(s, player):
    return s.n_deck - s.deck_read if s.deck_reader == player else s.n_deck


@kernel
def take_up(s, player):
    """Removes all cards that a seat does not know from their places; returns how many of each kind, BITS bits each."""
    pool = 0
    for seat in range(s.n_players):
        if seat != player:
            for kind in range(KINDS):
                pool += int(s.hand[seat, kind]) << (BITS * kind)
                s.hand[seat, kind] = 0
    for piece in range(s.n_pieces):
        if hidden(s, player, piece):
            pool += 1 << (BITS * int(s.kind[piece]))
            s.kind[piece] = NONE
    for i in range(unread(s, player)):
        pool += 1 << (BITS * int(s.deck[i]))
        s.deck[i] = NONE
    for i in range(REMOVED):
        if s.removed[i] != NONE:
            pool += 1 << (BITS * int(s.removed[i]))
    return pool


@kernel
def dealt(s, seat):
    n = 0
    for kind in range(KINDS):
        n += s.hand[seat, kind]
    return n


@kernel
def room(s, player, k):
    """Free places of the card of a fact: hands, and pieces played since."""
    free = 0
    for seat in range(s.n_players):
        if (s.held_by[player, k] >> seat) & 1:
            free += s.n_hand[seat] - dealt(s, seat)
    for piece in range(int(s.held_from[player, k]), int(s.n_pieces)):
        if (s.held_by[player, k] >> s.owner[piece]) & 1 and s.kind[piece] == NONE:
            free += 1
    return free


@kernel
def place(s, player, k, chosen):
    """Puts the card of a fact on free place number `chosen`."""
    kind = int(s.held_kind[player, k])
    for seat in range(s.n_players):
        if (s.held_by[player, k] >> seat) & 1:
            free = s.n_hand[seat] - dealt(s, seat)
            if 0 <= chosen < free:
                s.hand[seat, kind] += 1
                return
            chosen -= free
    for piece in range(int(s.held_from[player, k]), int(s.n_pieces)):
        if (s.held_by[player, k] >> s.owner[piece]) & 1 and s.kind[piece] == NONE:
            if chosen == 0:
                s.kind[piece] = kind
                return
            chosen -= 1


@kernel
def place_facts(s, player, pool):
    """Puts the card of every fact on a random place, facts with the fewest first; returns the rest of the pool, NONE on failure."""
    placed = 0
    for _ in range(s.n_held[player]):
        best, least = NONE, 0
        for k in range(HELD):
            if s.held_by[player, k] and (placed >> k) & 1 == 0:
                free = room(s, player, k)
                if best == NONE or free < least:
                    best, least = k, free
        if least == 0 or (pool >> (BITS * int(s.held_kind[player, best]))) & MASK == 0:
            return NONE
        place(s, player, best, below(s, Stream.RESAMPLE, least))
        placed |= 1 << best
        pool -= 1 << (BITS * int(s.held_kind[player, best]))
    return pool


@kernel
def wipe(s, player):
    for seat in range(s.n_players):
        if seat != player:
            for kind in range(KINDS):
                s.hand[seat, kind] = 0
    for piece in range(s.n_pieces):
        if hidden(s, player, piece):
            s.kind[piece] = NONE


@kernel
def pick_kind(s, pool, total):
    """A kind drawn from a pool of `total` cards; takes one draw."""
    left = below(s, Stream.RESAMPLE, total)
    for kind in range(KINDS):
        left -= (pool >> (BITS * kind)) & MASK
        if left < 0:
            return kind
    return 0


@kernel
def resample(s, player, seed):
    """Replaces what the seat cannot know by a random draw that agrees with all it has seen, and the random streams too."""
    seed_streams(s, seed)
    whole = take_up(s, player)
    pool = place_facts(s, player, whole)
    for _ in range(TRIES):
        if pool != NONE:
            break
        wipe(s, player)
        pool = place_facts(s, player, whole)
    if pool == NONE:
        wipe(s, player)
        pool = whole
    total = 0
    for kind in range(KINDS):
        total += (pool >> (BITS * kind)) & MASK
    for seat in range(s.n_players):
        if seat != player:
            for _ in range(s.n_hand[seat] - dealt(s, seat)):
                kind = pick_kind(s, pool, total)
                s.hand[seat, kind] += 1
                pool -= 1 << (BITS * kind)
                total -= 1
    for piece in range(s.n_pieces):
        if s.kind[piece] == NONE:
            kind = pick_kind(s, pool, total)
            s.kind[piece] = kind
            pool -= 1 << (BITS * kind)
            total -= 1
    for i in range(unread(s, player)):
        kind = pick_kind(s, pool, total)
        s.deck[i] = kind
        pool -= 1 << (BITS * kind)
        total -= 1
    for i in range(REMOVED):
        if s.removed[i] != NONE:
            kind = pick_kind(s, pool, total)
            s.removed[i] = kind
            pool -= 1 << (BITS * kind)
            total -= 1
    forget_facts(s, player)
    restore_question(s, player)


@kernel
def forget_facts(s, player):
    """Drops what other seats remember of cards that the seat may not know."""
    for seat in range(s.n_players):
        for k in range(HELD):
            if seat != player and s.held_by[seat, k] & ~(1 << player):
                drop(s, seat, k)


@kernel
def restore_question(s, player):
    """Lists the cards drawn as legal where another seat is asked for a card of its hand; changes the offer too."""
    if s.offer != NONE and s.owner[s.effect] != player:
        s.offer = draw_from(s, int(s.owner[s.effect]), Stream.RESAMPLE)
    if s.outcome != Outcome.RUNNING or s.asked == player:
        return
    if s.question == Question.PLAY:
        s.allowed = plays(s, int(s.asked))
    elif s.question == Question.GIVE or s.question == Question.RETURN:
        s.allowed = gifts(s, int(s.asked))


@kernel
def redeal(s, seed):
    """Deals the cards that no seat knows again to their places, and replaces the random streams.

    They are the deck below the cards that its last reader knows, who knows all that readers before still know of it, and
    the cards removed from the game. Every hand and piece is known to its owner.
    """
    seed_streams(s, seed)
    unknown = s.n_deck - s.deck_read
    pool, total = 0, unknown
    for i in range(unknown):
        pool += 1 << (BITS * int(s.deck[i]))
    for i in range(REMOVED):
        if s.removed[i] != NONE:
            pool += 1 << (BITS * int(s.removed[i]))
            total += 1
    for i in range(total):
        kind = pick_kind(s, pool, total - i)
        pool -= 1 << (BITS * kind)
        if i < unknown:
            s.deck[i] = kind
        else:
            s.removed[i - unknown] = kind
