"""Few frames while others play: what is joined, what comes at once, and that nothing is lost."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from fs_env.serve.table import frames
from fs_env.serve.table.host import Host
from tests.serve.tables import Wire, seated
from tests.serve.test_sides import shown

LONG, SHORT = 3600.0, 0.01  # seconds


def blinks(patch: pytest.MonkeyPatch, seconds: float) -> None:
    for name in ("BLINK", "QUIET"):
        patch.setattr(frames, name, seconds)


def play_round(host: Host, pick: random.Random) -> int:
    """Plays until seat 0 is asked or the game is over; returns how many decisions that took."""
    table, decisions = host.table, 0
    while not table.over and (decisions == 0 or host._answer is None or table.asked != 0):
        passing = host._passing(table.asked)
        host._take(pick.choice(table.legal()) if passing is None else passing, automatic=passing is not None)
        decisions += 1
    return decisions


def test_round__of_four_players_is_few_frames(monkeypatch):
    """In a round a seat gets one frame for its own answer and one for its next question, which shows everything that happened between."""
    blinks(monkeypatch, LONG)

    async def play() -> tuple[int, int, int]:
        host, pick, decisions, rounds = seated("four_souls", 4, {}), random.Random(3), 0, 0
        here = Wire()
        host._expect()
        host.enter(0, here)
        while decisions < 200 and not host.table.over:
            decisions += play_round(host, pick)
            rounds += 1
            assert (here.now["mine"] or here.now["over"]) and here.now["number"] == host.table.number
            late = Wire()
            host.enter(0, late)
            assert shown(here) == shown(late) and here.now["choices"] == late.now["choices"]
            host.leave(0, late)
        await host.close()
        return sum(json.loads(text)["kind"] == "position" for text in here.texts), decisions, rounds

    frames_sent, decisions, rounds = asyncio.run(play())
    assert frames_sent <= 2 * rounds + 1 and 5 * frames_sent <= decisions


def test_frame__that_waits_is_sent_by_itself(monkeypatch):
    """What others do is shown soon without any further decision, and once."""
    blinks(monkeypatch, SHORT)

    async def play() -> None:
        host, pick, wire = seated("four_souls", 3, {}), random.Random(1), Wire()
        host._expect()
        host.enter(0, wire)
        while host.table.asked == 0 or host.table.forced() is not None:
            host._take(pick.choice(host.table.legal()))
        await asyncio.sleep(3 * SHORT)
        before = len(wire.texts)
        host._take(host.table.legal()[-1])
        assert host.table.asked == 0 or len(wire.texts) == before or json.loads(wire.texts[-1])["log"]
        await asyncio.sleep(10 * SHORT)
        assert wire.now["number"] == host.table.number and len(wire.texts) == before + 1
        await asyncio.sleep(3 * SHORT)
        assert len(wire.texts) == before + 1
        await host.close()

    asyncio.run(play())
