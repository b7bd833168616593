"""Thinking about one decision: every legal action is tried in worlds that agree with what the seat knows.

In each world all actions are tried with the same dice, the policy goes on in all seats, and a value ends the rollout at a turn.
Differences between actions are therefore paired. Actions that are not better than the policy's leave the race early; another one
is played only if it is surely better. Source: rollouts as policy improvement (G. Tesauro and G. Galperin, "On-line policy
improvement using Monte-Carlo search", 1996), races of candidates (O. Maron and A. Moore, "Hoeffding races", 1993).
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.search.race import Race
from fs_env.agents.search.settings import Settings
from fs_env.agents.search.thought import Thought
from fs_env.agents.thinking.settings import ThinkingSettings
from fs_env.agents.values.files import find_value
from fs_env.arena.agent import load_agent
from fs_env.core.machine.commands.codes import NO_ACTION
from fs_env.core.machine.policy import Policy
from fs_env.core.machine.rollouts import Rollouts
from fs_env.core.machine.value import Value

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView
    from fs_env.core.machine.game import Game

ROWS = 256  # rollouts of one call
FIRST_ROUND = 16  # worlds
FEWEST = 4  # worlds of a round
LONGEST_LINE = 40  # choices
SEEDS = 2**62
QUICK = 5e-5  # seconds: a rollout before any was timed
WHOLE_GAME = 0  # in place of a turn


class Searcher:
    """Searches decisions of one game with a number of players.

    Attributes:
        policy: plays the searching seat in rollouts; its choices are improved.
        opponents: plays the other seats in rollouts.
        value: ends rollouts; None: they are whole games.

    Args:
        game, num_players: as above.
        settings: its parameters.

    Raises:
        ValueError: a policy that is not compiled, or a value that does not exist.
    """

    def __init__(self, game: Game, num_players: int, settings: Settings) -> None:
        self.game, self.num_players, self.settings = game, num_players, settings
        self.policy, self.opponents, self.value = parts_of(settings, game, num_players)
        words = max(self.policy.words, self.opponents.words)
        self._rollouts = Rollouts(game, ROWS, words=words, threads=settings.threads)
        self._rollouts.use(self.value)
        self._a_rollout = QUICK  # seconds, as the last ones took
        self._world, self._row = game.new(1), game.new_rows(1)
        self._row["skip_forced"] = 1
        self._obs, self._mask = np.empty(game.schema.size, np.int16), np.empty(game.num_actions, np.int8)

    def think(
        self, view: SeatView, memory: NDArray[np.int64], rng: np.random.Generator, *, line: bool = False
    ) -> Thought:
        """Searches one decision.

        Args:
            view: of the seat, with worlds.
            memory: int64 (words,), of the policy in this seat and game; the chosen action is added to it.
            rng: of the worlds.
            line: whether the expected line is wanted.
        """
        begun = perf_counter()
        legal = view.legal.astype(np.int16)
        own = self.policy.act(view.observation, legal, memory.copy())
        actions = [own, *(int(action) for action in legal if action != own)]
        memories = self._memories(view, memory, actions)
        stop = self._look(view, rng, self.settings.turns)
        race = Race(len(actions), self.settings.margin)
        self._run(race, view.seat, actions, memories, stop, rng, begun)
        chosen = race.best(self.settings.confidence)
        memory[:] = memories[chosen]
        values, errors = race.values, race.errors
        values[race.n == 0], errors[race.n == 0] = np.nan, np.nan
        order = np.argsort(np.array(actions))
        return Thought(
            seat=view.seat,
            actions=np.array(actions, np.int16)[order],
            values=values[order],
            errors=errors[order],
            rollouts=race.n[order],
            chosen=actions[chosen],
            policy_action=own,
            seconds=perf_counter() - begun,
            line=self._line(view.seat, actions[chosen], memory, stop) if line else (),
        )

    def try_actions(
        self,
        view: SeatView,
        memory: NDArray[np.int64],
        actions: list[int],
        worlds: int,
        rng: np.random.Generator,
        *,
        turns: int,
    ) -> NDArray[np.float64]:
        """Own shares of the win after some legal actions, (worlds, actions), all tried in the same worlds.

        Args:
            turns: a rollout is cut at the first choice of the n-th turn after this one; 0: it is a whole game.
        """
        stop = self._look(view, rng, turns)
        memories = self._memories(view, memory, actions)
        return self._round(list(range(len(actions))), view.seat, actions, memories, worlds, stop, rng)

    def _look(self, view: SeatView, rng: np.random.Generator, turns: int) -> int:
        """Draws the world that stands for the position; returns the turn at which rollouts are cut."""
        view.worlds(self._world, 1, int(rng.integers(SEEDS)))
        return WHOLE_GAME if self.value is None or turns == 0 else self._turn() + turns

    def _memories(self, view: SeatView, memory: NDArray[np.int64], actions: list[int]) -> NDArray[np.int64]:
        """The policy's memory after each action, (actions, words)."""
        made = np.repeat(memory[None], len(actions), 0)
        for k, action in enumerate(actions):
            self.policy.act(view.observation, np.array([action, action], np.int16), made[k])
        return made

    def _turn(self) -> int:
        """The number of the turn in the world that was drawn first."""
        self.game.advance(self._world, 0, NO_ACTION, self._obs, self._mask, self._row)
        return int(self._row["turn"][0])

    def _run(
        self,
        race: Race,
        seat: int,
        actions: list[int],
        memories: NDArray[np.int64],
        stop: int,
        rng: np.random.Generator,
        begun: float,
    ) -> None:
        """Plays rounds until the race is settled or the limit is reached."""
        seconds, limit = self.settings.milliseconds / 1000, self.settings.rollouts
        done, worlds = 0, FIRST_ROUND
        while not race.settled:
            most = worlds
            if limit:
                most = min(most, (limit - done) // len(race.alive))
            if seconds:
                most = min(most, int((begun + seconds - perf_counter()) / self._a_rollout / len(race.alive)))
            if most < FEWEST and done:
                return
            start, count = perf_counter(), max(most, FEWEST) * len(race.alive)
            race.add(self._round(race.alive, seat, actions, memories, max(most, FEWEST), stop, rng))
            self._a_rollout = (self._a_rollout + (perf_counter() - start) / count) / 2
            done += count
            race.prune()
            worlds *= 2

    def _round(
        self,
        alive: list[int],
        seat: int,
        actions: list[int],
        memories: NDArray[np.int64],
        worlds: int,
        stop: int,
        rng: np.random.Generator,
    ) -> NDArray[np.float64]:
        """Tries the actions in new worlds: own share of the win, (worlds, alive)."""
        rollouts, number, words = self._rollouts, len(alive), memories.shape[1]
        found = np.empty((worlds, number))
        at_once = max(1, rollouts.n // number)
        rollouts.stop_turns[:] = stop
        rollouts.policies[:], rollouts.policies[:, seat] = self.opponents.address, self.policy.address
        for first in range(0, worlds, at_once):
            k = min(at_once, worlds - first)
            rows = k * number
            rollouts.actions[:rows] = np.tile([actions[a] for a in alive], k)
            rollouts.seeds[:rows] = np.repeat(rng.integers(SEEDS, size=k), number)
            rollouts.memory[:rows] = 0
            rollouts.memory[:rows, :, 0] = np.repeat(rng.integers(SEEDS, size=(k, self.game.max_players)), number, 0)
            rollouts.memory[:rows, seat, :words] = np.tile(memories[alive], (k, 1))
            found[first : first + k] = rollouts.play(self._world, 0, seat, rows)[:, seat].reshape(k, number)
        return found

    def _line(self, seat: int, chosen: int, memory: NDArray[np.int64], stop: int) -> tuple[tuple[int, int], ...]:
        """The choices of one rollout, in the world that was drawn first."""
        game, state, action = self.game, self.game.clone(self._world), chosen
        line = [(seat, chosen)]
        memories = [self.opponents.new_memory(other) for other in range(self.num_players)]
        memories[seat] = memory.copy()
        while len(line) < LONGEST_LINE:
            game.advance(state, 0, action, self._obs, self._mask, self._row)
            player = int(self._row["seat"][0])
            if player < 0 or 0 < stop <= int(self._row["turn"][0]):
                break
            policy = self.policy if player == seat else self.opponents
            action = policy.act(self._obs, self._mask.nonzero()[0].astype(np.int16), memories[player])
            line.append((player, action))
        return tuple(line)


def parts_of(settings: ThinkingSettings, game: Game, num_players: int = 0) -> tuple[Policy, Policy, Value | None]:
    """The policy, the opponents and the value that a bot thinks with; `num_players` 0: for any number of players.

    Raises:
        ValueError: a policy that is not compiled, no such value, or one that is for something else.
    """
    policy = compiled_bot(settings.policy, game, num_players)
    opponents = compiled_bot(settings.opponents, game, num_players) if settings.opponents else policy
    return policy, opponents, find_value(settings.value, game, num_players)


def players_for(settings: ThinkingSettings, game: Game) -> int:
    """The number of players for which a bot thinks: that of its networks, else the smallest of the game."""
    made_for = (getattr(part, "num_players", 0) for part in parts_of(settings, game))
    return next((players for players in made_for if players), game.min_players)


def compiled_bot(spec: str, game: Game, num_players: int = 0) -> Policy:
    """The policy of a bot, written as a parameter: ";" stands for the "," of its own parameters.

    Args:
        spec: such as "heuristic", or "policy:FILE.npz;sample=1".
        game: the game.
        num_players: of the table; 0: any number.

    Raises:
        ValueError: there is no such bot, it is not compiled, or it is for something else.
    """
    policy = getattr(load_agent(spec.replace(";", ","), game), "policy", None)
    if not isinstance(policy, Policy):
        raise ValueError(f"search: policy={spec!r} is not a compiled bot: expected one such as heuristic or random")
    policy.check(game.name, num_players or policy.num_players)
    return policy
