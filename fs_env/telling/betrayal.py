"""Log of a seat of Betrayal at Baldur's Gate: the changes from one position to the next, in words."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]


def moves(before: Plain, after: Plain) -> list[str]:
    """Changes between two positions as one seat sees them.

    Args:
        before, after: `to_json` of the two positions for the same viewer; nothing else is looked at.
    """
    lines = _found(before, after) + _haunt(before, after)
    places = _places(before)
    for p, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        lines += _player(p, old, new, places, after)
    lines += _events(before, after) + _monsters(before, after) + _tokens(before, after)
    if after["haunt"] and before["haunt"] and after["haunt"]["rounds"] > before["haunt"]["rounds"]:
        lines.append(f"round {after['haunt']['rounds']} of the haunt is over")
    if after["winners"] or after["outcome"] != before["outcome"]:
        lines.append(after["decision"]["text"])
    elif after["turn"] != before["turn"]:
        lines.append(f"turn {after['turn']}: the turn of player_{after['turn_player']}")
    return lines


def _found(before: Plain, after: Plain) -> list[str]:
    known = {tile["tile"] for tile in before["tiles"]}
    return [f"{tile['tile']} is found in the {tile['level']}" for tile in after["tiles"] if tile["tile"] not in known]


def _events(before: Plain, after: Plain) -> list[str]:
    """Event cards that have come to light: into the discard pile or to a player, from neither."""
    lines = []
    kept = {event for player in before["players"] for event in player["events"]}
    known = kept | set(before["discarded"]["events"])
    for event in after["discarded"]["events"]:
        if event in kept:
            lines.append(f"{event} is discarded")
        elif event not in known:
            lines.append(f"the event {event} is over")
    if after["omens"] > before["omens"]:
        lines.append(f"omen {after['omens']} of 13 is revealed")
    return lines


def _haunt(before: Plain, after: Plain) -> list[str]:
    lines = []
    if after["haunt"] and not before["haunt"]:
        haunt = after["haunt"]
        lines.append(
            f"the haunt begins: {haunt['number']}, {haunt['name']}; player_{after['revealer']} has revealed it"
        )
    for side, n, was in zip(("heroes", "traitor"), after["marks"], before["marks"], strict=True):
        if n > was:
            lines.append(f"quest token {n} of the {side} is laid")
    return lines


def _places(table: Plain) -> dict[str, str]:
    """Where each card is before: "player_1", or "" for one that lies on a tile."""
    found = {card: f"player_{p}" for p, player in enumerate(table["players"]) for card in player["cards"]}
    return found | {card: "" for tile in table["tiles"] for card in tile["cards"]}


def _player(p: int, old: Plain, new: Plain, places: dict[str, str], after: Plain) -> list[str]:
    """Changes of one adventurer."""
    who, lines = f"player_{p}", []
    if old["adventurer"] != new["adventurer"]:
        lines.append(f"{who} plays {new['adventurer']}")
        return lines
    if old["alive"] and not new["alive"]:
        lines.append(f"{who} dies on {old['tile'] or 'no tile'}")
    elif new["escaped"] and not old["escaped"]:
        lines.append(f"{who} leaves the city for good")
    elif new["tile"] != old["tile"]:
        lines.append(f"{who} is on {new['tile']}" if new["tile"] else f"{who} is off the map")
    if new["side"] != old["side"] and new["side"] == "traitor":
        lines.append(f"{who} is the traitor" if old["side"] != "hero" else f"{who} turns traitor")
    elif old["side"] is None and new["side"] == "hero":
        lines.append(f"{who} is a hero")
    lines += _traits(who, old, new) if new["alive"] else []
    lines += _cards(who, old, new, places, after) if new["alive"] else []
    if new["cursed"] and not old["cursed"]:
        lines.append(f"{who} is cursed: the next roll is 0")
    return lines


def _traits(who: str, old: Plain, new: Plain) -> list[str]:
    lines = []
    for trait, space in new["spaces"].items():
        n = space - old["spaces"][trait]
        if n:
            verb = "gains" if n > 0 else "loses"
            lines.append(f"{who} {verb} {abs(n)} {trait.capitalize()} (now {new['traits'][trait]})")
    return lines


def _cards(who: str, old: Plain, new: Plain, places: dict[str, str], after: Plain) -> list[str]:
    lines = []
    lying = {card: tile["tile"] for tile in after["tiles"] for card in tile["cards"]}
    held = {card for player in after["players"] for card in player["cards"]}
    for card in new["cards"]:
        if card not in old["cards"]:
            giver = places.get(card)
            how = f"gets {card} from {giver}" if giver else f"picks up {card}" if giver == "" else f"draws {card}"
            lines.append(f"{who} {how}")
    for card in old["cards"]:
        if card not in new["cards"] and card not in held:
            lines.append(f"{who} drops {card}" if card in lying else f"{who} discards {card}")
    lines += [f"{who} keeps the event {event}" for event in new["events"] if event not in old["events"]]
    return lines


def _monsters(before: Plain, after: Plain) -> list[str]:
    """Monsters that come, move, are stunned or killed; those that come to one tile together share a line."""
    lines = []
    old = {monster["monster"]: monster for monster in before["monsters"]}
    fresh: dict[tuple[str, str], list[int]] = {}
    for monster in after["monsters"]:
        number = monster["monster"]
        name = f"{monster['kind']} {number}"
        if number not in old:
            fresh.setdefault((monster["kind"], monster["tile"]), []).append(number)
            continue
        if monster["tile"] != old[number]["tile"]:
            lines.append(f"{name} goes to {monster['tile']}")
        if monster["stunned"] != old[number]["stunned"]:
            lines.append(f"{name} is stunned" if monster["stunned"] else f"{name} recovers")
    lines += [
        f"{kind} {', '.join(map(str, numbers))} {'come' if len(numbers) > 1 else 'comes'} to {tile}"
        for (kind, tile), numbers in fresh.items()
    ]
    left = {monster["monster"] for monster in after["monsters"]}
    return lines + [f"{monster['kind']} {number} is killed" for number, monster in old.items() if number not in left]


def _tokens(before: Plain, after: Plain) -> list[str]:
    lines = []
    old = {tile["tile"]: set(tile["tokens"]) for tile in before["tiles"]}
    for tile in after["tiles"]:
        was = old.get(tile["tile"], set())
        lines += [f"a token lies on {tile['tile']}: {_words(token)}" for token in tile["tokens"] if token not in was]
        lines += [f"the token {_words(token)} of {tile['tile']} is gone" for token in sorted(was - set(tile["tokens"]))]
    return lines


def _words(token: str) -> str:
    return token.replace("_", " ")


def points(table: Plain) -> list[tuple[str, ...]]:
    """Table of points at the end: a heading, and a row of texts for each seat."""
    rows = [
        (
            player["side"] or "unknown",
            "dead" if not player["alive"] else "escaped" if player["escaped"] else "alive",
            f"{len(player['cards'])}",
        )
        for player in table["players"]
    ]
    return [("side", "fate", "cards"), *rows]
