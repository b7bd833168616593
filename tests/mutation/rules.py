"""The mutation check of rules: `python -m tests.mutation.rules`, part of `make mutation`.

Each broken kernel of `kernels` is played by the tests of its module in its own process, forked from one that has read them, in
plain Python. At least one test has to fail, or the process to hang. Exit status 0: that is so for each of them but those of
`HARMLESS`; 1: one survived, or the tests fail with the unbroken rules; 2: the command line is wrong.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

import pytest

from tests.mutation.changes import MutantError
from tests.mutation.kernels import BrokenKernel, broken_kernels

RULES_OF_BARTERING = (
    "tests/core/four_souls/rules/test_r16_bartering.py",
    "tests/core/four_souls/rules/test_r16_memory.py",
    "tests/core/four_souls/test_bartering.py",
)
TESTS = {
    "barter": (*RULES_OF_BARTERING, "tests/core/four_souls/cards/rooms/test_rooms_goals.py"),
    "promises": RULES_OF_BARTERING,
}
"""Modules of rules whose kernels are broken, and the tests that have to notice it."""
LEFT_OUT = (
    "not random and not secrets and not observation"  # tests of whole games, which take long without compiled code
)
LIMIT = 60
"""Seconds of processor time after which the tests of one broken kernel are stopped."""
HARMLESS: dict[str, str] = {
    "barter.agree: n >= CENTS_OF_A_GOAL -> n > CENTS_OF_A_GOAL": "no amount is 6 cents",
    "barter.agree: s.n_rooms > 0 -> s.n_rooms >= 0": "without a room nothing is counted",
    "barter.begin_barter_turn: s.n_promises > 0 -> s.n_promises >= 0": "without a promise none ends",
    "barter.choose_terms: 0 -> 1": "the frame is run again at once",
    "barter.run_barter: clear(s) -> left out": "the amount asked for is left, and is offered",
    "barter.run_barter: clear(s) -> left out (2)": "the amount of the counter-offer is left, and is offered",
    "promises.note_announced: obj.kind != Obj.EVENT -> obj.kind == Obj.EVENT": "whom a curse is for was asked before",
    "promises.note_target: 0 -> 1": "a free row has no favour to be judged, and no promise is a gift",
    "promises.note_window: 0 -> 1": "nobody reads what a free row remembers, and no promise is a gift",
}
"""Changes that change no game, by name, with the reason."""
PLUGINS = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hypothesispytest", "-p", "no:benchmark")
KILLED, SURVIVED, HANGS = "killed", "survived", "killed (hangs)"


def play(tests: Sequence[str], *options: str) -> int:
    """The exit status of the tests in this process, which prints nothing meanwhile."""
    kept = [os.dup(1), os.dup(2)]
    quiet = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in (1, 2):
            os.dup2(quiet, stream)
        return int(pytest.main(["-q", "-x", *PLUGINS, "-k", LEFT_OUT, *options, *tests]))
    finally:
        for stream, old in enumerate(kept, 1):
            os.dup2(old, stream)
            os.close(old)
        os.close(quiet)


def fate(broken: BrokenKernel) -> str:
    """Outcome of a broken kernel.

    Raises:
        MutantError: the tests could not be run.
    """
    child = os.fork()
    if child == 0:  # pragma: no cover
        status = 3
        try:
            signal.setitimer(signal.ITIMER_PROF, LIMIT)
            broken.put_in()
            status = play(TESTS[broken.module])
        finally:
            os._exit(status)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended not in (0, 1, -signal.SIGPROF):
        raise MutantError(f"{broken.name}: its tests could not be run (exit status {ended})")
    return {0: SURVIVED, 1: KILLED}.get(ended, HANGS)


def chosen(only: Sequence[str]) -> list[BrokenKernel]:
    """The broken kernels whose names begin with one of these words; without any word all of them.

    Raises:
        MutantError: a word begins no name.
    """
    every = [broken for module in TESTS for broken in broken_kernels(module)]
    for word in only:
        if not any(broken.name.startswith(word) for broken in every):
            raise MutantError(f"no broken kernel is named {word!r}...: see --list")
    return [broken for broken in every if not only or broken.name.startswith(tuple(only))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Breaks what the command line asks for; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="NAME", help='what the names begin with, such as "promises.keep"')
    parser.add_argument("--list", action="store_true", help="name them and break nothing")
    args = parser.parse_args(arguments)
    try:
        mutants = chosen(args.only)
        if args.list:
            print("\n".join(mutant.name for mutant in mutants))
            return 0
        if os.environ.get("NUMBA_DISABLE_JIT") != "1":
            raise MutantError("a broken kernel is played in plain Python only; set NUMBA_DISABLE_JIT=1")
        for tests in sorted({TESTS[mutant.module] for mutant in mutants}):
            if play(tests) != 0:
                raise MutantError(f"{' '.join(tests)}: the tests fail with the unbroken rules: nothing can be judged")
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2 if "named" in str(error) else 1
    survived = 0
    for number, mutant in enumerate(mutants, 1):
        state = fate(mutant)
        if state == SURVIVED and mutant.name in HARMLESS:
            state = f"harmless: {HARMLESS[mutant.name]}"
        survived += state == SURVIVED
        print(f"{number}/{len(mutants)} {mutant.name} ... {state}", flush=True)
    print(f"{len(mutants) - survived} of {len(mutants)} broken kernels noticed or harmless, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
