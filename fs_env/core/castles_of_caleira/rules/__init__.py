"""The rules as kernels, one module a chapter: knowledge, pieces, ending, effects, flow, resample."""
