"""`policy:FILE.npz`: networks in compiled code, as players, and as values of search."""
