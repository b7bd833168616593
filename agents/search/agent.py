"""The bot that improves a policy: it tries every legal action in worlds that agree with what its seat knows.

In each world all actions are tried with the same dice, the policy goes on in all seats, and a value ends the rollout at a turn.
Differences between actions are therefore paired. Actions that are not better than the policy's leave the race early; another one
is played only if it is surely better. Source: rollouts as policy improvement (G. Tesauro and G. Galperin, "On-line policy
improvement using Monte-Carlo search", 1996), races of candidates (O. Maron and A. Moore, "Hoeffding races", 1993).
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.search.race import Race
from fs_env.agents.search.settings import Settings
from fs_env.agents.search.thought import Thought
from fs_env.agents.values.files import find_value
from fs_env.arena.agent import load_agent
from fs_env.core.machine.commands.codes import NO_ACTION
from fs_env.core.machine.policy import Policy
from fs_env.core.machine.rollouts import Rollouts
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView
    from fs_env.core.machine.game import Game
    from fs_env.core.machine.value import Value

ROWS = 256  # rollouts of one call
FIRST_ROUND = 16  # worlds
FEWEST = 4  # worlds of a round
LONGEST_LINE = 40  # choices
SEEDS = 2**62
WHOLE_GAME = 0  # in place of a turn


class SearchAgent:
    """A search with a policy, a value and a limit; see `Settings` for its parameters.

    Args:
        parameters: texts, as in the spec `search:milliseconds=300,policy=heuristic`.
        game: the game that it plays; None: the one of the first view.

    Raises:
        ValueError: a parameter that it does not know or cannot use.
    """

    wants_worlds = True

    def __init__(self, parameters: dict[str, str] | None = None, game: Game | None = None) -> None:
        given = parameters or {}
        self.settings = Settings.read(given)
        self.name = "search" + "".join(f"{',' if k else ':'}{name}={given[name]}" for k, name in enumerate(given))
        self._game = game
        self._ready_for: tuple[str, int] | None = None
        self._seat, self._rng = 0, np.random.default_rng(0)
        self._memory = np.zeros(2, np.int64)
        self._policy: Policy
        self._opponents: Policy
        self._value: Value | None
        self._rollouts: Rollouts
        self._seed = 0

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game; only `seed` decides which worlds are drawn."""
        self._seat, self._seed = seat, seed
        self._rng = np.random.default_rng(seed)
        if self._ready_for is not None:
            self._memory = self._policy.new_memory(seed)

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""
        return self._think(view)[0].chosen

    def think(self, view: SeatView) -> Thought:
        """What it finds out about a decision, the expected line included; it counts as its answer."""
        thought, turn, world = self._think(view)
        return Thought(**{**vars(thought), "line": self._line(world, view, thought.chosen, turn)})

    # Getting ready.

    def _prepare(self, view: SeatView) -> None:
        if self._ready_for == (view.game, view.num_players):
            return
        if self._game is None or self._game.name != view.game:
            self._game = load_game(view.game)
        game, settings = self._game, self.settings
        self._policy = compiled_bot(settings.policy, game)
        self._opponents = compiled_bot(settings.opponents, game) if settings.opponents else self._policy
        self._value = find_value(settings.value, game.name, view.num_players)
        words = max(self._policy.words, self._opponents.words)
        self._rollouts = Rollouts(game, ROWS, words=words, threads=settings.threads)
        self._rollouts.use(self._value)
        self._rollouts.policies[:] = self._opponents.address
        self._world = game.new(1)
        self._memory = self._policy.new_memory(self._seed)
        self._ready_for = (view.game, view.num_players)

    def _memories(self, view: SeatView, actions: list[int]) -> NDArray[np.int64]:
        """The policy's memory after each action, (actions, words)."""
        made = np.repeat(self._memory[None], len(actions), 0)
        for k, action in enumerate(actions):
            self._policy.act(view.observation, np.array([action, action], np.int16), made[k])
        return made

    # Thinking.

    def _think(self, view: SeatView) -> tuple[Thought, int, NDArray[Any]]:
        begun = perf_counter()
        self._prepare(view)
        settings, legal = self.settings, view.legal.astype(np.int16)
        own = self._policy.act(view.observation, legal, self._memory.copy())
        actions = [own, *(int(action) for action in legal if action != own)]
        memories = self._memories(view, actions)
        view.worlds(self._world, 1, int(self._rng.integers(SEEDS)))
        turn = self._turn()
        race = Race(len(actions), settings.margin)
        self._run(race, actions, memories, turn, begun)
        chosen = race.best(settings.confidence)
        self._memory = memories[chosen].copy()
        order = np.argsort(np.array(actions))
        untried = race.n == 0
        values, errors = race.values, race.errors
        values[untried], errors[untried] = np.nan, np.nan
        thought = Thought(
            seat=view.seat,
            actions=np.array(actions, np.int16)[order],
            values=values[order],
            errors=errors[order],
            rollouts=race.n[order],
            chosen=actions[chosen],
            policy_action=own,
            seconds=perf_counter() - begun,
        )
        return thought, turn, self._world

    def _turn(self) -> int:
        """The number of the turn."""
        row = self._game.new_rows()
        empty = np.empty(self._game.schema.size, np.int16), np.empty(self._game.num_actions, np.int8)
        self._game.advance(self._world, 0, NO_ACTION, *empty, row)
        return int(row["turn"][0])

    def _run(self, race: Race, actions: list[int], memories: NDArray[np.int64], turn: int, begun: float) -> None:
        """Plays rounds until the race is settled or the limit is reached."""
        settings = self.settings
        seconds, limit = settings.milliseconds / 1000, settings.rollouts
        done, worlds, a_rollout = 0, FIRST_ROUND, 0.0
        while not race.settled:
            most = worlds
            if limit:
                most = min(most, (limit - done) // len(race.alive))
            if seconds and a_rollout:
                left = begun + seconds - perf_counter()
                most = min(most, int(left / a_rollout / len(race.alive)))
            if most < FEWEST and done:
                return
            start = perf_counter()
            race.add(self._round(race.alive, actions, memories, max(most, FEWEST), turn))
            count = max(most, FEWEST) * len(race.alive)
            a_rollout = (perf_counter() - start) / count
            done += count
            race.prune()
            worlds *= 2

    def _round(
        self, alive: list[int], actions: list[int], memories: NDArray[np.int64], worlds: int, turn: int
    ) -> NDArray[np.float64]:
        """Tries the actions in new worlds: own share of the win, (worlds, alive)."""
        rollouts, seat, number = self._rollouts, self._seat, len(alive)
        seats, words = self._game.max_players, memories.shape[1]
        found = np.empty((worlds, number))
        at_once = max(1, rollouts.n // number)
        rollouts.stop_turns[:] = WHOLE_GAME if self._value is None else turn + self.settings.turns
        rollouts.policies[:, seat] = self._policy.address
        for first in range(0, worlds, at_once):
            k = min(at_once, worlds - first)
            rows = k * number
            if rows > rollouts.n:
                raise AssertionError("a round has more rollouts than there is room for")
            rollouts.actions[:rows] = np.tile([actions[a] for a in alive], k)
            rollouts.seeds[:rows] = np.repeat(self._rng.integers(SEEDS, size=k), number)
            rollouts.memory[:rows] = 0
            rollouts.memory[:rows, :, 0] = np.repeat(self._rng.integers(SEEDS, size=(k, seats)), number, 0)
            rollouts.memory[:rows, seat, :words] = np.tile(memories[alive], (k, 1))
            found[first : first + k] = rollouts.play(self._world, 0, seat, rows)[:, seat].reshape(k, number)
        return found

    # The expected line.

    def _line(self, world: NDArray[Any], view: SeatView, chosen: int, turn: int) -> tuple[tuple[int, int], ...]:
        """The choices of one rollout, in the world that was drawn first."""
        game, seat = self._game, view.seat
        line = [(seat, chosen)]
        memory = {other: self._opponents.new_memory(other) for other in range(view.num_players)}
        memory[seat] = self._memory.copy()
        state, row = game.clone(world), game.new_rows()
        row["skip_forced"] = 1
        obs, mask = np.empty(game.schema.size, np.int16), np.empty(game.num_actions, np.int8)
        action = chosen
        while len(line) < LONGEST_LINE:
            game.advance(state, 0, action, obs, mask, row)
            player = int(row["seat"][0])
            if player < 0 or int(row["turn"][0]) >= turn + self.settings.turns:
                break
            policy = self._policy if player == seat else self._opponents
            action = policy.act(obs, mask.nonzero()[0].astype(np.int16), memory[player])
            line.append((player, action))
        return tuple(line)


def compiled_bot(spec: str, game: Game) -> Policy:
    """The policy of a bot.

    Raises:
        ValueError: there is no such bot, or it is not compiled.
    """
    policy = getattr(load_agent(spec, game), "policy", None)
    if not isinstance(policy, Policy):
        raise ValueError(f"search: policy={spec!r} is not a compiled bot: expected one such as heuristic or random")
    return policy
