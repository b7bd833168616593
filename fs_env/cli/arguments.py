"""Arguments shared by several commands, and their conversion to options of a game."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.core.checks import check_choice, suggestion, unknown
from fs_env.registry.games import GAMES, SHIPPED, check_game
from fs_env.registry.options import GameOptions, options_of, read_options

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

DEFAULT_GAME = "four_souls"


class Parser(argparse.ArgumentParser):
    """A parser whose errors suggest the nearest command, choice or flag."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            name, also = (
                str(action.metavar or action.dest).lower(),
                "before all flags" * (action.nargs == argparse.PARSER),
            )
            raise argparse.ArgumentError(None, unknown(name, value, map(str, action.choices), also))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does, but refuses flags that it does not know, with the nearest one."""
        found, left = super().parse_known_args(args, namespace)
        flag = next((text.partition("=")[0] for text in left if text.startswith("--")), None)
        if flag is not None:
            self.error(f"unrecognized arguments: {' '.join(left)}{suggestion(flag, self._option_string_actions)}")
        return found, left


def add_game(parser: argparse._ActionsContainer) -> None:
    add_game_id(parser)
    add_sets(parser)
    parser.add_argument(
        "--max-decisions",
        type=int,
        metavar="N",
        help="decisions after which a game is truncated without a winner (default: the game's own limit)",
    )
    add_options(parser)


def add_game_id(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--game",
        default=DEFAULT_GAME,
        metavar="ID",
        help=f'id of the game, or "package.module:NAME" (default {DEFAULT_GAME})',
    )


def add_seed(parser: argparse._ActionsContainer, use: str) -> None:
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=f"{use} (default 0)")


def add_workers(parser: argparse._ActionsContainer, more: str = "") -> None:
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help=f"number of processes; 0: one for each core (default 1){more}",
    )


def add_agent_key(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--agent-key",
        type=key_in,
        metavar="HEX",
        help="key of the seeds of bots that are not of this package, 32 to 128 hexadecimal digits: the same key and --seed repeat their "
        "games (default: a new secret one)",
    )


def add_options(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a further option of the game, such as bonus_souls=0 or draft=mini; may be repeated (`fs-env options` lists them)",
    )


def add_sets(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--sets", metavar="NAME,...", help="card sets of a game that has several, such as base,gold,plus (default base)"
    )


def game_options(game: Game | GameOptions, args: argparse.Namespace) -> dict[str, int]:
    """The game options given by --sets, --max-decisions and --option; the game itself checks their ranges."""
    chosen = read_options(game, args.option)
    if args.max_decisions is not None:
        chosen["max_decisions"] = args.max_decisions
    return chosen | set_options(game, args.sets)


def set_options(game: Game | GameOptions, sets: str | None) -> dict[str, int]:
    if sets is None:
        return {}
    option = game.options.get("sets")
    if option is None or not option.bits:
        raise ValueError(f"--sets {sets}: {game.name} has no card sets")
    if not names_in(sets):
        raise ValueError(f"--sets {sets!r}: expected at least one of {', '.join(option.bits)}")
    return {"sets": option.of_names(names_in(sets))}


def names_in(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")] if text.strip() else []
    if not all(names):
        raise ValueError(f"{text!r}: a name in it is empty: expected names with one comma between two of them")
    return names


def path_in(text: str) -> Path:
    """The path of an argument. Raises argparse.ArgumentTypeError for an empty one, which would mean the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is empty: expected a path")
    return Path(text)


PROCESSES = (0, "a number of processes, or 0 for one for each core")
COUNT = (1, "1 or more")
POSITIVE = (1e-300, "a number above 0")
LOWEST: dict[str, tuple[float, str]] = {
    **dict.fromkeys(("workers",), PROCESSES),
    **dict.fromkeys(("games", "rollouts", "epochs", "games_per_file", "solve", "sample"), COUNT),
    **dict.fromkeys(("move_seconds", "memory_mb", "error", "margin", "minutes", "tables", "keep"), POSITIVE),
}
"""Argument -> its lowest value, and what is expected, in all commands that have it."""
NEGATIVE_SEEDS = ("play", "solo", "puzzles", "bench", "soak", "nash-conv", "fit-value")
"""Commands that take any seed of 64 bits."""


def refuse_numbers(args: argparse.Namespace) -> None:
    """Raises ValueError for a number below the lowest one of its argument. Settings of a learner are texts, and are checked later."""
    lowest = LOWEST if args.command in NEGATIVE_SEEDS else LOWEST | {"seed": (0, "0 or more")}
    for name, (low, expected) in lowest.items():
        values = vars(args).get(name)
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, (int, float)) and not value >= low:
                raise ValueError(f"--{name.replace('_', '-')} {value:g}: expected {expected}")


def key_in(text: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{32,128}", text):
        raise argparse.ArgumentTypeError(f"{text!r}: expected 32 to 128 hexadecimal digits")
    return text


def refuse_empty(args: argparse.Namespace) -> None:
    """Checks that no argument is an empty text, which would be taken for a default or for the current folder."""
    for name, value in vars(args).items():
        texts = value if isinstance(value, list) else [value]
        if any(isinstance(text, str) and not text.strip() for text in texts) and "algorithm" not in args:
            raise ValueError(f"{name.replace('_', '-')} {value!r}: a text in it is empty: give one, or leave it out")


def refuse_unknown(args: argparse.Namespace) -> None:
    """Checks names of games, bots and input files, and options of a shipped game and their ranges, before anything large is imported.
    What is at a location (":" in its name) is checked when it is loaded.

    Raises:
        ValueError: a name that does not exist, with the nearest one, or an option or a value that its game does not have.
    """
    from fs_env.agents.spec_check import check_location, check_spec

    found = vars(args)
    games = [found.get("game") or DEFAULT_GAME] if not isinstance(found.get("game"), list) else found["game"]
    for game in [*games, *(found.get("games") or ())] if args.command == "bench" else games:
        check_game(game)
        if ":" in game:
            check_location(game.rpartition(":")[0], "game")
    for file in {"standings": [found.get("file")], "luck": found.get("replays")}.get(args.command) or ():
        if not Path(str(file)).is_file():
            raise ValueError(f"{file!r}: there is no such file: check its name and its folder")
    if any(":" in game for game in games) or "algorithm" in found:
        return  # its bots are not known yet; or a file of settings may name another game
    for name in ("bots", "bot", "until", "reference", "policy"):
        specs = found.get(name) or []
        for spec in [specs] if isinstance(specs, str) else specs:
            check_spec(spec, games[0] if len(games) == 1 else None)
    if found.get("side") and len(games) == 1:
        check_side(found["side"], games[0])
    shapes = {name: found.get(name) for name in ("option", "sets", "max_decisions", "players")}
    if any(shapes.values()) and args.command != "cards" and len(games) == 1 and GAMES[games[0]] in SHIPPED:
        rules: Any = options_of(games[0])
        if args.command == "solo":  # it chooses its own variant
            rules = rules._replace(conflict=None)
        chosen = game_options(rules, argparse.Namespace(**{**shapes, "option": shapes["option"] or []}))
        rules.option_values(**chosen, **({"num_players": shapes["players"]} if type(shapes["players"]) is int else {}))


def check_side(side: str, game: str) -> None:
    """Raises ValueError for a side that a game of this package does not have."""
    from fs_env.core.machine.declare.sides import TOGETHER

    rules = options_of(game)
    if isinstance(rules, GameOptions):
        if not rules.sides:
            raise ValueError(f"--side {side}: {game} assigns no sides during the game")
        check_choice("--side", side, (*rules.sides, TOGETHER))


def add_players(parser: argparse.ArgumentParser, words: str = "seats in a game") -> None:
    parser.add_argument("--players", type=int, metavar="N", help=f"{words} (default: the fewest of the game)")


def players_of(args: argparse.Namespace, game: Game) -> int:
    players: int = game.min_players if args.players is None else args.players
    return players
