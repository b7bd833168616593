"""A bot that searches by copying: it plays every legal action in guessed worlds and goes on at random, in compiled code.

python examples/search_by_copying.py
"""

import numpy as np

from fs_env.core.castles_of_caleira.game import GAME

WORLDS, SEED = 24, 1
NO_LIMIT = 10_000


def values(S: np.ndarray, seat: int, seed: int) -> dict[int, float]:
    """The mean result of the seat for each legal action, over guesses that agree with what the seat knows.

    Args:
        S: the state, shape (1,); it is not changed, and what the seat cannot know of it is not used.
        seat: the one that is asked.
        seed: of the guesses and the playouts.
    """
    legal, total = GAME.legal(S).tolist(), {}
    worlds, copy = GAME.new(WORLDS), GAME.new()
    GAME.worlds(S, seat, worlds, WORLDS, seed)
    for action in legal:
        total[action] = 0.0
        for world in range(WORLDS):
            GAME.copy(worlds, world, copy)
            GAME.step(copy, action)
            GAME.playout(copy, 0, seed + world, NO_LIMIT)  # the same dice for all actions
            total[action] += GAME.returns(copy)[seat] / WORLDS
    return total


def play(seed: int, searcher: int) -> float:
    """The result of a searching seat against random play."""
    S, draw = GAME.new(), np.random.default_rng(seed)
    GAME.setup(S, seed=seed)
    while (seat := GAME.to_act(S)) >= 0:
        if seat == searcher:
            found = values(S, seat, int(draw.integers(2**31)))
            action = max(found, key=found.__getitem__)
        else:
            action = int(draw.choice(GAME.legal(S)))
        GAME.step(S, action)
    return float(GAME.returns(S)[searcher])


if __name__ == "__main__":
    results = [play(SEED + game, searcher=game % 2) for game in range(20)]
    print(f"wins {sum(result > 0 for result in results)} of {len(results)} games against random play")
