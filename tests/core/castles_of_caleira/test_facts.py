"""The list of what a seat may know against the code: what it calls seen changes numbers, JSON and text, the rest does not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from fs_env.core.castles_of_caleira.cards import KINDS, Kind
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.observation.facts import FACTS
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import NONE, STATE
from tests.generic.facts import (
    Change,
    Changes,
    bump,
    check_hidden,
    check_list,
    check_seen,
    flip,
    one,
    only,
    rotate,
    seats,
    to,
)
from tests.generic.suite import walk

FIELDS = [row.name for row in STATE.describe()]
SOME = 4  # positions of each number of players


@cache
def positions() -> list[Any]:
    """Positions of random games for 2, 3 and 4, in which a player is asked."""
    found = []
    for players in (2, 3, 4):
        every = [GAME.clone(p.S) for p in walk(GAME, players, 150, players) if p.seat >= 0]
        found += [S for S in every if int(S["n_pieces"][0]) > 3][:: max(1, len(every) // SOME)]
    return found


def last_piece(r: Any) -> list[int]:
    return [int(r["n_pieces"]) - 1]


def first_piece(r: Any) -> list[int]:
    return [0]


def bit(name: str, prepare: Any = None) -> Changes:
    """Changes of a set of pieces: the first one enters or leaves it."""
    return to(name, lambda r, old: old ^ 1, one, prepare)


def all_seen(r: Any) -> None:
    """Every player has seen the first piece, which is face up in its castle."""
    r["known"] |= 1
    r["castle"] |= 1
    r["down"] &= ~1


def one_saw(r: Any) -> None:
    """Only seat 0 has seen the first piece, which is face down."""
    r["known"] &= ~1
    r["known"][0] |= 1
    r["castle"] |= 1
    r["down"] |= 1


def begin_market(r: Any) -> None:
    """Seat 1 answers the offer of seat 0, for the first piece, a Marketplace."""
    all_seen(r)
    r["kind"][0], r["owner"][0] = Kind.MARKETPLACE, 0
    r["effect"], r["partner"], r["offer"], r["question"], r["asked"] = 0, 1, 2, Question.RETURN, 1


def begin_offer(r: Any) -> None:
    begin_market(r)
    r["question"], r["asked"], r["offer"] = Question.GIVE, 0, NONE


def begin_watch(r: Any) -> None:
    """A second piece is chosen for the first piece, a Watchtower."""
    all_seen(r)
    r["kind"][0] = Kind.WATCHTOWER
    r["effect"], r["picked"], r["question"] = 0, 1, Question.TARGET


def read_deck(r: Any) -> None:
    """Seat 0 has looked at two cards of a deck of three."""
    r["n_deck"], r["deck"][:3], r["deck_reader"], r["deck_read"] = 3, (1, 2, 3), 0, 2


def queue_two(r: Any) -> None:
    """Two effects wait."""
    r["queue"][:3], r["head"], r["tail"] = (0, 1, 2), 0, 2


def remember(r: Any) -> None:
    r["held_kind"], r["held_by"], r["held_from"] = 0, 0, 0
    r["held_kind"][0, 0], r["held_by"][0, 0], r["held_from"][0, 0], r["n_held"][0] = 2, 2, 1, 1


def asks_to_play(r: Any) -> None:
    r["asked"], r["question"], r["effect"], r["partner"], r["picked"] = 0, Question.PLAY, NONE, NONE, NONE


def first(r: Any) -> list[int]:
    return [0]


def others(r: Any) -> list[int]:
    return [p for p in seats(r) if p != 1]


def nobody(r: Any) -> list[int]:
    return []


def join(r: Any) -> Iterator[Change]:
    """Another seat at a table of fewer than four."""

    def sit_down(s: Any) -> None:
        s["n_players"] += 1

    if r["n_players"] < 4:
        yield Change(seats(r), sit_down)


CHANGES: dict[str, Changes] = {
    "asked": rotate("asked", prepare=asks_to_play),
    "question": to("question", lambda r, old: Question.GIVE, prepare=begin_market),
    "decisions": bump("decisions"),
    "max_decisions": bump("max_decisions"),
    "castle": bit("castle", all_seen),
    "down": bit("down", all_seen),
    "suppressed": bit("suppressed", all_seen),
    "known": to("known", lambda r, old: old ^ 1, lambda r: [1], one_saw),
    "kind": only(first, to("kind", lambda r, old: (old + 1) % KINDS, first_piece, one_saw)),
    "owner": rotate("owner", last_piece),
    "n_pieces": to("n_pieces", lambda r, old: old - 1, prepare=asks_to_play),
    "hand": only(first, to("hand", lambda r, old: 2 if old != 2 else 1, lambda r: [(0, 4)])),
    "n_hand": only(others, to("n_hand", lambda r, old: 3 if old != 3 else 1, lambda r: [1])),
    "deck": only(first, to("deck", lambda r, old: 6, lambda r: [2], read_deck)),
    "n_deck": bump("n_deck"),
    "discard": to("discard", lambda r, old: old + 1, lambda r: [0, KINDS - 1]),
    "deck_reader": to("deck_reader", lambda r, old: 1, prepare=read_deck),
    "deck_read": to("deck_read", lambda r, old: 1, prepare=read_deck),
    "held_kind": only(first, to("held_kind", lambda r, old: 3, lambda r: [(0, 0)], remember)),
    "held_by": only(first, to("held_by", lambda r, old: 3, lambda r: [(0, 0)], remember)),
    "held_from": only(first, to("held_from", lambda r, old: 2, lambda r: [(0, 0)], remember)),
    "queue": to("queue", lambda r, old: 2, lambda r: [1], queue_two),
    "head": to("head", lambda r, old: 1, prepare=queue_two),
    "tail": to("tail", lambda r, old: 3, prepare=queue_two),
    "effect": to("effect", lambda r, old: 1, prepare=begin_watch),
    "picked": to("picked", lambda r, old: 2, prepare=begin_watch),
    "partner": to("partner", lambda r, old: 0, prepare=begin_offer),
    "offer": only(first, to("offer", lambda r, old: 3, prepare=begin_market)),
    "n_players": join,
    "turn_player": rotate("turn_player"),
    "out": to("out", lambda r, old: old ^ 1),
    **{name: flip(name) for name in ("play_on", "blind_market", "useless_targets")},
}
HIDDEN: dict[str, Changes] = {
    "rng": only(nobody, bump("rng", lambda r: [(0, 0), (1, 2)])),
    "allowed": only(nobody, to("allowed", lambda r, old: old ^ 3)),
    "removed": only(nobody, to("removed", lambda r, old: 3, lambda r: [0] if r["removed"][0] != NONE else [])),
}
"""Changes that no player may notice."""
NOT_OTHERS = {name: CHANGES[name] for name in ("kind", "hand", "deck", "held_kind", "held_by", "held_from", "offer")}
"""Changes that no player may notice but the seats named in them."""


def test_list__has_every_field_of_the_state():
    """Each field of the state has one clear fate, and what is seen is seen at places that exist."""
    check_list(FIELDS, FACTS, GAME.schema)


def test_list__each_fact_is_put_to_the_test():
    """Every fact that is shown has a change that must show, every one that no player may know one that must not."""
    assert set(CHANGES) == {name for name, fact in FACTS.items() if fact.seen or fact.json}
    assert set(HIDDEN) == {name for name, fact in FACTS.items() if fact.hidden and not fact.seen}


@pytest.mark.parametrize("name", CHANGES)
def test_seen(name: str):
    """R50 to R52: changing what a seat may know changes its numbers, JSON and text, where the list says."""
    check_seen(GAME, positions(), name, FACTS[name], CHANGES[name])


@pytest.mark.parametrize("name", [*HIDDEN, *NOT_OTHERS])
def test_hidden(name: str):
    """R51: what one seat knows shows to no other one. What no player may know changes nothing that any player is shown."""
    check_hidden(GAME, positions(), name, {**HIDDEN, **NOT_OTHERS}[name])
