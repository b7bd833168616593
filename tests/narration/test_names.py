"""Names that are read from right to left, or hold directional controls, cannot reorder the text around them."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

from fs_env.arena.report.style import in_html
from fs_env.cli.output import printable, table_of_bots
from fs_env.cli.person import meant
from fs_env.cli.screen import split
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.narration.conversation.conversation import Conversation
from fs_env.narration.legal_actions import choices
from fs_env.narration.narrator import Narrator
from fs_env.narration.speech import isolated
from fs_env.replays import Recorder
from fs_env.replays.page import story
from fs_env.replays.transcript import transcript
from fs_env.serve.store.setup import Setup
from fs_env.serve.table.viewer import NARROW, WIDE, Viewer
from fs_env.serve.web.open_tables import room_facts

HEBREW, ARABIC, OVERRIDE = "שלמה 2", "محمد عبد الرحمن", "ev\u202eil\u2069"
NAMES = ("Ann", HEBREW, OVERRIDE, ARABIC)
SHOWN = ("Ann", f"\u2068{HEBREW}\u2069", "\u2068evil\u2069", f"\u2068{ARABIC}\u2069")
CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]")
FROM_RIGHT = re.compile("[\u0590-\u08ff]")


def check(line: str) -> bool:
    """Whether a line has a letter from right to left; all of these are isolated once, and nothing else directs it."""
    assert not CONTROLS.search(line), line
    deep = 0
    for letter in line:
        deep += (letter == "\u2068") - (letter == "\u2069")
        assert 0 <= deep <= 1, line
        assert deep == 1 or not FROM_RIGHT.match(letter), line
    assert deep == 0, line
    return bool(FROM_RIGHT.search(line))


def test_names__are_isolated_wherever_they_are_shown() -> None:
    """Log lines, questions, choices, drawings of both widths, prompts, transcripts and the page of a replay."""
    draw, S = random.Random(3), GAME.new(1)
    GAME.setup(S, seed=3, num_players=4)
    book = Recorder(GAME, 3, {"num_players": 4}, NAMES)
    viewers = [Viewer(GAME, seat, NAMES) for seat in (0, 1, None)]
    models = [Conversation(GAME, seat, names=NAMES, cards="never") for seat in range(4)]
    found = set()

    def seen(where: str, *lines: str) -> None:
        found.update(where for line in lines if check(line))

    while (seat := GAME.to_act(S)) >= 0:
        for viewer in viewers:
            viewer.see(S)
            for shape in (WIDE, NARROW):
                canvas = viewer.draw(shape)
                seen("title", canvas.title)
                seen("drawing", *re.findall(r">([^<]+)</text>", canvas.svg("light")))
            seen("question", viewer.question)
        for model in models:
            model.see(S)
        legal = sorted(GAME.legal(S).tolist())
        if len(legal) > 1:
            message = models[seat].message()
            seen("prompt", *message.news, *message.view, message.question)
            for one in message.actions:
                assert "\u2068" not in one.words and models[seat].parse(one.words) == one.action
            if seat < 2:
                terminal, speech = Narrator(GAME, seat), viewers[seat].speech
                terminal.see(S)
                offered = choices(GAME, seat, legal, speech, terminal)
                seen("choice", *(one.words for one in offered))
                seen(
                    "choice on a page",
                    *(one.words for one in choices(GAME, seat, legal, speech, viewers[seat].narrator)),
                )
                plain = [one.words for one in message.actions]
                assert [meant(words, offered) for words in plain] == list(range(len(plain)))
        action = draw.choice(legal)
        book.choice(S, seat, legal, action)
        GAME.step(S, action)
    replay = book.replay(S, GAME.outcome(S), GAME.returns(S).tolist())
    told = story(replay, None)
    seen("log", *(line.text for viewer in viewers for line in viewer.log))
    seen("transcript", *transcript(replay))
    seen(
        "page", *told["names"], *told["views"], *(line for _, _, words, news in told["log"] for line in (words, *news))
    )
    assert found == {
        "title",
        "drawing",
        "question",
        "prompt",
        "choice",
        "choice on a page",
        "log",
        "transcript",
        "page",
    }
    assert replay.names == NAMES and told["names"] == list(SHOWN)


def test_names__are_isolated_once_and_only_where_needed() -> None:
    """Other names stay as they are; terminals, standings and tables that wait show the isolated name."""
    assert tuple(map(isolated, NAMES)) == tuple(map(isolated, SHOWN)) == SHOWN
    for name in ("Ann", "Zoë Łuk", "李雷", "🙂", "policy:base@2 #3"):
        assert isolated(name) == name
    assert printable(f"{SHOWN[1]} \u202e\n") == f"{SHOWN[1]} \\u202e\n"
    assert in_html(f"<b>{HEBREW}</b>") == f"\u2068&lt;b&gt;{HEBREW}&lt;/b&gt;\u2069"
    assert all(check(line) for line in split(SHOWN[3] + SHOWN[1], 10) if FROM_RIGHT.search(line))
    table = table_of_bots(NAMES[:2], [("wins",), ("1",), ("2",)], 80, "", "")
    assert list(table.columns[0].cells) == ["Ann", SHOWN[1]]
    setup = Setup(GAME.name, ("person",) * 2, NAMES[:2])
    facts = room_facts(SimpleNamespace(id=1, setup=setup, free=set()))
    assert [name for name, _ in facts["seats"]] == ["Ann", SHOWN[1]]
