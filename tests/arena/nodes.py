"""A Ray cluster of two nodes on this machine, for tests; it is patient where other work slows its processes down.

Ray gives up a process that needs a minute to begin, and a node that does not answer for ten seconds. A node that is killed refuses
connections and is noticed as soon as ever. One limit cannot be set: a node that has not begun within 30 seconds is given up, so it is
begun again, and the tests are skipped where it never begins.

Only one cluster is there at a time, whatever workers and runs of pytest there are: address `auto` finds any on this machine. The tests
of a process share it, and a node that one of them has killed is begun anew for the next one. One worker of pytest gets all files that
name `shared_cluster`: others would wait until it ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

import pytest

SHARED: pytest.StashKey[Any] = pytest.StashKey()
ROOM = 80 * 2**20  # bytes of a node's object store, the least that Ray takes
ATTEMPTS = 3
TOO_LATE = "timed out during startup"  # as Ray says it
PATIENCE = 600
"""Seconds that a process may take to begin."""
SETTINGS = {
    "RAY_worker_register_timeout_seconds": PATIENCE,
    "RAY_raylet_start_wait_time_s": PATIENCE,
    "RAY_gcs_rpc_server_connect_timeout_s": PATIENCE,
    "RAY_gcs_server_request_timeout_seconds": PATIENCE,
    "RAY_health_check_timeout_ms": 120_000,
    "RAY_health_check_period_ms": 500,
    "RAY_health_check_initial_delay_ms": 500,
}


def shared_cluster(request: pytest.FixtureRequest) -> Any:
    """The cluster of this session, begun for the first test that asks for it, with both nodes alive.

    Its processes find what this repository holds. While there is a file at the path `once` of the cluster, the first of
    `tests.training.selfplay.bots.Mortal` there removes it and dies.
    """
    config = request.config
    if SHARED not in config.stash:
        stack = ExitStack()
        config.add_cleanup(stack.close)
        config.stash[SHARED] = stack.enter_context(two_nodes())
    made = config.stash[SHARED]
    if made.second not in made.worker_nodes:
        made.second = another_node(made)
    return made


@contextmanager
def no_other_cluster() -> Iterator[None]:
    """Waits until no other test has a cluster on this machine; none begins before the block ends."""
    from filelock import FileLock  # which Ray needs, too

    with FileLock(Path(gettempdir()) / f"fs_env_ray_{os.getuid()}.lock"):
        yield


@contextmanager
def two_nodes() -> Iterator[Any]:
    with no_other_cluster(), TemporaryDirectory() as folder, environment(SETTINGS):
        once = Path(folder) / "once"
        there = {"PYTHONPATH": Path(__file__).parents[2], "MORTAL": once, "SPARED": os.getpid()}
        with environment(there):
            made = patiently(cluster_of_one)
        made.once, made.there = once, there
        try:
            made.second = another_node(made)
            yield made
        finally:
            made.shutdown()


@contextmanager
def environment(variables: dict[str, Any]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, str(value))
        yield


def another_node(cluster: Any) -> Any:
    with environment(cluster.there):
        node = patiently(lambda: cluster.add_node(num_cpus=1, wait=False, object_store_memory=ROOM))
    cluster.wait_for_nodes(PATIENCE)
    return node


def cluster_of_one() -> Any:
    from ray.cluster_utils import Cluster

    # Each of these three would be a process that takes seconds.
    less = {"include_dashboard": False, "include_log_monitor": False, "no_monitor": True}
    head = {"num_cpus": 1, "wait": False, "object_store_memory": ROOM, **less}
    made = Cluster(initialize_head=True, head_node_args=head)
    made.wait_for_nodes(PATIENCE)
    return made


def patiently(begin: Callable[[], Any]) -> Any:
    """Result of `begin`, tried again where a node has not begun in time; skips the test in the end."""
    for _ in range(ATTEMPTS):
        try:
            return begin()
        except Exception as error:  # Ray raises no kind of its own here
            if TOO_LATE not in str(error):
                raise
    pytest.skip(f"no Ray node began within 30 seconds in {ATTEMPTS} attempts: this machine is too busy")
