"""`GameTextEnv`: one seat of a game in words, as a Gymnasium environment of strings. Source: https://gymnasium.farama.org/api/env/"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium.error import ResetNeeded

from fs_env.agent_api.agent import Agent, as_agent
from fs_env.agent_api.seeds import key_from
from fs_env.agent_api.specs import load_agent
from fs_env.core.checks import check_choice, check_known, check_whole
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.game import Game
from fs_env.envs.keywords import split
from fs_env.envs.lifetime import Lifetime
from fs_env.envs.options import check_options, warn_unknown
from fs_env.envs.seat import MAX_SEED
from fs_env.envs.text_space import TextSpace
from fs_env.envs.text_table import LONGEST_ANSWER, TextTable
from fs_env.narration.conversation.parsing import InvalidAnswer
from fs_env.narration.conversation.trajectory import Trajectory
from fs_env.registry.games import load_game

LONGEST_TEXT, LONGEST_MESSAGE = 65_536, 50_000  # characters; the rest is for the rules and an error
RULES = ("first", "info")
RENDER_MODES = ("ansi",)


class GameTextEnv(Lifetime, gymnasium.Env[str, str]):
    """One seat of a game, read and answered in words; the others are played by `opponents` inside `step` and `reset`. Where one
    person plays all seats (`Game.single_agent`) there are no opponents, and each message is that of the seat that is asked.

    An observation is what the seat reads at a decision: news, its view, rules of cards, the question, the numbered actions.
    An action is an answer: a number in brackets, a JSON object, or the words of an action, as the rules say. An answer that means
    none of the legal actions changes nothing: the next observation says why and asks again; with more than `retries` of them in a
    row the game is lost. The reward is the result of the seat, -1 to 1, in the last step.

    Infos have the same keys in every step: "seat", "rules" (the rules of the game and of answers, for the system message),
    "actions" (words of the legal actions), "action" (the id that the last answer meant, -1 for none), "invalid" (answers of
    this game that meant none), "decisions" (answers that did) and "returns" (results of all seats, zeros until the end).

    Args:
        game: the rules, or the id of a game.
        num_players: seats; None: the fewest that the game can have.
        seat: of the reader, or "random" for another one in each game.
        opponents: an agent or its spec for all other seats, or a list of them that is dealt to the other seats in turn.
        retries: answers in a row that may mean none of the actions without losing the game.
        passes, cards, budget: as in `TextTable`.
        rules: where the rules are besides the info: in the "first" observation too, or only in "info".
        render_mode: None or "ansi" (`render` returns the last observation).
        options: of the game, as its other environments take them.

    Attributes:
        trajectory: the `Trajectory` of the current game; a new one from each `reset`.

    Raises:
        ValueError: a value that the game or the environment does not have.
        TypeError: an unknown option.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: Game | str,
        *,
        num_players: int | None = None,
        seat: str | int = "random",
        opponents: str | Agent | Sequence[str | Agent] = "heuristic",
        retries: int = 1,
        passes: str | None = None,
        cards: str = "once",
        budget: int | None = None,
        rules: str = "first",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.observation_space = TextSpace(LONGEST_TEXT, min_length=0)
        self.action_space = TextSpace(LONGEST_ANSWER, min_length=0)
        self.game = load_game(game) if isinstance(game, str) else game
        known = [option for option in self.game.options.values() if option.name != "num_players"]
        check_known("GameTextEnv", options, [option.name for option in known])
        self.options = split(known, options, {})["game_options"]
        self.num_players = self.game.min_players if num_players is None else num_players
        self.single_agent = self.game.single_agent(num_players=self.num_players, **self.options)
        self.seat = seat if seat == "random" else check_whole("seat", seat, 0, self.num_players - 1)
        self.retries = check_whole("retries", retries, 0, 1000)
        self.rules_in = check_choice("rules", rules, RULES)
        self.render_mode = None if render_mode is None else check_choice("render_mode", render_mode, RENDER_MODES)
        self._texts: dict[str, Any] = {"passes": passes, "cards": cards, "budget": budget}
        given = [opponents] if isinstance(opponents, str) or not isinstance(opponents, Sequence) else list(opponents)
        if not given:
            raise ValueError("opponents=[]: expected at least one")
        others = 0 if self.single_agent else self.num_players - 1
        self._opponents = [self._agent(given[k % len(given)]) for k in range(others)]
        self._table: TextTable | None = None
        self._text = ""

    def _agent(self, spec: str | Agent) -> Agent:
        return load_agent(spec, self.game) if isinstance(spec, str) else as_agent(spec)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Deals a new game, and plays up to the first decision of the seat.

        Args:
            seed: 0..2**63-2, deals what `Game.setup(seed=...)` deals; None: the next game of the sequence that the last seed
                started, else fresh entropy.
            options: none exist; keys are ignored with a warning.

        Raises:
            ValueError: a seed out of range.
            ClosedEnvironmentError: after `close`.
            AgentFailed, OutOfReach: as in `step`.
        """
        self._need_open("reset()")
        warn_unknown(check_options(options), [])
        number = None if seed is None else check_whole("seed", seed, 0, MAX_SEED)
        self._table = None
        super().reset(seed=number)
        deal = int(self.np_random.integers(MAX_SEED)) if number is None else number
        self._own = int(self.np_random.integers(self.num_players)) if self.seat == "random" else int(self.seat)
        others = [seat for seat in range(self.num_players) if seat != self._own and not self.single_agent]
        self._table = TextTable(
            self.game,
            num_players=self.num_players,
            seed=deal,
            options=self.options,
            agents=dict(zip(others, self._opponents, strict=True)),
            agent_key=key_from(deal),
            **self._texts,
        )
        self._begun = True
        self._rules = self._table.rules(self._own)
        self._invalid = self._decisions = self._tries = 0
        self._text = self._asked()
        self.trajectory = Trajectory(self.game.name, self._own, [{"role": "system", "content": self._rules}])
        self._question = self._text
        if self.rules_in == "first":
            self._text = f"{self._rules}\n\n{self._text}"
        return self._text, self._info(-1)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Takes an answer and plays on to the next decision of the seat or to the end.

        Raises:
            ResetNeeded: no `reset` yet, or the game is over.
            ClosedEnvironmentError: after `close`.
            TypeError: the answer is no text, as those of the action space are; nothing changes.
            AgentFailed, OutOfReach: an opponent failed, or what answers for it cannot be reached: there is no reward.
        """
        self._need_reset("step()")
        table = self._table
        if table is None or table.over:
            raise ResetNeeded("step() after the end of the game, or after an opponent failed: call reset() first")
        if not isinstance(action, str):
            raise TypeError(f"answer {action!r:.60}: expected a text")
        chosen, built = -1, len(table.choices)
        try:
            table.answer(action)
        except InvalidAnswer as error:
            self._invalid, self._tries = self._invalid + 1, self._tries + 1
            if self._tries > self.retries:
                table.forfeit(self._own)
                self._text = f"{error}. {self._asked()}"
            else:
                self._text = f"{error}. Answer again.\n\n{self._asked()}"
        except BaseException:
            self._table = None
            raise
        else:
            chosen, self._tries, self._decisions = table.choices[built], 0, self._decisions + 1
            self._text = self._asked()
        self.trajectory.add(self._question, action, valid=chosen >= 0)
        self._question = self._text
        outcome, reward = int(table.outcome), float(table.rewards[self._own])
        if outcome != Outcome.RUNNING:
            self.trajectory.rewards = table.rewards
        cut = outcome == Outcome.TRUNCATED
        return self._text, reward, outcome != Outcome.RUNNING and not cut, cut, self._info(chosen)

    def branch(self, seed: int) -> GameTextEnv:
        """Create an independent environment with a `TextTable.branch` of the game; without a seed its `reset` deals other games."""
        self._need_reset("branch()")
        if (other := copy.deepcopy(self))._table is None or other._table.over:
            raise ResetNeeded("branch() after the end of the game, or after an opponent failed: call reset() first")
        other._table.redraw(seed)
        other._np_random = other._np_random_seed = None
        return other

    def _asked(self) -> str:
        table = self._table
        assert table is not None
        return (table.ending(self._own) if table.over else table.message().text)[-LONGEST_MESSAGE:]

    def _info(self, action: int) -> dict[str, Any]:
        table = self._table
        assert table is not None
        return {
            "seat": self._own,
            "rules": self._rules,
            "actions": [] if table.over else [offer.words for offer in table.message().actions],
            "action": action,
            "invalid": self._invalid,
            "decisions": self._decisions,
            "returns": list(table.rewards),
        }

    def render(self) -> str | None:
        """The last observation, with `render_mode="ansi"`.

        Raises:
            ResetNeeded: no `reset` yet.
            ClosedEnvironmentError: after `close`.
        """
        self._need_open("render()")
        if self.render_mode is None:
            return None
        self._need_reset("render()")
        return self._text

    def close(self) -> None:
        """Closes the environment; all other calls raise an error from now on. May be called more than once."""
        self.closed = True
