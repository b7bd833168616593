"""Tools of rules: random streams, bits, decks, decisions, secrets, and resampling what a seat cannot know."""
