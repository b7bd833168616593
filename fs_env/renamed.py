"""Modules that were renamed: an import by the old name finds the new module, with a DeprecationWarning."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

RENAMED = {
    "fs_env.arena.agent": "fs_env.arena",
    "fs_env.arena.hosting": "fs_env.arena",
    "fs_env.games.manifest": "fs_env.registry.manifest",
    "fs_env.telling.answered": "fs_env.narration.transition",
    "fs_env.telling.cards": "fs_env.narration.card_texts",
    "fs_env.telling.choices": "fs_env.narration.legal_actions",
    "fs_env.telling.four_souls_answers": "fs_env.narration.four_souls.answers",
    "fs_env.telling.guide": "fs_env.narration.guide",
    "fs_env.telling.speech": "fs_env.narration.speech",
    "fs_env.telling.teller": "fs_env.narration.narrator",
    "fs_env.text.conversation": "fs_env.narration.conversation.conversation",
    "fs_env.text.message": "fs_env.narration.conversation.message",
    "fs_env.text.parsing": "fs_env.narration.conversation.parsing",
    "fs_env.text.rules": "fs_env.narration.conversation.rules",
    "fs_env.text.table": "fs_env.envs.text_table",
}
"""Old name of a module -> its name now."""
PACKAGES = {name.rpartition(".")[0] for name in RENAMED}


class RenamedModules(MetaPathFinder, Loader):
    """Finds modules by their old names; asked last, so it costs nothing where a module exists."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The spec of a module with an old name; None for others."""
        if name in RENAMED or name in PACKAGES:
            return ModuleSpec(name, self, is_package=name in PACKAGES)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The module under its new name; None (a new, empty module) for a package."""
        if spec.name not in RENAMED:
            return None
        warnings.warn(f"{spec.name} was renamed: import {RENAMED[spec.name]}", DeprecationWarning, stacklevel=2)
        module = import_module(RENAMED[spec.name])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restores the spec that the import system has replaced; the code has been executed under the new name."""
        if module.__spec__ is not None and module.__spec__.loader_state is not None:
            module.__spec__ = module.__spec__.loader_state
