"""What every command has in common: its help, and how it refuses what it does not know."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator

import pytest

from fs_env.cli import main, make_parser
from fs_env.cli.train import missing

BOT = """
from math import sin
class Bot: ...
def choose(view): return view.legal[0]
"""
REFUSED = (
    ("tournement", "did you mean 'tournament'?"),
    ("tournament random random --plaers 3", "did you mean '--players'?"),
    ("tournament random random --game castles", "did you mean 'castles_of_caleira'?"),
    ("tournament random heuristc --db out.db --replays out", "did you mean 'heuristic'?"),
    ("tournament random my_bot.py", 'did you mean "my_bot.py:NAME"? It defines Bot, choose'),
    ("tournament random my_bot", 'did you mean "my_bot.py:NAME"?'),
    ("tournament random random --option haldout=1", "did you mean 'held_out'?"),
    ("tournament random random --option draft=mni", "did you mean 'mini'?"),
    ("tournament random random --option held_out=9 --db out.db", "held_out=9 is outside -5..5"),
    ("tournament random random --sets glod", "did you mean 'gold'?"),
    ("tournament random random --players 9 --json out.json", "num_players=9 is outside 2..4"),
    ("tournament random random --option draft=two --players 3", 'draft="two" is for two players'),
    ("tournament random random --sets plus --option held_out=-2 --option draft=mini", "choose more sets"),
    ("tournament random random --schedule alon", "did you mean 'alone'?"),
    ("tournament random random --workers -1", "--workers -1"),
    ("compare random", "compare needs two bots"),
    ("compare random heuristc", "did you mean 'heuristic'?"),
    ("compare random heuristic --margin 0", "--margin 0: expected a number above 0"),
    ("compare random heuristic --margin 50", "expected a number of points below 50"),
    ("compare random heuristic --confidence 100", "expected a number between 50 and 100"),
    ("compare random heuristic --luck auot", "did you mean 'auto'?"),
    ("selfplay --bot serch --out out", "did you mean 'search'?"),
    ("evaluate randm --out out.json", "did you mean 'random'?"),
    ("fit-value out --game betrayl", "did you mean 'betrayal'?"),
    ("soak out --game four", "did you mean 'four_souls'?"),
    ("play randm", "did you mean 'random'?"),
    ("solo randm", "did you mean 'random'?"),
    ("serve --port 99999999", "--port 99999999"),
    ("serve --game castles", "did you mean 'castles_of_caleira'?"),
    ("puzzles hueristic", "did you mean 'heuristic'?"),
    ("standings missing.sqlite", "'missing.sqlite': there is no such file"),
    ("luck missing.json", "'missing.json': there is no such file"),
    ("luck my_bot.py --rollouts 5000", "rollouts=5000 is out of range"),
    ("cards xyzzy", "no card is named 'xyzzy'"),
    ("cards --sets nosuch", "unknown set 'nosuch'"),
    ("cards --deck nosuch", "unknown deck 'nosuch'"),
    ("bench castles", "did you mean 'castles_of_caleira'?"),
    ("policies betrayal4", "did you mean 'betrayal_4'?"),
    ("train ppo run --game castles", "did you mean 'castles_of_caleira'?"),
    ("train ppo run --init=betrayal4", "did you mean 'betrayal_4'?"),
    ("exploit randm", "did you mean 'random'?"),
    ("leaderboard randm --db out", "did you mean 'random'?"),
    ("actions --game castles", "did you mean 'castles_of_caleira'?"),
    ("bench --sets bse", "did you mean 'base'?"),
    ("train pop out", "did you mean 'ppo'?"),
    ("train ppo run --lerning-rate 1", "did you mean '--learning-rate'?"),
    ("train ppo run --learning-rate x", "--learning-rate 'x': expected a number"),
    ("train ppo run --learning-rate -1", "learning_rate=-1.0 is out of range"),
    ("train ppo run --critic own_", "did you mean 'own'?"),
    ("train ppo run --config missing.toml", "missing.toml: No such file"),
    ("train ppo run --resume", "contains no run to resume"),
    ("train ppo run --option draft=mni", "did you mean 'mini'?"),
    ("train ppo run --opponents heuristc=1", "did you mean 'heuristic'?"),
    ("train clone run --teacher heuristc", "did you mean 'heuristic'?"),
    ("train clone run --data missing", "data 'missing': there is no such folder"),
    ("train league run --self-weight 2", "self_weight=2.0"),
    ("train sb3 run --opponents past=1", "a bot besides"),
    ("train best_response run --against heuristc", "did you mean 'heuristic'?"),
    ("train expert_iteration run --search rolouts=3", "did you mean 'rollouts'?"),
    ("tournament random search:rolouts=3", "did you mean 'rollouts'?"),
    ("tournament random search:rollouts=x", "expected a whole number"),
    ("tournament random tree:prior=4", "prior=4.0: expected a number from 0 to 1"),
    ("tournament random search:policy=heuristc", "did you mean 'heuristic'?"),
    ("play passes:agnt=heuristic", "did you mean 'agent'?"),
    ("evaluate passes:agent=heuristic,rule=concernd --game four_souls", "the rules of passing of four_souls are"),
    ("solo llm:modl=a", "did you mean 'model'?"),
    ("serve llm:model=a,temperature=9", "temperature=9: expected a number from 0 to 2"),
    ("selfplay --bot policy:missing.npz --out out", "there is no file 'missing.npz'"),
    ("exploit missing.py:Bot", "there is no file 'missing.py'"),
    ("puzzles missing.module:Bot", "there is no module 'missing'"),
    ("play aggressive --game betrayal", "there is none for 'betrayal'"),
    ("tournament random random --game betrayal --option packs=1", "packs=1 is no full game"),
    ("play --game betrayal --option packs=documented,original --option haunt=3", "add the pack 'haunts', packs=7"),
    ("tournament random", "a tournament needs at least two bots"),
    ("tournament random random --agent-key zz", "expected 32 to 128 hexadecimal digits"),
    ("tournament random random --seed -1", "--seed -1: expected 0 or more"),
    ("exploit random --games 0", "--games 0: expected 1 or more"),
    ("leaderboard", "leaderboard: nothing to do"),
    ("fit-value out --rollouts 0", "--rollouts 0: expected 1 or more"),
    ("soak out --minutes 0", "--minutes 0: expected a number above 0"),
    ("tournament random search:value=four_sols_2", "did you mean 'four_souls_2'?"),
    ("exploit random --value four_sols_2", "did you mean 'four_souls_2'?"),
    ("exploit random --side heroes", "four_souls assigns no sides"),
    ("exploit random --game betrayal --side heros", "did you mean 'heroes'?"),
    ("play --seat 2", "--seat 2: expected 0..1 with 2 players"),
    ("play --names a,b,c", "expected 2 different names"),
    ("exploit search:rollouts=3", "expected a compiled bot"),
    ("play --resume missing.json", "'missing.json': there is no such file"),
    ("play --resume left", "a name that ends in .json"),
    ("fit-value out --rank 33", "--rank 33: expected 1 to 32"),
    ("fit-value out --games 5,x", "--games '5,x': expected whole numbers"),
    ("evaluate random --scenario four_souls_2_bse", "unknown scenario 'four_souls_2_bse'"),
    ("evaluate random --track txt", "unknown --track 'txt'"),
    ("evaluate random --scenario castles_2 --game betrayal", "--game betrayal: no scenario is of this game"),
    ("leaderboard random --task castles", "unknown task 'castles'"),
    ("leaderboard --verify missing.json", "'missing.json': there is no such file"),
    ("puzzles random --only bat", "did you mean 'bait'?"),
    ("puzzles random --game castles_of_caleira", "expected one with puzzles, betrayal or four_souls"),
    ("tournament random exec:nod", "there is no program 'nod'; is it installed and on PATH?"),
    ("check-bot exec:", 'expected a command, such as "exec:node bot.js"'),
    ("check-bot tcp:localhost:9000,token=a", "a token itself is not accepted"),
    ("check-bot tcp:localhost:9000,token_file=missing", "missing"),
    ("bench missing.py:GAME", "game: there is no file 'missing.py'"),
)
"""A command line, and what its refusal says."""
REFUSE = """
import contextlib, io, sys
from time import process_time
from fs_env.cli import main
for line in sys.stdin.read().splitlines():
    said, begun = io.StringIO(), process_time()
    with contextlib.redirect_stderr(said):
        try:
            code = main(line.split())
        except SystemExit as end:
            code = end.code
    heavy = {"numba", "torch", "gymnasium", "pettingzoo", "rich"} & set(sys.modules)
    print(code, process_time() - begun < 2, sorted(heavy), said.getvalue().splitlines()[-1], sep="|")
"""
UNKNOWN = (
    ("clone", "--data", "nowhere"),
    ("clone", "--teacher", "nobody"),
    ("ppo", "--init", "nowhere"),
    ("ppo", "--opponents", "nobody=1"),
    ("league", "--opponents", "nobody=1"),
    ("sb3", "--opponents", "nobody=1"),
    ("best_response", "--against", "nobody"),
    ("expert_iteration", "--search", "rolouts=3"),
)
"""A learner, one of its settings, and a value that does not exist."""


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and those of all its commands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from parsers(command)


@pytest.mark.slow
def test_help__is_written_for_readers() -> None:
    """The help of every command and learner is shown without escapes of `argparse` or words for people who work on the package."""
    found = {parser.prog: parser for parser in parsers(make_parser())}
    assert len(found) > 30
    for name, parser in found.items():
        if not missing() and hasattr(parser, "described"):
            parser.describe()
        text = parser.format_help()
        assert not [word for word in ("%%", "make docs", "Traceback", "%(") if word in text], name


def test_refusals__at_once_and_without_a_trace(tmp_path) -> None:
    """What is misspelt is refused with the nearest name, before anything large is imported, and no file is written."""
    (tmp_path / "my_bot.py").write_text(BOT)
    lines = "\n".join(line for line, _ in REFUSED)
    done = subprocess.run(
        [sys.executable, "-c", REFUSE], input=lines, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    for (line, words), printed in zip(REFUSED, done.stdout.splitlines(), strict=True):
        code, quick, heavy, said = printed.split("|", 3)
        assert (code, quick, heavy) == ("2", "True", "[]"), f"{line}: {printed}"
        assert words in said, f"{line}: {said}"
    assert [path.name for path in tmp_path.iterdir() if path.name != "__pycache__"] == ["my_bot.py"]


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason="needs the extra train")
def test_train__refused_settings_leave_no_folder(tmp_path, capsys) -> None:
    """A run whose data, networks or bots do not exist is refused before its folder is written, so the same command with them begins it."""
    for learner, flag, value in UNKNOWN:
        assert main(["train", learner, str(tmp_path / "run"), flag, value, "--minutes", "0.01"]) == 2, learner
        assert value.partition("=")[0] in capsys.readouterr().err
        assert not (tmp_path / "run").exists(), learner
