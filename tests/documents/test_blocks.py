"""Every block of code on a page runs, and every command that a page names is one."""

from __future__ import annotations

import re
import shlex

import pytest

from tests.documents.blocks import PAGES, ROOT, Block, blocks_in, commands_in, inline_commands, text_of
from tests.documents.running import Failed, beginning, make_given, parse, run_block, run_command, shorter
from tests.documents.short import ADDED, GIVEN, NOT_CODE, NOT_RUN, POSITIONS, SHORTER_PYTHON, SLOW, TYPED
from tests.every import every

CODE = ("python", "sh")
BLOCKS = {page: blocks_in(text_of(page), page) for page in PAGES}
RUN = [page for page in PAGES if any(block.language in CODE for block in BLOCKS[page])]
NAMING = [page for page in PAGES if inline_commands(text_of(page))]
FILLED = {  # what a mention of a command leaves out
    "tournament": "random",
    "train": "clone run",
    "fit-value": "run",
    "replay": "file",
    "luck": "file",
    "standings": "file",
    "selfplay": "--bot random --out folder",
    "rooms": "list",
}
WORDS = {"ALGO": "clone", "N": "1", "MINUTES": "1", "COMMAND": "cards"}  # placeholders that a name does not fill


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.slow] * (page in SLOW)) for page in RUN], ids=lambda page: page
)
def test_page__every_block_runs(page, tmp_path, monkeypatch):
    """The blocks of a page run one after the other in an empty folder, without an error and without a warning of ours."""
    monkeypatch.chdir(tmp_path)
    for folder in ("docs", "examples", "benchmarks"):
        (tmp_path / folder).mkdir()
    if page in GIVEN:
        make_given(GIVEN[page])
    if "fs-env train" in text_of(page):
        monkeypatch.setattr("fs_env.training.run.POSITIONS", POSITIONS)
    left = []
    for block in BLOCKS[page]:
        if block.language in CODE:
            try:
                run_block(block)
            except ModuleNotFoundError as error:
                if error.name is None or error.name.split(".")[0] in ("fs_env", "tests"):
                    raise
                left.append(f"{block.place}: {error.name} is not installed")
            except Exception as error:
                error.add_note(f"in the block at {block.place}")
                raise
    for file in tmp_path.glob("*.svg"):
        assert file.read_bytes() == (ROOT / "docs" / file.name).read_bytes(), f"docs/{file.name} is what the page draws"
    if left:
        pytest.skip("; ".join(left))


@every(PAGES)
def test_page__its_blocks_say_what_they_are(page):
    """Each block names its language: code that is run, or one that is listed as no code; indented code is written so too."""
    assert {block.language for block in BLOCKS[page]} <= {*CODE, *NOT_CODE}
    indented = re.findall(r"\n\n    (?:fs-env|python|import|from) .*", text_of(page))
    assert not indented, "a block without a fence is not found and so not run"


@every(NAMING)
def test_page__commands_in_prose_and_tables_exist(page):
    """A command in prose has arguments that the command line knows; a mention may leave out what must be there."""
    for command in sorted(set(inline_commands(text_of(page)))):
        words = [WORDS.get(word, word) for word in shlex.split(command)]
        try:
            parse(words)
        except Failed:
            parse([*words[:2], *shlex.split(FILLED.get(words[1], "")), *words[2:]])


def test_lists__have_no_entry_that_nothing_uses():
    """Each entry of the lists of short forms is on a page: one for what is gone would hide what comes back wrong."""
    commands = [
        words for page in RUN for block in BLOCKS[page] if block.language == "sh" for words in commands_in(block.source)
    ]
    used = {beginning(words, entries) for entries in (NOT_RUN, ADDED, TYPED) for words in commands}
    assert {*NOT_RUN, *ADDED, *TYPED} <= used
    for page, changes in SHORTER_PYTHON.items():
        code = "".join(block.source for block in BLOCKS[page] if block.language == "python")
        assert all(text in code for text in changes), page
    assert {*GIVEN, *SLOW} <= set(RUN)
    assert set(NOT_CODE) <= {block.language for page in PAGES for block in BLOCKS[page]}


def test_blocks__what_fails_is_noticed(tmp_path, monkeypatch):
    """A block that raises or warns, a command that fails or is unknown, and a fence that is missed are errors."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KeyError):
        run_block(Block("page.md", 3, "python", "{}['a']\n"))
    with pytest.raises(UserWarning):
        run_block(Block("page.md", 3, "python", "import warnings\nwarnings.warn('old')\n"))
    for command, said in {
        "fs-env cards no_such_card_anywhere": "ended with code 2",
        "fs-env cards --no-such-flag": "unrecognized arguments",
        "make no-such-target": "no target",
        "pip install '.[no-such-extra]'": "no extra no-such-extra",
        "rm -r x": "NOT_RUN",
    }.items():
        with pytest.raises(Failed, match=said):
            run_command(shlex.split(command))
    with pytest.raises(ValueError, match="indented"):
        blocks_in("```python\nx\n```\n  ```sh\ny\n  ```\n", "page.md")


def test_blocks__are_read_as_they_stand():
    """A block has its place, commands their words without comments, joined lines are one command, and short forms are short."""
    (block,) = blocks_in(
        "# A\n\n```sh\nfs-env cards bomb  # one\nfs-env tournament a \\\n  b --games 900\n```\n", "p.md"
    )
    assert (block.place, block.language) == ("p.md:4", "sh")
    first, second = commands_in(block.source)
    assert first == ["fs-env", "cards", "bomb"] and second == ["fs-env", "tournament", "a", "b", "--games", "900"]
    assert shorter(second)[-2:] == ["--games", "2"]
    assert inline_commands("a `fs-env cards`\n```sh\n`fs-env play`\n```\n") == ["fs-env cards"]


def programs() -> dict[str, str]:
    """Programs that people copy, by their place: blocks of pages, examples, and loops in the docstrings of environments."""
    found = {block.place: block.source for page in PAGES for block in BLOCKS[page] if block.language == "python"}
    files = (*(ROOT / "examples").glob("*.py"), *(ROOT / "fs_env").glob("*_v*.py"))
    return found | {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}


def test_programs__that_sample_an_action_space_seed_it():
    """Whoever runs a loop again gets the same game again: `reset(seed=...)` does not seed the action space."""
    sampling = {place: text for place, text in programs().items() if re.search(r"action_space.*\.sample\(", text)}
    assert len(sampling) >= 6
    assert not [place for place, text in sampling.items() if not re.search(r"action_space.*\.seed\(", text)]


def test_programs__that_learn_with_torch_bound_its_threads():
    """More threads than one wait for each other on small batches, for minutes where others use the machine too."""
    learning = {place: text for place, text in programs().items() if re.search(r"\.(learn|train|backward)\(", text)}
    learning = {place: text for place, text in learning.items() if re.search(r"torch|sb3|stable_b|rllib", text)}
    assert len(learning) >= 7
    assert not [place for place, text in learning.items() if "torch.set_num_threads(" not in text]
