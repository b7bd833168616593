"""Bots in any language: what they are sent, and what becomes of every way to answer wrongly."""

from __future__ import annotations

import json
import select
import shlex
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from fs_env.agent_api.agent import as_agent
from fs_env.agent_api.programs import address_of, command_of
from fs_env.agent_api.shipped import is_shipped
from fs_env.agent_api.specs import is_untrusted, load_agent
from fs_env.agent_api.view import SeatView
from fs_env.agents import asks_outside
from fs_env.arena import Limits, Plan, Referee, Tournament, play_match
from fs_env.arena.isolation import IsolatedAgent
from fs_env.arena.match import AgentFailed, BotFault
from fs_env.arena.spec_paths import absolute
from fs_env.cli import main
from tests.arena.bots import NIM, first, last
from tests.core.machine.nim import GAME

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "do" / "bot_protocol.schema.json").read_text(encoding="utf-8"))
PROGRAM = Path(__file__).with_name("program.py")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs start on Linux and macOS")


def spec_of(*words: str) -> str:
    return f"exec:{shlex.join([sys.executable, '-IS', str(PROGRAM), *words])}"


def question(seconds: float = 20) -> SeatView:
    view = SeatView(GAME, 0, 2, np.zeros(GAME.schema.size, np.int16), np.ones(GAME.num_actions, np.int8))
    view.seconds = seconds
    return view


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("garbage", r"answered '\\x1b\[31mI pass': expected one line of JSON, an object of at most 8192 bytes"),
        ("list", r"answered '\[1\]': expected one line of JSON"),
        ("deep", r"answered '\[\[\[\["),
        ("twice", "answered '{.action.: .*': expected one line of JSON"),
        ("floods", "answered '{.action.: .*': expected one line of JSON"),
        ("long", "answered '{.action.: .*': expected one line of JSON"),
        ("words", "answered '1', not a whole number"),
        ("error", "reported an error: no idea"),
        ("exit", r"ended its process \(exit code 3\); last output: ValueError: lost count"),
        ("silent", "gave no answer in 0.3 s; last output: thinking"),
        ("shouts", "gave no answer in 0.3 s; last output: a+"),
    ],
)
def test_program__what_is_no_answer_is_a_fault(way, told) -> None:
    """The fault describes what happened, in the time that an answer may take and two seconds; the next game begins with a new program."""
    agent, seconds = load_agent(spec_of(way), GAME), 0.3 if "0.3 s" in told else 20
    agent.reset(0, 1)
    begun = monotonic()
    with pytest.raises(BotFault, match=f"^{told}$" if told.endswith("line") else f"^{told}"):
        agent.act(question(seconds))
    assert monotonic() - begun < 10
    agent.reset(0, 2)
    with pytest.raises(BotFault):
        agent.act(question(seconds))


def test_program__that_writes_before_it_is_asked() -> None:
    agent = load_agent(spec_of("early"), GAME)
    agent.reset(0, 1)
    assert select.select([agent._socket], [], [], 30)[0]
    with pytest.raises(BotFault, match="^wrote before it was asked$"):
        agent.act(question())


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("protocol 2", "it has no name or another protocol"),
        ("no name", "no name"),
        ("no bool", "reads_text is not true"),
    ],
)
def test_program__that_is_greeted_in_vain(way, told) -> None:
    with pytest.raises(ValueError, match=rf"^bot \"exec:.*answered hello with .*{told}"):
        load_agent(spec_of(way), GAME)


def test_program__that_does_not_read_has_a_deadline() -> None:
    """A question of more bytes than a socket holds ends in a fault in time."""
    agent = load_agent(spec_of("deaf"), GAME)
    agent.reset(0, 1)
    view = question(0.3)
    view.text = lambda action: "a" * 10**6
    with pytest.raises(BotFault, match="^gave no answer in 0.3 s$"):
        agent.act(view)


def sent(log: Path) -> list[dict]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("way", ["reads", "listens"])
def test_program__what_it_is_sent(way, tmp_path) -> None:
    """All messages of two games follow the schema of the documents and have no other fields. They show the numbers and words that a bot in
    Python sees, nothing that names the deal or the opponent, and how the game ended."""
    jsonschema = pytest.importorskip("jsonschema")
    seen: list[SeatView] = []
    begun = monotonic()
    log = tmp_path / "log"
    agent = load_agent(spec_of(way, str(log)), GAME)

    def both(view: SeatView) -> int:
        seen.append(view)
        return agent.act(view)

    class Twin:
        name, reads_text, reads_messages = "twin", agent.reads_text, agent.reads_messages
        reset, act = staticmethod(agent.reset), staticmethod(both)

    results = [play_match(GAME, [Twin(), as_agent(first)], seed=seed, agent_key="5a" * 16) for seed in (7, 8)]
    results.append(play_match(GAME, [as_agent(last), agent], seed=9, referee=Referee(move_seconds=7)))
    messages = sent(log)
    for message in messages:
        jsonschema.validate(message, SCHEMA)
        fields = {*SCHEMA["$defs"][message["type"]]["properties"]}
        assert {*message} <= fields and "token" not in message
    asked = [message for message in messages if message["type"] == "act"]
    assert len(asked) == len(seen) + results[2].seat_choices[1]
    assert [one["seconds"] for one in asked] == [600] * len(seen) + [7] * results[2].seat_choices[1]
    for message, view in zip(asked, seen):
        assert message["legal"] == view.legal.tolist()
        assert message["words"] == [view.text(action) for action in message["legal"]]
        assert all(action in view.action_ids[kind] for action, kind in zip(message["legal"], message["kinds"]))
        if way == "reads":
            assert message["observation"] == view.observation.tolist() and message["table"] == view.table != ""
            assert message["decision"] == view.decision != ""
        else:
            assert view.message is not None and message["message"] == view.message.text
            assert message["numbered"] == [one.action for one in view.message.actions]
    starts = [message for message in messages if message["type"] == "start"]
    assert [(one["seat"], one["num_players"]) for one in starts] == [(0, 2), (0, 2), (1, 2)]
    assert len({one["seed"] for one in starts}) == 3 and all(9 < one["seed"] < 2**53 for one in starts)
    if way == "reads":
        offset, *shape = starts[0]["sections"]["secrets"]
        assert (offset, tuple(shape)) == (GAME.schema["secrets"].offset, GAME.schema["secrets"].shape)
    while (end := sent(log)[-1])["type"] != "end":  # the program may not have read it yet
        assert monotonic() - begun < 30
    assert end["winners"] == [*results[2].winners] and end["outcome"] == "won"
    assert not is_shipped(agent)


def test_schema__refuses_other_messages() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    good = {"type": "act", "seconds": 1, "legal": [1, 2], "kinds": ["a", "a"], "words": ["x", "y"]}
    jsonschema.validate(good, SCHEMA)
    for wrong in (
        {**good, "legal": ["1"]},
        {"type": "act"},
        {"type": "ask"},
        {"action": "1"},
        {"protocol": 2, "name": "b"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, SCHEMA)


@pytest.mark.slow
def test_program__plays_the_same_games_isolated(tmp_path, monkeypatch) -> None:
    """An isolated program gives the same results, hears how games end, writes nothing to the folder and reads no results."""
    monkeypatch.chdir(tmp_path)
    plan = Plan((spec_of("outside", str(tmp_path / "r.db")), "random"), games=4, seed=3, game=NIM, agent_key="5a" * 16)
    apart = Tournament(plan, "r.db", limits=Limits(isolate=True, move_seconds=20))
    apart.run()
    together = Tournament(replace(plan, agents=(spec_of("well"), "random")))
    together.run()
    rows = [[(row.seed, row.winners, row.decisions) for row in one.rows()] for one in (apart, together)]
    assert rows[0] == rows[1] and not apart.faults() and not Path("written").exists()
    assert Tournament(plan, "r.db", apart.limits).left() == 0


def test_isolated_program__hears_the_end() -> None:
    """How a game ended reaches the program through its process, without the names of the players and the seed of the deal."""
    agent = IsolatedAgent(spec_of("remembers"), NIM, Limits(isolate=True, move_seconds=20))
    try:
        result = play_match(GAME, [as_agent(first), agent], seed=1234567, names=["rival", "own"])
        with pytest.raises(AgentFailed, match="reported an error: (.*)") as failed:
            play_match(GAME, [as_agent(first), agent], seed=8)
    finally:
        agent.close()
    told = json.loads(str(failed.value).partition("reported an error: ")[2])
    assert told == {"type": "end", "outcome": "won", "winners": [*result.winners], "returns": [*result.returns]}


@pytest.fixture
def listening(tmp_path) -> Iterator[Callable[[str], str]]:
    """Starts examples/bots/listen.py with a token; the spec with that one, or with another token."""
    (tmp_path / "token").write_text("open sesame, please\n", encoding="utf-8")
    program = [sys.executable, "-IS", str(PROGRAM), "well"]
    server = subprocess.Popen(
        [sys.executable, str(ROOT / "examples" / "bots" / "listen.py"), "0", str(tmp_path / "token"), *program],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    port = server.stdout.readline().split()[-1]

    def spec(token: str) -> str:
        file = tmp_path / f"{len(token)}.txt"
        file.write_text(token, encoding="utf-8")
        return f"tcp:127.0.0.1:{port},token_file={file}"

    yield spec
    server.kill()
    server.wait()
    server.stdout.close()


def test_remote__plays_with_the_right_token_only(listening, tmp_path) -> None:
    """It plays in the process of the games, the limits require isolation or not; the token is in no results."""
    plan = Plan((listening("open sesame, please"), "random"), games=4, seed=3, game=NIM, agent_key="5a" * 16)
    here = Tournament(replace(plan, agents=(spec_of("well"), "random")))
    here.run()
    away = Tournament(plan, tmp_path / "r.db", limits=Limits(isolate=True, move_seconds=20))
    assert away.run(workers=2).forfeited == 0 and away.names[0] == "program"
    rows = [[(row.seed, row.winners, row.decisions) for row in one.rows()] for one in (away, here)]
    assert rows[0] == rows[1]
    away.results.close()
    assert not [file for file in tmp_path.glob("r.db*") if b"sesame" in file.read_bytes()]
    with pytest.raises(ValueError, match="reported an error: wrong token$"):
        load_agent(listening("open Sesame, please!"), GAME)


def test_remote__that_repeats_the_token(tmp_path) -> None:
    """What answers at an address may send its question back: the token in it is shown nowhere."""
    (tmp_path / "token").write_text("open sesame, please", encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as server:

        def echo() -> None:
            with server.accept()[0] as connection:
                connection.sendall(connection.recv(9999))
                connection.recv(1)

        threading.Thread(target=echo, daemon=True).start()
        with pytest.raises(ValueError, match=r"answered hello with .*\.\.\.") as refused:
            load_agent(f"tcp:127.0.0.1:{server.getsockname()[1]},token_file={tmp_path / 'token'}", GAME)
    assert "sesame" not in str(refused.value)


def test_specs__of_programs(tmp_path, monkeypatch) -> None:
    """Words are quoted as in a shell; files become absolute; both kinds are untrusted, and nothing but a command line may name them."""
    monkeypatch.chdir(tmp_path)
    Path("my bot.js").touch()
    Path("token").write_text("secret of the bot", encoding="utf-8")
    spec = "exec:node 'my bot.js' --depth=3,4 other"
    assert command_of(spec) == ["node", "my bot.js", "--depth=3,4", "other"]
    assert command_of(absolute(spec)) == ["node", str(tmp_path / "my bot.js"), "--depth=3,4", "other"]
    remote = "tcp:[::1]:9000,token_file=token"
    assert absolute(remote) == f"tcp:[::1]:9000,token_file={tmp_path / 'token'}"
    assert address_of(remote) == ("::1", 9000, "secret of the bot")
    Path("empty").write_text("\n", encoding="utf-8")
    assert all(is_untrusted(one, NIM) and asks_outside(one) for one in (spec, remote))
    for wrong in ("tcp:a:1,token=secret", "tcp:a:1,secret", "tcp:a", "tcp:a:1,token_file=empty"):
        with pytest.raises(ValueError, match="expected") as refused:
            address_of(wrong)
        assert "secret" not in str(refused.value)


def test_check_bot__reports_faults(capsys) -> None:
    """Every number of players and every seat is played, two games follow; the exit code is that of a bot with faults."""

    def checked(spec: str, *more: str) -> tuple[int, dict]:
        code = main(["check-bot", spec, "--game", NIM, "--trusted", "--games", "1", "--json", "-", *more])
        return code, json.loads(capsys.readouterr().out)

    sizes = [*range(GAME.min_players, GAME.max_players + 1)]
    code, good = checked(spec_of("well"))
    assert (code, good["faults"], good["repeats"], good["players"]) == (0, [], True, sizes)
    assert good["games"] == sum(sizes) + 3 and good["name"] == "program" and good["answers"] > good["games"]
    code, bad = checked(spec_of("illegal"), "--seed", "3")
    assert code == 1 and len(bad["faults"]) == 5 and bad["games"] == 5
    assert all("answered 99, which is not legal now" in fault for fault in bad["faults"])
    code, late = checked("tests.arena.bots:slow", "--move-seconds", "0.01", "--players", "2")
    assert code == 1 and "took 0.0" in late["faults"][0]
    code, batched = checked("tests.arena.bots:WrongInBatches")
    assert code == 1 and "answered 99, which is not legal now" in batched["faults"][0]
    assert main(["check-bot", spec_of("no name"), "--game", NIM, "--trusted"]) == 1
    assert capsys.readouterr().out.endswith("faults: 1\n")


def test_match__names_a_program_that_fails() -> None:
    with pytest.raises(AgentFailed, match="bot 'program' in seat 1 of the game with seed 3 failed: ended its process"):
        play_match(GAME, [as_agent(first), load_agent(spec_of("exit"), GAME)], seed=3)
