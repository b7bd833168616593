"""Luck of the seats in recorded games, and luck-adjusted results: the method of AIVAT.

Dice, decks and deals have known expectations. The adjuster plays a game again and records at each turn how far chance moved a
fixed value of the position; what it moved in all is the luck of the game. Its mean is 0 whatever the value is, so a result less
its luck has the mean of the plain result, and a smaller variance where the value is good.
"""

from fs_env.luck.adjuster import ROLLOUTS, Adjuster

__all__ = ["ROLLOUTS", "Adjuster"]
