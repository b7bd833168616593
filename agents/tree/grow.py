"""The tree search in compiled code: iterations that each play one world from the root to a leaf and add one node.

A node is an information set: what a seat knows when somebody has to choose, found again by a number made of its observation. In
each world only the actions are weighed that are legal there, and each counts how often it was: P. Cowling, E. Powley and
D. Whitehouse, "Information set Monte Carlo tree search" (2012). An edge is chosen by the mean share of the seat that decides, and by
a bonus for what was rarely tried, larger for the action that a policy would take: C. Rosin, "Multi-armed bandits with episode context"
(2011).
"""

from __future__ import annotations

import math
from typing import Any

import numba

from fs_env.agents.tree.entry_call import ask_entry
from fs_env.agents.tree.records import NONE, kernel
from fs_env.core.machine.compile.disk_cache import keep
from fs_env.core.machine.compile.jit import compiled, fix_signature
from fs_env.core.machine.run.commands.codes import (
    ADVANCE,
    DONE,
    LEGAL,
    NO_ACTION,
    OBSERVE,
    REFUSED,
    RESAMPLE,
    RETURNS,
    STEP,
    STUCK,
    TO_ACT,
)
from fs_env.core.machine.run.policy_call import RANDOM_ADDRESS, ask_policy
from fs_env.core.machine.run.value_call import NO_VALUE, ask_value
from fs_env.core.machine.table.rng import pick, seat_seed
from fs_env.core.machine.table.shares import share_returns, share_scores

GIVEN, PLAYED, STATES = 0, 1, 2  # the places of the root and of the game that is played
MEMORIES = 1000  # apart from the number of an iteration: seeds of policies


@kernel
def begin_world(task, S, numbers, start, memory, obs, mask):
    """Writes a new world over the state that is played, and the memories of the policies; returns a status."""
    width, words = task.width, task.words
    for k in range(width):
        S[width + k] = S[k]
    seed = seat_seed(task.seed, task.done)
    for k in range(task.max_players * words):
        memory[k] = start[k]
    for seat in range(task.max_players):
        memory[seat * words] = seat_seed(seed, MEMORIES + seat)
    return ask_entry(task.entry, RESAMPLE, S, width, PLAYED, numbers, memory, seed, task.seat, obs, mask)


@kernel
def key_of(obs, size, seat):
    """A number for what is known and who decides."""
    key = seat_seed(seat, size)
    for k in range(size):
        if obs[k] != 0:
            key = seat_seed(key, obs[k] * size + k)
    return key


@kernel
def find_node(task, nodes, table, key):
    """The node of a key, NONE where there is none yet: then it is added, if there is room for it."""
    at = pick(key, 0, len(table))
    node = table[at]
    while node != NONE and nodes[node].key != key:
        node = nodes[node].next
    if node == NONE and task.n_nodes < len(nodes):
        added = task.n_nodes
        task.n_nodes += 1
        nodes[added].key = key
        nodes[added].first = NONE
        nodes[added].next = table[at]
        table[at] = added
    return node


@kernel
def list_edges(task, nodes, edges, totals, node, acts, n, slots):
    """Writes the edge of each legal action of a node to `slots`, from place `num_actions` on; makes those that are missing.

    Returns whether there was room for all.
    """
    edge = nodes[node].first
    while edge != NONE:
        slots[edges[edge].action] = edge
        edge = edges[edge].next
    room = True
    for i in range(n):
        action = int(acts[i])
        edge = slots[action]
        if edge == NONE and task.n_edges < len(edges):
            edge = task.n_edges
            task.n_edges += 1
            edges[edge].action = action
            edges[edge].next = nodes[node].first
            edges[edge].visits = 0
            edges[edge].available = 0
            edges[edge].squares = 0.0
            totals[edge, :] = 0.0
            nodes[node].first = edge
        slots[task.num_actions + i] = edge
        room = room and edge != NONE
    edge = nodes[node].first
    while edge != NONE:
        slots[edges[edge].action] = NONE
        edge = edges[edge].next
    return room


@kernel
def select(task, edges, totals, slots, n, seat, preferred):
    """The place of the legal action to try, for the seat that decides; counts the others as available."""
    visits, total = 0, 0.0
    for i in range(n):
        edge = slots[task.num_actions + i]
        edges[edge].available += 1
        visits += edges[edge].visits
        total += totals[edge, seat]
    expected = total / visits if visits > 0 else 0.5
    best, top = 0, -1.0
    for i in range(n):
        edge = slots[task.num_actions + i]
        tried = edges[edge].visits
        weight = (1.0 - task.prior) / n
        if edges[edge].action == preferred:
            weight += task.prior
        mean = totals[edge, seat] / tried if tried > 0 else expected
        score = mean + task.exploration * weight * n * math.sqrt(edges[edge].available) / (1.0 + tried)
        if score > top:
            best, top = i, score
    return best


@kernel
def prefer(task, memory, acts, n, seat, obs):
    """The action that the policy of a seat would take, NONE for random play, or a fault; `obs` is what the seat sees."""
    address = task.policy if seat == task.seat else task.opponents
    if address == RANDOM_ADDRESS:
        return NONE
    own = memory[seat * task.words : (seat + 1) * task.words]
    answer = ask_policy(address, obs, acts, n, own)
    for i in range(n):
        if acts[i] == answer:
            return answer
    task.bad_seat, task.bad_answer = seat, answer
    return REFUSED


@kernel
def descend(task, S, numbers, memory, nodes, edges, totals, table, path, slots, kept, obs, acts, pair, mask):
    """Plays from the root to a new node or to the end; returns how many edges were taken, or a fault."""
    width, words, depth = task.width, task.words, 0
    size, room = len(obs), len(kept)
    while True:
        seat = ask_entry(task.entry, TO_ACT, S, width, PLAYED, numbers, memory, 0, 0, obs, mask)
        if seat < 0 or depth == len(path):
            return depth if seat >= NONE else seat
        n = ask_entry(task.entry, LEGAL, S, width, PLAYED, numbers, memory, 0, 0, acts, mask)
        if n < 1:
            return n if n < 0 else STUCK
        chosen = int(acts[0])
        if n > 1:
            viewer = seat if task.everybody != 0 else task.seat
            status = ask_entry(task.entry, OBSERVE, S, width, PLAYED, numbers, memory, 0, viewer, obs, mask)
            if status < DONE:
                return status
            node = find_node(task, nodes, table, key_of(obs, size, seat))
            if node == NONE or not list_edges(task, nodes, edges, totals, node, acts, n, slots):
                return depth
            preferred = NONE
            if task.prior > 0.0:
                if viewer != seat:
                    ask_entry(task.entry, OBSERVE, S, width, PLAYED, numbers, memory, 0, seat, obs, mask)
                for k in range(room):
                    kept[k] = memory[seat * words + k]
                preferred = prefer(task, memory, acts, n, seat, obs)
                if preferred < NONE:
                    return preferred
            i = select(task, edges, totals, slots, n, seat, preferred)
            chosen = int(acts[i])
            if preferred != NONE and chosen != preferred:
                # the policy keeps in mind what was played, not what it would have played
                for k in range(room):
                    memory[seat * words + k] = kept[k]
                pair[0], pair[1] = chosen, chosen
                own = memory[seat * words : (seat + 1) * words]
                ask_policy(task.policy if seat == task.seat else task.opponents, obs, pair, 2, own)
            path[depth, 0], path[depth, 1] = slots[task.num_actions + i], seat
            depth += 1
        status = ask_entry(task.entry, STEP, S, width, PLAYED, numbers, memory, 0, chosen, obs, mask)
        if status != DONE:
            task.bad_seat, task.bad_answer = seat, chosen
            return status if status < DONE else REFUSED


@kernel
def score_seats(task, S, numbers, memory, shares, obs, mask):
    """Writes the score of each seat; zeros without a value."""
    for seat in range(task.num_players):
        shares[seat] = 0.0
        if task.value != NO_VALUE:
            ask_entry(task.entry, OBSERVE, S, task.width, PLAYED, numbers, memory, 0, seat, obs, mask)
            shares[seat] = ask_value(task.value, obs, task.weights, task.n_weights)


@kernel
def play_out(task, S, numbers, memory, shares, obs, mask):
    """Plays on from a leaf, by the policies of the row, and writes each seat's share of the win; returns a status."""
    seat = ask_entry(task.entry, TO_ACT, S, task.width, PLAYED, numbers, memory, 0, 0, obs, mask)
    if seat < 0:
        status = ask_entry(task.entry, RETURNS, S, task.width, PLAYED, numbers, memory, 0, 0, obs, mask)
    else:
        status = ask_entry(task.entry, ADVANCE, S, task.width, PLAYED, numbers, memory, 0, NO_ACTION, obs, mask)
        if status >= 0:
            score_seats(task, S, numbers, memory, shares, obs, mask)
            share_scores(shares[: task.num_players], task.together)
            return DONE
    if status < NONE:
        return status
    share_returns(shares[: task.num_players], task.together)
    return DONE


def grow_tree(
    tasks,
    S,
    numbers,
    start,
    memory,
    nodes,
    edges,
    totals,
    table,
    path,
    slots,
    shares,
    kept,
    obs,
    acts,
    pair,
    mask,
    number,
):
    """Plays iterations; `shares` is the place of the returns in `numbers`. Returns how many edges the last one took, or a fault."""
    task = tasks[0]
    depth = 0
    for _ in range(number):
        status = begin_world(task, S, numbers, start, memory, obs, mask)
        if status < DONE:
            return status
        depth = descend(task, S, numbers, memory, nodes, edges, totals, table, path, slots, kept, obs, acts, pair, mask)
        if depth < 0:
            return depth
        status = play_out(task, S, numbers, memory, shares, obs, mask)
        if status < DONE:
            return status
        for k in range(depth):
            edge = path[k, 0]
            edges[edge].visits += 1
            edges[edge].squares += shares[task.seat] ** 2
            for seat in range(task.num_players):
                totals[edge, seat] += shares[seat]
        task.done += 1
    return depth


def make_grow() -> Any:
    """`grow_tree`, compiled for all games at once, its code kept on disk."""
    if not compiled():
        return grow_tree
    dispatcher = keep(numba.njit(nogil=True, _nrt=False)(grow_tree), "the tree search")
    fix_signature(dispatcher, kernel.signature(grow_tree), part=False)
    return dispatcher


grow = make_grow()
