"""The networks of `policy:FILE.npz` as torch modules, to be trained: the same numbers, saved for compiled play.

Nothing but `torch_network`, `sum_rows` and `legal_logits` imports torch.
"""
