"""Hints: what a bot would choose, how often the best few choices win, and what they lead to.

Everything here comes from the view of the seat: positions are determinizations, which agree with what it knows, and what is said
are means over many of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.seeds import read_key, secret_number
from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents import usual_bot
from fs_env.agents.search import SearchAgent
from fs_env.agents.search.budget import NEVER, Interrupt
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.searcher import SEEDS, WHOLE_GAME
from fs_env.agents.search.settings import FlatSettings
from fs_env.arena.match import begin, conversation_of
from fs_env.core.machine.run.codes import NO_ACTION
from fs_env.narration.part import narration_of
from fs_env.serve.table.bots import STOP_SECONDS, asks_outside, think

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.narration.legal_actions import LegalAction
    from fs_env.narration.speech import Speech
    from fs_env.serve.guard.thread_pools import ThreadPools
    from fs_env.serve.table.game_table import Table

LISTED = 3  # choices with chances
CHANCE_SECONDS, REASON_SECONDS = 1.0, 0.5
FIRST_TRIES = 12  # games after each choice before only the best are tried further
AT_ONCE = 24  # games between two looks at the clock
FEWEST = 8  # games, or determinizations, from which something is said
SURE = 2.0  # standard errors from which a difference is reported
LEAST = 0.1  # the least difference that is reported
REPORTED = 2  # differences
LONGEST = 400  # choices of one look ahead
NUMBER = re.compile(r"\d+(?=¢?$)")


class Estimate(NamedTuple):
    """Chance and reason of one choice.

    Attributes:
        chance: estimated share of the win, 0 to 1.
        error: its standard error.
        why: what is otherwise when the seat's next turn comes, on average, than after the other choices, with seats as "player_0"; ""
            where nothing was looked at.
    """

    action: int
    chance: float
    error: float
    why: str = ""


class Advice(NamedTuple):
    """A hint.

    Attributes:
        action: the best choice by its chance where that is surely better than the bot's, else the bot's.
        best: the best few choices, the best first; that of the bot is among them. Empty where chances cannot be estimated.
        how: the quality of the hint, in a sentence.
        bots: what the bot would choose.
    """

    action: int
    best: Sequence[Estimate]
    how: str
    bots: int

    def message(self, number: int, offer: Sequence[LegalAction], by: str, speech: Speech) -> dict[str, Any]:
        """The message to a browser about the decision of this number with these choices: chances and errors in whole percents."""
        words = {one.action: one.words for one in offer}
        best = [
            [one.action, words[one.action], round(100 * one.chance), max(1, round(100 * one.error)), speech.of(one.why)]
            for one in self.best
        ]
        how, by_chance = self.how, self.action != self.bots
        if by_chance:
            how += f"; by these the marked choice is surely better than that of {by}: {words[self.bots]}"
        shown = {"action": self.action, "words": words[self.action], "by": by, "by_chance": by_chance, "best": best}
        return {"kind": "hint", "number": number, **shown, "how": how}


async def advice(pools: ThreadPools, spec: str, table: Table, seat: int, seconds: float, owner: str) -> Advice:
    """The hint of a new bot for a seat at a table, which may continue. TimeoutError after these seconds; others as in `think`."""
    interrupt, copy = Interrupt(perf_counter() + seconds), table.game.clone(table.state)
    players, pool = len(table.setup.seats), pools.models if asks_outside(spec) else pools.hints
    try:
        return await pool.run(
            lambda: advise(spec, table.game, copy, seat, players, table.seed, interrupt, table.options),
            owner,
            seconds,
            STOP_SECONDS,
        )
    finally:
        interrupt.set()


def advise(
    spec: str,
    game: Game,
    S: Any,
    seat: int,
    players: int,
    seed: int,
    interrupt: Interrupt = NEVER,
    options: Mapping[str, int] | None = None,
) -> Advice:
    """The hint of a new bot for a seat at `S[0]`, which gets the position in messages if it reads them. Errors as in `think`."""
    agent, key = load_agent(spec, game), read_key(None)
    begin(agent, seat, seed, key)
    conversation = conversation_of(agent, game, seat, options or {})
    if conversation is not None:
        conversation.see(S)
    action = think(agent, game, S, seat, players, seed, interrupt, conversation, key)
    if not game.is_machine_code:
        return Advice(action, (), f"{spec} would choose this; chances are estimated by compiled games only", action)
    try:
        look = Look(game, S, seat, players, seed, interrupt)
        best, how, marked = look.chances(action)
        if best:
            return Advice(marked, look.reasons(best), how, action)
    except (ValueError, RuntimeError):  # a game whose bots are not compiled
        pass
    return Advice(action, (), f"{spec} would choose this; there is no estimate of chances for it here", action)


class Look:
    """A decision that is looked at more closely, with the usual bot of the game in all seats. ValueError if that bot is not compiled."""

    def __init__(self, game: Game, S: Any, seat: int, players: int, seed: int, interrupt: Interrupt) -> None:
        self.game, self.seat, self.players, self.interrupt = game, seat, players, interrupt
        self.bot = usual_bot(game)
        agent = SearchAgent({"policy": self.bot, "value": "none"}, game)
        self.view = SeatView(game, seat, players, game.observe(S, seat), game.mask(S).copy())
        complete_view(self.view, agent, game, S, 0, seed)
        self._searcher = FlatSearcher(game, players, FlatSettings(policy=self.bot, value="none"))
        self._rng = np.random.default_rng(secret_number(seed, "hint", seat, game.decisions(S)))

    def chances(self, action: int, seconds: float | None = None) -> tuple[list[Estimate], str, int]:
        """The best few choices by whole games after them, the bot's `action` included; the method; the choice to advise.

        [] if time ran out. `action` is advised unless the best choice is ahead of it in the same deals by more than `SURE` standard errors.
        """
        seconds = CHANCE_SECONDS if seconds is None else seconds
        until = perf_counter() + seconds
        actions = [int(one) for one in self.view.legal]
        first = self._play(actions, until - seconds / 2, FIRST_TRIES)
        means = dict(zip(actions, first.mean(0), strict=True)) if len(first) else dict.fromkeys(actions, 0.0)
        stored = sorted(actions, key=lambda one: (one != action, -means[one]))[:LISTED]
        shares = self._play(stored, until)  # the first ones chose them, and would flatter them
        if len(shares) < FEWEST:
            return [], "", action
        errors = shares.std(0, ddof=1) / sqrt(len(shares))
        found = [
            Estimate(one, float(share), max(float(error), 0.5 / len(shares)))
            for one, share, error in zip(stored, shares.mean(0), errors, strict=True)
        ]
        how = f"Chances to win, from {len(shares)} deals that fit what you know, played on to the end with {self.bot} in every seat"
        top = int(shares.mean(0).argmax())
        ahead = shares[:, top] - shares[:, 0]  # the bot's choice is the first of those kept
        is_sure = ahead.mean() > SURE * max(ahead.std(ddof=1) / sqrt(len(shares)), 0.5 / len(shares))
        return sorted(found, key=lambda one: -one.chance), how, stored[top] if is_sure else action

    def _play(self, actions: list[int], until: float, most: int = 10**6) -> NDArray[np.float64]:
        memory, found, size = self._searcher.new_memory(0), [np.empty((0, len(actions)))], 1
        while most > 0 and perf_counter() < until and not self.interrupt.over:
            size = min(size, most)
            found.append(self._searcher.try_actions(self.view, memory, actions, size, self._rng, horizon=WHOLE_GAME))
            most -= size
            size = max(1, AT_ONCE // len(actions))
        return np.concatenate(found)

    def reasons(self, best: list[Estimate]) -> list[Estimate]:
        """The same with what each choice leads to, compared with the mean of the others."""
        until, actions = perf_counter() + REASON_SECONDS, [one.action for one in best]
        seen: list[NDArray[np.float64]] = []
        names: list[str] = []
        while perf_counter() < until and not self.interrupt.over:
            row, draw = [], int(self._rng.integers(SEEDS))
            for one in actions:
                names, numbers = self._ahead(one, draw)
                row.append(numbers)
            seen.append(np.array(row))
        if len(seen) < FEWEST or len(actions) < 2:
            return best
        table = np.array(seen)
        others = [np.delete(table, k, axis=1).mean(1) for k in range(len(best))]
        return [one._replace(why=self._reason(names, table[:, k] - others[k])) for k, one in enumerate(best)]

    def _ahead(self, action: int, draw: int) -> tuple[list[str], NDArray[np.float64]]:
        game, searcher, rng = self.game, self._searcher, np.random.default_rng(draw)
        state, row = game.new(1), game.new_rows(1)
        row["skip_forced"] = 1
        obs, mask = np.empty(game.schema.size, np.int16), np.empty(game.num_actions, np.int8)
        self.view.determinize(state, 1, draw)
        game.advance(state, 0, NO_ACTION, obs, mask, row)
        last = int(row["turn"][0]) + self.players
        memories = [searcher.policy.new_memory(int(rng.integers(SEEDS))) for _ in range(self.players)]
        searcher.remember(self.view, memories[self.seat], action)
        for _ in range(LONGEST):
            game.advance(state, 0, action, obs, mask, row)
            player = int(row["seat"][0])
            if player < 0 or row["turn"][0] >= last:
                break
            action = searcher.policy.act(obs, mask.nonzero()[0].astype(np.int16), memories[player])
        return standing(game, state)

    def _reason(self, names: list[str], differences: NDArray[np.float64]) -> str:
        means = differences.mean(0)
        errors = differences.std(0, ddof=1) / sqrt(len(differences)) + 1e-9
        clear = np.where(abs(means) < LEAST, 0.0, abs(means) / errors)
        clear[self.seat] *= 2  # what is one's own is said first
        shown: dict[int, list[str]] = {}
        for place in np.argsort(-clear, axis=None)[:REPORTED]:
            seat, name = map(int, np.unravel_index(place, clear.shape))
            if clear[seat, name] >= SURE:
                mean = means[seat, name]
                shown.setdefault(seat, []).append(f"{abs(mean):.1f} {'more' if mean > 0 else 'fewer'} {names[name]}")
        found = ", ".join(f"player_{seat} has {' and '.join(words)}" for seat, words in shown.items())
        return found or "the cards on the table are then almost the same"


def standing(game: Game, S: Any) -> tuple[list[str], NDArray[np.float64]]:
    """How the seats stand at `S[0]`: names of numbers, and the numbers of each seat, (seats, names)."""
    words = narration_of(game)
    find = words.standing or words.points
    if find is None:
        return ["points"], np.array(game.returns(S), np.float64)[:, None]
    heading, *rows = find(game.to_json(S))
    stored = [k for k in range(len(heading)) if any(NUMBER.fullmatch(row[k].rstrip("¢")) for row in rows)]
    numbers = [[float(found[0]) if (found := NUMBER.match(row[k])) else 0.0 for k in stored] for row in rows]
    return [heading[k] for k in stored], np.array(numbers)
