"""Endpoints that answer well, badly, slowly or not at all."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
import traceback
from email.utils import formatdate

import pytest

from fs_env.agent_api.specs import read_parameters
from fs_env.agents.llm import pretend
from fs_env.agents.llm.client import Client, Refused, seconds_in
from fs_env.agents.llm.settings import Settings
from fs_env.agents.search.budget import Interrupt
from fs_env.arena.referee import OutOfReach, TooLate
from tests.agents.llm.stub import KEY, Sent, fail, say

HELLO = [{"role": "user", "content": "hello you"}]


def client_of(server, **parameters):
    return Client(Settings.read(read_parameters(server.spec(**parameters))))


def test_reply__comes_with_its_tokens(server):
    """The request has the model, the messages and the key in its header; the reply is read."""
    server.script = [say("[2]", tokens=(7, 3)), say("[2]", tokens=None), say(None), say("[1", finish="length")]
    client = client_of(server, temperature=0, **{"body.top_k": 4})
    assert client.ask(HELLO) == ("[2]", True, 7, 3)
    assert server.requests == [{"model": "m", "messages": HELLO, "temperature": 0, "top_k": 4}]
    assert server.headers["authorization"] == f"Bearer {KEY}"
    assert client.ask(HELLO) == ("[2]", True, 3, 1), "a quarter of the characters"
    assert client.ask(HELLO).text == ""
    assert not client.ask(HELLO).whole


BAD = {
    "429": fail(429, retry_after="0.02"),
    "500": fail(500),
    "503": fail(503, retry_after="soon"),
    "half": say("[1]", missing=30),
    "cut": Sent(b'{"choices": [{"message": {"conte'),
    "html": Sent(b"<html>busy</html>", headers={"content-type": "text/html"}),
    "no choices": Sent(b'{"choices": []}'),
    "error": Sent(b'{"error": "busy"}'),
    "error with a code": Sent(b'{"error": {"message": "overloaded", "code": 502}}'),
    "no message": Sent(b'{"choices": [{"message": null}]}'),
    "half a stream": Sent(b'data: {"choices": [{"delta": {"content": "[1"}}]}\n\n'),
    "list": Sent(b'{"choices": [{"message": {"content": [1]}}]}'),
    "nothing": Sent(b""),
    "late": say("[1]", wait=0.6),
    "drips": say("[1]", drip=0.02),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_reply__that_is_none_is_asked_for_again(server, bad):
    """Whatever came instead, the second reply counts; the request was repeated once."""
    server.script = [bad, say("[2]")]
    client = client_of(server, timeout=0.5)
    assert client.ask(HELLO).text == "[2]"
    assert client.retries == 1 and len(server.requests) == 2
    assert server.requests[0] == server.requests[1]


def test_retry_after__is_waited_for(server):
    """As many seconds as in the endpoint, or until the time that it says."""
    server.script = [fail(429, retry_after="0.3")]
    begun = time.monotonic()
    client_of(server).ask(HELLO)
    assert time.monotonic() - begun >= 0.3
    assert 8 < (seconds_in({"retry-after": formatdate(time.time() + 10)}) or 0) <= 10
    assert seconds_in({"retry-after": "7", "retry-after-ms": "250"}) == 0.25
    dates = "Wed, 21 Oct 2015 07:28:00 GMT", "Mon, 01 Jan 0001 00:00:00 -0000"
    for text in ("-1", "0", "nan", "soon", *dates, "1, 2", ""):
        assert seconds_in({"retry-after": text}) is None


def test_endpoint__that_never_answers_is_given_up(server):
    """After so many repetitions the error says what came last, where, and what to do."""
    server.usual = lambda asked: fail(503, "too busy")
    with pytest.raises(OutOfReach, match=r"gave no reply 3 times: status 503, too busy; check that it runs"):
        client_of(server, retries=2).ask(HELLO)
    assert len(server.requests) == 3
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings = Settings("m", f"http://127.0.0.1:{free.getsockname()[1]}/v1", retries=1)
        with pytest.raises(OutOfReach, match="gave no reply 2 times"):
            Client(settings).ask(HELLO)


def test_interrupt__ends_the_waiting(server):
    """No player waits for a reply, or for the next attempt, when the time is over."""
    client = client_of(server)
    client.ask(HELLO)
    begun = time.monotonic()
    for sent in (fail(429, retry_after="30"), say("[1]", wait=2), Sent(b"x" * 300, 429, drip=0.02)):
        server.usual = lambda asked, sent=sent: sent
        with pytest.raises(TooLate):
            client.ask(HELLO, Interrupt(time.perf_counter() + 0.2))
    assert time.monotonic() - begun < 1.8


def test_refusal__of_everything_or_of_one_request(server):
    """A refusal of the first request is a matter of the settings; later it is one request that is too much."""
    for status in (400, 401, 404, 307):
        server.script = [fail(status, "not so", location="/elsewhere")]
        with pytest.raises(OutOfReach, match=f"refuses requests: status {status}"):
            client_of(server).ask(HELLO)
    client = client_of(server)
    client.ask(HELLO)
    server.script = [fail(400, "too long")]
    with pytest.raises(Refused, match="status 400, too long"):
        client.ask(HELLO)
    assert len(server.requests) == 6 and client.retries == 0


OVERFLOWS = (
    (400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens."),
    (400, "The decoder prompt (length 5000) is longer than the maximum model length of 4096."),
    (400, "the request exceeds the available context size, try increasing it"),
    (500, "prompt too long; exceeded max context length by 904 tokens"),
    (400, "prompt is too long: 210000 tokens > 200000 maximum"),
    (413, "Request too large for model on tokens per minute: Limit 6000, Requested 7000"),
    (429, "Request too large for the model"),
    (422, "Input validation error: `inputs` must have less than 4096 tokens. Given: 5000"),
    (500, "The input (5000 tokens) is longer than the model's context length (4096 tokens)."),
    (400, "The input token count (5000) exceeds the maximum number of tokens allowed (4096)."),
    (200, "This endpoint's maximum context length is 4096 tokens"),
)


def test_overflow__is_a_refusal_in_the_words_of_each_server(server):
    """A request that is too long is not repeated, whatever the status; the first question that is too long is a matter of the settings."""
    client = client_of(server)
    client.ask(HELLO)
    for status, words in OVERFLOWS:
        server.script = [fail(status, words)]
        with pytest.raises(Refused, match=re.escape(words[:20])):
            client.ask(HELLO)
        server.script = [fail(status, words)]
        with pytest.raises(OutOfReach, match="a smaller budget makes messages shorter"):
            client_of(server).ask(HELLO)
        server.script = [fail(status, words)]
        with pytest.raises(Refused):
            client_of(server).ask(HELLO * 3)
    assert client.retries == 0
    server.script = [fail(429, "busy: 5000 tokens a minute"), fail(500, "worker died")]
    assert client.ask(HELLO).text == "[1]" and client.retries == 2


def test_schema__is_sent_and_left_out_where_it_is_refused(server):
    """The numbers of the actions go with the request; an endpoint that refuses them is asked without, and no repetition is used up."""
    client = client_of(server, schema="thought", retries=0)
    client.ask(HELLO, actions=3)
    form = server.requests[0]["response_format"]["json_schema"]["schema"]
    assert form["properties"]["action"]["enum"] == [1, 2, 3] and form["required"] == ["thought", "action"]
    server.script = [fail(400, "too long"), fail(400, "too long")]
    with pytest.raises(Refused):
        client.ask(HELLO, actions=3)
    for status in (400, 422, 500, 501):
        for one in (client_of(server, schema="action", retries=0), client):
            server.script, asked = [fail(status, "response_format is not supported")], len(server.requests)
            assert one.ask(HELLO, actions=3).text == one.ask(HELLO, actions=3).text == "[1]"
            assert ["response_format" in sent for sent in server.requests[asked:]] == [True, False, False]
            assert one.retries == 0
        client = client_of(server, schema="thought", retries=0)
    client_of(server).ask(HELLO, actions=3)
    assert "response_format" not in server.requests[-1]


def test_key__is_in_nothing_that_comes_back(server):
    """An endpoint may say the key as often as it likes: no reply and no error has it, nor what an error leads to."""
    server.script = [say(f"your key is {KEY}")]
    assert client_of(server).ask(HELLO).text == "your key is [key]"
    for bad in (fail(401, f"bad key {KEY}"), fail(500, KEY), Sent(KEY.encode()), Sent(json.dumps([KEY]).encode())):
        server.script = [bad] * 2
        with pytest.raises(OutOfReach) as failed:
            client_of(server, retries=1).ask(HELLO)
        assert KEY not in "".join(traceback.format_exception(failed.value))
        assert failed.value.__cause__ is None and failed.value.__context__ is None


def test_pretend__streams_to_who_asks_so():
    """Libraries that read replies as a stream get the same reply in one piece, with its tokens."""
    openai = pytest.importorskip("openai", reason="needs the extra 'llm'")
    asked = [{"role": "user", "content": "[1] pass\n[2] attack"}]
    with pretend.serve(0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        client = openai.OpenAI(base_url=f"http://127.0.0.1:{running.server_address[1]}/v1", api_key="none")
        whole = client.chat.completions.create(model="last", messages=asked)
        (part,) = client.chat.completions.create(model="last", messages=asked, stream=True)
        running.shutdown()
    assert whole.choices[0].message.content == part.choices[0].delta.content == "[2]"
    assert whole.usage == part.usage
