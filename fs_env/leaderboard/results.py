"""An evaluation: all results of one agent on the scenarios of the leaderboard, with what played them."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as default
from typing import Any

from fs_env.leaderboard.cells import Cell
from fs_env.leaderboard.field import the_field


@dataclass(frozen=True)
class Evaluation:
    """One agent on the scenarios of the leaderboard.

    Attributes:
        agent: its name on the page.
        specs: what plays, as in `load_agent`: one for all seeds, or one for each, as of five runs of a learner.
        command: what plays the same again.
        field: version of the field.
        digests: of the field's members that it met, by "game/name".
        field_digest, scenario_digests: of the field, and of the scenarios by name; "" where they were not stored, as in format 1.
        code: digests of the package's own code (`code_digest`), one for each version that played a part of it; "" for parts that were
            played before digests were stored.
        isolated: whether its agent played in isolated processes without a network, as untrusted code does by default.
        agent_key: of an agent that is not of this package, with which its games can be played again, see `Plan`; "" for others.
        files: digests of the files that its specs name, by path, see `fs_env.arena.agent_files`.
        summary: see `fs_env.leaderboard.summary`; {} before all is played.
    """

    agent: str
    specs: tuple[str, ...]
    command: str
    field: int
    digests: dict[str, str]
    seeds: tuple[int, ...]
    versions: dict[str, str]
    machine: dict[str, Any]
    cells: tuple[Cell, ...] = ()
    summary: dict[str, Any] = default(default_factory=dict)
    agent_key: str = ""
    field_digest: str = ""
    scenario_digests: dict[str, str] = default(default_factory=dict)
    code: tuple[str, ...] = ()
    isolated: bool = False
    files: dict[str, str] = default(default_factory=dict)

    def spec_of(self, seed: int) -> str:
        return self.specs[self.seeds.index(seed) % len(self.specs)]

    def of(self, scenario: str) -> list[Cell]:
        return [cell for cell in self.cells if cell.scenario == scenario]

    @property
    def scenarios(self) -> list[str]:
        """Names of the scenarios of which there are results, in the order of the page."""
        played = {cell.scenario for cell in self.cells}
        return [name for name in the_field().scenarios if name in played]
