"""`GameAEC`: any `Game` as a PettingZoo AEC environment, with little overhead.

One call into compiled code per step writes state, observation and mask together; PettingZoo's dictionaries are kept from
step to step and only what changed is written. Source: https://pettingzoo.farama.org/api/aec/
"""

from __future__ import annotations

import copy as copies
from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding

from fs_env.core.checks import check_choice, check_flag, check_whole
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.declare.passes import NONE, rule_number
from fs_env.core.machine.run.codes import ENDED, NO_ACTION, Status
from fs_env.core.machine.run.ring import Pair, Ring
from fs_env.envs.actions import check_action
from fs_env.envs.aec_views import AECViews
from fs_env.envs.changes import TextDiff
from fs_env.envs.options import ILLEGAL, check_limit, check_options, check_variant, warn_unknown
from fs_env.envs.positions import BOOKS, EnvSnapshot, check_books
from fs_env.envs.replay_writer import ReplayWriter, check_names
from fs_env.envs.spaces import MASK_PLACES, observation_space, schema_of, state_space

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

RENDER_MODES = ("human", "ansi", "rgb_array")
NOT_LEGAL = ENDED - Status.NOT_LEGAL  # result of Game.advancer
MAX_SEED = 2**63 - 1
AFTER_RESET = frozenset(
    ("agents", "num_agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "game_seed")
)
RING = 4  # pairs of arrays that are used in turn
BUFFERS = ("_state", "_obs", "_mask", "_row", "_ready", "_advance", "_ring", "_convert")  # rebuilt, never pickled


class GameAEC(AECViews):
    """A `Game` as a PettingZoo AEC environment.

    Agents are "player_0", "player_1", ... in seat order; where one person plays all seats (`Game.single_agent`) there is only
    "player_0", who answers for each seat in turn and observes what that seat observes. The agent to act gets `{"observation": int16 array,
    "action_mask": int8 vector of length num_actions}`. Any other agent may be observed at any time; its mask is all
    zeros. Rewards are zero until the last step: then `Game.returns` if the game was decided (terminated), 0 for
    every player if it was drawn (terminated) or ran into a limit of decisions or steps (truncated).

    Wrappers for order checks are not needed: access before `reset` and after `close`, a step after the end and an
    `agent_iter` loop that does not step are refused here, at no measurable cost. Infos have the same keys in every step.

    Args:
        game: the rules.
        num_players: number of seats; the game's smallest when None.
        game_options: further options of `game.setup`, by name.
        skip_forced: True plays decisions with one legal action inside `step` and `reset`.
        passes: the rule by which agents pass inside `step` and `reset` without being asked: "none", another rule of the game, or the
            names of the stops of one (see `GameSpec`). With one, "passed" in an agent's info counts the windows that it has passed
            so since its last decision.
        observation: the name of an observation form of the game: "flat", or "tokens" where the game has it.
        mask_in: "both", "observation" or "info": where the mask is. With "info" observations are bare arrays.
        copy: True: the arrays of each decision belong to the caller and are never written again while anything
            refers to them or to a view of them. False: they are the environment's own buffers, valid until the next `step`.
        illegal: what an illegal action does: "error" raises IllegalAction and changes nothing; "lose" ends the
            game, terminated for all, with reward -1 for its agent, in whose info "illegal_action" is True (False in all
            others), and 0 for the others (-1 where all win or lose together), as PettingZoo's TerminateIllegalWrapper
            does: for tools that draw any id of the action space.
        max_episode_steps: steps of all agents together after which the game is truncated, as Gymnasium's
            TimeLimit does; None or -1: no limit.
        render_mode: None, "ansi" (`render` returns text), "rgb_array" (it returns pixels) or "human" (prints the position after
            `reset` and what changed after every step).
        name: `metadata["name"]`; that of its class, or "<game>_v0", when None.

    Raises:
        ValueError: an option that does not exist or a value out of range.
        TypeError: a value of the wrong kind.
    """

    # PettingZoo reads this from the class too; each environment has its own copy.
    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: Game,
        *,
        num_players: int | None = None,
        game_options: Mapping[str, int] | None = None,
        skip_forced: bool = False,
        passes: str | Collection[str] = NONE,
        observation: str = "flat",
        mask_in: str = "both",
        copy: bool = True,
        illegal: str = "error",
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.game_options = check_variant(game, num_players, game_options)
        self.game, seats = game, self.game_options.pop("num_players")
        self.single_agent = game.single_agent(num_players=seats, **self.game_options)
        self.cooperative = game.cooperative(num_players=seats, **self.game_options)
        self.num_players = index(seats)
        self.skip_forced = check_flag("skip_forced", skip_forced)
        self.passes, self._rule = passes, rule_number(game.spec, passes)
        self.copy = check_flag("copy", copy)
        self.illegal = check_choice("illegal", illegal, ILLEGAL)
        self.max_episode_steps = check_limit(max_episode_steps)
        self.mask_in = check_choice("mask_in", mask_in, MASK_PLACES)
        self.render_mode = None if render_mode is None else check_choice("render_mode", render_mode, RENDER_MODES)
        self.observation = observation
        self.metadata = {**type(self).metadata, "name": name or type(self).metadata.get("name", f"{game.name}_v0")}

        schema = schema_of(game, observation, sparse=False)
        self._num_actions = game.num_actions
        self._agent_of = tuple(f"player_{0 if self.single_agent else seat}" for seat in range(self.num_players))
        self._names = tuple(dict.fromkeys(self._agent_of))
        self.possible_agents = list(self._names)
        self.observation_spaces = {a: observation_space(schema, game.num_actions, mask_in) for a in self._names}
        self.action_spaces = {a: spaces.Discrete(game.num_actions) for a in self._names}
        self.state_space = state_space(schema, self.num_players)
        self._seed: int | None = None
        self._np_random: np.random.Generator | None = None
        self._mask_in_info = mask_in != "observation"
        self._bare = mask_in == "info"
        self._may_lose = illegal == "lose"
        self._loser: str | None = None  # by an illegal action
        self._live = False
        self._moves = self._steps = 0
        self._diff = TextDiff()
        self._writer: ReplayWriter | None = None
        self._watch()
        self._allocate()

    def _allocate(self) -> None:
        self._state = self.game.new(1)
        self._obs = np.zeros(self.game.schema.size, np.int16)
        self._mask = np.zeros(self._num_actions, np.int8)
        self._row = self.game.new_rows(1)
        self._row["skip_forced"], self._row["passes"] = self.skip_forced, self._rule
        self._ready: Any = None  # observation of the agent to act while the game runs
        self._advance = self.game.advancer(self._state, self._row)
        self._convert = getattr(schema_of(self.game, self.observation), "from_flat", None)
        self._ring = Ring(self._new_pair, RING)

    def _new_pair(self) -> Pair:
        return np.empty(self.game.schema.size, np.int16), np.empty(self._num_actions, np.int8)

    # -- the loop ----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game and stops at its first decision.

        Args:
            seed: 0..2**63-1, deals the same game as `Game.setup(seed=...)`; None draws one, from the generator that an
                earlier seed started, else from fresh entropy. `game_seed` is the seed that was used.
            options: `{"state": bytes}` starts from a position instead: bytes of `Game.snapshot` or
                `EnvSnapshot.state`, with this environment's number of players and options. Other keys are ignored with a warning.

        Raises:
            ValueError: a seed out of range, or bytes of another game, number of players or variant of the rules.
            ClosedEnvironmentError: after `close`.
        """
        self._need_open("reset()")
        warn_unknown(check_options(options), ["state"])
        given = None if options is None else options.get("state")
        self._leave_recording()
        number = None if seed is None else check_whole("seed", seed, 0, MAX_SEED)
        if number is not None:
            self._seed, self._np_random = number, None
        if given is None:
            self.game_seed = self._next_seed() if number is None else number
            self.game.setup(self._state, seed=self.game_seed, num_players=self.num_players, **self.game_options)
        else:
            self._enter(self._read_state(given))
            self.game_seed = -1

        if self._writer is not None:
            self._writer.begin(self.game, self.game_seed, {"num_players": self.num_players, **self.game_options})
        self.agents = list(self._names)
        self.agent_selection = self._names[0]
        self.rewards = dict.fromkeys(self._names, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._names, 0.0)
        self.terminations = dict.fromkeys(self._names, False)
        self.truncations = dict.fromkeys(self._names, False)
        self._skip_agent_selection: str | None = None
        self._loser = None
        self._row["passed"] = 0
        self._idle_infos()
        self._live = self._begun = True
        self._steps = 0
        self._watch()
        self._play(NO_ACTION)
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Answers the pending decision of `agent_selection`; None for an agent whose game is over.

        Args:
            action: a whole number, or an array or tensor with one.

        Raises:
            TypeError: no whole number; a truth value is none.
            IllegalAction: not legal now, with `illegal="error"`; the message names the action, the pending decision and
                the legal actions. Nothing changes.
            ValueError: an array with several numbers, or an action of an agent whose game is over.
            ResetNeeded: no `reset` yet, or no agent is left.
            ClosedEnvironmentError: after `close`.
            RuntimeError: the rules met one of their capacity guards; a bug worth reporting.
        """
        if not self._live:
            self._step_after_end(action)
            return
        try:
            number = action if type(action) is int else check_action(action, self._num_actions)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{self.agent_selection}: {error}; {self.decision_text()}") from None
        if self._writer is not None:
            self._writer.choice(self.game, self._state, number)
        if 0 <= number < self._num_actions:
            self._play(number)
        elif self.illegal == "lose":
            self._moves += 1
            self._lose()
        else:
            self.game.refuse(self._state, number)
        if self._watched:
            self._after_step()

    def _after_step(self) -> None:
        if self.max_episode_steps is not None:
            self._count_step(self.max_episode_steps)
        if self._writer is not None and not self._live:
            self._leave_recording()
        if self.render_mode == "human":
            self._show_news()

    def record(self, folder: str | Path | None, names: Sequence[str] | None = None) -> None:
        """Writes a replay of every game from the next `reset` on, at its end or when it is left; see `fs_env.replays`.

        Args:
            folder: made where it does not exist; None: no more replays.
            names: of the players by seat; None calls them by their agents.

        Raises:
            ValueError: other numbers of names than seats.
            TypeError: no folder, or names that are no text.
            ClosedEnvironmentError: after `close`.
        """
        self._need_open("record()")
        seats = tuple(f"player_{seat}" for seat in range(self.num_players))
        given = check_names(names, len(seats))
        self._leave_recording()
        self._writer = None if folder is None else ReplayWriter(Path(folder), given or seats, self.passes)
        self._watch()

    def _watch(self) -> None:
        counted, read = self.max_episode_steps is not None, self.render_mode == "human"
        self._watched = counted or read or self._writer is not None

    def _leave_recording(self) -> None:
        if self._writer is not None and self._writer.recorders:
            self._writer.close(self.game, self._state, live=self._live, loser=self._loser or "")

    def _enter(self, state: np.ndarray) -> None:
        self._state, self._advance = state, self.game.advancer(state, self._row)

    def _play(self, action: int) -> None:
        self._moves += 1
        if self.copy:
            self._obs, self._mask = obs, mask = self._ring.next()
        else:
            obs, mask = self._obs, self._mask
        seat = self._advance(action, obs, mask)
        if seat < 0:
            self._ready = None
            if seat == NOT_LEGAL and self.illegal == "lose":
                self._lose()
                return
            if seat < ENDED:
                self.game.advance(self._state, 0, action, obs, mask, self._row)  # says what is wrong with a buffer
                self.game.refuse(self._state, action)
            self._finish(int(self._row["outcome"][0]))
            return
        agent, last = self._agent_of[seat], self.agent_selection
        if self._mask_in_info:
            if agent is not last:
                self.infos[last] = {"action_mask": np.zeros(self._num_actions, np.int8)}
                self.agent_selection = agent
            self.infos[agent] = {"action_mask": mask}
            if self._may_lose:
                self.infos[last]["illegal_action"] = self.infos[agent]["illegal_action"] = False
        else:
            self.agent_selection = agent
        if self._rule:
            self._tell_passes(seat)
        if self._convert is None:
            self._ready = obs if self._bare else {"observation": obs, "action_mask": mask}

    def _finish(self, outcome: int) -> None:
        if outcome == Outcome.GUARD:
            decision = self._row["decisions"][0]
            self._stop()
            raise RuntimeError(
                f"the rules of {self.game.name!r} reached a capacity limit at decision {decision} of the game "
                f"with seed {self.game_seed}: this is a bug; please report it with that seed and the options"
            )
        returns = self._row["returns"][0, : len(self._names)].tolist()
        self._settle(returns, outcome == Outcome.TRUNCATED)

    def _lose(self) -> None:
        self._loser = loser = self.agent_selection
        self._ready = None
        others = -1.0 if self.cooperative else 0.0
        self._settle([-1.0 if agent == loser else others for agent in self._names], truncated=False)

    def _count_step(self, limit: int) -> None:
        self._steps += 1
        if self._steps < limit:
            return
        if self._live:
            self._ready = None
            self._settle([0.0] * len(self._names), truncated=True)
        self.truncations = dict.fromkeys(self.truncations, True)

    def _settle(self, rewards: list[float], truncated: bool) -> None:
        for agent, reward in zip(self._names, rewards, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
        self._idle_infos()
        self._live = False
        self._deads_step_first()

    def _step_after_end(self, action: int | None) -> None:
        self._need_reset("step()")
        if not self.agents:
            raise ResetNeeded("step() after the game is over and every agent has left: call reset() for a new game")
        if action is not None:
            raise ValueError(
                f"action {action!r} of {self.agent_selection}: its game is over (last() returns terminated or truncated); "
                "the only legal action is None"
            )
        self._moves += 1
        self._was_dead_step(action)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, terminated, truncated and info of `agent_selection`.

        Raises:
            ResetNeeded: no `reset` yet, or no agent is left.
            ClosedEnvironmentError: after `close`.
        """
        if self._ready is not None and observe:  # the game runs: there are no rewards yet and no agent is done
            return self._ready, 0.0, False, False, self.infos[self.agent_selection]
        self._need_reset("last()")
        if not self.agents:
            raise ResetNeeded("last() after the game is over and every agent has left: call reset() for a new game")
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: str) -> Any:
        """Observation of `agent` now; always a fresh array unless `copy=False`. An agent that is not asked has a mask of zeros.

        Raises:
            ResetNeeded: no `reset` yet.
            ClosedEnvironmentError: after `close`.
            ValueError: no agent has that name.
        """
        seat = self._seat(agent)
        asked = self._live and agent == self.agent_selection
        if asked:
            flat, mask = (self._obs.copy(), self._mask.copy()) if self.copy else (self._obs, self._mask)
        else:
            flat, mask = self.game.observe(self._state, seat), np.zeros(self._num_actions, np.int8)
        seen = flat if self._convert is None else self._convert(flat)
        return seen if self.mask_in == "info" else {"observation": seen, "action_mask": mask}

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Yields `agent_selection` until no agent is left or `max_iter` is reached; step once per iteration.

        Raises:
            ResetNeeded: no `reset` yet.
            ClosedEnvironmentError: after `close`.
            TypeError: a `max_iter` that is no whole number.
            RuntimeError: an iteration made no `step` or `reset`.
        """
        self._need_reset("agent_iter()")
        return self._turns(check_whole("max_iter", max_iter, 0, 2**63))

    def _turns(self, left: int) -> Iterator[str]:
        seen = -1
        while self.agents and left > 0:
            if self._moves == seen:
                raise RuntimeError("agent_iter() continued without step() or reset(): step once per iteration")
            seen = self._moves
            left -= 1
            yield self.agent_selection

    # -- the end, copies ---------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Ends the game: `agents` becomes empty, and all other calls raise an error from now on. May be called more than once."""
        self._stop()
        self.closed = True

    def _stop(self) -> None:
        self._leave_recording()
        self._live, self._ready = False, None
        if self._begun:
            self.agents = []

    def snapshot(self) -> EnvSnapshot:
        """This position with the bookkeeping; `restore` brings it back any number of times, future dice included."""
        self._need_reset("snapshot()")
        books = {name: copies.copy(getattr(self, name)) for name in BOOKS}
        return EnvSnapshot(self.game.snapshot(self._state), self.game_seed, tuple(self.agents), books)

    def restore(self, snapshot: EnvSnapshot) -> None:
        """Returns to a position of an environment with the same game and number of players.

        Raises:
            TypeError: not an `EnvSnapshot`.
            ValueError: a position of another game or number of players, a damaged one, or bookkeeping that does not fit.
            ClosedEnvironmentError: after `close`.
        """
        self._need_open("restore()")
        if not isinstance(snapshot, EnvSnapshot):
            raise TypeError(
                f"restore() got {type(snapshot).__name__}: expected what snapshot() returned; "
                'bytes of Game.snapshot go into reset(options={"state": ...})'
            )
        state = self._read_state(snapshot.state)
        check_books(snapshot, self._names, self._agent_of, self.game.to_act(state))
        self._leave_recording()  # what follows is another game than the one that was dealt
        self._enter(state)
        self.game_seed = snapshot.game_seed
        self._begun, self.agents = True, list(snapshot.agents)
        for name, value in copies.deepcopy(snapshot.books).items():
            setattr(self, name, value)
        self._idle_infos()
        self._moves += 1
        self._ready = None
        if self._live:
            self._play(NO_ACTION)

    def __getstate__(self) -> dict[str, Any]:
        stored = {name: value for name, value in self.__dict__.items() if name not in BUFFERS}
        stored["_position"] = None if self.closed or not self._begun else self.snapshot()
        return stored

    def __setstate__(self, kept: dict[str, Any]) -> None:
        position = kept.pop("_position")
        self.__dict__.update(kept)
        self._allocate()
        if position is not None:
            self.restore(position)

    # -- small parts -------------------------------------------------------------------------------------------------

    def _idle_infos(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": np.zeros(self._num_actions, np.int8)} if self._mask_in_info else {}
            for agent in self.agents
        }
        if self._may_lose:
            for agent, info in self.infos.items():
                info["illegal_action"] = agent == self._loser
        if self._rule:
            self._tell_passes(0)

    def _tell_passes(self, asked: int) -> None:
        passed, seats = self._passed, [asked] if self.single_agent else range(self.num_players)
        counts = {self._agent_of[seat]: passed[seat] for seat in seats}
        self.infos = {agent: {**info, "passed": counts[agent]} for agent, info in self.infos.items()}

    @property
    def _passed(self) -> list[int]:
        counts: list[int] = self._row["passed"][0].tolist()
        return counts

    @_passed.setter
    def _passed(self, counts: list[int]) -> None:
        self._row["passed"][0] = counts

    def _next_seed(self) -> int:
        if self._np_random is None:
            self._np_random, _ = seeding.np_random(self._seed)
        return int(self._np_random.integers(MAX_SEED))

    def _read_state(self, data: bytes) -> np.ndarray:
        state = self.game.new(1)
        self.game.restore(state, data)
        seats = self.game.num_players(state)
        if seats != self.num_players:
            raise ValueError(f"the position has {seats} players, this environment has num_players={self.num_players}")
        for option, there, here in self.game.other_options(state, num_players=self.num_players, **self.game_options):
            difference = (
                f"{option.name}={option.text_of(there)}, this environment with {option.name}={option.text_of(here)}"
            )
            raise ValueError(
                f"the position was dealt with {difference}: give it to an environment with the options of its game"
            )
        return state

    def _seat(self, agent: str) -> int:
        self._need_reset("observe()")
        self._known(agent)
        if self.single_agent and self._live:
            return self.game.to_act(self._state)
        return self._agent_of.index(agent)

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:
            raise AttributeError(f"{name} does not exist before reset(): call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
