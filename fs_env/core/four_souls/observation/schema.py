"""The layout of the flat observation: its sections with every column named. The kernels of `observation` fill it."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls.state import BIG, PLAYERS, SHOP, SLOTS, UNITS
from fs_env.core.four_souls.tables import (
    BEARERS,
    BONUS_SOULS,
    C_FLAGS,
    C_INST0,
    CHARACTERS,
    IDS,
    LOOT_CARDS,
    MONSTER_CARDS,
    N_CARDS,
    N_LOOT,
    N_MONSTER,
    N_STARTING,
    N_TREASURE,
    NAMES,
    STARTING_ITEMS,
    TREASURES,
    CardFlag,
)
from fs_env.core.machine.observation import Labels, ObservationLayout, Section

STACK_ROWS = 12
LOOKED = 8
ENDS = 8  # places at either end of the loot deck
CHANGED = 8
OBLIGATION_ROWS = 6
LASTING_ROWS = 8
WAITING_ROWS = 6
CHOICES = 16
OTHER_CARDS = int(N_CARDS - N_LOOT)
ITEMS = int(N_TREASURE + N_STARTING)  # cards that can be turned, besides characters
DECK_CARDS = int(N_TREASURE + N_MONSTER)  # those of the decks whose cards are all different
TRINKETS = tuple(card for card in LOOT_CARDS.tolist() if C_FLAGS[card] & CardFlag.TRINKET)
"""The loot cards that stay in play as items (R2.11), by id."""

SEAT = "seat, from you (0) to the left; zeros where nobody sits"
NEIGHBOUR = "seat, from the one on your left (0)"
MONSTER_SLOT = "monster slot"
LOOT_CARD = "loot card, by id: its place among the loot cards of the card list"
DECKS = Labels(("loot: the loot deck", "treasure: the treasure deck", "monster: the monster deck"))

DECISION_COLUMNS = (
    "question: `Question` + 1 if you are asked, 0 if not",
    "shape: `Shape`, how the options are named as actions",
    "card: card + 1 of the card that asks, 0 none",
    "phase: `Phase`",
    "ending: 1 while the turn is being ended",
    "attacking: 1 during an attack",
    "active_player: seats to your left the active player sits, -1 none",
    "priority_player: seats to your left the player with priority sits, -1 none",
    "asked: seats to your left the player asked sits (0: you), -1 none",
    "passes: players who passed in succession",
    "players: seats in the game",
    "turn: turns begun so far, at most 9999",
    "stack: objects on the stack, those beyond the rows of the section `stack` included",
    "options: options you have if you are asked, 0 if not",
    "decisions_left: decisions until the game is truncated, at most 9999",
    "bonus_souls: bonus souls not yet gained",
    "fights: attacks begun in this turn",
    "forced: 1 when the player with priority may only declare an attack",
)
PLAYER_COLUMNS = (
    "present: 1 where somebody sits",
    "coins: cents held",
    "hp: hit points",
    "max_hp: maximum hit points",
    "attack: attack",
    "hand: cards in hand",
    "souls: souls held, those of the character included",
    "dead: 1 from the death until the end of the turn",
    "dying: 1 while its death is waiting or on the stack",
    "character: card + 1 of the character",
    "turned: 1 when the character is turned sideways",
    "own_play: 1 when the loot play of the own action phase is open",
    "extra_plays: loot plays granted this turn and not used",
    "character_open: 1 when the character can be turned for a loot play",
    "attacks_used: attacks of the own turn used",
    "attacks: attacks_used, and what is left this turn: of the own turn and granted",
    "deck_attacks: attacks on the monster deck only, granted this turn and not used",
    "purchases_used: purchases used this turn",
    "purchases: purchases allowed in the own turn",
    "price: cents a shop item costs",
    "shield: damage that shields would stop",
    "roll_bonus: added to rolls until end of turn",
    "extra_turns: extra turns to come",
    "skipped_turns: turns to be skipped",
    "loot_souls: loot cards among the souls",
    "last_roll: number of the last roll this turn, 0 none",
    "last_attack_roll: number of the last attack roll this turn, 0 none",
    "must_attack: 1 when a text in play demands that this player attacks",
    "attacks_made: attacks made this turn",
)
CARD_COLUMNS = (
    "zone: `Zone`",
    "owner: player from you + 1, or slot + 1, as the zone says; on the stack or beside it, who played it; 0 none",
)
COUNTER_COLUMNS = Labels(f"{IDS[card]}: {NAMES[card]}" for card in BEARERS)
TRINKET_COLUMNS = Labels(f"{IDS[card]}: {NAMES[card]}" for card in TRINKETS)
SLOT_COLUMNS = (
    "exists: 1 where there is a slot",
    "card: card + 1 of the active monster, 0 while the slot is empty",
    "hp: hit points",
    "max_hp: maximum hit points",
    "attack: attack",
    "evasion: evasion, before it is held within 1 and 6",
    "attacked: 1 for the monster that is being attacked",
    "dying: 1 while its death is waiting or on the stack",
    "must_be_attacked: 1 when a text in play demands attacks on it",
    "was_attacked: 1 when it was attacked this turn",
)
OBJECT_COLUMNS = (
    "kind: `Obj`, 0 no object",
    "owner: its player from you + 1, 0 nobody",
    "card: card + 1 of the source, 0 none",
    "mode: chosen mode + 1, 0 none; 0 for a roll",
    "number: a roll: its current number; combat, loot step, bonus: the amount",
    "flags: bits of `ObjectFlag`",
    "target_sort: what the first target is: 0 none, 1 player, 2 deck or discard pile, 3 monster slot, 4 card, "
    "5 object on the stack",
    "target: the first target: player from you + 1, `Ref` of the deck or pile, slot, card + 1, or place on the stack from "
    "the top + 1; 0 when the object is gone",
    "second_target_sort: as target_sort",
    "second_target: as target",
    "event_number: final number of the roll it answers, 0 none",
    "event_amount: amount of the event it answers, 0 none",
    "third_target_sort: as target_sort",
    "third_target: as target",
    "fourth_target_sort: as target_sort",
    "fourth_target: as target",
)
CHANGED_COLUMNS = (
    "card: card + 1, 0 no entry",
    "shows: card + 1 whose text it has taken over, 0 its own",
    "eternal: 1 if an effect made it eternal",
    "counters: counters on it",
)
COVERED_COLUMNS = ("covered: monsters covered in the slot", "next_below: card + 1 of the one right below, 0 none")
OBLIGATION_COLUMNS = (
    "additional: 1 an attack that must be made, 2 an additional one, 0 no entry",
    "what: card + 1 of the monster, 0 any monster, -1 the monster deck",
    "or_else: card + 1 of another monster that would do as well, 0 none",
)
LASTING_COLUMNS = (
    "kind: `Lasting`, 0 no entry",
    "whom: player from you + 1, -1 - monster slot, or 0 nobody",
    "number: its number",
    "card: card + 1 of the source, 0 none",
)
COUNT_COLUMNS = (
    "loot_plays_used: own action-phase loot plays used",
    "rolls: rolls thrown",
    "attack_rolls: attack rolls thrown",
    "coin_gains: times coins were gained",
)
UNIT_COLUMNS = (
    "hp_bonus: added to the maximum hit points until end of turn",
    "attack_bonus: added to the attack until end of turn",
    "evasion_bonus: added to the evasion of a monster until end of turn",
    "damage_events: times it took damage this turn",
    "damage_points: points of damage it took this turn",
    "near_deaths: times it would have died this turn",
    "saved_hp: while it is dying: hit points it had before, to which it returns if its death is prevented",
    "damage_coming: points of the damage that is being dealt to it while somebody is asked",
)
WAITING_COLUMNS = (
    "kind: `Obj`, 0 no object",
    "owner: its player from you + 1, 0 nobody",
    "card: card + 1 of the source, 0 none",
    "effect: which effect of its source, as in the section `effects`",
)
SUBJECT_COLUMNS = (
    "subject_sort: what the event it answers, or the attack, purchase or death, is about, as target_sort in `stack`",
    "subject: that object, as target in `stack`",
    "slot: slot + 1 that a refill or a revealed card belongs to, 0 none",
    "dealer_sort: who dealt or deals the damage, as target_sort in `stack`",
    "dealer: that player or card, as target in `stack`",
    "dealer_card: card + 1 that dealt or deals the damage, 0 none",
)
ENDING_COLUMNS = (
    "until: `Until`",
    "made_by: the player who made it, from you + 1; 0 no entry",
    "effect: which effect of the source it brings, as in the section `effects`; 0 none",
    "object_sort: what it waits for or ends with, as target_sort in `stack`; 0 nothing, or no object of the stack",
    "object: that object, as target in `stack`",
)
PROGRESS_COLUMNS = (
    "frame: `Frame`, 0 nothing",
    "instruction: place in the program that is running, from 1; 0 none",
    "step: how far within it",
    "count: cards discarded, destroyed or counters removed by the last instruction",
    "playing: card + 1 of the loot card whose play is being asked about, 0 none",
    "pushes: objects pushed in this turn since anybody last did something voluntary; one more than 4000 is a draw",
    *(
        text
        for k in ("first", "second", "third", "fourth")
        for text in (
            f"{k}_choice_sort: what was chosen while it resolved, as target_sort in `stack`; 6 a number",
            f"{k}_choice: the choice, as target in `stack`; 0 for a card that is hidden from you",
        )
    ),
)
CHOICE_COLUMNS = (
    "choice_sort: as target_sort in `stack`; 7 object that waits, 8 lasting effect",
    "choice: as target in `stack`; place + 1 in `waiting` or `lasting`; 0 when it is not shown there",
)
DECISION, PLAYER, CARD, CHANGE, SLOT, STACK = map(
    len, (DECISION_COLUMNS, PLAYER_COLUMNS, CARD_COLUMNS, CHANGED_COLUMNS, SLOT_COLUMNS, OBJECT_COLUMNS)
)
COUNT, UNIT, SUBJECT, ENDING, PROGRESS = map(
    len, (COUNT_COLUMNS, UNIT_COLUMNS, SUBJECT_COLUMNS, ENDING_COLUMNS, PROGRESS_COLUMNS)
)

LAYOUT = ObservationLayout(
    [
        Section(
            "decision", (DECISION,), "the pending decision and where the turn stands", -1, BIG, axes=(DECISION_COLUMNS,)
        ),
        Section("players", (PLAYERS, PLAYER), "the players", -99, BIG, axes=(SEAT, PLAYER_COLUMNS)),
        Section("hand", (int(N_LOOT),), "your hand: copies of each loot card", 0, 16, axes=(LOOT_CARD,)),
        Section(
            "known",
            (PLAYERS - 1, int(N_LOOT)),
            "copies you know in the other hands",
            0,
            16,
            axes=(NEIGHBOUR, LOOT_CARD),
        ),
        Section(
            "loot",
            (2, int(N_LOOT)),
            "copies of loot cards where everybody sees them; those in play are in `trinkets`",
            0,
            16,
            axes=(
                ("discarded: in the discard pile", "elsewhere: on the stack, beside it, revealed, or souls"),
                LOOT_CARD,
            ),
        ),
        Section("slots", (SLOTS, SLOT), "monster slots", -99, BIG, axes=(MONSTER_SLOT, SLOT_COLUMNS)),
        Section("shop", (SHOP,), "shop slots: card + 2, 1 an empty slot, 0 no slot", 0, BIG, axes=("shop slot",)),
        Section(
            "decks",
            (2, 3),
            "sizes of decks and discard piles",
            0,
            400,
            axes=(("cards: cards in the deck", "discarded: cards in the discard pile"), DECKS),
        ),
        Section("top", (3,), "card + 1 on top of each discard pile, 0 when it is empty", 0, BIG, axes=(DECKS,)),
        Section(
            "stack",
            (STACK_ROWS, STACK),
            "objects on the stack; zeros below the last",
            -99,
            BIG,
            axes=("object, the top of the stack first", OBJECT_COLUMNS),
        ),
        Section(
            "looked",
            (LOOKED,),
            "card + 1 of the cards you are looking at while you are asked, 0 none",
            0,
            BIG,
            axes=("card, in their order",),
        ),
        Section(
            "trinkets", (PLAYERS, len(TRINKETS)), "copies of trinkets in play", 0, 16, axes=(SEAT, TRINKET_COLUMNS)
        ),
        Section(
            "changed",
            (CHANGED, CHANGE),
            "items that are not as printed, or bear counters that their own text does not give",
            0,
            BIG,
            axes=("item, in order of arrival", CHANGED_COLUMNS),
        ),
        Section(
            "counters",
            (len(BEARERS),),
            "counters on the items whose own text gives them some; on others see `changed`",
            0,
            BIG,
            axes=(COUNTER_COLUMNS,),
        ),
        Section("covered", (SLOTS, 2), "monsters under the active ones", 0, BIG, axes=(MONSTER_SLOT, COVERED_COLUMNS)),
        Section(
            "resolving",
            (STACK,),
            "the object that is resolving or being announced while somebody is asked; zeros without one",
            -99,
            BIG,
            axes=(OBJECT_COLUMNS,),
        ),
        Section(
            "effects",
            (STACK_ROWS + 1,),
            "which effect of its source an object is: its place among the abilities of the card from 1, a line of a dice "
            "table or a delayed effect one more than the last; 0 none",
            0,
            BIG,
            axes=("object as in the section `stack`; the last is the one of `resolving`",),
        ),
        Section(
            "obligations",
            (OBLIGATION_ROWS, 3),
            "attacks the active player must make",
            -1,
            BIG,
            axes=("entry", OBLIGATION_COLUMNS),
        ),
        Section("lasting", (LASTING_ROWS, 4), "effects that last", -99, BIG, axes=("entry", LASTING_COLUMNS)),
        Section("counts", (PLAYERS, COUNT), "what each player did in this turn", 0, BIG, axes=(SEAT, COUNT_COLUMNS)),
        Section(
            "units",
            (UNITS, UNIT),
            "what the turn has brought to players and active monsters",
            -99,
            BIG,
            axes=(f"players by seat from you (0 to {PLAYERS - 1}), then monster slots", UNIT_COLUMNS),
        ),
        Section(
            "shown",
            (PLAYERS - 1, int(N_LOOT)),
            "copies in your hand that the other players have seen, as everybody could notice",
            0,
            16,
            axes=(NEIGHBOUR, LOOT_CARD),
        ),
        Section(
            "waiting",
            (WAITING_ROWS, 4),
            "objects that wait to be pushed on the stack",
            0,
            BIG,
            axes=("object, in the order in which they came up", WAITING_COLUMNS),
        ),
        Section(
            "subjects",
            (STACK_ROWS + 1, SUBJECT),
            "what objects are about",
            -1,
            BIG,
            axes=("object as in the section `stack`; the last is the one of `resolving`", SUBJECT_COLUMNS),
        ),
        Section(
            "endings",
            (LASTING_ROWS, ENDING),
            "more about the effects that last",
            0,
            BIG,
            axes=("entry of `lasting`", ENDING_COLUMNS),
        ),
        Section(
            "borrowed",
            (CHANGED,),
            "1 when the text that an item has taken over goes at the end of the turn",
            0,
            1,
            axes=("entry of `changed`",),
        ),
        Section(
            "progress",
            (PROGRESS,),
            "how far the innermost thing under way has come",
            -99,
            BIG,
            axes=(PROGRESS_COLUMNS,),
        ),
        Section(
            "choices",
            (CHOICES, 2),
            "what the options stand for when you are asked which of several things of one name you mean",
            0,
            BIG,
            axes=("option", CHOICE_COLUMNS),
        ),
        Section(
            "among",
            (int(N_LOOT),),
            "copies of each loot card of which you know that they lie in some of several places, in hands or in the deck, "
            "since another player moved cards in secret: not in which",
            0,
            16,
            axes=(LOOT_CARD,),
        ),
        # from here on every number is written each time, the others are cleared first
        Section(
            "cards",
            (CARD, OTHER_CARDS),
            "every card that is no loot card, a row for each fact; one that is hidden from you has the zone of its deck",
            -1,
            BIG,
            axes=(
                CARD_COLUMNS,
                "card that is no loot card, deck by deck, by id",
            ),
        ),
        Section(
            "turned",
            (ITEMS,),
            "1 where an item that is no loot card is turned sideways",
            0,
            1,
            axes=("treasures, then starting items, by id",),
        ),
        Section(
            "deck_places",
            (DECK_CARDS,),
            "place from the top of its deck, the top is 1; 0 if the card is in no deck or you do not know where",
            0,
            400,
            axes=("treasures and cards of the monster deck, by id",),
        ),
        Section(
            "watched",
            (PLAYERS - 1, 3, 2, ENDS),
            "1 where another player has seen the card that lies there, as everybody could notice",
            0,
            1,
            axes=(
                NEIGHBOUR,
                DECKS,
                ("from_top: counted from the top", "from_bottom: counted from the bottom"),
                "place, the outermost first",
            ),
        ),
        Section(
            "piles",
            (3, ENDS),
            "card + 1 of the uppermost cards of each discard pile, 0 none",
            0,
            BIG,
            axes=(DECKS, "place from the top"),
        ),
        Section(
            "loot_places",
            (2, ENDS),
            "card + 1 of the cards you know in the loot deck, 0 unknown",
            0,
            BIG,
            axes=(
                ("from_top: counted from the top", "from_bottom: counted from the bottom"),
                "place, the outermost first",
            ),
        ),
    ]
)
PLACES = {section.name: section.offset for section in LAYOUT.sections}
AT_DECISION, AT_PLAYERS, AT_HAND, AT_KNOWN = PLACES["decision"], PLACES["players"], PLACES["hand"], PLACES["known"]
AT_LOOT, AT_CARDS, AT_SLOTS, AT_SHOP = PLACES["loot"], PLACES["cards"], PLACES["slots"], PLACES["shop"]
AT_DECKS, AT_TOP, AT_STACK, AT_LOOKED = PLACES["decks"], PLACES["top"], PLACES["stack"], PLACES["looked"]
AT_TRINKETS, AT_CHANGED, AT_COVERED = PLACES["trinkets"], PLACES["changed"], PLACES["covered"]
AT_RESOLVING, AT_EFFECTS, AT_OBLIGATIONS, AT_LASTING, AT_ENDS = (
    PLACES[name] for name in ("resolving", "effects", "obligations", "lasting", "loot_places")
)
AT_COUNTS, AT_UNITS, AT_SHOWN, AT_WATCHED, AT_PILES, AT_WAITING = (
    PLACES[name] for name in ("counts", "units", "shown", "watched", "piles", "waiting")
)
AT_SUBJECTS, AT_ENDINGS, AT_BORROWED, AT_PROGRESS, AT_CHOICES, AT_AMONG = (
    PLACES[name] for name in ("subjects", "endings", "borrowed", "progress", "choices", "among")
)
AT_OWNERS = AT_CARDS + OTHER_CARDS
AT_TURNED, AT_COUNTERS, AT_PLACES = PLACES["turned"], PLACES["counters"], PLACES["deck_places"]
SIZE, CLEARED = LAYOUT.size, AT_CARDS
ITEM_OF = np.full(int(N_CARDS), -1, np.int16)
"""Card to its place in the section `turned`, -1 for the others."""
ITEM_OF[TREASURES] = np.arange(N_TREASURE)
ITEM_OF[STARTING_ITEMS] = np.arange(N_TREASURE, ITEMS)
TRINKET_OF = np.full(int(N_CARDS), -1, np.int16)
"""Card to its place in the section `trinkets`, -1 for the others."""
TRINKET_OF[list(TRINKETS)] = np.arange(len(TRINKETS))
FIRST_TREASURE, FIRST_MONSTER, AFTER_MONSTERS, FIRST_STARTING, AFTER_STARTING = (
    int(C_INST0[cards[0]]) for cards in (TREASURES, MONSTER_CARDS, CHARACTERS, STARTING_ITEMS, BONUS_SOULS)
)
FIRST_OTHER = FIRST_TREASURE
"""The first instance that is no loot card."""
AFTER_TREASURES = int(N_TREASURE)  # the place in `turned` of the first starting item
