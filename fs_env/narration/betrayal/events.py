"""Log of a seat of Betrayal at Baldur's Gate: the changes from one position to the next, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fs_env.core.betrayal.view.step_facts import step_facts
from fs_env.narration.betrayal.answers import alike, named, offered, offered_drawn
from fs_env.narration.betrayal.map import screen
from fs_env.narration.betrayal.story import MARKS, kept, line_of
from fs_env.narration.betrayal.walks import moves_left, walks
from fs_env.narration.transition import answered, bytes_of

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

Plain = dict[str, Any]
DOINGS = "setup|turn|program|event|discover|enter|leave|damage|end_turn|storm|watch|push|pipes|assault|attack"
LEFT_OUT = re.compile(rf", as \S+ knows it$|^options: .*\n|^  (?:{DOINGS}): (?:who|figure) .*\n", re.MULTILINE)
"""Parts of a position in words that repeat something of the question and the options."""
__all__ = ["alike", "asked", "moves", "offered", "offered_drawn", "points", "screen", "story", "walks"]


def moves(before: Plain, after: Plain, story: Sequence[Plain] | None = None) -> list[str]:
    if story is None:
        begun = _found(before, after) + _haunt(before, after) + _sides(before, after)
        return begun + _changes(before, after, False) + _ending(before, after)
    lines: list[str] = []
    later: list[str] = []
    marks = [k for k, fact in enumerate(story) if fact["what"] == "turn"]
    turn = marks[-1] if marks else len(story)
    for k, fact in enumerate(_with_causes(before, _with_values(before, story))):
        shown = lines if k < turn else later
        if fact["what"] == "haunt":
            shown += _haunt(before, after) + _sides(before, after)
        elif fact["what"] not in MARKS:
            shown.append(line_of(fact))
    if not any(fact["what"] == "haunt" for fact in story):
        lines += _haunt(before, after) + _sides(before, after)
    changes = [line for line in _changes(before, after, True) if line not in lines]
    return lines + changes + _ending(before, after) + later


def _with_values(before: Plain, story: Sequence[Plain]) -> Iterator[Plain]:
    values = {
        (f"player_{p}", trait): value
        for p, player in enumerate(before["players"])
        for trait, value in player["traits"].items()
    }
    for fact in story:
        if fact["what"] == "trait":
            key = fact["who"], fact["trait"]
            yield {**fact, "was": values.get(key)}
            values[key] = fact["now"]
        else:
            yield fact


def _with_causes(before: Plain, story: Iterable[Plain]) -> Iterator[Plain]:
    split, last = before["decision"]["question"] == "split", ""
    for fact in story:
        if "cause" not in fact:
            last = "" if fact["what"] in MARKS else line_of(fact)
            yield fact
            continue
        cause = fact["cause"]
        if split:
            cause, split = _harm(before), False
        yield {**fact, "cause": "" if cause in last else cause}
        last = cause


def _harm(before: Plain) -> str:
    text: Plain = next(iter(before["underway"]), {})
    figure = (before["decision"]["about"] or {}).get("by")
    return named(before, text.get("event") or text.get("of") or figure or "")


def story(game: Game, before: Any, after: Any) -> Sequence[Plain] | None:
    action = answered(game, before, after)
    return None if action is None else step_facts(bytes_of(before), action, bytes_of(after))


def asked(table: Plain, text: str) -> str:
    if table["decision"]["question"] != "turn":
        return text
    moved, most = moves_left(table)
    return f"{text} (no further move)" if table["this_turn"]["stopped"] else f"{text} (moved {moved} of {most})"


def _found(before: Plain, after: Plain) -> list[str]:
    known = {tile["tile"] for tile in before["tiles"]}
    return [f"{tile['tile']} is found in the {tile['level']}" for tile in after["tiles"] if tile["tile"] not in known]


def _events(before: Plain, after: Plain, reported: bool) -> list[str]:
    lines = []
    stored = {event for player in before["players"] for event in player["events"]}
    known = stored | set(before["discarded"]["events"])
    for event in after["discarded"]["events"]:
        if event in stored:
            lines.append(f"{event} is discarded")
        elif event not in known and not reported:
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


def _sides(before: Plain, after: Plain) -> list[str]:
    lines = []
    for p, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        who = f"player_{p}"
        if new["side"] != old["side"] and new["side"] == "traitor":
            lines.append(f"{who} is the traitor" if old["side"] != "hero" else f"{who} turns traitor")
        elif new["side"] != old["side"] and new["side"] == "hero" and old["side"] != "none":
            lines.append(f"{who} is a hero{' again' if old['side'] else ''}")
    return lines


def _changes(before: Plain, after: Plain, reported: bool) -> list[str]:
    lines = []
    places = _places(before)
    for p, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        lines += _player(p, old, new, places, after, reported)
    return lines + _events(before, after, reported) + _monsters(before, after, reported) + _tokens(before, after)


def _ending(before: Plain, after: Plain) -> list[str]:
    lines = []
    if after["haunt"] and before["haunt"] and after["haunt"]["rounds"] > before["haunt"]["rounds"]:
        lines.append(f"round {after['haunt']['rounds']} of the haunt is over")
    if after["winners"] or after["outcome"] != before["outcome"]:
        lines.append(after["decision"]["text"])
    elif after["turn"] != before["turn"]:
        lines.append(f"turn {after['turn']}: the turn of player_{after['turn_player']}")
    return lines


def _places(table: Plain) -> dict[str, str]:
    found = {card: f"player_{p}" for p, player in enumerate(table["players"]) for card in player["cards"]}
    return found | {card: "" for tile in table["tiles"] for card in tile["cards"]}


def _player(p: int, old: Plain, new: Plain, places: dict[str, str], after: Plain, reported: bool) -> list[str]:
    who, lines = f"player_{p}", []
    if old["adventurer"] != new["adventurer"]:
        lines.append(f"{who} plays {new['adventurer']}")
        return lines
    if old["alive"] and not new["alive"]:
        lines.append(f"{who} dies on {old['tile'] or 'no tile'}")
    elif new["escaped"] and not old["escaped"]:
        lines.append(f"{who} leaves the city for good")
    elif new["tile"] != old["tile"] and not reported:
        lines.append(f"{who} comes to {new['tile']}" if new["tile"] else f"{who} is off the map")
    if new["alive"]:
        lines += [] if reported else _traits(who, old, new) + _gains(who, old, new, places)
        lines += _losses(who, old, new, after)
    if new["cursed"] and not old["cursed"]:
        lines.append(f"{who} is cursed: the next roll is 0")
    if new["wards"] != old["wards"]:
        lines.append(f"{who} has {new['wards']} ward{'s' * (new['wards'] != 1)} now")
    if new["inspired"] and not old["inspired"]:
        lines.append(f"{who} gets the token of Bardic Inspiration")
    if new["mark"] != old["mark"] and new["mark"]:
        lines.append(named(after, f"{who} marks {new['mark']}"))
    return lines


def _traits(who: str, old: Plain, new: Plain) -> list[str]:
    lines = []
    for trait, space in new["spaces"].items():
        n = space - old["spaces"][trait]
        if n:
            verb = "gains" if n > 0 else "loses"
            value = new["traits"][trait]
            lines.append(f"{who} {verb} {abs(n)} {trait.capitalize()} ({kept(old['traits'][trait], value)} {value})")
    return lines


def _gains(who: str, old: Plain, new: Plain, places: dict[str, str]) -> list[str]:
    lines = []
    for card in new["cards"]:
        if card not in old["cards"]:
            giver = places.get(card)
            how = f"gets {card} from {giver}" if giver else f"picks up {card}" if giver == "" else f"draws {card}"
            lines.append(f"{who} {how}")
    return lines


def _losses(who: str, old: Plain, new: Plain, after: Plain) -> list[str]:
    lying = {card for tile in after["tiles"] for card in tile["cards"]}
    held = {card for player in after["players"] for card in player["cards"]}
    gone = [card for card in old["cards"] if card not in new["cards"] and card not in held]
    lines = [f"{who} {'drops' if card in lying else 'discards'} {card}" for card in gone]
    return lines + [f"{who} keeps the event {event}" for event in new["events"] if event not in old["events"]]


def _monsters(before: Plain, after: Plain, reported: bool) -> list[str]:
    lines = []
    old = {monster["monster"]: monster for monster in before["monsters"]}
    fresh: dict[tuple[str, str], list[int]] = {}
    for monster in after["monsters"]:
        number = monster["monster"]
        name = f"{monster['kind']} {number}"
        if number not in old:
            fresh.setdefault((monster["kind"], monster["tile"]), []).append(number)
            continue
        if reported:
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
        lines += [f"token placed on {tile['tile']}: {_words(token)}" for token in tile["tokens"] if token not in was]
        lines += [f"token removed from {tile['tile']}: {_words(token)}" for token in sorted(was - set(tile["tokens"]))]
    return lines


def _words(token: str) -> str:
    return token.replace("_", " ")


def points(table: Plain) -> list[tuple[str, ...]]:
    rows = [
        (
            player["side"] or "unknown",
            "dead" if not player["alive"] else "escaped" if player["escaped"] else "alive",
            f"{len(player['cards'])}",
        )
        for player in table["players"]
    ]
    return [("side", "fate", "cards"), *rows]


def standing(table: Plain) -> list[tuple[str, ...]]:
    """Numbers by which positions are compared, in the form of `points`: the four traits together, 0 for the dead, and cards."""
    rows = [
        (f"{sum(player['traits'].values()) if player['alive'] else 0}", f"{len(player['cards'])}")
        for player in table["players"]
    ]
    return [("points of traits", "cards"), *rows]
