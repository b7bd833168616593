"""A random game written down in words: the first choices, how each turn finds the table, the end, and a digest of it all.

The words depend on nothing but the rules and the seed: legal actions are put in the order of their words before one is
drawn, so new action ids change no game.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.core.machine.game import Game, load_game

FOLDER = Path(__file__).parent
SHOWN = 150  # choices written out
OUTCOMES = ("running", "won", "drawn by the rules", "truncated", "stopped by a capacity guard")


class Golden(NamedTuple):
    """One golden game: the home of its game, the number of seats, and the seed of deal and choices."""

    home: str
    num_players: int
    seed: int

    @property
    def path(self) -> Path:
        """Where its transcript is kept."""
        game = load_game(self.home)
        return FOLDER / f"{game.name}_{self.num_players}_players.txt"


GOLDEN = tuple(Golden("fs_env.core.four_souls.game:GAME", n, seed) for n, seed in ((2, 20), (3, 30), (4, 40)))


def transcript(golden: Golden) -> str:
    """The whole text, ending with a line break."""
    return "\n".join([*lines(load_game(golden.home), golden), ""])


def lines(game: Game, golden: Golden) -> Iterator[str]:
    """Title, choices with the table at each turn, result, digest."""
    yield f"{game.name}, {golden.num_players} players, seed {golden.seed}: random play"
    draw, digest = random.Random(golden.seed), hashlib.sha256()
    words = [game.action_text(action) for action in range(game.num_actions)]
    S = game.new()
    game.setup(S, seed=golden.seed, num_players=golden.num_players)
    choices, turn = 0, 0
    while (seat := game.to_act(S)) >= 0:
        record = S[0]
        if record["turn"] != turn:
            turn = int(record["turn"])
            digest.update(repr((turn, table := seats(record))).encode())
            if choices < SHOWN:
                yield from ["", f"turn {turn}, player_{record['ap']}", *table]
        legal = sorted(game.legal(S).tolist(), key=words.__getitem__)
        action = draw.choice(legal)
        if len(legal) > 1:
            choices += 1
            if choices <= SHOWN:
                yield f"  {choices}. {game.decision_text(S)}{top(game, S)}: {words[action]}  [of {len(legal)}]"
        digest.update(f"{seat} {words[action]} of {len(legal)}\n".encode())
        game.step(S, action)
    result = ", ".join(f"player_{seat} {value:+.2f}" for seat, value in enumerate(game.returns(S)))
    end = [*seats(S[0]), f"{OUTCOMES[game.outcome(S)]}: {result}"]
    digest.update(repr(end).encode())
    yield from ["", f"after {turn} turns, {game.decisions(S)} decisions, {choices} choices", *end]
    yield f"digest of every decision: {digest.hexdigest()[:32]}"


def seats(record: Any) -> list[str]:
    """What each player has."""
    return [
        f"  player_{p}: {record['hp'][p]}/{record['max_hp'][p]} HP, attack {record['atk'][p]}, {record['coins'][p]} cents, "
        f"{record['n_hand'][p]} in hand, {record['souls'][p]} souls"
        for p in range(record["n_players"])
    ]


def top(game: Game, S: Any) -> str:
    """What lies on top of the stack: kind, number, card."""
    for thing in game.to_json(S)["stack"][:1]:
        return f" [{' '.join(str(thing[name]) for name in ('kind', 'n', 'card') if thing[name] is not None)}]"
    return ""
