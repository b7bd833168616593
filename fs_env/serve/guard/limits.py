"""How much a server takes: tables, connections, messages, names, bots."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

SLOWEST, LONGEST_DELAY = 10_000, 3_600
"""Milliseconds between choices of bots, and seconds that watchers see behind, at most."""
NAME_LENGTH = 20
"""Characters of a player's name."""
MESSAGE_BYTES = 2_000
"""Of a message from a browser; longer ones end the connection."""
FORM_BYTES = 16_000
"""Of the form that makes a table."""
LOG_LINES = 400
"""Of what happened, sent to somebody who comes new."""
BOT_NUMBERS = {"milliseconds": 5_000, "rollouts": 20_000}
"""Parameters of bots that anybody may set, with the largest number."""
BOT_WORDS = {"policy": ("heuristic", "random"), "method": ("auto", "race", "tree")}
"""The same for parameters that are words."""


class Full(ValueError): ...


@dataclass(frozen=True)
class Limits:
    """Limits of one server.

    Attributes:
        tables: games that are not over, those included that have left the memory.
        address_tables: of these, made from one address.
        waiting: open tables that wait for people.
        address_seats: seats at these, taken from one address.
        away_from_seat: seconds without a browser, after which a seat at such a table is free again; the table goes with its maker.
        connections: browsers that show tables; the first one of a seat gets in even when there are as many.
        kept_for_seats: of these, places that watchers cannot take.
        same_address: browsers of one address that show tables; the first one of a seat gets in all the same.
        sockets: open connections of any kind, less where the system lets a process open fewer files.
        address_sockets: of one address, unless it is that of a reverse proxy.
        requests_per_second, requests_burst: of one address; more wait.
        requests_at_once: of one address that are worked on.
        requests_waiting: of one address; more are refused.
        head_seconds, body_seconds: until the head of a request has come, and its body.
        unread_seconds: that a browser may leave what is sent to it unread.
        ping_seconds: between two signs of life that a browser is asked for, and until it gives one.
        watchers: of one table.
        same_seat: browsers that show one seat at once.
        messages_per_second, burst: of one browser; more end its connection. One address has ten times as many; more wait.
        bot_seconds: for an answer of a bot, or a hint, waiting for a thread included; then searches stop.
        late_answers: of a bot at one table, after which a faster one keeps its seat.
        threads: in which bots think, one for each processor; tables of one address have half of them.
        model_threads: in which replies of language models are waited for; tables of one address have half of them.
        hint_threads: in which bots think that give hints; tables of one address have half of them.
        page_threads: in which tables are made and brought back, and long pages drawn; one address leaves one free.
        least_pace: milliseconds between choices of bots where only bots play.
        bot_positions: in a second, at all tables together where only bots play.
        late_choices: of a table that wait until watchers may see them; its bots wait while there are as many.
        idle_seconds: after which a table that nobody looks at leaves the memory; it stays in the file.
        away_seconds: out of memory, after which such a table makes room for a new one; it can still be opened.
        keep_days: after which a table is removed from the file.
    """

    tables: int = 200
    address_tables: int = 50
    waiting: int = 50
    address_seats: int = 8
    away_from_seat: float = 120.0
    connections: int = 1_000
    kept_for_seats: int = 400
    same_address: int = 100
    sockets: int = 4_000
    address_sockets: int = 250
    requests_per_second: float = 20.0
    requests_burst: int = 100
    requests_at_once: int = 6
    requests_waiting: int = 100
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    unread_seconds: float = 20.0
    ping_seconds: float = 20.0
    watchers: int = 50
    same_seat: int = 4
    messages_per_second: float = 10.0
    burst: int = 40
    bot_seconds: float = 30.0
    late_answers: int = 3
    threads: int = field(default_factory=lambda: max(2, os.cpu_count() or 2))
    model_threads: int = 32
    hint_threads: int = 2
    page_threads: int = 2
    least_pace: int = 250
    bot_positions: float = 100.0
    late_choices: int = 50_000
    idle_seconds: float = 900.0
    away_seconds: float = 3_600.0
    keep_days: float = 90.0


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
