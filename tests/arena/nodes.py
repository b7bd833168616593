"""A Ray cluster of two nodes on this machine, for tests; it is patient where other work slows its processes down.

Ray gives up a process that needs a minute to begin, and a node that does not answer for ten seconds. A node that is killed refuses
connections and is noticed as soon as ever. One limit cannot be set: a node that has not begun within 30 seconds is given up, so it is
begun again, and the tests are skipped where it never begins.

Only one cluster is there at a time, whatever workers and runs of pytest there are: address `auto` finds any on this machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

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
}


@contextmanager
def no_other_cluster() -> Iterator[None]:
    """Waits until no other test has a cluster on this machine; none begins before the block ends."""
    from filelock import FileLock  # which Ray needs, too

    with FileLock(Path(gettempdir()) / f"fs_env_ray_{os.getuid()}.lock"):
        yield


@contextmanager
def two_nodes(**settings: Any) -> Iterator[Any]:
    """A `ray.cluster_utils.Cluster` of a head and another node, `second`, of one processor each; they end with the block."""
    with no_other_cluster(), pytest.MonkeyPatch.context() as patch:
        for name, value in SETTINGS.items():
            patch.setenv(name, str(value))
        made = patiently(lambda: cluster_of_one(**settings))
        try:
            made.second = another_node(made, **settings)
            yield made
        finally:
            made.shutdown()


def another_node(cluster: Any, **settings: Any) -> Any:
    """One more node of one processor, which has joined the cluster."""
    node = patiently(lambda: cluster.add_node(num_cpus=1, wait=False, **settings))
    cluster.wait_for_nodes(PATIENCE)
    return node


def cluster_of_one(**settings: Any) -> Any:
    """A cluster whose head has joined it."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False, "wait": False, **settings}
    made = Cluster(initialize_head=True, head_node_args=head)
    made.wait_for_nodes(PATIENCE)
    return made


def patiently(begin: Callable[[], Any]) -> Any:
    """What `begin` returns, tried again where a node has not begun in time; skips the test in the end."""
    for _ in range(ATTEMPTS):
        try:
            return begin()
        except Exception as error:  # Ray raises no kind of its own here
            if TOO_LATE not in str(error):
                raise
    pytest.skip(f"no Ray node began within 30 seconds in {ATTEMPTS} attempts: this machine is too busy")
