"""The picture of the README: a position in the middle of a game of Four Souls between bots, drawn for light and dark pages.

python examples/picture.py
"""

import sys
from pathlib import Path

from fs_env.agent_api.specs import load_agent
from fs_env.arena.match import play_match
from fs_env.drawing import draw
from fs_env.registry.games import load_game

GAME = load_game("four_souls")
NAMES = ["Ann", "Bob", "Cy", "Eve"]
SEED, DECISION = 178, 3376


def position(seed: int, decision: int):
    """The state of a game of four bots, with all cards, at a decision."""
    kept = []

    def watch(S) -> None:
        if GAME.decisions(S) == decision:
            kept.append(S.copy())

    everything = GAME.options["sets"].of_names(["base", "gold", "plus"])
    bots = [load_agent("heuristic@1", GAME) for _ in NAMES]  # an edition that never changes its answers
    play_match(GAME, bots, seed=seed, options={"sets": everything}, watch=watch)
    return kept[0]


def picture(seed: int = SEED, decision: int = DECISION):
    """The game as the first seat sees it; without `player` all hands would be open."""
    return draw(GAME, position(seed, decision), player=0, names=NAMES)


if __name__ == "__main__":
    file = Path(sys.argv[1] if sys.argv[1:] else "game.svg")
    file.write_text(picture().svg("auto"), encoding="utf-8")
    print(f"{file}: {file.stat().st_size:,} bytes")
