"""Supervised worker processes: a pool on this machine (`LocalPool`), or on a Ray cluster (`fs_env.pool.cluster.RayPool`)."""

from fs_env.pool.local import LocalPool
from fs_env.pool.pool import Pool
from fs_env.pool.tasks import NO_MARK, Context, TaskFailed

__all__ = ["NO_MARK", "Context", "LocalPool", "Pool", "TaskFailed"]
