"""The options of a game of Castles of Caleira, in the order in which `setup` reads them."""

from __future__ import annotations

from collections.abc import Mapping

from fs_env.core.machine.declare.options import Option

FLAG = (0, 0, 1)  # default, least, most
OPTIONS = (
    Option("num_players", 2, 2, 4, "seats (R3)"),
    Option(
        "max_decisions", 1000, 1, 2_000_000_000, "decisions after which the game is truncated; no game has over 150"
    ),
    Option(
        "spire_multi",
        *FLAG,
        'with 3 or 4 players a destroyed Princess Spire ends the game (0, "end"), or its owner is out and the others play on '
        '(1, "continue") (A1); effects that the owner triggered are dropped, those of the others continue (R23)',
        words=("end", "continue"),
    ),
    Option(
        "market",
        *FLAG,
        'the other player chooses the card that a Marketplace gets (0, "choice"), or it is drawn (1, "random") (A2)',
        words=("choice", "random"),
    ),
    Option(
        "useless_targets",
        1,
        0,
        1,
        "whether pieces may be chosen on which an effect does nothing (A6), and whether a Watchtower asks for a second piece where "
        "it could do nothing (A15)",
    ),
    Option(
        "four_player_cards",
        16,
        16,
        18,
        "with 4 players two cards are removed unseen (16), as in the publisher's rules, or none are (18), as in the "
        "rules of Board Game Arena: two players then have five turns, two have four (A13)",
        step=2,
    ),
    Option(
        "deck",
        *FLAG,
        'all 18 cards (0, "whole"), or with 2 players six of them (1, "small"): a Princess Spire, a Trebuchet, an Observatory and three '
        "Battlements; the others lie in the discard pile from the start, so a solver can visit the whole game (A16)",
        words=("whole", "small"),
    ),
)


def conflict(chosen: Mapping[str, int]) -> str | None:
    if chosen["deck"] and chosen["num_players"] != 2:
        return f"deck=small is for num_players=2, not num_players={chosen['num_players']}: six cards are two hands and four turns more"
    return None
