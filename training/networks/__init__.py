"""The networks of `policy:FILE.npz` as torch modules, to be trained: the same numbers, saved for compiled play."""
