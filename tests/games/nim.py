"""Nim as a whole game: all that the package needs to know of it, besides its rules in `tests.core.machine.nim`."""

from fs_env.games import Manifest, Task
from tests.arena.bots import Clever
from tests.core.machine.nim import GAME

MANIFEST = Manifest(
    id="nim", game=GAME, bots={"heuristic": Clever}, tasks=(Task("nim_2", "Nim, 2 players", "nim", 2, 40),)
)
