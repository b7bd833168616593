"""Plays the golden games again and writes their transcripts: `python -m tests.golden.regenerate`. Review the difference."""

from __future__ import annotations

import os

from tests.golden.transcript import GOLDEN, transcript


def main() -> None:
    """Writes each transcript and says whether it changed."""
    for golden in GOLDEN:
        text = transcript(golden)
        same = golden.path.exists() and golden.path.read_text(encoding="utf-8") == text
        if not same:
            draft = golden.path.with_suffix(".draft")
            draft.write_text(text, encoding="utf-8")
            os.replace(draft, golden.path)
        print(f"{golden.path.name}: {'the same' if same else 'written'}")


if __name__ == "__main__":
    main()
