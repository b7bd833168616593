"""Positions for the rule tests: a laid-out game, a dealt game, and the check that every card is in one place."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play, Scenario
from fs_env.core.four_souls.state import Zone


def start(*players: dict[str, Any], **position: Any) -> Play:
    seats = [*players, *[{}] * (2 - len(players))]
    return Scenario(players=seats, **position).start()


def deal(seed: int, players: int, **options: int) -> Play:
    """A whole new game by the setup of the rules, at its first decision."""
    S = GAME.new()
    GAME.setup(S, seed=seed, num_players=players, **options)
    return Play(S)


def filled(game: Play, name: str, count: str, *place: int) -> list[int]:
    """The filled part of a list of the state, such as ``deck`` of deck 1 with its size ``n_deck``."""
    return [int(x) for x in game.S[name][(0, *place)][: int(game.S[count][(0, *place)])]]


def characters(game: Play) -> list[str]:
    return [game.player(p)["character"] for p in range(game.read.number("n_players"))]


def cards_lost_or_doubled(game: Play) -> list[str]:
    S = game.S
    listed: list[int] = []
    for name, count in (("deck", "n_deck"), ("pile", "n_pile"), ("hand", "n_hand")):
        for k in range(S[count].shape[1]):
            listed += [int(x) for x in S[name][0, k, : S[count][0, k]]]
    for name in ("room_deck", "room_pile"):
        listed += filled(game, name, f"n_{name}")
    zones = [Zone(int(z)) for z in S["zone"][0]]
    lists = [i for i, zone in enumerate(zones) if zone in (Zone.DECK, Zone.PILE, Zone.HAND)]
    slots = [x for x in filled(game, "slot", "n_slots") + filled(game, "shop", "n_shop") if x >= 0]
    wanted = [i for i, zone in enumerate(zones) if zone in (Zone.ACTIVE, Zone.SHOP)]
    play = filled(game, "play", "n_play")
    out = [] if sorted(listed) == lists else ["decks, discard piles and hands"]
    out += [] if sorted(slots) == wanted else ["slots"]
    in_play = [i for i, zone in enumerate(zones) if zone in (Zone.ITEM, Zone.CURSE, Zone.ACTIVE, Zone.ROOM)]
    return out + ([] if sorted(play) == in_play else ["cards in play"])
