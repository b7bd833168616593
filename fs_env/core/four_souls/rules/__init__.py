"""The rules of Four Souls as kernels, one module a chapter of the rules.

From the bottom up: ``table`` has the decks, piles and hands of ``machine.decks``; ``secrets`` names who knows which
hidden card; ``zones`` and ``objects`` move cards and stack objects; ``numbers`` derives statistics; ``triggers``
lets cards answer what ``events`` tell; ``options`` asks. On these stand the chapters: ``souls``, ``hands``, ``items``,
``coins``, ``dice``, ``slots``, ``death``, ``damage``, ``combat``, ``purchases``, ``turns``. Card programs: ``select``
finds what a text means, ``announce`` asks for modes, targets and costs, ``interpreter`` runs programs, ``verbs`` hold
their kernels, ``lasting`` what goes on afterwards. ``resolve`` is the top of the stack, ``batch`` pushes what waits,
``priority`` is the window, ``flow`` the loop until somebody must decide, ``draft`` the setup, ``decisions`` the border
to the outside, ``resample`` deals anew what a player cannot know.
"""
