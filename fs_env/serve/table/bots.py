"""Bots at a table: only their table waits for them, up to a deadline; their faults end no game."""

from __future__ import annotations

import contextlib
from collections import Counter
from functools import partial
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.hooks import hooks_of
from fs_env.agent_api.seeds import read_key
from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents import asks_outside, is_own, usual_bot
from fs_env.agents.search.budget import NEVER, Interrupt
from fs_env.arena.match import AgentFailed, ask, begin, conversation_of
from fs_env.arena.referee import OutOfReach
from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.setup import PERSON, opponent_of

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.narration.conversation.conversation import Conversation
    from fs_env.serve.table.game_table import Table

LAST_RESORT = "random"
STOP_SECONDS = 1.0
"""That a bot gets to stop in at its deadline: a search finishes the rollouts of one call."""
LOADED: set[tuple[str, str]] = set()
"""Games and bots whose code this process has loaded: quick ones need no thread, a search begins at once."""
MOST_LOADED = 1024  # visitors choose the parameters of bots


class Fault(NamedTuple):
    """Fault of a bot: its seat, why, the message to all at the table ("" for none)."""

    seat: int
    why: str
    message: str


class Bot(NamedTuple):
    """A bot in a seat: its spec, the agent, and the conversation of one that reads messages."""

    spec: str
    agent: Agent
    conversation: Conversation | None


class Bots:
    """The bots of one table, by seat.

    For a bot that is late or cannot be reached the usual bot of the game answers, and takes over the seat when that was often so. One
    that fails is replaced by one that chooses at random.
    """

    def __init__(self, table: Table) -> None:
        self.game, self.seed, self._key = table.game, table.seed, read_key(None)
        self.players, self._table = len(table.setup.seats), table
        self.faults: list[Fault] = []
        self._bots: dict[int, Bot] = {}
        self._substitutes: dict[int, Bot] = {}
        self._late: Counter[int] = Counter()  # late answers by seat
        self._thinking: set[int] = set()  # seats whose bots run in a thread, those too for which nobody waits any more
        for seat, spec in enumerate(table.setup.seats):
            if spec == PERSON:
                continue
            try:
                self._bots[seat] = self._new(seat, spec)
            except Exception as error:
                self._fail(seat, error)

    def _new(self, seat: int, spec: str) -> Bot:
        agent = load_agent(spec, self.game)
        begin(agent, seat, self.seed, self._key)
        conversation = conversation_of(agent, self.game, seat, self._table.options)
        if conversation is not None:
            self._table.looking.append(conversation.see)
        return Bot(spec, agent, conversation)

    def _fail(self, seat: int, error: Exception) -> Bot:
        self._bots[seat] = self._new(seat, LAST_RESORT)
        self.faults.append(Fault(seat, str(error), "has failed; it chooses at random from now on"))
        return self._bots[seat]

    def _usual(self, seat: int) -> Bot:
        if seat not in self._substitutes:
            self._substitutes[seat] = self._new(seat, usual_bot(self.game))
        return self._substitutes[seat]

    def _be_late(self, seat: int, limits: Limits, why: str) -> Bot:
        self._late[seat] += 1
        usual = usual_bot(self.game)
        bot = self._usual(seat)
        shown = f"takes too long: {usual} answers for it this time"
        if self._late[seat] >= limits.late_answers:
            self._bots[seat] = bot
            shown = f"took too long {self._late[seat]} times: {usual} plays on"
        self.faults.append(Fault(seat, why or f"no answer within {limits.bot_seconds:g} s", shown))
        return bot

    def remembers(self, seat: int) -> bool:
        """Whether the bot must see old decisions again when a game is resumed."""
        return seat in self._bots and policy_of(self._bots[seat].agent) is not None

    def remember(self, seat: int, S: Any) -> None:
        with contextlib.suppress(Exception):  # it is asked again anyway, and replaced then
            think(self._bots[seat].agent, self.game, S, seat, self.players, self.seed, key=self._key)

    async def answer(self, pools: ThreadPools, seat: int, S: Any, limits: Limits, owner: str = "") -> int:
        """Returns the action of a bot at `S[0]` within the limits, of `opponent_of` for a person; the state may change afterwards."""
        if seat not in self._bots:  # of a person
            self._bots[seat] = self._new(seat, opponent_of(self.game.name))
        bot = self._bots[seat]
        if self._table.asks_in_secret:  # answered at once, as where there is no choice
            bot = self._usual(seat)
        for _ in range(2):
            try:
                return await self._ask(bot, pools, seat, S, limits, owner)
            except (TimeoutError, OutOfReach) as error:
                bot = self._be_late(seat, limits, str(error))
            except Exception as error:
                bot = self._fail(seat, error)
        return int(self.game.legal(S)[0])

    async def _ask(self, bot: Bot, pools: ThreadPools, seat: int, S: Any, limits: Limits, owner: str) -> int:
        loaded = (self.game.name, bot.spec) in LOADED
        if not loaded and hooks_of(bot.agent).interrupt is not None and not asks_outside(bot.spec):
            await pools.bots.run(partial(rehearse, bot.spec, self.game, self.game.clone(S), seat, self.players), owner)
        interrupt = Interrupt(perf_counter() + limits.bot_seconds)
        where = self.game, self.game.clone(S), seat, self.players
        asked = partial(think, bot.agent, *where, self.seed, interrupt, bot.conversation, self._key)
        if self.game.is_machine_code and is_own(bot.spec, self.game):
            if loaded:
                return asked()
            action = await pools.run(asked, owner)
            _note_loaded(self.game, bot.spec)
            return action
        if seat in self._thinking:
            raise TimeoutError

        def work() -> int:
            self._thinking.add(seat)
            try:
                return asked()
            finally:
                self._thinking.discard(seat)

        try:
            pool = pools.models if asks_outside(bot.spec) else pools.bots
            return await pool.run(work, owner, limits.bot_seconds, STOP_SECONDS)
        finally:
            interrupt.set()


def rehearse(spec: str, game: Game, S: Any, seat: int, players: int) -> None:
    """Lets another bot of that kind begin a search at `S[0]`, which ends at once, so that whatever it needs is compiled."""
    agent = load_agent(spec, game)
    begin(agent, seat, 0)
    think(agent, game, S, seat, players, 0, Interrupt(-inf))
    _note_loaded(game, spec)


def _note_loaded(game: Game, spec: str) -> None:
    if len(LOADED) >= MOST_LOADED:
        LOADED.clear()
    LOADED.add((game.name, spec))


def think(
    agent: Agent,
    game: Game,
    S: Any,
    seat: int,
    players: int,
    seed: int,
    interrupt: Interrupt = NEVER,
    conversation: Conversation | None = None,
    key: bytes | None = None,
) -> int:
    """The action that an agent chooses at `S[0]`; one that searches, or waits for a reply, ends with the interrupt.

    Raises:
        AgentFailed: its error, or an action that is not legal.
        OutOfReach: what answers for it cannot be reached, or not in time.
    """
    if conversation is not None and (passed := conversation.passing()) >= 0:
        return passed
    mask = game.mask(S)
    view = SeatView(game, seat, players, game.observe(S, seat), mask.copy())
    complete_view(view, agent, game, S, 0, seed, key)
    if conversation is not None:
        view.rules, view.message = conversation.rules, conversation.message()
    hooks = hooks_of(agent)
    if hooks.interrupt is not None:
        hooks.interrupt = interrupt
    action = ask(agent, view, seed)
    if not (0 <= action < len(mask) and mask[action]):
        raise AgentFailed(f"agent {agent.name!r} answered {action}, which is not legal", seat)
    return action
