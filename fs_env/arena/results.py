"""A finished game as a record: the data that the results file stores and all tables use."""

from __future__ import annotations

from dataclasses import dataclass

from fs_env.arena.usage import Usage


@dataclass(frozen=True)
class GameRow:
    """One finished game of a tournament.

    Attributes:
        number: index in the tournament's plan, 0-based.
        seed: of the deal; games with equal seeds are one deal.
        seats: the agent in each seat, as its number in the plan.
        outcome: 1 won, 2 drawn by the rules, 3 truncated, 4 void (broke off, no bot is known to be at fault), 5 forfeited,
            6 lost by all seats together.
        returns: per seat.
        winners: seats that share the win, ascending.
        decisions: all decisions, forced ones included; 0 if the process of the game died.
        seat_choices: decisions of each seat with more than one legal action; agents are asked only for these.
        seat_seconds: seconds each seat's agent took for them; None where it was not measured.
        characters: the character that each seat ended with; None where the game has none, or broke off.
        forfeits: seats whose agent failed, ascending.
        fault: what went wrong, as text; "" if nothing did.
        luck: of each seat, as a part of the win; () where it was not measured. Its mean over many games is 0.
        usage: of each seat that a language model held, None for others; () where none did.
        sides: name of the side that each seat was on at the end; () where each plays for itself, or no side is assigned yet. In games
            that are played by sides a side is one seat here, with all its seats of the table.
        story: what divided the seats, such as the number of the haunt; "" where nothing did.
    """

    number: int
    seed: int
    seats: tuple[int, ...]
    outcome: int
    returns: tuple[float, ...]
    winners: tuple[int, ...]
    decisions: int
    seat_choices: tuple[int, ...]
    seat_seconds: tuple[float | None, ...]
    characters: tuple[str | None, ...]
    forfeits: tuple[int, ...] = ()
    fault: str = ""
    luck: tuple[float, ...] = ()
    usage: tuple[Usage | None, ...] = ()
    sides: tuple[str, ...] = ()
    story: str = ""

    @property
    def together(self) -> bool:
        return len(set(self.sides)) == 1

    @property
    def choices(self) -> int:
        return sum(self.seat_choices)

    @property
    def shares(self) -> tuple[float, ...]:
        """Share of the win of each seat: 1/k for each of k seats that share it, 0 for the others."""
        return tuple(1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.seats)))

    @property
    def parts(self) -> tuple[float, ...]:
        """Part of the win of each seat: 1 for each seat of a side that won; of rivals the return of each winner; else 0."""
        won, seats = self.winners, range(len(self.seats))
        return tuple((1.0 if self.sides else self.returns[k]) if k in won else 0.0 for k in seats)
