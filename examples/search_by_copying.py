"""A bot that searches by copying: it tries every legal action in determinizations and plays on at random, compiled.

python examples/search_by_copying.py
"""

import numpy as np

from fs_env.core.castles_of_caleira.game import GAME

DETERMINIZATIONS, SEED = 24, 1
NO_LIMIT = 10_000


def values(S: np.ndarray, seat: int, seed: int) -> dict[int, float]:
    """The mean result of the seat for each legal action, over determinizations that agree with what the seat knows.

    Args:
        S: the state, shape (1,); it is not changed, and what the seat cannot know of it is not used.
        seat: the one that is asked.
        seed: of the determinizations and the playouts.
    """
    legal, total = GAME.legal(S).tolist(), {}
    sampled, copy = GAME.new(DETERMINIZATIONS), GAME.new()
    GAME.determinize(S, seat, sampled, DETERMINIZATIONS, seed)
    for action in legal:
        total[action] = 0.0
        for k in range(DETERMINIZATIONS):
            GAME.copy(sampled, k, copy)
            GAME.step(copy, action)
            GAME.playout(copy, 0, seed + k, NO_LIMIT)  # the same dice for all actions
            total[action] += GAME.returns(copy)[seat] / DETERMINIZATIONS
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
