"""R21.1, R21.8, R1.11, R1.12: drafting treasures before the first turn, a table of Edens, and who begins."""

from __future__ import annotations

from functools import cache

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import CARD_OF_ACTION
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Deck, Static
from fs_env.core.four_souls.observation.schema import FIRST_OTHER, SCHEMA
from fs_env.core.four_souls.options import Draft, First
from fs_env.core.four_souls.scenario import Play, Scenario
from fs_env.core.four_souls.state import Zone
from fs_env.core.four_souls.tables import CardFlag
from fs_env.core.machine.run.scenario import ScenarioError
from tests.core.four_souls.rules.table import cards_lost_or_doubled, characters, deal, filled

TREASURES = 105  # of the base set


def treasures(game: Play) -> list[str]:
    return game.read.ids(filled(game, "deck", "n_deck", Deck.TREASURE))[::-1]


def offered(game: Play) -> list[str]:
    return [T.IDS[CARD_OF_ACTION[action]] for action in GAME.legal(game.S)]


def without_eden(players: int, **options: int) -> Play:
    games = (deal(seed, players, **options) for seed in range(40))
    return next(game for game in games if "eden" not in characters(game))


def take(game: Play, *cards: str) -> Play:
    """Chooses cards; No! by its printed name, because its id is also an answer."""
    return game.choose(*("No!" if card == "no" else card for card in cards))


def turn_order(game: Play) -> list[int]:
    n, first = game.read.number("n_players"), game.read.number("active_player")
    return [(first + k) % n for k in range(n)]


def drafted(game: Play) -> list[tuple[int, int]]:
    """Takes the first card offered until the draft is over: who was asked, among how many cards."""
    asked = []
    while game.question == "open_draft":
        asked.append((game.read.number("asked"), len(game.legal())))
        take(game, offered(game)[0])
    return asked


def test_draft_two__pick_by_pick() -> None:
    """R21.1, FSR-170: of three open treasures the first player takes one and the other one, the last goes to the bottom; then
    the other player takes first. What is drafted is charged and not eternal; the starting item stays the only eternal one."""
    game = without_eden(2, draft=Draft.TWO)
    first, other = turn_order(game)
    own = {p: game.player(p)["items"] for p in (first, other)}
    open_cards = sorted(offered(game))
    game.expect(question="open_draft", asked=first, phase="setup", stack=[]).expect(deck="treasure", size=TREASURES - 5)
    a, b, left = offered(game)
    take(game, b).expect(asked=other, question="open_draft").expect(player=first, items=[*own[first], b])
    assert sorted([*offered(game), b]) == open_cards and left in offered(game)
    take(game, a).expect(asked=other).expect(player=other, items=[*own[other], a])
    assert treasures(game)[-1] == left and not {a, b, left} & set(offered(game))
    c, d, last = offered(game)
    take(game, c).expect(asked=first)
    take(game, d)
    game.expect(player=first, items=[*own[first], b, d]).expect(player=other, items=[*own[other], a, c])
    game.expect(deck="treasure", bottom=[last, left], size=TREASURES - 6).expect(phase="start", asked=first)
    for card in (a, b, c, d):
        turned = bool(T.C_FLAGS[T.CARD_ID[card]] & CardFlag.ENTERS_DEACTIVATED)
        game.expect(card=card, eternal=bool(T.C_FLAGS[T.CARD_ID[card]] & CardFlag.ETERNAL), turned=turned)
    assert cards_lost_or_doubled(game) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draft_mini__rounds_of_one_card_more_than_players(players: int) -> None:
    """R21.8: one card more than players lies open; every player takes one in turn order, in the second round in reverse order,
    and the last card of each round goes to the bottom."""
    game = without_eden(players, draft=Draft.MINI)
    order = turn_order(game)
    items = {p: len(game.player(p)["items"]) for p in order}
    cards = list(range(players + 1, 1, -1))
    assert drafted(game) == [*zip(order, cards), *zip(order[::-1], cards)]
    for p in order:
        game.expect(player=p, items=items[p] + 2)
    game.expect(deck="treasure", size=TREASURES - 2 - 2 * players).expect(phase="start", asked=order[0], turn=1)
    assert cards_lost_or_doubled(game) == []


@pytest.mark.parametrize("seed", range(4))
def test_draft_mini__of_two_players_is_draft_two(seed: int) -> None:
    """R21.1, R21.8: for two players both options are one draft: the same cards, the same picks, the same games."""
    two, mini = (deal(seed, 2, draft=kind) for kind in (Draft.TWO, Draft.MINI))
    for _ in range(12):
        assert two.legal() == mini.legal() and two.question == mini.question
        for game in (two, mini):
            GAME.step(game.S, int(GAME.legal(game.S)[-1]))
    assert two.S.tobytes() == mini.S.tobytes()


def test_draft_two__for_two_players_only() -> None:
    """R21.1: three players are told to choose the draft for any number."""
    with pytest.raises(ValueError, match='draft="two" is for two players .* not num_players=3: choose draft="mini"'):
        deal(0, 3, draft=Draft.TWO)


@pytest.mark.parametrize("sets", [2, 4])
def test_draft__with_the_smallest_decks(sets: int) -> None:
    """R21.8: twenty treasures are enough for a shop of two and eight picks of four players."""
    game = deal(1, 4, draft=Draft.MINI, sets=sets)
    assert len(drafted(game)) == 8
    assert cards_lost_or_doubled(game) == []


def test_draft__open_to_everybody() -> None:
    """R21.1, A45: every seat reads the open cards, and which card lies at the bottom afterwards; only the seat that is asked
    has options."""
    game = without_eden(3, draft=Draft.MINI)
    cards = offered(game)
    for seat in range(3):
        table = GAME.to_json(game.S, player=seat)
        assert sorted(table["revealed"]) == sorted(cards) and table["decision"]["question"] == "open_draft"
        assert (table["decision"]["options"] is None) == (seat != game.read.number("asked"))
        seen = SCHEMA.record(GAME.observe(game.S, seat))["cards"]["zone"]
        places = [int(T.C_INST0[T.CARD_ID[card]]) - FIRST_OTHER for card in cards]
        assert [int(zone) for zone in seen[places]] == [Zone.REVEALED] * 4
    for _ in range(3):
        take(game, offered(game)[0])
    for seat in range(3):
        known = GAME.to_json(game.S, player=seat)["decks"]["treasure"]["known"]
        assert [entry["card"] for entry in known] == treasures(game)[-1:]


@cache
def drafts(players: int) -> list[Play]:
    games = [deal(seed, players, draft=Draft.MINI) for seed in range(60)]
    return [game for game in games if "eden" not in characters(game)]


def test_draft__hit_points_of_an_item_are_there_at_once() -> None:
    """R21.1, R12.1: [dinner] and [breakfast] give their hit point at once, before any other player drafts."""
    found = 0
    for game in drafts(3):
        for card in {"dinner", "breakfast"} & set(offered(game)):
            p = game.read.number("asked")
            take(game.copy(), card).expect(player=p, hp=3, max_hp=3)
            found += 1
    assert found > 1


def test_draft__two_guppy_items_are_a_bonus_soul() -> None:
    """R21.1, R19.1, R19.2: bonus souls are gained during the draft too: the second Guppy item brings Soul of Guppy."""
    guppy = {T.IDS[c] for c in T.TREASURES if T.C_FLAGS[c] & CardFlag.GUPPY}
    for seed in range(200):
        game = deal(seed, 4, eden_only=1, first_player=First.SEAT_0, draft=Draft.MINI)
        while game.question != "priority":
            mine = game.read.number("asked") == 0
            take(game, next((card for card in offered(game) if (card in guppy) == mine), offered(game)[0]))
            held = len(guppy & set(game.player(0)["items"]))
            game.expect(player=0, souls=int(held >= 2), soul_cards=["soul_of_guppy"] if held >= 2 else [])
            if held >= 2:
                return
    raise AssertionError("no deal with two Guppy items for one player")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_eden_only__everybody_is_eden(players: int) -> None:
    """R21.8: every reader and every seat reads Eden everywhere; no other character is in the game."""
    game = deal(3, players, eden_only=1)
    assert characters(game) == ["eden"] * players
    for seat in (None, *range(players)):
        assert [p["character"] for p in GAME.to_json(game.S, player=seat)["players"]] == ["eden"] * players
        assert GAME.text(game.S, player=seat).count("Eden (sideways)") == players
    first, after = (int(T.C_INST0[group[0]]) - FIRST_OTHER for group in (T.CHARACTERS, T.STARTING_ITEMS))
    for seat in range(players):
        seen = SCHEMA.views(GAME.observe(game.S, seat))
        places = SCHEMA["players"].column("character")
        assert seen["players"][:players, places].tolist() == [T.CARD_ID["eden"] + 1] * players
        others = [k for k in range(first, after) if k != int(T.C_INST0[T.CARD_ID["eden"]]) - FIRST_OTHER]
        cards = SCHEMA.record(GAME.observe(game.S, seat))["cards"]
        assert not cards["zone"][others].any() and not cards["owner"][others].any()
    assert cards_lost_or_doubled(game) == []


def test_eden_only__each_drafts_a_starting_item_in_turn_order() -> None:
    """R1.11, R21.8, A36: one after the other, beginning with the first player, looks at the top three treasures and keeps one,
    eternal; each sees only its own three."""
    game = deal(5, 3, eden_only=1)
    for p in turn_order(game):
        top = treasures(game)[:3]
        game.expect(asked=p, question="draft")
        assert sorted(offered(game)) == sorted(top)
        for card in top:
            game.expect(card=card, known=[p])
        a, b, c = top
        take(game, b, c).expect(player=p, items=[b]).expect(card=b, eternal=True)
        game.expect(deck="treasure", bottom=[a, c])
    game.expect(phase="start", turn=1).expect(deck="treasure", size=TREASURES - 5)


def test_eden_only__play_as_eden_does() -> None:
    """R21.8, R2.18, R8.3: a seat whose Eden lies on another card has Eden's numbers and turns it to play loot; that card is
    neither named nor chosen."""
    game = deal(8, 4, eden_only=1, first_player=First.SEAT_2)
    while game.question != "priority":
        take(game, offered(game)[0])
    for p in range(4):
        game.expect(player=p, character="eden", souls=0, attack=game.player(p)["attack"])
    game.until("action").expect(active=2).expect(player=2, turned=False)


def test_eden_only__begins_before_the_open_draft() -> None:
    """R1.11, R21.1: Eden's choice is part of the setup, and the draft comes after the setup."""
    game = deal(2, 2, eden_only=1, draft=Draft.TWO)
    asked = []
    while game.question != "priority":
        asked.append(game.question)
        take(game, offered(game)[0])
    assert asked == ["draft", "order"] * 2 + ["open_draft"] * 4


def test_eden_only__a_card_seen_on_top_is_lost_sight_of() -> None:
    """A45, R1.11: a first player whose kept item shows the top of the treasure deck knows one of the next Eden's cards; when
    that player puts two at the bottom in secret, the first knows them to be there, not in which order."""
    found = 0
    for seed in range(200):
        game = deal(seed, 2, eden_only=1, first_player=First.SEAT_0)
        seeing = [card for card in offered(game) if card in SEES_TOP]
        if not seeing:
            continue
        rest = [card for card in offered(game) if card not in seeing]
        take(game, seeing[0], rest[0])
        top, kept = treasures(game)[:2]
        take(game.expect(card=top, known=[0, 1]), kept)
        ends = []
        for last in offered(game):
            end = take(game.copy(), last)
            ends.append(GAME.to_json(end.S, player=0)["decks"])
            end.expect(card=top, known=[1])
        assert ends[0] == ends[1]
        found += 1
    assert found


SEES_TOP = {
    T.IDS[c]
    for c in T.TREASURES
    for t in range(int(T.C_ST0[c]), int(T.C_ST0[c] + T.C_STN[c]))
    if T.ST_MOD[t] == Static.SEE_TOP
}


@pytest.mark.parametrize("sets", [2, 4, 6])
def test_eden_only__needs_the_base_set(sets: int) -> None:
    """R21.8: Eden is a card of the base set; without it the option is refused with what to add."""
    with pytest.raises(ValueError, match='eden_only=1 needs the character Eden: add "base" to sets'):
        deal(0, 2, eden_only=1, sets=sets)


def test_scenario__of_edens() -> None:
    """R21.8: a position of a table of Edens; another character is refused."""
    game = Scenario(players=[{"hand": ["a_dime"], "plays_used": 1}, {}, {}], options={"eden_only": True}).start()
    assert characters(game) == ["eden"] * 3
    game.play("a_dime").expect(player=0, turned=True).settle().expect(player=0, coins=13)
    with pytest.raises(ScenarioError, match="with eden_only every seat plays 'eden'"):
        Scenario(players=[{"character": "isaac"}, {}], options={"eden_only": True})


@pytest.mark.parametrize("seat", range(4))
def test_first_player__a_seat(seat: int) -> None:
    """R1.12: a seat that is chosen begins, whoever plays Cain, and drafts first."""
    for seed in range(6):
        game = deal(seed, 4, first_player=First.SEAT_0 + seat)
        assert game.read.number("active_player") == seat
    game = deal(0, 4, first_player=First.SEAT_0 + seat, draft=Draft.MINI, eden_only=1)
    game.expect(asked=seat, question="draft")


def test_first_player__random_whoever_plays_cain() -> None:
    """R1.12: with "random" Cain's player begins no more often than others; without Cain the games are the usual ones."""
    began = []
    for seed in range(60):
        usual, game = deal(seed, 4), deal(seed, 4, first_player=First.RANDOM)
        if "cain" in characters(game):
            began.append(characters(game).index("cain") == game.read.number("active_player"))
        else:
            assert game.S.tobytes() == usual.S.tobytes()
    assert 0 < sum(began) < len(began) / 2


def test_first_player__not_at_the_table() -> None:
    """R1.12: a seat that the game does not have is refused with those that it has."""
    with pytest.raises(
        ValueError, match='first_player="seat_3" does not exist with num_players=3: choose "seat_0" to "seat_2"'
    ):
        deal(0, 3, first_player=First.SEAT_3)
