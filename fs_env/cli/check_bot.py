"""Checks a bot in any language: plays it through all kinds of decisions and reports its faults."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.hooks import REQUESTS, Proxy, asks_for
from fs_env.cli.arguments import add_game, add_players, add_seed, game_options
from fs_env.cli.isolation import add_isolation, limits_of
from fs_env.cli.output import STDOUT, check_target, printable, write_json
from fs_env.cli.progress import begin, counted
from fs_env.narration.speech import isolated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fs_env.agent_api.view import SeatView
    from fs_env.arena import Limits
    from fs_env.arena.match import Question, Reply
    from fs_env.core.machine.run.game import Game

GAMES, SECONDS = 30, 1.0
MOST_FAULTS = 5  # after which the check ends
EARLY_END = 3  # answers after which an opponent forfeits
FAULTY = 1  # exit code


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The bot plays against random play with every number of players, from every seat, and further games until it has met every kind "
        "of action; then a game that ends early, and the same game before and after a restart. Exit code 1 if it has faults. "
        "See docs/do/any_language.md."
    )
    words = '"exec:COMMAND", "tcp:HOST:PORT,token_file=FILE", "path.py:NAME", or any other bot'
    parser.add_argument("bots", nargs=1, metavar="BOT", help=words)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"games at most (default {GAMES})")
    words = f"the longest that an answer may take (default {SECONDS})"
    parser.add_argument("--move-seconds", type=float, default=SECONDS, metavar="S", help=words)
    add_players(parser, "the only number of seats in a game, instead of all")
    add_seed(parser, "determines the games")
    add_isolation(parser)
    parser.add_argument("--json", metavar="FILE", help='write the report as JSON; "-" for standard output')
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    begin(f"check-bot: {args.bots[0]} plays {args.game}")
    check_target(args.json)
    from rich.console import Console

    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game

    progress, game = Console(stderr=True), load_game(args.game)
    options, limits = game_options(game, args), limits_of(args, progress)
    warm_up(game, progress)
    check = Check(args.bots[0], game, limits, options, args.seed)
    found, faults = check.found, check.found["faults"]
    sizes = range(game.min_players, game.max_players + 1) if args.players is None else [args.players]
    seats = [(size, seat) for size in sizes for seat in range(size)]
    for size in sizes:
        game.option_values(num_players=size, **options)  # raises, and names what does not fit
    with counted(progress, "games", max(args.games, len(seats)) + 3) as report, check.opened:
        try:
            check.start()
            while found["games"] < len(seats) or (found["games"] < args.games and check.not_met()):
                check.play(*seats[found["games"] % len(seats)])
                report(found["games"])
                if len(faults) >= MOST_FAULTS:
                    break
            else:
                check.play(*seats[0], ends_early=True)
                deal, before = found["games"], check.play(*seats[-1])
                check.start()
                found["repeats"] = before == check.play(*seats[-1], deal=deal)
        except ValueError as error:  # it does not start
            faults.append(str(error))
    found |= {"kinds": len(game.action_ids), "not_met": check.not_met(), "answers": len(check.seconds)}
    found |= {"median_seconds": median(check.seconds or [0.0]), "longest_seconds": max(check.seconds, default=0.0)}
    if args.json is not None:
        write_json(args.json, found)
    if args.json != STDOUT:
        print(printable(text_of(found, args.move_seconds)))
    return FAULTY if faults else 0


class Check(Proxy):
    """A bot that plays games, and what was found about it; after a fault it is started again."""

    def __init__(self, spec: str, game: Game, limits: Limits, options: dict[str, int], seed: int) -> None:
        super().__init__(None)
        self._game, self._limits, self._options, self._seed = game, limits, options, seed
        self.found: dict[str, Any] = {"spec": spec, "game": game.name, "name": "", "players": [], "games": 0}
        self.found |= {"start_seconds": 0.0, "requests": [], "repeats": None, "faults": []}
        self.legal, self.answers, self.seconds, self.opened = set[int](), list[int](), list[float](), ExitStack()

    def start(self) -> None:
        """Raises ValueError if the bot does not start."""
        from fs_env.arena.isolation import agent_opened

        self.opened.close()
        begun = perf_counter()
        self.agent = self.opened.enter_context(agent_opened(self.found["spec"], self._game, self._limits))
        self.found |= {"name": self.agent.name, "start_seconds": perf_counter() - begun}
        self.found["requests"] = [request for request in REQUESTS if asks_for(self.agent, request)]

    def act(self, view: SeatView) -> int:
        return self._timed([view], lambda: [self.agent.act(view)])[0]

    def act_batch(self, views: Sequence[SeatView]) -> list[int]:
        return self._timed(views, lambda: list(self.agent.act_batch(views)))

    def _timed(self, views: Sequence[SeatView], ask: Callable[[], list[int]]) -> list[int]:
        self.legal.update(views[0].legal.tolist())
        begun = perf_counter()
        try:
            found = ask()
        finally:
            self.seconds.append((perf_counter() - begun) / len(views))
        self.answers += found[:1]
        return found

    def _reply(self, question: Question) -> Reply:
        """A reply of a bot that answers batches: by turns to `act`, and to `act_batch` as in a tournament, for a decision of two games."""
        from fs_env.arena.batches import answer_all

        replies = answer_all([question] * 2) if len(self.answers) % 2 else [question.ask()]
        legal = question.view.legal.tolist()
        return min(replies, key=lambda reply: reply[0] in legal)

    def play(self, players: int, seat: int, ends_early: bool = False, deal: int | None = None) -> list[int]:
        """Plays a game against random play, which forfeits it if it `ends_early`; the answers of the bot."""
        from fs_env.agent_api.seeds import key_from
        from fs_env.agent_api.specs import load_agent
        from fs_env.arena import Referee, as_agent
        from fs_env.arena.match import answered, match_steps

        answers = self.answers = []
        leaves = as_agent(lambda view: int(view.legal[0]) if len(answers) < EARLY_END else -1)
        table = [leaves if ends_early else load_agent("random", self._game) for _ in range(players)]
        table[seat] = self
        seed, key = self._seed + (self.found["games"] if deal is None else deal), key_from(self._seed)
        referee = Referee(self._limits.move_seconds)
        steps = match_steps(self._game, table, seed, self._options, referee=referee, agent_key=key)
        result = answered(steps, self._reply)
        self.found |= {"games": self.found["games"] + 1, "players": sorted({*self.found["players"], players})}
        if seat in result.forfeits:
            self.found["faults"].append(f"with {players} players: {result.fault}")
            self.start()
        return answers

    def not_met(self) -> list[str]:
        return [kind for kind, ids in self._game.action_ids.items() if self.legal.isdisjoint(ids)]


def text_of(found: dict[str, Any], limit: float) -> str:
    met, players = found["kinds"] - len(found["not_met"]), ", ".join(map(str, found["players"]))
    typical, longest = (f"{1000 * found[name]:.1f} ms" for name in ("median_seconds", "longest_seconds"))
    lines = [
        f"started in {found['start_seconds']:.2f} s as {isolated(found['name'])}, asks for {', '.join(found['requests']) or 'nothing'}",
        f"{found['games']} games with {players} players, {found['answers']} answers, {met} of {found['kinds']} kinds of actions",
        f"kinds that did not occur: {', '.join(found['not_met']) or 'none'}",
        f"an answer takes {typical} (median), at most {longest} of {1000 * limit:g} ms",
        f"the same answers to the same game after a restart: {'yes' if found['repeats'] else 'no'}",
    ]
    faults = [f"fault: {fault}" for fault in found["faults"]]
    end = f"faults: {len(faults)}" if faults else "no faults: the bot is ready to play"
    return "\n".join([*(lines if found["answers"] else ()), *faults, end])
