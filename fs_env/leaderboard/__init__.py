"""A standing benchmark: agents against a frozen field in named scenarios, and on fixed tasks against one bot; their page."""
