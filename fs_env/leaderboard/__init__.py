"""A standing benchmark: agents against a frozen field in named scenarios, and on fixed tasks against one bot; the page made of them."""

from fs_env.leaderboard.entries import Entry, add, read_entries, write_entries
from fs_env.leaderboard.page import page
from fs_env.leaderboard.play import play
from fs_env.leaderboard.tasks import Task, options_of, task_of, tasks

__all__ = ["Entry", "Task", "add", "options_of", "page", "play", "read_entries", "task_of", "tasks", "write_entries"]
