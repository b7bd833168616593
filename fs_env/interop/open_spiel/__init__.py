"""The games as games of OpenSpiel. Importing this package registers them.

    import pyspiel
    import fs_env.interop.open_spiel

    game = pyspiel.load_game("fs_env_castles_of_caleira(num_players=3)")

`fs_env_four_souls`, `fs_env_castles_of_caleira` and `fs_env_betrayal` take the options of the games as numbers (docs/look_up/options.md)
and `deals`, the number of seeds of which the chance node at the root draws one: outcome i deals `Game.setup(seed=i)`. All that
follows is determined by the deal and the actions, so a history can be played again, and OpenSpiel's own serialization works.
A search must not look into hidden cards and future dice: `resample_from_infostate` replaces both. OpenSpiel's `ismcts.ISMCTSBot`
(Python) calls it; `pyspiel.ISMCTSBot` (C++) of OpenSpiel 2.0.2 cannot call games in Python and ends the process.

`fs_env_small_castles` has few enough cards to be searched to the end; see `small_castles`.

Needs the extra "open-spiel". Source: https://openspiel.readthedocs.io
"""

from fs_env.interop import needs

with needs("open-spiel", "OpenSpiel"):
    import pyspiel  # noqa: F401

from fs_env.interop.open_spiel.evaluator import PlayoutEvaluator
from fs_env.interop.open_spiel.games import NAMES, register
from fs_env.interop.open_spiel.small_castles import SMALL_CASTLES

__all__ = ["NAMES", "SMALL_CASTLES", "PlayoutEvaluator"]

register()
