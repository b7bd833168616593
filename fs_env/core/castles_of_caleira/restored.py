"""The conditions that hold in every position of Castles of Caleira: a restored state must meet all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.core.castles_of_caleira import actions as A
from fs_env.core.castles_of_caleira.cards import COPIES, KINDS, N_CARDS
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import HELD, NONE, PLAYERS, QUEUE, REMOVED, STATE, Outcome
from fs_env.core.machine.declare.ranges import Range, Ranges

FLAG, KIND, KIND_OR_NONE, PIECES = (0, 1), (0, KINDS - 1), (NONE, KINDS - 1), (0, (1 << N_CARDS) - 1)
SEATS, SEAT, SEAT_OR_NONE = (0, (1 << PLAYERS) - 1), (0, PLAYERS - 1), (NONE, PLAYERS - 1)
PIECE_OR_NONE, COUNT = (NONE, N_CARDS - 1), (0, N_CARDS)
BOUNDS: dict[str, Range | None] = {
    "rng": None,
    "allowed": (0, (1 << A.NUM_ACTIONS) - 1),
    "decisions": (0, 2**31 - 2),
    "max_decisions": (1, 2**31 - 1),
    **dict.fromkeys(("castle", "down", "walls", "suppressed", "known"), PIECES),
    "kind": KIND,
    **dict.fromkeys(("owner", "turn_player"), SEAT),
    **dict.fromkeys(("n_pieces", "hand", "n_hand", "n_deck", "discard"), COUNT),
    "deck": KIND,
    **dict.fromkeys(("removed", "offer"), KIND_OR_NONE),
    **dict.fromkeys(("deck_reader", "partner", "asked"), SEAT_OR_NONE),
    "deck_read": (0, A.LOOK),
    "held_kind": KIND,
    **dict.fromkeys(("held_by", "out", "winners"), SEATS),
    "held_from": COUNT,
    "n_held": (0, HELD),
    "queue": (0, N_CARDS - 1),
    **dict.fromkeys(("head", "tail"), (0, QUEUE)),
    **dict.fromkeys(("effect", "picked"), PIECE_OR_NONE),
    "n_players": (2, PLAYERS),
    "question": (0, max(Question)),
    "outcome": (0, max(Outcome)),
    **dict.fromkeys(("spire_lost", "play_on", "blind_market", "useless_targets"), FLAG),
}
RANGES = Ranges(STATE, BOUNDS)


def fault(state: NDArray[np.uint8]) -> str | None:
    """The first impossibility in a state, as text; None for one that can be played on.

    Args:
        state: its bytes, contiguous and aligned.
    """
    return RANGES.fault(state) or next(faults(state.view(STATE.dtype)[0]), None)


def faults(s: Any) -> Iterator[str]:
    n, pieces = int(s["n_players"]), int(s["n_pieces"])
    everybody, played = (1 << n) - 1, (1 << pieces) - 1
    for name in ("turn_player", "deck_reader", "partner", "asked"):
        if s[name] >= n:
            yield f"{name} is {s[name]} among {n} players"
    if (s["owner"][:pieces] >= n).any() or s["hand"][n:].any() or s["n_hand"][n:].any():
        yield f"cards of a seat beyond the {n} players"
    for name in ("held_by", "out", "winners"):
        if int(np.bitwise_or.reduce(np.ravel(s[name]))) & ~everybody:
            yield f"{name} has a seat beyond the {n} players"
    for name in ("castle", "suppressed", "known"):
        if int(np.bitwise_or.reduce(np.ravel(s[name]))) & ~played:
            yield f"{name} has a piece beyond the {pieces} that were played"
    if int(s["down"]) & ~int(s["castle"]) or int(s["walls"]) & ~int(s["castle"]) & ~int(s["down"]):
        yield "down or walls have a piece that is in no castle"
    yield from card_faults(s, pieces)
    if not s["head"] <= s["tail"] or (s["queue"][s["head"] : s["tail"]] >= max(1, pieces)).any():
        yield "the queue has a piece that was not played"
    if not s["deck_read"] <= s["n_deck"] or (s["deck_read"] and s["deck_reader"] == NONE):
        yield f"{s['deck_read']} cards of {s['n_deck']} were read by seat {s['deck_reader']}"
    if (np.count_nonzero(s["held_by"], axis=1) != s["n_held"]).any():
        yield "n_held does not count the facts"
    yield from question_faults(s, n, pieces)


def card_faults(s: Any, pieces: int) -> Iterator[str]:
    standing = (int(s["castle"]) >> np.arange(pieces)) & 1 == 1
    gone = np.bincount(s["kind"][:pieces][~standing], minlength=KINDS)
    kinds = [s["deck"][: s["n_deck"]], s["removed"][s["removed"] != NONE], s["kind"][:pieces][standing]]
    total = s["hand"].sum(axis=0, dtype=np.int64) + s["discard"] + np.bincount(np.concatenate(kinds), minlength=KINDS)
    if (total != COPIES).any() or (s["discard"] < gone).any() or len(kinds[1]) not in (0, REMOVED):
        yield f"there are {total.tolist()} cards of the kinds, expected {list(COPIES)}"
    if (s["hand"].sum(axis=1) != s["n_hand"]).any():
        yield "n_hand does not count the hands"


def question_faults(s: Any, n: int, pieces: int) -> Iterator[str]:
    ask, seat, allowed = int(s["question"]), int(s["asked"]), int(s["allowed"])
    running = s["outcome"] == Outcome.RUNNING
    if running != (seat != NONE) or running != (ask != Question.NOTHING) or running != (allowed != 0):
        yield f"question {ask} to seat {seat} with outcome {s['outcome']}"
        return
    effect, partner = int(s["effect"]), int(s["partner"])
    if effect >= pieces or int(s["picked"]) >= pieces:
        yield "effect or picked is a piece that was not played"
    if not running:
        return
    if (effect == NONE) != (ask == Question.PLAY):
        yield f"question {ask} about piece {effect}"
        return
    owner = int(s["owner"][effect])
    if ask in (Question.GIVE, Question.RETURN) and partner in (NONE, owner):
        yield f"a Marketplace of seat {owner} with seat {partner}"
    if s["offer"] != NONE and s["hand"][owner, s["offer"]] == 0 or (s["offer"] == NONE) == (ask == Question.RETURN):
        yield f"kind {s['offer']} is offered"
    if ask == Question.REVEAL and s["picked"] == NONE:
        yield "no piece was seen"
    if ask == Question.ORDER and s["deck_read"] == 0:
        yield "no card of the deck was seen"
    if seat != (partner if ask == Question.RETURN else owner if ask != Question.PLAY else seat) or allowed & ~answers(
        s, ask, n
    ):
        yield f"seat {seat} may answer {allowed:#x} to question {ask}"


def answers(s: Any, ask: int, n: int) -> int:
    """Ids that may be legal, a bit each."""
    hand = [int(kind) for kind in np.flatnonzero(s["hand"][s["asked"]])]
    if ask == Question.PLAY:
        return sum(
            1 << (A.PLAY_DOWN + kind) | (1 << int(A.UP_ID[kind]) if A.UP_ID[kind] >= A.PLAY_UP else 0) for kind in hand
        )
    if ask in (Question.GIVE, Question.RETURN):
        return sum(1 << (A.GIVE + kind) for kind in hand)
    if ask == Question.TARGET:
        return int(s["castle"]) << A.TARGET | 1 << A.STOP
    if ask == Question.REVEAL:
        return 1 << A.REVEAL | 1 << A.LEAVE
    if ask == Question.PLAYER:
        others = [(int(s["asked"]) + step) % n for step in range(1, n)]
        return sum(1 << (A.PLAYER + k) for k, seat in enumerate(others) if s["n_hand"][seat])
    return sum(1 << action for action in range(A.ORDER, A.NUM_ACTIONS))
