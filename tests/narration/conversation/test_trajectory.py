"""Conversations as training data: token counts and masks, rewards, files."""

from __future__ import annotations

import json

import pytest

from fs_env.envs.text import GameTextEnv
from fs_env.narration.conversation.trajectory import Trajectory, write_trajectories

WORDS = ["<system>", "<user>", "<assistant>", "<end>"]


def encode(messages, *, add_generation_prompt):
    """A token for each word, one for the role of a message and one for its end."""
    said = [word for one in messages for word in (f"<{one['role']}>", *one["content"].split(), "<end>")]
    said += ["<assistant>"] if add_generation_prompt else []
    WORDS.extend(word for word in dict.fromkeys(said) if word not in WORDS)
    return [WORDS.index(word) for word in said]


def without_thoughts(messages, *, add_generation_prompt):
    """Removes all but the last word of earlier answers."""
    last = max(k for k, one in enumerate(messages) if one["role"] == "user")
    shorter = [
        {**one, "content": one["content"].split()[-1]} if one["role"] == "assistant" and k < last else one
        for k, one in enumerate(messages)
    ]
    return encode(shorter, add_generation_prompt=add_generation_prompt)


@pytest.fixture
def trajectory():
    found = Trajectory("castles_of_caleira", 1, [{"role": "system", "content": "be good"}])
    found.add("which card", "the first [9]", valid=False)
    found.add("again", "[2]", valid=True)
    return found


def test_encoded__counts_and_masks_by_hand(trajectory):
    """The prompt of a turn is all that was read for it; the mask is 1 for the words of answers and their ends, 0 for all others."""
    found = trajectory.encoded(encode)
    #                system be good end  user which card end  assistant
    first, second = [0, 0, 0, 0] + [0, 0, 0, 0] + [0], [0, 0, 0] + [0]  # second: user again end, assistant
    assert found["mask"] == first + [1, 1, 1, 1] + second + [1, 1]  # the first [9] end; [2] end
    assert found["tokens"] == [(9, 4), (17, 2)]
    said = [WORDS[k] for k, own in zip(found["ids"], found["mask"], strict=True) if own]
    assert said == ["the", "first", "[9]", "<end>", "[2]", "<end>"]
    del trajectory.messages[0]
    assert trajectory.encoded(encode)["tokens"] == [(5, 4), (13, 2)]


def test_encoded__refuses_a_template_that_changes_earlier_messages(trajectory):
    with pytest.raises(ValueError, match="tokens of message 4 do not continue"):
        trajectory.encoded(without_thoughts)


def test_write__needs_rewards_and_stores_what_the_endpoint_reported(trajectory, tmp_path):
    """A game that broke off is refused and writes nothing; the counts of the endpoint stand beside those of the tokenizer."""
    trajectory.reported[-1] = 12, 3
    path = tmp_path / "games.jsonl"
    with pytest.raises(ValueError, match="not over, or broke off"):
        write_trajectories(path, [trajectory], encode)
    assert not path.exists()
    trajectory.rewards = (-1.0, 1.0)
    write_trajectories(path, [trajectory, trajectory], encode)
    first, second = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert first == second and first["rewards"] == [-1.0, 1.0] and first["seat"] == 1
    assert first["reported"] == [None, [12, 3]] and first["tokens"] == [[9, 4], [17, 2]]
    assert sum(first["mask"]) == 6 and first["valid"] == [False, True]
    assert [one["role"] for one in first["messages"]] == ["system", "user", "assistant", "user", "assistant"]


def test_text_env__stores_all_that_was_said():
    """Each observation is the question of the next turn, without the rules in front; rewards are there at the end only."""
    env = GameTextEnv("castles_of_caleira", seat=1, opponents="random")
    text, info = env.reset(seed=3)
    shown, over = [text.removeprefix(f"{info['rules']}\n\n")], False
    while not over:
        assert env.trajectory.rewards is None
        text, reward, over, _, info = env.step("[1]" if len(shown) != 2 else "no idea")
        shown.append(text)
    found = env.trajectory
    said = {role: [one["content"] for one in found.messages if one["role"] == role] for role in ("user", "assistant")}
    assert said["user"] == shown[:-1] and found.messages[0] == {"role": "system", "content": info["rules"]}
    assert [answer == "[1]" for answer in said["assistant"]] == found.valid and found.valid.index(False) == 1
    assert found.rewards == tuple(info["returns"]) and found.rewards[1] == reward != 0
    env.reset(seed=3)
    assert len(env.trajectory.messages) == 1 and len(found.messages) > 1
