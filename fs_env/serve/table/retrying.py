"""`StoreRetry`: what a table does while nothing can be stored. It waits, informs its browsers, and tries again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from fs_env.serve.store.database import CannotStore

SOON, LATER = 0.05, 1.0  # seconds before the second try, and before each one after it
Made = TypeVar("Made")


class Answer(NamedTuple):
    """A person's decision: an action, or the number of choices to go back to."""

    action: int = -1
    automatic: bool = False
    back_to: int = -1


class StoreRetry:
    """Retries of one table, which resumes when its pending change has been stored.

    Attributes:
        held: the decision that has to be tried again.
        message: the message that browsers have; "" while nothing waits.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self.held: Answer | None = None
        self._tried: Answer | None = None
        self.message = ""
        self._tries = 0

    async def wait(
        self, error: CannotStore, made: Answer | None = None, asked: asyncio.Future[Answer] | None = None
    ) -> None:
        """Waits a while after a try that failed; an answer that is given meanwhile (`asked`) replaces the one that was not stored."""
        by_hand = None if made is None or made.automatic else made
        clicked, self.held, self._tried = by_hand is not self._tried and by_hand is not None, by_hand, by_hand
        words = f"The game waits, because {error.why}. It continues automatically; nothing is lost."
        self._tries += 1
        if (self._tries > 1 and words != self.message) or (self.message and clicked):
            self.message = words
            self._tell(words)
        pause = SOON if self._tries == 1 else LATER
        if asked is None:
            await asyncio.sleep(pause)
            return
        await asyncio.wait([asked], timeout=pause)
        if asked.done() and (given := asked.result()) != Answer() and not given.automatic:
            self.held = given

    def end(self) -> None:
        self.held, self._tried, self._tries = None, None, 0
        if self.message:
            self.message = ""
            self._tell("")

    async def until(self, store: Callable[[], Made]) -> Made:
        """Calls a function that stores something until it works; returns its result."""
        while True:
            try:
                built = store()
            except CannotStore as error:
                await self.wait(error)
            else:
                self.end()
                return built
