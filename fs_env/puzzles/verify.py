"""Proves the puzzles: `python -m fs_env.puzzles.verify [NAME ...]` prints the value of every first action.

For each puzzle and several determinizations, states that its seat cannot distinguish:

- the value of every first action is computed (`solve`): the best ones must be exactly those that begin the lines of the file,
  and have the chance that the file states, in every one;
- every line is played: each named action must be better than all others that are legal then, and the goal must be reached;
- the best line is played against bots that answer by `heuristic` and at `random`, in further ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView
from fs_env.puzzles.puzzle import Line, Puzzle, find, said, shipped
from fs_env.puzzles.rules import chapters_of, games_with_puzzles
from fs_env.puzzles.score import determinization
from fs_env.puzzles.solve import CLOSE, MOST, Solver, TooLarge

DETERMINIZATIONS = 4
GAMES = 30
MOST_PARTS = 177_147  # of a chance shown as a fraction: six throws of a die, or eleven of a die with three faces


@dataclass
class Proof:
    """Findings about one puzzle.

    Attributes:
        values: text of each first action -> its value in each determinization.
        best: texts of the first actions with the stated chance in every determinization.
        faults: what is not as in the file; empty if everything is.
        looked: positions looked at, over all determinizations.
    """

    values: dict[str, list[float]] = field(default_factory=dict)
    best: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    looked: int = 0

    def mean(self, text: str) -> float:
        return sum(self.values[text]) / len(self.values[text])


def prove(puzzle: Puzzle, number: int = DETERMINIZATIONS, most: int = MOST) -> Proof:
    """Computes the values of all first actions in several determinizations and checks them and the lines against the file."""
    proof = Proof()
    words, words_mean = puzzle.start().words, puzzle.start().means
    for k in range(number):
        S = determinization(puzzle, k) if k else puzzle.start().S  # the position of the file comes first
        solver = Solver(puzzle.rules, puzzle.goal, most)
        try:
            for action, value in solver.actions(S).items():
                proof.values.setdefault(words(action), []).append(value)
        except TooLarge as error:
            proof.faults.append(f"determinization {k}: {error}")
            return proof
        if k == 0:
            for line in puzzle.lines:
                proof.faults += played(puzzle, line, solver)
        proof.looked += solver.looked
    proof.best = [text for text, values in proof.values.items() if all(equal(value, puzzle.chance) for value in values)]
    firsts = {text for line in puzzle.lines for text in line.play[0]}
    named = {text for text in proof.values if any(words_mean(one, text) for one in firsts)}
    for text in proof.values:
        if text in named and text not in proof.best:
            proof.faults.append(
                f"{text!r} is worth {shown(proof.values[text])}, expected {puzzle.chance} in every determinization"
            )
        if text not in named and proof.mean(text) > float(puzzle.chance) - CLOSE:
            proof.faults.append(f"{text!r} is worth {shown(proof.values[text])}, no less than the best line")
    if not named:
        proof.faults.append(f"no line begins with a legal action: {', '.join(proof.values)}")
    return proof


def equal(one: float | Fraction, other: float | Fraction) -> bool:
    return abs(float(one) - float(other)) < CLOSE


def shown(values: Sequence[float]) -> str:
    return ", ".join(dict.fromkeys(str(Fraction(value).limit_denominator(MOST_PARTS)) for value in values))


def played(puzzle: Puzzle, line: Line, solver: Solver) -> list[str]:
    game = puzzle.start().roll(*line.rolls)
    left, replies = list(line.play), list(line.replies)
    faults: list[str] = []
    name, rest = f"line {puzzle.lines.index(line) + 1}", puzzle.rules.PASS
    while (reached := puzzle.goal.decided(game.S)) is None:
        own = game.asked == puzzle.seat
        steps = left if own else replies
        action = said(game, steps)
        named = action is not None
        if action is None:
            legal = dict(zip(game.legal(), game.ids()))
            if own and len(legal) > 1 and rest not in legal:
                return [*faults, f"{name}: the file has no reply for {game.offered()}"]
            action = legal.get(rest, game.ids()[0])
        if own and len(game.ids()) > 1:
            faults += judged(puzzle, game, action, steps[0] if named else (), solver, name)
        if named:
            steps.pop(0)
        game.take(action)
    if left or replies:
        faults.append(f"{name}: not played: {[*left, *replies]}")
    unthrown = puzzle.rules.left(game.S)
    if unthrown > 0:
        faults.append(f"{name}: not thrown: the last {unthrown} of {list(line.rolls)}")
    if unthrown < 0:
        faults.append(f"{name}: more is thrown than {list(line.rolls)}")
    if not reached:
        faults.append(f"{name}: the goal is not reached; last actions: {'; '.join(game.log[-12:])}")
    return faults


def judged(puzzle: Puzzle, game: Any, action: int, named: tuple[str, ...], solver: Solver, name: str) -> list[str]:
    values = solver.actions(game.S)
    best = max(values.values())
    words = game.words(action)
    if values[action] < best - CLOSE:
        better = ", ".join(game.words(a) for a, value in values.items() if equal(value, best))
        return [f"{name}: {words!r} is worth {shown([values[action]])}, but {better} {shown([best])}"]
    if not named or named == (puzzle.rules.PASS,) * 2:
        return []
    others = [
        game.words(a) for a, value in values.items()
        if equal(value, best) and a != action and not any(game.means(text, game.words(a)) for text in named)
    ]  # fmt: skip
    fault = f"{name}: after {game.log[-1:]}: {words!r} ({shown([best])}) is no better than {', '.join(others)}"
    return [fault] if others else []


def against(puzzle: Puzzle, opponents: Sequence[str], games: int = GAMES, most: int = MOST) -> dict[str, int]:
    """How often the best play of the solver reaches the goal against each bot in all other seats, each time in another determinization."""
    reached = dict.fromkeys(opponents, 0)
    for seed in range(1, games + 1):
        S, solver = determinization(puzzle, seed), Solver(puzzle.rules, puzzle.goal, most)
        for opponent in opponents:
            reached[opponent] += play_out(puzzle, puzzle.rules.GAME.clone(S), solver, opponent, seed)
    return reached


def play_out(puzzle: Puzzle, S: Any, solver: Solver, opponent: str, seed: int) -> bool:
    """Plays from a state to the end of the puzzle, in place, by the solver in its seat; returns whether the goal is reached."""
    game = puzzle.rules.GAME
    bots = [load_agent(opponent, game) for _ in range(game.num_players(S))]
    for seat, bot in enumerate(bots):
        bot.reset(seat, seed * 8 + seat)
    while (reached := puzzle.goal.decided(S)) is None:
        seat, legal = game.to_act(S), game.legal(S)
        if len(legal) == 1:
            action = int(legal[0])
        elif seat == puzzle.seat:
            values = solver.actions(S)
            action = max(values, key=lambda action: values[action])
        else:
            view = SeatView(game, seat, game.num_players(S), game.observe(S, seat), np.asarray(game.mask(S)))
            action = int(bots[seat].act(view))
        game.step(S, action)
    return reached


def report(puzzle: Puzzle, proof: Proof) -> str:
    lines = [f"{puzzle.name}: {puzzle.task}; chance {puzzle.chance}; {proof.looked} positions"]
    for text in sorted(proof.values, key=proof.mean, reverse=True):
        lines.append(f"  {proof.mean(text):.4f}  {text}  [{shown(proof.values[text])}]")
    return "\n".join([*lines, *(f"  WRONG: {fault}" for fault in proof.faults)])


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m fs_env.puzzles.verify", description="Proves the puzzles.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="name of a puzzle or a file; all without one")
    parser.add_argument(
        "--determinizations",
        type=int,
        default=DETERMINIZATIONS,
        help=f"states for the values (default {DETERMINIZATIONS})",
    )
    parser.add_argument("--games", type=int, default=GAMES, help=f"games against each bot (default {GAMES})")
    parser.add_argument("--most", type=int, default=MOST, help="positions of one of them at most (default %(default)s)")
    args = parser.parse_args(argv)
    wrong = 0
    every = (one for game in games_with_puzzles() for part in chapters_of(game) for one in shipped(game, part).values())
    for puzzle in [find(name) for name in args.names] or every:
        proof = prove(puzzle, args.determinizations, args.most)
        text = report(puzzle, proof)
        wrong += len(proof.faults)
        if not proof.faults and args.games:
            for opponent, reached in against(puzzle, ("heuristic", "random"), args.games, args.most).items():
                text += f"\n  against {opponent}: {reached} of {args.games}"
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
