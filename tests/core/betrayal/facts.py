"""The facts taken from a game under test: figures, cards, tokens and clips. All else the reference works out."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Deck, Door, Level, Role, Side, Symbol, Token
from fs_env.core.betrayal.language.haunts import Haunt, Shape
from fs_env.core.betrayal.language.questions import Frame, Question
from fs_env.core.betrayal.language.rows import Possession
from fs_env.core.betrayal.tables import EVENT_NAMES, INSTANCE, N_EVENTS, POSSESSIONS, TILE_BASE, TILE_NAMES, Zone

CARDS: dict[str, Possession] = {card.name: card for card in POSSESSIONS}
TRACKS = [
    [[0, *map(int, track.split())] for track, _ in (row.might, row.speed, row.knowledge, row.sanity)]
    for row in ADVENTURERS
]
NAMES = {int(inst): card.name for inst, card in zip(INSTANCE, POSSESSIONS)}
SYMBOLS = {None: Symbol.NOTHING}
SEATS = 6
LEVELS = {int(level): level.name.lower() for level in Level}
SIDES = [Side(side).name.lower() for side in range(len(Side))]
COLOURS = {int(colour): colour.name.lower() for colour in Door}


@cache
def doors_by_side(row: tuple[int, ...]) -> dict[str, str]:
    """Side and colour of the doors of a tile, from its row in the state."""
    return {SIDES[side]: COLOURS[colour] for side, colour in enumerate(row) if colour}


class Facts:
    """One position as plain Python: `at` has the tile of each figure, seats first, monsters from 6 on; `lies` the tiles of cards."""

    def __init__(self, S: Any) -> None:
        s = S.view(np.ndarray)[0]
        self.record = s
        self.players = int(s["n_players"])
        self.asked = GAME.to_act(S)
        self.over = self.asked < 0
        self.question = Question(int(s["question"])) if not self.over else Question.NOTHING
        self.outcome = int(s["outcome"])
        frame = s["frames"][max(0, int(s["n_frames"]) - 1)]
        self.doing = Frame(int(frame["kind"]))
        card = int(frame["card"])
        self.about = EVENT_NAMES[card] if self.doing in (Frame.EVENT, Frame.PROGRAM) and 0 <= card < N_EVENTS else ""
        self.frame = {
            name: int(frame[name]) for name in ("seat", "other", "n", "value", "mask", "trait", "card", "tile")
        }
        tiles = s["tiles"]
        levels, xs, ys = (tiles[name].tolist() for name in ("level", "x", "y"))
        doors, tokens = tiles["doors"].tolist(), tiles["tokens"].tolist()
        placed = [t for t, level in enumerate(levels) if level >= 0]
        self.tiles = {TILE_NAMES[t]: (LEVELS[levels[t]], xs[t], ys[t]) for t in placed}
        self.doors = {TILE_NAMES[t]: doors_by_side(tuple(doors[t])) for t in placed}
        self.tokens = {TILE_NAMES[t]: {token for token in Token if tokens[t] >> token & 1} for t in placed if tokens[t]}
        self.gates = dict(zip(s["gate"].tolist(), s["gate"].tolist()[::-1]))
        self.gates = {TILE_NAMES[a]: TILE_NAMES[b] for a, b in self.gates.items() if a >= 0 and b >= 0}
        seats = s["seats"]
        self.alive, self.escaped = (seats[name].astype(bool).tolist() for name in ("alive", "escaped"))
        self.role, self.adventurer = seats["role"].tolist(), seats["adventurer"].tolist()
        self.shown = seats["shown"].astype(bool).tolist()
        self.clips = seats["at"].tolist()
        self.slow, self.mark, self.healing = (seats[name].tolist() for name in ("slow", "mark", "healing"))
        where = [t if alive and t >= 0 else None for t, alive in zip(seats["tile"].tolist(), self.alive)]
        monsters = s["monsters"]
        self.kinds = monsters["kind"].tolist()
        self.stunned = monsters["stunned"].astype(bool).tolist()
        where += [t if kind >= 0 else None for t, kind in zip(monsters["tile"].tolist(), self.kinds)]
        self.at = [None if t is None else TILE_NAMES[t] for t in where]
        self.at[self.players : SEATS] = [None] * (SEATS - self.players)
        zone, owner = s["zone"].tolist(), s["owner"].tolist()
        instances = INSTANCE.tolist()
        self.owner = {name: owner[i] for name, i in zip(CARDS, instances) if zone[i] == Zone.HELD}
        self.lies = {name: TILE_NAMES[owner[i]] for name, i in zip(CARDS, instances) if zone[i] == Zone.GROUND}
        self.kept = {(owner[e], EVENT_NAMES[e]) for e in range(N_EVENTS) if zone[e] == Zone.KEPT}
        self.counts = s["n_deck"].tolist()
        self.drawn = tuple(self.counts[:3]), tuple(s["n_pile"].tolist()[:3])
        self.turn, self.turn_seat = int(s["turn"]), int(s["turn_seat"])
        self.omens, self.rounds = int(s["omens"]), int(s["rounds"])
        self.haunt: Haunt | None = HAUNTS[int(s["haunt"])] if s["haunt"] >= 0 else None
        self.traitor, self.revealer, self.begun = int(s["traitor"]), int(s["revealer"]), bool(s["begun"])
        self.marks, self.winners = s["marks"].tolist(), [k for k in range(SEATS) if int(s["winners"]) >> k & 1]
        self.demon, self.truce = bool(s["demon"]), self.haunt is not None and self.rounds < self.haunt.truce
        self.inspired, self.speed = int(s["inspired"]), s["speed"].tolist()
        self.omens_left = [NAMES[i] for i in s["deck"][Deck.OMENS][: s["n_deck"][Deck.OMENS]].tolist()[::-1]]
        self.dice = tuple(s["rng"][1].tolist())

    def stack(self, deck: Deck) -> tuple[list[str], list[str]]:
        """The tiles of a stack, the next one last, and those set aside."""
        order, pile = (
            [TILE_NAMES[i - TILE_BASE] for i in self.record[name][deck][: self.record[f"n_{name}"][deck]].tolist()]
            for name in ("deck", "pile")
        )
        return order, pile

    def value(self, seat: int, trait: int) -> int:
        """The number at a clip (R10)."""
        return TRACKS[self.adventurer[seat]][trait][self.clips[seat][trait]]

    def power(self, seat: int) -> str:
        return ADVENTURERS[self.adventurer[seat]].power.name

    @property
    def secret(self) -> bool:
        """Whether there is a traitor of whom others do not know (R75)."""
        return any(self.may_reveal(seat) for seat in range(self.players))

    def may_reveal(self, seat: int) -> bool:
        """Whether a seat has the token of a traitor face down (R75, A59)."""
        hidden = self.haunt is not None and self.haunt.shape == Shape.HIDDEN
        return hidden and self.role[seat] == Role.TRAITOR and not self.shown[seat]

    def immune(self, seat: int) -> bool:
        """Whether a seat is a traitor whom every player knows (R72, R75)."""
        return self.role[seat] == Role.TRAITOR and self.shown[seat]

    def evil(self, figure: int) -> bool:
        """Whether a figure is on the traitor's side."""
        return figure >= SEATS or self.role[figure] == Role.TRAITOR
