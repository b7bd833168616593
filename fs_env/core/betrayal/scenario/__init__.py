"""Positions as data, and games played from them in the players' language: for tests, exercises and curricula."""

from fs_env.core.betrayal.scenario.play import Play
from fs_env.core.betrayal.scenario.position import Scenario
from fs_env.core.machine.run.scenario import ScenarioError

__all__ = ["Play", "Scenario", "ScenarioError"]
