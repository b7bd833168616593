"""Texts of a position: the pending decision, the table for a reader; and the same as plain data."""

from __future__ import annotations

from typing import Any

from fs_env.core.castles_of_caleira.actions import LOOK
from fs_env.core.castles_of_caleira.cards import CARDS, KINDS, NAMES, POINTS, WALL_BONUS, Kind
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import HELD, NONE, Outcome

PLACES = ("face down", "face up", "discarded")
OUTCOMES = ("running", "won", "drawn", "truncated", "stopped by a capacity guard")


def piece_words(record: Any, piece: int) -> str:
    name = NAMES[record.kind[piece]] if in_open(record, piece) else "face down"
    return f"piece {piece + 1} ({name}, of player_{record.owner[piece]})"


def in_open(record: Any, piece: int) -> bool:
    return not (int(record.down) >> piece) & 1


def decision_text(record: Any) -> str:
    """Which player is asked what, by which card, in one sentence; after the end, how the game ended. Shows nothing hidden."""
    ask = int(record.question)
    if ask == Question.NOTHING:
        winners = ", ".join(f"player_{p}" for p in range(record.n_players) if (int(record.winners) >> p) & 1)
        shown = f" by {winners}" if record.outcome == Outcome.WON else ""
        return f"the game is over: {OUTCOMES[record.outcome]}{shown}"
    who = f"player_{record.asked}"
    if ask == Question.PLAY:
        return f"{who} plays a card, face up or face down"
    by = f"for {NAMES[record.kind[record.effect]]}, piece {record.effect + 1}"
    if ask == Question.TARGET:
        if record.kind[record.effect] != Kind.WATCHTOWER:
            return f"{who} chooses a piece {by}"
        if record.picked == NONE:
            return f"{who} chooses up to two pieces {by}"
        return f"{who} chooses a second piece {by}, after {piece_words(record, int(record.picked))}"
    if ask == Question.REVEAL:
        return f"{who} may turn face up {by}: {piece_words(record, int(record.picked))}"
    if ask == Question.PLAYER:
        return f"{who} chooses with whom to exchange a card {by}"
    if ask == Question.GIVE:
        return f"{who} offers a card to player_{record.partner} {by}"
    if ask == Question.RETURN:
        return f"{who} gives a card to player_{record.owner[record.effect]} {by}"
    return f"{who} puts the top cards of the deck back {by}"


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    """The table as plain data; what `player` cannot know is None. Pieces are numbered from 1, in order of play."""
    n = int(record.n_players)
    seats = range(n)
    queue = [] if record.outcome != Outcome.RUNNING else [int(p) + 1 for p in record.queue[record.head : record.tail]]
    deck = [NAMES[kind] for kind in record.deck[: record.n_deck][::-1]]
    read = len(deck) if player is None else int(record.deck_read) if record.deck_reader == player else 0
    offer = NAMES[record.offer] if record.offer != NONE and player in (None, record.owner[record.effect]) else None
    return {
        "game": "castles_of_caleira",
        "num_players": n,
        "outcome": OUTCOMES[record.outcome],
        "winners": [p for p in seats if (int(record.winners) >> p) & 1],
        "decisions": int(record.decisions),
        "decisions_left": max(0, int(record.max_decisions) - int(record.decisions)),
        "options": {
            "spire_multi": bool(record.play_on),
            "market": "random" if record.blind_market else "choice",
            "useless_targets": bool(record.useless_targets),
        },
        "turn": int(record.n_pieces) + int(record.question == Question.PLAY),
        "turn_player": int(record.turn_player),
        "decision": {
            "player": int(record.asked) if record.asked != NONE else None,
            "question": Question(int(record.question)).name.lower(),
            "effect": int(record.effect) + 1 if record.effect != NONE else None,
            "picked": int(record.picked) + 1 if record.picked != NONE else None,
            "partner": int(record.partner) if record.partner != NONE else None,
            "offer": offer,
            "text": decision_text(record),
        },
        "pending": queue,
        "players": [
            {
                "hand": counted(record.hand[p]) if player in (None, p) else None,
                "hand_size": int(record.n_hand[p]),
                "out": bool((int(record.out) >> p) & 1),
                "points": visible_points(record, p),
            }
            for p in seats
        ],
        "pieces": pieces_json(record, player),
        "deck_size": int(record.n_deck),
        "deck_top": deck[:read] if player is None else deck[: min(read, LOOK)],
        "deck_known_to": {"player": int(record.deck_reader), "cards": int(record.deck_read)}
        if record.deck_read
        else None,
        "discard": counted(record.discard),
        "removed": [NAMES[kind] for kind in record.removed if kind != NONE] if player is None else None,
        "held": held_json(record, player),
    }


def pieces_json(record: Any, player: int | None) -> list[dict[str, Any]]:
    n = int(record.n_players)
    known = -1 if player is None else int(record.known[player])
    suppressed, owners, who = int(record.suppressed), record.owner.tolist(), record.known[:n].tolist()
    return [
        {
            "piece": i + 1,
            "owner": owners[i],
            "card": NAMES[record.kind[i]] if (known >> i) & 1 else None,
            "place": place(record, i),
            "suppressed": bool((suppressed >> i) & 1),
            "known_to": [p for p in range(n) if (who[p] >> i) & 1],
        }
        for i in range(record.n_pieces)
    ]


def held_json(record: Any, player: int | None) -> list[dict[str, Any]]:
    """What a seat, or with None each one, remembers of cards in other hands (R52)."""
    seats = range(int(record.n_players))
    return [
        {
            "card": NAMES[record.held_kind[p, k]],
            "known_to": p,
            "held_by": [q for q in seats if (int(record.held_by[p, k]) >> q) & 1],
            "or_piece_from": int(record.held_from[p, k]) + 1,
        }
        for p in seats
        if player in (None, p)
        for k in range(HELD)
        if record.held_by[p, k]
    ]


def counted(numbers: Any) -> list[str]:
    return [NAMES[kind] for kind in range(KINDS) for _ in range(numbers[kind])]


def place(record: Any, piece: int) -> str:
    if not (int(record.castle) >> piece) & 1:
        return PLACES[2]
    return PLACES[in_open(record, piece)]


def visible_points(record: Any, seat: int) -> int:
    """Points of a castle as it is now (R31, R40); no hidden kind counts."""
    points = walls = 0
    castle, down, kinds = int(record.castle), int(record.down), record.kind
    for i, owner in enumerate(record.owner[: record.n_pieces].tolist()):
        if owner == seat and castle >> i & 1:
            up = not down >> i & 1
            points += POINTS[kinds[i]] if up else 1
            walls += up and kinds[i] == Kind.BATTLEMENTS
    return int(points + (WALL_BONUS * walls if walls == CARDS[Kind.BATTLEMENTS].copies else 0))


def text(record: Any, player: int | None) -> str:
    shown = to_json(record, player)
    reader = "everything shown" if player is None else f"as player_{player} knows it"
    lines = [f"Castles of Caleira, turn {shown['turn']}, {reader}", shown["decision"]["text"]]
    if shown["decision"]["offer"]:
        lines.append(f"offered: {shown['decision']['offer']}")
    options = listed([f"{name} {value}" for name, value in shown["options"].items()], "")
    lines.append(f"turn of player_{shown['turn_player']}; options: {options}; {shown['decisions_left']} decisions left")
    for p, seat in enumerate(shown["players"]):
        cards = (
            f"{plural(seat['hand_size'], 'card')} in hand"
            if seat["hand"] is None
            else listed(seat["hand"], "nothing in hand")
        )
        state = "out of the game" if seat["out"] else f"{plural(seat['points'], 'point')}, {cards}"
        lines.append(f"player_{p}: {state}")
        for piece in shown["pieces"]:
            if piece["owner"] == p and piece["place"] != PLACES[2]:
                lines.append(f"  {piece['piece']}. {piece['place']}{tail(piece)}")
    top = f", on top {listed(shown['deck_top'], '')}" if shown["deck_top"] else ""
    lines.append(f"deck: {plural(shown['deck_size'], 'card')}{top}")
    if shown["deck_known_to"]:
        reader = shown["deck_known_to"]
        lines.append(f"player_{reader['player']} knows the top {plural(reader['cards'], 'card')} of the deck")
    lines.append(f"discard pile: {listed(shown['discard'], 'empty')}")
    if shown["pending"]:
        lines.append(f"waiting effects: {', '.join(f'piece {number}' for number in shown['pending'])}")
    for fact in shown["held"]:
        who = " or ".join(f"player_{q}" for q in fact["held_by"])
        owner = f"player_{fact['known_to']} knows: " if player is None else ""
        lines.append(
            f"{owner}{fact['card']} is in the hand of {who}, or face down as piece {fact['or_piece_from']} or later"
        )
    return "\n".join(lines)


def plural(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' * (n != 1)}"


def listed(names: list[str], without: str) -> str:
    return ", ".join(names) or without


def tail(piece: dict[str, Any]) -> str:
    name = f": {piece['card']}" if piece["card"] else ""
    seen = ", ".join(f"player_{p}" for p in piece["known_to"])
    seen = f" (known to {seen})" if piece["place"] == PLACES[0] else ""
    return name + seen + (" (suppressed)" if piece["suppressed"] else "")
