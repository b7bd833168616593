"""The words of actions: whatever `legal` lists is accepted and means that action, however names of cards resemble each other."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import CARD_OF_ACTION, CHOOSE_ID, NUM_ACTIONS, RANGES, action_text, words_of
from fs_env.core.four_souls.scenario import Play, ScenarioError
from fs_env.core.four_souls.scenario.answers import action_of
from fs_env.core.four_souls.scenario.names import find_card
from fs_env.core.four_souls.state import PLAYERS
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start

VERBS = ("play", "activate", "pay", "buy", "attack")
ALL = ("base", "gold", "plus")


class Heard(Play):
    """A game that tells which action a verb means instead of taking it."""

    def take(self, action: int) -> None:
        raise StopIteration(action)


def answers() -> list[int]:
    windows = {action for kind in (*VERBS, "buy_top", "attack_top", "offer") for action in RANGES[kind]}
    return [action for action in range(NUM_ACTIONS) if action not in windows]


def test_answers__every_word_that_is_listed_means_its_action() -> None:
    reader = start({}, {}, {}, {}).read
    for action in answers():
        words = reader.words(action)
        for word in (words, words.upper(), words.removeprefix("choose ")):
            assert action_of(reader, answers(), word) == action, word


def test_answers__no_word_means_another_action() -> None:
    """Words whose own action is not offered mean nothing that is: not -2 for 2, nor Isaac for Isaac!."""
    reader = start({}, {}, {}, {}).read
    for action in answers():
        others = [other for other in answers() if other != action]
        for word in (reader.words(action), reader.words(action).removeprefix("choose ")):
            assert action_of(reader, others, word) == action or word in T.CARD_ID, word  # "no" is the id of a card too


def test_answers__ids_of_cards() -> None:
    reader = start().read
    for card in range(T.N_CARDS):
        assert action_of(reader, [], T.IDS[card]) == CHOOSE_ID[card]


@pytest.mark.parametrize("verb", VERBS)
def test_verbs__every_name_that_is_listed_means_its_action(verb: str) -> None:
    game = Heard(start().S)
    for action in RANGES[verb]:
        card, which = int(CARD_OF_ACTION[action]), {}
        name = action_text(action).removeprefix("pay for ").removeprefix(f"{verb} ")
        if verb == "pay" and name.endswith(")"):
            name, _, place = name.rpartition(" ")
            which = {"which": int(place.strip("()"))}
        for word in (name, T.IDS[card]):
            with pytest.raises(StopIteration) as heard:
                getattr(game, verb)(word, **which)
            assert heard.value.value == action, word


@pytest.mark.parametrize(
    ("verb", "words"), [("buy", "the top of the treasure deck"), ("attack", "the top of the monster deck")]
)
def test_verbs__the_top_of_a_deck_as_it_is_listed(verb: str, words: str) -> None:
    game = start({"coins": 10}).expect(legal=f"{verb} {words}")
    getattr(game, verb)(words).expect(stack=1)


def test_cards__by_id_and_by_the_name_that_is_listed() -> None:
    for card in range(T.N_CARDS):
        assert find_card(T.IDS[card]) == card
        assert find_card(words_of(card)) == card, words_of(card)


@pytest.mark.parametrize("name", ["Gold Chest", "dice room"])
def test_cards__names_of_several_cards_are_refused(name: str) -> None:
    """A name that several cards print alike, and none of them is listed under, is an error that gives their ids."""
    with pytest.raises(ScenarioError, match="names several cards: use an id, .+_1 or .+_2"):
        start({}, monster_deck=[name], sets=ALL)


@pytest.mark.parametrize(
    ("monster", "word", "other"),
    [
        ("isaac_boss", "Isaac!", "Isaac"),
        ("greed_boss", "Greed", "Greed!"),
        ("daddy_long_legs_boss", "Daddy Long Legs (base)", "Daddy Long Legs"),
    ],
)
def test_words__of_cards_with_names_alike(monster: str, word: str, other: str) -> None:
    """`choose` and `attack` take the listed name of a monster; in `expect` the listed name of another card does not mean it."""
    position: dict[str, Any] = {"monsters": [monster, "fly"], "sets": ALL}
    game = start({"hand": ["bomb"]}, **position).play("bomb").expect(legal=f"choose {word}", illegal=f"choose {other}")
    game.choose(word).pass_all().expect(monster=monster, hp=game.read.number("max_hp", PLAYERS) - 1)
    start(**position).attack(word).expect(stack=[f"attack {monster}"])


def test_words__an_id_means_no_other_card() -> None:
    """The id of a character is not taken for the boss whose name is spelled alike."""
    game = start({"hand": ["bomb"]}, monsters=["isaac_boss", "fly"], sets=ALL).play("bomb")
    with pytest.raises(IllegalAction, match="'isaac' is not legal"):
        game.choose("isaac")
