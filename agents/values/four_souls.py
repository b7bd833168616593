"""Inputs of a value of Four Souls: players, hand, items, curses, monsters, shop.

The numbers of each card are inputs of their own; cents and other amounts are given in a few pieces, so that a network
of two small layers can bend them.
"""

from fs_env.agents.values.network import kernel, make_extract, make_score, put
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.observation.schema import FIRST_OTHER, ITEM_OF, ITEMS, OTHER_CARDS, SCHEMA, TRINKETS
from fs_env.core.four_souls.state import PLAYERS, Zone
from fs_env.core.machine.compile.memory import make_named

named = make_named(SCHEMA.dtype)
ITEM_AT = ITEM_OF[T.INST_CARD[FIRST_OTHER : FIRST_OTHER + OTHER_CARDS]]  # among the items, below 0 for other cards
N_TRINKETS, COUNTED = len(TRINKETS), len(T.BEARERS)
N_LOOT, N_CHARACTER, CHARACTER0 = int(T.N_LOOT), int(T.N_CHARACTER), int(T.CHARACTERS[0])

# Inputs of each player, counted from the observer.
SOULS = 5  # one for each number of souls, the last for four and more
COINS = (0, 3, 6, 10, 15)  # cents above each of these
NUMBERS = 12
PLAYER = 1 + SOULS + len(COINS) + NUMBERS + N_CHARACTER
# Inputs of the table.
TABLE = 16
CARDS = 6  # ways in which a card counts: own or others' item, own or others' curse, active monster, shop

FIRST_TABLE = PLAYERS * PLAYER
FIRST_HAND = FIRST_TABLE + TABLE
FIRST_TRINKET = FIRST_HAND + N_LOOT
FIRST_TURNED = FIRST_TRINKET + 2 * N_TRINKETS
FIRST_COUNTER = FIRST_TURNED + 2 * ITEMS
FIRST_CARD = FIRST_COUNTER + COUNTED
N_INPUTS = FIRST_CARD + CARDS * OTHER_CARDS


@kernel
def list_player(obs, work, seat):
    player, at = named(obs).players[seat], seat * PLAYER
    put(work, at, 1)
    souls = min(SOULS - 1, max(0, int(player.souls)))
    put(work, at + 1 + souls, 1)
    at += 1 + SOULS
    for k in range(len(COINS)):
        put(work, at + k, max(0, int(player.coins) - COINS[k]) / 10)
    at += len(COINS)
    put(work, at, player.hand / 5)
    put(work, at + 1, 1 if player.hand == 0 else 0)
    put(work, at + 2, player.max_hp - 2)
    put(work, at + 3, player.attack - 1)
    put(work, at + 4, player.hp - player.max_hp)
    put(work, at + 5, 1 if player.dead != 0 or player.dying != 0 else 0)
    put(work, at + 6, player.extra_turns)
    put(work, at + 7, player.skipped_turns)
    put(work, at + 8, player.loot_souls)
    put(work, at + 9, player.turned)
    put(work, at + 10, player.price / 10)
    put(work, at + 11, player.shield)
    at += NUMBERS
    character = player.character - 1 - CHARACTER0
    if 0 <= character < N_CHARACTER:
        put(work, at + character, 1)


@kernel
def list_table(obs, work):
    o, at = named(obs), FIRST_TABLE
    decision = o.decision
    if decision.active_player >= 0:
        put(work, at + decision.active_player, 1)
    put(work, at + PLAYERS + min(4, int(decision.phase)), 1)
    at += PLAYERS + 5
    put(work, at, decision.bonus_souls)
    put(work, at + 1, min(decision.turn, 100) / 50)
    put(work, at + 2, decision.attacking)
    put(work, at + 3, decision.ending)
    put(work, at + 4, decision.stack)
    put(work, at + 5, o.decks.cards[Deck.MONSTER] / 50)
    put(work, at + 6, o.decks.cards[Deck.TREASURE] / 50)


@kernel
def list_cards(obs, work):
    o = named(obs)
    for card in range(N_LOOT):
        put(work, FIRST_HAND + card, o.hand[card])
    for k in range(N_TRINKETS):
        others = 0
        for seat in range(1, PLAYERS):
            others += o.trinkets[seat][k]
        put(work, FIRST_TRINKET + k, o.trinkets[0][k])
        put(work, FIRST_TRINKET + N_TRINKETS + k, others)
    for k in range(COUNTED):
        put(work, FIRST_COUNTER + k, o.counters[k] / 4)
    for card in range(OTHER_CARDS):
        zone = o.cards.zone[card]
        way = -1
        if zone == Zone.ITEM:
            way = 0 if o.cards.owner[card] == 1 else 1
            item = ITEM_AT[card]
            if item >= 0 and o.turned[item] != 0:
                put(work, FIRST_TURNED + way * ITEMS + item, 1)
        elif zone == Zone.CURSE:
            way = 2 if o.cards.owner[card] == 1 else 3
        elif zone == Zone.ACTIVE:
            way = 4
        elif zone == Zone.SHOP:
            way = 5
        if way >= 0:
            put(work, FIRST_CARD + way * OTHER_CARDS + card, 1)


@kernel
def list_inputs(obs, work):
    players = named(obs).decision.players
    for seat in range(players):
        list_player(obs, work, seat)
    list_table(obs, work)
    list_cards(obs, work)


score = make_score(list_inputs, N_INPUTS)
extract = make_extract(list_inputs)
