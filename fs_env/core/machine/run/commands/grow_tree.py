"""GROW_TREE: rollouts that each go down a tree of information sets in a new determinization and add one node to it.

A node is an information set: what a seat knows when a seat has to choose, identified by a hash of its observation. In
each determinization only the actions count that are legal there, and each counts how often it was: P. Cowling, E. Powley and
D. Whitehouse, "Information set Monte Carlo tree search" (2012). An edge is chosen by the mean share of the seat that decides, and by
a bonus for what was rarely tried, larger for the action that a policy would take: C. Rosin, "Multi-armed bandits with episode
context" (2011).

The first row says what it says for ROLLOUTS, except `action` and `seed`: `reward_seat` is the searching seat. The first state is as
the caller gives it, the second is played on. `memory` holds the memories of the policies, and as many words to work with. The tree
is set up as in `tree_records`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.c_calls import call_policy
from ...compile.jit import Kernel
from ...compile.memory import make_as_rows, short_lived, short_lived_words
from ...table.rng import nth_seed
from ..codes import BAD_BUFFER, BAD_PLACE, DONE, REFUSED, RESAMPLED_SEEDS, STUCK
from ..policy_call import RANDOM_ADDRESS, SEED_AND_COUNTER
from .tree_nodes import NONE, make_edges, make_find_node
from .tree_records import HEADER, NODE, edge_dtype, words_of

if TYPE_CHECKING:
    from ...declare.spec import GameSpec

GIVEN, PLAYED, PLACES = 0, 1, 2  # the states
MAX_DEPTH = 1000  # choices from the root; beyond them the policies play
MEMORIES = 1000  # apart from the number of a rollout: seeds of policies


def make_prefer(kernel: Kernel, max_players: int) -> Callable[..., Any]:
    @kernel
    def prefer(row, seat, seen, acts, n, memory):
        """The action that the policy of a seat would take, NONE for random play, or a fault; `seen` is what the seat sees."""
        address = row.policies[seat]
        if address == RANDOM_ADDRESS:
            return NONE
        words = len(memory) // max_players
        answer = call_policy(address, seen, acts, n, memory[seat * words : (seat + 1) * words])
        for i in range(n):
            if acts[i] == answer:
                return answer
        row.bad_seat, row.bad_answer = seat, answer
        return REFUSED

    return prefer


def make_descend(kernel: Kernel, spec: GameSpec) -> Callable[..., Any]:
    to_act, legal, step, observe, num_actions = spec.to_act, spec.legal, spec.step, spec.observe, spec.num_actions
    key_of, find_node = make_find_node(kernel, spec.schema.size)
    list_edges, select = make_edges(kernel, num_actions)
    prefer = make_prefer(kernel, spec.max_players)

    @kernel
    def descend(s, row, header, nodes, edges, table, path, slots, kept, seen, acts, memory):
        """Plays from the root to a new node or to the end, writes edges and seats to `path`; returns how many edges, or a fault."""
        words, depth, seat = len(kept), 0, to_act(s)
        while seat >= 0 and depth < MAX_DEPTH:
            n = legal(s, acts)
            if n < 1:
                return STUCK
            chosen = int(acts[0])
            if n > 1:
                viewer = seat if header.everybody != 0 else row.reward_seat
                observe(s, viewer, seen)
                node = find_node(header, nodes, table, key_of(seen, seat))
                if node == NONE or not list_edges(header, nodes, edges, node, acts, n, slots):
                    return depth
                preferred = NONE
                own = memory[seat * words : (seat + 1) * words]
                if header.prior > 0.0:
                    if viewer != seat:
                        observe(s, seat, seen)
                    for k in range(words):
                        kept[k] = own[k]
                    preferred = prefer(row, seat, seen, acts, n, memory)
                    if preferred < NONE:
                        return preferred
                i = select(header, edges, slots, n, seat, preferred)
                chosen = int(acts[i])
                if preferred != NONE and chosen != preferred:
                    # the policy keeps in mind what was played, not what it would have played
                    for k in range(words):
                        own[k] = kept[k]
                    acts[0], acts[1] = chosen, chosen
                    call_policy(row.policies[seat], seen, acts, 2, own)
                path[2 * depth], path[2 * depth + 1] = slots[num_actions + i], seat
                depth += 1
            if step(s, chosen) != DONE:
                row.bad_seat, row.bad_answer = seat, chosen
                return REFUSED
            seat = to_act(s)
        return depth

    return descend


def make_bookkeeping(kernel: Kernel, max_players: int) -> tuple[Callable[..., Any], Callable[..., Any]]:
    @kernel
    def begin(row, start, own, seed):
        """Gives the policies their memories, and seeds that no other rollout has."""
        words = len(own) // max_players
        for k in range(len(own)):
            own[k] = start[k]
        for seat in range(max_players):
            own[seat * words] = nth_seed(seed, MEMORIES + seat)

    @kernel
    def back_up(row, edges, path, depth, n):
        share = row.returns[row.reward_seat]
        for k in range(depth):
            edge = path[2 * k]
            edges[edge].visits += 1
            edges[edge].squares += share * share
            for seat in range(n):
                edges[edge].totals[seat] += row.returns[seat]

    return begin, back_up


def make_grow_tree(
    kernel: Kernel,
    spec: GameSpec,
    is_seated: Callable[..., Any],
    finish: Callable[..., Any],
    copy_state: Callable[..., Any],
) -> Callable[..., Any]:
    resample, num_players = spec.resample, spec.num_players
    num_actions, max_players, obs_size = spec.num_actions, spec.max_players, spec.schema.size
    as_header, as_nodes, as_edges = (make_as_rows(dtype) for dtype in (HEADER, NODE, edge_dtype(max_players)))
    header_words, node_words = words_of(HEADER), words_of(NODE)
    descend = make_descend(kernel, spec)
    begin, back_up = make_bookkeeping(kernel, max_players)

    @kernel
    def grow_tree(S, number, words, rows, memory, tree):
        """Plays rollouts from the first state; overwrites the second; returns 0 or the first fault."""
        room = max_players * words
        if len(S) < PLACES:
            return BAD_PLACE
        if len(rows) < 1 or words < SEED_AND_COUNTER or len(memory) < 2 * room or len(tree) < header_words:
            return BAD_BUFFER
        row, header, n = rows[0], as_header(tree)[0], num_players(S[GIVEN])
        first_node = header_words + header.max_nodes
        first_edge = first_node + node_words * header.max_nodes
        if header.max_nodes < 1 or len(tree) < first_edge:
            return BAD_BUFFER
        if not is_seated(row, n):
            return BAD_PLACE
        table = tree[header_words:first_node]
        nodes, edges = as_nodes(tree[first_node:first_edge]), as_edges(tree[first_edge:])
        own = memory[room : 2 * room]
        seen, acts, stored = short_lived(obs_size), short_lived(num_actions), short_lived_words(words)
        path, slots = short_lived_words(2 * MAX_DEPTH), short_lived_words(2 * num_actions)
        for action in range(num_actions):
            slots[action] = NONE
        for _ in range(number):
            copy_state(S, GIVEN, PLAYED)
            s = S[PLAYED]
            seed = nth_seed(header.seed, header.n_rollouts)
            resample(s, row.reward_seat, seed ^ RESAMPLED_SEEDS)
            begin(row, memory, own, seed)
            depth = descend(s, row, header, nodes, edges, table, path, slots, stored, seen, acts, own)
            if depth < 0:
                return depth
            finish(s, row, seen, acts, own)
            if row.status != DONE:
                return row.status
            back_up(row, edges, path, depth, n)
            header.n_rollouts += 1
        return DONE

    return grow_tree
