"""Saves a game as its seed and actions, and replays it: the same seed and actions give the same game.

python examples/replay.py
"""

import hashlib
import json

import numpy as np

from fs_env import four_souls_v1

OPTIONS = {"num_players": 2, "sets": ["base", "gold"]}


def fingerprint(state: np.ndarray) -> str:
    """A hash of a position as a short string."""
    return hashlib.sha256(state.tobytes()).hexdigest()


def record(seed: int, decisions: int = 200) -> dict:
    """Plays the beginning of a random game; returns it as plain data for JSON."""
    env = four_souls_v1.env(**OPTIONS)
    env.reset(seed=seed)
    draw, actions = np.random.default_rng(seed), []
    while env.agents and len(actions) < decisions:
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            break
        actions.append(int(draw.choice(observation["action_mask"].nonzero()[0])))
        env.step(actions[-1])
    made_by = {"environment": four_souls_v1.metadata["name"], "seed": seed, "options": OPTIONS}
    return {**made_by, "actions": actions, "end": fingerprint(env.state())}


def replay(game: dict, last: int = 10) -> list[str]:
    """Replays a recorded game, checks its final position and returns its last actions as text.

    Raises:
        ValueError: the game was recorded with another version of the environment, or reaches another position.
    """
    if game["environment"] != four_souls_v1.metadata["name"]:
        raise ValueError(f"recorded with {game['environment']}: replay it with that version")
    env = four_souls_v1.env(**game["options"])
    env.reset(seed=game["seed"])
    words = []
    for action in game["actions"]:
        words.append(f"{env.agent_selection}: {env.action_text(action)}")
        env.step(action)
    if fingerprint(env.state()) != game["end"]:
        raise ValueError(f"seed {game['seed']}: the game reached another position than recorded")
    return words[-last:]


if __name__ == "__main__":
    text = json.dumps(record(seed=3))
    print(f"a game of {len(json.loads(text)['actions'])} decisions, {len(text)} characters of JSON; its last actions:")
    print("\n".join(replay(json.loads(text))))
