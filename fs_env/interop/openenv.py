"""One seat of a game in words, as an environment of OpenEnv: served, and played by its client.

Needs the extra "openenv". Source: https://github.com/meta-pytorch/OpenEnv
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from fs_env.core.checks import check_known, check_whole
from fs_env.envs.seat import MAX_SEED
from fs_env.envs.text import GameTextEnv
from fs_env.envs.text_table import LONGEST_ANSWER
from fs_env.interop import needs

with needs("openenv", "OpenEnv"):
    from openenv.core.client_types import StepResult
    from openenv.core.env_client import EnvClient
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, ConcurrencyConfig, Observation, State
    from pydantic import Field, ValidationError
    from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from fastapi import FastAPI

SESSIONS, IDLE = 16, 600.0  # games at once, and seconds between two requests of a session, unless others are given
LARGEST = 2**24  # bytes of a request over HTTP; uvicorn allows as many in a message of a WebSocket
LONGEST_ID = 255  # characters of an episode's id, in OpenEnv too


class Answer(Action):
    """An answer in words: a number in brackets, a JSON object, or the words of an action."""

    words: str = Field(max_length=LONGEST_ANSWER)


class GameObservation(Observation):
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


def check_reset(arguments: Mapping[str, Any]) -> None:
    check_known("reset", arguments, ("seed", "episode_id"))
    seed, episode = arguments.get("seed"), arguments.get("episode_id")
    if isinstance(seed, bool):
        raise TypeError(f"seed={seed!r}: expected a whole number 0..{MAX_SEED}")
    if seed is not None:
        check_whole("seed", seed, 0, MAX_SEED)
    if episode is not None and (not isinstance(episode, str) or len(episode) > LONGEST_ID):
        raise ValueError(f"episode_id={episode!r:.60}: expected a text of at most {LONGEST_ID} characters")


class GameEnvironment(Environment[Answer, GameObservation, Progress]):
    """A seat of a game; arguments as in `fs_env.envs.text.GameTextEnv`. The reward is the result of the seat, in the last step."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, **arguments: Any) -> None:
        super().__init__()
        self._env = GameTextEnv(game, **{"rules": "info", **arguments})
        self._progress = Progress()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> GameObservation:
        """Deals a new game: the one of a seed, or the next one. Raises the errors of `check_reset`."""
        check_reset({"seed": seed, "episode_id": episode_id, **kwargs})
        self._progress = Progress(episode_id=episode_id)
        text, info = self._env.reset(seed=seed)
        return self._observation(text, info, rules=info["rules"])

    def step(self, action: Answer, timeout_s: float | None = None, **kwargs: Any) -> GameObservation:
        """Takes an answer, and plays to the next decision of the seat or to the end. There is no timeout: bots answer at once.

        Raises:
            AgentFailed, OutOfReach: as `GameTextEnv.step`; the client gets an error, and there is no reward.
        """
        text, reward, terminated, truncated, info = self._env.step(action.words)
        self._progress.step_count += 1
        invalid = info["invalid"] > self._progress.invalid
        return self._observation(text, info, reward=reward, done=terminated or truncated, invalid=invalid)

    def _observation(self, text: str, info: dict[str, Any], **further: Any) -> GameObservation:
        self._progress.seat, self._progress.invalid = info["seat"], info["invalid"]
        self._progress.returns = info["returns"]
        return GameObservation(text=text, actions=info["actions"], **further)

    @property
    def state(self) -> Progress:
        return self._progress

    def close(self) -> None:
        self._env.close()


class GameClient(EnvClient[Answer, GameObservation, Progress]):
    """Plays at a server that `app` made; `.sync()` gives it without `await`."""

    def _step_payload(self, action: Answer) -> dict[str, Any]:
        return {"words": action.words}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[GameObservation]:
        reward, done = payload.get("reward"), bool(payload.get("done"))
        shown = GameObservation(**{**payload["observation"], "reward": reward, "done": done})
        return StepResult(observation=shown, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> Progress:
        return Progress(**payload)


class Guard:
    """ASGI middleware of the server: refuses requests that OpenEnv would take or answer without a reason, and ends idle sessions."""

    def __init__(self, app: Any, idle: float) -> None:
        self._app, self._idle = app, idle

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._app(scope, partial(self._message, receive, send), send)
        elif scope["type"] == "http" and scope["method"] == "POST":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _message(self, receive: Any, send: Any) -> Any:
        while True:
            try:
                message = await asyncio.wait_for(receive(), self._idle)
            except TimeoutError:
                why = f"no request for {self._idle:g} s: the session has ended, connect again"
                await send(error_message(why, "SESSION_ERROR"))
                return {"type": "websocket.disconnect", "code": 1001}
            found = parsed(message.get("text"))
            wrong = refusal(found.get("type"), found.get("data", {})) if isinstance(found, dict) else OBJECT
            if message["type"] != "websocket.receive" or wrong is None:
                return message
            await send(error_message(wrong, "VALIDATION_ERROR"))

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        why: str | None
        body, more = b"", True
        while more and len(body) <= LARGEST:
            part = await receive()
            body, more = body + part.get("body", b""), part.get("more_body", False)
        status, why = 413, f"the request is larger than {LARGEST} bytes"
        if len(body) <= LARGEST:
            kind, found = scope["path"][1:], parsed(body or b"{}")
            data = found.get("action", {}) if kind == "step" and isinstance(found, dict) else found
            status, why = 422, refusal(kind, data)
        if why is not None:
            await JSONResponse({"detail": why}, status)(scope, receive, send)
            return
        parts = iter([{"type": "http.request", "body": body}])

        async def again() -> Any:
            return next(parts, None) or await receive()

        await self._app(scope, again, send)


OBJECT = "expected a JSON object"


def parsed(text: Any) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return None


def refusal(kind: Any, data: Any) -> str | None:
    """Why a request to reset or step is refused; None for all others."""
    try:
        if kind in ("reset", "step") and not isinstance(data, dict):
            return OBJECT
        if kind == "reset":
            check_reset(data)
        if kind == "step":
            Answer.model_validate(data)
    except ValidationError as error:
        return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
    except (TypeError, ValueError) as error:
        return str(error)
    return None


def error_message(why: str, code: str) -> dict[str, str]:
    return {"type": "websocket.send", "text": json.dumps({"type": "error", "data": {"message": why, "code": code}})}


async def _failed(request: Any, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(error)}, 500)


def app(game: str, *, sessions: int = SESSIONS, idle: float = IDLE, **arguments: Any) -> FastAPI:
    """A server of a game: `uvicorn.run(app("four_souls", num_players=4, opponents="heuristic"))`.

    Args:
        game: its id.
        sessions: games at once; further clients get an error.
        idle: seconds without a request after which a session ends.
        arguments: as in `fs_env.envs.text.GameTextEnv`; wrong ones raise its errors here.
    """
    if not isinstance(idle, (int, float)) or not idle > 0:
        raise ValueError(f"idle={idle!r}: expected a number of seconds above 0")
    GameTextEnv(game, **arguments).close()
    limits = ConcurrencyConfig(max_concurrent_envs=sessions, session_timeout=2 * idle)  # of sessions over HTTP
    make = partial(GameEnvironment, game, **arguments)
    served = create_app(make, Answer, GameObservation, env_name=game, concurrency_config=limits)
    served.add_middleware(Guard, idle=idle)
    served.add_exception_handler(Exception, _failed)
    return served
