"""The tests' coverage: every rule, every word of the glossary and every card is named by some test's docstring."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.verbs import VERBS
from fs_env.core.four_souls.listing import program_rows
from tests.every import every

TESTS = Path(__file__).parents[2]
TEST = re.compile(
    r'^( {4})?(async )?def (?P<name>test_\w+)\(.*?\)( -> [^\n]*?)?:\n(\s+r?"""(?P<doc>.*?)""")?',
    re.MULTILINE | re.DOTALL,
)
"""A test with its docstring, in a source as the formatter leaves it."""

RULES = {
    **{"R1": 15, "R2": 26, "R3": 6, "R4": 10, "R5": 12, "R6": 10, "R7": 20, "R8": 6, "R9": 15, "R10": 10},
    **{"R11": 20, "R12": 14, "R13": 15, "R14": 12, "R15": 11, "R17": 12, "R18": 7, "R19": 9, "R20": 5},
}
"""The last rule of each chapter; rules are numbered from 1 without gaps."""

LETTERED = ("R13.2a", "R13.3a")

UNTESTABLE: dict[str, str] = {}
"""Rules that no position of the cards in the game can show, each with the reason."""

SCENARIOS = """
004 005 006 007 008 009 010 011 013 014 015 020 022 025 026 028 029 030 031 032 033 035 038 039 040 043 044 045 047 048
049 052 055 056 058 059 061 062 063 065 067 068 070 071 072 073 075 077 078 082 085 086 088 089 090 092 094 095 096 098
100 101 103 104 108 109 110 112 113 114 117 119 120 121 123 126 127 130 131 132 133 134 135 136 139 143 144 146 148 149
150 152 153 155 156 157 159 160 162 164 166 167 170 171 173 174 177
""".split()
"""Numbers of the worked examples of the rules, FSR-004 to FSR-177; not every number was given."""

GLOSSARY = (
    *("activate", "active monster", "active player", "attack", "evasion", "attackable", "cancel", "fizzle", "charged"),
    *("recharge", "deactivate", "copy", "counters", "destroy", "die", "discard", "eternal", "gain", "guppy item"),
    *("kill", "lose", "loot", "player to the left", "player to the right", "prevent", "reroll", "steal", "treasure"),
)


def rule_ids() -> list[str]:
    numbered = [f"{chapter}.{n}" for chapter, last in RULES.items() for n in range(1, last + 1)]
    return [rule for rule in (*numbered, *LETTERED) if rule not in UNTESTABLE]


@cache
def docstrings() -> list[tuple[str, str]]:
    """The name of every test, of modules and of their classes, with its docstring, read from the source files."""
    return [
        (found["name"], found["doc"] or "")
        for path in sorted(TESTS.rglob("test_*.py"))
        for found in TEST.finditer(path.read_text(encoding="utf-8"))
    ]


def names_of_tests() -> set[str]:
    return {name for name, _ in docstrings()}


@cache
def claims() -> tuple[frozenset[str], frozenset[str], str]:
    """Rule ids, card ids and the whole text of the docstrings; a range such as R7.8-R7.10 names what lies between."""
    rules: set[str] = set()
    cards: set[str] = set()
    texts = [text for _, text in docstrings()]
    for text in texts:
        rules.update(re.findall(r"\bR\d+\.\d+[a-z]?", text))
        for chapter, first, again, last in re.findall(r"\bR(\d+)\.(\d+) ?(?:-|to) ?R(\d+)\.(\d+)", text):
            if chapter == again:
                rules.update(f"R{chapter}.{n}" for n in range(int(first), int(last) + 1))
        cards.update(re.findall(r"\[([a-z0-9_]+)\]", text))
    return frozenset(rules), frozenset(cards), " ".join(" ".join(texts).split()).casefold()


def test_docstrings__are_those_that_python_reads() -> None:
    """Of this module the search in the source finds the same tests with the same docstrings as Python's parser."""
    nodes = [
        node for node in ast.parse(Path(__file__).read_text(encoding="utf-8")).body if type(node) is ast.FunctionDef
    ]
    read = [(node.name, ast.get_docstring(node, clean=False)) for node in nodes if node.name.startswith("test_")]
    assert [(each["name"], each["doc"]) for each in TEST.finditer(Path(__file__).read_text(encoding="utf-8"))] == read


def test_rules__every_one_is_named() -> None:
    missing = [rule for rule in rule_ids() if rule not in claims()[0]]
    assert not missing, f"rules without a test: {', '.join(missing)}"


def test_rules__reasons_are_current() -> None:
    for rule, reason in UNTESTABLE.items():
        chapter, _, number = rule.partition(".")
        assert 1 <= int(number) <= RULES[chapter] and reason
    assert not set(UNTESTABLE) & claims()[0], "a test names a rule that is declared untestable"


def test_scenarios__every_one_is_named() -> None:
    """Each of the 107 worked examples is named as FSR-nnn by the docstring of a test, and no test names another."""
    named = set(re.findall(r"\bfsr-(\d{3})\b", claims()[2]))
    assert len(SCENARIOS) == len(set(SCENARIOS)) == 107
    missing, unknown = sorted(set(SCENARIOS) - named), sorted(named - set(SCENARIOS))
    assert not missing, f"worked examples without a test: {', '.join(missing)}"
    assert not unknown, f"no such worked examples: {', '.join(unknown)}"


@every(GLOSSARY)
def test_glossary__every_word_is_named(word: str) -> None:
    assert re.search(rf"\br22 {word}\b", claims()[2]), f"no test names R22 {word}"


def test_cards__every_one_is_named() -> None:
    """Every card of the game is named as [card id] by the docstring of a test."""
    missing = [card for card in T.IDS if card not in claims()[1]]
    assert not missing, f"{len(missing)} cards without a test: {', '.join(missing)}"


def test_cards__no_test_names_an_unknown_one() -> None:
    """A word in brackets in a docstring is a card of the game: a misspelled id proves nothing."""
    unknown = sorted(card for card in claims()[1] if card not in T.CARD_ID)
    assert not unknown, f"no cards of the game: {', '.join(unknown)}"


def test_programs__use_every_verb() -> None:
    """Every verb of the language is in the program of some card, and every row of the table belongs to an ability."""
    used = {row["op"] for ability in range(T.N_ABILITIES) for row in program_rows(ability)}
    unused = [verb.name for verb in VERBS if verb.op not in used]
    assert not unused, f"no card says {', '.join(unused)}: leave out what nothing needs"
    assert set(T.PROG["op"].tolist()) == used, "rows of the program table belong to no ability"
