"""The commands of the compiled entry of a game: each that is more than a call of one kernel has a module here.

`codes` numbers commands, answers and faults, `row` is the record that they read and write, `dispatcher` the entry itself. The
kernels of a command call those of the game: a module has a function `make_...(kernel, spec, ...)` that binds them.
"""
