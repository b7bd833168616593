"""A small language model learns Castles of Caleira from text: it imitates a bot, then learns from its own results (GRPO).

python examples/train_text_model.py
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy

from fs_env.arena import load_agent, play_match
from fs_env.arena.ratings import mean_interval
from fs_env.envs.text import GameTextEnv
from fs_env.registry.games import load_game
from fs_env.replays.conversations import conversations_of

GAME, TEACHER = load_game("castles_of_caleira"), "heuristic@1"
TOKEN = re.compile(r"\[\d+\]|\d+|[A-Z][\w']*(?: [A-Z][\w']*)*|[a-z][\w']*(?: [a-z][\w']*)*")
LONGEST, CHOICES, KNOWN = 128, 64, 2048  # tokens of a question (its end is read), choices, size of the vocabulary
WIDTH, LAYERS, HEADS = 192, 2, 4
GAMES, BATCH, RATES = 10, 64, (1e-3, 2e-4)  # games of a step of imitation, questions, learning rates of both phases
DEALS, GROUP, CLIP, ENTROPY = 4, 8, 0.2, 0.01  # of GRPO; each deal is played GROUP times from each of two seats
VOCABULARY, HELD_OUT = 200, 2**40  # games that the tokenizer is made from; first seed of evaluations
Deals = list[tuple[int, int]]  # seeds and seats


class Example(NamedTuple):
    """A decision: the question as token ids, the number of the chosen action from 0, its log probability, and its advantage."""

    tokens: list[int]
    choice: int
    log_prob: float = 0.0
    advantage: float = 0.0


class Tokenizer:
    """Phrases, names and numbers of a game as ids; 0 is padding, 1 an unknown phrase, 2.. the numbers of choices."""

    def __init__(self, texts: list[str]) -> None:
        counts = Counter(token for text in texts for token in TOKEN.findall(text))
        numbers = [f"[{number}]" for number in range(1, CHOICES)]
        phrases = dict.fromkeys([*numbers, *(token for token, _ in counts.most_common())])
        self.ids = {token: 2 + k for k, token in enumerate([*phrases][: KNOWN - 2])}

    def encode(self, text: str) -> list[int]:
        return [self.ids.get(token, 1) for token in TOKEN.findall(text)[-LONGEST:]]


class TextModel(nn.Module):
    """A transformer that reads a question and scores its numbered choices."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(KNOWN, WIDTH, padding_idx=0), nn.Embedding(LONGEST, WIDTH)
        self.choices = nn.Embedding(CHOICES, WIDTH)
        layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 4 * WIDTH, 0.0, "gelu", batch_first=True, norm_first=True)
        self.body = nn.TransformerEncoder(layer, LAYERS, nn.LayerNorm(WIDTH), enable_nested_tensor=False)
        self.score = nn.Linear(WIDTH, 1)
        for table in (self.words, self.places, self.choices):
            nn.init.normal_(table.weight, std=0.05)

    def forward(self, questions: list[list[int]]) -> torch.Tensor:
        """Log probabilities of the choices, float32 (questions, CHOICES - 1): the mean score of the tokens of each choice."""
        longest = max(map(len, questions))
        tokens = torch.tensor([[0] * (longest - len(one)) + one for one in questions])
        number = ((tokens >= 2) & (tokens <= CHOICES)).cumsum(1).clamp(max=CHOICES - 1)  # 0: before the choices
        seen = self.words(tokens) + self.places(torch.arange(longest).flip(0)) + self.choices(number)
        with torch.autocast("cpu", torch.bfloat16):
            found = self.body(seen, src_key_padding_mask=tokens == 0)
        scores = self.score(found.float()).squeeze(-1)
        empty = torch.zeros(len(questions), CHOICES)
        sums, sizes = (empty.scatter_add(1, number, found) for found in (scores, torch.ones_like(scores)))
        return (sums / sizes.clamp(min=1)).masked_fill(sizes == 0, -torch.inf)[:, 1:].log_softmax(1)


def questions_of(spec: str, seeds: range) -> list[tuple[str, int]]:
    """Questions of games of a bot against itself, and the numbers of its answers from 0."""
    bots, games = [load_agent(spec, GAME) for _ in range(2)], []
    for seed in seeds:
        play_match(GAME, bots, seed=seed, record=games.append)
    talks = [talk for game in games for talk in conversations_of(game)]
    return [(asked["content"], number - 1) for one in talks for asked, number in zip(one.messages[1::2], one.chosen)]


def batches(examples: list[Example]) -> list[list[Example]]:
    """Batches of questions of about the same length, in random order."""
    ordered = sorted(examples, key=lambda one: len(one.tokens) + random.random())
    found = [ordered[start : start + BATCH] for start in range(0, len(ordered), BATCH)]
    return random.sample(found, len(found))


def take_step(model: TextModel, optimizer: torch.optim.Optimizer, loss: torch.Tensor) -> None:
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


def imitate(model: TextModel, tokenizer: Tokenizer, optimizer: torch.optim.Optimizer, number: int) -> str:
    """Learns from games between heuristics that were not used before."""
    seeds = range(VOCABULARY + number * GAMES, VOCABULARY + (number + 1) * GAMES)
    right = []
    for some in batches([Example(tokenizer.encode(text), choice) for text, choice in questions_of(TEACHER, seeds)]):
        log_probs, wanted = model([one.tokens for one in some]), torch.tensor([one.choice for one in some])
        take_step(model, optimizer, cross_entropy(log_probs, wanted))
        right.append(float((log_probs.argmax(1) == wanted).float().mean()))
    return f"imitates {np.mean(right):.0%} of the answers"


@torch.no_grad()
def play(model: TextModel, tokenizer: Tokenizer, deals: Deals, foe: str, *, sample: bool) -> tuple[np.ndarray, list]:
    """Plays games side by side; returns the reward and the decisions of each."""
    envs = [GameTextEnv(GAME, seat=seat, opponents=foe, rules="info") for _, seat in deals]
    texts = {k: env.reset(seed=deals[k][0])[0] for k, env in enumerate(envs)}
    rewards, games = np.zeros(len(deals)), [list[Example]() for _ in deals]
    while texts:
        questions = [tokenizer.encode(text) for text in texts.values()]
        log_probs = torch.cat([model(questions[k : k + BATCH]) for k in range(0, len(questions), BATCH)])
        chosen = torch.multinomial(log_probs.exp(), 1).squeeze(1) if sample else log_probs.argmax(1)
        picked = log_probs.gather(1, chosen[:, None]).squeeze(1)
        for k, tokens, choice, log_prob in zip([*texts], questions, chosen.tolist(), picked.tolist(), strict=True):
            games[k].append(Example(tokens, choice, log_prob))
            texts[k], reward, terminated, truncated, _ = envs[k].step(f"[{choice + 1}]")
            if terminated or truncated:
                rewards[k] = reward
                del texts[k]
    return rewards, games


def improve(model: TextModel, tokenizer: Tokenizer, optimizer: torch.optim.Optimizer, number: int) -> str:
    """A step of GRPO: the advantage of a game is its reward less the mean of the games from the same deal and seat."""
    seeds = range(2**20 + number * DEALS, 2**20 + (number + 1) * DEALS)
    deals = [(seed, seat) for seed in seeds for seat in (0, 1) for _ in range(GROUP)]
    rewards, games = play(model, tokenizer, deals, TEACHER, sample=True)
    groups = rewards.reshape(-1, GROUP)
    gains = ((groups - groups.mean(1, keepdims=True)) / (rewards.std() + 1e-8)).ravel().tolist()
    examples = [one._replace(advantage=gain) for game, gain in zip(games, gains) if gain for one in game]
    for some in batches(examples):
        log_probs, chosen = model([one.tokens for one in some]), torch.tensor([[one.choice] for one in some])
        ratio = (log_probs.gather(1, chosen).squeeze(1) - torch.tensor([one.log_prob for one in some])).exp()
        gain = torch.tensor([one.advantage for one in some])
        improved = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        entropy = -(log_probs.exp() * log_probs.clamp(min=-30)).sum(1).mean()
        take_step(model, optimizer, -improved - ENTROPY * entropy)
    return f"mean reward {rewards.mean():+.3f} of {len(rewards)} games"


def evaluate(model: TextModel, tokenizer: Tokenizer, deals: int) -> dict[str, list[float]]:
    """Mean reward and its 95 % interval against each opponent on held-out deals, from both seats of each."""
    games, found = [(HELD_OUT + k // 2, k % 2) for k in range(2 * deals)], {}
    for opponent in ("random", TEACHER):
        rewards = play(model, tokenizer, games, opponent, sample=False)[0]
        share = mean_interval((rewards / 2 + 0.5).tolist(), [seed for seed, _ in games])
        found[opponent] = [round(2 * x - 1, 3) for x in (share.mean, share.low, share.high)]
    return found


def train(minutes: list[float], every: float, deals: int, out: Path) -> list[dict[str, object]]:
    """Imitates, then improves, each for these minutes of processor time; stores and returns the evaluations."""
    random.seed(1), torch.manual_seed(1), torch.set_num_threads(1)
    model, tokenizer = TextModel(), Tokenizer([text for text, _ in questions_of(TEACHER, range(VOCABULARY))])
    optimizer, curve = torch.optim.AdamW(model.parameters()), list[dict[str, object]]()
    spent, number = 0.0, 0
    for phase, rate, learn, limit in zip(("imitation", "GRPO"), RATES, (imitate, improve), minutes, strict=True):
        due, end = spent + (60 * every if curve else 0), spent + 60 * limit
        while True:
            if spent >= min(due, end):
                curve.append({"phase": phase, "minutes": round(spent / 60, 2), **evaluate(model, tokenizer, deals)})
                print(json.dumps(curve[-1]), flush=True)
                out.with_suffix(".json").write_text(json.dumps(curve), encoding="utf-8")
                torch.save({"model": model.state_dict(), "tokens": tokenizer.ids}, out)
                due += 60 * every
            if spent >= end:
                break
            begun, number = time.process_time(), number + 1
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1.0, number / 20)
            print(learn(model, tokenizer, optimizer, number), flush=True)
            spent += time.process_time() - begun
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, nargs=2, default=[15.0, 60.0], help="of imitation, and of GRPO")
    parser.add_argument("--every", type=float, default=10.0, help="minutes between evaluations")
    parser.add_argument("--deals", type=int, default=200, help="held-out deals of an evaluation")
    parser.add_argument("--out", type=Path, default=Path("text_model.pt"), help="file of the weights")
    train(**vars(parser.parse_args()))
