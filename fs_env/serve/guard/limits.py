"""How much a server takes: tables, connections, messages, names, bots."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

SLOWEST = 10_000  # milliseconds between choices of bots
LONGEST_DELAY = 3_600  # seconds that watchers see behind, or people are away
AWAY = 180  # seconds, in the form, after which a bot plays for a person who is away
NAME_LENGTH = 20  # characters of the name of a player
MESSAGE_BYTES = 2_000  # of a message from a browser; longer ones end the connection
FORM_BYTES = 16_000  # of the form that makes a table
LOG_LINES = 400  # of the log, sent to a new browser
BOT_NUMBERS = {"milliseconds": 5_000, "rollouts": 20_000, "gate": 2}
"""Parameters of bots that anybody may set, with the largest number."""
BOT_WORDS = {"policy": ("heuristic", "random"), "method": ("auto", "race", "tree")}
"""The same for parameters that are words."""


class Full(ValueError): ...


@dataclass(frozen=True)
class Limits:
    """Limits of one server; those of an address count what comes from there, at all tables together."""

    tables: int = 200  # games that are not over, those included that have left the memory
    address_tables: int = 50  # of these, made from one address
    waiting: int = 50  # open tables that wait for people
    address_seats: int = 8  # seats at these, taken from one address
    away_from_seat: float = 120.0  # seconds without a browser, after which a seat there is free
    connections: int = 1_000  # browsers that show tables; the first one of a seat gets in all the same
    kept_for_seats: int = 400  # of these, places that watchers cannot take
    same_address: int = 100  # browsers of one address that show tables; the first one of a seat gets in all the same
    sockets: int = 4_000  # open connections of any kind, less where the system lets a process open fewer files
    address_sockets: int = 250  # of one address, unless it is that of a reverse proxy
    requests_per_second: float = 20.0  # of one address; more wait
    requests_burst: int = 100
    requests_at_once: int = 6  # of one address that are worked on
    requests_waiting: int = 100  # of one address; more are refused
    head_seconds: float = 10.0  # until the head of a request has come
    body_seconds: float = 20.0  # until its body has
    unread_seconds: float = 20.0  # that a browser may leave what is sent to it unread
    ping_seconds: float = 20.0  # between two signs of life that a browser is asked for, and until it gives one
    watchers: int = 50  # of one table
    same_seat: int = 4  # browsers that show one seat at once
    messages_per_second: float = 10.0  # of one browser, which is cut off; ten times as many of an address
    burst: int = 40
    bot_seconds: float = 30.0  # for an answer of a bot, or a hint, waiting for a thread included; then searches stop
    late_answers: int = 3  # of a bot at one table, after which a faster one keeps its seat
    threads: int = field(default_factory=lambda: max(2, os.cpu_count() or 2))  # of bots; one address has half of them
    model_threads: int = 32  # that wait for language models; tables of one address have half
    hint_threads: int = 2  # of bots that give hints; tables of one address have half
    page_threads: int = 2  # that make tables and bring them back, and draw long pages; one address leaves one free
    least_pace: int = 250  # milliseconds between choices of bots where only bots play
    bot_positions: float = 100.0  # in a second, at all tables together where only bots play
    table_lines: int = 5_000  # of a table besides its game, such as phrases; then no more can be said
    phrases_per_second: float = 0.5  # of one seat, five at once
    late_choices: int = 50_000  # that watchers may not see yet; bots wait while there are as many
    idle_seconds: float = 900.0  # after which a table without a viewer leaves memory
    away_seconds: float = 3_600.0  # out of memory, after which it makes room for a new one
    keep_days: float = 90.0  # after which a table is removed from the file


class Bucket:
    """Counts messages, or bytes: `burst` at once, `rate` a second; `now` is in seconds of a clock that only goes forward."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate, self.burst = rate, float(burst)
        self.left, self.seen = float(burst), now

    def take(self, now: float, amount: int = 1) -> bool:
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate)
        self.seen = now
        if self.left < amount:
            return False
        self.left -= amount
        return True
