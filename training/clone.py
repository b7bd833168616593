"""Learning to play as another policy does: DAgger, or games of search that are stored.

DAgger: S. Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction to no-regret online learning"
(2011), https://arxiv.org/abs/1011.0686. The network plays, a compiled teacher says at every decision what it would do, and the network
learns that. So it learns what to do where its own mistakes lead. Every label is used once: new ones cost less than a gradient step.

A search cannot label a million decisions. It plays games by `fs-env selfplay`, and `data` names their folders; then the network learns
what the search played, over and over.

The score learns how the games ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np

from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.envs.labels import Labels
from fs_env.envs.vector import GameVectorEnv
from fs_env.training.networks.chunk import Chunk
from fs_env.training.networks.losses import agreement, policy_loss, score_loss
from fs_env.training.networks.torch_network import TorchNetwork
from fs_env.training.run import Run
from fs_env.training.selfplay import SelfplayData
from fs_env.training.settings.clone import Settings
from fs_env.training.stored import check_data
from fs_env.training.values.positions import shares_of

FIRST_CHUNKS = 2  # of a new network, in which the teacher plays alone
MOST_SEED = 2**40


def learn(run: Run[Settings]) -> None:
    settings = run.settings
    datas = [check_data(one, run) for one in settings.data]
    if not datas:
        check_teacher(run)
    net = run.network()
    optimizer = run.optimizer(net)
    while not run.over():
        rng = run.begin_round()
        chunks = stored_chunks(run, net, datas, rng) if datas else own_chunks(run, net, rng)
        decisions, losses = 0, []
        for chunk in chunks:
            run.update_learning_rate(optimizer, decisions)
            for lesson in chunk.lessons(settings.batch_size, rng, settings.device):
                logits, scores = net(lesson.batch)
                policy = policy_loss(logits, lesson.targets)
                score = score_loss(scores, lesson.shares, run.game.parties(settings.num_players))
                run.step(net, optimizer, policy + settings.value_weight * score)
                losses.append((policy.item(), score.item(), agreement(logits, lesson.targets)))
            decisions += len(chunk)
            if run.left() <= 0 or run.fraction(decisions) >= 1:
                break
        run.end_round(net, optimizer, decisions, dict(zip(("loss", "score_loss", "agreement"), np.mean(losses, 0))))


def check_teacher(run: Run[Settings]) -> None:
    teacher = run.settings.teacher
    if policy_of(load_agent(teacher, run.game)) is None:
        raise ValueError(
            f"teacher={teacher!r}: is not a compiled bot, and is too slow to label every decision: play it by fs-env selfplay "
            "--bot, and name the folder in --data"
        )


def own_chunks(run: Run[Settings], net: TorchNetwork, rng: np.random.Generator) -> Iterator[Chunk]:
    """Positions of new games of network and teacher, labelled by the teacher. The network plays as it is when a chunk begins.

    A chunk is given out when the next one is gathered: by then most of its games are over, and its shares of the win are known. Those
    of a game that is still going on are not, and if all such were left out, the score would hardly see beginnings.
    """
    settings, k = run.settings, np.arange(run.settings.rows)
    env = GameVectorEnv(
        run.game,
        settings.rows,
        view="self_play",
        num_players=settings.num_players,
        game_options=settings.options,
        skip_forced=True,
        autoreset_mode="SameStep",
        copy=False,
        threads=1,
    )
    labels, winning = Labels(env, settings.teacher), run.game.winning(False)
    observed, infos = env.reset(seed=int(rng.integers(MOST_SEED)))
    steps = settings.chunk // settings.rows
    seats = np.zeros((settings.round_chunks * steps, settings.rows), np.int64)
    shares = np.full(seats.shape, np.nan, np.float32)
    begun = np.zeros(settings.rows, np.int64)  # step at which the game of each row began
    knows = bool(run.rounds or settings.init)
    plays = rng.random((settings.rows, settings.num_players)) < (settings.own if knows else 0)
    before: Chunk | None = None
    for number in range(settings.round_chunks):
        own = settings.own if knows or number >= FIRST_CHUNKS else 0.0
        policy, chunk = NetworkPolicy(net.network(), temperature=1.0), Chunk(net.tables)
        for step in range(number * steps, (number + 1) * steps):
            run.report(f"{step * settings.rows} positions played and labelled")
            wanted, (ids, counts) = labels(), env.legal_ids()
            seats[step] = infos["seat"]
            observations = observed["observation"]
            chunk.add(observations, ids, (ids == wanted[:, None]).astype(np.float32), shares[step])
            logits, _ = policy.evaluate(observations, ids, counts)
            drawn = ids[k, (logits + rng.gumbel(size=logits.shape)).argmax(1)]
            any_one = ids[k, (rng.random(settings.rows) * counts).astype(np.int64)]
            theirs = np.where(rng.random(settings.rows) < settings.strays, any_one, wanted)
            observed, _, ended, cut, infos = env.step(np.where(plays[k, seats[step]], drawn, theirs))
            for row in np.flatnonzero(ended | cut).tolist():
                won = shares_of(infos["returns"][row : row + 1], winning)[0]
                shares[begun[row] : step + 1, row] = won[seats[begun[row] : step + 1, row]]
                begun[row] = step + 1
                plays[row] = rng.random(settings.num_players) < own
        if before is not None:
            yield before
        before = chunk
    if before is not None:
        yield before
    env.close()


def stored_chunks(
    run: Run[Settings], net: TorchNetwork, datas: list[SelfplayData], rng: np.random.Generator
) -> Iterator[Chunk]:
    """Choices of stored games in random order, folder by folder, again and again."""
    settings, given = run.settings, 0
    for _ in count():
        for data in (datas[k] for k in rng.permutation(len(datas))):
            for batch in data.batches(settings.chunk, seed=int(rng.integers(MOST_SEED))):
                chunk = Chunk(net.tables)
                played = (batch.actions == batch.chosen[:, None]).astype(np.float32)
                chunk.add(batch.observations, batch.actions, played, batch.results)
                yield chunk
                given += 1
                if given == settings.round_chunks:
                    return
