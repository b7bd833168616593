"""The flat observation against the state, section by section, through played games (R2, A45)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.card_kinds import CardKind
from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref
from fs_env.core.four_souls.observation.numbers import TargetSort
from fs_env.core.four_souls.observation.schema import CHANGED, LASTING_ROWS, LOOKED, OBLIGATION_ROWS, SCHEMA, STACK_ROWS
from fs_env.core.four_souls.observation.token_schema import Sort
from fs_env.core.four_souls.observation.tokens import TOKENS
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.four_souls.state import BIG, PLAYERS, SHOP, SLOTS, Obj, Zone
from tests.core.four_souls.played import Played, played

N_LOOT = int(T.N_LOOT)
IN_HAND_OR_DECK = (Zone.HAND, Zone.DECK)
OF_SEAT = (Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.CHARACTER, Zone.STACK, Zone.BESIDE)
OF_SLOT = (Zone.SHOP, Zone.ACTIVE, Zone.COVERED)
LOOT_INSTANCES = np.flatnonzero(T.INST_CARD < N_LOOT)


@pytest.fixture(params=[2, 3, 4], ids=lambda n: f"{n}_players", scope="module")
def positions(request) -> list[Played]:
    return played(request.param)


def views(positions: list[Played], name: str):
    """Every position from every seat: position, seat, and the section of that name, its columns as fields."""
    for position in positions:
        for player in range(position.seats):
            yield position, player, observed(position.S, player)[name]


def observed(S, player: int):
    return SCHEMA.record(GAME.observe(S, player))


def told(row) -> dict[str, int]:
    return {name: int(row[name]) for name in row.dtype.names}


def told_rows(section) -> list[dict[str, int]]:
    rows = [told(row) for row in section]
    while rows and not any(rows[-1].values()):
        rows.pop()
    return rows


def from_seat(position: Played, player: int, seat: int) -> int:
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
        assert told(section) == {
            "question": r["question"] + 1 if mine else 0,
            "shape": r["shape"],
            "card": shown(r, r["asking_card"]),
            "phase": r["phase"],
            "ending": r["ending"],
            "attacking": r["attacking"],
            "active_player": from_seat(position, player, r["active_player"]),
            "priority_player": from_seat(position, player, r["priority_player"]),
            "asked": from_seat(position, player, r["asked"]),
            "passes": r["passes"],
            "players": position.seats,
            "turn": r["turn"],
            "stack": r["n_stack"],
            "options": r["n_options"] if mine else 0,
            "decisions_left": min(BIG, r["max_decisions"] - r["decisions"]),
            "bonus_souls": np.count_nonzero(r["zone"] == Zone.BONUS),
            "fights": r["attacks_begun"],
            "forced": r["forced"],
        }, position.where


def test_decision__own_question_has_seat_zero(positions):
    """The seat that is asked sees itself as seat 0, and the number of options it has; no other seat sees that."""
    for position, player, section in views(positions, "decision"):
        asked = GAME.to_act(position.S)
        assert (section["asked"] == 0) == (asked == player)
        assert (section["question"] > 0) == (asked == player)


def test_players(positions):
    """Each seat's public numbers, in the order of the seats from the observer to the left, zeros for empty seats."""
    for position, player, section in views(positions, "players"):
        r = position.record
        assert len(told_rows(section)) == position.seats
        lasting = r["lasting"][np.isin(r["lasting"]["kind"], (Lasting.SHIELD, Lasting.SHIELD_POOL))]
        for k in range(position.seats):
            seat = (player + k) % position.seats
            character = r["character"][seat]
            shields = lasting["n"][lasting["who"] == seat]
            loot_souls = (r["zone"][: T.C_INST0[T.N_LOOT]] == Zone.SOUL) & (r["owner"][: T.C_INST0[T.N_LOOT]] == seat)
            row = told(section[k])
            del row["own_play"], row["character_open"]  # see the next test
            assert row == {
                "present": 1,
                "coins": r["coins"][seat],
                "hp": r["hp"][seat],
                "max_hp": r["max_hp"][seat],
                "attack": r["atk"][seat],
                "hand": r["n_hand"][seat],
                "souls": r["souls"][seat],
                "dead": r["dead"][seat],
                "dying": r["dying"][seat],
                "character": T.INST_CARD[character] + 1,
                "turned": r["turned"][character],
                "extra_plays": r["extra_plays"][seat],
                "attacks_used": r["attacks_used"][seat],
                "attacks": max(r["own_attacks"][seat], r["attacks_used"][seat]) + r["extra_attacks"][seat],
                "deck_attacks": r["deck_attacks"][seat],
                "purchases_used": r["purchases_used"][seat],
                "purchases": r["own_purchases"][seat],
                "price": r["price"][seat],
                "shield": min(BIG, sum(shields)),
                "roll_bonus": r["roll_boost"][seat],
                "extra_turns": r["extra_turns"][seat],
                "skipped_turns": r["skip_turns"][seat],
                "loot_souls": np.count_nonzero(loot_souls),
                "last_roll": r["history"][seat][0],
                "last_attack_roll": r["history"][seat][1],
                "must_attack": r["must_attack"][seat],
                "attacks_made": r["fought"][seat],
            }, position.where


def test_players__open_plays_agree_with_the_legal_actions(positions):
    """Who sees an open loot play or a character that can be turned is the one who can use it now (R8.1, R8.3)."""
    used = Counter()
    for position, player, section in views(positions, "players"):
        words = {GAME.action_text(action) for action in GAME.legal(position.S)}
        mine = position.record["asked"] == player and position.record["shape"] == 0
        if mine and any(word.startswith("play ") for word in words):
            used["play"] += 1
            me = section[0]
            assert me["own_play"] or me["extra_plays"] or me["character_open"], position.where
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
    for position in positions:
        S, owner, witness = GAME.clone(position.S), 0, position.seats - 1
        changed = Played(S, S.view(np.ndarray)[0], position.seats)
        hand = changed.record["hand"][owner][: changed.record["n_hand"][owner]]
        changed.record["seen"][hand] = 1 << witness
        for player in range(1, position.seats):
            known = observed(S, player)["known"]
            assert np.array_equal(known, expected_known(changed, player))
            assert known[position.seats - player - 1].sum() == (len(hand) if player == witness else 0)


def test_loot(positions):
    """Loot cards on the discard pile, and on the stack or as souls; hidden ones and trinkets in play are nowhere."""
    for position, _, section in views(positions, "loot"):
        r = position.record
        zones, loot = r["zone"][LOOT_INSTANCES], T.INST_CARD[LOOT_INSTANCES]
        open_elsewhere = ~np.isin(zones, (*IN_HAND_OR_DECK, Zone.OUT, Zone.ITEM, Zone.PILE))
        discarded, elsewhere = (
            np.bincount(loot[there], minlength=N_LOOT) for there in (zones == Zone.PILE, open_elsewhere)
        )
        assert np.array_equal(section["discarded"], discarded), position.where
        assert np.array_equal(section["elsewhere"], elsewhere), position.where


def test_loot__every_card_is_counted_or_hidden(positions):
    """Own hand, known cards, open loot cards, trinkets, other hands and the deck together are all loot cards."""
    for position, player, loot in views(positions, "loot"):
        seen = observed(position.S, player)
        others = seen["players"]["hand"][1 : position.seats].sum()
        there = loot["discarded"].sum() + loot["elsewhere"].sum() + seen["trinkets"].sum()
        total = seen["hand"].sum() + there + others + seen["decks"]["cards"][Deck.LOOT]
        out = np.count_nonzero(position.record["zone"][T.INST_CARD < N_LOOT] == Zone.OUT)
        assert total + out == T.C_COUNT[:N_LOOT].sum(), position.where


def test_cards(positions):
    """Zone, and player or slot, of every other card."""
    for position, player, section in views(positions, "cards"):
        r = position.record
        others = T.C_INST0[N_LOOT : T.N_CARDS - T.N_ROOM]
        zones, owners = r["zone"][others].tolist(), r["owner"][others].tolist()
        shown_zones, shown_owners = section["zone"].tolist(), section["owner"].tolist()
        for k, (zone, owner) in enumerate(zip(zones, owners)):
            if zone in OF_SEAT and owner != NONE:
                told_owner = from_seat(position, player, owner) + 1
            else:
                told_owner = owner + 1 if zone in OF_SLOT else 0
            assert (shown_zones[k], shown_owners[k]) == (zone, told_owner), (T.NAMES[N_LOOT + k], position.where)


def test_turned(positions):
    """Every treasure and starting item that is turned; no other card but a character ever is."""
    items = [*T.TREASURES, *T.STARTING_ITEMS]
    there = T.C_INST0[items]
    for position, _, section in views(positions, "turned"):
        r = position.record
        assert section.tolist() == r["turned"][there].tolist(), position.where
        others = np.setdiff1d(np.arange(T.N_INSTANCES), there)
        assert set(others[r["turned"][others] == 1].tolist()) <= set(r["character"].tolist())


def test_counters(positions):
    """Counters on the cards whose own text gives some; those on others (copies, Placebo) the section "changed" tells."""
    columns = SCHEMA["counters"].columns
    bearers = [T.C_INST0[T.CARD_ID[column.name]] for column in columns]
    assert {"tech_x", "the_poop", "the_bone"} <= {column.name for column in columns}
    assert all(T.C_DECK[T.INST_CARD[inst]] in (Deck.TREASURE, Deck.STARTING) for inst in bearers)
    for position, player, section in views(positions, "counters"):
        r = position.record
        assert section.tolist() == r["counters"][bearers].tolist(), position.where
        others = np.setdiff1d(np.flatnonzero(r["counters"]), bearers)
        changed = {row["card"]: row["counters"] for row in observed(position.S, player)["changed"]}
        for inst in others:
            assert changed[T.INST_CARD[inst] + 1] == r["counters"][inst], (T.NAMES[T.INST_CARD[inst]], position.where)


def test_counters__of_a_copy():
    """[modeling_clay] that has become [the_poop] bears its own counter, which stands with what it shows."""
    seat = {"items": ["modeling_clay", "the_poop"], "hand": ["bomb"]}
    game = Scenario(players=[seat, {}]).start().activate("modeling_clay", "the_poop").settle()
    game.play("bomb", 0).pass_all().choose("the_poop").settle()
    for player in (0, 1):
        flat = GAME.observe(game.S, player)
        seen = SCHEMA.record(flat)
        assert SCHEMA["counters"].take(seen["counters"], "the_poop") == 1
        assert seen["counters"].sum() == 1
        clay, poop = (T.CARD_ID[name] + 1 for name in ("modeling_clay", "the_poop"))
        assert told(seen["changed"][0]) == {"card": clay, "shows": poop, "eternal": 0, "counters": 1}
        table = TOKENS.from_flat(flat)
        rows = table[table[:, TOKENS.column("sort")] == Sort.ITEM]
        counters = {int(row[TOKENS.column("card")]): int(row[TOKENS.column("counters")]) for row in rows}
        assert counters == {clay: 1, poop: 1}


def test_deck_places(positions):
    """The place of a treasure or monster card in its deck is told exactly where the observer knows it."""
    for position, player, section in views(positions, "deck_places"):
        r = position.record
        cards = [*T.TREASURES, *T.MONSTER_CARDS]
        decks = [r["deck"][d][: r["n_deck"][d]].tolist() for d in range(len(r["deck"]))]
        known = ((r["zone"] == Zone.DECK) & (r["seen"] >> player & 1 == 1)).tolist()
        places = section.tolist()
        for k, (card, inst) in enumerate(zip(cards, T.C_INST0[cards].tolist())):
            deck = decks[T.C_DECK[card]]
            place = len(deck) - deck.index(inst) if known[inst] else 0
            assert places[k] == place, (T.NAMES[card], position.where)


def test_deck_places__only_to_the_seat_that_saw_it(positions):
    """The top of the treasure deck shown to one seat is place 1 to that seat; other seats see no place (A45)."""
    for position in positions:
        S, witness = GAME.clone(position.S), position.seats - 1
        r = S.view(np.ndarray)[0]
        top = int(r["deck"][1][r["n_deck"][1] - 1])
        r["seen"][top] = 1 << witness
        for player in range(position.seats):
            seen = observed(S, player)
            card = T.INST_CARD[top] - N_LOOT
            assert (seen["cards"]["zone"][card], seen["cards"]["owner"][card]) == (Zone.DECK, 0)
            assert seen["deck_places"][T.TREASURES.tolist().index(T.INST_CARD[top])] == (1 if player == witness else 0)


def test_cards__owners_are_relative(positions):
    """An item of seat p is the observer's own (1) to p, and counted round to the left for the others."""
    for position in positions:
        seen = [observed(position.S, p)["cards"] for p in range(position.seats)]
        items = np.flatnonzero(seen[0]["zone"] == Zone.ITEM)
        for player, section in enumerate(seen):
            expected = (seen[0]["owner"][items] - 1 - player) % position.seats + 1
            assert np.array_equal(section["owner"][items], expected)


def test_slots(positions):
    """Monster slots with the card shown and its numbers; zeros where there is no slot."""
    for position, _, section in views(positions, "slots"):
        r = position.record
        for k in range(SLOTS):
            inst, u = int(r["slot"][k]), PLAYERS + k
            expected = dict.fromkeys(SCHEMA["slots"].dtype.base.names, 0)
            if k < r["n_slots"]:
                expected["exists"] = 1
                if inst != NONE:
                    expected |= {
                        "card": T.INST_CARD[inst] + 1,
                        "hp": r["hp"][u],
                        "max_hp": r["max_hp"][u],
                        "attack": r["atk"][u],
                        "evasion": r["evasion"][u],
                        "attacked": int(r["attacking"] == 1 and r["attacked"] == inst),
                        "dying": r["dying"][u],
                        "must_be_attacked": r["must_attack"][u],
                        "was_attacked": r["fought"][u],
                    }
            assert told(section[k]) == expected, position.where


def test_shop_and_decks(positions):
    """Shop slots, sizes of decks and discard piles, and the top card of each pile."""
    for position, player, shop in views(positions, "shop"):
        r = position.record
        expected = [1 + (0 if inst == NONE else T.INST_CARD[inst] + 1) for inst in r["shop"][: r["n_shop"]]]
        assert shop.tolist() == expected + [0] * (SHOP - len(expected)), position.where
        seen = observed(position.S, player)
        assert seen["decks"]["cards"].tolist() == r["n_deck"].tolist()
        assert seen["decks"]["discarded"].tolist() == r["n_pile"].tolist()
        tops = [T.INST_CARD[r["pile"][d][n - 1]] + 1 if n else 0 for d, n in enumerate(r["n_pile"])]
        assert seen["top"].tolist() == tops


def target(position: Played, player: int, name: str, ref: int) -> dict[str, int]:
    r = position.record
    sort, value = TargetSort.NOTHING, 0
    if NONE < ref < Ref.DECK:
        sort, value = TargetSort.PLAYER, from_seat(position, player, ref) + 1
    elif Ref.DECK <= ref < Ref.SLOT:
        sort, value = TargetSort.DECK, ref
    elif Ref.SLOT <= ref < Ref.CARD:
        sort, value = TargetSort.SLOT, ref - Ref.SLOT
    elif Ref.CARD <= ref < Ref.STACK:
        sort, value = TargetSort.CARD, shown(r, ref - Ref.CARD)
    elif ref >= Ref.STACK:
        numbers = [int(r["objects"][row]["uid"]) for row in r["stack"][: r["n_stack"]]][::-1]
        sort, value = (TargetSort.OBJECT, numbers.index(ref - Ref.STACK) + 1 if ref - Ref.STACK in numbers else 0)
    return {f"{name}_sort": sort, name: value}


def seen_object(position: Played, player: int, row) -> dict[str, int]:
    kind = Obj(int(row["kind"]))
    first, second = int(row["reg"][0]), int(row["reg"][1])
    if kind in (Obj.HELD_DAMAGE, Obj.HELD_GAIN):
        first, second = NONE, int(row["it"])
    if kind in (Obj.PURCHASE, Obj.ATTACK, Obj.COMBAT, Obj.PLAYER_DEATH) and row["it"] != NONE:
        first = int(row["it"])
    third, fourth = (NONE, NONE) if kind in (Obj.HELD_DAMAGE, Obj.HELD_GAIN) else (int(ref) for ref in row["reg"][2:])
    return {
        "kind": kind,
        "owner": from_seat(position, player, row["controller"]) + 1,
        "card": shown(position.record, row["src"]),
        "mode": 0 if kind == Obj.ROLL else row["mode"] + 1,
        "number": row["n"],
        "flags": row["flags"],
        "event_number": row["roll"],
        "event_amount": row["amount"],
        **target(position, player, "target", first),
        **target(position, player, "second_target", second),
        **target(position, player, "third_target", third),
        **target(position, player, "fourth_target", fourth),
    }


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
        assert told_rows(section) == expected, position.where
        effects = observed(position.S, player)["effects"][:STACK_ROWS].tolist()
        assert effects == [effect_of(int(row["ability"])) for row in rows] + [0] * (STACK_ROWS - len(rows))
    assert len(kinds) > 3


def test_resolving(positions):
    """While an object resolves or is announced it is shown like one on the stack; zeros when nothing does."""
    resolving = 0
    for position, player, section in views(positions, "resolving"):
        r = position.record
        rows = [int(row) for row in r["frames"]["object"][: r["n_frames"]] if row != NONE]
        effect = observed(position.S, player)["effects"][STACK_ROWS]
        if rows:
            row = r["objects"][rows[-1]]
            assert told(section) == seen_object(position, player, row), position.where
            assert effect == effect_of(int(row["ability"]))
            resolving += 1
        else:
            assert not any(told(section).values()) and effect == 0
    assert resolving


def test_trinkets(positions):
    """Trinkets in play are counted with the player who controls them."""
    for position, player, section in views(positions, "trinkets"):
        r = position.record
        expected = Counter()
        for inst in np.flatnonzero((r["zone"] == Zone.ITEM) & (T.INST_CARD < N_LOOT)):
            expected[from_seat(position, player, r["owner"][inst]), T.IDS[T.INST_CARD[inst]]] += 1
        columns = SCHEMA["trinkets"].columns
        assert {column.name for column in columns} == {c.id for c in T.CARDS if c.kind == CardKind.TRINKET}
        seen = {(seat, columns[k].name): section[seat, k] for seat, k in np.argwhere(section)}
        assert seen == expected, position.where


def test_changed(positions):
    """Items with another card's text, made eternal by an effect, or with counters that another card put there (R22)."""
    bearers = {column.name for column in SCHEMA["counters"].columns}
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
                numbers = {"shows": shows, "eternal": int(lifted), "counters": r["counters"][inst]}
                expected.append({"card": card + 1, **numbers})
        assert told_rows(section) == expected[:CHANGED], position.where


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
            assert told(section[k]) == {"covered": len(under), "next_below": under[0] if under else 0}, position.where


def test_obligations(positions):
    """Attacks that the active player must make: additional or not, and against what (R11.7)."""
    for position, _, section in views(positions, "obligations"):
        r = position.record
        expected = []
        for obligation in r["obligations"][r["obligations"]["who"] != NONE]:
            what = int(obligation["what"])
            card = shown(r, what - Ref.CARD) if what >= Ref.CARD else 0 if what == NONE else -1
            or_else = shown(r, obligation["other"] - Ref.CARD) if obligation["other"] != NONE else 0
            expected.append({"additional": 1 + obligation["extra"], "what": card, "or_else": or_else})
            assert obligation["who"] == r["active_player"]
        assert told_rows(section) == expected[:OBLIGATION_ROWS], position.where


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
            expected.append({"kind": entry["kind"], "whom": whom, "number": entry["n"], "card": shown(r, entry["src"])})
        there += len(expected)
        assert told_rows(section) == expected[:LASTING_ROWS], position.where
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
    """[sleight_of_hand] leaves its player, and no other player, knowing the top of the loot deck, and ends its list; a card
    known at the bottom is shown from the bottom.
    """
    game = Scenario(
        players=[{"items": ["sleight_of_hand"]}, {}], loot_deck=["bomb", "a_dime", "lil_battery", "butter_bean"]
    ).start()
    game.activate("sleight_of_hand", "loot deck").pass_all().choose("a_dime", "lil_battery").settle()
    places = observed(game.S, 0)["loot_places"]
    expected = [
        T.CARD_ID[name] + 1 for name in ("bomb", "lil_battery", "a_dime")
    ]  # the first one put back lies deepest
    assert places["from_top"].tolist() == [*expected, *[0] * 5] and not places["from_bottom"].any()
    assert not any(observed(game.S, 1)["loot_places"][end].any() for end in ("from_top", "from_bottom"))
    assert not observed(game.S, 0)["looked"].any()
    bottom = int(game.S["deck"][0, 0, 1])
    game.S["seen"][0, bottom] = 2
    from_bottom = observed(game.S, 1)["loot_places"]["from_bottom"]
    assert from_bottom.tolist() == [0, T.INST_CARD[bottom] + 1, *[0] * 6]


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
    """Every number lies within its bounds."""
    for position in positions:
        for player in range(position.seats):
            obs = GAME.observe(position.S, player)
            assert (obs >= SCHEMA.low).all() and (obs <= SCHEMA.high).all(), position.where
