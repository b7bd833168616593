"""Files that pages speak of as given, such as a reader would have."""

from __future__ import annotations

import shutil
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from fs_env.agents.llm.pretend import serve
from tests.documents.blocks import blocks_in, text_of

BOT = '''"""A bot with a class and a function."""


class Bot:
    name = "own"

    def reset(self, seat, seed):
        pass

    def act(self, view):
        return int(view.legal[-1])


def choose(view):
    return int(view.legal[0])
'''


def own_bot() -> None:
    """`my_bot.py` and `their_bot.py` in the current folder."""
    for name in ("my_bot.py", "their_bot.py"):
        Path(name).write_text(BOT, encoding="utf-8")


def node_bot() -> None:
    """`bot.js` as on its page; skips the page where there is no Node."""
    if shutil.which("node") is None:
        pytest.skip("needs node")
    (program,) = [block for block in blocks_in(text_of("docs/do/any_language.md")) if block.language == "js"]
    Path("bot.js").write_text(program.source, encoding="utf-8")


def pretending() -> None:
    """The server of models that do not think, which the page starts in another terminal."""
    with suppress(OSError):  # it runs already
        threading.Thread(target=serve().serve_forever, daemon=True).start()


def network() -> None:
    """`runs/a.npz`, a network with random weights for Four Souls with two players."""
    from fs_env.agents.networks.inputs import inputs_for
    from fs_env.agents.networks.network import made_for
    from fs_env.core.four_souls.game import GAME
    from fs_env.training.networks.positions import play_positions
    from fs_env.training.networks.torch_network import TorchNetwork

    shown, _ = play_positions(GAME, "random", 500)
    net = TorchNetwork(inputs_for(GAME, shown), made_for(GAME, 2), policy=(16,), value=(8,))
    Path("runs").mkdir()
    net.save_policy("runs/a.npz", {})
