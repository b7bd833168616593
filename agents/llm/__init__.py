"""Language models as agents, through any endpoint that speaks the chat interface of OpenAI: `llm:model=NAME,url=URL,...`."""

from fs_env.agents.llm.agent import ModelAgent
from fs_env.agents.llm.settings import Settings

__all__ = ["ModelAgent", "Settings"]
