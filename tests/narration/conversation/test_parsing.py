"""Answers in words: what replies of models mean, errors that explain what was expected, and time that grows with the length."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

from fs_env.agents.llm.reading import completion
from fs_env.narration.conversation.parsing import InvalidAnswer, parse
from fs_env.narration.conversation.thoughts import storable
from fs_env.narration.legal_actions import bare

ACTIONS = ("pass", "play Bomb! on Fat Bat", "buy XVII. The Stars", "yes")
OFFERS = {
    "usual": ("pass", "attack Fly", "buy The Stars", "roll again"),
    "odd": (
        "pay [2] cents", "think again", "<think> twice", "take 1", "2 damage to Fly", "choose action 1", '{"action": 1}!',
        '"Bomb", then "Fly"', "number 1", "move 2 tiles", "the deck",
    ),
    "digits": ("2", "1", "x"),
    "same": ("play Fly", "Play Fly!"),
}  # fmt: skip
REPLIES = Path(__file__).with_name("replies.tsv")
"""Offered actions, the number that a reply means ("-": none), the reason, the reply as a JSON text. A person decided what each means."""
LONG = 100_000


def meaning(reply, actions) -> str:
    try:
        return str(parse(reply, actions) + 1)
    except InvalidAnswer:
        return "-"


def test_replies__mean_what_a_referee_reads():
    """Each reply of the file means its action, or none; also as the message of a chat completion."""
    wrong = []
    for line in REPLIES.read_text(encoding="utf-8").splitlines():
        offer, number, reason, text = line.split("\t")
        reply = json.loads(text)
        body = json.dumps({"choices": [{"message": {"content": reply}, "finish_reason": "stop"}]}).encode()
        found = {meaning(reply, OFFERS[offer]), meaning(storable(completion(body).text), OFFERS[offer])}
        wrong += [(line, found)] if found != {number} else []
    assert not wrong


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("", "the answer is empty: expected the number of one action in brackets"),
        ("<think>[1]</think>", "thoughts do not count"),
        ("[-1]", "no action -1"),
        ("[1], though [5] would do", "there is no action 5: expected a number from 1 to 4"),
        ("I pass.", "'I pass.' is not the text of one action: expected the number"),
        ('{"move": 2}', "the last JSON object has 'move': expected the key \"action\""),
        ('{"action": true}', "'True'"),
        ('{"action": [2]}', "expected the number or the words"),
        ('{"action": "I pass"}', "'I pass' is not the text"),
        ("1. pass\n2. play Bomb! on Fat Bat", "names several actions"),
        ("x" * 500, "... xxx"),
        (None, "of type NoneType: expected a text"),
        (b"[1]", "of type bytes"),
        (1, "of type int"),
    ],
)
def test_parse__invalid(reply, told):
    """Nothing is guessed; the error explains what was expected."""
    with pytest.raises(InvalidAnswer) as error:
        parse(reply, ACTIONS)
    assert told in str(error.value) and "expected" in str(error.value) and len(str(error.value)) < 250


def test_parse__takes_linear_time():
    """Replies of 100,000 characters of anything are read within 0.1 s, also on a busy machine; quadratic time takes seconds."""
    units = (
        '<think> </think> <think></think> <think <a: < </ <|channel|>analysis <|a <|end|> [THINK] ◁think▷ { [ } ] {} [1 [1] [a " \' \\ \\" '
        '{" {"a": {"a":1, {"a":[ [{ {[ {\' {"action":1} {"action":"1"} "action":1, "action":" {"\\ {"\\u {"a\\" true, 1e9, [[1], 1 9 0. -1 '
        "a a! ! _ \u0301 a\u0301 é 😀 İ ``` ```json\\n{ \\boxed{ \\boxed{1} \\boxed{\\text{ <answer> <answer>1</answer> action: .. - $ x.; "
        "assistantfinal my the so, \ud83d \x00"
    ).split(" ") + [
        " ",
        "\n",
        "\t",
        "[ ",
        "1\n",
        "action 1\n",
        "action: 1\n",
        "1. pass\n",
        "i choose ",
        "my my ",
        "x. ",
        "- ",
    ]
    mixes, pick = [], random.Random(1)
    for _ in range(15):
        some = pick.sample(units, 3)
        mixes.append("".join(pick.choice(some) for _ in range(pick.choice([3, 50]))))
    replies = [(unit * (LONG // len(unit) + 1))[:LONG] for unit in units + mixes]
    for begin, unit, end in (
        ('{"action":', "9", "}"), ("[", "9", "]"), ('{"a":"', "\\", '"}'), ("a", "!", "a"), ("[", " ", "]"), ("<think>", "<", ""),
        ("", '{"a":', "1" + "}" * 20_000), ("", '{"a":' * 900, "1"),
    ):  # fmt: skip
        replies.append(begin + unit * (LONG // len(unit)) + end)
    slow = []
    for reply in replies:
        times = []
        while len(times) < 3 and (not times or min(times) > 0.1):
            begun = time.process_time()
            meaning(reply, ACTIONS)
            bare(reply)
            times.append(time.process_time() - begun)
        slow += [(reply[:40], min(times))] if min(times) > 0.1 else []
    assert not slow
