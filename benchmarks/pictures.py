"""Times pictures of random games: plain data, drawing, SVG, pixels.

python -m benchmarks.pictures [DECISIONS]
"""

from __future__ import annotations

import random
import sys
from statistics import median
from time import process_time

from fs_env.drawing import draw_view, pixels
from fs_env.registry.games import load_game

PLAYERS, SEED = 4, 1


def measure(name: str, decisions: int) -> dict[str, list[float]]:
    """Milliseconds of each step for each position of random games; pixels of positions that follow each other."""
    game = load_game(name)
    S, pick = game.new(1), random.Random(SEED)
    seed = SEED
    game.setup(S, seed=seed, num_players=PLAYERS)
    spent: dict[str, list[float]] = {"plain data": [], "drawing": [], "SVG": [], "pixels, 960 wide": []}
    for _ in range(decisions):
        if game.to_act(S) < 0:
            seed += 1
            game.setup(S, seed=seed, num_players=PLAYERS)
        times = [process_time()]
        view = game.to_json(S)
        times.append(process_time())
        canvas = draw_view(name, view)
        times.append(process_time())
        canvas.svg("light")
        times.append(process_time())
        pixels(canvas)
        times.append(process_time())
        for step, begun, ended in zip(spent, times, times[1:], strict=False):
            spent[step].append(1e3 * (ended - begun))
        game.step(S, pick.choice(sorted(game.legal(S).tolist())))
    return spent


if __name__ == "__main__":
    for name in ("four_souls", "castles_of_caleira"):
        for step, times in measure(name, int(sys.argv[1]) if len(sys.argv) > 1 else 300).items():
            times.sort()
            print(
                f"{name:20} {step:18} median {median(times):6.1f} ms, 95 % below {times[len(times) * 95 // 100]:6.1f} ms"
            )
