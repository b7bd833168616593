"""The animated games of the pages: `python -m website.films FOLDER` writes an SVG for each game, some turns as one seat sees them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from fs_env.agent_api.specs import load_agent
from fs_env.arena.match import play_match
from fs_env.registry.games import load_game
from fs_env.replays.replay import Replay
from fs_env.replays.video import drawings, write_film

NAMES = ("Ann", "Bob", "Cy", "Eve")
SECONDS = 1.0


class Scene(NamedTuple):
    """Some turns of a game between frozen bots."""

    game: str
    seed: int
    turns: tuple[int, int]
    options: dict[str, int]


SCENES = (
    Scene("four_souls", 178, (16, 17), {"sets": 7}),
    Scene("castles_of_caleira", 5, (1, 16), {}),
    Scene("betrayal", 4, (7, 12), {}),
)


def played(scene: Scene) -> Replay:
    game, found = load_game(scene.game), []
    bots = [load_agent("heuristic@1", game) for _ in NAMES]
    play_match(game, bots, seed=scene.seed, options=scene.options, names=NAMES, record=found.append)
    return found[0]


def write(scene: Scene, folder: Path) -> Path:
    file = folder / f"{scene.game}.svg"
    write_film(file, drawings(played(scene), 0, scene.turns), SECONDS)
    return file


if __name__ == "__main__":
    for scene in SCENES:
        write(scene, Path(sys.argv[1]))
