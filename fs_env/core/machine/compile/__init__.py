"""How kernels become machine code, and where it is cached. Only this package depends on the internals of numba."""
