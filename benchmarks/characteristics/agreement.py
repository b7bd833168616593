"""How often bots choose the same action at positions with more than one legal action."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.characteristics.settings import Setting, ratio, rounded
from benchmarks.characteristics.walk import choices_of
from fs_env.agent_api.seeds import seed_for
from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.luck.played import Played

SLOW = ("search", "tree")  # kinds of bots that are asked at fewer positions
SAMPLED = 12  # positions of a game, about


def agreement(setting: Setting, positions: int, slow_positions: int, seed: int) -> dict[str, Any]:
    """The share of equal choices of every two bots of the field, at positions of games between compiled bots of it.

    Each seat of a game has one of these bots at random, and each bot is asked with a new object.

    Returns:
        `bots`; `share`, `half` (of the 95 % interval) and `positions`: rows for the bots; `chance`: the share of two uniform random bots,
        at all positions and at those where the slow bots were asked.
    """
    game, n, rng = setting.game, setting.players, np.random.default_rng(seed)
    fast = setting.policies()
    bots = setting.bots()
    answers, games, legals = list[list[int]](), list[int](), list[int]()
    asked_slow = 0
    length = 0.0  # of games so far, in choices
    number = 0
    while len(answers) < positions:
        number += 1
        own = [fast[list(fast)[k]] for k in rng.integers(len(fast), size=n)]
        asked = 0
        for played, legal, _ in choices_of(game, setting.options, own, seed + number):
            asked += 1
            if number == 1 or rng.random() >= SAMPLED / length:
                continue
            with_slow = asked_slow < slow_positions * (len(answers) + 1) / positions
            asked_slow += with_slow
            mine = [spec for spec in bots if with_slow or not spec.startswith(SLOW)]
            given = {spec: answer(setting, spec, played, seed + number) for spec in mine}
            answers.append([given.get(spec, -1) for spec in bots])
            games.append(number)
            legals.append(len(legal))
        length += (asked - length) / number
    table, count = np.array(answers), len(bots)
    share, half, met = (np.zeros((count, count)) for _ in range(3))
    for a in range(count):
        for b in range(count):
            both = (table[:, a] >= 0) & (table[:, b] >= 0)
            share[a, b], half[a, b] = by_game(table[both, a] == table[both, b], np.array(games)[both])
            met[a, b] = both.sum()
    slow = (table >= 0).all(1)
    even, places = 1 / np.array(legals), np.array(games)
    chance = {"all": by_game(even, places)} | ({"slow": by_game(even[slow], places[slow])} if not slow.all() else {})
    return {
        "title": setting.title,
        "games": number - 1,
        "bots": bots,
        "share": [[rounded(one) for one in row] for row in share],
        "half": [[rounded(one) for one in row] for row in half],
        "positions": [[int(one) for one in row] for row in met],
        "chance": chance,
    }


def by_game(values: NDArray[Any], games: NDArray[np.int64]) -> list[float]:
    names, at = np.unique(games, return_inverse=True)
    return ratio(np.bincount(at, values), np.bincount(at, minlength=len(names)))


def answer(setting: Setting, spec: str, played: Played, seed: int) -> int:
    """What a new object of a bot answers at a position."""
    agent, seat = AGENTS.setdefault((setting.key, spec), load_agent(spec, setting.game)), played.seat
    agent.reset(seat, seed_for(agent, None, seed, seat))
    view = SeatView(setting.game, seat, setting.players, played.observation.copy(), played.mask.copy())
    complete_view(view, agent, setting.game, played.S, 0, seed)
    return int(agent.act(view))


AGENTS: dict[tuple[str, str], Any] = {}
