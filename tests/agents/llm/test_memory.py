"""Notes across games: what a model reads after a game and in later ones, and what the file refuses."""

from __future__ import annotations

import json
import re
from hashlib import blake2b

import pytest

from fs_env.agents.llm.memory import LONGEST_NOTES, MOST_GAMES, Memory
from fs_env.arena import Plan, Referee, Tournament, load_agent, play_match
from fs_env.arena.match import PlanEntry
from fs_env.arena.referee import OutOfReach
from fs_env.core.files import FileFault
from fs_env.registry.games import load_game
from tests.agents.llm.stub import fail, say

GAME = "castles_of_caleira"
CASTLES = load_game(GAME)
AFTER = "The game is over."


def is_after(request):
    return request["messages"][-1]["content"].startswith(AFTER)


def note_taker(asked):
    """The first action; after each game one more note."""
    if not is_after(asked):
        return say("[1]")
    games = int(re.search(r"Your notes from (\d+) earlier", asked["messages"][-1]["content"])[1])
    return say(f"<think>hm</think>note {games + 1}")


def play(spec, seed, number=None, seat=0):
    agents = [load_agent(spec, CASTLES), load_agent("random")]
    return play_match(CASTLES, agents[:: 1 - 2 * seat], seed=seed, entry=PlanEntry(number))


def asked_in(server, action):
    """The requests that an action causes, apart into those of the game and the one after it."""
    before = len(server.requests)
    action()
    new = server.requests[before:]
    return [one for one in new if not is_after(one)], [one for one in new if is_after(one)]


def test_notes__are_shown_in_later_games_and_change_no_other_message(server, tmp_path):
    """A first game reads what a game without memory does; a later one reads the notes in its first message too, and nothing else new."""
    server.usual = note_taker
    spec = server.spec(memory=tmp_path / "notes.json")
    plain, none = asked_in(server, lambda: play(server.spec(), 1))
    first, after = asked_in(server, lambda: play(spec, 1))
    assert first == plain and len(after) == 1 and not none
    assert [one["role"] for one in after[0]["messages"]] == ["system", "user"]
    assert after[0]["messages"][0] == plain[0]["messages"][0]
    plain, _ = asked_in(server, lambda: play(server.spec(), 2))
    second, _ = asked_in(server, lambda: play(spec, 2))
    for one, other in zip(second, plain, strict=True):
        rules = one["messages"][0]["content"]
        assert rules == other["messages"][0]["content"] + "\n\nYour notes from 1 earlier game\nnote 1"
        assert one["messages"][1:] == other["messages"][1:]
    assert [one["notes"] for one in json.loads((tmp_path / "notes.json").read_text())["games"]] == ["note 1", "note 2"]


def test_deal__is_not_played_with_notes_of_the_same_deal(server, tmp_path):
    """The second game of a deal, from the other seat, reads the notes from before the first one, or a hand would be known."""
    server.usual = note_taker
    spec = server.spec(memory=tmp_path / "notes.json")
    shown = []
    for number, (seed, seat) in enumerate([(7, 0), (8, 0), (8, 1), (7, 1), (9, 0)]):
        games, after = asked_in(server, lambda s=seed, k=seat, n=number: play(spec, s, n, k))
        shown.append(games[0]["messages"][0]["content"].rpartition("Your notes from")[2].rpartition("\n")[2][:6])
        assert f"note {number}" in after[0]["messages"][-1]["content"] or number == 0
    assert shown[1:3] == ["note 1", "note 1"] and shown[4] == "note 4" and "note" not in shown[0] + shown[3]


def fails_after(asked, game):
    class Fails:
        """Plays its first legal action, then fails with an error that depends on its hidden cards."""

        name, reads_text, asked = "fails", True, 0

        def reset(self, seat, seed):
            self.asked = 0

        def act(self, view):
            if self.asked == asked:
                raise RuntimeError(blake2b(view.table.encode()).hexdigest())
            self.asked += 1
            return int(view.legal[0])

    return Fails()


@pytest.mark.parametrize("name", [GAME, "four_souls"])
def test_question_after_a_game__is_the_same_in_worlds_that_the_seat_cannot_tell_apart(server, tmp_path, name):
    """Hidden cards are exchanged for others as the seat knows them, and the other player fails: its fault differs, the bytes do not."""
    game, seed, seen, faults = load_game(name), 987654321012345, [], set()
    for world in range(4):
        other, drawn = fails_after(3, game), game.new(1)

        def swap(S, other=other, drawn=drawn, world=world):
            if other.asked == 3 and game.to_act(S) == 1:
                game.determinize(S, 0, drawn, 1, world)
                S[:] = drawn

        server.requests.clear()
        server.usual = note_taker
        model = load_agent(server.spec(memory=tmp_path / f"{world}.json"), game)
        result = play_match(game, [model, other], seed=seed, watch=swap, referee=Referee())
        assert is_after(server.requests[-1]) and result.forfeits == (1,)
        seen.append(json.dumps(server.requests))
        faults.add(result.fault)
    assert len(set(seen)) == 1 and len(faults) > 1
    text = json.loads(seen[0])[-1]["messages"][-1]["content"]
    assert text.startswith(f"{AFTER} Won by you. Forfeited by player_1.\n\nWhat happened\n- ")
    assert str(seed) not in seen[0] and "fails" not in text


def test_game_played_again_after_an_interruption__is_not_noted_twice(server, tmp_path):
    """The endpoint fails after the last game's notes were written or before: the same command resumes, with one entry for each game."""
    server.usual = note_taker
    plan = Plan([server.spec(memory=tmp_path / "n.json", retries=0), "random"], 2, 4, 3, GAME)

    def stops(asked):
        return fail(503) if is_after(asked) and "note 2" in asked["messages"][-1]["content"] else note_taker(asked)

    server.usual = stops
    with pytest.raises(OutOfReach):
        Tournament(plan, tmp_path / "r.db").run()
    server.usual = note_taker
    tournament = Tournament(plan, tmp_path / "r.db")
    assert tournament.left() == 2
    tournament.run()
    notes = Memory(str(tmp_path / "n.json"), "m").games(GAME)
    assert [one.notes for one in notes] == [f"note {k}" for k in range(1, 5)]
    lost = Tournament(plan)  # its results were lost, the notes were not
    _, after = asked_in(server, lambda: lost.run())
    assert not after and Memory(str(tmp_path / "n.json"), "m").games(GAME) == notes
    assert [row.winners for row in lost.results.rows()] == [row.winners for row in tournament.results.rows()]


def test_games_at_once__lose_no_notes(server, tmp_path):
    """Eight games in four threads: each rewrite begins with the notes of the one before it."""
    server.usual = lambda asked: note_taker(asked)._replace(wait=0.02)
    Tournament(Plan([server.spec(memory=tmp_path / "n.json"), "random"], 2, 8, 3, GAME)).run(4)
    assert server.most > 1
    games = Memory(str(tmp_path / "n.json"), "m").games(GAME)
    assert [one.notes for one in games] == [f"note {k}" for k in range(1, 9)] and len({one.id for one in games}) == 8


def test_usage__has_the_tokens_of_the_notes(server, tmp_path):
    """They are counted in the game, also in its result, and are no decision; with the tokens of a game used up the notes stay."""
    result = play(server.spec(memory=tmp_path / "n.json"), 1)
    used = result.usage[0]
    assert (used.tokens_in, used.tokens_out) == (100 * (used.asked + 1), 5 * (used.asked + 1))
    _, after = asked_in(server, lambda: play(server.spec(memory=tmp_path / "n.json", tokens=300), 2))
    games = Memory(str(tmp_path / "n.json"), "m").games(GAME)
    assert not after and [one.notes for one in games] == ["[1]", "[1]"]


@pytest.mark.parametrize(
    ("reply", "stored"),
    [
        (say(""), "old"),
        (say("<think>only thoughts</think>"), "old"),
        (fail(400, "prompt is too long"), "old"),
        (say("a\x00b\u202ec\r\nd"), "a\ufffdbc\nd"),
        (say("one\ntwo\nthr", finish="length"), "one\ntwo\n(The notes end here: the limit is 4,000 characters.)"),
    ],
)
def test_reply__that_is_empty_refused_cut_or_hostile(server, tmp_path, reply, stored):
    """The old notes stay, or what can be stored of the new ones is."""
    server.usual = lambda asked: say("old" if is_after(asked) else "[1]")
    spec = server.spec(memory=tmp_path / "n.json")
    play(spec, 1)
    server.usual = lambda asked: reply if is_after(asked) else say("[1]")
    play(spec, 2)
    assert [one.notes for one in Memory(str(tmp_path / "n.json"), "m").games(GAME)] == ["old", stored]


def test_notes_that_are_too_long__are_cut_at_a_line(server, tmp_path):
    """What is stored and shown is within the limit, and says that it was cut."""
    server.usual = lambda asked: say("x" * 99 + "\n" + ("y" * 99 + "\n") * 200 if is_after(asked) else "[1]")
    spec = server.spec(memory=tmp_path / "n.json")
    play(spec, 1)
    (one,) = Memory(str(tmp_path / "n.json"), "m").games(GAME)
    *lines, last = one.notes.split("\n")
    assert len(one.notes) <= LONGEST_NOTES < len(one.notes) + 200 and {len(line) for line in lines} == {99}
    assert last.startswith("(The notes end here")


USUAL = {"format": "fs-env notes 1", "model": "m", "game": "castles_of_caleira_v1", "games": []}
REFUSED = [
    (b"{", "not JSON"),
    (b" " * (17 * 2**20), "more than"),
    ({"format": "other"}, "not of format"),
    ({"model": "x"}, "belongs to model 'x'"),
    ({"game": "four_souls_v1"}, "'four_souls_v1'"),
    ({"games": [7]}, "not subscriptable"),
    ({"games": [{"id": "", "deal": [], "notes": 5}]}, "expected a text as notes"),
]


def test_file__of_others_or_damaged_is_refused_before_a_game(server, tmp_path):
    """The message names the file and the parameter, and nothing is asked; without a folder for the file neither."""
    file = tmp_path / "n.json"
    for content, said in REFUSED:
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(USUAL | content).encode())
        with pytest.raises(FileFault, match=said) as error:
            load_agent(server.spec(memory=file), CASTLES)
        assert "n.json" in str(error.value) and "memory=" in str(error.value)
        with pytest.raises(OutOfReach, match=r"n\.json"):
            play_match(CASTLES, [load_agent(server.spec(memory=file)), load_agent("random")], seed=1)
    file.write_text(json.dumps(USUAL | {"games": [{"id": "", "deal": [], "notes": ""}] * MOST_GAMES}))
    full = load_agent(server.spec(memory=file), CASTLES)
    with pytest.raises(OutOfReach, match="the notes of 250 games, the most"):
        play_match(CASTLES, [full, load_agent("random")], seed=1)
    with pytest.raises(OSError, match="folder exists"):
        load_agent(server.spec(memory=tmp_path / "none" / "n.json"), CASTLES)
    assert not server.requests
