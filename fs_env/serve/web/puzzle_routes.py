"""Pages of puzzles: lists by game, and a puzzle played by links that hold all choices. The server stores nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from fs_env.drawing import draw
from fs_env.drawing.canvas import Box
from fs_env.narration.speech import YOU
from fs_env.puzzles.puzzle import follow, shipped
from fs_env.puzzles.rules import chapters_of, games_with_puzzles
from fs_env.puzzles.solve import Solver, TooLarge, outcomes
from fs_env.registry.games import manifest_of
from fs_env.serve.guard.visitors import address_of
from fs_env.serve.web.app_state import state_of
from fs_env.serve.web.guide_pages import picture_of
from fs_env.serve.web.pages import TEMPLATES

ROUTER = APIRouter()
MOST, DEEPEST = 20_000, 5_000  # positions for a value, more than any shipped puzzle has, and calls within each other
NUMBERS = re.compile(r"([0-9]{1,6}(,[0-9]{1,6}){0,99})?")


@ROUTER.get("/puzzles")
@ROUTER.get("/puzzles/{game}")
@ROUTER.get("/puzzles/{game}/{name}")
async def puzzle_page(request: Request, game: str = "", name: str = "") -> Response:
    state, text = state_of(request), ""
    games = {one: manifest_of(one).title for one in games_with_puzzles() if one in state.lobby.games}
    asked = {key: request.query_params.get(key, "") for key in ("line", "taken", "choose", "hint", "solution")}
    game = game or next(iter(games), "")
    try:
        if wrong := [f"{key}={given[:40]!r}" for key, given in asked.items() if not NUMBERS.fullmatch(given)]:
            raise ValueError(f"{wrong[0]}: expected up to 100 numbers of at most 6 digits, with commas between")
        if game in games:
            state.need(game)
            run = state.lobby.pools.hints.run if asked["choose"] else state.lobby.pools.run
            text = await run(lambda: page_of(game, name, asked, games), address_of(request))
    except (ValueError, TooLarge) as fault:
        return PlainTextResponse(f"{fault}.", 400)
    return HTMLResponse(text) if text else PlainTextResponse("There is no such puzzle: /puzzles lists them.", 404)


def page_of(game: str, name: str, asked: Mapping[str, str], games: Mapping[str, str]) -> str:
    """The page of a puzzle, or the list without a name; "" if unknown. ValueError for choices off its lines, TooLarge as `Solver`."""
    puzzles = {key: one for chapter in chapters_of(game) for key, one in shipped(game, chapter).items()}
    if not name:
        return TEMPLATES.get_template("puzzles.html").render(game=game, games=games, puzzles=list(puzzles.values()))
    if (puzzle := puzzles.get(name)) is None:
        return ""
    numbers = {key: tuple(map(int, filter(None, given.split(",")))) for key, given in asked.items()}
    line, taken, chosen = sum(numbers["line"]), numbers["taken"], numbers["choose"][:1]
    course = follow(puzzle, line, taken) if line < len(puzzle.lines) else None
    if course is None or chosen and (course[2] is None or chosen[0] not in course[0].ids()):
        raise ValueError("line, taken, choose: expected actions along a line of the puzzle, then a legal one")
    play, story, best = course
    words, chances = play.words(chosen[0]) if chosen else "", list[float]()
    if chosen and best is not None:
        tried = ((k, follow(puzzle, k, taken + chosen)) for k in (line, *range(len(puzzle.lines))))
        right = next(((k, one) for k, one in tried if one and one[1][: len(story)] == story), None)
        if right:
            (line, (play, story, best)), taken = right, taken + chosen
        else:
            solver = Solver(puzzle.rules, puzzle.goal, MOST, DEEPEST)
            chances = [solver.average(outcomes(puzzle.rules, play.S, one)) for one in (*chosen, best)]
    names = [YOU if seat == puzzle.seat else f"player {seat}" for seat in range(len(puzzle.scenario.seats))]
    drawn = draw(play.game, play.S, player=puzzle.seat, names=names, narrow=True)
    picture = picture_of(drawn.body(), Box(0, 0, drawn.width, drawn.height), "position")
    place = {"play": play, "story": story, "best": best, "line": line, "taken": taken}
    shown = {"puzzle": puzzle, "picture": picture, "words": words, "chances": chances}
    return TEMPLATES.get_template("puzzle.html").render(numbers | place | shown)
