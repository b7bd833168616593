"""`policy:FILE.npz`: networks in compiled code, as players, and as values of search.

`inputs` describes how an observation becomes inputs, `network` is a network and its file, `kernels` are the compiled part, `bound` gives a
network an address that the rules can call, `policy` and `agent` play. Training is in `fs_env.training.networks`.
"""
