"""Bridges to other libraries that take more than a few lines. docs/do/recipes.md shows each of them.

`open_spiel`: all games as games of OpenSpiel. `rllib`: environments and a masked network for RLlib. `parallel`: PettingZoo's
parallel form. In words, `gem`: one seat; `openenv`: one seat, served; `textarena`: all seats; `verifiers`: self-play. Each module
imports its library when it is imported and names the extra that is missing.
"""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(extra: str, library: str) -> Iterator[None]:
    """Imports inside raise an error that names the extra where the library is missing."""
    try:
        yield
    except ImportError as error:
        why = f"fs_env.interop.{extra.replace('-', '_')} needs {library}, which cannot be imported ({error})"
        raise type(error)(f"{why}: in the source tree, pip install '.[{extra}]'", name=error.name) from error
