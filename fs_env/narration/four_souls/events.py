"""Log of a seat of Four Souls: the changes from one position to the next, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from fs_env.core.four_souls.view import words
from fs_env.narration.card_texts import words_of
from fs_env.narration.four_souls.answers import asked, offered, offered_drawn
from fs_env.narration.four_souls.stack import object_words, reference, source

Plain = dict[str, Any]
__all__ = ["asked", "cards", "moves", "offered", "offered_drawn", "passes", "points", "standing", "turn_of"]
LEFT_OUT = re.compile(r" \| (?:decision \d+|seen by \S+)|\noptions {3}[^\n]*|\n\ndecision {2}[\s\S]*", re.MULTILINE)
"""Parts of a position in words that repeat something of the question and the options."""
UNCLEAR = ("purchase", "held_damage", "player_death", "roll")
"""Objects that resolve while something is gained or lost, for another reason or a separate one."""
UNREPORTED = ("loot_step", "refill", "monster_card", "monster_death", "reward", "player_death", "penalty", "branch")
"""Objects of the rules that are not reported: what they do is."""


def moves(before: Plain, after: Plain) -> list[str]:
    lines: list[str] = []
    cause = _cause(before, after)
    lines += _declared(before, after)
    lines += _monsters(before, after, cause)
    for old, new in zip(before["players"], after["players"], strict=True):
        played, origin = _loot_played(before, after, new["player"]), _loot_origin(before, after, new["player"])
        lines += _player(old, new, played, origin, cause)
    lines += _cards(before, after)
    lines += _lasting(before, after)
    lines += _promises(before, after)
    if not lines and passes(before, after):
        lines.append(f"{words.seat(before['decision']['player'])} passes")
    if after["turn"] != before["turn"] and after["outcome"] == "running":
        lines.append(turn_of(after))
    if after["decision"] is None and before["decision"] is not None:
        lines.append(words.ending(after))
    return lines


def turn_of(table: Plain) -> str:
    return f"turn {table['turn']}: the turn of {words.seat(table['active_player'])}"


def passes(before: Plain, after: Plain) -> bool:
    """Whether another seat than the viewer was asked with something on the stack, and let it be."""
    asked = before["decision"]
    if asked is None or asked["question"] != "priority" or asked["player"] == before["viewer"]:
        return False
    return bool(before["stack"]) and not _numbers(after) - _numbers(before)


def _numbers(table: Plain) -> set[int]:
    return {built["number"] for built in table["stack"]}


def _cause(before: Plain, after: Plain) -> Plain | None:
    running = [frame["object"] for frame in before["resolving"] if frame["object"]]
    left = [built for built in before["stack"] if built["number"] not in _numbers(after)]
    built: Plain | None = running[-1] if running else next(iter(left), None)
    return built


def _by(cause: Plain | None, more: bool, monster: bool = False) -> str:
    if cause is None or cause["kind"] in UNCLEAR:
        return ""
    by = "the death penalty" if cause["kind"] == "penalty" else source(cause) if cause["card"] else ""
    if monster and cause["kind"] == "combat":
        by = words.seat(cause["player"])
    return f" {'from' if more else 'to'} {by}" if by else ""


def _declared(before: Plain, after: Plain) -> Iterator[str]:
    known = {built["number"]: built for built in before["stack"]}
    for built in reversed(after["stack"]):
        old = known.get(built["number"])
        if old is None:
            if built["kind"] not in UNREPORTED:
                yield object_words(built)
        elif old["kind"] == built["kind"] == "roll" and old["n"] != built["n"]:
            instead = "" if old["n"] is None else f" instead of {old['n']}"
            yield f"the roll of {words.seat(built['player'])} is {built['n']}{instead}"
        elif old["targets"] != built["targets"] and built["targets"]:
            targets = ", ".join(reference(ref) for ref in built["targets"])
            yield f"{source(built)} now aims at {targets}"


def _monsters(before: Plain, after: Plain, cause: Plain | None) -> Iterator[str]:
    for old, new in zip(before["monsters"], after["monsters"]):
        where, gone = f"monster slot {new['slot'] + 1}", words.name(old["card"])
        if old["card"] != new["card"]:
            if new["card"] is not None and old["card"] in new["covered"] and old["card"] not in old["covered"]:
                yield f"{words.name(new['card'])} covers {gone} in {where}"
                continue
            if old["card"] is not None:
                dies = cause is not None and cause["kind"] == "monster_death" and cause["card"] == old["card"]
                yield f"{gone} {'dies and ' if dies else ''}leaves {where}"
            if new["card"] is not None:
                yield f"{words.name(new['card'])} comes into {where}"
        elif new["card"] is not None:
            yield from _hit_points(words.name(new["card"]), old, new, cause, True)
    for new in after["monsters"][len(before["monsters"]) :]:
        if new["card"] is not None:
            yield f"{words.name(new['card'])} comes into the new monster slot {new['slot'] + 1}"


def _hit_points(who: str, old: Plain, new: Plain, cause: Plain | None, monster: bool = False) -> Iterator[str]:
    left, change = f"{new['hp']}/{new['max_hp']}", new["hp"] - old["hp"]
    if old["dying"] and not new["dying"] and change:
        yield f"{who} survives with {left} hp"
    elif old["max_hp"] != new["max_hp"]:
        yield f"{who} has {left} hp now"
    elif change:
        yield f"{who} {'heals' if change > 0 else 'loses'} {abs(change)} hp{_by(cause, change > 0, monster)}: {left}"


def _loot_played(before: Plain, after: Plain, player: int) -> int:
    known = set(_loot_of(before, player))
    return sum(number not in known for number in _loot_of(after, player))


def _loot_of(table: Plain, player: int) -> list[int]:
    announced = (frame["object"] for frame in table["resolving"] if frame["frame"] == "announce" and frame["object"])
    found = (built for built in (*table["stack"], *announced) if built["kind"] == "loot" and built["player"] == player)
    return [built["number"] for built in found]


def _loot_origin(before: Plain, after: Plain, player: int) -> tuple[str, list[str]]:
    more = [new["hand_size"] - old["hand_size"] for old, new in zip(before["players"], after["players"], strict=True)]
    old, new = before["decks"]["loot"], after["decks"]["loot"]
    if new["size"] > old["size"] or old["size"] - new["size"] >= more[player]:
        return "draws {}", []
    givers = [q for q, n in enumerate(more) if -n >= more[player]]
    if len(givers) == 1:
        hands = [table["players"][givers[0]]["hand"] for table in (before, after)]
        return f"gets {{}} from {words.seat(givers[0])}", _came_and_went(*hands)[1]
    taken = _came_and_went(old["discard"], new["discard"])[1]
    return "gets {} from the loot discard pile" if len(taken) >= more[player] else "draws {}", taken


def _player(old: Plain, new: Plain, played: int, origin: tuple[str, list[str]], cause: Plain | None) -> Iterator[str]:
    who = words.seat(new["player"])
    if old["character"] != new["character"] and new["character"] is not None:
        yield f"{who} is {words.name(new['character'])}"
    if old["dead"] != new["dead"]:
        yield f"{who} {'dies' if new['dead'] else 'is back to life'}"
    elif not new["dead"]:
        yield from _hit_points(who, old, new, cause)
    if new["coins"] != old["coins"]:
        more = new["coins"] > old["coins"]
        change = f"{'gains' if more else 'loses'} {abs(new['coins'] - old['coins'])}¢{_by(cause, more)}"
        if cause and cause["kind"] == "purchase" and cause["player"] == new["player"] and not more:
            change = f"pays {old['coins'] - new['coins']}¢ for {_bought(old, new)}"
        yield f"{who} {change} (now {new['coins']}¢)"
    came, left = _came_and_went(old["hand"], new["hand"])
    more = new["hand_size"] - old["hand_size"]
    whole = all(len(player["hand"]) == player["hand_size"] for player in (old, new))
    if whole and left and len(came) > max(0, more):
        yield f"{who} gets {words.names(came)} for {words.names(left)}"
    elif more > 0:
        phrase, taken = origin
        if len(old["hand"]) < old["hand_size"]:  # what is new to the viewer may have been there before
            came = list((Counter(came) & Counter(taken)).elements())
        yield f"{who} {phrase.format(_loot(more))}{f': {words.names(came)}' if came else ''}"
    elif new["hand_size"] < old["hand_size"] - played:
        yield f"{who} has {_loot(new['hand_size'])} left in hand"
    for key in ("items", "curses"):
        gained, lost = _came_and_went([card["card"] for card in old[key]], [card["card"] for card in new[key]])
        if gained:
            yield f"{who} gets {words.names(gained)}"
        if lost:
            by = "" if cause is None or cause["card"] in lost else _by(cause, False)
            yield f"{who} loses {words.names(lost)}{by}"
    back = Counter(card["card"] for card in old["items"] if card["turned"])
    back &= Counter(card["card"] for card in new["items"] if not card["turned"])
    if back:
        yield f"{who} recharges {words.names(back.elements())}"
    if new["souls"] != old["souls"]:
        gained, lost = _came_and_went([c["card"] for c in old["soul_cards"]], [c["card"] for c in new["soul_cards"]])
        by = f" with {words.names(gained)}" if gained else f" without {words.names(lost)}" if lost else ""
        yield f"{who} has {new['souls']} soul{'' if new['souls'] == 1 else 's'}{by}"
    if new["promises_broken"] > old["promises_broken"]:
        yield f"{who} breaks a promise"
    if new["promises_kept"] > old["promises_kept"]:
        yield f"{who} keeps a promise"


def _bought(old: Plain, new: Plain) -> str:
    gained, _ = _came_and_went(*([card["card"] for card in player["items"]] for player in (old, new)))
    return words.names(gained) or "a treasure"


def _loot(n: int) -> str:
    return "no loot card" if n == 0 else f"{n} loot card{'' if n == 1 else 's'}"


def _came_and_went(old: list[Any], new: list[Any]) -> tuple[list[Any], list[Any]]:
    if old == new:  # nearly always
        return [], []
    return list((Counter(new) - Counter(old)).elements()), list((Counter(old) - Counter(new)).elements())


def _cards(before: Plain, after: Plain) -> Iterator[str]:
    came, _ = _came_and_went([c for c in before["shop"] if c], [c for c in after["shop"] if c])
    if came:
        yield f"{words.names(came)} {'comes' if len(came) == 1 else 'come'} into the shop"
    old, new = ([room["card"] for room in table["rooms"]["slots"] if room] for table in (before, after))
    came, _ = _came_and_went(old, new)
    if came:
        yield f"the room is {words.names(came)}"
    came, _ = _came_and_went(before["revealed"], after["revealed"])
    if came:
        yield f"{words.names(came)} {'is' if len(came) == 1 else 'are'} revealed"
    resolved = [built["card"] for built in before["stack"] if built["number"] not in _numbers(after)]
    resolved += [monster["card"] for monster in before["monsters"]]
    for deck, cards in after["decks"].items():
        came, _ = _came_and_went(before["decks"][deck]["discard"], cards["discard"])
        came = [card for card in came if card not in resolved]
        if came:
            yield f"{words.names(came)} {'goes' if len(came) == 1 else 'go'} to the {deck} discard pile"
        old_pile = before["decks"][deck]["discard"]
        if (
            cards["size"] > before["decks"][deck]["size"]
            and len(old_pile) > 1
            and not set(old_pile) & set(cards["discard"])
        ):
            yield f"the {deck} deck is shuffled anew"


def _lasting(before: Plain, after: Plain) -> Iterator[str]:
    old = [words.lasting(entry) for entry in before["lasting"]]
    came, _ = _came_and_went(old, [words.lasting(entry) for entry in after["lasting"]])
    yield from came


def _promises(before: Plain, after: Plain) -> Iterator[str]:
    offer = after["offer"]
    if offer is not None and offer["cents"] is not None and offer != before["offer"]:
        yield f"offer: {words.offered(offer)}"
    if before["offer"] is not None and offer is None and before["offer"]["cents"] is not None:
        agreed = len(after["promises"]) > len(before["promises"]) or _paid(before, after)
        yield "the offer is accepted" if agreed else "the offer is declined"
    old = [words.promise(built) for built in before["promises"]]
    came, _ = _came_and_went(old, [words.promise(built) for built in after["promises"]])
    yield from came


def _paid(before: Plain, after: Plain) -> bool:
    payer = before["offer"]["payer"]
    return payer is not None and after["players"][payer]["coins"] < before["players"][payer]["coins"]


def points(table: Plain) -> list[tuple[str, ...]]:
    rows = [
        (f"{player['souls']}", f"{player['coins']}¢", f"{len(player['items'])}", f"{player['hand_size']}")
        for player in table["players"]
    ]
    return [("souls", "coins", "items", "loot"), *rows]


def standing(table: Plain) -> list[tuple[str, ...]]:
    return [("souls", "cents", "items", "loot cards"), *points(table)[1:]]


def cards() -> Iterator[tuple[str, str, str]]:
    from fs_env.core.four_souls.cards import card_rows

    yield from map(words_of, card_rows())
