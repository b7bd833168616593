"""How long a choice of a bot stays: one person alone with bots, and several at a table."""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import Any

import pytest

from fs_env.core.castles_of_caleira.questions import Question
from fs_env.registry.games import named_game
from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.setup import Setup, checked
from fs_env.serve.store.table_store import Store
from fs_env.serve.table.host import Host
from fs_env.serve.table.messages import PHRASES, read_message
from fs_env.serve.table.pace import Pace
from fs_env.serve.table.restoring import restore


def pace_of(*people: int, usual: int = 400, looking: set[int] | None = None) -> tuple[Pace, list[tuple[int, Any]]]:
    """The pace of a table of three with these people, and what their browsers are told; `looking`: the seats that are shown."""
    seats = tuple("person" if seat in people else "random" for seat in range(3))
    told: list[tuple[int, Any]] = []
    setup = Setup("castles_of_caleira", seats, ("a", "b", "c"), pace=usual)
    here = set(people) if looking is None else looking
    return Pace(setup, lambda seat: int(seat in here), lambda seat, message: told.append((seat, message))), told


def wish(pace: int, steps: int = 0) -> dict[str, Any]:
    return {"do": "pace", "pace": pace, "steps": steps}


def test_one_person__sets_the_pace():
    """The wish of who sits alone with bots is the pace, slower or faster than the table was made."""
    pace, told = pace_of(0)
    assert pace.milliseconds == 400
    for asked in (3000, 0):
        pace.wish(0, wish(asked), None)
        assert pace.milliseconds == asked
    assert told == [(0, {"kind": "pace", "own": asked, "table": asked, "steps": False}) for asked in (3000, 0)]


def test_several_people__get_the_longest_wish_of_those_who_look():
    """Every player has the time to read that they want; who has left holds up no player."""
    looking = {0, 2}
    pace, told = pace_of(0, 2, looking=looking)
    pace.wish(0, wish(100), None)
    assert pace.milliseconds == 400, "the other one has not said that less is enough"
    pace.wish(2, wish(1500), None)
    assert pace.milliseconds == 1500
    assert told[-2:] == [
        (0, {"kind": "pace", "own": 100, "table": 1500, "steps": False}),
        (2, {"kind": "pace", "own": 1500, "table": 1500, "steps": False}),
    ]
    looking.remove(2)
    assert pace.milliseconds == 100
    looking.clear()
    assert pace.milliseconds == 400


def test_steps__are_for_one_person():
    """At a table of several people no player can make the bots wait for good."""
    pace, _ = pace_of(0, 2)
    with pytest.raises(ValueError, match="several people"):
        pace.wish(0, wish(100, steps=1), None)
    assert not pace.steps and pace.milliseconds == 400


def test_rest__takes_its_time_and_hears_a_new_wish():
    """A choice stays as long as is wished; a shorter wish ends a rest that is longer already."""

    async def rest() -> tuple[float, float]:
        pace, _ = pace_of(0, usual=80)
        clock = asyncio.get_running_loop().time
        began = clock()
        await pace.rest()
        first = clock() - began
        pace.wish(0, wish(10_000), None)
        resting = asyncio.create_task(pace.rest())
        await asyncio.sleep(0.02)
        assert not resting.done()
        pace.wish(0, wish(0), None)
        began = clock()
        await asyncio.wait_for(resting, 5)
        return first, clock() - began

    first, second = asyncio.run(rest())
    assert first >= 0.079
    assert second < 1


def test_steps__let_one_choice_through_each():
    """With steps a rest ends when the person asks for the next choice, and the one after it rests again; a time ends the steps."""

    async def steps() -> None:
        pace, _ = pace_of(0, usual=0)
        pace.wish(0, wish(0, steps=1), None)
        for _ in range(3):
            resting = asyncio.create_task(pace.rest())
            await asyncio.sleep(0.02)
            assert not resting.done()
            pace.go_on(0, {}, None)
            await asyncio.wait_for(resting, 5)
        resting = asyncio.create_task(pace.rest())
        await asyncio.sleep(0.02)
        pace.wish(0, wish(0), None)
        await asyncio.wait_for(resting, 5)

    asyncio.run(steps())


@pytest.mark.parametrize("text", ['{"do":"pace","pace":10001,"steps":0}', '{"do":"pace","pace":1,"steps":2}'])
def test_pace__out_of_its_range_is_refused(text):
    """A browser cannot ask for more than ten seconds, nor for anything but steps or no steps."""
    with pytest.raises(ValueError, match="pace: expected 0..10000"):
        read_message(text)


@pytest.mark.parametrize(
    "message",
    [
        {"do": "pace", "pace": 10_000, "steps": 1},
        {"do": "pace", "pace": 0, "steps": 0},
        {"do": "say", "phrase": len(PHRASES) - 1},
        {"do": "answer", "number": 2**31 - 1, "action": 0},
    ],
)
def test_message__at_the_ends_of_its_ranges_is_taken(message):
    """The largest and smallest values that a browser may send are read as they are."""
    assert read_message(json.dumps(message)) == message


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"do": "say", "phrase": len(PHRASES)}, "phrase: expected 0..21"),
        ({"do": "answer", "number": 2**31, "action": 0}, "number: expected a whole number"),
        ({"do": "answer", "number": 0, "action": -1}, "action: expected a whole number"),
        ({"do": "answer", "number": True, "action": 0}, "number: expected a whole number"),
        ({"do": "pace", "pace": 0}, "pace: expected the fields pace, steps"),
        ({"do": "stops", "stops": ["own", "never"]}, "stops: expected some of always"),
        ({"do": "stops", "stops": "own"}, "stops: expected some of always"),
    ],
)
def test_message__one_beyond_its_range_is_refused(message, why):
    """Each limit of a field refuses the next value, and says what was expected."""
    with pytest.raises(ValueError, match=re.escape(why)):
        read_message(json.dumps(message))


@pytest.mark.parametrize(("pace", "delay", "fits"), [(10_000, 3_600, True), (10_001, 0, False), (0, 3_601, False)])
def test_setup__ends_of_pace_and_delay(pace, delay, fits):
    """A table has a pace of ten seconds and a delay of an hour at most."""
    setup = Setup("castles_of_caleira", ("person", "random"), ("a", "b"), pace=pace, delay=delay)
    if fits:
        assert checked(setup).pace == pace
    else:
        with pytest.raises(ValueError, match=r"expected 0\.\.(10000 milliseconds|3600 seconds)"):
            checked(setup)


def test_steps__stop_at_a_forced_choice_of_a_bot_too():
    """A bot whose last card can only be played in one way: the table waits after it as after any other choice, which would otherwise tell
    the person which card lies there face down."""
    game = named_game("castles_of_caleira")
    S = next(filter(None, map(forced_at_last, range(400))))
    store = Store(":memory:")
    setup = checked(
        Setup("castles_of_caleira", ("person", "random", "random"), ("Ann", "b1", "b2"), {}, pace=0, delay=0)
    )
    stored = store.new(setup, 1)._replace(host="h", watch="w", id=1)

    async def play() -> int:
        host = Host(stored, restore(stored), store, ThreadPools(Limits()), Limits())
        game.copy(S, 0, host.table.state)
        host.table.viewers[0].see(host.table.state)
        host.pace.steps, host.watch.open = True, False
        host.start()
        await asyncio.sleep(0.2)
        await host.close()
        return game.decisions(host.table.state)

    assert asyncio.run(play()) == game.decisions(S) + 1


def forced_at_last(seed: int) -> Any:
    """A position of a random game in which the second player has one card and one legal action, and the third one has cards."""
    game, draw = named_game("castles_of_caleira"), random.Random(seed)
    S = game.new()
    game.setup(S, seed=seed, num_players=3)
    while game.to_act(S) >= 0:
        legal = game.legal(S).tolist()
        sizes = [player["hand_size"] for player in game.to_json(S)["players"]]
        if (
            game.to_act(S) == 1
            and len(legal) == 1
            and sizes[1] == 1
            and sizes[2] > 0
            and S[0]["question"] == Question.PLAY
        ):
            return S
        game.step(S, draw.choice(legal))
    return None
