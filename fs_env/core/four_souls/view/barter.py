"""Offers and promises as plain data (R16); all of it is public."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.state import Favour, Frame
from fs_env.core.four_souls.view.sight import Plain, Sight


def _terms(sight: Sight, row: Any) -> Plain:
    whom, uid, item = (int(row[name]) for name in ("whom", "object", "item"))
    return {
        "favour": Favour(int(row["favour"])).name.lower() if row["favour"] else None,
        "player": _seat(row["promiser"]),
        "payer": _seat(row["payer"]),
        "cents": int(row["cents"]) or None,
        "instead": _seat(whom),
        "item": sight.public_card(item),
        "object": sight.reference(int(Ref.STACK) + uid) if uid else None,
    }


def _seat(p: int) -> int | None:
    return None if p == NONE else int(p)


def offer_plain(sight: Sight) -> Plain | None:
    frames = sight.record["frames"]["kind"][: sight.number("n_frames")]
    if Frame.BARTER not in frames.tolist():
        return None
    bid = sight.record["bid"][0]
    return {**_terms(sight, bid), "by": int(bid["maker"]), "counter": int(bid["counter"]) or None}


def promises_plain(sight: Sight) -> list[Plain]:
    rows = sight.record["promises"]
    return [
        {**_terms(sight, row), "turns": int(row["turns"]) or None, "tested": bool(row["tested"])}
        for row in rows[rows["favour"] != 0]
    ]
