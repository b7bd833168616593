"""Reads what endpoints send: chat completions in their several forms, and errors."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, NamedTuple

from fs_env.narration.conversation.thoughts import without_thoughts

WORDS = 300  # characters of an endpoint's own words in an error
CUT = ("length", "max_tokens", "content_filter", "error")  # reasons for which a reply ends before its end
TOO_LONG = re.compile(
    r"context.{0,3}(length|window|size|limit)|max_(model|seq|input|new)_?(len|token)"
    r"|(maximum|max) (model|sequence|context|prompt|input) length"
    r"|reduce the length|too many (input |prompt )?tokens|token count .{0,40}exceeds|request.too.large"
    r"|\b(prompt|input|inputs|request|message|messages|conversation)\b.{0,60}\btoo (long|large)\b"
    r"|(exceed|longer than|greater than|less than).{0,60}\b(tokens|context)\b",
    re.IGNORECASE | re.DOTALL,
)
"""In the words of OpenAI, vLLM, SGLang, TGI, llama.cpp, Ollama, LM Studio, Anthropic, Gemini, Mistral and Bedrock."""


class Completion(NamedTuple):
    """What a chat completion has.

    Attributes:
        text: of the answer, with the arguments of tool calls.
        whole: whether the model ended it, rather than a limit or a filter.
        thoughts: characters of thoughts outside the text.
        usage: counts of tokens.
    """

    text: str
    whole: bool
    thoughts: int
    usage: dict[str, Any]


class SentError(Exception):
    """An endpoint sent an error with status 200."""


def completion(data: bytes) -> Completion:
    """The completion in the body of a response, JSON or a stream of events. Raises SentError for an error, others for other bodies."""
    body = data.decode(json.detect_encoding(data), errors="replace").strip()
    plain = streamed(body) if body.startswith(("data:", "event:", ":")) else json.loads(body)
    choice = (plain.get("choices") or [{}])[0]
    error = plain.get("error") or choice.get("error")
    if error:
        raise SentError(words_in({"error": error}) or "an error without a message")
    message = choice["message"]
    text = text_of(message)
    beside = [message.get(name) for name in ("reasoning_content", "reasoning")]
    usage = plain.get("usage")
    return Completion(
        text,
        str(choice.get("finish_reason")).lower() not in CUT,
        sum(len(one) for one in beside if isinstance(one, str)),
        usage if isinstance(usage, dict) else {},
    )


def text_of(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    parts = content if isinstance(content, list) else [content]
    calls = [message.get("function_call"), *(message.get("tool_calls") or ())]
    texts, asked = [], [call for call in map(arguments, calls) if call]
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif not isinstance(part, dict):
            raise TypeError(f"expected a text or an object as a part of a message, not {type(part).__name__}")
        elif part.get("type") == "tool_use":
            asked.append(arguments(part))
        elif part.get("type", "text") in ("text", "output_text") and isinstance(part.get("text"), str):
            texts.append(part["text"])
    text = "".join(texts)
    return "\n".join([without_thoughts(text), *asked]) if asked else text


def arguments(call: Any) -> str:
    function = call.get("function", call) if isinstance(call, dict) else None
    if not isinstance(function, dict):
        return ""
    given = function.get("arguments", function.get("input"))
    return given if isinstance(given, str) else json.dumps(given) if given else ""


def streamed(body: str) -> dict[str, Any]:
    lines = [line[5:].strip() for line in body.splitlines() if line.startswith("data:")]
    chunks = [json.loads(line) for line in lines if line not in ("", "[DONE]")]
    choices = [choice for chunk in chunks for choice in (chunk.get("choices") or ())[:1]]
    finish = [choice["finish_reason"] for choice in choices if choice.get("finish_reason")]
    errors = [chunk["error"] for chunk in chunks if chunk.get("error")]
    if not finish and not errors and "[DONE]" not in lines:
        raise ValueError("the stream has no end")
    deltas = [choice.get("delta") or choice.get("message") or {} for choice in choices]
    calls = [arguments(call) for delta in deltas for call in delta.get("tool_calls") or ()]
    message = {"content": "".join(map(text_of, ({"content": delta.get("content")} for delta in deltas)))}
    thoughts = "".join(str(delta.get("reasoning_content") or delta.get("reasoning") or "") for delta in deltas)
    return {
        "choices": [{"message": message | {"reasoning": thoughts, "function_call": {"arguments": "".join(calls)}},
                     "finish_reason": finish[-1] if finish else None}],
        "error": errors[0] if errors else None,
        "usage": next((chunk["usage"] for chunk in reversed(chunks) if chunk.get("usage")), None),
    }  # fmt: skip


def words_of(data: bytes) -> str:
    body = data.decode(errors="replace")
    with suppress(ValueError, RecursionError):
        return words_in(json.loads(body))
    return words_in(body)


def words_in(body: Any) -> str:
    found = body.get("error", body) if isinstance(body, dict) else body
    code = ""
    if isinstance(found, dict):
        code = next((f" ({one})" for one in (found.get("code"), found.get("type")) if TOO_LONG.search(str(one))), "")
        found = found.get("message", found.get("detail", found.get("code")))
    words = " ".join(found.split())[:WORDS] if isinstance(found, str) else ""
    return "" if words.startswith("<") else words + code


def seconds_in(headers: Mapping[str, str]) -> float | None:
    with suppress(ValueError):
        return positive(float(headers.get("retry-after-ms", "")) / 1000)
    text = headers.get("retry-after", "").strip()
    with suppress(ValueError):
        return positive(float(text.removesuffix("s")))
    with suppress(ValueError, TypeError, OverflowError, OSError):
        return positive(parsedate_to_datetime(text).timestamp() - time())
    return None


def positive(seconds: float) -> float | None:
    return seconds if seconds > 0 else None
