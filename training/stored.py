"""Folders of `fs-env selfplay` as what a run learns from."""

from __future__ import annotations

from typing import Any

from fs_env.registry.games import load_game, version_of
from fs_env.training.run import Run
from fs_env.training.selfplay import SelfplayData


def check_data(folder: str, run: Run[Any]) -> SelfplayData:
    data, settings = SelfplayData(folder), run.settings
    plan, game = data.plan, run.game
    version = version_of(settings.game)

    def chosen(options: Any) -> dict[str, int]:
        values = game.option_values(num_players=settings.num_players, **options).tolist()
        return {name: value for name, value in zip(game.options, values, strict=True) if name != "max_decisions"}

    if plan["environment"] != version or load_game(plan["game"]).name != game.name:
        raise ValueError(f"data {folder!r}: has games of {plan['environment']}, this run is for {version}: play others")
    if plan["players"] != settings.num_players:
        raise ValueError(
            f"data {folder!r}: has games of {plan['players']} players, this run is for {settings.num_players}: play others"
        )
    if chosen(plan["options"]) != chosen(settings.options):
        raise ValueError(
            f"data {folder!r}: has games with the options {plan['options']}, this run is for {settings.options}: play others"
        )
    if (data.observation_size, data.num_actions) != (game.schema.size, game.num_actions):
        raise ValueError(f"data {folder!r}: has observations of another version of {game.name}: play others")
    return data
