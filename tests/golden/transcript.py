"""A random game written down in words, from its setup to its end: every choice, and what changed after it.

The words depend on nothing but the rules and the seed: legal actions are put in the order of their words before one is
drawn, so new action ids change no game. Forced answers are not written out; the digest at the end covers them too.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.core.machine.run.game import Game

FOLDER = Path(__file__).parent
OUTCOMES = (
    "running",
    "won",
    "drawn by the rules",
    "truncated",
    "stopped by a capacity guard",
    "forfeited",
    "lost by all",
)
PASS = "pass"


class Wording(NamedTuple):
    """How the games of one kind are put into words.

    Attributes:
        game: the rules.
        table: `(record) ->` lines about what lies on the table when the game begins.
        turn: `(record) ->` number of the turn, seat whose it is.
        seats: `(record) ->` lines about what each player has.
        question: `(S, seat) ->` what is asked of whom.
        facts: `(record) ->` an object whose `since(before)` tells in words what is different from an earlier one.
        fewest: choices of a game that shows something.
    """

    game: Game
    table: Callable[[Any], Iterator[str]]
    turn: Callable[[Any], tuple[int, int]]
    seats: Callable[[Any], list[str]]
    question: Callable[[Any, int], str]
    facts: Callable[[Any], Any]
    fewest: int


class Golden(NamedTuple):
    """One golden game: how it is put into words, the number of seats, the seed of deal and choices, and the variant of the game.

    The variant is given by a name for its file, by words for its title, and by the options of `Game.setup`.
    """

    wording: Wording
    num_players: int
    seed: int
    variant: str = ""
    words: str = ""
    options: Mapping[str, int] = {}

    @property
    def path(self) -> Path:
        """Where its transcript is kept."""
        return FOLDER / ("_".join(filter(None, (self.wording.game.name, str(self.num_players), self.variant))) + ".txt")

    def start(self) -> Any:
        """The state of a new game."""
        S = self.wording.game.new()
        self.wording.game.setup(S, seed=self.seed, num_players=self.num_players, **self.options)
        return S


def transcript(golden: Golden) -> str:
    """The whole text, ending with a line break."""
    return "\n".join([*lines(golden), ""])


def lines(golden: Golden) -> Iterator[str]:
    """Title, table, choices with what they changed, result, digest."""
    wording, game = golden.wording, golden.wording.game
    draw, digest = random.Random(golden.seed), hashlib.sha256()
    S = golden.start()
    record = S[0]
    title = (game.name, f"{golden.num_players} players", golden.words, f"seed {golden.seed}: random play")
    yield ", ".join(filter(None, title))
    yield "A line with a number is a choice, a line with * tells what changed. Answers without a choice are left out."
    yield ""
    yield from wording.table(record)
    choices, turn, passed, before = 0, 0, [], wording.facts(record)
    while (seat := game.to_act(S)) >= 0:
        told = []
        number, player = wording.turn(record)
        if number != turn:
            turn = number
            told = ["", f"turn {turn}, player_{player}", *wording.seats(record)]
        legal = sorted(game.legal(S).tolist(), key=game.action_text)
        action = draw.choice(legal)
        words = game.action_text(action)
        digest.update(f"{turn} {seat} {words} of {len(legal)}\n".encode())
        choices += len(legal) > 1
        if passed and (told or (len(legal) > 1 and words != PASS)):
            yield f"  {passes(passed)}"
        yield from told
        if told or (len(legal) > 1 and words != PASS):
            passed = []
        if len(legal) > 1 and words == PASS:
            passed.append((choices, seat))
        elif len(legal) > 1:
            yield f"  {choices}. {wording.question(S, seat)}: {words}"
        game.step(S, action)
        before, earlier = wording.facts(record), before
        if changed := before.since(earlier):
            if passed:
                yield f"  {passes(passed)}"
                passed = []
            yield f"     * {'; '.join(changed)}"
    result = ", ".join(f"player_{seat} {value:+.2f}" for seat, value in enumerate(game.returns(S)))
    end = [*wording.seats(record), f"{OUTCOMES[game.outcome(S)]}: {result}"]
    digest.update(repr(end).encode())
    yield from ["", f"after {turn} turns, {game.decisions(S)} decisions, {choices} choices", *end]
    yield f"digest of every decision: {digest.hexdigest()[:32]}"


def passes(passed: list[tuple[int, int]]) -> str:
    """Passes that follow each other, with the numbers of the choices."""
    numbers = [str(number) for number, _ in passed]
    span = numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
    return f"{span}. {', '.join(f'player_{seat}' for _, seat in passed)}: {PASS}"
