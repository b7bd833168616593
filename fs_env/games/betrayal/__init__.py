"""Betrayal at Baldur's Gate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.registry.manifest import Bot, EnvironmentModule, Level, Manifest

if TYPE_CHECKING:
    from fs_env.agents.values.part import Values
    from fs_env.cli.part import Pages
    from fs_env.core.machine.run.game import Game
    from fs_env.drawing.part import Drawing
    from fs_env.narration.guide import Guide
    from fs_env.narration.part import Narration
    from fs_env.puzzles.rules import Puzzles


def game() -> Game:
    from fs_env.core.betrayal.game import GAME

    return GAME


def module() -> EnvironmentModule:
    from fs_env import betrayal_v3

    return betrayal_v3


def heuristic() -> Bot:
    from fs_env.agents.betrayal import HeuristicAgent

    return HeuristicAgent()


def heuristic_1() -> Bot:
    from fs_env.agents.betrayal import HeuristicAgent1

    return HeuristicAgent1()


def narration() -> Narration:
    from fs_env.core.betrayal.view.cards import texts
    from fs_env.narration.betrayal import events as words
    from fs_env.narration.betrayal.reasons import reasons
    from fs_env.narration.part import Narration, Story

    return Narration(
        moves=words.moves,
        story=Story(words.story, words.moves),
        points=words.points,
        standing=words.standing,
        asked=words.asked,
        offered=words.offered,
        offered_drawn=words.offered_drawn,
        alike=words.alike,
        walks=words.walks,
        screen=words.screen,
        reasons=reasons,
        secret=("reveal",),
        left_out=words.LEFT_OUT,
        cards=texts,
    )


def guide() -> Guide:
    from fs_env.core.betrayal.content.haunts import HAUNTS
    from fs_env.narration.guide import read_guide

    names = [(str(one.number), f"{one.number}, {one.name}") for one in HAUNTS]
    return read_guide(
        Path(__file__).with_name("guide.toml"),
        haunt={str(k): name for k, (_, name) in enumerate(names, 1)},
        played=dict(names),
    )


def drawing() -> Drawing:
    from fs_env.drawing.betrayal.card import faces
    from fs_env.drawing.betrayal.places import places_of
    from fs_env.drawing.betrayal.table import lay_out
    from fs_env.drawing.part import Drawing

    return Drawing(layout=lay_out, staged=lay_out, locations=places_of, faces=faces)


def values() -> Values:
    from fs_env.agents.values import betrayal
    from fs_env.agents.values.part import Values

    return Values(reader=betrayal)


def puzzles() -> Puzzles:
    from fs_env.puzzles import betrayal
    from fs_env.puzzles.rules import Puzzles

    return Puzzles(betrayal)


def pages() -> Pages:
    from fs_env.games.betrayal.pages import PAGES

    return PAGES


MANIFEST = Manifest(
    id="betrayal",
    game=game,
    title="Betrayal at Baldur's Gate",
    version=3,
    module=module,
    bots={"heuristic": heuristic, "heuristic@1": heuristic_1},
    levels=(Level("beginner", "random"), Level("medium", "heuristic")),
    search={"horizon": "8", "max_horizon": "32", "value": "none"},
    narration=narration,
    guide=guide,
    drawing=drawing,
    values=values,
    puzzles=puzzles,
    pages=pages,
)
