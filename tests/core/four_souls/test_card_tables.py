"""The card tables: published totals, blocks, facts of single cards, and the lists of cards present and missing."""

import os
import subprocess
import sys
from itertools import groupby

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import SETS, card_rows, cards_of
from fs_env.core.four_souls.language.codes import NONE, Cond, Deck, Static, Whom
from fs_env.core.four_souls.language.nodes import CardError

TOTALS = {  # copies a set, as the component list counts them
    "base": {"character": 11, "starting_item": 10, "treasure": 105, "loot": 104, "monster": 107, "bonus_soul": 3},
    "gold": {"character": 4, "starting_item": 4, "treasure": 20, "loot": 20, "monster": 20},
    "plus": {"character": 4, "starting_item": 4, "treasure": 30, "loot": 30, "monster": 30},
}
MONSTER_DECK = {  # cards of the monster deck by set: basic (holy and cursed ones too), bosses, events, curses
    "base": {"basic": 50, "boss": 35, "event": 17, "curse": 5},
    "gold": {"basic": 10, "boss": 6, "event": 2, "curse": 2},
    "plus": {"basic": 13, "boss": 9, "event": 6, "curse": 2},
}
DECKS = {
    Deck.LOOT: T.LOOT_CARDS,
    Deck.TREASURE: T.TREASURES,
    Deck.MONSTER: T.MONSTER_CARDS,
    Deck.CHARACTER: T.CHARACTERS,
    Deck.STARTING: T.STARTING_ITEMS,
    Deck.BONUS: T.BONUS_SOULS,
    Deck.ROOM: T.ROOM_CARDS,
}
COLUMNS = tuple("id name set deck kind count hp evasion attack souls rewards text confidence".split())


def in_sets():
    return [row for row in card_rows() if row["deck"] != "room"]


def copies(rows):
    found = {}
    for row in rows:
        by_deck = found.setdefault(row["set"], {})
        by_deck[row["deck"]] = by_deck.get(row["deck"], 0) + row["count"]
    return found


def flagged(flag):
    return {T.IDS[c] for c in range(T.N_CARDS) if T.C_FLAGS[c] & flag}


def fact(column, card_id):
    return int(column[T.CARD_ID[card_id]])


def statics(card_id):
    c = T.CARD_ID[card_id]
    rows = range(T.C_ST0[c], T.C_ST0[c] + T.C_STN[c])
    columns = (T.ST_MOD, T.ST_N, T.ST_M, T.ST_WHOM, T.ST_COND, T.ST_CONDN)
    return [tuple(int(column[k]) for column in columns) for k in rows]


def test_card_rows__count_the_published_decks_of_every_set_present():
    """Cards with a program are whole sets, with as many copies as printed."""
    assert copies(in_sets()) == {name: TOTALS[name] for name in SETS}


def test_card_rows__have_the_documented_columns():
    """Every row has the thirteen columns; numbers are None where they do not apply."""
    rows = {row["id"]: row for row in card_rows()}
    assert all(tuple(row) == COLUMNS for row in rows.values())
    satan = rows["satan"]
    assert (satan["hp"], satan["evasion"], satan["attack"], satan["souls"], satan["rewards"]) == (
        6,
        4,
        2,
        2,
        "2 treasures",
    )
    penny = rows["a_penny"]
    assert [penny[c] for c in ("hp", "evasion", "attack", "souls", "rewards")] == [None] * 5
    assert rows["isaac"]["hp"] == 2 and rows["isaac"]["evasion"] is None


def test_card_rows__split_the_monster_deck_as_printed():
    """Basic monsters, bosses (epic ones among them), events and curses of each set are as many as printed."""
    found = {name: dict.fromkeys(MONSTER_DECK[name], 0) for name in SETS}
    for row in card_rows():
        if row["deck"] == "monster":
            found[row["set"]]["boss" if row["kind"] == "epic_boss" else row["kind"]] += row["count"]
    assert found == MONSTER_DECK


def test_cards_of__names_an_unknown_set():
    with pytest.raises(CardError, match="set 'requiem'.*base"):
        cards_of("requiem")


@pytest.mark.parametrize(
    ("card_id", "words"),
    [
        ("greed_boss", "9¢"),
        ("trite", "loot 2"),
        ("fat_bat", "1 treasure"),
        ("keeper_head", "roll: gain as many ¢ as the result"),
        ("black_bony", "roll: loot as many cards as the result"),
        ("ambush", None),
    ],
)
def test_rewards__in_words(card_id, words):
    """Rewards in short: coins, loot, treasure, or a roll for one of them (R14.4)."""
    assert {row["id"]: row["rewards"] for row in card_rows()}[card_id] == words


def test_decks__list_every_card_once():
    """Loot, treasure, monster deck, characters, starting items, bonus souls, rooms: each card in the list of its deck, by number."""
    for deck, cards in DECKS.items():
        assert len(cards) and (T.C_DECK[cards] == deck).all() and (np.diff(cards) > 0).all()
    assert sorted(np.concatenate(list(DECKS.values()))) == list(range(T.N_CARDS))
    assert T.N_CARDS == len(T.NAMES) == len(T.IDS) == len(set(T.IDS))


def test_instances__lie_deck_by_deck():
    """Loot first, then the six other decks, of whose cards there is one each; in a deck they lie by number."""
    order = [card for cards in DECKS.values() for card in cards]
    assert [card for card, _ in groupby(T.INST_CARD)] == order
    assert (T.C_COUNT[T.OTHERS] == 1).all() and T.OTHERS.tolist() == order[len(T.LOOT_CARDS) :]
    assert [T.INST_LOOT[inst] for inst in (0, 1)] == [0, 0] and (T.INST_LOOT[T.C_INST0[T.OTHERS]] == NONE).all()


def test_instances__repeat_each_kind_by_its_copies():
    """An instance for each physical copy, those of a kind side by side from C_INST0 on."""
    assert len(T.INST_CARD) == T.N_INSTANCES == T.C_COUNT.sum()
    for c in range(T.N_CARDS):
        first = T.C_INST0[c]
        assert (T.INST_CARD[first : first + T.C_COUNT[c]] == c).all()
    assert set(np.flatnonzero(T.C_COUNT > 1)) <= set(T.LOOT_CARDS)


def test_arrays__are_contiguous_small_integers():
    """Kernels get C-contiguous int16, int32 for card flags and filters, and instructions by name."""
    arrays = {name: value for name, value in vars(T).items() if isinstance(value, np.ndarray)}
    assert len(arrays) > 40
    for name, value in arrays.items():
        assert value.flags.c_contiguous, name
        wanted = {"C_FLAGS": np.int32, "FILTER": np.int32, "PROG": T.INSTRUCTION}.get(name, np.int16)
        assert value.dtype == wanted, name


def test_flags__starting_items_are_eternal():
    """Every starting item is eternal, no treasure of the base set is (R2.3)."""
    assert flagged(T.CardFlag.ETERNAL) >= {T.IDS[card] for card in T.STARTING_ITEMS}
    assert not flagged(T.CardFlag.ETERNAL) & {T.IDS[card] for card in T.TREASURES}


def test_flags__monster_deck_splits_into_monsters_and_the_rest():
    ids = {T.IDS[card] for card in T.MONSTER_CARDS}
    monsters, others = flagged(T.CardFlag.MONSTER), flagged(T.CardFlag.NONMONSTER)
    assert monsters | others == ids and not monsters & others
    assert flagged(T.CardFlag.CURSE) < others and flagged(T.CardFlag.BOSS) < monsters
    assert flagged(T.CardFlag.UNATTACKABLE) & ids >= {"stoney"}
    for card_id in monsters:
        assert min(fact(column, card_id) for column in (T.C_HP, T.C_EVASION, T.C_ATK)) >= 0


def test_flags__how_cards_enter():
    """The Dead Cat brings 9 counters, Mom's Shovel comes sideways."""
    assert fact(T.C_COUNTERS, "the_dead_cat") == 9 and int(T.C_COUNTERS.sum()) == 9
    assert flagged(T.CardFlag.ENTERS_DEACTIVATED) == {"moms_shovel"}


def test_flags__copiers_are_marked():
    """Placebo and ? Card copy an effect; Placebo, an item, is so no legal original (ER-13, ER-14)."""
    assert flagged(T.CardFlag.COPIES) == {"placebo", "question_card"}
    assert flagged(T.CardFlag.COPIES) & flagged(T.CardFlag.HAS_ACTIVATED) == {"placebo"}


def test_characters__bring_their_starting_item():
    """Ten characters have each their own starting item, Eden drafts one (R1.11); all can turn for a loot card (R8.3)."""
    ids = [T.IDS[card] for card in T.CHARACTERS]
    starts = {card_id: fact(T.C_START, card_id) for card_id in ids}
    assert starts.pop("eden") == NONE
    assert sorted(starts.values()) == T.STARTING_ITEMS.tolist()
    assert T.IDS[starts["isaac"]] == "the_d6"
    assert flagged(T.CardFlag.DRAFTS) == {"eden"}
    assert flagged(T.CardFlag.TURN_SELF) == set(ids)


def test_souls__bosses_one_epic_bosses_two_delirium_none():
    """Soul values (R2.12): a boss 1, an epic boss 2, Delirium 0; basic monsters are no souls, Holy Chest may be one."""
    for c in T.MONSTER_CARDS:
        expected = {T.CardKind.BOSS: 1, T.CardKind.EPIC_BOSS: 2}.get(T.C_KIND[c], 0)
        expected = {"delirium": 0, "holy_chest": 1}.get(T.IDS[c], expected)
        assert T.C_SOULS[c] == expected, T.IDS[c]
    assert {fact(T.C_SOULS, card_id) for card_id in ("lost_soul", "the_chest", "the_bone", "soul_of_guppy")} == {1}


def test_bonus_souls__have_their_conditions():
    """R19.2: 25 cents, 10 loot cards, 2 Guppy items."""
    found = {T.IDS[card]: (T.BONUS_COND[b], T.BONUS_N[b]) for b, card in enumerate(T.BONUS_SOULS)}
    assert found == {
        "soul_of_greed": (Cond.COINS_GE, 25),
        "soul_of_gluttony": (Cond.HAND_GE, 10),
        "soul_of_guppy": (Cond.GUPPY_GE, 2),
    }


@pytest.mark.parametrize(
    ("card_id", "rows"),
    [
        ("dinner", [(Static.HP, 1, 0, Whom.ME, Cond.ALWAYS, 0)]),
        (
            "bum_bo_item",
            [
                (Static.FIRST_ATTACK_ROLL_BONUS, 2, 0, Whom.ME, Cond.COUNTERS_GE, 1),
                (Static.ATK, 1, 0, Whom.ME, Cond.COUNTERS_GE, 10),
                (Static.ATTACKS_UNLIMITED, 0, 0, Whom.ME, Cond.COUNTERS_GE, 25),
            ],
        ),
        ("baby_haunt", [(Static.EVASION, 1, 0, Whom.MY_ATTACKED_MONSTER, Cond.ALWAYS, 0)]),
        ("stoney", [(Static.EVASION, 1, 0, Whom.EACH_MONSTER, Cond.ALWAYS, 0)]),
        ("delirium", [(Static.EVASION, 1, 0, Whom.EACH_OTHER_MONSTER, Cond.ALWAYS, 0)]),
        ("horf", [(Static.ADD_DAMAGE_ON_ROLL, 2, 1, Whom.THIS, Cond.ALWAYS, 0)]),
        ("dinga", [(Static.DOUBLE_REWARDS, 0, 0, Whom.THIS, Cond.KILLING_ROLL_EQ, 6)]),
    ],
)
def test_statics__of_single_cards(card_id, rows):
    """Continuous modifiers: what, how much, on whom, under which condition."""
    assert statics(card_id) == rows


def run_python(code, seed):
    env = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    ).stdout.strip()


HASH = """
import hashlib
import numpy as np
from fs_env.core.four_souls import tables
arrays = [value.tobytes() for _, value in sorted(vars(tables).items()) if isinstance(value, np.ndarray)]
print(len(arrays) > 50, hashlib.sha256(b"".join(arrays)).hexdigest())
"""


def test_tables__are_the_same_in_every_process():
    first, second = (run_python(HASH, seed) for seed in ("0", "1"))
    assert first == second and first.startswith("True")


def test_import__is_light():
    """The tables need neither numba nor the list of published cards."""
    code = "import sys; from fs_env.core.four_souls import tables; print(*sys.modules)"
    loaded = run_python(code, "0").split()
    assert not [name for name in loaded if name.split(".")[0] == "numba" or name.endswith(".published")]
