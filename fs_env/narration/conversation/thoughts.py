"""Separates the thoughts in a reply of a language model from its answer, and replaces characters that cannot be stored."""

from __future__ import annotations

import re

_NAMES = "think|thinking|thoughts?|reason|reasoning|reflect|reflection|analysis|scratchpad|inner_monologue|cot"
_TAG = rf"(?=\w)(?:\w{{1,12}}:)?(?=[acirst])(?:{_NAMES})(?:\s[^<>]{{0,200}})?/?"
_MARK = re.compile(
    rf"""<(?=[\w\ |]|/[\w\ ]) (?:
          \|(?=/?\w{{1,40}}[|>]) (?: (?P<open1> think(?:ing)?\|> | (?:begin_of_thought|start_thinking|inner_prefix)\|>
                        | channel(?:\|>\s{{0,9}}analysis|>\s{{0,9}}thought) )
              | (?P<close1> /think(?:ing)?\|> | (?:end_of_thought|end_thinking|inner_suffix)\|>
                        | channel\|>\s{{0,9}}(?:final|commentary)[^<>]{{0,80}} )
              | (?P<end> end\|> ) | \w{{1,40}}\|> )
        | (?P<close2> channel\|> | \ ?/\ ?{_TAG}> ) | (?P<open2> \ ?{_TAG}> ) | /?s> )
    | (?P<open3> \[think\] | ◁think▷ ) | (?P<close3> \[/think\] | ◁/think▷ | assistantfinal )""",
    re.IGNORECASE | re.VERBOSE,
)
_OPENS, _CLOSES = ("open1", "open2", "open3"), ("close1", "close2", "close3")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def without_thoughts(reply: str) -> str:
    """Remove the thoughts and special tokens such as `<|im_end|>` from a reply, in linear time.

    Thoughts are marked, in capitals or not, by `<think>...</think>` (also thinking, thought, thoughts, reason, reasoning, reflect,
    reflection, analysis, scratchpad, inner_monologue and cot, with attributes or a prefix as in `seed:think`), `[THINK]...[/THINK]`,
    `◁think▷...◁/think▷`, `<|think|>`, `<|begin_of_thought|>`, `<|START_THINKING|>` or `<|inner_prefix|>` and their closing tokens, or the
    channel "analysis" of gpt-oss ("thought" of Gemma) up to the next channel. Blocks may be nested. A closing mark that was never
    opened makes everything before it a thought; an opening mark that is never closed, everything after it.
    """
    marks = [(mark.lastgroup, *mark.span()) for mark in _MARK.finditer(reply)]
    last = max((start for kind, start, _ in marks if kind in _CLOSES), default=-1)
    parts, depth, at = list[str](), 0, 0
    for kind, start, end in marks:
        if depth == 0:
            parts.append(reply[at:start])
        at = end
        if kind in _OPENS:
            depth += reply[end - 2] != "/"  # as in <think/>
        elif kind in _CLOSES:
            if depth == 0:
                parts.clear()
            depth = depth - 1 if depth and start < last else 0  # the last one closes all
        elif kind == "end":
            depth = 0
    if depth == 0:
        parts.append(reply[at:])
    return "".join(parts).strip()


def storable(text: str) -> str:
    """Replace halves of surrogate pairs, control characters and line separators by U+FFFD, so that files of JSON lines and databases
    can store the text."""
    return _UNFIT.sub("\ufffd", text)
