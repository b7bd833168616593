"""Castles of Caleira: 18 cards, two to four players, the smallest complete game of the package."""
