"""The games of this package: one manifest each, whose functions import what they return. Importing the manifests imports no rules.

This is the highest package, since manifests name code of all others; `fs_env.registry` finds it by its name.
"""

from fs_env.games import betrayal, castles_of_caleira, four_souls
from fs_env.registry.manifest import Form, Level, Manifest, Task

SHIPPED = (four_souls.MANIFEST, castles_of_caleira.MANIFEST, betrayal.MANIFEST)

__all__ = ["SHIPPED", "Form", "Level", "Manifest", "Task"]
