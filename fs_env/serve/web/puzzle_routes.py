"""Pages of puzzles: lists by game, and a puzzle played by links that hold all choices. The server stores nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from fs_env.narration.legal_actions import choices
from fs_env.narration.speech import YOU
from fs_env.puzzles.puzzle import Puzzle, follow, shipped
from fs_env.puzzles.rules import chapters_of, games_with_puzzles
from fs_env.puzzles.solve import Solver, TooLarge, outcomes
from fs_env.registry.games import manifest_of
from fs_env.serve.guard.visitors import address_of
from fs_env.serve.store.setup import BOTS
from fs_env.serve.table.messages import Ask, Stream, packed
from fs_env.serve.table.viewer import WIDE, Viewer
from fs_env.serve.web.app_state import state_of
from fs_env.serve.web.pages import TEMPLATES

ROUTER = APIRouter()
MOST, DEEPEST = 20_000, 5_000  # positions for a value, more than any shipped puzzle has, and calls within each other
OFF = "line, taken, choose: expected actions along a line of the puzzle, then a legal one"
NUMBERS = re.compile(r"([0-9]{1,6}(,[0-9]{1,6}){0,99})?")


@ROUTER.get("/puzzles")
@ROUTER.get("/puzzles/{game}")
@ROUTER.get("/puzzles/{game}/{name}")
async def puzzle_page(request: Request, game: str = "", name: str = "") -> Response:
    state, text, stage = state_of(request), "", request.query_params.get("stage")
    games = {one: manifest_of(one).title for one in games_with_puzzles() if one in state.lobby.games}
    asked = {key: request.query_params.get(key, "") for key in ("line", "taken", "choose", "hint", "solution")}
    game = game or next(iter(games), "")
    try:
        if wrong := [f"{key}={given[:40]!r}" for key, given in asked.items() if not NUMBERS.fullmatch(given)]:
            raise ValueError(f"{wrong[0]}: expected up to 100 numbers of at most 6 digits, with commas between")
        if game in games:
            state.need(game)
            run = state.lobby.pools.hints.run if asked["choose"] else state.lobby.pools.run
            text = await run(lambda: page_of(game, name, asked, games, stage), address_of(request))
    except (ValueError, TooLarge) as fault:
        return PlainTextResponse(f"{fault}.", 400)
    if not text:
        return PlainTextResponse("There is no such puzzle: /puzzles lists them.", 404)
    return Response(text, media_type="application/json" if name and stage is not None else "text/html")


def page_of(game: str, name: str, asked: Mapping[str, str], games: Mapping[str, str], stage: str | None) -> str:
    """The page of a puzzle, or with a stage the position drawn for it, as JSON; the list without a name; "" if unknown. ValueError for
    choices off its lines, TooLarge as `Solver`."""
    puzzles = {key: one for chapter in chapters_of(game) for key, one in shipped(game, chapter).items()}
    if not name:
        return TEMPLATES.get_template("puzzles.html").render(game=game, games=games, puzzles=list(puzzles.values()))
    if (puzzle := puzzles.get(name)) is None:
        return ""
    numbers = {key: tuple(map(int, filter(None, given.split(",")))) for key, given in asked.items()}
    line, taken, chosen = sum(numbers["line"]), numbers["taken"], numbers["choose"][:1]
    viewer, ask, (play, story, best) = seen(puzzle, line, taken)
    said, chances = "".join(one.words for one in ask.choices if one.action in chosen), list[float]()
    if chosen and not said:
        raise ValueError(OFF)
    if chosen and best is not None:
        tried = ((k, follow(puzzle, k, taken + chosen)) for k in (line, *range(len(puzzle.lines))))
        if (right := next((k for k, one in tried if one and one[1][: len(story)] == story), None)) is not None:
            line, taken = right, taken + chosen
            viewer, ask, (play, story, best) = seen(puzzle, line, taken)
        else:
            solver = Solver(puzzle.rules, puzzle.goal, MOST, DEEPEST)
            chances = [solver.average(outcomes(puzzle.rules, play.S, one)) for one in (*chosen, best)]
    message = Stream(viewer, stage or WIDE).full(ask, None)
    message |= {"question": "Solved", "asked": None} if best is None else {}
    if stage is not None:
        places = map(unescape, re.findall(r'data-place="([^"]+)"', "".join(part[-1] for part in message["parts"])))
        return packed(message | {"why": {place: viewer.why(place) for place in places}})
    line_so_far = urlencode({"line": line, "taken": ",".join(map(str, taken))})
    about = {"game": game, "path": f"/puzzles/{game}/{name}", "line": line_so_far, "seat": puzzle.seat}
    place = {"puzzle": puzzle, "message": message, "about": packed(about | {"players": len(viewer.names)})}
    shown = {"said": said, "chances": chances, "best": best, "line": line, "taken": taken, "named": viewer.speech.of}
    return TEMPLATES.get_template("puzzle.html").render(numbers | place | shown)


def seen(puzzle: Puzzle, line: int, taken: tuple[int, ...]) -> tuple[Viewer, Ask, tuple[Any, list[str], int | None]]:
    """What the seat of a puzzle sees after these actions, what is offered to it, and `follow`. ValueError if they leave the line."""
    names = [*BOTS[: puzzle.seat], YOU, *BOTS[puzzle.seat : len(puzzle.scenario.seats) - 1]]
    viewer = Viewer(puzzle.rules.GAME, puzzle.seat, names)
    if line >= len(puzzle.lines) or (course := follow(puzzle, line, taken, viewer.see)) is None:
        raise ValueError(OFF)
    legal = () if course[2] is None else course[0].ids()
    return viewer, Ask(choices(viewer.game, puzzle.seat, legal, viewer.speech, viewer.narrator)), course
