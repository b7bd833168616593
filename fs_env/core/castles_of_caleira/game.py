"""The game object of Castles of Caleira: its options, observation, texts and kernels as a ``GameSpec``."""

from fs_env.core.castles_of_caleira.actions import NUM_ACTIONS, RANGES, action_text
from fs_env.core.castles_of_caleira.cards import N_CARDS
from fs_env.core.castles_of_caleira.observation.schema import SCHEMA
from fs_env.core.castles_of_caleira.observation.table import observe
from fs_env.core.castles_of_caleira.options import OPTIONS, conflict
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.restored import fault
from fs_env.core.castles_of_caleira.rules.flow import deal, run, step
from fs_env.core.castles_of_caleira.rules.resample import redeal, resample
from fs_env.core.castles_of_caleira.state import PLAYERS, STATE, kernel, legal
from fs_env.core.castles_of_caleira.text import decision_text, text, to_json
from fs_env.core.machine.run.game import Game, GameSpec
from fs_env.core.machine.table.readers import make_readers


@kernel
def setup(s, options, seed):
    deal(s, options[0], N_CARDS - options[5] if options[0] == PLAYERS else 0, options[6], seed)
    s.max_decisions = options[1]
    s.play_on = options[2]
    s.blind_market = options[3]
    s.useless_targets = options[4]
    run(s)


@kernel
def turn(s):
    return int(s.n_pieces) + (1 if s.question == Question.PLAY else 0)


to_act, outcome, num_players, decisions, returns = make_readers(kernel)  # winners share the gain (A9)

GAME = Game(
    GameSpec(
        name="castles_of_caleira",
        dtype=STATE.dtype,
        schema=SCHEMA,
        num_actions=NUM_ACTIONS,
        min_players=2,
        max_players=4,
        options=OPTIONS,
        conflict=conflict,
        setup=setup,
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
        version=2,
        home="fs_env.core.castles_of_caleira.game:GAME",
    )
)
