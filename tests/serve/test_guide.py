"""How games are played: the pages that say so, and the tables of a guided first game."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest

import fs_env
from fs_env.games import SHIPPED
from fs_env.registry.games import GAMES, LOADED, load_game
from fs_env.serve.store.setup import checked
from fs_env.serve.table.game_table import Table
from tests.games.nim import MANIFEST as NIM
from tests.serve.running import FORM, NEEDED, running

guide = pytest.importorskip("fs_env.serve.web.guide_pages", reason=NEEDED)
NAMES = [manifest.id for manifest in SHIPPED]
QUESTIONS = 60  # of a person


@pytest.mark.parametrize("game", NAMES)
def test_page__shows_how_a_game_is_played(game, server):
    """Its goal, six steps with a picture each, words, options in words, and a first game; no reference is left unread."""
    status, text, _ = server.get(f"/how/{game}")
    steps = re.findall(r'<li class="panel.*?</li>', text, re.DOTALL)
    assert status == 200 and f"How to play {GAMES[game].title}" in unescape(text)
    assert len(steps) == 6 and all("<svg" in step and "<h2>" in step for step in steps)
    assert "Guided first game" in text and "<dt>" in text and 'class="goal"' in text
    plain = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
    assert "[" not in plain and not re.search(r"\((?:R|A)\d", plain)


@pytest.mark.parametrize("game", NAMES)
def test_page__names_cards_that_lie_in_the_gallery(game, server):
    """Each card that a page or an explanation names leads to its drawing, by an address that the gallery has."""
    gallery = server.get(f"/cards?game={game}")[1]
    named = guide.guide_of(game).cards()
    texts = [str(guide.linked(game, f"[{name}]")) for name in named]
    ids = [unescape(text).split("#")[1].split('"')[0] for text in texts]
    assert len(named) > 1 and all(f'id="{one}"' in gallery for one in ids)


@pytest.mark.parametrize("game", NAMES)
def test_options__have_words_for_all_their_values(game):
    """What is said of an option is about one that the game has, and leaves out no value of it."""
    options = load_game(game).options
    for key, (title, told) in guide.guide_of(game).options.items():
        option = options[key]
        values = option.bits or [option.text_of(number) for number in option.values]
        assert title and set(values) <= set(told), key


def test_every_page__leads_to_it(server):
    """The page of tables, of a host, of a seat, of a watcher, of a gallery, and one that says what went wrong."""
    seat = server.make()
    host = server.make(seat_1="person")
    for path in ("/", "/how", host, seat, server.links(host)[-1], "/cards?game=betrayal", "/seat/nobody"):
        assert re.search(r'href="/how(/\w+)?"', server.get(path)[1]), path
    assert server.get("/how/chess")[0] == 404
    for path in ("/nowhere", "/static/nothing.js", "/seat"):
        status, page, headers = server.get(path)
        assert status == 404 and "There is no page at this address." in page and 'href="/"' in page, path
        assert headers["content-type"].startswith("text/html")


def test_game__without_a_guide_has_a_plain_page(monkeypatch):
    """Nim names no guide: its page says so, with its options; it has a form with bots, and no first game is explained."""
    before, loaded = dict(GAMES), dict(LOADED)
    try:
        fs_env.register_game(NIM)
        with running() as server:
            status, text, _ = server.get("/how/nim")
            assert status == 200 and "How to play Nim" in text and "Options of this game" in text
            assert "Guided first game" not in text and "<svg" not in text
            form = server.get("/")[1].split('id="of-nim"')[1]
            assert "easy: chooses at random" in form and "hard: follows simple rules" in form
            status, text, _ = server.post({"game": "nim", "guided": "on"})
            assert status == 400 and "has no guided first game" in text
    finally:
        for known, old in ((GAMES, before), (LOADED, loaded)):
            known.clear()
            known.update(old)


@pytest.mark.parametrize("game", NAMES)
def test_lessons__fit_what_is_asked(game):
    """In a first game played at random nearly all questions of the person are explained, and all explained choices are known."""
    lessons, pick = guide.guide_of(game).lessons, random.Random(1)
    asked = explained = 0
    used = set()
    for seed in range(3):
        setup, own = guide.first_table(game)
        table = Table(checked(setup), own + seed)
        while not table.over and asked < QUESTIONS * (seed + 1):
            offered = [choice.words for choice in table.offer(0)]
            if offered:
                question = table.viewers[0].question
                fitting = [
                    lesson
                    for lesson in lessons
                    if re.search(lesson.asks, question)
                    and (not lesson.offers or any(re.match(lesson.offers, words) for words in offered))
                ]
                asked, explained = asked + 1, explained + bool(fitting)
                for lesson in fitting:
                    used.add(lesson.title)
                    used |= {begin for begin in lesson.answers if any(re.match(begin, words) for words in offered)}
            table.play(pick.choice(table.legal()))
            if table.asked == 0:
                table.look()
    assert explained >= 0.9 * asked > 20
    assert {lessons[0].title, lessons[1].title, *list(lessons[0].answers)[:2]} <= used


def test_first_game__is_the_same_deal_for_everybody(server):
    """Two people who press the button are asked the same; explanations stand on their pages and on no other."""
    fields = {"game": "castles_of_caleira", "guided": "on"}
    pages = [server.get(server.post(fields)[2]["location"])[1] for _ in range(2)]
    first, second = (re.findall(r"<span>(play .*?)</span>", page) for page in pages)
    assert first == second != []
    assert all('class="lesson"' in page and "lessons.js" in page for page in pages)
    assert 'class="lesson"' not in server.get(server.make())[1]


def test_form__that_makes_no_table_stays_as_it_was(server):
    """What was chosen and written stands in the form again, as text, with the reason; nothing else of the page changes."""
    fields = {**FORM, "seat_1": "other", "other_1": "stockfish", "name_0": "Ann <b>", "option_market": "random"}
    status, text, _ = server.post(fields)
    form = text.split('id="of-castles_of_caleira"')[1].split("</form>")[0]
    assert status == 400 and "stockfish" in form and "is not offered here" in unescape(form)
    for kept in ('value="stockfish"', 'value="Ann &lt;b&gt;"', '<option value="random" selected>'):
        assert kept in form
    assert (
        re.search(r'name="pace"[^>]* value="0"', form) and "checked" not in form.split('name="undo"')[1].split(">")[0]
    )
    assert "stockfish" not in text.split('id="of-betrayal"')[1]


def test_form__names_another_bot(server):
    """A bot that is written down sits at the table, and one that the server allows can be chosen."""
    path = server.make(seat_1="other", other_1="aggressive")
    assert server.host(path).setup.seats == ("person", "aggressive")
    assert '<option value="tests.serve.bots:Broken">' in server.get("/")[1]
