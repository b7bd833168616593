"""Tables restored from storage: after a restart, and when choices are taken back.

Playing on is cheap, looking is not: the lines of a decision are generated again only while they are still in a log.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fs_env.serve.store.table_store import Stored
from fs_env.serve.table.bots import Bots
from fs_env.serve.table.game_table import Table
from fs_env.serve.table.messages import PHRASES
from fs_env.serve.table.viewer import CHAT, Viewer
from fs_env.serve.table.watch import Watch

EVERY = 8  # choices between two copies
Lines = Sequence[tuple[int, str, str, float]]


class Parts(NamedTuple):
    table: Table
    watch: Watch
    bots: Bots


class OtherRules(ValueError): ...


class Past:
    def __init__(self, table: Table) -> None:
        self.game, self.made = table.game, table.made
        self.copies: list[tuple[int, Any]] = [(-1, self.game.clone(table.state))]
        """Choices before each, and the state; -1: before decisions without a choice, too."""

    def note(self, S: Any) -> None:
        """Copies `S[0]` if there were enough choices since the last copy; called before every choice."""
        if len(self.made) >= self.copies[-1][0] + EVERY:
            self.copies.append((len(self.made), self.game.clone(S)))

    def state(self, count: int) -> Any:
        """The state of shape (1,) in which the choice after the first `count` was asked."""
        before, S = next(copy for copy in reversed(self.copies) if copy[0] <= count)
        S = self.game.clone(S)
        for number in range(before + 1, count + 1):
            for _ in self.play(S, number):
                pass
        return S

    def play(self, S: Any, number: int) -> Iterator[None]:
        """Plays on in `S[0]`: the choice after which `number` were created, none for 0, and forced ones; yields after each."""
        if number:
            self.game.step(S, self.made[number - 1].action)
            yield
        while self.game.to_act(S) >= 0 and len(legal := self.game.legal(S)) == 1:
            self.game.step(S, int(legal[0]))
            yield


def restore(stored: Stored) -> Parts:
    table, watch, bots, past = _play(stored)
    for viewer in table.viewers.values():
        viewer.cut = True
    table.look()
    lines = _by_place(stored.lines)
    for viewer in table.viewers.values():
        _tell_again(viewer, past, lines)
    count = watch.due(time.time())
    if count >= 0:
        watch.jump(count, past.state(count))
        watch.viewer.cut = True
        _tell_again(watch.viewer, past, lines)
    for after, kind, text, _ in stored.lines:
        if after > count:
            tell(watch.viewer, kind, text, after)
    if table.forfeited >= 0:
        watch.forfeit(table.forfeited, time.time())
    return Parts(table, watch, bots)


def go_back(stored: Stored, before: Parts, kept: int) -> Parts:
    """The table with fewer choices.

    Args:
        stored: the choices that are left, with all lines.
        before: the table with more choices. Its watch continues unless it has shown more than are left.
        kept: how many of the lines were there before the choices that were taken back.
    """
    table, watch, bots, past = _play(stored)
    left, lines = len(table.made), _by_place(stored.lines[:kept])
    table.look()
    for seat, viewer in table.viewers.items():
        viewer.recall(before.table.viewers[seat], left)
        _tell_again(viewer, past, lines)
    if before.watch.count <= left:
        watch = before.watch
        watch.made = table.made
    else:
        watch.waiting.clear()
        watch.jump(left, table.game.clone(table.state))
        watch.viewer.recall(before.watch.viewer, left)
        _tell_again(watch.viewer, past, lines)
    for after, kind, text, _ in stored.lines[kept:]:
        for viewer in (*table.viewers.values(), watch.viewer):
            tell(viewer, kind, text, after)
    return Parts(table, watch, bots)


def _play(stored: Stored) -> tuple[Table, Watch, Bots, Past]:
    table = Table(stored.setup, stored.seed, look=False)
    watch, bots, past = Watch(table, stored.times[0] if stored.times else time.time()), Bots(table), Past(table)
    for number, (built, at) in enumerate(zip(stored.made, stored.times, strict=True)):
        _play_forced(table)
        if table.asked != built.seat or built.action not in table.legal():
            raise OtherRules(f"table {stored.id} cannot continue: its choice {number} was made with other rules")
        past.note(table.state)
        if bots.remembers(built.seat):
            bots.remember(built.seat, table.state)
        table.play(built.action, automatic=built.automatic)
        watch.add(at)
    _play_forced(table)
    if stored.resigned and table.ends_by_resigning:
        table.forfeited = stored.resigned[0]
    return table, watch, bots, past


def _play_forced(table: Table) -> None:
    while (action := table.forced()) is not None:
        table.play(action)


def _by_place(lines: Lines) -> dict[int, list[tuple[str, str]]]:
    found = defaultdict(list)
    for after, kind, text, _ in lines:
        found[after].append((kind, text))
    return found


def _tell_again(viewer: Viewer, past: Past, lines: Mapping[int, list[tuple[str, str]]]) -> None:
    last = viewer.lacks()
    for before, copied in reversed(past.copies):
        if last is None:
            return
        if before >= last:
            continue
        other = Viewer(viewer.game, viewer.seat, viewer.names)
        S = past.game.clone(copied)
        other.see(S)
        for number in range(before + 1, last + 1):
            for _ in past.play(S, number):
                other.see(S, number)
            for kind, text in lines.get(number, ()):
                tell(other, kind, text, number)
        viewer.put_before(other, begins=before < 0)
        last = before if viewer.short else None


def tell(viewer: Viewer, kind: str, text: str, choices: int) -> None:
    """Adds a line that is no part of the game to a log, with seats as "player_0"; a phrase of the chat is stored as `[seat, phrase]`."""
    if kind == CHAT:
        seat, phrase = json.loads(text)
        text = f"{viewer.names[seat]}: {PHRASES[phrase]}"
    viewer.add_line(kind, text if kind == CHAT else viewer.speech.of(text), choices)
