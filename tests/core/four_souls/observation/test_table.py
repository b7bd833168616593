"""The flat observation against the state, section by section, through played games (R2, A45)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.card_kinds import CardKind
from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref
from fs_env.core.four_souls.observation.schema import CHANGED, LASTING_ROWS, LAYOUT, LOOKED, OBLIGATION_ROWS, STACK_ROWS
from fs_env.core.four_souls.observation.token_schema import Sort
from fs_env.core.four_souls.observation.tokens import TOKENS
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.four_souls.state import BIG, PLAYERS, SHOP, SLOTS, Obj, Zone
from tests.core.four_souls.played import Played, played

N_LOOT = int(T.N_LOOT)
IN_HAND_OR_DECK = (Zone.HAND, Zone.DECK)
OF_SEAT = (Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.CHARACTER, Zone.STACK, Zone.BESIDE)
OF_SLOT = (Zone.SHOP, Zone.ACTIVE, Zone.COVERED)


@pytest.fixture(params=[2, 3, 4], ids=lambda n: f"{n}_players", scope="module")
def positions(request) -> list[Played]:
    return played(request.param)


def views(positions: list[Played], name: str):
    """Every position from every seat: position, seat, and the section of that name."""
    for position in positions:
        for player in range(position.seats):
            yield position, player, LAYOUT.views(GAME.observe(position.S, player))[name]


def from_seat(position: Played, player: int, seat: int) -> int:
    """Seats to the left of the observer; NONE for nobody."""
    return NONE if seat < 0 else (int(seat) - player) % position.seats


def shown(record, inst: int) -> int:
    return 0 if inst == NONE else int(record["face"][inst]) + 1


def seen_by(record, player: int, inst: int) -> bool:
    return bool(record["seen"][inst] >> player & 1)


def test_decision(positions):
    """Who is asked, about what and by which card, whose turn and priority it is, and how much of the game is left."""
    for position, player, section in views(positions, "decision"):
        r = position.record
        mine = r["asked"] == player
        expected = [
            r["question"] + 1 if mine else 0,
            r["shape"],
            shown(r, r["asking_card"]),
            r["phase"],
            r["ending"],
            r["attacking"],
            *(from_seat(position, player, r[name]) for name in ("active_player", "priority_player", "asked")),
            r["passes"],
            position.seats,
            r["turn"],
            r["n_stack"],
            r["n_options"] if mine else 0,
            min(BIG, r["max_decisions"] - r["decisions"]),
            np.count_nonzero(r["zone"] == Zone.BONUS),
            r["attacks_begun"],
            r["forced"],
        ]
        assert section.tolist() == expected, position.where


def test_decision__own_question_has_seat_zero(positions):
    """The seat that is asked sees itself as seat 0, and the number of options it has; no other seat sees that."""
    for position, player, section in views(positions, "decision"):
        asked = GAME.to_act(position.S)
        assert (section[8] == 0) == (asked == player)
        assert (section[0] > 0) == (asked == player)


def test_players(positions):
    """Each seat's public numbers, in the order of the seats from the observer to the left, zeros for empty seats."""
    same = {1: "coins", 2: "hp", 3: "max_hp", 4: "atk", 5: "n_hand", 6: "souls", 7: "dead", 8: "dying"}
    same |= {12: "extra_plays", 14: "attacks_used", 16: "deck_attacks", 17: "purchases_used", 18: "own_purchases"}
    same |= {19: "price", 21: "roll_boost", 22: "extra_turns", 23: "skip_turns"}
    for position, player, section in views(positions, "players"):
        r = position.record
        assert not section[position.seats :].any()
        for k in range(position.seats):
            seat = (player + k) % position.seats
            character = r["character"][seat]
            assert section[k, 0] == 1
            for column, field in same.items():
                assert section[k, column] == r[field][seat], (field, position.where)
            assert section[k, 9] == T.INST_CARD[character] + 1
            assert section[k, 10] == r["turned"][character]
            assert section[k, 15] == max(r["own_attacks"][seat], r["attacks_used"][seat]) + r["extra_attacks"][seat]
            shields = [
                e["n"] for e in r["lasting"] if e["kind"] in (Lasting.SHIELD, Lasting.SHIELD_POOL) and e["who"] == seat
            ]
            assert section[k, 20] == min(BIG, sum(shields))
            loot_souls = (r["zone"][: T.C_INST0[T.N_LOOT]] == Zone.SOUL) & (r["owner"][: T.C_INST0[T.N_LOOT]] == seat)
            assert section[k, 24] == np.count_nonzero(loot_souls)
            assert section[k, 25:27].tolist() == r["history"][seat].tolist()
            assert section[k, 27:].tolist() == [r["must_attack"][seat], r["fought"][seat]]


def test_players__open_plays_agree_with_the_legal_actions(positions):
    """Who sees an open loot play or a character that can be turned is the one who can use it now (R8.1, R8.3)."""
    used = Counter()
    for position, player, section in views(positions, "players"):
        words = {GAME.action_text(action) for action in GAME.legal(position.S)}
        mine = position.record["asked"] == player and position.record["shape"] == 0
        if mine and any(word.startswith("play ") for word in words):
            used["play"] += 1
            assert section[0, 11] or section[0, 12] or section[0, 13], position.where
    assert used["play"]


def test_hand(positions):
    """The own hand, by loot name: as many cards as the state has there."""
    for position, player, section in views(positions, "hand"):
        r = position.record
        hand = Counter(int(T.INST_CARD[inst]) for inst in r["hand"][player][: r["n_hand"][player]])
        assert section.tolist() == [hand[card] for card in range(N_LOOT)], position.where


def expected_known(position: Played, player: int) -> np.ndarray:
    expected = np.zeros((PLAYERS - 1, N_LOOT), int)
    for k in range(1, position.seats):
        seat = (player + k) % position.seats
        for inst in position.record["hand"][seat][: position.record["n_hand"][seat]]:
            expected[k - 1, T.INST_CARD[inst]] += seen_by(position.record, player, inst)
    return expected


def test_known(positions):
    """Cards in other hands are counted exactly where this observer has seen them (A45)."""
    for position, player, section in views(positions, "known"):
        assert np.array_equal(section, expected_known(position, player)), position.where


def test_known__only_to_the_seat_that_saw_the_card(positions):
    """A hand shown to one seat is known to that seat and to no third one."""
    for position in positions:
        S, owner, witness = GAME.clone(position.S), 0, position.seats - 1
        changed = Played(S, S.view(np.ndarray)[0], position.seats)
        hand = changed.record["hand"][owner][: changed.record["n_hand"][owner]]
        changed.record["seen"][hand] = 1 << witness
        for player in range(1, position.seats):
            known = LAYOUT.views(GAME.observe(S, player))["known"]
            assert np.array_equal(known, expected_known(changed, player))
            assert known[position.seats - player - 1].sum() == (len(hand) if player == witness else 0)


def test_loot(positions):
    """Loot cards on the discard pile, and on the stack or as souls; hidden ones and trinkets in play are nowhere."""
    for position, _, section in views(positions, "loot"):
        r = position.record
        expected = np.zeros((2, N_LOOT), int)
        for inst in np.flatnonzero(T.INST_CARD < N_LOOT):
            zone = r["zone"][inst]
            if zone not in (*IN_HAND_OR_DECK, Zone.OUT, Zone.ITEM):
                expected[0 if zone == Zone.PILE else 1, T.INST_CARD[inst]] += 1
        assert np.array_equal(section, expected), position.where


def test_loot__every_card_is_counted_or_hidden(positions):
    """Own hand, known cards, open loot cards, trinkets, other hands and the deck together are all loot cards."""
    for position, player, loot in views(positions, "loot"):
        seen = LAYOUT.views(GAME.observe(position.S, player))
        others = sum(int(seen["players"][k, 5]) for k in range(1, position.seats))
        total = seen["hand"].sum() + loot.sum() + seen["trinkets"].sum() + others + seen["decks"][0, 0]
        out = np.count_nonzero(position.record["zone"][T.INST_CARD < N_LOOT] == Zone.OUT)
        assert total + out == T.C_COUNT[:N_LOOT].sum(), position.where


def test_cards(positions):
    """Zone, and player or slot, of every other card."""
    for position, player, section in views(positions, "cards"):
        r = position.record
        for k, card in enumerate(range(N_LOOT, T.N_CARDS)):
            inst = int(T.C_INST0[card])
            zone = Zone(int(r["zone"][inst]))
            owner = 0
            if zone in OF_SEAT and r["owner"][inst] != NONE:
                owner = from_seat(position, player, r["owner"][inst]) + 1
            elif zone in OF_SLOT:
                owner = r["owner"][inst] + 1
            assert section[:, k].tolist() == [zone, owner], (T.NAMES[card], position.where)


def test_turned(positions):
    """Every treasure and starting item that is turned; no other card but a character ever is."""
    items = [*range(T.TREASURE0, T.TREASURE0 + T.N_TREASURE), *range(T.STARTING0, T.STARTING0 + T.N_STARTING)]
    there = T.C_INST0[items]
    for position, _, section in views(positions, "turned"):
        r = position.record
        assert section.tolist() == r["turned"][there].tolist(), position.where
        others = np.setdiff1d(np.arange(T.N_INSTANCES), there)
        assert set(others[r["turned"][others] == 1].tolist()) <= set(r["character"].tolist())


def test_counters(positions):
    """Counters on the cards whose own text gives some; those on others (copies, Placebo) the section "changed" tells."""
    columns = LAYOUT["counters"].columns
    bearers = [T.C_INST0[T.CARD_ID[column.name]] for column in columns]
    assert {"tech_x", "the_poop", "the_bone"} <= {column.name for column in columns}
    assert all(T.C_DECK[T.INST_CARD[inst]] in (Deck.TREASURE, Deck.STARTING) for inst in bearers)
    for position, player, section in views(positions, "counters"):
        r = position.record
        assert section.tolist() == r["counters"][bearers].tolist(), position.where
        others = np.setdiff1d(np.flatnonzero(r["counters"]), bearers)
        changed = LAYOUT.views(GAME.observe(position.S, player))["changed"][:, [0, 3]].tolist()
        for inst in others:
            assert [T.INST_CARD[inst] + 1, r["counters"][inst]] in changed, (T.NAMES[T.INST_CARD[inst]], position.where)


def test_counters__of_a_copy():
    """[modeling_clay] that has become [the_poop] bears a counter of its own, which stands with what it shows."""
    seat = {"items": ["modeling_clay", "the_poop"], "hand": ["bomb"]}
    game = Scenario(players=[seat, {}]).start().activate("modeling_clay", "the_poop").settle()
    game.play("bomb", 0).pass_all().choose("the_poop").settle()
    for player in (0, 1):
        flat = GAME.observe(game.S, player)
        seen = LAYOUT.views(flat)
        assert LAYOUT["counters"].take(seen["counters"], "the_poop") == 1
        assert seen["counters"].sum() == 1
        clay, poop = (T.CARD_ID[name] + 1 for name in ("modeling_clay", "the_poop"))
        assert seen["changed"][0].tolist() == [clay, poop, 0, 1]
        table = TOKENS.from_flat(flat)
        rows = table[table[:, TOKENS.column("sort")] == Sort.ITEM]
        counters = {int(row[TOKENS.column("card")]): int(row[TOKENS.column("counters")]) for row in rows}
        assert counters == {clay: 1, poop: 1}


def test_deck_places(positions):
    """The place of a treasure or monster card in its deck is told exactly where the observer knows it."""
    for position, player, section in views(positions, "deck_places"):
        r = position.record
        for k, card in enumerate(range(T.TREASURE0, T.CHARACTER0)):
            inst, d = int(T.C_INST0[card]), T.C_DECK[card]
            place = 0
            if r["zone"][inst] == Zone.DECK and seen_by(r, player, inst):
                deck = r["deck"][d][: r["n_deck"][d]].tolist()
                place = len(deck) - deck.index(inst)
            assert section[k] == place, (T.NAMES[card], position.where)


def test_deck_places__only_to_the_seat_that_saw_it(positions):
    """The top of the treasure deck shown to one seat is place 1 to that seat; other seats see no place (A45)."""
    for position in positions:
        S, witness = GAME.clone(position.S), position.seats - 1
        r = S.view(np.ndarray)[0]
        top = int(r["deck"][1][r["n_deck"][1] - 1])
        r["seen"][top] = 1 << witness
        for player in range(position.seats):
            seen = LAYOUT.views(GAME.observe(S, player))
            assert seen["cards"][:, T.INST_CARD[top] - N_LOOT].tolist() == [Zone.DECK, 0]
            assert seen["deck_places"][T.INST_CARD[top] - T.TREASURE0] == (1 if player == witness else 0)


def test_cards__owners_are_relative(positions):
    """An item of seat p is the observer's own (1) to p, and counted round to the left for the others."""
    for position in positions:
        seen = [LAYOUT.views(GAME.observe(position.S, p))["cards"] for p in range(position.seats)]
        items = np.flatnonzero(seen[0][0] == Zone.ITEM)
        for player, section in enumerate(seen):
            expected = (seen[0][1, items] - 1 - player) % position.seats + 1
            assert np.array_equal(section[1, items], expected)


def test_slots(positions):
    """Monster slots with the card shown and its numbers; zeros where there is no slot."""
    for position, _, section in views(positions, "slots"):
        r = position.record
        for k in range(SLOTS):
            expected = [0] * 10
            inst, u = int(r["slot"][k]), PLAYERS + k
            if k < r["n_slots"]:
                expected[0] = 1
                if inst != NONE:
                    attacked = int(r["attacking"] == 1 and r["attacked"] == inst)
                    numbers = [r[name][u] for name in ("hp", "max_hp", "atk", "evasion")]
                    marks = [r[name][u] for name in ("dying", "must_attack", "fought")]
                    expected[1:] = [T.INST_CARD[inst] + 1, *numbers, attacked, *marks]
            assert section[k].tolist() == expected, position.where


def test_shop_and_decks(positions):
    """Shop slots, sizes of decks and discard piles, and the top card of each pile."""
    for position, player, shop in views(positions, "shop"):
        r = position.record
        expected = [1 + (0 if inst == NONE else T.INST_CARD[inst] + 1) for inst in r["shop"][: r["n_shop"]]]
        assert shop.tolist() == expected + [0] * (SHOP - len(expected)), position.where
        seen = LAYOUT.views(GAME.observe(position.S, player))
        assert seen["decks"].tolist() == [r["n_deck"].tolist(), r["n_pile"].tolist()]
        tops = [T.INST_CARD[r["pile"][d][n - 1]] + 1 if n else 0 for d, n in enumerate(r["n_pile"])]
        assert seen["top"].tolist() == tops


def target(position: Played, player: int, ref: int) -> list[int]:
    """What a reference looks like: (sort, value)."""
    r = position.record
    if ref == NONE:
        return [0, 0]
    if ref < Ref.DECK:
        return [1, from_seat(position, player, ref) + 1]
    if ref < Ref.SLOT:
        return [2, ref]
    if ref < Ref.CARD:
        return [3, ref - Ref.SLOT]
    if ref < Ref.STACK:
        return [4, shown(r, ref - Ref.CARD)]
    numbers = [int(r["objects"][row]["uid"]) for row in r["stack"][: r["n_stack"]]][::-1]
    return [5, numbers.index(ref - Ref.STACK) + 1 if ref - Ref.STACK in numbers else 0]


def seen_object(position: Played, player: int, row) -> list[int]:
    """A stack object as the observation tells it."""
    kind = Obj(int(row["kind"]))
    mode = 0 if kind == Obj.ROLL else row["mode"] + 1
    head = [
        kind,
        from_seat(position, player, row["controller"]) + 1,
        shown(position.record, row["src"]),
        mode,
        row["n"],
        row["flags"],
    ]
    first, second = int(row["reg"][0]), int(row["reg"][1])
    if kind in (Obj.HELD_DAMAGE, Obj.HELD_GAIN):
        first, second = NONE, int(row["it"])
    if kind in (Obj.PURCHASE, Obj.ATTACK, Obj.COMBAT, Obj.PLAYER_DEATH) and row["it"] != NONE:
        first = int(row["it"])
    targets = target(position, player, first) + target(position, player, second)
    more = [int(ref) for ref in row["reg"][2:]]
    if kind in (Obj.HELD_DAMAGE, Obj.HELD_GAIN):
        more = [NONE, NONE]
    further = [number for ref in more for number in target(position, player, ref)]
    return [*head, *targets, row["roll"], row["amount"], *further]


def effect_of(ability: int) -> int:
    """The place of an ability on its card, from 1; lines of dice tables and delayed effects after the printed ones."""
    if ability == NONE:
        return 0
    card = T.AB_CARD[ability]
    return min(ability - T.C_AB0[card], T.C_ABN[card]) + 1


def test_stack(positions):
    """The objects from the top with controller, source, mode, numbers, targets and effect; zeros below the last."""
    kinds = Counter()
    for position, player, section in views(positions, "stack"):
        r = position.record
        rows = [r["objects"][row] for row in r["stack"][: r["n_stack"]][::-1]][:STACK_ROWS]
        kinds.update(Obj(int(row["kind"])) for row in rows)
        expected = [seen_object(position, player, row) for row in rows]
        assert section[: len(rows)].tolist() == expected, position.where
        assert not section[len(rows) :].any()
        effects = LAYOUT.views(GAME.observe(position.S, player))["effects"][:STACK_ROWS].tolist()
        assert effects == [effect_of(int(row["ability"])) for row in rows] + [0] * (STACK_ROWS - len(rows))
    assert len(kinds) > 3


def test_resolving(positions):
    """While an object resolves or is announced it is shown like one on the stack; zeros when nothing does."""
    resolving = 0
    for position, player, section in views(positions, "resolving"):
        r = position.record
        rows = [int(row) for row in r["frames"]["object"][: r["n_frames"]] if row != NONE]
        effect = LAYOUT.views(GAME.observe(position.S, player))["effects"][STACK_ROWS]
        if rows:
            row = r["objects"][rows[-1]]
            assert section.tolist() == seen_object(position, player, row), position.where
            assert effect == effect_of(int(row["ability"]))
            resolving += 1
        else:
            assert not section.any() and effect == 0
    assert resolving


def test_trinkets(positions):
    """Trinkets in play are counted with the player who controls them."""
    for position, player, section in views(positions, "trinkets"):
        r = position.record
        expected = Counter()
        for inst in np.flatnonzero((r["zone"] == Zone.ITEM) & (T.INST_CARD < N_LOOT)):
            expected[from_seat(position, player, r["owner"][inst]), T.IDS[T.INST_CARD[inst]]] += 1
        columns = LAYOUT["trinkets"].columns
        assert {column.name for column in columns} == {c.id for c in T.CARDS if c.kind == CardKind.TRINKET}
        seen = {(seat, columns[k].name): section[seat, k] for seat, k in np.argwhere(section)}
        assert seen == expected, position.where


def test_changed(positions):
    """Items with another card's text, made eternal by an effect, or with counters that another card put there (R22)."""
    bearers = {column.name for column in LAYOUT["counters"].columns}
    for position, _, section in views(positions, "changed"):
        r = position.record
        expected = []
        for inst in (inst for inst in r["play"][: r["n_play"]] if r["zone"][inst] == Zone.ITEM):
            card = int(T.INST_CARD[inst])
            copied = r["face"][inst] != card
            lifted = r["eternal"][inst] and not T.C_FLAGS[card] & T.CardFlag.ETERNAL
            counted = r["counters"][inst] and T.IDS[card] not in bearers
            if copied or lifted or counted:
                shows = r["face"][inst] + 1 if copied else 0
                expected.append([card + 1, shows, int(lifted), r["counters"][inst]])
        assert section.tolist() == (expected + [[0, 0, 0, 0]] * CHANGED)[:CHANGED], position.where


def test_covered(positions):
    """How many monsters lie under the active one of a slot, and which is the next."""
    for position, _, section in views(positions, "covered"):
        r = position.record
        for k in range(SLOTS):
            under, inst = [], int(r["slot"][k]) if k < r["n_slots"] else NONE
            while inst != NONE and r["under"][inst] != NONE:
                inst = int(r["under"][inst])
                assert r["zone"][inst] == Zone.COVERED
                under.append(int(T.INST_CARD[inst]) + 1)
            assert section[k].tolist() == [len(under), under[0] if under else 0], position.where


def test_obligations(positions):
    """Attacks that the active player must make: additional or not, and against what (R11.7)."""
    for position, _, section in views(positions, "obligations"):
        r = position.record
        expected = []
        for duty in r["obligations"][r["obligations"]["who"] != NONE]:
            what = int(duty["what"])
            card = shown(r, what - Ref.CARD) if what >= Ref.CARD else 0 if what == NONE else -1
            expected.append(
                [1 + duty["extra"], card, shown(r, duty["other"] - Ref.CARD) if duty["other"] != NONE else 0]
            )
            assert duty["who"] == r["active_player"]
        assert section.tolist() == (expected + [[0, 0, 0]] * OBLIGATION_ROWS)[:OBLIGATION_ROWS], position.where


def test_lasting(positions):
    """Effects that last: kind, whom they concern, number, source."""
    there = 0
    for position, player, section in views(positions, "lasting"):
        r = position.record
        expected = []
        for entry in r["lasting"][r["lasting"]["kind"] != 0]:
            who, whom = int(entry["who"]), 0
            slots = r["slot"][: r["n_slots"]].tolist()
            if 0 <= who < PLAYERS:
                whom = from_seat(position, player, who) + 1
            elif Ref.SLOT <= who < Ref.CARD:
                whom = -1 - (who - Ref.SLOT)
            elif Ref.CARD <= who < Ref.STACK and who - Ref.CARD in slots:
                whom = -1 - slots.index(who - Ref.CARD)
            expected.append([entry["kind"], whom, entry["n"], shown(r, entry["src"])])
        there += len(expected)
        assert section.tolist() == (expected + [[0, 0, 0, 0]] * LASTING_ROWS)[:LASTING_ROWS], position.where
    assert there


def test_looked(positions):
    """Cards that are being looked at are told to the seat that is asked, as far as it has seen them, and to no other."""
    for position, player, section in views(positions, "looked"):
        r = position.record
        looked = r["look"][: min(LOOKED, r["n_look"])]
        mine = r["asked"] == player
        expected = [T.INST_CARD[inst] + 1 if mine and seen_by(r, player, inst) else 0 for inst in looked]
        assert section.tolist() == expected + [0] * (LOOKED - len(expected)), position.where


def test_loot_places():
    """[sleight_of_hand] leaves its player, and nobody else, knowing the top of the loot deck, and ends its list; a card
    known at the bottom is shown from the bottom.
    """
    game = Scenario(
        players=[{"items": ["sleight_of_hand"]}, {}], loot_deck=["bomb", "a_dime", "lil_battery", "butter_bean"]
    ).start()
    game.activate("sleight_of_hand", "loot deck").pass_all().choose("a_dime", "lil_battery").settle()
    places = LAYOUT.views(GAME.observe(game.S, 0))["loot_places"]
    expected = [
        T.CARD_ID[name] + 1 for name in ("bomb", "lil_battery", "a_dime")
    ]  # the first one put back lies deepest
    assert places[0].tolist() == [*expected, *[0] * 5] and not places[1].any()
    assert not LAYOUT.views(GAME.observe(game.S, 1))["loot_places"].any()
    assert not LAYOUT.views(GAME.observe(game.S, 0))["looked"].any()
    bottom = int(game.S["deck"][0, 0, 1])
    game.S["seen"][0, bottom] = 2
    assert LAYOUT.views(GAME.observe(game.S, 1))["loot_places"][1].tolist() == [0, T.INST_CARD[bottom] + 1, *[0] * 6]


def test_sources__lie_in_nobody_elses_hand(positions):
    """A card that asks or has an object on the stack does not lie hidden in another seat's hand (A45)."""
    for position in positions:
        r = position.record
        sources = [int(r["asking_card"])] + [int(r["objects"][row]["src"]) for row in r["stack"][: r["n_stack"]]]
        for inst in sources:
            hidden = inst != NONE and r["zone"][inst] == Zone.HAND
            for player in range(position.seats) if hidden else ():
                assert r["owner"][inst] == player or seen_by(r, player, inst), (
                    T.NAMES[T.INST_CARD[inst]],
                    position.where,
                )


def test_bounds(positions):
    """Every number lies within the bounds of its section, and no two sections overlap."""
    for position in positions:
        for player in range(position.seats):
            obs = GAME.observe(position.S, player)
            assert (obs >= LAYOUT.low).all() and (obs <= LAYOUT.high).all(), position.where
    assert [s.offset for s in LAYOUT.sections[1:]] == [s.stop for s in LAYOUT.sections[:-1]]
    assert LAYOUT.sections[-1].stop == LAYOUT.size
