"""Replays: written, read, played again; any other game is noticed, and where."""

import gzip
import json
import random
from dataclasses import replace

import pytest

from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.four_souls.game import GAME as FOUR_SOULS
from fs_env.envs import GameAEC
from fs_env.narration.part import Narration
from fs_env.replays import Difference, Recorder, Replay, load_replay, play_back, save_replay, verify
from fs_env.replays.transcript import narrate, transcript
from tests.arena.bots import NIM
from tests.replays.games import recorded


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_back__plays_the_same_game(players):
    """The decisions of a replay lead through the positions of the game, with one checksum a turn and one at the end."""
    replay = recorded(players)
    found = []
    for moment, game, S in play_back(replay):
        assert moment.seat == game.to_act(S) and (moment.seat < 0) == (moment.choice == len(replay.choices))
        found.append(moment)
    assert [moment.action for moment in found[:-1]] == list(replay.choices)
    turns = list(dict.fromkeys(moment.turn for moment in found[:-1]))
    assert [check.turn for check in replay.checks[:-1]] == turns and len(turns) > 4
    assert verify(replay) == len(turns) + 1


@pytest.mark.parametrize("name", ["game.json", "game.json.gz"])
def test_file__holds_the_whole_replay(tmp_path, name):
    """A written replay reads back the same; the file is small, appears under its name only, and equal replays give
    equal bytes."""
    replay = recorded()
    path = save_replay(replay, tmp_path / "folder" / name)
    assert load_replay(path) == replay
    before = path.read_bytes()
    assert save_replay(replay, path).read_bytes() == before and len(before) < 4000
    assert [file.name for file in path.parent.iterdir()] == [name]
    assert (before[:2] == b"\x1f\x8b") == name.endswith("gz")
    with pytest.raises(ValueError, match=r"\.json\.gz"):
        save_replay(replay, tmp_path / "game.txt")


def test_verify__names_the_first_difference():
    """Each thing that can differ is found, and the message names turn or choice, version and seed."""
    replay = recorded()
    half = len(replay.choices) // 2
    checks = list(replay.checks)
    middle = len(checks) // 2
    where = f"before choice {checks[middle].choice}, where turn {checks[middle].turn} was recorded"

    def with_check(k, **changed):
        return replace(replay, checks=(*checks[:k], checks[k]._replace(**changed), *checks[k + 1 :]))

    for other, words in (
        (with_check(middle, state=1), rf"{where}, the position is another one"),
        (with_check(middle, play=1), rf"{where}, other players were asked"),
        (with_check(middle, turn=99), "where turn 99 was recorded, here it is turn"),
        (with_check(len(checks) - 1, state=1), f"before choice {len(replay.choices)}"),
        (replace(replay, seed=replay.seed + 1), "seed 6: before choice 0"),
        (replace(replay, outcome=2), "it ended with outcome 2, here it is 1"),
        (replace(replay, returns=(0.0, 0.0, 0.0)), "it paid"),
        (replace(replay, choices=(*replay.choices, 3)), "here the game is over before choice"),
        (
            replace(replay, options={**replay.options, "no_such_option": 1}),
            "these rules do not deal it.*no_such_option",
        ),
        (
            replace(replay, choices=(*replay.choices[:half], 10_000, *replay.choices[half + 1 :])),
            rf"at choice {half} in turn \d+ .* chose 10000 \(no action of this game\), which is not legal",
        ),
    ):
        with pytest.raises(Difference, match=words) as raised:
            verify(other)
        assert str(raised.value).startswith("castles_of_caleira_v1, package ")


def test_verify__another_version_of_the_rules():
    """Checksums of states are not compared with those of other rules; who is asked and what is legal is."""
    replay = recorded()
    checks = tuple(check._replace(state=check.state ^ 1) for check in replay.checks)
    assert verify(replace(replay, rules="0" * 16, checks=checks)) == len(checks)
    with pytest.raises(Difference, match="other actions were legal"):
        verify(replace(replay, rules="0" * 16, checks=(checks[0], checks[1]._replace(play=0), *checks[2:])))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda plain: plain.pop("seed"), "damaged: it has no 'seed'"),
        (lambda plain: plain.update(replay=2), "its format is 2, this version reads 1"),
        (lambda plain: plain.pop("replay"), "expected a replay, but it has no key"),
        (lambda plain: plain.update(choices=[1.5]), "1.5, expected a whole number"),
        (lambda plain: plain.update(names=["Ann"]), "do not fit"),
        (lambda plain: plain.update(values=[[0, 7, 0.5]]), "seat or choice that does not exist"),
        (lambda plain: plain.update(values=[[0, 0, 1.5]]), "a value outside 0 to 1"),
        (lambda plain: plain.update(names=[["Ann"], "Bob", "Cid"]), "expected texts"),
        (lambda plain: plain.update(returns=["nan", 0, 0]), "'nan', expected a number"),
        (lambda plain: plain.update(outcome=7), r"outcome is 7, expected one of 0\.\.6"),
        (lambda plain: plain.update(game=3), "game is 3, expected a text"),
    ],
)
def test_load__says_what_is_wrong(tmp_path, damage, words):
    """A damaged file is refused with its name and what is wrong."""
    plain = recorded().to_json()
    damage(plain)
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(plain))
    with pytest.raises(ValueError, match=words) as raised:
        load_replay(file)
    assert str(file) in str(raised.value)


def test_load__of_other_bytes(tmp_path):
    """A truncated archive, JSON of another kind and no JSON at all are refused."""
    whole = save_replay(recorded(), tmp_path / "a.json.gz").read_bytes()
    for data in (whole[: len(whole) // 2], b"[1]", b"no json", gzip.compress(b"{}"), b""):
        file = tmp_path / "b.json"
        file.write_bytes(data)
        with pytest.raises(ValueError, match=r"b\.json"):
            load_replay(file)


def test_recorder__leaves_forced_decisions_out():
    """Decisions with one legal action are not stored, and are answered by themselves when the game is played again."""
    replay = recorded()
    S, forced = GAME.new(1), 0
    GAME.setup(S, seed=replay.seed, num_players=3)
    left = list(replay.choices)
    while GAME.to_act(S) >= 0:
        legal = GAME.legal(S).tolist()
        forced += len(legal) == 1
        GAME.step(S, legal[0] if len(legal) == 1 else left.pop(0))
    assert not left and forced > 0 and GAME.decisions(S) == forced + len(replay.choices)


def test_recorder__refuses_what_cannot_be_played_again():
    """A game without a seed, other numbers of names, an option that is not there."""
    with pytest.raises(ValueError, match="seed -1"):
        Recorder(GAME, -1, {"num_players": 2}, ["a", "b"])
    with pytest.raises(ValueError, match="1 names for 2 players"):
        Recorder(GAME, 1, {"num_players": 2}, ["a"])
    with pytest.raises(ValueError, match="no_option"):
        Recorder(GAME, 1, {"num_players": 2, "no_option": 1}, ["a", "b"])


def test_transcript__tells_each_choice_once():
    """Players, turns, choices by number, the result."""
    replay = recorded()
    told = list(transcript(replay))
    assert told[0] == "castles_of_caleira_v1, seed 5: Ann, Bob, <Cy>"
    assert sum(line.startswith("turn ") for line in told) == len(replay.checks) - 1
    numbers = [
        int(line[:7]) for line in told if line.startswith("  ") and not line.lstrip().startswith("\N{MIDDLE DOT}")
    ]
    assert numbers == list(range(len(replay.choices)))
    best = max(replay.returns)
    winners = [name for name, paid in zip(replay.names, replay.returns) if paid == best > 0]
    assert told[-1] == f"won by {' and '.join(winners)}"


def play_env(env, draw, steps=10_000):
    for _ in range(steps):
        if not env.agents or all(env.terminations.values()) or all(env.truncations.values()):
            return
        observation = env.last()[0]
        env.step(int(draw.choice(observation["action_mask"].nonzero()[0].tolist())))


@pytest.mark.parametrize("skip_forced", [False, True])
def test_env_record__writes_every_game(tmp_path, skip_forced):
    """Two whole games, one that is left, with names; each verifies, and the next folder gets none of them."""
    env, draw = GameAEC(GAME, num_players=3, skip_forced=skip_forced), random.Random(1)
    env.record(tmp_path / "games", names=["a", "b", "c"])
    for seed in (1, 2):
        env.reset(seed=seed)
        play_env(env, draw)
    env.reset(seed=3)
    play_env(env, draw, 5)
    env.record(None)
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"{k:06}_castles_of_caleira_{k + 1}.json.gz" for k in range(3)]
    replays = [load_replay(file) for file in files]
    assert [replay.outcome for replay in replays] == [1, 1, 0] and replays[0].names == ("a", "b", "c")
    assert all(verify(replay) for replay in replays)
    env.reset(seed=4)
    play_env(env, draw)
    assert len(list((tmp_path / "games").iterdir())) == 3
    with pytest.raises(ValueError, match="2 names for 3 players"):
        env.record(tmp_path, names=["a", "b"])


def test_env_record__other_ends(tmp_path):
    """A limit of steps is a truncated game, an illegal action a forfeited one, a given position is not recorded."""
    env = GameAEC(GAME, num_players=2, max_episode_steps=6, illegal="lose")
    env.record(tmp_path)
    env.reset(seed=1)
    start = env.snapshot().state
    play_env(env, random.Random(1))
    env.reset(seed=1)
    play_env(env, random.Random(1), 3)
    env.step(GAME.num_actions - 1)
    env.reset(options={"state": start})
    play_env(env, random.Random(1))
    env.close()
    replays = [load_replay(file) for file in sorted(tmp_path.iterdir())]
    assert [replay.outcome for replay in replays] == [3, 5]
    assert "illegal action" in replays[1].fault and all(verify(replay) for replay in replays)


def test_replay__of_a_game_that_is_not_registered():
    """A game named by its home is recorded and played again under it."""
    from fs_env.registry.games import load_game

    nim = load_game(NIM)
    S = nim.new(1)
    nim.setup(S, seed=3)
    book = Recorder(nim, 3, {"num_players": nim.num_players(S)}, [f"p{k}" for k in range(nim.num_players(S))])
    while (seat := nim.to_act(S)) >= 0:
        legal = nim.legal(S).tolist()
        book.choice(S, seat, legal, legal[-1])
        nim.step(S, legal[-1])
    replay = book.replay(S, nim.outcome(S), nim.returns(S).tolist())
    assert replay.environment == "" and verify(Replay.from_json(json.loads(json.dumps(replay.to_json())))) >= 1


def test_narration__leaves_out_nothing_but_passes(monkeypatch):
    """Positions that only a pass has changed are skipped; words, news and tables are those of a narrator that looks at all."""
    draw, S, options = random.Random(4), FOUR_SOULS.new(1), {"num_players": 3, "max_decisions": 400}
    FOUR_SOULS.setup(S, seed=4, **options)
    book = Recorder(FOUR_SOULS, 4, options, ["Ann", "Bob", "Cy"])
    while (seat := FOUR_SOULS.to_act(S)) >= 0:
        legal = sorted(FOUR_SOULS.legal(S).tolist())
        action = draw.choice(legal)
        book.choice(S, seat, legal, action, None)
        FOUR_SOULS.step(S, action)
    replay = book.replay(S, FOUR_SOULS.outcome(S), FOUR_SOULS.returns(S).tolist())
    told = [(one.words, one.news, one.table) for one in narrate(replay)]
    monkeypatch.setattr("fs_env.replays.transcript.narration_of", lambda game: Narration())
    assert len(told) > 40 and told == [(one.words, one.news, one.table) for one in narrate(replay)]
