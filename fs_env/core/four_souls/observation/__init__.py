"""What a seat may know, as numbers: the flat observation, tokens, and features of cards."""
