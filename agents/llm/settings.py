"""The parameters of the agent spec `llm:model=NAME,url=URL,...`."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit

from fs_env.core.checks import check_choice, unknown

OPENAI = "https://api.openai.com/v1"
BODY = "body."
NO_KEY = "none"  # sent where an endpoint of one's own needs no key
ALL = -1  # exchanges
EVERY = "all"
SECRET = ("key", "token", "secret", "password", "authorization")
RANGES: dict[str, tuple[float, float]] = {
    "temperature": (0, 2),
    "max_tokens": (1, 10**6),
    "retries": (0, 100),
    "timeout": (0.01, 3600),
    "budget": (200, 10**7),
    "tokens": (1, 10**12),
    "seconds": (0.01, 10**9),
    "price_in": (0, 10**6),
    "price_out": (0, 10**6),
}
WHOLE = ("max_tokens", "retries", "budget", "tokens")


@dataclass(frozen=True)
class Settings:
    """How a language model is asked; docs/do/language_models.md explains each parameter.

    Attributes:
        key_variable: name of the environment variable with the key; an endpoint other than OpenAI's is asked without one if it is not set.
        temperature, max_tokens, effort: of a reply; None or "": the endpoint's own.
        schema: "action": a reply is a JSON object with the number of a legal action; "thought": and a text before that; "none": free. An
            endpoint that refuses schemas is asked without.
        timeout: seconds for one reply.
        history: earlier exchanges that the model sees again; `ALL`: those of the whole game.
        budget: characters of a message; tokens, seconds: of the model in one game; None: no limit.
        passes: the rule of the game by which the model passes without being asked; None: `usual_passes`.
        memory: file of the notes that the model rewrites after each game and reads in later ones; "": none.
        price_in, price_out: of a million tokens that the model reads and writes, in any currency; None: not known.
        invalid: "move": what does little is played after a second invalid answer; "game": it is forfeited.

    Raises:
        ValueError: a value that cannot be used.
    """

    model: str
    url: str = OPENAI
    name: str = ""
    key_variable: str = "OPENAI_API_KEY"
    temperature: float | None = None
    max_tokens: int | None = None
    effort: str = ""
    body: dict[str, Any] = field(default_factory=dict)
    schema: str = "none"
    timeout: float = 120.0
    retries: int = 6
    history: int = 2
    cards: str = "always"
    budget: int | None = None
    passes: str | None = None
    invalid: str = "move"
    tokens: int | None = None
    seconds: float | None = None
    transcripts: str = ""
    memory: str = ""
    price_in: float | None = None
    price_out: float | None = None

    def __post_init__(self) -> None:
        if not self.model:
            raise ValueError("llm: model is missing: expected llm:model=NAME, as the endpoint calls it")
        check_url(self.url)
        if not re.fullmatch(r"[A-Z][A-Z0-9_]*(KEY|TOKEN)[A-Z0-9_]*", self.key_variable):
            raise ValueError(
                f"llm: key_variable={self.key_variable}: expected the name of an environment variable with KEY or TOKEN in it, "
                "such as OPENAI_API_KEY; a spec never contains the key itself"
            )
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise ValueError(f"llm: {name}={value:g}: expected a number from {low:g} to {high:g}")
        if (self.price_in is None) != (self.price_out is None):
            raise ValueError(f"llm: price_in={self.price_in} and price_out={self.price_out}: expected both, or neither")
        check_choice("llm parameter cards", self.cards, ("always", "once", "never"))
        check_choice("llm parameter invalid", self.invalid, ("move", "game"))
        check_choice("llm parameter schema", self.schema, ("none", "action", "thought"))

    @classmethod
    def read(cls, parameters: dict[str, str]) -> Settings:
        """Settings from texts. Raises ValueError for unknown parameters or values, and for a key."""
        known = [one.name for one in fields(cls) if one.name != "body"]
        found: dict[str, Any] = {"body": {}}
        for name, text in parameters.items():
            if name.startswith(BODY):
                put(found["body"], name.removeprefix(BODY).split("."), text)
            elif name != "key_variable" and is_secret(name):
                raise ValueError(
                    f"llm: {name} is not a parameter: a key is read from an environment variable only, OPENAI_API_KEY or the one that "
                    "key_variable names"
                )
            elif name not in known:
                raise ValueError(unknown("llm parameter", name, [*known, f"{BODY}NAME"]))
            else:
                found[name] = read_value(name, text)
        if "history" in found and found["history"] == ALL:
            found.setdefault("cards", "once")
        return cls(**{"model": "", **found})

    @property
    def shown(self) -> str:
        return self.name or f"llm {self.model}{' with memory' if self.memory else ''}"

    @property
    def harness(self) -> dict[str, str | int | None]:
        """The settings that decide what the model reads, as results of different harnesses are not comparable."""
        names = ("history", "cards", "passes", "budget", "schema")
        history = EVERY if self.history == ALL else self.history
        return {name: getattr(self, name) for name in names} | {"history": history, "memory": bool(self.memory)}

    def key(self) -> str:
        """The key, from the environment. Raises ValueError, which names the variable only."""
        key = os.environ.get(self.key_variable, "").strip()
        if not key and self.url == OPENAI:
            raise ValueError(f"llm: the variable {self.key_variable} is not set: {self.url} needs a key in it")
        if not key.isascii() or not key.isprintable() or " " in key:
            raise ValueError(
                f"llm: the environment variable {self.key_variable} contains no key: expected printable letters and signs"
            )
        return key or NO_KEY

    def request(self, messages: list[dict[str, str]], actions: int = 0) -> dict[str, Any]:
        asked: dict[str, Any] = {"model": self.model, "messages": messages}
        if self.temperature is not None:
            asked["temperature"] = self.temperature
        if (
            self.max_tokens is not None
        ):  # OpenAI's models that think refuse the older name, some servers do not know the new one
            asked["max_completion_tokens" if self.url == OPENAI else "max_tokens"] = self.max_tokens
        if self.effort:
            asked["reasoning_effort"] = self.effort
        if actions and self.schema != "none":
            thought = {"thought": {"type": "string"}} if self.schema == "thought" else {}
            keys = {**thought, "action": {"type": "integer", "enum": [*range(1, actions + 1)]}}
            schema = {"type": "object", "properties": keys, "required": [*keys], "additionalProperties": False}
            asked["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": schema},
            }
        return asked


def read_value(name: str, text: str) -> Any:
    if name == "history":
        if text == EVERY:
            return ALL
        if not text.isdecimal() or len(text) > 6:
            raise ValueError(f"llm: history={text!r}: expected the number of earlier exchanges in a prompt, or {EVERY}")
        return int(text)
    if name not in RANGES:
        return text
    try:
        return int(text) if name in WHOLE else float(text)
    except ValueError:
        raise ValueError(
            f"llm: {name}={text!r}: expected {'a whole number' if name in WHOLE else 'a number'}"
        ) from None


def check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable, parts = False, urlsplit("")
    if parts.username is not None or parts.query or parts.fragment:  # it may hold a secret, so it is not shown
        raise ValueError(
            "llm: url: expected an address without a user, a password or parameters; a key is read from the environment"
        )
    if not usable:
        raise ValueError(f"llm: url={url!r}: expected the address of an endpoint, such as http://127.0.0.1:8000/v1")


def put(body: dict[str, Any], path: list[str], text: str) -> None:
    """Sets a value in a request: JSON if it can be parsed, else text."""
    if path[0] in ("model", "messages", "stream", "n") or any(map(is_secret, path)) or not all(path):
        raise ValueError(
            f"llm: {BODY}{'.'.join(path)} cannot be set: expected a field that is neither another parameter nor a key"
        )
    for name in path[:-1]:
        body = body.setdefault(name, {})
        if not isinstance(body, dict):
            raise ValueError(f"llm: {BODY}{'.'.join(path)}: {name} has a value already")
    try:
        body[path[-1]] = json.loads(text)
    except ValueError:
        body[path[-1]] = text


def is_secret(name: str) -> bool:
    return any(word in name.lower() for word in SECRET) and not name.lower().endswith("tokens")
