"""The basis of every game: field tables, compiled kernels, random streams, the interface of a game. It contains no game."""
