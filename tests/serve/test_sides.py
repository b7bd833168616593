"""Browsers of one place: windows of two widths, and several that come at different times."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from fs_env.drawing import draw_view
from fs_env.serve.table.host import WATCHERS
from fs_env.serve.table.viewer import Spoken
from tests.serve.tables import Wire, choose, seated, step


def shown(wire):
    """State of a page after all messages: the size, the parts of the drawing by name, the log."""
    parts, log, size = {}, [], None
    for text in wire.texts:
        message = json.loads(text)
        if message["kind"] != "position":
            continue
        parts = {**({} if message["whole"] else parts), **{part[0]: part[1:] for part in message["parts"]}}
        log, size = [*([] if message["whole"] else log), *message["log"]], message["size"]
    return size, parts, log


@pytest.mark.parametrize(("name", "height"), [("castles_of_caleira", 900), ("four_souls", 900)])
def test_seat__in_windows_of_two_widths(name, height):
    """Each browser has the drawing for its width after every choice, and the same question, choices and log."""

    async def play():
        host, pick = seated(name, 2, {}), random.Random(2)
        wires = [Wire(), Wire(narrow=True), Wire(narrow=True)]
        for wire in wires[:2]:
            host.enter(0, wire)
        for k in range(12):
            step(host, pick.choice(host.table.legal()))
            if k == 5:
                host.enter(0, wires[2])
            viewer = host.table.viewers[0]
            for wire in wires[: 2 + (k >= 5)]:
                drawn = draw_view(name, viewer.view, Spoken(viewer.speech), marked=True, narrow=wire.narrow)
                size, parts, log = shown(wire)
                assert size == [drawn.width, drawn.height]
                assert {part: lines[-1] for part, lines in parts.items()} == {
                    part.name: "".join(part.lines) for part in drawn.parts
                }
                assert log == [list(line) for line in viewer.log]
                assert wire.now["choices"] == wires[0].now["choices"]
        assert (shown(wires[0])[0], shown(wires[1])[0][0]) == ([1200, height], 520)

    asyncio.run(play())


def test_watcher__misses_nothing_when_others_come():
    """A position that became due while another watcher loads the page, or comes, reaches those who were there."""

    async def play():
        host, pick = seated("castles_of_caleira", 2, {}), random.Random(4)
        first, second = Wire(), Wire()
        host.enter(WATCHERS, first)
        for _ in range(4):
            choose(host, pick.choice(host.table.legal()))
        host.whole(WATCHERS)
        host.enter(WATCHERS, second)
        positions = [text for text in first.texts if json.loads(text)["kind"] == "position"]
        assert len(positions) == 2 and shown(first) == shown(second)
        assert shown(first)[2] == [list(line) for line in host.watch.viewer.log] != []

    asyncio.run(play())
