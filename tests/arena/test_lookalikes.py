"""Attributes of a user's bot, whatever they are called, do not change how it is treated; and what a bot is given hides the deal."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from fs_env.agent_api.agent import FunctionAgent, as_agent
from fs_env.agent_api.hooks import asks_for
from fs_env.agent_api.seeds import seed_for
from fs_env.agent_api.shipped import is_shipped, policy_of
from fs_env.agent_api.specs import is_untrusted, load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.compiled import CompiledAgent
from fs_env.agents.heuristic.agent import HeuristicAgent
from fs_env.arena import Limits, Plan, Tournament, play_match
from fs_env.arena.compiled import CompiledRunner
from fs_env.arena.game_runner import GameRunner
from fs_env.arena.match import begin
from fs_env.arena.plan import Pairing
from fs_env.cli import main
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.search_tree import SearchTree
from fs_env.core.machine.table.rng import GOLDEN, MIX_1, MIX_2, mix, nth_seed_int
from fs_env.core.machine.table.seat_seeds import key_words, seat_seed_int
from fs_env.envs import GameVectorEnv
from fs_env.envs.labels import Labels
from fs_env.envs.text_table import TextTable
from fs_env.leaderboard.cells import Key, Part, play_cell
from fs_env.registry.games import load_game
from fs_env.serve.guard.limits import Limits as TableLimits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.setup import Setup
from fs_env.serve.table.bots import Bots
from fs_env.serve.table.game_table import Table
from tests.arena import lookalikes
from tests.arena.bots import NIM
from tests.arena.lookalikes import BOTS, Own, Plain
from tests.core.machine.nim import GAME

KEY, DEAL = "c0ffee" * 8, 77
CASTLES = "castles_of_caleira"
SEARCH = "search:rollouts=1,policy=random,value=none"


def command(capsys, name, spec, *words):
    """The status of a command, and its JSON without times, or its last words."""
    status = main([name, spec, *words, "--agent-key", KEY])
    printed = capsys.readouterr()
    told = re.sub(r'.*(seconds|per_s)".*', "", printed.out) or printed.err.splitlines()[-1]
    return status, told.replace(spec, "BOT")


def in_tournament(spec, **limits):
    tournament = Tournament(Plan((spec, "random"), games=4, game=NIM, agent_key=KEY), limits=Limits(**limits))
    tournament.run()
    return [replace(row, seat_seconds=()) for row in tournament.results.rows()]


def as_opponent(opponent):
    env, seen = GameVectorEnv(GAME, 3, opponents=opponent, autoreset_mode="SameStep"), []
    env.reset(seed=DEAL)
    for _ in range(20):
        seen.append(env.step(np.array([ids[0] for ids in env.legal_ids()[0]]))[0]["observation"].tobytes())
    env.close()
    return seen


def by_text(bot):
    table = TextTable(CASTLES, num_players=2, seed=DEAL, agents={1: bot}, agent_key=KEY)
    while not table.over:
        table.answer(table.message().actions[0].words)
    return table.choices


def at_a_table(spec, monkeypatch):
    """Its answer in the browser, and whether old decisions must be shown to it."""
    monkeypatch.setattr("fs_env.serve.table.bots.read_key", lambda given: bytes.fromhex(KEY))
    table = Table(Setup(CASTLES, (spec, "random"), ("Ann", "Bob")), seed=1)
    bots, limits = Bots(table), TableLimits()
    answer = asyncio.run(bots.answer(ThreadPools(limits), 0, table.state, limits))
    return answer, bots.remembers(0), bots.faults


def compare(play):
    """What hosts make of a plain bot; that of each bot with unrelated attributes is the same."""
    plain, *others = [play(f"{lookalikes.__name__}:{bot.__name__}", bot) for bot in BOTS]
    for other in others:
        for host, result in plain.items():
            assert other[host] == result, host
    return plain


def test_lookalikes__play_everywhere_as_without(monkeypatch):
    """Attributes with the names that hosts use in their own agents, as objects, methods or properties that raise, change nothing: in
    tournaments, matches, environments, conversations and tables in the browser."""

    def play(spec, bot):
        return {
            "tournament": in_tournament(spec),
            "match": replace(play_match(GAME, [bot(), bot()], seed=3, agent_key=KEY), seat_seconds=()),
            "opponents": [as_opponent(given) for given in (bot, bot(), spec)],
            "text": by_text(bot()),
            "serve": at_a_table(spec, monkeypatch),
        }

    assert compare(play)["serve"][1:] == (False, [])


@pytest.mark.slow
def test_lookalikes__in_the_commands(capsys):
    """So it is in isolation, and in the commands tournament, solo, puzzles, exploit and evaluate."""

    def play(spec, bot):
        cell = play_cell(Part(spec, Key("castles_2", "random", 11), KEY, limits=Limits()))
        return {
            "isolated": in_tournament(spec, isolate=True),
            "tournament": command(
                capsys, "tournament", spec, "random", "--game", CASTLES, "--games", "2", "--json", "-", "--trusted"
            ),
            "solo": command(capsys, "solo", spec, "--games", "1", "--max-decisions", "300", "--json", "-"),
            "puzzles": command(capsys, "puzzles", spec, "--games", "1", "--json", "-"),
            "exploit": command(capsys, "exploit", spec, "--game", CASTLES, "--games", "2"),
            "evaluate": replace(cell, seconds=0, wall=0),
        }

    plain = compare(play)
    assert [plain[name][0] for name in ("tournament", "solo", "puzzles")] == [0, 0, 0]
    assert plain["exploit"][0] != 0 and "expected a compiled bot" in plain["exploit"][1]


def test_requests__of_another_type_are_refused():
    for name in ("reads_text", "reads_messages", "wants_determinizations", "waits"):
        for value in ("yes", 1, None, lambda self: True):
            with pytest.raises(
                TypeError, match=rf"bot 'Asks': its attribute {name} is .*: expected True or False; rename"
            ):
                as_agent(type("Asks", (Plain,), {name: value}))
        assert asks_for(as_agent(type("Asks", (Plain,), {name: True})), name)


def test_shipped__is_recognised_by_types_and_functions():
    """Code is of this package if its class and its kernels are, whatever they are called; bots in parameters count."""

    class Mine(HeuristicAgent):
        pass

    Forged = type("HeuristicAgent", (Plain,), {"__module__": HeuristicAgent.__module__})
    given = CompiledAgent.__new__(CompiledAgent)
    given.policy = Own.policy
    game, own = load_game(CASTLES), f"{lookalikes.__name__}:Own"
    search, late = (load_agent(f"search:rollouts=1,policy={own}", of) for of in (game, None))
    foreign = [Mine(), Forged(), given, Own(), Own, Own.policy, FunctionAgent(lambda view: 0), search, late]
    assert not any(map(is_shipped, foreign)) and is_untrusted(f"search:policy={own}", CASTLES)
    ours = [load_agent(spec, game) for spec in ("random", "heuristic", "search:rollouts=1", f"policy:{CASTLES}")]
    assert all(map(is_shipped, [*ours, *filter(None, map(policy_of, ours))]))
    assert not is_untrusted(f"search:policy=policy:{CASTLES};sample=1", CASTLES) and policy_of(Own()) is Own.policy


def undone(seed, seats=4):
    """Deals from which a seed would come by a formula that can be undone: multiples of odd numbers, as they are or scrambled."""
    scrambled = unshifted(seed, 31) * pow(MIX_2, -1, 2**64) % 2**64
    scrambled = unshifted(unshifted(scrambled, 27) * pow(MIX_1, -1, 2**64) % 2**64, 30)
    sums = [one - (seat + 1) * MIX_1 for one in (seed, scrambled) for seat in range(seats)]
    return {one % 2**63 for total in sums for one in (total, total * pow(GOLDEN, -1, 2**64) - 1)}


def unshifted(number, bits):
    """The 64-bit number whose exclusive or with itself, shifted to the right, is `number`."""
    found = number
    for _ in range(64 // bits):
        found = number ^ (found >> bits)
    return found


def reveals(seed, deal, seats=4, tries=300):
    """Whether a seed gives away the deal: by undoing a formula, or by trying all small deals."""
    return deal % 2**63 in undone(seed) or seed in small(tries, seats)


@lru_cache
def small(tries, seats):
    """The seeds without a secret key, for all small deals."""
    deals = [(number, seat) for number in range(tries) for seat in range(seats)]
    return {seat_seed_int(*key_words(), *deal) for deal in deals}


def test_seeds__of_no_kind_of_agent_can_be_undone():
    """From no number that an agent gets a formula leads back to the deal: bots of this package and others, compiled or in Python, models,
    opponents of environments, labels, policies in a search. Those of bots of this package repeat with the deal under any key, and
    compiled rows give the same ones as matches."""
    deal, own, noted = 2**62 + 12345, f"{lookalikes.__name__}:Own", []
    linear = ((deal + 1) * GOLDEN + 2 * MIX_1) % 2**64
    assert deal in undone(linear % 2**63) and deal in undone(int(mix(np.int64(linear - 2**64 * (linear >> 63)))))
    ours = [load_agent(spec, GAME) for spec in ("random", SEARCH, "llm:model=none,url=http://localhost:9/v1")]
    for key in (KEY, "c0de" * 12):
        got = []
        for bots in ((own, "random"), ("random", own), ("random", "random")):
            plan = Plan(bots, games=2, game=NIM, agent_key=key)
            runner = CompiledRunner(
                plan, {k: policy_of(plan.make(bot)) for k, bot in enumerate(bots)}, 1, GameRunner(plan, Limits())
            )
            runner._call([Pairing(0, deal, (0, 1))])
            got += runner._rows.memory[0, :2, 0].tolist()
        Own.seeds.clear()
        play_match(GAME, [Own(), ours[0]], seed=deal, agent_key=key)
        play_match(GAME, [ours[0], Own()], seed=deal, agent_key=key)
        assert [got[0], got[3]] == Own.seeds, "compiled rows and matches agree"
        for agent in ours:
            begin(agent, 1, deal, bytes.fromhex(key))
        noted.append([*got, *(agent._seed for agent in ours)])
    assert [one == other for one, other in zip(*noted, strict=True)] == [k not in (0, 3) for k in range(9)]
    assert {*noted[0][1::4], *noted[0][6:]} == {seat_seed_int(*key_words(), deal, 1)}
    for opponent in ("random", SEARCH):
        env = GameVectorEnv(GAME, 2, opponents=opponent, seat=0)
        env.reset(seed=deal)
        labels, (known,) = Labels(env, "random"), env._dealer.known
        labels()
        noted += [env._rows.memory[:, 1, 0].tolist() if known.policy else [a._seed for a in known._agents.values()]]
        noted += [labels._memory[:, 0].tolist()]
    assert not any(undone(int(one)) & {deal, deal + 1} for part in noted for one in part)
    tree = SearchTree(GAME, RANDOM, RANDOM, None, exploration=1.0, prior=0.0, everybody=True)
    S = GAME.new()
    GAME.setup(S, seed=1)
    tree.plant(S, 0, RANDOM.new_memory(1), seed=deal, stop_turn=0, cooperative=False)
    tree.grow(1)
    assert not any(undone(int(one)) & {deal, nth_seed_int(deal, 0)} for one in tree._memory[1, :2, 0])


def test_seeds__of_custom_bots_hide_the_deal():
    """No kind of bot that is not of this package gets a seed from which the deal follows, in matches and environments; with the same
    key it gets the same one, without a key another one each time."""
    assert reveals(seed_for(load_agent(SEARCH, GAME), None, DEAL, 1), DEAL)
    got = []

    class Noting(Plain):
        def reset(self, seat, seed):
            super().reset(seat, seed)
            got.append(seed)

    class Batch:
        def reset_batch(self, rows, seats, seeds):
            got.extend(seeds.tolist())

        def act_batch(self, observations, masks, rows):
            return masks.argmax(axis=1)

    function, runs = FunctionAgent(lambda view: int(view.legal[0])), []
    for key in (KEY, KEY, None):
        got.clear()
        Own.seeds.clear()
        play_match(GAME, [Noting(), Own()], seed=DEAL, agent_key=key)
        play_match(GAME, [function, CompiledOwn()], seed=DEAL, agent_key=key)
        runs.append([*got, *Own.seeds, function.last_reset[1]])
    assert runs[0] == runs[1] and not {*runs[1]} & {*runs[2]} and len({*runs[2]}) > 1
    for opponent in (Noting, Batch(), Own, Own.policy):
        env = GameVectorEnv(GAME, 2, opponents=opponent, seat=0)
        got.clear()
        env.reset(seed=DEAL)
        seeds = got or env._rows.memory[:, 1, 0].tolist()
        assert len(seeds) == 2 and not any(reveals(seed, DEAL + row) for row, seed in enumerate(seeds)), opponent
    assert not any(reveals(seed, DEAL) for run in runs for seed in run)


class CompiledOwn(CompiledAgent):
    name, policy = "compiled own", Own.policy

    def reset(self, seat, seed):
        super().reset(seat, seed)
        Own.seeds.append(seed)


def test_determinizations__of_custom_bots_are_drawn_with_the_key():
    """What a custom bot may draw from depends on the key, so no seed of a deal can be tried by it; that of a bot of this package does
    not."""

    def drawn(agent, key):
        S = GAME.new()
        GAME.setup(S, seed=DEAL)
        view = SeatView(GAME, 0, 2, GAME.observe(S, 0), GAME.mask(S))
        complete_view(view, agent, GAME, S, 0, DEAL, key)
        return view.determinization_bytes()

    custom, ours, keys = (
        type("Draws", (Plain,), {"wants_determinizations": True})(),
        load_agent("search:policy=random,value=none", GAME),
        [bytes(16), bytes(17)],
    )
    assert len({drawn(custom, key) for key in keys}) == 2 and len({drawn(ours, key) for key in keys}) == 1
    assert drawn(custom, keys[0]) == drawn(custom, keys[0]) != drawn(ours, keys[0])


def test_agent_key__is_stored_with_a_tournament(tmp_path):
    """A results file keeps its key, with which it is continued, and refuses another one; the key is no part of the plan that it tells."""
    plan, file = Plan((f"{lookalikes.__name__}:Own", "random"), games=4, game=NIM), tmp_path / "r.db"
    first = Tournament(plan, file)
    first.results.close()
    again = Tournament(replace(plan, games=8), file)
    again.run()
    whole = Tournament(replace(plan, games=8, agent_key=first.plan.agent_key))
    whole.run()
    rows = [[replace(row, seat_seconds=()) for row in one.results.rows()] for one in (again, whole)]
    assert rows[0] == rows[1] and first.plan.agent_key.hex() not in json.dumps(plan.to_json()) + repr(first.plan)
    with pytest.raises(ValueError, match="has another agent key: give none"):
        Tournament(replace(plan, agent_key=KEY), file)
    for wrong in ("00" * 15, "xy" * 16, "00" * 65, 5):
        with pytest.raises(ValueError, match="expected 32 to 128 hexadecimal digits"):
            replace(plan, agent_key=wrong)
