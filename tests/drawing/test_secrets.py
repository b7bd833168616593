"""Nothing that a seat cannot know is in its picture."""

import pytest

from fs_env.core.four_souls.view.words import name
from fs_env.drawing import draw
from fs_env.registry.games import load_game
from tests.drawing.positions import words
from tests.generic.suite import walk

DECISIONS, GUESSES, ENOUGH = 60, 1, 20


@pytest.mark.parametrize(("title", "players"), [("four_souls", 3), ("castles_of_caleira", 4)])
def test_picture__equal_in_all_states_of_a_seat(title, players):
    """A45, R52: the bytes of a seat's picture are equal in states that this seat cannot distinguish; the open ones differ."""
    game = load_game(title)
    differing = 0
    for i, (S, _, _) in enumerate(walk(game, players, DECISIONS, players)):
        if i % 4:
            continue
        for player in range(players):
            seen, everything = draw(game, S, player=player).svg(), draw(game, S).parts
            sampled = game.clone(S)
            for guess in range(GUESSES):
                game.resample(sampled, player, 0, 7 * i + guess)
                assert draw(game, sampled, player=player).svg() == seen, f"player {player}, decision {i}"
                if differing <= ENOUGH:
                    differing += draw(game, sampled).parts != everything
    assert differing > ENOUGH, "the states do not differ: nothing was tested"


def test_picture__of_a_hand():
    """A hand lies open for its player and in the open view; the others see how many cards it has."""
    game = load_game("four_souls")
    S = game.new()
    game.setup(S, seed=5, num_players=2)
    hand = list(game.to_json(S)["players"][0]["hand"])
    assert len(hand) == 3
    own, other, everything = (draw(game, S, player=p) for p in (0, 1, None))
    assert all("3" in words(canvas, "player-0") for canvas in (own, other, everything))
    for canvas, shown in ((own, True), (other, False), (everything, True)):
        told = " ".join(words(canvas, "cards-0"))
        assert [name(card) in told for card in hand] == [shown] * 3
