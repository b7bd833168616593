"""R1: setup. Dealt games are looked at whole; Eden's choice is played."""

from __future__ import annotations

from functools import cache

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.scenario import Play
from fs_env.core.four_souls.scenario.names import DECKS
from fs_env.core.four_souls.state import Zone
from fs_env.core.four_souls.tables import CardFlag
from tests.core.four_souls.rules.table import cards_lost_or_doubled, characters, deal, filled, start

SEEDS = range(8)


@cache
def dealt(seed: int, players: int = 4) -> Play:
    return deal(seed, players)


@cache
def without_eden(players: int = 4) -> list[Play]:
    games = [dealt(seed, players) for seed in range(20)]
    return [game for game in games if game.question != "draft"]


@cache
def with_eden() -> Play:
    return next(game for game in (dealt(seed) for seed in range(40)) if game.question == "draft")


def is_monster(inst: int) -> bool:
    return bool(T.C_FLAGS[T.INST_CARD[inst]] & CardFlag.MONSTER)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players__two_to_four(players: int) -> None:
    """R1.1: two, three or four players sit at the table, each with a character; every card lies in one place."""
    game = dealt(3, players)
    assert game.read.number("n_players") == players == len(set(characters(game)))
    assert cards_lost_or_doubled(game) == []


@pytest.mark.parametrize("players", [1, 5])
def test_players__no_other_number(players: int) -> None:
    """R1.1: neither one nor five players can be dealt."""
    with pytest.raises(ValueError, match=f"{players}"):
        deal(0, players)


def test_decks__shuffled_apart_with_empty_discard_piles() -> None:
    """R1.2: three decks of their own cards, in an order that the seed makes, and three empty discard piles."""
    orders = set()
    for seed in (0, 1):
        game = dealt(seed)
        for d, deck in enumerate(DECKS):
            game.expect(discard=deck, size=0)
            cards = filled(game, "deck", "n_deck", d)
            assert {int(T.C_DECK[T.INST_CARD[i]]) for i in cards} == {d}
            orders.add(tuple(cards))
    assert len(orders) == 6


def test_bank__never_runs_dry() -> None:
    """R1.3: a bank of 100 cents pays on: a player with 95 gains ten more while another holds 90."""
    game = start({"hand": ["a_dime"], "coins": 95}, {"coins": 90})
    game.play("a_dime").settle().expect(player=0, coins=105).expect(player=1, coins=90)


def test_shop__two_items_face_up() -> None:
    """R1.4: the two top treasures lie open in two shop slots."""
    for game in without_eden():
        shop = filled(game, "shop", "n_shop")
        assert len(shop) == 2 and all(T.C_DECK[T.INST_CARD[i]] == 1 for i in shop)
        assert all(game.read.card(i)["known"] == [0, 1, 2, 3] for i in shop)


def test_monsters__others_go_to_the_bottom_without_effect() -> None:
    """R1.5: two monsters fill the slots; what was revealed before them lies at the bottom, and nothing happened to any player."""
    buried = 0
    for seed in SEEDS:
        game = dealt(seed)
        assert all(is_monster(i) for i in filled(game, "slot", "n_slots"))
        deck = filled(game, "deck", "n_deck", 2)
        known = [i for i in deck if game.read.card(i)["known"]]
        assert known == deck[: len(known)] and not any(is_monster(i) for i in known)
        buried += len(known)
        game.expect(stack=[]).expect(discard="monster", size=0)
        assert all(game.player(p)["coins"] == 3 and game.player(p)["hp"] == 2 for p in range(4))
    assert buried > 0


def test_slots__two_with_one_active_monster_each() -> None:
    """R1.6: each of the two piles shows its topmost monster, undamaged, and only that one is offered for an attack."""
    game = dealt(1, 2)
    if game.question == "draft":
        game = dealt(2, 2)
    game.expect(monsters=2)
    for name in game.read.game()["monsters"]:
        facts = game.read.monster(int(T.C_INST0[T.CARD_ID[name]]))
        assert facts["covered"] == [] and facts["hp"] == facts["max_hp"]
    covered = start(monsters=[{"card": "fly", "covered": ["dip"]}, "fatty"])
    covered.expect(legal=["attack Fly", "attack Fatty"], illegal="attack Dip")


def test_bonus_souls__all_three_or_none() -> None:
    """R1.7, FSR-008: with the option all three bonus souls can be won from the start, without it none."""
    dealt(0).expect(bonus_souls=["soul_of_greed", "soul_of_gluttony", "soul_of_guppy"])
    plain = deal(0, 2, bonus_souls=0).expect(bonus_souls=[])
    assert all(plain.player(p)["souls"] == 0 for p in range(2))


def test_characters__dealt_with_their_starting_items() -> None:
    """R1.8: every player has another character and in front of it that character's own item; the deal depends on the seed."""
    tables = set()
    for game in without_eden():
        names = characters(game)
        tables.add(tuple(names))
        for p, name in enumerate(names):
            own = T.IDS[T.C_START[T.CARD_ID[name]]]
            game.expect(player=p, items=[own]).expect(card=own, eternal=True)
    assert len(tables) > 1 and all(len(set(names)) == 4 for names in tables)


def test_start__characters_sideways_items_upright() -> None:
    """R1.9: while setup continues every character lies sideways and every starting item stands upright."""
    game = with_eden()
    for p in range(4):
        game.expect(player=p, turned=True)
        for item in game.player(p)["items"]:
            game.expect(card=item, turned=False)


def test_start__three_cards_and_three_cents() -> None:
    """R1.10: three loot cards that only their holder knows, and three cents."""
    game = without_eden()[0]
    for p in range(4):
        game.expect(player=p, coins=3, hand=3)
        assert all(game.read.card(i)["known"] == [p] for i in filled(game, "hand", "n_hand", p))


def test_eden__keeps_one_of_three() -> None:
    """R1.11, FSR-005: [eden] keeps one of the top three treasures, eternal and charged; the others go to the bottom."""
    game = with_eden().copy()
    eden = characters(game).index("eden")
    game.expect(asked=eden, question="draft", stack=[])
    shop = game.read.game()["shop"]
    top = game.read.ids(filled(game, "deck", "n_deck", 1))[:-4:-1]
    first, kept, last = top
    game.choose(kept)
    game.choose(first, by=eden)
    game.expect(player=eden, items=[kept]).expect(shop=shop, phase="start")
    game.expect(card=kept, eternal=True, turned=bool(T.C_FLAGS[T.CARD_ID[kept]] & CardFlag.ENTERS_DEACTIVATED))
    game.expect(deck="treasure", bottom=[last, first]).expect(player=(eden + 1) % 4, items=1)
    assert cards_lost_or_doubled(game) == []


def test_eden__only_eden_sees_the_three() -> None:
    """R1.11: [eden] alone looks at the three treasures; no player has priority meanwhile."""
    game = with_eden()
    eden = characters(game).index("eden")
    looked = filled(game, "deck", "n_deck", 1)[-3:]
    assert all(game.read.card(i)["known"] == [eden] for i in looked)
    assert len(game.legal()) == 3 and all(words.startswith("choose ") for words in game.legal())


def test_eden__destroy_this_is_useless() -> None:
    """R1.11, FSR-006: an eternal [box] may be activated, and fizzles because it cannot be destroyed."""
    game = start({"character": "eden", "items": [{"card": "box", "eternal": True}], "hand": ["a_penny"]})
    game.activate("box").pass_all().expect(stack=[])
    game.expect(card="box", zone="item", owner=0, turned=True).expect(player=0, extra_plays=0, hand=1)


def test_eden__glass_cannon_still_loots() -> None:
    """R1.11, FSR-007: an eternal [glass_cannon] destroys the other item, survives its own line, and Eden loots two."""
    items = [{"card": "glass_cannon", "eternal": True}]
    game = start({"character": "eden", "items": items}, {"items": ["dinner"]}, dice=[3])
    game.activate("glass_cannon", "dinner").settle()
    game.expect(card="dinner", zone="discard").expect(card="glass_cannon", zone="item", owner=0, turned=True)
    game.expect(player=0, hand=2, items=["glass_cannon"])


def test_first_player__cain() -> None:
    """R1.12: Cain's player begins, wherever that player sits."""
    seats = {characters(game).index("cain") for game in (dealt(s) for s in range(20)) if "cain" in characters(game)}
    games = [game for game in (dealt(seed) for seed in range(20)) if "cain" in characters(game)]
    assert len(seats) > 1
    assert all(game.read.number("priority_player") == characters(game).index("cain") for game in games)


def test_first_player__by_chance_without_cain() -> None:
    """R1.12, FSR-004: without Cain chance decides, as equal dice would: more than one seat begins."""
    games = [game for game in (dealt(seed) for seed in range(20)) if "cain" not in characters(game)]
    assert len({game.read.number("priority_player") for game in games}) > 1


def test_mulligan__there_is_none() -> None:
    """R1.13: the first decision of a game is a window of its first player, not one about the hand dealt."""
    game = without_eden()[0]
    game.expect(question="priority", phase="start", decisions=0, asked=game.read.number("active_player"), legal="pass")


def test_first_turn__only_the_first_player_is_recharged() -> None:
    """R1.14, FSR-009: the first player's character is upright, the others stay sideways until their own turn; Loot 1 follows."""
    game = without_eden()[0].copy()
    first = game.read.number("active_player")
    for p in range(4):
        game.expect(player=p, turned=p != first)
    game.settle().expect(phase="start", turn=1).pass_all().expect(phase="loot", stack=["loot 1"])
    hand = len(game.player(first)["hand"])
    game.pass_all().expect(player=first, hand=hand + 1)


@pytest.mark.parametrize(
    ("name", "counts"),
    [("base", (104, 105, 107, 11, 10, 3)), ("gold", (20, 20, 20, 4, 4)), ("plus", (30, 30, 30, 4, 4))],
)
def test_components__counts_of_each_set(name: str, counts: tuple[int, ...]) -> None:
    """R1.15: cards of the loot, treasure and monster decks, characters, starting items and bonus souls of each set."""
    cards = [c for c in range(len(T.IDS)) if T.C_SET[c] == SETS.index(name)]
    per_deck = [sum(int(T.C_COUNT[c]) for c in cards if T.C_DECK[c] == d) for d in range(6)]
    assert per_deck == [*counts, *[0] * (6 - len(counts))]


def test_components__of_a_dealt_game() -> None:
    """R1.15, R1.8: each of the four players has one character, and the three bonus souls lie beside the decks."""
    zones = [Zone(int(z)) for z in dealt(0).S["zone"][0]]
    assert zones.count(Zone.CHARACTER) == 4 and zones.count(Zone.BONUS) == 3
