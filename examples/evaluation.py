"""An evaluation with an interval: plays until it is known well enough how often one bot beats another.

python examples/evaluation.py
"""

from collections.abc import Iterator

from fs_env.arena import Plan, Tournament
from fs_env.arena.ratings import wilson_interval

GAME, BOT, OTHER = "castles_of_caleira", "heuristic", "random"
WIDTH = 0.04  # of the interval at which to stop
GAMES, MOST = 100, 1_000  # per look, and in all


def looks(bot: str, other: str, seed: int = 1) -> Iterator[tuple[float, int]]:
    """Wins and games so far, after every hundred games; every deal is played from both seats, so luck of the deal cancels."""
    won, played = 0.0, 0
    while played < MOST:
        standings = Tournament(Plan([bot, other], games=GAMES, seed=seed + played, game=GAME)).run(workers=1)
        (line,) = (line for line in standings.agents if line.name == bot)
        won, played = won + line.wins, played + line.games
        yield won, played


def enough(low: float, high: float) -> bool:
    """Whether the interval is narrow."""
    return high - low <= WIDTH


if __name__ == "__main__":
    for won, played in looks(BOT, OTHER):
        low, high = wilson_interval(won, played)
        print(f"{BOT} won {won:g} of {played} against {OTHER}: {100 * low:.1f} to {100 * high:.1f} %")
        if enough(low, high):  # to stop early by the result itself would make the interval wrong; its width is fair
            break
