"""Where each field of the state appears in an observation: the list that shows that nothing known is missing.

A fact is seen (in sections of the flat observation), derived (it follows from what is seen, or is bookkeeping of the
machine rather than a fact of the game) or hidden (nobody, or not everybody, may know it). A fact can be seen by some
seats and hidden from others.
"""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """What an observation contains of a field.

    Attributes:
        seen: "section" or "section.column" of the flat observation where it appears; empty if it does not.
        derived: what it follows from, for a field that does not appear.
        hidden: why it does not appear, or not for every seat.
    """

    seen: tuple[str, ...] = ()
    derived: str = ""
    hidden: str = ""


def seen(*where: str, hidden: str = "") -> Fact:
    return Fact(seen=where, hidden=hidden)


def derived(words: str) -> Fact:
    return Fact(derived=words)


def hidden(words: str) -> Fact:
    return Fact(hidden=words)


IN_PLAY = "the cards in play, whose texts add up to it"
WORK = "bookkeeping of the instruction in progress; its step and its choices are seen"
IDENTITY = "bookkeeping: whether a reference still names the same object; targets are seen as what they are now"
ORDER = "hidden cards: decks and other hands are face down (R2.8, R2.21, A45), seen only where this player has looked"
TERMS = ("favour", "promiser", "payer", "whom", "item", "object", "cents")  # of an offer and of a promise

FACTS: dict[str, Fact] = {
    "rng": hidden("nobody may know future chance events"),
    "decisions": seen("decision.decisions_left"),
    "max_decisions": seen("decision.decisions_left"),
    "turn": seen("decision.turn"),
    "n_players": seen("decision.players"),
    "active_player": seen("decision.active_player"),
    "next_player": derived("the active player: always the one on its left (R7.19)"),
    "phase": seen("decision.phase"),
    "ending": seen("decision.ending"),
    "priority_player": seen("decision.priority_player"),
    "passes": seen("decision.passes"),
    "outcome": derived("the environment, which ends the episode"),
    "winners": derived("the returns at the end"),
    "pushes": seen("progress.pushes"),
    "uid": derived(IDENTITY),
    "dirty": derived("bookkeeping: derived numbers are up to date whenever somebody is asked"),
    "unsteady": derived("the cards in play: how many of their texts read hands, coins, hit points or tops of decks"),
    "attacking": seen("decision.attacking"),
    "attacked": seen("slots.attacked"),
    "attacks_begun": seen("decision.fights"),
    "coins": seen("players.coins"),
    "character": seen("players.character"),
    "dead": seen("players.dead"),
    "extra_plays": seen("players.extra_plays"),
    "plays_used": seen("counts.loot_plays_used"),
    "attacks_used": seen("players.attacks_used"),
    "extra_attacks": seen("players.attacks"),
    "deck_attacks": seen("players.deck_attacks"),
    "purchases_used": seen("players.purchases_used"),
    "attack_rolls": seen("counts.attack_rolls"),
    "rolls": seen("counts.rolls"),
    "gains": seen("counts.coin_gains"),
    "roll_boost": seen("players.roll_bonus"),
    "skip_turns": seen("players.skipped_turns"),
    "extra_turns": seen("players.extra_turns"),
    "innate_souls": derived("the character, which prints them (R19.4)"),
    "souls": seen("players.souls"),
    "hp": seen("players.hp", "slots.hp"),
    "max_hp": seen("players.max_hp", "slots.max_hp"),
    "atk": seen("players.attack", "slots.attack"),
    "evasion": seen("slots.evasion"),
    "boost_hp": seen("units.hp_bonus"),
    "boost_atk": seen("units.attack_bonus"),
    "boost_evasion": seen("units.evasion_bonus"),
    "dying": seen("players.dying", "slots.dying"),
    "saved_hp": seen("units.saved_hp"),
    "damaged": seen("units.damage_events"),
    "damage_sum": seen("units.damage_points"),
    "would_die": seen("units.near_deaths"),
    "fought": seen("players.attacks_made", "slots.was_attacked"),
    "must_attack": seen("players.must_attack", "slots.must_be_attacked"),
    "own_plays": derived(IN_PLAY),
    "own_attacks": seen("players.attacks"),
    "own_purchases": seen("players.purchases"),
    "price": seen("players.price"),
    "item_hp": derived(IN_PLAY),
    "loot_step": derived(IN_PLAY),
    "locked": derived(f"{IN_PLAY}, and the lasting effects"),
    "their_evasion": derived(IN_PLAY),
    "first_atk": derived(IN_PLAY),
    "open_hand": derived(IN_PLAY),
    "face": seen("changed.shows"),
    "face_until": seen("borrowed"),
    "zone": seen("cards.zone", "loot", "hand", "known", hidden=ORDER),
    "owner": seen("cards.owner", "trinkets", hidden=ORDER),
    "turned": seen("turned", "players.turned"),
    "eternal": seen("changed.eternal"),
    "altered": derived("the items that `changed` has shown during the game"),
    "counters": seen("counters", "changed.counters"),
    "n_counters": derived("the counters on the cards"),
    "uses": derived(
        "the activations and payments that everybody saw; after 100 in a turn an item is not offered to that player (A86)"
    ),
    "soul_value": derived("the souls of the player and the value that each card prints"),
    "gen": derived(IDENTITY),
    "seen": seen(
        "known",
        "loot_places",
        "deck_places",
        hidden="what another player has deduced, and who knows a card in another hand",
    ),
    "witnessed": seen("shown", "watched", hidden="who knows a card in another hand"),
    "mix": seen("among", hidden="the mixes of other players"),
    "mixed": derived("bookkeeping: which players have mixes"),
    "under": seen("covered"),
    "deck": seen("deck_places", "loot_places", hidden=ORDER),
    "place": seen("deck_places", hidden=ORDER),
    "n_deck": seen("decks.cards"),
    "discarded": seen("loot.discarded"),
    "pile": seen("piles", "top", "cards.zone", "loot"),
    "n_pile": seen("decks.discarded"),
    "hand": seen("hand", "known", hidden=ORDER),
    "n_hand": seen("players.hand"),
    "play": derived("the zones of the cards; their order, the moves that brought them"),
    "n_play": derived("the zones of the cards"),
    "shop": seen("shop"),
    "n_shop": seen("shop"),
    "slot": seen("slots.card"),
    "n_slots": seen("slots.exists"),
    "room": seen("rooms.card"),
    "n_rooms": seen("rooms.exists"),
    "room_deck": hidden(ORDER),
    "n_room_deck": seen("room_deck.cards"),
    "room_pile": seen("room_pile"),
    "n_room_pile": seen("room_deck.discarded"),
    "exchange": seen("room_deck.exchange"),
    "listeners": derived("the cards in play: how many listen to each event"),
    "objects": seen("stack", "resolving", "waiting"),
    "objects.kind": seen("stack.kind"),
    "objects.controller": seen("stack.owner"),
    "objects.mode": seen("stack.mode"),
    "objects.slot": seen("subjects.slot"),
    "objects.flags": seen("stack.flags"),
    "objects.uid": derived(IDENTITY),
    "objects.src": seen("stack.card"),
    "objects.card": derived("the source of the object, or the slot it belongs to"),
    "objects.ability": seen("effects"),
    "objects.cause": derived("the object below that led to it (ER-06)"),
    "objects.pc": derived("bookkeeping: where the program begins, or the ordinal of a counted roll or gain"),
    "objects.n": seen("stack.number"),
    "objects.reg": seen(
        "stack.target",
        "stack.target_sort",
        "stack.second_target",
        "stack.second_target_sort",
        "stack.third_target",
        "stack.third_target_sort",
        "stack.fourth_target",
        "stack.fourth_target_sort",
    ),
    "objects.gen": derived(IDENTITY),
    "objects.it": seen("subjects.subject"),
    "objects.amount": seen("stack.event_amount"),
    "objects.roll": seen("stack.event_number"),
    "objects.dealer": seen("subjects.dealer"),
    "objects.from_card": seen("subjects.dealer_card"),
    "objects.that": derived("the roll on the stack, or the last rolls of its player (ER-24)"),
    "stack": seen("stack"),
    "n_stack": seen("decision.stack"),
    "waiting": seen("waiting"),
    "n_waiting": seen("waiting"),
    "frames": seen("progress", "resolving"),
    "frames.kind": seen("progress.frame"),
    "frames.object": seen("resolving"),
    "frames.pc": seen("progress.instruction"),
    "frames.step": seen("progress.step"),
    "frames.cursor": derived(WORK),
    "frames.done": derived(WORK),
    "frames.whom": derived(WORK),
    "frames.reg": seen(
        *(f"progress.{place}_choice" for place in ("first", "second", "third", "fourth")),
        hidden="a hidden card that another player has chosen",
    ),
    "frames.count": seen("progress.count"),
    "n_frames": seen("progress.frame"),
    "buf": derived(WORK),
    "n_buf": derived(WORK),
    "look": seen("looked", hidden="cards that only the player who looks may see (A45)"),
    "n_look": seen("looked", hidden="like the cards themselves; their number is printed on the card that asks"),
    "look_deck": derived("the effect that is resolving, which names the deck"),
    "rest": derived(WORK),
    "found": derived("a searched card is revealed: its zone and the cards set aside"),
    "taken": derived("the hands before and after"),
    "winner": derived("the votes, which are the choices in `progress`"),
    "hurt": seen("units.damage_coming"),
    "hurt_n": seen("units.damage_coming"),
    "hurt_done": derived(WORK),
    "n_hurt": seen("units.damage_coming"),
    "hurt_row": derived("the object that is resolving"),
    "hurt_src": derived("the object that is resolving, and who deals its damage"),
    "hurt_dealer": derived("the object that is resolving, and who deals its damage"),
    "hurt_roll": derived("the last attack roll of the active player"),
    "hurt_cause": derived("the object that is resolving (ER-06)"),
    "lasting": seen("lasting", "endings"),
    "lasting.kind": seen("lasting.kind"),
    "lasting.until": seen("endings.until"),
    "lasting.controller": seen("endings.made_by"),
    "lasting.who": seen("lasting.whom"),
    "lasting.gen": derived(IDENTITY),
    "lasting.n": seen("lasting.number"),
    "lasting.ability": seen("endings.effect"),
    "lasting.src": seen("lasting.card"),
    "lasting.ref": seen("endings.object"),
    "n_lasting": seen("lasting"),
    "obligations": seen("obligations"),
    "obligations.who": seen("obligations.additional"),
    "obligations.extra": seen("obligations.additional"),
    "obligations.what": seen("obligations.what"),
    "obligations.gen": derived(IDENTITY),
    "obligations.other": seen("obligations.or_else"),
    "obligations.other_gen": derived(IDENTITY),
    "n_obligations": seen("obligations"),
    "forced": seen("decision.forced"),
    "die": hidden("nobody may know future throws"),
    "n_die": hidden("nobody may know future throws"),
    "history": seen("players.last_roll", "players.last_attack_roll"),
    "variant": seen("options.variant"),
    "deaths": seen("options.simultaneous_deaths"),
    "open_hands": seen("options.open_hands"),
    "bartering": seen("options.bartering"),
    "rooms": seen("options.rooms"),
    "d8": seen("solo.d8"),
    "turns_finished": seen("solo.turns_to_drop"),
    "bid": seen("offer"),
    **{f"bid.{name}": seen(f"offer.{name}") for name in (*TERMS, "maker", "counter")},
    "promises": seen("promises"),
    **{f"promises.{name}": seen(f"promises.{name}") for name in (*TERMS, "turns", "tested")},
    "n_promises": derived("the open promises"),
    "offers": seen("barter.offers"),
    "kept": seen("barter.kept"),
    "broken": seen("barter.broken"),
    "asked": seen("decision.asked"),
    "question": seen(
        "decision.question", hidden="only the player who is asked sees the question; the others see the card that asks"
    ),
    "shape": seen("decision.shape"),
    "asking_card": seen("decision.card"),
    "option": seen("choices", hidden="options of other players; your own are the mask of legal actions"),
    "n_options": seen("decision.options", hidden="options of other players"),
    "answer": derived("bookkeeping: there is no answer yet whenever somebody is asked"),
}


LEFT_OUT = (
    "Loot cards in the deck at a known place that is not among the 8 at its top or the 8 at its bottom: `loot_places` has no "
    "room for them. JSON and text name them.",
    "Monsters below the uppermost covered one of a slot: `covered` counts them. JSON and text name them; they were face up "
    "when they were covered.",
    "When another player has moved cards in secret, `among` counts by name the loot cards that you know to be in one of "
    "several places. It leaves out the places, which of these cards belong together, and treasures and cards of the monster "
    "deck: for these only exactly known places are given (`deck_places`). `Game.resample` respects all of this knowledge.",
    "What is known about several places is kept as groups: this many cards are somewhere in these hands and places of the "
    "deck. A group may contain less than can be deduced, never more. Cards of one hand that are not known exactly share one "
    "group, so a card drawn unseen into such a hand may be one of them too; groups that overlap are merged; a player has at "
    "most seven for each deck, and an eighth is merged into the last; shuffling a deck ends the groups that include it.",
    "`shown` and `watched` contain what is publicly visible: who looked at a card, was shown it, gave it or took it. What "
    "another player deduces by exclusion is not included, and a card that it saw in a hand no longer counts once a card has "
    "left that hand in secret.",
    "Rooms below the 8 uppermost ones of their discard pile, and so which rooms are left in the deck: `room_pile` has no room for "
    "them. JSON names the whole pile.",
    "While a player puts back cards that were face up for all, the others no longer see which of them is in which place.",
)
"""What a player with perfect memory could know but the flat observation does not contain: one or more sentences of
markdown each."""


def markdown() -> str:
    """The list as a markdown table, for the documentation."""
    lines = ["| field of the state | seen in | follows from | hidden |", "| --- | --- | --- | --- |"]
    for name, fact in FACTS.items():
        where = ", ".join(f"`{place}`" for place in fact.seen)
        lines.append(f"| `{name}` | {where} | {fact.derived} | {fact.hidden} |".replace("  ", " "))
    return "\n".join(lines)
