"""The table as text, for a reader: everything that `view.plain.to_json` has, in lines."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.view.plain import to_json as to_json
from fs_env.core.betrayal.view.words import decision_text as decision_text

Plain = dict[str, Any]


def text(record: Any, player: int | None) -> str:
    """The table as text: what is asked, the turn, the haunt, players, monsters, the map, the stacks."""
    shown = to_json(record, player)
    reader = "everything shown" if player is None else f"as player_{player} knows it"
    left = shown["decisions_left"]
    lines = [f"Betrayal at Baldur's Gate, turn {shown['turn']}, {reader}", shown["decision"]["text"]]
    frames = [shown["decision"]["about"], *shown["underway"]] if shown["decision"]["about"] else []
    lines += [f"  {frame_line(frame)}" for frame in frames]
    lines.append(f"options: {listed(f'{k} {v}' for k, v in shown['options'].items())}; {left} decisions left")
    lines += turn_lines(shown) + haunt_lines(shown)
    lines += [player_line(p, seat) for p, seat in enumerate(shown["players"])]
    for monster in shown["monsters"]:
        stunned = ", stunned" if monster["stunned"] else ""
        roll = f", may move {monster['speed']} spaces" if monster["speed"] is not None else ""
        lines.append(f"monster {monster['monster']}, {monster['kind']}: {monster['tile']}{stunned}{roll}")
    lines += [tile_line(tile) for tile in shown["tiles"]] + stack_lines(shown)
    return "\n".join(lines)


def listed(words: Any) -> str:
    return ", ".join(words)


def frame_line(frame: Plain) -> str:
    facts = (f"{name} {listed(map(str, value)) if isinstance(value, list) else value}" for name, value in frame.items())
    return f"{frame['doing']}: " + listed(fact for fact in list(facts)[1:] if not fact.endswith(" None"))


def turn_lines(shown: Plain) -> list[str]:
    turn = shown["this_turn"]
    words = [f"moved {turn['moved']}"]
    words += ["may move no more"] * turn["stopped"] + ["may move 1 space"] * turn["slowed"] + ["ends"] * turn["ends"]
    words += ["the demon strikes"] * turn["demon"]
    words += ["has tried the chest"] * turn["chest_tried"] + [f"has tried task {k}" for k in turn["tasks_tried"]]
    words += [f"has left {tile}" for tile in turn["left"]] + [f"has used {card}" for card in turn["used_cards"]]
    drawn = [f"drawn: {listed(shown['drawn'])}"] if shown["drawn"] else []
    return [f"turn of player_{shown['turn_player']}: {listed(words)}", *drawn]


def haunt_lines(shown: Plain) -> list[str]:
    lines = [f"omens: {shown['omens']}", f"tokens on the Deck of Many Things: {shown['fate']}"]
    lines += [f"a haunt roll is owed for {due['omen']}, drawn on {due['tile']}" for due in shown["due"]]
    if shown["haunt"]:
        haunt = shown["haunt"]
        begun = ", begun in this turn" if haunt["begun_this_turn"] else ""
        lines.append(f"haunt {haunt['number']}, {haunt['name']}, round {haunt['rounds'] + 1}{begun}")
        lines += [f"the first traitor is player_{shown['traitor']}"] if shown["traitor"] is not None else []
        heroes, traitor = shown["marks"]
        lines.append(f"revealed by player_{shown['revealer']}; quest tokens: heroes {heroes}, traitor {traitor}")
    return lines + shown["pages"]


def player_line(p: int, seat: Plain) -> str:
    traits = listed(f"{name} {number} (space {seat['spaces'][name]})" for name, number in seat["traits"].items())
    where = seat["tile"] or ("escaped" if seat["escaped"] else "off the map" if seat["alive"] else "dead")
    side = f", {seat['side']}" if seat["side"] and seat["side"] != "none" else ""
    known = "" if seat["side_open"] else ", not known to all"
    gained = [f"{card} gave {n} {trait}" for card, got in seat["gained"].items() for trait, n in got.items()]
    signs = {
        "cursed": "the next roll is 0",
        "slow_next_turn": "1 space in the next turn",
        "attacked": "has attacked",
        "used_power": "has used the power",
        "used_wild_shape": "has used Wild Shape",
        "used_figurine": "has used the Figurine of Wondrous Power",
        "used_flask": "has used the Iron Flask",
        "inspired": "inspired",
        "infected": "infected by the Wererat Bite",
    }
    words = [*seat["cards"], *seat["events"], *gained, *(sign for name, sign in signs.items() if seat[name])]
    words += [f"{seat['wards']} wards"] if seat["wards"] else []
    words += [f"{seat['healing_tokens']} Healing Word tokens"] if seat["healing_tokens"] is not None else []
    words += ["comes back unharmed"] if seat["away"] == "unharmed" else []
    words += [f"has marked {seat['mark']}"] if seat["mark"] else []
    words += [f"rolled {seat['loom']} for the Sound of Looming Doom"] if seat["loom"] else []
    return f"player_{p}, {seat['adventurer'] or 'no adventurer yet'}{side}{known}: {where}; {traits}{f'; {listed(words)}' if words else ''}"


def tile_line(tile: Plain) -> str:
    doors = listed(f"{side} {door}" for side, door in tile["doors"].items())
    things = [*tile["tokens"], *tile["cards"], *["new"] * tile["new"]]
    things += [f"its gift taken by player_{p}" for p in tile["used_by"]]
    return f"  {tile['level']} ({tile['x']}, {tile['y']}) {tile['tile']}: {doors}{''.join(f'; {x}' for x in things)}"


def stack_lines(shown: Plain) -> list[str]:
    lines = [f"left in the stacks: {listed(f'{name} {n}' for name, n in shown['decks'].items())}"]
    lines += [f"discarded {name}: {listed(cards)}" for name, cards in shown["discarded"].items() if cards]
    if shown["laying"]:
        laying = shown["laying"]
        lines.append(f"{laying['tile']} is laid in the {laying['level']} at ({laying['x']}, {laying['y']})")
    return lines + [
        f"{card} is among the top {n} events" if n > 1 else f"{card} is the top event"
        for card, n in shown["known_events"].items()
    ]
