"""Reading one state: its legal actions, what a seat may know, its returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.jit import Kernel
from ..codes import BAD_BUFFER, BAD_PLACE, DONE

if TYPE_CHECKING:
    from ...declare.spec import GameSpec


def make_look(kernel: Kernel, spec: GameSpec) -> tuple[Callable[..., Any], ...]:
    to_act, legal, observe, returns, num_players = (
        getattr(spec, name) for name in ("to_act", "legal", "observe", "returns", "num_players")
    )
    num_actions, max_players, obs_size = spec.num_actions, spec.max_players, spec.schema.size

    @kernel
    def list_legal(s, ids):
        if len(ids) < num_actions:
            return BAD_BUFFER
        return legal(s, ids) if to_act(s) >= 0 else 0

    @kernel
    def see(s, seat, obs):
        if seat < 0 or seat >= max_players:
            return BAD_PLACE
        if len(obs) < obs_size:
            return BAD_BUFFER
        observe(s, seat, obs)
        return DONE

    @kernel
    def pay(s, rows):
        if len(rows) < 1:
            return BAD_BUFFER
        row = rows[0]
        row.returns[:] = 0.0
        returns(s, row.returns[: num_players(s)])
        return DONE

    return list_legal, see, pay
