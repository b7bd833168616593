"""Rules text generated from the node tree of a card: what the program does, in words of our own.

"Choose" means a target, locked when the effect continues the stack (R5.2); all other choices are made while it resolves (R5.4).
"""

from fs_env.core.four_souls.language.english.cards import card_text, paid_texts, rewards_text

__all__ = ["card_text", "paid_texts", "rewards_text"]
