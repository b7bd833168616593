"""The certainties of the other seats when a card leaves a hand (R51, R52)."""

from __future__ import annotations

from tests.core.castles_of_caleira.pieces import Card


def leave_openly(hand: list[Card], name: str) -> None:
    """A card leaves a hand before all eyes: whoever knew of such cards there knows of one less."""
    left = take(hand, name)
    for watcher in {watcher for card in hand for watcher in card.known_to} - left.known_to:
        forget_one(hand, name, watcher)


def leave_unseen(hand: list[Card], name: str, watchers: set[int]) -> set[int]:
    """A card leaves a hand and these watchers do not see which; returns those who are sure of it, as the whole hand is of one kind."""
    one_kind = len({card.name for card in hand}) == 1
    certain = {watcher for watcher in watchers if one_kind and all(watcher in card.known_to for card in hand)}
    leave_openly(hand, name)
    for watcher in watchers:
        for other in {card.name for card in hand} - {name}:
            forget_one(hand, other, watcher)
    return certain


def take(hand: list[Card], name: str) -> Card:
    left = next(card for card in hand if card.name == name)
    hand.remove(left)
    return left


def forget_one(hand: list[Card], name: str, watcher: int) -> None:
    """The watcher is sure of one card of that name less, where it was sure of any."""
    for card in hand:
        if card.name == name and watcher in card.known_to:
            card.known_to.discard(watcher)
            return
