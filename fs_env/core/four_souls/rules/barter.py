"""Bartering (R16): offers of cents for favours in a window, their answers, and the cents that change hands.

The player with priority chooses who pays, the favour, the other player, what the favour needs, and the amount; the other
one agrees, declines or names another amount once; then the first one agrees or declines. No player has passed or acted by
that: the same player has priority afterwards.
"""

from fs_env.core.four_souls.actions import AMOUNTS, OFFER
from fs_env.core.four_souls.language.codes import NONE, Head, Lasting, Ref
from fs_env.core.four_souls.rules.goals import CENTS as CENTS_OF_A_GOAL
from fs_env.core.four_souls.rules.goals import count_for_goals
from fs_env.core.four_souls.rules.objects import new_frame
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.promises import make_promise, promised, turn_promises
from fs_env.core.four_souls.rules.slots import ability_of
from fs_env.core.four_souls.rules.souls import lose_coins, receive_coins
from fs_env.core.four_souls.rules.zones import seat_at
from fs_env.core.four_souls.state import (
    OFFERS_PER_TURN,
    PLAYERS,
    PROMISES,
    Favour,
    Frame,
    Obj,
    Question,
    Shape,
    Zone,
    kernel,
)

FAVOUR, PARTNER, INSTEAD, ITEM, CENTS, DEAL, COUNTER = range(7)  # steps of the frame: what is asked next


@kernel
def usable(s, inst, p):
    """Whether player p controls an item with a paid effect, or a charged one with an activated effect."""
    if s.zone[inst] != Zone.ITEM or s.owner[inst] != p:
        return False
    face = s.face[inst]
    return ability_of(face, Head.PAID) != NONE or (s.turned[inst] == 0 and ability_of(face, Head.ACTIVATED) != NONE)


@kernel
def usable_item(s, p):
    for i in range(s.n_play):
        if usable(s, int(s.play[i]), p):
            return True
    return False


@kernel
def can_agree(s, favour, payer, promiser):
    """Whether two players can agree on a favour now; only public facts count (A45, A88)."""
    if payer == promiser or s.coins[payer] < AMOUNTS[0]:
        return False
    if favour == Favour.GIFT:
        return True
    if s.n_promises >= PROMISES or promised(s, favour, payer, promiser):
        return False
    if favour == Favour.SPARE:
        return True
    if favour == Favour.AIM:
        return s.n_players > 2
    if s.n_stack == 0:
        return False
    if favour == Favour.ANSWER:
        return s.objects[s.stack[s.n_stack - 1]].kind == Obj.ROLL
    return favour == Favour.PASS or usable_item(s, promiser)


@kernel
def can_offer(s, p, favour, pays, q):
    if pays == 1:
        return can_agree(s, favour, p, q)
    return favour != Favour.GIFT and can_agree(s, favour, q, p)


@kernel
def can_offer_anybody(s, p, favour, pays):
    for q in range(s.n_players):
        if can_offer(s, p, favour, pays, q):
            return True
    return False


@kernel.rare
def may_offer(s, p, pays):
    """Whether player p, who has priority, may make an offer (R16.1, A88)."""
    if s.bartering == 0 or s.offers[p] >= OFFERS_PER_TURN:
        return False
    for favour in range(Favour.GIFT, Favour.ANSWER + 1):
        if can_offer_anybody(s, p, favour, pays):
            return True
    return False


@kernel.rare
def legal_offers(s, p, acts, n):
    """Adds the ids of the offers that player p may begin; returns how many ids there are now."""
    for pays in range(1, -1, -1):
        if may_offer(s, p, pays):
            acts[n] = OFFER + 1 - pays
            n += 1
    return n


@kernel.rare
def begin_offer(s, p, pays):
    s.offers[p] += 1
    bid = s.bid[0]
    bid.maker = p
    bid.payer = p if pays == 1 else NONE
    bid.promiser = NONE if pays == 1 else p
    bid.whom = NONE
    bid.item = NONE
    bid.object = 0
    bid.cents = 0
    bid.counter = 0
    new_frame(s, Frame.BARTER, NONE)


@kernel
def favour_options(s, p, pays):
    clear(s)
    for favour in range(Favour.GIFT, Favour.ANSWER + 1):
        if can_offer_anybody(s, p, favour, pays):
            offer(s, favour)


@kernel
def partner_options(s, p, favour, pays):
    clear(s)
    for k in range(1, s.n_players):
        q = seat_at(s, p + k)
        if can_offer(s, p, favour, pays, q):
            offer(s, Ref.PLAYER + q)


@kernel
def other_options(s, p, q):
    clear(s)
    for k in range(1, s.n_players):
        third = seat_at(s, p + k)
        if third != q:
            offer(s, Ref.PLAYER + third)


@kernel
def item_options(s, p):
    clear(s)
    for i in range(s.n_play):
        if usable(s, int(s.play[i]), p):
            offer(s, Ref.CARD + s.play[i])


@kernel
def amount_options(s, without):
    for k in range(len(AMOUNTS)):
        n = AMOUNTS[k]
        if n <= s.coins[s.bid[0].payer] and n != without:
            offer(s, n)


@kernel
def agree(s, n):
    """The cents change hands, which is no gain (R16.3), and the promise is given."""
    bid = s.bid[0]
    bid.cents = n
    receive_coins(s, bid.promiser, lose_coins(s, bid.payer, n))
    if n >= CENTS_OF_A_GOAL and s.n_rooms > 0:
        count_for_goals(s, Lasting.GIFT_GOAL)
    make_promise(s)


@kernel
def end_offer(s):
    s.bid[0].favour = 0
    s.n_frames -= 1


@kernel
def choose_terms(s, f):
    """Asks the maker of an offer for what it is about; returns 1 when a question is pending."""
    frame = s.frames[f]
    bid = s.bid[0]
    p = int(bid.maker)
    pays = 1 if bid.payer == p else 0
    if frame.step == FAVOUR:
        favour_options(s, p, pays)
        frame.step = PARTNER
        if ask(s, p, Question.FAVOUR, Shape.FAVOUR, NONE) == 0:
            return 1
    if frame.step == PARTNER:
        bid.favour = s.answer
        partner_options(s, p, bid.favour, pays)
        frame.step = INSTEAD
        if ask(s, p, Question.PARTNER, Shape.REFS, NONE) == 0:
            return 1
    if frame.step == INSTEAD:
        if pays == 1:
            bid.promiser = s.answer
        else:
            bid.payer = s.answer
        frame.step = ITEM
        if bid.favour == Favour.PASS or bid.favour == Favour.USE or bid.favour == Favour.ANSWER:
            bid.object = s.objects[s.stack[s.n_stack - 1]].uid
        if bid.favour == Favour.AIM:
            other_options(s, bid.maker, bid.promiser if pays == 1 else bid.payer)
            if ask(s, p, Question.INSTEAD, Shape.REFS, NONE) == 0:
                return 1
        elif bid.favour == Favour.USE:
            item_options(s, bid.promiser)
            if ask(s, p, Question.ITEM, Shape.REFS, NONE) == 0:
                return 1
    if frame.step == ITEM:
        if bid.favour == Favour.AIM:
            bid.whom = s.answer
        elif bid.favour == Favour.USE:
            bid.item = s.answer - Ref.CARD
        clear(s)
        amount_options(s, 0)
        frame.step = CENTS
        if ask(s, p, Question.CENTS, Shape.CENTS, NONE) == 0:
            return 1
    return 0


@kernel.rare
def run_barter(s, f):
    """Makes an offer and has it answered (R16.1); an amount that a player agrees to is an option, 0 means none."""
    frame = s.frames[f]
    bid = s.bid[0]
    if frame.step <= ITEM and choose_terms(s, f) == 1:
        return
    p = int(bid.maker)
    if frame.step == CENTS:
        bid.cents = s.answer
        clear(s)
        offer(s, bid.cents)
        offer(s, 0)
        if bid.favour != Favour.GIFT:
            amount_options(s, bid.cents)
        frame.step = DEAL
        ask(s, bid.promiser if bid.payer == p else bid.payer, Question.DEAL, Shape.CENTS, NONE)
        return
    if frame.step == DEAL and s.answer != 0 and s.answer != bid.cents:
        bid.counter = s.answer
        clear(s)
        offer(s, bid.counter)
        offer(s, 0)
        frame.step = COUNTER
        ask(s, p, Question.DEAL, Shape.CENTS, NONE)
        return
    if s.answer != 0:
        agree(s, s.answer)
    end_offer(s)


@kernel.rare
def begin_barter_turn(s):
    """A turn begins: every player may make offers again, and promises end."""
    for p in range(PLAYERS):
        s.offers[p] = 0
    if s.n_promises > 0:
        turn_promises(s)


@kernel.rare
def agreed_amount(s):
    """The amount that "accept" means while an offer is being answered, NONE while none is."""
    if s.question != Question.DEAL:
        return NONE
    return int(s.bid[0].counter) if s.bid[0].counter > 0 else int(s.bid[0].cents)
