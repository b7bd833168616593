"""Plays the golden games again and writes their transcripts: `python -m tests.golden.regenerate`. Review the difference.

`--pick N` writes nothing: it prints, for each golden game, which of the seeds 0..N-1 gives the shortest won game that
still shows something.
"""

from __future__ import annotations

import argparse
import os
import random

from tests.golden.games import GOLDEN
from tests.golden.transcript import FOLDER, Golden, transcript

LONGEST = 2500  # decisions of a game that is looked at


def main() -> None:
    """Writes each transcript and says whether it changed; removes those of games that are not listed any more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pick", type=int, metavar="N", help="print the best seeds of 0..N-1 instead")
    seeds = parser.parse_args().pick
    if seeds is not None:
        pick(seeds)
        return
    for golden in GOLDEN:
        text = transcript(golden)
        same = golden.path.exists() and golden.path.read_text(encoding="utf-8") == text
        if not same:
            draft = golden.path.with_suffix(".draft")
            draft.write_text(text, encoding="utf-8")
            os.replace(draft, golden.path)
        print(f"{golden.path.name}: {'the same' if same else 'written'}, {text.count(chr(10))} lines")
    for path in FOLDER.glob("*.txt"):
        if path not in {golden.path for golden in GOLDEN}:
            path.unlink()
            print(f"{path.name}: removed")


def pick(seeds: int) -> None:
    """Prints the seed of a short game, a line for each golden game."""
    for golden in GOLDEN:
        games = ((length(golden._replace(seed=seed)), seed) for seed in range(seeds))
        enough = (game for game in games if game[0] >= golden.wording.fewest)
        choices, seed = min(enough, default=(LONGEST, golden.seed))
        print(f"{golden.path.stem}: seed {seed}, {choices} choices")


def length(golden: Golden) -> int:
    """Choices of a game as `transcript` plays it; more than there can be where no player has won in time."""
    game, draw, S, choices = golden.wording.game, random.Random(golden.seed), golden.start(), 0
    while game.to_act(S) >= 0 and game.decisions(S) < LONGEST:
        legal = game.legal(S).tolist()
        if len(legal) > 1:
            legal.sort(key=game.action_text)
        action = draw.choice(legal)
        choices += len(legal) > 1
        game.step(S, action)
    return choices if game.outcome(S) == 1 else LONGEST


if __name__ == "__main__":
    main()
