"""Bridges to other libraries that take more than a few lines. docs/do/recipes.md shows each of them.

`open_spiel`: all games as games of OpenSpiel. `rllib`: environments and a masked network for RLlib. `parallel`: PettingZoo's
parallel form. `openenv`: one seat in words, served. `verifiers`: self-play in words. Each module imports its library when it is
imported and names the extra that is missing.
"""
