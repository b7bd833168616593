"""The numbers a seat may see: the flat observation, tokens, and features of cards."""
