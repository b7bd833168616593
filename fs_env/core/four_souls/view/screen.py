"""A position as a text table for a terminal, from its plain data: no colours, at most `WIDTH` characters per line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from fs_env.core.four_souls.view import counts, words
from fs_env.core.four_souls.view.plain import to_json
from fs_env.core.four_souls.view.sight import Plain

WIDTH = 120
NEXT_SHOWN = 5  # cards of each deck shown to a reader who sees everything
UNLIMITED = 99  # limits from here on are not shown
USUAL = ("variant rivals", "simultaneous_deaths rules")  # options that are not shown
LABEL = 10  # characters before the body of a line
_LOWEST, _HIGHEST = 1, 6  # of a die (R9.1)
_FRAMES = {"run": "resolving", "announce": "announcing", "place_monster": "placing", "throw": "about to be thrown"}


def text(record: Any, player: int | None) -> str:
    """The table as text: players, monsters, shop, decks, stack, lasting effects, the pending decision.

    Args:
        record: one state, `S[e]` or an array of length 1.
        player: the reading seat, which sees only what it may know; None shows everything.

    Raises:
        ValueError: there is no such seat in this game.
    """
    table = to_json(record, player)
    return "\n".join(line for block in BLOCKS for line in block(table))


def _line(label: str, body: str) -> list[str]:
    lead = f"{label:<{LABEL}}"
    if body and len(lead) + len(body) <= WIDTH:
        return [lead + body]
    return textwrap.wrap(body, WIDTH, initial_indent=lead, subsequent_indent=" " * LABEL, break_on_hyphens=False) or [
        lead.rstrip()
    ]


def _heading(table: Plain) -> Iterator[str]:
    parts = [f"turn {table['turn']}", words.phase(table)]
    parts += [f"attack on {_shown(monster)}" for monster in table["monsters"] if monster["attacked"]]
    if (solo := table["solo"]) is not None:
        parts.append(f"{solo['variant']}, eight-sided die {solo['d8']}, souls {solo['souls']}")
    parts.append(f"decision {table['decisions']}")
    parts.append("everything open" if table["viewer"] is None else f"seen by {words.seat(table['viewer'])}")
    yield " | ".join(parts)
    chosen = [name if value is True else f"{name} {value}" for name, value in table["options"].items() if value]
    chosen = [words.spoken(text) for text in chosen if text not in USUAL]
    if chosen:
        yield from _line("options", ", ".join(chosen))


def _players(table: Plain) -> Iterator[str]:
    for player in table["players"]:
        yield ""
        yield _who(player, table)
        yield from _line("  hand", _hand(player))
        if counts.noted(player):
            yield from _line("  turn", ", ".join(counts.noted(player)))
        if player["promises_kept"] or player["promises_broken"]:
            yield from _line("  word", f"kept {player['promises_kept']}, broken {player['promises_broken']}")
        for label, key in (("items", "items"), ("curses", "curses")):
            if player[key]:
                yield from _line(f"  {label}", ", ".join(_in_play(item) for item in player[key]))
        if player["soul_cards"] or player["innate_souls"]:
            yield from _line("  souls", _souls(player))
        if player["player"] == table["active_player"]:
            yield from _line("  turn", _allowance(player))


def _hand(player: Plain) -> str:
    hidden = player["hand_size"] - len(player["hand"])
    cards = [words.names(player["hand"])] if player["hand"] else []
    if hidden:
        cards.append(f"{hidden} hidden")
    return f"{player['hand_size']}: {', '.join(cards)}" if player["hand"] else (cards or ["none"])[0]


def _who(player: Plain, table: Plain) -> str:
    notes = [
        word
        for word, holds in (
            ("active", player["player"] == table["active_player"]),
            ("dead", player["dead"]),
            ("dying", player["dying"] and not player["dead"]),
            ("locked", player["locked"]),
        )
        if holds
    ]
    sideways = " (sideways)" if player["turned"] else ""
    hearts = "♥" * player["hp"] + "♡" * (player["max_hp"] - player["hp"])
    numbers = [
        f"{hearts} {player['hp']}/{player['max_hp']}",
        f"attack {player['attack']}",
        f"{player['coins']}¢",
        f"souls {player['souls']}",
    ]
    character = words.name(player["character"])
    return f"{words.seat(player['player'])}  {character}{sideways}  {'  '.join(numbers)}{_bracketed(notes)}"


def _bracketed(notes: list[str]) -> str:
    return f" [{', '.join(notes)}]" if notes else ""


def _in_play(item: Plain) -> str:
    notes = ["sideways"] if item["turned"] else []
    if item["counters"]:
        notes.append(_count(item["counters"], "counter"))
    if item["eternal"]:
        notes.append("eternal")
    if item.get("this_turn_only"):
        notes.append("this turn only")
    return f"{_shown(item)} ({', '.join(notes)})" if notes else _shown(item)


def _shown(card: Plain) -> str:
    return words.name(card["card"], card["shows"])


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _souls(player: Plain) -> str:
    cards = [
        words.name(soul["card"]) + (f" ({soul['value']})" if soul["value"] != 1 else "")
        for soul in player["soul_cards"]
    ]
    if player["innate_souls"]:
        cards.append(f"{player['innate_souls']} of the character")
    return ", ".join(cards)


def _allowance(player: Plain) -> str:
    used = [
        f"{label} {player[f'{key}_used']} of {'any' if player[key] >= UNLIMITED else player[key]}"
        for label, key in (("loot plays", "loot_plays"), ("attacks", "attacks"), ("purchases", "purchases"))
    ]
    used[2] += f" at {player['price']}¢"
    if player["extra_loot_plays"]:
        used.append(f"extra loot plays left {player['extra_loot_plays']}")
    if player["deck_attacks"]:
        used.append(f"attacks on the deck left {player['deck_attacks']}")
    if player["roll_bonus"]:
        used.append(f"rolls {player['roll_bonus']:+d}")
    return ", ".join(used)


def _monsters(table: Plain) -> Iterator[str]:
    yield ""
    yield "monsters"
    for monster in table["monsters"]:
        label = f"  {monster['slot'] + 1}"
        if monster["card"] is None:
            yield from _line(label, "empty")
            continue
        evasion = max(_LOWEST, min(_HIGHEST, monster["evasion"]))
        body = (
            f"{_shown(monster)}  {'♥' * monster['hp']}{'♡' * (monster['max_hp'] - monster['hp'])} "
            f"{monster['hp']}/{monster['max_hp']}  evasion {evasion}  attack {monster['attack']}"
        )
        notes = [word for word in ("attacked", "dying") if monster[word]] + counts.noted(monster)
        if monster["counters"]:
            notes.append(_count(monster["counters"], "counter"))
        if monster["covered"]:
            notes.append(f"covers {len(monster['covered'])}: {', '.join(map(words.name, monster['covered']))}")
        yield from _line(label, f"{body}{_bracketed(notes)}")


def _market(table: Plain) -> Iterator[str]:
    yield ""
    yield from _line("shop", ", ".join("(empty)" if card is None else words.name(card) for card in table["shop"]))
    if table["bonus_souls"]:
        yield from _line("bonus", words.names(table["bonus_souls"]))
    for deck, cards in table["decks"].items():
        yield from _line(deck, _deck(cards, table["viewer"] is None))


def _rooms(table: Plain) -> Iterator[str]:
    rooms = table["rooms"]
    if not rooms["slots"]:
        return
    yield ""
    for room in rooms["slots"]:
        yield from _line("room", "(empty)" if room is None else _in_play({**room, "shows": None, "eternal": False}))
        if room is not None and words.text_of(room["card"]):
            yield from _line("", words.text_of(room["card"]))
    pile = rooms["discard"]
    top = f" (top: {words.name(pile[0])})" if pile else ""
    following = f"; next: {', '.join(map(words.name, rooms['order'][:NEXT_SHOWN]))}" if rooms["order"] else ""
    yield from _line("rooms", f"{rooms['deck_size']} in the deck, {len(pile)} discarded{top}{following}")


def _deck(cards: Plain, everything: bool) -> str:
    pile = cards["discard"]
    top = f" (top: {words.name(pile[0])})" if pile else ""
    body = f"{cards['size']} in the deck, {len(pile)} discarded{top}"
    if everything:
        first = [words.name(entry["card"]) for entry in cards["known"][:NEXT_SHOWN]]
        return f"{body}; next: {', '.join(first)}" if first else body
    known = [
        f"{entry['place']}. {words.name(entry['card'])}{' (the last)' * (entry['place'] == cards['size'] > 1)}"
        for entry in cards["known"]
    ]
    return f"{body}; known, counted from the top: {', '.join(known)}" if known else body


def _happening(table: Plain) -> Iterator[str]:
    if table["stack"]:
        yield ""
        yield "stack, top first"
        for place, built in enumerate(table["stack"], 1):
            yield from _line(f"  {place}", words.stack_object(built))
    under_way = [
        (_FRAMES.get(entry["frame"], words.spoken(entry["frame"])), entry["object"])
        for entry in table["resolving"]
        if entry["object"] is not None
    ]
    for doing, built in under_way:
        yield from _line("now", f"{doing}: {words.stack_object(built)}")
    for built in table["waiting"]:
        yield from _line("waiting", words.stack_object(built))
    for label, key in (("looked", "looked"), ("revealed", "revealed")):
        if table[key]:
            yield from _line(label, f"top first: {', '.join(map(words.name, table[key]))}")
    if table["damage"]:
        shares = [f"{share['n']} to {words.reference(share['to'])}" for share in table["damage"]]
        yield from _line("damage", ", ".join(shares))
    for entry in table["lasting"]:
        yield from _line("lasting", words.lasting(entry))
    for obligation in table["obligations"]:
        what = "a monster" if obligation["what"] is None else words.reference(obligation["what"])
        what += "" if obligation["or"] is None else f" or {words.reference(obligation['or'])}"
        yield from _line("obliged", f"{words.seat(obligation['player'])} must attack {what}")

    if table["offer"] is not None:
        yield from _line("offer", words.offered(table["offer"]))
    for built in table["promises"]:
        yield from _line("promise", words.promise(built))


def _decision(table: Plain) -> Iterator[str]:
    yield ""
    decision = table["decision"]
    yield from _line("decision" if decision else "end", words.question(decision, table))
    for k, option in enumerate((decision and decision["options"]) or [], 1):
        yield from _line(f"  {k}", words.option(option))


BLOCKS = (_heading, _players, _monsters, _market, _rooms, _happening, _decision)
