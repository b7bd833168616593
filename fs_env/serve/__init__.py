"""Games in the browser: tables of people and bots, what each seat may see of them, and the pages on which they are played."""

from __future__ import annotations
