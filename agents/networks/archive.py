"""The archive that a network is kept in: arrays, and a text about them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

ABOUT = "about"
LARGEST = 2**31  # bytes of all arrays of a file


def read_archive(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a file says about itself, and its other arrays.

    Args:
        path: an existing file.

    Raises:
        Exception: nearly any, where it is damaged; ValueError where it is too large or says nothing about itself.
    """
    check_size(path)
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file[ABOUT]))
        arrays = {name: file[name] for name in file.files if name != ABOUT}
    if not isinstance(about, dict):
        raise ValueError("it does not contain what it was made for")
    return about, arrays


def check_size(path: Path) -> None:
    """Looks at an archive before anything in it is unpacked.

    Raises:
        ValueError: its arrays are too large together.
        Exception: of `zipfile`, where it is no archive.
    """
    with zipfile.ZipFile(path) as archive:
        if (size := sum(entry.file_size for entry in archive.infolist())) > LARGEST:
            raise ValueError(f"its arrays take {size} bytes, more than {LARGEST}")
