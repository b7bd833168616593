"""`GameVectorEnv`: many games of any `Game` as one Gymnasium vector environment.

One call into compiled code steps all of them, the opponents' decisions included, and writes observations, masks and
rewards in place. Source: https://gymnasium.farama.org/api/vector/
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fs_env.core.checks import check_choice, check_flag, check_whole
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.declare.passes import rule_number
from fs_env.core.machine.run.answers import legal_ids
from fs_env.core.machine.run.codes import HOLD, NO_ACTION
from fs_env.core.machine.run.game import IllegalAction
from fs_env.core.machine.run.rows import Rows, report_rows
from fs_env.envs.actions import check_actions
from fs_env.envs.dealing import Dealer, check_alone, check_seat
from fs_env.envs.interface import ANY_GAME, DEFAULTS, AnyVector, taking
from fs_env.envs.options import ILLEGAL, check_limit, check_options, check_variant, warn_unknown
from fs_env.envs.replay_writer import ReplayWriter, check_names
from fs_env.envs.spaces import MASK_PLACES, SPARSE, observation_space, schema_of
from fs_env.envs.vector_input import MAX_SEED, check_mode, check_reset_mask, check_seeds, usable_processors
from fs_env.envs.vector_rows import RENDER_MODES, RowAccess, check_render_mode

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


class Pending(NamedTuple):
    """The pending decisions of the rows of an environment.

    Attributes:
        obs: int16 (n, schema.size), flat, whatever form the environment shows.
        mask: int8 (n, num_actions).
        seats: int64 (n,): the seat that is asked, -1 after the end.
        seeds: int64 (n,): of the games.
        games: int64 (n,): games in each row after the first one of its seed.
    """

    obs: NDArray[np.int16]
    mask: NDArray[np.int8]
    seats: NDArray[np.int64]
    seeds: NDArray[np.int64]
    games: NDArray[np.int64]


VIEWS = ("seat", "self_play")
OF_THE_END = ("returns", "illegal_action")  # infos of games that are over
ROWS_A_THREAD = 64  # fewer are not worth a thread
REBUILT = (
    *("coding", "_rows", "_convert", "_num_actions", "_shape", "_places"),
    *("_legal", "_everyone", "_nowhere", "_reported_seats"),
)  # never pickled


class GameVectorEnv(RowAccess):
    """`num_envs` games side by side; observations, masks and rewards are written in place by compiled code.

    Observations are `{"observation": int16 (num_envs, ...), "action_mask": int8 (num_envs, num_actions)}`: what the seat
    that is asked may know, relative to it, and its legal actions. After the end of a game there is nothing to decide: the
    mask of its last observation allows only action 0, so that a masked softmax or draw over all rows is defined, and in
    the next-step mode the row's next action is ignored. Rewards are zero until the end of a game: then
    `Game.returns` of one seat. A game that was decided or drawn is terminated, one that ran into its limit of decisions is truncated.

    Views:
        "seat": every action is that of one seat, the learner's; the others are played by `opponents` inside the call.
            The reward is the learner's.
        "self_play": every action answers the pending decision of whatever seat is asked; `infos["seat"]` says which is
            asked next. The reward of a row is that of the seat that just acted; `infos["returns"]` holds every seat's.
    Where one person plays all seats (`Game.single_agent`), the learner of the view "seat" is that person: it is asked for every
    seat, there are no opponents, and `infos["seat"]` is the seat that is asked.

    Infos, all of them from `reset` and from every step:
        "seat": int64 (num_envs,): the seat that is asked ("self_play"), -1 after the end; the learner's seat ("seat").
        "decisions": int64 (num_envs,): decisions of the game so far, those of all seats.
        "passed": int64 (num_envs,): with `passes`: windows that the seat in "seat" has passed by the rule since it last answered.
        "returns": float64 (num_envs, num_players): results of the games that are over; 0 elsewhere. "_returns", bool
            (num_envs,), says which they are.
        "illegal_action": bool (num_envs,): with `illegal="lose"`: which rows have just lost by one.
        "action_mask": int8 (num_envs, num_actions): with `mask_in` "info" or "both".
        "final_obs", "final_info": as Gymnasium gives them in the same-step mode, only when games end.

    Seeds: `reset(seed=s)` deals row i what `Game.setup(seed=s + i)` deals, and all further games of a row follow from its
    seed, as do learner's seats, opponents and their choices. The same seeds and actions give the same games in any
    number of threads, and row i plays what a `GameSeatEnv` plays after `reset(seed=s + i)`. So the key with which the seeds of custom
    opponents are created (`agent_api.seeds`) follows from the row's seed too: an opponent could find a small seed by trying all. Give no
    seed, or a random one, where it must not.

    A game that ends before its learner was asked at all is not reported; the row begins the next one.

    Args:
        game: the rules.
        num_envs: number of games.
        view: "seat" or "self_play".
        num_players: number of seats; the game's smallest when None.
        seat: the learner's seat: "random" (drawn for each game), "rotate" (the next one in each game of a row) or fixed.
        opponents: one name or agent for all other seats; a sequence of one, or of one each of the other seats in turn
            order after the learner; a sequence of any other length or a mapping to weights, from which each seat of each
            game draws. Agents are what `find_opponent` takes.
        game_options: further options of `game.setup`, by name.
        observation: the name of an observation form of the game: "flat", "tokens" where the game has it, or "sparse": the rows of
            a sparse matrix in CSR form, `{"indptr", "indices", "values"}`, its columns those of the attribute `coding` (a `Coding`,
            None in other forms); a single observation is a matrix of one row.
        skip_forced: True plays the learner's decisions with one legal action inside the call; the opponents' always are.
        passes: the rule by which the learner passes inside the call without being asked: "none", another rule of the game, or the
            names of the stops of one (see `GameSpec`). Opponents do not pass by it.
        mask_in: "observation", "info" or "both": where the mask is. With "info" observations are bare arrays, for wrappers and
            learners that know no dictionaries.
        copy: True: the arrays of each call belong to the caller and are never written again while anything refers to
            them or to a view of them. False: they are the environment's own buffers, valid until the next call.
        threads: how many work on one call; when None one for every 64 games, but no more than there are processors.
        illegal: "error" (nothing is stepped, IllegalAction) or "lose": the game ends there, terminated, with -1 for the
            seat that acted and 0 for the others (-1 where all win or lose together), as PettingZoo's TerminateIllegalWrapper does.
        max_episode_steps: actions of a row after which its game is truncated, with no reward, as
            Gymnasium's TimeLimit does; None or -1: no limit. (`max_decisions` of a game counts the decisions of all seats.)
        autoreset_mode: of Gymnasium, or its value: "NextStep", "SameStep" or "Disabled".
        render_mode: None, or "ansi" or "rgb_array": `render` returns the text or the pixels of each game.

    Raises:
        ValueError: an option that does not exist or a value out of range.
        TypeError: a value of the wrong kind.
    """

    @taking(AnyVector, DEFAULTS, ANY_GAME)
    def __init__(self, game: Game, num_envs: int, **options: Unpack[AnyVector]) -> None:
        chosen = check_variant(game, options["num_players"], options["game_options"])
        n = self.num_envs = check_whole("num_envs", num_envs, 1, 2**31)
        game.option_values(**chosen)
        self.game, self.num_players = game, int(chosen["num_players"])
        self.view = check_choice("view", options["view"], VIEWS)
        self.single_agent, self.cooperative = game.single_agent(**chosen), game.cooperative(**chosen)
        if self.single_agent:
            check_alone(options["seat"], options["opponents"])
        self.seat = check_seat(options["seat"], self.num_players)
        self.illegal = check_choice("illegal", options["illegal"], ILLEGAL)
        self.copy = check_flag("copy", options["copy"])
        self.max_episode_steps = check_limit(options["max_episode_steps"])
        self.observation = options["observation"]
        self.mask_in = mask_in = check_choice("mask_in", options["mask_in"], MASK_PLACES)
        self._bare, self._mask_in_info = mask_in == "info", mask_in != "observation"
        self.render_mode = check_render_mode(options["render_mode"])
        self.autoreset_mode = check_mode(options["autoreset_mode"])
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2, "autoreset_mode": self.autoreset_mode}

        schema = schema_of(game, self.observation)
        self.single_observation_space = observation_space(schema, game.num_actions, mask_in)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = observation_space(schema, game.num_actions, mask_in, n)
        self.action_space = batch_space(self.single_action_space, n)

        threads = options["threads"]
        if threads is None:
            threads = min(usable_processors(), n // ROWS_A_THREAD)
        else:
            check_whole("threads", threads, 1, 1024)
        self._making: dict[str, Any] = {
            "options": chosen,
            "skip_forced": check_flag("skip_forced", options["skip_forced"]),
            "threads": threads,
        }
        self._allocate()
        self._steps = np.zeros(n, np.int64)  # of the episodes, counted where they have a limit
        self.passes = options["passes"]
        self._rule = rule_number(game.spec, self.passes)
        self._dealer = Dealer(self._rows, self.seat, self._rule)
        self._over = np.ones(n, np.bool_)  # rows that need a new game
        self._any_over = True
        if self.view == "seat" and not self.single_agent:
            self.set_opponents(options["opponents"])

    def _allocate(self) -> None:
        n, game = self.num_envs, self.game
        self._rows = Rows(game, n, **self._making)
        if self._rows.threads > 1:
            game.warm()  # several threads cannot load the compiled rules at once
        form = schema_of(game, self.observation)
        self._convert = getattr(form, "from_flat", None)
        self.coding = form if self.observation == SPARSE else None
        self._num_actions = np.uint64(game.num_actions)
        self._shape = (n,)
        self._places = np.arange(n, dtype=np.int64) * game.num_actions
        # what is legal, whatever a caller writes into the arrays that were handed out
        self._legal = np.zeros((n, game.num_actions), np.int8) if self.copy else self._rows.mask
        learner = self.view == "seat" and not self.single_agent
        self._reported_seats = self._rows.reward_seats if learner else self._rows.seats
        self._everyone, self._nowhere = np.ones(n, np.bool_), np.zeros(n, np.bool_)
        self._everyone.flags.writeable = self._nowhere.flags.writeable = False

    def __getstate__(self) -> dict[str, Any]:
        stored = {name: value for name, value in self.__dict__.items() if name not in REBUILT}
        return stored | {"_books": self._rows.books(self._dealer.games >= 0), "_legal_now": self._legal.copy()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        books, legal = kept.pop("_books"), kept.pop("_legal_now")
        self.__dict__.update(kept)
        self._allocate()
        self._rows.take_over(books)
        self._legal[:] = legal
        self._dealer.attach(self._rows)

    # -- the loop ----------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Iterable[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts new games in all rows, or in those of `options["reset_mask"]`.

        Args:
            seed: 0..2**63-1: row i gets seed + i; a sequence: one each; None: the next game of each row that had a
                seed, else fresh entropy.
            options: `{"reset_mask": bool array (num_envs,)}`; other keys are ignored with a warning.

        Raises:
            ValueError: a seed out of range or a wrong number of them, a mask of another shape or without a True.
            TypeError: a mask that is not a bool array.
            ClosedEnvironmentError: after `close`.
        """
        self._need_open("reset()")
        warn_unknown(check_options(options), ["reset_mask"])
        chosen = check_reset_mask(options, self._dealer.games < 0)
        rows = np.arange(self.num_envs) if chosen is None else chosen.nonzero()[0]
        seeds, number = check_seeds(seed, self.num_envs)
        if number is not None:
            super().reset(seed=number)  # of `np_random`
        self._dealer.seed(seeds, rows, lambda: int(self.np_random.integers(MAX_SEED - self.num_envs)))
        table = self._rows
        table.actions[:] = np.where(table.seats >= 0, NO_ACTION, HOLD)  # running games fill their buffers again
        self._dealer.deal(rows)
        if self.copy:
            table.leave_buffers()
            table.mask[table.actions == HOLD] = self._legal[table.actions == HOLD]
        self._dealer.play(rows)
        self._steps[rows] = 0
        self._begun = True
        return self._observations(), self._report(self._rows.mask[:0])[2]

    def step(self, actions: NDArray[Any]) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Answers the pending decision of every row.

        In the next-step mode the rows whose games had ended begin new ones; their actions are ignored.

        Args:
            actions: whole numbers, shape (num_envs,) or (num_envs, 1).

        Returns:
            Observations, rewards float64, terminations and truncations bool, each (num_envs,), and infos.

        Raises:
            IllegalAction: with `illegal="error"`, an action that is not legal; the message names row, action, decision and
                the legal actions. Nothing changes.
            ResetNeeded: no `reset` yet, or a game is over and resets are the caller's (mode "Disabled").
            ClosedEnvironmentError: after `close`.
            ValueError: actions of another shape. TypeError: not whole numbers.
            RuntimeError: a fault of the rules or of an opponent (AgentFailed, where an agent raised); some rows have
                moved, and only a `reset` of all rows can follow.
        """
        table = self._rows
        chosen = check_actions(actions, self._shape)
        dealt = self._rows_to_deal() if self._any_over else None
        lost = self._take_legal(chosen) if table.take(chosen, self._legal, self._over) else None
        if dealt is not None:
            self._dealer.deal(dealt)
        if self.copy:
            table.leave_buffers(some_hold=False)
        unready = self._dealer.play(dealt)
        late = None if self.max_episode_steps is None else self._count_steps(self.max_episode_steps, dealt)
        if unready or lost is not None or late is not None:
            return self._end(lost, late)
        if dealt is not None:
            self._over[:] = self._any_over = False
        rewards, returns = np.zeros(self.num_envs), np.zeros(table.returns.shape)
        infos = self._infos(self._reported_seats.copy(), table.decisions.copy(), returns, self._nowhere)
        return self._observations(), rewards, self._nowhere.copy(), self._nowhere.copy(), infos

    def _take_legal(self, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """Passes on the actions that are legal; returns the rows that lost by another one."""
        legal = self._legal.take(self._places + chosen, mode="clip")
        legal &= chosen.view(np.uint64) < self._num_actions  # a negative id is a huge one
        legal[self._over] = 1
        lost = self._illegal_rows(legal, chosen)
        self._rows.actions[:] = chosen
        self._rows.actions[lost] = NO_ACTION
        return lost

    def _count_steps(self, limit: int, dealt: NDArray[np.int64] | None) -> NDArray[np.bool_] | None:
        self._steps += 1
        if dealt is not None:
            self._steps[dealt] = 0
        late = self._steps >= limit
        return late if late.any() else None

    def _end(
        self, lost: NDArray[np.int64] | None, late: NDArray[np.bool_] | None
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        table = self._rows
        if lost is not None:
            table.returns[lost] = -1.0 if self.cooperative else 0.0
            table.returns[lost, self._reported_seats[lost]] = -1.0
            table.seats[lost] = -1
            table.outcomes[lost] = Outcome.RUNNING
        rewards, (over, terminations, truncations), infos = self._report(table.mask, lost)
        if lost is not None:
            rewards[lost] = -1.0
        if late is not None:
            truncations |= late
            over |= late
            self._over |= late
            table.seats[late] = -1
            infos["seat"][:] = self._reported_seats
            self._any_over = True
        for row in over.nonzero()[0].tolist() if self._dealer.recording else ():
            self._dealer.close(row, lost=lost is not None and row in lost)
        if not self._any_over or self.autoreset_mode is not AutoresetMode.SAME_STEP:
            return self._observations(), rewards, terminations, truncations, infos
        if self._mask_in_info:
            infos["action_mask"] = table.mask.copy()  # the games that follow are written over it
        final: dict[str, Any] = {"final_obs": self._final_observations(over), "_final_obs": over.copy()}
        final |= {"final_info": infos, "_final_info": over.copy()}
        final |= {name: value.copy() for name, value in infos.items() if name.lstrip("_") in OF_THE_END}
        dealt = over.nonzero()[0]
        table.actions[:] = HOLD
        self._dealer.deal(dealt)
        self._dealer.play(dealt)
        self._steps[dealt] = 0
        return self._observations(), rewards, terminations, truncations, self._report(table.mask[:0])[2] | final

    def record(self, folder: str | Path | None, names: Sequence[str] | None = None) -> None:
        """Writes a replay of every game that begins from the next `reset` on, at its end or when it is left; see `fs_env.replays`.

        Recorded games are the same as others and take longer: what opponents choose is asked for from Python. Copies of the
        environment do not record.

        Args:
            folder: made where it does not exist; None: no more replays.
            names: of the players by seat; None calls the learner "learner" and its opponents by their names, and in "self_play"
                every player "player_0", ...

        Raises:
            ValueError: other numbers of names than seats.
            TypeError: no folder, or names that are no text.
            ClosedEnvironmentError: after `close`.
        """
        self._need_open("record()")
        given = check_names(names, self.num_players)
        writer = None if folder is None else ReplayWriter(Path(folder), given, self.passes)
        self._dealer.record(writer, self._making["options"])

    def pending(self) -> Pending:
        """The pending decisions of all rows, in the environment's own buffers; valid until the next call. Raises as `text`."""
        self._need_reset("pending()")
        table = self._rows
        return Pending(table.obs, self._legal, table.seats, table.seeds, self._dealer.games)

    def legal_ids(self, most: int | None = None) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """The legal actions of each row as ids: int16 (num_envs, most), ascending, -1 after the last, and their counts, int64 (num_envs,).

        Args:
            most: the width; None: as many as one row has.

        Raises:
            ValueError: a row has more than `most`.
            TypeError: a `most` that is no whole number.
            ResetNeeded: no `reset` of all rows yet.
            ClosedEnvironmentError: after `close`.
        """
        self._need_reset("legal_ids()")
        most = None if most is None else check_whole("most", most, 1, 2**16)
        return legal_ids(self._legal, most)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names of the opponents that play, or will play, in any row; empty in the view "self_play"."""
        return tuple(opponent.name for opponent in self._dealer.known)

    def seating(self) -> NDArray[np.int64]:
        """Who sits where in the game of each row, int64 (num_envs, num_players): a place in `opponents`, -1 for the caller.
        Raises as `text`."""
        self._need_reset("seating()")
        return self._dealer.seating[:, : self.num_players].copy()

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions of each row, int8 (num_envs, num_actions): the environment's own buffer. Raises as `text`."""
        self._need_reset("action_masks()")
        return self._rows.mask

    def set_opponents(self, opponents: Any) -> None:
        """Sets the opponents for games that begin from now on; see the class.

        Raises:
            ValueError: the view is "self_play", one person plays all seats, or see `Lineup`.
            TypeError: something that cannot play.
            ClosedEnvironmentError: after `close`.
        """
        self._need_open("set_opponents()")
        if self.single_agent:
            raise ValueError("there are no opponents: one person plays all seats of this game")
        if self.view != "seat":
            raise ValueError('opponents play in view="seat" only: in "self_play" the caller plays every seat')
        self._dealer.set_opponents(opponents)

    def close_extras(self, **kwargs: Any) -> None:
        """Writes what there is of recorded games, and ends the threads."""
        self._any_over = True  # a step looks whether it may
        self._dealer.leave()
        self._rows.close()

    # -- small parts -------------------------------------------------------------------------------------------------

    def _rows_to_deal(self) -> NDArray[np.int64]:
        self._need_reset("step()")
        rows = self._over.nonzero()[0]
        if self.autoreset_mode is AutoresetMode.DISABLED:
            raise ResetNeeded(
                f"step() after the end of the games in rows {rows[:8].tolist()}: with autoreset_mode Disabled call "
                'reset(options={"reset_mask": terminations | truncations}) first'
            )
        return rows

    def _illegal_rows(self, legal: NDArray[Any], chosen: NDArray[Any]) -> NDArray[np.int64]:
        rows = (legal == 0).nonzero()[0]
        if self.illegal == "error":
            row = int(rows[0])
            try:
                self.game.refuse(self._rows.S, int(chosen[row]), row)
            except IllegalAction as error:
                raise IllegalAction(f"row {row}: {error}") from None
        return rows

    def _observations(self) -> Any:
        obs, mask = self._rows.obs, self._rows.mask
        if self.copy:
            np.copyto(self._legal, mask)
        seen = obs if self._convert is None else self._convert(obs)
        return seen if self._bare else {"observation": seen, "action_mask": mask}

    def _final_observations(self, over: NDArray[np.bool_]) -> NDArray[np.object_]:
        finals = np.full(self.num_envs, None, object)
        for row in over.nonzero()[0].tolist():
            obs = self._rows.obs[row].copy()
            seen = obs if self._convert is None else self._convert(obs)
            finals[row] = seen if self._bare else {"observation": seen, "action_mask": self._rows.mask[row].copy()}
        return finals

    def _report(
        self, mask: NDArray[np.int8], lost: NDArray[np.int64] | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], dict[str, Any]]:
        """Rewards; which games are over, terminated and truncated, bool (3, n); and the infos that go with the observations. Writes the
        masks of games that are over; `lost`: rows that just lost by an illegal action."""
        table, n = self._rows, self.num_envs
        ends, numbers = np.empty((4, n), np.bool_), np.empty((2, n), np.int64)
        results = np.empty(n * (1 + self.num_players))
        reported = table.seats, self._reported_seats, table.outcomes, table.decisions, table.rewards, table.returns
        self._any_over = report_rows(*reported, mask, ends, numbers, results) > 0
        self._over = ends[3]
        infos = self._infos(numbers[0], numbers[1], results[n:].reshape(n, self.num_players), ends[0])
        if lost is not None:
            infos["illegal_action"][lost] = True
        return results[:n], ends[:3], infos

    def _infos(self, seats: Any, decisions: Any, returns: Any, over: Any) -> dict[str, Any]:
        table, everyone = self._rows, self._everyone
        infos: dict[str, Any] = {
            "seat": seats,
            "_seat": everyone,
            "decisions": decisions,
            "_decisions": everyone,
            "returns": returns,
            "_returns": over,
        }
        if self._rule:
            counts = table.passed[np.arange(self.num_envs), self._reported_seats]
            infos["passed"], infos["_passed"] = np.where(self._reported_seats >= 0, counts, 0), everyone
        if self.illegal == "lose":
            infos["illegal_action"], infos["_illegal_action"] = self._nowhere.copy(), everyone
        if self._mask_in_info:
            infos["action_mask"], infos["_action_mask"] = table.mask, everyone
        return infos
