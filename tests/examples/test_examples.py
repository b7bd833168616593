"""The programs of `examples/`: each runs as it stands and does what it says."""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import runpy
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

from fs_env.arena import Plan, Tournament, load_agent
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Scenario, Seat
from fs_env.registry.games import GAMES, load_game

EXAMPLES = Path(__file__).parents[2] / "examples"
LONGEST = 60  # lines
LONGER = {
    "self_play": 106,
    "sparse_self_play": 95,
    "http_player": 90,
    "train_text_model": 200,
}  # whole learners; a player together with its server


def load(name: str) -> dict[str, Any]:
    """Names that an example defines, without running it."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="example")


@pytest.fixture
def printed(capsys):
    """Runs an example as a program; what it prints, line by line."""

    def run(name: str) -> list[str]:
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        return capsys.readouterr().out.splitlines()

    return run


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_example__is_short_and_has_a_test(path) -> None:
    """An example fits on a page, says at its top how to run it, and has a test here that names it."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGER.get(path.stem, LONGEST - 1)
    assert f"\npython examples/{path.name}\n" in text.split('"""')[1]
    assert re.search(rf'"{path.stem}(\.py)?"[)\]]', Path(__file__).read_text(encoding="utf-8"))


def test_random_games__have_one_winner_and_can_be_repeated(printed) -> None:
    """Each line names the winner of a game; what the seats get sums to zero; a seed gives the same game again."""
    lines = printed("random_games")
    found = [re.fullmatch(r"seed (\d): (player_\d) wins after (\d+) decisions, results (.*)", line) for line in lines]
    assert len(found) == 5 and all(one and int(one[3]) > 100 for one in found)
    play = load("random_games")["play"]
    results, decisions = play(2)
    assert sorted(results.values()) == [-0.5, -0.5, 1.0]
    assert found[2] and (max(results, key=results.get), decisions) == (found[2][2], int(found[2][3]))


def test_read_observation__names_what_lies_on_the_table(printed) -> None:
    """In a position set up by hand the lines have the coins, hit points, souls and hand cards of the seats."""
    seats = [Seat(coins=5, hand=["bomb", "bomb", "dagaz"]), Seat(coins=1, hp=1, souls=2), Seat(coins=0)]
    seen = GAME.observe(Scenario(players=seats).start().S, 1)
    example = load("read_observation")
    assert example["summary"](seen) == [
        "you: coins 1, hp 1, souls 2, hand 0",
        "1 to your left: coins 0, hp 2, souls 0, hand 0",
        "2 to your left: coins 5, hp 2, souls 0, hand 3",
    ]
    assert example["hand"](seen) == []
    first = GAME.observe(Scenario(players=seats).start().S, 0)
    assert sorted(example["hand"](first)) == ["bomb", "bomb", "dagaz"]
    lines = printed("read_observation")
    assert lines[1].startswith("you: coins ") and re.fullmatch(r"legal: \d+ .+", lines[-1])


def test_vector_policy__draws_legal_actions_and_beats_random_play(printed) -> None:
    """Draws stay within the masks and follow the logits; the policy wins more than half of its games against random play."""
    draw = load("vector_policy")["draw_actions"]
    masks = np.array([[0, 1, 1, 0], [1, 0, 0, 0]], np.int8)
    logits = np.array([0.0, 0.0, np.log(3), 50.0])
    drawn = np.array([draw(logits, masks, np.random.default_rng(seed)) for seed in range(400)])
    assert (drawn[:, 1] == 0).all() and set(drawn[:, 0]) == {1, 2}
    assert 0.68 < (drawn[:, 0] == 2).mean() < 0.82  # 3 to 1, four standard errors
    (line,) = printed("vector_policy")
    ended, won = map(int, re.findall(r"\d+", line)[:2])
    assert ended > 50 and won > ended / 2


def test_own_agent__plays_a_tournament(printed) -> None:
    """The bot is first in a table of two; the command line finds it in its file, and it plays every game of the package."""
    lines = printed("own_agent")
    wins = {name: float(n) for name, n in (re.match(r"(\w+): ([\d.]+) of 40", line).groups() for line in lines)}
    assert set(wins) == {"fighter", "random"} and sum(wins.values()) == 40 and wins["fighter"] > 20
    bot = f"{EXAMPLES / 'own_agent.py'}:Fighter"
    assert load_agent(bot).name == "fighter"
    for game in GAMES:
        players = load_game(game).min_players
        assert not Tournament(Plan([bot, "random"], players=players, games=2, game=game)).run().forfeited, game


def test_replay__comes_to_the_same_position_or_says_that_it_does_not(printed) -> None:
    """The last actions are told; another seed, or a record of another environment, is refused."""
    lines = printed("replay")
    assert lines[0].startswith("a game of 200 decisions") and len(lines) == 11
    assert all(re.fullmatch(r"player_[01]: .+", line) for line in lines[1:])
    example = load("replay")
    game = example["record"](seed=3, decisions=1)
    assert len(example["replay"](game)) == 1
    with pytest.raises(ValueError, match="another position than recorded"):
        example["replay"]({**game, "end": example["record"](seed=4, decisions=1)["end"]})
    with pytest.raises(ValueError, match="four_souls_v0"):
        example["replay"]({**game, "environment": "four_souls_v0"})


def test_scenario__bomb_with_and_without_an_answer(printed) -> None:
    """Both lines of play come to their ends (the example expects them itself) and are told in words."""
    lines = printed("scenario")
    first, second = lines.index("unanswered:"), lines.index("answered:")
    assert "player 1: play Soul Heart" not in lines[first:second]
    assert "player 1: play Soul Heart" in lines[second:]


@pytest.mark.slow
def test_maskable_ppo__learns_and_plays(printed) -> None:
    """A short run of MaskablePPO comes to its end, and the policy plays legal games."""
    pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")
    *tables, learned, result = printed("maskable_ppo")
    found = re.fullmatch(r"trained on 2048 decisions; wins (\d+) % against random play", learned)
    assert found and 0 <= int(found[1]) <= 100 and re.fullmatch(r"mean result .*: -?[01]\.\d\d", result)
    assert sum("total_timesteps" in line for line in tables) == 2  # it says how far it is after each update


def test_own_reward__pays_for_souls_and_leaves_the_result_as_it_is(printed) -> None:
    """Discounted, the shaped rewards of a game add up to its result less the potential of its start, souls or not."""
    example = load("own_reward")
    seats = [Seat(souls=3), Seat(souls=1), Seat(souls=2)]
    start = Scenario(players=seats).start().S
    found = [example["potential"](GAME.observe(start, seat)) for seat in range(3)]
    assert found == pytest.approx([0.1, -0.2, -0.1])
    env = example["SoulReward"](gymnasium.make("FourSouls/FourSouls-v1", opponents="random", skip_forced=True))
    observation, _ = env.reset(seed=4)
    first, total, steps, over, some = example["potential"](observation["observation"]), 0.0, 0, False, 0
    while not over:
        observation, reward, terminated, truncated, info = env.step(int(observation["action_mask"].argmax()))
        total += example["GAMMA"] ** steps * reward
        some += abs(reward) > 0.05 and not terminated
        steps, over = steps + 1, terminated or truncated
    assert terminated and total == pytest.approx(example["GAMMA"] ** (steps - 1) * info["result"] - first)
    assert some > 0
    (line,) = printed("own_reward")
    assert re.fullmatch(r"result [+-]1; rewards on the way: [+-].* at decision \d+.*", line)


def test_curriculum__is_learned_stage_by_stage(printed) -> None:
    """Each start is harder for random play than the one before; on fresh dice the policy wins nearly always."""
    found = [
        re.fullmatch(r"boss with (\d) hit points: wins (\d+) %, random play (\d+) %", line)
        for line in printed("curriculum")
    ]
    assert [line and line[1] for line in found] == ["1", "3", "4"]
    rates = [(int(line[2]), int(line[3])) for line in found if line]
    assert all(learned >= 80 for learned, _ in rates)
    assert rates[0][1] > rates[1][1] > rates[2][1]


@pytest.mark.slow
def test_search_by_copying__beats_random_play_without_looking_at_what_is_hidden(printed) -> None:
    """The bot wins three quarters of its games; its values are the same in another state that looks the same to its seat."""
    (line,) = printed("search_by_copying")
    won, games = map(int, re.findall(r"\d+", line))
    assert games == 20 and won >= 15
    S, values = CASTLES.new(), load("search_by_copying")["values"]
    CASTLES.setup(S, seed=5)
    seat, other = CASTLES.to_act(S), CASTLES.clone(S)
    CASTLES.resample(other, seat, 0, 99)
    assert CASTLES.snapshot(other) != CASTLES.snapshot(S)
    before = CASTLES.snapshot(S)
    assert values(S, seat, 3) == values(other, seat, 3) and CASTLES.snapshot(S) == before


@pytest.mark.slow
def test_self_play__learns_from_the_results_of_every_seat(printed) -> None:
    """Each decision gets the result of its own seat in its own game; after a minute the policy wins most games against random play."""
    pytest.importorskip("torch", reason="needs the extra 'train'")
    seats = np.array([[0, 1], [1, 0], [0, 1], [1, 1]])  # four steps of two rows
    ended = np.array([[False, True], [True, False], [False, False], [False, True]])
    returns = np.zeros((4, 2, 2))
    returns[1, 0], returns[0, 1], returns[3, 1] = (1, -1), (-1, 1), (0.5, -0.5)
    results, used = load("self_play")["results_of"](seats, ended, returns)
    assert used.tolist() == [
        [True, True],
        [True, True],
        [False, True],
        [False, True],
    ]  # the second game of row 0 is not over
    assert results[used].tolist() == [1, 1, -1, 0.5, -0.5, -0.5]
    *updates, line = printed("self_play")
    assert [update.split(":")[0] for update in updates] == [f"update {k} of 8" for k in range(1, 9)]
    won, played, low = map(int, re.findall(r"\d+", line)[:3])
    assert played > 200 and won > 0.6 * played and low < 100 * won / played


def test_sparse_self_play__learns_as_on_a_dense_matrix(monkeypatch, capsys) -> None:
    """The sparse network and the dense one have the same losses and win the same games; the last lines compare their speeds."""
    pytest.importorskip("torch", reason="needs the extra 'train'")
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.setattr(importlib.import_module("self_play"), "STEPS", 16)
    load("sparse_self_play")["compare"](updates=2, runs=1)
    text = capsys.readouterr().out
    found = re.findall(r"seed 1, (\w+):\n((?:update .*\n){2}won \d+ of \d+ games); [\d,]+ decisions a second\n", text)
    assert [name for name, _ in found] == ["sparse", "dense", "flat"]
    assert found[0][1] == found[1][1] != found[2][1]
    ratio = r"times as fast as (\w+) \(\d\.\d\d to \d\.\d\d\)\n"
    assert re.findall(rf"sparse: \d\.\d\d {ratio}", text) == ["dense", "flat"]


@pytest.fixture
def small_text_model(monkeypatch):
    """The example with few games, and its model and optimizer."""
    torch = pytest.importorskip("torch", reason="needs the extra 'train'")
    monkeypatch.syspath_prepend(EXAMPLES)
    example = importlib.import_module("train_text_model")
    for name, value in {"VOCABULARY": 1, "GAMES": 1, "DEALS": 1, "GROUP": 2, "WIDTH": 16}.items():
        monkeypatch.setattr(example, name, value)
    torch.manual_seed(1)
    model = example.TextModel()
    return example, model, torch.optim.Adam(model.parameters())


def test_text_model__learns_in_both_phases(small_text_model, monkeypatch) -> None:
    """A question of three choices has three probabilities. Imitation makes the teacher's answer more probable; GRPO makes an answer
    more probable than another one that got less in the same deal, and ignores deals in which both got the same."""
    example, model, optimizer = small_text_model
    text = "Question: you play a card\n[1] play Barracks face up\n[2] pass\n[3] play Barracks face down"
    tokenizer = example.Tokenizer([text])
    tokens = tokenizer.encode(text)
    assert [tokenizer.ids[f"[{k}]"] for k in (1, 2, 3)] == [k for k in tokens if k <= example.CHOICES] == [2, 3, 4]
    assert tokenizer.encode("Watchtower [2] pass")[:2] == [1, 3]

    def probabilities():
        return model([tokens, tokens[:3]])[0].exp().tolist()

    before = probabilities()
    assert sum(before[:3]) == pytest.approx(1, abs=1e-3) and not any(before[3:])
    monkeypatch.setattr(example, "questions_of", lambda spec, seeds: [(text, 2)] * 8)
    example.imitate(model, tokenizer, optimizer, 30)
    taught = probabilities()
    assert taught[2] > before[2]
    for rewards, sign in (([1, -1, 1, 1], 1), ([-1, 1, 0, 0], -1), ([1, 1, -1, -1], 0)):
        start = probabilities()
        games = [[example.Example(tokens, choice, np.log(start[choice]))] for choice in (0, 1, 2, 2)]
        monkeypatch.setattr(example, "play", lambda *given, r=rewards, g=games, **more: (np.array(r, float), g))
        fresh = type(optimizer)(model.parameters())
        example.improve(model, tokenizer, fresh, 30)
        assert np.sign(round(probabilities()[0] / probabilities()[1] - start[0] / start[1], 6)) == sign


@pytest.mark.slow
def test_train_text_model__evaluates_after_each_phase(small_text_model, tmp_path, capsys) -> None:
    """A second of each phase: an evaluation before, between and after, as printed and stored; games against both bots are played."""
    example = small_text_model[0]
    curve = example.train([1e-4, 1e-4], every=1, deals=1, out=tmp_path / "model.pt")
    assert [point["phase"] for point in curve] == ["imitation", "imitation", "GRPO"]
    assert curve == json.loads((tmp_path / "model.json").read_text()) and (tmp_path / "model.pt").exists()
    assert all(low <= mean <= high for point in curve for mean, low, high in (point["random"], point["heuristic@1"]))
    said = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("{")]
    assert re.fullmatch(r"imitates \d+% of the answers", said[0]) and re.fullmatch(
        r"mean reward [+-]\d\.\d+ of 4 games", said[-1]
    )


def test_evaluation__stops_when_the_interval_is_narrow(printed) -> None:
    """Each line counts a hundred games more; the last interval alone is at most four per cent wide, and above one half."""
    numbers = [[float(n) for n in re.findall(r"[\d.]+", line)] for line in printed("evaluation")]
    assert [played for _, played, *_ in numbers] == [100.0 * (look + 1) for look in range(len(numbers))]
    widths = [high - low for _, _, low, high in numbers]
    assert all(width > 3.9 for width in widths[:-1]) and widths[-1] <= 4.1 and numbers[-1][2] > 50
    assert load("evaluation")["enough"](0.4, 0.43) and not load("evaluation")["enough"](0.4, 0.45)


@pytest.mark.slow
def test_league__members_are_rated_and_later_ones_are_better(printed) -> None:
    """Challengers have joined the founder, and the best of the league is one of them."""
    lines = [re.fullmatch(r"(\w+(?: \d+)?): Elo ([+-]\d+) ± \d+ from \d+ games", line) for line in printed("league")]
    assert all(lines) and len(lines) >= 3
    elo = {line[1]: int(line[2]) for line in lines if line}
    assert "founder" in elo and max(elo, key=elo.__getitem__) != "founder"


def test_own_room__has_a_text_and_does_what_it_says() -> None:
    """The texts are made from the words; a turn begins with the two cents of the room on top of three and Loot 1 unplayed."""
    made = subprocess.run(
        [sys.executable, EXAMPLES / "own_room.py"], capture_output=True, text=True, check=False, timeout=600
    )
    assert made.returncode == 0, made.stderr
    lines = made.stdout.splitlines()
    assert lines[0].startswith("Toll Gate: ") and "2¢" in lines[0] and lines[1].startswith("Quiet Room: ")
    assert "in the Quiet Room a turn begins with 5 cents instead of 3" in lines
    assert "FS_ENV_ROOMS" not in os.environ


class Rambling(BaseHTTPRequestHandler):
    """A model that answers with something else."""

    answers = (b"I would attack!", b'{"choice": 7}', b'{"choice": true}', b'{"move": 0}', b"[1]", b'{"choice": 1}')
    asked = 0

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answers[type(self).asked])
        type(self).asked += 1

    def log_message(self, *arguments: object) -> None:
        pass


def test_http_player__plays_by_its_answers_and_continues_without_them(printed) -> None:
    """Games with the stub have no forfeit; bad answers are counted, asked again once, and then the first choice is taken."""
    lines = printed("http_player")
    assert any(re.fullmatch(r"http: [\d.]+ of 4 games, 0 forfeits", line) for line in lines)
    assert lines[-1] == "0 answers could not be used"
    player = load("http_player")["HttpPlayer"]
    view = SimpleNamespace(legal=np.array([4, 9]), text=str, table="a table", decision="a question")
    with HTTPServer(("127.0.0.1", 0), Rambling) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        asking = player(url)
        assert [asking.act(view) for _ in range(3)] == [4, 4, 9] and asking.mistakes == 5
        server.shutdown()
    gone = player(url)
    assert gone.act(view) == 4 and gone.mistakes == 2


def test_pictures__each_cell_runs_and_ends_in_a_drawing(capsys) -> None:
    """The notebook is stored without outputs; its cells run in order, each ends in something that draws itself, all differ."""
    notebook = json.loads((EXAMPLES / "pictures.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert notebook["nbformat"] == 4 and not any(cell.get("outputs") for cell in notebook["cells"])
    names: dict[str, Any] = {}
    pictures = []
    for cell in cells:
        *before, last = ast.parse(cell).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(before, []), "pictures", "exec"), names)
        shown = eval(compile(ast.Expression(last.value), "pictures", "eval"), names)
        pictures.append(shown._repr_svg_())
    assert len(pictures) == 4 == len(set(pictures)) and all(picture.startswith("<svg") for picture in pictures)
    assert capsys.readouterr().out.count("player_") == 12


@pytest.mark.slow
def test_first_agent__runs_from_top_to_bottom_and_rates_the_bot() -> None:
    """The notebook is short and stored without outputs; run by a kernel it installs nothing where the package is there, draws a
    position, and its tables have the bot between random play and the heuristic, and then the network too."""
    nbclient = pytest.importorskip("nbclient", reason="needs the extra 'notebook'")
    nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebook'")
    pytest.importorskip("ipykernel", reason="needs the extra 'notebook'")
    notebook = nbformat.read(EXAMPLES / "first_agent.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert len(notebook.cells) < 15 and not any(cell.get("outputs") for cell in notebook.cells)
    training = notebook.cells[-1]
    assert "minutes=0.5" in training.source
    short = "decisions=1024, rows=16, chunk=512, round_chunks=2, hidden=[16], value_hidden=[16]"
    training.source = training.source.replace("minutes=0.5", short).replace(
        "evaluation_games=100", "evaluation_games=2"
    )
    where = {"metadata": {"path": str(EXAMPLES)}}
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources=where).execute()
    shown = [[*cell.get("outputs", ())] for cell in notebook.cells if cell.cell_type == "code"]
    texts = ["".join(one.get("text", "") for one in outputs) for outputs in shown]
    assert "install" not in texts[0] and re.search(r"player_0 gets -?1\.0\nplayer_1 gets -?1\.0\n", texts[1])
    assert "image/svg+xml" in shown[2][-1]["data"]
    ranks = r"heuristic .*\n(policy:.*\n)?collector .*\n(policy:.*\n)?random .*\n"
    assert re.search(ranks, texts[4]) and re.search(r"collector +200 +\d+\.\d %  .* to .*[+-]\d+ ± \d+", texts[4])
    assert "policy:" in texts[5] or "no torch here" in texts[5]


def test_picture__is_that_of_the_readme(tmp_path, monkeypatch, printed) -> None:
    """The file that the README shows is what the program draws: four players with many cards, and a roll that is answered."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["picture.py"])
    printed("picture")
    drawn = Path("game.svg").read_text(encoding="utf-8")
    assert drawn == (EXAMPLES.parent / "docs" / "game.svg").read_text(encoding="utf-8")
    assert drawn.count('data-part="player-') == 4 and "prefers-color-scheme" in drawn
    S = load("picture")["position"](178, 3376)
    table = GAME.to_json(S)
    assert all(player["hand"] and len(player["items"]) >= 2 for player in table["players"]) and len(table["stack"]) == 4
