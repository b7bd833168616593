"""`Setup`: the options of a table, read from a form or a file and checked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from fs_env.agent_api.specs import load_agent, read_parameters
from fs_env.agents import USUAL, WITH_PARAMETERS, asks_outside, bots_of, usual_bot
from fs_env.core.checks import check_choice
from fs_env.core.machine.declare.options import Option
from fs_env.narration.speech import YOU, numbered_names
from fs_env.registry.games import GAMES, load_game, manifest_of
from fs_env.registry.manifest import Level
from fs_env.replays.replay import PERSON
from fs_env.serve.guard.limits import AWAY, BOT_NUMBERS, BOT_WORDS, LONGEST_DELAY, NAME_LENGTH, SLOWEST

NO_HINTS = ""
OTHER = "other"  # in a menu of bots: the one that is written beside it
BOTS = ("Rosa", "Omar", "Lena", "Tariq", "Ines", "Noor")
"""Names of bots, in the order of the seats, where none is written."""
PACE = 400  # milliseconds after a choice of a bot that changed something
WATCH_DELAY = 60  # seconds
_RESERVED = re.compile(r"player_\d+")
_UNNAMED = re.compile(r"player #\d+")
_OPTION = "option_"


def hints_of(game: str) -> str:
    return USUAL if usual_bot(game) == USUAL else NO_HINTS


def levels_of(game: str) -> tuple[Level, ...]:
    usual = usual_bot(game)
    plain = (Level("easy", "random"), *((Level("hard", usual),) if usual != "random" else ()))
    return manifest_of(game).levels or plain


def opponent_of(game: str) -> str:
    """The bot that people play against unless another one is chosen: the medium one where there is one, else the usual one."""
    return next((level.bot for level in levels_of(game) if level.name == "medium"), usual_bot(game))


@dataclass(frozen=True)
class Setup:
    """A table before it is dealt.

    Attributes:
        game: id of the game.
        seats: by seat: "person", or the spec of a bot.
        names: of the players by seat, all different.
        options: further options of `Game.setup`, as numbers.
        hints: spec of the bot that gives hints, "" for none.
        undo: whether choices may be taken back; only where one person plays against bots.
        watch: whether the table can be watched by link.
        delay: seconds that watchers see behind; they see all cards.
        pace: milliseconds that a choice of a bot stays before the game continues.
        guided: whether questions are explained, as in a first game.
        open: whether anyone may take a free seat; the game begins when all are taken.
        away: seconds after which a bot plays for a person who is away, while another person is there; 0 for never.
    """

    game: str
    seats: tuple[str, ...]
    names: tuple[str, ...]
    options: Mapping[str, int] = field(default_factory=dict)
    hints: str = "heuristic"
    undo: bool = False
    watch: bool = True
    delay: int = WATCH_DELAY
    pace: int = PACE
    guided: bool = False
    open: bool = False
    away: int = 0

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, who in enumerate(self.seats) if who == PERSON)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(plain: Mapping[str, Any]) -> Setup:
        """The other way round; ValueError, TypeError or KeyError if it is no setup."""
        for name in ("seats", "names"):
            if not all(isinstance(text, str) for text in plain[name]) or len(plain[name]) != len(plain["seats"]):
                raise ValueError(f"its {name} are {plain[name]!r}")
        built = Setup(**{**plain, "seats": tuple(plain["seats"]), "names": tuple(plain["names"])})
        whole = (built.delay, built.pace, built.away, *dict(built.options).values())
        if not isinstance(built.hints, str) or not all(isinstance(number, int) for number in whole):
            raise ValueError(f"its hints are {built.hints!r}, its numbers {whole}")
        return built


def checked(setup: Setup, allowed: Collection[str] = ()) -> Setup:
    """The setup with tidy names; `allowed`: further specs of bots. Raises ValueError if no table can be created from it."""
    game = load_game(setup.game)
    players = len(setup.seats)
    game.option_values(num_players=players, **setup.options)
    for spec in {*setup.seats, *([setup.hints] if setup.hints != NO_HINTS else [])} - {PERSON}:
        check_bot(spec, setup.game, allowed)
    if setup.undo and len(setup.people) != 1:
        raise ValueError(f"undo needs one person against bots, not {len(setup.people)} people")
    if setup.open and len(setup.people) < 2:
        raise ValueError("an open table needs a seat for a second person: replace a bot by a person")
    if setup.open and setup.watch:
        raise ValueError("an open table cannot be watched: watchers see all cards")
    if not 0 <= setup.pace <= SLOWEST:
        raise ValueError(f"pace {setup.pace}: expected 0..{SLOWEST} milliseconds")
    if not 0 <= setup.delay <= LONGEST_DELAY:
        raise ValueError(f"delay {setup.delay}: expected 0..{LONGEST_DELAY} seconds")
    if not 0 <= setup.away <= LONGEST_DELAY:
        raise ValueError(f"away {setup.away}: expected 0..{LONGEST_DELAY} seconds")
    names = [check_name(tidy(name)) for name in setup.names]
    for seat, (name, who) in enumerate(zip(names, setup.seats, strict=True)):
        names[seat] = name or _usual(who, seat, names)
    return Setup.from_json({**setup.to_json(), "names": numbered_names(names)})


def _usual(who: str, seat: int, taken: Collection[str]) -> str:
    if who == PERSON:
        return f"player #{seat + 1}"
    return next((name for name in BOTS if name not in taken), BOTS[seat % len(BOTS)])


def unnamed(name: str) -> bool:
    return _UNNAMED.fullmatch(name) is not None


def tidy(name: str) -> str:
    seen = "".join(letter for letter in name if unicodedata.category(letter)[0] not in "CZ" or letter == " ")
    return " ".join(seen.split())[:NAME_LENGTH].strip()


def check_name(name: str) -> str:
    """The name, if nothing else is called so; ValueError for "you" and what looks like the name of a seat."""
    if name.casefold() == YOU or _RESERVED.search(name):
        raise ValueError(f"the name {name!r} is reserved: choose another one")
    return name


def check_bot(spec: str, game: str, allowed: Collection[str]) -> None:
    """Raises ValueError unless a bot is shipped and stays within the limits for all users, or is allowed by name.

    A bot from a file or another module is code of its own, and a language model is asked at an address in its spec, with a key of the
    server: only who starts the server can allow them.
    """
    kind = spec.partition(":")[0]
    if spec not in allowed:
        anybody = [name for name in WITH_PARAMETERS if not asks_outside(name)]
        if spec not in bots_of(game) and (kind not in anybody or asks_outside(spec)):
            offered = ", ".join(dict.fromkeys([*bots_of(game), *anybody, *allowed]))
            raise ValueError(f"bot {spec!r} is not offered here: expected one of {offered}")
        for key, value in (read_parameters(spec) if kind in WITH_PARAMETERS else {}).items():
            _check_parameter(spec, key, value)
    load_agent(spec, load_game(game))


def _check_parameter(spec: str, key: str, value: str) -> None:
    if key in BOT_WORDS:
        if value not in BOT_WORDS[key]:
            raise ValueError(f"bot {spec!r}: {key} is one of {', '.join(BOT_WORDS[key])} here")
        return
    if key not in BOT_NUMBERS:
        raise ValueError(f"bot {spec!r}: {key} cannot be set here, only {', '.join([*BOT_NUMBERS, *BOT_WORDS])}")
    if not value.isdecimal() or not 1 <= int(value) <= BOT_NUMBERS[key]:
        raise ValueError(f"bot {spec!r}: {key} is a whole number from 1 to {BOT_NUMBERS[key]} here")


def read_form(form: Mapping[str, Any]) -> Setup:
    """The setup that a form asks for; `checked` must see it. ValueError if a field is missing or cannot be read.

    Args:
        form: fields of the form as texts: game, players, seat_0, name_0, ..., hints, undo, watch, open, delay, pace, away, and a field
            `option_NAME` (a list for an option of several names) for each option that is not left as usual. Where a seat or hints
            are `OTHER`, the fields other_0, ..., other_hints name the bot.
    """
    name = check_choice("game", _one(form, "game"), GAMES)
    game = load_game(name)
    players = _whole(form, "players", 2)
    if not game.min_players <= players <= game.max_players:
        raise ValueError(f"{players} players: {name} is played by {game.min_players} to {game.max_players}")
    options, is_open = {}, _one(form, "open", "") == "on"
    for key, option in game.options.items():
        if key != "num_players" and form.get(_OPTION + key):
            options[key] = _option(option, form[_OPTION + key])
    return Setup(
        game=name,
        seats=tuple(
            _bot(form, f"seat_{seat}", f"other_{seat}", PERSON if seat == 0 else usual_bot(name))
            for seat in range(players)
        ),
        names=tuple(_one(form, f"name_{seat}", "") for seat in range(players)),
        options=options,
        hints=_bot(form, "hints", "other_hints", NO_HINTS),
        undo=_one(form, "undo", "") == "on",
        watch=_one(form, "watch", "") == "on" and not is_open,
        delay=_whole(form, "delay", WATCH_DELAY),
        pace=_whole(form, "pace", PACE),
        open=is_open,
        away=_whole(form, "away", AWAY),
    )


def joined(setup: Setup, seat: int, name: str) -> Setup:
    """The setup with the name of who takes a seat, changed where another player has it; a usual one for "". ValueError as `check_name`."""
    others = [other for place, other in enumerate(setup.names) if place != seat]
    built = numbered_names([*others, check_name(tidy(name)) or _usual(setup.seats[seat], seat, others)])[-1]
    return replace(setup, names=(*setup.names[:seat], built, *setup.names[seat + 1 :]))


def filled(setup: Setup, seats: Collection[int]) -> Setup:
    bot = opponent_of(setup.game)
    built = replace(setup, seats=tuple(bot if seat in seats else who for seat, who in enumerate(setup.seats)))
    for seat in sorted(seats):
        built = joined(built, seat, "")
    return built


def again(setup: Setup) -> Setup:
    """The setup of another game of the same players: each sits one seat further in front, the first one at the end."""
    seats, names = (*setup.seats[1:], setup.seats[0]), (*setup.names[1:], setup.names[0])
    return replace(setup, seats=seats, names=names, guided=False, open=False)


def seat_again(setup: Setup, seat: int) -> int:
    return (seat - 1) % len(setup.seats)


def _bot(form: Mapping[str, Any], key: str, other: str, usual: str) -> str:
    chosen = _one(form, key, usual).strip()
    return _one(form, other, "").strip() if chosen == OTHER else chosen


def _option(option: Option, given: Any) -> int:
    texts = given if isinstance(given, list) else [given]
    return option.read(",".join(str(text) for text in texts))


def _one(form: Mapping[str, Any], key: str, usual: str | None = None) -> str:
    value = form.get(key, usual)
    value = value[-1] if isinstance(value, list) and value else value
    if not isinstance(value, str):
        raise ValueError(f"the field {key!r} is missing")
    return value


def _whole(form: Mapping[str, Any], key: str, usual: int) -> int:
    text = _one(form, key, str(usual)).strip()
    if not text.isdecimal() or len(text) > 9:
        raise ValueError(f"{key} {text!r}: expected a whole number")
    return int(text)
