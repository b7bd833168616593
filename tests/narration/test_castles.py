"""Lines and choices of Castles of Caleira against the fields of the states, in random games."""

from __future__ import annotations

import random
from collections import Counter

from fs_env.core.castles_of_caleira.actions import GIVE, LEAVE, STOP, TARGET
from fs_env.core.castles_of_caleira.cards import NAMES
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.machine.declare.fields import as_records
from fs_env.narration.castles_of_caleira import events as castles_of_caleira
from fs_env.narration.narrator import Narrator

TABLES = (
    {"num_players": 2},
    {"num_players": 3, "market": 1},
    {"num_players": 4, "spire_multi": 1},
    {"num_players": 3, "useless_targets": 0},
)


def cards(hand) -> Counter[str]:
    """A hand of a state."""
    return Counter({NAMES[kind]: int(n) for kind, n in enumerate(hand) if n})


def drawn(b, a) -> tuple[int, str] | None:
    """Who has drawn which card between two states."""
    gone = Counter(b.deck[: b.n_deck].tolist()) - Counter(a.deck[: a.n_deck].tolist())
    return (int(a.turn_player), NAMES[gone.popitem()[0]]) if gone else None


def exchanged(b, a, action: int) -> tuple[int, int, str, str] | None:
    """Who has given what to whom for what between two states."""
    if b.question == Question.RETURN:
        return int(b.owner[b.effect]), int(b.asked), NAMES[b.offer], NAMES[action - GIVE]
    if b.question != Question.GIVE or a.question == Question.RETURN:
        return None
    found, given = (int(b.asked), int(b.partner)), NAMES[action - GIVE]
    taken = drawn(b, a)
    hands = [cards(a.hand[p]) - Counter([taken[1]] if taken is not None and taken[0] == p else []) for p in found]
    received = cards(b.hand[found[1]]) + Counter([given]) - hands[1]
    assert cards(b.hand[found[0]]) + received - Counter([given]) == hands[0]
    return *found, given, next(iter(received))


SWAPS = (" gives ", " exchanges ", " draws ", " at the top ", " gets ")


def check_lines(b, a, action: int, viewer: int | None, lines: list[str]) -> None:
    """All that happened is in the lines of a viewer, as far as that viewer may know it, and nothing else of that kind."""
    expected = []
    taken, swap = drawn(b, a), exchanged(b, a, action)
    if swap is not None:
        known = viewer in (*swap[:2], None)
        gives = f"gives {swap[2]} to player_{swap[1]} for {swap[3]}"
        expected.append(f"player_{swap[0]} {gives if known else f'exchanges a card with player_{swap[1]}'}")
    if taken is not None and viewer in (taken[0], None):
        expected.append(f"player_{taken[0]} draws {taken[1]}")
    if a.question == Question.ORDER and b.question != Question.ORDER:
        n = int(a.deck_read)
        seen = ", ".join(NAMES[kind] for kind in a.deck[: a.n_deck][::-1][:n])
        top = "top card" if n == 1 else f"top {n} cards"
        known = f": {seen}" if viewer in (int(a.asked), None) else ""
        expected.append(f"player_{a.asked} looks at the {top} of the deck{known}")
    found = [line for line in lines if any(word in line for word in SWAPS)]
    assert sorted(found) == sorted(expected), (viewer, lines, expected)
    down = [int(b.down & b.castle) >> k & 1 for k in range(b.n_pieces)]
    for k in range(b.n_pieces):
        turned = f"piece {k + 1} " in "".join(line for line in lines if "is turned face up" in line)
        in_castle = int(a.castle) >> k & 1
        assert turned == bool(down[k] and in_castle and not int(a.down) >> k & 1)
        gone = f"piece {k + 1} (" in "".join(line for line in lines if "is destroyed" in line or "is discarded" in line)
        assert gone == bool(int(b.castle) >> k & 1 and not in_castle)
    going_on = a.effect == b.effect and a.picked >= 0 and b.picked < 0
    if b.question in (Question.TARGET, Question.REVEAL, Question.ORDER) and not going_on:
        assert lines and not lines[0].startswith("turn "), (b.question, action, lines)
    if action == STOP and b.question == Question.TARGET:
        assert sum("chooses no piece" in line or "stops turning pieces face up" in line for line in lines) == 1


def check_words(b, a, action: int, words: str) -> None:
    """What the words of a choice say is what it does."""
    if b.question == Question.ORDER:
        kept = [NAMES[kind] for kind in b.deck[: b.n_deck][::-1]]
        order = words.removeprefix("put back, the top one first: ").split(", ")
        now = [NAMES[kind] for kind in a.deck[: a.n_deck][::-1]]
        assert now == (order + kept[len(order) :])[b.n_deck - a.n_deck :]
    elif b.question == Question.REVEAL:
        assert words.startswith(("leave ", "turn ")) and words.endswith("face down" if action == LEAVE else "face up")
        assert (int(a.down) >> int(b.picked) & 1) == (action == LEAVE)
    elif b.question in (Question.GIVE, Question.RETURN):
        other = int(b.partner) if b.question == Question.GIVE else int(b.owner[b.effect])
        assert words == f"give {NAMES[action - GIVE]} to player_{other}"
    elif b.question == Question.TARGET and action == STOP:
        assert words == "no further piece" and (a.down, a.castle) == (b.down, b.castle)
    elif b.question == Question.TARGET:
        k, stays = action - TARGET, "battlements" in NAMES[b.kind[action - TARGET]].lower()
        was_down, down = int(b.down) >> k & 1, int(a.down) >> k & 1
        happens = {
            "destroy ": not int(a.castle) >> k & 1 or (stays and not down and "a hidden card" in words),
            "turn up ": was_down and not down,
            "turn down ": not was_down and down,
            "look at ": was_down and int(a.known[b.asked]) >> k & 1,
        }
        begin = next((begin for begin in happens if words.startswith(begin)), None)
        assert begin is None or happens[begin], (words, begin)
        assert begin is not None or (
            was_down == down and a.castle == b.castle and a.known[b.asked] == b.known[b.asked]
        ), words
        assert (begin is None) == words.endswith(", no effect"), words
    elif words.startswith("play ") and "face up" in words:
        k = int(b.n_pieces)
        idle = a.effect != k and NAMES[a.kind[k]] not in ("Battlements", "Princess Spire")
        assert words.endswith(", no effect") == idle, words


def test_lines_and_choices__say_what_happens():
    """R8, R19, R20, R25, R26: draws, exchanges once, with both cards to those who may know them, looks at the deck and at pieces;
    on the page of a table a choice whose card does nothing says so (R14, R16, R24), whether a piece or a card is chosen."""
    chance, asked = random.Random(2), Counter()
    for seed in range(24):
        S = GAME.new(1)
        GAME.setup(S, seed=seed, **TABLES[seed % len(TABLES)])
        viewers = [None, *range(GAME.num_players(S))]
        narrators = [Narrator(GAME, viewer) for viewer in viewers]
        for narrator in narrators:
            narrator.see(S)
        while (seat := GAME.to_act(S)) >= 0:
            before, legal = GAME.clone(S), GAME.legal(S).tolist()
            texts, view = [GAME.action_text(one) for one in legal], GAME.to_json(S, player=seat)
            offered = castles_of_caleira.offered_drawn(view, texts)
            action = chance.choice(legal)
            asked[Question(int(as_records(S)[0].question)).name] += 1
            GAME.step(S, action)
            check_words(as_records(before)[0], as_records(S)[0], action, offered[legal.index(action)])
            for viewer, narrator in zip(viewers, narrators, strict=True):
                narrator.see(S)
                lines, narrator.pending = narrator.pending, []
                check_lines(as_records(before)[0], as_records(S)[0], action, viewer, lines)
    assert set(asked) == {question.name for question in Question} - {"NOTHING"}, asked
