"""`Host`: runs one table. It asks people and bots in turn, stores every choice before it counts, and sends it to all browsers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Collection
from functools import partial
from typing import Any

from fs_env.drawing.part import drawing_of
from fs_env.narration.stops import KEEP_PASSING, passing_rule
from fs_env.serve.guard.limits import Bucket, Limits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.setup import NO_HINTS, seat_again
from fs_env.serve.store.table_store import Made, Store, Stored
from fs_env.serve.table.browsers import Browser, Side, sides_of
from fs_env.serve.table.frames import Frames
from fs_env.serve.table.hints import advice
from fs_env.serve.table.messages import Ask, Ended, Stream, packed, refused, stalled
from fs_env.serve.table.pace import Pace
from fs_env.serve.table.presence import LOOK_SECONDS, Presence
from fs_env.serve.table.restoring import Parts, go_back, tell
from fs_env.serve.table.retrying import Answer, StoreRetry
from fs_env.serve.table.viewer import CHAT, NOTE, WIDE

WATCHERS = -1  # instead of a seat
LOGGER = logging.getLogger("fs_env.serve")
STANDS = "The server has an error and stopped this game. All choices so far are stored."
SLEEP = 0.05  # seconds, the least between two pictures for watchers


class Host:
    """One table with its browsers.

    Args:
        stored: the table.
        parts: from `restore`.
        store: where choices go.
        pools: of the threads in which bots think.
        limits: of the server.
        owner: address of who made the table, or brought it back; all its tables share what one owner may use of threads.
    """

    def __init__(
        self, stored: Stored, parts: Parts, store: Store, pools: ThreadPools, limits: Limits, owner: str = ""
    ) -> None:
        self.id, self.setup = stored.id, stored.setup
        self.tokens, self.watch_token = stored.tokens, stored.watch
        self.table, self.watch, self.bots = parts
        self.stops = dict(stored.stops)
        self.store, self.pools, self.limits, self.owner = store, pools, limits, owner
        self.sides = sides_of({**self.table.viewers, WATCHERS: self.watch.viewer})
        self.looked = time.monotonic()
        self.retry = StoreRetry(self._tell)
        self.pace = Pace(stored.setup, self.looking, self._tell_seat)
        self.presence = Presence(stored.setup, stored.resigned, self.looking)
        self._phrases = {seat: Bucket(limits.phrases_per_second, 5, self.looked) for seat in self.table.viewers}
        self._lines = len(stored.lines)
        self.frames = Frames(self._send_changes)
        self.hinting: dict[int, asyncio.Task[None]] = {}
        self.follower: Stored | None = None
        """The table at which the same people play again."""
        self._offered_by = WATCHERS
        self.offering = asyncio.Lock()
        """Held while that table is created."""
        self._answer: asyncio.Future[Answer] | None = None
        self._next = 0.0  # when bots among themselves may continue
        self._frames = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._frames.set()
        self._expect()
        self._tasks = [asyncio.create_task(self._play()), asyncio.create_task(self._show_watchers())]
        if len(self.setup.people) > 1:
            self._tasks.append(asyncio.create_task(self._follow_people()))
        for task in self._tasks:
            task.add_done_callback(self._stopped)

    def _stopped(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            fault = None if isinstance(error, ValueError) else error  # the file cannot be written: its message says all
            LOGGER.error("table %d stopped: %s", self.id, error, exc_info=fault)
            self.retry.message = STANDS
            self._tell(STANDS)

    def _tell(self, words: str) -> None:
        for sides in self.sides.values():
            for side in sides.values():
                side.send(stalled(words))

    def _tell_seat(self, seat: int, message: dict[str, Any]) -> None:
        for side in self.sides[seat].values():
            side.send(message)

    async def close(self) -> None:
        tasks = [*self._tasks, *self.hinting.values()]
        for task in tasks:
            task.cancel()
        for seat in self.table.viewers:
            self.frames.drop(seat)
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def idle(self) -> float:
        return 0.0 if any(map(self.looking, self.sides)) else time.monotonic() - self.looked

    def looking(self, place: int) -> int:
        return sum(len(side.browsers) for side in self.sides[place].values())

    # Browsers.

    def enter(self, place: int, browser: Browser) -> None:
        sides = self.sides[place]
        side = sides.setdefault(browser.shape, Side(Stream(sides[WIDE].stream.viewer, browser.shape)))
        message = self.whole(place, side)
        side.browsers.add(browser)
        browser.send(packed(message))
        if self.retry.message:
            browser.send(packed(stalled(self.retry.message)))
        if (offer := self._offer_to(place)) is not None:
            browser.send(packed(offer))
        if place != WATCHERS and (len(self.setup.people) > 1 or self.presence.resigned):
            browser.send(packed(self.presence.shown()))

    def leave(self, place: int, browser: Browser) -> None:
        sides = self.sides[place]
        sides[browser.shape].browsers.discard(browser)
        if browser.shape != WIDE and not sides[browser.shape].browsers:
            del sides[browser.shape]
        if place != WATCHERS:
            self.presence.left(place)
        self.looked = time.monotonic()

    def whole(self, place: int, side: Side | None = None) -> dict[str, Any]:
        """The message for a browser that has seen nothing; it may join a side, which is first sent what it has not seen yet."""
        if place == WATCHERS:
            now = time.time()
            self.watch.advance(now)
            if not self.watch.seen:
                return {"kind": "waiting", "seconds": self.watch.delay, "left": self.watch.left(now)}
        ask, ended = self._shown(place)
        if side is not None and side.stream.behind:
            side.send_changes(ask, ended)
        message = (side or self.sides[place][WIDE]).stream.full(ask, ended, begin=side is not None)
        if place == WATCHERS:
            return message
        return {**message, "stops": list(self.stops[place]), "pace": self.pace.shown(place)}

    def offer(self, follower: Stored, seat: int) -> None:
        self.follower, self._offered_by = follower, seat
        for place in self.sides:
            self._send_offer(place)

    def _offer_to(self, place: int) -> dict[str, Any] | None:
        stored = self.follower
        if stored is None or (place == WATCHERS and self.watch.ended is None):
            return None
        path = f"/watch/{stored.watch}" if place == WATCHERS else self.next_path(place)
        viewer = self.watch.viewer if place == WATCHERS else self.table.viewers[place]
        return {"kind": "again", "by": viewer.names[self._offered_by], "path": path}

    def next_path(self, seat: int) -> str:
        if self.follower is None:
            raise RuntimeError("no other game was offered: call offer first")
        return f"/seat/{self.follower.tokens[seat_again(self.setup, seat)]}"

    def _send_offer(self, place: int) -> None:
        if (offer := self._offer_to(place)) is not None:
            for side in self.sides[place].values():
                side.send(offer)

    def ask(self, seat: int) -> Ask:
        table = self.table
        if table.asked != seat or not self._person_plays(seat) or self._passing(seat) is not None:
            return Ask()
        choices = table.offer(seat)
        far = [(action, walk.words, "", [walk.place]) for action, walk in table.walks(seat).items()]
        undo = bool(choices) and self.setup.undo and table.back_to(seat) is not None
        return Ask(choices, undo, far, bool(choices) and self._passing(seat, ()) is not None)

    def send_all(self) -> None:
        for seat in self.table.viewers:
            if self.looking(seat):
                self.frames.send(seat)

    def _shown(self, place: int) -> tuple[Ask, Ended | None]:
        return (Ask(), self.watch.ended) if place == WATCHERS else (self.ask(place), self.table.ended())

    def _send_changes(self, place: int) -> None:
        ask, ended = self._shown(place)
        for side in self.sides[place].values():
            side.send_changes(ask, ended)

    # What browsers say.

    def hear(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        """Takes a message of a seat, from `messages.read_message`; ValueError with the reason if it is refused."""
        takes = {"answer": self._choose, "stops": self._stops, "undo": self._undo, "say": self._say, "hint": self._hint}
        takes |= {"pace": self.pace.wish, "next": self.pace.go_on, "resign": self._resign}
        takes |= {"piles": self._piles, "why": self._why, "keep_passing": self._keep_passing}
        self._sign(seat)
        if message["do"] != "here":  # only a sign
            takes[message["do"]](seat, message, browser)

    def _waits_for(self, seat: int, number: int) -> asyncio.Future[Answer]:
        table, waiting = self.table, self._answer
        if table.over:
            raise ValueError("the game is over")
        if table.asked != seat or table.number != number or waiting is None or waiting.done():
            raise ValueError("this question is no longer pending")
        return waiting

    def _choose(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        waiting = self._waits_for(seat, message["number"])
        table, walk = self.table, self.table.walks(seat).get(message["action"])
        action = message["action"] if walk is None else table.first_step(walk)
        if action not in table.legal():
            raise ValueError("this cannot be chosen now")
        table.viewers[seat].narrator.steps, table.viewers[seat].passed_turn = () if walk is None else walk.steps, -1
        waiting.set_result(Answer(action))

    def _keep_passing(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        waiting, passing = self._waits_for(seat, message["number"]), self._passing(seat, ())
        if passing is None:
            raise ValueError("this question cannot be passed")
        self.table.viewers[seat].passed_turn = self.table.viewers[seat].now.turn
        waiting.set_result(Answer(passing))

    def _stops(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        try:
            self.store.stop_at(self.id, seat, message["stops"])
        except CannotStore:
            browser.send(packed({"kind": "stops", "stops": self.stops[seat]}))
            raise
        self.stops[seat], self.table.viewers[seat].passed_turn = message["stops"], -1
        waiting = self._answer
        if waiting is None:  # what would have been passed after a pause may be asked now
            self._expect()
            if self._answer is not None:
                self.send_all()
                self.pace.go_on(seat, message, browser)
        elif self.table.asked == seat and not waiting.done():
            passing = self._passing(seat)
            if passing is not None:
                waiting.set_result(Answer(passing, automatic=True))
        self._tell_seat(seat, {"kind": "stops", "stops": message["stops"]})

    def _undo(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        waiting, left = self._waits_for(seat, message["number"]), self.table.back_to(seat)
        if not self.setup.undo or left is None:
            raise ValueError("this table has no undo")
        if self._lines >= self.limits.table_lines:
            raise ValueError("too many choices were taken back")
        waiting.set_result(Answer(back_to=left))

    def _say(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        if len(self.setup.people) < 2:
            raise ValueError("this table has no chat")
        if not self._phrases[seat].take(time.monotonic()) or self._lines >= self.limits.table_lines:
            raise ValueError("too many messages: wait a moment")
        self.post_line(CHAT, json.dumps([seat, message["phrase"]]))

    def _piles(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        piles = drawing_of(self.setup.game).piles
        browser.send(packed({"kind": "piles", "piles": piles(self.table.viewers[seat].view) if piles else []}))

    def _why(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        if self.table.over:
            raise ValueError("the game is over")
        why = self.table.viewers[seat].why(message["place"])
        browser.send(packed({"kind": "why", "place": message["place"], "why": why}))

    def _hint(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        if self.setup.hints == NO_HINTS:
            raise ValueError("this table has no hints")
        self._waits_for(seat, message["number"])
        if seat not in self.hinting:
            self.hinting[seat] = asyncio.create_task(self._advise(seat))

    async def _advise(self, seat: int) -> None:
        table, spec, number = self.table, self.setup.hints, self.table.number
        try:
            found = await advice(self.pools, spec, table, seat, self.limits.bot_seconds, self.owner)
        except Exception as error:
            LOGGER.warning("table %d: the hint of %r failed: %s", self.id, spec, error)
            self._tell_seat(seat, refused("the bot that gives hints has failed"))
            return
        finally:
            if self.hinting.get(seat) is asyncio.current_task():
                del self.hinting[seat]
        if self.table is table and table.number == number:
            offer, speech = table.offer(seat), table.viewers[seat].speech
            self._tell_seat(seat, found.message(number, offer, spec, speech))

    def _drop_hints(self) -> None:
        while self.hinting:
            self.hinting.popitem()[1].cancel()

    def post_line(self, kind: str, text: str) -> None:
        choices = len(self.table.made)
        self.store.add_line(self.id, choices, kind, text, time.time())
        self._lines += 1
        for viewer in (*self.table.viewers.values(), self.watch.viewer):
            tell(viewer, kind, text, choices)
        self.send_all()
        self._frames.set()

    # People who come and go.

    def _person_plays(self, seat: int) -> bool:
        return seat in self.table.viewers and not self.presence.bot_plays(seat)

    def _resign(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        if self.table.over or seat in self.presence.resigned:
            raise ValueError("the game is over" if self.table.over else "this seat has resigned")
        self.store.resign(self.id, seat)
        self.presence.resigned.add(seat)
        ends = self.table.ends_by_resigning
        if ends:
            self._forfeit(seat)
            self.pace.go_on(seat, message, browser)
        self._people_changed([f"player_{seat} resigns{'' if ends else ': a bot plays on'}"])
        self._frames.set()

    def _forfeit(self, seat: int) -> None:
        self._drop_hints()
        self.table.forfeit(seat)
        self.watch.forfeit(seat, time.time())

    def _sign(self, seat: int) -> None:
        was_away = seat in self.presence.away
        back = self.presence.sign(seat)
        if back and self.table.asked == seat:
            self._expect()
        if was_away:
            self._people_changed([f"player_{seat} is back"] if back else [])

    async def _follow_people(self) -> None:
        while not self.table.over:
            await asyncio.sleep(LOOK_SECONDS)
            before = self.presence.shown()
            seats = self.presence.update(self.table.asked)
            if before != self.presence.shown():
                self._people_changed([f"player_{seat} is away: a bot plays" for seat in seats])

    def _people_changed(self, notes: list[str]) -> None:
        for seat in self.table.viewers:  # watchers are late
            self._tell_seat(seat, self.presence.shown())
        for note in notes if self._lines < self.limits.table_lines else ():
            with contextlib.suppress(CannotStore):  # the line is lost
                self.post_line(NOTE, note)
        waiting = self._answer
        if waiting is not None and not waiting.done() and not self._person_plays(self.table.asked):
            waiting.set_result(Answer())
        self.send_all()

    # The game.

    def _passing(self, seat: int, stops: Collection[str] | None = None) -> int | None:
        viewer = self.table.viewers[seat]
        if stops is None:
            stops = KEEP_PASSING if viewer.passed_turn == viewer.now.turn else self.stops[seat]
        action = viewer.narrator.automatic(passing_rule(self.table.game, stops))
        return action if action >= 0 else None

    async def _play(self) -> None:
        while not self.table.over:
            action, seat = self.table.forced(), self.table.asked
            asks = self._person_plays(seat)
            if action is not None and not self.table.asks_in_secret:
                happened = self._take(action)
                if not self.table.decided:  # who looks on must not see that it was forced
                    await (self._pause(seat, happened) if self.table.viewers else asyncio.sleep(0))
                continue
            answer = self.retry.held or await (self._person(seat) if asks else self._bot(seat))
            if answer == Answer() or self.table.over or self._person_plays(seat) > asks:  # another plays the seat now
                self.retry.held = None
                continue
            try:
                if answer.back_to >= 0:
                    await self._go_back(answer.back_to)
                    continue
                built, at = Made(seat, answer.action, answer.automatic), time.time()
                if action is None:
                    self.store.choose(self.id, len(self.table.made), built, at)
            except CannotStore as error:
                if asks:
                    self.table.viewers[seat].passed_turn = -1
                self._expect()
                await self.retry.wait(error, answer, self._answer)
                self._answer = None
                continue
            self.retry.end()
            if action is None:
                self.watch.add(at)
            happened = self._take(answer.action, automatic=answer.automatic)
            if not self.table.decided:  # else watchers would know of the end before the table does
                await self._pause(seat, happened)
        await self.retry.until(lambda: self.store.end(self.id))

    async def _pause(self, seat: int, happened: bool) -> None:
        people = self.table.viewers
        shown = happened or not people
        waits = not self._person_plays(seat) and shown and self._answer is None
        if waits and people:
            await self.pace.rest()
            return
        pace = self.setup.pace / 1000 if waits else 0.0
        if not people:
            pace = max(pace, self.limits.least_pace / 1000, self._next - time.monotonic())
        await asyncio.sleep(pace)

    def _take(self, action: int, *, automatic: bool = False) -> bool:
        self._drop_hints()
        chosen_by = -1 if automatic or self.table.forced() is not None else self.table.asked
        lines = {seat: viewer.lines for seat, viewer in self.table.viewers.items()}
        happened = self.table.take(action, automatic=automatic)
        if not self.table.viewers:
            self._next = self.pools.slots.take(time.monotonic())
        self._frames.set()
        self._expect()
        for seat, viewer in self.table.viewers.items():
            if self.looking(seat):
                asked = self._answer is not None and seat == self.table.asked
                now = asked or seat == chosen_by or self.table.over
                self.frames.changed(seat, now=now, line=viewer.lines > lines[seat])
        return happened

    def _expect(self) -> None:
        seat = self.table.asked
        forced = self.table.forced() is not None and not self.table.is_secret
        asked = self._person_plays(seat) and not forced and self._passing(seat) is None
        self._answer = asyncio.get_running_loop().create_future() if asked else None

    async def _person(self, seat: int) -> Answer:
        if self._answer is None:
            self._expect()
        if self._answer is None:
            passing = self._passing(seat)
            return Answer(self.table.legal()[0] if passing is None else passing, automatic=True)
        try:
            return await self._answer
        finally:
            self._answer = None

    async def _bot(self, seat: int) -> Answer:
        while len(self.watch.waiting) >= self.limits.late_choices:
            await asyncio.sleep(max(SLEEP, self.watch.waiting[0] - time.time()))
        action = await self.bots.answer(self.pools, seat, self.table.state, self.limits, self.owner)
        while self.bots.faults:
            fault = self.bots.faults.pop()
            note = f"the bot player_{fault.seat} {fault.message}"
            await self.retry.until(partial(self.post_line, NOTE, note))
            spec = self.setup.seats[fault.seat]
            LOGGER.warning("table %d, seat %d: the bot %r: %s", self.id, fault.seat, spec, fault.why)
        return Answer(action, automatic=seat in self.table.viewers)

    async def _go_back(self, left: int) -> None:
        self._drop_hints()
        seat, before = self.setup.people[0], Parts(self.table, self.watch, self.bots)
        kept = sum(after <= left for after, *_ in self.store.load(self.id).lines)
        self.store.take_back(self.id, left, (NOTE, f"player_{seat} takes back"), time.time())
        self._lines += 1
        self.watch.forget(left)
        stored = await self.retry.until(lambda: self.store.load(self.id))
        self.table, self.watch, self.bots = await self.pools.run(lambda: go_back(stored, before, kept), self.owner)
        if self.presence.resigned and self.table.ends_by_resigning:  # meanwhile
            self._forfeit(seat)
        for place, viewer in {**self.table.viewers, WATCHERS: self.watch.viewer}.items():
            for side in self.sides[place].values():
                if side.stream.viewer is not viewer:
                    side.follow(viewer)
        self._expect()
        self.send_all()
        if self.watch.seen:
            self._send_changes(WATCHERS)
        self._frames.set()

    async def _show_watchers(self) -> None:
        while True:
            await self._frames.wait()
            self._frames.clear()
            while True:
                watch = self.watch
                news = watch.advance(time.time())
                if watch.seen and (
                    news or any(side.browsers and side.stream.behind for side in self.sides[WATCHERS].values())
                ):
                    self._send_changes(WATCHERS)
                    self._send_offer(WATCHERS)
                if not watch.waiting:
                    break
                await asyncio.sleep(max(SLEEP, watch.waiting[0] - time.time()))
