"""`fs-env policies` and the page docs/look_up/model_cards.md."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.agents.networks.model_cards import DRAWING, GREEDY, ModelCard, Result
from fs_env.cli import main
from fs_env.cli.policies_page import about, begins_with, policies_page

PAGE = Path(__file__).parents[2] / "docs" / "look_up" / "model_cards.md"
CARD = ModelCard(
    name="four_souls_4",
    game="four_souls",
    num_players=4,
    options={"sets": 5},
    sha256="0123456789abcdef" * 4,
    commands=["fs-env train clone a", "fs-env train ppo b --init a/best.npz"],
    decisions=1_234_567,
    minutes=61.4,
    machine="an abacus",
    commit="abc123",
    results=[
        Result("heuristic", GREEDY, 1000, 1, 0.3125, 0.2845, 0.342),
        Result("heuristic", DRAWING, 2000, 1, 0.3, 0.28, 0.32),
    ],
    exploited={"rate": 0.415, "low": 0.4, "high": 0.43, "games": 2000, "decisions": 10_000},
    note="It is a test.",
    prior_policy="heuristic@1",
)


def test_page__is_current() -> None:
    """The page says what the cards say today."""
    assert PAGE.read_text(encoding="utf-8") == policies_page(), (
        "docs/look_up/model_cards.md is stale: `make docs` writes it"
    )


def test_page__shows_all_facts_of_a_card() -> None:
    """Card sets by name, results as percentages with thousands set apart, commands, bound and note."""
    text = "\n".join(about(CARD))
    for words in (
        "4 players, sets base,plus;",
        "SHA-256 `0123456789abcdef`.",
        "prior policy is `heuristic@1`",
        "| heuristic | highest logit | 1,000 | 31.2 % | 28.4 % to 34.2 % |",
        "| heuristic | drawing | 2,000 | 30.0 % | 28.0 % to 32.0 % |",
        "in 61 minutes (an abacus), the last command with 1,234,567 decisions, with the sources of commit abc123:",
        "fs-env train clone a\nfs-env train ppo b --init a/best.npz",
        "won 41.5 % of 2,000 fresh games against it (40.0 % to 43.0 %, games counted as independent) after 10,000 decisions;",
        "decisions; equal players win 25 %",
        "It is a test.",
    ):
        assert words in text, words


def test_page__lists_commands_of_a_parent_once() -> None:
    """A network that begins with another one of the page has its own commands and a link; in other cards nothing is left out."""
    heir = replace(CARD, name="four_souls_2", commands=[*CARD.commands, "fs-env train ppo c --init b/best.npz"])
    assert begins_with(heir, CARD) and not begins_with(CARD, CARD) and not begins_with(CARD, heir)
    text = "\n".join(about(heir, CARD))
    assert "commit abc123. After the commands of [policy:four_souls_4](#policyfour_souls_4):" in text
    assert "```sh\nfs-env train ppo c --init b/best.npz\n```" in text
    assert (
        "fs-env train clone a" in "\n".join(about(heir)) and policies_page().count("fs-env train clone four/clone") == 1
    )


def test_policies__list_and_card(capsys: pytest.CaptureFixture[str]) -> None:
    """Each network has a line with its game, and its own card; an unknown name is refused."""
    assert main(["policies"]) == 0
    told = capsys.readouterr().out
    assert re.search(
        r"^policy:four_souls_4  four_souls, 4 players, sets base,gold,plus  .*against heuristic@1$", told, re.MULTILINE
    )
    assert re.search(r"^policy:castles_of_caleira  castles_of_caleira, 2 players  ", told, re.MULTILINE)
    assert main(["policies", "four_souls_2"]) == 0
    assert "## policy:four_souls_2" in capsys.readouterr().out
    assert main(["policies", "four_souls_9"]) == 2
    assert "four_souls_9" in capsys.readouterr().err
