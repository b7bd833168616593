"""The table form of the observation: its rows against the state, and that it is made from the flat vector alone."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fs_env import four_souls_v1
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE, Deck
from fs_env.core.four_souls.observation.schema import SCHEMA, STACK_ROWS
from fs_env.core.four_souls.observation.token_schema import COLUMNS, NUMBERS, Sort
from fs_env.core.four_souls.observation.tokens import OBJECTS, TOKENS
from fs_env.core.four_souls.state import PLAYERS, Zone
from tests.core.four_souls.played import Played, played

N_LOOT = int(T.N_LOOT)


@pytest.fixture(params=[2, 3, 4], ids=lambda n: f"{n}_players", scope="module")
def positions(request) -> list[Played]:
    return played(request.param)


def tables(positions: list[Played]):
    """Every position from every seat: position, seat, and its rows (padding left out)."""
    for position in positions:
        for player in range(position.seats):
            table = TOKENS.from_flat(GAME.observe(position.S, player))
            yield position, player, table[table[:, 0] != Sort.PADDING]


def rows_of(table: np.ndarray, sort: Sort, *names: str) -> list[tuple[int, ...]]:
    """The rows of a sort, cut to some columns; a column may have its name in NUMBERS."""
    numbers = NUMBERS.get(sort, ())
    columns = [TOKENS.column(f"n{numbers.index(name)}" if name in numbers else name) for name in names]
    return [tuple(row) for row in table[table[:, 0] == sort][:, columns].tolist()]


def from_seat(position: Played, player: int, seat: int) -> int:
    return 0 if seat == NONE else (int(seat) - player) % position.seats + 1


def shown(record, inst: int) -> int:
    return 0 if inst == NONE else int(record["face"][inst]) + 1


def cards_in(position: Played, zone: Zone) -> list[int]:
    there = position.record["zone"] == zone
    return np.flatnonzero(there & (T.INST_CARD >= N_LOOT)).tolist()


def loot_in(position: Played, *zones: Zone) -> Counter[int]:
    there = np.isin(position.record["zone"], zones) & (T.INST_CARD < N_LOOT)
    return Counter((T.INST_CARD[there] + 1).tolist())


def test_shape_and_bounds(positions):
    """int16 rows of the told shape, within the told bounds, filled from the top and zero below."""
    for position in positions:
        table = TOKENS.from_flat(GAME.observe(position.S, 0))
        assert table.dtype == np.int16 and table.shape == TOKENS.shape == (OBJECTS, len(COLUMNS))
        filled = np.count_nonzero(table[:, 0])
        assert filled == np.count_nonzero(table.any(axis=1)) and not table[filled:].any()
        beyond = np.argwhere((table < TOKENS.low) | (table > TOKENS.high))
        assert not len(beyond), [(COLUMNS[column].name, table[row].tolist()) for row, column in beyond]
    assert TOKENS.size == OBJECTS * len(COLUMNS) == TOKENS.low.size == TOKENS.high.size


def test_order(positions):
    """Rows stand in the order of Sort; those in front of players (items to bonus souls) together, by card; bartering before piles."""
    for _, _, table in tables(positions):
        shown = np.isin(table[:, 0], (Sort.ITEM, Sort.CURSE, Sort.SOUL, Sort.BONUS))
        places = np.where(shown, Sort.ITEM, table[:, 0])
        places = np.where(places > Sort.DISCARD, Sort.WATCHED, places)
        assert (np.diff(places) >= 0).all()
        assert (np.diff(table[shown][:, TOKENS.column("card")]) >= 0).all()


def test_batch__each_table_is_the_one_of_its_observation(positions):
    flat = np.stack([GAME.observe(position.S, 0) for position in positions[:12]])
    alone = np.stack([TOKENS.from_flat(row) for row in flat])
    assert np.array_equal(TOKENS.from_flat(flat), alone)
    assert np.array_equal(TOKENS.from_flat(flat.reshape(2, 3, 2, -1)), alone.reshape(2, 3, 2, *TOKENS.shape))
    assert np.array_equal(TOKENS.from_flat(np.asfortranarray(flat)), alone)
    assert TOKENS.from_flat(flat[:0]).shape == (0, *TOKENS.shape)


def test_empty__an_observation_of_zeros_has_no_rows():
    assert not TOKENS.from_flat(np.zeros(SCHEMA.size, np.int16)).any()
    assert not TOKENS.from_flat(np.zeros((3, SCHEMA.size), np.int16)).any()


def test_overflow__discarded_cards_are_left_out_first(positions):
    """When more is visible than the table holds, its last rows are left out: cards in discard piles."""
    flat = GAME.observe(positions[0].S, 0)
    seen = SCHEMA.record(flat)
    seen["cards"]["owner"], seen["cards"]["zone"] = 0, Zone.PILE
    seen["loot"]["discarded"] = T.C_COUNT[:N_LOOT]
    table = TOKENS.from_flat(flat)
    kept = Counter(table[:, 0].tolist())
    assert Sort.PADDING not in kept and kept[Sort.DISCARD] < N_LOOT + len(seen["cards"]["zone"])
    assert kept[Sort.DECISION] == 1 and kept[Sort.DECK] == 3 and kept[Sort.PLAYER] == positions[0].seats
    assert np.array_equal(TOKENS.from_flat(flat[None])[0], table)


def test_length__a_wrong_one_is_refused():
    """Anything that is no flat observation is refused with the length that is expected."""
    with pytest.raises(ValueError, match=rf"does not end in {SCHEMA.size}"):
        TOKENS.from_flat(np.zeros(TOKENS.shape, np.int16))


def test_columns__are_named_and_described():
    """Columns have distinct names and bounds that int16 holds; the documentation lists each column and each sort."""
    assert len({column.name for column in COLUMNS}) == len(COLUMNS)
    assert all(-(2**15) <= column.low < column.high < 2**15 and column.meaning for column in COLUMNS)
    text = TOKENS.markdown()
    assert all(f"`{column.name}`" in text for column in COLUMNS) and all(f"`{sort.name}`" in text for sort in Sort)
    assert all(name in text for names in NUMBERS.values() for name in names)
    with pytest.raises(KeyError, match="no column 'colour'"):
        TOKENS.column("colour")


@pytest.mark.parametrize("num_players", [2, 4])
def test_environment(num_players):
    """`observation="tokens"` gives the table of the flat observation, within its space, to every seat."""
    table, flat = (four_souls_v1.env(num_players=num_players, observation=name) for name in ("tokens", "flat"))
    for env in (table, flat):
        env.reset(seed=5)
    for _ in range(60):
        seen, mask = table.last()[0], flat.last()[0]["action_mask"]
        assert table.observation_space(table.agent_selection).contains(seen)
        for agent in flat.possible_agents:
            expected = TOKENS.from_flat(flat.observe(agent)["observation"])
            assert np.array_equal(table.observe(agent)["observation"], expected)
        action = int(np.flatnonzero(mask)[-1])
        table.step(action)
        flat.step(action)
    assert table.state_space.contains(table.state())


def test_decision(positions):
    """The first row: what is asked of whom by which card, and the turn."""
    for position, player, table in tables(positions):
        r = position.record
        seats = [from_seat(position, player, r[name]) for name in ("asked", "active_player", "priority_player")]
        mine = r["question"] + 1 if r["asked"] == player else 0
        expected = (shown(r, r["asking_card"]), *seats, mine, r["shape"], r["phase"], r["turn"], r["n_stack"])
        names = ("card", "owner", "active_player", "priority_player", "question", "shape", "phase", "turn", "stack")
        assert rows_of(table, Sort.DECISION, *names) == [expected]
        assert table[0, 0] == Sort.DECISION


def test_players(positions):
    """A row a seat from the observer to the left, with its character, hit points, coins, cards in hand and souls."""
    for position, player, table in tables(positions):
        r = position.record
        expected = []
        for k in range(position.seats):
            p = (player + k) % position.seats
            character = r["character"][p]
            numbers = (r[name][p] for name in ("hp", "max_hp", "atk", "dying", "coins", "n_hand", "souls", "price"))
            expected.append((k + 1, T.INST_CARD[character] + 1, r["turned"][character], *numbers))
        names = ("owner", "card", "turned", "hp", "max_hp", "attack", "dying", "coins", "hand", "souls", "price")
        assert rows_of(table, Sort.PLAYER, *names) == expected, position.where


def test_hands(positions):
    """The own hand by name with its copies; of other hands only the cards that the observer has seen (A45)."""
    for position, player, table in tables(positions):
        r = position.record
        hands = Counter(
            ((seat - player) % position.seats + 1, int(T.INST_CARD[inst]) + 1)
            for seat in range(position.seats)
            for inst in r["hand"][seat][: r["n_hand"][seat]]
            if seat == player or r["seen"][inst] >> player & 1
        )
        seen = rows_of(table, Sort.HAND, "owner", "card", "copies", "zone") + [
            row for row in rows_of(table, Sort.KNOWN, "owner", "card", "copies", "zone") if row[3] == Zone.HAND
        ]
        assert Counter({(owner, card): copies for owner, card, copies, _ in seen}) == hands, position.where
        assert len(seen) == len(hands)


def test_known_places(positions):
    """A card in a deck is a row exactly when the observer knows where it lies, with its place from the top."""
    for position in positions:
        S = GAME.clone(position.S)
        r = S.view(np.ndarray)[0]
        n = int(r["n_deck"][2])
        r["seen"][r["deck"][2][n - 3]] |= 1
        for player in range(position.seats):
            table = TOKENS.from_flat(GAME.observe(S, player))
            known = {}
            for deck in (1, 2):
                for place in range(int(r["n_deck"][deck])):
                    inst = r["deck"][deck][r["n_deck"][deck] - 1 - place]
                    if r["seen"][inst] >> player & 1:
                        known[int(T.INST_CARD[inst]) + 1] = place + 1
            rows = rows_of(table, Sort.KNOWN, "card", "place", "zone")
            rows = [row for row in rows if row[0] > T.N_LOOT]
            assert {card: place for card, place, zone in rows if zone == Zone.DECK} == known, position.where
            assert 3 in known.values() or player > 0


def test_cards_in_front_of_players(positions):
    """Items, curses and souls with owner, turned, counters, and what has changed on them; trinkets with their owner."""
    for position, player, table in tables(positions):
        r = position.record
        for sort, zone in ((Sort.ITEM, Zone.ITEM), (Sort.CURSE, Zone.CURSE), (Sort.SOUL, Zone.SOUL)):
            expected = [
                (
                    T.INST_CARD[i] + 1,
                    from_seat(position, player, r["owner"][i]),
                    r["turned"][i],
                    r["counters"][i],
                    1,
                    zone,
                )
                for i in cards_in(position, zone)
            ]
            rows = rows_of(table, sort, "card", "owner", "turned", "counters", "copies", "zone")
            assert [row for row in rows if row[0] > N_LOOT] == expected, position.where
        there = np.flatnonzero((r["zone"] == Zone.ITEM) & (T.INST_CARD < N_LOOT))
        trinkets = Counter((int(T.INST_CARD[i]) + 1, from_seat(position, player, r["owner"][i])) for i in there)
        seen = {row[:2]: row[2] for row in rows_of(table, Sort.ITEM, "card", "owner", "copies") if row[0] <= N_LOOT}
        assert seen == trinkets


def test_changed_items(positions):
    """An item that copies another one shows whose text it has; one that was made eternal says so (R22)."""
    for position in positions:
        S = GAME.clone(position.S)
        r = S.view(np.ndarray)[0]
        items = [int(i) for i in r["play"][: r["n_play"]] if r["zone"][i] == Zone.ITEM]
        copy, lifted = items[0], items[-1]
        shown_card = (int(T.INST_CARD[copy]) + 1) % T.N_CARDS
        r["face"][copy], r["eternal"][lifted], r["altered"] = shown_card, 1, 1
        for player in range(position.seats):
            table = TOKENS.from_flat(GAME.observe(S, player))
            rows = {row[0]: row[1:] for row in rows_of(table, Sort.ITEM, "card", "shows", "eternal")}
            assert rows[T.INST_CARD[copy] + 1][0] == shown_card + 1
            printed = T.C_FLAGS[T.INST_CARD[lifted]] & T.CardFlag.ETERNAL != 0
            assert rows[T.INST_CARD[lifted] + 1][1] == (0 if printed else 1)
            untouched = [i for i in items if r["face"][i] == T.INST_CARD[i] and i != lifted]
            assert all(rows[T.INST_CARD[i] + 1][0] == 0 for i in untouched)
            batch = TOKENS.from_flat(np.stack([GAME.observe(position.S, player), GAME.observe(S, player)]))
            assert np.array_equal(batch[1], table)


def test_monsters_and_shop(positions):
    """A row for each slot that exists, with the card shown (0: empty) and the numbers of the monster."""
    for position, _, table in tables(positions):
        r = position.record
        expected = []
        for k in range(r["n_slots"]):
            inst, numbers = r["slot"][k], [0] * 6
            if inst != NONE:
                numbers = [r[name][PLAYERS + k] for name in ("hp", "max_hp", "atk", "evasion", "dying")]
                numbers.append(int(r["attacking"] == 1 and r["attacked"] == inst))
            under = []
            while inst != NONE and r["under"][inst] != NONE:
                inst = r["under"][inst]
                under.append(int(T.INST_CARD[inst]) + 1)
            expected.append((k + 1, shown(r, r["slot"][k]), *numbers, len(under), under[0] if under else 0))
        names = ("place", "card", "hp", "max_hp", "attack", "evasion", "dying", "attacked", "covered", "next_below")
        assert rows_of(table, Sort.MONSTER, *names) == expected, position.where
        shop = [(k + 1, shown(r, r["shop"][k])) for k in range(r["n_shop"])]
        assert rows_of(table, Sort.SHOP, "place", "card") == shop


def test_stack(positions):
    """The objects from the top with source and controller."""
    most = 0
    for position, player, table in tables(positions):
        r = position.record
        rows = [r["objects"][row] for row in r["stack"][: r["n_stack"]][::-1]][:STACK_ROWS]
        expected = [
            (
                k + 1,
                row["kind"],
                shown(r, row["src"]),
                from_seat(position, player, row["controller"]),
                row["n"],
                row["amount"],
            )
            for k, row in enumerate(rows)
        ]
        names = ("place", "kind", "card", "owner", "number", "event_amount")
        assert rows_of(table, Sort.STACK, *names) == expected, position.where
        most = max(most, len(rows))
    assert most > 1


@pytest.mark.parametrize(
    ("sort", "section", "names"),
    [
        (Sort.RESOLVING, "resolving", ("kind", "owner", "card", "mode", "number", "flags", "target")),
        (Sort.OBLIGATION, "obligations", ("additional", "what", "or_else")),
        (Sort.LASTING, "lasting", ("kind", "number", "card")),
    ],
)
def test_what_is_under_way(positions, sort, section, names):
    """The object that resolves, obligatory attacks and lasting effects are rows with the numbers of their sections."""
    for position, player, table in tables(positions):
        seen = np.atleast_1d(SCHEMA.record(GAME.observe(position.S, player))[section])
        there = seen[seen[names[0]] != 0]
        assert rows_of(table, sort, *names) == [tuple(row[name] for name in names) for row in there]


def test_effects(positions):
    """Rows of the stack name the effect of their source; the resolving object has the last place of that section."""
    for position, player, table in tables(positions):
        effects = SCHEMA.views(GAME.observe(position.S, player))["effects"].tolist()
        on_stack = [row[0] for row in rows_of(table, Sort.STACK, "effect")]
        assert on_stack == effects[: len(on_stack)]
        assert [row[0] for row in rows_of(table, Sort.RESOLVING, "effect")] in ([], effects[STACK_ROWS:])


def test_lasting_and_obligations__whom():
    """A lasting effect names the player or the slot it concerns; an obligation the active player and the monster."""
    flat = GAME.observe(played(3)[0].S, 0)
    seen = SCHEMA.record(flat)
    for k, (kind, whom, card) in enumerate(((1, 2, 9), (2, -4, 8), (3, 0, 7))):
        entry = seen["lasting"][k]
        entry["kind"], entry["whom"], entry["number"], entry["card"] = kind, whom, 1, card
    seen["obligations"]["additional"][:3], seen["obligations"]["what"][:3] = (1, 2, 1), (60, 0, -1)
    seen["decision"]["active_player"] = 2
    for table in (TOKENS.from_flat(flat), TOKENS.from_flat(np.stack([flat, flat]))[1]):
        assert rows_of(table, Sort.LASTING, "card", "owner", "place") == [(9, 2, 0), (8, 0, 4), (7, 0, 0)]
        rows = rows_of(table, Sort.OBLIGATION, "owner", "card", "additional", "what")
        assert rows == [(3, 60, 1, 60), (3, 0, 2, 0), (3, 0, 1, -1)]


def test_decks_and_discard_piles(positions):
    """Decks with their sizes and the top of the discard pile; every discarded card; bonus souls; cards set aside."""
    for position, _, table in tables(positions):
        r = position.record
        decks = []
        for d in range(3):
            n = int(r["n_pile"][d])
            top = T.INST_CARD[r["pile"][d][n - 1]] + 1 if n else 0
            decks.append((d, top, r["n_deck"][d], n))
        assert rows_of(table, Sort.DECK, "deck", "card", "cards", "discarded") == decks
        pile = {int(T.INST_CARD[inst]) + 1: 1 for inst in cards_in(position, Zone.PILE)}
        assert dict(rows_of(table, Sort.DISCARD, "card", "copies")) == {**loot_in(position, Zone.PILE), **pile}
        bonus = [(T.INST_CARD[inst] + 1,) for inst in cards_in(position, Zone.BONUS)]
        assert rows_of(table, Sort.BONUS, "card") == bonus
        aside = loot_in(position, Zone.STACK, Zone.SOUL, Zone.BESIDE, Zone.REVEALED)
        for zone in (Zone.STACK, Zone.COVERED, Zone.BESIDE, Zone.REVEALED):
            aside.update({int(T.INST_CARD[inst]) + 1: 1 for inst in cards_in(position, zone)})
        assert dict(rows_of(table, Sort.ASIDE, "card", "copies")) == dict(aside), position.where


def test_looked(positions):
    """Cards that the observer is looking at, in their order."""
    for position, player, table in tables(positions):
        looked = SCHEMA.views(GAME.observe(position.S, player))["looked"].tolist()
        expected = [(k + 1, card) for k, card in enumerate(looked) if card]
        assert rows_of(table, Sort.LOOKED, "place", "card") == expected


@pytest.mark.parametrize(
    ("sort", "section", "present", "names"),
    [
        (Sort.WAITING, "waiting", "kind", ("kind", "owner", "card", "effect")),
        (Sort.CHOICE, "choices", "choice_sort", ("choice_sort", "choice")),
    ],
)
def test_rows__of_a_section(positions, sort, section, present, names):
    """Objects that wait and options of one name are rows with the numbers of their sections, in their order."""
    for player, flat, table in with_memory(positions):
        rows = SCHEMA.record(flat)[section]
        expected = [tuple(row[name] for name in names) for row in rows[rows[present] != 0]]
        assert rows_of(table, sort, *names) == expected, player


def with_memory(positions: list[Played]):
    """Seat, flat observation and rows of positions in which every section of the memory has something to say."""
    for position in positions[:20]:
        for player in range(position.seats):
            flat = GAME.observe(position.S, player)
            seen = SCHEMA.record(flat)
            for k, (kind, owner, card, effect) in enumerate(((4, 1, 9, 2), (14, 2, 8, 0))):
                row = seen["waiting"][k]
                row["kind"], row["owner"], row["card"], row["effect"] = kind, owner, card, effect
            seen["choices"]["choice_sort"][:2], seen["choices"]["choice"][:2] = (1, 4), (2, 60)
            for number, name in enumerate(seen["progress"].dtype.names, 1):
                seen["progress"][name] = number
            seen["watched"]["from_top"][0, Deck.TREASURE, 2] = seen["watched"]["from_bottom"][0, Deck.LOOT, 1] = 1
            seen["changed"]["card"][0], seen["changed"]["shows"][0], seen["borrowed"][0] = N_LOOT + 1, 3, 1
            table = TOKENS.from_flat(flat)
            assert np.array_equal(TOKENS.from_flat(np.stack([flat, flat]))[1], table)
            yield player, flat, table[table[:, 0] != Sort.PADDING]


def test_turn(positions):
    """The rows tell what the turn brought to each player and each active monster, as the flat sections do."""
    names = [column.name for column in SCHEMA["units"].columns]
    counts = [column.name for column in SCHEMA["counts"].columns]
    for _, flat, table in with_memory(positions):
        seen = SCHEMA.record(flat)
        sitting, active = np.flatnonzero(seen["players"]["present"]), np.flatnonzero(seen["slots"]["card"])
        expected = [(seat + 1, 0, *seen["units"][seat].tolist(), *seen["counts"][seat].tolist()) for seat in sitting]
        expected += [(0, k + 1, *seen["units"][PLAYERS + k].tolist(), *[0] * len(counts)) for k in active]
        assert rows_of(table, Sort.TURN, "owner", "place", *names, *counts) == expected


def test_progress_and_knowledge(positions):
    """How far an effect has come, places that others know, uppermost discarded cards, and cards others saw in the hand."""
    names = [column.name for column in SCHEMA["progress"].columns if column.name not in ("playing", "pushes")]
    for _, flat, table in with_memory(positions):
        seen = SCHEMA.record(flat)
        expected = [seen["progress"][name] for name in ("playing", *names)]
        assert rows_of(table, Sort.PROGRESS, "card", *names) == [tuple(expected)]
        assert rows_of(table, Sort.DECISION, "pushes") == [(seen["progress"]["pushes"],)]
        ends = np.stack([seen["watched"]["from_top"], seen["watched"]["from_bottom"]], axis=2)
        watched = [(seat + 2, d, end, k + 1) for seat, d, end, k in np.argwhere(ends).tolist()]
        assert rows_of(table, Sort.WATCHED, "owner", "deck", "from_bottom", "place") == watched
        piles = [(d, k + 1, int(seen["piles"][d, k])) for d, k in np.argwhere(seen["piles"]).tolist()]
        assert rows_of(table, Sort.UPPERMOST, "deck", "place", "card") == piles
        hand = np.flatnonzero(seen["hand"])
        shown = [(int(card) + 1, *seen["shown"][:, card].tolist()) for card in hand]
        assert rows_of(table, Sort.HAND, "card", "shown_left", "shown_second", "shown_third") == shown
        zones = seen["cards"]["zone"]
        borrowed = {card: n for card, n in rows_of(table, Sort.ITEM, "card", "borrowed") if n}
        assert borrowed == ({N_LOOT + 1: 1} if zones[0] == Zone.ITEM else {})
