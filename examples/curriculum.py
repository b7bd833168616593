"""A curriculum of scenarios: a policy learns to win from positions that lie farther and farther from the win.

python examples/curriculum.py
"""

import numpy as np

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Placed, Scenario, Seat

STAGES = (1, 3, 4)  # hit points of the boss
GAMES, TRIES, GOOD = 15, 10, 0.9
LIMIT = 40  # decisions in which a stage must be won


def stage(hp: int) -> np.ndarray:
    """Player 0 needs one soul and has the turn; the boss that has it has so many of its 5 hit points left in this turn."""
    seats = [Seat(souls=3, coins=5, hand=["bomb", "gold_bomb"]), Seat(coins=0)]
    return Scenario(players=seats, monsters=[Placed("gurdy", hp=hp), "fly"]).start().S


def play(weights: np.ndarray, start: np.ndarray, seed: int) -> bool:
    """Plays from a position with other dice and hidden cards; whether player 0 wins in time."""
    S, draw = GAME.clone(start), np.random.default_rng(seed)
    GAME.resample(S, 0, 0, seed)
    for _ in range(LIMIT):
        seat = GAME.to_act(S)
        if seat < 0:
            break
        legal = GAME.legal(S)
        liked = weights[legal] if seat == 0 else np.zeros(len(legal))
        GAME.step(S, int(legal[np.argmax(liked + draw.gumbel(size=len(legal)))]))
    return bool(GAME.returns(S)[0] > 0)


def train(generations: int = 5, seed: int = 1) -> list[np.ndarray]:
    """Random search: the best of some changed policies continues, to the next stage once it wins; the policy after each stage."""
    draw, best, found = np.random.default_rng(seed), np.zeros(GAME.num_actions), []
    for start in map(stage, STAGES):
        rate = np.mean([play(best, start, game) for game in range(GAMES)])
        for _ in range(generations):
            if rate >= GOOD:
                break
            for _ in range(TRIES):
                changed = best + draw.normal(size=len(best))
                won = np.mean([play(changed, start, game) for game in range(GAMES)])
                best, rate = (changed, won) if won > rate else (best, rate)
        found.append(best)
    return found


if __name__ == "__main__":
    for hp, policy in zip(STAGES, train()):
        rates = [np.mean([play(one, stage(hp), 1000 + game) for game in range(40)]) for one in (policy, 0 * policy)]
        print(f"boss with {hp} hit points: wins {100 * rates[0]:.0f} %, random play {100 * rates[1]:.0f} %")
