"""The kernels that find, add and choose among the nodes and edges of a search tree (see `tree_records`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...compile.jit import Kernel
from ...table.rng import LOW64, mix, pick, word

NONE = -1
ONE = word(1)


def make_find_node(kernel: Kernel, obs_size: int) -> tuple[Callable[..., Any], Callable[..., Any]]:
    @kernel
    def key_of(seen, seat):
        key = mix(seat)
        for k in range(obs_size):
            if seen[k] != 0:
                key = (key + mix(seen[k] * obs_size + k)) & LOW64
        return np.int64(key >> ONE)

    @kernel
    def find_node(header, nodes, table, key):
        """The node of a key, NONE where there is none yet: then it is added, if there is room for it."""
        at = pick(key, 0, len(table))
        node = table[at]
        while node != NONE and nodes[node].key != key:
            node = nodes[node].next
        if node == NONE and header.n_nodes < len(nodes):
            added = header.n_nodes
            header.n_nodes += 1
            nodes[added].key = key
            nodes[added].first = NONE
            nodes[added].next = table[at]
            table[at] = added
        return node

    return key_of, find_node


def make_edges(kernel: Kernel, num_actions: int) -> tuple[Callable[..., Any], Callable[..., Any]]:
    @kernel
    def list_edges(header, nodes, edges, node, acts, n, slots):
        """Writes the edge of each legal action of a node to `slots`, from place `num_actions` on; returns whether all had room."""
        edge = nodes[node].first
        while edge != NONE:
            slots[edges[edge].action] = edge
            edge = edges[edge].next
        room = True
        for i in range(n):
            action = int(acts[i])
            edge = slots[action]
            if edge == NONE and header.n_edges < len(edges):
                edge = header.n_edges
                header.n_edges += 1
                edges[edge].action = action
                edges[edge].next = nodes[node].first
                edges[edge].visits = 0
                edges[edge].available = 0
                edges[edge].squares = 0.0
                edges[edge].totals[:] = 0.0
                nodes[node].first = edge
            slots[num_actions + i] = edge
            room = room and edge != NONE
        edge = nodes[node].first
        while edge != NONE:
            slots[edges[edge].action] = NONE
            edge = edges[edge].next
        return room

    @kernel
    def select(header, edges, slots, n, seat, preferred):
        """The place of the legal action to try, for the seat that decides; counts all of them as available."""
        visits, total = 0, 0.0
        for i in range(n):
            edge = slots[num_actions + i]
            edges[edge].available += 1
            visits += edges[edge].visits
            total += edges[edge].totals[seat]
        expected = total / visits if visits > 0 else 0.5
        best, top = 0, -1.0
        for i in range(n):
            edge = slots[num_actions + i]
            tried = edges[edge].visits
            weight = (1.0 - header.prior) / n
            if edges[edge].action == preferred:
                weight += header.prior
            mean = edges[edge].totals[seat] / tried if tried > 0 else expected
            score = mean + header.exploration * weight * n * math.sqrt(edges[edge].available) / (1.0 + tried)
            if score > top:
                best, top = i, score
        return best

    return list_edges, select
