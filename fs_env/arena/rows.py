"""Finished games as rows of the results: games of seats, of sides, and those that broke off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fs_env.arena.by_side import UNASSIGNED, BySide
from fs_env.arena.match import MatchResult
from fs_env.arena.plan import Pairing
from fs_env.arena.referee import FORFEITED, forfeit, printable
from fs_env.arena.results import GameRow
from fs_env.core.machine.declare.sides import TOGETHER, Sides

VOID = 4  # outcome of a game that broke off, no bot known to be at fault: a guard of the rules, or its process died


def row_of(pairing: Pairing, result: MatchResult) -> GameRow:
    return GameRow(number=pairing.number, seats=pairing.seats, **vars(result))


def row_by_side(pairing: Pairing, result: MatchResult, sides: Sides, seats: Sequence[BySide]) -> GameRow:
    """A finished game by sides: each side is one seat of the row; with all seats on one side that is the only one.

    Raises:
        RuntimeError: the bot that plays until the sides are assigned has failed.
    """
    names, together = sides.names, TOGETHER in result.sides
    if result.forfeits:
        failed = seats[result.forfeits[0]].last
        if failed == UNASSIGNED:
            raise RuntimeError(f"the bot that plays until the seats are assigned to sides has failed: {result.fault}")
        won = [] if together or len({*pairing.seats}) == 1 else [side for side in names if side != failed]
    else:
        won = list({result.sides[seat] for seat in result.winners} if result.sides else ())
    slots = names[:1] if together else names
    on = (TOGETHER,) if together else names if result.sides else ()
    winners = tuple(k for k, side in enumerate(on or slots) if side in won)
    lost = -1.0 if min(result.returns) < 0 else 0.0
    return GameRow(
        number=pairing.number,
        seed=result.seed,
        seats=pairing.seats[: len(slots)],
        outcome=result.outcome,
        returns=tuple(1 / len(winners) if k in winners else lost for k in range(len(slots))),
        winners=winners,
        decisions=result.decisions,
        seat_choices=tuple(sum(seat.asked[side] for seat in seats) for side in slots),
        seat_seconds=tuple(sum(seat.seconds[side] for seat in seats) for side in slots),
        characters=(None,) * len(slots),
        forfeits=(names.index(failed),) if result.outcome == FORFEITED else (),
        fault=result.fault,
        sides=on,
        story=result.story,
    )


def forfeited(pairing: Pairing, seat: int, fault: str, cooperative: bool) -> GameRow:
    """The row of a game that a bot's failure ended, if the moves of the game are not known; `cooperative`: all lose."""
    sides = (TOGETHER,) * len(pairing.seats) if cooperative else ()
    winners, returns = forfeit(pairing.seats, seat, sides)
    words = f"the bot in seat {seat} of the game with seed {pairing.seed} {fault}"
    return replace(blank(pairing, FORFEITED, winners, returns, (seat,), words), sides=sides)


def void(pairing: Pairing, fault: str) -> GameRow:
    return blank(pairing, VOID, (), (0.0,) * len(pairing.seats), (), fault)


def blank(
    pairing: Pairing,
    outcome: int,
    winners: tuple[int, ...],
    returns: tuple[float, ...],
    forfeits: tuple[int, ...],
    fault: str,
) -> GameRow:
    seats = len(pairing.seats)
    return GameRow(
        pairing.number, pairing.seed, pairing.seats, outcome, returns, winners, 0, (0,) * seats, (0.0,) * seats,
        (None,) * seats, forfeits, printable(fault),
    )  # fmt: skip
