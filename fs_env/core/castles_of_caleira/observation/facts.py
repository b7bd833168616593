"""Where each field of the state appears in an observation and in JSON, or why it does not."""

from __future__ import annotations

from fs_env.core.machine.declare.facts import Fact, derived, hidden, seen

HANDS = "hands are seen by their players alone (R51)"
ORDER = "the deck is face down, but for cards that this seat has looked at (R50)"
MEMORY = "what another seat remembers of hands (R52)"

FACTS: dict[str, Fact] = {
    "rng": hidden("no seat may know future draws"),
    "allowed": hidden("the mask of legal actions for the seat that is asked; to others it would betray its hand"),
    "asked": seen("to_act", json="decision.player"),
    "question": seen("question", json="decision.question"),
    "decisions": seen("decisions_left", json="decisions decisions_left"),
    "max_decisions": seen("decisions_left", json="decisions_left"),
    "castle": seen("pieces.lies", json="pieces[].place"),
    "down": seen("pieces.lies", json="pieces[].place"),
    "walls": derived("the Battlements that are face up"),
    "suppressed": seen("pieces.suppressed", json="pieces[].suppressed"),
    "known": seen("pieces.seen_by", "pieces.kind", json="pieces[].known_to pieces[].card"),
    "kind": seen("pieces.kind", json="pieces[].card", hidden="pieces that this seat has not seen (R51)"),
    "owner": seen("pieces.owner", json="pieces[].owner"),
    "n_pieces": seen("pieces_played", "pieces", json="pieces"),
    "hand": seen("hand", json="players[].hand", hidden=HANDS),
    "n_hand": seen("hand_sizes", json="players[].hand_size"),
    "deck": seen("deck_top", json="deck_top", hidden=ORDER),
    "n_deck": seen("deck_size", json="deck_size"),
    "removed": hidden("the cards removed from a game of four are face down (R3)"),
    "discard": seen("discard", json="discard"),
    "deck_reader": seen("deck_known_to", "deck_top", json="deck_known_to deck_top"),
    "deck_read": seen("deck_known", "deck_known_to", "deck_top", json="deck_known_to deck_top"),
    "held_kind": seen("held.kind", json="held", hidden=MEMORY),
    "held_by": seen("held.held_by", json="held", hidden=MEMORY),
    "held_from": seen("held.since", json="held", hidden=MEMORY),
    "n_held": derived("the facts themselves"),
    "queue": seen("pending", json="pending"),
    "head": seen("pending", json="pending"),
    "tail": seen("pending", json="pending"),
    "effect": seen("effect", json="decision.effect"),
    "picked": seen("picked", json="decision.picked"),
    "partner": seen("partner", json="decision.partner"),
    "offer": seen("offer", json="decision.offer", hidden="an offer is made face down (A2)"),
    "n_players": seen("num_players", json="num_players"),
    "turn_player": seen("turn_player", json="turn_player"),
    "out": seen("out", json="players[].out"),
    "outcome": derived("the environment, which ends the episode"),
    "winners": derived("the returns at the end"),
    "spire_lost": derived("the pieces: a Princess Spire that is discarded"),
    "play_on": seen("options.spire_multi", json="options.spire_multi"),
    "blind_market": seen("options.market", json="options.market"),
    "useless_targets": seen("options.useless_targets", json="options.useless_targets"),
}
