"""What rules call: random streams, bits, decks, decisions, secrets, and the other worlds that look the same to a seat."""
