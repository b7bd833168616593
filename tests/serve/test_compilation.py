"""Games that are compiled while the server is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from fs_env.core.machine.compile.jit import compiled
from fs_env.serve.web import compilation
from tests.serve.running import FORM, running

GAMES = ("castles_of_caleira", "betrayal", "four_souls")
ORDER = ("four_souls", "castles_of_caleira", "betrayal")  # of the page
COMPILER = """
import os, pathlib, sys, time
folder, game = pathlib.Path(sys.argv[1]), sys.argv[2]
(folder / f"{game}.pid").write_text(str(os.getpid()))
print(0.25, flush=True)
while not (folder / f"{game}.end").exists():
    time.sleep(0.02)
why = (folder / f"{game}.end").read_text()
if why:
    print(f"!{why}")
    sys.exit(1)
(folder / f"{game}.kept").touch()
"""


class Folder:
    """Where a stand-in for the compiler leaves its files; a test says when it ends, and how."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begun(self, game: str) -> bool:
        return (self.path / f"{game}.pid").exists()

    def end(self, game: str, why: str = "") -> None:
        (self.path / f"{game}.end").write_text(why)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(compilation, "COMPILE", ("-c", COMPILER, str(tmp_path)))
    kept = lambda game, only: (tmp_path / f"{game}.kept").exists()  # noqa: E731
    monkeypatch.setattr(compilation, "_loaded", kept)
    return Folder(tmp_path)


@contextmanager
def opened(*games):
    with running(compilation=compilation.Compilation(dict(zip(games, games, strict=True)))) as server:
        yield server


def until(fits, *given):
    end = time.monotonic() + 60
    while not fits(*given):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_games__wait_in_turn_and_a_chosen_one_goes_first(folder):
    """The page is there while nothing is compiled, with a bar for each game. One game is compiled at a time; a table of another one
    begins with it at once, its form waits on a page, and can be sent again as it was when the game is ready."""
    folder.end("castles_of_caleira")
    with opened(*GAMES) as server:
        server.wait("castles_of_caleira")
        assert re.match(r"/seat/", server.make(game="castles_of_caleira"))
        until(lambda: server.games()["betrayal"]["share"] == 0.25)
        assert server.games()["betrayal"]["words"] == "Compiling, 25 %"
        assert server.games()["four_souls"]["words"] == "Waits for its turn" and not folder.begun("four_souls")
        page = server.get("/")[1]
        assert re.findall(r'data-game="(\w+)"( hidden)?', page) == [
            (game, " hidden" * (game == "castles_of_caleira")) for game in ORDER
        ]
        fields = {**FORM, "game": "four_souls", "name_0": 'Ann "<b>'}
        status, text, _ = server.post(fields)
        assert status == 202 and "Four Souls" in text and 'name="name_0" value="Ann &#34;&lt;b&gt;"' in text
        until(folder.begun, "four_souls")
        assert server.post({**FORM, "game": "four_souls", "players": "9"})[0] == 400  # what is wrong is told at once
        folder.end("four_souls")
        server.wait("four_souls")
        assert not server.games()["betrayal"]["ready"]
        folder.end("betrayal")
        server.wait()
    for game in GAMES:  # nothing is left
        with pytest.raises(ProcessLookupError):
            os.kill(int((folder.path / f"{game}.pid").read_text()), 0)


def test_table__of_a_game_that_is_not_there_yet(folder, tmp_path):
    """A link to a table that an earlier server made waits too, and how a game is played can be read meanwhile, without its table."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        path, whole = server.make(), server.get("/how/castles_of_caleira")[1]
    with running(db, compilation=compilation.Compilation({"castles_of_caleira": "castles_of_caleira"})) as server:
        status, text, _ = server.get(path)
        assert status == 202 and "data-begins" in text and 'method="get"' in text
        text = server.get("/how/castles_of_caleira")[1]
        assert re.findall(r"<h2>(.*?)</h2>", text) == re.findall(r"<h2>(.*?)</h2>", whole)
        assert 0 < text.count("<svg") < whole.count("<svg")
        folder.end("castles_of_caleira")
        server.wait()
        assert server.get(path)[0] == 200


def test_error__is_told_and_can_be_tried_again(folder):
    """A game that cannot be compiled says why on the page, others continue; who chooses it has it tried again. A server that ends takes
    the process with it."""
    folder.end("castles_of_caleira", "MemoryError: no room for <rules>")
    with opened("castles_of_caleira", "betrayal") as server:
        until(lambda: server.games()["castles_of_caleira"]["failed"])
        assert "This game cannot be compiled: MemoryError: no room for &lt;rules&gt;." in server.get("/")[1]
        until(folder.begun, "betrayal")
        folder.end("castles_of_caleira")
        assert server.post(FORM)[0] == 202
        server.wait("castles_of_caleira")
        assert server.post(FORM)[0] == 303
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder.path / "betrayal.pid").read_text()), 0)


@pytest.mark.slow
def test_page__begins_the_chosen_game_by_itself(chromium, folder):
    """Who presses "Play" before a game is ready sees its bar grow, why it failed, and, once it is there, the table, without touching
    anything but "Try again"."""
    from tests.serve.test_browser import Person

    with opened("betrayal", "castles_of_caleira") as server, Person(chromium, server) as ann:
        ann.page.goto(server.origin)
        chosen = ann.page.locator(".games li", has_text="Castles of Caleira")
        assert chosen.locator("progress").is_visible()
        chosen.get_by_role("button", name="Play", exact=True).click()
        bar = ann.page.locator("[data-game=castles_of_caleira]")
        bar.get_by_text("Compiling, 25 %").wait_for()
        folder.end("castles_of_caleira", "OSError: no room")
        bar.get_by_text("This game cannot be compiled: OSError: no room.").wait_for()
        folder.end("castles_of_caleira")
        ann.page.get_by_role("button", name="Try again").click()
        assert ann.wait() and "/seat/" in ann.page.url


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_compiling__says_how_far_it_is(tmp_path):
    """A game is compiled into an empty cache: shares rise, and afterwards it is loaded without compiling; a background process
    ends."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_OPT": "1"}
    command = [sys.executable, "-m", "fs_env.cli.compiling", "tests.core.machine.nim:GAME", "0"]
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        shares = [float(line) for line in process.stdout]
    assert process.returncode == 0 and shares == sorted(shares) and shares[0] == 0 and shares[-1] <= 1
    code = (
        "from fs_env.core.machine.compile.disk_cache import NotKept, only_kept\n"
        "from fs_env.registry.games import load_game\n"
        "from tests.core.machine.nim import GAME\n"
        "with only_kept():\n"
        "  print(GAME.warm().cached)\n"
        "  try: load_game('castles_of_caleira').warm()\n"
        "  except NotKept: print('NotKept')"
    )
    made = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert made.stdout.split() == ["True", "NotKept"], made.stderr
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        process.stdin.close()
        assert process.wait(60) == 1
