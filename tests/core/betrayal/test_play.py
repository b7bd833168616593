"""Whole games: they end, they are the same again, nothing hidden shows, a restored position plays on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Deck, Role
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.questions import Frame
from fs_env.core.betrayal.restored import fault
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.tables import CARDS, HAUNT_SHAPE, N_TILES
from fs_env.core.machine.run.game import IllegalAction

WON, TRUNCATED, LOST = 1, 3, 6
COOPERATIVE = HAUNT_SHAPE.tolist().index(Shape.COOPERATIVE)


def random_game(seed: int, players: int, **options: int) -> Iterator[Any]:
    """Every position of a random game."""
    S, draw = GAME.new(), random.Random(seed)
    GAME.setup(S, seed=seed, num_players=players, **options)
    yield S
    while GAME.to_act(S) >= 0:
        GAME.step(S, draw.choice(sorted(GAME.legal(S).tolist())))
        yield S


@pytest.mark.parametrize(("players", "haunt"), [(3, 1), (4, 2), (5, 3), (6, 4), (4, 5), (3, 6), (5, 7)])
def test_random_games__come_to_an_end(players: int, haunt: int):
    """Every haunt ends by a win, or a loss of all; no capacity is exceeded, every position is one that can be restored."""
    for k, S in enumerate(random_game(haunt, players, haunt=haunt)):
        if k % 9 == 0:
            assert GAME.to_act(S) < 0 or fault(S.view(np.ndarray).view(np.uint8)) is None
    assert GAME.outcome(S) in (WON, LOST)
    paid = GAME.returns(S)
    if GAME.outcome(S) == LOST or (paid > 0).all():
        assert len(set(paid.tolist())) == 1
    else:
        assert abs(paid.sum()) < 1e-9


def test_random_games__the_same_seed_is_the_same_game():
    """Equal seeds and actions give equal bytes, other seeds others."""
    last = []
    for seed in (5, 5, 6):
        *_, S = random_game(seed, 4, max_decisions=80)
        last.append(GAME.snapshot(S))
    assert last[0] == last[1] != last[2] and GAME.outcome(S) in (WON, TRUNCATED, LOST)


def test_cards__are_never_lost():
    """In every position each card is in a stack, on a pile, held, on a tile, or being resolved: none is nowhere."""
    for S in random_game(11, 4):
        state = S.view(np.ndarray)[0]
        assert (state["zone"][: CARDS.in_decks] != 0).all()
        assert state["n_deck"][Deck.OMENS] + state["omens"] == 13


def test_map__never_sealed_while_tiles_are_left():
    """R29: on both levels a door leads out as long as a stack of the level has tiles."""
    for S in random_game(12, 4):
        state = S.view(np.ndarray)[0]
        for level, stacks in enumerate(((Deck.BUILDINGS, Deck.STREETS), (Deck.CATACOMBS,))):
            if any(state["n_deck"][d] + state["n_pile"][d] for d in stacks):
                free = sum(
                    1
                    for t in range(N_TILES)
                    for d in range(4)
                    if state["tiles"]["level"][t] == level
                    and state["tiles"]["doors"][t, d]
                    and state["tiles"]["beside"][t, d] < 0
                )
                assert free == state["free"][level] > 0


@pytest.mark.parametrize(("players", "haunt"), [(4, 1), (5, 4), (3, 7)])
def test_secrets__nothing_hidden_shows(players: int, haunt: int):
    """Other orders of the stacks and another secret traitor change nothing that a seat observes, reads or may do."""
    differed = 0
    for k, S in enumerate(random_game(haunt + 40, players, haunt=haunt)):
        if k % 7:
            continue
        for player in range(players):
            sampled = GAME.clone(S)
            GAME.resample(sampled, player, 0, k)
            changed = GAME.observe(S, player) != GAME.observe(sampled, player)
            assert not changed.any(), [name for name, part in GAME.schema.views(changed).items() if part.any()]
            assert GAME.to_json(S, player=player) == GAME.to_json(sampled, player=player)
            if GAME.to_act(S) == player:
                assert sorted(GAME.legal(S)) == sorted(GAME.legal(sampled))
            differed += sampled.view(np.ndarray)["traitor"][0] != S.view(np.ndarray)["traitor"][0]
    assert (differed > 0) == (haunt == 4)


def test_secrets__determinizations_play_on():
    """A determinization with a hidden traitor comes to an end, and an innocent one may be another's."""
    for k, S in enumerate(random_game(3, 4, haunt=4)):
        if k % 40 == 39 and GAME.to_act(S) >= 0:
            sampled = GAME.clone(S)
            GAME.resample(sampled, GAME.to_act(S), 0, k)
            assert GAME.playout(sampled, 0, k, 10**5).games == 1


def test_grid__shows_the_neighbours_of_the_own_figure():
    """The observer's tile is in the middle of the first grid, the tile to its north above it, doors as bits; the rows agree."""
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").stand(1, "Kitchen Basement").start()
    seen = game.seen(0)
    assert seen["grid_tile"][0, 5, 5] == 0 and seen["grid_tile"][0, 4, 5] == 23 and seen["grid_tile"][0, 5, 4] == 1
    assert seen["grid_doors"][0, 4, 5] == 15 and seen["grid_tile"][0, 0, 0] == -1
    assert seen["grid_tile"][1, 5, 5] == 3 and seen["grid_tile"][1, 5, 6] == 4  # the Landing, the Basement to its east
    below = game.seen(1)
    assert below["grid_tile"][0, 5, 5] == 4 and below["grid_tile"][1, 5, 5] == 0
    fountain = seen["tiles"][23]
    assert (int(fountain["placed"]), int(fountain["here"]), int(fountain["east"]), int(fountain["south"])) == (
        1,
        1,
        0,
        -1,
    )


def test_observation__players_are_counted_from_the_observer():
    """Seat 2 sees itself first, then seats 0 and 1; traits are the numbers at the clips."""
    seen = Play(3).stand(0, "Kitchen").clips(1, might=8).start().seen(2)
    assert [int(t) for t in seen["players"]["tile"][:4]] == [0, 2, 0, -1]
    assert int(seen["players"]["might"][2]) == 7 and int(seen["players"]["might_at"][2]) == 8
    assert int(seen["to_act"]) == 1


def test_words__name_every_action_once():
    """Texts of ids are distinct; an id that nothing offers is refused with the legal ones."""
    words = [GAME.action_text(action) for action in range(GAME.num_actions)]
    assert len(set(words)) == len(words)
    game = Play(3).start()
    with pytest.raises(IllegalAction, match="end the turn"):
        game.choose("use your power now")


def test_restored__a_wrong_number_is_refused():
    """A figure on a tile that is not on the map, a card in two places, a frame that leads nowhere, sets that are others."""
    game = Play(3).start()

    def broken(change: Any) -> str | None:
        S = GAME.clone(game.S).view(np.ndarray)
        change(S[0])
        return fault(S.view(np.uint8))

    def wrong_tile(s: Any) -> None:
        s["seats"]["tile"][0] = 23

    def twice(s: Any) -> None:
        s["deck"][0, 0] = s["deck"][0, 1]

    def nowhere(s: Any) -> None:
        s["frames"]["kind"][0] = Frame.LEAVE

    def too_many(s: Any) -> None:
        s["haunt"], s["revealer"], s["seats"]["role"][:3] = COOPERATIVE, 0, Role.HERO
        s["monsters"]["kind"][0] = s["monsters"]["tile"][0] = 0

    assert broken(lambda s: None) is None
    assert "cards of tiles[0] are 0x1" in str(broken(lambda s: s["tiles"]["cards"].__setitem__(0, 1)))
    assert "cards of seats[1] are 0x8" in str(broken(lambda s: s["seats"]["cards"].__setitem__(1, 8)))
    assert "tiles of level 1 are 0x0" in str(broken(lambda s: s["placed"].__setitem__(1, 0)))
    assert "more than 0 monsters" in str(broken(too_many))
    assert "not on the map" in str(broken(wrong_tile))
    assert "two places" in str(broken(twice)) or "another place" in str(broken(twice))
    assert "moves nowhere" in str(broken(nowhere))
