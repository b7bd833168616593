"""The commands of the compiled entry of a game; each module's `make_...(kernel, spec, ...)` binds its kernels to those of the game."""
