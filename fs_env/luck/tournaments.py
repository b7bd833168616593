"""The luck in games of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from fs_env.arena.compiled import policies_of
from fs_env.luck.adjuster import Adjuster
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.arena.plan import Plan
    from fs_env.core.machine.run.policy import Policy
    from fs_env.replays.replay import Replay


class TournamentLuck:
    """Measures the luck in games of one plan, as `fs_env.arena.luck.Measure`.

    Compiled agents that come with this package, and networks, are their own references: they never differ from them. Code from
    elsewhere is not called here."""

    def __init__(self, plan: Plan) -> None:
        assert plan.luck is not None
        options = {"num_players": plan.players, **plan.options}
        self._plan = plan
        self._adjuster = Adjuster(
            load_game(plan.game), options, reference=plan.luck.reference, rollouts=plan.luck.rollouts
        )

    def __call__(self, seats: Sequence[int], replay: Replay) -> tuple[float, ...]:
        references = [self._policies.get(agent) for agent in seats]
        return tuple(self._adjuster.measure(replay.seed, replay.choices, references).tolist())

    def warm(self) -> None:
        self._adjuster.warm()

    @cached_property
    def _policies(self) -> dict[int, Policy]:
        return policies_of(self._plan, shipped=True)
