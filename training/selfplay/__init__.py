"""Games of bots that search, stored choice by choice for learners: `fs-env selfplay`; see docs/do/selfplay.md. Needs no extra."""

from fs_env.training.selfplay.data import Batch, SelfplayData
from fs_env.training.selfplay.plan import SelfplayPlan
from fs_env.training.selfplay.run import Selfplay
from fs_env.training.selfplay.shard import Shard

__all__ = ["Batch", "Selfplay", "SelfplayData", "SelfplayPlan", "Shard"]
