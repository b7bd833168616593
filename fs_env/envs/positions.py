"""A position of an AEC environment: the state of the game, and PettingZoo's bookkeeping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

BOOKS = (
    *("agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations"),
    *("_skip_agent_selection", "_live", "_steps", "_loser", "_passed"),
)  # of PettingZoo, kept in a snapshot


@dataclass(frozen=True)
class EnvSnapshot:
    """A position of an environment: the game's own snapshot and PettingZoo's bookkeeping. Opaque, picklable.

    Attributes:
        state: `Game.snapshot` bytes; also what `reset(options={"state": ...})` takes.
        game_seed: the seed the game was dealt from, -1 when it started from given bytes.
        agents: live agents in order.
        books: agent_selection, rewards, cumulative rewards, terminations, truncations.
    """

    state: bytes
    game_seed: int
    agents: tuple[str, ...]
    books: dict[str, Any]


def check_books(snapshot: EnvSnapshot, names: Sequence[str], agent_of: Sequence[str], asked: int) -> None:
    """Raises ValueError unless the bookkeeping fits a position that asks this seat, -1 after the end; `agent_of`: the agent of each."""
    books, known = snapshot.books, set(names)
    wrong = set(books) ^ set(BOOKS)
    if wrong:
        raise ValueError(f"the bookkeeping of this snapshot does not have the entries of snapshot(): {sorted(wrong)}")
    agents, live = list(snapshot.agents), books["_live"]
    if live and (asked < 0 or agents != list(names) or books["agent_selection"] != agent_of[asked]):
        named = f"{books['agent_selection']!r} of {agents}"
        raise ValueError(f"this snapshot is inconsistent: {named} is asked, but by its state seat {asked} is")
    if not known >= {*agents, books["agent_selection"]}:
        raise ValueError(f"this snapshot has agents {agents}, this environment {list(names)}")
    for name in BOOKS[1:5]:
        if not isinstance(books[name], dict) or not known >= books[name].keys() >= set(agents):
            raise ValueError(f"{name} of this snapshot is {books[name]!r}: expected a number for each agent")
