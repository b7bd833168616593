"""A program of fixed size, against which times of compilation and of tests are measured: `python -m benchmarks.yardstick`.

Twenty functions of a small card game, in the style of rules: integer loops over a record, branches, calls of each other. numba
compiles them as they are, without what this project changes in it. An edit makes the budgets in budgets.toml that refer to the
yardstick wrong.
"""

from __future__ import annotations

import numpy as np
from numba import njit

SEATS, CARDS, HAND = 4, 60, 10
STATE = np.dtype(
    [
        ("seed", np.int64),
        ("turn", np.int16),
        ("left", np.int16),
        ("deck", np.int16, (CARDS,)),
        ("hand", np.int16, (SEATS, HAND)),
        ("held", np.int16, (SEATS,)),
        ("coins", np.int16, (SEATS,)),
        ("health", np.int16, (SEATS,)),
        ("table", np.int16, (SEATS, HAND)),
        ("laid", np.int16, (SEATS,)),
    ]
)


@njit
def random_below(S, e, n):
    x = S[e].seed
    x ^= (x << 13) & 0x7FFFFFFFFFFF
    x ^= x >> 7
    x ^= (x << 17) & 0x7FFFFFFFFFFF
    S[e].seed = x
    return (x & 0x7FFFFFFF) % n


@njit
def shuffle(S, e):
    for i in range(S[e].left - 1, 0, -1):
        j = random_below(S, e, i + 1)
        card = S[e].deck[i]
        S[e].deck[i] = S[e].deck[j]
        S[e].deck[j] = card


@njit
def draw(S, e, seat):
    if S[e].left == 0 or S[e].held[seat] == HAND:
        return -1
    S[e].left -= 1
    card = S[e].deck[S[e].left]
    S[e].hand[seat, S[e].held[seat]] = card
    S[e].held[seat] += 1
    return card


@njit
def find(S, e, seat, card):
    for i in range(S[e].held[seat]):
        if S[e].hand[seat, i] == card:
            return i
    return -1


@njit
def drop(S, e, seat, i):
    card = S[e].hand[seat, i]
    for k in range(i, S[e].held[seat] - 1):
        S[e].hand[seat, k] = S[e].hand[seat, k + 1]
    S[e].held[seat] -= 1
    return card


@njit
def lay(S, e, seat, i):
    if S[e].laid[seat] == HAND:
        return False
    S[e].table[seat, S[e].laid[seat]] = drop(S, e, seat, i)
    S[e].laid[seat] += 1
    return True


@njit
def price(S, e, seat, card):
    cost = card % 7
    for i in range(S[e].laid[seat]):
        if S[e].table[seat, i] % 5 == card % 5:
            cost -= 1
    return max(cost, 0)


@njit
def can_pay(S, e, seat, card):
    return S[e].coins[seat] >= price(S, e, seat, card)


@njit
def pay(S, e, seat, amount):
    paid = min(amount, S[e].coins[seat])
    S[e].coins[seat] -= paid
    return paid


@njit
def steal(S, e, seat, victim, amount):
    if victim == seat or S[e].health[victim] <= 0:
        return 0
    got = pay(S, e, victim, amount)
    S[e].coins[seat] += got
    return got


@njit
def hurt(S, e, seat, amount):
    for i in range(S[e].laid[seat]):
        if amount > 0 and S[e].table[seat, i] % 11 == 0:
            amount -= 1
    S[e].health[seat] -= amount
    if S[e].health[seat] <= 0:
        die(S, e, seat)
        return True
    return False


@njit
def die(S, e, seat):
    S[e].health[seat] = 0
    while S[e].held[seat] > 0:
        S[e].deck[S[e].left] = drop(S, e, seat, S[e].held[seat] - 1)
        S[e].left += 1
    S[e].coins[seat] //= 2


@njit
def weakest(S, e, seat):
    best, worst = -1, 1 << 14
    for other in range(SEATS):
        if other != seat and 0 < S[e].health[other] < worst:
            best, worst = other, S[e].health[other]
    return best


@njit
def resolve(S, e, seat, card):
    kind = card % 6
    if kind == 0:
        S[e].coins[seat] += 3
    elif kind == 1:
        for _ in range(2):
            draw(S, e, seat)
    elif kind == 2:
        victim = weakest(S, e, seat)
        if victim >= 0 and hurt(S, e, victim, 1 + card % 3):
            S[e].coins[seat] += 1
    elif kind == 3:
        for victim in range(SEATS):
            steal(S, e, seat, victim, 1)
    elif kind == 4:
        S[e].health[seat] += 1
    elif random_below(S, e, 6) > 2:
        hurt(S, e, seat, 1)


@njit
def legal(S, e, seat, out):
    count = 0
    for i in range(S[e].held[seat]):
        out[i] = 0
        if can_pay(S, e, seat, S[e].hand[seat, i]):
            out[i] = 1
            count += 1
    return count


@njit
def choose(S, e, seat, count, out):
    if count == 0:
        return -1
    wanted = random_below(S, e, count)
    for i in range(S[e].held[seat]):
        if out[i]:
            if wanted == 0:
                return i
            wanted -= 1
    return -1


@njit
def play(S, e, seat, out):
    i = choose(S, e, seat, legal(S, e, seat, out), out)
    if i < 0:
        return False
    card = S[e].hand[seat, i]
    pay(S, e, seat, price(S, e, seat, card))
    if card % 2:
        drop(S, e, seat, i)
        resolve(S, e, seat, card)
    elif not lay(S, e, seat, i):
        drop(S, e, seat, i)
    return find(S, e, seat, card) < 0


@njit
def score(S, e, seat):
    total = S[e].coins[seat]
    for i in range(S[e].laid[seat]):
        total += S[e].table[seat, i] % 4
    return total if S[e].health[seat] > 0 else 0


@njit
def setup(S, e, seed):
    S[e].seed, S[e].turn, S[e].left = seed, 0, CARDS
    for card in range(CARDS):
        S[e].deck[card] = card
    shuffle(S, e)
    for seat in range(SEATS):
        S[e].health[seat], S[e].coins[seat] = 4, 3
        for _ in range(3):
            draw(S, e, seat)


@njit
def game(S, e, seed, out):
    setup(S, e, seed)
    for turn in range(100):
        seat = turn % SEATS
        if S[e].health[seat] > 0:
            S[e].turn += 1
            draw(S, e, seat)
            S[e].coins[seat] += 1
            while play(S, e, seat, out):
                pass
    best = 0
    for seat in range(1, SEATS):
        if score(S, e, seat) > score(S, e, best):
            best = seat
    return best


if __name__ == "__main__":
    game(np.zeros(1, STATE), 0, 1, np.zeros(HAND, np.int8))
