"""Four Souls, first edition."""

from fs_env.games.manifest import Level, Manifest, Task

ALL = ("base", "gold", "plus")
YARDSTICK = "heuristic@1"

MANIFEST = Manifest(
    id="four_souls",
    game="fs_env.core.four_souls.game:GAME",
    title="Four Souls",
    version=1,
    module="fs_env.four_souls_v1",
    forms={"fs_env.solo_v0": "FourSouls/Solo-v0"},
    bots={
        "heuristic": "fs_env.agents.heuristic:HeuristicAgent",
        "heuristic@1": "fs_env.agents.heuristic:HeuristicAgent1",
        "aggressive": "fs_env.agents.heuristic:AggressiveAgent",
        "passive": "fs_env.agents.heuristic:PassiveAgent",
    },
    levels=(
        Level("beginner", "random", -666),
        Level("easy", "passive", -24),
        Level("medium", "heuristic", 87),
        Level("hard", "search:rollouts=100", 164),
    ),
    cards="fs_env.narration.four_souls.events:cards",
    telling="fs_env.narration.four_souls.events",
    drawing="fs_env.drawing.four_souls.table:lay_out",
    faces="fs_env.drawing.four_souls.gallery:faces",
    places="fs_env.drawing.four_souls.places:places_of",
    guide="fs_env.narration.four_souls.guide:GUIDE",
    values="fs_env.agents.values.four_souls",
    values_cooperative="fs_env.agents.values.four_souls_cooperative",
    potential="fs_env.training.shaping:souls_lead",
    left_out=("deck_places", "decision.decisions_left", "progress.pushes"),
    read_together=(("cards.zone", "cards.owner"),),
    card_places="fs_env.core.four_souls.observation.card_places:card_places",
    ordered=("stack", "top", "piles", "loot_places", "waiting", "subjects"),
    tasks=(
        Task("four_souls_2_base", "Four Souls, 2 players, base set", "four_souls", 2, 1000, ("base",), YARDSTICK),
        Task("four_souls_2_all", "Four Souls, 2 players, all sets", "four_souls", 2, 1000, ALL, YARDSTICK),
        Task("four_souls_4_all", "Four Souls, 4 players, all sets", "four_souls", 4, 1000, ALL, YARDSTICK),
        Task("puzzles", "Puzzles of Four Souls", "four_souls", 0, 500, opponent=YARDSTICK),
    ),
    puzzles="fs_env.puzzles.four_souls",
    facts="fs_env.core.four_souls.observation.facts",
    observation_page="fs_env.cli.observation_pages.four_souls",
    actions="fs_env.core.four_souls.actions:TABLE",
    actions_page="fs_env.cli.actions_page:four_souls_ids",
)
