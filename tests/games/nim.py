"""Nim as a whole game: all that the package is told of it, besides its rules in `tests.core.machine.nim`."""

from fs_env.games import Manifest, Task

MANIFEST = Manifest(
    id="nim",
    game="tests.core.machine.nim:GAME",
    bots={"heuristic": "tests.arena.bots:Clever"},
    tasks=(Task("nim_2", "Nim, 2 players", "nim", 2, 40),),
)
