"""The rules of Four Souls as kernels, one module per chapter of the rules.

From the bottom up: ``table`` has the decks, piles and hands of ``machine.table.decks``; ``secrets`` keeps who knows which
hidden card; ``zones`` and ``objects`` move cards and stack objects; ``numbers`` derives statistics; ``triggers``
lets cards answer what ``events`` report; ``options`` asks. The chapters use these: ``souls``, ``hands``, ``items``,
``coins``, ``dice``, ``slots``, ``rooms``, ``death``, ``damage``, ``combat``, ``purchases``, ``turns``. Card programs: ``select``
finds what a text means, ``announce`` asks for modes, targets and costs, ``interpreter`` runs programs, ``verbs`` hold
their kernels, ``lasting`` keeps effects that last, ``limits`` what rooms allow in a turn, ``goals`` what they ask for. ``resolve``
resolves the top of the stack, ``batch`` pushes what waits, ``priority`` is the window, ``passing`` passes it by a rule of ``stops``,
``flow`` the loop until somebody must decide, ``draft`` the setup, ``decisions`` the interface to the machine; ``resample`` deals what a
player cannot know again.
"""
