"""Layers in which a card means the same wherever it lies: the weights of a card in a zone are an embedding of the card, the same
in all zones, times a matrix of the zone, the same for all cards. So what is learned of a card in the shop is known of it in play, and a
card that training never met has the embedding that what is printed on it gives it (a set of embeddings summed by zone: M. Zaheer et al.,
"Deep Sets" (2017), https://arxiv.org/abs/1703.06114).

The last layer can share, too: an action that names a card has the weights of its kind, which all its actions share, and those that the
embedding of the card gives it, times a matrix of the kind.

Embeddings are learned here only: the weights that come of them are written out, and the network plays as any other.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from fs_env.agents.networks.header import Entry
from fs_env.agents.networks.inputs import Inputs
from fs_env.agents.networks.part import learning_of

if TYPE_CHECKING:
    from fs_env.core.machine.declare.features import CardFeatures, CardPlaces
    from fs_env.core.machine.run.game import Game

SPREAD = 0.05  # of the weights of a first layer, at first


class CardInputs(NamedTuple):
    """The inputs that represent a card in a zone."""

    inputs: NDArray[np.int64]
    cards: NDArray[np.int64]
    zones: NDArray[np.int64]
    names: tuple[tuple[object, ...], ...]


def cards_of(game: Game) -> tuple[CardFeatures, CardPlaces]:
    """Features of the cards of a game, and where its observation names them. Raises ValueError if it does not."""
    card_places = learning_of(game).card_places
    if game.card_features is None or card_places is None:
        raise ValueError(f"shared: the observation of {game.name} does not describe single cards: leave it at 0")
    return game.card_features(), card_places()


def card_inputs(game: Game, tables: Inputs) -> CardInputs:
    _, places = cards_of(game)
    found: defaultdict[tuple[object, ...], list[tuple[int, int]]] = defaultdict(list)
    for entry in tables.entries.tolist():
        place, low, first = entry[Entry.PLACE], entry[Entry.LOW], entry[Entry.FIRST]
        card, plus = int(places.cards[place]), int(places.plus[place])
        if card < 0 and not plus:
            continue
        zone = zone_of(game, place, by_place=card >= 0)
        if card >= 0 and entry[Entry.NUMBER] >= 0:
            found[zone].append((entry[Entry.NUMBER], card))
        for k in range(entry[Entry.COUNT]):
            value, built = low + k, int(tables.rows[first + k])
            if built < 0:
                continue
            if card >= 0:
                found[*zone, value].append((built, card))
            elif value >= plus:
                found[zone].append((built, value - plus))
    names = tuple(sorted(found, key=repr))
    triples = [(built, card, k) for k, name in enumerate(names) for built, card in found[name]]
    inputs, cards, zones = np.array(triples, np.int64).reshape(-1, 3).T
    return CardInputs(inputs, cards, zones, names)


def zone_of(game: Game, place: int, *, by_place: bool) -> tuple[object, ...]:
    """The zone of a number: its section and its place there, without that of the card."""
    section = next(one for one in game.schema.sections if one.offset <= place < one.stop)
    index = tuple(int(k) for k in np.unravel_index(place - section.offset, section.shape))
    if by_place:
        return (section.name, *index[:-1])
    axes, ordered = {column.axis for column in section.columns}, section.name in learning_of(game).ordered
    stored = tuple(k for axis, k in enumerate(index) if axis in axes or ordered)
    return (section.name, *stored)


class SharedRows(torch.nn.Module):
    """The weights of a first layer.

    Raises:
        ValueError: a game whose observation does not name single cards.
    """

    def __init__(self, game: Game, tables: Inputs, hidden: int, width: int, printed: bool = True) -> None:
        super().__init__()
        features, _ = cards_of(game)
        found = card_inputs(game, tables)
        print_of = np.log1p(np.abs(features.matrix)) * np.sign(features.matrix) * printed
        print_of = print_of / np.maximum(print_of.std(0), 0.05)
        others = np.setdiff1d(np.arange(tables.size), found.inputs)
        self.counts = np.bincount(found.zones, minlength=len(found.names)).tolist()
        self.register_buffer("printed", torch.from_numpy(print_of.astype(np.float32)), persistent=False)
        self.register_buffer("cards", torch.from_numpy(found.cards), persistent=False)
        order = np.argsort(np.concatenate([others, found.inputs]))
        self.register_buffer("order", torch.from_numpy(order), persistent=False)
        norm = float(np.square(print_of).sum(1).mean()) ** 0.5 or 1.0
        self.own = torch.nn.Parameter(SPREAD * torch.randn(len(others), hidden))
        self.project = torch.nn.Parameter(torch.randn(print_of.shape[1], width) / norm)
        self.extra = torch.nn.Parameter(torch.zeros(len(print_of), width))
        self.zones = torch.nn.Parameter(SPREAD / width**0.5 * torch.randn(len(found.names), width, hidden))

    def embeddings(self) -> torch.Tensor:
        """(cards, width)."""
        printed: torch.Tensor = self.get_buffer("printed")
        return printed @ self.project + self.extra

    @property
    def weight(self) -> torch.Tensor:
        """(inputs, hidden)."""
        of_cards = self.embeddings().index_select(0, self.get_buffer("cards"))
        rows = [part @ zone for part, zone in zip(of_cards.split(self.counts), self.zones)]
        return torch.cat([self.own, *rows]).index_select(0, self.get_buffer("order"))

    def forward(self, inputs: torch.Tensor, firsts: torch.Tensor, amounts: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.embedding_bag(inputs, self.weight, firsts, mode="sum", per_sample_weights=amounts)


class SharedActions(torch.nn.Module):
    """The weights of a last layer with a row for each action."""

    def __init__(self, game: Game, rows: SharedRows, hidden: int, spread: float) -> None:
        super().__init__()
        _, places = cards_of(game)
        self.in_features, self.out_features = hidden, len(places.actions)
        self.embeddings = rows.embeddings
        named = [[k for k in ids if places.actions[k] >= 0] for ids in game.action_ids.values()]
        self.counts = [len(ids) for ids in named if ids]
        listed = np.array([k for ids in named for k in ids], np.int64)
        self.register_buffer("listed", torch.from_numpy(listed), persistent=False)
        self.register_buffer("cards", torch.from_numpy(places.actions[listed]), persistent=False)
        width = rows.extra.shape[1]
        own = spread * torch.randn(self.out_features, hidden + 1)
        own[listed], own[:, -1] = 0.0, 0.0
        kinds = spread / width**0.5 * torch.randn(len(self.counts), width + 1, hidden + 1)
        kinds[:, :, -1] = 0.0
        self.own, self.kinds = torch.nn.Parameter(own), torch.nn.Parameter(kinds)  # the last column: biases

    @property
    def table(self) -> torch.Tensor:
        """Weights and bias of each action, (actions, hidden + 1)."""
        embedded = torch.nn.functional.pad(self.embeddings(), (0, 1), value=1.0)
        of_cards = embedded.index_select(0, self.get_buffer("cards"))
        parts = [part @ kind for part, kind in zip(of_cards.split(self.counts), self.kinds)]
        return self.own.index_add(0, self.get_buffer("listed"), torch.cat(parts))

    @property
    def weight(self) -> torch.Tensor:
        """(actions, hidden)."""
        return self.table[:, :-1]

    @property
    def bias(self) -> torch.Tensor:
        """(actions,)."""
        return self.table[:, -1]
