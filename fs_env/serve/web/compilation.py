"""`Compilation`: compiles the games of a server while it serves. Games not on disk are compiled in separate processes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.agents import usual_bot
from fs_env.core.machine.compile.disk_cache import NotKept, only_kept
from fs_env.registry.games import load_game, manifest_of

LOGGER = logging.getLogger("fs_env.serve")
BEHIND, WANTED, LAST = 10, 5, 19
"""Niceness of a process that compiles, of one that somebody waits for, and of the others meanwhile."""
WHY_LENGTH = 300  # letters of an error that a page shows
COMPILE = ("-m", "fs_env.cli.compiling")


class NotReady(Exception):
    """A game cannot be played yet; its only argument is the id."""


@dataclass
class State:
    """How far a game is: `share` of the compiling is done; `why` it cannot be compiled, "" otherwise."""

    ready: bool = False
    share: float = 0.0
    begun: bool = False
    why: str = ""

    @property
    def words(self) -> str:
        if self.ready:
            return ""
        if self.why:
            return f"This game cannot be compiled: {self.why}."
        return f"Compiling, {100 * self.share:.0f} %" if self.begun else "Waits for its turn"


class Compilation:
    """Compiles the games of a server, id -> argument of `load_game` in another process, in their order."""

    def __init__(self, games: Mapping[str, str]) -> None:
        self.places = dict(games)
        self.states = {game: State() for game in games}
        self._waiting: list[str] = []
        self._running: dict[str, asyncio.subprocess.Process] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._queue: asyncio.Task[None] | None = None
        self._compiled: list[str] = []

    async def open(self) -> None:
        """Begins: first with what is on disk, then one game after the other is compiled."""
        self._waiting = list(self.places)
        self._queue = asyncio.create_task(self._work())

    async def close(self) -> None:
        tasks = [task for task in (self._queue, *self._tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def need(self, game: str) -> None:
        """Moves a requested game to the front, and retries one that failed. Raises `NotReady` until it can be played."""
        state = self.states.setdefault(game, State())
        if state.ready:
            return
        self.places.setdefault(game, game)
        if game not in self._tasks or self._tasks[game].done():
            if game in self._waiting:
                self._waiting.remove(game)
            self._begin(game, WANTED)
        for other, process in self._running.items():
            if other != game:
                _slow_down(process)
        raise NotReady(game)

    def progress(self) -> dict[str, dict[str, Any]]:
        return {
            game: {
                "ready": state.ready,
                "share": round(state.share, 3),
                "words": state.words,
                "failed": bool(state.why),
                "title": manifest_of(game).title,
            }
            for game, state in self.states.items()
        }

    async def _work(self) -> None:
        for game in self.places:
            with contextlib.suppress(Exception):  # it is raised again, and reported, when the game has its turn
                if await self._load(game, only=True) and game in self._waiting:
                    self._waiting.remove(game)
        while self._waiting:
            await asyncio.wait([self._begin(self._waiting.pop(0), BEHIND)])
        for game in self._compiled:
            with contextlib.suppress(Exception):  # a bot that has to be compiled when it is asked comes late then
                await self._compile(game, State(), LAST, "bots")

    def _begin(self, game: str, niceness: int) -> asyncio.Task[None]:
        self.states[game] = State(begun=True)
        self._tasks[game] = asyncio.create_task(self._prepare(game, niceness))
        return self._tasks[game]

    async def _prepare(self, game: str, niceness: int) -> None:
        state = self.states[game]
        try:
            if not await self._load(game, only=True):
                await self._compile(game, state, niceness)
                await self._load(game)
                self._compiled.append(game)
        except Exception as error:
            text = " ".join(str(error).split())[:WHY_LENGTH].rstrip(".") or type(error).__name__
            LOGGER.error("%s cannot be prepared: %s", game, text)
            self.states[game] = State(why=text)

    async def _compile(self, game: str, state: State, niceness: int, *more: str) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *COMPILE, self.places[game], str(niceness), *more),
            stdin=asyncio.subprocess.PIPE,  # it ends when this is closed, as it is when the server is killed
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL if more else None,  # the terminal of the server
            process_group=0 if os.name == "posix" else None,  # Ctrl-C is for the server
        )
        self._running[game], why = process, ""
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                text = line.decode().strip()
                if text.startswith("!"):
                    why = text[1:]
                else:
                    with contextlib.suppress(ValueError):
                        state.share = max(state.share, float(text))
            status = await process.wait()
        finally:
            del self._running[game]
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if status:
            raise RuntimeError(why or f"the process that compiles ended with status {status}")

    async def _load(self, game: str, only: bool = False) -> bool:
        if not await asyncio.to_thread(_loaded, game, only):
            return False
        gc.freeze()  # what is there by now stays: looking through it again would hold up all tables
        self.states[game] = State(ready=True, share=1.0)
        return True


def _loaded(name: str, only: bool) -> bool:
    game = load_game(name)
    try:
        with only_kept() if only else contextlib.nullcontext():
            game.warm()
            policy = policy_of(load_agent(usual_bot(name), game))
            if policy is not None:
                policy.address  # noqa: B018  (compiled when it is asked for)
    except NotKept:
        return False
    return True


def _slow_down(process: asyncio.subprocess.Process) -> None:
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PGRP, process.pid, LAST)
