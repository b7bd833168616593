"""PPO by self-play: one network plays all seats of many games and learns from their results. Needs torch (extra `train`).

python examples/self_play.py
"""

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from fs_env import castles_of_caleira_v1
from fs_env.arena.ratings import wilson_interval
from fs_env.envs import GameVectorEnv

ENVS, STEPS, UPDATES, EPOCHS, BATCH, CLIP = 64, 64, 8, 2, 512, 0.2
SETTINGS = {"skip_forced": True, "autoreset_mode": "SameStep"}


class Network(nn.Module):
    """A policy over legal actions and the expected result of the seat that is asked."""

    form = "flat"  # of the observations

    def __init__(self, envs: GameVectorEnv) -> None:
        super().__init__()
        self.first = nn.Linear(envs.game.schema.size, 128)
        self.body = nn.Sequential(nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy, self.value = nn.Linear(128, envs.game.num_actions), nn.Linear(128, 1)

    def read(self, observations: list[np.ndarray]) -> torch.Tensor:
        """Input of the first layer, from observations of several steps."""
        seen = torch.as_tensor(np.concatenate(observations)).float()
        return seen.sign() * seen.abs().log1p()

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """The distribution over legal actions, and values, shape (n,)."""
        found = self.body(self.first(seen))
        return Categorical(logits=self.policy(found).masked_fill(mask == 0, -torch.inf)), self.value(found).squeeze(-1)


def results_of(seats: np.ndarray, ended: np.ndarray, returns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The return of the seat of each decision, and where the end of its game is known; all arrays begin (steps, envs)."""
    rows, known = np.arange(seats.shape[1]), np.zeros(seats.shape[1], bool)
    results, used, now = np.zeros(seats.shape), np.zeros(seats.shape, bool), np.zeros(returns.shape[1:])
    for step in reversed(range(len(seats))):
        now[ended[step]] = returns[step, ended[step]]
        known |= ended[step]
        results[step], used[step] = now[rows, seats[step]], known
    return results, used


def train(updates: int = UPDATES, seed: int = 1, kind: type[Network] = Network) -> Network:
    """Plays and learns."""
    torch.manual_seed(seed), torch.set_num_threads(1)  # one thread for batches as small as these
    envs = castles_of_caleira_v1.vector_env(ENVS, view="self_play", observation=kind.form, **SETTINGS)
    network = kind(envs)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, fused=True)
    observations, infos = envs.reset(seed=seed)
    for update in range(updates):
        steps, seats = [], np.zeros((STEPS, ENVS), int)
        ended, returns = np.zeros((STEPS, ENVS), bool), np.zeros((STEPS, ENVS, envs.num_players))
        for step in range(STEPS):
            seats[step] = infos["seat"]
            seen, mask = observations["observation"], torch.as_tensor(observations["action_mask"])
            with torch.no_grad():
                choice, value = network(network.read([seen]), mask)
                action = choice.sample()
            steps.append((seen, mask, action, choice.log_prob(action), value))
            observations, _, terminations, truncations, infos = envs.step(action.numpy())
            ended[step] = terminations | truncations
            if ended[step].any():
                returns[step] = infos["returns"]
        results, used = (torch.as_tensor(array.ravel()) for array in results_of(seats, ended, returns))
        seen, *parts = zip(*steps)
        seen, (mask, action, before, value) = network.read(seen)[used], (torch.cat(part)[used] for part in parts)
        target = results[used].float()
        gain = target - value
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        for _ in range(EPOCHS):
            for some in torch.randperm(len(target)).split(BATCH):
                choice, value = network(seen[some], mask[some])
                ratio = (choice.log_prob(action[some]) - before[some]).exp()
                improved = torch.min(ratio * gain[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[some]).mean()
                loss = (value - target[some]).square().mean() / 2 - improved - 0.01 * choice.entropy().mean()
                optimizer.zero_grad(), loss.backward(), optimizer.step()
        print(f"update {update + 1} of {updates}: loss {loss.item():.3f}")
    return network


@torch.no_grad()
def evaluate(network: Network, steps: int = 100, seed: int = 1_000) -> tuple[int, int]:
    """Games won and played by the most probable actions against random play."""
    envs = castles_of_caleira_v1.vector_env(ENVS, opponents="random", observation=network.form, **SETTINGS)
    observations, _ = envs.reset(seed=seed)
    won = played = 0
    for _ in range(steps):
        choice, _ = network(network.read([observations["observation"]]), torch.as_tensor(observations["action_mask"]))
        observations, rewards, terminations, truncations, _ = envs.step(choice.logits.argmax(-1).numpy())
        won, played = won + int((rewards > 0).sum()), played + int((terminations | truncations).sum())
    return won, played


if __name__ == "__main__":
    won, played = evaluate(train())
    low, high = wilson_interval(won, played)
    print(f"wins {won} of {played} games against random play, {100 * low:.0f} to {100 * high:.0f} % (95 %)")
