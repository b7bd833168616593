"""The kernel that writes the sections about bartering; all of it is public (R16.2)."""

from fs_env.core.four_souls.language.codes import Ref
from fs_env.core.four_souls.observation.records import kernel
from fs_env.core.four_souls.observation.relative import face_of, seat_from, target_of
from fs_env.core.four_souls.state import PROMISES, Frame


@kernel
def place_of(s, viewer, uid):
    _, value = target_of(s, viewer, Ref.STACK + int(uid))
    return value


@kernel
def see_barter(s, viewer, o):
    if s.bartering == 0:
        return
    bid = s.bid[0]
    if s.frames[0].kind == Frame.BARTER and s.n_frames > 0:
        offer = o.offer
        offer.favour = bid.favour
        offer.promiser = seat_from(s, viewer, bid.promiser) + 1
        offer.payer = seat_from(s, viewer, bid.payer) + 1
        offer.whom = seat_from(s, viewer, bid.whom) + 1
        offer.item = face_of(s, bid.item)
        offer.object = place_of(s, viewer, bid.object)
        offer.cents = bid.cents
        offer.maker = seat_from(s, viewer, bid.maker) + 1
        offer.counter = bid.counter
    n = 0
    for k in range(PROMISES):
        promise = s.promises[k]
        if promise.favour == 0:
            continue
        seen = o.promises[n]
        seen.favour = promise.favour
        seen.promiser = seat_from(s, viewer, promise.promiser) + 1
        seen.payer = seat_from(s, viewer, promise.payer) + 1
        seen.whom = seat_from(s, viewer, promise.whom) + 1
        seen.item = face_of(s, promise.item)
        seen.object = place_of(s, viewer, promise.object)
        seen.cents = promise.cents
        seen.turns = promise.turns
        seen.tested = promise.tested
        n += 1
    for p in range(s.n_players):
        row = o.barter[seat_from(s, viewer, p)]
        row.offers = s.offers[p]
        row.kept = s.kept[p]
        row.broken = s.broken[p]
