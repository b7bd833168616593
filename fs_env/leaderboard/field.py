"""The frozen field of the leaderboard: its members, and the scenarios in which agents meet them. All of it is in `field.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.hooks import Proxy
from fs_env.core.checks import unknown
from fs_env.core.files import FileKind
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.arena.plan import Plan
    from fs_env.arena.results import GameRow

FILE = FileKind("the field of the leaderboard")
PLACE = Path(__file__).with_name("field.toml")
DIGEST_BYTES, CODE_BYTES = 4, 16
CODE = (".py", ".tsv", ".json", ".npz")  # files that decide how games go
FROZEN_SEED, FROZEN_DEALS, FROZEN_AGAINST = 20_000_003, 2, "random"  # games that freeze a member, at its smallest table
LUCK_ROLLOUTS = 128  # for luck in games that cost more than measuring it: with 32 they must be 1.7 times as many


@dataclass(frozen=True)
class Member:
    """An opponent that stays as it is.

    Attributes:
        digest: of the games by which it is frozen (`digest_of_member`).
        players, sets: the table and card sets that it is for; 0 and (): any.
        slow: whether it takes so long that entries play fewer deals against it.
    """

    name: str
    game: str
    kind: str
    spec: str
    digest: str
    players: int = 0
    sets: tuple[str, ...] = ()
    slow: bool = False


@dataclass(frozen=True)
class Scenario:
    """A table at which agents are measured.

    Attributes:
        players: seats; 0: the puzzles of the game.
        options: further options of the game, as texts.
        opponents: members of the field that hold all other seats, one at a time; none: the agent plays all seats.
        deals, slow_deals: of each seed, against one opponent, and against a slow one; games of each puzzle.
        most_deals: of each seed against a slow opponent, where more are played until the result is known well enough; 0: no more.
        deals_of: by opponent, instead of `slow_deals`: of each seed against one that takes long.
        luck: whether it is measured in the games against slow opponents, which are few; on a track in all games.
        track: a part of the board for agents of one kind, such as "text"; "": for all agents.
        until: in games by sides, the bot that plays until the seats are assigned to sides; "": whole games.
        side: the side that the agent holds, in all its seats, against one opponent that holds the other one; "together": against the
            house. Deals in which no seat is assigned to it are left out.
        waits: why it is not played yet; "" if it is.
    """

    name: str
    title: str
    game: str
    players: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    opponents: tuple[str, ...] = ()
    deals: int = 0
    slow_deals: int = 0
    most_deals: int = 0
    deals_of: dict[str, int] = field(default_factory=dict)
    luck: bool = False
    track: str = ""
    until: str = ""
    side: str = ""
    waits: str = ""

    @property
    def cooperative(self) -> bool:
        return bool(self.players) and load_game(self.game).cooperative(num_players=self.players, **self.numbers)

    @property
    def numbers(self) -> dict[str, int]:
        known = load_game(self.game).options
        return {name: known[name].read(str(value)) for name, value in self.options.items()}

    @property
    def even(self) -> float:
        """Share of the win of equal agents; where all win together, or sides are not alike, there is none."""
        return 1 / self.players if self.players and not self.until else 0.0

    @property
    def rivals(self) -> bool:
        return bool(self.opponents) and not self.cooperative and not self.side

    @property
    def block(self) -> int:
        return self.players if self.opponents and not self.side else 1

    @property
    def puzzles(self) -> int:
        from fs_env.puzzles.puzzle import shipped

        return 0 if self.players else len(shipped(self.game))

    @property
    def stories(self) -> Mapping[str, str]:
        sides = load_game(self.game).spec.sides if self.until else None
        return sides.stories if sides is not None else {}

    def deals_against(self, opponent: str) -> int:
        return self.deals_of.get(opponent, self.slow_deals if self.is_slow(opponent) else self.deals)

    def may_have(self, opponent: str) -> int:
        """The most deals of a seed against an opponent."""
        fewest = self.deals_against(opponent)
        return max(fewest, self.most_deals) if self.is_slow(opponent) else fewest

    def is_slow(self, opponent: str) -> bool:
        return bool(opponent) and member_of(self.game, opponent).slow

    def measures_luck(self, opponent: str) -> bool:
        return bool(opponent) and self.luck and (self.track != "" or self.is_slow(opponent))

    def plan(self, spec: Any, opponent: str, seed: int, deals: int = 0) -> Plan:
        """The games of an agent against one member, or alone, with one seed: each deal in all rotations of the seats, or by sides.
        `deals`: how many; 0: as many as the scenario has."""
        from fs_env.arena.luck import Luck
        from fs_env.arena.plan import ALONE, GAUNTLET, Plan

        deals, until = deals or self.deals_against(opponent), self.until
        if not opponent:
            return Plan([spec], self.players, deals, seed, self.game, self.numbers, ALONE, until=until, side=self.side)
        both = [spec, member_of(self.game, opponent).spec]
        luck = Luck(rollouts=LUCK_ROLLOUTS) if self.measures_luck(opponent) else None
        games, given = deals * self.block, self.numbers
        return Plan(both, self.players, games, seed, self.game, given, GAUNTLET, luck=luck, until=until, side=self.side)


@dataclass(frozen=True)
class Field:
    """The contents of `field.toml`: members by game, then by name; scenarios by name, in the order of the page."""

    version: int
    seeds: tuple[int, ...]
    members: dict[str, dict[str, Member]]
    scenarios: dict[str, Scenario]


@cache
def the_field() -> Field:
    """The field. Raises FileFault where the file is damaged."""
    table = FILE.toml(PLACE)
    with FILE.checked(PLACE):
        members = {
            game: {name: Member(name, game, **{**one, "sets": tuple(one.get("sets", ()))}) for name, one in own.items()}
            for game, own in table["members"].items()
        }
        scenarios = [Scenario(**{**one, "opponents": tuple(one.get("opponents", ()))}) for one in table["scenarios"]]
        return Field(table["version"], tuple(table["seeds"]), members, {one.name: one for one in scenarios})


def scenario_of(name: str) -> Scenario:
    """The scenario of a name. Raises ValueError, with the nearest name, where there is none that can be played."""
    known = {one.name: one for one in the_field().scenarios.values() if not one.waits}
    if name not in known:
        raise ValueError(unknown("scenario", name, known))
    return known[name]


def member_of(game: str, name: str) -> Member:
    """A member by its name. Raises ValueError, with the nearest name, where the game's field has none."""
    known = the_field().members.get(game, {})
    if name not in known:
        raise ValueError(unknown(f"member of the field of {game}", name, known))
    return known[name]


def field_digest() -> str:
    field = the_field()
    return digest((field.version, field.seeds, [(game, list(field.members[game].values())) for game in field.members]))


def scenario_digest(name: str) -> str:
    """The digest of what decides the games of a scenario; its opponents and numbers of deals may grow."""
    one = the_field().scenarios[name]
    return digest((one.game, one.players, sorted(one.options.items()), one.luck, one.track, one.until, one.side))


@cache
def code_digest() -> str:
    """The digest of the files of this package that decide how games go: rules, agents, arena, luck, texts, puzzles and their data."""
    root, found = Path(__file__).parents[1], blake2b(digest_size=CODE_BYTES)
    for folder in ("core", "agents", "arena", "agent_api", "luck", "narration", "puzzles"):
        for file in sorted((root / folder).resolve().rglob("*")):
            if file.suffix in CODE:
                content = file.read_bytes()
                found.update(f"{folder}/{file.relative_to((root / folder).resolve())} {len(content)}\n".encode())
                found.update(content)
    return found.hexdigest()


def digest(thing: object) -> str:
    return blake2b(repr(thing).encode(), digest_size=DIGEST_BYTES).hexdigest()


def digest_of(rows: list[GameRow]) -> str:
    """The digest of games, in their order: equal if every game had the same end and choices."""
    described = [(row.seed, row.seats, row.outcome, row.returns, row.decisions, row.seat_choices) for row in rows]
    return digest(described)


def digest_of_member(member: Member) -> str:
    from fs_env.arena.match import play_match
    from fs_env.arena.plan import GAUNTLET, Plan
    from fs_env.arena.rows import row_of

    game = load_game(member.game)
    options = {"sets": game.options["sets"].of_names(member.sets)} if member.sets else {}
    players = member.players or game.min_players
    against = [member.spec, FROZEN_AGAINST]
    plan = Plan(against, players, FROZEN_DEALS * players, FROZEN_SEED, member.game, options, GAUNTLET)
    rows = []
    for pairing in map(plan.pairing, range(plan.total)):
        agents = [Frozen(plan.make(against[k]), pairing.seed) for k in pairing.seats]
        rows.append(row_of(pairing, play_match(game, agents, seed=pairing.seed, options=options)))
    return digest_of(rows)


class Frozen(Proxy):
    """A member with the random numbers that it drew when the field was frozen."""

    def __init__(self, agent: Any, deal: int) -> None:
        super().__init__(agent)
        self._deal = deal

    def reset(self, seat: int, seed: int) -> None:
        from fs_env.agent_api.seeds import secret_number
        from fs_env.agent_api.shipped import policy_of
        from fs_env.core.machine.table.rng import nth_seed_int

        compiled = policy_of(self.agent) is not None
        self.agent.reset(seat, nth_seed_int(self._deal, seat) if compiled else secret_number(self._deal, seat))
