"""The list of what a seat may know against the code: what it calls seen changes numbers, JSON and text, the rest does not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import NONE, Deck, Role
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.observation.facts import FACTS
from fs_env.core.betrayal.observation.schema import UNDERWAY
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.state import FRAME_FIELDS, STATE
from fs_env.core.betrayal.tables import BITE, INSTANCE, N_EVENTS, N_POSSESSIONS, POWER, PROGRAM, TILE_BASE, Zone
from fs_env.core.betrayal.view.frames import SHOWN
from fs_env.core.machine.table.secrets import MEMBER
from tests.every import every
from tests.generic.facts import (
    Change,
    Changes,
    bump,
    check_hidden,
    check_list,
    check_seen,
    differences,
    flip,
    is_inside,
    only,
    record_of,
    rotate,
    seats,
    to,
)

FIELDS = [row.name for row in STATE.describe()]
SOME = 3  # positions in which a field is changed
HIDDEN_HAUNT = next(k for k, haunt in enumerate(HAUNTS) if haunt.shape == Shape.HIDDEN)
OPEN_HAUNT = next(k for k, haunt in enumerate(HAUNTS) if haunt.shape == Shape.TRAITOR)
GAMES_OF_A_HAUNT = 6
FIRST = {name: NONE if name in ("tile", "other", "trait", "card") else 0 for name in (f.name for f in FRAME_FIELDS)}
"""The values of a new frame."""


def an_assault() -> Any:
    """The Otyugh Tentacle attacks who wears the Cursed Armor, which is asked about: random games seldom come to it."""
    game = Play(4).haunt(101, traitor=3).token("otyugh", "Elfsong Tavern").stand(3, "Kitchen").give(0, "Cursed Armor")
    game.start().dice(2, 2, 2, 0, 0, 0, 0, 0).choose("go north")
    return game.S


@cache
def positions() -> list[Any]:
    """Positions of random games, with every kind of frame that is ever pending, and each place in the order of frames."""
    found = [an_assault()]
    counted: Counter[Any] = Counter()
    S = GAME.new()
    for haunt in range(1, len(HAUNTS) + 1):
        for seed in range(GAMES_OF_A_HAUNT):
            draw = random.Random(seed)
            GAME.setup(S, seed=seed, num_players=3 + seed % 4, haunt=haunt)
            r = record_of(S)
            while GAME.to_act(S) >= 0:
                kinds = r["frames"]["kind"][: r["n_frames"]].tolist()
                new = [(kind, place) for place, kind in enumerate(reversed(kinds)) if not counted[kind, place]]
                new += [(haunt, "turn")] if r["haunt"] != NONE and counted[haunt, "turn"] < 1 else []
                if new:
                    counted.update(new)
                    found.append(GAME.clone(S))
                GAME.step(S, draw.choice(GAME.legal(S).tolist()))
    return found


def some() -> list[Any]:
    """A few of the positions."""
    return positions()[:: max(1, len(positions()) // SOME)]


def turn_seat(r: Any) -> list[int]:
    return [int(r["turn_seat"])]


def placed(r: Any) -> list[int]:
    """Some tiles on the map besides the one on which most stand."""
    return np.flatnonzero(r["tiles"]["level"] != NONE)[3:6].tolist()


def here(r: Any) -> list[int]:
    """The tiles of the last row of the table, which no player stands on in the middle of a grid."""
    return placed(r)[-1:]


def with_haunt(r: Any) -> None:
    """An open haunt is on, seat 0 the traitor."""
    r["haunt"], r["revealer"], r["traitor"] = OPEN_HAUNT, 1, 0
    n = int(r["n_players"])
    r["monsters"]["kind"] = NONE
    r["seats"]["role"][:n], r["seats"]["shown"][:n] = Role.HERO, 1
    r["seats"]["role"][0] = Role.TRAITOR


def with_secret(r: Any) -> None:
    """A hidden traitor plays, in truth seat 0."""
    with_haunt(r)
    r["haunt"] = HIDDEN_HAUNT
    r["seats"]["shown"] = 0


def with_monster(r: Any) -> None:
    """A monster is on the map that has moved."""
    with_haunt(r)
    r["monsters"]["kind"], r["n_monsters"] = NONE, 1
    monster = r["monsters"][0]
    monster["kind"], monster["tile"], monster["stunned"] = 0, 0, 0
    r["speed"][0] = 3


def with_owed_roll(r: Any) -> None:
    r["n_due"], r["due_omen"][0], r["due_tile"][0] = 1, 2, 0


def with_owner(r: Any) -> None:
    """Seat 0 controls the eighth card, which has raised Might by one."""
    inst = int(INSTANCE[7])
    r["zone"][inst], r["owner"][inst] = Zone.HELD, 0
    r["seats"]["cards"][0] |= 1 << 7
    r["gained"][7] = 1, 0, 0, 0


def with_known_event(r: Any) -> None:
    """An event is known to every player to be among the four on top of its deck."""
    r["zone"][:N_EVENTS], r["seen"][:N_EVENTS], r["mix"][:N_EVENTS] = Zone.DECK, 0, 0
    r["deck"][Deck.EVENTS, :N_EVENTS] = r["place"][:N_EVENTS] = range(N_EVENTS)
    r["n_deck"][Deck.EVENTS], r["n_pile"][Deck.EVENTS], r["mixed"] = N_EVENTS, 0, 1
    for event in range(N_EVENTS - 4, N_EVENTS):
        for q in seats(r):
            r["mix"][event] |= (1 + MEMBER * (event == N_EVENTS - 2)) << 4 * q


def with_seen_event(r: Any) -> None:
    """Every player knows which event is on top of its deck."""
    with_known_event(r)
    r["mix"][:N_EVENTS], r["mixed"], r["seen"][N_EVENTS - 1] = 0, 0, 63


def with_healer(r: Any) -> None:
    """All play the adventurer with the Healing Word."""
    r["seats"]["adventurer"] = np.flatnonzero(POWER == Power.HEALING_WORD)[0]


def with_question(r: Any) -> None:
    """It is asked about a card."""
    r["question"], r["reaction"] = Question.REACT, Reaction.EYE_OF_VECNA


def no_bite(r: Any) -> None:
    """No player keeps the Wererat Bite."""
    r["zone"][BITE], r["seats"]["bitten"] = Zone.DECK, 0


def on_the_map(r: Any) -> None:
    """All adventurers live and stand on one tile."""
    r["seats"]["alive"], r["seats"]["escaped"], r["seats"]["tile"] = 1, 0, 0


def trait_up(r: Any, old: int) -> int:
    return old - 1 if old > 4 else old + 1


def swap_on_top(d: int) -> Changes:
    """Two cards on top of a deck that no player knows change places."""

    def changes(r: Any) -> Iterator[Change]:
        n = int(r["n_deck"][d])
        top = r["deck"][d][n - 2 : n]
        if n >= 2 and not r["seen"][top].any() and not r["mix"][top].any():

            def apply(s: Any) -> None:
                s["deck"][d][n - 2 : n] = s["deck"][d][n - 2 : n][::-1].copy()
                s["place"][s["deck"][d][n - 2 : n]] = n - 2, n - 1

            yield Change((), apply)

    return changes


def swap_known(r: Any) -> Iterator[Change]:
    """One of the cards among which an event is known to be is one more place down."""

    def apply(s: Any) -> None:
        deck = s["deck"][Deck.EVENTS]
        deck[[N_EVENTS - 4, N_EVENTS - 5]] = deck[[N_EVENTS - 5, N_EVENTS - 4]]

    yield Change(seats(r), apply, with_known_event)


def fewer_players(r: Any) -> Iterator[Change]:
    """One player less, before the haunt."""

    def early(s: Any) -> None:
        s["haunt"] = s["revealer"] = s["traitor"] = s["inspired"] = NONE
        s["asked"] = s["turn_seat"] = s["frames"]["seat"][0] = 0
        s["n_frames"], s["frames"]["kind"][0], s["question"] = 1, Frame.TURN, Question.TURN
        s["monsters"]["kind"] = s["seats"]["mark"] = NONE

    def leave(s: Any) -> None:
        s["n_players"] -= 1

    yield Change(range(2), leave, early)


def change_role(r: Any) -> Iterator[Change]:
    """Another one is the hidden traitor: only the two who know their own sides notice."""

    def apply(s: Any) -> None:
        s["traitor"] = 1
        s["seats"]["role"][:2] = Role.HERO, Role.TRAITOR

    yield Change([0, 1], apply, with_secret)


def turned_role(r: Any) -> Iterator[Change]:
    """A hero has turned traitor, for all to see."""

    def apply(s: Any) -> None:
        s["seats"]["role"][1] = Role.TRAITOR

    yield Change(seats(r), apply, with_haunt)


def rows(name: str, prepare: Any = None) -> Changes:
    return flip(f"seats.{name}", seats, prepare)


CHANGES: dict[str, Changes] = {
    "zone": to("zone", lambda r, old: Zone.PILE, lambda r: [int(INSTANCE[7])], with_owner),
    "owner": to("owner", lambda r, old: 1, lambda r: [int(INSTANCE[7])], with_owner),
    "seen": to("seen", lambda r, old: 0, lambda r: [N_EVENTS - 1], with_seen_event),
    "mix": to("mix", lambda r, old: 0, lambda r: [N_EVENTS - 2], with_known_event),
    "deck": swap_known,
    "place": to("place", lambda r, old: old - 1, lambda r: [N_EVENTS - 1], with_seen_event),
    "n_deck": bump("n_deck", lambda r: [d for d in range(6) if r["n_deck"][d]]),
    "frames": to("frames.seat", lambda r, old: (old + 1) % int(r["n_players"]), lambda r: [int(r["n_frames"]) - 1]),
    "n_frames": to("n_frames", lambda r, old: old - 1 if old > 1 else 2),
    "asked": rotate("asked"),
    "question": to("question", lambda r, old: Question.EITHER if old == Question.MAY else Question.MAY),
    "reaction": to("reaction", lambda r, old: Reaction.PROTECTION, prepare=with_question),
    "seats": flip("seats.cursed", seats),
    "seats.left": to("seats.left", lambda r, old: old ^ 4, turn_seat),
    "seats.once": to("seats.once", lambda r, old: old ^ 1, seats),
    "seats.at": to("seats.at", trait_up, lambda r: [(p, k) for p in seats(r) for k in range(4)]),
    "seats.adventurer": to("seats.adventurer", lambda r, old: old ^ 1, seats),
    "seats.tile": to("seats.tile", lambda r, old: 1, seats, on_the_map),
    "seats.role": turned_role,
    "seats.away": to("seats.away", lambda r, old: 2 if old != 2 else 1, seats),
    "seats.alive": flip("seats.alive", seats, on_the_map),
    "seats.escaped": flip("seats.escaped", seats, lambda r: r["seats"]["tile"].fill(NONE)),
    "seats.shown": flip("seats.shown", seats, with_haunt),
    "seats.spent": bump("seats.spent", turn_seat),
    **{f"seats.{name}": flip(f"seats.{name}", turn_seat) for name in ("stopped", "ended", "slow", "opened")},
    **{f"seats.{name}": rows(name) for name in ("slow_next", "cursed", "attacked", "power", "shaped")},
    **{f"seats.{name}": rows(name) for name in ("figurine", "flask")},
    "seats.bitten": rows("bitten", no_bite),
    "seats.healing": to("seats.healing", lambda r, old: old ^ 1, seats, with_healer),
    "seats.wards": bump("seats.wards", seats),
    "seats.tasks": to("seats.tasks", lambda r, old: old ^ 2, turn_seat),
    "seats.mark": to("seats.mark", lambda r, old: 6 if old == NONE else NONE, seats),
    "seats.loom": bump("seats.loom", seats),
    "tiles": flip("tiles.fresh", placed),
    "tiles.doors": to("tiles.doors", lambda r, old: 3 if old != 3 else 1, lambda r: [(t, 1) for t in placed(r)]),
    "tiles.tokens": to("tiles.tokens", lambda r, old: old ^ 64, placed),
    "tiles.level": to("tiles.level", lambda r, old: NONE, here),
    "tiles.x": bump("tiles.x", here),
    "tiles.y": bump("tiles.y", here),
    "tiles.fresh": flip("tiles.fresh", placed),
    "monsters": flip("monsters.stunned", lambda r: [0], with_monster),
    "monsters.kind": to("monsters.kind", lambda r, old: NONE, lambda r: [0], with_monster),
    "monsters.tile": to("monsters.tile", lambda r, old: 1, lambda r: [0], with_monster),
    "monsters.stunned": flip("monsters.stunned", lambda r: [0], with_monster),
    "gained": to("gained", lambda r, old: 2, lambda r: [(7, 0)], with_owner),
    "touched": to("touched", lambda r, old: old ^ 8),
    "decisions": bump("decisions"),
    "max_decisions": to("max_decisions", lambda r, old: old - 1),
    "turn": bump("turn"),
    "due_omen": bump("due_omen", lambda r: [0], with_owed_roll),
    "due_tile": bump("due_tile", lambda r: [0], with_owed_roll),
    "n_due": to("n_due", lambda r, old: 0, prepare=with_owed_roll),
    "speed": bump("speed", lambda r: [0], with_monster),
    "marks": bump("marks", lambda r: [0, 1], with_haunt),
    "n_players": fewer_players,
    "turn_seat": rotate("turn_seat"),
    "omens": bump("omens", lambda r: [()] if r["omens"] < 13 else []),
    "haunt": to("haunt", lambda r, old: (old + 1) % len(HAUNTS), prepare=with_haunt),
    "revealer": rotate("revealer", prepare=with_haunt),
    "traitor": to("traitor", lambda r, old: 1, prepare=with_haunt),
    "rounds": bump("rounds", prepare=with_haunt),
    "inspired": to("inspired", lambda r, old: 0 if old != 0 else 1),
    "fate": bump("fate"),
    "begun": flip("begun", prepare=with_haunt),
    "demon": flip("demon"),
    **{name: flip(name) for name in ("immediate", "any_orientation", "open_haunts")},
    "played": to("played", lambda r, old: old ^ 4),
    "wanted": to("wanted", lambda r, old: 1 if old != 1 else 2),
}
HIDDEN: dict[str, Changes] = {
    "rng": only(lambda r: (), bump("rng", lambda r: [(0, 0), (1, 3)])),
    "option": only(lambda r: (), to("option", lambda r, old: 0 if old else 1, lambda r: [0])),
    "n_options": only(lambda r: (), to("n_options", lambda r, old: 0)),
}
"""Changes that no player may notice."""
NOT_OTHERS: dict[str, Changes] = {
    **{f"{d.name.lower()} deck": swap_on_top(d) for d in Deck},
    "hidden role": change_role,
}
"""Changes that no player may notice but the seats named in them."""


def test_list__has_every_field_of_the_state():
    """Each field of the state has one clear fate, and what is seen is seen at places that exist."""
    check_list(FIELDS, FACTS, GAME.schema)


def test_list__each_fact_is_put_to_the_test():
    """Every seen fact has a change that must show, every one that no player may know one that must not."""
    in_frames = {f"frames.{field.name}" for field in FRAME_FIELDS} | {"frames.kind"}
    assert set(CHANGES) | in_frames - {"frames.step"} == {name for name, fact in FACTS.items() if fact.seen}
    assert set(HIDDEN) == {name for name, fact in FACTS.items() if fact.hidden and not fact.seen}


@every(CHANGES)
def test_seen(name: str):
    """R50, A20: changing what is open on the table changes numbers, JSON and text of all who may know it, where the list says."""
    check_seen(GAME, some(), name, FACTS[name], CHANGES[name])


@every([*HIDDEN, *NOT_OTHERS])
def test_hidden(name: str):
    """R7, R75: what no player may know shows to no player, as the order of a stack; the role of a hidden traitor to that seat alone."""
    check_hidden(GAME, some(), name, {**HIDDEN, **NOT_OTHERS}[name])


def another(kind: Frame, field: str, old: int, r: Any) -> int:
    """Another value that may stand in a field of a frame."""
    if field == "seat" and kind not in (Frame.ATTACK, Frame.DAMAGE):
        return (old + 1) % int(r["n_players"])
    if field == "card":
        first = TILE_BASE + 5 if kind == Frame.DISCOVER else 0
        count = N_POSSESSIONS if kind in (Frame.ATTACK, Frame.TRADE, Frame.PIPES) else N_EVENTS
        return first + (old - first + 1) % min(count, 30)
    if field == "mask" and kind in (Frame.ATTACK, Frame.EVENT):
        return old ^ 1
    if kind == Frame.TURN and field == "tile":
        return NONE if old != NONE else 0
    if SHOWN[kind][field][1] is bool:
        return 0 if old else 1
    limit = {"pc": len(PROGRAM), "harm": 2, "trait": 4, "tile": 5, "other": int(r["n_players"])}.get(field, 100)
    if field == "n":
        limit = {Frame.LEAVE: 4, Frame.DISCOVER: 4}.get(kind, 12)
    return (old + 1) % limit


FRAMES_DERIVED: dict[Frame, dict[str, str]] = {Frame.DISCOVER: {"value": "the stack of the tile that is drawn"}}
"""Fields of frames in use besides those in `view.frames.SHOWN`, each with what it follows from."""


def of_frames(kind: Frame) -> Iterator[tuple[Any, int]]:
    """Positions in which such a frame is pending, with its place counted from the innermost."""
    for S in positions():
        r = record_of(S)
        n = int(r["n_frames"])
        yield from ((S, k) for k in range(min(n, UNDERWAY + 1)) if r["frames"]["kind"][n - 1 - k] == kind)


def unused(kind: Frame, frame: Any) -> list[str]:
    """Fields that are set in a frame, and neither told nor derived."""
    told = {"step", *SHOWN[kind], *FRAMES_DERIVED.get(kind, {})}
    return [name for name, first in FIRST.items() if name not in told and frame[name] != first]


PENDING = [kind for kind in Frame if kind not in (Frame.DRAWN, Frame.STORM)]
"""Those two kinds have never been begun."""


@pytest.mark.parametrize("kind", PENDING, ids=lambda kind: kind.name.lower())
def test_frames__all_that_they_use_shows(kind: Frame):
    """Frames lie open: of each kind every field that is ever set shows in numbers, JSON and text of
    every player, innermost and further out."""
    pending = list(of_frames(kind))
    assert pending, f"no game has a frame {kind.name}"
    for S, k in pending:
        r = record_of(S)
        assert not unused(kind, r["frames"][int(r["n_frames"]) - 1 - k]), kind
    for S, k in [*[row for row in pending if row[1] == 0][:1], *[row for row in pending if row[1]][:1]]:
        at = int(record_of(S)["n_frames"]) - 1 - k
        for field in SHOWN[kind]:
            old = int(record_of(S)["frames"][at][field])
            value = another(kind, field, old, record_of(S))

            def apply(s: Any, at: int = at, field: str = field, value: int = value) -> None:
                s["frames"][at][field] = value

            fact = FACTS[f"frames.{field}"]
            for player, changed in differences(GAME, S, Change((), apply), (0, 1)):
                where = f"{kind.name}: {field} from {old} to {value} for seat {player}"
                assert {"asking" if k == 0 else "underway"} & changed.numbers, where
                assert any(is_inside(path, fact.json) for path in changed.paths), where
                assert changed.text, where


def test_reactions__are_asked_by_name():
    """R88: in random games every question about a card or a power names it, in numbers, JSON and text."""
    named: set[int] = set()
    for S in positions():
        r = record_of(S)
        if r["question"] == Question.REACT and r["asked"] != NONE:
            shown = GAME.to_json(S)["decision"]
            asking = GAME.schema.record(GAME.observe(S, 0))
            assert shown["reaction"] and shown["reaction"] in shown["text"] and asking["reaction"] > 0
            named.add(int(r["reaction"]))
    assert len(named) >= 4
