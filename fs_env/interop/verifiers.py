"""The games for verifiers: self-play between language models, with the referee on the host, and a result for every seat.

Needs the extra "verifiers". verifiers finds environments by the name of a module that is in no package: put
`from fs_env.interop.verifiers import *` and `__all__ = ["GameEnv", "GameTaskset"]` into one of yours, such as `card_games.py`.
Source: https://github.com/PrimeIntellect-ai/verifiers
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

from fs_env.agent_api.seeds import key_from
from fs_env.envs.text_table import TextTable
from fs_env.interop import needs
from fs_env.narration.conversation.parsing import InvalidAnswer
from fs_env.registry.games import load_game

with needs("verifiers", "verifiers"):
    import verifiers.v1 as vf
    from pydantic import Field

__all__ = ["GameEnv", "GameTaskset"]

LIMITS = ("max_turns", "max_input_tokens", "max_output_tokens", "max_total_tokens")  # of a seat


class GameConfig(vf.TasksetConfig):
    """The deals.

    Attributes:
        game: its id.
        num_players: seats.
        options: further options of `Game.setup`.
        seed: of the first deal.
        deals: how many.
    """

    game: str = "castles_of_caleira"
    num_players: int = 2
    options: dict[str, int] = {}
    seed: int = 0
    deals: int = 1000


class Deal(vf.TaskData):
    game: str
    num_players: int
    options: dict[str, int]
    seed: int


class GameTask(vf.Task[Deal, vf.State, vf.TaskConfig]):
    """One deal of a game."""


class GameTaskset(vf.Taskset[GameTask, GameConfig]):
    def load(self) -> Iterator[GameTask]:
        """The tasks, one a deal.

        Raises:
            ValueError: no such game, or a number of players or an option that it does not have.
        """
        config = self.config
        load_game(config.game).option_values(num_players=config.num_players, **config.options)
        given = config.model_dump(include={"game", "num_players", "options"})
        for seed in range(config.seed, config.seed + config.deals):
            yield GameTask(Deal(name=f"{config.game}#{seed}", seed=seed, **given), config.task)


def _seat() -> vf.AgentConfig:
    return vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class GameEnvConfig(vf.EnvConfig):
    """Who plays, and how they are asked.

    Attributes:
        seat_0, ..., seat_5: the model of each seat, the run's own one unless another is given; seats that a game lacks are not asked.
        opponents: seat -> a bot of this package that plays it instead of a model.
        answer_retries: invalid answers in a row that do not yet forfeit the game; `retries` is verifiers' own, for whole episodes.
        passes, cards, budget: as in `fs_env.envs.text_table.TextTable`.
    """

    seat_0: vf.AgentConfig = _seat()
    seat_1: vf.AgentConfig = _seat()
    seat_2: vf.AgentConfig = _seat()
    seat_3: vf.AgentConfig = _seat()
    seat_4: vf.AgentConfig = _seat()
    seat_5: vf.AgentConfig = _seat()
    opponents: dict[int, str] = {}
    answer_retries: int = Field(1, ge=0)
    passes: str | None = None
    cards: str = "once"
    budget: int | None = None


class GameEnv(vf.Env[GameEnvConfig]):
    """One game between the seats. Each of them has its own conversation, with the rules as its system message, and its own
    trace: the result of the seat, -1 to 1, as the reward "result"; the answers that meant no action as the metric "invalid"; and
    "forfeited", 1 for the seat that answered so too often, or reached its limit of turns or tokens (see `LIMITS`).

    Where a seat gets no answer for another reason, such as a failed endpoint or a timeout, or where a bot fails, the episode ends with
    an error and no seat has a reward."""

    async def run(self, task: Any, agents: Any) -> None:
        """Plays the game to its end.

        Raises:
            RuntimeError: the conversation of a seat ended otherwise than by one of its limits, or a bot failed.
        """
        deal, config = task.data, self.config
        given = deal.model_dump(include={"game", "num_players", "options", "seed"})
        shown = config.model_dump(include={"passes", "cards", "budget"})
        table = TextTable(**given, **shown, agents=config.opponents, agent_key=key_from(deal.seed))
        seats = [seat for seat in range(deal.num_players) if seat not in config.opponents]
        invalid, forfeited = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
        async with AsyncExitStack() as stack:
            talks = {}
            for seat in seats:
                own = task.with_system_prompt(table.rules(seat))
                talks[seat] = await stack.enter_async_context(getattr(agents, f"seat_{seat}").interaction(own))
            while not table.over:
                seat = table.seat
                wrong, answered = await self._asked(table, talks[seat])
                invalid[seat] += wrong
                if not answered:
                    forfeited[seat] = 1
                    table.forfeit(seat)
        for seat, talk in talks.items():
            talk.trace.record_reward("result", table.rewards[seat])
            talk.trace.record_metric("invalid", float(invalid[seat]))
            talk.trace.record_metric("forfeited", float(forfeited[seat]))

    async def _asked(self, table: TextTable, talk: Any) -> tuple[int, bool]:
        """Asks a seat until its answer counts: how many did not, and whether one did."""
        text = table.message().text
        for wrong in range(self.config.answer_retries + 1):
            said = await talk.turn(text)
            if said.terminated:
                trace = talk.trace
                if trace.stop_condition in LIMITS:
                    return wrong, False
                why = trace.last_error.message if trace.last_error is not None else trace.stop_condition or "no reply"
                raise RuntimeError(f"seat {table.seat} gave no answer ({why}): the game does not count")
            try:
                table.answer(said.last_reply)
            except InvalidAnswer as error:
                text = f"{error}. Answer again."
            else:
                return wrong, True
        return self.config.answer_retries + 1, False
