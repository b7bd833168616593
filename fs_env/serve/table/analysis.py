"""Analysis of a finished game: chances to win over the game, and the choices that cost most, with what the evaluation of hints prefers.

Each chance is estimated as in a hint: from determinizations that agree with what the seat that chooses knows, played on to the end with
the usual bot in every seat. The analysis therefore judges a choice by what its player could know, not by hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fs_env.agents import usual_bot
from fs_env.agents.search.budget import NEVER
from fs_env.narration.legal_actions import choices
from fs_env.narration.narrator import Narrator
from fs_env.narration.speech import Speech
from fs_env.replays.player import play_back
from fs_env.serve.table.hints import Look

if TYPE_CHECKING:
    from fs_env.replays.replay import Replay

EACH = 1.0  # seconds for a decision, fewer where the computer is busy
LEAST = 0.2
MOST_COSTLY = 5
LONGEST = 600.0  # seconds


def analyse(replay: Replay, seconds: float, seat: int | None = None) -> dict[str, Any]:
    """Estimates the chances of the player who chooses, at decisions spread evenly over the game.

    Args:
        replay: the game; its usual bot must be compiled.
        seconds: of computing, above 0, at most `LONGEST`.
        seat: the reader, whose decisions come before those of the others; None: all alike.

    Returns:
        points: (choice, seat, chance with the actual choice, 0 to 1, standard error), in order of the game.
        costs: at most `MOST_COSTLY` decisions, those that most surely cost something first: (choice, seat, chance lost, standard
            error, actual choice in words, preferred choice in words). Losses below their standard error are left out.
        how: how it was computed, in a sentence.

    Raises:
        Difference: these rules play another game.
        ValueError: the seconds are out of range, or the usual bot of the game is not compiled.
    """
    if not 0 < seconds <= LONGEST:
        raise ValueError(f"--analysis {seconds:g}: expected above 0 and at most {LONGEST:g} seconds")
    count = max(1, int(seconds / EACH))
    own = [moment.choice for moment, *_ in play_back(replay) if moment.action >= 0 and moment.seat == seat]
    others = sorted({*range(len(replay.choices))} - {*own})
    chosen = {*_spread(own, count), *_spread(others, count - len(own))}
    points: list[tuple[int, int, float, float]] = []
    costs: list[tuple[int, int, float, float, str, str]] = []
    until, speech = perf_counter() + seconds, Speech(replay.shown_names)
    for moment, game, S in play_back(replay):
        if moment.choice not in chosen or moment.action < 0:
            continue
        each = max(LEAST, (until - perf_counter()) / sum(one >= moment.choice for one in chosen))
        look = Look(game, S, moment.seat, len(replay.names), replay.seed, NEVER)
        best, *_ = look.chances(moment.action, each)
        made = next((one for one in best if one.action == moment.action), None)
        if made is None:
            continue
        points.append((moment.choice, moment.seat, round(made.chance, 3), round(made.error, 3)))
        lost, error = best[0].chance - made.chance, hypot(best[0].error, made.error)
        if lost > error:
            narrator = Narrator(game, moment.seat)
            narrator.see(S)
            found = choices(game, moment.seat, game.legal(S).tolist(), speech, narrator)
            words = {one.action: one.words for one in found}
            alike = narrator.alike()
            row = words[alike[moment.action]], words[alike[best[0].action]]
            costs.append((moment.choice, moment.seat, round(lost, 3), round(error, 3), *row))
    how = (
        f"Chances of the player who chooses, at {len(points)} of {len(replay.choices)} decisions: games from deals that agree with what "
        f"this player knew, played on to the end with {usual_bot(game)} in every seat."
    )
    return {"points": points, "costs": sorted(costs, key=lambda row: row[3] - row[2])[:MOST_COSTLY], "how": how}


def _spread(numbers: Sequence[int], count: int) -> list[int]:
    count = min(count, len(numbers))
    return [numbers[k * len(numbers) // count] for k in range(count)]
