"""The page of a replay: it holds every picture, nothing of others' hands, and needs nothing from elsewhere."""

import base64
import gzip
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from itertools import accumulate, zip_longest

import pytest

from fs_env.core.castles_of_caleira.game import GAME
from fs_env.drawing import draw
from fs_env.replays import play_back
from fs_env.replays.film import REEL, Film, body, pieces
from fs_env.replays.page import page, page_of, story
from fs_env.replays.transcript import transcript
from tests.replays.games import explored, recorded


def unpacked(html):
    packed = re.search(r'<script id="data"[^>]*>([^<]*)</script>', html)[1]
    return expanded(json.loads(gzip.decompress(base64.b64decode(packed))))


def expanded(told):
    """The contents of a page without differences, as its script reads them."""
    if "parts" not in told:
        return told
    parts = []
    for name, back, start, end, *steps in told["parts"]:
        old = parts[-back][1:] if back else []
        parts.append([name, *old[:start], *accumulate(steps), *old[len(old) - end :]])
    pictures = {}
    for name in ("pictures", "narrow"):
        rows = pictures[name] = []
        for row in told[name]:
            before = rows[-1] if rows else [[] for _ in row]
            rows.append(
                [[a + b for a, b in zip_longest(one, old[: len(one)], fillvalue=0)] for one, old in zip(row, before)]
            )
    return {**told, "parts": parts, **pictures}


def shown_in(told, shown):
    """Each part of a picture as SVG, put where its box is, as the script of the page does."""
    found = []
    for part, *box in zip(*[iter(shown)] * 5, strict=True):
        name, *lines = told["parts"][part]
        x, y = (f"{side / 10:g}" for side in box[:2])
        inside = "".join(told["lines"][line] for line in lines)
        found.append(f'<g transform="translate({x} {y})">{inside}</g>' if name else inside)
    return found


def picture(told, k, view, narrow):
    return shown_in(told, told["narrow" if narrow else "pictures"][k][view])


def svg(drawn):
    return ["".join(part.lines) for part in drawn.parts]


def test_page__holds_every_picture_of_every_view():
    """Put together, the parts are the drawings of each position, wide and narrow: the open view and each seat's."""
    replay = recorded()
    told = unpacked(page(replay, each_seat=True))
    assert told["views"] == ["everything open", "Ann", "Bob", "<Cy>"]
    for moment, game, S in play_back(replay):
        for view, player in enumerate((None, 0, 1, 2)):
            for narrow in (False, True):
                drawn = draw(game, S, player=player, names=replay.names, narrow=narrow, marked=True)
                assert picture(told, moment.choice, view, narrow) == svg(drawn)
    assert len(told["log"]) == len(told["pictures"]) == len(told["narrow"]) == len(replay.choices) + 1
    assert told["values"] == [list(value) for value in replay.values] and len(told["values"]) == len(replay.choices)
    assert told["returns"] == list(replay.returns)


def test_page__holds_a_map_that_grows():
    """Pictures of Betrayal have parts whose boxes change with the map; each is the drawing, for a seat and narrow too."""
    replay = explored()
    told = unpacked(page(replay, each_seat=True))
    tiles = set()
    for moment, game, S in play_back(replay):
        tiles.add(len(game.to_json(S)["tiles"]))
        for view, player in ((0, None), (2, 1)):
            for narrow in (False, True):
                drawn = draw(game, S, player=player, names=replay.names, narrow=narrow, marked=True)
                assert picture(told, moment.choice, view, narrow) == svg(drawn)
                shown = told["narrow" if narrow else "pictures"][moment.choice][view]
                boxes = [[side / 10 for side in shown[at + 1 : at + 5]] for at in range(0, len(shown), 5)]
                assert boxes == [[float(f"{side:.1f}") for side in part.box] for part in drawn.parts]
    assert len(tiles) > 2


@pytest.mark.parametrize("replay", [recorded, explored])
def test_film__shows_what_the_page_shows(replay):
    """Drawn when they are asked for, in any order, the pictures are those of the page that holds all; so is all the rest."""
    film, told = Film(replay()), story(replay(), None, each_seat=True)
    firsts = list(range(0, len(told["log"]), REEL))
    for first in (*firsts[::-2], *firsts[1::2]):
        for view in range(len(told["views"])):
            for narrow in (False, True):
                made = film.reel(first, view, narrow=narrow)
                shown = [shown_in(made, one) for one in made["pictures"]]
                assert shown == [
                    picture(told, k, view, narrow) for k in range(first, min(first + REEL, len(told["log"])))
                ]
                assert narrow or made["size"] == told["size"]
    assert film.story() == {name: told[name] for name in ("names", "views", "log", "values", "returns")}
    assert {**unpacked(page_of(film, "there")), "reels": 0} == {**json.loads(json.dumps(film.story())), "reels": 0}
    for first, view in ((1, 0), (-REEL, 0), (firsts[-1] + REEL, 0), (0, -1), (0, len(told["views"]))):
        with pytest.raises(ValueError, match="expected a multiple"):
            film.reel(first, view, narrow=False)


def test_film__of_one_seat_shows_no_other():
    """A film of a seat has one view, and no line in it that a drawing of that seat lacks."""
    replay = recorded()
    film = Film(replay, 1)
    drawn = {
        line
        for _, game, S in play_back(replay)
        for part in draw(game, S, player=1, names=replay.names, marked=True).parts
        for line in pieces(body(part)[1])
    }
    reels = [film.reel(first, 0, narrow=False) for first in range(0, len(film.log), REEL)]
    assert {line for reel in reels for line in reel["lines"]} == drawn and film.story()["views"] == ["Bob"]
    assert {line.words for line in film.log[:-1] if line.seat != 1} == {"decides"}
    with pytest.raises(ValueError, match="of view 1"):
        film.reel(0, 1, narrow=False)
    with pytest.raises(ValueError, match="seat 3"):
        Film(replay, 3)


def test_transcript__tells_a_game_of_betrayal():
    """The words of a replay: turns with their choices, what a tile is turned to, and how it ended."""
    told = list(transcript(explored(56)))
    assert told[0].startswith("betrayal_v3, seed 7: Ann, Bob, Cy") and told[1].startswith(("turn 0", "turn 1"))
    assert any(": go " in line for line in told) and any("lay it with " in line for line in told)
    assert told[-1].startswith("ended at a limit")
    same = list(transcript(replace(explored(56), names=("Ann", "Bob", "Ann"))))
    assert same == [line.replace("Cy", "Ann #2") for line in told], "equal names get numbers"


def test_page__of_one_seat_tells_nothing_more():
    """With a seat only its pictures are on the page: no line that a drawing of that seat lacks."""
    replay = recorded()
    told = unpacked(page(replay, seat=1))
    assert told["views"] == ["Bob"]
    seen = {
        line
        for _, game, S in play_back(replay)
        for narrow in (False, True)
        for part in draw(game, S, player=1, names=replay.names, narrow=narrow, marked=True).parts
        for line in pieces(body(part)[1])
    }
    assert set(told["lines"]) == seen
    for _, who, words, news in told["log"][:-1]:
        assert who == 1 or (words == "decides" and not any("face down" in line and "," in line for line in news))
        assert who != 1 or words != "decides"
    with pytest.raises(ValueError, match="seat 3"):
        page(replay, seat=3)


def test_page__needs_nothing_else():
    """No address outside the page but that of the SVG namespace; names are escaped; equal replays give equal pages."""
    html = page(recorded())
    assert set(re.findall(r"https?://[^\"'\s<)]+", html)) <= {"http://www.w3.org/2000/svg"}
    assert re.search(r'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; [^"]*">', html)
    assert "connect-src" not in html and "connect-src 'self'" in page_of(Film(recorded()), "there")
    assert "<Cy>" not in html and "&lt;Cy&gt;" in html and "{{" not in html
    assert not re.search(r"(?:src|href)=[\"'](?!data:)", html)
    assert html == page(recorded())
    assert len(html) < 250_000


def test_page__keeps_equal_lines_once():
    """Lines and parts are stored once, however often they are drawn."""
    told = story(recorded(), None)
    assert len(set(told["lines"])) == len(told["lines"])
    pictures = [*told["pictures"], *told["narrow"]]
    drawn = sum(len(told["parts"][part]) - 1 for k in pictures for view in k for part in view[::5])
    assert drawn > 6 * len(told["lines"])


def test_page__has_the_face_of_every_card_that_is_seen():
    """Each card with a name in the pictures has its face on the page; of one seat none that this seat never saw."""
    replay = recorded()
    for seat in (None, 1):
        told = story(replay, seat)
        marks = [re.search(r'data-place="(.*?)" data-card="(.*?)"', line) for line in told["lines"]]
        seen = {
            f"{unescape(mark[1]).rpartition(':')[2]} {unescape(mark[2])}": unescape(mark[2]) for mark in marks if mark
        }
        assert seen and seen.keys() == told["cards"].keys()
        for key, name in seen.items():
            assert f">{name}</text>" in unescape(told["cards"][key])


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_page__in_a_browser(tmp_path, width):
    """Chromium unpacks the page and shows the picture of the choice in its address, with the transcript beside it."""
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("no chromium here: install Debian's package")
    replay = recorded()
    file = tmp_path / "game.html"
    # windows are never narrower than 500 here: the page itself is given the width
    right = (
        "Math.max(...[...document.querySelectorAll('svg, button, h1')].map((one) => one.getBoundingClientRect().right))"
    )
    script = (
        f"document.documentElement.style.width = '{width}px'; setInterval(() => {{ document.title = {right} }}, 100)"
    )
    script = f"<script>{script}</script></body>"
    file.write_text(page(replay).replace("</body>", script), encoding="utf-8")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"]
    where = f"{file.as_uri()}#choice=5"
    made = subprocess.run(
        [*command, f"--window-size={width},900", f"--user-data-dir={tmp_path / 'profile'}", where],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    shown = made.stdout.partition('<script id="data"')[0]
    assert f"choice 5 of {len(replay.choices)}, turn " in shown
    assert (
        len(re.findall(r'<li data-k="\d', shown)) == len(replay.choices) + 1 and shown.count('aria-current="step"') == 1
    )
    S = GAME.new(1)
    for moment, _, state in play_back(replay):
        if moment.choice == 5:
            S = GAME.clone(state)
    narrow = width < 1376
    drawn = draw(GAME, S, names=replay.names, narrow=narrow, marked=True)
    assert shown.count('class="fs-auto"') == 1
    head = re.findall(r"<text[^>]*>([^<]+)</text>", drawn.parts[0].group())
    assert len(head) >= 2 and all(f">{line}</text>" in shown for line in head)
    right = float(re.findall(r"<title>([\d.]+)</title>", shown)[0])
    assert 0.8 * width < right <= width and "min-width:" not in shown.partition("<main>")[2]
