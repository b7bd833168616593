"""A language model in a seat: what it is told, what its answers do, and what is kept of them."""

from __future__ import annotations

import json
import pickle
import re

import pytest

from fs_env.agents.llm.agent import safe_action
from fs_env.arena import AgentFailed, Referee, SeatView, load_agent, play_match
from fs_env.arena.match import PlanEntry
from fs_env.arena.usage import Usage
from fs_env.registry.games import load_game
from tests.agents.llm.stub import KEY, fail, say

CASTLES = load_game("castles_of_caleira")


def play(spec, seed=5, **how):
    """A game of Castles of a model in seat 0 against a bot that chooses at random, and the model's agent."""
    model = load_agent(spec, CASTLES)
    return play_match(CASTLES, [model, load_agent("random")], seed=seed, **how), model


def offered(request):
    return dict(re.findall(r"^\[(\d+)\] (.+)$", request["messages"][-1]["content"], re.MULTILINE))


def test_game__is_told_in_messages_and_played_as_answered(server):
    """Rules first, then the position with numbered actions; the last two exchanges are kept; the words of an answer are played."""
    server.usual = lambda asked: say(offered(asked)[max(offered(asked), key=int)])
    chosen = []
    result, model = play(server.spec(), record=lambda replay: chosen.extend(replay.choices))
    first, *_, last = server.requests
    assert [one["role"] for one in first["messages"]] == ["system", "user"]
    assert "Castles" in first["messages"][1]["content"]
    assert [one["role"] for one in last["messages"]] == ["system", *["user", "assistant"] * 2, "user"]
    assert last["messages"][-3] == server.requests[-2]["messages"][-1]
    said = [words[max(words, key=int)] for words in map(offered, server.requests)]
    texts = iter(map(CASTLES.action_text, chosen))
    plays = [words for words in said if words.startswith("play ")]
    assert len(plays) > 3 and all(words in texts for words in plays), "played in this order"
    assert len(server.requests) == result.seat_choices[0]
    assert result.usage == (model.usage, None)
    assert model.usage == Usage(asked=len(said), tokens_in=100 * len(said), tokens_out=5 * len(said))


def test_history__of_none_or_the_whole_game(server):
    """Without history each request stands alone, with all of it the exchanges add up."""
    for history, most in (("0", 2), ("all", None)):
        server.requests.clear()
        play(server.spec(history=history))
        last = len(server.requests[-1]["messages"])
        assert last == (most or 2 * len(server.requests))


def test_invalid_answer__is_asked_again_once_with_its_reason(server):
    """The second request shows the first answer and what was expected; only the valid answer stays in the history."""
    server.script = [say("I would attack"), say("[1]")]
    _, model = play(server.spec())
    again = server.requests[1]["messages"]
    assert again[:-2] == server.requests[0]["messages"]
    assert again[-2] == {"role": "assistant", "content": "I would attack"}
    assert "not a valid answer" in again[-1]["content"] and "from 1 to" in again[-1]["content"]
    assert [one["content"] for one in server.requests[2]["messages"] if one["role"] == "assistant"] == ["[1]"]
    assert (model.usage.invalid, model.usage.forfeited) == (1, 0)


def test_answer_that_was_cut__is_invalid(server):
    """A number in an answer that ends at the limit of tokens does not count: it was on its way to another one."""
    server.script = [say("not [1], rather", finish="length"), say("[2]")]
    _, model = play(server.spec())
    assert "cut at the limit of tokens" in server.requests[1]["messages"][-1]["content"]
    assert model.usage.invalid == 1


def test_thoughts__are_not_shown_again(server):
    """Thoughts that a model spoke are no part of the history."""
    server.script = [say("<think>maybe [2]\nor not</think>\n\n[1]")]
    play(server.spec())
    assert server.requests[1]["messages"][2] == {"role": "assistant", "content": "[1]"}


def test_two_invalid_answers__cost_the_move_or_the_game(server):
    """The move: what does little is played, and the game continues. The game: it is forfeited, with the reason."""
    server.usual = lambda asked: say("")
    result, model = play(server.spec())
    used = model.usage
    assert result.forfeits == () and used.asked == used.invalid == used.forfeited == result.seat_choices[0]
    assert used.invalid_rate == 1.0 and len(server.requests) == 2 * used.asked
    result, model = play(server.spec(invalid="game"), referee=Referee())
    assert result.forfeits == (0,) and result.winners == (1,)
    assert "answered wrongly 2 times, at last: the answer is empty" in result.fault
    assert result.usage[0] == Usage(1, 1, 1, 0, 200, 10)
    with pytest.raises(AgentFailed, match="answered wrongly"):
        play(server.spec(invalid="game"))


@pytest.mark.parametrize("wanted", ["four_souls", "castles_of_caleira", "betrayal"])
def test_safe_action__does_little(wanted):
    """A player who names nothing passes, declines or stops where that is offered, else takes the first action."""
    game = load_game(wanted)
    words, seen = ("pass", "decline", "no", "done", "choose no", "end"), 0
    S = game.new(1)
    game.setup(S, seed=3)
    for number in range(300):
        legal = sorted(game.legal(S).tolist())
        if not legal:
            break
        view = SeatView(game, game.to_act(S), 2, game.observe(S, game.to_act(S)), game.mask(S))
        text = game.action_text(safe_action(view))
        little = [one for one in map(game.action_text, legal) if one.startswith(words)]
        assert text in little or text == game.action_text(legal[0])
        seen += len(legal) > 1 and text in little
        game.step(S, int(legal[number % len(legal)]))
    assert seen > 3


def test_passes__by_a_rule_are_not_put_to_the_model(server):
    """With a rule of the game fewer decisions are asked, and the next message tells how many were passed; another rule is refused."""
    game = load_game("four_souls")
    agents = [load_agent(server.spec(passes="all", tokens=2000), game), load_agent("random", game)]
    result = play_match(game, agents, seed=3, options={"max_decisions": 300})
    used, _ = result.usage
    assert used.asked + used.forfeited < result.seat_choices[0], "the others were passed"
    assert any("you passed automatically" in one["messages"][-1]["content"] for one in server.requests)
    with pytest.raises(ValueError, match="the rules of passing of castles_of_caleira are none"):
        load_agent(server.spec(passes="all"), CASTLES)
    with pytest.raises(ValueError, match="the rules of passing of four_souls are none, concerned, routine, all"):
        load_agent(server.spec(passes="some"), game)


@pytest.mark.parametrize("budget", [{"tokens": 300}, {"seconds": 0.15}])
def test_budget_of_a_game__ends_the_asking(server, budget):
    """When its tokens or its time are used up the model is not asked any more in this game, but in the next one again."""
    server.usual = lambda asked: say("[1]", wait=0.05 if "seconds" in budget else 0)
    result, model = play(server.spec(**budget))
    asked = len(server.requests)
    assert 1 <= asked == model.usage.asked <= 4 < result.seat_choices[0]
    assert model.usage.forfeited == result.seat_choices[0] - asked and model.usage.invalid == 0
    play_match(CASTLES, [model, load_agent("random")], seed=6)
    assert len(server.requests) > asked
    result, _ = play(server.spec(**budget, invalid="game"), referee=Referee())
    assert result.forfeits == (0,) and "used up its" in result.fault


def test_request_that_is_refused__costs_a_move(server):
    """Where the endpoint refuses a question without earlier messages too, a move is made for the model and the game continues."""
    server.script = [say("[1]"), fail(400, "context length exceeded"), fail(400, "context length exceeded")]
    result, model = play(server.spec())
    assert (model.usage.forfeited, model.usage.invalid, model.usage.retries) == (1, 0, 1)
    assert not result.fault


def test_messages_that_are_too_long__are_asked_again_without_the_earlier_ones(server, tmp_path):
    """A refusal, or a reply for which no room was left, drops the earlier messages; at most half as many are sent from then on."""
    for full in (lambda: fail(400, "prompt is too long"), lambda: say("", finish="length", tokens=(100, 1))):
        server.requests.clear()

        def usual(asked, full=full):
            return full() if len(asked["messages"]) > 6 else say("[1]")

        server.usual = usual
        _, model = play(server.spec(history="all", transcripts=tmp_path))
        sizes = [len(one["messages"]) for one in server.requests]
        assert sizes[:7] == [2, 4, 6, 8, 2, 4, 4] and set(sizes[7:]) == {4}
        assert (model.usage.retries, model.usage.forfeited, model.usage.invalid) == (1, 0, 0)
        assert server.requests[4]["messages"] == [server.requests[3]["messages"][place] for place in (0, -1)]
    files = [*tmp_path.rglob("*.jsonl")]
    assert files and all("asks again without the earlier messages" in file.read_text() for file in files)
    server.script = [say("[1]"), say("x" * 50), fail(400, "too long"), say("[1]")]
    server.requests.clear()
    _, model = play(server.spec(history=0))
    assert [len(one["messages"]) for one in server.requests[:4]] == [2, 2, 4, 2] and model.usage.forfeited == 0


def test_transcript__has_all_that_was_said(server, tmp_path):
    """A line for the game and its result, then each message with what became of it; the key is in none, and no draft is left."""
    server.script = [say(f"{KEY}?", tokens=(120, 7)), say("[1]"), say(""), say("")]
    result, model = play(server.spec(transcripts=tmp_path, name="Max"), entry=PlanEntry(7))
    (file,) = tmp_path.iterdir()
    assert re.fullmatch(r"000007_castles_of_caleira_5_seat0_[0-9a-f]{8}\.jsonl", file.name)
    head, *lines = map(json.loads, file.read_text().splitlines())
    assert (head["model"], head["players"], head["seed"], head["seat"]) == ("Max", ["Max", "random"], 5, 0)
    assert head["returns"] == list(result.returns) and head["asked"] == model.usage.asked
    roles = [line["role"] for line in lines]
    assert roles[:9] == ["system", "user", "assistant", "user", "assistant", "user", "assistant", "user", "assistant"]
    assert lines[2]["content"] == "[key]?" and "expected" in lines[2]["invalid"] and lines[4]["content"] == "[1]"
    assert CASTLES.action_text(lines[4]["action"]) == offered({"messages": lines[1:2]})["1"]
    assert roles[9] == "host" and "answered wrongly 2 times" in lines[9]["content"]
    assert [lines[k]["tokens_in"] for k in (2, 4)] == [120, 100] and [lines[k]["tokens_out"] for k in (2, 4)] == [7, 5]
    assert KEY not in file.read_text()


def test_copy__asks_with_a_key_of_its_own(server):
    """An agent that is sent to another process goes without key and connections, and finds them there again."""
    kept = pickle.dumps(load_agent(server.spec()))
    assert KEY.encode() not in kept
    play_match(CASTLES, [pickle.loads(kept), load_agent("random")], seed=5)  # noqa: S301 - made here
    assert server.headers["authorization"] == f"Bearer {KEY}"


def test_host_without_messages__is_told_so(server):
    """Where no player follows the game the agent says what it needs."""
    S = CASTLES.new(1)
    CASTLES.setup(S, seed=1)
    view = SeatView(CASTLES, CASTLES.to_act(S), 2, CASTLES.observe(S, 0), CASTLES.mask(S))
    with pytest.raises(ValueError, match="this host does not provide"):
        load_agent(server.spec()).act(view)
