"""The conversations of a game that was played: what each seat would have read, and what it answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fs_env.narration.conversation.conversation import Conversation
from fs_env.narration.conversation.rules import usual_passes
from fs_env.registry.games import named_game
from fs_env.replays.player import play_back

if TYPE_CHECKING:
    from fs_env.replays.replay import Replay


@dataclass
class SeatConversation:
    """The conversation of one seat.

    Attributes:
        messages: {"role", "content"} as chats have them: the rules, then a question and an answer in turn.
        actions: ids of the legal actions at each question, in the order of their numbers.
        chosen: number of the answer, from 1.
    """

    seat: int
    messages: list[dict[str, str]]
    actions: list[list[int]] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)


def conversations_of(
    replay: Replay, *, passes: str | None = None, cards: str = "once", budget: int | None = None
) -> list[SeatConversation]:
    """The conversations of all seats of a game.

    Args:
        replay: the game.
        passes: a rule of the game: decisions that it would pass are not asked; None: `usual_passes`.
        cards, budget: as in `Conversation`.

    Raises:
        Difference: these rules play another game.
        ValueError: an unknown game or rule.
    """
    game, seats = named_game(replay.game), range(len(replay.names))
    rule = usual_passes(game) if passes is None else passes
    shown: dict[str, Any] = {"cards": cards, "budget": budget, "options": replay.options, "passes": rule}
    conversations = [Conversation(game, seat, **shown) for seat in seats]

    def look(S: Any) -> None:
        for conversation in conversations:
            conversation.see(S)

    found = [SeatConversation(seat, [{"role": "system", "content": conversations[seat].rules}]) for seat in seats]
    for moment, _, _ in play_back(replay, compare=bool(replay.checks), look=look):
        if moment.seat < 0:
            break
        own, reader = found[moment.seat], conversations[moment.seat]
        alike = reader.narrator.alike()
        if alike.get(reader.narrator.automatic(rule)) == alike[moment.action]:
            reader.passing()  # counts it for the next message
            continue
        message = reader.message()
        ids = [offer.action for offer in message.actions]
        own.actions.append(ids)
        own.chosen.append(ids.index(alike[moment.action]) + 1)
        own.messages.append({"role": "user", "content": message.text})
        own.messages.append({"role": "assistant", "content": f"[{own.chosen[-1]}]"})
    return found
