"""The card of an exported set: what is in it, how it was created, what its columns mean, and what it is not good for."""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from fs_env.core.machine.compile.backend import COMPILES, numba
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.registry.games import manifest_of, named_game
from fs_env.training.selfplay.record import NO_ACTION
from fs_env.training.selfplay.shard import ARRAYS
from fs_env.training.values.positions import shares_of
from fs_env.version import __version__

if TYPE_CHECKING:
    from fs_env.training.selfplay.data import SelfplayData
    from fs_env.training.selfplay.shard import Shard

CARD = "README.md"  # the name under which collections of data look for it
ENDS = {Outcome.WON: "won", Outcome.DRAWN: "drawn", Outcome.TRUNCATED: "truncated", Outcome.LOST: "lost by all"}
LIMITS = (
    "Choices of one game depend on each other: split into training and test by `game`, never by row.",
    "`seed` deals the whole game again, so it reveals hidden information, and so do the rows of the other seats. An observation has what "
    "its seat may know; all other columns, `returns` included, are not inputs of a player.",
    "Decisions with one legal action are not in the set. Replaying from `seed` gives them: play them, and `chosen` elsewhere.",
    "Bots played, no people. Strong bots repeat their play: a learner that uses only this set never sees the positions that they avoid.",
    "Values of a search are means of rollouts by its own policies in sampled worlds: biased towards these, and noisy by `errors`.",
    "Test learners in games, by `fs-env tournament` or `fs-env leaderboard`, whose deals are others.",
)
TIMED = (
    "A bot is limited by milliseconds, so that its answers depend on the machine: the same command gives another set."
)
FROM_FILE = "A bot comes from a file, which the data set names but does not contain: store the file with it."


class Facts:
    """Figures of a set for its card, gathered file by file.

    Attributes:
        games, choices, searched: how many; searched are the choices for which an agent searched.
        lengths: decisions of each game, forced ones included.
        outcomes: games by `Outcome`.
        seats, shares: for each agent of the plan, the seats that it played, and its mean share of the win in them.
    """

    def __init__(self, data: SelfplayData) -> None:
        self.plan, self.size, self.num_actions = data.plan, data.observation_size, data.num_actions
        self.game = named_game(data.plan["game"])
        self.games = self.choices = self.searched = 0
        self.lengths: list[int] = []
        self.outcomes: Counter[int] = Counter()
        self.seats = np.zeros(len(self.plan["agents"]), np.int64)
        self._shares = np.zeros(len(self.plan["agents"]))
        self._digest = hashlib.sha256()

    def add(self, shard: Shard) -> str:
        """Counts a file of games; returns its digest."""
        own = digest_of(shard)
        self._digest.update(own.encode())
        self.games += shard.games
        self.choices += len(shard)
        self.searched += int((shard.policy_actions != NO_ACTION).sum())
        self.lengths += shard.lengths.tolist()
        self.outcomes.update(shard.outcomes.tolist())
        np.add.at(self.seats, shard.agents, 1)
        np.add.at(self._shares, shard.agents, shares_of(shard.returns, shard.winning))
        return own

    @property
    def shares(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return self._shares / np.maximum(self.seats, 1)

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()

    @property
    def command(self) -> str:
        plan = self.plan
        words = ["fs-env", "selfplay", *(word for agent in plan["agents"] for word in ("--bot", agent))]
        words += ["--game", plan["game"], "--players", str(plan["players"])]
        for name, number in plan["options"].items():
            words += ["--option", f"{name}={self.game.options[name].text_of(number)}"]
        words += ["--games", str(self.games), "--seed", str(plan["seed"])]
        return shlex.join([*words, "--games-per-file", str(plan["games_per_file"]), "--out", "FOLDER"])

    @property
    def limits(self) -> tuple[str, ...]:
        agents = " ".join(self.plan["agents"])
        return (*LIMITS, *[TIMED] * ("milliseconds" in agents), *[FROM_FILE] * (".py:" in agents or ".npz" in agents))


def digest_of(shard: Shard) -> str:
    """SHA-256 of the arrays of a file, their names, types and shapes, as hexadecimal digits; the same in every format."""
    digest = hashlib.sha256()
    for name in ARRAYS:
        array = shard.arrays[name]
        digest.update(json.dumps([name, array.dtype.str, array.shape]).encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def origin_of(facts: Facts) -> str:
    return f"""## How it was made

By this command, which gives the same set if the bots depend only on their seeds. Exported by fs-env {__version__}, Python
{platform.python_version()}, numpy {np.__version__}, numba {numba.__version__ if COMPILES else "not in use"}.

```sh
{facts.command}
```"""


def text_of(facts: Facts, form: str, each: str, columns: Mapping[str, tuple[str, str]], reading: str) -> str:
    """The card as Markdown, with a head of YAML as collections of data read it.

    Args:
        facts: of the set.
        form: its format, for people.
        each: what a choice is in it.
        columns: type and meaning of each column.
        reading: a block of code that reads it.
    """
    plan, manifest = facts.plan, manifest_of(facts.plan["game"])
    options = ", ".join(f"{name}={facts.game.options[name].text_of(n)}" for name, n in plan["options"].items())
    ends = ", ".join(f"{facts.outcomes[end]} {words}" for end, words in ENDS.items() if facts.outcomes[end])
    low, mean, high = min(facts.lengths), sum(facts.lengths) / facts.games, max(facts.lengths)
    agents = "".join(
        f"| `{name}` | {seats:,} | {100 * share:.1f} % |\n"
        for name, seats, share in zip(plan["agents"], facts.seats, facts.shares)
    )
    table = "".join(f"| `{name}` | {kind} | {meaning} |\n" for name, (kind, meaning) in columns.items())
    limits = "".join(f"- {one}\n" for one in facts.limits)
    return f"""---
license: mit
pretty_name: {json.dumps(f"{manifest.title}: games of {', '.join(plan['agents'])}")}
tags: [reinforcement-learning, offline-rl, games, fs-env]
---
# {manifest.title}: games of {", ".join(plan["agents"])}

| | |
| --- | --- |
| environment | `{plan["environment"]}` of fs-env {plan["version"]}, {plan["players"]} players, {options or "default options"} |
| games | {facts.games:,}: {ends} |
| decisions of a game | {mean:.1f} on average, {low} to {high}, forced ones included |
| choices | {facts.choices:,}, one a {each}; a bot searched for {facts.searched:,} |
| observation, actions | {facts.size} numbers of int16, {facts.num_actions} ids |
| seeds | seed {plan["seed"]} of the plan; each game has its own deal, `seed` |
| format | {form} |
| digest of the contents | `sha256:{facts.digest}`, the same in every format |
| licence | MIT, as fs-env; names and numbers of cards are those of the games' makers, with whom it is not affiliated |

The bots take the seats in turn:

| bot | seats | share of the win |
| --- | ---: | ---: |
{agents}
{origin_of(facts)}

## Columns

| column | type | meaning |
| --- | --- | --- |
{table}
`fs-env observation --game {plan["game"]}` explains every number of an observation, `fs-env actions --game {plan["game"]}` every action id.

{reading}

## Known limits

{limits}"""
