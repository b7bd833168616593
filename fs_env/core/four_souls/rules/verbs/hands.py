"""Verbs about coins and loot cards: gaining, losing, discarding, giving. Their words: `language/verbs/hands.py`.

Here and in the other families, a kernel runs the instruction of its name in frame f and returns NEXT, WAIT or FINISHED.
"""

from fs_env.core.four_souls.language.codes import NONE, By, Deck, Num, Ref
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import card_of, is_player
from fs_env.core.four_souls.rules.coins import gain_coins
from fs_env.core.four_souls.rules.doubling import factor
from fs_env.core.four_souls.rules.hands import (
    discard,
    draw_loot,
    exchange_loot,
    give_loot,
    loot_arrives,
    take_from_hand,
)
from fs_env.core.four_souls.rules.hands import loot as loot_cards
from fs_env.core.four_souls.rules.options import ask, hand_options, offer
from fs_env.core.four_souls.rules.secrets import EVERYBODY, hide_hand, open_hand, settle
from fs_env.core.four_souls.rules.souls import check_bonus, lose_coins, receive_coins
from fs_env.core.four_souls.rules.values import NEXT, WAIT, many, player_one, value
from fs_env.core.four_souls.rules.zones import insert, move, seat_at
from fs_env.core.four_souls.state import NO_MORE, Outcome, Question, Shape, Stream, Zone, below, kernel
from fs_env.core.four_souls.tables import PROG


@kernel
def gain(s, f):
    """Every player named gains coins from the bank; cursor: how many players of the list are done."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    cause = int(s.objects[frame.object].cause)
    while frame.cursor < many(s, f, ins.who):
        p = int(s.buf[frame.cursor])
        frame.cursor += 1
        if is_player(p) and gain_coins(s, p, value(s, f, ins.n, ins.of, p) * factor(s, f), cause) == 1:
            return WAIT
    return NEXT


@kernel
def lose(s, f):
    ins = PROG[s.frames[f].pc]
    for i in range(many(s, f, ins.who)):
        p = int(s.buf[i])
        if is_player(p):
            lose_coins(s, p, value(s, f, ins.n, ins.of, p) * factor(s, f))
    return NEXT


@kernel
def steal_coins(s, f):
    """Moves coins from one player to another, which is not a gain (R16.3)."""
    ins = PROG[s.frames[f].pc]
    source = player_one(s, f, ins.who)
    to = player_one(s, f, ins.to)
    if source != NONE and to != NONE and source != to:
        n = value(s, f, ins.n, ins.who, source)
        if ins.n == Num.HALF:
            n = int(s.coins[source]) // 2
        receive_coins(s, to, lose_coins(s, source, n * factor(s, f)))
    return NEXT


@kernel
def loot(s, f):
    """Every player named loots; looting "until" a player has as many cards is not doubled (ER-15, ER-39)."""
    ins = PROG[s.frames[f].pc]
    for i in range(many(s, f, ins.who)):
        p = int(s.buf[i])
        if is_player(p) and ins.n == Num.DIFF_HAND:
            draw_loot(s, p, value(s, f, ins.n, ins.of, p))
        elif is_player(p):
            loot_cards(s, p, value(s, f, ins.n, ins.of, p) * factor(s, f))
    return NEXT


@kernel
def discard_loot(s, f):
    """Owners pick in turn n cards to discard, or discard until n are left.

    cursor: player of the list, done: cards of that player, whom: who is asked, step 1: being asked."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    while True:
        if frame.step == 1:
            discard(s, frame.whom, s.answer - Ref.CARD)
            frame.done += 1
            frame.step = 0
        if frame.cursor >= many(s, f, ins.who):
            return NEXT
        p = int(s.buf[frame.cursor])
        enough = True
        if is_player(p) and s.n_hand[p] > 0:
            if ins.op == Op.DISCARD_TO:
                enough = s.n_hand[p] <= ins.n
            else:
                enough = frame.done >= value(s, f, ins.n, NONE, p) * factor(s, f)
        if enough:
            frame.cursor += 1
            frame.done = 0
            continue
        frame.whom = p
        frame.step = 1
        hand_options(s, p)
        if ask(s, p, Question.DISCARD, Shape.REFS, s.objects[frame.object].src) == 0:
            return WAIT


discard_to = discard_loot


@kernel
def discard_hand(s, f):
    """Discards whole hands, in an order that does not show how the cards arrived (A45); sets count to how many."""
    frame = s.frames[f]
    frame.count = 0
    for i in range(many(s, f, PROG[frame.pc].who)):
        p = int(s.buf[i])
        while is_player(p) and s.n_hand[p] > 0:
            last = 0
            for k in range(s.n_hand[p]):
                last = max(last, int(s.hand[p, k]))
            discard(s, p, last)
            frame.count += 1
    return NEXT


@kernel
def discard_any(s, f):
    """Discards as many cards as the player likes, one by one; sets count to how many."""
    frame = s.frames[f]
    p = player_one(s, f, PROG[frame.pc].who)
    if frame.step == 0:
        frame.count = 0
    while p != NONE:
        if frame.step == 1:
            if s.answer == NO_MORE:
                return NEXT
            discard(s, p, s.answer - Ref.CARD)
            frame.count += 1
        if s.n_hand[p] == 0:
            return NEXT
        frame.step = 1
        hand_options(s, p)
        offer(s, NO_MORE)
        if ask(s, p, Question.DISCARD, Shape.REFS, s.objects[frame.object].src) == 0:
            return WAIT
    return NEXT


@kernel
def take_loot(s, f):
    """Moves loot cards from hand to hand; cursor: cards taken, done: how many there are to take, step 1: being asked."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    p = player_one(s, f, ins.who)
    q = player_one(s, f, ins.to)
    if frame.step == 0 and frame.cursor == 0:
        s.taken = NONE
    if p == NONE or q == NONE or p == q:
        return NEXT
    if frame.step == 0 and frame.cursor == 0:
        frame.done = int(s.n_hand[p]) // 2 if ins.n == Num.HALF else value(s, f, ins.n, NONE, p) * factor(s, f)
    while True:
        if frame.step == 1:
            if s.answer == NO_MORE:
                return NEXT
            s.taken = int(s.answer) - Ref.CARD
            give_loot(s, p, q, s.taken)
            frame.cursor += 1
            frame.step = 0
        if frame.cursor >= frame.done or s.n_hand[p] == 0:
            return NEXT
        frame.step = 1
        if ins.chooser == By.RANDOM:
            s.answer = Ref.CARD + s.hand[p, below(s, Stream.CHOICE, s.n_hand[p])]
            continue
        hand_options(s, p)
        if ins.optional == 1:
            offer(s, NO_MORE)
        if ask(s, p if ins.chooser == By.OWNER else q, Question.GIVE, Shape.REFS, s.objects[frame.object].src) == 0:
            return WAIT


@kernel
def swap_loot(s, f):
    """Swaps two hand cards as one action; bonus souls are checked after it (R19.2)."""
    ins = PROG[s.frames[f].pc]
    mine = card_of(s.frames[f].reg[ins.register % 16 - 4])
    other = card_of(s.frames[f].reg[ins.second % 16 - 4])
    if mine == NONE or other == NONE or mine == other:
        return NEXT
    if s.zone[mine] == Zone.HAND and s.zone[other] == Zone.HAND:
        p = int(s.owner[mine])
        q = int(s.owner[other])
        if p != q:
            exchange_loot(s, p, mine, q, other)
    return NEXT


@kernel
def hand_to_deck(s, f):
    """The controller puts loot cards on top of the loot deck; cursor: cards moved, step 1: being asked."""
    frame = s.frames[f]
    p = int(s.objects[frame.object].controller)
    while True:
        if frame.step == 1:
            inst = int(s.answer) - Ref.CARD
            hide_hand(s, p, EVERYBODY if s.open_hand[p] == 1 else 1 << p)
            take_from_hand(s, p, inst)
            insert(s, Deck.LOOT, inst, 0)
            settle(s, inst)
            frame.cursor += 1
            frame.step = 0
        if frame.cursor >= PROG[frame.pc].n * factor(s, f) or s.n_hand[p] == 0:
            return NEXT
        frame.step = 1
        hand_options(s, p)
        if ask(s, p, Question.GIVE, Shape.REFS, s.objects[frame.object].src) == 0:
            return WAIT


@kernel
def pass_hands(s, f):
    """Passes all hands one seat to the left at once; each card then arrives, in turn order from the AP (ER-77)."""
    n = int(s.n_players)
    first = int(s.n_hand[n - 1])
    s.n_buf = 0
    for k in range(first):
        s.buf[k] = s.hand[n - 1, k]
    for p in range(n - 1, -1, -1):
        count = int(s.n_hand[p - 1]) if p > 0 else first
        s.n_hand[p] = count
        for k in range(count):
            s.hand[p, k] = s.hand[p - 1, k] if p > 0 else s.buf[k]
            move(s, s.hand[p, k], Zone.HAND, p)
    for p in range(n):
        for q in range(n):
            if p == q or s.open_hand[p] == 1:
                open_hand(s, q, p)
    s.dirty = 1
    for k in range(n):
        p = seat_at(s, s.active_player + k)
        loot_arrives(s, p, s.n_hand[p])
    check_bonus(s)
    return NEXT


@kernel
def look_hand(s, f):
    for i in range(many(s, f, PROG[s.frames[f].pc].who)):
        p = int(s.buf[i])
        if is_player(p):
            open_hand(s, int(s.objects[s.frames[f].object].controller), p)
    return NEXT


@kernel
def loot_plays(s, f):
    """Grants extra loot plays until end of turn (R8.2)."""
    ins = PROG[s.frames[f].pc]
    for i in range(many(s, f, ins.who)):
        if is_player(s.buf[i]):
            s.extra_plays[s.buf[i]] += value(s, f, ins.n, NONE, s.buf[i]) * factor(s, f)
    return NEXT


@kernel
def hands(s, f, op):
    if op == Op.GAIN:
        return gain(s, f)
    if op == Op.LOSE:
        return lose(s, f)
    if op == Op.STEAL_COINS:
        return steal_coins(s, f)
    if op == Op.LOOT:
        return loot(s, f)
    if op == Op.DISCARD_LOOT:
        return discard_loot(s, f)
    if op == Op.DISCARD_TO:
        return discard_to(s, f)
    if op == Op.DISCARD_HAND:
        return discard_hand(s, f)
    if op == Op.DISCARD_ANY:
        return discard_any(s, f)
    if op == Op.TAKE_LOOT:
        return take_loot(s, f)
    if op == Op.SWAP_LOOT:
        return swap_loot(s, f)
    if op == Op.HAND_TO_DECK:
        return hand_to_deck(s, f)
    if op == Op.PASS_HANDS:
        return pass_hands(s, f)
    if op == Op.LOOK_HAND:
        return look_hand(s, f)
    if op == Op.LOOT_PLAYS:
        return loot_plays(s, f)
    s.outcome = Outcome.GUARD  # not a verb of this family
    return NEXT
