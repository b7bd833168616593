"""Whether pictures can be made here."""

from importlib.util import find_spec

import pytest

MISSING = [name for name in ("resvg_py", "PIL") if find_spec(name) is None]
needs_pictures = pytest.mark.skipif(bool(MISSING), reason=f"{', '.join(MISSING)} not installed: the extra drawing")
needs_video = pytest.mark.skipif(
    bool(MISSING) or find_spec("moviepy") is None, reason="the extras drawing and video are not installed"
)
