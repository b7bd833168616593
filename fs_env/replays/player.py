"""Plays a replay again, checks it on the way, and reports where these rules play another game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.core.machine.declare.outcome import Outcome
from fs_env.registry.games import named_game
from fs_env.replays.recorder import Book, rules_of, turn_of
from fs_env.replays.replay import Check, Replay

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

EARLY = (Outcome.RUNNING, Outcome.TRUNCATED, Outcome.FORFEITED)  # ends that the rules need not have made


class Difference(ValueError):
    """These rules play another game than the one that was recorded; the message names the place."""


class Moment(NamedTuple):
    """A choice of a replay, or its end.

    Attributes:
        choice: its number, from 0; the number of choices at the end.
        turn: of the choice.
        seat: who is asked, -1 at the end.
        action: that was chosen, -1 at the end.
    """

    choice: int
    turn: int
    seat: int
    action: int


def unseen(S: Any) -> None:
    """Looks at nothing."""


def play_back(
    replay: Replay, *, compare: bool = True, look: Callable[[Any], object] = unseen
) -> Iterator[tuple[Moment, Game, Any]]:
    """Plays a replay: yields before every choice, and at the end.

    Args:
        replay: the game.
        compare: whether to compare its checksums.
        look: called with the state when it is dealt and after every answer, those without a choice too.

    Yields:
        The moment, the rules, and the state of shape (1,), which is changed afterwards: copy it to store it.

    Raises:
        Difference: these rules play another game; names turn and choice.
        ValueError: an unknown game, or one from elsewhere that this process has not imported (see `named_game`), or options that
            it does not have.
    """
    game = named_game(replay.game)
    S = game.new(1)
    try:
        game.setup(S, seed=replay.seed, **replay.options)
    except (ValueError, TypeError) as error:
        raise Difference(f"{made_by(replay)}: these rules do not deal it: {error}") from None
    look(S)
    book, checks = Book(game), list(replay.checks) if compare else []
    same_rules = rules_of(game, S) == replay.rules
    for index, action in enumerate(replay.choices):
        answer_forced(game, S, look)
        seat, legal = game.to_act(S), game.legal(S).tolist()
        where = f"choice {index} in turn {turn_of(game, S)}"
        if seat < 0:
            raise Difference(f"{made_by(replay)}: here the game is over before {where} of {len(replay.choices)}")
        if checks and checks[0].choice == index and index < len(replay.choices):
            _compare(replay, book.check(S), checks.pop(0), same_rules)
        if action not in legal:
            raise Difference(
                f"{made_by(replay)}: at {where} {replay.shown_names[seat]} chose {_words(game, action)}, which is not legal here; "
                f"{game.decision_text(S)}"
            )
        yield Moment(index, turn_of(game, S), seat, action), game, S
        book.choice(seat, legal)
        game.step(S, action)
        look(S)
    if replay.outcome not in EARLY:
        answer_forced(game, S, look)
        if game.outcome(S) != replay.outcome:
            raise Difference(
                f"{made_by(replay)}: it ended with outcome {replay.outcome}, here it is {game.outcome(S)} after all "
                f"{len(replay.choices)} choices; {game.decision_text(S)}"
            )
        if checks:
            _compare(replay, book.check(S), checks[-1], same_rules)
        if tuple(game.returns(S).tolist()) != replay.returns:
            raise Difference(f"{made_by(replay)}: it paid {replay.returns}, here {tuple(game.returns(S).tolist())}")
    elif checks:
        _compare(replay, book.check(S)._replace(turn=checks[-1].turn), checks[-1], False)
    yield Moment(len(replay.choices), turn_of(game, S), -1, -1), game, S


def answer_forced(game: Game, S: Any, look: Callable[[Any], object]) -> None:
    while game.to_act(S) >= 0:
        legal = game.legal(S)
        if len(legal) != 1:
            return
        game.step(S, int(legal[0]))
        look(S)


def _compare(replay: Replay, found: Check, recorded: Check, same_rules: bool) -> None:
    where = f"before choice {recorded.choice}, where turn {recorded.turn} was recorded"
    if found.turn != recorded.turn:
        raise Difference(f"{made_by(replay)}: {where}, here it is turn {found.turn}")
    if found.play != recorded.play:
        raise Difference(f"{made_by(replay)}: {where}, other players were asked or other actions were legal")
    if same_rules and found.state != recorded.state:
        raise Difference(f"{made_by(replay)}: {where}, the position is another one (checksum {found.state})")


def _words(game: Game, action: int) -> str:
    known = 0 <= action < game.num_actions
    return f"{action} ({game.action_text(action)})" if known else f"{action} (no action of this game)"


def made_by(replay: Replay) -> str:
    return f"{replay.environment or replay.game}, package {replay.package}, seed {replay.seed}"


def verify(replay: Replay) -> int:
    """Plays a replay and compares all of its checksums; returns how many there were.

    Raises:
        Difference: these rules play another game; names the first place.
        ValueError: an unknown game.
    """
    for _ in play_back(replay):
        pass
    return len(replay.checks)
