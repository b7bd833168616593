"""Narration: what a seat sees happen, as lines of text; its choices, card texts and rules; and whole games as conversations."""
