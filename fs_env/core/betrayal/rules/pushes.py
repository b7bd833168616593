"""Figures that others move (R88)."""

from __future__ import annotations

from fs_env.core.betrayal.actions import GO, NO
from fs_env.core.betrayal.language.codes import NONE, SIDES
from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.rules.starts import NOTHING, WAITING, pick_option, start_enter
from fs_env.core.betrayal.rules.table import figure_tile
from fs_env.core.betrayal.rules.terrain import STEPS, fill_distances, passage
from fs_env.core.betrayal.state import clear, kernel, offer
from fs_env.core.betrayal.tables import N_TILES, SEATS
from fs_env.core.machine.compile.memory import short_lived


@kernel.rare
def run_push(s, f):
    """Moves a figure by one space through a door, if its mover likes; with `n` away from the mover's tile."""
    frame = s.frames[f]
    p, figure = int(frame.seat), int(frame.other)
    there = figure_tile(s, figure)
    if there == NONE or figure_tile(s, p) == NONE:
        s.n_frames -= 1
        return
    if frame.step == 0:
        dist = short_lived(N_TILES)
        fill_distances(s, s.seats[p].tile, STEPS, 0, dist)
        clear(s)
        for d in range(SIDES):
            to = passage(s, there, d)
            if to != NONE and (frame.n == 0 or dist[to] > dist[there]):
                offer(s, GO + d)
        if s.n_options > 0:
            offer(s, NO)
    d = pick_option(s, f, GO, Question.PUSH)
    if d == WAITING:
        return
    s.n_frames -= 1
    if d != NOTHING and d < SIDES:
        to = passage(s, there, d)
        if figure < SEATS:
            start_enter(s, figure, to, 0)
        else:
            s.monsters[figure - SEATS].tile = to
