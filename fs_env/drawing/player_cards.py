"""The hand and the cards in play of a player, side by side, or one below the other on a narrow drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.card_layout import GAP, LARGEST, Columns, Laid, lay_cards, lay_loose, unread
from fs_env.drawing.layout import Same
from fs_env.drawing.parts import PLATES

EDGE = 10.0
TITLE = 18.0  # height of a heading
HAND = 1.35  # room of a card in the reader's hand, for one of a card in play
TITLED = 120.0  # height from which a heading has room
OWN = (190.0, 262.0)  # the largest card of the reader's hand
FACES, TAGS = Columns(3, 104.0, 300.0), Columns(4, 76.0, 76.0)  # of a narrow drawing; of cards without texts


def _several(one: Laid, n: int) -> Laid:
    if n == 1 or one.face is None:
        return one
    value = " · ".join([*([one.face.value] if one.face.value else []), f"×{n}"])
    return one._replace(face=one.face.now(value=value, under=n - 1))


class PlayerCards(NamedTuple):
    """Cards of a player.

    Attributes:
        hand: those that are known.
        play: in play.
        own: it is the reader's: its cards are larger.
        empty: what is written without any.
        title: the heading of the cards in play.
    """

    hand: Sequence[Laid]
    play: Sequence[Laid]
    own: bool
    empty: str = "no cards in play"
    title: str = "in play"

    @classmethod
    def of(cls, hand: Sequence[Laid], play: Sequence[Laid], own: bool, **more: Any) -> PlayerCards:
        return cls([_several(one, n) for one, n in Counter(hand).items()], play, own, **more)

    def _groups(self) -> list[tuple[str, Sequence[Laid]]]:
        if not self.hand:
            return [("", self.play)] if self.play else []
        return [("hand", self.hand), *([(self.title, self.play)] if self.play else [])]

    def height(self, w: float, least: float) -> float:
        if not self._groups():
            return 2 * EDGE + TITLE
        total = 2 * EDGE - GAP
        for title, cards in self._groups():
            total += self._columns(title).height(cards, w - 2 * EDGE, least) + (TITLE + 4 if title else 0)
        return total

    def _columns(self, title: str) -> Columns:
        return FACES if self.own or title == "hand" else TAGS

    def drawn(self, narrow: bool) -> Same:
        key = *map(tuple, (self.hand, self.play)), self.own, self.empty, self.title, narrow
        return Same(key, partial(self.draw, narrow=narrow))

    def draw(self, canvas: Canvas, box: Box, narrow: bool) -> None:
        canvas.rect(box, "panel", "line", r=8)
        inside, groups = box.inset(EDGE, EDGE - 2), self._groups()
        if canvas.card:
            lay_loose(canvas, box.inset(6), [*self.hand, *self.play], *canvas.card, PLATES)
            return
        if not groups:
            canvas.text(inside.x, inside.y + 16, self.empty, size=canvas.least, color="soft")
        elif narrow:
            self._one_below_another(canvas, inside)
        elif len(groups) == 1:
            self._group(canvas, inside, *groups[0])
        else:
            left, right = self._halves(inside, canvas.least)
            canvas.rect(Box(left.right + EDGE - 0.5, box.y + 10, 1, box.h - 20), "line", r=0)
            self._group(canvas, left, *groups[0])
            self._group(canvas, right, *groups[1])

    def _halves(self, box: Box, least: float) -> list[Box]:
        best, found = None, []
        for more in (HAND, 1.0, 0.75) if self.own else (1.0, 1.6):
            weights = [len(self.hand) * more, float(len(self.play))]
            left, right = box.columns(*(max(sum(weights) * 0.2, one) for one in weights), gap=2 * EDGE)
            spare = left.w - len(self.hand) * (OWN[0] + GAP)
            if self.own and spare > 0:  # the cards of the hand are as large as they get
                left, right = (
                    Box(left.x, left.y, left.w - spare, left.h),
                    Box(right.x - spare, right.y, right.w + spare, right.h),
                )
            high, most = box.h - TITLE * (box.h > TITLED), OWN if self.own else LARGEST
            lacks = sum(
                unread(cards, half.w, high, least, most) for cards, half in ((self.hand, left), (self.play, right))
            )
            if best is None or lacks < best:
                best, found = lacks, [left, right]
        return found

    def _group(self, canvas: Canvas, box: Box, title: str, cards: Sequence[Laid]) -> None:
        if title and box.h > TITLED:
            canvas.heading(box.x, box.y + 11, title, box.w)
            box = Box(box.x, box.y + TITLE, box.w, box.h - TITLE)
        lay_cards(canvas, box, cards, OWN if self.own else LARGEST)

    def _one_below_another(self, canvas: Canvas, box: Box) -> None:
        y = box.y
        for title, cards in self._groups():
            if title:
                canvas.heading(box.x, y + 14, title, box.w)
                y += TITLE + 4
            y = self._columns(title).draw(canvas, box.x, y, box.w, cards)
