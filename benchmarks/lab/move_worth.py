"""The worth of moves with a card beyond what their text promises: an experiment among heuristic bots, by lot.

python -m benchmarks.lab.move_worth play FILE.npz [--players 2] [--sets 1] [--games 500000] [--seed 100000000]
python -m benchmarks.lab.move_worth show FILE.npz [FILE.npz ...] [--rows 40]
python -m benchmarks.lab.move_worth write TABLE.tsv FILE.npz [FILE.npz ...]

`play`: every player of a game draws for every move with a card (`agents.heuristic.move_worth.Move`) by lot whether it thinks a step more
of it, a step less, or as much as usual. What another lot would have changed in some choice of a game is noted: only there the lot
can matter, and until then the game does not depend on it. So the players who drew a step are compared with those who drew none,
among all whose choices hang on it; one game tries hundreds of moves at once. The file, written every minute, holds the counts; a
run that was stopped continues where it was.

`show` and `write`: the difference of the shares of won games for each move and step, shrunk to what is usual for its kind of move
(`Found`). `write` adds the steps that are surely better to the table that the bot has, and writes that as a new one.
How `agents/heuristic/move_worth.tsv` came of it: benchmarks/lab/notes/2026-11-heuristic-improvements.md.

Sources: G. W. Imbens and D. B. Rubin, "Causal Inference" (2015), on randomized experiments; B. Efron and C. Morris (1975) on shrinking.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.heuristic.answer import decide, load, prepare
from fs_env.agents.heuristic.memory import WORDS, drags
from fs_env.agents.heuristic.move_worth import MORE, Move, tried_as
from fs_env.agents.heuristic.moves import best_of, is_open, least_value, must_attack, noted, waits, weigh_moves
from fs_env.agents.heuristic.position import see
from fs_env.agents.heuristic.scratch import kernel, named_memory, named_observation, new_scratch
from fs_env.agents.heuristic.weights import N_WEIGHTS
from fs_env.agents.networks.archive import check_size
from fs_env.core.files import FileKind, replacing, write_whole
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.state import Shape
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.run.codes import NO_ACTION, RESTART
from fs_env.core.machine.run.policy import OUTSIDE, Policy
from fs_env.core.machine.run.rows import Rows
from fs_env.core.machine.table.rng import pick

CARD_OF_ACTION = A.CARD_OF_ACTION
CARDS = int(T.N_CARDS)
LOTS = len(Move) * CARDS
BITS = 62  # lots in a word
NOTES = (LOTS + BITS - 1) // BITS  # words of notes for each of the two steps
SALT = 0x7A11  # makes the lots independent of the bot's ties
UNIT = 1e-6  # of the words that hold changes of weights
CHANGES = WORDS  # words: what is added to each weight, for benchmarks.lab.tune_heuristic, which plays with the same bot
TRIED = CHANGES + N_WEIGHTS  # word: 1 in a game of the experiment
NOTED = TRIED + 1  # words: the notes for a step more, and then those for a step less
STEP = np.array([0.7, 0.7, 0.7, 0.7, 0.7, 2.5, 2.0])
"""By `Move`, in the numbers that the bot weighs by."""
UNLIKELY = -1e18
CHUNK = 1000  # games at a time
MOST_DECISIONS = 20_000  # of a game
SAVED = 60.0  # seconds after which the counts are written
FILE = FileKind("counts of benchmarks.lab.move_worth", "play anew into another file", 2**28)
FEWEST = 50  # players with and without a step, below which nothing is said of it


# --- the player -------------------------------------------------------------------------------------------------------
@kernel
def lot_of(seed, lot):
    """The steps that a player has drawn: +1 a step more, -1 a step less, 0 neither."""
    return pick(seed ^ SALT, lot, 3) - 1


@kernel
def note(words, less, lot):
    """Notes that a choice hangs on a lot: on a step more of the move, or on a step less."""
    words[NOTED + less * NOTES + lot // BITS] |= 1 << (lot % BITS)


@kernel
def note_group(s, obs, memory, words, group, own_waits, answer):
    """Notes the lots on which the choice of `answer` from a group hangs; `value` is what its moves are worth, steps included."""
    best, second = UNLIKELY, UNLIKELY  # of the others: the answer is not the best of the others
    for i in range(s.n_legal):
        if is_open(memory, group, s.legal[i], own_waits):
            if s.legal[i] == answer:
                best = s.value[i]
            elif s.value[i] > second:
                second = s.value[i]
    least, must = least_value(s, obs, group), must_attack(s, memory, group)
    for i in range(s.n_legal):
        move = tried_as(obs, s.legal[i])
        if move == NONE or not is_open(memory, group, s.legal[i], own_waits):
            continue
        lot = move * CARDS + CARD_OF_ACTION[s.legal[i]]
        drawn = lot_of(memory.seed, lot)
        for less in range(2):
            side = 1 - 2 * less
            if drawn == -side:
                continue  # the other step
            other = s.value[i] + STEP[move] * (side if drawn == 0 else -side)
            if s.legal[i] == answer:
                hangs = other < second or (other <= least and not must)
            elif answer != NONE:
                hangs = other > best
            else:
                hangs = other > least
            if hangs:
                note(words, less, lot)


@kernel
def tried_move(s, obs, memory, words):
    """The choice of `best_move` with the steps that were drawn."""
    own_waits = waits(s, obs, memory)
    see(s, obs)
    for group in range(3):
        weigh_moves(s, obs, memory, group, own_waits)
        for i in range(s.n_legal):
            move = tried_as(obs, s.legal[i])
            if move != NONE and is_open(memory, group, s.legal[i], own_waits):
                s.value[i] += STEP[move] * lot_of(memory.seed, move * CARDS + CARD_OF_ACTION[s.legal[i]])
        found = best_of(s, obs, memory, group, own_waits)
        if not drags(memory):
            note_group(s, obs, memory, words, group, own_waits, found)
        if found != NONE:
            return found
    return s.legal[0]


@kernel
def trying(observation, acts, n, words):
    """The bot's answer with changed weights; in the experiment with the steps that its lots say, and notes of the lots that mattered."""
    obs = named_observation(observation)
    s, memory = new_scratch(), named_memory(words)
    load(s, memory)
    for k in range(N_WEIGHTS):
        s.weight[k] += UNIT * words[CHANGES + k]
    if obs.decision.shape != Shape.PRIORITY or words[TRIED] == 0:
        return decide(s, obs, acts, n, memory)
    prepare(s, obs, acts, n, memory)
    return noted(s, obs, memory, tried_move(s, obs, memory, words))


POLICY = Policy("trying", "four_souls", trying, NOTED + 2 * NOTES)


# --- games ------------------------------------------------------------------------------------------------------------
counting = Kernel(None, seeds="int64[::1]", drawn="int8[:,::1]")


@counting
def draw_lots(seeds, drawn):
    """Fills drawn, (players, LOTS)."""
    for k in range(len(seeds)):
        for lot in range(drawn.shape[1]):
            drawn[k, lot] = lot_of(seeds[k], lot)


def lots(seeds: NDArray[np.int64]) -> NDArray[np.int8]:
    """The steps that players have drawn, int8 (players, LOTS), by the seeds of their memories."""
    drawn = np.zeros((len(seeds), LOTS), np.int8)
    draw_lots(np.ascontiguousarray(seeds), drawn)
    return drawn


def hung(notes: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which lots are noted, bool (players, 2, LOTS): a step more, a step less; `notes`: (players, 2 * NOTES)."""
    words = notes.reshape(len(notes), 2, NOTES, 1) >> np.arange(BITS)
    return (words & 1).astype(bool).reshape(len(notes), 2, -1)[:, :, :LOTS]


@dataclass
class Counts:
    """The counts so far.

    Attributes:
        players, sets: of the games.
        games: how many.
        seed: of the next one.
        tries: int (LOTS, 2, 2): players whose choices hung on a step more or less (second axis), by whether they drew it (third).
        wins: of these, who won.
        worth: float (moves, cards), what the bot thought of moves with cards in these games: `MORE`.
    """

    players: int
    sets: int
    games: int
    seed: int
    tries: NDArray[np.int64]
    wins: NDArray[np.int64]
    worth: NDArray[np.float64]

    @classmethod
    def none(cls, players: int, sets: int, seed: int) -> Counts:
        """Those before the first game."""
        return cls(players, sets, 0, seed, np.zeros((LOTS, 2, 2), np.int64), np.zeros((LOTS, 2, 2), np.int64), MORE)

    @classmethod
    def read(cls, path: Path) -> Counts:
        """Those of a file.

        Raises:
            ValueError: it was written with other cards, or with another table of the bot.
        """
        with FILE.checked(path):
            check_size(FILE, path)
            with np.load(path, allow_pickle=False) as held:
                players, sets, games, seed = (int(held[name]) for name in ("players", "sets", "games", "seed"))
                counts = cls(players, sets, games, seed, held["tries"], held["wins"], held["worth"])
            if counts.tries.shape != (LOTS, 2, 2) or counts.wins.shape != (LOTS, 2, 2):
                raise ValueError(f"it has lots {counts.tries.shape}, expected {LOTS}: it was written with other cards")
        if not np.array_equal(counts.worth, MORE):
            raise ValueError(
                f"{path} was played by a bot with another move_worth.tsv, and its steps are counted from that: "
                "put that table back, or play anew into another file"
            )
        return counts

    def write(self, path: Path) -> None:
        """Writes them to a file, whole or not at all."""
        with replacing(path) as file:
            np.savez(file, **vars(self))

    def add(self, drawn: NDArray[np.int8], hangs: NDArray[np.bool_], won: NDArray[np.bool_]) -> None:
        """Adds players: `lots` of them, `hung` of them, and whether they won, (players,)."""
        for less in range(2):
            for has in range(2):
                mine = hangs[:, less] & ((drawn == 1 - 2 * less) if has else (drawn == 0))
                self.tries[:, less, has] += mine.sum(0)
                self.wins[:, less, has] += (mine & won[:, None]).sum(0)

    def __add__(self, other: Counts) -> Counts:
        if self.players != other.players:
            raise ValueError(
                f"files of {self.players} and of {other.players} players: expected one number, show each by itself"
            )
        games = self.games + other.games
        return Counts(self.players, self.sets, games, 0, self.tries + other.tries, self.wins + other.wins, self.worth)


def play(path: Path, players: int, sets: int, games: int, seed: int) -> Counts:
    """Plays games into a file, or continues with it until there are so many.

    Raises:
        ValueError: the file has other games.
    """
    counts = Counts.read(path) if path.exists() else Counts.none(players, sets, seed)
    if (counts.players, counts.sets) != (players, sets):
        raise ValueError(
            f"{path} has games of {counts.players} players with sets {counts.sets}, asked for {players} with {sets}: "
            "take another file"
        )
    options = {"num_players": players, "sets": sets, "max_decisions": MOST_DECISIONS}
    saved, rows = time.monotonic(), Rows(GAME, 1, options, skip_forced=True, words=POLICY.words)
    while counts.games < games:
        n = min(CHUNK, games - counts.games)
        if n != rows.n:
            rows = Rows(GAME, n, options, skip_forced=True, words=POLICY.words)
        rows.policies[:], rows.actions[:] = OUTSIDE, RESTART
        rows.seeds[:] = np.arange(counts.seed, counts.seed + n)
        rows.play()  # up to the first decision
        rows.memory[:, :players, TRIED] = 1
        rows.policies[:, :players], rows.actions[:] = POLICY.address, NO_ACTION
        rows.play()
        for seat in range(players):
            memory = rows.memory[:, seat]
            hangs = hung(memory[:, NOTED : NOTED + 2 * NOTES])
            counts.add(lots(memory[:, 0]), hangs, rows.returns[:, seat] > 0)
        counts.games, counts.seed = counts.games + n, counts.seed + n
        if time.monotonic() - saved > SAVED or counts.games >= games:
            counts.write(path)
            saved = time.monotonic()
    return counts


# --- what they show ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Found:
    """Score of a step of a move with a card.

    Attributes:
        move, card: which.
        step: what was added to its worth.
        players: whose choices hung on it.
        usual: share of the win of those who drew no step.
        difference, error: what the step adds to it, with its standard error.
        shrunk: the best guess of it, from the differences of all cards with this kind of move and step.
        share: of all players whose choices would hang on it.
    """

    move: Move
    card: int
    step: float
    players: int
    usual: float
    difference: float
    error: float
    shrunk: float
    share: float


def findings(counts: Counts) -> list[Found]:
    """The result of the counts, the largest gain of all games first: a difference that is shrunk, times how many it concerns."""
    found = []
    for less in range(2):
        tries, wins = counts.tries[:, less].astype(float), counts.wins[:, less].astype(float)
        enough = (tries >= FEWEST).all(1)
        shares = wins / np.maximum(tries, 1.0)
        mean = wins.sum(1) / np.maximum(tries.sum(1), 1.0)
        difference = shares[:, 1] - shares[:, 0]
        error = np.sqrt(np.maximum(mean * (1.0 - mean), 1e-6) * (1.0 / np.maximum(tries, 1.0)).sum(1))
        for move in Move:
            lots_of_move = np.flatnonzero(enough & (np.arange(LOTS) // CARDS == move))
            centre, spread = usual_of(difference[lots_of_move], error[lots_of_move])
            for lot in lots_of_move.tolist():
                trust = spread**2 / (spread**2 + error[lot] ** 2)
                found.append(
                    Found(
                        move,
                        lot % CARDS,
                        float(STEP[move]) * (1 - 2 * less),
                        int(tries[lot].sum()),
                        float(shares[lot, 0]),
                        float(difference[lot]),
                        float(error[lot]),
                        float(trust * difference[lot] + (1.0 - trust) * centre),
                        float(1.5 * tries[lot].sum() / (counts.players * counts.games)),  # a third drew the other step
                    )
                )
    return sorted(found, key=lambda one: -one.shrunk * one.share)


def usual_of(differences: NDArray[np.float64], errors: NDArray[np.float64]) -> tuple[float, float]:
    """Mean and standard deviation of what differences would be without their errors (of moments, the surest count most)."""
    centre, spread = 0.0, 1e-3
    for _ in range(3):
        weights = 1.0 / (errors**2 + spread**2)
        centre = float((weights * differences).sum() / max(weights.sum(), 1e-9))
        trust = weights**2
        beyond = ((differences - centre) ** 2 - errors**2) * trust
        spread = max(1e-3, float(max(0.0, beyond.sum()) / max(trust.sum(), 1e-9)) ** 0.5)
    return centre, spread


def table(found: list[Found], sure: float) -> dict[tuple[Move, int], float]:
    """The steps to take: for each move with a card the better one, if it is better by `sure` standard errors."""
    taken: dict[tuple[Move, int], Found] = {}
    for one in found:
        before = taken.get((one.move, one.card))
        if one.shrunk > 0 and one.difference > sure * one.error and (before is None or one.shrunk > before.shrunk):
            taken[one.move, one.card] = one
    return {key: one.step for key, one in taken.items()}


def write(path: Path, steps: dict[tuple[Move, int], float]) -> None:
    """Writes the table that the bot has, with these steps added."""
    worth = MORE.copy()
    for (move, card), step in steps.items():
        worth[move, card] += step
    rows = [
        f"{move.name.lower()}\t{T.IDS[card]}\t{worth[move, card]:g}"
        for move in Move
        for card in range(CARDS)
        if worth[move, card]
    ]
    write_whole(path, "\n".join(["move\tcard\tmore", *rows]) + "\n")


# --- the command ------------------------------------------------------------------------------------------------------
def main() -> None:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "show", "write"))
    parser.add_argument("files", type=Path, nargs="+")
    for name, default in (("players", 2), ("sets", 1), ("games", 500_000), ("seed", 100_000_000), ("rows", 40)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument(
        "--sure", type=float, default=1.6, help="standard errors by which a step must be better to be taken"
    )
    args = parser.parse_args()
    if args.what == "play" and len(args.files) > 1 or args.what == "write" and len(args.files) < 2:
        parser.error("expected one FILE.npz to play into; to write, TABLE.tsv and at least one FILE.npz")
    if args.what == "play":
        counts = play(args.files[0], args.players, args.sets, args.games, args.seed)
        sys.stdout.write(f"{args.files[0]} has {counts.games} games\n")
        return
    read = [Counts.read(path) for path in args.files[args.what == "write" :]]
    found = findings(sum(read[1:], read[0]))
    steps = table(found, args.sure)
    for one in found[: args.rows]:
        taken = "" if steps.get((one.move, one.card)) != one.step else "taken"
        sys.stdout.write(
            f"{one.move.name.lower():24} {T.NAMES[one.card]:26} {one.step:+4.1f} usual {100 * one.usual:5.1f} %"
            f" {100 * one.difference:+6.2f} ± {100 * one.error:.2f} points for {one.players} players,"
            f" {100 * one.shrunk * one.share:.3f} for all {taken}\n"
        )
    if args.what == "write":
        write(args.files[0], steps)
        sys.stdout.write(f"{args.files[0]} has {len(steps)} steps more\n")


if __name__ == "__main__":
    main()
