"""Chat completions in the forms that endpoints send them."""

from __future__ import annotations

import json

from fs_env.agents.llm.reading import completion
from fs_env.narration.conversation.parsing import InvalidAnswer, parse

ACTIONS = ("pass", "attack Fly", "buy The Stars")
CALL = {"id": "1", "type": "function", "function": {"name": "play", "arguments": '{"action": 3}'}}
THOUGHTS = {"type": "thinking", "thinking": [{"type": "text", "text": "[2] is worse"}]}
MESSAGES = (
    ("a list of parts", {"content": [{"type": "text", "text": "["}, {"type": "text", "text": "3]"}]}, 3),
    ("thoughts of Mistral", {"content": [THOUGHTS, {"type": "text", "text": "[3]"}]}, 3),
    ("thoughts after the text", {"content": [{"type": "text", "text": "[3]"}, THOUGHTS]}, 3),
    ("thoughts of Anthropic", {"content": [{"type": "text", "text": "[3]"}, {"type": "thinking", "text": "[1]"}]}, 3),
    ("reasoning", {"content": [{"type": "output_text", "text": "[3]"}, {"type": "reasoning", "text": "[1]"}]}, 3),
    ("parts that are texts", {"content": ["I take ", "[3]"]}, 3),
    ("a part alone", {"content": {"type": "text", "text": "[3]"}}, 3),
    ("a part without a type", {"content": [{"text": "[3]"}]}, 3),
    ("only thoughts in parts", {"content": [THOUGHTS]}, None),
    ("a refusal in parts", {"content": [{"type": "refusal", "refusal": "I do not play [1]"}]}, None),
    ("a refusal beside", {"content": None, "refusal": "I do not play [1]"}, None),
    ("thoughts beside", {"content": "[3]", "reasoning_content": "[1]"}, 3),
    ("thoughts beside nothing", {"content": None, "reasoning_content": "[1]"}, None),
    ("thoughts with another name", {"content": "", "reasoning": "[1]"}, None),
    ("no parts", {"content": []}, None),
    ("a tool call", {"content": None, "tool_calls": [CALL]}, 3),
    ("a tool call after text", {"content": "[1] is bad", "tool_calls": [CALL]}, 3),
    ("a tool call after thoughts without an end", {"content": "<think>[1]", "tool_calls": [CALL]}, 3),
    ("arguments as an object", {"tool_calls": [{"function": {"arguments": {"action": "3"}}}]}, 3),
    ("the last of two calls", {"tool_calls": [{"function": {"arguments": {"action": 1}}}, CALL]}, 3),
    ("a function call", {"content": None, "function_call": {"name": "play", "arguments": '{"action": 3}'}}, 3),
    ("a call of Anthropic", {"content": [{"type": "tool_use", "name": "play", "input": {"action": 3}}]}, 3),
    ("a call without arguments", {"content": "[3]", "tool_calls": [{"function": {"name": "look", "arguments": ""}}]}, 3),
    ("no calls", {"content": "[3]", "tool_calls": None, "function_call": None}, 3),
)  # fmt: skip
CHUNK = 'data: {"choices": [{"delta": {"content": %s}, "finish_reason": %s}]}\n\n'
CALLS = 'data: {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": %s}}]}}]}\n\n'
BODIES = (
    ("bytes that are no UTF-8", '{"choices": [{"message": {"content": "Pa\xdf: [3]"}}]}'.encode("latin-1")),
    ("UTF-16", '{"choices": [{"message": {"content": "[3]"}}]}'.encode("utf-16")),
    ("a mark of the order of bytes", b"\xef\xbb\xbf" + b'{"choices": [{"message": {"content": "[3]"}}]}'),
    ("empty lines first", b'\n\n {"choices": [{"message": {"content": "[3]"}}]}'),
    ("several choices", b'{"choices": [{"message": {"content": "[3]"}}, {"message": {"content": "[1]"}}]}'),
    ("a stream", (": wait\n\n" + CHUNK % ('"["', "null") + CHUNK % ('"3]"', '"stop"') + "data: [DONE]\n\n").encode()),
    ("a stream of calls", (CALLS % '"{\\"action\\""' + CALLS % '": 3}"' + "data: [DONE]").encode()),
)


def test_completion__is_read_in_every_form():
    """Thoughts and refusals are no answer, tool calls are one; a stream is put together; a reply may end before its end."""
    wrong = []
    bodies = [
        (name, json.dumps({"choices": [{"message": message}]}).encode(), number) for name, message, number in MESSAGES
    ]
    for name, body, number in bodies + [(*body, 3) for body in BODIES]:
        read = completion(body)
        try:
            found = parse(read.text, ACTIONS) + 1
        except InvalidAnswer:
            found = None
        wrong += [(name, read, found)] if found != number or not read.whole else []
    assert not wrong
    for reason in ("length", "content_filter", "MAX_TOKENS"):
        body = json.dumps(
            {"choices": [{"message": {"content": "[1"}, "finish_reason": reason}], "usage": None}
        ).encode()
        assert completion(body) == ("[1", False, 0, {})
