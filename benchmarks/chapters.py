"""Profiles a decision by chapter of the rules: `python -m benchmarks.chapters [GAME]`.

Plays random games in compiled code while a timer records the running source line and its call chain. A chapter is a source
file. There are two runs: plain random games, and a batch with observation and mask after every step. For this the code is
compiled again with line tables, into a separate cache (build/cache_profile).
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from linecache import getline
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.line_tables import CompiledCode, Place
    from fs_env.core.machine.run.game import Game

RULES = "setup", "to_act", "legal", "step", "observe", "returns", "resample"
ROOT = Path(__file__).parent.parent
CORE = ROOT / "fs_env" / "core"
INTERVAL = 0.001  # seconds between samples; an operating system with slow ticks gives fewer
GAMES = 256
OUTSIDE = "outside compiled code"
REFERENCES = "code without a file (numba counts references)"
GENERATED = "generated code"
LOOP = "(loop)"  # in no kernel of the game: the loop of the command itself


@dataclass
class Profile:
    """The samples of one run.

    Attributes:
        title: what was run.
        nanoseconds: of processor time for one decision, in this run.
        own: chapter -> samples whose running line is in the chapter.
        total: chapter -> samples with the chapter anywhere in the call chain.
        by_kernel: (chapter, kernel of the game's `GameSpec`) -> samples, by the running line.
        functions: (chapter, function) -> own and total samples.
        lines: running line -> samples.
        libraries: (library, chapter that called it) -> samples; they also count for the chapter.
    """

    title: str
    nanoseconds: float = 0.0
    own: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    by_kernel: Counter[tuple[str, str]] = field(default_factory=Counter)
    functions: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    lines: Counter[tuple[str, int]] = field(default_factory=Counter)
    libraries: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def samples(self) -> int:
        """The number of samples of the run."""
        return self.own.total()


def main() -> int:
    """Profiles and prints the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chapters", description=__doc__)
    parser.add_argument("game", nargs="?", default="four_souls", metavar="GAME", help="id of the game")
    parser.add_argument("--players", type=int, metavar="N", help="seats (default: the game's maximum)")
    parser.add_argument("--sets", metavar="NAME,...", help="card sets (default: all of the game's)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the games (default 0)")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S", help="duration of each run (default 20)")
    parser.add_argument(
        "--functions", type=int, default=25, metavar="N", help="number of functions listed (default 25)"
    )
    parser.add_argument(
        "--least", type=float, default=0.3, metavar="P", help="sum up rows below this percentage (default 0.3)"
    )
    parser.add_argument("--lines", type=int, default=0, metavar="N", help="number of source lines listed (default 0)")
    args = parser.parse_args()
    cache = os.environ.get("NUMBA_CACHE_DIR")  # numba's cache key ignores line tables: never share a cache
    os.environ["NUMBA_CACHE_DIR"] = str(Path(cache) / "profile" if cache else ROOT / "build" / "cache_profile")

    from benchmarks.line_tables import CompiledCode, write_line_tables

    write_line_tables()
    from fs_env.bench.machine import machine, versions
    from fs_env.cli.arguments import set_options
    from fs_env.registry.games import load_game

    game = load_game(args.game)
    players = args.players or game.max_players
    sets = game.options.get("sets")
    chosen = {"num_players": players} | set_options(game, args.sets or (",".join(sets.bits) if sets else None))
    print("compiling, or loading from the cache ...", file=sys.stderr)
    game.warm()
    hardware = machine()
    print(f"{hardware['cpu']}, {hardware['cores']} cores, {hardware['system']}")
    print(", ".join(f"{name} {number}" for name, number in versions().items()))
    print(f"{game.name}: {', '.join(f'{name} {value}' for name, value in chosen.items())}, seed {args.seed}")
    with tempfile.TemporaryDirectory() as folder:
        code = CompiledCode(game.entry, Path(folder))
        for title, work in works(game, chosen, args.seed).items():
            print(f"{title} ...", file=sys.stderr)
            show(profile(title, game, code, work, args.seconds), args)
    return 0


def works(game: Game, chosen: dict[str, int], seed: int) -> dict[str, Callable[[int], int]]:
    """Title -> a function that plays part number i and returns its decisions."""
    import numpy as np

    games = 1
    while True:  # enough games to make the cost of calls from Python negligible
        begun = perf_counter()
        game.run_random(games, seed=seed, **chosen)
        if perf_counter() - begun > 0.2:
            break
        games *= 2

    def playout(part: int) -> int:
        return game.run_random(games, seed=seed + games * part, **chosen).decisions

    S = game.new(GAMES)
    for i in range(GAMES):
        game.setup(S, i, seed=seed + i, **chosen)
    obs = np.zeros((GAMES, game.schema.size), np.int16)
    mask = np.zeros((GAMES, game.num_actions), np.int8)
    options = game.option_values(**chosen)

    def rounds(part: int) -> int:
        return game.random_rounds(S, 500, seed + part, obs=obs, mask=mask, options=options).decisions

    return {"random games": playout, f"random steps of {GAMES} games with observation and mask": rounds}


def profile(title: str, game: Game, code: CompiledCode, work: Callable[[int], int], seconds: float) -> Profile:
    """Runs `work` for `seconds` seconds and sorts the samples."""
    from benchmarks.sampler import sample

    done = [0, 0.0]

    def repeat() -> None:
        part, decisions, begun, cpu = 0, 0, perf_counter(), process_time()
        while perf_counter() - begun < seconds:
            decisions += work(part)
            part += 1
        done[:] = decisions, process_time() - cpu

    work(0)
    chains = sample(repeat, INTERVAL)
    callers = {chain: running_lines(chain, code) for chain in chains}
    wanted = {a for chain in callers.values() for a in chain if code.first <= a < code.last}
    places = code.places(sorted(wanted))
    found = Profile(title, done[1] / done[0] * 1e9)
    contract = contract_kernels(game)
    for chain, count in chains.items():
        frames = [place for a in callers[chain] for place in places.get(a, ()) if in_package(place)]
        take(found, frames, count, contract)
        if not code.first <= chain[0] < code.last and frames:
            found.libraries[library_at(chain[0]), chapter(frames[0].file)] += count
    return found


def running_lines(chain: tuple[int, ...], code: CompiledCode) -> list[int]:
    """The addresses of the running lines of a sample: the instruction, and the calls before the return addresses."""
    inside = code.first <= chain[0] < code.last
    first = chain[:1] if inside else (chain[1] - 1,)
    return [*first, *(address - 1 for address in chain[2:])]


def take(found: Profile, frames: list[Place], count: int, contract: dict[tuple[str, str], str]) -> None:
    """Counts one call chain, innermost first."""
    if not frames:
        found.own[OUTSIDE] += count
        found.total[OUTSIDE] += count
        found.by_kernel[OUTSIDE, LOOP] += count
        return
    names = [(chapter(place.file), place.function) for place in frames]
    kernel = LOOP
    for place in frames:  # the outermost one stays
        kernel = contract.get((place.file, place.function), kernel)
    found.own[names[0][0]] += count
    found.by_kernel[names[0][0], kernel] += count
    found.lines[frames[0].file, frames[0].line] += count
    for name in {name for name, _ in names}:
        found.total[name] += count
    found.functions.setdefault(names[0], [0, 0])[0] += count
    for key in set(names):
        found.functions.setdefault(key, [0, 0])[1] += count


def contract_kernels(game: Game) -> dict[tuple[str, str], str]:
    """(file, function) of the kernels that the entry calls -> their name in the `GameSpec`."""
    found = {}
    for name in (*RULES, "outcome", "num_players", "decisions", "turn"):
        function = getattr(game.spec, name).py_func
        found[function.__code__.co_filename, function.__name__] = name
    return found


def library_at(address: int) -> str:
    """The file of the library that contains an address of this process."""
    for row in Path("/proc/self/maps").read_text().splitlines():
        span, *_, name = row.split()
        first, last = (int(end, 16) for end in span.split("-"))
        if first <= address < last:
            return Path(name).name if name.startswith("/") else REFERENCES
    return "unknown"


def in_package(place: Place) -> bool:
    """Whether a line is ours (numba's own array code is not; it counts for the line that uses it)."""
    return place.line > 0 and place.file.startswith(str(ROOT))


def chapter(file: str) -> str:
    """The name of a chapter: the path of its file below its game, without "rules/"."""
    path = Path(file)
    if path.suffix != ".py":
        return GENERATED
    if not path.is_relative_to(CORE):
        return path.stem
    parts = path.relative_to(CORE).with_suffix("").parts
    return "/".join(part for part in (parts if parts[0] == "machine" else parts[1:]) if part != "rules")


def about(file: str) -> str:
    """The first sentence of a file's docstring."""
    if chapter(file) == GENERATED:
        return "clears a state before a game is set up (machine/clear), starts a frame (machine/decision)"
    text = ast.get_docstring(ast.parse(Path(file).read_text(encoding="utf-8"))) or ""
    return text.split("\n\n")[0].split(". ")[0].replace("\n", " ").rstrip(".")


def show(found: Profile, args: argparse.Namespace) -> None:
    """Prints the tables of one run, as Markdown."""
    n = found.samples
    least = args.least / 100 * n
    rest = sum(count for count in found.own.values() if count < least)
    files = {chapter(file): file for file, _ in found.lines}
    kernels = Counter[str]()
    for (_, kernel), count in found.by_kernel.items():
        kernels[kernel] += count
    columns = [kernel for kernel, count in kernels.most_common() if count / n >= 0.005]
    print(f"\n### {found.title[0].upper()}{found.title[1:]}: {found.nanoseconds:.0f} ns a decision, {n:,} samples\n")
    print(
        "Own: the running line is in the chapter. Total: the chapter or something that it called. By kernel: own share\n"
    )
    table(
        ["chapter", "own", "ns", "total", *columns, "what"],
        [
            [
                "**all**",
                "100 %",
                f"{found.nanoseconds:.0f}",
                "",
                *(percent(kernels[kernel], n) for kernel in columns),
                "",
            ],
            *(
                [name, percent(count, n), f"{found.nanoseconds * count / n:.1f}", percent(found.total[name], n)]
                + [percent(found.by_kernel[name, kernel], n) for kernel in columns]
                + [about(files[name]) if name in files else ""]
                for name, count in found.own.most_common()
                if count >= least
            ),
            ["the rest", percent(rest, n), f"{found.nanoseconds * rest / n:.1f}", "", *("" for _ in columns), ""],
        ],
    )
    print()
    ranked = sorted(found.functions.items(), key=lambda item: -item[1][0])[: args.functions]
    table(
        ["function", "chapter", "own", "ns", "total"],
        [
            [name, place, percent(own, n), f"{found.nanoseconds * own / n:.1f}", percent(total, n)]
            for (place, name), (own, total) in ranked
        ],
    )
    if found.libraries:
        print()
        table(
            ["library", "called by", "share"],
            [[name, place, percent(count, n)] for (name, place), count in found.libraries.most_common(8)],
        )
    if args.lines:
        print()
        rows = []
        for (file, line), count in found.lines.most_common(args.lines):
            text = getline(file, line).strip()
            rows.append([f"{chapter(file)}:{line}", percent(count, n), f"`{text[:90]}`"])
        table(["line", "own", "source"], rows)


def table(head: list[str], rows: list[list[Any]]) -> None:
    """Prints a Markdown table."""
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")


def percent(part: int, whole: int) -> str:
    """A share as text; "" for none."""
    return f"{100 * part / whole:.1f} %" if part else ""


if __name__ == "__main__":
    sys.exit(main())
