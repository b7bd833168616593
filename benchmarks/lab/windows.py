"""Finds decisions where another action than the heuristic's is surely better, and groups them by card, verb and situation.

python -m benchmarks.lab.windows mine FILE.npz [--game ID] [--players 2] [--sets 1] [--positions 100000] [--seed 7930000] [--every 6]
python -m benchmarks.lab.windows groups FILE.npz [FILE.npz ...] [--rows 40]
python -m benchmarks.lab.windows averages FILE.npz [FILE.npz ...] [--rows 40]

`mine`: the heuristic plays; at one of `--every` decisions with a choice, in Four Souls those with priority, all legal actions are tried
in `FIRST` common determinizations: in Four Souls to horizon 2 with the shipped value, elsewhere to the end of the game. The best of
the others, if it looks better, is tried against the heuristic's again in `CHOSEN` fresh ones, and if it is better beyond `SURE`
errors once more in `HELD_OUT`, which chose nothing: their mean is unbiased. Stores a row for each legal action of each position.

`groups`: sure departures by what the heuristic does, the better action and the situation, by their share of the held-out gain.
`averages`: the mean advantage of each action over the heuristic's wherever it is legal, from the first determinizations, in which
the heuristic's own action is compared by what it is: a positive mean is a rule without further conditions.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.seeds import seed_for
from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.heuristic.answer import load, prepare
from fs_env.agents.heuristic.moves import is_open, least_value, waits, weigh_moves
from fs_env.agents.heuristic.position import see
from fs_env.agents.heuristic.scratch import named_memory, named_observation, new_scratch
from fs_env.agents.search.agent import SearchAgent
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.race import Question
from fs_env.agents.search.settings import FlatSettings
from fs_env.core.betrayal import actions as betrayal
from fs_env.core.betrayal.language.codes import Role
from fs_env.core.betrayal.language.questions import Question as Asked
from fs_env.core.betrayal.tables import POSSESSION_NAMES
from fs_env.core.castles_of_caleira import actions as castles
from fs_env.core.castles_of_caleira import questions
from fs_env.core.castles_of_caleira.cards import NAMES
from fs_env.core.castles_of_caleira.observation.schema import FACE_DOWN
from fs_env.core.files import FileKind, replacing
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import ActionKind
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.state import Phase, Shape
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.run.codes import NO_ACTION
from fs_env.core.machine.run.game import Game
from fs_env.registry.games import load_game

FOUR_SOULS = "four_souls"
FIRST, CHOSEN, HELD_OUT, HORIZON = 24, 72, 96, 2
LIKELY, SURE = 1.0, 2.5  # standard errors
ROW = np.dtype(
    [
        ("seed", "i8"),
        ("choice", "i4"),  # decisions with more than one legal action before it
        ("seat", "i1"),
        ("action", "i2"),  # for a piece of Castles of Caleira what kind of piece it is
        ("own", "i1"),  # 1: the heuristic's choice
        ("situation", "i2"),
        ("turn", "i2"),
        ("worth", "f4"),  # what the heuristic thinks of it, above the least that it takes; nan: it does not consider it
        ("gain", "f4"),  # share of the win above the heuristic's choice, in the first determinizations
        ("error", "f4"),
        ("held_out", "f4"),  # the same in the last ones; nan: it was not tried there
        ("held_out_error", "f4"),
    ]
)
SITUATIONS = ("start or loot step", "action phase", "fight", "end phase")
STACKS = ("empty stack", "own on top", "other's on top")
FILE = FileKind("windows of benchmarks.lab.windows", "mine anew into another file", 2**28)

weighing = Kernel(None, observation="int16[::1]", acts="int16[::1]", words="int64[::1]", found="float64[::1]")


@weighing
def weigh_all(observation, acts, n, words, found):
    """Fills `found`, by action, with what the heuristic thinks of each legal one that it considers."""
    s, obs, memory = new_scratch(), named_observation(observation), named_memory(words)
    load(s, memory)
    prepare(s, obs, acts, n, memory)
    see(s, obs)
    own_waits = waits(s, obs, memory)
    for group in range(3):
        weigh_moves(s, obs, memory, group, own_waits)
        for i in range(s.n_legal):
            if is_open(memory, group, s.legal[i], own_waits):
                found[s.legal[i]] = s.value[i] - least_value(s, obs, group)


def situation_of(game: Game, obs: NDArray[np.int16]) -> int:
    """The number of a situation. In Four Souls: own turn or another's, part of the turn, top of the stack."""
    seen = obs.view(game.schema.dtype)[0]
    if game.name == "betrayal":
        return int(seen["question"]) * len(Role) + int(seen["players"][0]["side"])
    if game.name != FOUR_SOULS:
        return int(seen["question"]) * (len(NAMES) + 1) + int(seen["effect_kind"]) + 1
    phase = int(seen["decision"]["phase"])
    part = 0 if phase < Phase.ACTION else 3 if phase == Phase.END else 2 if seen["decision"]["attacking"] == 1 else 1
    top = seen["stack"][0]
    stack = 0 if not int(top["kind"]) else 1 if int(top["owner"]) == 1 else 2
    elsewhen = int(seen["decision"]["active_player"] != 0)
    return (elsewhen * len(SITUATIONS) + part) * len(STACKS) + stack


def words_of(game: Game, situation: int) -> str:
    if game.name == "betrayal":
        question, side = divmod(situation, len(Role))
        return f"{Asked(question).name.lower()}, {Role(side).name.lower()}"
    if game.name != FOUR_SOULS:
        question, kind = divmod(situation, len(NAMES) + 1)
        return questions.Question(question).name.lower() + (f", {NAMES[kind - 1]}" if kind else "")
    rest, stack = divmod(situation, len(STACKS))
    elsewhen, part = divmod(rest, len(SITUATIONS))
    return f"{'other' if elsewhen else 'own'} turn, {SITUATIONS[part]}, {STACKS[stack]}"


def kind_of_action(game: Game, obs: NDArray[np.int16], action: int) -> int:
    """The action as it is stored."""
    if game.name != "castles_of_caleira" or not castles.TARGET <= action < castles.STOP:
        return action
    piece = obs.view(game.schema.dtype)[0]["pieces"][action - castles.TARGET]
    other, down = int(piece["owner"] > 0), int(piece["lies"] == FACE_DOWN)
    return castles.NUM_ACTIONS + (2 * other + down) * (len(NAMES) + 1) + int(piece["kind"]) + 1


def words_for(game: Game, action: int) -> str:
    if game.name == "betrayal":
        name, k = betrayal.TABLE.range_of(action)
        return f"{name} {POSSESSION_NAMES[k]}" if name in ("use", "drop", "pick", "offer", "card") else name
    if game.name != FOUR_SOULS:
        if action < castles.NUM_ACTIONS:
            return castles.action_text(action)
        where, kind = divmod(action - castles.NUM_ACTIONS, len(NAMES) + 1)
        owner, lies = ("own", "other's")[where // 2], ("face-up", "face-down")[where % 2]
        return f"{owner} {lies} {NAMES[kind - 1] if kind else 'unknown'}"
    verb, card = ActionKind(int(A.KIND_OF_ACTION[action])).name.lower(), int(A.CARD_OF_ACTION[action])
    return f"{verb} {T.NAMES[card]}" if card >= 0 else verb


class Miner:
    """Plays games of the heuristic and tries actions at some of its decisions."""

    def __init__(self, game: Game, bot: str, players: int, sets: int, every: int) -> None:
        own = game.name == FOUR_SOULS
        policy = policy_of(load_agent(bot, game))
        assert policy is not None
        self.game, self.policy, self.every = game, policy, every
        self.options = {"num_players": players} | ({"sets": sets} if own else {})
        value = "auto" if own else "none"
        self.searcher = FlatSearcher(game, players, FlatSettings(milliseconds=0.0, rollouts=1, value=value, policy=bot))
        self.found: list[tuple[float, ...]] = []
        self.positions = 0
        self._worth = np.empty(game.num_actions)

    def play(self, seed: int) -> None:
        game, policy, players, choice = self.game, self.policy, self.options["num_players"], 0
        S, row, rng = game.new(), game.new_rows(), np.random.default_rng(seed)
        row["skip_forced"] = 1
        seen, mask = np.zeros(game.schema.size, np.int16), np.zeros(game.num_actions, np.int8)
        memories = [policy.new_memory(seed_for(policy, None, seed, seat)) for seat in range(players)]
        game.setup(S, seed=seed, **self.options)
        game.advance(S, 0, NO_ACTION, seen, mask, row)
        while not row["outcome"][0]:
            seat, legal = int(row["seat"][0]), mask.nonzero()[0].astype(np.int16)
            before = memories[seat].copy()
            action = int(policy.act(seen, legal.copy(), memories[seat]))
            asked = game.name != FOUR_SOULS or seen.view(SCHEMA.dtype)[0]["decision"]["shape"] == Shape.PRIORITY
            if asked and len(legal) > 1 and rng.integers(self.every) == 0:
                view = SeatView(game, seat, players, seen.copy(), mask.copy())
                complete_view(view, SearchAgent, game, S, 0, seed)
                self.weigh(view, before, action, choice, seed, rng)
            choice += 1
            game.advance(S, 0, action, seen, mask, row)

    def weigh(
        self, view: SeatView, memory: NDArray[np.int64], own: int, choice: int, seed: int, rng: np.random.Generator
    ) -> None:
        """Tries the legal actions of one decision and adds their rows."""
        legal = view.legal.astype(np.int16)
        actions = [own, *(int(action) for action in legal if action != own)]
        self._worth[:] = np.nan
        if self.game.name == FOUR_SOULS:
            weigh_all(view.observation, legal, len(legal), memory.copy(), self._worth)
        question = self.searcher.ask(view, memory, actions, rng)
        gains, errors = self.try_out(question, list(range(len(actions))), FIRST, rng)
        held_out = np.full((2, len(actions)), np.nan)
        best = int(np.argmax(gains[1:])) + 1
        if gains[best] > LIKELY * errors[best]:
            gain, error = self.try_out(question, [0, best], CHOSEN, rng)
            if gain[1] > SURE * error[1]:
                gain, error = self.try_out(question, [0, best], HELD_OUT, rng)
                held_out[:, best] = gain[1], error[1]
        situation, turn = situation_of(self.game, view.observation), question.turn
        for k, action in enumerate(actions):
            kind, worth = kind_of_action(self.game, view.observation, action), self._worth[action]
            self.found.append(
                (seed, choice, view.seat, kind, k == 0, situation, turn, worth, gains[k], errors[k], *held_out[:, k])
            )
        self.positions += 1

    def try_out(
        self, question: Question, alive: list[int], size: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        shares = self.searcher.round(question, alive, size, HORIZON, rng)
        difference = shares - shares[:, :1]
        return difference.mean(0), difference.std(0, ddof=1) / size**0.5 + 1e-9


def mine(path: Path, args: argparse.Namespace) -> None:
    miner, seed = Miner(load_game(args.game), args.bot, args.players, args.sets, args.every), args.seed
    while miner.positions < args.positions:
        miner.play(seed)
        seed += 1
    with replacing(path) as file:
        rows = np.array(miner.found, ROW)
        np.savez_compressed(file, rows=rows, games=seed - args.seed, game=args.game)
    sys.stdout.write(f"{path}: {miner.positions} positions of {seed - args.seed} games, {len(miner.found)} actions, ")
    sys.stdout.write(f"{1000 * process_time() / miner.positions:.1f} ms of processor a position\n")


def read(paths: list[Path]) -> tuple[NDArray[np.void], int, Game]:
    rows, games, names = [], 0, set()
    for path in paths:
        with FILE.checked(path), np.load(path, allow_pickle=False) as held:
            rows.append(held["rows"])
            games += int(held["games"])
            names.add(str(held["game"]) if "game" in held else FOUR_SOULS)
    if len(names) > 1:
        raise SystemExit(f"files of different games: {', '.join(sorted(names))}; give those of one")
    return np.concatenate(rows), games, load_game(names.pop())


def print_groups(game: Game, rows: NDArray[np.void], games: int, most: int) -> None:
    """Prints sure departures, the largest gain first."""
    starts = np.flatnonzero(rows["own"])
    own = rows["action"][starts[np.searchsorted(starts, np.arange(len(rows)), side="right") - 1]]
    sure = np.flatnonzero(~np.isnan(rows["held_out"]))
    total = float(rows["held_out"][sure].sum())
    sys.stdout.write(f"{len(starts)} positions of {games} games, {len(sure)} sure departures, ")
    sys.stdout.write(f"{1000 * total / max(1, len(sure)):.1f} thousandths each\n")
    grouped: dict[str, list[int]] = {}
    for k in sure.tolist():
        names = (words_for(game, int(one)) for one in (own[k], rows["action"][k]))
        name = f"{' -> '.join(names)} | {words_of(game, int(rows['situation'][k]))}"
        grouped.setdefault(name, []).append(k)
    for name, group in sorted(grouped.items(), key=lambda item: -rows["held_out"][item[1]].sum())[:most]:
        of, example = rows[group], rows[group[int(np.argmax(rows["held_out"][group]))]]
        sys.stdout.write(
            f"{100 * of['held_out'].sum() / total:5.2f} % {len(of):5} in {len(set(of['seed'].tolist())):4} games "
            f"{1000 * of['held_out'].mean():6.1f} ± {1000 * of['held_out'].std() / len(of) ** 0.5:4.1f}"
            f" worth {np.nanmean(of['worth']) if not np.isnan(of['worth']).all() else np.nan:6.2f}"
            f" {name} ({example['seed']}, {example['choice']})\n"
        )


def print_averages(game: Game, rows: NDArray[np.void], most: int) -> None:
    """Prints actions that the heuristic leaves out, and those that it takes, by what they gain on average."""
    starts = np.flatnonzero(rows["own"])
    at = np.searchsorted(starts, np.arange(len(rows)), side="right") - 1
    own, passing = rows["action"][starts[at]], np.full(len(starts), np.nan)
    passes = (rows["action"] == A.PASS) & (rows["own"] == 0)
    passing[at[passes]] = rows["gain"][passes]
    grouped: dict[str, list[float]] = {}
    for k in range(len(rows)):
        action, mine = int(rows["action"][k]), bool(rows["own"][k])
        if mine and not np.isnan(passing[at[k]]):
            grouped.setdefault(
                f"not {words_for(game, action)} | {words_of(game, int(rows['situation'][k]))}", []
            ).append(passing[at[k]])
        elif not mine and own[k] == A.PASS:
            grouped.setdefault(f"{words_for(game, action)} | {words_of(game, int(rows['situation'][k]))}", []).append(
                rows["gain"][k]
            )
    lines = []
    for name, gains in grouped.items():
        n, mean = len(gains), float(np.mean(gains))
        error = float(np.std(gains)) / n**0.5 + 2e-3 / n
        if n >= 10 and mean > 2 * error:
            lines.append(
                (n * (mean - error), f"{n:5} {1000 * mean:6.1f} ± {1000 * error:4.1f}  sum {n * mean:6.2f}  {name}\n")
            )
    for _, line in sorted(lines, reverse=True)[:most]:
        sys.stdout.write(line)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lab.windows",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("mine", "groups", "averages"))
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE.npz")
    parser.add_argument("--game", default=FOUR_SOULS, choices=(FOUR_SOULS, "castles_of_caleira", "betrayal"))
    parser.add_argument(
        "--bot", default="heuristic", help="a compiled bot instead of it, which plays and whose choices are tried"
    )
    numbers = ("players", 2), ("sets", 1), ("positions", 100_000), ("seed", 7_930_000), ("every", 6), ("rows", 40)
    for name, default in numbers:
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    if args.what == "mine":
        mine(args.files[0], args)
        return
    rows, games, game = read(args.files)
    if args.what == "groups":
        print_groups(game, rows, games, args.rows)
    else:
        print_averages(game, rows, args.rows)


if __name__ == "__main__":
    main()
