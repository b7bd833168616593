"""Why a card or a player of Four Souls offers no choice to the seat that has priority, where what the seat sees leaves no doubt."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Cost, Head
from fs_env.core.four_souls.rules.numbers import PRICE
from fs_env.core.four_souls.rules.slots import ability_of
from fs_env.core.four_souls.state import STACK_LIMIT
from fs_env.core.four_souls.view import words

Plain = dict[str, Any]
MISSING = "a target, a cost or a condition that its text asks for is missing now"
TURNED = "it is turned, and cannot be used until it is recharged"
RECHARGE = f"{TURNED}; items are recharged at the start of the turn of their owner"
LOCKED = "an effect forbids you to play loot cards and activate items"


def reasons(view: Plain, seat: int, place: str) -> str | None:
    decision = view["decision"]
    if decision is None or decision["question"] != "priority":
        return None
    kind, _, rest = place.partition(":")
    owner, _, card = rest.rpartition(":")
    if owner and owner != str(seat) and kind in ("hand", "item"):
        return f"it belongs to player_{owner}: you play and use only your own cards" if owner.isdecimal() else None
    if kind == "slot" or place == "deck:monster":
        return _attack(view, seat, card if kind == "slot" else None)
    if decision["must_attack"]:
        return "you must attack first"
    if (kind == "shop" and card in view["shop"]) or place == "deck:treasure":
        return _purchase(view, seat, deck=kind == "deck")
    if kind == "hand" and card in view["players"][seat]["hand"]:
        return _loot(view, seat, card)
    if kind in ("item", "room"):
        return _item(view, seat, card)
    return "players are chosen only when a card asks for a player" if kind == "player" else None


def _main(view: Plain, seat: int, verb: str) -> str | None:
    """Why the seat, which has priority, can declare neither purchases nor attacks now (R7.5)."""
    if view["active_player"] != seat:
        return f"you {verb} only in your own turn, and this is the turn of player_{view['active_player']}"
    if view["players"][seat]["dead"]:
        return f"you {verb} no more in this turn, in which you have died"
    if view["phase"] != "action" or view["ending"]:
        return f"you {verb} only in your action phase"
    if view["attacking"]:
        return f"you {verb} only when the attack that is under way has ended"
    return f"you {verb} only while the stack is empty: pass to let the object on top resolve" if view["stack"] else None


def _purchase(view: Plain, seat: int, deck: bool) -> str | None:
    me = view["players"][seat]
    if when := _main(view, seat, "buy"):
        return when
    if me["purchases_used"] >= me["purchases"]:
        return f"you have no purchase left in this turn ({me['purchases_used']} of {me['purchases']} used)"
    price = int(PRICE) if deck else me["price"]
    return f"it costs {price}¢ and you have {me['coins']}¢" if me["coins"] < price else None


def _attack(view: Plain, seat: int, card: str | None) -> str | None:
    me, found = view["players"][seat], [one for one in view["monsters"] if one["card"] == card is not None]
    if card is not None and not found:
        return None
    if when := _main(view, seat, "attack"):
        return when
    if found and T.C_FLAGS[T.CARD_ID[found[0]["shows"] or found[0]["card"]]] & T.CardFlag.UNATTACKABLE:
        return "its text forbids attacks on it"
    if view["obligations"]:
        return None
    if view["decision"]["must_attack"]:
        due = [words.name(m["card"]) for m in view["monsters"] if m["must_be_attacked"] and not m["was_attacked"]]
        return f"you must attack {due[0]} first" if len(due) == 1 and words.name(card) != due[0] else None
    left = me["attacks"] - me["attacks_used"] + (me["deck_attacks"] if card is None else 0)
    used = f"{me['attacks_used']} of {me['attacks']} used"
    return f"you have no attacks left in this turn ({used})" if left <= 0 else None


def _loot(view: Plain, seat: int, card: str) -> str | None:
    me = view["players"][seat]
    if me["locked"]:
        return LOCKED
    own = view["active_player"] == seat and view["phase"] == "action" and not view["ending"]
    turns = not me["turned"] and T.C_FLAGS[T.CARD_ID[me["character"]]] & T.CardFlag.TURN_SELF
    if me["extra_loot_plays"] > 0 or (own and me["loot_plays_used"] < me["loot_plays"]) or turns:
        return _announced(view, seat, ability_of(T.CARD_ID[card], Head.PLAY), 0)
    used = f"{me['loot_plays_used']} of {me['loot_plays']} used" if own else "yours is for your own action phase"
    return f"you have no loot play left ({used}), and your character is turned" if me["turned"] else None


def _item(view: Plain, seat: int, card: str) -> str | None:
    me, rooms = view["players"][seat], list(filter(None, view["rooms"]["slots"]))
    if any(one["card"] == card for one in me["curses"]):
        return "a curse acts by itself: there is nothing to activate"
    if card == me["character"]:
        return RECHARGE if me["turned"] else "it is not activated by itself: a loot card that you play may turn it"
    item = next((one for one in (*me["items"], *rooms) if one["card"] == card), None)
    if item is None:
        return None
    if item in rooms and view["active_player"] != seat:
        return f"rooms are used in the own turn, and this is the turn of player_{view['active_player']}"
    face = T.CARD_ID[item.get("shows") or card]
    abilities = range(T.C_AB0[face], T.C_AB0[face] + T.C_ABN[face])
    found = [_announced(view, seat, a, item["counters"]) for a in abilities if T.AB_HEAD[a] == Head.PAID]
    if (a := ability_of(face, Head.ACTIVATED)) != NONE:
        turned = item["turned"] and (TURNED if item in rooms else RECHARGE)
        found.append(turned or (LOCKED if me["locked"] else _announced(view, seat, a, item["counters"])))
    sure = sorted(dict.fromkeys(filter(None, found)), key=lambda reason: reason == MISSING)
    return (
        None
        if None in found
        else "; ".join(dict.fromkeys((*sure[:1], *sure[-1:]))) or "it acts by itself: there is nothing to activate"
    )


def _announced(view: Plain, seat: int, ability: int, counters: int) -> str | None:
    """Which cost of an ability is too high, or that something else is missing; None where a room may limit its uses."""
    me = view["players"][seat]
    if ability == NONE or any(view["rooms"]["slots"]) or view["objects"] >= STACK_LIMIT:
        return None
    cost, n = int(T.AB_COST[ability]), int(T.AB_COSTN[ability])
    short = {
        Cost.COINS: (me["coins"], "¢", "you have"),
        Cost.COUNTERS: (counters, f" counter{'s' * (n != 1)}", "it has"),
        Cost.DISCARD: (me["hand_size"], f" loot card{'s' * (n != 1)}", "you have"),
    }
    if cost in short and short[Cost(cost)][0] < n:
        has, unit, who = short[Cost(cost)]
        return f"it costs {n}{unit} and {who} {has}{'¢' * (unit == '¢')}"
    return MISSING
