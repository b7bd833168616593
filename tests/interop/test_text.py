"""Games in words in libraries for language models: OpenEnv's server and client, and self-play of verifiers."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from types import SimpleNamespace

import pytest


@pytest.mark.slow
@pytest.mark.parametrize("game", ["castles_of_caleira", "four_souls", "betrayal"])
def test_openenv__its_client_plays_whole_games_over_the_wire(game):
    """A client of a served game plays it to its end; the last step has the result, and a slip is told apart."""
    pytest.importorskip("openenv", reason="needs the extra 'openenv'")
    import uvicorn

    from fs_env.interop.openenv import Answer, GameClient, app

    config = uvicorn.Config(app(game, num_players=3, max_decisions=200), port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        with GameClient(base_url=f"http://127.0.0.1:{port}").sync() as client:
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
    finally:
        server.should_exit = True
        thread.join()


class Player:
    """Answers in place of a model: the first action, and nothing of use at the second message and after `fails`."""

    def __init__(self, fails: int = 10_000) -> None:
        self.fails, self.heard, self.rewards, self.metrics = fails, [], {}, {}

    @contextlib.asynccontextmanager
    async def interaction(self, task):
        """One conversation, with what verifiers keeps of it."""
        self.rules = task.data.system_prompt
        self.trace = SimpleNamespace(record_reward=self.rewards.__setitem__, record_metric=self.metrics.__setitem__)
        yield self

    async def turn(self, text):
        """The answer to a message."""
        self.heard.append(text)
        wrong = len(self.heard) == 2 or len(self.heard) > self.fails
        return SimpleNamespace(last_reply="let me think" if wrong else "[1]", terminated=False)


def played(tmp_path, monkeypatch, *, fails=10_000, **options):
    """The seats after one game of three between players of verifiers' interface."""
    pytest.importorskip("verifiers", reason="needs the extra 'verifiers'")
    from fs_env.interop.verifiers import GameConfig, GameEnv, GameEnvConfig

    words = 'from fs_env.interop.verifiers import GameEnv, GameTaskset\n__all__ = ["GameEnv", "GameTaskset"]\n'
    (tmp_path / "card_games.py").write_text(words)
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
