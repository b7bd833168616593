"""Sections of the flat observation about the decision, the stack, the turn, and effects in progress."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import Lasting, Until
from fs_env.core.four_souls.observation.numbers import (
    CARDS,
    CHOICES,
    EFFECTS,
    LASTING_ROWS,
    LEAST,
    OBLIGATION_ROWS,
    SEAT,
    STACK_ROWS,
    WAITING_ROWS,
    TargetSort,
    amount,
    card,
    count,
    effect,
    player,
    seat,
    target,
    whom,
)
from fs_env.core.four_souls.state import (
    BIG,
    OBJECTS,
    OPTIONS,
    PLAYERS,
    PUSH_LIMIT,
    SHOP,
    SLOTS,
    UNITS,
    Frame,
    Obj,
    ObjectFlag,
    Phase,
    Question,
    Shape,
)
from fs_env.core.four_souls.tables import N_BONUS
from fs_env.core.machine.declare.columns import Bits, Code, Flag, Number
from fs_env.core.machine.declare.observation import Section, row, rows

OF_STACK = "object as in the section `stack`; the last is the one of `resolving`"

DECISION = row(
    "decision",
    [
        Code("question", Question, "if you are asked, 0 if not", shift=1),
        Code("shape", Shape, "how the options are named as actions"),
        card("card", "card + 1 of the card that asks, 0 none"),
        Code("phase", Phase),
        Flag("ending", "1 while the turn is being ended"),
        Flag("attacking", "1 during an attack"),
        seat("active_player", "how many seats to your left the active player sits, -1 none"),
        seat("priority_player", "how many seats to your left the player with priority sits, -1 none"),
        seat("asked", "how many seats to your left the player who is asked sits (0: you), -1 none"),
        Number("passes", "players who passed in succession", 0, PLAYERS),
        Number("players", "seats in the game", 0, PLAYERS),
        count("turn", "turns begun so far, at most 9999"),
        Number("stack", "objects on the stack, those beyond the rows of the section `stack` included", 0, OBJECTS),
        Number("options", "options you have if you are asked, 0 if not", 0, OPTIONS),
        count("decisions_left", "decisions until the game is truncated, at most 9999"),
        Number("bonus_souls", "bonus souls not yet gained", 0, int(N_BONUS)),
        count("fights", "attacks begun in this turn"),
        Flag("forced", "1 when the player with priority may only declare an attack"),
    ],
    "the pending decision and the state of the turn",
)

OBJECT = (
    Code("kind", Obj, "0 no object"),
    player("owner", "its player from you + 1, 0 none"),
    card("card", "card + 1 of the source, 0 none"),
    Number("mode", "chosen mode + 1, 0 none; 0 for a roll", 0, 9, "mode"),
    amount("number", "a roll: its current number; combat, loot step, bonus: the amount"),
    Bits("flags", ObjectFlag),
    *target(
        "target",
        "the first target: player from you + 1, `Ref` of the deck or pile, slot, card + 1, or place on the stack from "
        "the top + 1; 0 when the object is gone",
        "what the first target is",
    ),
    *target("second_target"),
    amount("event_number", "final number of the roll it answers, 0 none"),
    amount(
        "event_amount",
        "amount of the event it answers, 0 none; of a doubled card or reward: how many texts double it besides the first",
    ),
    *target("third_target"),
    *target("fourth_target"),
)
STACK = rows(
    "stack", STACK_ROWS, "object, the top of the stack first", OBJECT, "objects on the stack; zeros below the last"
)
RESOLVING = row(
    "resolving",
    OBJECT,
    "the object that is resolving or being announced while a decision is pending; zeros without one",
)
EFFECT = Section(
    "effects",
    (STACK_ROWS + 1,),
    "which effect of its source an object is: its place among the abilities of the card, from 1; a line of a dice table or "
    "a delayed effect has the number after the last ability; 0 none",
    0,
    EFFECTS,
    axes=(OF_STACK,),
    names="effect",
)
SUBJECT = rows(
    "subjects",
    STACK_ROWS + 1,
    OF_STACK,
    [
        *target(
            "subject",
            "which one, as `target` in `stack`",
            "what the event it answers, or the attack, purchase or death, is about",
        ),
        Number("slot", "slot + 1 of a refill or a revealed card, 0 none", 0, max(SLOTS, SHOP), "slot"),
        *target("dealer", "which player or card, as `target` in `stack`", "who dealt or deals the damage"),
        card("dealer_card", "card + 1 of the card that dealt or deals the damage, 0 none"),
    ],
    "what objects are about",
)
WAITING = rows(
    "waiting",
    WAITING_ROWS,
    "object, in order of arrival",
    [
        Code("kind", Obj, "0 no object"),
        player("owner", "its player from you + 1, 0 none"),
        card("card", "card + 1 of the source, 0 none"),
        effect("effect", "which effect of its source, as in the section `effects`"),
    ],
    "objects that wait to be pushed on the stack",
)

OBLIGATION = rows(
    "obligations",
    OBLIGATION_ROWS,
    "entry",
    [
        Number("additional", "1 an attack that must be made, 2 an additional one, 0 no entry", 0, 2, "kind of attack"),
        Number("what", "card + 1 of the monster, 0 any monster, -1 the monster deck", -1, CARDS, "card"),
        card("or_else", "card + 1 of another monster that may be attacked instead, 0 none"),
    ],
    "attacks the active player must make",
)
LASTING = rows(
    "lasting",
    LASTING_ROWS,
    "entry",
    [
        Code("kind", Lasting, "0 no entry"),
        whom("whom", "player from you + 1, -1 - monster slot, or 0 none"),
        amount("number", "its number"),
        card("card", "card + 1 of the source, 0 none"),
    ],
    "lasting effects",
)
ENDING = rows(
    "endings",
    LASTING_ROWS,
    "entry of `lasting`",
    [
        Code("until", Until),
        player("made_by", "the player who made it, from you + 1; 0 no entry"),
        effect("effect", "which effect of the source it will push, as in the section `effects`; 0 none"),
        *target(
            "object",
            "which one, as `target` in `stack`",
            "what it waits for or ends with; 0 if that is not an object on the stack",
        ),
    ],
    "more about the entries of `lasting`: their ends, makers and effects",
)

TURN = rows(
    "counts",
    PLAYERS,
    SEAT,
    [
        amount("loot_plays_used", "own action-phase loot plays used"),
        count("rolls", "rolls thrown"),
        count("attack_rolls", "attack rolls thrown"),
        count("coin_gains", "times coins were gained"),
    ],
    "what each player did in this turn",
)
UNIT = rows(
    "units",
    UNITS,
    f"players by seat from you (0 to {PLAYERS - 1}), then monster slots",
    [
        amount("hp_bonus", "added to the maximum hit points until end of turn"),
        amount("attack_bonus", "added to the attack until end of turn"),
        amount("evasion_bonus", "added to the evasion of a monster until end of turn"),
        count("damage_events", "times it took damage this turn"),
        count("damage_points", "points of damage it took this turn"),
        count("near_deaths", "times it would have died this turn"),
        amount(
            "saved_hp", "while it is dying: hit points it had before, to which it returns if its death is prevented"
        ),
        amount("damage_coming", "points of the damage that is being dealt to it while a decision is pending"),
    ],
    "what happened to players and active monsters this turn",
)

CHOSEN = ("first", "second", "third", "fourth")
PROGRESS = row(
    "progress",
    [
        Code("frame", Frame, "0 nothing"),
        Number("instruction", "place in the program that is running, from 1; 0 none", LEAST, BIG, "instruction"),
        Number("step", "step within that instruction", 0, BIG, "step"),
        amount("count", "cards discarded, destroyed or counters removed by the last instruction"),
        card("playing", "card + 1 of the loot card whose play is being asked about, 0 none"),
        Number(
            "pushes",
            f"objects pushed this turn since the last voluntary action; more than {PUSH_LIMIT} draw the game",
            0,
            BIG,
        ),
        *(
            column
            for place in CHOSEN
            for column in (
                Code(f"{place}_choice_sort", TargetSort, "what was chosen while it resolved"),
                Number(
                    f"{place}_choice",
                    "the choice, as `target` in `stack`, or the number; 0 for a card that is hidden from you",
                    LEAST,
                    BIG,
                    "target",
                ),
            )
        ),
    ],
    "the progress of the innermost rule or effect that is being carried out",
)
CHOICE = rows(
    "choices",
    CHOICES,
    "option",
    [
        Code("choice_sort", TargetSort),
        Number(
            "choice",
            "as `target` in `stack`; place + 1 in `waiting` or `lasting`; 0 when it is not shown there",
            0,
            CARDS,
            "target",
        ),
    ],
    "what the options stand for when you are asked which of several things with the same name you mean",
)
