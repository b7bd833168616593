"""The games of a tournament: who meets whom, with shared seeds and rotated seats."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.agent_api.agent import Agent, as_agent
from fs_env.agent_api.hooks import asks_for
from fs_env.agent_api.seeds import read_key
from fs_env.agent_api.shipped import policies_in
from fs_env.agent_api.specs import is_untrusted, load_agent
from fs_env.arena.deals import seed_of, side_deals
from fs_env.arena.luck import Luck
from fs_env.arena.referee import printable
from fs_env.arena.schedules import ALONE, GAUNTLET, LADDER, ROUND_ROBIN, SCHEDULES
from fs_env.core.checks import check_choice, check_whole, unknown
from fs_env.core.machine.declare.options import chosen_words
from fs_env.core.machine.declare.sides import TOGETHER
from fs_env.narration.speech import numbered_names
from fs_env.registry.games import GAMES, NamesGame, load_game

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

LONGEST_NAME = 300  # most characters of the name of an agent: paths of files are long


class Pairing(NamedTuple):
    """One game to play: its seed, the agent (by number) in each seat, and which deal of these agents it is."""

    number: int
    seed: int
    seats: tuple[int, ...]
    deal: int = 0


@dataclass(frozen=True)
class Plan(NamesGame):
    """The settings of a tournament.

    Games come in blocks that share one seed, a deal. A group is the agents at one table: in a block each of them plays in every
    seat once. A group of k agents plays k games and fills the seats in turn: two agents in four seats sit A B A B, then
    B A B A. The turn order of a group changes from seed to seed, and every group plays the same seeds.

    Schedules:
        round-robin: every group of as many agents as there are seats (all of them if there are fewer), in turn.
        gauntlet: the first agent against one of the others at a time, who holds all other seats: A B B B, B A B B, ...
        alone: each agent in all seats, for games that are won and lost together; a block is one game.
        ladder: the groups of a round robin, chosen by the results so far, until the ratings are known; see `arena.ladder`.

    Games may be played by sides (`arena.by_side`): then a bot plays all seats until they are assigned to sides, and what is said above of
    seats holds for sides. In a block each agent of a group holds each side once, at the same deal.

    Attributes:
        agents: names, "module:NAME" or "path.py:NAME"; or agent objects, classes and functions (one process only).
        players: seats in a game.
        games: games to play, at most for a ladder; `total` rounds it up to whole blocks.
        seed: determines all deals and the agents' own seeds.
        game: id of the game, or "module:NAME".
        options: further options of `Game.setup`.
        schedule: one of `SCHEDULES`.
        error: of a ladder: it ends when the difference of every two agents is known to this many Elo points (half of its 95 %
            interval), or one of them is surely stronger.
        until: name of the bot of this package that plays until the seats are assigned to sides; "": whole games, seat by seat.
        side: only deals in which a seat is assigned to this side are played, in blocks of one game: in a gauntlet the first agent holds
            it, and alone an agent has all seats that are "together" against the house; "": all deals, each side in turn.
        rotate: whether each deal is played in all rotations of the seats; False: each game has a separate deal, so that a
            memory of earlier games helps no bot, and more games are needed. Not for a ladder.
        luck: how the luck of the seats is measured in every game; None: it is not.
        agent_key: with which the seeds of agents that do not come with this package are derived, see `fs_env.agent_api.seeds.read_key`;
            None: whatever plays the plan draws one. It is a secret, and no part of `to_json`.
        replay_names: distinct names of the agents in replays, by their number; (): their own names.

    Raises:
        ValueError: fewer than two agents where they meet, an impossible number of seats or games, or an unknown name, option or schedule.
    """

    agents: Sequence[Any]
    players: int = 2
    games: int = 100
    seed: int = 0
    game: str = "four_souls"
    options: Mapping[str, int] = field(default_factory=dict)
    schedule: str = ROUND_ROBIN
    error: float = 40.0
    luck: Luck | None = None
    until: str = ""
    side: str = ""
    rotate: bool = True
    agent_key: str | bytes | None = field(default=None, repr=False, compare=False)
    replay_names: Sequence[str] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.agents, str) or len(self.agents) < (1 if self.schedule == ALONE else 2):
            raise ValueError(f"{self.agents!r}: a tournament needs at least two bots, such as random heuristic")
        rules = load_game(self.game)
        object.__setattr__(self, "agents", tuple(self.agents))
        object.__setattr__(self, "options", dict(self.options))
        rules.option_values(num_players=self.players, **self.options)
        if self.schedule not in SCHEDULES:
            raise ValueError(unknown("schedule", self.schedule, SCHEDULES))
        if not 0 < self.error < float("inf"):
            raise ValueError(f"error={self.error!r}: expected a number of Elo points above 0, such as 40")
        if not self.rotate and self.schedule == LADDER:
            raise ValueError(f"rotate=False: a {LADDER} plays each deal from all seats; choose another schedule")
        self._check_sides(rules)
        object.__setattr__(self, "games", check_whole("games", self.games, 1, 10**9))
        object.__setattr__(self, "seed", check_whole("seed", self.seed, 0, 2**63 - 1))
        if self.agent_key is not None:
            object.__setattr__(self, "agent_key", read_key(self.agent_key))

    def _check_sides(self, rules: Game) -> None:
        if not self.until and not self.side:
            return
        if rules.spec.sides is None or not self.until:
            what = "assigns no sides during the game" if self.until else "is played by sides with until=BOT only"
            raise ValueError(f"until={self.until!r}, side={self.side!r}: {rules.name} {what}")
        if is_untrusted(self.until, self.game):
            raise ValueError(f"until={self.until!r}: expected a bot of this package, which plays alike everywhere")
        if self.side:
            check_choice("side", self.side, (*rules.spec.sides.names, TOGETHER))
            if self.schedule != (wanted := ALONE if self.side == TOGETHER else GAUNTLET):
                raise ValueError(f"side={self.side!r}: expected the schedule {wanted}, not {self.schedule}")
        if self.luck is not None:
            raise ValueError("luck is not measured in games by sides: leave it out")
        for agent in self.agents:
            if isinstance(agent, str) and is_untrusted(agent, self.game):
                continue  # its code may not run here: `Tournament` looks at it
            if asks_for(self.make(agent), "reads_messages"):
                raise ValueError(f"{agent!r} reads the messages of a whole game: it does not play by sides")

    @property
    def names(self) -> tuple[str, ...]:
        return self.names_of(self.make(agent).name for agent in self.agents)

    def names_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """Distinct names of the agents: of agents with equal names or none, those given by a text have that one, such as "heuristic@1"."""
        own = list(names)
        clear = [own.count(one) == 1 and one.strip() or not isinstance(bot, str) for one, bot in zip(own, self.agents)]
        return distinct_names(name if good else spec for name, spec, good in zip(own, self.agents, clear))

    def make(self, agent: Any) -> Agent:
        """A new agent for an entry of `agents`; an agent object is returned as it is.

        Raises:
            ValueError: its compiled policy, or one with which it searches, is for another game, number of players, or other card sets.
        """
        made = load_agent(agent, load_game(self.game)) if isinstance(agent, str) else as_agent(agent)
        rules = load_game(self.game)
        for policy in policies_in(made):
            policy.check(rules.name, self.players)
            policy.check_options(rules, self.options)
        return made

    @property
    def chosen(self) -> str:
        """The options that are not at their defaults, as text; empty if all are."""
        return chosen_words(load_game(self.game).options, self.options)

    @cached_property
    def cooperative(self) -> bool:
        return load_game(self.game).cooperative(num_players=self.players, **self.options)

    @cached_property
    def slots(self) -> int:
        """What agents are assigned to in a game: its seats, or its sides."""
        sides = load_game(self.game).spec.sides
        return len(sides.names) if self.until and sides is not None else self.players

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The groups of agents that play together, in the order of a fixed schedule."""
        if self.schedule == GAUNTLET:
            return tuple((0, *[other] * (self.slots - 1)) for other in range(1, len(self.agents)))
        if self.schedule == ALONE:
            return tuple((agent,) * self.slots for agent in range(len(self.agents)))
        return tuple(itertools.combinations(range(len(self.agents)), min(len(self.agents), self.slots)))

    @property
    def block(self) -> int:
        return 1 if self.schedule == ALONE or self.side or not self.rotate else len(self.groups[0])

    @property
    def total(self) -> int:
        return -(-self.games // self.block) * self.block

    def pairing(self, number: int) -> Pairing:
        """The game with this number, 0-based, of a fixed schedule; it does not depend on `games`."""
        block, turn = divmod(number, self.block)
        turn = turn if self.rotate else self.deal_of(number)
        return self.game_of(number, self.groups[block % len(self.groups)], self.deal_of(number), turn)

    def deal_of(self, number: int) -> int:
        return number // self.block // len(self.groups)

    def game_of(self, number: int, group: tuple[int, ...], deal: int, turn: int) -> Pairing:
        """A game of a group: its deal and its turn in that block, 0-based; `number` is its number in the plan."""
        first, *others = group
        orders = list(itertools.permutations(others))
        order = (first, *orders[(deal if self.rotate else deal // (len(others) + 1)) % len(orders)])
        which = deal if self.rotate else number
        sides = load_game(self.game).spec.sides if self.side else None
        if sides is None:
            seed = seed_of(self.seed, which)
        else:
            known = side_deals(self.game, self.players, tuple(self.options.items()), self.seed, self.until)
            seed, turn = known.deal(self.side, which), -[*sides.names, TOGETHER].index(self.side)
        seats = tuple(order[(seat + turn) % len(order)] for seat in range(self.slots))
        return Pairing(number, seed, seats, deal)

    def to_json(self) -> dict[str, Any]:
        only_if_set: dict[str, Any] = {"error": self.error} if self.schedule == LADDER else {}
        if self.luck is not None:
            only_if_set["luck"] = asdict(self.luck)
        only_if_set |= {name: getattr(self, name) for name in ("until", "side") if getattr(self, name)}
        only_if_set |= {} if self.rotate else {"rotate": False}
        return {
            "game": self.game,
            "version": GAMES[self.game].version if self.game in GAMES else None,
            "schedule": self.schedule,
            "agents": [agent if isinstance(agent, str) else f"object {self.make(agent).name}" for agent in self.agents],
            "players": self.players,
            "games": self.total,
            "seed": self.seed,
            "options": dict(self.options),
        } | only_if_set


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """Printable one-line names; the second of equal names becomes "name #2"."""
    return numbered_names(printable(str(name), LONGEST_NAME) for name in names)
