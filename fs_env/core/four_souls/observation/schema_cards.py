"""Sections of the flat observation about players, cards and decks."""

from __future__ import annotations

from fs_env.core.four_souls.observation.numbers import (
    CARDS,
    CHANGED,
    COPIES,
    DECK_CARDS,
    DECK_SIZE,
    DECKS,
    ENDS,
    ITEMS,
    LOOKED,
    LOOT_CARD,
    MONSTER_SLOT,
    NEIGHBOUR,
    OTHER_CARDS,
    SEAT,
    TRINKETS,
    amount,
    card,
    count,
)
from fs_env.core.four_souls.state import BIG, HAND_CAP, PLAYERS, SHOP, SLOTS, Zone
from fs_env.core.four_souls.tables import BEARERS, IDS, N_LOOT, N_MONSTER, NAMES
from fs_env.core.machine.declare.columns import Code, Flag, Labels, Number
from fs_env.core.machine.declare.observation import Section, rows

LOOT = int(N_LOOT)
END = "place from that end, the outermost first"

PLAYER = rows(
    "players",
    PLAYERS,
    SEAT,
    [
        Flag("present", "1 where a player sits"),
        count("coins", "cents held"),
        amount("hp", "hit points"),
        amount("max_hp", "maximum hit points"),
        amount("attack", "attack"),
        Number("hand", "cards in hand", 0, HAND_CAP),
        count("souls", "souls held, those of the character included"),
        Flag("dead", "1 from the death until the end of the turn"),
        Flag("dying", "1 while its death is waiting or on the stack"),
        card("character", "card + 1 of the character"),
        Flag("turned", "1 when the character is turned sideways"),
        Flag("own_play", "1 when a loot play of the player's own action phase can be used"),
        amount("extra_plays", "loot plays granted this turn and not used"),
        Flag("character_open", "1 when the character can be turned for a loot play"),
        amount("attacks_used", "attacks of the player's own turn used"),
        amount(
            "attacks", "`attacks_used` plus the attacks left this turn, those of the player's own turn and granted ones"
        ),
        amount("deck_attacks", "attacks on the monster deck only, granted this turn and not used"),
        amount("purchases_used", "purchases used this turn"),
        amount("purchases", "purchases allowed in the player's own turn"),
        amount("price", "cents a shop item costs"),
        amount("shield", "damage that shields would prevent"),
        amount("roll_bonus", "added to rolls until end of turn"),
        count("extra_turns", "extra turns to come"),
        count("skipped_turns", "turns to be skipped"),
        count("loot_souls", "loot cards among the souls"),
        Number("last_roll", "number of the last roll this turn, 0 none", 0, 6),
        Number("last_attack_roll", "number of the last attack roll this turn, 0 none", 0, 6),
        Flag("must_attack", "1 when a text in play demands that this player attack"),
        count("attacks_made", "attacks made this turn"),
    ],
    "the players",
)
HAND = Section("hand", (LOOT,), "your hand: copies of each loot card", 0, COPIES, axes=(LOOT_CARD,))
KNOWN = Section(
    "known", (PLAYERS - 1, LOOT), "copies you know in the other hands", 0, COPIES, axes=(NEIGHBOUR, LOOT_CARD)
)
SHOWN = Section(
    "shown",
    (PLAYERS - 1, LOOT),
    "copies in your hand that another player is publicly known to have seen",
    0,
    COPIES,
    axes=(NEIGHBOUR, LOOT_CARD),
)
AMONG = Section(
    "among",
    (LOOT,),
    "copies of each loot card that you know to be in one of several places, in hands or in the deck, after another player "
    "moved cards in secret; the places are not included",
    0,
    COPIES,
    axes=(LOOT_CARD,),
)
LOOT_CARDS = Section(
    "loot",
    (2, LOOT),
    "copies of loot cards that all players see; those in play are in `trinkets`",
    axes=(
        (
            Number("discarded", "in the discard pile", 0, COPIES),
            Number("elsewhere", "on the stack, beside it, revealed, or souls", 0, COPIES),
        ),
        LOOT_CARD,
    ),
)
SLOT = rows(
    "slots",
    SLOTS,
    MONSTER_SLOT,
    [
        Flag("exists", "1 where there is a slot"),
        card("card", "card + 1 of the active monster, 0 while the slot is empty"),
        amount("hp", "hit points"),
        amount("max_hp", "maximum hit points"),
        amount("attack", "attack"),
        amount("evasion", "evasion, before it is limited to 1..6"),
        Flag("attacked", "1 for the monster that is being attacked"),
        Flag("dying", "1 while its death is waiting or on the stack"),
        Flag("must_be_attacked", "1 when a text in play demands attacks on it"),
        count("was_attacked", "1 when it was attacked this turn"),
    ],
    "monster slots",
)
COVERED = rows(
    "covered",
    SLOTS,
    MONSTER_SLOT,
    [
        Number("covered", "monsters covered in the slot", 0, int(N_MONSTER)),
        card("next_below", "card + 1 of the monster directly below, 0 none"),
    ],
    "monsters under the active ones",
)
SHOP_SLOTS = Section(
    "shop", (SHOP,), "shop slots: card + 2, 1 an empty slot, 0 no slot", 0, CARDS + 1, axes=("shop slot",), names="card"
)
DECK = Section(
    "decks",
    (2, len(DECKS)),
    "sizes of decks and discard piles",
    axes=(
        (
            Number("cards", "cards in the deck", 0, DECK_SIZE),
            Number("discarded", "cards in the discard pile", 0, DECK_SIZE),
        ),
        DECKS,
    ),
)
TOP = Section(
    "top",
    (len(DECKS),),
    "card + 1 on top of each discard pile, 0 when it is empty",
    0,
    CARDS,
    axes=(DECKS,),
    names="card",
)
LOOKED_AT = Section(
    "looked",
    (LOOKED,),
    "card + 1 of the cards you are looking at while you are asked, 0 none",
    0,
    CARDS,
    axes=("card, in their order",),
    names="card",
)
TRINKET = Section(
    "trinkets",
    (PLAYERS, len(TRINKETS)),
    "copies of trinkets in play",
    0,
    COPIES,
    axes=(SEAT, Labels(f"{IDS[trinket]}: {NAMES[trinket]}" for trinket in TRINKETS)),
)
CHANGES = rows(
    "changed",
    CHANGED,
    "item, in order of arrival",
    [
        card("card", "card + 1, 0 no entry"),
        card("shows", "card + 1 of the card whose text it has taken over, 0 for its own text"),
        Flag("eternal", "1 if an effect made it eternal"),
        count("counters", "counters on it"),
    ],
    "items that are not as printed, or have counters that their own text does not put on them",
)
BORROWED = Section(
    "borrowed",
    (CHANGED,),
    "1 when the text that an item has taken over ends with the turn",
    0,
    1,
    axes=("entry of `changed`",),
)
COUNTERS = Section(
    "counters",
    (len(BEARERS),),
    "counters on the items whose own text puts counters on them; for those on other items see `changed`",
    0,
    BIG,
    axes=(Labels(f"{IDS[bearer]}: {NAMES[bearer]}" for bearer in BEARERS),),
)
CARD = Section(
    "cards",
    (2, OTHER_CARDS),
    "every card that is neither a loot card nor a room, one row per fact; a card that is hidden from you has the zone of its deck",
    axes=(
        (
            Code("zone", Zone),
            Number(
                "owner",
                "player from you + 1, or slot + 1, by zone; on the stack or beside it: the player who played it; 0 none",
                0,
                max(PLAYERS, SLOTS, SHOP),
                "player or slot",
            ),
        ),
        "card id - number of loot cards",
    ),
)
TURNED = Section(
    "turned",
    (ITEMS,),
    "1 where an item that is not a loot card is turned sideways",
    0,
    1,
    axes=("treasures, then starting items, by id",),
)
DECK_PLACES = Section(
    "deck_places",
    (DECK_CARDS,),
    "place from the top of its deck, the top is 1; 0 if the card is not in a deck or you do not know its place",
    0,
    DECK_SIZE,
    axes=("treasures and cards of the monster deck, by id",),
)
WATCHED = Section(
    "watched",
    (PLAYERS - 1, len(DECKS), 2, ENDS),
    "1 where another player is publicly known to have seen the card at that place of the deck",
    0,
    1,
    axes=(
        NEIGHBOUR,
        DECKS,
        (Flag("from_top", "counted from the top"), Flag("from_bottom", "counted from the bottom")),
        END,
    ),
)
PILES = Section(
    "piles",
    (len(DECKS), ENDS),
    "card + 1 of the uppermost cards of each discard pile, 0 none",
    0,
    CARDS,
    axes=(DECKS, "place from the top"),
    names="card",
)
LOOT_PLACES = Section(
    "loot_places",
    (2, ENDS),
    "card + 1 of the cards you know in the loot deck, 0 unknown",
    axes=((card("from_top", "counted from the top"), card("from_bottom", "counted from the bottom")), END),
)
