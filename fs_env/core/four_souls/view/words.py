"""Text for the plain data of `objects` and `plain`: references, stack objects, lasting effects, the pending decision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.card_kinds import CardKind
from fs_env.core.four_souls.language.english import card_text, paid_texts
from fs_env.core.four_souls.state import PUSH_LIMIT
from fs_env.core.four_souls.view.sight import Plain

HIDDEN = "a hidden card"
_PHASES = {
    "setup": "setup",
    "start": "start of the turn",
    "loot": "loot step",
    "action": "action phase",
    "end": "end phase",
}
_ZONES = {
    "pile": "in its discard pile",
    "hand": "in the hand",
    "soul": "as a soul",
    "covered": "covered",
    "out": "out of the game",
}
_QUESTIONS = {
    "loot_source": "plays {playing}, by turning {card} or with a loot play",
    "mode": "chooses a mode for {card}",
    "target": "chooses a target for {card}",
    "cost": "chooses what to pay for {card}",
    "may": "may use {card}",
    "number": "names a number for {card}",
    "pick": "picks for {card}",
    "discard": "discards a loot card for {card}",
    "destroy": "chooses an item to be destroyed for {card}",
    "soul": "gives up a soul for {card}",
    "keep": "chooses a card to stay on top for {card}",
    "order": "puts the next card on the {place} of its deck for {card}",
    "slot": "chooses a monster slot for {card}",
    "vote": "votes for {card}",
    "prevention": "chooses what acts first on the damage",
    "trigger_order": "chooses which effect goes on the stack next",
    "draft": "chooses a treasure to begin with",
    "open_draft": "drafts one of the open treasures",
    "hand_limit": "discards down to the hand limit",
    "give": "chooses a loot card to move for {card}",
    "search": "searches a deck for {card}",
    "heir": "chooses who takes what the death penalty costs",
    "refill": "chooses which deck refills its slot first",
    "recharge": "chooses an item to recharge for {card}",
    "replacement": "chooses what acts first on the ¢ gained",
    "room": "may put {card} into discard and reveal another room",
    "favour": "chooses what to barter for",
    "partner": "chooses whom to barter with",
    "instead": "chooses player to target instead",
    "item": "chooses the item to be used",
    "cents": "chooses how many cents to offer",
    "deal": "is offered: {offer}",
}
SLOTS_OF = {"treasure": "shop", "monster": "monster", "room": "room"}
"""Deck -> the slots that it refills."""
_DOES = ("loot", "activated", "paid", "trigger", "event", "branch")  # objects that do what their card says
_RULES = {"discard": "the death penalty", "destroy": "the death penalty", "order": "the treasures not chosen"}


def seat(player: int) -> str:
    return f"player_{player}"


def name(card: str | None, shows: str | None = None) -> str:
    if card is None:
        return HIDDEN
    printed = T.NAMES[T.CARD_ID[card]]
    return printed if shows is None else f"{printed} as {T.NAMES[T.CARD_ID[shows]]}"


def names(cards: Iterable[str | None]) -> str:
    counted = Counter(name(card) for card in cards)
    return ", ".join(f"{word} x{n}" if n > 1 else word for word, n in sorted(counted.items()))


def phase(table: Plain) -> str:
    if table["phase"] == "setup":
        return "setup"
    ending = ", being ended" if table["ending"] else ""
    return f"{_PHASES[table['phase']]} of {seat(table['active_player'])}{ending}"


def spoken(code: str) -> str:
    return code.replace("_", " ")


@lru_cache(maxsize=2048)
def text_of(card: str) -> str:
    return card_text(T.CARDS[T.CARD_ID[card]], dict(zip(T.IDS, T.NAMES)))


@lru_cache(maxsize=2048)
def paid_text(card: str, which: int) -> str:
    """The cost and effect of a paid effect of a card, counted from 0, as part of a sentence."""
    text = paid_texts(T.CARDS[T.CARD_ID[card]], dict(zip(T.IDS, T.NAMES)))[which]
    return text[:1].lower() + text[1:].removesuffix(".")


@lru_cache(maxsize=2048)
def mode_text(card: str, mode: str) -> str:
    """The effect of a mode of a card: the lettered part of its rules text, "" if there is none."""
    found = re.search(rf"\({mode}\) (.*?)(?=; \([a-c]\) |\. |\.$| / |$)", text_of(card))
    return found[1] if found else ""


def reference(ref: Plain) -> str:
    sort = ref["sort"]
    if sort == "player":
        return seat(ref["player"])
    if sort == "deck":
        return f"the {ref['deck']} deck"
    if sort == "discard":
        return f"the {ref['deck']} discard pile"
    if sort == "slot":
        monster = "empty" if ref["card"] is None else name(ref["card"])
        return f"monster slot {ref['slot'] + 1} ({monster})"
    if sort == "card":
        return _card_reference(ref)
    if sort == "attack":
        return f"the attack on {name(ref['card'])}"
    return _object_reference(ref)


def _card_reference(ref: Plain) -> str:
    if ref["card"] is None:
        return HIDDEN
    text = name(ref["card"], ref["shows"])
    if ref["player"] is not None:
        where = _ZONES.get(ref["zone"])
        return f"{text} of {seat(ref['player'])}" if where is None else f"{text} {where} of {seat(ref['player'])}"
    if ref["zone"] == "shop":
        return f"{text} in the shop"
    return f"{text} {_ZONES[ref['zone']]}" if ref["zone"] in _ZONES else text


def _object_reference(ref: Plain) -> str:
    if ref["kind"] is None:
        return "something that has left the stack"
    if ref["kind"] == "attack":
        return f"the declared attack of {seat(ref['player'])}"
    if ref["kind"] in _DOES and ref["card"] is not None:
        return f"{name(ref['card'])} of {seat(ref['player'])}"
    card = "" if ref["card"] is None else f" ({name(ref['card'])})"
    return f"the {spoken(ref['kind'])} of {seat(ref['player'])}{card}"


def option(given: Plain) -> str:
    sort = given["sort"]
    if sort == "answer":
        return "yes" if given["yes"] else "no"
    if sort == "mode":
        text = "" if given["of"] is None else mode_text(given["of"], given["mode"])
        return f"mode {given['mode']}: {text}" if text else f"mode {given['mode']}"
    if sort == "number":
        return str(given["n"])
    if sort == "done":
        return "no more"
    if sort == "favour":
        return FAVOURS[given["favour"]]
    if sort in ("accept", "decline"):
        return sort
    if sort == "cents":
        return f"{given['n']}¢"
    if sort == "waiting":
        return stack_object(given["object"])
    if sort == "lasting":
        return lasting(given["effect"])
    return reference(given)


def stack_object(made: Plain) -> str:
    text = _OBJECTS.get(made["kind"], _effect)(made)
    if made["mode"] is not None:
        text += f", {option({'sort': 'mode', **made})}"
    if made["doubled"]:
        text += ", doubled" + (f" {made['doubled']} times" if made["doubled"] > 1 else "")
    if made["targets"]:
        text += f" -> {', '.join(reference(ref) for ref in made['targets'])}"
    return text


def _source(made: Plain) -> str:
    return name(made["card"], made["shows"]) if made["card"] is not None else "a rule"


def _effect(made: Plain) -> str:
    how = {
        "loot": "loot card",
        "event": "curse" if _is_curse(made["card"]) else "bonus card",
        "activated": "activated",
        "paid": "paid for",
        "trigger": "triggered",
        "branch": "result",
    }[made["kind"]]
    notes = [how]
    if made["event"] is not None:
        notes.append(spoken(made["event"]))
    if made["roll"] is not None:
        notes.append(f"roll {made['roll']}")
    if made["amount"] is not None:
        notes.append(f"amount {made['amount']}")
    if made["n"] is not None:
        notes.append(f"number {made['n']}")
    if (about := made["about"]) is not None and about != {"sort": "player", "player": made["player"]}:
        notes.append(f"by {reference(about)}" if about["sort"] == "player" else reference(about))
    return f"{seat(made['player'])}: {_source(made)} ({', '.join(notes)})"


def _is_curse(card: str | None) -> bool:
    return card is not None and int(T.C_KIND[T.CARD_ID[card]]) == CardKind.CURSE


def _roll(made: Plain) -> str:
    number = "" if made["n"] is None else f" {made['n']}"
    purpose = f"to attack {_source(made)}" if made["attack_roll"] else f"for {_source(made)}"
    return f"{seat(made['player'])} rolls{number} {purpose}"


def _declared(made: Plain) -> str:
    verb = "attacks" if made["kind"] == "attack" else "buys"
    what = made["about"]
    text = f"the top of {reference(what)}" if what["sort"] == "deck" else name(made["card"], made["shows"])
    return f"{seat(made['player'])} {verb} {text}"


def _combat(made: Plain) -> str:
    verb = "hits" if made["hit"] else "misses"
    return f"{seat(made['player'])} {verb} with {made['roll']}: {made['n']} combat damage to {reference(made['about'])}"


def _bonus(made: Plain) -> str:
    return f"{made['n']:+d} to the roll of {seat(made['player'])} ({_source(made)})"


_OBJECTS = {
    "roll": _roll,
    "purchase": _declared,
    "attack": _declared,
    "combat": _combat,
    "roll_bonus": _bonus,
    "loot_step": lambda made: f"{seat(made['player'])} loots {made['n'] or 0}",
    "monster_death": lambda made: f"death of {_source(made)}",
    "monster_card": lambda made: f"the card of {_source(made)} leaves its slot",
    "reward": lambda made: f"{seat(made['player'])}: rewards of {_source(made)}",
    "player_death": lambda made: f"death of {reference(made['about'])}",
    "penalty": lambda made: f"death penalty of {reference(made['about'])}",
    "refill": lambda made: f"refill of {SLOTS_OF[made['deck']]} slot {made['slot'] + 1}",
    "held_damage": lambda made: f"{made['n'] or 0} damage to {reference(made['about'])}, held back by {_source(made)}",
    "held_gain": lambda made: f"{reference(made['about'])} gains {made['n'] or 0}¢, held back by {_source(made)}",
}
_LASTING = {
    "shield": "the next damage to {on} is prevented by {n}",
    "shield_pool": "the next {n} damage to {on} is prevented",
    "double_loot": "what {on} loots is doubled",
    "loot_from_discard": "the next loot comes from the discard pile",
    "double_next_loot_card": "the next loot card of {on} is doubled",
    "damage_cap": "one source deals {on} at most {n} damage",
    "trigger": "an effect of {player} waits for {event}",
    "predict": "{player} predicted {n}",
    "roll_four": "{player} picks the next roll from four dice",
    "stored_roll": "{player} keeps a {n} for a roll",
    "price": "shop items cost {player} {n}¢",
    "lock": "{on} may not play loot cards or activate items",
    "rolls": "{n:+d} to every roll of {on}",
    "evasion": "{n:+d} evasion of {on}",
    "next_attack_roll": "{n:+d} to the next attack roll of {on}",
    "activated": "{player} has activated an item in this turn",
    "played": "{player} has played a loot card in this turn",
    "loot_goal": "loot cards played: {n}",
    "kill_goal": "monsters killed: {n}",
    "gift_goal": "gifts of 6¢ or more: {n}",
    "purchase_goal": "items purchased: {n}",
    "six_goal": "rolls of 6: {n}",
}


def lasting(entry: Plain) -> str:
    named = f" of {entry['n']}" if entry["kind"] == "trigger" and entry["n"] > 0 else ""
    text = _LASTING[entry["kind"]].format(
        n=entry["n"],
        on="everybody" if entry["on"] is None else reference(entry["on"]),
        player=seat(entry["player"]),
        event=spoken(entry["event"] or "") + named,
    )
    return text if entry["card"] is None else f"{name(entry['card'])}: {text}"


FAVOURS = {
    "gift": "a gift",
    "spare": "no target for a round",
    "pass": "no response to the object on top",
    "aim": "another player as target in this turn",
    "use": "an item used on the object on top",
    "answer": "an answer to the roll on top",
}


def promised(terms: Plain) -> str:
    did = {
        "gift": "nothing",
        "spare": "not to aim at {payer} for a round",
        "pass": "not to respond until {object} has left the stack",
        "aim": "to aim at {instead} before {payer} in this turn",
        "use": "to use {item} on {object}",
        "answer": "to use something on {object}",
    }
    return did[terms["favour"]].format(
        payer=_somebody(terms["payer"]),
        instead=_somebody(terms["instead"]),
        item=name(terms["item"]),
        object="" if terms["object"] is None else reference(terms["object"]),
    )


def _somebody(player: int | None) -> str:
    return "somebody" if player is None else seat(player)


def offered(offer: Plain) -> str:
    if offer["cents"] is None:
        return f"{seat(offer['by'])} is making an offer"
    cents = f"{offer['counter'] or offer['cents']}¢"
    who = f"{_somebody(offer['payer'])} pays {_somebody(offer['player'])} {cents}"
    text = who + ("" if offer["favour"] == "gift" else f", who promises {promised(offer)}")
    return text if offer["counter"] is None else f"{text} (instead of {offer['cents']}¢)"


def promise(made: Plain) -> str:
    return f"{seat(made['player'])} promised {seat(made['payer'])} for {made['cents']}¢ {promised(made)}"


def question(decision: Plain | None, table: Plain) -> str:
    if decision is None:
        return ending(table)
    who = seat(decision["player"])
    if decision["question"] == "priority":
        objects = f"{table['objects']} object{'' if table['objects'] == 1 else 's'}"
        must = " and must attack" if decision["must_attack"] else ""
        return f"{who} has priority{must} ({phase(table)}, stack: {objects})"
    words = _QUESTIONS[decision["question"]]
    card = _RULES.get(decision["question"], "a rule") if decision["card"] is None else name(decision["card"])
    playing = "a loot card" if decision["playing"] is None else name(decision["playing"])
    offer = "" if table["offer"] is None else offered(table["offer"])
    text = f"{who} {words.format(card=card, playing=playing, place=decision['place'], offer=offer)}"
    return f"{text} (which of several equal ones)" if decision["shape"] == "option" else text


def _reason(table: Plain) -> str:
    if not table["drawn_by"]:
        return ""
    looped = table["pushes"] > PUSH_LIMIT
    why = f"{PUSH_LIMIT} objects with nothing voluntary between them" if looped else "no room for another object"
    return f", {why}: " + ", ".join(f"{name(by['card'])} ({by['objects']})" for by in table["drawn_by"])


def ending(table: Plain) -> str:
    """How the game ended; for a draw also its cause (ER-51)."""
    how = {
        "drawn": f"drawn{_reason(table)}",
        "lost": "the eight-sided die has run out",
        "truncated": "the decision limit was reached",
        "guard": "a capacity was exceeded",
    }
    winners = " and ".join(seat(player) for player in table["winners"])
    return f"the game is over: {how.get(table['outcome']) or f'{winners} won'}"
