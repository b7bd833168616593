"""Tools of rules: random streams, bits, decks, decisions, secrets, and other worlds that look the same to a seat."""
