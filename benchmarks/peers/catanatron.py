"""Catanatron (Settlers of Catan), four of its own random players.

API: https://docs.catanatron.com
"""

from __future__ import annotations

from benchmarks.peers.workloads import STATE, Play, Workload, whole_games

PACKAGE = "catanatron"


def workloads() -> list[Workload]:
    how = "Game(players).play() with RandomPlayer, its own loop in Python"
    return [Workload("catanatron.4", "Catanatron, 4 players", how, STATE, PACKAGE, open_games)]


def open_games(seed: int) -> Play:
    import random

    from catanatron import Color, Game, RandomPlayer

    random.seed(seed)  # its players use only this source
    players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)]

    def play_game() -> int:
        game = Game(players)
        game.play()
        return len(game.state.actions)

    return whole_games(play_game)
