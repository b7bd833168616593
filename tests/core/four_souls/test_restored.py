"""Which states a snapshot may hold: every position that can be reached or set up, and none whose numbers contradict."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.restored import BOUNDS
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.four_souls.state import N_INSTANCES, STATE, Zone
from fs_env.core.machine.declare.ranges import leaves

EXAMPLES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


def restored(S: Any) -> Any:
    other = GAME.new()
    GAME.restore(other, GAME.snapshot(S))
    return other


def test_bounds__every_number_of_the_state():
    assert set(BOUNDS) == {leaf.name for leaf in leaves(STATE.fields, STATE.dtype)}


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_restore__a_position_laid_out(file):
    game = Scenario.from_toml(file).start()
    assert restored(game.S).tobytes() == game.S.tobytes()


def test_restore__in_the_middle_of_everything():
    """A stack with targets, a fight, covered monsters, curses, souls and a question under way."""
    game = Scenario(
        players=[
            {"hand": ["bomb", "xx_judgement", "i_the_magician"], "items": ["the_d6"], "souls": 2},
            {"hand": ["soul_heart", "butter_bean"], "curses": ["curse_of_amnesia"], "character": "eden"},
        ],
        monsters=[{"card": "monstro", "covered": ["fly"]}, "dip"],
        shop=["dinner", "meat"],
        bonus_souls=True,
    ).start()
    game.attack("monstro").pass_all().play("bomb", "monstro", by=0)
    assert restored(game.S).tobytes() == game.S.tobytes()
    game.pass_all()
    assert restored(game.S).tobytes() == game.S.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_restore__every_position_of_random_games(players):
    """Every position that play reaches is taken, and comes back byte for byte; the set-up with its draft included."""
    S = GAME.new()
    for seed in range(3):
        GAME.setup(S, seed=seed, num_players=players, sets=7)
        for _ in range(60):
            if GAME.to_act(S) < 0:
                break
            assert restored(S).tobytes() == S.tobytes()
            GAME.playout(S, 0, seed, 1 + GAME.decisions(S) // 20)


def write(field: str, at: Any, value: Any) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        if at == ():
            s[field] = value
        else:
            s[field][at] = value

    return change


def a_card_twice(s: Any) -> None:
    s["hand"][0, 0] = s["deck"][0, 0]


def a_card_of_another_deck(s: Any) -> None:
    s["deck"][0, 0], s["deck"][1, 0] = s["deck"][1, 0], s["deck"][0, 0]


def a_monster_under_itself(s: Any) -> None:
    s["under"][s["slot"][0]] = s["slot"][0]


def a_lost_monster(s: Any) -> None:
    s["zone"][s["slot"][0]] = Zone.OUT


def an_attack_on_nothing(s: Any) -> None:
    s["attacking"], s["attacked"] = 1, NONE


def an_object_twice(s: Any) -> None:
    s["stack"][:2], s["n_stack"], s["objects"]["kind"][0] = 0, 2, 1


def a_duty_to_attack_a_player(s: Any) -> None:
    s["obligations"][0]["who"], s["obligations"][0]["what"], s["n_obligations"] = 0, 1, 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (a_duty_to_attack_a_player, "obligations.what is no monster"),
        (write("n_players", (), 5), "n_players is 5, expected 2..4"),
        (write("active_player", (), 2), "active_player is 2 among 2 players"),
        (write("face", 7, -1), "face is -1"),
        (write("n_deck", 1, 1000), "n_deck is 1000"),
        (write("n_hand", 2, 1), "a card is in several lists|beyond the 2 players"),
        (write("option", 0, Ref.CARD + N_INSTANCES), "option refers to nothing"),
        (write("winner", (), Ref.STACK - 1), "winner refers to nothing"),
        (write("owner", 0, 11), "belongs to none|expected"),
        (write("n_stack", (), 1), "hold an object twice, or one that does not exist"),
        (write("n_frames", (), 1), "a frame without a kind"),
        (write("shape", (), 1), "a question without a frame"),
        (write("question", (), 0), "question 0 with outcome 0"),
        (a_card_twice, "is elsewhere|several lists"),
        (a_card_of_another_deck, "holds other cards"),
        (a_monster_under_itself, "a card covered in slot 0 is elsewhere"),
        (a_lost_monster, "slot 0 holds a card that is elsewhere|several lists"),
        (an_attack_on_nothing, "an attack, but not on an active monster"),
        (an_object_twice, "hold an object twice"),
    ],
)
def test_restore__what_cannot_be(change, told):
    """A state that contradicts itself is refused, and the words say how, though its checksum fits."""
    S = GAME.clone(Scenario(players=[{"hand": ["bomb"]}, {"hand": ["a_penny"]}]).start().S).view(np.ndarray)
    restored(S)
    change(S[0])
    with pytest.raises(ValueError, match=f"contains no position of four_souls: .*({told})"):
        restored(S)


def test_restore__a_seat_that_may_do_nothing():
    """A seat that must attack, with nothing to attack and nothing else to do, could not continue (R11.7): such a state is refused."""
    S, refused = GAME.new(), 0
    GAME.setup(S, seed=1)
    while GAME.to_act(S) >= 0:
        forced = GAME.clone(S).view(np.ndarray)
        forced["forced"] = 1
        if len(GAME.legal(forced)) == 0:
            refused += 1
            with pytest.raises(ValueError, match="is asked with outcome 0, and no action is legal"):
                restored(forced)
        else:
            restored(forced)
        GAME.playout(S, 0, 1, 5)
    assert refused
