"""All seats of each game in words, as environments of TextArena. Importing this module registers them: `ta.make("CastlesOfCaleira-v0")`.

Needs the extra "textarena". Source: https://github.com/LeonGuertler/TextArena
"""

from __future__ import annotations

import secrets
from typing import Any

from fs_env.agent_api.seeds import key_from
from fs_env.core.checks import check_whole
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.envs.registry import text_id
from fs_env.envs.seat import MAX_SEED
from fs_env.envs.text_table import TextTable
from fs_env.interop import needs
from fs_env.narration.conversation.parsing import InvalidAnswer
from fs_env.registry.games import GAMES

with needs("textarena", "TextArena"):
    import textarena as ta
    from textarena.envs.registration import ENV_REGISTRY, register_with_versions


class GameEnv(ta.Env):
    """A game whose seats are all asked in words. A seat reads its own messages and answers only; its reward is its result, -1 to 1.

    Args:
        game: the rules, or the id of a game.
        retries: invalid answers in a row that do not yet forfeit the game.
        arguments: as in `fs_env.envs.text_table.TextTable`: `options`, `agents`, `passes`, `cards`, `budget`.
    """

    def __init__(self, game: Any, *, retries: int = 1, **arguments: Any) -> None:
        self.retries, self._arguments = check_whole("retries", retries, 0, 1000), {"game": game, **arguments}

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deals the game of a seed, or of fresh entropy; errors as in `TextTable`."""
        deal = secrets.randbelow(MAX_SEED) if seed is None else check_whole("seed", seed, 0, MAX_SEED)
        self.table = TextTable(**self._arguments, num_players=num_players, seed=deal, agent_key=key_from(deal))
        self.state = ta.FFAMultiPlayerState(num_players, error_allowance=self.retries)
        self.state.reset()
        for seat in set(range(num_players)) - set(self._arguments.get("agents") or ()):
            self.state.add_observation(self.table.rules(seat), ta.ObservationType.PROMPT, to_id=seat)
        self._proceed()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Takes the answer of the seat that is asked; errors as in `TextTable.answer`, but of invalid answers."""
        seat, why = self.table.seat, ""
        try:
            self.table.answer(action)
        except InvalidAnswer as error:
            why = str(error)
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=seat, to_id=seat)
        if why and self.state.set_invalid_move(why):
            self.table.forfeit(seat)
        _, info = self.state.step(rotate_player=False)
        self._proceed()
        return self.state.done, info

    def _proceed(self) -> None:
        if self.table.over:
            results, reason = dict(enumerate(self.table.rewards)), Outcome(self.table.outcome).name.lower()
            self.state.set_game_outcome(results, reason)
        else:
            if self.state.current_player_id != self.table.seat:  # the other seat's invalid answers count no more
                self.state.manually_set_current_player_id(self.table.seat)
            self.state.add_observation(self.table.message().text, ta.ObservationType.GAME_BOARD, to_id=self.table.seat)


def register() -> None:
    """Registers the games of this process that TextArena does not know, with its wrappers for models and, as "-train", for training."""
    wrappers = {
        "default": [ta.wrappers.LLMObservationWrapper],
        "-train": [ta.wrappers.GameMessagesAndCurrentBoardObservationWrapper],
    }
    for game in GAMES.values():
        if (name := text_id(game).replace("/Text", "")) not in ENV_REGISTRY:
            register_with_versions(name, f"{__name__}:GameEnv", wrappers, game=game.id)


register()
