"""A position as plain data, limited to what one seat may know.

Cards are ids of the card table ("the_d6"), None if hidden or absent; seats and slots count from 0; amounts are
in cents, hit points or cards.

options: those that count until the end, as environments take them: variant, simultaneous_deaths, open_hands, bartering, rooms.
turn, phase ("setup", "start", "loot", "action", "end"), ending, active_player, priority_player, passes, decisions,
decisions_left, attacking, attacks_begun (this turn),
outcome ("running", "won", "lost", "drawn", "truncated", "guard"), winners (seats), viewer (`player`).
solo: of two players who win or lose together (R21), else None: variant ("solo", "cooperative"), d8 (number on the
    eight-sided die), souls (of both together), turns_to_drop (turns of different players until the die drops, the present one included).
drawn_by: the cards whose objects were in progress when the game was drawn (card, objects: how many), most first.
objects: number of objects on the stack. pushes: objects pushed since the last voluntary action.
players: by seat: player, character, turned, hp, max_hp, attack, dead, dying, coins, souls, hand_size,
    hand (the cards the viewer knows, in alphabetical order), items and curses (card, shows: the card it copies
    or None, turned, eternal, counters), soul_cards (card, value), innate_souls, loot_plays_used, loot_plays,
    extra_loot_plays, attacks_used, attacks, deck_attacks, purchases_used, purchases, price, roll_bonus, locked,
    skip_turns, extra_turns, offers (made in this turn), promises_kept, promises_broken; of this turn rolls,
    attack_rolls, coin_gains, attacks_made, last_roll, last_attack_roll, must_attack, hp_bonus, attack_bonus,
    evasion_bonus, damage_events, damage_points, near_deaths, saved_hp (while dying).
monsters: by slot: slot, card (None: empty), shows, hp, max_hp, evasion (unclamped), attack, counters, attacked,
    dying, covered (cards under it, uppermost first), was_attacked, must_be_attacked, and the bonuses and damage of this turn as of players.
shop: card of each slot. bonus_souls: cards not yet gained.
rooms: slots (card, turned, counters; None: empty; no slots in a game without rooms), deck_size, order (of the deck, top
    first, None unless the viewer sees everything), discard (top first), exchange ("no", "may", "asked").
decks: "loot", "treasure", "monster": size, known (place from the top, 1 = top, and card), discard (top first).
among: cards that the viewer knows to be in one of several places, by deck. known_to_others: player, hand (cards of the
    viewer's hand that this seat was seen to see), decks (places from the top that it was seen to see).
stack: objects, top first. waiting: objects to be pushed next. resolving: outermost first, frame ("run",
    "announce", "damage", ...) and its object or None.
looked: cards being looked at, top first. revealed: cards set aside face up.
damage: shares of a damage event in progress (to, n).
lasting: kind, until, player (who made it), on, n, card, event. obligations: player, what (None: any monster),
    or (an alternative monster, or None); texts of cards in play that demand an attack are not included.
offer: the offer of cents for a favour that is being made or answered, None without one: favour ("gift", "spare",
    "pass", "aim", "use", "answer"), player (who would do it), payer, cents, instead (who is to be a target), item,
    object (a reference), by (who makes it), counter; None for what is not chosen yet or not needed.
promises: the open ones, with the same keys but the last two, and turns (until it ends, None if it ends with its
    object), tested (the player acted or passed while the object was on the stack).
decision: None at the end; player, question, shape, card (that asks), playing (the loot card that a "loot_source"
    question is about, None for other seats), place ("top" or "bottom", of an "order"), must_attack, text,
    options (None for other seats and if the player has priority).

An object has number, kind ("loot", "activated", "paid", "trigger", "event", "loot_step", "roll", "branch", "purchase",
"attack", "combat", "monster_death", "monster_card", "reward", "player_death", "penalty", "refill",
"held_damage", "roll_bonus", "held_gain"), player (controller), card (source), shows, mode ("a", "b", "c"), of (the card that
prints the effect), targets, about (its subject), n (number of a roll, otherwise an amount), amount (of the
event), roll (final number that triggered it), event, deck, slot, attack_roll, hit, doubled (how often).

A reference or option has "sort": "player" (player), "deck" and "discard" (deck), "slot" (slot, card), "card"
(card, shows, zone, player, slot), "attack" (card), "object" (number, kind, player, card), "answer" (yes),
"mode" (mode, of), "number" (n), "favour" (favour), "cents" (n), "accept" (n), "decline", "done", "waiting" (object), "lasting" (effect).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.options import Deaths, Variant
from fs_env.core.four_souls.rules.solo import CHARACTERS
from fs_env.core.four_souls.state import PLAYERS, Outcome, Phase, Zone
from fs_env.core.four_souls.view import barter, counts, objects, words
from fs_env.core.four_souls.view.sight import DECKS, PRINTED, Plain, Sight

ITEM, CURSE = int(Zone.ITEM), int(Zone.CURSE)


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    """One state as plain data: dicts, lists, str, int, bool, None. Always the same keys.

    Args:
        record: one state, `S[e]` or an array of length 1.
        player: limits the data to what this seat may know: its hand, open cards, and hidden cards that it knows. None:
            everything, including the order of decks. Random streams are never included.

    Returns:
        The keys that the docstring of this module describes.

    Raises:
        ValueError: there is no such seat in this game.
    """
    sight = Sight(record, player)
    if player is not None and not 0 <= player < sight.seats:
        raise ValueError(f"player {player}: expected a seat 0..{sight.seats - 1} of this game, or None for everything")
    number = sight.number
    table = situation(sight)
    decision = objects.decision_plain(sight)
    if decision is not None:
        decision["text"] = words.question(decision, table)
    return {
        "viewer": player,
        **table,
        "options": options(sight),
        "solo": _solo(sight),
        "players": [_player(sight, p) for p in range(sight.seats)],
        "monsters": [_monster(sight, k) for k in range(number("n_slots"))],
        "shop": [sight.public_card(inst) for inst in sight.first("shop", "n_shop")],
        "bonus_souls": [PRINTED[inst] for inst in sight.cards_in(Zone.BONUS, NONE)],
        "rooms": _rooms(sight),
        "decks": {deck: _deck(sight, d) for d, deck in enumerate(DECKS)},
        "among": counts.among(sight),
        "known_to_others": counts.known_to_others(sight),
        "stack": [objects.object_plain(sight, r) for r in reversed(sight.first("stack", "n_stack"))],
        "waiting": [objects.object_plain(sight, r) for r in sight.first("waiting", "n_waiting")],
        "resolving": objects.resolving_plain(sight),
        "looked": objects.looked_plain(sight),
        "revealed": [PRINTED[inst] for inst in (sight.record["zone"] == Zone.REVEALED).nonzero()[0]],
        "damage": objects.damage_plain(sight),
        "lasting": [objects.lasting_plain(sight, k) for k in sight.record["lasting"]["kind"].nonzero()[0].tolist()],
        "obligations": objects.obligations_plain(sight),
        "promises": barter.promises_plain(sight),
        "decision": decision,
    }


def drawn_by(sight: Sight) -> list[Plain]:
    """The cards whose objects fill the table of a drawn game, with the number of objects of each (ER-51)."""
    if sight.number("outcome") != Outcome.DRAWN:
        return []
    sources = Counter(int(obj["src"]) for obj in sight.record["objects"] if obj["kind"] != 0 and obj["src"] != NONE)
    return [{"card": sight.public_card(inst), "objects": n} for inst, n in sources.most_common()]


def options(sight: Sight) -> Plain:
    """The options of the game that count until its end, as environments take them."""
    return {
        "variant": Variant(sight.number("variant")).name.lower(),
        "simultaneous_deaths": Deaths(sight.number("deaths")).name.lower(),
        **{name: sight.number(name) == 1 for name in ("open_hands", "bartering", "rooms")},
    }


def situation(sight: Sight) -> Plain:
    number = sight.number
    return {
        "turn": number("turn"),
        "phase": Phase(number("phase")).name.lower(),
        "ending": number("ending") == 1,
        "active_player": number("active_player"),
        "priority_player": number("priority_player"),
        "passes": number("passes"),
        "decisions": number("decisions"),
        "decisions_left": max(0, number("max_decisions") - number("decisions")),
        "attacking": number("attacking") == 1,
        "attacks_begun": number("attacks_begun"),
        "outcome": Outcome(number("outcome")).name.lower(),
        "winners": [p for p in range(sight.seats) if number("winners") >> p & 1],
        "drawn_by": drawn_by(sight),
        "objects": number("n_stack"),
        "pushes": number("pushes"),
        "offer": barter.offer_plain(sight),
    }


def _solo(sight: Sight) -> Plain | None:
    variant = Variant(sight.number("variant"))
    if variant == Variant.RIVALS:
        return None
    return {
        "variant": variant.name.lower(),
        "d8": sight.number("d8"),
        "souls": sum(int(sight.record["souls"][p]) for p in range(sight.seats)),
        "turns_to_drop": CHARACTERS - sight.number("turns_finished"),
    }


def _player(sight: Sight, p: int) -> Plain:
    def of(name: str) -> int:
        return sight.values(name)[p]

    hand = sight.values("hand")[p][: of("n_hand")]
    in_play = [inst for inst in sight.first("play", "n_play") if sight.owner[inst] == p]
    values, turned = sight.values("soul_value"), sight.values("turned")
    character = of("character")
    return {
        "player": p,
        "character": sight.public_card(character),
        "turned": bool(turned[character]),
        "hp": of("hp"),
        "max_hp": of("max_hp"),
        "attack": of("atk"),
        "dead": of("dead") == 1,
        "dying": of("dying") == 1,
        "coins": of("coins"),
        "souls": of("souls"),
        "hand_size": of("n_hand"),
        "hand": sorted(PRINTED[inst] for inst in hand if sight.known[inst]),
        "items": [_in_play(sight, inst) for inst in in_play if sight.zone[inst] == ITEM],
        "curses": [_in_play(sight, inst) for inst in in_play if sight.zone[inst] == CURSE],
        "soul_cards": [
            {"card": sight.public_card(inst), "value": int(values[inst])} for inst in sight.cards_in(Zone.SOUL, p)
        ],
        "innate_souls": of("innate_souls"),
        "loot_plays_used": of("plays_used"),
        "loot_plays": of("own_plays"),
        "extra_loot_plays": of("extra_plays"),
        "attacks_used": of("attacks_used"),
        "attacks": max(of("own_attacks"), of("attacks_used")) + of("extra_attacks"),
        "deck_attacks": of("deck_attacks"),
        "purchases_used": of("purchases_used"),
        "purchases": of("own_purchases"),
        "price": of("price"),
        "roll_bonus": of("roll_boost"),
        "locked": of("locked") == 1,
        "skip_turns": of("skip_turns"),
        "extra_turns": of("extra_turns"),
        "offers": of("offers"),
        "promises_kept": of("kept"),
        "promises_broken": of("broken"),
        **counts.of_player(sight, p),
    }


def _in_play(sight: Sight, inst: int) -> Plain:
    values = sight.values
    return {
        "card": sight.public_card(inst),
        "shows": sight.shows(inst),
        "turned": bool(values("turned")[inst]),
        "eternal": bool(values("eternal")[inst]),
        "counters": values("counters")[inst],
        "this_turn_only": bool(values("face_until")[inst]) and sight.shows(inst) is not None,
    }


def _monster(sight: Sight, k: int) -> Plain:
    def of(name: str) -> int:
        return sight.values(name)[PLAYERS + k]

    inst = int(sight.record["slot"][k])
    under = sight.record["under"]
    covered = []
    below = NONE if inst == NONE else int(under[inst])
    while below != NONE:
        covered.append(sight.public_card(below))
        below = int(under[below])
    return {
        "slot": k,
        "card": sight.public_card(inst),
        "shows": sight.shows(inst),
        "hp": of("hp"),
        "max_hp": of("max_hp"),
        "evasion": of("evasion"),
        "attack": of("atk"),
        "counters": 0 if inst == NONE else int(sight.record["counters"][inst]),
        "attacked": inst != NONE and sight.number("attacking") == 1 and sight.number("attacked") == inst,
        "dying": of("dying") == 1,
        "covered": covered,
        "was_attacked": inst != NONE and bool(sight.record["fought"][PLAYERS + k]),
        "must_be_attacked": inst != NONE and bool(sight.record["must_attack"][PLAYERS + k]),
        **counts.of_unit(sight, PLAYERS + k),
    }


def _rooms(sight: Sight) -> Plain:
    record = sight.record
    deck = [PRINTED[inst] for inst in sight.first("room_deck", "n_room_deck")[::-1]]
    slots = [
        None
        if inst == NONE
        else {
            "card": sight.public_card(inst),
            "turned": bool(record["turned"][inst]),
            "counters": int(record["counters"][inst]),
        }
        for inst in sight.first("room", "n_rooms")
    ]
    return {
        "slots": slots,
        "deck_size": len(deck),
        "order": deck if sight.viewer is None else None,
        "discard": [sight.public_card(inst) for inst in sight.first("room_pile", "n_room_pile")[::-1]],
        "exchange": ("no", "may", "asked")[sight.number("exchange")],
    }


def _deck(sight: Sight, d: int) -> Plain:
    size, discarded = int(sight.record["n_deck"][d]), int(sight.record["n_pile"][d])
    deck = sight.record["deck"][d][:size].tolist()[::-1]
    pile = sight.record["pile"][d][:discarded].tolist()[::-1]
    return {
        "size": size,
        "known": [{"place": i, "card": PRINTED[inst]} for i, inst in enumerate(deck, 1) if sight.known[inst]],
        "discard": [sight.public_card(inst) for inst in pile],
    }
