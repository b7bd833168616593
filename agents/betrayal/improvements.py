"""Improvements of the bot over its first version: one bit for each mistake that was fixed."""

from enum import IntEnum


class Improvement(IntEnum):
    """`heuristic@1` has none of these, `heuristic` all."""

    HELD = 1 << 0  # opponents cost spaces on leaving their tile, and hurt first whom they hold up
    STOP = 1 << 1  # the danger that counts is where the walk of this turn ends
    ONCE = 1 << 2  # an attack or a task that was made in this turn is not there again before the next one
    MASK = 1 << 3  # a hidden traitor is feared by no player, and waits while time is on its side
    TRAINING = 1 << 4  # the trait that the tasks of one's side need
    APART = 1 << 5  # another player of one's side is at the task already
    PLACES = 1 << 6  # which stack has tiles for the tasks that are needed, before there are none
    WARDS = 1 << 7  # hurts that a player is spared
    CARDS = 1 << 8  # cards on the ground are worth less when the haunt has begun
    LEAD = 1 << 9  # monsters go where their attack is worth most


ALL = int(sum(Improvement))
