"""One seat of a game in words, as an environment of OpenEnv: served, and played by its client.

Needs the extra "openenv". Source: https://github.com/meta-pytorch/OpenEnv
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from fs_env.envs.text import GameTextEnv

try:
    from openenv.core.client_types import StepResult
    from openenv.core.env_client import EnvClient
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, Observation, State
except ImportError as error:
    raise type(error)(
        f"fs_env.interop.openenv needs OpenEnv, which cannot be imported ({error}): in the source tree, pip install '.[openenv]'",
        name=error.name,
    ) from error

if TYPE_CHECKING:
    from fastapi import FastAPI

SESSIONS = 16  # games at once, unless another number is given


class Answer(Action):
    """An answer in words: a number in brackets, a JSON object, or the words of an action."""

    words: str


class Told(Observation):
    """A message to the seat, and its legal actions.

    Attributes:
        text: the message; after an answer that means no action why, and the question again.
        rules: the rules of the game and of answers, for the system message; "" but after `reset`.
        actions: words of the legal actions, numbered from 1 in the text; [] when the game is over.
        invalid: whether the last answer meant none of them.
    """

    text: str
    rules: str = ""
    actions: list[str] = []
    invalid: bool = False


class Progress(State):
    """How far the game is.

    Attributes:
        seat: of the reader.
        invalid: answers of this game that meant no action.
        returns: results of all seats; zeros until the end.
    """

    seat: int = -1
    invalid: int = 0
    returns: list[float] = []


class GameEnvironment(Environment[Answer, Told, Progress]):
    """A seat of a game; arguments as in `fs_env.envs.text.GameTextEnv`. The reward is the result of the seat, in the last step."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, **arguments: Any) -> None:
        super().__init__()
        self._env = GameTextEnv(game, **{"rules": "info", **arguments})
        self._progress = Progress()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> Told:
        """Deals a new game: the one of a seed, or the next one."""
        text, info = self._env.reset(seed=seed)
        self._progress = Progress(episode_id=episode_id)
        return self._told(text, info, rules=info["rules"])

    def step(self, action: Answer, timeout_s: float | None = None, **kwargs: Any) -> Told:
        """Takes an answer, and plays on to the next decision of the seat or to the end. There is no timeout: bots answer at once."""
        text, reward, terminated, truncated, info = self._env.step(action.words)
        self._progress.step_count += 1
        invalid = info["invalid"] > self._progress.invalid
        return self._told(text, info, reward=reward, done=terminated or truncated, invalid=invalid)

    def _told(self, text: str, info: dict[str, Any], **further: Any) -> Told:
        self._progress.seat, self._progress.invalid = info["seat"], info["invalid"]
        self._progress.returns = info["returns"]
        return Told(text=text, actions=info["actions"], **further)

    @property
    def state(self) -> Progress:
        """How far the game is."""
        return self._progress

    def close(self) -> None:
        """Ends it."""
        self._env.close()


class GameClient(EnvClient[Answer, Told, Progress]):
    """Plays at a server that `app` made; `.sync()` gives it without `await`."""

    def _step_payload(self, action: Answer) -> dict[str, Any]:
        return {"words": action.words}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Told]:
        reward, done = payload.get("reward"), bool(payload.get("done"))
        told = Told(**{**payload["observation"], "reward": reward, "done": done})
        return StepResult(observation=told, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> Progress:
        return Progress(**payload)


def app(game: str, *, sessions: int = SESSIONS, **arguments: Any) -> FastAPI:
    """A server of a game: `uvicorn.run(app("four_souls", num_players=4, opponents="heuristic"))`.

    Args:
        game: its id.
        sessions: games at once.
        arguments: as in `fs_env.envs.text.GameTextEnv`; wrong ones raise its errors here.
    """
    GameTextEnv(game, **arguments).close()
    return create_app(
        partial(GameEnvironment, game, **arguments), Answer, Told, env_name=game, max_concurrent_envs=sessions
    )
