"""A standing benchmark: agents on fixed tasks, their stored results, and the page made of them."""

from fs_env.leaderboard.entries import Entry, add, read_entries, write_entries
from fs_env.leaderboard.page import page
from fs_env.leaderboard.play import play
from fs_env.leaderboard.tasks import OPPONENT, TASKS, Task, task_of

__all__ = ["OPPONENT", "TASKS", "Entry", "Task", "add", "page", "play", "read_entries", "task_of", "write_entries"]
