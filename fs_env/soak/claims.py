"""Claims that hold in every position of every game, whoever plays it. Each one raises `Broken` where it does not."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np

from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.codes import Status
from fs_env.core.machine.run.game import Game

FILLERS = (np.int16(-32768), np.int16(32767))  # what a buffer holds before it is written
REFUSED = 4  # ids that are not legal, tried in each position
PLAYOUT = 10**7  # decisions after which a determinization must have ended


class Broken(AssertionError):
    """Something that must hold does not."""


def claim(true: Any, said: str) -> None:
    """Raises `Broken` with a sentence unless something is true."""
    if not true:
        raise Broken(said)


def bytes_of(S: Any, e: int = 0) -> bytes:
    return S[e : e + 1].view(np.ndarray).view(np.uint8).tobytes()


def check_legal(game: Game, S: Any, draw: random.Random) -> list[int]:
    """The legal ids, ascending: each once, those of the mask, and only them accepted; a refused one changes nothing."""
    legal, seat = sorted(game.legal(S).tolist()), game.to_act(S)
    claim(len(set(legal)) == len(legal), f"an id is legal twice: {legal}")
    claim(game.mask(S).nonzero()[0].tolist() == legal, f"the mask differs from the legal actions: {legal}")
    claim(bool(legal) == (seat >= 0), f"seat {seat} is asked and {len(legal)} ids are legal")
    before, row = game.clone(S), game.new_rows(1)
    obs, mask = np.zeros(game.schema.size, np.int16), np.zeros(game.num_actions, np.int8)
    refused = Status.NOT_LEGAL if seat >= 0 else Status.OVER
    for _ in range(REFUSED):
        action = draw.choice((draw.randrange(game.num_actions), -2, game.num_actions, 2**40))
        if action not in legal:
            status = game.advance(S, 0, action, obs, mask, row)
            claim(status == refused, f"id {action} is not legal and gives status {status}")
            claim(bytes_of(S) == bytes_of(before), f"id {action} is not legal and changed the state")
    return legal


def check_outcome(game: Game, S: Any) -> None:
    """A running game asks a seat and pays no player; an ended one asks no player and pays by its outcome."""
    seat, outcome, paid = game.to_act(S), game.outcome(S), game.returns(S)
    claim(outcome not in (Outcome.GUARD, Outcome.FORFEITED), f"the rules ended with outcome {outcome}")
    claim((outcome == Outcome.RUNNING) == (0 <= seat < game.num_players(S)), f"outcome {outcome}, seat {seat} asked")
    if outcome in (Outcome.WON, Outcome.LOST):
        won, seats = int((paid > 0).sum()), len(paid)
        cooperative = (paid == (1.0 if outcome == Outcome.WON else -1.0)).all()
        shared = np.where(paid > 0, 1 / max(1, won), -1 / max(1, seats - won))
        claim(cooperative or (outcome == Outcome.WON and won and np.allclose(paid, shared)), f"it pays {paid}")
    else:
        claim(not paid.any(), f"outcome {outcome} pays {paid}")


def check_state(game: Game, S: Any) -> None:
    """Every number is in its range, and a snapshot brings back every byte, at any place."""
    wrong = game.spec.fault(np.frombuffer(bytearray(bytes_of(S)), np.uint8)) if game.spec.fault is not None else None
    claim(wrong is None, f"the rules led to an impossible state: {wrong}")
    other = game.new(2)
    game.restore(other, game.snapshot(S), 1)
    claim(bytes_of(other, 1) == bytes_of(S), "a restored snapshot is another state")
    claim(not any(bytes_of(other, 0)), "restoring wrote a neighbour")


def check_observations(game: Game, S: Any) -> None:
    """Every number is written and within its bounds, for every seat, and nothing changes."""
    before = bytes_of(S)
    for player in range(game.num_players(S)):
        first, second = (game.observe(S, player, out=np.full(game.schema.size, x)) for x in FILLERS)
        claim((first == second).all(), f"seat {player}: {sections(game, first != second)} not written")
        beyond = (first < game.schema.low) | (first > game.schema.high)
        claim(not beyond.any(), f"seat {player}: {sections(game, beyond)} out of bounds")
    claim(bytes_of(S) == before, "observing changed the state")


def check_secrets(game: Game, S: Any, legal: list[int], draw: random.Random, *, words: bool) -> None:
    """Checks that `resample` and `redeal` leave the player's observation as it is, and that the resampled state can be played out."""
    player, seat, before = draw.randrange(game.num_players(S)), game.to_act(S), bytes_of(S)
    sampled = game.clone(S)
    game.resample(sampled, player, 0, draw.randrange(2**31))
    claim(bytes_of(S) == before, "resampling a copy changed its original")
    changed = game.observe(S, player) != game.observe(sampled, player)
    claim(not changed.any(), f"seat {player} sees hidden information: {sections(game, changed)}")
    same = game.to_act(sampled) == seat and game.outcome(sampled) == game.outcome(S)
    claim(same, f"whom a determinization of seat {player} asks depends on hidden information")
    if player == seat:
        claim(sorted(game.legal(sampled).tolist()) == legal, f"what seat {player} may do depends on hidden information")
    if game.spec.redeal is not None:
        dealt = game.new()
        game.redeal(S, dealt, 1, draw.randrange(2**31))
        changed = game.observe(S, player) != game.observe(dealt, player)
        claim(not changed.any(), f"seat {player} sees what was dealt again: {sections(game, changed)}")
        same = game.to_act(dealt) == seat and sorted(game.legal(dealt).tolist()) == legal
        claim(same, "the seat to act, or its legal actions, depend on cards that no seat knows")
        wrong = game.spec.fault(np.frombuffer(bytearray(bytes_of(dealt)), np.uint8)) if game.spec.fault else None
        claim(wrong is None, f"a redeal is an impossible state: {wrong}")
    if words:
        claim(game.text(sampled, player=player) == game.text(S, player=player), f"text of seat {player} tells secrets")
        seen, other = (game.to_json(state, player=player) for state in (S, sampled))
        claim(seen == other and json.loads(json.dumps(seen)) is not None, f"the JSON of seat {player} tells secrets")
        if seat >= 0:
            count = game.playout(sampled, 0, draw.randrange(2**31), PLAYOUT)
            claim(count.games == 1, f"a determinization of seat {player} did not end: {count}")
            check_outcome(game, sampled)


def sections(game: Game, marked: Any) -> str:
    return ", ".join(name for name, part in game.schema.views(marked).items() if part.any())
