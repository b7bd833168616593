"""A bot that passes by a rule, and leaves all other decisions to another bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.hooks import AgentHooks, asks_for, hooks_of
from fs_env.agent_api.shipped import policies_in
from fs_env.agent_api.specs import is_untrusted, load_agent
from fs_env.agents.spec_check import PASSING, RULE
from fs_env.core.checks import check_known
from fs_env.core.machine.declare.passes import rule_number
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.policy import Policy


class PassingAgent(AgentHooks):
    """Passes by a rule without asking the bot behind it: `passes:agent=heuristic,rule=concerned`.

    It reads the rule from a determinization: rules depend only on what all seats see.

    Args:
        parameters: agent: spec of a bot of this package, with ";" for the "," of its own parameters. rule: a name of
            `GameSpec.passing_rules`, or names of stops with "+" between them; "concerned" if left out.
        game: the game that it plays; None: the one of the first view.

    Raises:
        ValueError: no such rule, or a bot that does not exist or is not of this package.
        TypeError: another parameter.
    """

    wants_determinizations = True
    reads_text = reads_messages = False

    def __init__(self, parameters: dict[str, str], game: Game | None = None) -> None:
        check_known("passes", parameters, PASSING)
        self.name = "passes:" + ",".join(f"{name}={text}" for name, text in parameters.items())
        self._spec, self._rule = parameters.get("agent", "").replace(";", ","), parameters.get("rule", RULE)
        self.agent: Agent | None = None
        if game is not None:
            self._load(game)

    @property
    def policies(self) -> tuple[Policy, ...]:
        return tuple(policies_in(self.agent))

    @property
    def expected(self) -> float | None:
        value: float | None = hooks_of(self.agent).expected
        return value

    def reset(self, seat: int, seed: int) -> None:
        self._dealt = seat, seed
        if self.agent is not None:
            self.agent.reset(seat, seed)

    def act(self, view: SeatView) -> int:
        if self.agent is None or self._game.name != view.game:
            self._load(load_game(view.game)).reset(*self._dealt)
        view.determinize(self._world, 1, 0)
        passing = self._game.passing(self._world, 0, self._rule)
        assert self.agent is not None
        return passing if passing >= 0 else self.agent.act(view)

    def _load(self, game: Game) -> Agent:
        if is_untrusted(self._spec, game.name):
            raise ValueError(f"{self.name}: agent={self._spec!r} is not a bot of this package")
        self._game, self._world = game, game.new(1)
        rule_number(game.spec, self._rule)
        self.agent = load_agent(self._spec, game)
        self.reads_text = asks_for(self.agent, "reads_text")
        self.reads_messages = asks_for(self.agent, "reads_messages")
        return self.agent
