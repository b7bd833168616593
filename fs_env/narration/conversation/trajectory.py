"""`Trajectory`: the conversation of a seat as training data: messages, token ids with a mask, token counts, and rewards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fs_env.core.files import write_whole

Encode = Callable[..., Sequence[int]]  # as `Trajectory.encoded` calls it


@dataclass
class Trajectory:
    """The conversation of one seat in one game.

    Attributes:
        game: its id.
        seat: of the model.
        messages: {"role", "content"} as chats have them: the rules, then a question and an answer in turn.
        valid: for each answer, whether it meant a legal action.
        reported: for each answer, the tokens of its prompt and its own as an endpoint counted them, for the caller to set; None: unknown.
        rewards: of all seats, -1 to 1; None while the game runs, and in one that broke off since an agent or an endpoint failed.
    """

    game: str
    seat: int
    messages: list[dict[str, str]]
    valid: list[bool] = field(default_factory=list)
    reported: list[tuple[int, int] | None] = field(default_factory=list)
    rewards: tuple[float, ...] | None = None

    def add(self, question: str, answer: str, *, valid: bool) -> None:
        self.messages += [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
        self.valid.append(valid)
        self.reported.append(None)

    def encoded(self, encode: Encode) -> dict[str, list[Any]]:
        """The conversation as token ids.

        Args:
            encode: called as `encode(messages, add_generation_prompt=True)` for the messages before each answer, and with False for those
                up to it; returns token ids, as a tokenizer's `apply_chat_template` does.

        Returns:
            "ids" of all messages; "mask" of the same length, 1 for the tokens of answers; "tokens", for each answer a pair: those of its
            prompt, which is all that was read for it, and its own.

        Raises:
            ValueError: `encode` changes the tokens of earlier messages when others follow, as templates that remove thoughts do.
        """
        ids, mask, tokens = list[int](), list[int](), list[tuple[int, int]]()
        for place in [k for k, message in enumerate(self.messages) if message["role"] == "assistant"]:
            prompt = list(encode(self.messages[:place], add_generation_prompt=True))
            whole = list(encode(self.messages[: place + 1], add_generation_prompt=False))
            if prompt[: len(ids)] != ids or whole[: len(prompt)] != prompt:
                raise ValueError(
                    f"the tokens of message {place} do not continue those of the messages before it: expected a chat template that never "
                    "changes earlier messages"
                )
            tokens.append((len(prompt), len(whole) - len(prompt)))
            mask += [0] * (len(prompt) - len(ids)) + [1] * (len(whole) - len(prompt))
            ids = whole
        return {"ids": ids, "mask": mask, "tokens": tokens}


def write_trajectories(path: str | Path, trajectories: Iterable[Trajectory], encode: Encode | None = None) -> None:
    """Writes a file of JSON lines: the attributes of each trajectory, and with an `encode` what `Trajectory.encoded` returns.

    Raises:
        ValueError: a game is not over, so it has no rewards; or as `Trajectory.encoded`. No file is written.
    """
    lines = []
    for one in trajectories:
        if one.rewards is None:
            raise ValueError(f"a game of {one.game} is not over, or broke off, and has no rewards: leave it out")
        lines.append(json.dumps(asdict(one) | (one.encoded(encode) if encode is not None else {})) + "\n")
    write_whole(path, "".join(lines))
