"""Plays whole games of Four Souls with random legal actions in PettingZoo's loop, and prints who won.

python examples/random_games.py
"""

from fs_env import four_souls_v1

GAMES = 5


def play(seed: int, num_players: int = 3) -> tuple[dict[str, float], int]:
    """Plays one game; returns the result of each agent and the number of decisions."""
    env = four_souls_v1.env(num_players=num_players, sets=("base", "gold", "plus"))
    env.reset(seed=seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    results, decisions = {}, 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            results[agent] = reward  # the sum since the agent's last turn; only the last step of a game gives a reward
            action = None
        else:
            decisions += 1
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    return results, decisions


if __name__ == "__main__":
    for seed in range(GAMES):
        results, decisions = play(seed)
        best = max(results, key=results.__getitem__)
        print(f"seed {seed}: {best} wins after {decisions} decisions, results {results}")
