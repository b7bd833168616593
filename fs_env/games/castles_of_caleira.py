"""Castles of Caleira."""

from fs_env.games.manifest import Level, Manifest, Task

MANIFEST = Manifest(
    id="castles_of_caleira",
    game="fs_env.core.castles_of_caleira.game:GAME",
    title="Castles of Caleira",
    version=1,
    module="fs_env.castles_of_caleira_v1",
    bots={
        "heuristic": "fs_env.agents.castles_of_caleira:HeuristicAgent",
        "heuristic@1": "fs_env.agents.castles_of_caleira:HeuristicAgent",
        "aggressive": "fs_env.agents.castles_of_caleira:AggressiveAgent",
        "passive": "fs_env.agents.castles_of_caleira:PassiveAgent",
    },
    levels=(
        Level("beginner", "random", -571),
        Level("easy", "heuristic", -130),
        Level("medium", "search:method=race,rollouts=400", 216),
        Level("hard", "tree:rollouts=400", 251),
    ),
    cards="fs_env.narration.castles_of_caleira.events:cards",
    telling="fs_env.narration.castles_of_caleira.events",
    drawing="fs_env.drawing.castles_of_caleira.table:lay_out",
    faces="fs_env.drawing.castles_of_caleira.card:faces",
    places="fs_env.drawing.castles_of_caleira.places:places_of",
    guide="fs_env.narration.castles_of_caleira.guide:GUIDE",
    values="fs_env.agents.values.castles_of_caleira",
    tree_players=(2,),
    left_out=("decisions_left",),
    tasks=(Task("castles_2", "Castles of Caleira, 2 players", "castles_of_caleira", 2, 1000, opponent="heuristic@1"),),
    facts="fs_env.core.castles_of_caleira.observation.facts",
    observation_page="fs_env.cli.observation_pages.castles_of_caleira",
    actions="fs_env.core.castles_of_caleira.actions:TABLE",
)
