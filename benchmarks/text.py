"""Measures what games cost as text: characters that a seat reads, decisions that it is asked, time that messages take.

python -m benchmarks.text [--games 4] [--seed 0]

Heuristics play and every seat is told everything. Prints a table in Markdown. Lengths are medians over decisions in
characters, of the news with the 90th percentile; decisions and characters are those of a whole game of one seat, the
median over games and seats; the time is that of Python on this machine, a message with all that is done to follow the game.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping

import numpy as np

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.message import Message
from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView
from fs_env.core.machine.run.game import Game
from fs_env.narration.conversation.conversation import Conversation
from fs_env.narration.conversation.message import card_line
from fs_env.registry.games import load_game

GAMES: tuple[tuple[str, str, dict[str, int], str], ...] = (
    ("Castles, 2 players", "castles_of_caleira", {"num_players": 2}, "none"),
    ("Four Souls, 2", "four_souls", {"num_players": 2}, "none"),
    ("Four Souls, 2, passes by the rule routine", "four_souls", {"num_players": 2}, "routine"),
    ("Four Souls, 4, all sets", "four_souls", {"num_players": 4, "sets": 7}, "none"),
    ("Four Souls, 4, all sets, routine", "four_souls", {"num_players": 4, "sets": 7}, "routine"),
    ("Betrayal, 4", "betrayal", {"num_players": 4}, "none"),
)
COLUMNS = ("rules", "position", "actions", "news, 90 %", "cards", "message", "decisions", "characters", "ms a message")


def played(
    game: Game, options: Mapping[str, int], passes: str, seed: int, bots: list[Agent]
) -> Iterator[tuple[int, Message]]:
    """One game: every seat that is asked, with its message."""
    S = game.new()
    game.setup(S, seed=seed, **options)
    seats = [Conversation(game, seat, passes=passes, options=options) for seat in range(options["num_players"])]
    for seat, bot in enumerate(bots):
        bot.reset(seat, seed)
    while game.to_act(S) >= 0:
        for one in seats:
            one.see(S)
        seat, legal = game.to_act(S), game.legal(S)
        action = int(legal[0]) if len(legal) == 1 else seats[seat].passing()
        if action < 0:
            yield seat, seats[seat].message()
            view = SeatView(game, seat, len(seats), game.observe(S, seat), game.mask(S))
            action = int(bots[seat].act(view))
        game.step(S, action)


def figures(name: str, options: dict[str, int], passes: str, games: int, seed: int) -> list[str]:
    """The cells of a row of the table, as `COLUMNS`."""
    game = load_game(name)
    bots = [load_agent("heuristic", game) for _ in range(options["num_players"])]
    list(zip(range(2), played(game, options, passes, seed, bots), strict=False))  # compiled code is there now
    lengths, asked, read = [], [], []
    start = time.process_time()
    for number in range(games):
        of_seats = np.zeros((2, len(bots)), int)
        for seat, message in played(game, options, passes, seed + number, bots):
            actions = sum(len(f"[{n}] {one.words}\n") for n, one in enumerate(message.actions, 1))
            cards = sum(len(card_line(card)) + 1 for card in message.cards)
            parts = ("\n".join(filter(None, message.view)), "\n".join(message.news), message.text)
            lengths.append((*map(len, parts), actions, cards))
            of_seats += np.array([[1], [len(message.text)]]) * (np.arange(len(bots)) == seat)
        asked += of_seats[0].tolist()
        read += of_seats[1].tolist()
    took = (time.process_time() - start) / len(lengths)
    view, news, text, actions, cards = np.median(lengths, axis=0)
    late = np.percentile([row[1] for row in lengths], 90)
    rules = len(Conversation(game, 0, passes=passes, options=options).rules)
    mean = np.mean([row[4] for row in lengths])
    counts = [rules, view, actions, None, None, text, np.median(asked), np.median(read)]
    cells = ["" if count is None else f"{count:,.0f}" for count in counts]
    cells[3], cells[4] = f"{news:,.0f}, {late:,.0f}", f"{cards:,.0f} (mean {mean:,.0f})"
    return [*cells, f"{1000 * took:.1f}"]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print(f"| | {' | '.join(COLUMNS)} |\n|---|{'---:|' * len(COLUMNS)}")
    for title, name, options, passes in GAMES:
        print(f"| {title} | {' | '.join(figures(name, options, passes, args.games, args.seed))} |", flush=True)


if __name__ == "__main__":
    main()
