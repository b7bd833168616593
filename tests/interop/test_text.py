"""Games in words in libraries for language models: OpenEnv's server and client, and self-play of verifiers."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import itertools
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest


@contextlib.contextmanager
def served(game, **arguments):
    import uvicorn

    from fs_env.interop.openenv import app

    server = uvicorn.Server(uvicorn.Config(app(game, **arguments), port=0, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["castles_of_caleira", "four_souls", "betrayal"])
def test_openenv__its_client_plays_whole_games_over_the_wire(game):
    """A client of a served game plays it to its end; the last step has the result, and a slip is told apart."""
    pytest.importorskip("openenv", reason="needs the extra 'openenv'")
    from fs_env.interop.openenv import Answer, GameClient

    with served(game, num_players=3, max_decisions=200) as url, GameClient(base_url=url).sync() as client:
        told = client.reset(seed=5)
        assert "Answer" in told.observation.rules
        told = client.step(Answer(words="no idea"))
        assert (told.observation.invalid, told.done) == (True, False)
        while not told.done:
            told = client.step(Answer(words=f"[{len(told.observation.actions)}]"))
            assert not told.observation.invalid
        state = client.state()
        assert told.reward == state.returns[state.seat]
        assert state.invalid == 1


class Failing:
    """A bot that fails at its second decision."""

    name = "failing"

    def reset(self, seat, seed):
        self.asked = 0

    def act(self, view):
        self.asked += 1
        return int(view.legal[0]) if self.asked == 1 else int("none")


REFUSED = (  # arguments of reset, and what the error says
    *(({"seed": seed}, "expected a whole number 0..") for seed in (-1, 2**63, 2**70, 1.5, 5.0, "5", True, [1], {})),
    ({"sede": 1}, "did you mean 'seed'"),
    ({"episode_id": "x" * 256}, "at most 255 characters"),
)


@pytest.mark.slow
def test_openenv__refuses_alike_and_ends_idle_sessions():
    """Arguments are refused over HTTP and WebSocket in the same words; a bot's failure is an error without a reward; the places of
    idle sessions become free, and until then further clients get an error."""
    pytest.importorskip("openenv", reason="needs the extra 'openenv'")
    import httpx2 as http
    from websockets.sync.client import connect

    from fs_env.interop.openenv import GameClient, app

    with pytest.raises(ValueError, match="idle=0"):
        app("castles_of_caleira", idle=0)
    with served("castles_of_caleira", seat=0, opponents=Failing(), sessions=2, idle=1) as url:

        def asked(socket, **message):
            socket.send(json.dumps(message))
            return json.loads(socket.recv())["data"]

        with connect(f"{url.replace('http', 'ws')}/ws") as socket:
            for arguments, words in REFUSED:
                answer = http.post(f"{url}/reset", json=arguments)
                why = asked(socket, type="reset", data=arguments)["message"]
                assert (answer.status_code, answer.json()["detail"]) == (422, why) and words in why
            assert asked(socket, type="reset", data={"seed": 1})["done"] is False
            for action in ({"words": "[1]", "word": 1}, {"words": 1}, {}, {"words": "x" * 1_000_001}, "[1]"):
                why = asked(socket, type="step", data=action)["message"]
                assert http.post(f"{url}/step", json={"action": action}).json() == {"detail": why}
            found = [asked(socket, type="step", data={"words": "[1]"}) for _ in range(3)]
            assert any("failing" in one.get("message", "") for one in found)
            assert not any(one.get("reward") for one in found) and "message" in found[-1]
            assert asked(socket, type="state")["returns"] == [0, 0]
        assert http.post(f"{url}/step", content=b"x" * (2**24 + 1)).status_code == 413
        time.sleep(0.2)
        idle, other, late = (GameClient(base_url=url).sync() for _ in range(3))
        idle.reset(), other.reset()
        with pytest.raises(RuntimeError, match="2/2 sessions"):
            late.reset()
        time.sleep(1.5)
        assert late.reset().observation.actions
        for client in (idle, other, late):
            client.close()


@pytest.mark.slow
def test_openenv__clients_that_vanish_leave_their_place():
    """The only place is free seconds after its client's connection broke: before a game, during one, and with an answer unread."""
    pytest.importorskip("openenv", reason="needs the extra 'openenv'")
    from websockets.sync.client import connect

    from fs_env.interop.openenv import GameClient

    reset, step = (
        json.dumps({"type": kind, "data": data}) for kind, data in (("reset", {"seed": 1}), ("step", {"words": "[1]"}))
    )
    with served("castles_of_caleira", sessions=1, idle=60) as url:
        for messages, read in (([], 0), ([reset], 1), ([reset, step], 1), ([reset, step, step], 0)):
            with connect(f"{url.replace('http', 'ws')}/ws") as client:
                for message in messages:
                    client.send(message)
                for _ in range(read):
                    assert "error" not in json.loads(client.recv())["type"]
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.socket.shutdown(socket.SHUT_RD)
                client.socket.close()  # a reset instead of the closing handshake
            end = time.monotonic() + 10
            while True:
                with contextlib.suppress(RuntimeError), GameClient(base_url=url).sync() as following:
                    assert following.reset().observation.actions
                    break
                assert time.monotonic() < end, messages
                time.sleep(0.2)


CARD_GAMES = 'from fs_env.interop.verifiers import GameEnv, GameTaskset\n__all__ = ["GameEnv", "GameTaskset"]\n'


class Player:
    """Answers instead of a model: the first action, and nothing of use at the second message and after `fails`."""

    def __init__(self, fails: int = 10_000) -> None:
        self.fails, self.heard, self.rewards, self.metrics = fails, [], {}, {}

    @contextlib.asynccontextmanager
    async def interaction(self, task):
        self.rules = task.data.system_prompt
        self.trace = SimpleNamespace(record_reward=self.rewards.__setitem__, record_metric=self.metrics.__setitem__)
        yield self

    async def turn(self, text):
        self.heard.append(text)
        wrong = len(self.heard) == 2 or len(self.heard) > self.fails
        return SimpleNamespace(last_reply="let me think" if wrong else "[1]", terminated=False)


def played(tmp_path, monkeypatch, *, fails=10_000, **options):
    """The seats after one game of three between players of verifiers' interface."""
    pytest.importorskip("verifiers", reason="needs the extra 'verifiers'")
    from fs_env.interop.verifiers import GameConfig, GameEnv, GameEnvConfig

    (tmp_path / "card_games.py").write_text(CARD_GAMES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "card_games", raising=False)
    taskset = GameConfig(id="card_games", num_players=3, deals=2)
    env = GameEnv(GameEnvConfig(taskset=taskset, **options))
    seats = {f"seat_{seat}": Player(fails if seat == 1 else 10_000) for seat in range(3)}
    asyncio.run(env.run(list(env.taskset)[1], SimpleNamespace(**seats)))
    return list(seats.values())


def test_verifiers__every_seat_has_its_own_talk_and_result(tmp_path, monkeypatch):
    """All seats are told the rules and their own messages; a slip is counted and asked again, and results are of the seat."""
    seats = played(tmp_path, monkeypatch)
    for seat in seats:
        assert "Answer" in seat.rules
        assert seat.heard[2].endswith("Answer again.")
        assert (seat.metrics["invalid"], seat.metrics["forfeited"]) == (1, 0)
    assert sum(seat.rewards["result"] for seat in seats) == pytest.approx(0)


def test_verifiers__whoever_answers_nothing_of_use_forfeits(tmp_path, monkeypatch):
    """A seat that fails twice in a row has lost, the others share the win; a bot's seat is not asked."""
    first, second, third = played(tmp_path, monkeypatch, fails=3)
    assert [seat.rewards["result"] for seat in (first, second, third)] == [0.5, -1, 0.5]
    assert (second.metrics["forfeited"], second.metrics["invalid"]) == (1, 3)
    assert not played(tmp_path, monkeypatch, opponents={2: "heuristic"})[2].heard


def test_fields__hide_none_of_the_library():
    """No field of ours has the name of a field or method of the class of verifiers or OpenEnv that it belongs to."""
    found = []
    for library in ("verifiers", "openenv"):
        if importlib.util.find_spec(library) is not None:
            ours = vars(importlib.import_module(f"fs_env.interop.{library}")).values()
            found += [
                one for one in ours if hasattr(one, "model_fields") and one.__module__ == f"fs_env.interop.{library}"
            ]
    if not found:
        pytest.skip("needs the extra 'verifiers' or 'openenv'")
    assert all(not hasattr(one.__base__, name) for one in found for name in one.__annotations__)
    assert all(name not in one.__base__.model_fields for one in found for name in one.__annotations__)


@contextlib.contextmanager
def endpoint(answer):
    """The address of an endpoint that answers `answer(number of the request)`, streamed where that is asked, or fails where it is None."""
    numbers = itertools.count()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            """Nothing."""

        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = answer(next(numbers))
            about = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m"}
            first = {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}
            last = {"index": 0, "delta": {}, "finish_reason": "stop"}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            parts = [{**about, "choices": [one]} for one in (first, last)] + [{**about, "choices": [], "usage": usage}]
            data = "".join(f"data: {part}\n\n" for part in [*map(json.dumps, parts), "[DONE]"]).encode()
            if not asked.get("stream"):
                whole = {"index": 0, "message": first["delta"], "finish_reason": "stop"}
                data = json.dumps({**about, "object": "chat.completion", "choices": [whole], "usage": usage}).encode()
            self.send_response(500 if text is None else 200)
            self.send_header("Content-Type", "text/event-stream" if asked.get("stream") else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()


ENDINGS = {  # what the endpoint answers from the sixth request on, options, rewards in order, and forfeits
    "failed endpoint": (None, (), [], []),
    "invalid answers": ("hm", (), [-1, 1], [0, 1]),
    "limit of turns": ("[1]", ("--env.seat-1.max-turns", "2"), [-1, 1], [0, 1]),
}


@pytest.mark.slow
def test_verifiers__own_runner_plays(tmp_path):
    """`vf-eval` plays a game. A seat that answers nothing of use, or reaches its limit, forfeits it; a failed endpoint is an error of
    the episode, and no seat has a reward."""
    pytest.importorskip("verifiers", reason="needs the extra 'verifiers'")
    runner = Path(sys.executable).with_name("vf-eval")
    path = os.pathsep.join((str(runner.parent), os.environ["PATH"]))
    if not runner.exists() or shutil.which("uv", path=path) is None:
        pytest.skip("needs vf-eval and uv")
    (tmp_path / "card_games.py").write_text(CARD_GAMES)
    places = os.pathsep.join((str(tmp_path), str(Path(__file__).parents[2])))
    env = {**os.environ, "PATH": path, "PYTHONPATH": places, "KEY": "none"}
    given = ["-m", "m", "-n", "1", "--env.taskset.game", "castles_of_caleira", "--env.taskset.deals", "1"]
    for name, (late, options, rewards, forfeited) in ENDINGS.items():
        (tmp_path / name).mkdir()
        with endpoint(lambda number, late=late: "[1]" if number < 5 else late) as url:
            command = [runner, "card_games", *given, "--client.base-url", url, "--client.api-key-var", "KEY", *options]
            made = subprocess.run(command, env=env, cwd=tmp_path / name, capture_output=True, text=True, timeout=300)
        assert made.returncode == 0, made.stderr[-2000:]
        (written,) = (tmp_path / name).rglob("traces.jsonl")
        episode = json.loads(written.read_text())
        assert episode["ok"] == bool(rewards) == (not episode["errors"]), name
        results = [(trace["rewards"], trace["metrics"]) for trace in episode["traces"]]
        assert sorted(paid["result"]["score"] for paid, _ in results if paid) == rewards, name
        assert sorted(counts["forfeited"] for _, counts in results if counts) == forfeited, name


def test_torchrl__reads_masks_and_further_infos():
    """TorchRL's wrapper plays legal actions with each option that adds infos, where the mask is in one place (docs/do/recipes.md)."""
    pytest.importorskip("torchrl", reason="needs the extra 'torchrl'")
    from torchrl.envs import PettingZooWrapper

    from fs_env import castles_of_caleira_v1, four_souls_v1

    for make, options in (
        (castles_of_caleira_v1.env, {"illegal": "lose"}),
        (four_souls_v1.env, {"passes": "concerned"}),
        (four_souls_v1.env, {"illegal": "lose", "passes": "concerned"}),
    ):
        for place in ("observation", "info"):
            env = PettingZooWrapper(make(mask_in=place, **options), use_mask=True, done_on_any=True)
            infos = env.rollout(20)["next", "player_0", "info"]
            added = {"illegal_action" if name == "illegal" else "passed" for name in options}
            assert set(infos.keys()) == added
            assert not any(infos[name].any() for name in infos.keys() & {"illegal_action"})
        with pytest.raises(TypeError, match="item assignment"):  # of TorchRL; the recipe names it
            PettingZooWrapper(make(**options), use_mask=True, done_on_any=True).rollout(20)
    PettingZooWrapper(castles_of_caleira_v1.env(), use_mask=True, done_on_any=True).rollout(20)
