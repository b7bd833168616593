"""The rules as kernels, one module per chapter: knowledge, pieces, ending, effects, flow, resample."""
