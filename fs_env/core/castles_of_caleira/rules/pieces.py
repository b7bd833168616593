"""Castle pieces as they are played, turned and destroyed; the queue of effects (R9 to R16, R22 to R24)."""

from fs_env.core.castles_of_caleira.cards import Kind
from fs_env.core.castles_of_caleira.rules.ending import lose_spire
from fs_env.core.castles_of_caleira.rules.knowledge import show
from fs_env.core.castles_of_caleira.state import QUEUE, Outcome, kernel


@kernel
def trigger(s, piece):
    """Queues the effect of a piece, unless it has none or is suppressed by a Throne Room (R13, R21)."""
    kind = int(s.kind[piece])
    if kind == Kind.BATTLEMENTS or kind == Kind.PRINCESS_SPIRE or (s.suppressed >> piece) & 1:
        return
    if s.tail >= QUEUE:
        s.outcome = Outcome.GUARD
        return
    s.queue[s.tail] = piece
    s.tail += 1


@kernel
def stand(s, piece):
    """Records that a piece is face up now; triggers nothing."""
    s.down &= ~(1 << piece)
    if s.kind[piece] == Kind.BATTLEMENTS:
        s.walls |= 1 << piece
    show(s, piece)


@kernel
def play(s, seat, kind, face_up):
    """Puts a hand card into the seat's castle (R9)."""
    piece = int(s.n_pieces)
    s.hand[seat, kind] -= 1
    s.n_hand[seat] -= 1
    s.kind[piece] = kind
    s.owner[piece] = seat
    s.n_pieces += 1
    s.castle |= 1 << piece
    s.known[seat] |= 1 << piece
    if face_up:
        stand(s, piece)
        trigger(s, piece)
    else:
        s.down |= 1 << piece


@kernel
def turn_up(s, piece):
    """Turns a piece face up and triggers its effect; nothing where it is face up already (R16)."""
    if (s.down >> piece) & 1:
        stand(s, piece)
        trigger(s, piece)


@kernel
def turn_down(s, piece):
    """Turns a piece face down; every player still knows it (R17)."""
    s.down |= 1 << piece
    s.walls &= ~(1 << piece)


@kernel
def destroy(s, piece, by):
    """Destroys a piece, by the effect of a player (R22 to R24)."""
    was_down = (s.down >> piece) & 1
    if s.kind[piece] == Kind.BATTLEMENTS:
        if was_down:
            stand(s, piece)
        return
    s.castle &= ~(1 << piece)
    s.down &= ~(1 << piece)
    s.discard[s.kind[piece]] += 1
    show(s, piece)
    if s.kind[piece] == Kind.PRINCESS_SPIRE:
        lose_spire(s, int(s.owner[piece]), by)
    elif was_down:
        trigger(s, piece)
