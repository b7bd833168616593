"""Conditions for every game, checked by random play. Each check takes any `Game`; a failure is an AssertionError.

`tests/generic/games.py` enrols the games with the sizes they can afford. All checks take
`(game, num_players, decisions, seed, **options)`: they visit that many decisions of random games, the first dealt from
`seed`, with the game's own `options`.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from fs_env.core.machine.declare.fields import as_records
from fs_env.core.machine.run.codes import ENDED, HOLD, RESTART
from fs_env.core.machine.run.game import Game, load_game
from fs_env.core.machine.run.rows import Rows

ROOT = Path(__file__).parents[2]
RUNNING, WON, DRAWN, TRUNCATED, GUARD, LOST = 0, 1, 2, 3, 4, 6
DONE, NOT_LEGAL, OVER = range(3)
NO_STEP = -1
WORDS_OF_A_KIND = 2  # positions in which words are compared, for each kind of secret decision
LOOK_EVERY = 4  # positions that follow each other are much alike: dear checks look at every fourth
TEXT_EVERY = 6  # words are slow: compared in every sixth of these
SEEN_EVERY = 15  # an observation takes ten times as long as a step where nothing is compiled
GAMES_PAID = 30
NO_LIMIT = 2**31 - 1  # of decisions in a playout
RANDOM_CHUNK = 50  # games between two looks at the number of decisions
ANOTHER_PROCESS = {"PYTHONHASHSEED": "1"}
NOT_COMPILED = {"NUMBA_DISABLE_JIT": "1"}
FILLERS = (np.int16(-32768), np.int16(32767))  # what a buffer holds before it is written


class Case(NamedTuple):
    """Random games for its own process: arguments of a check, with the place of the game as "package.module:NAME"."""

    home: str
    num_players: int
    decisions: int
    seed: int
    options: dict[str, int] = {}


class Position(NamedTuple):
    """A resting place of a random game: `S[0]`, its legal ids in ascending order (none when over), its seat (or -1)."""

    S: Any
    legal: list[int]
    seat: int


def walk(game: Game, num_players: int, decisions: int, seed: int, every: int = 1, **options: int) -> Iterator[Position]:
    """Random games one after the other, each position before it is answered, or one in `every`, and each final one.

    The same arguments give the same positions in any process. What is done to `Position.S` counts for the next one.
    """
    draw = random.Random(seed)
    visited = 0
    S = game.new()
    while visited < decisions:
        game.setup(S, seed=seed, num_players=num_players, **options)
        seed += 1
        while visited < decisions:
            seat = game.to_act(S)
            legal = sorted(game.legal(S).tolist())
            if seat < 0 or visited % every == 0:
                yield Position(S, legal, seat)
            if seat < 0:
                break
            assert legal, f"seat {seat} is asked but nothing is legal: {game.decision_text(S)}"
            game.step(S, draw.choice(legal))
            visited += 1


def state_bytes(S: Any, e: int = 0) -> bytes:
    """All bytes of one state."""
    return S[e : e + 1].view(np.ndarray).view(np.uint8).tobytes()


def write_bytes(S: Any, data: bytes, e: int = 0) -> None:
    """The other way round."""
    S[e : e + 1].view(np.ndarray).view(np.uint8)[:] = np.frombuffer(data, np.uint8)


class Buffers:
    """The arrays that `Game.advance` writes."""

    def __init__(self, game: Game) -> None:
        self.obs = np.zeros(game.schema.size, np.int16)
        self.mask = np.zeros(game.num_actions, np.int8)
        self.row = game.new_rows(1)

    def advance(self, game: Game, S: Any, action: int, e: int = 0) -> int:
        return game.advance(S, e, action, self.obs, self.mask, self.row)


# Legality.


def check_mask_is_what_step_accepts(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Of all ids, `step` takes exactly those that `legal` lists; those it refuses leave every byte as it was."""
    buffers = Buffers(game)
    outside = (-(2**40), -2, game.num_actions, game.num_actions + 1, 2**15, 2**16, 2**40)
    trial = game.new()
    for S, legal, seat in walk(game, num_players, decisions, seed, LOOK_EVERY, **options):
        assert len(set(legal)) == len(legal), f"legal lists an id twice: {legal}"
        assert not legal or 0 <= legal[0] <= legal[-1] < game.num_actions, f"legal lists an unknown id: {legal}"
        assert game.mask(S).nonzero()[0].tolist() == legal
        before = state_bytes(S)
        refused = OVER if seat < 0 else NOT_LEGAL
        answered = game.decisions(S)
        write_bytes(trial, before)
        take, inside = game.advancer(trial, buffers.row), set(legal)
        for action in (*range(game.num_actions), *outside):
            if action not in inside:
                told = take(action, buffers.obs, buffers.mask)
                assert told == ENDED - refused, f"illegal action {action} in: {game.decision_text(S)}: {told}"
        assert state_bytes(trial) == before, f"a refused action changed the state in: {game.decision_text(S)}"
        for action in legal:
            status = buffers.advance(game, trial, action)
            what = f"legal action {action} ({game.action_text(action)})"
            assert status == DONE, f"{what} in: {game.decision_text(S)}: status {status}"
            assert game.decisions(trial) == answered + 1, f"{what} in: {game.decision_text(S)}: not counted once"
            write_bytes(trial, before)


def check_seat_and_outcome_agree(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """A running game asks one of its seats and pays no player; an ended one asks no player and pays by its outcome."""
    for S, legal, seat in walk(game, num_players, decisions, seed, **options):
        outcome, paid = game.outcome(S), game.returns(S)
        assert game.num_players(S) == num_players == len(paid)
        assert outcome != GUARD, f"a capacity was exceeded:\n{game.text(S)}"
        if seat < 0:
            assert outcome in (WON, DRAWN, TRUNCATED, LOST) and not legal, f"over with outcome {outcome}, legal {legal}"
        else:
            assert outcome == RUNNING and seat < num_players and legal, f"seat {seat}, outcome {outcome}"
        if outcome == LOST or outcome == WON and (paid > 0).all():  # all together
            np.testing.assert_array_equal(paid, np.full(num_players, 1.0 if outcome == WON else -1.0))
            continue
        if outcome != WON:
            assert not paid.any(), f"outcome {outcome} pays {paid}"
            continue
        winners = int((paid > 0).sum())
        assert winners, f"nobody won: {paid}"
        expected = np.where(paid > 0, 1 / winners, -1 / max(1, num_players - winners))
        np.testing.assert_allclose(paid, expected)


def check_random_play(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Random games inside the compiled code all end, none by an exceeded capacity or without a legal action."""
    done = games = 0
    while done < decisions:
        count = game.run_random(RANDOM_CHUNK, num_players, seed + games, **options)
        games += RANDOM_CHUNK
        done += count.decisions
        assert count.games == sum(count.outcomes) == RANDOM_CHUNK, f"seeds below {seed + games}: {count}"
        assert count.outcomes[RUNNING] == count.outcomes[GUARD] == 0, f"seeds below {seed + games}: {count}"
        assert count.choices <= count.decisions


def results_of(game: Game, num_players: int, games: int, seed: int, **options: int) -> Iterator[Any]:
    """The pay of each seat at the end of random games."""
    S = game.new()
    for number in range(games):
        game.setup(S, seed=seed + number, num_players=num_players, **options)
        game.playout(S, 0, seed + number, NO_LIMIT)
        yield game.returns(S)


def check_results_are_as_declared(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Results lie between -1 and 1; they add up to 0 where `zero_sum` says so, and are the same for all where `cooperative` does."""
    chosen = {"num_players": num_players, **options}
    for paid in results_of(game, num_players, GAMES_PAID, seed, **options):
        assert abs(paid).max() <= 1
        assert abs(paid.sum()) < 1e-9 or not game.zero_sum(**chosen), f"zero-sum, and it pays {paid}"
        assert len(set(paid)) == 1 or not game.cooperative(**chosen), f"all play together, and it pays {paid}"


# Copies, seeds, snapshots.


def check_copies_are_equal(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """A copy answers as its original does, byte for byte, and neither touches the other."""
    draw = random.Random(seed)
    for position in walk(game, num_players, decisions, seed, **options):
        S, legal, _ = position
        before = state_bytes(S)
        first, second = game.clone(S), game.new(3)
        game.copy(S, 0, second, 1)
        assert state_bytes(first) == state_bytes(second, 1) == before
        if legal:
            action = draw.choice(legal)
            game.step(first, action)
            game.step(second, action, 1)
            assert state_bytes(first) == state_bytes(second, 1), f"copies differ after {game.action_text(action)}"
        assert state_bytes(S) == before, "stepping a copy changed its original"
        assert state_bytes(second, 0) == state_bytes(second, 2) == bytes(len(before)), "a neighbour was written"


def check_same_seed_same_game(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Equal seeds give equal games, also on top of a used state; another seed gives another game."""
    first = game_digest(game, num_players, decisions, seed, **options)
    assert game_digest(game, num_players, decisions, seed, **options) == first
    assert game_digest(game, num_players, decisions, seed + 1, **options) != first
    fresh = game.new()
    game.setup(fresh, seed=seed, num_players=num_players, **options)
    for S, _, _ in walk(game, game.max_players, decisions, seed):  # a game of more seats, with the usual options
        used = game.clone(S)
        game.setup(used, seed=seed, num_players=num_players, **options)
        assert state_bytes(used) == state_bytes(fresh), "setup left something of the game before"


def check_same_games(cases: Sequence[Case], environment: dict[str, str]) -> None:
    """A new process with some environment variables set plays the same games."""
    printed = run_module("tests.generic.suite", cases, environment)
    for case, elsewhere in zip(cases, printed, strict=True):
        expected = game_digest(load_game(case.home), *case[1:4], **case.options)
        assert elsewhere == expected, f"{case}: another game"


def game_digest(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> str:
    """sha256 over the bytes of every position of `walk`, and some observations of the seat that acts."""
    digest = hashlib.sha256()
    for i, (S, legal, seat) in enumerate(walk(game, num_players, decisions, seed, **options)):
        digest.update(state_bytes(S))
        digest.update(repr((int(seat), legal)).encode())
        if i % SEEN_EVERY == 0 or seat < 0:
            digest.update(game.observe(S, max(0, seat)).tobytes())
    return digest.hexdigest()


def run_module(module: str, cases: Sequence[Case], environment: dict[str, str]) -> list[Any]:
    """The output of a module for each case, given as JSON, in its own process: a line of JSON each."""
    made = subprocess.run(
        [sys.executable, "-m", module, json.dumps(cases)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert made.returncode == 0, f"ended with {made.returncode}: {made.stderr[-400:]}"
    return [json.loads(line) for line in made.stdout.splitlines()]


def check_snapshot_round_trip(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """A restored snapshot is the position again, at any place; foreign bytes are refused with the reason."""
    data, other = b"", game.new(2)
    for S, legal, _ in walk(game, num_players, decisions, seed, LOOK_EVERY, **options):
        data = game.snapshot(S)
        game.restore(other, data, 1)
        assert state_bytes(other, 1) == state_bytes(S) and game.snapshot(other, 1) == data
        if legal:
            game.step(other, legal[-1], 1)  # what is restored next lies over another position
    for wrong, reason in ((data[:-1], "bytes"), (bytes([data[0] ^ 1]) + data[1:], "another game")):
        with pytest.raises(ValueError, match=reason):
            game.restore(game.new(), wrong)


def check_damaged_snapshots_are_refused(
    game: Game, num_players: int, decisions: int, seed: int, **options: int
) -> None:
    """Whichever bit of a snapshot is flipped, one error says so, and the state that was to be written is as before."""
    draw, other = random.Random(seed), game.new()
    game.setup(other, seed=seed, num_players=num_players, **options)
    before = state_bytes(other)
    for S, _, _ in walk(game, num_players, min(decisions, 40), seed, **options):
        data = game.snapshot(S)
        for _ in range(10):
            wrong = bytearray(data)
            wrong[draw.randrange(len(wrong))] ^= 1 << draw.randrange(8)
            with pytest.raises(ValueError, match="is damaged: its checksum is|from another game or another version"):
                game.restore(other, bytes(wrong))
    assert state_bytes(other) == before


def check_impossible_states_do_no_harm(cases: Sequence[Case]) -> None:
    """States with a wrong number, whose checksum fits, are refused or can be played on: nothing crashes, hangs, or asks a seat that
    may do nothing."""
    games: dict[str, Counter[str]] = {}
    for case, seen in zip(cases, run_module("tests.generic.damage", cases, {}), strict=True):
        games.setdefault(case.home, Counter()).update(seen)
    for home, seen in games.items():
        flips, taken = sum(case.decisions for case in cases if case.home == home), seen["restored"] + seen["as it was"]
        assert taken + seen["refused"] == flips, f"{home}: {seen}"
        assert seen["refused"] > flips / 50 and not seen["stuck"], f"{home}: {seen}"
        assert seen["played on"] > 0.97 * taken, f"{home}: {seen}"


# Information.


def check_nothing_hidden_shows(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Whatever a seat cannot know, changing it changes none of: its observation, legal actions, text and JSON, and for
    no seat whether it passes by a rule."""
    for i, (S, legal, seat) in enumerate(walk(game, num_players, decisions, seed, LOOK_EVERY, **options)):
        before = state_bytes(S)
        passed = {rule: game.passing(S, 0, rule) for rule in game.spec.passing_rules}
        for player in range(num_players):
            sampled = game.clone(S)
            seen = game.observe(S, player)
            for guess in range(2):
                game.resample(sampled, player, 0, 2 * i + guess)
                changed = seen != game.observe(sampled, player)
                assert not changed.any(), (
                    f"{where(game, S, player)}: {changed_sections(game, changed)} show what is hidden"
                )
                for rule in game.spec.passing_rules:
                    assert game.passing(sampled, 0, rule) == passed[rule], f"{where(game, S, player)}: passes by {rule}"
                same = game.to_act(sampled) == seat and game.outcome(sampled) == game.outcome(S)
                assert same, where(game, S, player)
                if player == seat:
                    assert sorted(game.legal(sampled).tolist()) == legal, f"{where(game, S, player)}: legal actions"
            if i % TEXT_EVERY == 0:
                assert game.text(sampled, player=player) == game.text(S, player=player), where(game, S, player)
                assert game.to_json(sampled, player=player) == game.to_json(S, player=player), where(game, S, player)
        assert state_bytes(S) == before, "resampling a copy changed its original"


def where(game: Game, S: Any, player: int) -> str:
    """A reader and a position, for a message."""
    return f"player {player}, decision {game.decisions(S)}: {game.decision_text(S)}"


def check_resampled_states_play_on(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Draws differ, replace the future too, and can be played to a proper end."""
    differing = 0
    for i, (S, _, seat) in enumerate(walk(game, num_players, decisions, seed, LOOK_EVERY, **options)):
        if seat < 0:
            continue
        sampled, equal, again = (game.clone(S) for _ in range(3))
        game.resample(sampled, seat, 0, i)
        equal.view(np.ndarray)["rng"] ^= np.uint32(1)
        game.resample(equal, seat, 0, i)
        assert state_bytes(equal) == state_bytes(sampled), (
            "resample used the random streams of the state: the draw tells them"
        )
        old, new = (state.view(np.ndarray)["rng"][0] for state in (S, sampled))
        same = (old == new).all(axis=1).nonzero()[0]
        assert not len(same), f"resample left the random streams {same.tolist()}: a search would see what comes"
        game.resample(again, seat, 0, -1 - i)
        differing += hidden_bytes(sampled) != hidden_bytes(again)
        count = game.playout(sampled, 0, seed, 10**7)
        assert count.games == 1 and game.outcome(sampled) in (WON, DRAWN, TRUNCATED, LOST), f"one played to {count}"
    assert differing, "resample never changed anything but the random streams"


def check_redeals_look_the_same_to_all(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Redeals look to every seat like the position, replace the future, do not depend on what they replace, and can be played to a
    proper end."""
    into, other = game.new(2), game.new()
    for i, (S, _, _) in enumerate(walk(game, num_players, decisions, seed, LOOK_EVERY, **options)):
        before = state_bytes(S)
        game.redeal(S, into, 2, i)
        assert state_bytes(S) == before, "a redeal changed its original"
        told = f"a redeal, decision {game.decisions(S)}: {game.decision_text(S)}"
        for e in range(2):
            expect_same_views(game, S, into[e : e + 1], range(num_players), told, i % TEXT_EVERY == 0 and e == 0)
            assert game.outcome(into, e) == game.outcome(S), told
        streams = [state.view(np.ndarray)["rng"][0] for state in (S, into[:1], into[1:])]
        for old, new in itertools.combinations(streams, 2):
            same = (old == new).all(axis=1).nonzero()[0]
            assert not len(same), f"{told}: random streams {same.tolist()} are the same"
        game.redeal(into, other, 1, i, e=1)
        assert state_bytes(other) == state_bytes(into), f"{told}: it depends on what no seat knows"
        if game.to_act(S) >= 0:
            count = game.playout(into, 1, seed, 10**7)
            assert count.games == 1 and game.outcome(into, 1) in (WON, DRAWN, TRUNCATED, LOST), f"{told}: {count}"


def hidden_bytes(S: Any) -> bytes:
    """The state's bytes with the random streams left out."""
    copy = np.frombuffer(bytearray(state_bytes(S)), S.dtype)
    copy["rng"] = 0
    return copy.tobytes()


def changed_sections(game: Game, changed: Any) -> str:
    """Names of the observation's sections that hold a marked number."""
    return ", ".join(name for name, part in game.schema.views(changed).items() if part.any())


def check_secret_answers_show_nothing(
    game: Game, num_players: int, decisions: int, seed: int, secrets: Any, **options: int
) -> int:
    """Two secret answers to one question, or two outcomes of a secret draw, look the same to all who must not see them.

    `secrets` is a module with `secret_answers(S)`, groups of answers each with the seats that must see no difference,
    and, where chance draws in secret, `secret_chances(S)`: an answer, the random stream that decides, those seats.
    Both are written by hand from the rules and do not ask what the game notes about who knows what.

    Returns:
        How many pairs of positions were compared.
    """
    compared, met = 0, Kinds()
    for S, legal, _ in walk(game, num_players, decisions, seed, **options):
        if legal:
            compared += compare_secret_answers(game, S, secrets, met)
    return compared


class Kinds:
    """Which kinds of secret decisions were met: words are slow, and compared only in the first positions of a kind."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()

    def is_new(self, decision: str) -> bool:
        """Whether words of such a decision are still to be compared; seats and numbers make no kind."""
        kind = re.sub(r"\d+", "", decision)
        self.met[kind] += 1
        return self.met[kind] <= WORDS_OF_A_KIND


def compare_secret_answers(game: Game, S: Any, secrets: Any, met: Kinds) -> int:
    """The same for one position; how many pairs were compared."""
    compared = 0
    for answers, outsiders in secrets.secret_answers(S):
        if not outsiders or len(answers) < 2:
            continue
        decision = game.decision_text(S)
        new = met.is_new(decision)
        first = game.clone(S)
        game.step(first, answers[0])
        for other in answers[1:]:
            second = game.clone(S)
            game.step(second, other)
            told = f"{decision}: {game.action_text(answers[0])} or {game.action_text(other)}"
            expect_same_views(game, first, second, outsiders, told, new and other == answers[-1])
            compared += 1
    for action, stream, outsiders in getattr(secrets, "secret_chances", lambda S: ())(S):
        if not outsiders:
            continue
        decision = f"{game.decision_text(S)}: another draw"
        new = met.is_new(decision)
        first = game.clone(S)
        game.step(first, action)
        for k in (1, 2, 3):
            second = game.clone(S)
            second.view(np.ndarray)["rng"][0, stream] ^= np.uint32(0x9E3779B9 * k & 0xFFFFFFFF)
            game.step(second, action)
            expect_same_views(game, first, second, outsiders, decision, new)
            compared += 1
    return compared


def expect_same_views(
    game: Game, first: Any, second: Any, seats: Sequence[int], where: str, words: bool = True
) -> None:
    """Two positions look the same to some seats: observation in each form, legal actions, who is asked, and text and JSON."""
    assert game.to_act(first) == game.to_act(second), f"{where}: another seat is asked"
    for seat in seats:
        seen, other = (game.observe(S, seat) for S in (first, second))
        changed = seen != other
        assert not changed.any(), f"{where}: seat {seat} sees it in {changed_sections(game, changed)}"
        for name, schema in list(game.schemas.items())[1:]:  # the first is the flat one
            assert np.array_equal(schema.from_flat(seen), schema.from_flat(other)), f"{where}: seat {seat}, {name}"
        if game.to_act(first) == seat:
            assert sorted(game.legal(first).tolist()) == sorted(game.legal(second).tolist()), f"{where}: {seat} may act"
        if words:
            assert game.to_json(first, player=seat) == game.to_json(second, player=seat), f"{where}: seat {seat}, JSON"
            assert game.text(first, player=seat) == game.text(second, player=seat), f"{where}: seat {seat}, text"


# Observations and the fast path.


def check_observations_are_whole(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """`observe` writes every number of the buffer, within the bounds of its section, and changes no state."""
    low, high = game.schema.low, game.schema.high
    for S, _, _ in walk(game, num_players, decisions, seed, **options):
        before = state_bytes(S)
        for player in range(num_players):
            first, second = (game.observe(S, player, out=np.full(game.schema.size, x)) for x in FILLERS)
            unwritten = first != second
            assert not unwritten.any(), f"{changed_sections(game, unwritten)}: not written"
            beyond = (first < low) | (first > high)
            assert not beyond.any(), f"{changed_sections(game, beyond)}: outside the bounds of the schema"
        assert state_bytes(S) == before, "observe changed the state"


def check_one_call_agrees(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """`advance` writes what `to_act`, `outcome`, `legal`, `mask` and `observe` answer one by one."""
    buffers = Buffers(game)
    for S, legal, seat in walk(game, num_players, decisions, seed, **options):
        before = state_bytes(S)
        assert buffers.advance(game, S, NO_STEP) == DONE and state_bytes(S) == before
        told = {
            name: int(buffers.row[name][0])
            for name in ("status", "seat", "outcome", "n_legal", "num_players", "decisions")
        }
        expected = [DONE, seat, game.outcome(S), len(legal), num_players, game.decisions(S)]
        assert list(told.values()) == expected, told
        assert buffers.row["returns"][0, :num_players].tolist() == game.returns(S).tolist()
        assert buffers.mask.nonzero()[0].tolist() == legal
        if seat >= 0:
            np.testing.assert_array_equal(buffers.obs, game.observe(S, seat))


def check_rows_equal_single(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Rows step each of their games as it would be stepped alone; a game that ends is paid, and dealt anew when told."""
    n = 5
    rows = Rows(game, n, {"num_players": num_players, **options}, skip_forced=False)
    S, draw = game.new(n), random.Random(seed)
    rows.seeds[:], rows.actions[:] = np.arange(seed, seed + n), RESTART
    for e in range(n):
        game.setup(S, e, seed=seed + e, num_players=num_players, **options)
    rows.play()
    for _ in range(-(-decisions // n)):
        for e in range(n):
            assert state_bytes(rows.S, e) == state_bytes(S, e)
            seat, answered = game.to_act(S, e), game.decisions(S, e)
            assert (rows.seats[e], rows.outcomes[e], rows.decisions[e]) == (seat, game.outcome(S, e), answered)
            if seat < 0:
                assert rows.returns[e].tolist() == game.returns(S, e).tolist() and not rows.mask[e].any()
                rows.seeds[e] += n
                rows.actions[e] = RESTART
                game.setup(S, e, seed=int(rows.seeds[e]), num_players=num_players, **options)
                continue
            assert not rows.returns[e].any()
            np.testing.assert_array_equal(rows.obs[e], game.observe(S, seat, e))
            np.testing.assert_array_equal(rows.mask[e], game.mask(S, e))
            rows.actions[e] = draw.choice(np.flatnonzero(rows.mask[e]))
            game.step(S, rows.actions[e], e)
        rows.play()
    rows.actions[:] = HOLD
    assert rows.play() == 0


def check_random_rounds(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Random rounds play on with legal actions, count them, show what single calls show, and the same unseen."""
    n, rounds = 4, max(1, decisions // 4)
    values = game.option_values(num_players=num_players, **options)
    S, blind = game.new(n), game.new(n)
    for e in range(n):
        game.setup(S, e, seed=seed + e, num_players=num_players, **options)
        game.copy(S, e, blind, e)
    obs, mask = np.zeros((n, game.schema.size), np.int16), np.zeros((n, game.num_actions), np.int8)
    count = game.random_rounds(S, rounds, seed, obs=obs, mask=mask, options=values)
    assert count.decisions == n * rounds and count.choices <= count.decisions and count.games == sum(count.outcomes)
    assert game.random_rounds(blind, rounds, seed, options=values) == count
    for e in range(n):
        assert state_bytes(S, e) == state_bytes(blind, e)
        np.testing.assert_array_equal(obs[e], game.observe(S, game.to_act(S, e), e))
        np.testing.assert_array_equal(mask[e], game.mask(S, e))


# Words.


def check_words(game: Game, num_players: int, decisions: int, seed: int, **options: int) -> None:
    """Every action has words of its own, the named ranges cover the ids once, positions have a text and a JSON form."""
    texts = [game.action_text(action) for action in range(game.num_actions)]
    twice = sorted(text for text, times in Counter(texts).items() if times > 1)
    assert all(texts) and not twice, f"actions that share their words: {twice}"
    assert sorted(a for ids in game.action_ids.values() for a in ids) == list(range(game.num_actions))
    for i, (S, _, seat) in enumerate(walk(game, num_players, decisions, seed, LOOK_EVERY, **options)):
        if seat >= 0:
            assert game.decision_text(S).strip()
        if i % TEXT_EVERY == 0:
            for player in (None, *sorted({max(0, seat), (seat + 1) % num_players})):
                assert game.text(S, player=player).strip()
                assert json.loads(json.dumps(game.to_json(S, player=player)))


# A game's own invariants.


def check_invariant(
    game: Game,
    num_players: int,
    decisions: int,
    seed: int,
    claim: Callable[[Any], None],
    every: int = 1,
    **options: int,
) -> None:
    """`claim(record)` raises in no position of random play, of which it sees one in `every`, and the last one of each game.

    `record` is one state, its fields read as attributes.
    """
    for i, (S, _, seat) in enumerate(walk(game, num_players, decisions, seed, **options)):
        if i % every == 0 or seat < 0:
            claim(as_records(S)[0])


CHECKS: tuple[Callable[..., None], ...] = (
    check_mask_is_what_step_accepts,
    check_seat_and_outcome_agree,
    check_random_play,
    check_results_are_as_declared,
    check_copies_are_equal,
    check_same_seed_same_game,
    check_snapshot_round_trip,
    check_damaged_snapshots_are_refused,
    check_nothing_hidden_shows,
    check_resampled_states_play_on,
    check_redeals_look_the_same_to_all,
    check_observations_are_whole,
    check_one_call_agrees,
    check_rows_equal_single,
    check_random_rounds,
    check_words,
)


def main() -> None:
    """Prints the `game_digest` of each case of a list of JSON, one a line."""
    for home, num_players, decisions, seed, options in json.loads(sys.argv[1]):
        print(json.dumps(game_digest(load_game(home), num_players, decisions, seed, **options)), flush=True)


if __name__ == "__main__":
    main()
