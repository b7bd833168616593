"""Prints the versions of fs-env, Python and its dependencies."""

from __future__ import annotations

import argparse


def describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(args: argparse.Namespace) -> int:
    from fs_env.bench.machine import versions
    from fs_env.cli.output import STDOUT, write_json

    found = versions()
    if args.json:
        write_json(STDOUT, found)
    else:
        for name, number in found.items():
            print(f"{name} {number}")
    return 0
