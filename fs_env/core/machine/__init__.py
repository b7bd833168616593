"""What every game stands on: field tables, compiled kernels, random streams, the game contract. It knows no game."""
