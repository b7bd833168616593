"""A table in Chromium fits its window: what a choice needs is in sight, cards have one size a zone, and those that stay do not move."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest

from tests.drawing.positions import TWELVE_ITEMS
from tests.serve.fitting import MEASURE, Board, moved, positions, sizes_of
from tests.serve.test_browser import Person

pytestmark = pytest.mark.slow
WINDOWS = ((1280, 650), (1366, 768), (1440, 900), (1600, 900), (1920, 1080), (2560, 1440), (768, 1024), (390, 844))
WIDE, NARROW = 1000, 640  # pixels
QUESTION = 360  # pixels of its width
SMALL = 11  # pixels of a letter
FINGER = 24  # pixels of a side of a tile on a phone
ZONE, BOARD = 1, 2  # sizes of cards in a zone, and on a board
EMPTY = {"four_souls": 0.43, "castles_of_caleira": 0.46, "betrayal": 0.62}
"""Share of a board that is empty, at most, as the mean of a game in a window: free slots, where cards come without moving others,
and the ground of maps and castles that grow."""
SMALLER = {"four_souls": 0.49, "castles_of_caleira": 0.62, "betrayal": 0.70}
"""The same in windows of less than WIDE."""
GAMES = [
    ("four_souls", 2, 400),
    ("four_souls", 4, 300),
    ("castles_of_caleira", 2, 14),
    ("castles_of_caleira", 4, 4),
    ("betrayal", 3, 60),
    ("betrayal", 4, 0),
    ("betrayal", 6, 150),
]
SETTLED = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 300))"
MAP = """() => [...board.querySelectorAll('[data-place^="tile:"]')].map((one) => {
  const figures = [...one.querySelectorAll("[data-place]")], r = one.firstElementChild.getBoundingClientRect();
  const texts = [...one.querySelectorAll("text")].filter((text) => !figures.some((figure) => figure.contains(text)));
  const on = figures.map((figure) => figure.getBoundingClientRect()).filter((box) => [[box.x + box.width / 2, r.left, r.right],
    [box.y + box.height / 2, r.top, r.bottom]].every(([at, from, to]) => from < at && at < to));
  return { name: one.dataset.card, texts: texts.map((text) => text.textContent), inside: Boolean(one.closest(".map")),
    figures: on.length, x: r.x, y: r.y, w: r.width, h: r.height };
})"""
CHOSEN = """(place) => {
  now = { ...now, choices: [[0, "stay", "", []], [1, "go there", "", [place]]], far: [] };
  mark();
  return board.querySelector(`[data-place="${CSS.escape(place)}"] .nth`).textContent;
}"""
ANSWERS = 3
ANEW = 1  # times that a zone may have too little room for a card that came in these answers


@pytest.mark.parametrize(("game", "players", "before"), GAMES)
def test_table__fits_windows_of_eight_sizes(game: str, players: int, before: int, chromium: Any, server: Any) -> None:
    """Positions of random games, put into the page as the server sends them: question, hand, market and the places of all choices are
    in sight without scrolling."""
    bots = {f"seat_{seat}": "heuristic" for seat in range(1, players)}
    found: dict[tuple[int, int], list[Any]] = defaultdict(list)
    with Person(chromium, server) as ann:
        ann.go(server.make(game=game, players=str(players), **bots))
        board, seen = Board(ann.page), list(positions(game, players, players + 5, before, ANSWERS))
        for window in WINDOWS:
            ann.page.set_viewport_size({"width": window[0], "height": window[1]})
            ann.page.evaluate(SETTLED)
            board.forget()
            found[window] = [(board.show(one), ann.page.evaluate(MEASURE)) for one in seen]
    for window, shown in found.items():
        what = f"{game}, {players} players, {window[0]} x {window[1]}"
        for (_, one), position in zip(shown, seen, strict=True):
            if "adventurer" in position.message["question"] and window[0] < NARROW:
                one["hidden"] = []  # twelve adventurers with their texts are higher than a phone
            check(one, window[0], what)
        tops = {one["top"] for _, one in shown} - {None}
        assert window[0] < WIDE or len(tops) <= 1, f"{what}: the choices jump, {tops}"
        empty = sum(one["empty"] for _, one in shown) / len(shown)
        pairs = [moved(a["cards"], b["cards"]) for (_, a), (grown, b) in pairwise(shown) if not grown]
        jumped, stayed = sum(len(jumps) for jumps, _ in pairs), sum(n for _, n in pairs)
        grown = sum(again for again, _ in shown[1:])
        print(
            f"{what}: {100 * empty:.0f} % empty, {jumped} of {stayed} cards jump, arranged anew {grown} of {len(shown) - 1} times"
        )
        assert empty <= (EMPTY if window[0] >= WIDE else SMALLER)[game] and not jumped and grown <= ANEW, (
            f"{what}: {pairs}"
        )


def check(one: dict[str, Any], width: int, what: str) -> None:
    cards = [card for card in one["cards"] if not card["tile"]]
    unseen = [card["key"] for card in cards if card["needed"] and not card["shown"]]
    assert one["asked"] and not one["hidden"] and not unseen, f"{what}: {one['hidden']}, {unseen}"
    assert not one["cut"] and one["choices"] >= min(2, one["all"]), (
        f"{what}: {one['cut']}, {one['choices']} choices in sight"
    )
    tiny = [card["key"] for card in one["cards"] if card["tile"] and min(card["w"], card["h"]) < FINGER]
    assert width >= NARROW or not tiny, f"{what}: a finger does not hit {tiny}"
    assert not one["covered"], f"{what}: panels of players cover one another: {one['covered']}"
    assert not one["outside"], f"{what}: cards hang out of the panel of their player: {one['outside']}"
    assert not one["mixed"], f"{what}: a hand and cards in play are not apart: {one['mixed']}"
    assert one["wide"] >= min(QUESTION, width - 12) and one["letters"] >= SMALL - 0.05 and one["scroll"] <= 0, what
    zones = sizes_of(cards)
    assert max(map(len, zones.values()), default=0) <= ZONE, f"{what}: {zones}"
    assert len(set().union(*zones.values())) <= BOARD, f"{what}: {zones}"


def test_map__names_every_tile(chromium: Any, server: Any) -> None:
    """Late positions of five players, with 31 and 45 tiles: each has its name, shortened or not, or in a free place at the edge its
    initials, its figures and the number of the choice that goes there. Nothing lies over a tile."""
    late = [one for seed, before in ((508, 230), (512, 350)) for one in positions("betrayal", 5, seed, before, 1)]
    with Person(chromium, server) as ann:
        ann.go(server.make(game="betrayal", players="5", **{f"seat_{seat}": "heuristic" for seat in range(1, 5)}))
        board = Board(ann.page)
        for width, height in ((1280, 650), (1024, 768), (768, 1024), (390, 844)):
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.evaluate(SETTLED)
            outside = 0
            for seen in late:
                board.forget()
                board.show(seen)
                tiles = ann.page.evaluate(MAP)
                assert len(tiles) == len(seen.view["tiles"])
                inside = [tile for tile in tiles if tile["inside"]]
                for tile in tiles:
                    assert tile["figures"] == len(on_tile(tile["name"], seen.view)) or tile["inside"]
                    word = tile["texts"][0].rstrip("…").rstrip("-")
                    starts = "".join(part[0] for part in tile["name"].split() if part not in ("of", "to"))
                    assert len(word) > 1 and (tile["name"].startswith(word) or word == starts), tile
                    assert not [one["name"] for one in inside if one is not tile and overlap(one, tile)], tile
                for tile in tiles:
                    if not tile["inside"]:
                        outside += 1
                        number = ann.page.evaluate(CHOSEN, f"tile:{tile['name']}")
                        assert number == "2", tile
            assert outside or width not in (768, 1024), "no position has a tile without room"


def on_tile(name: str, view: dict[str, Any]) -> list[Any]:
    players = [player for player in view["players"] if player["tile"] == name and player["alive"]]
    return players + [monster for monster in view["monsters"] if monster["tile"] == name]


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    ends = [(one[at], one[at] + one[size], other[at], other[at] + other[size]) for at, size in ("xw", "yh")]
    return all(begin < stop - 1 and start < end - 1 for begin, end, start, stop in ends)


def test_cards__of_a_panel_without_room_keep_a_size_that_can_be_chosen(chromium: Any, server: Any) -> None:
    """Ten and more cards of an adventurer of Betrayal overlap in a low panel, but never shrink to a few pixels."""
    with Person(chromium, server) as ann:
        ann.go(server.make(game="betrayal", players="3", seat_1="heuristic", seat_2="heuristic"))
        for w, h, n in ((284, 22, 10), (284, 40, 12), (200, 22, 30)):
            wide, high = ann.page.evaluate(f"fit({w}, {h}, {n}, {{ flat: 6 }})")
            assert wide >= 24 and 17 <= high <= h, (w, h, n, wide, high)


NAMED = 80  # units of the width of a card, in which a name has room
CARDS = ["Reading Stone", "Spring Boots", "Long Sling", "Cleaver", "Crawling Claw"]


def test_cards__of_one_of_six_players_have_two_rows_and_no_smaller_cards_in_other_panels(
    chromium: Any, server: Any
) -> None:
    """A panel with five cards is higher than the others, where the window has room; where it has not, only its own cards are smaller."""
    seen = next(positions("betrayal", 6, 11, 150, 1))
    hands = [["Weighted Net"], ["Lucky Knot"], CARDS, ["Padded Coat"], ["Spark Rod"], ["Berserker Axe"]]
    own = [player | {"cards": cards, "events": []} for player, cards in zip(seen.view["players"], hands, strict=True)]
    crowded = seen._replace(view=seen.view | {"players": own})
    with Person(chromium, server) as ann:
        ann.go(server.make(game="betrayal", players="6", **{f"seat_{seat}": "heuristic" for seat in range(1, 6)}))
        board = Board(ann.page)
        for width, height, rows in ((1920, 1080, 2), (1280, 650, 1)):
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.evaluate(SETTLED)
            board.forget()
            board.show(crowded)
            found = ann.page.evaluate(MEASURE)
            cards = [card for card in found["cards"] if card["part"].startswith("player-") and not card["tile"]]
            cards = [card for card in cards if card["place"].startswith("card:")]
            five = [card for card in cards if card["part"] == "player-2"]
            assert len(cards) == 10 and len({round(card["y"]) for card in five}) == rows, (width, five)
            assert all(card["w"] > NAMED for card in cards if card not in five or rows == 2), (width, cards)
            assert not found["outside"] and len({round(card["w"]) for card in cards}) <= BOARD, (width, cards)


FACE = 40  # pixels of its height
CROWDED_WINDOWS = {
    2: ((1280, 650), (390, 844)),
    3: ((1366, 768), (1024, 768), (360, 640)),
    4: ((1280, 650), (1440, 900), (1024, 768), (768, 1024), (390, 844), (360, 640)),
}
NAMES = """() => {
  const plain = (text) => text.replace(/[ -]/g, ""), all = [...board.querySelectorAll("[data-card]")].filter((one) =>
    one.closest("[data-part^=cards-],[data-part=monsters],[data-part=shop],[data-part=notes]"));
  const cards = all.map((one) => [one.closest("[data-part]"), one.dataset.card, one.firstElementChild.getBoundingClientRect(), one]);
  const cut = cards.filter(([part, name, , one]) => part.dataset.part.startsWith("cards-")
    && !plain([...one.querySelectorAll("text")].map((text) => text.textContent).join("")).includes(plain(name)));
  const over = cards.filter(([part, , a], k) => cards.slice(0, k).some(([other, , b]) => part === other
    && a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2));
  const labels = [...board.querySelectorAll(`[data-part=cards-${about.seat}] text`)].filter((one) => /^hand/.test(one.textContent));
  const named = (found) => found.map(([part, name]) => [part.dataset.part, name]);
  return { cut: named(cut), over: named(over), labels: labels.length };
}"""


def test_twelve_items_of_each_player__have_names_in_all_windows(chromium: Any, server: Any) -> None:
    """No name is cut, no card covers another one, neither in the market nor among three that are looked at, and a label shows
    where the hand is; on a tablet the reader's cards are faces. A card that
    was played leaves an outline, and no other card moves."""
    for players in CROWDED_WINDOWS:
        check_twelve_items(players, chromium, server)


def check_twelve_items(players: int, chromium: Any, server: Any) -> None:
    bots = {f"seat_{seat}": "heuristic" for seat in range(1, players)}
    seen = next(positions("four_souls", players, players + 5, 100, 1))
    item = {"shows": None, "turned": False, "eternal": False, "counters": 0}
    items = [item | {"card": card, "turned": k % 3 == 0} for k, card in enumerate(TWELVE_ITEMS)]
    none = {"curses": [], "soul_cards": [], "innate_souls": 0}
    own = [player | none | {"items": items} for player in seen.view["players"]]
    own[0] = own[0] | {"hand": ["bomb", "a_penny"], "hand_size": 2}
    shop = ["dinner", "moms_bra", "dead_bird"] if players == 3 else ["dinner", "moms_bra"]
    monsters = [
        seen.view["monsters"][0] | {"slot": k, "card": card} for k, card in enumerate(["fly", "spider", "fatty"])
    ]
    crowded = seen._replace(view=seen.view | {"players": own, "shop": shop, "monsters": monsters[: len(shop)]})
    fewer = crowded._replace(view=crowded.view | {"players": [one | {"items": items[:9]} for one in own]})
    played = crowded._replace(
        view=crowded.view | {"players": [own[0] | {"hand": ["a_penny"], "hand_size": 1}, *own[1:]]}
    )
    looked = crowded._replace(view=crowded.view | {"looked": ["yum_heart", "incubus", "the_d6"], "resolving": []})
    with Person(chromium, server) as ann:
        ann.go(server.make(game="four_souls", players=str(players), **bots))
        board = Board(ann.page)
        for width, height in CROWDED_WINDOWS[players]:
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.evaluate(SETTLED)
            board.forget()
            board.show(crowded)
            found = ann.page.evaluate(NAMES)
            assert not found["cut"] and not found["over"] and found["labels"] == 1, (width, height, found)
            zones = sizes_of(before := ann.page.evaluate(MEASURE)["cards"])
            board.show(played)
            jumped, _ = moved(before, ann.page.evaluate(MEASURE)["cards"])
            assert not jumped and ann.page.evaluate("board.querySelectorAll('.left').length") == 1, (width, jumped)
            board.show(looked)
            over = ann.page.evaluate(NAMES)["over"]
            assert not over, (width, height, over)
            assert max(map(len, zones.values())) <= ZONE and len(set().union(*zones.values())) <= BOARD, (width, zones)
            if height > width > NARROW:
                board.forget()
                board.show(fewer)
                high = {card["h"] for card in ann.page.evaluate(MEASURE)["cards"] if card["part"] == "cards-0"}
                assert min(high) >= FACE, f"{high}: faces of the reader's cards have room"


CHOICES = {(1280, 650): 99, (768, 1024): 12, (390, 844): 8, (360, 640): 4}  # in sight, or all of them
NUMBERED = """(points) => [...board.querySelectorAll("[data-place^='piece:'],[data-place^='discard:']")].filter((one) =>
  ![...one.querySelectorAll("text")].some((text) => (points ? /^#\\d+ · \\d|^\\d of \\d$/ : /#\\d+|^\\d of \\d$/)
    .test(text.textContent))).map((one) => one.dataset.place)"""


def test_castles__eight_and_more_choices(chromium: Any, server: Any) -> None:
    """A piece is chosen from eight and more: all choices are in sight, on a phone several of them, with the place of each above the
    sheet; and each piece has its number and points, each discarded kind of card its count."""
    for phone, players, seed in (
        (False, 2, 2),
        (False, 3, 4),
        (False, 4, 10),
        (True, 2, 2),
        (True, 3, 3),
        (True, 4, 1),
    ):
        asked = list(positions("castles_of_caleira", players, seed, 0, 99))
        asked = [one for one in asked if one.view["decision"]["question"] == "target"]
        many = [one for one in asked if len(one.message["choices"]) >= 8][-4:]
        assert phone or max(len(one.message["choices"]) for one in many) >= 15
        bots = {f"seat_{seat}": "heuristic" for seat in range(1, players)}
        with Person(chromium, server, **({"has_touch": True, "is_mobile": True} if phone else {})) as ann:
            ann.go(server.make(game="castles_of_caleira", players=str(players), **bots))
            check_many_choices(ann.page, many, phone)


def check_many_choices(page: Any, many: list[Any], phone: bool) -> None:
    board = Board(page)
    for width, height in [window for window in CHOICES if phone == (window[0] < NARROW)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        board.forget()
        for one in many:
            board.show(one)
            shown = page.evaluate(MEASURE)
            what = f"{width} x {height}, {shown['all']} choices: {shown['choices']} in sight"
            assert shown["asked"] and shown["choices"] >= min(CHOICES[width, height], shown["all"]), what
            assert not phone or not shown["hidden"], f"{what}, {shown['hidden']}"
            lacks = page.evaluate(NUMBERED, width >= 390)
            assert not lacks, f"{what}, no number on {lacks}"
