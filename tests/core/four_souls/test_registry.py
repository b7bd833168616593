"""The numbers of cards and actions: given once, never changed, and nothing but they tells which number a card has."""

import hashlib
import json
import os
import subprocess
import sys
from functools import cache

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import ACTIONS, CARD_OF_ACTION, NUM_ACTIONS, RANGES, action_text
from fs_env.core.four_souls.register import complete, register
from fs_env.core.four_souls.registry import FILE, HOW, Registry, RegistryError, card_order, in_order, parse, registry
from tests.core.four_souls import renumbered

FIRST = {"cards": (441, "0e954bfa6afe7deff0be66f5d1a5217d"), "actions": (944, "8d153c2c76496fc20ee2cdb45b6f465a")}
"""How many lines there were at first, and the hash of their names in order."""
COUNTED = ("mode", "number", "player", "deck", "option")
"""Kinds of actions whose ids the rules count from the first on."""


@cache
def told(how):
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.core.four_souls.renumbered", how]
    return json.loads(
        subprocess.run(command, capture_output=True, text=True, check=True, env=plain, timeout=300).stdout
    )


def test_registry__has_a_line_for_everything():
    """Every card and every action has a line; a new one gets it by the command that the message names."""
    assert FILE.read_text(encoding="utf-8") == complete().text(), f"run {HOW}"


@pytest.mark.parametrize("kind", FIRST)
def test_registry__first_lines_never_change(kind):
    n, expected = FIRST[kind]
    assert hashlib.sha256("\n".join(getattr(registry(), kind)[:n]).encode()).hexdigest()[:32] == expected


def test_registry__numbers_are_those_of_tables_and_actions():
    lines = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert [T.CARD_ID[name] for kind, _, name in lines if kind == "card"] == list(range(T.N_CARDS))
    ids = {name: int(number) for kind, number, name in lines if kind == "action"}
    assert ids == ACTIONS and len(ids) == NUM_ACTIONS
    assert (action_text(0), action_text(5), action_text(23), action_text(486)) == (
        "pass",
        "mode b",
        "play A Penny!",
        "choose A Penny!",
    )
    assert action_text(ids["play bomb"]) == "play Bomb!" and T.IDS[CARD_OF_ACTION[ids["pay tech_x 1"]]] == "tech_x"


def test_ranges__of_ids_that_are_counted_lie_side_by_side():
    """The rules count modes, numbers, players, decks and options from the first id on."""
    assert all(isinstance(RANGES[kind], range) for kind in COUNTED)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("card\t0\ta\ncard\t2\tb\n", "line 2: card 'b' has number 2, expected 1"),
        ("card\t1\tb\ncard\t0\ta\n", "line 1: card 'b' has number 1, expected 0"),
        ("card\t0\ta\naction\t0\ta\ncard\t1\ta\n", "line 3: card 'a' has number 0 already"),
        ("card 0 a\n", "line 1: 'card 0 a': expected card or action, a number and a name"),
        ("deck\t0\ta\n", "line 1: .*expected card or action"),
    ],
)
def test_parse__refuses_lines_that_were_moved_or_written_twice(text, error):
    with pytest.raises(RegistryError, match=error):
        parse(text)


def test_card_order__of_a_card_that_is_gone():
    """A registered card that no set holds is an error with the remedy; its number is not used again."""
    with pytest.raises(RegistryError, match=r"card 'b', number 1 .* renamed, write its new id .* put it back"):
        card_order(("a", "b", "c"), ["a", "c"])


def test_in_order__puts_what_is_new_at_the_end():
    """Registered names keep their order whatever order they are found in, and one that is not found keeps its number."""
    assert in_order(("b", "a", "gone"), ["x", "a", "b", "y"]) == ["b", "a", "gone", "x", "y"]


def test_register__adds_lines_and_changes_none(tmp_path):
    """Lines missing at the end are written; a line that contradicts is an error, and the file stays as it was."""
    whole, file = complete(), tmp_path / "registry.tsv"
    file.write_text(Registry(whole.cards[:-2], whole.actions[:-1]).text())
    assert register(file) == 3 and file.read_text() == FILE.read_text() and register(file) == 0
    wrong = Registry((whole.cards[1], whole.cards[0], *whole.cards[2:]), whole.actions).text()
    file.write_text(wrong)
    with pytest.raises(RegistryError, match=f"cards 0 of registry.tsv is '{whole.cards[1]}', but '{whole.cards[0]}'"):
        register(file)
    assert file.read_text() == wrong and [path.name for path in tmp_path.iterdir()] == ["registry.tsv"]


@pytest.mark.slow
def test_later_set__takes_new_numbers_and_shifts_none():
    """A set that comes later goes to the end of cards and of actions: what was there has the number it had."""
    before, after = parse(FILE.read_text(encoding="utf-8")), parse(told("later")["numbers"])
    assert after.cards[: len(before.cards)] == before.cards and after.actions[: len(before.actions)] == before.actions
    ids = [card.id for card in renumbered.LATER]
    assert sorted(after.cards[len(before.cards) :]) == sorted(ids)
    new = after.actions[len(before.actions) :]
    assert {f"choose {card_id}" for card_id in ids} < set(new)
    about = ["play later_penny", "buy later_tool", "buy later_thing", "activate later_thing", "activate later_die"]
    about += ["attack later_fly", *(f"pay later_tool {k}" for k in (1, 2, 3, 4))]
    assert {name for name in new if name.partition(" ")[2].startswith("later")} == {
        *about,
        *(f"choose {i}" for i in ids),
    }
    # cards that take over the text of any item can pay for as many effects as the most of any treasure
    assert {name.split()[0] for name in new if not name.partition(" ")[2].startswith("later")} == {"pay"}


@pytest.mark.slow
@pytest.mark.parametrize("how", ["mixed", "later"])
def test_games__are_the_same_with_other_numbers(how):
    """No rule leans on numbers of cards lying side by side, and a set that comes later changes no game of the others."""
    assert told(how)["games"] == renumbered.games()


@pytest.mark.slow
def test_observations__are_the_same_with_other_numbers():
    """Sections have a place for a card by its deck and order, and tokens its number, wherever the number lies."""
    assert told("mixed")["seen"] == renumbered.seen()
