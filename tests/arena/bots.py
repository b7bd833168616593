"""Bots for Nim, and bad ones, at "tests.arena.bots:NAME"."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from pathlib import Path

import numpy as np

from fs_env.core.machine.compile.memory import make_named
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.game import Game, ObservationSchema, Section
from fs_env.core.machine.run.policy import Policy
from tests.core.machine import players
from tests.core.machine.nim import GAME, GUESSES, SCHEMA, kernel, observe, spec

NIM = "tests.core.machine.nim:GAME"


def first(view):
    return int(view.legal[0])


def last(view):
    return int(view.legal[-1])


class Clever:
    """Leaves a multiple of four where it can: beats every player with two players."""

    name = "clever"

    def reset(self, seat, seed):
        self.seat, self.seed = seat, seed

    def act(self, view):
        take = int(view.sections["stones"]) % 4
        return take - 1 if take else int(view.legal[0])


class Broken:
    name = "broken"

    def reset(self, seat, seed):
        self.seat = seat

    def act(self, view):
        raise KeyError("no idea")


class WrongInBatches:
    name, answers_batches = "wrong in batches", True

    def reset(self, seat, seed):
        self.seat = seat

    def act(self, view):
        return int(view.legal[0])

    def act_batch(self, views):
        return [self.act(views[0]), *[99] * (len(views) - 1)]


def illegal(view):
    return 99


def huge(view):
    return -(10**5000)


def crash(view):
    os._exit(3)


def crowded(view):
    raise RuntimeError("can't start new thread")  # of Python where the system has none left


def leave(view):
    sys.exit("enough")


def hang(view):
    while True:
        try:
            time.sleep(1)
        except BaseException:
            time.sleep(0)


def slow(view):
    time.sleep(0.05)
    return int(view.legal[0])


class Unmade:
    """Fails when it is made in the process of the games, not where its name is asked for first."""

    name = "unmade"
    made = 0

    def __init__(self):
        Unmade.made += 1
        if Unmade.made > 1:
            raise OSError("no licence")

    def reset(self, seat, seed):
        """Nothing to do."""

    def act(self, view):
        return int(view.legal[0])


class Rude:
    """Its error cannot be told, and its name has an escape code."""

    name = "rude\x1b[31m"

    def reset(self, seat, seed):
        raise RudeError

    def act(self, view):
        return 0


class RudeError(Exception):
    def __str__(self):
        raise RuntimeError("\x1b[2J")


class Thinker:
    """Writes the id of its process, as others see it, to the file that THINKER names, then thinks for ever."""

    name = "thinker"

    def reset(self, seat, seed):
        """Nothing to do."""

    def act(self, view):
        part = Path(os.environ["THINKER"] + ".part")
        part.write_text(os.readlink("/proc/self") if Path("/proc/self").exists() else str(os.getpid()))
        part.rename(os.environ["THINKER"])
        hang(view)


def greedy(view):
    return len(bytearray(2**30))


def slower(view):
    time.sleep(0.1)
    return int(view.legal[-1])


def prints(view):
    print("I think ...")
    return int(view.legal[0])


def spy(view):
    """Looks for a state of the game in the frames of its callers, in what their objects hold, and in all objects of its
    process; fails with what it finds."""
    import gc

    found, frame = [], sys._getframe()
    while frame is not None:
        for name, value in list(frame.f_locals.items()):
            held = list(getattr(value, "__dict__", {}).values())
            found += [f"frame {name}" for thing in (value, *held) if is_state(thing)]
        frame = frame.f_back
    found += ["object" for thing in gc.get_objects() if is_state(thing)]
    found += [f"argument {word}" for word in sys.argv if word.isdecimal()]
    if found:
        raise RuntimeError(f"found {found[0]}")
    return int(view.legal[0])


class Answers:
    name, reads_text, waits = "answers", True, True

    def reset(self, seat, seed):
        self.told = seat, seed

    def act(self, view):
        stones, words = int(view.sections["stones"]), f"{view.decision} {view.table}"
        raise ValueError(f"{os.getpid()}|{self.told[0]}|{self.told[1]}|{stones}|{view.legal.tolist()}|{words}")


def pipe_of_the_process():
    """The pipe of an isolated bot, found in the frames of its callers."""
    frame = sys._getframe()
    while "pipe" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["pipe"]


def garbage(view):
    pipe_of_the_process().sendall(b"\x80\x04cos\nsystem\n")
    return int(view.legal[0])


def lists(view):
    pipe_of_the_process().sendall(b"[1, 2]\n")
    hang(view)


def words(view):
    return "the first"


class ByTurns:
    name = "by turns"

    def __init__(self):
        self.ways = [illegal, words, leave, Broken().act, greedy]

    def reset(self, seat, seed):
        """Nothing to do."""

    def act(self, view):
        return self.ways.pop()(view)


def is_state(thing):
    return type(thing).__name__ == "ndarray" and thing.dtype == GAME.dtype and thing.size > 0


class Deadly(Game):
    """Nim that ends the process as a game begins, but not the one where the tournament was started."""

    def setup(self, S, e=0, *, seed, **options):
        if multiprocessing.parent_process() is not None:
            os._exit(9)
        super().setup(S, e, seed=seed, **options)


class Guarded(Game):
    """Nim whose first decision meets a capacity guard."""

    def advance(self, S, e, action, obs, mask, rows):
        super().advance(S, e, action, obs, mask, rows)
        rows["outcome"] = Outcome.GUARD


MARKED_SCHEMA = ObservationSchema([*SCHEMA.sections, Section("mark", (), "of the deal, seen by all", 0, 2**15 - 1)])
named = make_named(MARKED_SCHEMA.dtype)


@kernel
def observe_marked(s, player, obs):
    observe(s, player, obs)
    named(obs).mark = s.rng[GUESSES, 0] & 32767


MARKED = Game(spec(schema=MARKED_SCHEMA, observe=observe_marked, home="tests.arena.bots:MARKED"))


class Historian:
    """Remembers the mark of every deal in its process and fails in a game whose deal it has met before."""

    name, marks = "historian", set()

    def reset(self, seat, seed):
        self.opens = True

    def act(self, view):
        mark = int(view.sections["mark"])
        if self.opens and mark in self.marks:
            raise ValueError(f"has met this deal, the last of {len(self.marks)}")
        self.opens = False
        self.marks.add(mark)
        return int(view.legal[0])


class Archivist(Historian):
    name = "archivist"


DEADLY, GUARDED = Deadly(GAME.spec), Guarded(GAME.spec)


class Compiled:
    def __init__(self):
        self.name = self.policy.name

    def reset(self, seat, seed):
        self.memory = self.policy.new_memory(seed)

    def act(self, view):
        return self.policy.act(view.observation, view.legal.astype(np.int16), self.memory)


class TakeMost(Compiled):
    policy = players.TAKE_MOST


class BySeed(Compiled):
    policy = players.BY_SEED


class OneThenMost(Compiled):
    policy = players.ONE_THEN_MOST


class Wrong(Compiled):
    policy = players.WRONG


@players.policy_kernel
def astray(obs, acts, n, memory):
    """Reads far outside of its memory, which ends the process (or raises, where nothing is compiled)."""
    return int(memory[memory[0] | (1 << 59)])


class Astray(Compiled):
    policy = Policy("astray", GAME.name, astray, 2)


class Nameless:
    def reset(self, seat, seed):
        self.seat = seat

    def act(self, view):
        return 0


class Numbered:
    name, reset, act = 5, print, print


class Sampler:
    """Draws one determinization and shows its own number if the sum of all numbers in it is even; takes one stone otherwise."""

    name, wants_determinizations = "sampler", True

    def reset(self, seat, seed):
        self.seed = seed

    def act(self, view):
        sampled = GAME.new()
        view.determinize(sampled, 1, self.seed)
        even = int(sampled["secret"][0].sum()) % 2 == 0
        return int(view.legal[-1] if even else view.legal[0])
