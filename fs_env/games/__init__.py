"""The games of this package: one manifest each, whose functions import what they return. Importing the manifests imports no rules.

Manifests name code of all other packages, so only `fs_env/__init__.py` imports this one, and gives them to `fs_env.registry`.
"""

from fs_env.games import betrayal, castles_of_caleira, four_souls
from fs_env.registry.manifest import Form, Level, Manifest, Task

SHIPPED = (four_souls.MANIFEST, castles_of_caleira.MANIFEST, betrayal.MANIFEST)

__all__ = ["SHIPPED", "Form", "Level", "Manifest", "Task"]
