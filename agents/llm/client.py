"""`Client`: asks an endpoint for replies, again where none came, and removes the key from all that it hands on."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from time import perf_counter, sleep
from typing import Any, NamedTuple

from fs_env.agents.llm.reading import TOO_LONG, SentError, completion, seconds_in, words_of
from fs_env.agents.llm.settings import Settings
from fs_env.agents.search.budget import NEVER, Interrupt
from fs_env.arena.referee import OutOfReach, TooLate
from fs_env.narration.conversation.thoughts import storable

FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0  # seconds before a request is repeated; an endpoint may ask for more
LONGEST_REPLY, LONGEST_ERROR = 4 * 2**20, 2**16  # bytes
HIDDEN = "[key]"
AGAIN = (408, 409, 425, 429)  # besides 500 and above: the same request may do later
SETTINGS_WRONG = (401, 403, 404)
NO_SCHEMA = (500, 501)  # besides 400 to 499: a request that has a schema may do without it
FEW = 16  # tokens
FEWEST_MESSAGES = 2  # messages of a question without earlier ones: the rules and the question
LOOK_SECONDS = 0.1  # between looks at an interrupt while waiting


class Reply(NamedTuple):
    """The reply of a model.

    Attributes:
        text: without the key, should it be in there, and without characters that cannot be stored.
        whole: false where it was cut at the limit of tokens or by a filter.
        tokens_in, tokens_out: as the endpoint counts them; a quarter of the characters where it does not.
    """

    text: str
    whole: bool
    tokens_in: int
    tokens_out: int

    @property
    def crowded_out(self) -> bool:
        """Whether the request left no room for a reply in the context of the model."""
        return not self.whole and not self.text.strip() and self.tokens_out <= FEW


class Refused(Exception):
    """The endpoint refuses this request, for example because it is too long."""


class NoReply(Exception):
    """A reply did not come, or cannot be read; `after`: seconds that the endpoint asks to wait."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


class BadStatus(Exception):
    def __init__(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        super().__init__(f"status {status}")
        self.status, self.body, self.headers = status, body, headers


class Client:
    """Asks one endpoint; `retries` counts repeated requests."""

    def __init__(self, settings: Settings) -> None:
        try:
            import openai
        except ImportError:
            raise ImportError(
                "llm: openai is not installed: expected the extra: in the source tree, pip install '.[llm]'"
            ) from None
        self.settings, self.retries = settings, 0
        self._key, self._library = settings.key(), openai
        self._until = 0.0  # when the request that is under way has to have ended
        self._answered, self._schemas = False, settings.schema != "none"

    @cached_property
    def _openai(self) -> Any:
        hooks = {"response": [self._stop_errors]}
        connections = self._library.DefaultHttpxClient(follow_redirects=False, event_hooks=hooks)
        return self._library.OpenAI(
            api_key=self._key, base_url=self.settings.url, max_retries=0, http_client=connections
        )

    def _stop_errors(self, response: Any) -> None:
        if response.status_code >= 300:
            data = b""
            with suppress(Exception):  # the status counts, whatever becomes of the body
                for part in response.iter_bytes():
                    data += part
                    if len(data) > LONGEST_ERROR or perf_counter() > self._until:
                        break
            raise BadStatus(response.status_code, data, response.headers)

    def ask(self, messages: list[dict[str, str]], interrupt: Interrupt = NEVER, actions: int = 0) -> Reply:
        """The reply to the messages of a chat, each with role and content.

        Args:
            interrupt: after which it waits no longer.
            actions: how many numbers the schema of the reply allows, if the settings ask for one; 0: no schema. An endpoint that
                refuses it gets the same request without it, now and from then on.

        Raises:
            Refused: the endpoint takes other requests, not this one.
            OutOfReach: there is no reply, however often it is asked, or the settings are wrong.
            TooLate: the interrupt.
        """
        for turn in range(self.settings.retries + 1):
            got = self._reply_or_error(messages, interrupt, actions if self._schemas else 0)
            if actions and self._schemas and isinstance(got, (Refused, OutOfReach)):
                got = self._reply_or_error(messages, interrupt)
                self._schemas = not isinstance(got, Reply)
            if isinstance(got, Reply):
                return got
            if not isinstance(got, NoReply):
                raise got
            why, after = str(got), got.after
            if turn < self.settings.retries:
                self.retries += 1
                wait(pause(turn, after), interrupt)
        times = f" {self.settings.retries + 1} times" if self.settings.retries else ""
        raise OutOfReach(
            f"{self.settings.shown}: {self.settings.url} gave no reply{times}: {why}; check that it runs, then resume"
        )

    def _reply_or_error(
        self, messages: list[dict[str, str]], interrupt: Interrupt, actions: int = 0
    ) -> Reply | Exception:
        try:
            return self._request(messages, interrupt, actions)
        except (NoReply, TooLate) as error:
            return error
        except SentError as error:
            what = self._clean(str(error))
            return self._refusal(what, len(messages)) if TOO_LONG.search(what) else NoReply(what)
        except self._library.APITimeoutError:
            return NoReply(f"none within {self.settings.timeout:g} s")
        except Exception as error:
            sent = error if isinstance(error, BadStatus) else error.__cause__  # some versions of the library wrap it
            if isinstance(sent, BadStatus):
                return self._failure(sent, len(messages), actions > 0)
            return NoReply(self._clean(f"{type(error).__name__}: {error}"))

    def _clean(self, text: str) -> str:
        return storable(text.replace(self._key, HIDDEN) if self._key else text)

    def _request(self, messages: list[dict[str, str]], interrupt: Interrupt, actions: int) -> Reply:
        self._until = until = min(perf_counter() + self.settings.timeout, interrupt.until)
        left = until - perf_counter()
        if left <= 0:
            raise TooLate("there is no time left for a reply")
        completions = self._openai.chat.completions.with_streaming_response
        asked = self.settings.request(messages, actions)
        data = b""
        with completions.create(**asked, extra_body=self.settings.body or None, timeout=left) as response:
            for part in response.iter_bytes():
                data += part
                if len(data) > LONGEST_REPLY:
                    raise NoReply(f"it is longer than {LONGEST_REPLY} bytes")
                if perf_counter() > until:
                    raise NoReply(f"it had not ended after {self.settings.timeout:g} s")
        reply = self._read(data, messages)
        self._answered = True
        return reply

    def _read(self, data: bytes, messages: list[dict[str, str]]) -> Reply:
        try:
            read = completion(data)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            begins = self._clean(data.decode(errors="replace"))[:60]
            raise NoReply(f"expected a chat completion in JSON, it begins with {begins!r}") from None
        return Reply(
            self._clean(read.text),
            read.whole,
            number_in(read.usage, "prompt_tokens", sum(len(message["content"]) for message in messages)),
            number_in(read.usage, "completion_tokens", len(read.text) + read.thoughts),
        )

    def _failure(self, sent: BadStatus, messages: int, schema: bool) -> Exception:
        status, words = sent.status, words_of(sent.body)
        what = self._clean(f"status {status}{f', {words}' if words else ''}")
        if (status in AGAIN or status >= 500) and not TOO_LONG.search(words) and not (schema and status in NO_SCHEMA):
            return NoReply(what, seconds_in(sent.headers))
        if status in SETTINGS_WRONG or status < 400:
            variable = f" and the key in {self.settings.key_variable}" if status in (401, 403) else ""
            return self._wrong(what, f"check the parameters{variable}")
        return self._refusal(what, messages)

    def _refusal(self, what: str, messages: int) -> Exception:
        if self._answered or messages > FEWEST_MESSAGES:
            return Refused(what)
        shorter = "; a smaller budget makes messages shorter" if TOO_LONG.search(what) else ""
        return self._wrong(what, f"check the parameters{shorter}")

    def _wrong(self, what: str, advice: str) -> OutOfReach:
        return OutOfReach(f"{self.settings.shown}: {self.settings.url} refuses requests: {what}; {advice}")


def number_in(usage: dict[str, Any], name: str, characters: int) -> int:
    value = usage.get(name)
    return value if type(value) is int and 0 <= value < 2**40 else -(-characters // 4)


def pause(turn: int, after: float | None) -> float:
    own = min(FIRST_WAIT * 2**turn, LONGEST_WAIT) * random.uniform(0.75, 1.0)
    return max(own, min(after or 0.0, LONGEST_WAIT))


def wait(seconds: float, interrupt: Interrupt) -> None:
    until = perf_counter() + seconds
    while (left := min(until, interrupt.until) - perf_counter()) > 0:
        sleep(min(left, LOOK_SECONDS))
