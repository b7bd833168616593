"""Positions as data, and games played from them in the players' language: for tests, exercises and curricula."""

from fs_env.core.four_souls.scenario.play import Play
from fs_env.core.four_souls.scenario.position import Placed, Seat
from fs_env.core.four_souls.scenario.start import Scenario
from fs_env.core.machine.run.scenario import ScenarioError

__all__ = ["Placed", "Play", "Scenario", "ScenarioError", "Seat"]
