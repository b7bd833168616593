"""A tournament on a Ray cluster: the games are those that one machine plays.

Each processor of the cluster has an actor with a hall of its own, which plays short lists of games and returns their rows. Only
the process that started the tournament writes results, so a game counts once. When a node or an actor dies, the games that it
was playing are played again elsewhere; results depend only on the plan. Bots that end their process do not end the actor: it
plays foreign bots in a worker process, as one machine does.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from fs_env.arena.agent import AGENTS_MODULE, is_foreign
from fs_env.arena.compiled import policy_of
from fs_env.arena.halls import Games, LocalHall, Played, compiled_agents, is_safe
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.table import void
from fs_env.core.machine.run.policy import Policy
from fs_env.registry.games import load_game

LOCAL = "local"  # in place of an address: a cluster on this machine, for this tournament only
AHEAD = 2  # lists of games given to an actor: the current one and the next
COMPILED_GAMES, OTHER_GAMES = 64, 2  # in a list
DEATHS = 5  # of actors in one game, after which it counts as void
LOOK_SECONDS = 2.0  # between looks at how many processors the cluster has


class Branch:
    """Plays games in a process of the cluster; made into an actor by `ClusterHall`."""

    def __init__(self, plan: Plan, limits: Limits) -> None:
        self._plan, self._limits = plan, limits

    def ready(self) -> int:
        """Loads the game and the bots; returns the id of its process when that is done.

        Raises:
            ValueError: this node does not have one of them.
        """
        plan, policies = self._plan, {}
        for number, agent in enumerate(plan.agents):
            if is_foreign(agent):
                check_is_here(agent)
                continue
            policy = policy_of(plan.make(agent))
            if policy is not None:
                policies[number] = policy
        load_game(plan.game).warm()
        self._hall = LocalHall(plan, self._limits, policies, None if is_safe(plan, self._limits) else 1)
        return os.getpid()

    def play(self, pairings: list[Pairing]) -> list[GameRow]:
        """These games, finished."""
        return [row for rows in self._hall.play(lambda: iter(pairings)) for row in rows]


class ClusterHall:
    """Plays on a Ray cluster.

    Args:
        plan, limits: of the tournament; its agents are names or locations that every node can load.
        policies: of the compiled agents.
        address: of the cluster, "HOST:PORT" or "auto" for one that runs on this machine; "local" starts one.

    Raises:
        ImportError: ray is not installed; names the extra.
        RuntimeError: the cluster cannot be reached.
    """

    def __init__(self, plan: Plan, limits: Limits, policies: Mapping[int, Policy], address: str) -> None:
        self.limits = limits
        self._plan_for_all = replace(plan, agents=tuple(map(absolute, plan.agents)), game=absolute(plan.game))
        self._compiled = compiled_agents(plan, limits, policies, own_risk=False)
        self._ray, self._mine = join(address)
        self._branch = self._ray.remote(num_cpus=1, max_restarts=0)(Branch)
        self._coming: dict[Any, Any] = {}  # the promise that an actor is ready -> the actor
        self._ready: dict[Any, int] = {}  # actors that are -> how many lists they have
        self._playing: dict[Any, tuple[Any, list[Pairing]]] = {}  # promises of rows -> who plays which games
        self._deaths: dict[int, int] = {}  # of actors that were playing a game
        self._failed = 0  # actors that died before they were ready, one after the other
        self._looked = -LOOK_SECONDS

    def play(self, games: Games) -> Played:
        """Games in the order in which they finish.

        Raises:
            RuntimeError: a node cannot load the game or a bot.
        """
        again: deque[list[Pairing]] = deque()
        lists = chain(self._lists(games, compiled=True), self._lists(games, compiled=False))
        while True:
            self._hire()
            for actor in sorted(self._ready, key=self._ready.__getitem__):
                while self._ready[actor] < AHEAD and (some := again.popleft() if again else next(lists, [])):
                    self._playing[actor.play.remote(some)] = (actor, some)
                    self._ready[actor] += 1
            if not self._playing and not again:
                some = next(lists, [])
                if not some:
                    return
                again.append(some)
            for promise in self._finished():
                if promise in self._coming:
                    self._welcome(promise)
                elif promise in self._playing:
                    rows, lost = self._collect(promise)
                    again.extend(lost)
                    if rows:
                        yield rows

    def close(self) -> None:
        """Ends the actors, and the cluster if it was started here."""
        for actor in [*self._ready, *self._coming.values()]:
            self._ray.kill(actor)
        self._ready.clear()
        self._coming.clear()
        if self._mine:
            self._ray.shutdown()

    def _lists(self, games: Games, compiled: bool) -> Iterator[list[Pairing]]:
        """The games of compiled bots, or the others, in lists that one actor plays."""
        coming = (one for one in games() if compiled == all(agent in self._compiled for agent in one.seats))
        while some := list(islice(coming, COMPILED_GAMES if compiled else OTHER_GAMES)):
            yield some

    def _hire(self) -> None:
        """Starts an actor for each processor that has none; processors come and go."""
        if monotonic() - self._looked < LOOK_SECONDS:
            return
        self._looked = monotonic()
        processors = max(1, int(self._ray.cluster_resources().get("CPU", 0)))
        for _ in range(processors - len(self._ready) - len(self._coming)):
            actor = self._branch.remote(self._plan_for_all, self.limits)
            self._coming[actor.ready.remote()] = actor

    def _finished(self) -> list[Any]:
        """Promises that are kept or broken; waits for the first one, but not for long."""
        promises = [*self._playing, *self._coming]
        if not promises:
            sleep(LOOK_SECONDS)
            return []
        done: list[Any] = self._ray.wait(promises, num_returns=1, timeout=LOOK_SECONDS)[0]
        return done

    def _welcome(self, promise: Any) -> None:
        """Counts an actor as ready, unless it has died.

        Raises:
            RuntimeError: many have died one after the other.
        """
        actor = self._coming.pop(promise)
        if self._answer(promise) is not None:
            self._ready[actor], self._failed = 0, 0
            return
        self._failed += 1
        if self._failed >= DEATHS:
            raise RuntimeError(
                f"{self._failed} processes of the Ray cluster ended before they could play: see Ray's logs"
            )

    def _collect(self, promise: Any) -> tuple[list[GameRow], list[list[Pairing]]]:
        """The rows of a list; if its actor has died, all rows that it has finished, and the lists that others are to play."""
        actor, games = self._playing.pop(promise)
        rows = self._answer(promise)
        if rows is not None:
            self._ready[actor] -= 1
            return rows, []
        del self._ready[actor]
        return self._bury(actor, games)

    def _bury(self, actor: Any, games: list[Pairing]) -> tuple[list[GameRow], list[list[Pairing]]]:
        """What is left of an actor that has died, and of the list of which this became known."""
        finished: list[GameRow] = []
        others = [(promise, some) for promise, (who, some) in self._playing.items() if who == actor]
        broken = [games]
        for promise, some in others:
            del self._playing[promise]
            rows = self._answer(promise)
            if rows is None:
                broken.append(some)
            else:
                finished += rows
        started, *untouched = sorted(broken, key=lambda some: some[0].number)
        lost = list(untouched)
        for pairing in started:
            self._deaths[pairing.number] = self._deaths.get(pairing.number, 0) + 1
            if self._deaths[pairing.number] < DEATHS:
                lost.append([pairing])
            else:
                finished.append(void(pairing, f"the process died {DEATHS} times in this game while no agent was asked"))
        return finished, lost

    def _answer(self, promise: Any) -> Any:
        """What an actor returned; None if it has died. Raises RuntimeError for an error in it."""
        errors = self._ray.exceptions
        try:
            return self._ray.get(promise)
        except errors.RayTaskError as error:
            raise RuntimeError(f"a node of the Ray cluster cannot play: {error.cause}") from error
        except errors.RayError:
            return None


def join(address: str) -> tuple[Any, bool]:
    """Joins a cluster, unless this process is in one already.

    Args:
        address: "HOST:PORT", "auto" for one that runs on this machine; "local" starts one.

    Returns:
        The package `ray`, and whether it was joined here: who joined it shuts it down.

    Raises:
        ImportError: ray is not installed; names the extra.
        RuntimeError: the cluster cannot be reached.
    """
    ray = import_ray()
    if ray.is_initialized():
        return ray, False
    where = {"include_dashboard": False} if address == LOCAL else {"address": address}
    try:
        ray.init(**where, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise RuntimeError(
            f"--ray {address}: no Ray cluster can be reached there ({' '.join(str(error).split())}): expected HOST:PORT of one "
            f"begun with `ray start --head`, auto or {LOCAL}"
        ) from error
    return ray, True


def absolute(spec: str) -> str:
    """An agent or a game; a file in it by its absolute path, because nodes have working folders of their own."""
    kind, _, file = spec.partition(":")
    bots = importlib.import_module(AGENTS_MODULE)
    if kind in bots.FROM_FILE:
        name, comma, parameters = file.partition(",")
        known = not Path(name).suffix and not Path(name).exists()  # a network of the package, by its name
        return spec if known else f"{kind}:{Path(name).absolute()}{comma}{parameters}"
    if kind in bots.WITH_PARAMETERS:
        return f"{kind}:{','.join(map(absolute_parameter, file.split(',')))}" if file else spec
    place, _, name = spec.rpartition(":")
    return f"{Path(place).absolute()}:{name}" if place.endswith(".py") else spec


def absolute_parameter(part: str) -> str:
    """A parameter of a bot, key=value; a file, or the file of a bot, by its absolute path."""
    key, equals, value = part.partition("=")
    if ":" in value:
        return f"{key}{equals}{absolute(value.replace(';', ',')).replace(',', ';')}"
    return f"{key}{equals}{Path(value).absolute()}" if value.endswith(".npz") else part


def check_is_here(spec: str) -> None:
    """Raises ValueError if this machine has no such file or package; runs nothing of it."""
    place = spec.rpartition(":")[0]
    found = Path(place).is_file() if place.endswith(".py") else importlib.util.find_spec(place.split(".")[0])
    if not found:
        raise ValueError(
            f"agent {spec!r}: {platform.node()} does not have it; put it into a folder that all nodes share, or install it there"
        )


def import_ray() -> Any:
    """The package `ray`.

    Raises:
        ImportError: it is not installed; names the extra.
    """
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise ImportError(
            f"--ray needs ray, which cannot be imported ({error}): in the source tree, pip install '.[ray]'"
        ) from error
    return ray
