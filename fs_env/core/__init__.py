"""Pure rules: array states and the compiled functions that change them. Imports numpy and numba only."""
