"""A small league: each challenger must beat the members that it meets, those that beat it most often first, to join.

python examples/league.py
"""

from typing import Self

import numpy as np

from fs_env.arena import Plan, SeatView, Standings, Tournament
from fs_env.core.castles_of_caleira.game import GAME

GAME_ID, NEEDED, KEY = "castles_of_caleira", 0.55, "5eed" * 8  # the same agent key repeats the league


class Member:
    """A policy that draws from the softmax of a weight for each action id."""

    def __init__(self, name: str, weights: np.ndarray) -> None:
        self.name, self.weights = name, weights
        self.rng = np.random.default_rng(0)

    def reset(self, seat: int, seed: int) -> None:
        """Begins a new game; all draws follow from this seed."""
        self.rng = np.random.default_rng(seed)

    def act(self, view: SeatView) -> int:
        """Returns the id of a legal action."""
        return int(view.legal[np.argmax(self.weights[view.legal] + self.rng.gumbel(size=len(view.legal)))])

    def child(self, name: str, draw: np.random.Generator) -> Self:
        """A policy that differs a little."""
        return type(self)(name, self.weights + draw.normal(scale=1.0, size=len(self.weights)))


def standings(members: list[Member], games: int, seed: int) -> Standings:
    """Every pair plays games from both seats."""
    return Tournament(Plan(members, games=games, seed=seed, game=GAME_ID, agent_key=KEY)).run()


def league(rounds: int = 10, games: int = 40, seed: int = 1) -> Standings:
    """Lets challengers try to join; the ratings of all members at the end."""
    draw, members = np.random.default_rng(seed), [Member("founder", np.zeros(GAME.num_actions))]
    lost = np.array([1.0])  # how often challengers lost to each member
    for number in range(rounds):
        challenger = members[-1].child(f"challenger {number}", draw)
        met = int(draw.choice(len(members), p=lost / lost.sum()))
        found = standings([challenger, members[met]], games, seed + number)
        (rate,) = (line.win_rate for line in found.agents if line.name == challenger.name)
        if rate >= NEEDED:
            members, lost = [*members, challenger], np.append(lost, lost.max())
        else:
            lost[met] += 1
    return standings(members, games * len(members) * (len(members) - 1) // 2 or games, seed + rounds)


if __name__ == "__main__":
    for line in league().agents:
        print(f"{line.name}: Elo {line.elo:+.0f} ± {line.elo_half:.0f} from {line.games} games")
