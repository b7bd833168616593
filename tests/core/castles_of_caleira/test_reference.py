"""The naive reference itself: the test vectors of the rules, the rulings with their options, and figures of random play."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from tests.core.castles_of_caleira.pieces import (
    BARRACKS,
    BATTLEMENTS,
    COPIES,
    MARKETPLACE,
    OBSERVATORY,
    OPTIONS,
    SPIRE,
    THRONE_ROOM,
    TREBUCHET,
    WATCHTOWER,
    WIZARDS_TOWER,
    Action,
    Chance,
    Deal,
    Effect,
    Piece,
)
from tests.core.castles_of_caleira.reference import Reference

PLAYERS = (2, 3, 4)
GAMES = 6000  # random games a player count
PUBLISHED_GAMES = 20_000
PUBLISHED = {
    2: {"turns": 17.4, "decisions": 26.7, "effects": 10.2, "spire": 0.090},
    3: {"turns": 17.4, "decisions": 27.4, "effects": 10.2, "spire": 0.086},
    4: {"turns": 15.6, "decisions": 23.8, "effects": 9.1, "spire": 0.076},
}
"""Section 8 of the rules: means of 20,000 games of uniformly random legal play, to one decimal (the share to 0.1 %)."""
SURE = 4.5  # standard errors; a true mean lies farther away once in 150,000 trials


def assert_published(players: int, rows: Mapping[str, Sequence[float]]) -> None:
    """Means agree with the published ones within the errors of both samples.

    Those are rounded: half a unit of the last place is added to SURE standard errors of the difference between our
    sample and one of PUBLISHED_GAMES games.
    """
    for name, values in rows.items():
        error = statistics.pstdev(values) * math.sqrt(1 / len(values) + 1 / PUBLISHED_GAMES)
        mean, published = statistics.fmean(values), PUBLISHED[players][name]
        rounding = 0.0005 if name == "spire" else 0.05
        assert abs(mean - published) <= SURE * error + rounding, f"{name}: {mean:.3f}, published {published}"


def dealt(
    hands: Sequence[Sequence[str]],
    deck: Sequence[str] = (),
    last: Sequence[str] = (),
    chance: Chance | None = None,
    **options: Any,
) -> Reference:
    """A game with these hands (filled up where short), these top cards and these bottom cards; seat 0 begins."""
    rest = Counter(COPIES)
    rest.subtract([*(card for hand in hands for card in hand), *deck, *last])
    assert min(rest.values()) >= 0, "more copies than the game has"
    spare = sorted(rest.elements())
    full = tuple(tuple(hand) + tuple(spare.pop() for _ in range(2 - len(hand))) for hand in hands)
    removed = tuple(spare.pop() for _ in range(2 if len(hands) == 4 else 0))
    return Reference.from_deal(Deal(0, full, (*deck, *spare, *last), removed), options, chance)


def down(card: str) -> Action:
    return ("play", card, "down")


def up(card: str) -> Action:
    return ("play", card, "up")


def at(piece: int) -> Action:
    return ("target", piece)


def played(game: Reference, *actions: Action) -> Reference:
    """The same game after these answers."""
    for action in actions:
        game.step(action)
    return game


def play_on(game: Reference, rng: Random) -> Reference:
    """The same game at its end, after random answers."""
    while not game.over:
        game.step(rng.choice(game.legal))
    return game


def castle_of(*pieces: tuple[str, int, bool]) -> Reference:
    """A game of two in which these pieces (card, owner, face up) stand."""
    game = dealt([[], []])
    game.pieces = [Piece(card, owner, index, face_up) for index, (card, owner, face_up) in enumerate(pieces)]
    return game


# ---------------------------------------------------------------------- the test vectors of the rules


def test_vector_1_the_deck_has_18_cards_and_a_game_of_four_uses_16() -> None:
    """T1, R1, R3, R6: numbers of cards, and equally many plays for everybody where no Spire falls."""
    assert sum(COPIES.values()) == 18
    for players, deck, plays in ((2, 14, 9), (3, 12, 6), (4, 8, 4)):
        game = Reference(players, None, Deal.shuffled(players, Random(players)))
        assert len(game.deck) + 1 == deck and len(game.removed) == (2 if players == 4 else 0)
        while not game.over:  # everything face down: nothing is destroyed
            game.step(next(action for action in game.legal if action[2] == "down"))
        assert [len(game.castle(seat)) for seat in range(players)] == [plays] * players
        assert game.turns == players * plays == game.decisions == len(game.pieces)


@pytest.mark.parametrize("players", PLAYERS)
def test_vector_2_the_spire_is_never_legal_face_up(players: int) -> None:
    """T2, R10: face down it is legal whenever it is in the hand, face up never."""
    rng, asked = Random(2), 0
    for _ in range(50):
        game = Reference(players, None, Deal.shuffled(players, rng))
        while not game.over:
            assert up(SPIRE) not in game.legal
            if game.resolving is None and SPIRE in game.hand(game.to_act):
                asked += 1
                assert down(SPIRE) in game.legal
            game.step(rng.choice(game.legal))
    assert asked > 50


def test_vector_3_a_trebuchet_destroys_a_face_down_watchtower() -> None:
    """T3, R12, R22: the Watchtower lies in the discard pile and its owner turns up to two pieces."""
    game = dealt([[WATCHTOWER, BATTLEMENTS], [THRONE_ROOM, TREBUCHET]])
    played(game, down(WATCHTOWER), down(THRONE_ROOM), down(BATTLEMENTS), up(TREBUCHET), at(0))
    assert game.discard == [WATCHTOWER] and game.resolving == Effect(WATCHTOWER, 0, 0) and game.to_act == 0
    assert game.legal == [at(1), at(2), at(3), ("stop",)]
    played(game, at(2))
    assert game.pieces[2].face_up and game.legal == [at(1), at(3), ("stop",)]
    played(game, ("stop",))
    assert game.turn_player == 0 and game.resolving is None


def test_vector_4_effects_resolve_in_the_order_of_being_revealed() -> None:
    """T4, R13, R25, A8: of a Trebuchet and then an Observatory, turned up by one Watchtower, the Trebuchet is first."""
    game = dealt([[TREBUCHET, WATCHTOWER], [OBSERVATORY]])
    played(game, down(TREBUCHET), down(OBSERVATORY), up(WATCHTOWER), at(0), at(1))
    assert game.resolving == Effect(TREBUCHET, 0, 0) and list(game.queue) == [Effect(OBSERVATORY, 1, 1)]
    swapped = dealt([[TREBUCHET, WATCHTOWER], [OBSERVATORY]])
    played(swapped, down(TREBUCHET), down(OBSERVATORY), up(WATCHTOWER), at(1), at(0))
    assert swapped.happened["skipped"] == 1 and swapped.resolving == Effect(
        TREBUCHET, 0, 0
    )  # nothing lay face down any more


def test_vector_5_a_throne_room_turns_a_trebuchet_up_without_its_effect() -> None:
    """T5, R21: face up, nothing destroyed, marked until the turn ends."""
    game = dealt([[TREBUCHET], [THRONE_ROOM]])
    played(game, down(TREBUCHET), up(THRONE_ROOM), at(0))
    assert game.pieces[0].face_up and not game.queue and not game.discard and game.resolving is None
    assert game.turn_player == 0 and not game.pieces[0].suppressed


def test_vector_6_three_face_up_battlements_score_nine() -> None:
    """T6, R40: all three face up score 9; two face up and one face down 0 + 0 + 1; shared out they score nothing."""
    assert castle_of(*[(BATTLEMENTS, 0, True)] * 3).score(0) == 9
    assert castle_of(*[(BATTLEMENTS, 0, True)] * 2, (BATTLEMENTS, 0, False)).score(0) == 1
    assert castle_of(*[(BATTLEMENTS, 0, True)] * 2, (BATTLEMENTS, 1, True)).score(0) == 0


def test_vector_7_a_tie_goes_to_more_face_down_pieces() -> None:
    """T7, R32, A9: 10 to 10, then face-down pieces, then fewer pieces, then a shared win."""
    ten = [(OBSERVATORY, 0, True), (BARRACKS, 0, True), (WATCHTOWER, 0, True), (TREBUCHET, 0, False), (SPIRE, 0, False)]
    other = [(WIZARDS_TOWER, 1, True), (WATCHTOWER, 1, True), (MARKETPLACE, 1, True), (THRONE_ROOM, 1, True)]
    game = castle_of(*ten, *other, (TREBUCHET, 1, False))
    assert [game.score(seat) for seat in (0, 1)] == [10, 10] and game.best([0, 1]) == {0}
    even = [(WATCHTOWER, 0, True), (SPIRE, 0, False), (MARKETPLACE, 1, True), (TREBUCHET, 1, False)]
    assert castle_of(*even).best([0, 1]) == {0, 1}
    assert castle_of(*even, (BATTLEMENTS, 0, True)).best([0, 1]) == {1}


def test_vector_8_a_marketplace_as_the_last_card_is_skipped() -> None:
    """T8, R19, R30: its owner's hand is empty; the game ends."""
    game = dealt([[MARKETPLACE], []], last=[MARKETPLACE])
    while len(game.pieces) < 17:
        kept = down(MARKETPLACE) if game.to_act == 1 else None
        game.step(next(action for action in game.legal if action[2] == "down" and action != kept))
    played(game, up(MARKETPLACE))
    assert game.over and game.happened["skipped"] == 1 and not game.happened["resolved"] and game.winners


def test_vector_9_barracks_may_turn_itself_down() -> None:
    """T9, R17: face down it is worth 1."""
    game = dealt([[BARRACKS], []])
    played(game, up(BARRACKS))
    assert game.score(0) == 3
    played(game, at(0))
    assert game.public()["pieces"] == [(0, "down", None)] and game.score(0) == 1
    assert game.known(1)["pieces"] == {0: BARRACKS}  # R51: it lay face up before


# ---------------------------------------------------------------------- rulings and options


def spire_game(players: int, owner: int, destroyer: int, **options: Any) -> Reference:
    """A game in whose second round `destroyer` strikes the Spire that `owner` played in the first."""
    hands: list[list[str]] = [[] for _ in range(players)]
    hands[owner].append(SPIRE)
    hands[destroyer].append(TREBUCHET)
    game = dealt(hands, **options)
    while not game.over:
        seat = game.turn_player
        if seat == destroyer and len(game.pieces) >= players:
            return played(game, up(TREBUCHET), at(next(p.index for p in game.pieces if p.name == SPIRE)))
        keep = TREBUCHET if seat == destroyer else None
        wish = [
            a for a in game.legal if a[2] == "down" and (a[1] == SPIRE if down(SPIRE) in game.legal else a[1] != keep)
        ]
        game.step(wish[0])
    raise AssertionError("the game ended before the strike")


@pytest.mark.parametrize("players", PLAYERS)
def test_whoever_destroys_a_spire_of_another_wins_at_once(players: int) -> None:
    """R33, A1: also with pieces that would score more elsewhere."""
    game = spire_game(players, owner=0, destroyer=players - 1)
    assert game.over and game.winners == {players - 1} and game.fallen == 0 and game.discard == [SPIRE]


def test_destroying_the_own_spire_makes_another_win() -> None:
    """A1, A10: with two players the other one, with more the best score among the others."""
    assert spire_game(2, owner=1, destroyer=1).winners == {0}
    game = spire_game(3, owner=1, destroyer=1)
    assert game.over and game.winners == game.best([0, 2]) and 1 not in game.winners


@pytest.mark.parametrize("players", PLAYERS)
def test_the_others_may_play_on_without_the_owner_of_the_spire(players: int) -> None:
    """A1 with spire_multi="continue": pieces and hand are discarded; the others go on (with two there is one left)."""
    game = spire_game(players, owner=0, destroyer=1, spire_multi="continue")
    if players == 2:
        assert game.over and game.winners == {1}
        return
    assert not game.over and game.castle(0) == [] and game.hand(0) == []
    assert Counter(game.discard).total() == 2 + 2  # two pieces and a hand of two
    play_on(game, Random(1))
    assert game.winners and 0 not in game.winners and all(piece.owner for piece in game.pieces if piece.index > players)


def test_a_suppressed_piece_stays_so_until_the_turn_ends() -> None:
    """A7, R21: turned up by a Throne Room, down by Barracks and struck in the same turn, it does not trigger."""
    for throne, discarded in ((at(0), False), (at(5), True)):
        game = dealt([[WATCHTOWER, WATCHTOWER], [THRONE_ROOM, BARRACKS]], [TREBUCHET, WATCHTOWER])
        played(game, *map(down, (WATCHTOWER, THRONE_ROOM, WATCHTOWER, BARRACKS, TREBUCHET)))
        played(game, up(WATCHTOWER), at(2), at(1), at(3), at(4))  # one Watchtower turns up the next
        assert [game.resolving, *game.queue] == [
            Effect(THRONE_ROOM, 1, 1),
            Effect(BARRACKS, 1, 3),
            Effect(TREBUCHET, 0, 4),
        ]
        game.step(throne)
        game.step(at(0 if throne == at(0) else 3))
        game.step(at(0))
        assert game.discard == [WATCHTOWER]
        assert (game.resolving == Effect(WATCHTOWER, 0, 0)) == discarded


def test_a_destroyed_trebuchet_strikes_from_the_discard_pile() -> None:
    """A11, R22: face down it is turned up first; its owner chooses, and it is no piece any more."""
    game = dealt([[TREBUCHET], [TREBUCHET]])
    played(game, down(TREBUCHET), up(TREBUCHET), at(0))
    assert game.resolving == Effect(TREBUCHET, 0, 0) and game.to_act == 0 and game.legal == [at(1)]
    played(game, at(1))
    assert game.discard == [TREBUCHET, TREBUCHET] and not game.queue


def test_battlements_are_turned_up_and_never_destroyed() -> None:
    """A3, R24: face down they are revealed; face up they are no effective target."""
    game = dealt([[BATTLEMENTS], [TREBUCHET]])
    played(game, down(BATTLEMENTS), up(TREBUCHET), at(0))
    assert game.public()["pieces"] == [(0, "up", BATTLEMENTS), (1, "up", TREBUCHET)] and not game.discard


def test_an_effect_without_any_effective_target_is_skipped() -> None:
    """A12, R14: Barracks where all lies face down, a Trebuchet among Battlements, a look where all lies face up."""
    hidden = castle_of((TREBUCHET, 0, False), (BATTLEMENTS, 1, False))
    shown = castle_of((BATTLEMENTS, 0, True), (BATTLEMENTS, 1, True))
    for card in (BARRACKS, TREBUCHET, OBSERVATORY, THRONE_ROOM, WATCHTOWER):
        effect = Effect(card, 0, 7)
        assert hidden.is_possible(effect) == (card != BARRACKS)
        assert shown.is_possible(effect) == (card == BARRACKS)


def test_an_effect_outlives_its_source() -> None:
    """A4, R15: a Trebuchet that waits strikes although another one has destroyed it meanwhile."""
    game = dealt([[TREBUCHET, TREBUCHET], [MARKETPLACE, WATCHTOWER]])
    played(game, down(TREBUCHET), down(MARKETPLACE), down(TREBUCHET), up(WATCHTOWER), at(0), at(2), at(2))
    assert game.discard == [TREBUCHET] and game.resolving == Effect(TREBUCHET, 0, 2)
    assert game.legal == [at(0), at(1), at(3)]


def test_useless_targets_can_be_masked() -> None:
    """A6: with useless_targets=False only pieces on which the effect does something, if there are any."""
    for useless, targets in ((True, [at(0), at(1), ("stop",)]), (False, [at(0), ("stop",)])):
        game = dealt([[TREBUCHET], [WATCHTOWER]], useless_targets=useless)
        assert played(game, down(TREBUCHET), up(WATCHTOWER)).legal == targets


def test_marketplace_swaps_a_card_each() -> None:
    """R19, A2: the other trader chooses blindly; both know both cards afterwards, nobody else does."""
    game = dealt([[MARKETPLACE, SPIRE], [TREBUCHET, OBSERVATORY], []], [WATCHTOWER])
    played(game, up(MARKETPLACE), ("player", 1), ("give", SPIRE))
    assert game.to_act == 1 and game.legal == [("give", OBSERVATORY), ("give", TREBUCHET)]
    played(game, ("give", TREBUCHET))
    assert game.hand(0) == [TREBUCHET, WATCHTOWER] and SPIRE in game.hand(1)
    assert game.certain_hand(0, of=1) == [SPIRE] and game.certain_hand(1, of=0) == [TREBUCHET]
    assert game.certain_hand(2, of=0) == game.certain_hand(2, of=1) == []
    swap = dealt([[MARKETPLACE, TREBUCHET], [TREBUCHET, OBSERVATORY]])
    played(swap, up(MARKETPLACE), ("player", 1), ("give", TREBUCHET), ("give", TREBUCHET))
    assert swap.certain_hand(0, of=1) == swap.certain_hand(1, of=0) == [TREBUCHET]
    game.step(down(SPIRE))
    assert game.certain_hand(0, of=1) == [] and game.known(0)["pieces"] == {
        0: MARKETPLACE
    }  # it may have been another card


def test_marketplace_may_take_a_random_card() -> None:
    """A2 with market="random": nobody is asked for the other card; the outcome given to the game is taken."""
    told: list[tuple[int, tuple[str, ...]]] = []

    def chance(seat: int, hand: Sequence[str]) -> str:
        told.append((seat, tuple(hand)))
        return OBSERVATORY

    game = dealt([[MARKETPLACE, SPIRE], [TREBUCHET, OBSERVATORY]], chance=chance, market="random")
    played(game, up(MARKETPLACE), ("player", 1), ("give", SPIRE))
    assert told == [(1, (TREBUCHET, OBSERVATORY))] and game.turn_player == 1
    assert OBSERVATORY in game.hand(0) and SPIRE in game.hand(1)


def test_wizards_tower_orders_the_top_cards() -> None:
    """R26, R52: equal cards make fewer orders; only the owner knows the order, until another one changes it."""
    game = dealt([[WIZARDS_TOWER], []], [BARRACKS, SPIRE, TREBUCHET, TREBUCHET])
    played(game, up(WIZARDS_TOWER))
    orders = [(SPIRE, TREBUCHET, TREBUCHET), (TREBUCHET, SPIRE, TREBUCHET), (TREBUCHET, TREBUCHET, SPIRE)]
    assert game.legal == [("order", order) for order in orders]
    played(game, ("order", orders[2]))
    assert game.certain_hand(0, of=1) == [TREBUCHET]  # seat 1 has drawn it
    assert game.known(0)["deck"][:3] == [TREBUCHET, SPIRE, None] and set(game.known(1)["deck"]) == {None}


# ---------------------------------------------------------------------- random games


def test_wrong_deals_actions_and_options_are_refused() -> None:
    """A deal must have the 18 cards, an action must be legal, an option must exist."""
    with pytest.raises(ValueError, match="not the 18 cards"):
        Deal(0, ((SPIRE, SPIRE), (TREBUCHET, TREBUCHET)), ())
    with pytest.raises(ValueError, match="not among the legal actions"):
        dealt([[SPIRE], []]).step(up(SPIRE))
    with pytest.raises(ValueError, match="the options are"):
        Reference(2, {"spire_multi": "never"})


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("choice", range(4))
def test_every_card_is_always_in_one_place(players: int, choice: int) -> None:
    """R27 and the bound of section 8: 18 cards at every decision under all options, below 100 decisions, and an end."""
    options = {name: values[choice >> k & 1] for k, (name, values) in enumerate(list(OPTIONS.items())[:2])}
    options["useless_targets"] = choice in (0, 3)
    rng = Random(choice)
    for _ in range(60):
        game = Reference(players, options, Deal.shuffled(players, rng))
        while not game.over:
            held = [card.name for hand in game.hands for card in hand]
            cards = [*held, *(card.name for card in game.deck), *game.removed, *game.discard]
            assert Counter(cards + [piece.name for piece in game.pieces if piece.standing]) == COPIES
            assert game.to_act not in game.out and game.legal and len(set(game.legal)) == len(game.legal)
            game.step(rng.choice(game.legal))
        assert game.decisions < 100 and game.winners and game.fallen not in game.winners


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_random_play_has_the_published_figures(players: int) -> None:
    """Section 8: mean turns, decisions with a choice, effects and share of Spire endings.

    An effect is every card that came face up, also one that does nothing then, as long as the game goes on.
    """
    rng = Random(players)
    rows: dict[str, list[float]] = {name: [] for name in PUBLISHED[players]}
    for _ in range(GAMES):
        game = play_on(Reference(players, None, Deal.shuffled(players, rng)), rng)
        rows["turns"].append(game.turns)
        rows["decisions"].append(game.free_decisions)
        rows["effects"].append(sum(game.happened[what] for what in ("resolved", "skipped", "blank")))
        rows["spire"].append(game.fallen is not None)
    assert_published(players, rows)
