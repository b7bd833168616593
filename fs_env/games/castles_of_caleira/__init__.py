"""Castles of Caleira."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.registry.manifest import EnvironmentModule, Level, Manifest, Task

if TYPE_CHECKING:
    from fs_env.agents.networks.part import Learning
    from fs_env.agents.values.part import Values
    from fs_env.cli.part import Pages
    from fs_env.core.machine.run.game import Game
    from fs_env.drawing.part import Drawing
    from fs_env.narration.guide import Guide
    from fs_env.narration.part import Narration


def game() -> Game:
    from fs_env.core.castles_of_caleira.game import GAME

    return GAME


def module() -> EnvironmentModule:
    from fs_env import castles_of_caleira_v1

    return castles_of_caleira_v1


def bot(name: str) -> Any:
    from fs_env.agents import castles_of_caleira

    return getattr(castles_of_caleira, name)()


def narration() -> Narration:
    from fs_env.narration.castles_of_caleira import events as words
    from fs_env.narration.castles_of_caleira.reasons import reasons
    from fs_env.narration.part import Narration, Story

    return Narration(
        moves=words.moves,
        story=Story(words.story, words.moves),
        points=words.points,
        offered=words.offered,
        offered_drawn=words.offered_drawn,
        reasons=reasons,
        left_out=words.LEFT_OUT,
        cards=words.cards,
    )


def guide() -> Guide:
    from fs_env.narration.guide import read_guide

    return read_guide(Path(__file__).with_name("guide.toml"))


def drawing() -> Drawing:
    from fs_env.drawing.castles_of_caleira.card import faces
    from fs_env.drawing.castles_of_caleira.places import places_of
    from fs_env.drawing.castles_of_caleira.table import lay_out
    from fs_env.drawing.part import Drawing

    return Drawing(layout=lay_out, staged=lay_out, locations=places_of, faces=faces)


def values() -> Values:
    from fs_env.agents.values import castles_of_caleira
    from fs_env.agents.values.part import Values

    return Values(reader=castles_of_caleira)


def learning() -> Learning:
    from fs_env.agents.networks.part import Learning

    return Learning(left_out=("decisions_left",))


def pages() -> Pages:
    from fs_env.games.castles_of_caleira.pages import PAGES

    return PAGES


MANIFEST = Manifest(
    id="castles_of_caleira",
    game=game,
    title="Castles of Caleira",
    version=1,
    module=module,
    bots={
        "heuristic": lambda: bot("HeuristicAgent"),
        "heuristic@1": lambda: bot("HeuristicAgent1"),
        "aggressive": lambda: bot("AggressiveAgent"),
        "passive": lambda: bot("PassiveAgent"),
    },
    levels=(
        Level("beginner", "random", -612),
        Level("easy", "heuristic", 5),
        Level("medium", "search:method=race,rollouts=400", 181),
        Level("hard", "tree:rollouts=400", 220),
    ),
    tasks=(Task("castles_2", "Castles of Caleira, 2 players", "castles_of_caleira", 2, 1000, opponent="heuristic@1"),),
    tree_players=(2,),
    narration=narration,
    guide=guide,
    drawing=drawing,
    values=values,
    learning=learning,
    pages=pages,
)
