"""The interface of agents, and the view that an agent gets."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.agent_api.agent import as_agent
from fs_env.agent_api.view import SeatView
from fs_env.agents import bot_names
from fs_env.agents.random_agent import RandomAgent
from fs_env.agents.spec_check import check_spec
from fs_env.arena import Agent, load_agent, play_match
from tests.arena.bots import Clever, Nameless, first
from tests.core.machine.nim import GAME, SCHEMA, SHOW


class Spy(RandomAgent):
    def __init__(self):
        super().__init__()
        self.views = []

    def act(self, view):
        self.views.append(view)
        return super().act(view)


def test_load_agent__by_name_place_and_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def mine(view):\n    return int(view.legal[-1])\n")
    agents = [load_agent(spec) for spec in ("random", "tests.arena.bots:Clever", f"{file}:mine")]
    assert [agent.name for agent in agents] == ["random", "clever", "mine"]
    assert all(isinstance(agent, Agent) for agent in agents)
    assert load_agent("random") is not load_agent("random")
    assert {"random", "heuristic", "heuristic@1"} <= set(bot_names())


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (
            "randm",
            "unknown bot 'randm': expected aggressive, heuristic, heuristic@1, llm, .*random, .*search.*did you mean 'random'",
        ),
        ("tests.arena.bots:Clevr", "did you mean 'Clever'"),
        ("nowhere.py:Bot", "no file"),
        ("no_such_package.bots:Bot", "no module 'no_such_package'"),
    ],
)
def test_load_agent__unknown(spec, words):
    with pytest.raises(ValueError, match=words):
        load_agent(spec)


@pytest.mark.parametrize("load", [load_agent, check_spec])
@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("heuristic:depth=3", "bot 'heuristic:depth=3': heuristic has no parameters: expected heuristic"),
        ("random:x=1", "random has no parameters"),
        ("search:methd=tree", "unknown search parameter 'methd': expected .*; did you mean 'method'"),
        ("tree:methd=1", "unknown tree parameter 'methd': expected exploration, horizon, milliseconds, nodes"),
        ("tcp:127.0.0.1:65536", "expected tcp:HOST:PORT,token_file=FILE with a port from 1 to 65535"),
    ],
)
def test_load_agent__wrong_parameters(load, spec, words):
    """Refused when it is loaded, and before, when a command checks it and imports nothing."""
    with pytest.raises(ValueError, match=words):
        load(spec)


@pytest.mark.parametrize("thing", [Nameless, Nameless(), 7])
def test_as_agent__refuses_the_rest(thing):
    with pytest.raises(TypeError, match=r"is not a bot \(without name"):
        as_agent(thing)


@pytest.mark.parametrize("spec", [5, None, b"random", Clever])
def test_load_agent__wants_text(spec):
    with pytest.raises(TypeError, match=r"bot .*: expected a name or location as a string"):
        load_agent(spec)


def test_view__is_what_the_seat_may_know():
    """A view holds the seat's own observation and mask, and nothing that leads to the state."""
    spy = Spy()
    play_match(GAME, [spy, Clever(), as_agent(first)], seed=4)
    assert len(spy.views) > 2
    for view in spy.views:
        assert view.seat == 0 and view.num_players == 3 and view.game == "nim"
        assert view.observation.shape == (SCHEMA.size,) and view.observation.dtype == np.int16
        assert view.mask.dtype == np.int8 and list(view.legal) == list(view.mask.nonzero()[0])
        assert view.text(SHOW) == "show your number"
        assert view.sections["secrets"][0] >= 0 > view.sections["secrets"][3]
        assert view.decision == "" and view.table == "" and view.rules == "" and view.message is None
        public = {name for name in dir(view) if not name.startswith("_")}
        assert public == {
            *"seat num_players observation mask schema game action_ids text".split(),
            *"seconds decision table rules message legal sections determinize take_determinization determinization_bytes".split(),
        }


def test_view__what_views_share_is_read_only():
    """Writing to the schema or the ranges of actions of a view is refused, and reaches no other view or game."""
    view = SeatView(GAME, 0, 2, np.zeros(SCHEMA.size, np.int16), np.ones(GAME.num_actions, np.int8))
    with pytest.raises(TypeError, match="does not support item assignment"):
        view.action_ids["take"] = range(0)
    for name, value in (("schema", SCHEMA), ("action_ids", {})):
        with pytest.raises(AttributeError):
            setattr(view, name, value)
    for name in ("size", "sections", "_by_name"):
        with pytest.raises(AttributeError, match="read-only"):
            setattr(view.schema, name, None)
    with pytest.raises(ValueError, match="read-only"):
        view.schema.low[0] = 0
    vars(view.schema)["size"] = 0
    assert GAME.schema.size == SCHEMA.size > 0 and GAME.action_ids["take"] == view.action_ids["take"] != range(0)
    vars(view.schema)["size"] = SCHEMA.size
    assert view.schema.sections == SCHEMA.sections and view.schema["stones"] == SCHEMA["stones"]


@pytest.mark.parametrize("where", ["exits.py:bot", "exits.py:Bot"])
def test_load_agent__that_ends_the_program(where, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = "class Bot:\n    def __init__(self):\n        raise SystemExit(3)\n"
    (tmp_path / "exits.py").write_text(made if "Bot" in where else "raise SystemExit('so')")
    with pytest.raises(ValueError, match=r"bot 'exits.py:.*ends the program when it is (imported|made)"):
        load_agent(where)


WRONG = {
    "raise": (
        "x = nothing_of_this_name\n",
        r"failed when it was imported: NameError: .* \(bot.py, line 1\); correct it",
    ),
    "syntax": (
        "def choose(:\n",
        r"failed when it was imported: SyntaxError: invalid syntax \(bot.py, line 1\); correct it",
    ),
    "import": ("import nothing_of_this_name\n", "ModuleNotFoundError: .*; correct it, or install its imports"),
    "base": ("class E(BaseException): pass\nraise E('so')\n", r"failed when it was imported: E: so \(bot.py, line 2\)"),
    "deep": ("def f(): f()\nf()\n", "failed when it was imported: RecursionError: maximum recursion depth"),
    "bytes": ("x = '\0'\n", "null bytes"),
    "made": (
        "class choose:\n    def __init__(self): 1 / 0\n",
        r"failed when it was made: ZeroDivisionError: .* \(bot.py, line 2\)",
    ),
    "arguments": (
        "class choose:\n    def __init__(self, a): pass\n",
        "failed when it was made: TypeError: .*'a'; correct it",
    ),
    "property": (
        "class choose:\n    @property\n    def name(self): 1 / 0\n    def reset(self, a, b): 0\n    def act(self, v): 0\n",
        "failed when it was looked at: ZeroDivisionError",
    ),
    "name": (
        "class choose:\n    name = 7\n    def reset(self, a, b): 0\n    def act(self, v): 0\n",
        "its name is 7, not a text",
    ),
    "lookup": ("def __getattr__(name): 1 / 0\n", "failed when it was looked up: ZeroDivisionError"),
}


@pytest.mark.parametrize("case", WRONG)
def test_load_agent__code_that_fails(case, tmp_path, monkeypatch):
    """Whatever a bot's file raises when it is imported, looked at or made becomes a ValueError that says where, raised from it."""
    monkeypatch.chdir(tmp_path)
    code, words = WRONG[case]
    (tmp_path / "bot.py").write_text(code)
    with pytest.raises(
        ValueError, match=f"bot 'bot.py:choose' {'' if 'failed' not in words else '.*'}.*{words}"
    ) as told:
        load_agent("bot.py:choose")
    assert told.value.__cause__ is not None


def test_load_agent__a_file_that_has_changed(tmp_path):
    """A file is read again when its contents have changed, and only then; one that fails leaves the one before in its place."""
    file = tmp_path / "bot.py"
    made = []
    for code in ("def act(view): return 1\n", "def act(view): return 2\n"):
        file.write_text(code)
        made += [load_agent(f"{file}:act"), load_agent(f"{file}:act")]
    assert [agent.act(None) for agent in made] == [1, 1, 2, 2]
    assert made[2].act is made[3].act
    file.write_text("1 / 0\n")
    with pytest.raises(ValueError, match="ZeroDivisionError"):
        load_agent(f"{file}:act")
    file.write_text("def act(view): return 2\n")
    assert load_agent(f"{file}:act").act is made[3].act


def test_view__words_for_readers():
    class Reader(Spy):
        reads_text = True

    reader = Reader()
    play_match(GAME, [Clever(), reader], seed=3)
    assert all("stones" in view.decision and "secret: [None" in view.table for view in reader.views[:1])
    assert reader.views


def test_random__same_seed_same_choices():
    used = RandomAgent()
    games = []
    for seed in (1, 2, 1):
        spies = [Spy(), used]
        result = play_match(GAME, spies, seed=seed, agent_key=b"of a test, fixed")
        games.append((result.winners, result.decisions, [view.observation.tobytes() for view in spies[0].views]))
    assert games[0] == games[2] != games[1]
