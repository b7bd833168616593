"""The rules of Four Souls as kernels, one module per chapter of the rules.

From the bottom up: ``table``, ``secrets``, ``zones``, ``objects``, ``numbers`` (statistics), ``triggers`` (answers to ``events``)
and ``options``; then the chapters. Card programs: ``select`` finds what a text means, ``announce`` asks for modes, targets and
costs, ``interpreter`` runs programs, ``verbs`` hold their kernels, ``lasting`` what lasts, ``limits`` and ``goals`` those of rooms.
``resolve`` resolves the top of the stack, ``batch`` pushes what waits, ``priority`` is the window, ``passing`` passes it by a rule
of ``stops``, ``flow`` the loop until a decision, ``draft`` the setup, ``decisions`` the interface to the machine, ``resample`` deals
what a player cannot know again.
"""
