"""The search bot: what it is told, how it races actions, what it plays."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from fs_env.agent_api.specs import is_untrusted, load_agent, read_parameters
from fs_env.agent_api.view import SeatView
from fs_env.agents.search import SearchAgent, TreeAgent, budget
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.race import Estimates, Race
from fs_env.agents.search.settings import FlatSettings
from fs_env.arena.match import play_match
from fs_env.core.machine.compile.jit import Kernel, compiled
from fs_env.core.machine.run.rollouts import Rollouts
from fs_env.core.machine.run.value import Value
from tests.arena.bots import Clever
from tests.core.machine.nim import GAME, SHOW, TAKE_1, TAKE_2, TAKE_3

value_kernel = Kernel(None, obs="int16[::1]", weights="float32[::1]")
RANDOM = {"policy": "random", "value": "none"}


def bot(**parameters: Any) -> SearchAgent:
    return SearchAgent({**RANDOM, "rollouts": "2000", **{name: str(value) for name, value in parameters.items()}}, GAME)


def searcher_of(**parameters: Any) -> FlatSearcher:
    texts = {name: str(value) for name, value in {"rollouts": 5, **parameters}.items()}
    return FlatSearcher(GAME, 2, FlatSettings.read({**RANDOM, **texts}))


def position(seed: int = 1, secrets: tuple[int, ...] = (1, 2), **options: int) -> Any:
    S = GAME.new()
    GAME.setup(S, seed=seed, **options)
    S.view(np.ndarray)["secret"][0, : len(secrets)] = secrets
    return S


def view_of(S: Any, seat: int) -> SeatView:
    view = SeatView(GAME, seat, GAME.num_players(S), GAME.observe(S, seat), GAME.mask(S))
    view.take_determinization(GAME, GAME.clone(S))
    return view


def worth(stones: int, action: int, mine: float | None, other: float | None) -> float:
    """Share of the win of an action in Nim for two when both play at random from there on: the rules as a recursion. `mine` and `other` are
    how likely a hidden secret of the seat to act and of its opponent is a 7; None: it is shown."""
    if action == SHOW:
        return mine + (1 - mine) * (1 - chance(stones, other, None))
    left = stones - action - 1
    return 1.0 if left == 0 else 1 - chance(left, other, mine)


def chance(stones: int, mine: float | None, other: float | None) -> float:
    actions = [take for take in (TAKE_1, TAKE_2, TAKE_3) if take < stones] + [SHOW] * (mine is not None)
    return sum(worth(stones, action, mine, other) for action in actions) / len(actions)


@pytest.mark.parametrize(("stones", "best"), [(5, TAKE_1), (6, TAKE_2), (7, TAKE_3), (3, TAKE_3)])
def test_search__leaves_a_multiple_of_four(stones: int, best: int) -> None:
    """Nim, nearly won by who leaves four stones and has shown its secret: random rollouts see it, and 2,000 of them are enough."""
    S = position(stones=stones)
    S.view(np.ndarray)["shown"][0, 0] = 1
    result = bot(rollouts=2000).search(view_of(S, 0))
    assert result.chosen == best
    assert result.actions.tolist() == [TAKE_1, TAKE_2, TAKE_3] and result.rollouts.sum() <= 2000
    assert result.values[best] == max(result.values) <= 1.0 and result.line[0] == (0, best)


@pytest.mark.parametrize("stones", [4, 5, 6, 7, 9])
def test_searcher__values_are_those_of_random_play(stones: int) -> None:
    """With random play on both sides each action is worth what the rules say, within four standard errors. The seat knows its own
    secret, 1, and that of the opponent is a 7 in one determinization of ten."""
    searcher, actions = searcher_of(), [TAKE_1, TAKE_2, TAKE_3, SHOW]
    view, rng = view_of(position(stones=stones), 0), np.random.default_rng(stones)
    shares = searcher.try_actions(view, searcher.policy.new_memory(stones), actions, 4000, rng, horizon=0)
    exact = [worth(stones, action, 0.0, 0.1) for action in actions]
    assert shares.mean(0).tolist() == pytest.approx(exact, abs=4 * 0.5 / np.sqrt(4000))


def test_search__shows_a_seven() -> None:
    """A seat that holds a 7 wins by showing it; the search knows its own number, and values the win at 1."""
    result = bot().search(view_of(position(secrets=(7, 2), stones=20), 0))
    assert result.chosen == SHOW and result.values[SHOW] == 1.0


def test_search__what_it_cannot_know() -> None:
    """In all states that a seat cannot distinguish it thinks the same."""
    results = []
    for number in range(10):
        view = view_of(position(secrets=(3, number), stones=9), 0)
        results.append(bot().search(view))
    first = results[0]
    for result in results[1:]:
        assert result.chosen == first.chosen and result.line == first.line
        assert (result.values == first.values).all() and (result.rollouts == first.rollouts).all()


def test_search__is_reproducible() -> None:
    """The seed alone decides, where the number of rollouts is the limit; threads change nothing."""
    found = []
    for seed, threads in ((5, 1), (5, 1), (5, 2), (6, 1)):
        agent = bot(rollouts=300, threads=threads)
        agent.reset(0, seed)
        found.append(agent.search(view_of(position(stones=12), 0)).to_json())
        found[-1].pop("seconds")
    assert found[0] == found[1] == found[2] != found[3]


@pytest.mark.skipif(not compiled(), reason="times compiled code")
@pytest.mark.parametrize("kind", [SearchAgent, TreeAgent])
def test_copies__think_on_alike(kind: Any) -> None:
    """A pickled and a deep copy of a bot in the middle of a game, and of one before it, with their own searcher: environments with
    such opponents can be copied at any time. What holds addresses of this process is not copied."""
    made = kind({**RANDOM, "rollouts": "300"}, GAME)
    S = position(seed=5, stones=12)
    for step in range(3):
        copies = [pickle.loads(pickle.dumps(made)), copy.deepcopy(made)]  # noqa: S301
        view = view_of(S, 0)
        result = made.search(view)
        for one in copies:
            found = one.search(view)
            assert one.searcher is not made.searcher
            assert (found.values == result.values).all() and found.chosen == result.chosen, step
    with pytest.raises(TypeError, match="rollouts of nim cannot be copied or pickled: create new ones"):
        copy.deepcopy(Rollouts(GAME, 4))


def test_search__keeps_to_its_time() -> None:
    """A limit of 30 ms is kept within a round of the smallest size, far from the second that all rounds would take."""
    agent = bot(rollouts=10**7, milliseconds=30, confidence=100)
    agent.search(view_of(position(stones=50), 0))
    seconds = [agent.search(view_of(position(stones=50 + k), 0)).seconds for k in range(5)]
    assert sorted(seconds)[2] < 0.1


def test_act__beats_what_it_improves() -> None:
    """Against a random player, 40 games of Nim with 9 stones: at least 32 wins (an even match: once in 10,000)."""
    wins = 0
    for seed in range(40):
        agents = [bot(rollouts=400), load_agent("random")]
        result = play_match(GAME, agents if seed % 2 else agents[::-1], seed=seed, options={"stones": 9})
        wins += result.winners == ((0,) if seed % 2 else (1,))
    assert wins >= 32


def test_act__three_players() -> None:
    """With three seats every seat has its own value, and the search takes the last stones."""
    result = bot().search(view_of(position(secrets=(1, 2, 3), stones=3, num_players=3), 0))
    assert result.chosen == TAKE_3 and result.values[TAKE_3] == 1.0
    play_match(GAME, [bot(rollouts=50), Clever(), load_agent("random")], seed=1)


def test_read__bad_parameters() -> None:
    """Parameters that do not exist, cannot be read or exclude each other are refused by name, with what is expected."""
    for words, told in (
        ("tree:exploraton=1", "exploration"),
        ("tree:turns=2", "unknown tree parameter 'turns'"),
        ("tree:milliseconds=soon", "expected a number"),
        ("tree:prior=2", "from 0 to 1"),
        ("tree:milliseconds=0", "at least one of them"),
        ("tree:nodes=mine", "expected all or own"),
        ("tree:policy=tests.arena.bots:first", "not a compiled bot"),
        ("tree:method=race", "unknown tree parameter 'method'"),
        ("search:method=walk", "unknown method 'walk': expected auto, race, tree"),
        ("search:plans=0.5,nodes=all", "races have plans, trees have nodes, none has both: leave one of them out"),
        ("search:plans=1", r"plans=1\.0: expected a number from 0 to 0\.9"),
        ("search:method=tree,plans=0.5", "unknown tree parameter 'plans'"),
        ("search:time=3", "search parameter 'time'"),
        ("search:milliseconds=soon", "milliseconds='soon': expected a number"),
        ("search:rollouts=1.5", "rollouts='1.5': expected a whole number"),
        ("search:threads=0", "threads=0: expected a number from 1 to 256"),
        ("search:milliseconds=0", "at least one of them must limit"),
        ("search:rollouts", "'rollouts' has no key and value"),
        ("search:rollouts=1,rollouts=2", "is given twice"),
        ("search:policy=nobody", "bot 'nobody'"),
        ("search:policy=random,value=none,rollout_policy=nobody", "bot 'nobody'"),
        ("search:policy=random,value=gold_dust", "value 'gold_dust'"),
        ("serch", "did you mean"),
    ):
        with pytest.raises(ValueError, match=told):
            load_agent(words, GAME)


def test_read__specs() -> None:
    assert read_parameters("search") == {} and read_parameters("search:a=1, b=x") == {"a": "1", "b": "x"}
    assert load_agent("search").name == "search" and load_agent("search:rollouts=7").name == "search:rollouts=7"
    assert not is_untrusted("search:rollouts=7", "four_souls") and is_untrusted("mine.py:Bot", "four_souls")
    assert FlatSettings.read({"rollouts": "5"}).milliseconds == 0 and FlatSettings.read({}).milliseconds == 50


def test_searcher__tries_the_same_determinizations() -> None:
    """Two actions tried side by side see the same dice: equal actions get equal shares in every determinization."""
    searcher, view, rng = searcher_of(), view_of(position(stones=15), 0), np.random.default_rng(1)
    shares = searcher.try_actions(view, searcher.policy.new_memory(3), [TAKE_1, TAKE_1], 100, rng, horizon=0)
    assert (shares[:, 0] == shares[:, 1]).all() and 0 < shares.mean() < 1


def test_searcher__draws_anew_in_every_determinization() -> None:
    """The own policy draws in rollouts, other things in each determinization. Of eleven stones the seat takes one and the opponent
    always three; of the seven left the seat draws one (then one of three draws takes the last stone, the third of three), two (then one of
    two) or three (then the last one is its own): 1/9 + 1/6 + 1/3 = 11/18. Its secret is shown, so that it can only take."""
    S = position(stones=11)
    S.view(np.ndarray)["shown"][0, 0] = 1
    searcher = searcher_of(opponents="tests.arena.bots:TakeMost")
    for seed in range(3):
        rng, memory = np.random.default_rng(seed), searcher.policy.new_memory(seed)
        shares = searcher.try_actions(view_of(S, 0), memory, [TAKE_1, TAKE_1], 2000, rng, horizon=0)
        assert shares[:, 0].mean() == pytest.approx(11 / 18, abs=0.04)  # four standard errors
        assert (shares[:, 0] == shares[:, 1]).all()


def test_searcher__another_policy_in_rollouts() -> None:
    """`rollout_policy` plays the own seat on and remembers the action before it; `policy` proposes. Of eleven stones
    the seat takes one, its second time three, and the opponent three each time, so the last one is the seat's. Without its memory it
    would take one each time, and the opponent the last three."""
    bots = {"opponents": "tests.arena.bots:TakeMost", "rollout_policy": "tests.arena.bots:OneThenMost"}
    searcher = searcher_of(rollouts=400, **bots)
    view = view_of(position(stones=11), 0)
    rng = np.random.default_rng(1)
    assert searcher.try_actions(view, searcher.new_memory(9), [TAKE_1], 40, rng, horizon=0).all()
    for seed in range(5):
        memory, alone = searcher.new_memory(seed), searcher.policy.new_memory(seed)
        proposed = searcher.policy.act(view.observation, view.legal.astype(np.int16), alone)
        result = searcher.search(view, memory, rng)
        assert result.policy_action == proposed
        assert memory.tolist() == [*alone, seed, 0, 1]


def race(*rounds: list[list[float]], margin: float = 0.01, strict: bool = False) -> Race:
    made = Race(len(rounds[0][0]), margin, strict=strict)
    for shares in rounds:
        made.add(np.array(shares))
    return made


def test_race__means_and_errors() -> None:
    """Differences .2, .4, .2, .4 to the first action: mean .3, standard deviation .1155, error .0577."""
    made = race([[0.1, 0.3], [0.2, 0.6]], [[0.3, 0.5], [0.4, 0.8]])
    assert made.means.tolist() == pytest.approx([0.0, 0.3]) and made.sums.tolist() == pytest.approx([1.0, 2.2])
    assert made.errors[1] == pytest.approx(0.05773502, rel=1e-4)


def test_race__of_some() -> None:
    """A race of three of four actions: the one that does not take part is not tried."""
    made = Race(4, 0.01, [0, 1, 3])
    made.add(np.array([[0.5, 0.4, 0.6]] * 2))
    assert made.n.tolist() == [2, 2, 0, 2] and made.means.tolist() == pytest.approx([0, -0.1, 0, 0.1])


def estimates(*races: tuple[int, list[list[float]]]) -> Estimates:
    found = Estimates(len(races[0][1][0]), strict=False)
    for turns, shares in races:
        found.add(race(shares), turns)
    return found


def test_estimates__of_one_race() -> None:
    """Of a single race they are its means: .3 with an error of .0577, on top of the .25 of the first action."""
    made = estimates((2, [[0.1, 0.3], [0.2, 0.6], [0.3, 0.5], [0.4, 0.8]]))
    assert made.differences[1] == pytest.approx(0.3) and made.errors[1] == pytest.approx(0.05773502, rel=1e-4)
    assert made.values.tolist() == pytest.approx([0.25, 0.55]) and made.n.tolist() == [4, 4]
    assert (
        made.best(0.01, confidence=5) == 1 and made.best(0.01, confidence=6) == 0 and made.best(0.31, confidence=0) == 0
    )


def test_race__few_that_look_alike() -> None:
    """Four determinizations in which an action is better by exactly .02 do not show that it always is: the usual deviation of .084
    counts as four more, sqrt(4 * .084^2 / 7 / 4). The two best of the others stay."""
    made = race([[0.5, 0.52, 0.53, 0.54]] * 4, strict=True)
    assert made.errors[1] == pytest.approx(0.0317, abs=1e-4)
    made.prune()
    assert made.alive == [0, 2, 3]


@pytest.mark.parametrize(
    ("strict", "turns", "times", "chosen"),
    [(True, 2, 9, 0), (True, 4, 9, 1), (True, 4, 4, 0), (True, 0, 4, 1), (False, 2, 4, 1)],
)
def test_estimates__what_may_be_wrong(strict: bool, turns: int, times: int, chosen: int) -> None:
    """.022 without noise: the value's error is .02 at two turns and .01 at four, and counts 1 + 8 / 9 times after nine determinizations,
    three times after four. Whole games have none."""
    found = Estimates(2, strict=strict)
    found.add(race([[0.5, 0.522]] * times), turns)
    assert found.best(0.001, confidence=1) == chosen


def test_estimates__deeper_rollouts_weigh_more() -> None:
    """.08 by rollouts of two turns and -.02 by rollouts of eight, both without noise: the values' errors are as 4 to 1, so the
    weights are as 1 to 16: (.08 - .32) / 17."""
    made = estimates((2, [[0.5, 0.58]] * 9), (8, [[0.5, 0.48]] * 3))
    assert made.differences[1] == pytest.approx(-0.24 / 17, rel=1e-4) and made.n.tolist() == [12, 12]
    assert made.best(0.0, 0) == 0
    whole_games = estimates((2, [[0.5, 0.58]] * 9), (0, [[0.5, 0.48]] * 3))
    assert whole_games.differences[1] == pytest.approx(-0.02, rel=1e-4)


def test_estimates__only_the_last_race_counts_for_the_choice() -> None:
    """An action that left in the first race is not chosen, however good it was there."""
    found = Estimates(3)
    first = race([[0.5, 0.6, 0.7]] * 8)
    first.alive = [0, 1]
    found.add(first, 2)
    assert found.alive == [0, 1] and found.best(0, 0) == 2
    second = Race(3, 0.01, found.alive)
    second.add(np.array([[0.5, 0.6]] * 8))
    found.add(second, 4)
    assert found.best(0, 0) == 1


@pytest.mark.parametrize(("shares", "later", "value"), [([0.9, 0.0], 0.1, 0.0), ([0.0, 0.9], 0.9, 1.0)])
def test_estimates__values_are_shares(shares: list[float], later: float, value: float) -> None:
    """An action that was .9 worse in two determinizations is worth nothing where the first one comes to .3 in eight, not -.6;
    and 1, not 1.575."""
    found = estimates((0, [shares] * 2))
    alone = Race(2, 0.01, [0])
    alone.add(np.array([[later]] * 6))
    found.add(alone, 0)
    assert found.values[0] == pytest.approx((2 * shares[0] + 6 * later) / 8) and found.values[1] == value


def test_budget__parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of 100 rollouts and of 8 seconds: what the half spends is missing in the whole; the clock runs for both."""
    clock = [10.0]
    monkeypatch.setattr(budget, "perf_counter", lambda: clock[0])
    whole = budget.Budget(18.0, 100)
    half = whole.part(0.5)
    assert half.allows(0.01) == 50 and half.allows(1.0) == 4.0 and whole.allows(1.0) == 8.0
    half.spend(30)
    assert half.allows(0.01) == 20 and whole.allows(0.01) == 70
    clock[0] = 13.0
    assert (
        half.allows(1.0) == 1.0 and whole.part(0.5).allows(1.0) == 2.5 and budget.Budget().allows(1.0) == float("inf")
    )


@value_kernel
def afraid_of_three(obs, weights):
    """A value that is wrong: whoever has the turn and three stones left is lost."""
    return weights[0] if obs[0] == 3 and obs[2] == 0 else 0.0


def test_search__looks_deeper() -> None:
    """With five stones rollouts of one turn believe a value that is wrong, and leave three; longer ones see that this loses."""
    found = {}
    for max_horizon in (1, 16):
        searcher = searcher_of(rollouts=40000, horizon=1, max_horizon=max_horizon)
        searcher.value = Value("afraid", afraid_of_three, [-0.2])
        searcher._rollouts.use(searcher.value)
        S = position(stones=5)
        view = view_of(S, 0)
        policy = searcher.policy
        proposals = (policy.act(view.observation, GAME.legal(S), policy.new_memory(k)) for k in range(100))
        seed = [*proposals].index(TAKE_1)
        found[max_horizon] = searcher.search(view, searcher.policy.new_memory(seed), np.random.default_rng(1))
        assert found[max_horizon].rollouts.sum() <= 40000
    assert (found[1].chosen, found[16].chosen) == (TAKE_2, TAKE_1)
    assert found[16].rollouts[TAKE_3] < found[16].rollouts[TAKE_2] == found[16].rollouts[TAKE_1]


def test_race__who_leaves() -> None:
    """Worse than the first, and far behind the leader: both leave; the leader and one near it stay."""
    noise = [0.02, -0.02] * 8
    made = race([[0.5 + x, 0.3 - x, 0.7 - x, 0.6 + x, 0.69 - 2 * x] for x in noise])
    made.prune()
    assert made.alive == [0, 2, 4] and not made.settled
    made.add(np.array([[0.5, 0.7, 0.5], [0.5, 0.7, 0.5]] * 16))
    made.prune()
    assert made.alive == [0, 2] and made.settled


def test_race__nothing_is_better() -> None:
    made = race([[0.5, 0.4], [0.6, 0.5], [0.5, 0.4]])
    made.prune()
    assert made.alive == [0] and made.settled


def test_read__the_gate_of_a_game() -> None:
    """In Four Souls the stricter gate is the default; elsewhere, and where a spec names the other one, it is not used."""
    gates = [FlatSettings.of_game(game, {}).gate for game in ("four_souls", "castles_of_caleira", "betrayal")]
    assert gates == [2, 1, 1] and FlatSettings.of_game("four_souls", {"gate": "1"}).gate == 1


@pytest.mark.parametrize(("gate", "rollouts", "used"), [(1, 50, 25), (2, 50, 50), (2, 110, 55)])
def test_search__uses_the_reserve(gate: int, rollouts: int, used: int) -> None:
    """With 50 rollouts no second race is possible, which takes 16 determinizations of each action: the first one gets all of them. With
    more than 100 the second gate does not count."""
    searcher = searcher_of(rollouts=rollouts, horizon=1, max_horizon=2, gate=gate, confidence=100)
    searcher.value = Value("afraid", afraid_of_three, [-0.2])
    searcher._rollouts.use(searcher.value)
    view = view_of(position(stones=40), 0)
    found = searcher.search(view, searcher.policy.new_memory(1), np.random.default_rng(1))
    assert used - 8 <= found.rollouts.sum() <= used
