"""The rules prompt: short, with the options that are set, and how to answer."""

from __future__ import annotations

import pytest

from fs_env.narration.card_texts import cards_of
from fs_env.narration.conversation import rules
from fs_env.narration.conversation.rules import LONGEST, rules_prompt
from fs_env.narration.guide import guide_of
from fs_env.registry.games import GAMES, load_game

MOST = {
    "four_souls": {"num_players": 4, "sets": 7, "draft": 2, "bartering": 1, "rooms": 1, "max_decisions": 900},
    "castles_of_caleira": {"num_players": 4, "spire_multi": 1, "market": 1, "four_player_cards": 18},
    "betrayal": {"num_players": 6, "open_haunts": 1, "played": 5, "haunt_roll": 1, "any_orientation": 1},
}


@pytest.mark.parametrize("name", GAMES)
def test_rules__length_and_contents(name):
    """At most 900 words, with every step of the guide and how to answer, however many options are set."""
    for options in ({}, MOST[name]):
        told = rules_prompt(name, **options)
        assert 400 < len(told.split()) <= LONGEST == 900
        assert all(step.title in told for step in guide_of(name).steps)
        assert "in brackets, such as [2]" in told and '{"action": 2}' in told


@pytest.mark.parametrize("name", GAMES)
def test_rules__as_many_questions_as_fit(name, monkeypatch):
    """A limit of exactly the words of a prompt changes nothing; with one word less its last question is left out."""
    whole = rules_prompt(name)
    monkeypatch.setattr(rules, "LONGEST", len(whole.split()))
    assert rules_prompt(name) == whole
    monkeypatch.setattr(rules, "LONGEST", len(whole.split()) - 1)
    assert whole.count("\n- ") == rules_prompt(name).count("\n- ") + 1


@pytest.mark.parametrize("name", GAMES)
def test_rules__explain_options(name):
    """Every value of every option but the usual one changes the prompt, in the words of the guide where it has some."""
    game, usual = load_game(name), rules_prompt(name)
    for option in game.options.values():
        for value in option.samples:
            if value == option.default:
                continue
            try:
                told = rules_prompt(game, **{option.name: value})
            except ValueError:  # values that exclude each other, such as a draft for two with another number of players
                continue
            added = set(told.splitlines()) - set(usual.splitlines())
            label = guide_of(name).options.get(option.name, ("players" if "players" in option.name else option.name,))[
                0
            ]
            assert any(label in line for line in added), (option.name, value, added)


def test_rules__of_few_cards():
    """All cards of a game that has few are told with the rules; the words of a guide's marks are read."""
    told = rules_prompt("castles_of_caleira")
    assert all(card.text in told for card in cards_of("castles_of_caleira"))
    assert "[Trebuchet]" not in told and "A Trebuchet destroys" in told
    assert "Brimstone" not in rules_prompt("four_souls")


def test_rules__of_passes():
    """The rule by which a player passes is told; the others are not."""
    told = rules_prompt("four_souls", "concerned")
    assert "you pass automatically" in told and "you pass automatically" not in rules_prompt("four_souls")
    with pytest.raises(ValueError, match="concerned, routine, all"):
        rules_prompt("four_souls", "al")


def test_rules__of_another_game():
    """A game without a guide is named, and how to answer is told."""
    told = rules_prompt("tests.core.machine.nim:GAME")
    assert told.startswith("You play Nim.") and "in brackets" in told
