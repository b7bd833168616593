"""Self-play as Parquet and in Minari: what other programs read is what was played, and the card says what it is."""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fs_env.cli import main
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.envs import GameSeatEnv
from fs_env.envs.text_table import TextTable
from fs_env.training.selfplay import Selfplay, SelfplayData, SelfplayPlan, Shard
from fs_env.training.selfplay.card import digest_of
from fs_env.training.selfplay.to_minari import COLUMNS as MINARI
from fs_env.training.selfplay.to_minari import INFOS, write_minari
from fs_env.training.selfplay.to_parquet import COLUMNS, write_parquet
from fs_env.training.selfplay.to_text import COLUMNS as TEXT
from fs_env.training.selfplay.to_text import TextSettings, write_text
from tests.training.selfplay.bots import KNOWN
from tests.training.selfplay.test_data import PLAN, STONES

PAGE = Path(__file__).parents[3] / "docs" / "do" / "exports.md"
SEARCH = ["selfplay", "--bot", "search:rollouts=8", "--bot", "heuristic", "--game", "castles_of_caleira"]


@pytest.fixture
def small(tmp_path):
    """Two games of three stones between a thinker that takes one stone and a bot that then takes two, or begins and takes three."""
    Selfplay(PLAN, tmp_path / "small").run()
    return SelfplayData(tmp_path / "small")


def read(folder):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra 'parquet'")
    return parquet.read_table(folder / "data").to_pydict()


def test_parquet__rows_by_hand(small, tmp_path):
    """Three choices: who chose, among what, what the thinker expected, and how the game ended."""
    write_parquet(small, tmp_path / "out")
    found = read(tmp_path / "out")
    assert list(found) == list(COLUMNS)
    assert [row[STONES] for row in found.pop("observation")] == [3, 2, 3]
    values, errors = found.pop("values"), found.pop("errors")
    assert np.allclose(values[0], [0.1, 0.2, 0.3, np.nan], equal_nan=True) and np.isnan(values[1] + values[2]).all()
    assert np.allclose(errors[0], [0.0, 0.01, 0.02, np.nan], equal_nan=True) and np.isnan(errors[1] + errors[2]).all()
    clever = "tests.arena.bots:Clever"
    assert found == {
        "game": [0, 0, 1],
        "seed": [PLAN.deal(0), PLAN.deal(0), PLAN.deal(1)],
        "returns": [[-1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]],
        "outcome": [1, 1, 1],
        "length": [2, 2, 1],
        "seat": [0, 1, 0],
        "agent": [KNOWN, clever, clever],
        "return": [-1.0, 1.0, 1.0],
        "turn": [1, 2, 1],
        "decision": [0, 1, 0],
        "actions": [[0, 1, 2, 3], [0, 1, 3], [0, 1, 2, 3]],
        "chosen": [0, 1, 2],
        "policy_action": [1, -1, -1],
        "rollouts": [[0, 5, 10, 0], [0, 0, 0], [0, 0, 0, 0]],
    }


def test_parquet__a_longer_run_and_a_strange_file(small, tmp_path):
    """After more games the same folder takes them too; a file of another set is named, and nothing is written."""
    write_parquet(small, tmp_path / "out")
    Selfplay(replace(PLAN, games=3), small.folder).run()
    assert write_parquet(SelfplayData(small.folder), tmp_path / "out").games == 3
    assert set(read(tmp_path / "out")["game"]) == {0, 1, 2}
    (tmp_path / "other" / "data").mkdir(parents=True)
    (tmp_path / "other" / "data" / "theirs.parquet").write_bytes(b"x")
    with pytest.raises(ValueError, match=r"theirs\.parquet: is not a file of this set: choose another folder"):
        write_parquet(small, tmp_path / "other")
    assert len(list((tmp_path / "other").iterdir())) == 1


def test_export__without_the_library(tmp_path, monkeypatch, capsys):
    """Without pyarrow or minari the error names the extra before anything is played."""
    command = [*SEARCH, "--games", "1", "--out", str(tmp_path / "made")]
    for library, flag in (("pyarrow", "parquet"), ("minari", "minari")):
        monkeypatch.setitem(sys.modules, library, None)
        assert main([*command, f"--{flag}", "castles/search-v0"]) == 2
        assert f"pip install '.[{flag}]'" in capsys.readouterr().err
    assert not list((tmp_path / "made").glob("*.npz"))


def test_card__tells_what_is_in_the_set(small, tmp_path):
    """Games, choices, who played and how well, every column, and the limits that hold."""
    pytest.importorskip("pyarrow", reason="needs the extra 'parquet'")
    write_parquet(small, tmp_path / "out")
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\nlicense: mit\n")
    assert "2 players, stones=3 |" in card and "| games | 2: 2 won |" in card and "searched for 1 |" in card
    assert "| decisions of a game | 1.5 on average, 1 to 2, forced ones included |" in card
    assert f"| `{KNOWN}` | 2 | 0.0 % |\n| `tests.arena.bots:Clever` | 2 | 100.0 % |\n" in card
    assert re.findall(r"^\| `(\w+)` \| \D.* \| .* \|$", card, re.MULTILINE) == list(COLUMNS)
    assert "milliseconds" not in card and "comes from a file" not in card


def test_card__its_command_makes_the_same_set(tmp_path, monkeypatch, capsys):
    """Whoever runs the command of a card gets the set with its digest; one game less has another."""
    pytest.importorskip("pyarrow", reason="needs the extra 'parquet'")
    monkeypatch.chdir(tmp_path)
    options = ["--option", "max_decisions=50", "--players", "3", "--games", "3", "--games-per-file", "2", "--seed", "4"]
    agents = ["--bot", "random", "--bot", "heuristic", "--game", "castles_of_caleira"]
    assert main(["selfplay", *agents, *options, "--out", "a", "--parquet", "b"]) == 0
    card = (tmp_path / "b" / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^fs-env (selfplay .*)$", card, re.MULTILINE)
    words = [{"FOLDER": "again"}.get(word, word) for word in shlex.split(command)]
    assert main([*words, "--parquet", "c"]) == 0
    card, again = ((tmp_path / name / "README.md").read_text(encoding="utf-8") for name in "bc")
    digest = re.findall(r"sha256:([0-9a-f]{64})", card)
    assert card == again and len(digest) == 1 and digest[0] in capsys.readouterr().out
    fewer = write_parquet(SelfplayData(tmp_path / "a"), tmp_path / "b")
    assert fewer.digest == digest[0]
    (tmp_path / "a" / "games_00000002.npz").unlink()
    assert write_parquet(SelfplayData(tmp_path / "a"), tmp_path / "d").digest != digest[0]


def test_digest__depends_on_every_array(small):
    shard, again = next(small.shards()), next(small.shards())
    digests = [digest_of(shard)]
    assert digest_of(again) == digests[0]
    for name, array in shard.arrays.items():
        other = array.copy()
        other.flat[0] = 7
        digests.append(digest_of(Shard(shard.about, {**shard.arrays, name: other})))
    assert len(set(digests)) == len(shard.arrays) + 1


def test_document__describes_every_column():
    """docs/do/exports.md has a line for each column of Parquet, of Minari and of conversations with its type and its meaning."""
    before, talks, after = re.split(
        r"^## Conversations|^## Size and speed", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert columns_in(before + after) == {**{name: tuple(field) for name, field in COLUMNS.items()}, **MINARI}
    assert columns_in(talks) == {name: tuple(field) for name, field in TEXT.items()}


def columns_in(text):
    found = re.findall(r"^\| `([\w/]+)` \| ([^|]*) \| ([^|]*) \|$", text, re.MULTILINE)
    return {name: (kind, re.sub(r" \(\[.*", "", meaning)) for name, kind, meaning in found}


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """A small set of Castles made by the command, in both formats: the folder of Parquet files, and the data set of Minari."""
    minari = pytest.importorskip("minari", reason="needs the extra 'minari'")
    folder = tmp_path_factory.mktemp("exported")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINARI_DATASETS_PATH", str(folder / "minari"))
        run = ["--games", "6", "--games-per-file", "4", "--seed", "3", "--out", str(folder / "npz")]
        assert main([*SEARCH, *run, "--parquet", str(folder / "parquet"), "--minari", "castles/search-v0"]) == 0
        yield folder / "parquet", minari.load_dataset("castles/search-v0")


@pytest.mark.slow
def test_minari__its_environment_plays_the_episodes(exported):
    """The environment of a learner in that seat, given the actions of the set, gives what is in the set: observations, masks, rewards, ends
    and infos, to the last one."""
    _, data = exported
    about = [*data.storage.get_episode_metadata(range(12))]
    assert [(one["game"], one["seat"]) for one in about] == [(game, seat) for game in range(6) for seat in (0, 1)]
    assert [one["agent"] for one in about[:4]] == [SEARCH[2], SEARCH[4], SEARCH[4], SEARCH[2]]
    for number, (one, episode) in enumerate(zip(about, data)):
        theirs = iter(data[number ^ 1].actions)

        def other(view, theirs=theirs):
            return int(view.legal[0] if len(view.legal) == 1 else next(theirs))

        env = GameSeatEnv(CASTLES, seat=int(one["seat"]), opponents=other, skip_forced=True)
        observation, info = env.reset(seed=one["seed"])
        seen, infos, rest = [observation], [info], []
        for action in episode.actions:
            observation, *ends, info = env.step(int(action))
            seen.append(observation)
            infos.append(info)
            rest.append(ends)
        for name in ("observation", "action_mask"):
            assert np.array_equal(episode.observations[name], [one[name] for one in seen])
        for name, column in zip(("rewards", "terminations", "truncations"), zip(*rest, strict=True)):
            assert np.array_equal(getattr(episode, name), column)
        for name in infos[0]:
            assert np.array_equal(episode.infos[name], [one[name] for one in infos]), name
        assert set(episode.infos) == set(INFOS)


@pytest.mark.slow
def test_minari__agrees_with_parquet(exported):
    """Both formats have the same choices with what the search found out; the environment is recovered; the cards have one digest."""
    folder, data = exported
    rows, choices = read(folder), []
    for one, episode in zip(data.storage.get_episode_metadata(range(len(data))), data):
        for k, action in enumerate(episode.actions):
            infos = {name: array[k] for name, array in episode.infos.items()}
            n = int((infos["actions"] >= 0).sum())
            found = [infos[name][:n].tolist() for name in ("actions", "values", "errors", "rollouts")]
            assert not infos["rollouts"][n:].any() and np.isnan(infos["values"][n:]).all()
            own = (
                int(one["game"]),
                int(infos["decisions"]),
                int(infos["turn"]),
                int(action),
                int(infos["policy_action"]),
            )
            choices.append((own, found))
    names = ("actions", "values", "errors", "rollouts")
    own = zip(*(rows[name] for name in ("game", "decision", "turn", "chosen", "policy_action")))
    expected = list(zip(own, zip(*(rows[name] for name in names))))
    assert len(choices) == len(expected) == data.total_steps and any(map(any, rows["rollouts"]))
    for (mine, lists), (other, others) in zip(sorted(choices, key=lambda one: one[0]), expected):
        assert mine == other
        for a, b in zip(lists, others):
            assert np.array_equal(a, b, equal_nan=True)
    env = data.recover_environment()
    assert env.unwrapped.num_players == 2 and env.observation_space == data.observation_space
    digests = {
        *re.findall("sha256:[0-9a-f]+", (folder / "README.md").read_text(encoding="utf-8")),
        *re.findall("sha256:[0-9a-f]+", data.storage.metadata["description"]),
    }
    assert len(digests) == 1


@pytest.mark.slow
def test_minari__what_it_cannot_take(tmp_path, monkeypatch, small):
    """An id that is taken or none, a set of solo play, and one of another version of the environment are refused; nothing is left."""
    pytest.importorskip("minari", reason="needs the extra 'minari'")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    write_minari(small, "nim-v0")
    with pytest.raises(ValueError, match=r"nim-v0 exists: choose another id"):
        write_minari(small, "nim-v0")
    for name in ("nim", "a b-v0"):
        with pytest.raises(ValueError, match="expected an id of Minari with a version"):
            write_minari(small, name)
    solo = SelfplayPlan(("random",), games=1, options={"variant": 1, "max_decisions": 50})
    Selfplay(solo, tmp_path / "solo").run()
    with pytest.raises(ValueError, match="one person plays all seats.*--parquet"):
        write_minari(SelfplayData(tmp_path / "solo"), "solo-v0")
    small.plan["environment"] = "nim_v0"
    with pytest.raises(ValueError, match="contains games of nim_v0, not of .*: export it with the version of fs-env"):
        write_minari(small, "other-v0")
    assert [path.name for path in (tmp_path / "minari").iterdir()] == ["nim-v0"]


def lines_of(folder):
    return [json.loads(line) for path in sorted((folder / "data").iterdir()) for line in path.read_text().splitlines()]


def test_text__conversations_by_hand(small, tmp_path):
    """Each seat of each game: the rules, what was asked, the number of what was played, and how the game ended."""
    write_text(small, tmp_path / "out", TextSettings())
    found = lines_of(tmp_path / "out")
    assert all(list(line) == list(TEXT) for line in found)
    asked = [
        (line["game"], line["seat"], line["actions"], line["chosen"], line["result"], line["won"]) for line in found
    ]
    assert asked == [
        (0, 0, [[0, 1, 2, 3]], [1], -1.0, 0.0),
        (0, 1, [[0, 1, 3]], [2], 1.0, 1.0),
        (1, 0, [[0, 1, 2, 3]], [3], 1.0, 1.0),
        (1, 1, [], [], -1.0, 0.0),
    ]
    first = found[0]["messages"]
    assert [message["role"] for message in first] == ["system", "user", "assistant"]
    assert "[1] take 1\n" in first[1]["content"]
    assert first[2]["content"] == "[1]"


def test_text__is_what_a_seat_is_asked_at_a_table(tmp_path):
    """The messages of a recorded game are those of a table at which the same answers are given."""
    plan = SelfplayPlan(agents=["heuristic"], players=2, games=1, seed=3, game="castles_of_caleira")
    Selfplay(plan, tmp_path / "set").run()
    write_text(SelfplayData(tmp_path / "set"), tmp_path / "out", TextSettings())
    talks = {line["seat"]: line["messages"][1:] for line in lines_of(tmp_path / "out")}
    table = TextTable("castles_of_caleira", num_players=2, seed=plan.deal(0))
    while not table.over:
        asked, answer = talks[table.seat][:2]
        assert asked["content"] == table.message().text
        del talks[table.seat][:2]
        table.answer(answer["content"])
    assert talks == {0: [], 1: []}


def test_text__resumes_and_refuses_other_settings(small, tmp_path):
    """Files that are there are not made again, one that is missing is; other settings need another folder."""
    write_text(small, tmp_path / "out", TextSettings())
    kept = sorted((tmp_path / "out" / "data").iterdir())
    written = [path.read_bytes() for path in kept]
    kept[0].unlink()
    done = []
    write_text(small, tmp_path / "out", TextSettings(), progress=done.append)
    assert done == [len(kept)]
    assert [path.read_bytes() for path in kept] == written
    with pytest.raises(ValueError, match=r"conversations with cards 'once', not 'never': choose another folder"):
        write_text(small, tmp_path / "out", TextSettings(cards="never"))


def test_text__results_without_luck(tmp_path):
    """With --luck each line has the result with the luck taken off, as `fs-env luck` finds it; without --text it is refused."""
    command = [
        "selfplay",
        "--bot",
        "heuristic",
        "--game",
        "castles_of_caleira",
        "--games",
        "2",
        "--out",
        str(tmp_path / "set"),
    ]
    main([*command, "--text", str(tmp_path / "out"), "--luck"])
    lines = lines_of(tmp_path / "out")
    assert all(line["adjusted"] != line["won"] for line in lines)
    assert sum(line["adjusted"] for line in lines) == pytest.approx(2)
    assert main([*command, "--luck"]) != 0
