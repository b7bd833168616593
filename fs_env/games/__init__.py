"""The games of this package: one manifest each. Importing them imports no rules."""

from fs_env.games import betrayal, castles_of_caleira, four_souls
from fs_env.games.manifest import Level, Manifest, Task

SHIPPED = (four_souls.MANIFEST, castles_of_caleira.MANIFEST, betrayal.MANIFEST)

__all__ = ["SHIPPED", "Level", "Manifest", "Task"]
