"""Checks of an installed package. Run by the Python of an environment: `smoke.py GAME SHIPPED`; prints JSON.

SHIPPED says whether the code of the game's rules must have come with the package ("yes") or must not ("no").
"""

from __future__ import annotations

import json
import sys
import time

GAMES = 20  # random games between which results are compared


def main(game: str, shipped: str) -> None:
    """Plays, checks, and prints seconds to the first step, and what random games came to."""
    begun, used = time.perf_counter(), time.process_time()
    import fs_env
    from fs_env.registry.games import GAMES as KNOWN

    env = fs_env.make(KNOWN[game].environment)
    env.reset(seed=0)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    seconds, processor = time.perf_counter() - begun, time.process_time() - used

    assert "site-packages" in fs_env.__file__, f"{fs_env.__file__} is not what was installed"
    loaded = not hasattr(env.game.entry, "py_func") and env.game.is_machine_code
    if shipped == "yes":
        assert loaded and "numba" not in sys.modules, "the rules were compiled, and should have come with the package"
    played = env.game.run_random(GAMES, env.num_players, 7)
    assert played.games == GAMES and played.outcomes[0] == played.outcomes[4] == 0, played
    print(
        json.dumps(
            {
                "version": fs_env.__version__,
                "python": sys.version.split()[0],
                "game": env.game.name,
                "seconds": round(seconds, 2),
                "processor_seconds": round(processor, 2),
                "loaded": loaded,
                "played": list(played[:3]) + list(played.outcomes),
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
