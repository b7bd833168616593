"""The effects of cards, one after the other (R12 to R27)."""

from fs_env.core.castles_of_caleira.actions import GIVE, LEAVE, LOOK, ORDER, ORDERS, PLAYER, REVEAL, STOP, TARGET
from fs_env.core.castles_of_caleira.cards import KINDS, Kind
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.rules.knowledge import learn, note_exchange
from fs_env.core.castles_of_caleira.rules.pieces import destroy, stand, turn_down, turn_up
from fs_env.core.castles_of_caleira.state import NONE, Stream, ask, below, kernel


@kernel
def effective(s, kind):
    """The pieces on which an effect of that kind does something (R17 to R25)."""
    if kind == Kind.BARRACKS:
        return s.castle & ~s.down
    if kind == Kind.TREBUCHET:
        return s.castle & ~s.walls
    return s.down & s.castle


@kernel
def targets(s, kind):
    """Ids of the pieces that may be chosen for an effect, a bit each; 0 skips it (R14, A6)."""
    useful = effective(s, kind)
    return int(s.castle if useful and s.useless_targets else useful) << TARGET


@kernel
def gifts(s, seat):
    """Ids of the cards that a seat may give, a bit each."""
    allowed = 0
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0:
            allowed |= 1 << (GIVE + kind)
    return allowed


@kernel
def partners(s, seat):
    """Ids of the players with whom a seat can exchange a card, a bit each (R19)."""
    allowed = 0
    if s.n_hand[seat] > 0:
        for step in range(1, s.n_players):
            if s.n_hand[(seat + step) % s.n_players] > 0:
                allowed |= 1 << (PLAYER + step - 1)
    return allowed


@kernel
def resolve(s):
    """Takes the first effect of the queue and asks its owner, or skips it (R12 to R14)."""
    piece = int(s.queue[s.head])
    s.head += 1
    kind, owner = int(s.kind[piece]), int(s.owner[piece])
    s.effect = piece
    if kind == Kind.MARKETPLACE:
        allowed = partners(s, owner)
        if allowed:
            ask(s, owner, Question.PLAYER, allowed)
    elif kind == Kind.WIZARDS_TOWER:
        if s.n_deck > 0:
            s.deck_reader = owner
            s.deck_read = min(LOOK, int(s.n_deck))
            ask(s, owner, Question.ORDER, orders(s))
    else:
        allowed = targets(s, kind)
        if allowed:
            ask(s, owner, Question.TARGET, allowed | (1 << STOP) if kind == Kind.WATCHTOWER else allowed)
    if s.question == Question.NOTHING:
        s.effect = NONE


@kernel
def orders(s):
    """Ids of the orders of the cards that are looked at, a bit each."""
    allowed = 0
    for k in range(len(ORDERS)):
        fits = 1
        for place in range(s.deck_read, LOOK):
            if ORDERS[k, place] != place:
                fits = 0
        allowed |= fits << (ORDER + k)
    return allowed


@kernel
def done(s):
    s.effect = NONE
    s.picked = NONE
    s.partner = NONE
    s.offer = NONE


@kernel
def on_target(s, piece):
    """Applies the effect to the chosen piece, or does nothing where it is useless there (R14, R16)."""
    source = int(s.effect)
    kind, owner = int(s.kind[source]), int(s.owner[source])
    is_down = (s.down >> piece) & 1
    if kind == Kind.WATCHTOWER:
        turn_up(s, piece)
        second = int(s.castle if s.useless_targets else s.castle & s.down) & ~(1 << piece)  # R14, R25, A6, A15
        if s.picked == NONE and (second or s.useless_targets):
            s.picked = piece
            ask(s, owner, Question.TARGET, second << TARGET | (1 << STOP))
            return
    elif kind == Kind.TREBUCHET:
        destroy(s, piece, owner)
    elif kind == Kind.BARRACKS:
        turn_down(s, piece)
    elif is_down and kind == Kind.THRONE_ROOM:
        stand(s, piece)
        s.suppressed |= 1 << piece
    elif is_down:
        learn(s, owner, piece)
        s.picked = piece
        ask(s, owner, Question.REVEAL, (1 << REVEAL) | (1 << LEAVE))
        return
    done(s)


@kernel
def on_give(s, kind):
    """Takes the offer of a Marketplace's owner; the other player answers, or a random card does (A2)."""
    owner = int(s.owner[s.effect])
    other = int(s.partner)
    s.offer = kind
    if s.blind_market:
        exchange(s, owner, other, kind, draw_from(s, other, Stream.CHOICE))
    else:
        ask(s, other, Question.RETURN, gifts(s, other))


@kernel
def draw_from(s, seat, stream):
    """The kind of a random hand card of a seat; takes one draw of the stream."""
    left = below(s, stream, s.n_hand[seat])
    for kind in range(KINDS):
        left -= s.hand[seat, kind]
        if left < 0:
            return kind
    return NONE


@kernel
def exchange(s, owner, other, offer, answer):
    """Moves one card each way and ends the effect (R19)."""
    note_exchange(s, owner, other, offer, answer)
    s.hand[owner, offer] -= 1
    s.hand[other, offer] += 1
    s.hand[other, answer] -= 1
    s.hand[owner, answer] += 1
    done(s)


@kernel
def on_order(s, k):
    """Puts the cards looked at back in the chosen order (R26)."""
    top = int(s.n_deck) - 1
    a, b, c = int(s.deck[top]), 0, 0
    if s.deck_read > 1:
        b = int(s.deck[top - 1])
    if s.deck_read > 2:
        c = int(s.deck[top - 2])
    for place in range(s.deck_read):
        chosen = ORDERS[k, place]
        s.deck[top - place] = a if chosen == 0 else b if chosen == 1 else c
    done(s)
