"""The rules of Four Souls as kernels, one module a chapter of the rules.

Read them from the bottom up: ``zones`` and ``objects`` move cards and stack objects, ``numbers`` derives statistics, ``triggers``
tells cards what happened; the chapters (``hands``, ``dice``, ``damage``, ``death``, ``combat``, ``slots`` ...) build on these; ``effects``
and ``interpreter`` run card programs; ``flow`` is the loop that runs until somebody must decide.
"""
