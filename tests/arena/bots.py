"""Bots for Nim, and bad ones, at "tests.arena.bots:NAME"."""

from __future__ import annotations

import os

NIM = "tests.core.machine.nim:GAME"


def first(view):
    """The smallest legal action."""
    return int(view.legal[0])


class Clever:
    """Leaves a multiple of four where it can: beats everybody with two players."""

    name = "clever"

    def reset(self, seat, seed):
        self.seat, self.seed = seat, seed

    def act(self, view):
        take = int(view.sections["stones"]) % 4
        return take - 1 if take else int(view.legal[0])


class Broken:
    """Fails at its first decision."""

    name = "broken"

    def reset(self, seat, seed):
        self.seat = seat

    def act(self, view):
        raise KeyError("no idea")


def illegal(view):
    """Answers with an action that is never legal."""
    return 99


def crash(view):
    """Ends its process at once."""
    os._exit(3)


class Nameless:
    """No agent: it has no name."""

    def reset(self, seat, seed):
        self.seat = seat

    def act(self, view):
        return 0
