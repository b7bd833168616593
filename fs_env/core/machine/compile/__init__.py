"""How kernels become machine code, and where that is kept. All that leans on the inside of numba is on this floor."""
