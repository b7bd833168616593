"""The luck in recorded games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.agents import is_own
from fs_env.agents.networks.shipped_files import shipped
from fs_env.agents.networks.spec import read_spec
from fs_env.arena.match import winners_of
from fs_env.arena.ratings import less_luck, mean_interval
from fs_env.arena.standings import equivalent_games
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.luck.adjuster import ROLLOUTS, Adjuster
from fs_env.narration.speech import numbered_names
from fs_env.registry.games import named_game
from fs_env.replays.player import EARLY, Difference, made_by

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.policy import Policy
    from fs_env.replays.replay import Replay

NETWORK = "policy"


@dataclass(frozen=True)
class SeatLuck:
    """One seat of a game.

    Attributes:
        spec: of the bot where the replay names it, else "".
        player: the spec, or without one the name.
        raw: its part of the win: its return if it won, else 0.
        luck: what chance gave it of that; None for a game that broke off at a capacity limit of the rules.
        adjusted: raw less luck.
    """

    game: str
    seed: int
    seat: int
    spec: str
    player: str
    raw: float
    luck: float | None
    adjusted: float


@dataclass(frozen=True)
class PlayerLuck:
    """All seats of one player, games of one deal taken together.

    Attributes:
        raw, adjusted: means of those of its seats.
        raw_error, adjusted_error: standard errors; None for a single deal.
        raw_low, raw_high, adjusted_low, adjusted_high: 95 % intervals.
        equivalent_games: how many plain games carry as much information as one adjusted game; None with too few deals to know.
    """

    player: str
    seats: int
    raw: float
    raw_error: float | None
    raw_low: float
    raw_high: float
    adjusted: float
    adjusted_error: float | None
    adjusted_low: float
    adjusted_high: float
    equivalent_games: float | None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class ReplayLuck:
    """Measures the luck in replays, of any games, by so many rollouts for each mean. A player whom the replay names as a compiled bot that
    comes with this package is its own reference; `reference` names that of all others, "" the usual one of the game."""

    def __init__(self, reference: str = "", rollouts: int = ROLLOUTS) -> None:
        self._reference, self._rollouts = reference, rollouts
        self._adjusters: dict[tuple[Any, ...], Adjuster] = {}
        self._policies: dict[tuple[str, str], Policy | None] = {}

    def measure(self, replay: Replay) -> list[SeatLuck]:
        """The luck of each seat; of a game that is not over, of what was played.

        Raises:
            Difference: these rules play another game.
            ValueError: an unknown game, or one that cannot be dealt again.
        """
        luck: Sequence[float | None] = [None] * len(replay.names)
        if replay.outcome != Outcome.GUARD:
            luck = self._luck(replay)
        winners, players = winners_of(replay.returns), replay.players or ("",) * len(replay.names)
        return [
            SeatLuck(
                game=replay.game,
                seed=replay.seed,
                seat=seat,
                spec=players[seat],
                player=players[seat] or name,
                raw=raw,
                luck=luck[seat],
                adjusted=raw - (luck[seat] or 0.0),
            )
            for seat, name in enumerate(replay.names)
            for raw in [replay.returns[seat] if seat in winners else 0.0]
        ]

    def _luck(self, replay: Replay) -> list[float]:
        game = named_game(replay.game)
        key = (replay.game, *sorted(replay.options.items()))
        if key not in self._adjusters:
            how: dict[str, Any] = {"reference": self._reference, "rollouts": self._rollouts}
            self._adjusters[key] = Adjuster(game, replay.options, **how)
        adjuster = self._adjusters[key]
        try:
            luck = adjuster.measure(
                replay.seed, replay.choices, [self._policy(game, spec) for spec in replay.players]
            ).tolist()
        except ValueError as error:
            raise Difference(f"{made_by(replay)}: {error}") from None
        if replay.outcome not in EARLY and adjuster.final() != (replay.outcome, replay.returns):
            raise Difference(f"{made_by(replay)}: here it ends with (outcome, returns) {adjuster.final()}")
        return list(luck)

    def _policy(self, game: Game, spec: str) -> Policy | None:
        """The policy of a bot that a replay names. A file is data: no code from elsewhere is imported, and no other file read."""
        if (game.name, spec) not in self._policies:
            kind, _, rest = spec.partition(":")
            known = is_own(spec, game)
            known = known or (kind == NETWORK and read_spec(rest)[0] in shipped())
            self._policies[game.name, spec] = policy_of(load_agent(spec, game)) if known else None
        return self._policies[game.name, spec]


def players_of(seats: Iterable[SeatLuck]) -> list[PlayerLuck]:
    """The players, those of one name numbered; a bot with the name of a bot whose spec is known is another player."""
    own: dict[tuple[str, str], list[SeatLuck]] = {}
    for one in sorted(seats, key=lambda one: not one.spec):
        own.setdefault((one.spec, one.player), []).append(one)
    found = []
    for player, sat in zip(numbered_names(name for _, name in own), own.values()):
        deals = [(one.game, one.seed) for one in sat]
        plain = [one.raw for one in sat]
        raw = mean_interval(plain, deals)
        less = mean_interval(less_luck(plain, [one.luck or 0.0 for one in sat], deals), deals, adjusted=True)
        found.append(
            PlayerLuck(
                player, len(sat), raw.mean, raw.error, raw.low, raw.high, less.mean, less.error, less.low, less.high,
                equivalent_games(raw, less),
            )
        )  # fmt: skip
    return sorted(found, key=lambda one: -one.adjusted)
