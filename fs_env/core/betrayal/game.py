"""The game object of Betrayal at Baldur's Gate: its options, observation, texts and kernels as a ``GameSpec``."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.actions import NUM_ACTIONS, RANGES, action_text
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import SEATS, Role
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.observation.schema import SCHEMA
from fs_env.core.betrayal.observation.table import observe
from fs_env.core.betrayal.options import HEROES, OPTIONS, SIDES, TRAITOR, conflict
from fs_env.core.betrayal.restored import fault
from fs_env.core.betrayal.rules.flow import deal, step
from fs_env.core.betrayal.rules.resample import redeal, resample
from fs_env.core.betrayal.state import STATE, Outcome, kernel, legal
from fs_env.core.betrayal.text import decision_text, text, to_json
from fs_env.core.machine.declare.sides import TOGETHER, Sides
from fs_env.core.machine.run.game import Game, GameSpec
from fs_env.core.machine.table.readers import make_readers

MIN_PLAYERS = 3


@kernel
def turn(s):
    return max(1, int(s.turn))


to_act, outcome, num_players, decisions, share = make_readers(kernel)


@kernel
def returns(s, out):
    """Fills out: winners share 1 and losers -1; all have 1 or -1 where they win or lose together."""
    share(s, out)
    everybody = (1 << int(s.n_players)) - 1
    if s.outcome == Outcome.LOST or (s.outcome == Outcome.WON and s.winners == everybody):
        for p in range(s.n_players):
            out[p] = 1.0 if s.outcome == Outcome.WON else -1.0


def side(seen: Any) -> tuple[str, str]:
    """The side of who sees this, and the number of the haunt; "" before it begins (R61, R75, R76)."""
    if seen["haunt"] < 0:
        return "", ""
    haunt = HAUNTS[seen["haunt"]]
    if haunt.shape == Shape.COOPERATIVE:
        return TOGETHER, str(haunt.number)
    return TRAITOR if seen["players"]["side"][0] == Role.TRAITOR else HEROES, str(haunt.number)


GAME = Game(
    GameSpec(
        name="betrayal",
        dtype=STATE.dtype,
        schema=SCHEMA,
        num_actions=NUM_ACTIONS,
        min_players=MIN_PLAYERS,
        max_players=SEATS,
        options=OPTIONS,
        conflict=conflict,
        sides=Sides(SIDES, side, {str(haunt.number): haunt.name for haunt in HAUNTS}),
        general_sum=True,
        setup=deal,
        to_act=to_act,
        legal=legal,
        step=step,
        observe=observe,
        returns=returns,
        resample=resample,
        redeal=redeal,
        outcome=outcome,
        num_players=num_players,
        decisions=decisions,
        turn=turn,
        action_text=action_text,
        decision_text=decision_text,
        text=text,
        to_json=to_json,
        action_ids=RANGES,
        fault=fault,
        home="fs_env.core.betrayal.game:GAME",
    )
)
