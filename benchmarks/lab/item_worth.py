"""How much each treasure adds to the log odds of winning, from games that begin with treasures dealt by chance.

python -m benchmarks.lab.item_worth FILE.tsv [--games 140000] [--seed 20000000]

Two heuristic bots play Edens who draft at random (`draft="mini"`, `eden_only`): one eternal treasure and two more each. A
ridge-penalised logistic regression of the result on who owns what, half of the games with the base set and half with all sets,
gives the worth of a treasure at the start of a game, above the usual treasure. `agents/heuristic/item_worth.tsv` was created so.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from fs_env.agents.heuristic.answer import answer
from fs_env.agents.heuristic.memory import WORDS
from fs_env.agents.heuristic.scratch import kernel, named_observation
from fs_env.core.files import write_whole
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.schema import OTHER_CARDS
from fs_env.core.four_souls.state import Question, Shape, Zone
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.run.rows import Rows
from fs_env.core.machine.table.rng import pick

CARDS = int(OTHER_CARDS)
BITS = 32  # cards in a word of memory
DRAWN, NOTED, OWNED = WORDS, WORDS + 1, WORDS + 2
CHUNK = 2000  # games at a time
PENALTY = 8.0  # 1 / variance of the worth that is expected


@kernel
def drafting(observation, acts, n, words):
    """At random in drafts, else the bot's answer; notes what it owns at its first decision with priority."""
    obs = named_observation(observation)
    question = int(obs.decision.question) - 1
    if obs.decision.shape != Shape.PRIORITY and (question == Question.DRAFT or question == Question.OPEN_DRAFT):
        words[DRAWN] += 1
        return int(acts[pick(words[0] ^ 0x5EED, words[DRAWN], n)])
    if words[NOTED] == 0 and obs.decision.shape == Shape.PRIORITY:
        words[NOTED] = 1
        for i in range(CARDS):
            if obs.cards.zone[i] == Zone.ITEM and obs.cards.owner[i] == 1:
                words[OWNED + i // BITS] |= 1 << (i % BITS)
    return answer(observation, acts, n, words)


POLICY = Policy("drafting", "four_souls", drafting, OWNED + (CARDS + BITS - 1) // BITS)


def play(sets: int, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Who owned what, int8 (games, cards): 1 the first seat, -1 the second; and whether the first seat won."""
    options = {"num_players": 2, "sets": sets, "draft": 2, "eden_only": 1, "max_decisions": 6000}
    rows = Rows(GAME, CHUNK, options, skip_forced=True, words=POLICY.words)
    rows.policies[:, :2] = POLICY.address
    owned, won = [], []
    for first in range(seed, seed + games, CHUNK):
        rows.seeds[:], rows.actions[:] = first + np.arange(CHUNK), RESTART
        rows.play()
        bits = (rows.memory[:, :2, OWNED:, None] >> np.arange(BITS)) & 1
        bits = bits.reshape(CHUNK, 2, -1)[:, :, :CARDS].astype(np.int8)
        owned.append(bits[:, 0] - bits[:, 1])
        won.append(rows.returns[:, 0] > 0)
    return np.concatenate(owned), np.concatenate(won)


def fit(owned: np.ndarray, won: np.ndarray) -> np.ndarray:
    """The coefficients of the regression, one for each card; the mean is subtracted by the caller."""
    inputs = np.column_stack([np.ones(len(owned)), owned]).astype(float)
    penalty = np.r_[0.0, np.full(owned.shape[1], PENALTY)]
    weights = np.zeros(inputs.shape[1])
    for _ in range(8):
        p = 1.0 / (1.0 + np.exp(-inputs @ weights))
        slope = inputs.T @ (won - p) - penalty * weights
        curvature = (inputs * (p * (1.0 - p))[:, None]).T @ inputs + np.diag(penalty)
        weights += np.linalg.solve(curvature, slope)
    return weights[1:]


def main() -> None:
    """Plays, fits and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=140_000, help="games with each of the two choices of sets")
    parser.add_argument("--seed", type=int, default=20_000_000)
    args = parser.parse_args()
    owned, won = map(np.concatenate, zip(*(play(sets, args.games, args.seed + sets * args.games) for sets in (1, 7))))
    cards = np.array([int(T.OTHERS[i]) for i in range(CARDS)])
    tried = np.isin(cards, T.TREASURES) & (np.abs(owned).sum(axis=0) > 0)
    worth = fit(owned[:, tried], won)
    lines = [f"{T.IDS[card]}\t{logit:.3f}\n" for card, logit in zip(cards[tried], worth - worth.mean())]
    write_whole(args.file, "item\tlogit\n" + "".join(lines))


if __name__ == "__main__":
    main()
