"""What the compiled entry of a game can be told to do: each command that is more than a call of one kernel has a module here.

`codes` numbers commands, answers and faults, `row` what is told and answered by name, `dispatcher` is the entry itself. The
kernels of a command call those of the game: a module has a function `make_...(kernel, spec, ...)` that binds them.
"""
