"""Names of the puzzles of this package, without the rules of their games."""

from __future__ import annotations

from pathlib import Path

from fs_env.core.checks import unknown

FOLDER = Path(__file__).parent


def check_puzzles(game: str, chapter: str, names: list[str]) -> None:
    """Raises ValueError for a game of this package without puzzles, a chapter that it does not have, or an unknown puzzle."""
    chapters = {file.parent.name for file in FOLDER.glob(f"{game}/*/*.toml")}
    if not (FOLDER / game).is_dir():
        having = sorted({file.parent.name for file in FOLDER.glob("*/*.toml")})
        raise ValueError(f"game={game!r}: expected one with puzzles, {' or '.join(having)}")
    if chapter and chapter not in chapters:
        raise ValueError(f"chapter={chapter!r}: expected {' or '.join(sorted(chapters)) or 'none'} of {game}")
    known = {file.stem for file in FOLDER.glob("**/*.toml")}
    for name in names:
        if name not in known and not Path(name).is_file():
            raise ValueError(unknown("puzzle", name, known, "or a file; `fs-env puzzles --list` lists them"))
