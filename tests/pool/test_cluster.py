"""Joining a Ray cluster that is not there. Needs no Ray: the stand-in fails when it is asked to begin."""

from __future__ import annotations

import socket
import sys
from types import ModuleType

import pytest

from fs_env.pool.cluster import join


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_join__an_address_where_nothing_listens(monkeypatch, scheme) -> None:
    """It is refused at once, with the address and the reason, before Ray begins to try for minutes."""

    def init(**_):
        pytest.fail("Ray was asked to begin")

    fake, errors = ModuleType("ray"), ModuleType("ray.exceptions")
    fake.is_initialized, fake.init, fake.exceptions = bool, init, errors
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setitem(sys.modules, "ray.exceptions", errors)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(RuntimeError, match=f"--ray {address}: no Ray cluster can be reached there .*refused"):
        join(address)
