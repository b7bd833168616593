"""The list of broken cards and the command that plays them; a few are played here, `make mutation` plays all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fs_env.core.four_souls.cards import DECKS, all_cards, packages
from fs_env.core.four_souls.language.card_kinds import CardGroup
from fs_env.core.four_souls.language.check import nodes_in
from fs_env.core.four_souls.language.compiler import Tables, compile_cards
from fs_env.core.four_souls.language.nodes import Card, CardError, Filter
from fs_env.core.four_souls.language.words import gain, guppy, loot, may, play, roller, t
from tests.mutation import check
from tests.mutation.broken import play_with
from tests.mutation.changes import (
    CARDS,
    KINDS,
    Mutant,
    MutantError,
    ability,
    drop,
    facts,
    no_may,
    swap,
    swap_lines,
    without,
)
from tests.mutation.mutants import MUTANTS, named, of_cards

PRINTED = ("kind", "flags", "counters", "count", "hp", "evasion", "attack", "souls", "start", "innate")
FEWEST = 60


def compiled(card: Card) -> tuple[Tables, list[Any], str]:
    """Parts of a card in the tables: its programs, with the cards they name, its facts and its condition."""
    filters = [node for node in nodes_in((card.abilities, card.statics)) if isinstance(node, Filter)]
    others = dict.fromkeys(name for one in filters for name in (one.card, one.or_card) if name and name != card.id)
    tables = compile_cards((card, *(CARDS[name] for name in others)))
    return tables, [getattr(card, fact) for fact in PRINTED], repr(card.condition)


def test_mutants__are_enough_and_of_every_kind_set_and_deck() -> None:
    """More than enough broken cards: all kinds of break, all sets, all decks; each has its own name."""
    of = {card.id: (name, DECKS[CardGroup(card.group)]) for name, card in all_cards()}
    assert len(MUTANTS) >= FEWEST and len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert {mutant.kind for mutant in MUTANTS} == set(KINDS)
    assert {of[mutant.card_id][0] for mutant in MUTANTS} == set(packages())
    assert {of[mutant.card_id][1] for mutant in MUTANTS} == set(DECKS.values())


@pytest.mark.parametrize("kind", KINDS)
def test_mutants__change_what_is_compiled(kind: str) -> None:
    """Every mutant is a card that can be written, and gives other rows or facts in the tables than the card."""
    mutants = [mutant for mutant in MUTANTS if mutant.kind == kind]
    same = [mutant.name for mutant in mutants if compiled(mutant.broken()) == compiled(mutant.card)]
    assert mutants and not same, f"these mutants change nothing: {same}"


def test_mutants__have_tests_that_play_their_card() -> None:
    """Tests in which decisions are made name the card of every mutant; none of them reads texts, tables or pages."""
    without_tests = [mutant.name for mutant in MUTANTS if not check.naming().get(mutant.card_id)]
    assert not without_tests, f"no test names the card of {without_tests}"
    files = {test.partition("::")[0] for tests in check.naming().values() for test in tests}
    assert {name.split("/")[3] for name in files if name.count("/") > 3} <= {"cards", "rules", "rulings"}
    assert not [name for name in files if "text" in name or "english" in name or "tables" in name or "page" in name]


def test_changes__each_has_the_described_effect() -> None:
    """A swap, a step left out, a question left out, lines exchanged, another part, number or property."""
    dime, fool, bum = CARDS["a_dime"], CARDS["the_fool"], CARDS["dark_bum"]
    assert swap(gain(10), [gain(1), loot(1)])(dime).abilities[0].effect == play(gain(1), loot(1)).effect
    assert len(drop(fool.abilities[0].effect.steps[1])(fool).abilities[0].effect.steps) == 1
    asked, unasked = CARDS["restock"].abilities[0].effect.steps, no_may()(CARDS["restock"]).abilities[0].effect.steps
    assert asked == (may(*unasked),)
    lines, exchanged = (card.abilities[0].effect.steps[0].lines for card in (bum, swap_lines(0, 2)(bum)))
    assert [line for _, line in exchanged] == [lines[k][1] for k in (2, 1, 0)]
    assert [numbers for numbers, _ in exchanged] == [numbers for numbers, _ in lines]
    assert ability(0, every=2)(dime).abilities[0].every == 2 and facts(count=3)(dime).count == 3
    assert without(guppy)(CARDS["guppys_head"]).flags == CARDS["guppys_head"].flags & ~guppy.flag


@pytest.mark.parametrize(
    ("card_id", "change", "words"),
    [
        ("a_dime", swap(gain(11), gain(9)), "'a_dime' has .* 0 times"),
        (
            "the_hanged_man",
            drop(CARDS["the_hanged_man"].abilities[0].effect.steps[1]),
            "'the_hanged_man' has .* 3 times",
        ),
        ("a_dime", no_may(), r"'a_dime' has no may\(...\) to leave out"),
        ("a_dime", swap_lines(0, 1), "'a_dime' has a dice table 0 times"),
        ("a_dime", ability(1), "'a_dime' has 1 abilities; none has number 1"),
        ("a_dime", without(guppy), "'a_dime' has no such property to leave out"),
        ("a_dimes", facts(count=3), "'a_dimes' is not the id of a card; `fs-env cards` lists them"),
    ],
)
def test_changes__that_do_not_fit_their_card(card_id: str, change: Any, words: str) -> None:
    with pytest.raises(MutantError, match=words):
        Mutant("number", card_id, change).broken()


def test_changes__that_make_no_card() -> None:
    with pytest.raises(CardError, match="'a_dime': t is used but never asked"):
        Mutant("target", "a_dime", swap(gain(10), gain(10, t))).broken()
    assert Mutant("target", "a_dime", swap(gain(10), gain(10, roller))).broken() != CARDS["a_dime"]


@pytest.mark.slow
def test_check__tests_notice_a_broken_card() -> None:
    state, by = check.run(named("wizoob-may"))
    assert state == "killed" and by.startswith("tests/core/four_souls/cards/"), by
    assert check.failing([by]) == set()


@pytest.mark.parametrize(
    ("status", "output", "state"),
    [
        (0, "2 passed", "survived"),
        (1, "FAILED tests/x.py::test_x[3-4] - AssertionError: no\n1 failed", "killed"),
        (1, "FAILED tests/x.py::test_x\nERROR tests/y.py - ImportError", "broken"),
        (2, "ERROR tests/x.py - CardError", "broken"),
        (4, "ERROR: not found: tests/x.py::test_x", "broken"),
        (5, "no tests ran", "broken"),
    ],
)
def test_check__only_a_failed_test_kills(status: int, output: str, state: str) -> None:
    found = check.verdict(status, output)
    assert found.state == state
    assert state == "survived" or found.by == "tests/x.py::test_x[3-4]" or output in found.by


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """The command without processes: a mutant named in the dictionary ends as given there, the others are killed."""
    fates: dict[str, str] = {}
    played: list[str] = []

    def run(mutant: Mutant) -> check.Outcome:
        played.append(mutant.name)
        fates["played"] = " ".join(played)
        return check.Outcome(fates.get(mutant.name, "killed"), "tests/x.py::test_x" if mutant.name not in fates else "")

    monkeypatch.setattr(check, "run", run)
    monkeypatch.setattr(check, "failing", lambda tests: {"tests/x.py::test_x"} & {fates.get("failing")})
    monkeypatch.setattr(check, "LASTING_ROWS", tmp_path / "build" / "mutation.json")
    return fates


def test_check__reports_a_survivor(command: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A mutant that no test notices is named with the unbroken and the broken card, and the command ends with 1."""
    command["jawbone-number"] = "survived"
    assert check.main(["--only", "jawbone", "restock"]) == 1
    said = capsys.readouterr().out
    assert "SURVIVED jawbone-number" in said and "3¢" in said and "2¢" in said
    assert "1 of 2 mutants killed" in said and "1 left" in said and "SURVIVED restock" not in said


def test_check__resumes_where_it_stopped(command: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A killed mutant is not played again until something changes or `--again` is given; a survivor is."""
    command["jawbone-number"] = "survived"
    assert check.main(["--only", "jawbone", "restock"]) == 1
    del command["jawbone-number"]
    assert (
        check.main(["--only", "jawbone", "restock"]) == 0 and "restock-may ... killed before" in capsys.readouterr().out
    )
    assert command["played"] == "jawbone-number restock-may jawbone-number"
    kept = json.loads(check.LASTING_ROWS.read_text(encoding="utf-8"))
    check.LASTING_ROWS.write_text(json.dumps({**kept, "restock-may": {"key": "old", "by": "test_x"}}), encoding="utf-8")
    assert check.main(["--only", "restock", "--kind", "may"]) == 0 and command["played"].endswith(" restock-may")
    assert check.main(["--only", "restock", "--again"]) == 0 and command["played"].endswith(" restock-may restock-may")


def test_check__a_test_that_fails_anyway_kills_nothing(
    command: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A kill by a test that also fails with the unbroken cards proves nothing: it is reported, not kept, and ends with 1."""
    command["failing"] = "tests/x.py::test_x"
    assert check.main(["--only", "restock"]) == 1
    said = capsys.readouterr().out
    assert "UNPROVED restock-may" in said and "tests/x.py::test_x also fails with the unbroken card" in said
    assert "0 of 1 mutants killed" in said and json.loads(check.LASTING_ROWS.read_text(encoding="utf-8")) == {}


def test_check__distinguishes_failing_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the tests played with the unbroken cards, those that fail are named, without their cases."""
    output = "FAILED tests/x.py::test_x[3 - 4] - no\nFAILED tests/x.py::test_z\n2 failed, 1 passed"
    monkeypatch.setattr(check, "_pytest", lambda tests, options, variables: (1, output))
    assert check.failing(["tests/x.py::test_y"]) == {"tests/x.py::test_x", "tests/x.py::test_z"}
    monkeypatch.setattr(check, "_pytest", lambda tests, options, variables: None)
    with pytest.raises(MutantError, match="do not run with the unbroken cards: not done after"):
        check.failing(["tests/x.py::test_y"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--only", "restocks"], "no mutant breaks a card 'restocks'; write restock"),
        (["--only", "a_dime", "--kind", "may"], "no mutant of kind 'may' breaks a_dime"),
        (["--kind", "colour"], "invalid choice: 'colour'"),
    ],
)
def test_check__unknown_cards_and_kinds(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A card without mutants, or an unknown kind, is an error that names it and what to write."""
    with pytest.raises(SystemExit) as ended:
        check.main(words)
    assert ended.value.code == 2 and said in capsys.readouterr().err


def test_check__lists_the_mutants(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["--list"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3 * len(MUTANTS) and said[0] == MUTANTS[0].name
    assert all(is_now != broken for is_now, broken in zip(said[1::3], said[2::3]))


def test_mutants__are_found_by_name_and_card() -> None:
    assert named("restock-may").card_id == "restock" and of_cards(["restock"]) == [named("restock-may")]
    with pytest.raises(MutantError, match="no mutant is named 'restock-maybe'; write restock-may"):
        named("restock-maybe")
    with pytest.raises(MutantError, match="no mutant breaks a card 'zzz'; .*--list"):
        of_cards(["zzz"])


def test_plugin__comes_too_late_for_tables_that_are_built() -> None:
    """Once the tables are built, no card can be broken any more; nothing is changed in this process."""
    import fs_env.core.four_souls.tables as T

    with pytest.raises(MutantError, match="the card tables are built already; load this plugin with -p"):
        play_with("restock-may")
    assert T.CARDS[T.CARD_ID["restock"]] == CARDS["restock"]
