"""The networks of `policy:FILE.npz` as torch modules, to be trained: the same numbers, saved for compiled play.

Nothing but `torch_network` and `sum_rows` imports torch.
"""
