"""What cannot be forged: results come from the judge, files that contradict themselves are refused, and claims must hold in fresh deals."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fs_env.agent_api.agent import as_agent
from fs_env.agent_api.specs import load_agent
from fs_env.arena.match import play_match
from fs_env.arena.plan import Pairing
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.rows import void
from fs_env.cli import main
from fs_env.core.files import FileFault
from fs_env.leaderboard import cells as judge
from fs_env.leaderboard import evaluation as evaluations
from fs_env.leaderboard import field
from fs_env.leaderboard.cells import ISOLATED, Key, Part, play_cell
from fs_env.leaderboard.checks import SIGNS, check_results
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.field import scenario_of
from fs_env.leaderboard.summary import summarize
from fs_env.leaderboard.verify import Comparison, Share, comparison, verify
from fs_env.registry.games import load_game

HONEST = "my_bot.py:choose"
KINDS = "four_souls_2_base", "four_souls_cooperative", "four_souls_solo", "betrayal_4_house"
REPLACES = """
import fs_env.leaderboard.cells as cells
cells.result_of = lambda row, scenario: 1.0


def choose(view):
    return int(view.legal[0])
"""
TUNED = '''
"""Plays the heuristic in the deals that the field plays, which it knows by their openings, and at random in all others."""
import json
from pathlib import Path
from fs_env.agent_api.specs import load_agent

KNOWN = set(json.loads(Path(__file__).with_name("openings.json").read_text()))


class Tuned:
    name = "tuned"

    def reset(self, seat, seed):
        self.opening, self.good, self.bad = None, load_agent("heuristic", "castles_of_caleira"), load_agent("random")
        for bot in (self.good, self.bad):
            bot.reset(seat, seed)

    def act(self, view):
        if self.opening is None:
            self.opening = view.observation.tobytes().hex()
        return (self.good if self.opening in KNOWN else self.bad).act(view)
'''


def evaluated(spec: str, scenarios: list[str], limits: Limits = ISOLATED) -> Evaluation:
    chosen = [scenario_of(name) for name in scenarios]
    begun = evaluations.begin([spec], chosen, (11, 12), None, "", limits=limits)
    *_, whole = evaluations.play(begun, chosen, limits=limits, precision=0)
    return whole


def test_bot_that_replaces_the_judge__gets_its_honest_score(small: Path) -> None:
    """The bot's file makes every result 1.0 when it is imported; in the judge's process it is not imported. `--trusted` shows that the
    attack works where it is."""
    (small / "cheat.py").write_text(REPLACES)
    honest, cheat = (play_cell(Part(spec, Key("castles_3", "heuristic", 11))) for spec in (HONEST, "cheat.py:choose"))
    assert cheat.results == honest.results and 0 in honest.results


def test_verify__plays_fresh_deals_with_the_given_bot(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evaluations.write("mine.json", evaluated(HONEST, ["castles_2", "castles_3"], Limits()))
    command = [
        "leaderboard",
        HONEST,
        "--verify",
        "mine.json",
        "--games",
        "120",
        "--workers",
        "1",
        "--trusted",
        "--salt",
    ]
    assert main([*command, "one"]) == 1, "the claims against a slow member were not compared"
    shown = capsys.readouterr().out
    assert "not verified against passive in castles_2: the shares leave these slow members out" in shown
    assert f"{HONEST}: agrees, but not verified: see above, salt one" in shown
    command.insert(1, "--slow")
    assert main([*command, "one"]) == 0
    shown = capsys.readouterr().out
    assert (
        "castles_2: claimed " in shown and "fresh games: agrees" in shown and f"{HONEST}: verified, salt one" in shown
    )
    assert main([*command, "one"]) == 0
    assert capsys.readouterr().out == shown, "a salt repeats the verification"
    assert main([*command, "two"]) == 0
    assert capsys.readouterr().out != shown


def test_verify__refuses_an_evaluation_without_results(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evaluations.write("begun.json", evaluations.begin([HONEST], [scenario_of("castles_2")], (11, 12), None, ""))
    assert main(["leaderboard", HONEST, "--verify", "begun.json", "--trusted"]) == 2
    assert "--verify begun.json: this evaluation has no results yet" in capsys.readouterr().err


def test_verify__refuses_a_claim_that_is_too_high(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The results of the heuristic, claimed for a bot that plays its first legal action."""
    begun = evaluations.begin([HONEST], [scenario_of("castles_2")], (11, 12), None, "")
    evaluations.write("forged.json", replace(begun, cells=evaluated("heuristic", ["castles_2"]).cells))
    assert main(["leaderboard", HONEST, "--verify", "forged.json", "--games", "60", "--workers", "1"]) == 1
    shown = capsys.readouterr().out
    assert "points too high" in shown and "choose: disagrees" in shown


def test_verify__compares_luck_adjusted_means(small: Path) -> None:
    """Honest results with luck that was made up, left out, or added where none is measured."""
    whole = evaluated("heuristic", ["castles_2"])
    honest = verify(whole, ["heuristic"], salt="a", games=60, slow=True)
    assert honest.holds and [one.name for one in honest.comparisons] == ["castles_2", "castles_2, luck-adjusted"]
    assert honest.comparisons[1].games == 20 and honest.comparisons[1].claimed != honest.comparisons[0].claimed

    def forged(**values: Any) -> Evaluation:
        changes = {cell: {"luck": values[cell.opponent]} if cell.opponent in values else {} for cell in whole.cells}
        return replace(whole, cells=tuple(replace(cell, **change) for cell, change in changes.items()))

    unlucky = verify(forged(passive=(-0.9,) * 6), ["heuristic"], salt="a", games=60, slow=True)
    assert not unlucky.holds and unlucky.faults == () and unlucky.comparisons[1].errors > 3
    assert "castles_2, luck-adjusted: claimed" in unlucky.comparisons[1].sentence(2)
    for cells, wanted in (
        (forged(passive=()), "passive.*luck: expected a number within 10 for each result"),
        (forged(random=(-0.9,) * 6), "random.*luck: expected none"),
    ):
        evaluations.write("forged.json", cells)
        with pytest.raises(ValueError, match=wanted):
            evaluations.read("forged.json")


def test_verify__refuses_results_under_the_name_of_a_member(small: Path) -> None:
    """Honest results of a custom bot, in a file that names a member of the field: the page would show them as the member's."""
    whole = evaluated("random", ["castles_3"])
    assert verify(whole, ["random"], salt="a", games=60).holds
    found = verify(whole, [HONEST], salt="a", games=60)
    assert not found.holds and found.faults == (
        "the file names 'random', a member of the field: expected that bot, not 'my_bot.py:choose'",
    )


def test_verify__finds_a_bot_that_knows_the_public_deals(small: Path) -> None:
    openings: set[str] = set()

    def choose(view: Any) -> int:
        openings.add(view.observation.tobytes().hex())
        return int(view.legal[0])

    game, scenario = load_game("castles_of_caleira"), scenario_of("castles_2")
    for opponent in scenario.opponents:
        for seed in (11, 12):
            plan = scenario.plan("random", opponent, seed)
            for number in range(plan.total):
                pairing = plan.pairing(number)
                agents = [as_agent(choose) if who == 0 else load_agent(opponent, game) for who in pairing.seats]
                play_match(game, agents, seed=pairing.seed)
    (small / "openings.json").write_text(json.dumps(sorted(openings)))
    (small / "tuned.py").write_text(TUNED)
    claimed = evaluated("tuned.py:Tuned", ["castles_2"], Limits())
    against_random = [cell.mean for cell in claimed.cells if cell.opponent == "random"]
    assert sum(against_random) / 2 > 0.8, "it plays the heuristic in the public deals"
    found = verify(claimed, ["tuned.py:Tuned"], salt="after", games=120, limits=Limits())
    assert not found.holds and found.comparisons[0].errors > 0


def test_verify__loads_nothing_that_the_file_names(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file's bot would leave a mark; without a bot on the command line no game is played, and that is not called verified."""
    (small / "mark.py").write_text(
        "open('imported', 'w').close()\n\n\ndef choose(view):\n    return int(view.legal[0])\n"
    )
    evaluations.write("mark.json", replace(evaluated(HONEST, ["castles_2"], Limits()), specs=("mark.py:choose",)))
    assert main(["leaderboard", "--verify", "mark.json"]) == 1
    assert "not verified, no game was played; give its bot" in capsys.readouterr().out
    assert (
        main(["leaderboard", HONEST, "--verify", "mark.json", "--slow", "--games", "60", "--workers", "1", "--trusted"])
        == 0
    )
    assert main(["leaderboard", "--results", "no.json", "--entries", str(small), "--page", "page.md"]) in (0, 2)
    assert not Path("imported").exists()


def changed(cell: int, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["cells"][cell].update(values)


def repeated(data: dict[str, Any]) -> None:
    data["cells"].append(data["cells"][0])


def relabelled(data: dict[str, Any]) -> None:
    """The deals of one seed once more, as those of the other one."""
    first, second = (next(one for one in data["cells"] if one["seed"] == seed) for seed in (11, 12))
    second.update({name: first[name] for name in first if name != "seed"})


FORGED = {
    "a cell twice": (repeated, "castles_2 against heuristic, seed 11: this cell occurs more than once"),
    "a seed five times": (lambda data: data.update(seeds=[11, 12, 11, 11, 11]), "expected each of them once"),
    "deals twice": (relabelled, "a deal of it is also one of seed 11"),
    "another seed": (changed(0, seed=99), "its seed is not one of the evaluation: 11, 12"),
    "more timed than choices": (changed(0, timed=10**6), "timed=1000000: expected at most choices="),
    "games without a choice": (changed(0, choices=0, timed=0), "choices=0: expected some"),
    "forfeits that were won": (changed(0, forfeits=7), "forfeits=7: only "),
    "a result that no game has": (
        lambda data: data["cells"][0]["results"].__setitem__(0, 0.9),
        "no game can have this result",
    ),
    "luck without bound": (changed(1, luck=[99.0] * 6), "luck: expected a number within 10"),
    "a game too few": (lambda data: data["cells"][0]["results"].pop(), "expected 3 deals, each with 2 games"),
    "seconds below 0": (changed(0, seconds=-1.0), "expected a number from 0"),
    "an agent for each of three seeds": (
        lambda data: data.update(specs=["a", "b", "c"]),
        "expected one, or one for each of the 2",
    ),
    "a price that is none": (
        lambda data: data.update(specs=["llm:model=a,price_in=low"]),
        "mine.json.*could not convert .* 'low'",
    ),
}


@pytest.mark.parametrize("kind", FORGED)
def test_read__refuses_what_contradicts_itself(small: Path, kind: str) -> None:
    forge, words = FORGED[kind]
    evaluations.write("mine.json", evaluated("random", ["castles_2"]))
    data = json.loads(Path("mine.json").read_text())
    forge(data)
    Path("mine.json").write_text(json.dumps(data))
    with pytest.raises(ValueError, match=words):
        evaluations.read("mine.json")


@pytest.mark.parametrize(("name", "refused"), [("four_souls_cooperative", True), ("four_souls_2_base", False)])
def test_read__accepts_a_shared_win_only_among_rivals(name: str, refused: bool) -> None:
    """R21.6: in the cooperative game all seats win together, or none."""
    scenario, where = scenario_of(name), "cell 1"
    deals = scenario.deals_against("random")
    games = deals * scenario.block
    data = {"results": [0.5] * games, "digests": "0" * SIGNS * deals, "games": games}
    with pytest.raises(ValueError, match="0.5: no game can have this") if refused else nullcontext():
        check_results(data | {"opponent": "random", "stories": [], "luck": []}, scenario, where)


def test_result__of_a_game_that_broke_off() -> None:
    """A bug of the rules is a shared win among rivals, and no win where all seats win together."""
    results = {name: judge.result_of(void(Pairing(0, 1, (0, 1)), "a bug"), scenario_of(name)) for name in KINDS}
    assert results == dict.fromkeys(KINDS, 0.0) | {"four_souls_2_base": 0.5}


def test_read__refuses_a_summary_that_does_not_follow(small: Path) -> None:
    """Scores, means, totals and the worst opponent are those of the cells; cells that are missing are named."""
    whole = evaluated("heuristic", ["castles_2"])
    summary = summarize(whole)
    evaluations.write("mine.json", replace(whole, summary=summary))
    assert evaluations.read("mine.json").summary == summary
    own = summary["scenarios"]["castles_2"]
    better = {
        name: own | {name: value}
        for name, value in (("scores", {"11": 0.9, "12": 0.9}), ("iqm", 0.99), ("worst_share", 0.9))
    }
    for forged, words in (
        ({"choices": 1}, "choices: 1, but the cells give"),
        ({"iqm": 0.1}, "all scenarios: iqm=0.1"),
        ({"scenarios": {"castles_2": better["scores"]}}, "castles_2: seed 11: 0.9, but the cells give"),
        ({"scenarios": {"castles_2": better["iqm"]}}, "castles_2: iqm=0.99"),
        ({"scenarios": {"castles_2": better["worst_share"]}}, "worst_share: 0.9, but the cells give"),
        ({"scenarios": {}}, "scenarios: expected those of the cells: castles_2"),
    ):
        evaluations.write("mine.json", replace(whole, summary=summary | forged))
        with pytest.raises(ValueError, match=words):
            evaluations.read("mine.json")
    for spec, ends in (("heuristic", "may have them"), ("heuristic@1", "the command of the evaluation resumes it")):
        (fault,) = verify(replace(whole, specs=(spec,), cells=whole.cells[1:])).faults
        assert fault.startswith("castles_2: 1 parts are missing, the first against ") and fault.endswith(ends)


def test_verify__plays_each_deal_once_from_seats_in_turn(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that stores what it saw, also outside, has no second game of the deal; an evaluation plays it from all seats."""
    played: list[GameRow] = []
    whole_cell = judge.cell_from
    monkeypatch.setattr(judge, "cell_from", lambda *given: (played.extend(given[3]), whole_cell(*given))[1])
    whole = evaluated("random", ["castles_2"])
    assert {*Counter(row.seed for row in played).values()} == {6}, "from both seats against three members"
    played.clear()
    assert verify(whole, ["random"], salt="a", games=60, slow=True).comparisons[0].games == len(played)
    assert {*Counter(row.seed for row in played).values()} == {1} and len({row.seats for row in played}) == 2


def test_verify__names_forged_means_chosen_seeds_and_text_like_a_verdict(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An inflated mean with an interval around it, the better one of two seeds, and an agent whose name looks like a verdict."""
    whole = evaluated("heuristic", ["castles_2"])
    summary = summarize(whole)
    assert verify(replace(whole, summary=summary)).faults == ()
    for forged in (summary | {"iqm": 0.99, "high": 1.0}, summary | {"low": 0.0}):
        (fault,) = verify(replace(whole, summary=forged)).faults
        assert fault.startswith("summary of all scenarios: ")
    alone = replace(whole, seeds=(11,), cells=tuple(cell for cell in whole.cells if cell.seed == 11))
    (fault,) = verify(alone).faults
    assert fault.startswith("1 seeds chosen with --seed: expected those of the field, 11, 12")
    evaluations.write(
        "mine.json", replace(whole, agent="a\nb: verified, salt 1", summary=summary | {"iqm": 1e9, "high": 1e9})
    )
    with pytest.raises(ValueError, match="all scenarios: iqm=1000000000"):
        evaluations.read("mine.json")
    evaluations.write("mine.json", replace(whole, agent="a\nb: verified, salt 1"))
    assert main(["leaderboard", "--verify", "mine.json"]) == 1
    assert not [line for line in capsys.readouterr().out.splitlines() if line.startswith("b: verified")]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in parts:
        yield (*path, key)
        yield from leaves(inner, (*path, key))


def test_read__random_changes_are_refused_or_harmless(small: Path) -> None:
    """A file with one value replaced, repeated or removed is refused, or says the same of results, choices and time."""
    whole = evaluated("random", ["castles_2", "castles_3"])
    evaluations.write("mine.json", replace(whole, summary=summarize(whole)))
    text, drawn = Path("mine.json").read_text(), random.Random(7)
    paths, refused = sorted(leaves(json.loads(text)), key=str), 0

    def said(one: Evaluation) -> Any:
        return (
            one.seeds,
            {c.key: (c.results, c.games, c.choices, c.timed, c.forfeits) for c in one.cells},
            summarize(one),
        )

    was = said(whole := evaluations.read("mine.json"))
    for path in drawn.sample(paths, 150):
        data = json.loads(text)
        *way, last = path
        holder = data
        for step in way:
            holder = holder[step]
        kind = drawn.choice(("remove", "repeat", "replace", "replace", "replace"))
        if kind == "remove":
            del holder[last]
        elif kind == "repeat" and isinstance(holder, list):
            holder.append(holder[last])
        else:
            value = holder[last]
            changes = (
                [1 - value, value + 1, -value - 1, value * 1000 + 7]
                if type(value) in (int, float)
                else [None, "x", [], {}, 3]
            )
            holder[last] = drawn.choice(changes)
        Path("mine.json").write_text(json.dumps(data))
        try:
            found = evaluations.read("mine.json")
        except FileFault:
            refused += 1
        else:
            assert said(found) == was, path
    assert 75 < refused < 150


REMEMBERS = """
SEEN = set()


class Remembers:
    name = "remembers"

    def reset(self, seat, seed):
        self.seat, self.fresh = seat, True

    def act(self, view):
        opening = (self.seat, view.observation.tobytes())
        if self.fresh and opening in SEEN:
            raise ValueError("this process has met the deal before")
        SEEN.add(opening)
        self.fresh = False
        return int(view.legal[0])
"""


def test_cells__no_process_meets_the_deals_of_another_cell(small: Path) -> None:
    """Opponents share the deals of a seed. The bot forfeits where it sees an opening again: only in the judge's process it does."""
    (small / "remembers.py").write_text(REMEMBERS)
    apart, shared = (evaluated("remembers.py:Remembers", ["castles_2"], limits) for limits in (ISOLATED, Limits()))
    assert sum(cell.forfeits for cell in apart.cells) == 0 < sum(cell.forfeits for cell in shared.cells)


def test_digests__show_another_version(small: Path) -> None:
    whole = evaluated("random", ["castles_2"])
    assert verify(whole).notes == ()
    other = replace(whole, code=("0" * 32,), field_digest="ffffffff", scenario_digests={"castles_2": "ffffffff"})
    notes = " ".join(verify(other).notes)
    assert all(words in notes for words in ("other code of this package", "another field", "as another scenario"))
    assert verify(replace(whole, code=())).notes == (
        "evaluated before digests of field, scenarios and code were stored",
    )


@pytest.mark.parametrize(("line", "first"), [("", 3), ("deals_of = { passive = 1 }", 1)])
def test_further_deals__until_the_result_is_known(small: Path, line: str, first: int) -> None:
    """Against a slow opponent, where luck is measured: the same number for each seed, the first of them as they were; also where the
    scenario begins with fewer deals against one that takes very long."""
    text = (small / "field.toml").read_text().replace("slow_deals = 3", f"slow_deals = 3\nmost_deals = 8\n{line}")
    (small / "field.toml").write_text(text)
    field.the_field.cache_clear()
    chosen = [scenario_of("castles_2")]
    begun = evaluations.begin(["heuristic"], chosen, (11, 12), None, "")
    *_, short = evaluations.play(begun, chosen, precision=0.5)
    assert {len(cell.digests) // 8 for cell in short.cells if cell.opponent == "passive"} == {first}
    *_, whole = evaluations.play(short, chosen, precision=0.0001)
    deals = {(cell.opponent, cell.seed): len(cell.digests) // 8 for cell in whole.cells}
    assert deals == {(name, seed): 8 if name == "passive" else 3 for name in chosen[0].opponents for seed in (11, 12)}
    for cell in short.cells:
        longer = next(one for one in whole.cells if one.key == cell.key)
        assert longer.results[: len(cell.results)] == cell.results and longer.digests.startswith(cell.digests)
    direct = play_cell(Part("heuristic", Key("castles_2", "passive", 11), deals=8))
    longer = next(one for one in whole.cells if one.key == direct.key)
    assert (direct.results, direct.digests, direct.luck) == (longer.results, longer.digests, longer.luck)
    evaluations.write("whole.json", whole)
    assert set(evaluations.read("whole.json").cells) == set(whole.cells)
    lists = {"results": -2, "luck": -2, "digests": -8}
    cut = {name: getattr(direct, name)[:end] for name, end in lists.items()} | {"games": direct.games - 2}
    uneven = replace(
        whole, cells=tuple(replace(cell, **cut) if cell.key == direct.key else cell for cell in whole.cells)
    )
    assert "castles_2: some seeds have fewer deals against passive: its command plays the rest" in verify(uneven).faults
    *_, evened = evaluations.play(uneven, chosen, precision=0.5)
    assert {cell.key: cell.results for cell in evened.cells} == {cell.key: cell.results for cell in whole.cells}
    for shares, continues in (
        ((0.0,) * 4, False),
        ((1.0, 1.0, 0.0, 0.0), True),
    ):  # luck says nothing where one side always wins
        cells = [
            replace(cell, results=shares * (len(cell.results) // 4), luck=(0.0, 0.0, 0.9, 0.9) * (len(cell.luck) // 4))
            for cell in whole.cells
            if cell.opponent == "passive"
        ]
        shorter = [replace(cell, digests=cell.digests[:-8]) for cell in cells]
        further = evaluations.unsettled(replace(whole, cells=tuple(shorter)), chosen[0], 0.2, ISOLATED)
        assert bool(list(further)) == continues


def test_comparison__results_that_are_arranged_in_whole_deals_do_not_hide_a_claim() -> None:
    """A claim 10 points above 600 fresh games, whose results are arranged so that its own error is five times that of such games."""
    played = Share(0.50, 0.02, 600)
    honest, arranged = (comparison("x", Share(0.60, error, 3000), played, 300) for error in (0.009, 0.045))
    assert honest.is_beyond(1) and arranged.is_beyond(1)
    assert not comparison("x", Share(0.55, 0.045, 3000), played, 300).is_beyond(1)


def test_false_alarms__are_as_rare_as_stated() -> None:
    """Honest claims of one scenario, 100 deals claimed and 60 played, by its own simulation: at most 1 % are called too high."""
    drawn, alarms, runs = random.Random(5), 0, 4000
    for _ in range(runs):
        claim, fresh = ([drawn.random() < 0.6 for _ in range(n)] for n in (100, 60))
        means = [sum(one) / len(one) for one in (claim, fresh)]
        variances = [mean * (1 - mean) / (len(one) - 1) for mean, one in zip(means, (claim, fresh))]
        errors = (means[0] - means[1]) / sum(variances) ** 0.5
        alarms += errors > 0 and Comparison("x", *means, 0.1, 60, errors).is_beyond(1)
    assert 0.004 < alarms / runs < 0.0135
