"""What kind of games these are: branching, length, hidden cards, scores, luck, range of strength, agreement of bots."""
