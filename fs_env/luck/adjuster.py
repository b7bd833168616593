"""`Adjuster`: plays games again and measures the luck of each seat.

Let V be a value of positions, fixed before the games. A game is cut into stretches of a turn or a few, or is one stretch; each ends at
the first choice in a later turn, where the next begins, or with the result. Let Q(a) be the mean of V at the end of the stretch if an
action a is taken now and reference policies play on, over all that no seat can know. The luck of a game is

    V(first choice) - its mean over deals
    + for each stretch: V(its end) - Q(first answer) - the sum of Q(answer) - Q(reference's answer) over its later choices,
      which is 0 where both answers are the same.

Between two choices only chance acts, and each stretch's term has mean 0, for any value, references, seats and agents: an agent
decides by what its seat knows, and that is the same in all worlds that Q is a mean over. Q is estimated by rollouts, whose seeds
have nothing to do with the game's; the two Q of a difference share them.

Where no answer differs from its reference's there are no such sums, and one stretch for the whole game is most precise: its rollouts take
no longer than those of many short ones. Differences over whole games scatter more than a good V errs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.seeds import key_from, read_key, secret_number, seed_for
from fs_env.agents import usual_bot
from fs_env.agents.search.searcher import compiled_bot
from fs_env.agents.values.files import AUTO, find_value
from fs_env.arena.luck import MOST_ROLLOUTS, ROLLOUTS
from fs_env.core.checks import check_whole
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.run.rollouts import Rollouts
from fs_env.core.machine.run.value import Value
from fs_env.core.machine.table.shares import share_returns, share_scores
from fs_env.luck.played import Played

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

TURNS, MOST_TURNS = 4, 1000
SEEDS = 2**62
BEFORE = -1  # instead of a turn: no choice was created yet

Shares = NDArray[np.float64]  # (num_players,)
Memory = NDArray[np.int64]


class Adjuster:
    """Measures luck in games of one kind.

    Attributes:
        num_players: seats.
        cooperative: whether they win or lose together.
        reference: the policy that represents seats without one of their own.
        value: of positions; None: every seat's share is the same.
        rollouts: for each mean, 1 to 4096.
        turns: in a stretch, 1 to 1000; None: `TURNS`, but `MOST_TURNS` where all seats have own references, or without a value.

    Args:
        game: the rules.
        options: of `Game.setup`.
        reference: a policy, or the name of a compiled bot; "": the usual one of the game.
        value: a `Value`, None, or a name for `find_value`.

    Raises:
        ValueError: an option, bot, number or value that is not possible, or a game that cannot be dealt again.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, int],
        *,
        reference: str | Policy = "",
        rollouts: int = ROLLOUTS,
        turns: int | None = None,
        value: Value | str | None = AUTO,
    ) -> None:
        self.game = game
        self.options = dict(zip(game.options, game.option_values(**options).tolist(), strict=True))
        self.num_players: int = self.options["num_players"]
        self.cooperative = game.cooperative(**self.options)
        if isinstance(reference, str):
            reference = compiled_bot(reference or usual_bot(game), game, self.num_players)
        if isinstance(value, str):
            value = find_value(value, game, self.num_players, cooperative=self.cooperative)
        self.reference, self.value = reference, value
        self.rollouts = check_whole("rollouts", rollouts, 1, MOST_ROLLOUTS)
        self.turns = None if turns is None else check_whole("turns", turns, 1, MOST_TURNS)
        self._stretch = self.turns or TURNS
        self._played, self._other = Played(game, self.options), Played(game, self.options)
        self._seen = np.zeros(game.schema.size, np.int16)
        self._runs = self._room(self.reference.words)

    def measure(
        self,
        seed: int,
        choices: Iterable[int],
        references: Sequence[Policy | None] = (),
        agent_key: str | bytes | None = None,
    ) -> Shares:
        """The luck of each seat in a game, as a share of the win; in a game that is not over, of what was played.

        The same arguments give the same numbers.

        Args:
            seed: of the deal.
            choices: the action of every decision with more than one legal action, as in a `Replay`.
            references: policy of each seat; None, and a seat without: `reference`. Each has the seed that a compiled bot has in
                that seat of that deal, so such a bot never differs from its own policy.
            agent_key: of the game, if custom bots are their own references; None: one that follows from the seed.

        Returns:
            float64, (num_players,). Those of rivals add up to 0, unless all may win or lose.

        Raises:
            ValueError: a choice that is not legal, or one after the end.
            RuntimeError: a fault of the rules, or of a policy.
        """
        played, turn, shadows = self._played, BEFORE, self._shadows(seed, references, agent_key)
        short = self.value is not None and not (references and all(references))
        self._stretch = self.turns or (TURNS if short else MOST_TURNS)
        played.deal(seed)
        luck = self._now(played) - self._mean_deal(seed)
        for action in choices:
            played.check(action)
            seat, now = played.seat, played.turn
            recorded, answer, after = shadows[seat].answers(played, action)
            if turn == BEFORE or now >= turn + self._stretch:
                if turn != BEFORE:
                    luck += self._now(played)
                turn = now
                luck -= self._ahead(seed, turn, shadows, [(action, recorded)])[0]
            elif action != answer:
                taken, wanted = self._ahead(seed, turn, shadows, [(action, recorded), (answer, after)])
                luck -= taken - wanted
            shadows[seat].memory = recorded
            played.take(action)
        return luck if turn == BEFORE else luck + self._end_of(seed, turn, shadows)

    def warm(self) -> None:
        self._played.deal(0)
        self._now(self._played)
        shadows = self._shadows(0, (), None)
        action = int(self._played.legal[0])
        self._ahead(0, self._played.turn, shadows, [(action, shadows[self._played.seat].memory)])

    def final(self) -> tuple[int, tuple[float, ...]]:
        """Outcome and returns of the game that was measured last."""
        S = self._played.S
        return self.game.outcome(S), tuple(self.game.returns(S).tolist())

    def _end_of(self, seed: int, turn: int, shadows: Sequence[Shadow]) -> Shares:
        played = self._played
        if played.seat < 0 or played.turn >= turn + self._stretch:
            return self._now(played)
        _, answer, after = shadows[played.seat].answers(played, None)
        return self._ahead(seed, turn, shadows, [(answer, after)])[0]

    def _mean_deal(self, seed: int) -> Shares:
        total = np.zeros(self.num_players)
        for k in range(self.rollouts):
            self._other.deal(secret_number(seed, "luck deal", k))
            total += self._now(self._other)
        return total / self.rollouts

    def _now(self, played: Played) -> Shares:
        shares = np.zeros(self.num_players)
        if played.seat < 0:
            if self.game.outcome(played.S) == Outcome.GUARD:
                raise RuntimeError(f"the rules of {self.game.name} reached a capacity limit: this game has no result")
            shares[:] = self.game.returns(played.S)
            plain(share_returns)(shares, self.game.winning(self.cooperative))
            return shares
        if self.value is not None:
            for seat in range(self.num_players):
                shares[seat] = self.value.score(self.game.observe(played.S, seat, out=self._seen))
        plain(share_scores)(shares, self.game.winning(self.cooperative))
        return shares

    def _ahead(self, seed: int, turn: int, shadows: Sequence[Shadow], answers: Sequence[tuple[int, Memory]]) -> Shares:
        """The mean value at the end of a stretch that began in a turn, for each answer of the seat that is asked, in the same worlds.

        Args:
            answers: an action, and the memory of that seat's reference after it.

        Returns:
            float64, (answers, num_players).
        """
        played, runs, n = self._played, self._runs, len(answers)
        worlds = np.random.default_rng(secret_number(seed, "luck", played.seat, played.decisions))
        rows = n * self.rollouts
        runs.seeds[:rows] = np.repeat(worlds.integers(SEEDS, size=self.rollouts), n)
        runs.actions[:rows] = [action for action, _ in answers] * self.rollouts
        runs.stop_turns[:rows] = turn + self._stretch
        for seat, shadow in enumerate(shadows):
            runs.policies[:rows, seat] = shadow.policy.address
            runs.memory[:rows, seat, : len(shadow.memory)] = shadow.memory
        for k, (_, memory) in enumerate(answers):
            runs.memory[k:rows:n, played.seat, : len(memory)] = memory
        means: Shares = runs.play(played.S, 0, played.seat, rows).reshape(self.rollouts, n, -1).mean(0)
        return means

    def _shadows(self, seed: int, references: Sequence[Policy | None], agent_key: str | bytes | None) -> list[Shadow]:
        if len(references) not in (0, self.num_players):
            raise ValueError(f"{len(references)} references: expected one for each of {self.num_players} seats or none")
        policies = [given or self.reference for given in references or (None,) * self.num_players]
        for policy in policies:
            policy.check(self.game.name, self.num_players)
        words = max(policy.words for policy in policies)
        if words > self._runs.memory.shape[2]:
            self._runs = self._room(words)
        key = key_from(seed) if agent_key is None else read_key(agent_key)
        return [Shadow(policy, seed_for(policy, key, seed, seat)) for seat, policy in enumerate(policies)]

    def _room(self, words: int) -> Rollouts:
        runs = Rollouts(self.game, 2 * self.rollouts, words=words, redeal=True)
        runs.use(self.value, cooperative=self.cooperative)
        return runs


class Shadow:
    def __init__(self, policy: Policy, seed: int) -> None:
        self.policy, self.memory = policy, policy.new_memory(seed)

    def answers(self, played: Played, action: int | None) -> tuple[Memory, int, Memory]:
        """Its memory once an action was taken, its own answer, and its memory after that; does not change it.

        Where both are the same, so are the memories: that which it wrote as it answered.
        """
        after = self.memory.copy()
        answer = self.policy.act(played.observation, played.legal, after)
        if action is None or action == answer:
            return after, answer, after
        recorded = self.memory.copy()
        self.policy.act(played.observation, np.array([action, action], np.int16), recorded)
        return recorded, answer, after


def plain(kernel: Any) -> Any:
    return getattr(kernel, "py_func", kernel)
