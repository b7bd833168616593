"""Language models as agents, through any endpoint that speaks the chat interface of OpenAI: `llm:model=NAME,url=URL,...`."""
