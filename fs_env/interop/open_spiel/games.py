"""The classes that OpenSpiel asks for: a game, its states and its observers, for every game of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from fs_env.interop.open_spiel.position import Position
from fs_env.interop.open_spiel.small_castles import CARDS, SMALL_CASTLES, small_deals
from fs_env.registry.games import GAMES, load_game

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

PREFIX = "fs_env_"
NAMES = tuple(f"{PREFIX}{name}" for name in GAMES)
"""The games with all their cards, as OpenSpiel calls them."""
DEALS = 10_000
SEEDS = 2**53  # what a number drawn from 0 to 1 can distinguish


class Deals(NamedTuple):
    """The deals that the chance node at the root draws from.

    Attributes:
        chances: the probability of each deal.
        make: the number of a deal -> its state at the first decision, shape (1,).
        text: the number of a deal -> its text.
    """

    chances: Sequence[float]
    make: Callable[[int], NDArray[Any]]
    text: Callable[[int], str]


class State(pyspiel.State):
    """A state; the root is a chance node that deals."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.position: Position | None = None  # None at the root

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.game.to_act(self.position.S)
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.game.to_act(self.position.S) < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.get_game().deals.chances))

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(self.position.game.legal(self.position.S).tolist())

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            game = self.get_game()
            self.position = Position(game.rules, game.deals.make(action))
        else:
            self.position.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        return str(game.deals.text(action) if player == pyspiel.PlayerId.CHANCE else game.rules.action_text(action))

    def returns(self) -> list[float]:
        """The result of each seat, zeros while the game runs."""
        if self.position is None:
            return [0.0] * self.get_game().num_players()
        return list(self.position.game.returns(self.position.S).tolist())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that `player` cannot distinguish from this one, future dice included. Its history is still that of this state.

        Args:
            sampler: draws a number from 0 to 1, which selects the state.
        """
        assert self.position is not None
        state: State = self.clone()
        state.position = self.position.resampled(player, int(sampler() * SEEDS))
        return state

    def __str__(self) -> str:
        return "to be dealt" if self.position is None else self.position.game.text(self.position.S)


class Observer:
    """Observation of a seat: the flat one (docs/look_up/observation) as float32, and text.

    With perfect recall there is no tensor, and the string is a digest of all that the seat has seen and answered.
    """

    def __init__(self, rules: Game, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(rules.schema.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Fills the tensor; with zeros at the root, where nothing is dealt."""
        if self.tensor is not None:
            at = state.position
            self.tensor[:] = 0 if at is None else at.game.observe(at.S, player)

    def string_from(self, state: State, player: int) -> str:
        """The information state, or the table as the seat knows it."""
        at = state.position
        if at is None:
            return ""
        return at.trails[player].hex() if self.perfect_recall else at.game.text(at.S, player=player)


class Rules(pyspiel.Game):
    """A game of ours; subclasses have their `kind` and make their deals."""

    kind: Any

    def __init__(self, rules: Game, players: int, limit: int, deals: Deals, params: Mapping[str, Any]) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_actions,
            max_chance_outcomes=len(deals.chances),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=limit,
        )
        super().__init__(self.kind, info, dict(params))
        self.rules, self.deals = rules, deals

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """None for unsupported kinds: only public information, or that of all players."""
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not asked.public_info or asked.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.rules, asked.perfect_recall)


def kind_of(name: str, title: str, rules: Game, seats: tuple[int, int], parameters: Mapping[str, Any]) -> Any:
    """OpenSpiel's type of a game, needed before it is loaded: rivals with any options, from the fewest to the most `seats`."""
    utility = pyspiel.GameType.Utility.ZERO_SUM if rules.zero_sum() else pyspiel.GameType.Utility.GENERAL_SUM
    fewest, most = seats
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
    )


def whole_game(name: str) -> type[Rules]:
    rules = load_game(name)
    options = {option.name: option.default for option in rules.options.values()}
    seats = (rules.min_players, rules.max_players)

    class Whole(Rules):
        kind = kind_of(PREFIX + name, name.replace("_", " ").title(), rules, seats, {**options, "deals": DEALS})

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            chosen = {**options, **(params or {})}
            deals = int(chosen.pop("deals", DEALS))
            if deals < 1:
                raise ValueError(f"deals={deals}: expected at least 1 seed for the chance node at the root")
            if rules.single_agent(**chosen) or rules.cooperative(**chosen):
                raise ValueError(f"{PREFIX}{name} is for seats that play against each other: leave the variant alone")

            def make(seed: int) -> NDArray[Any]:
                S = rules.new()
                rules.setup(S, seed=seed, **chosen)
                return S

            dealt = Deals((1 / deals,) * deals, make, "deal {}".format)
            super().__init__(rules, chosen["num_players"], chosen["max_decisions"], dealt, params or {})

    return Whole


class SmallCastles(Rules):
    """Castles of Caleira for two with a handful of cards; see `small_castles`."""

    kind = kind_of(SMALL_CASTLES, "Small Castles of Caleira", load_game("castles_of_caleira"), (2, 2), {"cards": CARDS})

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rules = load_game("castles_of_caleira")
        deals = small_deals((params or {}).get("cards", CARDS))
        dealt = Deals([deal.chance for deal in deals], lambda i: deals[i].state(rules), lambda i: deals[i].text())
        super().__init__(rules, 2, rules.options["max_decisions"].default, dealt, params or {})


def register() -> None:
    known = set(pyspiel.registered_names())
    for name in GAMES:
        if PREFIX + name not in known:
            built = whole_game(name)
            pyspiel.register_game(built.kind, built)
    if SMALL_CASTLES not in known:
        pyspiel.register_game(SmallCastles.kind, SmallCastles)
