"""The basis of every game, which contains no game, on four floors; a floor imports those before it only.

`declare` describes a game as data, `compile` makes machine code of its kernels, `table` is what rules call, `run` plays games.
"""
