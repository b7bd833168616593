"""Betrayal at Baldur's Gate."""

from fs_env.games.manifest import Level, Manifest

MANIFEST = Manifest(
    id="betrayal",
    game="fs_env.core.betrayal.game:GAME",
    title="Betrayal at Baldur's Gate",
    version=3,
    module="fs_env.betrayal_v3",
    bots={
        "heuristic": "fs_env.agents.betrayal:HeuristicAgent",
        "heuristic@1": "fs_env.agents.betrayal:HeuristicAgent1",
    },
    levels=(
        Level("beginner", "random"),
        Level("medium", "heuristic"),
    ),
    cards="fs_env.core.betrayal.view.cards:texts",
    telling="fs_env.narration.betrayal.events",
    drawing="fs_env.drawing.betrayal.table:lay_out",
    faces="fs_env.drawing.betrayal.card:faces",
    places="fs_env.drawing.betrayal.places:places_of",
    guide="fs_env.narration.betrayal.guide:GUIDE",
    values="fs_env.agents.values.betrayal",
    search={"horizon": "8", "max_horizon": "32", "value": "none"},
    puzzles="fs_env.puzzles.betrayal",
    facts="fs_env.core.betrayal.observation.facts",
    observation_page="fs_env.cli.observation_pages.betrayal",
    actions="fs_env.core.betrayal.actions:TABLE",
)
