"""Loot cards and hands (R2.B, R8): drawing, discarding, moving from hand to hand."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Event, Lasting
from fs_env.core.four_souls.rules.events import emit_event
from fs_env.core.four_souls.rules.secrets import EVERYBODY, hide_hand, shown_from_hand
from fs_env.core.four_souls.rules.souls import check_bonus
from fs_env.core.four_souls.rules.table import TABLE, facts_changed
from fs_env.core.four_souls.rules.zones import draw_top, take_from_pile, to_pile
from fs_env.core.four_souls.state import kernel

put_into_hand, take_out_of_hand, hand_card_of_name = TABLE.add_to_hand, TABLE.take_from_hand, TABLE.hand_card_of_kind


@kernel
def loot_arrives(s, p, n):
    """Cards in play answer each of n loot cards that have entered a hand, wherever they came from (ER-77)."""
    for _ in range(n if s.n_rooms > 0 else 0):
        emit_event(s, Event.LOOT_ARRIVES, p)


@kernel
def add_to_hand(s, p, inst):
    """Puts a card into a hand; its holder knows it, every player if the hand is public."""
    put_into_hand(s, p, inst, EVERYBODY if s.open_hand[p] == 1 else 1 << p)
    facts_changed(s)
    loot_arrives(s, p, 1)


@kernel
def take_from_hand(s, p, inst):
    """Takes a card out of a hand; the caller puts it into its new zone."""
    if take_out_of_hand(s, p, inst) == 1:
        facts_changed(s)


@kernel
def take_lasting(s, kind, p):
    """Uses up the lasting entries of a kind concerning player p (NONE: any player), which all speak of the same next event (ER-15,
    ER-39); returns how many there were."""
    n = 0
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == kind and (p == NONE or entry.who == p):
            entry.kind = 0
            n += 1
    return n


@kernel
def loot_factor(s, p):
    """2 for each Two of Clubs mark on the player, multiplied (ER-39)."""
    factor = 1
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.DOUBLE_LOOT and entry.who == p:
            factor *= 2
    return factor


@kernel
def loot(s, p, n):
    """Player p draws n loot cards one by one (R2.8, A84), twice as many for each Two of Clubs (ER-39)."""
    draw_loot(s, p, n * loot_factor(s, p))


@kernel
def draw_loot(s, p, n):
    if n <= 0:
        return
    from_pile = take_lasting(s, Lasting.LOOT_FROM_DISCARD, NONE)
    for _ in range(n):
        if s.outcome != 0:
            return
        if from_pile > 0 and s.n_pile[Deck.LOOT] > 0:
            inst = int(s.pile[Deck.LOOT, s.n_pile[Deck.LOOT] - 1])
            take_from_pile(s, Deck.LOOT, inst)
        else:
            inst = draw_top(s, Deck.LOOT)
        if inst == NONE:
            return
        add_to_hand(s, p, inst)
        check_bonus(s)


@kernel
def discard(s, p, inst):
    take_from_hand(s, p, inst)
    to_pile(s, inst)


@kernel
def seen_moving(s, p, q):
    """The seats that see which card goes from hand p to hand q, a bit each."""
    return EVERYBODY if s.open_hand[p] == 1 or s.open_hand[q] == 1 else (1 << p) | (1 << q)


@kernel
def give_loot(s, p, q, inst):
    """Moves a loot card from hand p to hand q; both know it."""
    who = seen_moving(s, p, q)
    shown_from_hand(s, p, inst, who)
    hide_hand(s, p, who)
    take_from_hand(s, p, inst)
    add_to_hand(s, q, inst)
    check_bonus(s)


@kernel
def exchange_loot(s, p, mine, q, other):
    """Two loot cards of hands p and q change places at once; both players know them."""
    who = seen_moving(s, p, q)
    shown_from_hand(s, p, mine, who)
    shown_from_hand(s, q, other, who)
    hide_hand(s, p, who)
    hide_hand(s, q, who)
    take_from_hand(s, p, mine)
    take_from_hand(s, q, other)
    add_to_hand(s, q, mine)
    add_to_hand(s, p, other)
    check_bonus(s)
