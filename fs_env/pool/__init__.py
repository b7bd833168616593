"""Supervised worker processes: one pool, with processes of this machine or actors of a Ray cluster behind it."""

from fs_env.pool.local import LocalProcesses
from fs_env.pool.pool import Backend, Pool
from fs_env.pool.tasks import NO_MARK, Context, TaskFailed

__all__ = ["NO_MARK", "Backend", "Context", "LocalProcesses", "Pool", "TaskFailed"]
