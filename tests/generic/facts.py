"""Lists of facts put to the test: what a list calls seen changes the observation and the plain data, the rest does not.

A game has a list (`fs_env.core.machine.declare.facts`) and, for each fact, changes of the state that must show, or must not. The changes
are written into positions of played games; a position that lacks what a change needs gets it first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from fs_env.core.machine.declare.facts import Fact
from fs_env.core.machine.run.game import Game


class Change(NamedTuple):
    """A change of a position: the seats that must notice, what the position needs first, and what is changed then."""

    viewers: Iterable[int]
    apply: Callable[[Any], None]
    prepare: Callable[[Any], None] = lambda r: None


class Difference(NamedTuple):
    """Effects of a change on a seat: sections and "section.column" of its observation, paths of its JSON, its text."""

    numbers: set[str]
    paths: set[str]
    text: bool


Live = Callable[[Any], Iterable[Any]]
Changes = Callable[[Any], Iterator[Change]]


def record_of(S: Any) -> Any:
    """The one state of an array, to be written."""
    return S.view(np.ndarray)[0]


def seats(r: Any) -> range:
    """All seats of a position."""
    return range(int(r["n_players"]))


def put(r: Any, name: str, index: Any, value: Any) -> None:
    """Writes one number; a column of a table is named `table.column`."""
    table, _, column = name.partition(".")
    if index == ():
        r[table] = value
    else:
        (r[table][column] if column else r[table])[index] = value


def get(r: Any, name: str, index: Any) -> int:
    """Reads one number."""
    table, _, column = name.partition(".")
    return int((r[table][column] if column else r[table])[index] if index != () else r[table])


def one(r: Any) -> list[Any]:
    """The index of a single number."""
    return [()]


def to(name: str, value: Callable[[Any, int], int], live: Live = one, prepare: Any = None) -> Changes:
    """Changes of a field, one for each live index, to a value made of the position and the old one; seen by every player."""

    def changes(r: Any) -> Iterator[Change]:
        for index in live(r):

            def apply(s: Any, index: Any = index) -> None:
                put(s, name, index, value(s, get(s, name, index)))

            yield Change(seats(r), apply, prepare or (lambda s: None))

    return changes


def bump(name: str, live: Live = one, prepare: Any = None) -> Changes:
    """Changes of a number to one more."""
    return to(name, lambda r, old: old + 1, live, prepare)


def flip(name: str, live: Live = one, prepare: Any = None) -> Changes:
    """Changes of a flag to the other value."""
    return to(name, lambda r, old: 1 - old, live, prepare)


def rotate(name: str, live: Live = one, prepare: Any = None) -> Changes:
    """Changes of a seat to the next one."""
    return to(name, lambda r, old: (old + 1) % int(r["n_players"]), live, prepare)


def only(viewers: Callable[[Any], Iterable[int]], inner: Changes) -> Changes:
    """The same changes, seen by some seats only."""

    def changes(r: Any) -> Iterator[Change]:
        for change in inner(r):
            yield change._replace(viewers=viewers(r))

    return changes


def names_of(schema: Any, places: Any) -> set[str]:
    """Sections, and "section.column", of places of the flat vector."""
    found = set()
    for place in places.tolist():
        section, _, index = schema.index_words(place).rstrip("]").partition("[")
        found |= {section} | {f"{section}.{name}" for name in index.split(", ") if not name.isdigit()}
    return found


def paths_of(a: Any, b: Any, path: str = "") -> Iterator[str]:
    """Where two plain values differ: "players[].coins"."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            inner = f"{path}.{key}" if path else key
            yield from paths_of(a[key], b[key], inner) if key in a and key in b else [inner]
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            yield f"{path}[]"
        for left, right in zip(a, b):
            yield from paths_of(left, right, f"{path}[]")
    elif a != b:
        yield path


def pair_of(game: Game, S: Any, change: Change) -> tuple[Any, Any]:
    """A position, prepared, before and after a change."""
    before = game.clone(S)
    change.prepare(record_of(before))
    after = game.clone(before)
    change.apply(record_of(after))
    assert after.tobytes() != before.tobytes(), "the change changes nothing"
    return before, after


def both_seated(before: Any, after: Any) -> range:
    """The seats of both positions."""
    return range(min(len(seats(record_of(before))), len(seats(record_of(after)))))


def looks(game: Game, S: Any, change: Change) -> Iterator[tuple[int, Any]]:
    """Each seat with the places of its observation that the change alters."""
    before, after = pair_of(game, S, change)
    for player in both_seated(before, after):
        yield player, np.flatnonzero(game.observe(before, player) != game.observe(after, player))


def differences(
    game: Game, S: Any, change: Change, players: Iterable[int] | None = None, text: bool = True
) -> Iterator[tuple[int, Difference]]:
    """Each seat, or some of them, with all that the change alters for it; without `text` words are not looked at."""
    before, after = pair_of(game, S, change)
    for player in players or both_seated(before, after):
        places = np.flatnonzero(game.observe(before, player) != game.observe(after, player))
        (plain, words), (plain_after, words_after) = (
            told(game, position.tobytes(), player, text) for position in (before, after)
        )
        yield player, Difference(names_of(game.schema, places), set(paths_of(plain, plain_after)), words != words_after)


@lru_cache(maxsize=128)
def told(game: Game, data: bytes, player: int, text: bool) -> tuple[Any, str]:
    """The position as a seat is told it in plain data, and in words if wanted; many changes begin at the same position."""
    S = game.new()
    S.view(np.ndarray).view(np.uint8)[:] = np.frombuffer(data, np.uint8)
    return game.to_json(S, player=player), game.text(S, player=player) if text else ""


def is_inside(path: str, places: Iterable[str]) -> bool:
    """Whether a path is one of some places or inside one."""
    return any(path == place or path.startswith((f"{place}.", f"{place}[")) for place in places)


def check_list(fields: Iterable[str], facts: Mapping[str, Fact], schema: Any) -> None:
    """Each field of the state is on the list once, and nothing else is; each has one clear fate, at places that exist."""
    assert sorted(facts) == sorted(fields)
    for name, fact in facts.items():
        assert bool(fact.seen) + bool(fact.derived) <= 1, name
        assert fact.seen or fact.derived or fact.hidden, name
        for place in fact.seen:
            section, _, column = place.partition(".")
            assert not column or schema[section].column(column) >= 0, name
            assert schema[section].size, name


def check_seen(
    game: Game, positions: Iterable[Any], name: str, fact: Fact, changes: Changes, text: bool = True
) -> None:
    """Changing a seen fact changes what those are shown who may know it, at a place that the list names: in the numbers, in
    the plain data, and in the text. Looked at are the first and the last change of each position, by the first and the last
    of their viewers."""
    made = 0
    for S in positions:
        for change in ends(list(changes(record_of(S)))):
            viewers = ends(list(change.viewers))
            changed = dict(differences(game, S, change, viewers, text))
            for player in viewers:
                found, where = changed[player], f"seat {player} in {game.decision_text(S)}"
                in_numbers = found.numbers & set(fact.seen) or not fact.seen
                assert in_numbers, f"{name}: numbers {sorted(found.numbers)} change for {where}"
                shown = any(is_inside(path, fact.json) for path in found.paths)
                assert shown, f"{name}: {sorted(found.paths)} change in JSON for {where}"
                assert found.text or not text, f"{name}: no word changes for {where}"
            made += 1
    assert made, f"{name}: no position had anything to change"


def ends(row: list[Any]) -> list[Any]:
    """The first and the last of a row."""
    return [*row[:1], *row[1:][-1:]]


def check_hidden(game: Game, positions: Iterable[Any], name: str, changes: Changes) -> None:
    """A change shows nothing to seats that are not among its viewers."""
    made = 0
    for S in positions:
        for change in changes(record_of(S)):
            for player, found in differences(game, S, change):
                alike = not (found.numbers or found.paths or found.text)
                assert alike or player in change.viewers, (
                    f"{name}: {found} for seat {player} in {game.decision_text(S)}"
                )
            made += 1
    assert made, f"{name}: no position had anything to change"
