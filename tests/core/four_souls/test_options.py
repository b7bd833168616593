"""The options of a game together: each pair of values is refused in words, or played."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.observation.token_schema import NUMBERS, Sort
from fs_env.core.four_souls.observation.tokens import TOKENS
from fs_env.core.four_souls.options import OPTIONS, At, conflict
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.four_souls.state import Outcome, Zone
from fs_env.core.four_souls.supply import shortage
from fs_env.core.four_souls.tables import C_DECK, IDS, INST_CARD

CHOSEN = [name for name in GAME.options if name != "max_decisions"]
DEFAULTS = {name: option.default for name, option in GAME.options.items()}


def test_pair__is_refused_by_a_sentence_that_names_both() -> None:
    """Two values that cannot be played together are refused by a sentence that names both options, where the others have their
    defaults."""
    for one, other in combinations(CHOSEN, 2):
        for x, y in product(GAME.options[one].samples, GAME.options[other].samples):
            chosen = {one: x, other: y}
            why = conflict({**DEFAULTS, **chosen})
            if why is not None:
                named = {name for name in CHOSEN if name in why}
                alone = any(conflict({**DEFAULTS, name: number}) for name, number in chosen.items())
                assert len(named) == 2 and (named & set(chosen) if alone else named == set(chosen)), why


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"sets": 2, "held_out": -1, "draft": 2}, "has 4 treasure cards, and 7 are needed for draft=mini"),
        ({"sets": 4, "held_out": -5, "draft": 2, "num_players": 3}, "has 6 treasure cards, and 9 are needed"),
        ({"sets": 2, "held_out": -3, "num_players": 4}, "has 10 loot cards, and 12 are needed for num_players=4"),
        ({"sets": 6, "held_out": -2, "bonus_souls": 0}, "has 3 souls, and 4 are needed for a win"),
    ],
)
def test_held_out__too_few_cards_are_refused(chosen: dict[str, int], words: str) -> None:
    """R1.4, R1.10, R18.1, R21.8: a game needs the cards of its deal and its draft, and four souls; the numbers are counted by hand in the
    lists of cards."""
    why = conflict({**DEFAULTS, **chosen})
    assert why is not None and words in why


def test_all_together__is_played() -> None:
    """All options that can be chosen together at once, for each number of players."""
    for players in (2, 3, 4):
        chosen = {"draft": 2, "eden_only": 1, "first_player": 1, "simultaneous_deaths": 1, "open_hands": 1, "sets": 7}
        count = GAME.run_random(20, players, 7, **chosen)
        assert count.outcomes[Outcome.GUARD] == 0 and count.outcomes[Outcome.WON] == 20


def test_places__are_those_of_the_declarations() -> None:
    assert [place.name.lower() for place in At] == list(GAME.options) and [int(p) for p in At] == list(range(len(At)))


def test_conflict__none_by_default() -> None:
    """The game without options is always played, with any number of players and any card sets."""
    for players, sets in product((2, 3, 4), range(1, 8)):
        assert conflict({**DEFAULTS, "num_players": players, "sets": sets}) is None


def deck_cards(sets: int, held_out: int, seed: int = 1) -> Counter[str]:
    """How many copies of each loot, treasure and monster card are in a new game."""
    S = GAME.new()
    GAME.setup(S, seed=seed, sets=sets, held_out=held_out)
    dealt = np.flatnonzero(S["zone"][0] != Zone.OUT)
    return Counter(IDS[card] for card in INST_CARD[dealt] if C_DECK[card] <= Deck.MONSTER)


@pytest.mark.parametrize("sets", [1, 2, 4, 7])
def test_held_out__leaves_one_of_five_equal_parts_out_of_the_decks(sets: int) -> None:
    """Every card with a single copy is left out by one of the five values and no other, cards with several copies by none, whatever the
    seed; the sizes of the parts differ by two cards at most."""
    whole = deck_cards(sets, 0)
    parts = [whole - deck_cards(sets, part) for part in range(1, 6)]
    assert sum(parts, Counter()) == Counter({card: 1 for card, copies in whole.items() if copies == 1})
    assert max(map(len, parts)) - min(map(len, parts)) <= 2
    assert [whole - deck_cards(sets, part, seed=99) for part in range(1, 6)] == parts


@pytest.mark.parametrize("sets", [1, 6, 7])
def test_held_out__negative_leaves_all_other_parts_out(sets: int) -> None:
    """-K has the cards with several copies, which no part has, and of the others those that K leaves out, alone."""
    whole = deck_cards(sets, 0)
    several = Counter({card: copies for card, copies in whole.items() if copies > 1})
    for part in range(1, 6):
        assert deck_cards(sets, -part) == several + (whole - deck_cards(sets, part))


def test_held_out__games_are_played_to_their_end() -> None:
    """Random play comes to an end without each part, for each number of players; with one part alone, hardly ever not."""
    for part, players in product(range(1, 6), (2, 3, 4)):
        count = GAME.run_random(6, players, part, sets=7, held_out=part)
        assert count.outcomes[Outcome.GUARD] == 0 and count.outcomes[Outcome.WON] == 6
    for part, sets in product(range(1, 6), (1, 7)):
        count = GAME.run_random(6, 2, part, sets=sets, held_out=-part)
        assert count.outcomes[Outcome.GUARD] == 0 and count.outcomes[Outcome.WON] >= 5


def test_options__in_text_and_data() -> None:
    """Data has the options that count until the end, the text those that are not the usual ones, for every reader."""
    usual, other = Scenario().start(), Scenario(options={"simultaneous_deaths": "faq", "open_hands": True}).start()
    for player in (None, 0, 1):
        table = GAME.to_json(usual.S, player=player)
        assert table["options"] == {
            **{"variant": "rivals", "simultaneous_deaths": "rules", "open_hands": False},
            **{"bartering": False, "rooms": False},
        }
        assert "options" not in GAME.text(usual.S, player=player)
        told = GAME.to_json(other.S, player=player)["options"]
        assert told == {**table["options"], "simultaneous_deaths": "faq", "open_hands": True}
        assert GAME.text(other.S, player=player).splitlines()[1] == "options   simultaneous deaths faq, open hands"


def test_options__in_the_observation_and_its_tokens() -> None:
    """Both forms of an observation tell the options, in columns of their own, zeros without any."""
    S = Scenario(options={"simultaneous_deaths": "faq", "open_hands": True}).start().S
    wanted = {"variant": 0, "simultaneous_deaths": 1, "open_hands": 1, "bartering": 0, "rooms": 0}
    for state, numbers in ((S, wanted), (Scenario().start().S, dict.fromkeys(wanted, 0))):
        flat = GAME.observe(state, 1)
        seen = SCHEMA.record(flat)["options"]
        assert {name: int(seen[name]) for name in wanted} == numbers
        row = TOKENS.from_flat(flat)[0]
        assert row[TOKENS.column("sort")] == Sort.DECISION
        found = {name: int(row[TOKENS.column(f"n{NUMBERS[Sort.DECISION].index(name)}")]) for name in wanted}
        assert found == numbers


def test_shortage__never_with_the_base_set() -> None:
    """The base set has enough cards for all options but `held_out`, so `conflict` need not count them."""
    defaults = {option.name: option.default for option in OPTIONS}
    free = [option for option in OPTIONS if option.name in ("num_players", "bonus_souls", "draft", "eden_only")]
    for values in product([1, 3, 5, 7], *(option.values for option in free)):
        chosen = defaults | dict(zip(["sets", *(option.name for option in free)], values, strict=True))
        assert shortage(chosen, dict.fromkeys(chosen, "")) is None, chosen
