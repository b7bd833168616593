"""A custom bot that chooses by the ranges of its legal actions, in a small tournament against random play.

python examples/own_agent.py
fs-env tournament random heuristic examples/own_agent.py:Fighter --games 60
"""

import numpy as np

from fs_env.arena import Plan, SeatView, Standings, Tournament

GAMES = 40
KEY = "5eed" * 8  # the seeds of custom bots are derived with it: the same key repeats the tournament
ORDER = ("attack", "buy", "activate", "play", "yes", "choose")
"""Ranges of actions in order of preference; a game has some of them: see docs/look_up/actions."""


class Fighter:
    """Chooses a random legal action of the first possible range in `ORDER`; passes only if none is possible."""

    name = "fighter"

    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)

    def reset(self, seat: int, seed: int) -> None:
        """Begins a new game; all random choices of the bot follow from this seed."""
        self.rng = np.random.default_rng(seed)

    def act(self, view: SeatView) -> int:
        """Returns the id of a legal action."""
        legal = view.legal.tolist()  # see also view.observation, view.schema and view.text(action)
        for name in ORDER:
            liked = [action for action in legal if action in view.action_ids.get(name, ())]
            if liked:
                return int(self.rng.choice(liked))
        return int(self.rng.choice(legal))


def tournament(games: int = GAMES) -> Standings:
    """Plays games between the bot and random play with rotated seats; returns the standings."""
    return Tournament(Plan([Fighter, "random"], players=2, games=games, seed=1, agent_key=KEY)).run()


if __name__ == "__main__":
    for line in tournament().agents:
        print(f"{line.name}: {line.wins:g} of {line.games} ({100 * line.win_low:.0f} to {100 * line.win_high:.0f} %)")
