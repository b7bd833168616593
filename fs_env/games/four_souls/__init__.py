"""Four Souls, first edition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.registry.manifest import Bot, EnvironmentModule, Form, Level, Manifest, Task

if TYPE_CHECKING:
    from fs_env.agents.networks.part import Learning
    from fs_env.agents.values.part import Values
    from fs_env.cli.part import Pages
    from fs_env.core.machine.run.game import Game
    from fs_env.drawing.part import Drawing
    from fs_env.narration.guide import Guide
    from fs_env.narration.part import Narration
    from fs_env.puzzles.rules import Puzzles

ALL = ("base", "gold", "plus")
BASELINE = "heuristic@1"


def game() -> Game:
    from fs_env.core.four_souls.game import GAME

    return GAME


def module() -> EnvironmentModule:
    from fs_env import four_souls_v1

    return four_souls_v1


def solo() -> EnvironmentModule:
    from fs_env import solo_v0

    return solo_v0


def heuristic() -> Bot:
    from fs_env.agents.heuristic import HeuristicAgent

    return HeuristicAgent()


def heuristic_1() -> Bot:
    from fs_env.agents.heuristic import HeuristicAgent1

    return HeuristicAgent1()


def aggressive() -> Bot:
    from fs_env.agents.heuristic import AggressiveAgent

    return AggressiveAgent()


def passive() -> Bot:
    from fs_env.agents.heuristic import PassiveAgent

    return PassiveAgent()


def narration() -> Narration:
    from fs_env.narration.four_souls import events as words
    from fs_env.narration.four_souls.reasons import reasons
    from fs_env.narration.part import Narration

    return Narration(
        answer_fields=("priority_player", "passes", "asked", "decisions"),
        moves=words.moves,
        points=words.points,
        standing=words.standing,
        asked=words.asked,
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
    from fs_env.drawing.four_souls.gallery import faces
    from fs_env.drawing.four_souls.market import piles
    from fs_env.drawing.four_souls.places import places_of
    from fs_env.drawing.four_souls.table import lay_out
    from fs_env.drawing.part import Drawing

    return Drawing(layout=lay_out, staged=lay_out, locations=places_of, piles=piles, faces=faces)


def values() -> Values:
    from fs_env.agents.values import four_souls, four_souls_cooperative
    from fs_env.agents.values.part import Values

    return Values(reader=four_souls, cooperative=four_souls_cooperative)


def learning() -> Learning:
    from fs_env.agents.networks.part import Learning
    from fs_env.core.four_souls.observation.card_places import card_places
    from fs_env.training.shaping import souls_lead

    return Learning(
        left_out=("deck_places", "decision.decisions_left", "progress.pushes"),
        read_together=(("cards.zone", "cards.owner"),),
        card_places=card_places,
        ordered=("stack", "top", "piles", "loot_places", "waiting", "subjects"),
        potential=souls_lead,
    )


def puzzles() -> Puzzles:
    from fs_env.puzzles import four_souls
    from fs_env.puzzles.rules import Puzzles

    return Puzzles(four_souls)


def pages() -> Pages:
    from fs_env.games.four_souls.pages import PAGES

    return PAGES


MANIFEST = Manifest(
    id="four_souls",
    game=game,
    title="Four Souls",
    version=1,
    module=module,
    forms={"solo_v0": Form("FourSouls/Solo-v0", solo)},
    bots={"heuristic": heuristic, "heuristic@1": heuristic_1, "aggressive": aggressive, "passive": passive},
    levels=(
        Level("beginner", "random", -681),
        Level("easy", "passive", -39),
        Level("medium", "heuristic", 70),
        Level("hard", "search:rollouts=100,gate=1", 115),
    ),
    tasks=(
        Task("four_souls_2_base", "Four Souls, 2 players, base set", "four_souls", 2, 1000, ("base",), BASELINE),
        Task("four_souls_2_all", "Four Souls, 2 players, all sets", "four_souls", 2, 1000, ALL, BASELINE),
        Task("four_souls_4_all", "Four Souls, 4 players, all sets", "four_souls", 4, 1000, ALL, BASELINE),
        Task("puzzles", "Puzzles of Four Souls", "four_souls", 0, 500, opponent=BASELINE),
    ),
    search={"gate": "2"},
    narration=narration,
    guide=guide,
    drawing=drawing,
    values=values,
    learning=learning,
    puzzles=puzzles,
    pages=pages,
)
