"""Expert iteration: search with the network plays better than the network, and the network learns what the search found.

T. Anthony, Z. Tian, D. Barber, "Thinking fast and slow with deep learning and tree search" (2017), https://arxiv.org/abs/1705.08439.

A round
1. lets search with the network of the round before (its policy in all seats of the rollouts, its score at their ends) play games,
   by the machinery of `fs-env selfplay`, into RUN/games/round_00001 and so on; a folder contains whole files at any time, so a run that
   is killed resumes with them;
2. learns from the games of the last `window` rounds, and of the folders in `data`: the policy from what the search played, or from what
   it thought of each action; the score from how the game ended and from what the search expected later in it.

What plays decides what can be learned. `search` finds the best answer to the network in all other seats; in Castles of Caleira little of
that is left against others, and `tree`, which looks for good answers of the other seats, too, is the better teacher (docs/do/training.md).
Give a round 100,000 choices: a network that is sure of itself learns little from few, and forgets.

With no `search` it only learns from `data`: one round is then `epochs` passes over it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.specs import load_agent, read_parameters
from fs_env.training.networks.chunk import Chunk
from fs_env.training.networks.losses import agreement, policy_loss, score_loss
from fs_env.training.networks.torch_network import TorchNetwork
from fs_env.training.run import Run
from fs_env.training.selfplay import Selfplay, SelfplayData, SelfplayPlan, Shard
from fs_env.training.selfplay.data import batch_of, policy_targets
from fs_env.training.settings.expert_iteration import Settings, bot_and_parameters
from fs_env.training.stored import check_data
from fs_env.training.values.positions import shares_of

GAMES, NETWORKS = "games", "networks"
MIXED = 32_768  # choices of whole files that are at least drawn together: 1 KB each


def learn(run: Run[Settings]) -> None:
    settings = run.settings
    datas = [check_data(one, run) for one in settings.data]
    prior = None if settings.search else settings.prior_policy
    net = run.network(prior_policy=prior, prior_logit=settings.prior_logit)
    for data in datas if net.prior_policy else ():
        check_policy(data, net.prior_policy)
    optimizer = run.optimizer(net)
    if settings.search and not run.rounds:
        load_agent(searcher(run), run.game)
    while not run.over():
        rng = run.begin_round()
        played = play_round(run)
        decisions, measured = 0, []
        for chunk in chunks_of(run, net, [*datas, *played], rng):
            run.update_learning_rate(optimizer, decisions)
            for lesson in chunk.lessons(settings.batch_size, rng, settings.device):
                logits, scores = net(lesson.batch)
                policy = policy_loss(logits, lesson.targets)
                score = score_loss(scores, lesson.shares, run.game.parties(settings.num_players))
                run.step(net, optimizer, policy + settings.value_weight * score)
                measured.append((policy.item(), score.item(), agreement(logits, lesson.targets)))
            decisions += len(chunk)
        if not measured:
            raise ValueError(f"data={settings.data!r}: has no searched choices: play with a bot that searches")
        if settings.search:
            net.save_policy(network_file(run, run.rounds + 1))
        run.end_round(net, optimizer, decisions, dict(zip(("loss", "score_loss", "agreement"), np.mean(measured, 0))))


def network_file(run: Run[Settings], number: int) -> Path:
    """The file of the network of a round: the search of the next round uses it."""
    return run.path / NETWORKS / f"round_{number:05}.npz"


def searcher(run: Run[Settings]) -> str:
    """The spec of the search that plays the current round: with the network of the round before, where its parameters name no other
    policy or value."""
    settings = run.settings
    bot, parameters = bot_and_parameters(settings.search)
    network = str(network_file(run, run.rounds)) if run.rounds else settings.init
    using = {"policy": f"policy:{network}", "value": network} if network else {"policy": settings.first}
    using |= read_parameters(f"{bot}:{parameters}")
    return f"{bot}:" + ",".join(f"{name}={value}" for name, value in using.items())


def play_round(run: Run[Settings]) -> list[SelfplayData]:
    """Plays the games of the current round, or those of them that are missing; returns those of the last rounds."""
    settings = run.settings
    if not settings.search:
        return []
    plan = SelfplayPlan(
        agents=[searcher(run)],
        players=settings.num_players,
        games=settings.games,
        seed=settings.seed * 10_000 + run.rounds,
        game=settings.game,
        options=settings.options,
    )
    folders = [run.path / GAMES / f"round_{number + 1:05}" for number in range(run.rounds + 1)]
    making = Selfplay(plan, folders[-1])
    run.report(f"{plan.games - making.left()} of {plan.games} games played")
    making.run(
        None if settings.workers == 1 else settings.workers,
        lambda game: run.report(f"{len(making.played)} games played"),
        ray=settings.ray or None,
    )
    return [SelfplayData(folder) for folder in folders[-settings.window :]]


def chunks_of(
    run: Run[Settings], net: TorchNetwork, datas: Sequence[SelfplayData], rng: np.random.Generator
) -> Iterator[Chunk]:
    """The searched choices of all games, as often as there are epochs, those of some files at a time. Fewer than make a batch are left
    out of an epoch, unless they are all there is."""
    files = [(data, path) for data in datas for path in data.files]
    for _ in range(run.settings.epochs):
        chunk, some = Chunk(net.tables), False
        for k in rng.permutation(len(files)):
            data, path = files[k]
            add_shard(chunk, data.read(path), run.settings, prior=net.prior_policy != "")
            if len(chunk) >= MIXED:
                yield chunk
                chunk, some = Chunk(net.tables), True
        if len(chunk) >= (run.settings.batch_size if some else 1):
            yield chunk


def check_policy(data: SelfplayData, prior_policy: str) -> None:
    """Raises ValueError where another policy played in the search, so the data do not tell what the prior policy would do."""
    for agent in data.plan["agents"]:
        policy = read_parameters(agent).get("policy", "heuristic")
        if policy != prior_policy:
            raise ValueError(
                f"data {str(data.folder)!r}: played by {agent!r}, whose policy is {policy!r}, the network's prior "
                f"policy is {prior_policy!r}: let a search with that policy play"
            )


def add_shard(chunk: Chunk, shard: Shard, settings: Settings, *, prior: bool = False) -> None:
    shares = lambda_shares(shard, settings.value_lambda)
    choices = np.flatnonzero(shard.policy_actions >= 0)
    if not len(choices):
        return
    batch = batch_of(shard, choices, settings.temperature, settings.caution)
    targets = batch.targets
    if settings.targets == "played":
        targets = (batch.actions == batch.chosen[:, None]).astype(np.float32)
    elif settings.targets == "rollouts":
        targets = rollout_targets(shard, choices, targets.shape[1], settings.temperature)
    policy = shard.policy_actions[choices].astype(np.int64) if prior else None
    chunk.add(batch.observations, batch.actions, targets, shares[choices], policy)


def rollout_targets(shard: Shard, choices: NDArray[np.intp], most: int, temperature: float) -> NDArray[np.float32]:
    """The share of the rollouts that each action had, to the power of 1 / temperature; float32 (n, most)."""
    starts, counts = shard.action_starts[:-1][choices], np.diff(shard.action_starts)[choices]
    places = np.arange(most)
    legal = places < counts[:, None]
    tried = np.where(legal, shard.rollouts[np.where(legal, starts[:, None] + places, 0)], 0).astype(np.float64)
    with np.errstate(divide="ignore"):
        logs = np.where(tried > 0, np.log(tried), np.nan)
    played = shard.actions[np.where(legal, starts[:, None] + places, 0)] == shard.chosen[choices][:, None]
    return policy_targets(logs, np.zeros_like(logs), played & legal, temperature, 0.0)


def lambda_shares(shard: Shard, lam: float) -> NDArray[np.float32]:
    """Target of the score by choice, float32 (choices,): the game's result, in part replaced by the searcher's value
    of the action it played, now and at the later choices of the same seat.

    G = (1 - lambda) v + lambda G', with G' that of the seat's next choice, after the last one the share of the win; where nothing was
    searched, G = G'. Truncated games and games that no player won end in equal shares.
    """
    results = shares_of(shard.returns, shard.winning)
    chosen = shard.actions == np.repeat(shard.chosen, np.diff(shard.action_starts))
    values, built = shard.values[chosen], np.empty(len(shard), np.float32)
    for game in range(shard.games):
        later = results[game].astype(np.float64)
        for k in range(int(shard.game_starts[game + 1]) - 1, int(shard.game_starts[game]) - 1, -1):
            seat = shard.seats[k]
            if not np.isnan(values[k]):
                later[seat] = (1 - lam) * float(values[k]) + lam * later[seat]
            built[k] = later[seat]
    return built
