"""The parameters of language models."""

from __future__ import annotations

import sys

import pytest

from fs_env.agent_api.specs import load_agent, read_parameters
from fs_env.agents.llm import client
from fs_env.agents.llm.client import pause
from fs_env.agents.llm.settings import ALL, OPENAI, Settings
from tests.agents.llm.stub import KEY

SPEC = "llm:model=m,url=http://127.0.0.1:1/v1"


def test_spec__with_everything():
    """Numbers, words and values of the request itself are read; with the whole history cards are told once."""
    spec = (
        f"{SPEC},temperature=0.5,max_tokens=300,effort=low,history=all,invalid=game,tokens=5000,seconds=60,"
        "body.top_k=5,body.chat_template_kwargs.enable_thinking=false"
    )
    settings = Settings.read(read_parameters(spec))
    assert (settings.history, settings.cards, settings.tokens, settings.seconds) == (ALL, "once", 5000, 60.0)
    assert settings.body == {"top_k": 5, "chat_template_kwargs": {"enable_thinking": False}}
    assert settings.request([]) == {
        "model": "m", "messages": [], "temperature": 0.5, "max_tokens": 300, "reasoning_effort": "low",
    }  # fmt: skip
    assert settings.shown == "llm m"


@pytest.mark.parametrize("cards", ["always", "once", "never"])
def test_cards__as_given(cards):
    """Each choice is accepted, and the whole history does not replace it; without either, cards are always told."""
    assert Settings.read(read_parameters(f"{SPEC},cards={cards},history=all")).cards == cards
    assert Settings.read(read_parameters(SPEC)).cards == "always"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (",cards=sometimes", "expected always, never, once"),
        (",modle=x", "did you mean 'model'"),
        (",history=-1", "expected the number of earlier exchanges in a prompt, or all"),
        (",temperature=warm", "expected a number"),
        (",retries=1000", "expected a number from 0 to 100"),
        (",invalid=maybe", "expected game, move"),
        (",schema=yes", "expected action, none, thought"),
        (",key_variable=HOME", "with KEY or TOKEN in it"),
        (f",api_key={KEY}", "a key is read from an environment variable only"),
        (f",body.api_key={KEY}", "nor a key"),
        (",body.model=x", "cannot be set"),
        (",price_in=3", "price_in=3.0 and price_out=None: expected both, or neither"),
        (",price_out=0", "price_in=None and price_out=0.0: expected both, or neither"),
    ],
)
def test_spec__that_is_wrong(more, why):
    """Each error names the parameter and what was expected; a key in the wrong place is not repeated."""
    with pytest.raises(ValueError, match=why) as failed:
        load_agent(SPEC + more)
    assert KEY not in str(failed.value)


@pytest.mark.parametrize(
    "url", [f"http://me:{KEY}@127.0.0.1/v1", f"http://127.0.0.1/v1?key={KEY}", "file:///etc/passwd", "x"]
)
def test_url__is_an_address_without_secrets(url):
    """Addresses that are none of an endpoint are refused, those with a password or parameters without showing it."""
    with pytest.raises(ValueError, match="expected") as failed:
        load_agent(f"llm:model=m,url={url}")
    assert KEY not in str(failed.value)


def test_key__is_needed_at_openai_and_must_be_one(monkeypatch):
    """The error names the variable that is missing, or holds something else, and not what it holds."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ValueError, match=f"OPENAI_API_KEY is not set: {OPENAI} needs a key"):
        load_agent("llm:model=m")
    monkeypatch.setenv("MY_KEY", f"{KEY}\nx: y")
    with pytest.raises(ValueError, match="MY_KEY contains no key") as failed:
        load_agent(f"{SPEC},key_variable=MY_KEY")
    assert KEY not in str(failed.value)


def test_library__that_is_missing_is_named_with_its_extra(monkeypatch):
    """Without the library the error says what to install."""
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ImportError, match=r"openai is not installed.*\[llm\]"):
        load_agent(SPEC)


def test_pause__grows_and_ends_at_a_minute(monkeypatch):
    """The endpoint's own wish counts, up to a minute, but no less than pauses that double."""
    monkeypatch.setattr(client, "FIRST_WAIT", 0.5)
    assert [pause(0, 3.0), pause(5, 1000.0)] == [3.0, 60.0]
    assert 0.375 <= pause(0, 0.0) <= 0.5 and 1.5 <= pause(2, 0.1) <= 2.0
    assert 0.375 <= pause(0, None) <= 0.5 < 0.75 <= pause(1, None) <= 1.0 < pause(30, None) <= 60.0
