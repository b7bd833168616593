"""Replays: a finished game as a small file, played again with every checksum compared, printed in words, shown as a page."""

from __future__ import annotations

from fs_env.replays.player import Difference, Moment, play_back, verify
from fs_env.replays.recorder import Recorder
from fs_env.replays.replay import Check, Replay, load_replay, save_replay

__all__ = ["Check", "Difference", "Moment", "Recorder", "Replay", "load_replay", "play_back", "save_replay", "verify"]
