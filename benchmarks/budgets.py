"""Checks what the project weighs against budgets.toml: `python -m benchmarks.budgets {measure,check,summary,propose} FOLDER`.

`measure` compiles, and writes FOLDER/measured.json; it needs no extra. Each run of tests, which is a target of make named in
[items] of budgets.toml, leaves FOLDER/<target>.json (`pytest --costs`) and FOLDER/<target>.log. `check` compares them with the
budgets; `summary` adds up the last lines of the logs; `propose` prints budgets.toml with limits for what was measured. `.ci/run`
does it in build/ci.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.sizes import sizes
from benchmarks.weights import by_folder, compilation, megabytes

FILE = Path(__file__).with_name("budgets.toml")
SECTIONS = {  # of budgets.toml: what an entry limits, and how its numbers are written
    "items": ("tests of make {}", ",.0f"),
    "installed": ("megabytes installed for {}", ",.0f"),
    "cold_compile": ("yardsticks to compile Four Souls, {}", ".2f"),
    "seconds": ("processor seconds of {}", ",.1f"),
    "lines": ("lines of {}", ",.0f"),
    "functions": ("functions with {}", ",.0f"),
}
MARGINS = {
    "items": 1.05,
    "installed": 1.1,
    "processor": 1.15,
    "clock": 1.9,
    "seconds": 1.5,
}  # of what `propose` allows
SPARE = 3  # seconds more than measured that it allows a folder at least
SUMMARY = re.compile(r"(?:=+ )?(\d+ [a-z]+(?:, \d+ [a-z]+)*) in (\d+\.\d+)s(?: \(.*\))?(?: =+)?")
KINDS = ("failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "warning", "error")  # in pytest's order

Values = dict[str, dict[str, float]]


def main() -> int:
    """Does one of the four; 1 if something is over its budget, was not measured, or did not run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.budgets", description=__doc__)
    parser.add_argument("what", choices=("measure", "check", "summary", "propose"))
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    text = FILE.read_text(encoding="utf-8")
    budgets = tomllib.loads(text)
    if args.what == "measure":
        args.folder.mkdir(parents=True, exist_ok=True)
        (args.folder / "measured.json").write_text(json.dumps(compilation(), indent=1), encoding="utf-8")
    elif args.what == "check":
        return check(budgets, measured(args.folder, budgets["items"]))
    elif args.what == "summary":
        return summary([args.folder / f"{target}.log" for target in budgets["items"]])
    else:
        print(proposed(text, measured(args.folder, budgets["items"])), end="")
    return 0


def measured(folder: Path, targets: Iterable[str]) -> Values:
    """{section: {name: value}} from the stored files of a folder, the installation and the sources; `yardstick` in seconds."""
    files = {name: folder / f"{name}.json" for name in ("measured", *targets)}
    read = {name: json.loads(file.read_text(encoding="utf-8")) for name, file in files.items() if file.exists()}
    found = read.pop("measured", {})
    return {
        "items": {target: len(costs) for target, costs in read.items() if costs},
        "seconds": by_folder(read.values()),
        "installed": {"make tournament": megabytes("fs-env")},
        **sizes(),
        "yardstick": found.get("yardstick", {}),
        "cold_compile": {
            name: value / found["yardstick"][name] for name, value in found.get("cold_compile", {}).items()
        },
    }


def check(budgets: dict[str, Any], values: Values) -> int:
    """Prints what was measured beside its budget, then what is wrong, with the reason of the budget; returns 1 if anything is.

    Args:
        budgets: what budgets.toml holds; its seconds are for a machine with its yardstick, and are scaled to the measured one.
        values: what `measured` returns.
    """
    written = budgets["yardstick"]["processor"]
    scale = values["yardstick"].get("processor", written) / written
    print(
        f"The yardstick takes {scale:.2f} times the seconds in {FILE.name}: tests may take as many times their budget.\n"
    )
    rows, wrong = [("what", "measured", "budget", "left")], []
    for section, (title, form) in SECTIONS.items():
        entries, found = budgets[section], values[section]
        for name in sorted(entries.keys() | found.keys()):
            what = title.format(name)
            if name not in entries:
                wrong.append(f"{what}: no budget; say in [{section}] of {FILE.name} what it may cost, and why")
            elif name in found:
                limit = entries[name]["limit"] * (scale if section == "seconds" else 1)
                left = 1 - found[name] / limit
                rows.append((what, f"{found[name]:{form}}", f"{limit:{form}}", f"{left:.0%}"))
                if left < 0:
                    wrong.append(
                        f"{what}: {-left:.0%} over its budget, which is what it is because: {entries[name]['reason']}"
                    )
        if gone := sorted(entries.keys() - found.keys()):
            wrong.append(
                f"nothing was measured of {', '.join(gone)}: let it run, or take it out of [{section}] of {FILE.name}"
            )
    widths = [max(map(len, column)) for column in zip(*rows)]
    for what, *numbers in rows:
        print(what.ljust(widths[0]), *(number.rjust(width) for number, width in zip(numbers, widths[1:])), sep="  ")
    if wrong:
        print("", *wrong, sep="\n")
    return int(bool(wrong))


def summary(logs: Sequence[Path]) -> int:
    """Prints the last line of pytest in each log, and their sum in pytest's form; returns 1 if one has none."""
    counts, seconds, silent = Counter[str](), 0.0, 0
    for log in logs:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
        last = next(filter(None, map(SUMMARY.fullmatch, reversed(lines))), None)
        print(f"make {log.stem}: {last[0] if last else 'no summary; it stopped before its tests ran'}")
        if last is None:
            silent = 1
            continue
        for number, kind in (part.split(" ") for part in last[1].split(", ")):
            counts[kind.removesuffix("s")] += int(number)
        seconds += float(last[2])
    parts = [f"{n} {kind}{'s' * (n > 1 and kind in KINDS[-2:])}" for kind in KINDS if (n := counts[kind])]
    print(f"{', '.join(parts) or 'no tests ran'} in {seconds:.2f}s")
    return silent


def proposed(text: str, values: Values) -> str:
    """The text of budgets.toml with the limits that what was measured asks for; its entries and reasons stay."""
    text = re.sub(r"(?m)^processor = [\d.]+$", f"processor = {values['yardstick']['processor']:.2f}", text)
    for section in SECTIONS:
        for name, value in values[section].items():
            limit = value * MARGINS.get(name, MARGINS.get(section, 1))
            limit = round(max(limit, value + SPARE)) if section == "seconds" else float(f"{limit:.3g}")
            text = re.sub(rf'(?m)^("?{re.escape(name)}"? = {{ limit = )[\d.]+', rf"\g<1>{limit:g}", text)
    return text


if __name__ == "__main__":
    sys.exit(main())
