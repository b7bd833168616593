"""Nim goes everywhere by one manifest: environments, tournaments, terminal, browser, replays, drawings, pages, soak, leaderboard.

`tests/cli` has its bench.
"""

from __future__ import annotations

import builtins
import json
import pickle
from pathlib import Path

import gymnasium
import pettingzoo
import pytest

import fs_env
from fs_env.agent_api.specs import is_untrusted, load_agent
from fs_env.arena import Plan, Tournament
from fs_env.arena.referee import Limits
from fs_env.cli import main
from fs_env.cli.actions_page import game_page
from fs_env.cli.options_page import about_game
from fs_env.drawing import draw
from fs_env.games import Manifest
from fs_env.leaderboard.entries import read_entries
from fs_env.registry.games import GAMES, LOADED, load_game, manifest_of
from fs_env.replays import load_replay, verify
from fs_env.soak import interfaces
from tests.core.machine.nim import GAME
from tests.games.nim import MANIFEST

PLACE = "tests.games.nim:MANIFEST"


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch, tmp_path):
    """The manifest is known during one test only, whose files are in its own folder."""
    before, loaded = dict(GAMES), dict(LOADED)
    monkeypatch.chdir(tmp_path)
    yield
    for known, old in ((GAMES, before), (LOADED, loaded)):
        known.clear()
        known.update(old)


@pytest.fixture
def nim():
    """Nim, registered as a user's package does it."""
    fs_env.register_game(MANIFEST)
    return load_game("nim")


def test_environments__of_all_libraries(nim):
    """A registered game is made by its id here, in PettingZoo's registry and in Gymnasium's, with its options as keywords."""
    assert nim is GAME and "nim" in fs_env.games() and manifest_of(nim).title == "Nim"
    env = fs_env.make("nim_v0", num_players=3, stones=5, render_mode="ansi")
    env.reset(seed=1)
    assert env.metadata["name"] == "nim_v0" and env.num_players == 3 and "stones: 5" in env.render()
    aec = pettingzoo.make("aec", "fs_env/nim_v0", stones=7).unwrapped
    aec.reset(seed=1)
    assert aec.game is GAME
    seat = gymnasium.make("Nim/Nim-v0", opponents=["heuristic"], stones=9)
    assert seat.reset(seed=1)[0]["observation"].shape == (GAME.schema.size,)
    rows = gymnasium.make_vec("Nim/Nim-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert rows.reset(seed=1)[0]["action_mask"].shape == (3, 4)
    with pytest.raises(TypeError, match="stonse"):
        fs_env.make("nim_v0", stonse=5)


def test_register__refuses_what_cannot_be_meant(nim):
    """The ids of this package are taken; an entry that cannot be meant is named; a later manifest takes the place of an earlier one."""
    for entries, words in (
        ({"id": "four_souls"}, "'four_souls' is one of this package"),
        ({"id": "Nim!"}, "game id 'Nim!': expected a word of small letters"),
        ({"id": "mine", "tasks": MANIFEST.tasks}, "its task 'nim_2' is one of 'nim'"),
    ):
        with pytest.raises(ValueError, match=words):
            fs_env.register_game(Manifest(**{"id": "nim", "game": GAME, **entries}))
    for entries, words in (
        (
            {"game": "tests.games.nim:GAME"},
            "game='tests.games.nim:GAME': expected a Game .*: import GAME and write it without",
        ),
        (
            {"drawing": "tests.drawing:lay_out"},
            "drawing='tests.drawing:lay_out': .*: import lay_out and write it without",
        ),
        ({"bots": {"best": "mine:Bot"}}, r"bots\['best'\]='mine:Bot': expected a class or a function .*: import Bot"),
        ({"telling": "tests.games.nim"}, "unexpected keyword argument 'telling'"),
    ):
        with pytest.raises(TypeError, match=words):
            fs_env.register_game(Manifest(**{"id": "nim", "game": GAME, **entries}))
    with pytest.raises(TypeError, match="expected a fs_env.games.Manifest"):
        fs_env.register_game(GAME)
    fs_env.register_game(Manifest(id="nim", game=GAME, version=1))
    assert fs_env.make("nim_v1")
    with pytest.raises(ValueError, match="unknown environment 'nim_v0': .*nim_v1"):
        fs_env.make("nim_v0")
    fs_env.register_game(Manifest(id="other", game=GAME))
    with pytest.raises(TypeError, match="game 'other': its manifest leads to Game\\('nim'\\)"):
        load_game("other")


def test_bots__by_the_names_of_the_manifest(nim):
    """`heuristic` is the manifest's bot, here and in its own process, and code that did not come with the package."""
    assert load_agent("heuristic", nim).name == load_agent("heuristic", "nim").name == "clever"
    assert (
        is_untrusted("heuristic", "nim")
        and not is_untrusted("heuristic", "four_souls")
        and not is_untrusted("random", "nim")
    )


def test_tournament():
    """By the place of the manifest a tournament finds the game and its bot; clever play wins."""
    options = ["--game", PLACE, "--games", "40", "--json", "out.json"]
    assert main(["tournament", "heuristic", "random", *options]) == 0
    first, second = json.loads(Path("out.json").read_text())["standings"]["agents"]
    assert (first["name"], second["name"]) == ("clever", "random") and first["wins"] > 30


def test_processes__receive_the_registered_game(nim):
    """A plan brings the manifest, or its location, to another process, and an isolated bot finds its game there."""
    own = "from tests.games.nim import *\nMANIFEST = Manifest(id='nim', game=lambda: GAME, bots={'heuristic': Clever})"
    Path("own.py").write_text(own)
    plan = Plan(["heuristic", "random"], games=4, game="nim")
    for place in ("", "own.py:MANIFEST", PLACE):  # registered, and loaded by location
        manifest = GAMES["nim"] if not place else manifest_of(load_game(place))
        sent = pickle.dumps(plan)
        GAMES.pop("nim")
        assert pickle.loads(sent).names == plan.names and GAMES["nim"] == manifest  # noqa: S301
    assert Tournament(plan, None, Limits(isolate=True)).run().agents[0].name == "clever"


def test_terminal_and_replay(monkeypatch, capsys):
    """A person plays the usual bot at the terminal; the game is told, checked and drawn again from its file."""
    monkeypatch.setattr(builtins, "input", lambda question: "1")
    assert main(["play", "--game", PLACE, "--seed", "1", "--option", "stones=6", "--save", "game.json"]) == 0
    told = capsys.readouterr().out
    assert "in the order of play: you, clever" in told and "stones: 5" in told and told.splitlines()[-2] == "clever won"
    replay = load_replay("game.json")
    assert (replay.game, replay.environment) == ("nim", "nim_v0") and verify(replay) > 1
    GAMES.pop("nim")
    LOADED.clear()
    assert main(["replay", "game.json"]) == 2
    assert "register it first, or give its location with --game" in " ".join(capsys.readouterr().err.split())
    assert main(["replay", "game.json", "--game", PLACE]) == 0
    assert "take 1" in capsys.readouterr().out
    assert main(["replay", "game.json", "--game", PLACE, "--html", "game.html"]) == 0


def test_drawing(nim):
    """The plain drawing says all that the view of a seat says, and nothing of the secret of another one."""
    S = nim.new()
    nim.setup(S, seed=1)
    secret = S["secret"][0].tolist()
    words = draw(nim, S, player=0, names=["Ann", "Bea"], narrow=True).svg()
    assert "stones: 21" in words and f"secret: {secret[0]}, -," in words


def test_browser(tmp_path):
    """A table is made on the page and played to its end: a drawing, choices, what changed in the log, the results."""
    from tests.serve.running import running

    fs_env.register_game(MANIFEST)
    with running() as server:
        assert "Nim" in server.get("/")[1]
        path = server.make(game="nim", seat_1="heuristic", option_stones="9")
        with server.sit(path) as browser:
            first = browser.asked()
            assert first["choices"][0][1:] == ["take 1", "", []] and first["question"].startswith(
                "player 0 takes 1 to 3"
            )
            assert any("stones: 9" in part[-1] for part in first["parts"])
            last = browser.play(lambda message: 0)
        assert last["over"]["text"] == "Rosa won" and last["over"]["points"][0] == ["", "result"]
        assert ["news", "stones: 0"] in browser.log
        status, page, _ = server.get(f"{path}/replay")
        assert status == 200 and "<h1>Nim: " in page


def test_pages(nim, capsys):
    """Actions, options and observations have a section on the game from what its rules declare."""
    assert "| 3 | show your number | `show` |" in game_page(nim, "nim")
    options = "\n".join(about_game(nim, "nim"))
    assert options.startswith("## Nim") and "`nim_v0.env(stones=100)`" in options
    assert main(["observation", "--game", PLACE]) == 0
    assert "stones" in capsys.readouterr().out


@pytest.mark.slow
def test_soak(monkeypatch, capsys):
    """Every claim holds, with the bots of the game in its rows."""
    monkeypatch.setattr(interfaces, "DECISIONS", dict.fromkeys(interfaces.DECISIONS, 20))
    seen: set[str] = set()
    for _ in range(30):  # a run continues where it stopped; a busy machine needs several for all interfaces
        if seen == set(interfaces.DECISIONS):
            break
        assert main(["soak", "run", "--minutes", "0.01", "--game", PLACE]) == 0
        assert ", no failure." in capsys.readouterr().out
        seen = {row.split()[1] for row in json.loads(Path("run/soak.json").read_text())["counts"]}
    assert seen == set(interfaces.DECISIONS)


@pytest.mark.slow
def test_leaderboard(capsys):
    """Its task is played against the opponent that it names, and has a table on the page."""
    command = ["leaderboard", "heuristic", "--game", PLACE, "--results", "found.json", "--page", "page.md"]
    assert main(command) == 0
    [entry] = read_entries("found.json")
    assert (entry.agent, entry.task, entry.opponent, entry.games) == (
        "clever",
        "nim_2",
        "random",
        40,
    ) and entry.wins > 30
    page = Path("page.md").read_text()
    assert "## Nim, 2 players\n\nTask `nim_2`: 40 games against `random`. Equal bots win 50 %." in page
    assert "| clever | 40 |" in page
