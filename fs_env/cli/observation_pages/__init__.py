"""Parts of the pages of observations that one game has: a module for each, named by its manifest (see `fs_env.games`)."""

from collections.abc import Iterable


def numbered(names: Iterable[str], first: int = 0) -> dict[int, str]:
    return dict(enumerate(names, first))
