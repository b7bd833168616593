"""Untrusted bots: each plays in its own process, which holds only what its seat may see.

The process has neither the state nor the seed of the deal. It receives the numbers of a `SeatView` and answers with one line
of JSON, which is never unpickled. It has a limited time for the whole line; its output is stored separately, and what it has started ends
with it. As far as the system allows it, the process can change no files, use no network and see no other process (see
`fs_env.pool.guard`). It can read files of the user: run malicious bots in a container.
"""

from __future__ import annotations

import importlib
import json
import mmap
import pickle
import re
import select
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import IO, TYPE_CHECKING, Any
from weakref import WeakSet

import numpy as np

from fs_env.agent_api.agent import action_of
from fs_env.agent_api.hooks import BATCHES, REQUESTS, AgentHooks, asks_for, hooks_of
from fs_env.agent_api.programs import TCP, kind_of
from fs_env.agent_api.specs import is_untrusted, load_agent
from fs_env.agent_api.view import SeatView
from fs_env.arena.match import NO_SEED, BotFault, MatchResult, fault_text
from fs_env.arena.referee import Limits, OutOfReach, printable
from fs_env.pool.guard import descendants
from fs_env.pool.guarded import Guarded, ProcessFault
from fs_env.registry.games import load_game, location_of, reference_to, resolve
from fs_env.registry.loading import SOURCE
from fs_env.registry.manifest import Manifest

if TYPE_CHECKING:
    from fs_env.agent_api.agent import Agent
    from fs_env.arena.plan import Plan
    from fs_env.core.machine.run.game import Game

SPARE = 64  # threads that the user must be able to start, or a fault of a bot may be one of the machine
REPEAT = "no result is lost, so repeat it"
MOST_DEALS = 256  # that a process meets before a new one replaces it
MOST_PROCESSES = 16  # of one runner, unless a game needs more
START_SECONDS = 60.0  # for the start of the process and the import of the bot
PATIENCE_SECONDS = 600.0  # for an answer where the tournament sets no limit
SB3 = ("sb3_contrib", "torch._dynamo")  # the last: for the optimizer of each model
LARGE: dict[str, tuple[str, ...]] = {"torch": ("torch",), "stable_baselines3": SB3, "sb3_contrib": SB3}
LARGE["onnxruntime"] = ("onnxruntime",)
"""Library -> its modules that take long to import and survive a fork."""
INSTALLED = {"site-packages", "dist-packages"}  # folders of libraries
OF_MODELS = {"sb3": "sb3_contrib", "torch": "torch", "onnx": "onnxruntime"}


class IsolatedAgent(AgentHooks):
    """An agent in its own process, which is started on demand and restarted after it has died. Name and requests are those of the bot.

    Args:
        spec: "package.module:NAME", "path.py:NAME" or "exec:COMMAND".
        game: id of the game, or "package.module:NAME".
        limits: time for an answer (without it `PATIENCE_SECONDS`), memory, network and hidden files.

    Raises:
        ValueError: the bot cannot be loaded.
        OutOfReach: no process can be started, here or later, or the machine lacks memory.
    """

    def __init__(self, spec: str, game: str, limits: Limits) -> None:
        self.spec, self._game, self._limits = spec, game, limits
        self._seconds = PATIENCE_SECONDS if limits.move_seconds is None else limits.move_seconds
        self._process: Guarded | None = None
        self._kills = kills_for_memory()
        LIVING.add(self)
        try:
            self._start()
        except BotFault as fault:
            text = str(fault).removeprefix("ValueError: ").removeprefix("BrokenCode: ")
            raise ValueError(text if text.startswith("bot ") else f"bot {spec!r}: {text}") from None

    def reset(self, seat: int, seed: int) -> None:
        if self._process is None:
            self._start()
        kills = kills_for_memory()
        self._call(pickle.dumps(("reset", seat, seed)), self._seconds)
        self._kills = kills  # its process lived then

    def act(self, view: SeatView) -> int:
        """The bot's answer, legal or not.

        Raises:
            BotFault: the bot raised an error, did not return an integer, took too long, or its process died.
        """
        answer = self._call(pickle.dumps(("act", *self._parts_of(view))), self._seconds).get("action")
        if type(answer) is not int:
            raise BotFault(f"answered {printable(repr(answer))}, not a whole number")
        return answer

    def end(self, result: MatchResult, names: list[str], number: int | None = None) -> None:
        """Passes on how a game ended, and nothing about the other players; a process that fails is replaced before the next game."""
        if self.hears_end and self._process is not None:
            shown = MatchResult(NO_SEED, result.outcome, result.returns, result.winners, result.decisions, (), (), ())
            with suppress(BotFault, OutOfReach):  # the game is over: its result counts
                self._call(pickle.dumps(("end", shown, [""] * len(names))), self._seconds)

    def act_batch(self, views: Sequence[SeatView]) -> list[int]:
        """The answers of a bot that answers batches; errors as in `act`. All of them may take as long as they may one by one."""
        if self._process is None:  # it died in another game
            self._start()
        question = pickle.dumps(("act_batch", *map(self._parts_of, views)))
        answers = self._call(question, self._seconds * len(views)).get("actions")
        if not isinstance(answers, list) or any(type(answer) is not int for answer in answers):
            raise BotFault(f"answered {printable(repr(answers))}, not a list of whole numbers")
        return answers

    def _parts_of(self, view: SeatView) -> tuple[Any, ...]:
        numbers = view.observation.tobytes(), view.mask.tobytes(), view.determinization_bytes()
        words = {name: getattr(view, name) for name in ("decision", "table", "rules", "message")}
        return view.seat, view.num_players, *numbers, words | {"seconds": self._seconds}

    def close(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = None

    def _start(self) -> None:
        limits, game = self._limits, reference_to(self._game)
        shared, arguments = (load_shared, (game, modules_of(self.spec))), (self.spec, game, limits.memory_mb)
        try:
            self._process = Guarded(serve, *arguments, first=shared, hidden=limits.hidden, network=limits.network)
            about = self._call(b"", START_SECONDS)
        except OSError as error:
            raise OutOfReach(f"no process could be started for {self.spec}: {error}{largest()}; {REPEAT}") from None
        self.name: str = printable(str(about.get("name")), 80)
        for request in (*REQUESTS, "hears_end"):
            setattr(self, request, about.get(request) is True)

    def _call(self, question: bytes, seconds: float) -> dict[str, Any]:
        assert self._process is not None
        try:
            line = self._process.ask(question, seconds)
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                self._process.refuse()
        except ProcessFault as fault:
            self._process = None
            raise self._fault(str(fault)) from None
        except BaseException:
            self.close()
            raise
        if "error" in answer:
            raise self._fault(str(answer["error"]))
        return answer

    def _fault(self, text: str) -> Exception:
        """A fault of the bot, or of the machine: another bot may have used up its processes or its memory."""
        if kills_for_memory() == self._kills and can_start_threads():
            return BotFault(printable(text))
        return OutOfReach(f"no memory or processes left for {self.spec}: {printable(text)}{largest()}; {REPEAT}")


def kills_for_memory() -> int:
    """How many processes this system has killed for lack of memory, of all users; 0 where it does not say."""
    with suppress(OSError), open("/proc/vmstat", encoding="ascii") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("oom_kill "))
    return 0


def can_start_threads() -> bool:
    """Whether the user of this process can start further threads, and wait for events as programs do: both have limits."""
    over = Event()
    threads = [Thread(target=over.wait, daemon=True) for _ in range(SPARE)]
    try:
        for thread in threads:
            thread.start()
        if hasattr(select, "epoll"):
            with select.epoll() as one, select.epoll() as two:
                one.register(two.fileno())
    except (RuntimeError, OSError):
        return False
    finally:
        over.set()
    return True


def largest() -> str:
    """Words about the bot that uses most memory, of those whose games this process plays."""
    found = []
    for process, spec in [(agent._process, agent.spec) for agent in LIVING]:
        pids, pages = descendants(process.pid) if process is not None else [], 0
        for pid in pids:
            with suppress(OSError), open(f"/proc/{pid}/statm", encoding="ascii") as file:
                pages += int(file.read().split()[1])
        found.append((pages * mmap.PAGESIZE >> 20, len(pids), spec))
    megabytes, processes, spec = max(found, default=(0, 0, ""))
    return f"; of the bots left {spec} has most memory: {megabytes} MiB in {processes} processes" * (processes > 0)


@dataclass
class Use:
    """The number of an isolated agent in its plan, the seeds of the deals that its process has met, and the games that it is in."""

    number: int
    deals: set[int] = field(default_factory=set)
    games: int = 0


LIVING: WeakSet[IsolatedAgent] = WeakSet()


class IsolatedAgents:
    """The isolated agents of one runner: no process meets a deal twice, so a bot cannot remember what another seat held."""

    def __init__(self) -> None:
        self._known: dict[IsolatedAgent, Use] = {}  # the least recently used one first

    def take(self, number: int, deal: int, create: Callable[[], IsolatedAgent]) -> IsolatedAgent:
        """An agent with this number that has not met the deal and is in no game, or answers batches; a new one if there is none."""
        for agent, use in reversed(self._known.items()):
            free = not use.games or asks_for(agent, BATCHES) and len(use.deals) < MOST_DEALS
            if use.number == number and free and deal not in use.deals:
                break
        else:
            for idle in [one for one, use in self._known.items() if not use.games]:
                if len(self._known) >= MOST_PROCESSES:
                    self.end(idle)
            agent = create()
            use = self._known[agent] = Use(number)
        use.deals.add(deal)
        use.games += 1
        return agent

    def give_back(self, agent: IsolatedAgent) -> None:
        """Frees an agent whose game is over; one that has met `MOST_DEALS` deals is ended."""
        use = self._known.pop(agent, Use(0, games=1))  # it failed in another game
        use.games -= 1
        if use.games or len(use.deals) < MOST_DEALS and use.deals and agent._process is not None:
            self._known[agent] = use
        else:
            agent.close()

    def end(self, agent: IsolatedAgent) -> None:
        self._known.pop(agent, None)
        agent.close()

    def close(self) -> None:
        for agent in list(self._known):
            self.end(agent)


def needs_process(agent: object, game: str) -> bool:
    """Whether an entry of a plan runs untrusted code on this machine; a program that is asked by TCP does not."""
    return is_untrusted(agent, game) and kind_of(agent) != TCP


def is_isolated(agents: Iterable[object], game: str, limits: Limits) -> bool:
    """Whether all untrusted code among agents plays where nothing of a deal reaches another: in processes without a network."""
    untrusted = (agent for agent in agents if is_untrusted(agent, game))
    return limits.isolate and not limits.network and all(needs_process(agent, game) for agent in untrusted)


def played_as(plan: Plan, limits: Limits) -> str:
    """How untrusted bots play: "isolated", "isolated but for the network" or "trusted"; "" where there are none."""
    if not any(is_untrusted(agent, plan.game) for agent in plan.agents):
        return ""
    if not limits.isolate:
        return "trusted"
    return "isolated" if is_isolated(plan.agents, plan.game, limits) else "isolated but for the network"


def agents_here(specs: Iterable[str], game: Game, limits: Limits) -> list[Agent]:
    """New agents of the specs that the limits allow to play in this process; errors as in `load_agent`."""
    return [load_agent(one, game) for one in specs if not (limits.isolate and needs_process(one, location_of(game)))]


@contextmanager
def agent_opened(spec: str, game: Game, limits: Limits) -> Iterator[Agent]:
    """An agent for some games: untrusted code in its own process where the limits require isolation, which ends with the block.

    Raises:
        ValueError: as `load_agent`.
    """
    if here := agents_here([spec], game, limits):
        yield here[0]
        return
    with closing(IsolatedAgent(spec, location_of(game), limits)) as agent:
        yield agent


def load_rules(game: str | Manifest) -> Game:
    return load_game(resolve(game))


def modules_of(spec: str) -> tuple[str, ...]:
    """The modules of large libraries that a bot needs, as its kind or the text of its file shows; no code of it is run."""
    kind, path = spec.partition(":")[0], Path(spec.rpartition(":")[0])
    found = [OF_MODELS[kind]] if kind in OF_MODELS else []
    if not found and path.suffix == ".py" and path.is_file():
        text = SOURCE.text(path)
        found = [one for one in LARGE if re.search(rf"^\s*(?:import|from) +{one}\b", text, re.MULTILINE)]
    return tuple(dict.fromkeys(module for one in found for module in LARGE[one]))


def load_shared(game: str | Manifest, modules: Sequence[str]) -> None:
    """Loads a game, then modules that are installed, none from a folder of bots: no code of a bot runs in this process."""
    load_rules(game)
    before = sys.path[:]
    sys.path[:] = [path for path in before if path.startswith(sys.base_prefix) or INSTALLED & {*Path(path).parts}]
    for module in modules:
        with suppress(Exception):  # the process of the bot then reports it
            importlib.import_module(module)
    sys.path[:] = before


# --- in the bot's process ---------------------------------------------------------------------------------------------
def serve(pipe: socket.socket, stream: IO[bytes], spec: str, game: str | Manifest, memory_mb: int) -> None:
    from fs_env.pool.processes import limit

    rules = load_rules(game)
    limit(memory_mb)
    try:
        agent = load_agent(spec, rules)
        about = {"name": str(agent.name), "hears_end": hooks_of(agent).hears_end is True}
        send(pipe, about | {request: asks_for(agent, request) for request in REQUESTS})
    except BaseException as error:
        send(pipe, {"error": fault_text(error)})
        return
    while True:
        try:
            verb, *values = pickle.load(stream)  # noqa: S301 - of the tournament
        except (EOFError, OSError):
            return
        try:
            answer: dict[str, Any] = {}
            if verb == "reset":
                agent.reset(*values)
            elif verb == "end":
                hooks_of(agent).end(*values)
            elif verb == "act_batch":
                many: Any = agent
                answer = {"actions": list(map(action_of, many.act_batch([view_of(rules, *parts) for parts in values])))}
            else:
                answer = {"action": action_of(agent.act(view_of(rules, *values)))}
        except BaseException as error:
            answer = {"error": fault_text(error)}
        send(pipe, answer)


def view_of(
    game: Game, seat: int, players: int, numbers: bytes, mask: bytes, drawn: bytes, words: dict[str, Any]
) -> SeatView:
    view = SeatView(game, seat, players, np.frombuffer(numbers, np.int16).copy(), np.frombuffer(mask, np.int8).copy())
    vars(view).update(words)
    if drawn:
        state = game.new(1)
        game.restore(state, drawn)
        view.take_determinization(game, state)
    return view


def send(pipe: socket.socket, answer: dict[str, Any]) -> None:
    with suppress(OSError):  # the receiver has ended
        pipe.sendall(json.dumps(answer).encode() + b"\n")
