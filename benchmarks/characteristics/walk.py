"""Games of compiled bots, choice by choice: how many actions are legal, how long games last, how much is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.characteristics.hidden import hidden_cards
from benchmarks.characteristics.settings import ratio, rounded
from fs_env.agent_api.seeds import key_from, seed_for
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.policy import Policy
from fs_env.luck.played import Played

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
EVERY = 8  # choices of which one is looked at for hidden cards
PARTS = 4  # of a game
MOST_KINDS = 6  # of actions that are listed


class Choice(NamedTuple):
    """A choice before its answer is taken; `played` changes when the next one is asked for."""

    played: Played
    legal: NDArray[np.int16]
    action: int


def choices_of(game: Game, options: Mapping[str, int], policies: Sequence[Policy], seed: int) -> Iterator[Choice]:
    """Plays one game."""
    played = Played(game, options)
    played.deal(seed)
    memories = [one.new_memory(seed_for(one, key_from(seed), seed, seat)) for seat, one in enumerate(policies)]
    while (seat := played.seat) >= 0:
        legal = played.legal
        action = policies[seat].act(played.observation, legal, memories[seat])
        yield Choice(played, legal, action)
        played.take(action)


def shape(game: Game, options: Mapping[str, int], policy: Policy, games: int, seed: int) -> dict[str, Any]:
    """Branching, length and hidden cards of games with one bot in all seats.

    Returns:
        Means with half of their 95 % interval, over games; `decisions`, `choices` and `turns` at `QUANTILES`.
    """
    legal, lengths, kinds = list[list[int]](), list[tuple[int, int, int]](), Counter[int]()
    hidden: list[list[list[tuple[float, ...]]]] = [[] for _ in range(PARTS)]
    for number in range(games):
        mine, seen, turns = list[int](), list[tuple[int, tuple[float, ...]]](), set[int]()
        for played, actions, action in choices_of(game, options, [policy] * options["num_players"], seed + number):
            if len(mine) % EVERY == 0 and (found := hidden_cards(game, played.S, played.seat)) is not None:
                seen.append((len(mine), found))
            mine.append(len(actions))
            kinds[action] += 1
            turns.add(played.turn)
            ended = played
        legal.append(mine)
        lengths.append((ended.decisions, len(mine), len(turns)))
        for part in range(PARTS):
            hidden[part].append([found for at, found in seen if at * PARTS // len(mine) == part])
    decisions, choices, turned = np.array(lengths).T
    per_choice = np.concatenate(legal)
    return {
        "games": games,
        "branching": {
            "median": float(np.median(per_choice)),
            "mean": ratio([sum(one) for one in legal], choices),
            "p95": float(np.quantile(per_choice, 0.95)),
            "max": int(per_choice.max()),
        },
        "decisions": quantiles(decisions),
        "choices": quantiles(choices),
        "turns": quantiles(turned),
        "mean_choices": ratio(choices, np.ones(games)),
        "forced": ratio(decisions - choices, decisions),
        "kinds": shares_by_kind(game, kinds),
        "hidden": [one for part in hidden if (one := mean_of(part)) is not None],
    }


def mean_of(games: Sequence[Sequence[tuple[float, ...]]]) -> list[list[float]] | None:
    """The mean of each number over the positions in one part of the games; None without any."""
    full = [one for one in games if one]
    sums = np.array([np.sum(one, axis=0) for one in full])
    return [ratio(column, [len(one) for one in full]) for column in sums.T] if full else None


def quantiles(values: NDArray[Any]) -> list[float]:
    return [rounded(one) for one in np.quantile(values, QUANTILES)]


def shares_by_kind(game: Game, kinds: Counter[int]) -> dict[str, float]:
    """The share of each kind of action among the answers, the most frequent first."""
    named = {name: sum(kinds[a] for a in ids) for name, ids in game.action_ids.items()}
    order = sorted(named, key=lambda name: -named[name])[:MOST_KINDS]
    return {name: rounded(named[name] / kinds.total()) for name in order if named[name]}
