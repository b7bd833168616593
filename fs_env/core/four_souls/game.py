"""The game object of Four Souls: its options, observation and texts, and the kernels that ``machine.run.game`` asks for."""

from fs_env.core.four_souls.actions import NUM_ACTIONS, RANGES, action_text
from fs_env.core.four_souls.observation.card_features import card_features
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.observation.table import observe
from fs_env.core.four_souls.observation.tokens import TOKENS
from fs_env.core.four_souls.options import OPTIONS, Variant, conflict, cooperative, options_in, single_agent
from fs_env.core.four_souls.restored import fault
from fs_env.core.four_souls.rules.decisions import legal, step
from fs_env.core.four_souls.rules.draft import deal
from fs_env.core.four_souls.rules.flow import advance
from fs_env.core.four_souls.rules.passing import passing
from fs_env.core.four_souls.rules.resample import redeal, resample
from fs_env.core.four_souls.rules.stops import RULES, STOPS
from fs_env.core.four_souls.state import DTYPE, Outcome, kernel
from fs_env.core.four_souls.text import characters, decision_text, text, to_json
from fs_env.core.machine.run.game import Game, GameSpec
from fs_env.core.machine.table.readers import make_readers


@kernel
def setup(s, options, seed):
    deal(s, options, seed)
    advance(s)


@kernel
def turn(s):
    return int(s.turn)


to_act, outcome, num_players, decisions, share = make_readers(kernel)  # winners share the return (A19)


@kernel
def returns(s, out):
    """Fills out: winners share 1 and losers -1; two players who play together have 1 or -1 each (R21.6, R21.7)."""
    share(s, out)
    if s.variant != Variant.RIVALS and (s.outcome == Outcome.WON or s.outcome == Outcome.LOST):
        for p in range(s.n_players):
            out[p] = 1.0 if s.outcome == Outcome.WON else -1.0


GAME = Game(
    GameSpec(
        name="four_souls",
        dtype=DTYPE,
        schema=SCHEMA,
        num_actions=NUM_ACTIONS,
        min_players=2,
        max_players=4,
        options=OPTIONS,
        conflict=conflict,
        single_agent=single_agent,
        cooperative=cooperative,
        characters=characters,
        options_in=options_in,
        setup=setup,
        to_act=to_act,
        legal=legal,
        step=step,
        observe=observe,
        returns=returns,
        passing=passing,
        stops=STOPS,
        passing_rules=RULES,
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
        schemas={"tokens": TOKENS},
        card_features=card_features,
        action_ids=RANGES,
        fault=fault,
        version=3,
        home="fs_env.core.four_souls.game:GAME",
    )
)
