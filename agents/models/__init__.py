"""Models of other libraries as bots: `sb3:FILE.zip`, `torch:FILE.py:NAME,weights=FILE.pt`, `onnx:FILE.onnx`."""
