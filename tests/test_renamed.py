"""Programs that import a module by a name that it had before a release renamed it."""

from __future__ import annotations

import importlib
import sys

import pytest

from fs_env.renamed import RENAMED


@pytest.mark.parametrize("old", sorted(RENAMED))
def test_old_name__gives_the_renamed_module_and_warns(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} was renamed: import {RENAMED[old]}"):
        module = importlib.import_module(old)
    assert module is sys.modules[RENAMED[old]]
    assert module.__spec__.name == module.__name__ == RENAMED[old], "the module itself is as before"


@pytest.mark.filterwarnings("ignore:fs_env.text.parsing was renamed")
def test_old_name__is_an_attribute_of_its_package() -> None:
    from fs_env.narration.conversation.parsing import InvalidAnswer
    from fs_env.text import parsing  # type: ignore[import-not-found]

    assert parsing.InvalidAnswer is InvalidAnswer


@pytest.mark.parametrize("name", ["fs_env.text.parser", "fs_env.tellings"])
def test_other_names__are_not_found(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=name):
        importlib.import_module(name)
