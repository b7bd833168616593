"""Events on the table of Betrayal at Baldur's Gate in words: dice with what they needed, draws, damage, in their order."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fs_env.core.betrayal.language.codes import Who
from fs_env.core.betrayal.language.words import english
from fs_env.core.betrayal.tables import EVENTS
from fs_env.core.betrayal.view.cards import WHOM, sentences

Plain = dict[str, Any]
MARKS = ("turn", "haunt")  # facts that are derived from the positions


def line_of(fact: Plain) -> str:
    """A fact of `core.betrayal.view.step_facts` as a line, with seats as "player_0"."""
    return LINES[fact["what"]](fact)


def dice(made: list[int], result: int) -> str:
    more = result - sum(made)
    return f"({' '.join(map(str, made)) or 'no dice'}{f', {more:+d}' if more else ''})"


def outcome(fact: Plain) -> str:
    """Effect of a result, with the numbers that it needed; nothing while something may change it."""
    if fact["span"] is None:
        return ""
    if fact["task"]:
        return f"; done: {quoted(fact['does'])}" if fact["does"] != "nothing" else "; not done"
    return f"; {fact['span']}: {quoted(fact['does'])}"


def quoted(text: str) -> str:
    """Words of a card: who is "you" in them is the one that it happens to."""
    return text if text == "nothing" else f"\N{LEFT DOUBLE QUOTATION MARK}{text}\N{RIGHT DOUBLE QUOTATION MARK}"


@lru_cache(maxsize=256)
def event_words(name: str) -> str:
    event = next(event for event in EVENTS if event.name == name)
    return sentences([f"{WHOM[Who(event.who)]}{english(event.text)}", *filter(None, [event.special])])


def found(fact: Plain) -> str:
    tile = f"{fact['tile']} in the {fact['level']}"
    return f"{fact['who']} finds {tile}" if fact["who"] else f"{fact['tile']} is found in the {fact['level']}"


def stands(fact: Plain) -> str:
    return f"{fact['who']} comes to {fact['tile']}" if fact["tile"] else f"{fact['who']} is off the map"


def trait(fact: Plain) -> str:
    verb = "gains" if fact["by"] > 0 else "loses"
    value = f"{kept(fact.get('was'), fact['now'])} {fact['now']}"
    return (
        f"{fact['who']} {verb} {abs(fact['by'])} {fact['trait'].capitalize()}{caused(fact, verb == 'gains')} ({value})"
    )


def caused(fact: Plain, more: bool) -> str:
    """The cause of a change of a trait, with a space before it; "" where the line before names it."""
    return f" {'from' if more else 'to'} {fact['cause']}" if fact["cause"] else ""


def kept(was: int | None, now: int) -> str:
    """The words for the value of a trait after its clip has moved: two spaces of a track can have the same number."""
    return "still" if was == now else "now"


def takes(fact: Plain) -> str:
    return f"{fact['who']} {fact['how']} {fact['card']}" + (f" from {fact['giver']}" if fact["giver"] else "")


def event(fact: Plain) -> str:
    if fact["again"]:
        return f"{fact['who']} faces the event {fact['event']} again"
    return f"{fact['who']} draws the event {fact['event']}: {quoted(event_words(fact['event']))}"


def roll(fact: Plain) -> str:
    trait = f" with {fact['trait'].capitalize()}" if fact["trait"] else ""
    rolled = f"rolls {fact['result']}{trait} {dice(fact['dice'], fact['result'])}"
    task = fact.get("task")
    why = f" to {task}, {fact['needs']}+ needed" if task else f" for {fact['why']}" if fact["why"] else ""
    return f"{fact['who'] or 'the table'} {rolled}{why}{outcome(fact) if 'span' in fact else ''}"


def attack(fact: Plain) -> str:
    means = fact["card"] or fact["trait"].capitalize()
    manner = "".join(f", {words}" for words in fact["manner"])
    return (
        f"{fact['who']} attacks {fact['figure']} with {means}{manner}: {fact['result']} {dice(fact['dice'], fact['result'])} "
        f"against {fact['defence']} {dice(fact['against'], fact['defence'])}, {difference(fact)}"
    )


def difference(fact: Plain) -> str:
    n = fact["result"] - fact["defence"]
    return f"won by {n}" if n > 0 else f"lost by {-n}" if n else "a tie"


def assault(fact: Plain) -> str:
    return (
        f"{fact['by']} attacks {fact['who']} with {fact['trait'].capitalize()}: {fact['result']} "
        f"{dice(fact['dice'], fact['result'])} against {fact['defence']} {dice(fact['against'], fact['defence'])}, {difference(fact)}"
    )


def haunt_roll(fact: Plain) -> str:
    begins = "enough" if fact["begins"] else "no haunt yet"
    if fact["dice"] is None:
        return f"{fact['who']} has drawn the last omen, which needs no haunt roll"
    return f"{fact['who']} makes a haunt roll: {fact['result']} {dice(fact['dice'], fact['result'])}, {fact['needs']}+ needed; {begins}"


LINES: dict[str, Callable[[Plain], str]] = {
    "found": found,
    "stands": stands,
    "trait": trait,
    "takes": takes,
    "event": event,
    "roll": roll,
    "outcome": lambda fact: f"{fact['who']} has {fact['result']} for {fact['task'] or fact['why']}{outcome(fact)}",
    "attack": attack,
    "assault": assault,
    "haunt_roll": haunt_roll,
    "damage": lambda fact: f"{fact['who']} takes {fact['n']} {fact['harm']} damage{caused(fact, True)}",
    "goes": lambda fact: f"{fact['who']} goes to {fact['tile']}",
    "stunned": lambda fact: f"{fact['who']} {'is stunned' if fact['now'] else 'recovers'}",
    "speed": lambda fact: (
        f"each {fact['who']} may move {fact['spaces']} space{'' if fact['spaces'] == 1 else 's'} "
        f"{dice(fact['dice'], fact['spaces'])}"
    ),
    "uses": lambda fact: f"{fact['who']} uses {fact['thing']}",
    "ignores": lambda fact: f"{fact['who']} ignores the event {fact['event']}",
    "freed": lambda fact: f"{fact['who']} is freed from the event {fact['event']}",
    "drops": lambda fact: f"{fact['who']} drops {fact['card']}",
    "offers": lambda fact: f"{fact['who']} offers {fact['card']}",
}
"""Kind of a fact -> its line."""
